//! Roadmaps of maps that stand still: which is baked next, and taken in once it is.

use super::Service;
use crate::core::held::Held;
use crate::core::job::Order;
use crate::core::request::Moment;
use std::sync::Arc;
use std::time::Duration;
use xunlu::map::Revision;
use xunlu::roadmap::Roadmap;
use xunlu::{MoverId, Snapshot};
use xunlu_client::AnySnapshot;

/// A roadmap that is worth baking: of a map as it was at a revision, for a mover.
#[derive(Clone, Debug)]
pub struct ToBake {
    /// What the map is called.
    pub map: String,
    /// What it is baked of.
    pub snapshot: Snapshot,
    /// For whom.
    pub mover: MoverId,
    /// In how many bytes it has to have room.
    pub bytes_max: usize,
    /// Which of the map's movers that is.
    pub number: usize,
    generation: u64,
}

/// What was baked last of a map, or tried to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::core) struct Baked {
    revision: Revision,
    // The movers before this one have had their turn.
    next: usize,
}

impl<T> Service<T> {
    /// The roadmap to be baked next: of the map that most was asked about since it was changed, if that was
    /// so long ago or longer, for its next mover that has none. Each is told of once at a revision. Returns
    /// `None` if there is nothing to bake, or no room.
    pub fn to_bake(&mut self, now: Moment, still: Duration, bytes_max: usize) -> Option<ToBake> {
        let taken: usize = self.maps.values().map(|held| roadmap_bytes(held)).sum();
        let bytes_max = bytes_max.checked_sub(taken).filter(|&bytes| bytes > 0)?;
        let waiting = self.maps.iter_mut().filter(|(_, held)| {
            held.asked > 0 && held.since + still <= now && held.orders.is_empty()
        });
        let mut waiting: Vec<(&String, &mut Held<T>)> = waiting.collect();
        waiting.sort_by_key(|(_, held)| std::cmp::Reverse(held.asked));
        let limits = &self.limits;
        waiting.into_iter().find_map(|(map, held)| {
            let AnySnapshot::Map(snapshot) = &held.snapshot else { return None };
            let revision = snapshot.revision();
            let known = held.baked.filter(|baked| baked.revision == revision);
            let next = known.map_or(0, |baked| baked.next);
            let lacks =
                |mover: MoverId| snapshot.view(mover).is_ok_and(|view| view.roadmap().is_none());
            let movers = snapshot.movers().map(|(mover, _)| mover).enumerate().skip(next);
            let found = { movers }.find(|&(_, mover)| lacks(mover));
            let (number, mover) = found?;
            held.baked = Some(Baked { revision, next: number + 1 });
            let room = limits.memory_max.checked_sub(snapshot.index_bytes())?;
            Some(ToBake {
                map: map.clone(),
                snapshot: snapshot.clone(),
                mover,
                number,
                bytes_max: bytes_max.min(room),
                generation: held.generation,
            })
        })
    }

    /// Whether a map is still as it was when a roadmap of it was begun.
    #[must_use]
    pub fn is_as_baked(&self, own: &ToBake) -> bool {
        let held = self.maps.get(&own.map).filter(|held| held.generation == own.generation);
        held.is_some_and(|held| held.snapshot.revision() == own.snapshot.revision())
    }

    /// Has the writer of a map take in a roadmap that was baked.
    pub fn baked(&mut self, own: &ToBake, roadmap: Arc<Roadmap>) {
        let held = self.maps.get_mut(&own.map).filter(|held| held.generation == own.generation);
        if let Some(held) = held {
            held.orders.push_back(Order::Roadmap(own.mover, roadmap));
            self.call_writer(&own.map);
        }
    }
}

/// What the roadmaps of a map take, those that several movers share counted once for each.
fn roadmap_bytes<T>(held: &Held<T>) -> usize {
    let AnySnapshot::Map(snapshot) = &held.snapshot else { return 0 };
    let views = snapshot.movers().filter_map(|(mover, _)| snapshot.view(mover).ok());
    views.filter_map(|view| view.roadmap()).map(Roadmap::bytes).sum()
}
