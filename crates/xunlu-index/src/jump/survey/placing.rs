//! Where landmarks are placed, and what it costs from them and from stairs.

use super::Survey;
use super::sweeps::{LANES, Orders};
use crate::jump::cost_rows::CostRows;
use crate::jump::landmarks::COUNT;
use crate::jump::numbers::{NO_PATH, PaddedCell};
use crate::jump::stairs::Stairs;
use std::mem;
use std::ops::Range;

/// How many connected parts of a map are compared to find the largest.
const PARTS_MAX: usize = 64;

/// Landmarks and stairs, and the costs from them.
pub(in crate::jump) struct Placed {
    pub(in crate::jump) places: Vec<PaddedCell>,
    pub(in crate::jump) stairs: Stairs,
    pub(in crate::jump) from_each: CostRows,
}

impl Placed {
    /// Nowhere, among so many jump points.
    pub(in crate::jump) fn nowhere(jump_points: usize) -> Placed {
        let places = vec![PaddedCell::default(); COUNT];
        Placed { places, stairs: Stairs::default(), from_each: CostRows::new(jump_points, COUNT) }
    }
}

impl Survey<'_> {
    /// Places landmarks at stairs, or at none of them if there are too many, and then each as far from those
    /// before as can be found.
    pub(in crate::jump) fn place_all(&self, stairs: Stairs) -> Placed {
        let largest = in_largest_part(self);
        let orders = Orders::new(self.cells(), &largest);
        let Range { start: column, end: width } = stairs.columns();
        let at_stairs = if column == 0 { stairs.places() } else { &[] };
        let (mut places, first) = self.place_landmarks(at_stairs, &largest);
        let mut from_each = CostRows::new(largest.len(), width.max(COUNT));
        if let Some((_, others)) = places.split_first() {
            from_each.set_columns(1, &self.costs_from_each(others, &orders));
            let first: Vec<[u32; 1]> = first.into_iter().map(|cost| [cost]).collect();
            from_each.set_columns(0, &first);
        }
        places.resize(COUNT, PaddedCell::default());
        if column > 0 {
            for (places, column) in stairs.places().chunks(LANES).zip((column..).step_by(LANES)) {
                from_each.set_columns(column, &self.costs_from_each(places, &orders));
            }
            places.extend(stairs.places());
        }
        Placed { places, stairs, from_each }
    }

    /// Places landmarks, and finds the costs from the first of them.
    fn place_landmarks(
        &self,
        at_stairs: &[PaddedCell],
        largest: &[u32],
    ) -> (Vec<PaddedCell>, Vec<u32>) {
        let (mut places, mut first): (Vec<PaddedCell>, Vec<u32>) = (Vec::new(), Vec::new());
        // The cost from the landmark that is nearest: known from the first, estimated from the others.
        let mut nearest = vec![NO_PATH; largest.len()];
        while places.len() < COUNT {
            // Stairs may be in small parts alone.
            let is_reached =
                nearest.iter().zip(largest).any(|(cost, own)| *cost.max(own) != NO_PATH);
            let next = match at_stairs.get(places.len()) {
                Some(&stair) => Some(stair),
                None if is_reached => self.farthest(&nearest),
                None => self.farthest(largest),
            };
            let Some(next) = next else { break };
            if places.is_empty() {
                first = self.from(next);
                nearest.clone_from(&first);
            } else {
                estimate_from(self, next, [largest, &first], &mut nearest);
            }
            places.push(next);
        }
        (places, first)
    }
}

/// Lowers costs to about those from a place, by those from two others and, on one layer, straight lines.
fn estimate_from(survey: &Survey<'_>, place: PaddedCell, known: [&[u32]; 2], nearest: &mut [u32]) {
    let there = known.map(|costs| survey.cost_at(place, costs));
    let costs = known[0].iter().zip(known[1]).zip(survey.cells());
    for (((&one, &other), &cell), nearest) in costs.zip(nearest) {
        let apart = match [apart(one, there[0]), apart(other, there[1])] {
            [Some(one), Some(other)] => one.max(other),
            [Some(apart), None] | [None, Some(apart)] => apart,
            // Neither is known to lie in the same part.
            [None, None] => NO_PATH,
        };
        *nearest = apart.max(survey.straight(place, cell)).min(*nearest);
    }
}

/// How far two places lie apart at least by what each costs from a third. Returns `None` if no path leads to
/// either.
fn apart(one: u32, other: u32) -> Option<u32> {
    match [one, other] {
        [NO_PATH, NO_PATH] => None,
        [NO_PATH, _] | [_, NO_PATH] => Some(NO_PATH),
        _ => Some(one.abs_diff(other)),
    }
}

/// The costs to all jump points from one in the largest connected part of the map, of the first few.
fn in_largest_part(survey: &Survey<'_>) -> Vec<u32> {
    let count = survey.cells().len();
    // No costs are found from what is cut out.
    let mut is_known: Vec<bool> =
        survey.cells().iter().map(|&cell| !survey.map.is_open(cell)).collect();
    let mut left = is_known.iter().filter(|known| !**known).count();
    let (mut best, mut best_count) = (vec![NO_PATH; count], 0);
    for _ in 0..PARTS_MAX {
        let Some(next) = is_known.iter().position(|known| !known) else { break };
        if left <= best_count {
            break;
        }
        let costs = survey.from(survey.cells()[next]);
        let reached = costs.iter().zip(&mut is_known).filter(|(cost, _)| **cost != NO_PATH);
        let count =
            reached.map(|(_, known)| usize::from(!mem::replace(known, true))).sum::<usize>();
        left -= count;
        if count > best_count {
            (best, best_count) = (costs, count);
        }
    }
    best
}
