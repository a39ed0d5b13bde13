//! When a change is on the disk: before it is acknowledged, or later, by those who would rather be quick.

use super::files::sync;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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
    /// So long after it was acknowledged, at most.
    Within(Duration),
    /// When the system sees fit, and when the service ends.
    Off,
}

/// A file that records are written to, one after the other.
#[derive(Debug)]
pub(super) struct RecordFile {
    file: File,
    // Whether it waits to be synced.
    is_late: AtomicBool,
    has_failed: AtomicBool,
}

/// The files of a folder that wait to be synced; a clone is the same. Without any, each record is on the disk
/// when it is written.
#[derive(Clone, Debug, Default)]
pub(super) struct LateFiles(Option<Arc<Waiting>>);

#[derive(Debug, Default)]
struct Waiting {
    files: Mutex<Vec<Arc<RecordFile>>>,
    // Nobody syncs them any more.
    is_over: AtomicBool,
}

impl RecordFile {
    pub(super) fn new(file: File) -> Arc<RecordFile> {
        Arc::new(RecordFile {
            file,
            is_late: AtomicBool::new(false),
            has_failed: AtomicBool::new(false),
        })
    }

    pub(super) fn length(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    /// Has all that was written on the disk. Where that failed once it fails for good: what the system has
    /// given up it does not try again.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.is_well()?;
        self.file.sync_data()
    }

    fn is_well(&self) -> io::Result<()> {
        if self.has_failed.load(Ordering::Relaxed) {
            return Err(io::Error::other("earlier changes did not come to the disk"));
        }
        Ok(())
    }

    /// Writes a record, which is on the disk now or later.
    pub(super) fn append(
        self: &Arc<RecordFile>,
        record: &[u8],
        late: &LateFiles,
    ) -> io::Result<()> {
        self.is_well()?;
        (&self.file).write_all(record)?;
        match &late.0 {
            Some(waiting) if !waiting.is_over.load(Ordering::Acquire) => {
                // Whoever syncs it marks it first, so that this record is synced now or with the next.
                if !self.is_late.swap(true, Ordering::AcqRel) {
                    waiting.files().push(self.clone());
                }
                Ok(())
            }
            _ => self.sync(),
        }
    }

    /// Has so many bytes again, as before a record that could not be written.
    pub(super) fn cut(&self, length: u64) -> io::Result<()> {
        self.file.set_len(length)?;
        self.sync()
    }
}

impl Waiting {
    fn files(&self) -> MutexGuard<'_, Vec<Arc<RecordFile>>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Syncs all that wait. Returns whether all of them could be; nothing more is written to one that could
    /// not, for nobody knows what stands in it.
    fn sync(&self) -> bool {
        let files = std::mem::take(&mut *self.files());
        let mut is_whole = true;
        for file in files {
            file.is_late.store(false, Ordering::Release);
            if file.sync().is_err() {
                file.has_failed.store(true, Ordering::Relaxed);
                is_whole = false;
            }
        }
        is_whole
    }
}

/// What syncs the files of a folder, if they are not when they are written.
#[derive(Debug)]
pub(super) struct Syncing {
    mark: PathBuf,
    late: LateFiles,
    may_lack: bool,
    // It ends when nobody is there any more to tell it anything.
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Syncing {
    pub(super) fn begin(folder: &Path, policy: SyncPolicy) -> io::Result<Syncing> {
        let mark = folder.join(MARK);
        let may_lack = mark.exists();
        let waits = policy != SyncPolicy::Always;
        if waits && !may_lack {
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
        Ok(Syncing { mark, late, may_lack, thread })
    }

    pub(super) fn late(&self) -> &LateFiles {
        &self.late
    }

    /// Whether changes may be missing here that were acknowledged, since it was not ended.
    pub(super) const fn may_lack(&self) -> bool {
        self.may_lack
    }
}

impl Drop for Syncing {
    /// Syncs what is left. What could not be, the next start hears of.
    fn drop(&mut self) {
        if let Some((end, thread)) = self.thread.take() {
            drop(end);
            let _ = thread.join();
        }
        let is_whole = self.late.0.as_ref().is_none_or(|waiting| {
            waiting.is_over.store(true, Ordering::Release);
            waiting.sync()
        });
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
        // What could not be synced takes no more changes, which says so.
        waiting.sync();
    }
}
