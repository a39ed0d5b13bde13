//! What finds runs, and what can be seen from within them.

use super::{JOINED_MAX, NO_NEXT, Run, farthest};
use crate::jump::jump_edges::{ARRIVALS, JumpEdge, JumpEdges, SmallRect, grow};
use crate::jump::map::JumpMap;
use crate::jump::numbers::{EdgeOffset, JumpPointNumber, PaddedCell};
use crate::jump::rule::Directions;
use std::ops::Range;

/// What can be seen from within a run has no more columns and rows together.
///
/// PERF: the goal is seldom there. With 48, 96, 200 and 400 jumps expand 61, 34, 31 and 35 jump points a
/// question on maze512-4-0, 100, 50, 38 and 36 on Aurora, 190, 164, 164 and 165 in a maze with corridors of
/// two cells.
const SEEN_MAX: u32 = 128;

/// What can be seen from one jump point tells nothing if it has more columns and rows together.
const TOLD_MAX: u32 = 1 << 10;

/// What finds runs: what follows from the end of an edge depends on its *state*, the jump point and arrival
/// there, alone. Of eight arrivals some two have a state; it takes 32 bytes, and four for each edge.
pub(super) struct Finder<'a> {
    map: &'a JumpMap,
    edges: &'a JumpEdges,
    // Every jump point, in the order of their numbers.
    cells: Vec<PaddedCell>,
    // One for each arrival with which one may stop at a jump point, side by side.
    states: Vec<State>,
    // The state in which each edge ends.
    ends: Vec<StateNumber>,
}

/// The number of a state.
#[derive(Clone, Copy)]
struct StateNumber(u32);

/// What is known of a jump point and an arrival there.
#[derive(Clone, Copy)]
struct State {
    leads: Leads,
    at: JumpPointNumber,
    // In which directions one goes on from there.
    directions: Directions,
    // What can be seen from there, as far as it was asked; and from anywhere it leads, if it is blind.
    seen: SmallRect,
    reach: SmallRect,
    // Where its edges begin and end in the list of all.
    first: EdgeOffset,
    end: EdgeOffset,
}

/// Where one may get to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leads {
    Unknown,
    /// It is just being looked at: what leads there goes round.
    Round,
    /// Nowhere: whichever edge is taken, in the end there is none.
    Blind,
    /// Round, or to where too much is seen.
    On,
    /// Anywhere, by a link or by a jump that was cut short: a run ends there.
    Open,
}

impl State {
    fn edges(&self) -> Range<usize> {
        self.first.index()..self.end.index()
    }
}

