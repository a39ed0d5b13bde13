//! Asking a roadmap: what a path costs, and its cells.

use super::Roadmap;
use super::labels::Labels;
use super::reach::Leg;
use super::sights::Sights;
use super::tables::Opened;
use super::turns::{Sector, Sectors};
use crate::jump::{JumpRule, PaddedCell};
use std::ops::Range;
use xunlu_map::{Cell, Cost, NodeId};

/// What a question writes, lent again and again. It grows with the largest roadmap that it is used for.
#[derive(Clone, Debug, Default)]
pub struct RoadmapSpace {
    // For each hub the cheapest way to it from the start, and after that in the lower half the entry that it
    // is by. All are `UNKNOWN` between two questions.
    ways: Vec<u64>,
    from_start: Vec<Look>,
    // The path that was found: where its legs and links begin and end. Legs are walked with the diagonal
    // steps first, the last one as said.
    turns: Vec<PaddedCell>,
    last: StepOrder,
}

const UNKNOWN: u64 = u64::MAX;

/// Entries of a subgoal that are looked at from an end.
#[derive(Clone, Debug)]
struct Look {
    subgoal: u32,
    /// What it costs to get to the subgoal.
    cost: u32,
    entries: Range<u32>,
}

/// The cheapest path between two cells, not yet written out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// By one leg.
    Direct,
    /// By a hub, to which there are ways from a subgoal near the start and from one near the goal.
    Hub { there: Half, back: Half },
}

/// A subgoal, and the entry of its label by which the way to the hub goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Half {
    subgoal: u32,
    entry: u32,
}

/// In which order the steps of a leg are walked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum StepOrder {
    #[default]
    DiagonalFirst,
    StraightFirst,
}

impl RoadmapSpace {
    /// How much memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.ways.capacity() * size_of::<u64>()
            + self.from_start.capacity() * size_of::<Look>()
            + self.turns.capacity() * size_of::<PaddedCell>()
    }
}

impl Roadmap {
    /// What the cheapest path from one cell to another costs. Returns `None` if there is none.
    ///
    /// # Panics
    /// When an end is not a node of the map.
    #[must_use]
    #[doc(alias("cost", "length"))]
    pub fn distance(&self, from: NodeId, to: NodeId, space: &mut RoadmapSpace) -> Option<Cost> {
        let [from, to] = self.ends(from, to);
        self.find(from, to, space).map(|(cost, _)| Cost(cost))
    }

    /// What the cheapest path from one cell to another costs, and its places, made of its cells. Returns
    /// `None` if there is none.
    ///
    /// # Panics
    /// When an end is not a node of the map.
    #[must_use]
    pub fn path<P>(
        &self,
        from: NodeId,
        to: NodeId,
        space: &mut RoadmapSpace,
        place_of: impl Fn(Cell) -> P,
    ) -> Option<(Cost, Vec<P>)> {
        let cost = self.look_up(from, to, space)?;
        Some((cost, self.places(space, place_of)))
    }

    /// Looks the cheapest path from one cell to another up, and leaves it in the space. Returns what it
    /// costs, or `None` if there is none.
    ///
    /// # Panics
    /// When an end is not a node of the map.
    pub fn look_up(&self, from: NodeId, to: NodeId, space: &mut RoadmapSpace) -> Option<Cost> {
        let [from, to] = self.ends(from, to);
        space.turns.clear();
        let (cost, way) = self.find(from, to, space)?;
        let turns = &mut space.turns;
        turns.push(from);
        let mut last = StepOrder::DiagonalFirst;
        if let Way::Hub { there, back } = way {
            let Opened { there: to_hubs, back: from_hubs, .. } = self.tables.open();
            let cell = |subgoal: u32| self.cells[subgoal as usize];
            turns.push(cell(there.subgoal));
            turns.extend(to_hubs.way(there.entry).map(cell));
            let before = turns.len();
            // From the goal's subgoal on, with the hub as the last, which is there already.
            turns.push(cell(back.subgoal));
            turns.extend(from_hubs.way(back.entry).map(cell));
            turns.pop();
            turns[before..].reverse();
            // The leg to the goal was found from the goal, and is walked the other way.
            last = StepOrder::StraightFirst;
        }
        turns.push(to);
        space.last = last;
        Some(Cost(cost))
    }

