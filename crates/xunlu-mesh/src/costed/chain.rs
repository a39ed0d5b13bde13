//! The cheapest chain of intervals from the start to the goal: no path is cheaper.

use super::along::Sides;
use super::{Place, RegionCosts, between, distance, place};
use crate::exact::MeshPoint;
use crate::half_edges::numbered;
use crate::nav_mesh::NavMesh;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// A mesh with what its ground costs.
pub(super) struct Ground<'a> {
    pub(super) mesh: &'a NavMesh,
    pub(super) costs: &'a RegionCosts,
}

/// Intervals of sides, and what it costs at least to come to them.
pub(super) struct Chain {
    // Sorted by side, and along it.
    intervals: Vec<Interval>,
    // Where it is looked from, and where to.
    ends: [MeshPoint; 2],
    is_backwards: bool,
    // So many were looked at from another.
    steps: u64,
    // For each state what it costs at least to come there, and from which state.
    least: Vec<f64>,
    before: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Interval {
    /// The lesser of the two half-edges.
    side: u32,
    ends: [Place; 2],
    /// What it costs at least from here to where it is looked to.
    left: f64,
}

/// An interval on the way into one of the two polygons beside it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    interval: u32,
    /// Into the polygon of the lesser half-edge.
    is_into_lesser: bool,
    /// Whether the last leg followed its side.
    is_beside: bool,
}

impl State {
    fn of(number: u32) -> State {
        let [is_into_lesser, is_beside] = [1, 2].map(|bit| number & bit != 0);
        State { interval: number / 4, is_into_lesser, is_beside }
    }

    fn number(self) -> u32 {
        self.interval * 4 + u32::from(self.is_into_lesser) + 2 * u32::from(self.is_beside)
    }
}

/// So many intervals are looked at in a round at most.
const INTERVALS_MAX: usize = 100_000;

/// After so many steps from interval to interval nothing more is cut: half a second or so.
const STEPS_MAX: u64 = 50_000_000;

/// No state before this one.
const START: u32 = u32::MAX;

/// Of the range between the cheapest chain and the known path, so much is looked at more closely at once.
const PART_HALVED: f64 = 0.2;

/// Bounds are compared with sums of the same numbers in another order.
const ROUNDED: f64 = 1.0 + 1e-9;

impl Ground<'_> {
    fn cost(&self, polygon: u32) -> f64 {
        self.costs.of(self.mesh.region_tags_of(polygon))
    }

    /// The sides of a polygon that lead on: the lesser half-edge of each, and whether its polygon lies
    /// beyond.
    fn sides_of(&self, polygon: u32) -> impl Iterator<Item = (u32, bool)> {
        let sides = self.mesh.sides();
        sides.sides_of(polygon).filter_map(move |edge| {
            let twin = sides.twin(edge)?;
            Some((edge.min(twin), twin < edge))
        })
    }

    /// The polygon that one comes into through a side.
    fn beyond(&self, side: u32, is_into_lesser: bool) -> u32 {
        let sides = self.mesh.sides();
        let twin = if is_into_lesser { side } else { sides.twin(side).unwrap_or(side) };
        sides.polygon_of(twin)
    }

    fn ends_of(&self, side: u32) -> [Place; 2] {
        let sides = self.mesh.sides();
        [sides.from(side), sides.to(side)].map(place)
    }

    /// All sides that a path of such a cost may pass, given what the cheapest ground costs.
    fn sides_between(&self, [from, to]: [MeshPoint; 2], cost: f64) -> BTreeSet<u32> {
        let least = self.costs.least();
        let is_near = |side: u32| {
            let ends = self.ends_of(side);
            let far = [from, to].map(|end| apart([place(end); 2], ends));
            (far[0] + far[1]) * least <= cost * ROUNDED
        };
        let mut found = BTreeSet::new();
        let mut waiting: Vec<u32> = self.mesh.polygons_at(from).collect();
        let mut seen: BTreeSet<u32> = waiting.iter().copied().collect();
        while let Some(polygon) = waiting.pop() {
            for (side, is_into_lesser) in self.sides_of(polygon) {
                if is_near(side) && found.insert(side) {
                    let beyond = self.beyond(side, is_into_lesser);
                    waiting.extend(seen.insert(beyond).then_some(beyond));
                }
            }
        }
        found
    }
}

