//! Maps on disk: of each the document it began with, and a journal of its changes.
//!
//! ```text
//! DIR/.lock                one process at a time
//! DIR/NAME/EPOCH.map       the document, written whole or not at all; of a scene EPOCH.scene, the file as it came
//! DIR/NAME/EPOCH.journal   the changes since then, in order
//! DIR/NAME/EPOCH.gone      the map of this epoch and those before were let go of
//! ```
//!
//! An epoch is never used twice for a name, so that a file which a crash left behind is nobody else's.

use crate::core::journal::{Journal, checksum};
use crate::core::site::Site;
use crate::core::writer::{Begun, Writer};
use crate::taken::scene_of;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use xunlu::World;
use xunlu::map::Revision;
use xunlu_client::AnySnapshot;
use xunlu_format::{Content, Document, Format, Options, Overlay, Source, read_as, write};

/// A folder that maps are kept in. It is locked for as long as this is there.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    _lock: File,
}

/// A map that was read back.
pub(crate) struct Kept {
    pub(crate) writer: Box<Writer>,
    /// How many bytes at the journal's end were of a change that was never acknowledged.
    pub(crate) cut: u64,
}

impl Store {
    /// In a folder, which is made if it is not there.
    ///
    /// # Errors
    /// When it cannot be made, or another process has it.
    pub fn open(folder: impl Into<PathBuf>) -> io::Result<Store> {
        let folder = folder.into();
        fs::create_dir_all(&folder)?;
        let lock = OpenOptions::new().create(true).append(true).open(folder.join(".lock"))?;
        lock.try_lock().map_err(|_| {
            let words = format!("{} is in use by another process", folder.display());
            io::Error::new(io::ErrorKind::AlreadyExists, words)
        })?;
        Ok(Store { folder, _lock: lock })
    }

    /// The least epoch that a map of this name may have: after all that were ever there.
    pub(crate) fn epoch_least(&self, name: &str) -> io::Result<u32> {
        let epochs = files(&self.folder.join(name))?.into_iter().map(|(epoch, _)| epoch);
        Ok(epochs.max().map_or(0, |epoch| epoch + 1))
    }

    /// Keeps a map in place of what was kept under its name, and begins its journal. Of a scene the file is
    /// kept, and the changes that lead from there stand in the journal when it begins.
    pub(crate) fn keep(
        &self,
        name: &str,
        begun: &Begun<'_>,
        bytes: &[u8],
    ) -> io::Result<Box<dyn Journal>> {
        let folder = self.folder.join(name);
        fs::create_dir_all(&folder)?;
        // A name is on the disk when its folder is.
        sync(&self.folder)?;
        let epoch = begun.at.revision.epoch;
        let (ending, written) = match begun.site.snapshot() {
            AnySnapshot::Scene(_) => ("scene", bytes.to_vec()),
            AnySnapshot::Map(map) => {
                let document = Document::of(map.map().clone());
                let written = write(Format::Json, &document, &Overlay::default());
                ("map", written.map_err(|error| io::Error::other(error.to_string()))?.bytes)
            }
        };
        let written = with_checksum(written);
        let path = folder.join(format!("{epoch}.journal"));
        let mut file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        file.write_all(&begun.records)?;
        file.sync_all()?;
        let map = folder.join(format!("{epoch}.{ending}"));
        if let Err(error) = write_whole(&map, &written) {
            // Or the next start would take a map that was refused.
            let _ = fs::remove_file(map);
            return Err(error);
        }
        // What is older is read by nobody.
        remove_before(&folder, epoch);
        Ok(Box::new(JournalFile::open(&path)?))
    }

    /// Lets go of a map.
    pub(crate) fn forget(&self, name: &str) -> io::Result<()> {
        let folder = self.folder.join(name);
        let Some((epoch, _)) = files(&folder)?.pop() else { return Ok(()) };
        File::create(folder.join(format!("{epoch}.gone")))?.sync_all()?;
        sync(&folder)?;
        remove_before(&folder, epoch);
        for ending in ["map", "scene", "journal"] {
            // What stays is read by nobody.
            let _ = fs::remove_file(folder.join(format!("{epoch}.{ending}")));
        }
        Ok(())
    }

    /// Reads all maps back, each with the error if it cannot be.
    pub(crate) fn read(&self) -> io::Result<Vec<(String, Result<Kept, String>)>> {
        let mut all = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if entry.file_type()?.is_dir() {
                let kept = read_back(&name, &entry.path()).map_err(|error| error.to_string());
                all.extend(kept.transpose().map(|kept| (name, kept)));
            }
        }
        all.sort_by(|one, other| one.0.cmp(&other.0));
        Ok(all)
    }
}

/// The files of a map by epoch, the last one last; within an epoch by their endings.
fn files(folder: &Path) -> io::Result<Vec<(u32, String)>> {
    let mut all = Vec::new();
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(all),
        other => other?,
    };
    for entry in entries {
        let path = entry?.path();
        let ending = path.extension().map(|ending| ending.to_string_lossy().into_owned());
        let epoch = path.file_stem().and_then(|stem| stem.to_str()?.parse().ok());
        all.extend(epoch.zip(ending));
    }
    all.sort();
    Ok(all)
}

