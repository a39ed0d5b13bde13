//! A map that is held, with all that waits for it.

use super::job::{Happened, Order, Waiting};
use super::journal::Chain;
use super::limits::ServiceLimits;
use super::naming::Naming;
use super::queue::FairQueue;
use super::request::Moment;
use super::service::Baked;
use super::site::BrokenPath;
use super::watches::Watches;
use super::writer::{Made, Writer};
use std::collections::VecDeque;
use std::sync::Arc;
use xunlu::map::Revision;
use xunlu_client::{AnySnapshot, BrokenTold, WatchEvent};

/// A map that is held.
pub(super) struct Held<T> {
    // Tells it from another of the same name, which it takes the place of or which takes its place.
    pub(super) generation: u64,
    // Somebody else writes it: here it follows.
    pub(super) is_copy: bool,
    pub(super) snapshot: AnySnapshot,
    // What its file said besides.
    pub(super) naming: Arc<Naming>,
    pub(super) chain: Chain,
    pub(super) past: VecDeque<AnySnapshot>,
    // `None` while it is at work.
    pub(super) writer: Option<Box<Writer>>,
    pub(super) orders: VecDeque<Order<T>>,
    // Questions for a revision that is still to come.
    pub(super) early: FairQueue<Box<Waiting<T>>>,
    // When it was put here or changed last.
    pub(super) since: Moment,
    // How many searches were asked for since.
    pub(super) asked: u64,
    // Of which revision roadmaps were baked, and for whom.
    pub(super) baked: Option<Baked>,
    // What it was changed to last, for those who come back.
    pub(super) changes: VecDeque<Made>,
}

impl<T> Held<T> {
    /// What somebody is told at first who watches its changes and knows them up to a revision, if so many are
    /// kept.
    pub(super) fn since(&self, after: Option<Revision>, most: usize) -> Vec<WatchEvent> {
        let now = Made { revision: self.snapshot.revision(), chain: self.chain };
        let Some(after) = after.filter(|&after| after != now.revision) else {
            return vec![WatchEvent::Watching(now.change_told())];
        };
        let known = self.changes.iter().position(|made| made.revision == after);
        let rest = known.map(|known| self.changes.iter().skip(known));
        let Some(rest) = rest.filter(|rest| rest.len() <= most) else {
            return vec![WatchEvent::Anew(now.change_told())];
        };
        let told = rest.enumerate().map(|(number, made)| match number {
            0 => WatchEvent::Watching(made.change_told()),
            _ => WatchEvent::Changed(made.change_told()),
        });
        told.collect()
    }

    pub(super) fn at(&self, wanted: Revision) -> Option<&AnySnapshot> {
        let all = std::iter::once(&self.snapshot).chain(&self.past);
        all.into_iter().find(|snapshot| snapshot.revision() == wanted)
    }

    /// Tells those who watch it what its writer did, in order.
    pub(super) fn tell(
        &mut self,
        map: &str,
        happened: Vec<Happened>,
        watches: &mut Watches,
        limits: &ServiceLimits,
    ) {
        for event in happened {
            match event {
                Happened::Changed(made, broken) => {
                    self.changes.push_back(made);
                    if self.changes.len() > limits.changes_kept_max {
                        self.changes.pop_front();
                    }
                    let event = WatchEvent::Changed(made.change_told());
                    watches.tell_of(map, &event, limits);
                    for BrokenPath { key, step, why } in broken {
                        let revision = made.revision.to_string();
                        let told = WatchEvent::Broken(BrokenTold { revision, step, why });
                        watches.tell(key, told, limits);
                    }
                }
                Happened::Watched(key, Ok(made)) => {
                    let event = WatchEvent::Watching(made.change_told());
                    watches.tell(key, event, limits);
                }
                Happened::Watched(key, Err(refusal)) => {
                    watches.end(key, refusal, limits);
                }
            }
        }
    }
}
