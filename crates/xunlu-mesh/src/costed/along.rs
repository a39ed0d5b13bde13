//! The cheapest points on given sides, one after another: a path.

use super::{Place, between, distance};

/// Sides to be passed from the start to the goal, what ground costs before each of them and after the last,
/// and where along each a path may pass, to begin with.
#[derive(Clone, Debug)]
pub(super) struct Sides {
    pub(super) ends: Vec<[Place; 2]>,
    pub(super) costs: Vec<f64>,
    pub(super) parts: Vec<f64>,
}

/// A path through sides.
#[derive(Clone, Debug)]
pub(super) struct Along {
    ends: [Place; 2],
    sides: Sides,
    pub(super) cost: f64,
}

/// So many points are tried on each side at once: all together, for many sides may end at one corner, where
/// none can be moved alone.
const TRIES: usize = 7;

/// So often they are tried at most.
const ROUNDS_MAX: u32 = 100;

/// At first points are tried so far to either side, as a part of the side.
const REACH: f64 = 0.25;

/// To compare paths they are moved no less than this; to be told, hardly at all.
const REACH_COMPARED: f64 = 1e-4;
const REACH_TOLD: f64 = 1e-11;

impl Along {
    /// A path through some sides that is about the cheapest.
    pub(super) fn new(ends: [Place; 2], sides: Sides) -> Along {
        let mut made = Along { ends, sides, cost: 0.0 };
        made.improve(REACH, REACH_COMPARED);
        made
    }

    /// Its points, moved to where they make it the cheapest, nearly, and what it costs then.
    pub(super) fn told(mut self) -> (Vec<Place>, f64) {
        self.improve(2.0 * REACH_COMPARED, REACH_TOLD);
        (bends(&self.points(), &self.sides.costs), self.cost)
    }

    /// Moves its points as long as that makes it cheaper, by less and less: what it costs is a convex
    /// function of where it passes the sides.
    fn improve(&mut self, mut reach: f64, least: f64) {
        for _ in 0..ROUNDS_MAX {
            let (next, is_far) = try_around(self.ends, &self.sides, reach);
            self.sides.parts = next;
            // As long as any is moved as far as it was tried, it may have to go on as far.
            if !is_far {
                reach /= 2.5;
            }
            if reach < least {
                break;
            }
        }
        let points = self.points();
        let legs = points.array_windows().zip(&self.sides.costs);
        self.cost = legs.map(|(&[from, to], cost)| cost * distance(from, to)).sum();
    }

    fn points(&self) -> Vec<Place> {
        let passed = self.sides.ends.iter().zip(&self.sides.parts);
        let passed = passed.map(|(&side, &part)| between(side, part));
        let [start, goal] = self.ends;
        std::iter::once(start).chain(passed).chain(std::iter::once(goal)).collect()
    }
}

/// The cheapest of some parts of each side that lie around those before, and these themselves (Bellman 1957);
/// and whether any was moved as far as it could be.
fn try_around([start, goal]: [Place; 2], sides: &Sides, reach: f64) -> (Vec<f64>, bool) {
    let tried = |part: f64| -> [f64; TRIES] {
        let mut parts = [part; TRIES];
        for (number, own) in (0_u8..).zip(&mut parts).skip(1) {
            let along = f64::from(number - 1) / (TRIES - 2) as f64;
            *own = (part + reach * (2.0 * along - 1.0)).clamp(0.0, 1.0);
        }
        parts
    };
    let mut least = [0.0; TRIES];
    let mut places = [start; TRIES];
    let mut from: Vec<[u8; TRIES]> = Vec::with_capacity(sides.parts.len());
    let reached = |least: &[f64; TRIES], places: &[Place; TRIES], cost: f64, to: Place| {
        let all = (0_u8..).zip(least.iter().zip(places));
        let all = all.map(|(number, (least, &at))| (number, least + cost * distance(at, to)));
        let first = (0, f64::INFINITY);
        all.fold(first, |best, next| if next.1 < best.1 { next } else { best })
    };
    for ((&side, &part), &cost) in sides.ends.iter().zip(&sides.parts).zip(&sides.costs) {
        let next = tried(part).map(|part| between(side, part));
        let best = next.map(|to| reached(&least, &places, cost, to));
        from.push(best.map(|(number, _)| number));
        (least, places) = (best.map(|(_, least)| least), next);
    }
    let last = sides.costs.last().copied().unwrap_or(1.0);
    let (mut number, _) = reached(&least, &places, last, goal);
    let mut parts = Vec::with_capacity(sides.parts.len());
    let mut is_far = false;
    for (&part, from) in sides.parts.iter().zip(&from).rev() {
        let next = tried(part)[number as usize];
        is_far |= (next - part).abs() >= reach * 0.99;
        parts.push(next);
        number = from[number as usize];
    }
    parts.reverse();
    (parts, is_far)
}

/// The points of a path without those where it goes straight on over ground of the same cost, or not on at
/// all.
fn bends(points: &[Place], costs: &[f64]) -> Vec<Place> {
    let mut kept: Vec<(Place, f64)> = Vec::new();
    for (&at, &cost) in points.iter().zip(costs.iter().chain(costs.last())) {
        if kept.last().is_some_and(|&(before, _)| distance(before, at) < 1e-6) {
            if let Some(last) = kept.last_mut() {
                last.1 = cost;
            }
            continue;
        }
        if let [.., (before, ground), (middle, on)] = kept[..] {
            let straight = distance(before, at) * (1.0 + 1e-12);
            let is_straight = distance(before, middle) + distance(middle, at) <= straight;
            if is_straight && ground.to_bits() == on.to_bits() {
                kept.pop();
            }
        }
        kept.push((at, cost));
    }
    // The last is the goal, though it may be as near as nothing to a side.
    let mut points_kept: Vec<Place> = kept.into_iter().map(|(at, _)| at).collect();
    if let (Some(last), Some(&goal)) = (points_kept.last_mut(), points.last()) {
        *last = goal;
    }
    points_kept
}
