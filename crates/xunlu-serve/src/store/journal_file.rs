//! A journal in files: each record is on the disk before it counts, or later where changes are synced later.
//! When it is long it goes on in another file, and what the map is then is written down beside it by a thread
//! that keeps nobody waiting.

use super::files::{MapFile, all_in, sync, tidy, with_checksum, write_whole};
use super::late::{LateFiles, RecordFile};
use crate::core::journal::{Journal, JournalBase};
use std::borrow::Cow;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use xunlu::map::Revision;

/// A journal is long when it has a quarter as many bytes as what it goes on from, and as many as these: some
/// thousand changes, which take less than a second to be made again.
pub(super) const LONG_BYTES: u64 = 1 << 18;

/// What came of making a journal shorter: of which map, and the revision and the bytes that it goes on from,
/// or why it does not.
pub(crate) struct Shortened<'a> {
    pub(crate) map: &'a str,
    pub(crate) told: Result<(Revision, u64), String>,
}

/// Who hears of it.
pub(super) type HearShortened = Arc<OnceLock<Box<dyn Fn(&Shortened<'_>) + Send + Sync>>>;

/// Where the journals of a map are: all that is the same for each of them.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) folder: PathBuf,
    pub(super) epoch: u32,
    pub(super) long_bytes: u64,
    /// Those that are synced later.
    pub(super) late: LateFiles,
}

impl Place {
    /// The name of the map.
    fn map(&self) -> Cow<'_, str> {
        self.folder.file_name().unwrap_or_default().to_string_lossy()
    }

    fn records_in(&self, file: File) -> Arc<RecordFile> {
        RecordFile::new(&self.map(), file, &self.late)
    }
}

/// A journal in files.
pub(super) struct JournalFile {
    place: Place,
    file: Arc<RecordFile>,
    // Where the last whole record ends.
    length: u64,
    // How many bytes stand in files before this one that are made again at the start.
    before: u64,
    // Something may stand behind the last whole record, so that nothing may be written there.
    is_torn: bool,
    // So many bytes are too many.
    most: u64,
    // What it goes on from: the number of its revision.
    base: u64,
    // The number of the base that is being written.
    under_way: Option<(u64, Progress)>,
    shortening: Option<Sender<Task>>,
}

/// What came of writing a base: its bytes, or nothing, once it is known.
type Progress = Arc<Mutex<Option<Option<u64>>>>;

/// What a journal goes on from, and how much was written since then.
#[derive(Clone, Copy, Debug)]
pub(super) struct GoesOn {
    /// The number of the revision that its file goes on from.
    pub(super) number: u64,
    /// The number of the last base; 0 for the document.
    pub(super) base: u64,
    /// How many bytes that has.
    pub(super) base_bytes: u64,
    /// How many bytes of changes stand in files before this one.
    pub(super) before: u64,
}

impl JournalFile {
    pub(super) fn open(
        place: &Place,
        from: GoesOn,
        shortening: Option<Sender<Task>>,
    ) -> io::Result<JournalFile> {
        let path = MapFile::new(place.epoch, from.number, "journal").path(&place.folder);
        let file = place.records_in(OpenOptions::new().create(true).append(true).open(path)?);
        let length = file.length()?;
        Ok(JournalFile {
            most: most_beside(from.base_bytes, place.long_bytes),
            place: place.clone(),
            file,
            length,
            before: from.before,
            is_torn: false,
            base: from.base,
            under_way: None,
            shortening,
        })
    }

    /// Goes on in a file of its own, which is on the disk when this returns.
    fn go_on_at(&mut self, number: u64) -> io::Result<()> {
        // Or what goes on from it might be on the disk before it is.
        self.file.sync()?;
        let path = MapFile::new(self.place.epoch, number, "journal").path(&self.place.folder);
        let file = OpenOptions::new().create_new(true).append(true).open(path)?;
        file.sync_all()?;
        sync(&self.place.folder)?;
        self.file = self.place.records_in(file);
        self.before += std::mem::take(&mut self.length);
        Ok(())
    }

    /// Whether it waits for a base to be written; takes in what came of one that was.
    fn waits(&mut self) -> bool {
        let Some((number, progress)) = &self.under_way else { return false };
        let told = *progress.lock().unwrap_or_else(PoisonError::into_inner);
        match told {
            None => return true,
            Some(Some(bytes)) => {
                (self.base, self.before) = (*number, 0);
                self.most = most_beside(bytes, self.place.long_bytes);
            }
            // What failed once is tried again when as much was written again.
            Some(None) => self.most = 2 * (self.before + self.length),
        }
        self.under_way = None;
        false
    }
}

