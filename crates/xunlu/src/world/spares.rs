//! How an edit goes on beside snapshots: tables that a snapshot was taken of are caught up with the
//! changes since, once nobody holds them, and become the world's again.

use crate::tables::Tables;
use std::collections::VecDeque;
use std::sync::Arc;
use xunlu_map::Change;

/// So many tables are kept besides the world's own. Two serve a game that takes a snapshot a frame and
/// drops the one of the frame before.
const SPARES_MAX: usize = 2;
/// What making one part of a change costs beside its cells, and what copying costs beside the map's nodes, in
/// cells filled: some 20 us and 0.4 ms.
const PART_WORK: u64 = 1_000;
const COPY_WORK: u64 = 20_000;
/// Copying so many nodes takes as long as filling a cell.
const NODES_A_CELL: u64 = 12;

/// Tables that snapshots may hold, each behind the world by the last so many of the changes.
#[derive(Debug, Default)]
pub(super) struct Spares {
    spares: Vec<Spare>,
    // What changed since the oldest of them was the world's own, none of them nested.
    changes: VecDeque<Change>,
}

#[derive(Debug)]
struct Spare {
    tables: Arc<Tables>,
    behind: usize,
    // What catching it up would cost.
    work: u64,
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
            self.spares.push(Spare { tables: taken, behind: 0, work: 0 });
        }
        // They are the world's alone by now, so nothing is copied.
        Arc::make_mut(tables)
    }

    /// Notes a change that was made to the world's tables. A spare is let go once copying would cost less
    /// than catching it up.
    pub(super) fn note(&mut self, change: &Change) {
        if self.spares.is_empty() {
            return;
        }
        let (mut parts, mut work) = (0_usize, 0_u64);
        change.each(&mut |part| {
            parts += 1;
            work = work.saturating_add(PART_WORK + cells_of(part));
        });
        self.spares.retain_mut(|spare| {
            (spare.behind, spare.work) = (spare.behind + 1, spare.work.saturating_add(work));
            let nodes = u64::from(spare.tables.map.node_count());
            spare.work <= COPY_WORK + nodes / NODES_A_CELL
        });
        if !self.spares.is_empty() {
            // Part by part, however deep a stranger nested them.
            let mut flat = Vec::with_capacity(parts);
            change.each(&mut |part| flat.push(part.clone()));
            self.changes.push_back(Change::All(flat));
        }
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

/// How many cells a part of a change gives other ground.
fn cells_of(part: &Change) -> u64 {
    match part {
        Change::Terrain { rect, .. } | Change::Tags { rect, .. } | Change::Exits { rect, .. } => {
            rect.size.area()
        }
        Change::AddLink(_) | Change::RemoveLink(_) | Change::Door { .. } | Change::All(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::World;
    use xunlu_map::{Cell, Grid, Place, Rect, Size, Terrain};

    /// A world beside whose tables lie those of a snapshot.
    fn world() -> World {
        let mut world = World::new(Grid::new(Size::new(64, 64)).unwrap()).unwrap();
        let _snapshot = world.snapshot();
        world.set(Place::cell(0, 0), Terrain::WALL).unwrap();
        assert_eq!((world.spares.spares.len(), world.spares.changes.len()), (1, 1));
        world
    }

    #[test]
    fn tables_that_are_expensive_to_catch_up_are_let_go() {
        let mut world = world();
        let all = Rect::new(Cell::new(0, 0), Size::new(64, 64));
        // Each counts 4,096 cells and a part's own work, of 20,341 in all.
        for number in 0..4 {
            assert_eq!(world.spares.spares.len(), 1);
            world.fill(all, Terrain(1 + number)).unwrap();
        }
        assert_eq!((world.spares.spares.len(), world.spares.changes.len()), (0, 0));
    }

    #[test]
    fn changes_are_kept_part_by_part() {
        let mut world = world();
        let wall = Change::terrain(0, Rect::cell(Cell::new(3, 3)), Terrain::WALL);
        let nested = Change::All(vec![Change::All(vec![wall.clone()]), wall.clone()]);
        world.apply(&nested).unwrap();
        assert_eq!(world.spares.changes.back(), Some(&Change::All(vec![wall.clone(), wall])));
    }
}
