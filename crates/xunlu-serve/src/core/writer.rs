//! The one writer of a map: makes changes in their order, journals each before it is acknowledged.

use super::journal::{Chain, Journal, JournalBase, NoJournal, Read, Record};
use super::limits::ServiceLimits;
use super::naming::Naming;
use super::site::{BrokenPath, Possible, Site, WatchedPath};
use super::watches::WatchKey;
use std::collections::VecDeque;
use std::sync::Arc;
use xunlu::map::Revision;
use xunlu::roadmap::Roadmap;
use xunlu::{Mover, MoverId};
use xunlu_client::{AnyChange, AnySnapshot, ChangeTold, Refusal, RefusalKind, Response};

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
    pub change: AnyChange,
}

/// What was made of a change: the revision it led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Made {
    pub(crate) revision: Revision,
    pub(crate) chain: Chain,
}

impl Made {
    /// What a map is at that begins here.
    pub(crate) fn of(site: &Site) -> Made {
        // Histories of different maps have nothing in common, from the beginning.
        Made { revision: site.revision(), chain: Chain(site.digest()) }
    }
}

/// What begins: a map, what it is at, and the changes that lead to that from the file that it was made of.
pub(crate) struct Begun<'a> {
    pub(crate) site: &'a Site,
    pub(crate) at: Made,
    pub(crate) records: Vec<u8>,
}

impl Begun<'_> {
    /// A map that was just made.
    pub(crate) fn of(site: &Site) -> Begun<'_> {
        Begun { site, at: Made::of(site), records: Vec::new() }
    }
}

