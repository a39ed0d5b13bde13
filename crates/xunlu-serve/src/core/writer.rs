//! The one writer of a map: makes changes in their order, journals each before it is acknowledged.

use super::journal::{Chain, Journal, NoJournal, Read, Record};
use super::limits::ServiceLimits;
use super::watches::WatchKey;
use std::collections::{BTreeMap, VecDeque};
use xunlu::map::Revision;
use xunlu::watch::{Broken, WatchId, Watcher};
use xunlu::{Mover, MoverId, Snapshot, World, wire};
use xunlu_client::{ChangeTold, Encoding, Response};
use xunlu_client::{Refusal, RefusalKind};

/// So many names of changes are remembered, so that one which comes again is told what came of it.
const NAMES_MAX: usize = 4096;

/// A change that was asked for.
#[derive(Clone, Debug)]
pub struct ChangeAsked {
    /// What the client calls it, to be told again what came of it; empty if nothing.
    pub id: String,
    /// The revision that it is for; any if none is named.
    pub expected: Option<Revision>,
    /// What is to change.
    pub change: wire::Change,
}

/// What was made of a change: the revision it led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Made {
    pub(crate) revision: Revision,
    pub(crate) chain: Chain,
}

/// A world with all that belongs to changing it.
pub(crate) struct Writer {
    world: World,
    journal: Box<dyn Journal>,
    chain: Chain,
    // The changes that were made last, by the names that clients gave them.
    names: VecDeque<(String, Made)>,
    // The paths that are watched, and by whom.
    watcher: Watcher,
    watched: BTreeMap<WatchId, WatchKey>,
    // How many had ended when it was last looked for those that nobody watches any more.
    ended_seen: u64,
}

impl Writer {
    pub(crate) fn new(world: World, journal: Box<dyn Journal>) -> Writer {
        let (watcher, watched) = (Watcher::new(&world), BTreeMap::new());
        let (chain, names) = (Chain::default(), VecDeque::new());
        Writer { world, journal, chain, names, watcher, watched, ended_seen: 0 }
    }

    /// Journals what is changed from now on.
    pub(crate) fn write_to(&mut self, journal: Box<dyn Journal>) {
        self.journal = journal;
    }

    pub(crate) fn snapshot(&self) -> Snapshot {
        self.world.snapshot()
    }

    pub(crate) fn chain(&self) -> Chain {
        self.chain
    }

    /// What the map is at.
    pub(crate) fn made(&self) -> Made {
        Made { revision: self.world.revision(), chain: self.chain }
    }

    /// Watches a path from now on.
    pub(super) fn watch(
        &mut self,
        key: WatchKey,
        path: &wire::Path,
        mover: Option<wire::Mover>,
        limits: &ServiceLimits,
    ) -> Result<Made, Refusal> {
        let mover = mover.map(|mover| mover.to_mover()).transpose()?;
        if let Some(mover) = &mover {
            self.take_in(mover.clone(), limits)?;
        }
        let mover = mover.and_then(|mover| self.world.mover_like(&mover));
        let path = path.to_path(self.world.map())?;
        if self.watched.is_empty() {
            // It begins here, and has no edits to catch up with.
            self.watcher = Watcher::new(&self.world);
        }
        let watched = self.watcher.watch(&self.world, &path, mover.unwrap_or(MoverId::FIRST));
        let id = watched.map_err(|fault| {
            let words =
                format!("at revision {}: {fault}; ask for a path again", self.world.revision());
            Refusal::new(RefusalKind::Conflict, words)
        })?;
        self.watched.insert(id, key);
        Ok(self.made())
    }

    /// Watches those paths alone that somebody still wants to hear of. It looks at them when `ended` is not
    /// what it was the last time.
    pub(super) fn watch_only(&mut self, ended: u64, is_wanted: impl Fn(WatchKey) -> bool) {
        if std::mem::replace(&mut self.ended_seen, ended) == ended {
            return;
        }
        let watcher = &mut self.watcher;
        self.watched.retain(|&id, key| is_wanted(*key) || !watcher.unwatch(id));
    }

    /// The paths that the last change broke.
    pub(super) fn broken(&mut self) -> Vec<(WatchKey, Broken)> {
        if self.watched.is_empty() {
            return Vec::new();
        }
        let broken = self.watcher.update(&self.world);
        broken.into_iter().map(|broken| (self.watched[&broken.id], broken)).collect()
    }

