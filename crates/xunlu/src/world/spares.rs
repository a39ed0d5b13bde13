//! How an edit goes on beside snapshots: tables that a snapshot was taken of are caught up with the
//! changes since, once nobody holds them, and become the world's again.

use crate::tables::Tables;
use std::collections::VecDeque;
use std::sync::Arc;
use xunlu_map::Change;

/// So many tables are kept besides the world's own. Two serve a game that takes a snapshot a frame and
/// drops the one of the frame before.
const SPARES_MAX: usize = 2;
/// Tables that lie further behind are let go: copying the world's costs no more than to catch them up.
const LAG_MAX: usize = 1 << 12;

/// Tables that snapshots may hold, each behind the world by the last so many of the changes.
#[derive(Debug, Default)]
pub(super) struct Spares {
    spares: Vec<Spare>,
    // What changed since the oldest of them was the world's own.
    changes: VecDeque<Change>,
}

#[derive(Debug)]
struct Spare {
    tables: Arc<Tables>,
    behind: usize,
}

impl Spares {
    /// Sees to it that nobody else holds the world's tables.
    pub(super) fn part<'a>(&mut self, tables: &'a mut Arc<Tables>) -> &'a mut Tables {
        if Arc::get_mut(tables).is_none() {
            let next = self.caught_up().unwrap_or_else(|| Arc::new(Tables::clone(tables)));
            let taken = std::mem::replace(tables, next);
            if self.spares.len() == SPARES_MAX {
                self.drop_oldest();
            }
            self.spares.push(Spare { tables: taken, behind: 0 });
        }
        // They are the world's alone by now, so nothing is copied.
        Arc::make_mut(tables)
    }

    /// Notes a change that was made to the world's tables.
    pub(super) fn note(&mut self, change: &Change) {
        if self.spares.is_empty() {
            return;
        }
        self.changes.push_back(change.clone());
        self.spares.iter_mut().for_each(|spare| spare.behind += 1);
        self.spares.retain(|spare| spare.behind <= LAG_MAX);
        self.forget();
    }

    /// Tables that nobody holds, with all that changed since: of several those least behind.
    fn caught_up(&mut self) -> Option<Arc<Tables>> {
        let free = self.spares.iter_mut().enumerate();
        let free = free.filter_map(|(at, spare)| {
            Arc::get_mut(&mut spare.tables).is_some().then_some((spare.behind, at))
        });
        let (behind, at) = free.min()?;
        let mut tables = self.spares.swap_remove(at).tables;
        let own = Arc::get_mut(&mut tables)?;
        for change in self.changes.range(self.changes.len() - behind..) {
            let again = own.apply(change);
            assert!(again.is_ok(), "a change that the world took can be made again");
        }
        self.forget();
        Some(tables)
    }

    fn drop_oldest(&mut self) {
        let oldest = (0..self.spares.len()).max_by_key(|&at| self.spares[at].behind);
        if let Some(oldest) = oldest {
            self.spares.swap_remove(oldest);
        }
        self.forget();
    }

    /// Forgets changes that no spare is behind by.
    fn forget(&mut self) {
        let most = self.spares.iter().map(|spare| spare.behind).max().unwrap_or(0);
        self.changes.drain(..self.changes.len() - most);
    }
}