/// Makes the journal of a map that begins.
pub(crate) type BeginJournal =
    Box<dyn FnOnce(&Begun<'_>) -> Result<Box<dyn Journal>, String> + Send>;

/// A map or a scene with all that belongs to changing it.
pub(crate) struct Writer {
    site: Site,
    journal: Box<dyn Journal>,
    chain: Chain,
    // The changes that were made last, by the names that clients gave them.
    names: VecDeque<(String, Made)>,
    // How many watched paths had ended when it was last looked for those that nobody watches any more.
    ended_seen: u64,
}

impl Writer {
    pub(crate) fn new(site: impl Into<Site>, journal: Box<dyn Journal>) -> Writer {
        let site = site.into();
        let (chain, names) = (Made::of(&site).chain, VecDeque::new());
        Writer { site, journal, chain, names, ended_seen: 0 }
    }

    /// A copy of a map as it was at a revision, after changes of this digest.
    pub(crate) fn copied(site: impl Into<Site>, chain: Chain) -> Writer {
        Writer { chain, ..Writer::new(site, Box::new(NoJournal)) }
    }

    /// A map as it was at a revision, with what the changes were called that led there.
    pub(crate) fn based(
        site: impl Into<Site>,
        chain: Chain,
        names: impl IntoIterator<Item = (String, Made)>,
    ) -> Writer {
        let names = names.into_iter().collect();
        Writer { names, ..Writer::copied(site, chain) }
    }

    /// What a journal may go on from as it is now.
    pub(crate) fn base(&self) -> JournalBase {
        let names = self.names.iter().cloned().collect();
        let (snapshot, naming) = (self.snapshot(), self.naming());
        JournalBase { snapshot, naming, at: self.made(), names }
    }

    /// Journals what is changed from now on.
    pub(crate) fn write_to(&mut self, journal: Box<dyn Journal>) {
        self.journal = journal;
    }

    /// Journals what is changed from now on by something around its journal.
    pub(crate) fn journal_by(&mut self, around: impl FnOnce(Box<dyn Journal>) -> Box<dyn Journal>) {
        let journal = std::mem::replace(&mut self.journal, Box::new(NoJournal));
        self.journal = around(journal);
    }

    /// The same map in another epoch, with a journal of its own. What changes were called is still known;
    /// paths are watched no longer, and whose they were is returned.
    pub(crate) fn renew(
        &mut self,
        epoch: u32,
        begin: BeginJournal,
    ) -> Result<Vec<WatchKey>, Refusal> {
        let own = self.site.revision().epoch;
        if own >= epoch {
            let words = format!("the map is in epoch {own} already; expected one before {epoch}");
            return Err(Refusal::new(RefusalKind::Conflict, words));
        }
        let (site, at, records) = self.site.in_epoch(epoch)?;
        let journal = begin(&Begun { site: &site, at, records });
        let journal = journal.map_err(|words| Refusal::new(RefusalKind::NoJournal, words))?;
        let mut renewed = Writer { chain: at.chain, ..Writer::new(site, journal) };
        std::mem::swap(&mut renewed.names, &mut self.names);
        let before = std::mem::replace(self, renewed);
        Ok(before.site.into_watched())
    }

    pub(crate) fn snapshot(&self) -> AnySnapshot {
        self.site.snapshot()
    }

    /// What the map's file said besides.
    pub(crate) fn naming(&self) -> Arc<Naming> {
        self.site.naming()
    }

    pub(crate) fn chain(&self) -> Chain {
        self.chain
    }

    /// What it is at.
    pub(crate) fn made(&self) -> Made {
        Made { revision: self.site.revision(), chain: self.chain }
    }

    /// Watches a path from now on.
    pub(super) fn watch(
        &mut self,
        key: WatchKey,
        path: &WatchedPath,
        limits: &ServiceLimits,
    ) -> Result<Made, Refusal> {
        self.site.watch(key, path, limits)?;
        Ok(self.made())
    }

    /// Watches those paths alone that somebody still wants to hear of. It looks at them when `ended` is not
    /// what it was the last time.
    pub(super) fn watch_only(&mut self, ended: u64, is_wanted: impl Fn(WatchKey) -> bool) {
        if std::mem::replace(&mut self.ended_seen, ended) != ended {
            self.site.watch_only(is_wanted);
        }
    }

    /// The paths that the last change broke.
    pub(super) fn broken(&mut self) -> Vec<BrokenPath> {
        self.site.broken()
    }

    /// Takes in a roadmap, unless the map was changed since it was baked.
    pub(super) fn attach_roadmap(&mut self, mover: MoverId, roadmap: Arc<Roadmap>) {
        self.site.attach_roadmap(mover, roadmap);
    }

    /// Takes in a mover that somebody asked for.
    pub(crate) fn take_in(&mut self, mover: Mover, limits: &ServiceLimits) -> Result<(), Refusal> {
        self.site.take_in(mover, limits)
    }

    /// Makes a change: writes it down first and makes it then, so that what is acknowledged is there after a
    /// crash, and what cannot be written down is not made.
    pub(crate) fn change(&mut self, asked: &ChangeAsked) -> Result<Made, Refusal> {
        let known = self.names.iter().find(|(id, _)| *id == asked.id);
        if let Some((_, made)) = known.filter(|_| !asked.id.is_empty()) {
            return Ok(*made);
        }
        let before = self.site.revision();
        if let Some(expected) = asked.expected.filter(|&expected| expected != before) {
            let words = format!(
                "the map is at revision {before}; expected {expected}: read it again, then change it"
            );
            return Err(Refusal::new(RefusalKind::Conflict, words));
        }
        let possible = self.site.look_at(&asked.change)?;
        let change = asked.change.to_bytes();
        let record = Record { before, chain: self.chain, id: asked.id.clone(), change };
        self.journal.append(&record.to_bytes()).map_err(|words| {
            let words = format!("the journal cannot be written, so nothing was changed: {words}");
            Refusal::new(RefusalKind::NoJournal, words)
        })?;
        let made = self.make(&record, possible)?;
        self.journal.made(made.revision, made.chain);
        if self.journal.is_long() {
            self.journal.shorten(self.base());
        }
        Ok(made)
    }

    /// Makes all the changes of a journal again that goes on where it is. Returns how many bytes of it are
    /// whole: what follows a crash cut short.
    ///
    /// # Errors
    /// Where the journal is damaged or goes on elsewhere, in words.
    pub(crate) fn replay_all(&mut self, journal: &[u8]) -> Result<usize, (usize, String)> {
        let mut at = 0;
        while at < journal.len() {
            match Record::read(&journal[at..]) {
                Read::Record(record, length) => {
                    self.replay(&record).map_err(|refusal| (at, refusal.to_string()))?;
                    at += length;
                }
                Read::CutShort => break,
                Read::Damaged => {
                    let words = "the journal is damaged here; expected a change";
                    return Err((at, words.to_owned()));
                }
            }
        }
        Ok(at)
    }

    /// Makes again what a journal says.
    pub(super) fn replay(&mut self, record: &Record) -> Result<Made, Refusal> {
        if (record.before, record.chain) != (self.site.revision(), self.chain) {
            let words = format!(
                "the journal goes on at revision {}; expected {}",
                record.before,
                self.site.revision()
            );
            return Err(Refusal::new(RefusalKind::Conflict, words));
        }
        let possible = self.site.look_at(&self.site.read(&record.change)?)?;
        self.make(record, possible)
    }

    fn make(&mut self, record: &Record, possible: Possible) -> Result<Made, Refusal> {
        self.site.make(possible)?;
        self.chain = self.chain.then(&record.change);
        let made = self.made();
        if !record.id.is_empty() {
            if self.names.len() >= NAMES_MAX {
                self.names.pop_front();
            }
            self.names.push_back((record.id.clone(), made));
        }
        Ok(made)
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