impl Chain {
    /// Every side is one interval, as far as a path of such a cost may pass it.
    pub(super) fn new(ground: &Ground, ends: [MeshPoint; 2], cost: f64) -> Chain {
        let sides = ground.sides_between(ends, cost).into_iter();
        let intervals = sides.map(|side| {
            let own = ground.ends_of(side);
            let left = apart(own, [place(ends[1]); 2]) * ground.costs.least();
            Interval { side, ends: own, left }
        });
        let intervals: Vec<Interval> = intervals.collect();
        let (least, before) = (Vec::new(), Vec::new());
        Chain { intervals, ends, is_backwards: false, steps: 0, least, before }
    }

    /// Finds the cheapest chain (Dijkstra 1959) of those that cost no more than the path that is known. Tells
    /// what it costs, and the sides that it passes. Returns `None` if there is none.
    pub(super) fn look(&mut self, ground: &Ground, known: f64) -> Option<(f64, Sides)> {
        let states = self.intervals.len() * 4;
        self.least.clear();
        self.least.resize(states, f64::INFINITY);
        self.before.clear();
        self.before.resize(states, START);
        let most = known * ROUNDED;
        let mut open = BinaryHeap::new();
        let [from, to] = self.ends;
        // Of the chains that are complete: what it costs, the last state, and the last ground.
        let mut done = (f64::INFINITY, START, 1.0);
        let goals: Vec<u32> = ground.mesh.polygons_at(to).collect();
        for polygon in ground.mesh.polygons_at(from) {
            let leg =
                Leg { at: [place(from); 2], from: START, least: 0.0, cost: ground.cost(polygon) };
            self.end(&leg, goals.contains(&polygon), &mut done);
            for (side, is_into_lesser) in ground.sides_of(polygon) {
                self.step(&leg, (side, is_into_lesser), false, most, &mut open);
            }
        }
        while let Some(Reverse((least, number))) = open.pop() {
            let least = f64::from_bits(least);
            if least > self.least[number as usize] {
                continue;
            }
            let State { interval, is_into_lesser, is_beside } = State::of(number);
            let Interval { side: own, ends: at, .. } = self.intervals[interval as usize];
            let polygon = ground.beyond(own, is_into_lesser);
            let leg = Leg { at, from: number, least, cost: ground.cost(polygon) };
            self.end(&leg, goals.contains(&polygon), &mut done);
            for (side, is_on) in ground.sides_of(polygon) {
                if side != own {
                    self.step(&leg, (side, is_on), false, most, &mut open);
                } else if !is_beside && leg.cost < ground.cost(ground.beyond(own, is_on)) {
                    self.step(&leg, (side, is_on), true, most, &mut open);
                }
            }
        }
        let (bound, last, cost) = done;
        bound.is_finite().then(|| (bound / ROUNDED, self.passed(ground, last, cost)))
    }

    /// Ends a chain, if the goal lies in the polygon where it is.
    fn end(&self, leg: &Leg, is_there: bool, done: &mut (f64, u32, f64)) {
        let bound = leg.least + leg.cost * apart(leg.at, [place(self.ends[1]); 2]);
        if is_there && bound < done.0 {
            *done = (bound, leg.from, leg.cost);
        }
    }

