//! Runs: jump edges joined where jump points between them leave no choice.
//!
//! ```text
//!   # # # # # # #      From most jump points one edge leads on: along winding corridors, round buildings. A
//!   # a . o # . #      run leads from a past every such o to b, where there is a choice, and a search that
//!   # # # . # . #      takes it leaves those between alone.
//!   # . . o . b .
//!   # # # # # . #
//! ```
//!
//! The goal may be no jump point, and is seen from wherever a jump to it begins, which may be within a run.
//! So each run knows a rectangle around all that can be seen from within, and if the goal lies there, the
//! search takes its first edge alone.
//!
//! Other edges are *blind*: wherever they lead, in the end there is none on, as in a tree of corridors. Each
//! knows a rectangle around all that can be seen on the way, and is left out unless the goal lies there.
//! Where several edges lead on and all but one are blind, a run goes on with that one; where all are, with
//! the one beyond which most can be seen. What can be seen from those left aside counts as seen from within,
//! and where that is too much the run ends.
//!
//! Joining edges so is path contraction, as in Geisberger et al. (2008, "Contraction hierarchies");
//! rectangles that tell where an edge is of use are known from Wagner and Willhalm (2003, "Geometric speed-up
//! techniques for finding shortest paths in large sparse graphs").

mod finder;

use super::small_rect::SmallRect;
use super::{ARRIVALS, Head, JumpEdge, JumpEdges, NO_EDGE};
use crate::jump::map::JumpMap;
use crate::jump::numbers::{
    BitAt, EdgeOffset, JumpPointNumber, PaddedCell, Rank, WordIndex, small,
};
use finder::Finder;
use std::ops::Range;

/// So many edges are joined to the first of a run at most: the more, the more can be seen from within.
const JOINED_MAX: usize = 32;

/// Runs are worth asking for if so many of a hundred edges lead where there is no choice.
///
/// PERF: where they are few, reading them takes longer than what they save. Of walls drawn by chance, 30 and
/// 40 of a hundred cells, there are 41 and 59, and a question takes 1.0 to 1.5 and 0.5 times as long with
/// runs, in 1.8 and 1.6 times the memory. Maps of games have 50 to 77, mazes more. (`record/jumps.md`)
const SHARE_LEAST_PERCENT: usize = 45;

/// Of so many edges one tells whether that is so.
const ASKED_EACH: usize = 8;

/// So many rectangles tell where ground was edited: beyond that, two of them become one.
const EDITED_MAX: usize = 8;

/// The runs of all edges, as long as they are known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Runs {
    // One for each edge, or none at all.
    list: Vec<Run>,
    // With which edge runs go on from the end of each, until edges are repaired.
    next: Vec<EdgeOffset>,
    // Where the ground was edited since they were found, and one cell around it: whatever can be seen from
    // there may have changed.
    edited: Vec<SmallRect>,
    // The same without the edits that are outstanding.
    edited_before: Vec<SmallRect>,
}

/// What an edge is the first of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Run {
    // As if it were one edge.
    to: JumpEdge,
    // Between these columns and rows lies whatever can be seen from within, and from what it leaves aside.
    seen: SmallRect,
    // Between these lies whatever can be seen from anywhere beyond the edge.
    reach: SmallRect,
}

/// Where no edge lies.
const NO_NEXT: EdgeOffset = EdgeOffset(u32::MAX);

impl Run {
    /// An edge of which no more is known.
    fn alone(edge: JumpEdge) -> Run {
        Run { to: edge, seen: SmallRect::empty(), reach: SmallRect::ALL }
    }
}

impl Runs {
    /// Takes note of an edit. [`put`](Self::put) sets the runs of words whose edges are repaired.
    pub(super) fn note_edit(&mut self, [first, last]: [PaddedCell; 2]) {
        let rect = SmallRect::of([
            PaddedCell { x: first.x.saturating_sub(1), y: first.y.saturating_sub(1) },
            PaddedCell { x: last.x + 1, y: last.y + 1 },
        ]);
        if self.list.is_empty() || self.edited.iter().any(|&known| known.joined(rect) == known) {
            return;
        }
        self.edited.push(rect);
        if self.edited.len() > EDITED_MAX {
            self.merge_edited();
        }
    }

    /// All is as it was before the edits that were outstanding.
    pub(super) fn forget_outstanding(&mut self) {
        self.edited.clone_from(&self.edited_before);
    }

    /// No edit is outstanding any more: lists are about to change.
    pub(super) fn take_outstanding(&mut self) {
        self.edited_before.clone_from(&self.edited);
        self.next = Vec::new();
    }

