//! What a file says of a mesh as a whole, in sections: each with a length and a checksum, read alone.
//!
//! ```text
//! count | kind, length and checksum of each | checksum of all that | sections
//! ```

use super::{checksum, take};
use crate::error::MeshFileError;
use std::io::{self, Read, Seek, SeekFrom};

/// What a section says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    /// Links, and which islands they join.
    Links = 1,
    /// Which tags regions have anywhere.
    RegionTags = 2,
    /// Names, costs, routes and places.
    Notes = 3,
    /// Heights of ground that was made of triangles.
    Heights = 4,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Links, Kind::RegionTags, Kind::Notes, Kind::Heights];
}

/// Kind, length and checksum.
const ENTRY_BYTES: usize = 4 + 4 + 8;

/// Where sections are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sections {
    all: Vec<Section>,
}

#[derive(Clone, Copy, Debug)]
struct Section {
    kind: Kind,
    start: u64,
    length: u32,
    checksum: u64,
}

/// Sections as bytes, each kind at most once, in the order of the kinds.
pub(super) fn write(sections: &[(Kind, Vec<u8>)]) -> io::Result<Vec<u8>> {
    let count = u32::try_from(sections.len()).map_err(|_| io::ErrorKind::FileTooLarge)?;
    let mut bytes = count.to_le_bytes().to_vec();
    for (kind, own) in sections {
        let length = u32::try_from(own.len()).map_err(|_| io::ErrorKind::FileTooLarge)?;
        bytes.extend((*kind as u32).to_le_bytes());
        bytes.extend(length.to_le_bytes());
        bytes.extend(checksum(own).to_le_bytes());
    }
    bytes.extend(checksum(&bytes).to_le_bytes());
    sections.iter().for_each(|(_, own)| bytes.extend(own));
    Ok(bytes)
}

impl Sections {
    /// Reads where they are, and leaves the file behind the last. What they say is looked at when it is asked
    /// for.
    pub(super) fn read(file: &mut (impl Read + Seek)) -> Result<Sections, MeshFileError> {
        let cut_off = |_| MeshFileError::Head;
        let mut table = vec![0; size_of::<u32>()];
        file.read_exact(&mut table).map_err(cut_off)?;
        let count = u32::from_le_bytes(take(&mut &table[..])) as usize;
        if count > Kind::ALL.len() {
            return Err(MeshFileError::Head);
        }
        table.resize(size_of::<u32>() + count * ENTRY_BYTES, 0);
        let mut sum = [0; size_of::<u64>()];
        file.read_exact(&mut table[size_of::<u32>()..]).map_err(cut_off)?;
        file.read_exact(&mut sum).map_err(cut_off)?;
        if sum != checksum(&table).to_le_bytes() {
            return Err(MeshFileError::Head);
        }
        let mut start = file.stream_position()?;
        let entries = table[size_of::<u32>()..].chunks_exact(ENTRY_BYTES);
        let sections = entries.map(|mut entry| {
            let [kind, length] = [(); 2].map(|()| u32::from_le_bytes(take(&mut entry)));
            let kind = Kind::ALL.into_iter().find(|own| *own as u32 == kind);
            let checksum = u64::from_le_bytes(take(&mut entry));
            let section = Section { kind: kind?, start, length, checksum };
            start += u64::from(length);
            Some(section)
        });
        let all: Option<Vec<Section>> = sections.collect();
        let is_rising = |all: &Vec<Section>| all.array_windows().all(|[a, b]| a.kind < b.kind);
        let all = all.filter(is_rising).ok_or(MeshFileError::Head)?;
        file.seek(SeekFrom::Start(start))?;
        Ok(Sections { all })
    }

    pub(super) fn has(&self, kind: Kind) -> bool {
        self.all.iter().any(|own| own.kind == kind)
    }

    /// What a section says, by a function that gives `None` where its bytes say no such thing. `None` if
    /// there is no such section.
    pub(super) fn said<T>(
        &self,
        kind: Kind,
        file: &mut (impl Read + Seek),
        read: impl FnOnce(&[u8]) -> Option<T>,
    ) -> Result<Option<T>, MeshFileError> {
        let Some(section) = self.all.iter().find(|own| own.kind == kind) else { return Ok(None) };
        file.seek(SeekFrom::Start(section.start))?;
        let mut bytes = Vec::new();
        file.take(section.length.into()).read_to_end(&mut bytes)?;
        let is_whole =
            bytes.len() as u64 == u64::from(section.length) && checksum(&bytes) == section.checksum;
        let said = if is_whole { read(&bytes) } else { None };
        said.map(Some).ok_or(MeshFileError::Head)
    }
}
