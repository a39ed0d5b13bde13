//! The files of a map: what each is called, which there are, and how they are written whole.

use crate::core::journal::checksum;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What a file is of: `EPOCH.ENDING`, or `EPOCH.NUMBER.ENDING` of the revision that it goes on from.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct MapFile {
    pub(super) epoch: u32,
    pub(super) number: u64,
    pub(super) ending: String,
}

impl MapFile {
    pub(super) fn new(epoch: u32, number: u64, ending: &str) -> MapFile {
        MapFile { epoch, number, ending: ending.to_owned() }
    }

    pub(super) fn path(&self, folder: &Path) -> PathBuf {
        let MapFile { epoch, number, ending } = self;
        folder.join(match number {
            0 => format!("{epoch}.{ending}"),
            _ => format!("{epoch}.{number}.{ending}"),
        })
    }

    fn named(name: &str) -> Option<MapFile> {
        let parts: Vec<&str> = name.split('.').collect();
        let (epoch, number, ending) = match parts[..] {
            [epoch, ending] => (epoch, "0", ending),
            [epoch, number, ending] => (epoch, number, ending),
            _ => return None,
        };
        Some(MapFile::new(epoch.parse().ok()?, number.parse().ok()?, ending))
    }

    /// Whether a map begins or ends with it.
    fn is_of_a_map(&self) -> bool {
        ["map", "scene", "base", "gone"].contains(&self.ending.as_str())
    }

    /// Removes it. What cannot be removed does no harm: it is read by nobody.
    pub(super) fn remove(&self, folder: &Path) {
        let _ = fs::remove_file(self.path(folder));
    }
}

/// The files of a map: by epoch, within an epoch by number.
pub(super) fn all_in(folder: &Path) -> io::Result<Vec<MapFile>> {
    let mut all = Vec::new();
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(all),
        other => other?,
    };
    for entry in entries {
        all.extend(MapFile::named(&entry?.file_name().to_string_lossy()));
    }
    all.sort();
    Ok(all)
}

/// The files of the epoch that a map is in. Returns `None` if it was let go of, or never came to be. A
/// journal whose document was not written is of a map that was refused.
pub(super) fn current(all: &[MapFile]) -> Option<&[MapFile]> {
    let last = all.iter().rfind(|file| file.is_of_a_map())?.epoch;
    let first = all.partition_point(|file| file.epoch < last);
    let end = all.partition_point(|file| file.epoch <= last);
    let own = &all[first..end];
    (!own.iter().any(|file| file.ending == "gone")).then_some(own)
}

/// Removes what nobody reads any more: what is of earlier epochs, and all of a map that was let go of.
pub(super) fn tidy(folder: &Path) {
    let all = all_in(folder).unwrap_or_default();
    let Some(last) = all.iter().rfind(|file| file.is_of_a_map()) else { return };
    let is_gone = current(&all).is_none();
    let is_old = |file: &&MapFile| {
        file.epoch < last.epoch || is_gone && file.epoch == last.epoch && file.ending != "gone"
    };
    all.iter().filter(is_old).for_each(|file| file.remove(folder));
}

pub(super) fn sync(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Writes a file whole: beside its place, and then into it.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = path.with_extension("new");
    let written = || {
        let mut file = File::create(&beside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&beside, path)
    };
    if let Err(error) = written() {
        // It takes room, and is read by nobody.
        let _ = fs::remove_file(&beside);
        return Err(error);
    }
    // A name is on the disk when its folder is.
    sync(path.parent().unwrap_or(Path::new(".")))
}

/// What a file ends with that was written with a checksum: a sign, and the checksum of all before it.
const SIGN: &[u8; 8] = b"\nxunlu1 ";

pub(super) fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = checksum(&[&bytes]);
    bytes.extend(SIGN);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// What was written, if it is still that.
pub(super) fn without_checksum(bytes: &[u8]) -> Result<&[u8], &'static str> {
    let (rest, sum) = bytes.split_last_chunk::<8>().ok_or("it was cut off")?;
    let rest = rest.strip_suffix(SIGN).ok_or("it was cut off, or is damaged at its end")?;
    if checksum(&[rest]) == u64::from_le_bytes(*sum) { Ok(rest) } else { Err("it is damaged") }
}
