//! Floors: the tops of solids with room above them, and which of them one can stand on.

use super::solids::Solid;
use super::walker::Walker;
use crate::half_edges::numbered;

/// A floor with headroom above it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Floor {
    pub(super) height: i32,
    pub(super) ceiling: i32,
    /// The height of the ground in the middle of the cell: no more than the floor's.
    pub(super) surface: i32,
    /// Whether one could stand there, if it is no ledge.
    pub(super) is_level: bool,
}

/// The floors of a row of columns. The first of each column is the depth below everything.
#[derive(Clone, Default, Debug)]
pub(super) struct Row {
    // The first floor of each column, and of one more.
    firsts: Vec<u32>,
    floors: Vec<Floor>,
}

/// Where nothing is, to which one may fall.
const DEPTH: Floor = Floor { height: i32::MIN / 2, ceiling: i32::MAX, surface: 0, is_level: false };

impl Row {
    /// Makes it the floors above solids, which are sorted by column and from bottom to top.
    pub(super) fn fill(&mut self, columns: u32, solids: &[(u32, Solid)], walker: &Walker) {
        self.firsts.clear();
        self.floors.clear();
        let mut solids = solids;
        for column in 0..columns {
            self.firsts.push(numbered(self.floors.len()));
            let count = solids.iter().take_while(|(own, _)| *own == column).count();
            let (own, rest) = solids.split_at(count);
            let ceiling = own.first().map_or(i32::MAX, |(_, solid)| solid.bottom);
            self.floors.push(Floor { ceiling, ..DEPTH });
            self.add(own, walker);
            solids = rest;
        }
        self.firsts.push(numbered(self.floors.len()));
    }

    /// Adds the floors above the solids of a column.
    fn add(&mut self, solids: &[(u32, Solid)], walker: &Walker) {
        let mut below: Option<&Solid> = None;
        for (number, (_, solid)) in solids.iter().enumerate() {
            let ceiling = solids.get(number + 1).map_or(i32::MAX, |(_, above)| above.bottom);
            // One that is not level, but low, is stepped on from the level one below it.
            let is_low =
                below.is_some_and(|below| below.is_level && solid.top - below.top <= walker.step);
            let Solid { top: height, surface, is_level, .. } = *solid;
            if ceiling - height >= walker.headroom {
                let is_level = is_level || is_low;
                self.floors.push(Floor { height, ceiling, surface, is_level });
            }
            below = Some(solid);
        }
    }

    /// The floors of a column, from bottom to top; beyond the ends of the row there is but the depth.
    pub(super) fn column(&self, column: u32) -> &[Floor] {
        let ends = [column, column.saturating_add(1)].map(|at| self.firsts.get(at as usize));
        let [Some(&first), Some(&end)] = ends else { return &[DEPTH] };
        &self.floors[first as usize..end as usize]
    }
}

impl Floor {
    /// Whether one can stand there, given the floors of the four columns around: not on a ledge, beyond which
    /// it goes down by more than a step, and not where it goes up and down by more than that from side to
    /// side.
    pub(super) fn is_walkable(&self, around: [&[Floor]; 4], walker: &Walker) -> bool {
        if !self.is_level {
            return false;
        }
        let (mut least, mut most) = (self.height, self.height);
        // From bottom to top: those before the first end too low, those after the last begin too high.
        let near = around.into_iter().flat_map(|floors| {
            let is_below =
                |floor: &Floor| floor.ceiling.saturating_sub(self.height) < walker.headroom;
            let near = &floors[floors.partition_point(is_below)..];
            near.iter()
                .take_while(|floor| self.ceiling.saturating_sub(floor.height) >= walker.headroom)
        });
        for floor in near {
            let bottom = self.height.max(floor.height);
            if self.ceiling.min(floor.ceiling) - bottom < walker.headroom {
                continue;
            }
            if floor.height < self.height - walker.step {
                return false;
            }
            if floor.height <= self.height + walker.step {
                (least, most) = (least.min(floor.height), most.max(floor.height));
            }
        }
        most - least <= walker.step
    }

    /// Whether one can step from this floor to one beside it.
    pub(super) fn leads_to(&self, other: &Floor, walker: &Walker) -> bool {
        let room = self.ceiling.min(other.ceiling) - self.height.max(other.height);
        (self.height - other.height).abs() <= walker.step && room >= walker.headroom
    }
}
