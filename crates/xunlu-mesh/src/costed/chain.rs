//! The cheapest chain of pieces of sides from the start to the goal: no path is cheaper.

use super::along::Sides;
use super::ground::{Ground, Stop, Way};
use super::leg::{Leg, Piece};
use super::{Place, between};
use crate::half_edges::numbered;
use crate::nav_mesh::NavMesh;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Pieces of sides, and what it costs at least to come to them.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    // Sorted by side, and along it. In the first round each side that was come to is one, as it is numbered.
    intervals: Vec<Interval>,
    // The first interval of each side, and of one more; nothing in the first round.
    firsts: Vec<u32>,
    states: Vec<State>,
    open: BinaryHeap<Reverse<(u64, u32)>>,
    // Where it is looked from, and where to, with the polygons there.
    ends: [End; 2],
    is_backwards: bool,
    has_begun: bool,
    // Of the chains that are complete: what the cheapest costs at least, and how it ends.
    done: Option<Done>,
    // So many pieces were looked at from another.
    steps: u64,
}

#[derive(Clone, Debug)]
pub(super) struct End {
    pub(super) at: Place,
    pub(super) polygons: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Interval {
    side: u32,
    piece: Piece,
    /// For each way through the side, what it costs at least from its two ends to where it is looked to.
    left: [[f64; 2]; 2],
}

/// An interval on the way into one of the two polygons beside it.
#[derive(Clone, Copy, Debug)]
struct State {
    /// What it costs at least to come to each end, and in between.
    least: [f64; 2],
    /// From which state the cheaper end was come to, and where that one's interval was left, from 0 to 1:
    /// these lead back to the start, for none costs less than the one before.
    before: u32,
    part: f64,
    is_open: bool,
    /// So often it was gone on from here.
    looks: usize,
}

/// How far a round is carried on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Until {
    /// Until the cheapest chain is complete.
    Complete,
    /// Until what is left is dearer than the path that is known.
    Dearer,
}

#[derive(Clone, Copy, Debug)]
struct Done {
    bound: f64,
    last: u32,
    part: f64,
    cost: f64,
}

/// Which interval a state is of, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Which {
    interval: u32,
    into: usize,
    /// Whether the last leg followed its side.
    is_beside: bool,
}

impl Which {
    fn of(state: u32) -> Which {
        Which { interval: state / 4, into: (state & 1) as usize, is_beside: state & 2 != 0 }
    }

    fn number(self) -> u32 {
        self.interval * 4 + numbered(self.into) + 2 * u32::from(self.is_beside)
    }
}

/// So many intervals are looked at in a round at most.
const INTERVALS_MAX: usize = 100_000;

/// After so many steps from interval to interval nothing more is cut: half a second or so.
const STEPS_MAX: u64 = 10_000_000;

/// Once in so many states it is asked whether it is late.
const ASKED_EACH: u32 = 256;

/// No state before this one.
const START: u32 = u32::MAX;

/// Of the range between the cheapest chain and the known path, so much is looked at more closely at once.
const PART_HALVED: f64 = 0.5;

/// Bounds are compared with sums of the same numbers in another order.
pub(super) const ROUNDED: f64 = 1.0 + 1e-9;

/// Once it was gone on from a state, what makes it cheaper by a little would do so again and again. So an end
/// that becomes cheaper then is told to be cheaper still: by so much of what it costs more than the other
/// end.
const LOWERED: [f64; 5] = [0.0, 0.125, 0.25, 0.5, 1.0];

impl State {
    const NONE: State =
        State { least: [f64::INFINITY; 2], before: START, part: 0.0, is_open: false, looks: 0 };

    /// Makes it as cheap as another line, where that is cheaper.
    fn lower(&mut self, least: [f64; 2]) {
        let own = self.least[0].min(self.least[1]).min(least[0]).min(least[1]);
        let part = LOWERED[self.looks.min(LOWERED.len() - 1)];
        for (end, least) in self.least.iter_mut().zip(least) {
            if least < *end {
                *end = least - (least - own) * part;
            }
        }
    }
}

impl Chain {
    pub(super) fn new(ends: [End; 2]) -> Chain {
        Chain {
            intervals: Vec::new(),
            firsts: Vec::new(),
            states: Vec::new(),
            open: BinaryHeap::new(),
            ends,
            is_backwards: false,
            has_begun: false,
            done: None,
            steps: 0,
        }
    }

