//! Landmarks: places from where the cost to all others is known.
//!
//! No way from here to the goal can cost less than what the two differ by as seen from any landmark.
//! Behind a landmark, or before it, that is the truth itself, walls and all, where the straight
//! line knows nothing of walls: so a search with landmarks hardly leaves the way it will find. After
//! Goldberg and Harrelson (2005, "Computing the shortest path: A* search meets graph theory"); Sturtevant
//! et al. (2009) call them differential heuristics on grids.
//!
//! Costs are kept for the cells at which a search over jumps can stop and for no others. Start and goal
//! are told from the jump points that are seen from them.
//!
//! Edits leave the costs as they are. Where ground was closed, ways have only become dearer, and what was
//! a bound stays one. A way that is cheaper than all ways before must lead through ground that was opened
//! since, so no way can cost less than the straight-line distance through the nearest of it: the lesser of both
//! bounds holds.

use super::costs::JumpCosts;
use super::jump_edges::JumpEdges;
use super::look::{Lookout, Seen, Share};
use super::map::{JumpMap, Square};
use super::refresh::JumpEdit;
use super::rule::ALL_LOOKS;
use super::survey::{DRY, Survey};

/// How many landmarks: their costs to one cell fill a cache line.
pub(super) const COUNT: usize = 16;
/// How many of them a search asks.
const ASKED: usize = 3;
/// How many places of opened ground are told apart.
const OPENINGS_MAX: usize = 8;

/// The costs from a few landmarks to every cell at which a search may stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Landmarks {
    costs: JumpCosts,
    places: [Square; COUNT],
    // By the jump points' numbers.
    from_each: Vec<[u32; COUNT]>,
    // What was opened since, first and last cell of each rectangle, and whether anything was edited.
    openings: Vec<[Square; 2]>,
    is_as_made: bool,
}

/// What one landmark says of the goal: its cost to there lies between these for every purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Sight {
    landmark: usize,
    least: u32,
    most: u32,
}

/// What the best landmarks for a goal say of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Sights {
    best: [Sight; ASKED],
    count: usize,
}

impl Landmarks {
    /// Places landmarks as far from each other as can be, at the rim of the ground. The lists must be
    /// newly made.
    pub(super) fn new(map: &JumpMap, edges: &JumpEdges) -> Landmarks {
        let mut landmarks = Landmarks {
            costs: edges.costs(),
            places: [Square::default(); COUNT],
            from_each: vec![[DRY; COUNT]; edges.len()],
            openings: Vec::new(),
            is_as_made: true,
        };
        // Without costs they say nothing, and searches go by the straight-line distance.
        if let Some(mut survey) = Survey::new(map, edges) {
            landmarks.place_all(&mut survey);
        }
        landmarks
    }

    /// Whether nothing was opened since they were placed.
    pub(super) fn is_sharp(&self) -> bool {
        self.openings.is_empty()
    }

    /// A jump point has got another number, or is new and has its first.
    pub(super) fn moved(&mut self, number: usize, old: Option<usize>) {
        let costs = old.map_or([DRY; COUNT], |old| self.from_each[old]);
        if number >= self.from_each.len() {
            self.from_each.resize(number + 1, [DRY; COUNT]);
        }
        self.from_each[number] = costs;
    }

    /// All jump points have got other numbers.
    pub(super) fn renumber(&mut self, map: &JumpMap, was: &JumpEdges, is: &JumpEdges) {
        let squares = map.nodes.set_bits().map(|(y, x)| Square { x, y });
        let costs = squares
            .map(|square| was.number_of(square).map_or([DRY; COUNT], |old| self.from_each[old]));
        self.from_each = costs.collect();
        debug_assert_eq!(self.from_each.len(), is.len(), "every jump point has a number");
    }