fn most_beside(base_bytes: u64, long_bytes: u64) -> u64 {
    long_bytes.max(base_bytes / 4)
}

impl Journal for JournalFile {
    fn append(&mut self, record: &[u8]) -> Result<(), String> {
        self.file.is_well().map_err(|error| error.to_string())?;
        if self.is_torn {
            return Err("an earlier change could not be taken back".to_owned());
        }
        if let Err(error) = self.file.append(record) {
            // What was written of it must not stand before the next one.
            self.is_torn = self.file.cut(self.length).is_err();
            return Err(error.to_string());
        }
        self.length += record.len() as u64;
        Ok(())
    }

    fn is_long(&mut self) -> bool {
        let is_long = self.shortening.is_some() && self.before + self.length > self.most;
        is_long && !self.waits() && self.before + self.length > self.most
    }

    fn shorten(&mut self, base: JournalBase) {
        let (number, progress) = (base.revision().number, Progress::default());
        let Some(shortening) = self.shortening.clone() else { return };
        if self.go_on_at(number).is_err() {
            // As where the disk is full: it goes on where it was.
            self.most = 2 * (self.before + self.length);
            return;
        }
        let (place, keep) = (self.place.clone(), self.base);
        let base = Base { place, base, keep, progress: progress.clone() };
        if shortening.send(Task::Shorten(Box::new(base))).is_ok() {
            self.under_way = Some((number, progress));
        } else {
            // The store is closed, and whoever opens it again makes it shorter.
            self.shortening = None;
        }
    }
}

/// What the thread is to do.
pub(super) enum Task {
    Shorten(Box<Base>),
    /// The store is closed.
    End,
}

/// A base to be written.
pub(super) struct Base {
    place: Place,
    base: JournalBase,
    // The base before it, which is kept too, with what leads from there.
    keep: u64,
    progress: Progress,
}

impl Base {
    /// Writes it, and removes what nobody needs any more. Returns how many bytes it has.
    fn write(&self) -> Result<u64, String> {
        let Place { folder, epoch, .. } = &self.place;
        let bytes = with_checksum(self.base.to_bytes()?);
        let file = MapFile::new(*epoch, self.base.revision().number, "base");
        write_whole(&file.path(folder), &bytes).map_err(|error| error.to_string())?;
        // A scene is made again of its file.
        let is_old =
            |old: &&MapFile| old.epoch == *epoch && old.number < self.keep && old.ending != "scene";
        let all = all_in(folder).unwrap_or_default();
        all.iter().filter(is_old).for_each(|old| old.remove(folder));
        // Another map may have taken its place meanwhile.
        tidy(folder);
        Ok(bytes.len() as u64)
    }
}

/// The thread that writes bases, one at a time.
#[derive(Debug)]
pub(super) struct Shortening {
    tasks: Sender<Task>,
    has_ended: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Shortening {
    pub(super) fn begin(hear: HearShortened) -> io::Result<Shortening> {
        let (tasks, asked) = channel();
        let (has_ended, thread) = (Arc::new(AtomicBool::new(false)), thread::Builder::new());
        let own = has_ended.clone();
        let thread = thread.name("shortening".to_owned());
        let thread = thread.spawn(move || work(&asked, &own, &hear))?;
        Ok(Shortening { tasks, has_ended, thread: Some(thread) })
    }

    pub(super) fn tasks(&self) -> Sender<Task> {
        self.tasks.clone()
    }
}

impl Drop for Shortening {
    /// Waits for the one that is being written, or the first, and leaves the others to the next start.
    fn drop(&mut self) {
        self.has_ended.store(true, Ordering::Relaxed);
        // It has ended already if nobody hears it, or has said what went wrong.
        let _ = self.tasks.send(Task::End);
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

fn work(asked: &Receiver<Task>, has_ended: &AtomicBool, hear: &HearShortened) {
    // One at least: where a service ends soon after each start, none would ever be written otherwise.
    let mut has_written = false;
    while let Ok(Task::Shorten(base)) = asked.recv() {
        if has_written && has_ended.load(Ordering::Relaxed) {
            return;
        }
        has_written = true;
        let written = base.write();
        let bytes = written.as_ref().ok().copied();
        *base.progress.lock().unwrap_or_else(PoisonError::into_inner) = Some(bytes);
        if let Some(hear) = hear.get() {
            let told = written.map(|bytes| (base.base.revision(), bytes));
            hear(&Shortened { map: &base.place.map(), told });
        }
    }
}