    /// Carries a round on until the cheapest chain is complete (Hart, Nilsson and Raphael 1968), or also
    /// until nothing that is open may be part of one that costs less than `most`, or until it is too much.
    /// Returns what any path costs at least, if that is less than `most`.
    pub(super) fn look(
        &mut self,
        mesh: &NavMesh,
        ground: &mut Ground,
        most: f64,
        (until, is_late): (Until, &dyn Fn() -> bool),
    ) -> Result<Option<f64>, Stop> {
        if !self.has_begun {
            self.has_begun = true;
            let Leg { piece, least, .. } = self.leg_of_start();
            for polygon in self.ends[0].polygons.clone() {
                let leg = Leg { piece, least, cost: ground.cost(polygon) };
                self.go_on(ground, polygon, START, &leg, most);
            }
        }
        let mut count = 0_u32;
        while let Some(&Reverse((least, state))) = self.open.peek() {
            count += 1;
            if count.is_multiple_of(ASKED_EACH) && is_late() {
                return Err(Stop::Late);
            }
            let least = f64::from_bits(least);
            let done = self.done.filter(|_| until == Until::Complete);
            if least >= done.map_or(most, |done| done.bound.min(most)) || self.is_too_much(most) {
                break;
            }
            if self.states[state as usize].is_open {
                let which = Which::of(state);
                let Interval { side, piece, .. } = self.intervals[which.interval as usize];
                let polygon = ground.beyond(mesh, Way { side, into: which.into })?;
                self.open.pop();
                let own = &mut self.states[state as usize];
                own.is_open = false;
                own.looks += 1;
                let leg = Leg { piece, least: own.least, cost: ground.cost(polygon) };
                self.go_on(ground, polygon, state, &leg, most);
            } else {
                self.open.pop();
            }
        }
        let done = self.done.map_or(f64::INFINITY, |done| done.bound);
        // What is open yet, where it was too much, is no cheaper than its first.
        let open =
            self.open.peek().map_or(f64::INFINITY, |&Reverse((least, _))| f64::from_bits(least));
        Ok(Some(done.min(open)).filter(|&bound| bound < most))
    }

    fn leg_of_start(&self) -> Leg {
        Leg { piece: Piece::point(self.ends[0].at), least: [0.0; 2], cost: 1.0 }
    }

    /// Whether so much was looked at that a round is not brought to its end: not before some path is known.
    fn is_too_much(&self, most: f64) -> bool {
        most.is_finite() && self.steps > STEPS_MAX
    }

    /// Goes on through a polygon, to all its sides, and to the goal if that lies in it.
    fn go_on(&mut self, ground: &Ground, polygon: u32, state: u32, leg: &Leg, most: f64) {
        if self.ends[1].polygons.contains(&polygon) {
            let reached = leg.reach(self.ends[1].at);
            if self.done.is_none_or(|done| reached.least < done.bound) {
                let (bound, part, cost) = (reached.least, reached.part, leg.cost);
                self.done = Some(Done { bound, last: state, part, cost });
            }
        }
        if self.firsts.is_empty() {
            self.meet_sides(ground);
        }
        let from = (state != START).then(|| {
            let which = Which::of(state);
            (self.intervals[which.interval as usize].side, which.is_beside)
        });
        for number in ground.ways_out(polygon) {
            let way = ground.way(number);
            match from {
                Some((side, is_beside)) if side == way.side => {
                    // It pays to follow a side on the cheaper ground alone.
                    let is_cheaper = ground.cost_beyond(way).is_none_or(|cost| leg.cost < cost);
                    if !is_beside && is_cheaper {
                        self.step(leg, state, way, true, most);
                    }
                }
                _ => self.step(leg, state, way, false, most),
            }
        }
    }

    /// Makes an interval of each side that was come to, in the first round.
    fn meet_sides(&mut self, ground: &Ground) {
        let goal =
            Leg { piece: Piece::point(self.ends[1].at), least: [0.0; 2], cost: ground.least() };
        for (side, own) in (0..).zip(&ground.sides).skip(self.intervals.len()) {
            let piece = Piece::new(own.ends);
            let (left, _) = goal.reach_all(&piece);
            self.intervals.push(Interval { side, piece, left: [left; 2] });
        }
        self.states.resize(self.intervals.len() * 4, State::NONE);
    }