    /// Makes a change: writes it down first and makes it then, so that what is acknowledged is there after a
    /// crash, and what cannot be written down is not made.
    pub(crate) fn change(&mut self, asked: &ChangeAsked) -> Result<Made, Refusal> {
        let known = self.names.iter().find(|(id, _)| *id == asked.id);
        if let Some((_, made)) = known.filter(|_| !asked.id.is_empty()) {
            return Ok(*made);
        }
        let before = self.world.revision();
        if let Some(expected) = asked.expected.filter(|&expected| expected != before) {
            let words = format!(
                "the map is at revision {before}; expected {expected}: read it again, then change it"
            );
            return Err(Refusal::new(RefusalKind::Conflict, words));
        }
        let change = asked.change.to_change(self.world.map())?;
        self.world.map().check(&change).map_err(xunlu::WorldError::from)?;
        let json = Encoding::Json.write(&asked.change);
        let record = Record { before, chain: self.chain, id: asked.id.clone(), change: json };
        self.journal.append(&record.to_bytes()).map_err(|words| {
            let words = format!("the journal cannot be written, so nothing was changed: {words}");
            Refusal::new(RefusalKind::NoJournal, words)
        })?;
        self.make(&record, &change)
    }

    /// A world with all the changes of its journal made again, and how many bytes of that are whole: what
    /// follows a crash cut short. It journals nothing until it is [told where](Writer::write_to).
    ///
    /// # Errors
    /// Where the journal is damaged or not of this world, in words.
    pub(crate) fn replayed(
        world: World,
        journal: &[u8],
    ) -> Result<(Writer, usize), (usize, String)> {
        let mut writer = Writer::new(world, Box::new(NoJournal));
        let mut at = 0;
        while at < journal.len() {
            match Record::read(&journal[at..]) {
                Read::Record(record, length) => {
                    writer.replay(&record).map_err(|refusal| (at, refusal.to_string()))?;
                    at += length;
                }
                Read::CutShort => break,
                Read::Damaged => {
                    let words = "the journal is damaged here; expected a change";
                    return Err((at, words.to_owned()));
                }
            }
        }
        Ok((writer, at))
    }

    /// Makes again what a journal says.
    fn replay(&mut self, record: &Record) -> Result<Made, Refusal> {
        if (record.before, record.chain) != (self.world.revision(), self.chain) {
            let words = format!(
                "the journal goes on at revision {}; expected {}",
                record.before,
                self.world.revision()
            );
            return Err(Refusal::new(RefusalKind::Conflict, words));
        }
        let change: wire::Change = Encoding::Json.read(&record.change)?;
        let change = change.to_change(self.world.map())?;
        self.make(record, &change)
    }

    fn make(&mut self, record: &Record, change: &xunlu::Change) -> Result<Made, Refusal> {
        self.world.apply(change)?;
        self.chain = self.chain.then(&record.change);
        let made = Made { revision: self.world.revision(), chain: self.chain };
        if !record.id.is_empty() {
            if self.names.len() >= NAMES_MAX {
                self.names.pop_front();
            }
            self.names.push_back((record.id.clone(), made));
        }
        Ok(made)
    }

    /// Takes in a mover that somebody asked for.
    pub(crate) fn take_in(&mut self, mover: Mover, limits: &ServiceLimits) -> Result<(), Refusal> {
        if self.world.mover_like(&mover).is_some() {
            return Ok(());
        }
        let (movers, most) = (self.world.movers().count(), limits.movers_max);
        if movers >= most {
            let words = format!("the map has {most} kinds of movers; no more are taken");
            return Err(Refusal::new(RefusalKind::TooLarge, words));
        }
        // One more takes about as much as each of the others.
        let bytes = self.world.index_bytes();
        limits.check_memory(bytes + bytes / movers.max(1))?;
        self.world.add_mover(mover)?;
        Ok(())
    }
}

impl Made {
    pub(crate) fn told(self) -> Response {
        Response::Changed(self.change_told())
    }

    pub(super) fn change_told(self) -> ChangeTold {
        ChangeTold { revision: self.revision.to_string(), chain: self.chain.to_string() }
    }
}