    fn ends(&self, from: NodeId, to: NodeId) -> [PaddedCell; 2] {
        [from, to].map(|node| {
            assert!(node.0 < self.layout.len(), "{node:?} is not a node of this map");
            let stride = self.layout.stride();
            PaddedCell { x: node.0 % stride, y: node.0 / stride }
        })
    }

    /// The cheapest way between two cells.
    fn find(
        &self,
        from: PaddedCell,
        to: PaddedCell,
        space: &mut RoadmapSpace,
    ) -> Option<(u32, Way)> {
        let opened = self.tables.open();
        let sights = self.has_sights().then_some(opened.sights);
        let labels = [opened.there, opened.back];
        let found = self.find_in(labels, sights, from, to, space);
        let Some((_, Way::Hub { there, back })) = found else { return found };
        let is_there = |end: PaddedCell, half: Half| {
            self.reach.has_free_leg(end, self.cells[half.subgoal as usize])
        };
        if is_there(from, there) && is_there(to, back) {
            return found;
        }
        // What is seen from a cell was not found here: somebody wrote it into a file.
        self.find_in(labels, None, from, to, space)
    }

    /// Looks through the labels of what is around both ends.
    fn find_in(
        &self,
        [there, back]: [Labels<'_>; 2],
        sights: Option<Sights<'_>>,
        from: PaddedCell,
        to: PaddedCell,
        space: &mut RoadmapSpace,
    ) -> Option<(u32, Way)> {
        let least = self.reach.least(from, to);
        if from == to {
            return Some((0, Way::Direct));
        }
        if space.ways.len() < self.cells.len() {
            space.ways.resize(self.cells.len(), UNKNOWN);
        }
        let RoadmapSpace { ways, from_start, .. } = space;
        let ways = &mut ways[..self.cells.len()];
        from_start.clear();
        self.each_look(there, sights, from, |look| from_start.push(look));
        for (look, number) in from_start.iter().zip(0_u64..) {
            for entry in there.entries(look.entries.clone()) {
                let way = &mut ways[entry.hub as usize];
                *way = (*way).min(u64::from(look.cost + entry.cost) << 32 | number);
            }
        }
        let (mut least_cost, mut by) = (u64::from(u32::MAX), [0; 2]);
        let mut half = Half::default();
        self.each_look(back, sights, to, |look| {
            for (entry, at) in back.entries(look.entries.clone()).zip(look.entries.start..) {
                let way = ways[entry.hub as usize];
                let cost = (way >> 32) + u64::from(look.cost + entry.cost);
                if cost < least_cost {
                    (least_cost, by) = (cost, [way & 0xffff_ffff, entry.hub.into()]);
                    half = Half { subgoal: look.subgoal, entry: at };
                }
            }
        });
        for look in &*from_start {
            for entry in there.entries(look.entries.clone()) {
                ways[entry.hub as usize] = UNKNOWN;
            }
        }
        if least_cost > u64::from(least) && self.reach.has_free_leg(from, to) {
            return Some((least, Way::Direct));
        }
        let cost = u32::try_from(least_cost).ok().filter(|&cost| cost < u32::MAX)?;
        let look = &from_start[usize::try_from(by[0]).ok()?];
        let own = there.entries(look.entries.clone()).zip(look.entries.start..);
        let (_, entry) = { own }.find(|(entry, _)| u64::from(entry.hub) == by[1])?;
        Some((cost, Way::Hub { there: Half { subgoal: look.subgoal, entry }, back: half }))
    }

    /// Tells of the entries by which a way may go on from a cell.
    #[inline]
    fn each_look(
        &self,
        labels: Labels<'_>,
        sights: Option<Sights<'_>>,
        from: PaddedCell,
        mut tell: impl FnMut(Look),
    ) {
        if let Some(subgoal) = self.reach.number_at(from) {
            let all = |entries| tell(Look { subgoal, cost: 0, entries });
            labels.each_range(subgoal, Sectors::MAX, all);
            return;
        }
        let mut look = |subgoal: u32, cost: u32, sector: Sector| {
            let onward = self.reach.turns.onward(labels.outlook(subgoal), sector);
            let some = |entries| tell(Look { subgoal, cost, entries });
            labels.each_range(subgoal, onward, some);
        };
        match sights {
            Some(sights) => sights.each(&self.reach, from, |subgoal| {
                let to = self.cells[subgoal as usize];
                look(subgoal, self.reach.least(from, to), self.reach.sector(from, to));
            }),
            None => self.reach.each_leg(from, |Leg { to, cost, sector }| {
                look(self.reach.number_of(to), cost, sector);
            }),
        }
    }

    /// Whether a path goes from one cell to the next by a link.
    #[inline]
    fn is_link(&self, from: PaddedCell, to: PaddedCell) -> bool {
        if self.links.is_empty() {
            return false;
        }
        let ends = self.reach.number_at(from).zip(self.reach.number_at(to));
        ends.is_some_and(|(from, to)| self.links.cost(from, to).is_some())
    }

    /// The places of the path that was [looked up](Self::look_up) last in this space, made of its cells: none
    /// if there was no path.
    #[must_use]
    pub fn places<P>(&self, space: &RoadmapSpace, place_of: impl Fn(Cell) -> P) -> Vec<P> {
        let RoadmapSpace { turns, last, .. } = space;
        let min = self.layout.bounds().min;
        let cell_of = |cell: PaddedCell| {
            let along = |from: i32, by: u32| from.wrapping_add_unsigned(by).wrapping_sub(1);
            Cell::new(along(min.x, cell.x), along(min.y, cell.y))
        };
        let parts = |from: PaddedCell, to: PaddedCell, order: StepOrder| {
            let [diagonal, straight] = Run::of_leg(self.reach.rule, from, to);
            match order {
                StepOrder::DiagonalFirst => [diagonal, straight],
                StepOrder::StraightFirst => [straight, diagonal],
            }
        };
        let count: usize = turns
            .windows(2)
            .map(|ends| {
                if self.is_link(ends[0], ends[1]) {
                    return 1;
                }
                let runs = Run::of_leg(self.reach.rule, ends[0], ends[1]);
                runs.iter().map(|run| run.steps as usize).sum()
            })
            .sum();
        // Counted first, so that the path is the one thing allocated.
        let mut places = Vec::with_capacity(count + 1);
        places.extend(turns.first().map(|&start| place_of(cell_of(start))));
        for (at, ends) in (2..).zip(turns.windows(2)) {
            if self.is_link(ends[0], ends[1]) {
                places.push(place_of(cell_of(ends[1])));
                continue;
            }
            let order = if at == turns.len() { *last } else { StepOrder::DiagonalFirst };
            let mut cell = cell_of(ends[0]);
            for Run { by: (dx, dy), steps } in parts(ends[0], ends[1], order) {
                for _ in 0..steps {
                    cell = Cell::new(cell.x + dx, cell.y + dy);
                    places.push(place_of(cell));
                }
            }
        }
        places
    }
}

/// So many steps in one direction.
#[derive(Clone, Copy, Debug)]
struct Run {
    by: (i32, i32),
    steps: u32,
}

impl Run {
    /// The diagonal steps of a leg, or with four neighbours those along the row, and its straight ones.
    #[inline]
    fn of_leg(rule: JumpRule, from: PaddedCell, to: PaddedCell) -> [Run; 2] {
        let sign = |from: u32, to: u32| i32::from(to > from) - i32::from(to < from);
        let (dx, dy) = (sign(from.x, to.x), sign(from.y, to.y));
        let (columns, rows) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        if rule == JumpRule::Four {
            return [Run { by: (dx, 0), steps: columns }, Run { by: (0, dy), steps: rows }];
        }
        let straight = if columns > rows { (dx, 0) } else { (0, dy) };
        let [fewer, more] = [columns.min(rows), columns.max(rows)];
        [Run { by: (dx, dy), steps: fewer }, Run { by: straight, steps: more - fewer }]
    }
}
