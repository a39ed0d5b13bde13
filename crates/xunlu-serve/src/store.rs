//! Maps on disk: of each the document it began with, and a journal of its changes.
//!
//! ```text
//! DIR/NAME/EPOCH.map       the document, written whole or not at all
//! DIR/NAME/EPOCH.journal   the changes since then, in order
//! ```

use crate::core::journal::{Journal, Read, Record};
use crate::core::writer::Writer;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use xunlu::World;
use xunlu::map::Revision;
use xunlu_format::{Content, Document, Format, Options, Overlay, Source, read_as, write};

/// A folder that maps are kept in.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

/// A map that was read back.
pub(crate) struct Kept {
    pub(crate) name: String,
    pub(crate) writer: Box<Writer>,
    /// How many bytes at the journal's end were of a change that was never acknowledged.
    pub(crate) cut: u64,
}

impl Store {
    /// In a folder, which is made if it is not there.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn open(folder: impl Into<PathBuf>) -> io::Result<Store> {
        let folder = folder.into();
        fs::create_dir_all(&folder)?;
        Ok(Store { folder })
    }

    /// Keeps a map in place of what was kept under its name, and begins its journal.
    pub(crate) fn keep(&self, name: &str, world: &World) -> io::Result<Box<dyn Journal>> {
        let folder = self.folder.join(name);
        fs::create_dir_all(&folder)?;
        let epoch = world.revision().epoch;
        let document = Document::of(world.map().clone());
        let written = write(Format::Json, &document, &Overlay::default())
            .map_err(|error| io::Error::other(error.to_string()))?;
        let journal = JournalFile::create(&folder.join(format!("{epoch}.journal")))?;
        write_whole(&folder.join(format!("{epoch}.map")), &written.bytes)?;
        for (older, path) in epochs(&folder)? {
            if older < epoch {
                fs::remove_file(path)?;
                // The journal of a map that is gone is read by nobody.
                let _ = fs::remove_file(folder.join(format!("{older}.journal")));
            }
        }
        Ok(Box::new(journal))
    }

    /// Lets go of a map.
    pub(crate) fn forget(&self, name: &str) -> io::Result<()> {
        match fs::remove_dir_all(self.folder.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            other => other,
        }
    }

    /// Reads all maps back, each with the error if it cannot be.
    pub(crate) fn read(&self) -> io::Result<Vec<(String, Result<Kept, String>)>> {
        let mut all = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if entry.file_type()?.is_dir() {
                let kept = read_back(&name, &entry.path()).map_err(|error| error.to_string());
                all.push((name, kept));
            }
        }
        all.sort_by(|one, other| one.0.cmp(&other.0));
        Ok(all)
    }
}

/// The epochs whose documents are there, the last one last.
fn epochs(folder: &Path) -> io::Result<Vec<(u32, PathBuf)>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_map = path.extension().is_some_and(|ending| ending == "map");
        let number = path.file_stem().and_then(|stem| stem.to_str()?.parse().ok());
        all.extend(number.filter(|_| is_map).map(|number| (number, path)));
    }
    all.sort();
    Ok(all)
}

fn read_back(name: &str, folder: &Path) -> io::Result<Kept> {
    let bad = |words: String| io::Error::new(io::ErrorKind::InvalidData, words);
    let (epoch, path) =
        epochs(folder)?.pop().ok_or_else(|| bad("there is no document".to_owned()))?;
    let bytes = fs::read(&path)?;
    let told = path.display();
    let document = read_as(Format::Json, &Source::alone(name, &bytes), &Options::default())
        .map_err(|error| bad(format!("{told}: {error}")))?
        .document;
    let Content::Map(map) = document.content else { return Err(bad(format!("{told}: no map"))) };
    let map = map.at_revision(Revision { epoch, number: 0 });
    let world = World::new(map).map_err(|error| bad(format!("{told}: {error}")))?;
    let path = folder.join(format!("{epoch}.journal"));
    let bytes = match fs::read(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        other => other?,
    };
    let journal = JournalFile::create(&path)?;
    let mut writer = Box::new(Writer::new(world, Box::new(journal)));
    let mut at = 0;
    while at < bytes.len() {
        match Record::read(&bytes[at..]) {
            Read::Record(record, length) => {
                writer
                    .replay(&record)
                    .map_err(|refusal| bad(format!("{}, byte {at}: {refusal}", path.display())))?;
                at += length;
            }
            Read::CutShort => break,
            Read::Damaged => {
                let words = "the journal is damaged here; expected a change";
                return Err(bad(format!("{}, byte {at}: {words}", path.display())));
            }
        }
    }
    let cut = (bytes.len() - at) as u64;
    if cut > 0 {
        let file = OpenOptions::new().write(true).open(&path)?;
        file.set_len(at as u64)?;
        file.sync_all()?;
    }
    Ok(Kept { name: name.to_owned(), writer, cut })
}

/// A journal in a file: each record is on the disk before it counts.
struct JournalFile {
    file: File,
    // Where the last whole record ends.
    length: u64,
}

impl JournalFile {
    fn create(path: &Path) -> io::Result<JournalFile> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        let length = file.metadata()?.len();
        Ok(JournalFile { file, length })
    }
}

impl Journal for JournalFile {
    fn append(&mut self, record: &[u8]) -> Result<(), String> {
        let written = self.file.write_all(record).and_then(|()| self.file.sync_data());
        if let Err(error) = written {
            // What was written of it must not stand before the next one.
            let _ = self.file.set_len(self.length);
            return Err(error.to_string());
        }
        self.length += record.len() as u64;
        Ok(())
    }
}

/// Writes a file whole: beside its place, and then into it.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = path.with_extension("new");
    let mut file = File::create(&beside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&beside, path)?;
    // A name is on the disk when its folder is.
    File::open(path.parent().unwrap_or(Path::new(".")))?.sync_all()
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
        let mut journal = JournalFile::create(&path).unwrap();
        check_journal(&mut journal, || fs::read(&path).unwrap());
        fs::remove_dir_all(&folder).unwrap();
    }
}
