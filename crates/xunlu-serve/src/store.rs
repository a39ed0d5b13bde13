//! Maps on disk: of each a document or a base that it goes on from, and a journal of its changes since then.
//!
//! ```text
//! DIR/.lock                      one process at a time
//! DIR/.late                      something may have been acknowledged that is not on the disk
//! DIR/NAME/EPOCH.map             the document that an epoch began with, written whole or not at all; of a
//!                                scene EPOCH.scene, the file as it came
//! DIR/NAME/EPOCH.journal         the changes since then, in order
//! DIR/NAME/EPOCH.NUMBER.journal  those since the revision of this number
//! DIR/NAME/EPOCH.NUMBER.base     the map at that revision, written whole or not at all
//! DIR/NAME/EPOCH.gone            the map of this epoch and those before were let go of
//! ```
//!
//! An epoch is never used twice for a name, so that a file which a crash left behind is nobody else's.
//!
//! A journal that is long goes on in a file of its own, and the map is written down as it is then
//! (`store/journal_file.rs`). Only when that is on the disk, what is older goes, but for the base before: if
//! the last one is damaged, the map is made again of the one before and the journals since.

mod files;
mod late;
mod journal_file;

use crate::core::base;
use crate::core::journal::{Journal, NoJournal};
use crate::core::naming::Naming;
use crate::core::site::Site;
use crate::core::writer::{Begun, Writer};
use crate::taken::scene_of;
use files::{MapFile, all_in, current, sync, tidy, with_checksum, without_checksum, write_whole};
use journal_file::{GoesOn, HearShortened, JournalFile, LONG_BYTES, Place, Shortening};
pub use late::SyncPolicy;
use late::Syncing;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use xunlu::World;
use xunlu::map::Revision;
use xunlu_client::{AnySnapshot, SceneWorld};
use xunlu_format::{Content, Format, Options, Overlay, Source, read_as, write};

pub(crate) use journal_file::Shortened;

/// A folder that maps are kept in. It is locked for as long as this is there.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    long_bytes: u64,
    // Both end before the lock does.
    shortening: Shortening,
    syncing: Syncing,
    hear: Hear,
    _lock: File,
}

/// Who hears of journals that were made shorter.
#[derive(Clone, Default)]
struct Hear(HearShortened);

impl std::fmt::Debug for Hear {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hear").finish_non_exhaustive()
    }
}

/// A map that was read back.
pub(crate) struct Kept {
    pub(crate) writer: Box<Writer>,
    /// What there is to say of how that went.
    pub(crate) remarks: Vec<String>,
}

impl Store {
    /// In a folder, which is made if it is not there.
    ///
    /// # Errors
    /// When it cannot be made, or another process has it.
    pub fn open(folder: impl Into<PathBuf>) -> io::Result<Store> {
        Store::syncing(folder, SyncPolicy::Always)
    }

    /// The same with changes that are on the disk when this says.
    ///
    /// # Errors
    /// As above.
    pub fn syncing(folder: impl Into<PathBuf>, policy: SyncPolicy) -> io::Result<Store> {
        Store::shortening_at(folder.into(), LONG_BYTES, policy)
    }

    /// The same with journals that are long when they have so many bytes.
    fn shortening_at(folder: PathBuf, long_bytes: u64, policy: SyncPolicy) -> io::Result<Store> {
        fs::create_dir_all(&folder)?;
        let lock = OpenOptions::new().create(true).append(true).open(folder.join(".lock"))?;
        lock.try_lock().map_err(|_| {
            let words = format!("{} is in use by another process", folder.display());
            io::Error::new(io::ErrorKind::AlreadyExists, words)
        })?;
        let hear = Hear::default();
        let shortening = Shortening::begin(hear.0.clone())?;
        let syncing = Syncing::begin(&folder, policy)?;
        Ok(Store { folder, long_bytes, shortening, syncing, hear, _lock: lock })
    }

    /// Whether changes may be missing that were acknowledged before they were synced: it was not ended then,
    /// or they could not be. What goes on from here is in a later epoch, for others may have seen what is
    /// missing.
    pub(crate) const fn may_lack_changes(&self) -> bool {
        self.syncing.may_lack()
    }

    /// Hears that all maps are in later epochs where they may lack changes. As long as it did not, the next
    /// start is told the same.
    pub(crate) fn has_gone_on(&self) {
        self.syncing.has_gone_on();
    }