    /// Goes on to all intervals of a side, perhaps the one that one is on.
    fn step(
        &mut self,
        leg: &Leg,
        (side, is_into_lesser): (u32, bool),
        is_beside: bool,
        most: f64,
        open: &mut BinaryHeap<Reverse<(u64, u32)>>,
    ) {
        let first = self.intervals.partition_point(|own| own.side < side);
        let own = self.intervals[first..].iter().take_while(|own| own.side == side);
        for (interval, own) in (numbered(first)..).zip(own) {
            self.steps += 1;
            let number = State { interval, is_into_lesser, is_beside }.number();
            // Mostly it is seen without the distance.
            if leg.least + own.left > most || leg.least >= self.least[number as usize] {
                continue;
            }
            let least = leg.least + leg.cost * apart(leg.at, own.ends);
            if least + own.left <= most && least < self.least[number as usize] {
                self.least[number as usize] = least;
                self.before[number as usize] = leg.from;
                open.push(Reverse((least.to_bits(), number)));
            }
        }
    }

    /// The sides of a chain that ends with a state, in the order of the path that is asked for.
    fn passed(&self, ground: &Ground, last: u32, cost: f64) -> Sides {
        let mut sides = Sides { ends: Vec::new(), costs: vec![cost] };
        let mut number = last;
        while number != START {
            let State { interval, is_into_lesser, .. } = State::of(number);
            let side = self.intervals[interval as usize].side;
            sides.ends.push(ground.ends_of(side));
            sides.costs.push(ground.cost(ground.beyond(side, !is_into_lesser)));
            number = self.before[number as usize];
        }
        if !self.is_backwards {
            sides.ends.reverse();
            sides.costs.reverse();
        }
        sides
    }

    /// Drops what no path as cheap as the known one passes, cuts in halves what is long and lies on chains
    /// that cost nearly no more than the cheapest, and turns round. Returns whether there is anything to look
    /// at anew: not if it would be too many intervals, or was too much work.
    pub(super) fn halve(&mut self, [bound, known]: [f64; 2]) -> bool {
        let most = bound + (known - bound) * PART_HALVED;
        let kept =
            self.intervals.iter().zip(self.least.chunks_exact(4)).filter_map(|(own, least)| {
                let left = least.iter().copied().fold(f64::INFINITY, f64::min);
                let is_cheap = left + own.left <= most;
                left.is_finite().then_some((Interval { left, ..*own }, is_cheap))
            });
        let kept: Vec<(Interval, bool)> = kept.collect();
        let cheap = kept.iter().filter(|(_, is_cheap)| *is_cheap);
        let longest = cheap.map(|(own, _)| own.length()).fold(0.0, f64::max);
        self.intervals.clear();
        for (own, is_cheap) in kept {
            if is_cheap && own.length() > longest / 2.0 {
                let ([from, to], middle) = (own.ends, between(own.ends, 0.5));
                self.intervals.push(Interval { ends: [from, middle], ..own });
                self.intervals.push(Interval { ends: [middle, to], ..own });
            } else {
                self.intervals.push(own);
            }
        }
        self.ends.reverse();
        self.is_backwards = !self.is_backwards;
        self.intervals.len() <= INTERVALS_MAX && self.steps <= STEPS_MAX && longest > 1.0
    }
}

impl Interval {
    fn length(&self) -> f64 {
        distance(self.ends[0], self.ends[1])
    }
}

/// Where a chain has come to, and what ground lies before it.
struct Leg {
    at: [Place; 2],
    from: u32,
    least: f64,
    cost: f64,
}

/// How far two pieces of lines are apart that do not cross; either may be a point.
fn apart(one: [Place; 2], other: [Place; 2]) -> f64 {
    let ends = one.map(|end| from_line(end, other)).into_iter();
    let others = other.map(|end| from_line(end, one)).into_iter();
    ends.chain(others).fold(f64::INFINITY, f64::min)
}

fn from_line(at: Place, [from, to]: [Place; 2]) -> f64 {
    let [x, y] = [to[0] - from[0], to[1] - from[1]];
    let square = x * x + y * y;
    if square <= 0.0 {
        return distance(at, from);
    }
    let along = ((at[0] - from[0]) * x + (at[1] - from[1]) * y) / square;
    distance(at, between([from, to], along.clamp(0.0, 1.0)))
}
