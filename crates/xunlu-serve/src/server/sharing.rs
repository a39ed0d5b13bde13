//! What a server does with maps that are shared over NATS: who writes them, and in which epoch.

use super::{Server, no_journal};
use crate::core::journal::{Journal, NoJournal};
use crate::core::writer::{BeginJournal, Begun};
use crate::doors::nats::Nats;
use crate::pool::Waking;
use crate::store::Kept;
use serde_json::json;
use std::io;
use std::sync::PoisonError;
use xunlu_client::{AnySnapshot, Refusal, RefusalKind};

impl Server {
    /// Shares its maps from now on.
    pub(crate) fn share(&self, nats: &Nats) {
        let own = nats.clone();
        self.pool().forward(move |map, asked, tell| own.change(map, asked, tell));
        // There is one door of the kind.
        let _ = self.0.nats.set(nats.clone());
    }

    /// Whether it shares its maps with others.
    pub(super) fn is_shared(&self) -> bool {
        self.0.nats.get().is_some()
    }

    /// The least epoch that a map of this name may begin with, which is to be put here.
    pub(super) fn epoch_least(&self, name: &str) -> Result<u32, Refusal> {
        let begun = self.epoch_begun(name).map_err(|error| no_journal(&error))?;
        let Some(nats) = self.0.nats.get() else { return Ok(begun) };
        let is_ours =
            self.pool().with(|service| service.made(name).is_some() && !service.is_copy(name));
        Ok(begun.max(nats.epoch_least(name, is_ours)?))
    }

    /// What is told of copies, in Prometheus' text.
    pub(super) fn metrics_of_copies(&self) -> String {
        self.0.nats.get().map(Nats::metrics).unwrap_or_default()
    }

    /// The least epoch after all that are on the disk or were begun here.
    fn epoch_begun(&self, name: &str) -> io::Result<u32> {
        let kept = self.0.store.as_ref().map_or(Ok(0), |store| store.epoch_least(name))?;
        let begun = self.0.epochs.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(kept.max(begun.get(name).map_or(0, |&last| last + 1)))
    }

    /// Where changes of a map are written that begins here, and who hears of them. The bytes are those of the
    /// file, if it is a scene.
    pub(super) fn journal_of(
        &self,
        name: &str,
        begun: &Begun<'_>,
        bytes: &[u8],
    ) -> io::Result<Box<dyn Journal>> {
        let journal: Box<dyn Journal> = match &self.0.store {
            None => Box::new(NoJournal),
            Some(store) => store.keep(name, begun, bytes)?,
        };
        let Some(nats) = self.0.nats.get() else { return Ok(journal) };
        let mut epochs = self.0.epochs.lock().unwrap_or_else(PoisonError::into_inner);
        epochs.insert(name.to_owned(), begun.at.revision.epoch);
        Ok(nats.held(name, begun.at, journal))
    }

    /// Refuses to let go of a map that is written elsewhere.
    pub(super) fn is_written_here(&self, name: &str) -> Result<(), Refusal> {
        if self.pool().with(|service| service.is_copy(name)) {
            let words = format!("{name:?} is written elsewhere; expected to be asked there");
            return Err(Refusal::new(RefusalKind::Conflict, words));
        }
        Ok(())
    }

    /// A map was let go of.
    pub(super) fn is_gone(&self, name: &str) {
        if let Some(nats) = self.0.nats.get() {
            nats.gone(name);
        }
    }

    /// Holds a map that was kept, in a later epoch if one is said.
    pub(crate) fn hold_kept(
        &self,
        name: &str,
        kept: Kept,
        epoch: Option<u32>,
    ) -> Result<(), Refusal> {
        let mut writer = kept.writer;
        let at = writer.made();
        match (epoch, self.0.nats.get()) {
            (Some(epoch), _) => {
                let begun = self.epoch_begun(name).map_err(|error| no_journal(&error))?;
                writer.renew(epoch.max(begun), self.begin_epoch(name, None))?;
            }
            (None, Some(nats)) => writer.journal_by(|journal| nats.held(name, at, journal)),
            (None, None) => {}
        }
        self.pool().with(|service| service.hold_writer(name, writer))
    }

    /// Says that all maps that were kept are held, in later epochs where they may lack changes.
    pub(crate) fn has_gone_on(&self) {
        if let Some(store) = &self.0.store {
            store.has_gone_on();
        }
    }

    /// Puts a map that is written here into an epoch that is this one or a later one, as it is. Its changes
    /// go on in order; whoever watches one of its paths has to ask again.
    pub(crate) fn renew(&self, name: &str, epoch_least: u32) {
        let Some((_, now)) = self.pool().with(|service| service.made(name)) else { return };
        let least = epoch_least.max(self.epoch_begun(name).unwrap_or_default());
        let begin = self.begin_epoch(name, Some(now.revision.epoch));
        let (own, map) = (self.clone(), name.to_owned());
        let tell = Box::new(move |told, _: &mut Waking| {
            if let Err(refusal) = told {
                let words = format!("it cannot go on in a later epoch: {refusal}");
                own.pool().log("nats", || json!({ "map": map, "told": words }));
            }
        });
        self.pool().renew(name, least, begin, tell);
    }

    /// Begins the journal of a map that goes on in a later epoch, as long as it is in the one that is
    /// expected: another may be put in its place at any time.
    fn begin_epoch(&self, name: &str, expected: Option<u32>) -> BeginJournal {
        let (own, name) = (self.clone(), name.to_owned());
        Box::new(move |begun| {
            let _upkeep = own.0.upkeep.lock().unwrap_or_else(PoisonError::into_inner);
            let held = own.pool().with(|service| service.made(&name));
            let held = held.map(|(_, made)| made.revision.epoch);
            if expected.is_some() && held != expected {
                return Err("another took its place meanwhile".to_owned());
            }
            let snapshot = begun.site.snapshot();
            let file = match &snapshot {
                AnySnapshot::Map(_) => &[],
                AnySnapshot::Scene(scene) => scene.file().ok_or("nobody kept its file")?,
            };
            own.journal_of(&name, begun, file).map_err(|error| error.to_string())
        })
    }
}