    /// Has somebody hear of each map whose changes were acknowledged and cannot be synced, and why.
    pub(crate) fn hear_unsynced(&self, hear: impl Fn(&str, &io::Error) + Send + Sync + 'static) {
        self.syncing.hear(hear);
    }

    /// Has somebody hear of each journal that was made shorter, or cannot be.
    pub(crate) fn hear(&self, hear: impl Fn(&Shortened<'_>) + Send + Sync + 'static) {
        // Whoever was first hears it.
        let _ = self.hear.0.set(Box::new(hear));
    }

    /// The least epoch that a map of this name may have: after all that were ever there.
    pub(crate) fn epoch_least(&self, name: &str) -> io::Result<u32> {
        let all = all_in(&self.folder.join(name))?;
        Ok(all.last().map_or(0, |file| file.epoch + 1))
    }

    /// Keeps a map in place of what was kept under its name, and begins its journal. Of a scene the file is
    /// kept, and the changes that lead from there stand in the journal when it begins.
    pub(crate) fn keep(
        &self,
        name: &str,
        begun: &Begun<'_>,
        bytes: &[u8],
    ) -> io::Result<Box<dyn Journal>> {
        let place = self.place(name, begun.at.revision.epoch);
        let folder = &place.folder;
        fs::create_dir_all(folder)?;
        // A name is on the disk when its folder is.
        sync(&self.folder)?;
        let (ending, written) = match begun.site.snapshot() {
            AnySnapshot::Scene(_) => ("scene", bytes.to_vec()),
            AnySnapshot::Map(map) => {
                let document = begun.site.naming().document(map.map().clone());
                let written = write(Format::Json, &document, &Overlay::default());
                ("map", written.map_err(|error| io::Error::other(error.to_string()))?.bytes)
            }
        };
        let written = with_checksum(written);
        let path = MapFile::new(place.epoch, 0, "journal").path(folder);
        let mut file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        file.write_all(&begun.records)?;
        file.sync_all()?;
        let map = MapFile::new(place.epoch, 0, ending);
        if let Err(error) = write_whole(&map.path(folder), &written) {
            // Or the next start would take a map that was refused.
            map.remove(folder);
            return Err(error);
        }
        // What is older is read by nobody.
        tidy(folder);
        let from = GoesOn { number: 0, base: 0, base_bytes: written.len() as u64, before: 0 };
        let tasks = Some(self.shortening.tasks());
        Ok(Box::new(JournalFile::open(&place, from, tasks)?))
    }

    /// Lets go of a map.
    pub(crate) fn forget(&self, name: &str) -> io::Result<()> {
        let folder = self.folder.join(name);
        let Some(MapFile { epoch, .. }) = all_in(&folder)?.pop() else { return Ok(()) };
        File::create(MapFile::new(epoch, 0, "gone").path(&folder))?.sync_all()?;
        sync(&folder)?;
        tidy(&folder);
        Ok(())
    }

    /// Reads all maps back, each with the error if it cannot be.
    pub(crate) fn read(&self) -> io::Result<Vec<(String, Result<Kept, String>)>> {
        let mut all = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if entry.file_type()?.is_dir() {
                let kept = self.read_back(&name).map_err(|error| error.to_string());
                all.extend(kept.transpose().map(|kept| (name, kept)));
            }
        }
        all.sort_by(|one, other| one.0.cmp(&other.0));
        Ok(all)
    }

    fn place(&self, name: &str, epoch: u32) -> Place {
        let (folder, late) = (self.folder.join(name), self.syncing.late().clone());
        Place { folder, epoch, long_bytes: self.long_bytes, late }
    }

    /// Returns `None` if the map was let go of, or never came to be.
    fn read_back(&self, name: &str) -> io::Result<Option<Kept>> {
        let folder = self.folder.join(name);
        let all = all_in(&folder)?;
        let Some(own) = current(&all) else { return Ok(None) };
        let begins = |file: &&MapFile| ["map", "scene", "base"].contains(&file.ending.as_str());
        let mut damaged = None;
        for file in own.iter().rev().filter(begins) {
            let is_since =
                |other: &&MapFile| other.ending == "journal" && other.number >= file.number;
            let journals: Vec<&MapFile> = own.iter().filter(is_since).collect();
            if journals.first().is_none_or(|first| first.number != file.number) {
                // It was there before the base was, so that changes are lost with it.
                let missing = bad(&file.path(&folder), "its journal is missing");
                return Err(damaged.unwrap_or(missing));
            }
            match begun_at(name, &folder, file) {
                Err(error) => _ = damaged.get_or_insert(error),
                Ok((writer, bytes)) => {
                    let mut kept = self.gone_on(name, writer, &journals, (file, bytes))?;
                    kept.remarks.extend(damaged.map(|error| {
                        format!("{error}; it was made again of what was kept before that")
                    }));
                    return Ok(Some(kept));
                }
            }
        }
        damaged.map_or(Ok(None), Err)
    }

