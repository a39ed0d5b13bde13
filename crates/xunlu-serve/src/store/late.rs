//! When a change is on the disk: before it is acknowledged, or later, by those who would rather be quick.

use super::files::sync;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The file that is there as long as something may have been acknowledged that is not on the disk.
const MARK: &str = ".late";

/// When a change is on the disk. A service that is killed loses nothing, whichever it is, for the system has
/// the change; a machine that loses its power may.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SyncPolicy {
    /// Before it is acknowledged.
    #[default]
    Always,
    /// After it was acknowledged: all files that wait are synced, one after the other, and so long after that
    /// all that wait then. So a change waits for this time at most, and for as long as syncing takes, twice.
    Within(Duration),
    /// When the system sees fit, and when the service ends.
    Off,
}

/// A file that records are written to, one after the other.
#[derive(Debug)]
pub(super) struct RecordFile {
    // Of which map.
    map: String,
    file: File,
    late: LateFiles,
    // Whether it waits to be synced. It changes with the list of those that do.
    is_late: AtomicBool,
    has_failed: AtomicBool,
    // The system tells of an error once, and who hears it must have said so before another asks.
    syncs: Mutex<()>,
}

/// The files of a folder that wait to be synced; a clone is the same. Without any, each record is on the disk
/// when it is written.
#[derive(Clone, Debug, Default)]
pub(super) struct LateFiles(Option<Arc<Waiting>>);

#[derive(Default)]
struct Waiting {
    list: Mutex<List>,
    // Something was acknowledged, it may be, that will not come to the disk.
    has_failed: AtomicBool,
    hear: OnceLock<HearUnsynced>,
}

/// Who hears of which map a file could not be synced, and why.
type HearUnsynced = Box<dyn Fn(&str, &io::Error) + Send + Sync>;

#[derive(Default)]
struct List {
    files: Vec<Arc<RecordFile>>,
    // Nobody syncs them any more.
    is_over: bool,
}

impl RecordFile {
    pub(super) fn new(map: &str, file: File, late: &LateFiles) -> Arc<RecordFile> {
        Arc::new(RecordFile {
            map: map.to_owned(),
            file,
            late: late.clone(),
            is_late: AtomicBool::new(false),
            has_failed: AtomicBool::new(false),
            syncs: Mutex::default(),
        })
    }

    pub(super) fn length(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    /// Has all that was written on the disk. Where that failed once it fails for good: what the system has
    /// given up it does not try again.
    pub(super) fn sync(&self) -> io::Result<()> {
        let _alone = self.syncs.lock().unwrap_or_else(PoisonError::into_inner);
        self.is_well()?;
        self.file.sync_data().inspect_err(|error| {
            self.has_failed.store(true, Ordering::Release);
            self.late.failed(&self.map, error);
        })
    }

    /// Says no where it could not be synced: nobody knows what stands in it, and nothing more is to be
    /// written there.
    pub(super) fn is_well(&self) -> io::Result<()> {
        if self.has_failed.load(Ordering::Acquire) {
            return Err(io::Error::other("what was written before did not come to the disk"));
        }
        Ok(())
    }

    /// Writes a record, which is on the disk now or later.
    pub(super) fn append(self: &Arc<RecordFile>, record: &[u8]) -> io::Result<()> {
        (&self.file).write_all(record)?;
        if self.late.has_taken(self) { Ok(()) } else { self.sync() }
    }

    /// Has so many bytes again, as before a record that could not be written.
    pub(super) fn cut(&self, length: u64) -> io::Result<()> {
        self.file.set_len(length)?;
        self.sync()
    }
}

impl LateFiles {
    /// Takes in a file to be synced with the others. Returns `false` if nobody does that, or any more.
    fn has_taken(&self, file: &Arc<RecordFile>) -> bool {
        let Some(waiting) = &self.0 else { return false };
        let mut list = waiting.list();
        if !list.is_over && !file.is_late.swap(true, Ordering::Relaxed) {
            list.files.push(file.clone());
        }
        !list.is_over
    }

    fn failed(&self, map: &str, error: &io::Error) {
        let Some(waiting) = &self.0 else { return };
        waiting.has_failed.store(true, Ordering::Release);
        if let Some(hear) = waiting.hear.get() {
            hear(map, error);
        }
    }
}

impl Waiting {
    fn list(&self) -> MutexGuard<'_, List> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Syncs all that wait, for the last time if it is over.
    fn sync(&self, is_over: bool) {
        let files = {
            let mut list = self.list();
            list.is_over |= is_over;
            // A record that comes from now on is synced with the next, and one that was there before is now.
            list.files.iter().for_each(|file| file.is_late.store(false, Ordering::Relaxed));
            std::mem::take(&mut list.files)
        };
        for file in files {
            // What could not be synced says so itself, to whoever hears it and to all who write there.
            let _ = file.sync();
        }
    }
}

impl std::fmt::Debug for Waiting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // A file that waits has those who wait.
        f.debug_struct("Waiting").field("has_failed", &self.has_failed).finish_non_exhaustive()
    }
}