impl Finder<'_> {
    /// The edges must be newly built.
    pub(super) fn new<'a>(edges: &'a JumpEdges, map: &'a JumpMap) -> Finder<'a> {
        // With which arrivals one stops at each jump point, and the number of its first state.
        let (mut stops, mut states) = (Vec::new(), Vec::new());
        let cells: Vec<PaddedCell> = edges.jump_points.set_cells().collect();
        for ((&cell, head), at) in cells.iter().zip(&edges.heads).zip((0..).map(JumpPointNumber)) {
            let is_link_end = map.is_link_end(cell);
            let own = map.stopping_arrivals(cell, usize::from(head.around));
            stops.push((own, StateNumber::new(states.len())));
            for arrival in (0..ARRIVALS).filter(|arrival| own >> arrival & 1 != 0) {
                let directions = map.directions_after(usize::from(head.around), arrival);
                // Links lead anywhere, and so may jumps that were cut short.
                let is_open = is_link_end || head.cuts & directions >> 4 != 0;
                let leads = if is_open { Leads::Open } else { Leads::Unknown };
                let (seen, reach) = (SmallRect::ALL, SmallRect::ALL);
                let Range { start, end } = edges.range_of(head, arrival);
                let [first, end] = [start, end].map(EdgeOffset::new);
                states.push(State { leads, at, directions, seen, reach, first, end });
            }
        }
        let state_of = |&edge: &JumpEdge| {
            let (stops, StateNumber(first)) = stops[edges.end_of(edge).index()];
            StateNumber(first + (stops & ((1 << edge.arrival()) - 1)).count_ones())
        };
        let ends = edges.edges.iter().map(state_of).collect();
        Finder { map, edges, cells, states, ends }
    }

    /// The run that each edge is the first of, and with which edge runs go on from the end of each.
    pub(super) fn find(mut self) -> (Vec<Run>, Vec<EdgeOffset>) {
        for number in (0..).map(StateNumber).take(self.states.len()) {
            self.find_reach(number);
        }
        let mut list: Vec<Run> = self.edges.edges.iter().map(|&edge| Run::alone(edge)).collect();
        for (run, &end) in list.iter_mut().zip(&self.ends) {
            run.reach = self.state(end).reach;
        }
        let next_of_state: Vec<EdgeOffset> = self
            .states
            .iter()
            .map(|state| farthest(&list, state.edges()).map_or(NO_NEXT, EdgeOffset::new))
            .collect();
        for (number, &next) in next_of_state.iter().enumerate() {
            self.states[number].seen = self.seen_on_the_way(number, next, &list);
        }
        let on: Vec<_> = (0..self.states.len())
            .map(|number| self.run_on_from(StateNumber::new(number), &next_of_state))
            .collect();
        for (run, end) in list.iter_mut().zip(&self.ends) {
            let (joined, seen) = on[end.index()];
            run.seen = seen;
            if let Some(JumpEdge { target, cost }) = joined {
                run.to = JumpEdge { target, cost: run.to.cost.saturating_add(cost) };
            }
        }
        let next = self.ends.iter().map(|end| next_of_state[end.index()]).collect();
        (list, next)
    }

    /// What can be seen from a state and what a run that goes on from there leaves aside, or all there is if
    /// that is too much for a run.
    fn seen_on_the_way(&self, number: usize, next: EdgeOffset, list: &[Run]) -> SmallRect {
        let state = &self.states[number];
        let asides = state.edges().filter(|&aside| aside != next.index());
        let aside = asides.map(|aside| list[aside].reach);
        let aside = aside.fold(SmallRect::empty(), SmallRect::joined);
        // Where there is a choice nothing needs to be looked at.
        if next == NO_NEXT || aside.sides() > SEEN_MAX {
            return SmallRect::ALL;
        }
        let own = match state.leads {
            Leads::Blind => Some(state.seen),
            Leads::Open => None,
            _ => self.seen_from(state, SEEN_MAX),
        };
        own.map_or(SmallRect::ALL, |own| own.joined(aside))
    }

    /// Where runs end that come to a state, if they go on from there, and what can be seen on the way, when
    /// it is known of all states what can be seen there and aside, and with which edge runs go on.
    fn run_on_from(
        &self,
        mut at: StateNumber,
        next_of_state: &[EdgeOffset],
    ) -> (Option<JumpEdge>, SmallRect) {
        let (mut to, mut all_seen): (Option<JumpEdge>, _) = (None, SmallRect::empty());
        for _ in 0..JOINED_MAX {
            let seen = all_seen.joined(self.state(at).seen);
            let next = next_of_state[at.index()];
            if next == NO_NEXT || seen.sides() > SEEN_MAX {
                break;
            }
            let JumpEdge { target, cost } = self.edges.edges[next.index()];
            let before = to.map_or(0, |to| to.cost);
            (to, all_seen) = (Some(JumpEdge { target, cost: before.saturating_add(cost) }), seen);
            at = self.ends[next.index()];
        }
        (to, all_seen)
    }

    /// Finds out depth first what can be seen from anywhere beyond a state if it is blind, else all there is.
    fn find_reach(&mut self, from: StateNumber) {
        let mut branch = Vec::new();
        self.enter(from, &mut branch);
        while let Some((at, rest)) = branch.last_mut() {
            let at = at.index();
            let Some(place) = rest.clone().next() else {
                self.end_blind(at);
                branch.pop();
                continue;
            };
            let end = self.ends[place];
            let State { leads, reach, .. } = *self.state(end);
            match leads {
                Leads::Unknown => self.enter(end, &mut branch),
                Leads::Blind => {
                    self.states[at].reach = self.states[at].reach.joined(reach);
                    rest.next();
                }
                Leads::Round | Leads::On | Leads::Open => {
                    self.states[at] =
                        State { leads: Leads::On, reach: SmallRect::ALL, ..self.states[at] };
                    branch.pop();
                }
            }
        }
    }

    /// Begins to look at a state, if nobody has.
    fn enter(&mut self, number: StateNumber, branch: &mut Vec<(StateNumber, Range<usize>)>) {
        let state = &mut self.states[number.index()];
        if state.leads == Leads::Unknown {
            (state.leads, state.reach) = (Leads::Round, SmallRect::empty());
            branch.push((number, state.edges()));
        }
    }

    /// Ends with a state all of whose edges are blind.
    fn end_blind(&mut self, at: usize) {
        let state = self.states[at];
        self.states[at] = match self.seen_from(&state, TOLD_MAX) {
            Some(seen) => {
                State { leads: Leads::Blind, seen, reach: state.reach.joined(seen), ..state }
            }
            None => State { leads: Leads::On, reach: SmallRect::ALL, ..state },
        };
    }

    /// A rectangle around a state's cell and all to which a jump leads from there: along a row or column, or
    /// aslant and then along one. Returns `None` if it has more sides than these.
    fn seen_from(&self, state: &State, sides_max: u32) -> Option<SmallRect> {
        let (map, from) = (self.map, self.cells[state.at.index()]);
        let mut seen = [from; 2];
        let mut scan_all = |cell: PaddedCell, scans: u8| {
            grow(&mut seen, cell);
            let [first, last] = &mut seen;
            for scan in (0..4).filter(|scan| scans >> scan & 1 != 0) {
                // A scan leads past one side alone.
                let end = map.last_of_scan(cell, scan);
                match scan {
                    0 => last.x = last.x.max(end.x),
                    1 => last.y = last.y.max(end.y),
                    2 => first.x = first.x.min(end.x),
                    _ => first.y = first.y.min(end.y),
                }
            }
            let sides = last.x - first.x + last.y - first.y + 2;
            (sides <= sides_max).then_some(seen)
        };
        let mut all = scan_all(from, state.directions)?;
        let head = self.edges.head(state.at);
        for diagonal in (0..4).filter(|diagonal| state.directions >> 4 >> diagonal & 1 != 0) {
            let (dx, dy, scans) = map.rule.diagonals()[diagonal];
            for steps in 1..=u32::from(head.diagonal_steps[diagonal]) {
                all = scan_all(from.plus((dx, dy), steps), scans)?;
            }
        }
        Some(SmallRect::of(all))
    }

    #[inline]
    fn state(&self, number: StateNumber) -> &State {
        &self.states[number.index()]
    }
}

impl StateNumber {
    /// # Panics
    /// When there are more than fit 32 bits: eight for each jump point at most, which are fewer than cells.
    fn new(index: usize) -> StateNumber {
        StateNumber(u32::try_from(index).expect("a jump point has few states"))
    }

    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }
}
