//! The cheapest points on given sides, one after another: a path.

use super::{Place, between, distance, place};
use crate::exact::MeshPoint;

/// Sides to be passed from the start to the goal, and what ground costs before each of them and after the
/// last.
#[derive(Clone, Debug, Default)]
pub(super) struct Sides {
    pub(super) ends: Vec<[Place; 2]>,
    pub(super) costs: Vec<f64>,
}

/// A path through sides.
#[derive(Clone, Debug)]
pub(super) struct Along {
    pub(super) points: Vec<Place>,
    pub(super) cost: f64,
}

/// So many points are tried on each side at once: all together, for many sides may end at one corner, where
/// none can be moved alone.
const TRIES: usize = 9;

/// So often they are tried at most.
const ROUNDS_MAX: u32 = 160;

/// So near to each other they are tried at last, as a part of the side.
const REACH_LEAST: f64 = 1e-10;

impl Along {
    /// The cheapest path through some sides, nearly: what it costs is a convex function of where it passes
    /// them.
    pub(super) fn cheapest([start, goal]: [MeshPoint; 2], sides: &Sides) -> Along {
        let ends = [start, goal].map(place);
        let mut parts = vec![0.5; sides.ends.len()];
        let mut reach = 0.5;
        for _ in 0..ROUNDS_MAX {
            let next = try_around(ends, sides, &parts, reach);
            // As long as any is moved, the others may have to go on as far.
            if next == parts {
                reach /= 2.0;
            }
            parts = next;
            if reach < REACH_LEAST {
                break;
            }
        }
        let passed = sides.ends.iter().zip(&parts).map(|(&side, &part)| between(side, part));
        let all: Vec<Place> =
            std::iter::once(ends[0]).chain(passed).chain(std::iter::once(ends[1])).collect();
        let legs = all.array_windows().zip(&sides.costs);
        let cost = legs.map(|(&[from, to], cost)| cost * distance(from, to)).sum();
        Along { points: bends(&all, &sides.costs), cost }
    }
}

/// The cheapest of some parts of each side that lie around those before, and these themselves (Bellman 1957).
fn try_around([start, goal]: [Place; 2], sides: &Sides, before: &[f64], reach: f64) -> Vec<f64> {
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
    let mut from: Vec<[u8; TRIES]> = Vec::with_capacity(before.len());
    let reached = |least: &[f64; TRIES], places: &[Place; TRIES], cost: f64, to: Place| {
        let all = (0_u8..).zip(least.iter().zip(places));
        let all = all.map(|(number, (least, &at))| (number, least + cost * distance(at, to)));
        let first = (0, f64::INFINITY);
        all.fold(first, |best, next| if next.1 < best.1 { next } else { best })
    };
    for ((&side, &part), &cost) in sides.ends.iter().zip(before).zip(&sides.costs) {
        let next = tried(part).map(|part| between(side, part));
        let best = next.map(|to| reached(&least, &places, cost, to));
        from.push(best.map(|(number, _)| number));
        (least, places) = (best.map(|(_, least)| least), next);
    }
    let last = sides.costs.last().copied().unwrap_or(1.0);
    let (mut number, _) = reached(&least, &places, last, goal);
    let mut parts = Vec::with_capacity(before.len());
    for (&part, from) in before.iter().zip(&from).rev() {
        parts.push(tried(part)[number as usize]);
        number = from[number as usize];
    }
    parts.reverse();
    parts
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
