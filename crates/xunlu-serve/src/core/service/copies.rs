//! Maps that are written elsewhere, and follow.

use super::{Order, Service};
use crate::core::journal::Record;
use crate::core::naming::Naming;
use crate::core::writer::{BeginJournal, Made, Writer};
use std::sync::Arc;
use xunlu_client::{AnySnapshot, Refusal, RefusalKind};

impl<T> Service<T> {
    /// Holds a copy of a map that is written elsewhere. It changes by [`replay`](Self::replay) alone.
    pub(crate) fn hold_copy(&mut self, name: &str, writer: Box<Writer>) -> Result<(), Refusal> {
        if self.maps.get(name).is_some_and(|held| !held.is_copy) {
            let words = format!("{name:?} is written here by now");
            return Err(Refusal::new(RefusalKind::Conflict, words));
        }
        self.hold_as(name, writer, true)
    }

    /// Makes changes again that were made elsewhere, in their order and after all that was made here: those
    /// that go on where the copy is. What it is at then is told.
    pub(crate) fn replay(&mut self, map: &str, records: Vec<Record>, to: T) {
        match self.maps.get_mut(map).filter(|held| held.is_copy) {
            None => self.told.push((to, Err(Refusal::unknown_map(map)))),
            Some(held) => {
                held.orders.push_back(Order::Replay(records, to));
                self.call_writer(map);
            }
        }
    }

    /// Puts a map that is written here into another epoch, after all that is to be done to it before that.
    /// What it is at then is told.
    pub(crate) fn renew(&mut self, map: &str, epoch_least: u32, begin: BeginJournal, to: T) {
        match self.maps.get_mut(map).filter(|held| !held.is_copy) {
            None => self.told.push((to, Err(Refusal::unknown_map(map)))),
            Some(held) => {
                let epoch = epoch_least.max(held.snapshot.revision().epoch + 1);
                held.orders.push_back(Order::Renew(epoch, begin, to));
                self.call_writer(map);
            }
        }
    }

    /// A map as it is now, with the digest of the changes that led there.
    pub(crate) fn made(&self, map: &str) -> Option<(AnySnapshot, Made)> {
        let held = self.maps.get(map)?;
        let made = Made { revision: held.snapshot.revision(), chain: held.chain };
        Some((held.snapshot.clone(), made))
    }

    /// What the file of a map said besides it.
    pub(crate) fn naming(&self, map: &str) -> Option<Arc<Naming>> {
        self.maps.get(map).map(|held| held.naming.clone())
    }

    /// Whether a map is held that is written elsewhere.
    pub(crate) fn is_copy(&self, map: &str) -> bool {
        self.maps.get(map).is_some_and(|held| held.is_copy)
    }
}