    /// Makes the changes of journals again, of which each goes on from the one before, and goes on in the
    /// last.
    fn gone_on(
        &self,
        name: &str,
        mut writer: Writer,
        journals: &[&MapFile],
        (begun, base_bytes): (&MapFile, u64),
    ) -> io::Result<Kept> {
        let folder = &self.folder.join(name);
        let mut from = GoesOn { number: 0, base: begun.number, base_bytes, before: 0 };
        let mut remarks = Vec::new();
        for (at, journal) in journals.iter().enumerate() {
            let path = journal.path(folder);
            let bytes = fs::read(&path).map_err(|error| bad(&path, error))?;
            let whole = writer
                .replay_all(&bytes)
                .map_err(|(at, words)| bad(&path, format_args!("byte {at}: {words}")))?;
            let cut = bytes.len() - whole;
            let is_last = at + 1 == journals.len();
            if cut > 0 && !is_last {
                let words =
                    format_args!("byte {whole}: it is cut off, and another goes on from it");
                return Err(bad(&path, words));
            }
            if cut > 0 {
                let file = OpenOptions::new().write(true).open(&path)?;
                file.set_len(whole as u64)?;
                file.sync_all()?;
                remarks.push(format!("{cut} bytes of an unfinished change were cut off"));
            }
            if is_last {
                from.number = journal.number;
            } else {
                from.before += bytes.len() as u64;
            }
        }
        let place = self.place(name, begun.epoch);
        let journal = JournalFile::open(&place, from, Some(self.shortening.tasks()))?;
        writer.write_to(Box::new(journal));
        Ok(Kept { writer: Box::new(writer), remarks })
    }
}

/// A map as it stands in a document or a base, and how many bytes that has.
fn begun_at(name: &str, folder: &Path, file: &MapFile) -> io::Result<(Writer, u64)> {
    let whole = |file: &MapFile| -> io::Result<Vec<u8>> {
        let path = file.path(folder);
        let mut bytes = fs::read(&path).map_err(|error| bad(&path, error))?;
        let length = without_checksum(&bytes).map_err(|words| bad(&path, words))?.len();
        bytes.truncate(length);
        Ok(bytes)
    };
    let scene = || -> io::Result<SceneWorld> {
        let file = MapFile::new(file.epoch, 0, "scene");
        let scene = scene_of(name, &whole(&file)?);
        let scene = scene.map_err(|refusal| bad(&file.path(folder), refusal))?;
        Ok(scene.at_revision(Revision { epoch: file.epoch, number: 0 }))
    };
    let path = file.path(folder);
    if file.ending == "scene" {
        return Ok((Writer::new(scene()?, Box::new(NoJournal)), fs::metadata(&path)?.len()));
    }
    let bytes = whole(file)?;
    let length = bytes.len() as u64;
    if file.ending == "base" {
        let scene = base::is_of_scene(&bytes).then(scene).transpose()?;
        let writer = base::writer_of(&bytes, scene).map_err(|words| bad(&path, words))?;
        return Ok((writer, length));
    }
    let document = read_as(Format::Json, &Source::alone(name, &bytes), &Options::default())
        .map_err(|error| bad(&path, error))?
        .document;
    let (content, naming) = Naming::taken(document);
    let Content::Map(map) = content else { return Err(bad(&path, "no map")) };
    let world = World::new(map.at_revision(Revision { epoch: file.epoch, number: 0 }));
    let world = world.map_err(|error| bad(&path, error))?;
    let site = Site::named(world, Arc::new(naming));
    Ok((Writer::new(site, Box::new(NoJournal)), length))
}

fn bad(path: &Path, words: impl std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{}: {words}", path.display()))
}

#[cfg(test)]
mod tests;