    /// Takes note of an edit of the map that it was made from.
    pub(super) fn edited(&mut self, edit: &JumpEdit) {
        self.is_as_made &= !edit.was_opened && !edit.was_closed;
        if !edit.was_opened {
            return;
        }
        let [first, last] = edit.cells;
        // A step past a corner needs the cells beside it, so ways change up to one cell around.
        let first = Square { x: first.x - 1, y: first.y - 1 };
        let last = Square { x: last.x + 1, y: last.y + 1 };
        if self.openings.len() < OPENINGS_MAX {
            self.openings.push([first, last]);
            return;
        }
        // Joined with the rectangle that grows the least.
        let grown = |[a, b]: [Square; 2]| {
            let low = Square { x: a.x.min(first.x), y: a.y.min(first.y) };
            [low, Square { x: b.x.max(last.x), y: b.y.max(last.y) }]
        };
        let extent = |[a, b]: [Square; 2]| b.x - a.x + b.y - a.y;
        let nearest =
            self.openings.iter_mut().min_by_key(|known| extent(grown(**known)) - extent(**known));
        if let Some(nearest) = nearest {
            *nearest = grown(*nearest);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.from_each[..])
    }

    /// What the landmarks say of the goal of a search that has come to a jump point, and which are to be asked:
    /// those as seen from which both lie farthest apart. `near` is scratch.
    pub(super) fn sights(
        &self,
        map: &JumpMap,
        edges: &JumpEdges,
        (from, goal): (usize, Square),
        near: &mut Vec<Near>,
    ) -> Sights {
        self.look_around(map, edges, goal, near);
        let Some(nearest) = near.iter().min_by_key(|point| point.leg) else {
            return Sights::default();
        };
        let (here, there) = (&self.from_each[from], &self.from_each[nearest.number]);
        let mut apart: [(u32, usize); COUNT] = std::array::from_fn(|landmark| {
            let known = [here[landmark], there[landmark]];
            let apart = if known.contains(&DRY) { 0 } else { known[0].abs_diff(known[1]) };
            (apart, landmark)
        });
        let mut sights = Sights::default();
        for slot in 0..ASKED {
            let farthest = (slot..COUNT).max_by_key(|&number| apart[number]).unwrap_or(slot);
            apart.swap(slot, farthest);
            let (worth, landmark) = apart[slot];
            if worth > 0 {
                sights.best[sights.count] = self.sight(map, landmark, goal, near);
                sights.count += 1;
            }
        }
        sights
    }

    /// What one landmark says of the goal.
    fn sight(&self, map: &JumpMap, landmark: usize, goal: Square, near: &[Near]) -> Sight {
        let (mut least, mut most) = (0, DRY);
        for &Near { number, leg } in near {
            let cost = self.from_each[number][landmark];
            // What is newer than the landmarks has no costs, and says nothing.
            if cost != DRY {
                least = cost.saturating_sub(leg).max(least);
                most = cost.saturating_add(leg).min(most);
            }
        }
        // A goal from where the landmark itself is seen need not see a jump point on the way there.
        let place = self.places[landmark];
        if map.is_open(place) && map.is_seen_from(goal, place) && !self.is_opened(goal, place) {
            let (columns, rows) = (place.x.abs_diff(goal.x), place.y.abs_diff(goal.y));
            most = self.costs.least(map.rule, columns, rows).min(most);
        }
        // As long as nothing was edited, the cheapest of these ways is the cheapest there is.
        Sight { landmark, least: if self.is_as_made { most } else { least }, most }
    }

    /// Whether a way between two cells that does not leave their rectangle may lead over ground that was
    /// opened since.
    fn is_opened(&self, one: Square, other: Square) -> bool {
        self.openings.iter().any(|[first, last]| {
            one.x.min(other.x) <= last.x
                && one.x.max(other.x) >= first.x
                && one.y.min(other.y) <= last.y
                && one.y.max(other.y) >= first.y
        })
    }