/// What syncs the files of a folder, if they are not when they are written.
#[derive(Debug)]
pub(super) struct Syncing {
    mark: PathBuf,
    late: LateFiles,
    may_lack: bool,
    has_gone_on: AtomicBool,
    // It ends when nobody is there any more to tell it anything.
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Syncing {
    pub(super) fn begin(folder: &Path, policy: SyncPolicy) -> io::Result<Syncing> {
        let mark = folder.join(MARK);
        let may_lack = mark.try_exists()?;
        let waits = policy != SyncPolicy::Always;
        if waits {
            // Also if it is there: whoever made it may have been killed before it was on the disk.
            File::create(&mark)?.sync_all()?;
            sync(folder)?;
        }
        let late = LateFiles(waits.then(Arc::default));
        let thread = match (policy, late.0.clone()) {
            (SyncPolicy::Within(time), Some(waiting)) => {
                let (end, told) = channel();
                let thread = thread::Builder::new().name("syncing".to_owned());
                Some((end, thread.spawn(move || work(&told, &waiting, time))?))
            }
            _ => None,
        };
        Ok(Syncing { mark, late, may_lack, has_gone_on: AtomicBool::new(false), thread })
    }

    pub(super) fn late(&self) -> &LateFiles {
        &self.late
    }

    /// Whether changes may be missing here that were acknowledged, since it was not ended, or not all could
    /// be synced.
    pub(super) const fn may_lack(&self) -> bool {
        self.may_lack
    }

    /// What may lack changes is in a later epoch now. Until this is said, the next start hears of it again.
    pub(super) fn has_gone_on(&self) {
        self.has_gone_on.store(true, Ordering::Release);
    }

    /// Has somebody hear of each file that cannot be synced later; a change that is synced before it is
    /// acknowledged is refused instead. It is called by whoever syncs.
    pub(super) fn hear(&self, hear: impl Fn(&str, &io::Error) + Send + Sync + 'static) {
        if let Some(waiting) = &self.late.0 {
            // Whoever was first hears it.
            let _ = waiting.hear.set(Box::new(hear));
        }
    }
}

impl Drop for Syncing {
    /// Syncs what is left. What could not be, now or before, the next start hears of.
    fn drop(&mut self) {
        let mut is_whole = !self.may_lack || self.has_gone_on.load(Ordering::Acquire);
        if let Some((end, thread)) = self.thread.take() {
            drop(end);
            is_whole &= thread.join().is_ok();
        }
        if let Some(waiting) = &self.late.0 {
            waiting.sync(true);
            is_whole &= !waiting.has_failed.load(Ordering::Acquire);
        }
        if is_whole {
            // It is not there where each change was synced, and does no harm where it stays.
            let _ = fs::remove_file(&self.mark);
        }
    }
}

fn work(told: &Receiver<()>, waiting: &Waiting, time: Duration) {
    // To look all the time would take a processor.
    let time = time.max(Duration::from_millis(1));
    while told.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
        waiting.sync(false);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn changes_that_come_while_a_store_ends_are_synced_by_themselves_or_by_the_store() {
        for round in 0..100 {
            let waiting = Arc::new(Waiting::default());
            let late = LateFiles(Some(waiting.clone()));
            // It takes all that is written, and no system syncs it.
            let nowhere = || fs::OpenOptions::new().append(true).open("/dev/null").unwrap();
            let files: Vec<_> = (0..300).map(|_| RecordFile::new("m", nowhere(), &late)).collect();
            let written = AtomicUsize::new(0);
            thread::scope(|scope| {
                scope.spawn(|| {
                    for file in &files {
                        // Whether it is acknowledged depends on who syncs it.
                        let _ = file.append(b"one");
                        written.fetch_add(1, Ordering::Release);
                    }
                });
                while written.load(Ordering::Acquire) < round {
                    thread::yield_now();
                }
                waiting.sync(true);
            });
            assert!(waiting.list().files.is_empty(), "nobody syncs them, in round {round}");
            assert!(files.iter().all(|file| file.is_well().is_err()), "round {round}");
        }
    }
}
