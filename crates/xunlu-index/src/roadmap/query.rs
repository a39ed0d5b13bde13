//! Asking a roadmap: what a path costs, and its cells.

use super::Roadmap;
use super::labels::Labels;
use super::merged::{Merged, MergedEntry, Runs, UNSEEN};
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
    // For each hub in the upper half for which question it was reached from the start last, and in the lower
    // half what it costs to get there. Each question has a lower number than the one before, so the least is
    // what counts, and nothing has to be cleared.
    ways: Vec<u64>,
    question: u32,
    ends: [End; 2],
    // The path that was found: where its legs and links begin and end. Legs are walked with the diagonal
    // steps first, the last one as said.
    turns: Vec<PaddedCell>,
    last: StepOrder,
}

/// For no question yet. With what it costs on from there it does not overflow.
const UNKNOWN: u64 = u64::MAX >> 1;
/// Later questions have lower numbers, so that their ways count as cheaper than any from before.
const QUESTION_FIRST: u32 = u32::MAX >> 1;

/// What is known of an end of a question before hubs are looked for.
#[derive(Clone, Debug, Default)]
struct End {
    looks: Vec<Look>,
    // Where labels are merged, for each subgoal in the list of the block what the leg to it costs, or
    // `UNSEEN`.
    legs: Vec<u32>,
    merged: Runs,
}

/// What is known of the cells between subgoals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Near {
    /// Labels merged for what is seen from a block.
    Merged,
    /// What is seen from a cell.
    Sights,
    /// Nothing: one has to look around.
    Nothing,
}

/// What a file says of the ends of a way is not so.
#[derive(Debug)]
pub(super) struct Deceived;

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
pub(super) enum Way {
    /// By one leg.
    Direct,
    /// By a hub, to which there are ways from a subgoal near the start and from one near the goal.
    Hub { there: Half, back: Half },
}

/// A subgoal, and the entry of its label by which the way to the hub goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Half {
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
    /// Begins a question among so many hubs, and returns the upper half of its ways.
    fn begin(&mut self, hubs: usize) -> u64 {
        if self.ways.len() < hubs {
            self.ways.resize(hubs, UNKNOWN);
        }
        if self.question == 0 {
            self.ways.fill(UNKNOWN);
            self.question = QUESTION_FIRST;
        }
        self.question -= 1;
        u64::from(self.question) << 32
    }

    /// Leaves room for one question more until all numbers were given.
    #[cfg(test)]
    pub(super) fn before_the_last_question(&mut self) {
        self.question = 1;
    }

    /// How much memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.ways.capacity() * size_of::<u64>()
            + self.ends.iter().map(End::bytes).sum::<usize>()
            + self.turns.capacity() * size_of::<PaddedCell>()
    }
}

/// What questions look through, from one of the ends.
struct Side<'a> {
    labels: Labels<'a>,
    sights: Option<Sights<'a>>,
    merged: Option<Merged<'a>>,
}

impl Side<'_> {
    /// Tells of all ways from an end to hubs, and of what they cost.
    #[inline]
    fn each_way(&self, end: &End, mut tell: impl FnMut(u32, u32)) {
        for look in &end.looks {
            for entry in self.labels.entries(look.entries.clone()) {
                tell(entry.hub, look.cost + entry.cost);
            }
        }
        if let Some(merged) = self.merged {
            for run in end.merged {
                for MergedEntry { hub, place, cost } in merged.entries(run) {
                    tell(hub, end.legs[place] + cost);
                }
            }
        }
    }
}

impl End {
    fn bytes(&self) -> usize {
        self.looks.capacity() * size_of::<Look>() + self.legs.capacity() * size_of::<u32>()
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

    pub(super) fn ends(&self, from: NodeId, to: NodeId) -> [PaddedCell; 2] {
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
        let best = match (self.tables.has_merged(), self.has_sights()) {
            (true, _) => Near::Merged,
            (false, true) => Near::Sights,
            (false, false) => Near::Nothing,
        };
        // What is near a cell was not found here: somebody may have written it into a file.
        let found = self.find_by(best, &opened, from, to, space);
        found.or_else(|_| self.find_by(Near::Nothing, &opened, from, to, space)).ok()?
    }

    /// Looks through the labels of what is around both ends.
    pub(super) fn find_by(
        &self,
        near: Near,
        opened: &Opened<'_>,
        from: PaddedCell,
        to: PaddedCell,
        space: &mut RoadmapSpace,
    ) -> Result<Option<(u32, Way)>, Deceived> {
        let least = self.reach.least(from, to);
        if from == to {
            return Ok(Some((0, Way::Direct)));
        }
        let [there, back] = self.sides(opened, near);
        let question = space.begin(self.cells.len());
        let RoadmapSpace { ways, ends: [start, goal], .. } = space;
        let ways = &mut ways[..self.cells.len()];
        self.prepare(&there, from, start);
        self.prepare(&back, to, goal);
        there.each_way(start, |hub, cost| {
            let way = &mut ways[hub as usize];
            *way = (*way).min(question | u64::from(cost));
        });
        // Every path costs less, and every way by a subgoal that is not seen at least this.
        let none = if near == Near::Merged { UNSEEN } else { u32::MAX };
        let (mut least_cost, mut by) = (u64::from(none), (0, 0));
        back.each_way(goal, |hub, cost| {
            let sum = ways[hub as usize] - question + u64::from(cost);
            if sum < least_cost {
                (least_cost, by) = (sum, (hub, cost));
            }
        });
        if least_cost > u64::from(least) && self.reach.has_free_leg(from, to) {
            return Ok(Some((least, Way::Direct)));
        }
        let Some(cost) = u32::try_from(least_cost).ok().filter(|&cost| cost < none) else {
            return Ok(None);
        };
        let (hub, cost_back) = by;
        let there = self.half(&there, from, start, hub, cost - cost_back).ok_or(Deceived)?;
        let back = self.half(&back, to, goal, hub, cost_back).ok_or(Deceived)?;
        Ok(Some((cost, Way::Hub { there, back })))
    }

    /// What is looked through from the start, and from the goal.
    fn sides<'a>(&self, opened: &Opened<'a>, near: Near) -> [Side<'a>; 2] {
        let Opened { there, back, sights, merged } = *opened;
        let side = |labels, merged| Side {
            labels,
            sights: (near != Near::Nothing).then_some(sights),
            merged: (near == Near::Merged).then_some(merged),
        };
        [side(there, merged[0]), side(back, merged[1])]
    }

