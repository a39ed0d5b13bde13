//! A journal that tells each change, once it is made, to whoever hands it on.

use crate::core::journal::{Chain, Journal, JournalBase};
use crate::core::writer::Made;
use xunlu::map::Revision;

/// Hears of each change that was made: the record of it, and what the map is at since.
pub(crate) type HearChange = Box<dyn FnMut(Vec<u8>, Made) + Send>;

/// A journal that tells what it has written.
pub(crate) struct Telling {
    pub(crate) journal: Box<dyn Journal>,
    pub(crate) hear: HearChange,
    // Written, and not yet said to be made.
    pub(crate) last: Vec<u8>,
}

impl Journal for Telling {
    fn append(&mut self, record: &[u8]) -> Result<(), String> {
        self.journal.append(record)?;
        self.last = record.to_vec();
        Ok(())
    }

    fn made(&mut self, revision: Revision, chain: Chain) {
        self.journal.made(revision, chain);
        (self.hear)(std::mem::take(&mut self.last), Made { revision, chain });
    }

    fn is_long(&mut self) -> bool {
        self.journal.is_long()
    }

    fn shorten(&mut self, base: JournalBase) {
        self.journal.shorten(base);
    }
}