    /// Makes one rectangle of the two that are nearest to each other.
    fn merge_edited(&mut self) {
        let pairs = (1..self.edited.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
        let joined = |(one, other): (usize, usize)| self.edited[one].joined(self.edited[other]);
        let Some((one, other)) = pairs.min_by_key(|&pair| joined(pair).sides()) else { return };
        self.edited[other] = joined((one, other));
        self.edited.swap_remove(one);
    }

    /// Whether the ground there is as it was when they were found.
    #[inline]
    fn is_as_found(&self, rect: &SmallRect) -> bool {
        !self.edited.iter().any(|edited| edited.meets(rect))
    }

    /// Takes in new edges from a place on in the list of all.
    pub(super) fn put(&mut self, first: usize, edges: &[JumpEdge]) {
        if self.list.is_empty() {
            return;
        }
        let end = first + edges.len();
        self.list.resize(self.list.len().max(end), Run::alone(NO_EDGE));
        for (run, &edge) in self.list[first..end].iter_mut().zip(edges) {
            *run = Run::alone(edge);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let edited = size_of_val(&self.edited[..]) + size_of_val(&self.edited_before[..]);
        size_of_val(&self.list[..]) + size_of_val(&self.next[..]) + edited
    }
}

impl JumpEdges {
    /// Finds the run that each edge is the first of, if that is worth it. The edges must be newly built.
    pub(in crate::jump) fn find_runs(&mut self, map: &JumpMap) {
        self.knows_runs = true;
        let has_small_sides = SmallRect::suits(map.layout().bounds().size);
        let some = || self.places_in_use().step_by(ASKED_EACH);
        let joined = some().filter(|&at| self.range_after(self.edges[at]).len() < 2).count();
        if !has_small_sides || joined * 100 < some().count() * SHARE_LEAST_PERCENT {
            return;
        }
        let (list, next) = Finder::new(self, map).find();
        self.runs = Runs { list, next, ..Runs::default() };
    }

    /// Where in the list of all there are edges of a jump point.
    fn places_in_use(&self) -> impl Iterator<Item = usize> {
        let words = (0..self.firsts.len()).map(WordIndex);
        words.flat_map(|word| self.jump_points_of_word(word)).flat_map(|(_, head)| {
            let first = head.first.index();
            first..first + usize::from(head.ends[ARRIVALS - 1])
        })
    }

    /// Whether it was found out what runs there are.
    pub(in crate::jump) fn knows_runs(&self) -> bool {
        self.knows_runs
    }

    /// Whether there are runs that are known.
    #[inline]
    pub(in crate::jump) fn has_runs(&self) -> bool {
        !self.runs.list.is_empty()
    }

    /// Where the nth edge from a jump point with this arrival is to be followed to on the way to goals in a
    /// rectangle: to the end of its run, or to its own end if some of that may be seen from within, or ground
    /// there was edited. Returns `None` if it is blind and the rectangle is not beyond it.
    /// (`runs_through_mazes_and_caves_agree_with_the_referee`)
    ///
    /// PERF: inlined, or in a loop of its own, `noise-jps-index`, which has no runs, takes 0.3 or 0.4% more.
    #[inline(never)]
    pub(in crate::jump) fn follow(
        &self,
        (head, arrival): (&Head, usize),
        nth: usize,
        goals: SmallRect,
    ) -> Option<JumpEdge> {
        let place = self.range_of(head, arrival).start + nth;
        let run = &self.runs.list[place];
        if !run.reach.meets(&goals) && self.runs.is_as_found(&run.reach) {
            return None;
        }
        let is_within = run.seen.meets(&goals) || !self.runs.is_as_found(&run.seen);
        Some(if is_within { self.edges[place] } else { run.to })
    }

    /// Finds the cells within a run that leads from a jump point with this arrival to another, at this cost.
    pub(in crate::jump) fn find_within_run(
        &self,
        map: &JumpMap,
        (from, arrival): (PaddedCell, usize),
        (to, arrival_there): (PaddedCell, usize),
        cost: u32,
        within: &mut Vec<PaddedCell>,
    ) {
        let number = if self.has_runs() { self.number_of(from) } else { None };
        let Some(number) = number else { return };
        let Some((head, edges)) = self.true_edges(map, (from, number), arrival) else { return };
        let wanted = JumpEdge::new(self.jump_points.bit_at(to), small(arrival_there), cost);
        if edges.contains(&wanted) {
            return;
        }
        let firsts = self.range_of(head, arrival);
        let is_taken = |run: &Run| run.to == wanted && self.runs.is_as_found(&run.seen);
        let firsts = firsts.filter(|&at| is_taken(&self.runs.list[at]));
        let is_traced = firsts.clone().any(|first| {
            self.trace_farthest(first, wanted, within)
                || self.trace(self.edges[first], wanted, 0, within)
        });
        debug_assert!(is_traced || firsts.count() == 0, "a run comes to where it leads");
    }

    /// Finds the cells where edges are joined from one edge on to where its run ends, going on as runs do
    /// when they are found. Returns whether it comes to its cost.
    ///
    /// PERF: in a list of their own the next edges stay in the cache. With what runs know beside them a
    /// question took 1.2 times as long in mazes.
    fn trace_farthest(&self, first: usize, wanted: JumpEdge, within: &mut Vec<PaddedCell>) -> bool {
        let (mut at, mut to) = (first, self.edges[first]);
        let known_before = within.len();
        for _ in 0..JOINED_MAX {
            if to.cost >= wanted.cost {
                break;
            }
            within.push(self.cell_of(to.target()));
            let known = self.runs.next.get(at).filter(|&&next| next != NO_NEXT);
            let known = known.map(|next| next.index());
            let Some(next) = known.or_else(|| farthest(&self.runs.list, self.range_after(to)))
            else {
                break;
            };
            let JumpEdge { target, cost } = self.edges[next];
            (at, to) = (next, JumpEdge { target, cost: to.cost.saturating_add(cost) });
        }
        if to != wanted {
            within.truncate(known_before);
        }
        to == wanted
    }

    /// The same where ground nearby was edited since, and a run may go on otherwise.
    fn trace(
        &self,
        edge: JumpEdge,
        wanted: JumpEdge,
        joined: usize,
        within: &mut Vec<PaddedCell>,
    ) -> bool {
        if edge.cost >= wanted.cost || joined == JOINED_MAX {
            return edge == wanted;
        }
        let rest = JumpEdge { cost: wanted.cost - edge.cost, ..wanted };
        let [here, end] = [edge, wanted].map(|edge| self.cell_of(edge.target()));
        // However one steps, each column or row takes a step.
        let steps = here.x.abs_diff(end.x).max(here.y.abs_diff(end.y));
        if steps.saturating_mul(self.costs.straight.min(self.costs.diagonal)) > rest.cost {
            return false;
        }
        within.push(here);
        let mut on = self.edges[self.range_after(edge)].iter();
        let is_found = on.any(|&next| self.trace(next, rest, joined + 1, within));
        if !is_found {
            within.pop();
        }
        is_found
    }

    /// Where in the list of all the edges are from where an edge leads.
    #[inline]
    fn range_after(&self, edge: JumpEdge) -> Range<usize> {
        self.range_of(self.head(self.end_of(edge)), edge.arrival() as usize)
    }

    /// The number of the jump point where an edge leads.
    #[inline]
    fn end_of(&self, edge: JumpEdge) -> JumpPointNumber {
        let BitAt { word, bit } = edge.target();
        self.number_in(word, Rank::of(bit, self.jump_points.word_at(word)))
    }
}

/// Of several edges, the first of those beyond which most can be seen.
fn farthest(list: &[Run], mut edges: Range<usize>) -> Option<usize> {
    let first = edges.next()?;
    let farther = |best: usize, at: usize| {
        if list[at].reach.sides() > list[best].reach.sides() { at } else { best }
    };
    Some(edges.fold(first, farther))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jump::{JumpCosts, JumpIndex, Upkeep};
    use xunlu_map::{Cell, Grid, Mover, Passability, Rect, Size, Terrain, make};
    use xunlu_testkit::Random;

    impl JumpEdges {
        /// How many runs are to be taken, each of which must cost what its edges cost, and how many edges
        /// lead nowhere in the end.
        fn check_runs(&self) -> [u32; 2] {
            let [mut taken, mut blind] = [0; 2];
            let mut forgetful = self.clone();
            forgetful.runs.next.clear();
            for at in self.places_in_use().filter(|_| self.has_runs()) {
                let (run, first) = (self.runs.list[at], self.edges[at]);
                if run.reach != SmallRect::ALL && self.runs.is_as_found(&run.reach) {
                    self.check_reach(first, &run.reach, 0);
                    blind += 1;
                }
                if !self.runs.is_as_found(&run.seen) {
                    continue;
                }
                let mut within = Vec::new();
                assert!(self.trace(first, run.to, 0, &mut within), "{first:?} {run:?}");
                if self.runs.edited.is_empty() {
                    let ways = [self, &forgetful].map(|edges| {
                        let mut way = Vec::new();
                        assert!(edges.trace_farthest(at, run.to, &mut way), "{first:?} {run:?}");
                        way
                    });
                    assert_eq!(ways[0], ways[1]);
                }
                assert_eq!(within.is_empty(), run.to == first);
                if self.runs.edited.is_empty() {
                    self.check_asides(first, &run);
                }
                taken += u32::from(run.to != first);
            }
            [taken, blind]
        }

        /// While edits are outstanding, whatever a run leads over that is to be taken has the edges that it
        /// would have if they were found now. Returns how many were followed, none once edges were repaired.
        fn check_runs_past_edits(&self, map: &JumpMap) -> u32 {
            let is_first = self.has_outstanding() && self.runs.edited_before.is_empty();
            if !self.has_runs() || !is_first {
                return 0;
            }
            let anew = JumpEdges::new(map, self.costs).unwrap();
            let mut followed = 0;
            let words = (0..self.firsts.len()).map(WordIndex);
            for (cell, head) in words.flat_map(|word| self.jump_points_of_word(word)) {
                let number = self.number_of(cell).unwrap();
                for arrival in 0..ARRIVALS {
                    let is_asked = self.true_edges(map, (cell, number), arrival).is_some();
                    for at in self.range_of(head, arrival).filter(|_| is_asked) {
                        let run = self.runs.list[at];
                        if run.to != self.edges[at] && self.runs.is_as_found(&run.seen) {
                            self.check_is_as_anew(&anew, self.edges[at], &run);
                            followed += 1;
                        }
                    }
                }
            }
            followed
        }

        fn check_is_as_anew(&self, anew: &JumpEdges, mut edge: JumpEdge, run: &Run) {
            let (end, arrival) = (run.to.target(), run.to.arrival());
            while (edge.target(), edge.arrival()) != (end, arrival) {
                // The bits of a map stay where they are, so edges of both can be compared.
                let is = &self.edges[self.range_after(edge)];
                assert_eq!(is, &anew.edges[anew.range_after(edge)], "{run:?} leads over {edge:?}");
                let next = farthest(&self.runs.list, self.range_after(edge)).expect("it goes on");
                edge = self.edges[next];
            }
        }

        /// Whatever is left aside on a run lies within what it knows to be seen.
        fn check_asides(&self, mut edge: JumpEdge, run: &Run) {
            while edge.target != run.to.target {
                let next = farthest(&self.runs.list, self.range_after(edge)).expect("it goes on");
                for aside in self.range_after(edge).filter(|&at| at != next) {
                    self.check_reach(self.edges[aside], &run.seen, 0);
                }
                edge = self.edges[next];
            }
        }

        /// Whichever edges are taken after this one, in the end there are none, and all that was passed lies
        /// within a rectangle.
        fn check_reach(&self, edge: JumpEdge, rect: &SmallRect, deep: usize) {
            assert!(deep < self.edges.len(), "{edge:?} leads round");
            let cell = SmallRect::of([self.cell_of(edge.target()); 2]);
            assert!(rect.meets(&cell), "{edge:?} is not in {rect:?}");
            self.range_after(edge).for_each(|at| self.check_reach(self.edges[at], rect, deep + 1));
        }
    }

    #[test]
    fn runs_cost_what_their_edges_cost_before_and_after_edits() {
        let ([mut taken, mut blind, mut edited, mut past], mut most) = ([0; 4], 0);
        for seed in 0..40 {
            let mut random = Random::new(seed);
            let kind = make::Kind::Maze { corridor: random.from_to(1, 3), loops_percent: 10 };
            let mut grid: Grid = make::grid(kind, Size::new(90, 60), seed).unwrap();
            let mover = Mover::default();
            let mut open = Passability::new(grid.ground(), &mover);
            let mut map = JumpMap::new(&open, &mover).unwrap();
            let costs = JumpCosts::of(&grid, &mover).unwrap();
            let mut index = JumpIndex::new(&map, costs).unwrap();
            for _ in 0..20 {
                let [some, nowhere] = index.edges.check_runs();
                (taken, blind) = (taken + some, blind + nowhere);
                let cell = Cell::new(random.between(0, 89), random.between(0, 59));
                grid.set(cell, *random.pick(&[Terrain::WALL, Terrain::OPEN])).unwrap();
                let rect = Rect::cell(cell);
                open.repair(grid.ground(), &mover, rect);
                let edit = map.repair(&open, rect);
                assert_ne!(index.repair(&map, &edit), Upkeep::Stale);
                past += index.edges.check_runs_past_edits(&map);
                if random.chance(50) {
                    assert_ne!(index.repair_edges(&map), Upkeep::Stale);
                }
                edited += u32::from(!index.edges.runs.edited.is_empty());
                most = most.max(index.edges.runs.edited.len());
            }
        }
        assert!(taken > 10_000 && blind > 1_000 && edited > 500, "{taken}, {blind}, {edited}");
        assert!(past > 1_000, "{past}");
        assert_eq!(most, EDITED_MAX);
    }
}