    /// Finds out about what is around an end.
    #[inline]
    fn prepare(&self, side: &Side<'_>, from: PaddedCell, end: &mut End) {
        let Side { labels, sights, merged } = side;
        let End { looks, legs, merged: runs } = end;
        looks.clear();
        *runs = Runs::default();
        if let Some(subgoal) = self.reach.number_at(from) {
            let all = |entries| looks.push(Look { subgoal, cost: 0, entries });
            labels.each_range(subgoal, Sectors::MAX, all);
            return;
        }
        if let Some((merged, sights)) = merged.zip(*sights) {
            let block = Sights::block_of(&self.reach, from);
            if let Some(own) = merged.runs(block, from) {
                *runs = own;
                legs.clear();
                legs.resize(sights.places(block), UNSEEN);
                sights.each(&self.reach, from, |place, subgoal| {
                    legs[place] = self.reach.least(from, self.cells[subgoal as usize]);
                });
                return;
            }
        }
        let mut look = |subgoal: u32, cost: u32, sector: Sector| {
            let onward = self.reach.turns.onward(labels.outlook(subgoal), sector);
            let some = |entries| looks.push(Look { subgoal, cost, entries });
            labels.each_range(subgoal, onward, some);
        };
        match sights {
            Some(sights) => sights.each(&self.reach, from, |_, subgoal| {
                let to = self.cells[subgoal as usize];
                look(subgoal, self.reach.least(from, to), self.reach.sector(from, to));
            }),
            None => self.reach.each_leg(from, |Leg { to, cost, sector }| {
                look(self.reach.number_of(to), cost, sector);
            }),
        }
    }

    /// The first half of a way from an end to a hub that costs so much. Returns `None` if there is no such
    /// way, whatever was said of it.
    fn half(
        &self,
        side: &Side<'_>,
        from: PaddedCell,
        end: &End,
        hub: u32,
        cost: u32,
    ) -> Option<Half> {
        let labels = side.labels;
        let entry_in = |range: Range<u32>, cost: u32| {
            let mut own = labels.entries(range.clone()).zip(range);
            own.find(|(entry, _)| entry.hub == hub && entry.cost == cost).map(|(_, at)| at)
        };
        let is_there = |subgoal: u32| self.reach.has_free_leg(from, self.cells[subgoal as usize]);
        let of_look = |look: &Look| {
            let entry = entry_in(look.entries.clone(), cost.checked_sub(look.cost)?)?;
            Some(Half { subgoal: look.subgoal, entry })
        };
        if let Some(half) = end.looks.iter().find_map(of_look) {
            return is_there(half.subgoal).then_some(half);
        }
        let (merged, sights) = side.merged.zip(side.sights)?;
        let mut ways = merged.of_hub(end.merged, hub);
        // One that is there for another cell of the block may cost as much, but not go on in that direction.
        ways.find_map(|way| {
            let is_it = end.legs[way.place] + way.cost == cost;
            let subgoal = is_it
                .then(|| sights.subgoal(Sights::block_of(&self.reach, from), way.place))
                .filter(|&subgoal| is_there(subgoal))?;
            let sector = self.reach.sector(from, self.cells[subgoal as usize]);
            let onward = self.reach.turns.onward(labels.outlook(subgoal), sector);
            let mut found = None;
            labels.each_range(subgoal, onward, |range| {
                found = found.or_else(|| entry_in(range, way.cost));
            });
            found.map(|entry| Half { subgoal, entry })
        })
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
                // As many as are told: whether there is room is asked once a run, not for each cell.
                places.extend((0..steps).map(|_| {
                    cell = Cell::new(cell.x + dx, cell.y + dy);
                    place_of(cell)
                }));
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