    /// Goes on to all intervals of a side, perhaps the one that one is on.
    fn step(&mut self, leg: &Leg, from: u32, way: Way, is_beside: bool, most: f64) {
        let side = way.side as usize;
        let all = match self.firsts.get(side..side + 2) {
            Some(&[first, end]) => first..end,
            _ if self.firsts.is_empty() => way.side..way.side + 1,
            _ => return,
        };
        for interval in all {
            self.steps += 1;
            let own = &self.intervals[interval as usize];
            let left = own.left[way.into];
            if left[0].min(left[1]).is_infinite() {
                continue;
            }
            let (least, part) = leg.reach_all(&own.piece);
            let total = cheaper_end(least, left);
            if total > most {
                continue;
            }
            let number = Which { interval, into: way.into, is_beside }.number();
            let state = &mut self.states[number as usize];
            if least[0].min(least[1]) < state.least[0].min(state.least[1]) {
                (state.before, state.part) = (from, part);
            }
            if least[0] < state.least[0] || least[1] < state.least[1] {
                state.lower(least);
                state.is_open = true;
                let first = cheaper_end(state.least, left);
                self.open.push(Reverse((first.to_bits(), number)));
            }
        }
    }

    /// The sides of the cheapest chain that is complete, in the order of the path that is asked for. Returns
    /// `None` if there is none.
    pub(super) fn sides(&self, ground: &Ground) -> Option<Sides> {
        let Done { last, mut part, cost, .. } = self.done?;
        let mut sides = Sides { ends: Vec::new(), costs: vec![cost], parts: Vec::new() };
        let mut state = last;
        while state != START {
            let Which { interval, into, .. } = Which::of(state);
            let Interval { side, piece, .. } = self.intervals[interval as usize];
            let ends = ground.sides[side as usize].ends;
            let at = between(piece.ends, part);
            let whole = super::distance(ends[0], ends[1]);
            sides.ends.push(ends);
            sides.parts.push((super::distance(ends[0], at) / whole).clamp(0.0, 1.0));
            sides.costs.push(ground.cost_beyond(Way { side, into: 1 - into })?);
            let own = &self.states[state as usize];
            (state, part) = (own.before, own.part);
            // It leads in no ring, but for what is rounded.
            if sides.ends.len() > self.states.len() {
                return None;
            }
        }
        if !self.is_backwards {
            sides.ends.reverse();
            sides.costs.reverse();
            sides.parts.reverse();
        }
        Some(sides)
    }

    /// Drops what no path as cheap as the known one passes, cuts in halves what is long and lies on chains
    /// that cost not much more than the cheapest, and turns round. Returns whether there is anything to look
    /// at anew: not if it would be too many intervals, or was too much work.
    pub(super) fn halve(&mut self, ground: &Ground, [bound, known]: [f64; 2]) -> bool {
        let most = bound + (known - bound) * PART_HALVED;
        let kept =
            self.intervals.iter().zip(self.states.chunks_exact(4)).filter_map(|(own, states)| {
                let least = [0, 1].map(|into| {
                    [0, 1].map(|end| states[into].least[end].min(states[into + 2].least[end]))
                });
                let total =
                    cheaper_end(least[0], own.left[0]).min(cheaper_end(least[1], own.left[1]));
                let left = [least[1], least[0]];
                (total <= known * ROUNDED).then_some((Interval { left, ..*own }, total <= most))
            });
        let kept: Vec<(Interval, bool)> = kept.collect();
        let cheap = kept.iter().filter(|(_, is_cheap)| *is_cheap);
        let longest = cheap.map(|(own, _)| own.piece.length).fold(0.0, f64::max);
        self.intervals.clear();
        for (own, is_cheap) in kept {
            if is_cheap && own.piece.length > longest / 2.0 {
                self.intervals.extend(own.halves());
            } else {
                self.intervals.push(own);
            }
        }
        self.firsts.clear();
        let mut next = 0;
        for side in 0..numbered(ground.sides.len()) {
            self.firsts.push(numbered(next));
            next += self.intervals[next..].iter().take_while(|own| own.side == side).count();
        }
        self.firsts.push(numbered(next));
        self.states.clear();
        self.states.resize(self.intervals.len() * 4, State::NONE);
        self.open.clear();
        self.ends.reverse();
        self.is_backwards = !self.is_backwards;
        (self.has_begun, self.done) = (false, None);
        self.intervals.len() <= INTERVALS_MAX && self.steps <= STEPS_MAX && longest > 1.0
    }
}

impl Interval {
    fn halves(&self) -> [Interval; 2] {
        let ([from, to], middle) = (self.piece.ends, self.piece.middle());
        let half = |ends: [Place; 2], end: usize| {
            let left = self.left.map(|left| {
                let mut own = [(left[0] + left[1]) / 2.0; 2];
                own[end] = left[end];
                own
            });
            Interval { piece: Piece::new(ends), left, ..*self }
        };
        [half([from, middle], 0), half([middle, to], 1)]
    }
}

/// What is cheapest of two lines together: at one of the ends.
fn cheaper_end(one: [f64; 2], other: [f64; 2]) -> f64 {
    f64::min(one[0] + other[0], one[1] + other[1])
}