    /// The least cost from a jump point to the goal that the landmarks know of.
    #[inline]
    pub(super) fn least(
        &self,
        map: &JumpMap,
        sights: &Sights,
        (number, from): (usize, Square),
        goal: Square,
    ) -> u32 {
        if sights.count == 0 {
            return 0;
        }
        let costs = &self.from_each[number];
        let asked =
            sights.best.iter().take(sights.count).map(|sight| match costs[sight.landmark] {
                // A jump point that is newer than the landmarks.
                DRY => 0,
                cost => sight.least.saturating_sub(cost).max(cost.saturating_sub(sight.most)),
            });
        let least = asked.max().unwrap_or(0);
        if self.openings.is_empty() {
            return least;
        }
        let through = self.openings.iter().map(|opening| {
            let legs = [from, goal].map(|end| {
                let [first, last] = *opening;
                let outside = |at: u32, least: u32, most: u32| {
                    least.saturating_sub(at).max(at.saturating_sub(most))
                };
                let columns = outside(end.x, first.x, last.x);
                let rows = outside(end.y, first.y, last.y);
                self.costs.least(map.rule, columns, rows)
            });
            legs[0].saturating_add(legs[1])
        });
        through.fold(least, u32::min)
    }

    /// All jump points that are seen from a cell, but over no ground that was opened since.
    fn look_around(&self, map: &JumpMap, edges: &JumpEdges, from: Square, near: &mut Vec<Near>) {
        near.clear();
        near.extend(edges.number_of(from).map(|number| Near { number, leg: 0 }));
        let mut gauge = Gauge { landmarks: self, edges, map, from, near };
        map.look_about(from, ALL_LOOKS, Share::ALL, &mut gauge);
    }

    /// Where a landmark is and the costs it knows, by the jump points' numbers.
    #[cfg(test)]
    pub(super) fn told_by(&self, landmark: usize) -> (Square, Vec<u32>) {
        let costs = self.from_each.iter().map(|costs| costs[landmark]);
        (self.places[landmark], costs.collect())
    }

    /// Surveys from one landmark after the other, each as far from those before as is found.
    fn place_all(&mut self, survey: &mut Survey<'_>) {
        let costs = in_largest_part(survey);
        let Some(mut next) = survey.farthest(&costs) else { return };
        // From the landmark that is nearest.
        let mut nearest: Vec<u32> = vec![DRY; survey.squares().len()];
        for landmark in 0..COUNT {
            self.places[landmark] = next;
            let costs = survey.from(next);
            for ((cost, nearest), costs) in costs.iter().zip(&mut nearest).zip(&mut self.from_each)
            {
                costs[landmark] = *cost;
                *nearest = (*cost).min(*nearest);
            }
            next = survey.farthest(&nearest).unwrap_or(next);
        }
    }
}

/// How many parts of a map are looked at for the largest.
const PARTS_MAX: usize = 64;

/// The costs to all jump points from one in the largest part of the map, as far as parts are looked at.
fn in_largest_part(survey: &mut Survey<'_>) -> Vec<u32> {
    let count = survey.squares().len();
    let mut left = count;
    let mut is_known = vec![false; count];
    let (mut best, mut best_count) = (vec![DRY; count], 0);
    for _ in 0..PARTS_MAX {
        let Some(next) = is_known.iter().position(|known| !known) else { break };
        if left <= best_count {
            break;
        }
        let costs = survey.from(survey.squares()[next]);
        let reached = costs.iter().zip(&mut is_known).filter(|(cost, _)| **cost != DRY);
        let count = reached.map(|(_, known)| *known = true).count();
        left -= count;
        if count > best_count {
            (best, best_count) = (costs.to_vec(), count);
        }
    }
    best
}

/// A jump point near the goal: its number, and what it is away.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    number: usize,
    leg: u32,
}

/// Collects the jump points that are seen from a cell.
struct Gauge<'a> {
    landmarks: &'a Landmarks,
    edges: &'a JumpEdges,
    map: &'a JumpMap,
    from: Square,
    near: &'a mut Vec<Near>,
}

impl Lookout for Gauge<'_> {
    #[inline]
    fn jump_point(&mut self, seen: Seen) {
        if self.landmarks.is_opened(self.from, seen.square) {
            return;
        }
        let price = self.landmarks.costs;
        let leg = seen.walked * price.walk(self.map) + seen.scanned * price.straight;
        self.near.extend(self.edges.number_of(seen.square).map(|number| Near { number, leg }));
    }

    fn walked(&mut self, _walk: u32, _steps: u32) {}

    fn cut_short(&mut self, _walk: u32, _steps: u32) {}
}