/// Removes what is of earlier epochs. What cannot be removed does no harm.
fn remove_before(folder: &Path, epoch: u32) {
    for (older, ending) in files(folder).unwrap_or_default() {
        if older < epoch {
            let _ = fs::remove_file(folder.join(format!("{older}.{ending}")));
        }
    }
}

fn sync(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Returns `None` if the map was let go of, or never came to be.
fn read_back(name: &str, folder: &Path) -> io::Result<Option<Kept>> {
    let bad = |words: String| io::Error::new(io::ErrorKind::InvalidData, words);
    let files = files(folder)?;
    // A journal whose document was not written is of a map that was refused.
    let Some((epoch, ending)) = files.iter().rfind(|(_, ending)| ending != "journal") else {
        return Ok(None);
    };
    let gone = files.iter().any(|(own, ending)| own == epoch && ending == "gone");
    if gone || !["map", "scene"].contains(&ending.as_str()) {
        return Ok(None);
    }
    let path = folder.join(format!("{epoch}.{ending}"));
    let bytes = fs::read(&path)?;
    let told = path.display();
    let bytes = without_checksum(&bytes).map_err(|words| bad(format!("{told}: {words}")))?;
    let revision = Revision { epoch: *epoch, number: 0 };
    let site = if ending == "scene" {
        let scene = scene_of(name, bytes).map_err(|refusal| bad(format!("{told}: {refusal}")))?;
        Site::from(scene.at_revision(revision))
    } else {
        let document = read_as(Format::Json, &Source::alone(name, bytes), &Options::default())
            .map_err(|error| bad(format!("{told}: {error}")))?
            .document;
        let Content::Map(map) = document.content else {
            return Err(bad(format!("{told}: no map")));
        };
        let world = World::new(map.at_revision(revision));
        Site::from(world.map_err(|error| bad(format!("{told}: {error}")))?)
    };
    let path = folder.join(format!("{epoch}.journal"));
    let bytes = fs::read(&path).map_err(|error| bad(format!("{}: {error}", path.display())))?;
    let (mut writer, whole) = Writer::replayed(site, &bytes)
        .map_err(|(at, words)| bad(format!("{}, byte {at}: {words}", path.display())))?;
    let cut = (bytes.len() - whole) as u64;
    if cut > 0 {
        let file = OpenOptions::new().write(true).open(&path)?;
        file.set_len(whole as u64)?;
        file.sync_all()?;
    }
    writer.write_to(Box::new(JournalFile::open(&path)?));
    Ok(Some(Kept { writer: Box::new(writer), cut }))
}

/// A journal in a file: each record is on the disk before it counts.
struct JournalFile {
    file: File,
    // Where the last whole record ends.
    length: u64,
    // Something may stand behind that, so that nothing may be written there.
    is_torn: bool,
}

impl JournalFile {
    fn open(path: &Path) -> io::Result<JournalFile> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        let length = file.metadata()?.len();
        Ok(JournalFile { file, length, is_torn: false })
    }
}

impl Journal for JournalFile {
    fn append(&mut self, record: &[u8]) -> Result<(), String> {
        if self.is_torn {
            return Err("an earlier change could not be taken back".to_owned());
        }
        let written = self.file.write_all(record).and_then(|()| self.file.sync_data());
        if let Err(error) = written {
            // What was written of it must not stand before the next one.
            let is_whole = self.file.set_len(self.length).and_then(|()| self.file.sync_data());
            self.is_torn = is_whole.is_err();
            return Err(error.to_string());
        }
        self.length += record.len() as u64;
        Ok(())
    }
}

/// What a file ends with that was written with a checksum: a sign, and the checksum of all before it.
const SIGN: &[u8; 8] = b"\nxunlu1 ";

fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = checksum(&[&bytes]);
    bytes.extend(SIGN);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// What was written, if it is still that.
fn without_checksum(bytes: &[u8]) -> Result<&[u8], &'static str> {
    let (rest, sum) = bytes.split_last_chunk::<8>().ok_or("it was cut off")?;
    let rest = rest.strip_suffix(SIGN).ok_or("it was cut off, or is damaged at its end")?;
    if checksum(&[rest]) == u64::from_le_bytes(*sum) { Ok(rest) } else { Err("it is damaged") }
}

/// Writes a file whole: beside its place, and then into it.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = path.with_extension("new");
    let mut file = File::create(&beside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&beside, path)?;
    // A name is on the disk when its folder is.
    sync(path.parent().unwrap_or(Path::new(".")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::check_journal;

    #[test]
    fn a_journal_in_a_file_keeps_what_it_promises() {
        let folder = std::env::temp_dir().join(format!("xunlu-journal-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("0.journal");
        let mut journal = JournalFile::open(&path).unwrap();
        check_journal(&mut journal, || fs::read(&path).unwrap());
        fs::remove_dir_all(&folder).unwrap();
    }
}
