//! Landmarks: places from where the cost to all others is known.
//!
//! No way from here to the goal can cost less than what the two differ by as seen from any landmark.
//! Behind a landmark, or before it, that is the truth itself, walls and all, where the flight of the
//! crow knows nothing of walls: so a search with landmarks hardly leaves the way it will find. After
//! Goldberg and Harrelson (2005, "Computing the shortest path: A* search meets graph theory"); Sturtevant
//! et al. (2009) call them differential heuristics on grids.
//!
//! Costs are kept for the cells at which a search over jumps can stop and for no others, so the whole of
//! it is about the size of the map. Start and goal are told from the stops that are seen from them.
//!
//! Edits leave the costs as they are. Where ground was closed, ways have only become dearer, and what was
//! a bound stays one. A way that is cheaper than all ways before must lead through ground that was opened
//! since, so no way can cost less than the crow's flight through the nearest of it: the lesser of both
//! bounds holds.

use super::board::Board;
use super::costs::JumpCosts;
use super::flood::{DRY, Flood};
use super::look::{Lookout, Seen};
use super::map::{JumpMap, Spot};
use super::refresh::JumpEdit;
use super::rule::ALL_LOOKS;
use xunlu_map::Revision;

/// How many landmarks: their costs to one cell fill a cache line.
pub(super) const COUNT: usize = 16;
/// How many of them a search asks.
const ASKED: usize = 3;
/// How many places of opened ground are told apart.
const OPENINGS_MAX: usize = 8;

/// The costs from a few landmarks to every cell at which a search may stop, for movers of the same steps
/// and costs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Landmarks {
    costs: JumpCosts,
    places: [Spot; COUNT],
    // The stops when it was made, by rows; for each word how many come before it; and their costs in
    // the same order.
    stops: Board,
    before: Vec<u32>,
    from_each: Vec<[u32; COUNT]>,
    // What was opened since, first and last cell of each rectangle, and whether anything was edited.
    openings: Vec<[Spot; 2]>,
    is_as_made: bool,
    made_at: Revision,
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
    // When the landmarks were made that were asked.
    made_at: Revision,
}

impl Sights {
    /// Forgets what was said by other landmarks than these.
    pub(super) fn keep_those_of(&mut self, landmarks: Option<&Landmarks>) {
        if landmarks.is_none_or(|landmarks| landmarks.made_at != self.made_at) {
            self.count = 0;
        }
    }
}

impl Landmarks {
    /// Finds landmarks as far from each other as can be and works out the costs from them: one flood over
    /// the whole map for each. `revision` is that of the map.
    #[must_use]
    pub fn new(map: &JumpMap, costs: JumpCosts, revision: Revision) -> Landmarks {
        let stops = map.nodes.clone();
        let mut count = 0;
        let before = (0..stops.len_in_words()).map(|place| {
            let here = count;
            count += stops.word_at(place).count_ones();
            here
        });
        let before = before.collect();
        let mut landmarks = Landmarks {
            costs,
            places: [Spot::default(); COUNT],
            before,
            from_each: vec![[DRY; COUNT]; count as usize],
            openings: Vec::new(),
            is_as_made: true,
            made_at: revision,
            stops,
        };
        landmarks.survey(map);
        landmarks
    }

    /// What steps cost those it was made for.
    #[must_use]
    pub const fn costs(&self) -> JumpCosts {
        self.costs
    }

    /// Whether nothing was opened since it was made, so that it says all it can.
    #[must_use]
    pub fn is_sharp(&self) -> bool {
        self.openings.is_empty()
    }

    /// Takes note of an edit of the map that it was made from.
    pub fn edited(&mut self, edit: &JumpEdit) {
        self.is_as_made &= !edit.was_opened && !edit.was_closed;
        if !edit.was_opened {
            return;
        }
        let [first, last] = edit.cells;
        // A step past a corner needs the cells beside it, so ways change up to one cell around.
        let first = Spot { x: first.x - 1, y: first.y - 1 };
        let last = Spot { x: last.x + 1, y: last.y + 1 };
        if self.openings.len() < OPENINGS_MAX {
            self.openings.push([first, last]);
            return;
        }
        // Joined with the rectangle that grows the least.
        let grown = |[a, b]: [Spot; 2]| {
            let low = Spot { x: a.x.min(first.x), y: a.y.min(first.y) };
            [low, Spot { x: b.x.max(last.x), y: b.y.max(last.y) }]
        };
        let extent = |[a, b]: [Spot; 2]| b.x - a.x + b.y - a.y;
        let nearest =
            self.openings.iter_mut().min_by_key(|known| extent(grown(**known)) - extent(**known));
        if let Some(nearest) = nearest {
            *nearest = grown(*nearest);
        }
    }

    /// How much memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.stops.bytes() + size_of_val(&self.before[..]) + size_of_val(&self.from_each[..])
    }

    /// The costs from all landmarks to a cell, if they are known.
    #[inline]
    fn costs_to(&self, spot: Spot) -> Option<&[u32; COUNT]> {
        let place = self.stops.place(spot.y, spot.x);
        let (word, bit) = (self.stops.word_at(place), spot.x % u64::BITS);
        if word >> bit & 1 == 0 {
            return None;
        }
        let rank = self.before[place] + (word & !(u64::MAX << bit)).count_ones();
        self.from_each.get(rank as usize)
    }

    /// What the landmarks say of the goal of a search, and which are to be asked.
    pub(super) fn sights(&self, map: &JumpMap, start: Spot, goal: Spot) -> Sights {
        let (from, to) = (self.gauge(map, start), self.gauge(map, goal));
        let mut sights: [Sight; COUNT] = std::array::from_fn(|landmark| {
            let (least, most) = (to.least[landmark], to.most[landmark]);
            // As long as nothing was edited, what was gauged is exact.
            let least = if self.is_as_made { most } else { least };
            Sight { landmark, least, most }
        });
        let worth = |sight: &Sight| {
            let known = [from.most[sight.landmark], sight.most];
            if known.contains(&DRY) { 0 } else { known[0].abs_diff(known[1]) }
        };
        let mut chosen = Sights { made_at: self.made_at, ..Sights::default() };
        for slot in 0..ASKED {
            let Some(best) = (slot..COUNT).max_by_key(|&number| worth(&sights[number])) else {
                break;
            };
            if worth(&sights[best]) == 0 {
                break;
            }
            sights.swap(slot, best);
            chosen.best[slot] = self.corrected(map, sights[slot], goal);
            chosen.count = slot + 1;
        }
        chosen
    }

    /// A goal from where the landmark itself is seen need not see a stop on the way there to be gauged by.
    fn corrected(&self, map: &JumpMap, sight: Sight, goal: Spot) -> Sight {
        let place = self.places[sight.landmark];
        if !map.is_open(place) || !map.is_seen_from(goal, place) || self.is_opened(goal, place) {
            return sight;
        }
        let (columns, rows) = (place.x.abs_diff(goal.x), place.y.abs_diff(goal.y));
        let cost = self.costs.least(map.rule, columns, rows);
        let most = sight.most.min(cost);
        Sight { most, least: if self.is_as_made { most } else { sight.least }, ..sight }
    }

    /// Whether a way between two cells that does not leave their rectangle may lead over ground that was
    /// opened since.
    fn is_opened(&self, one: Spot, other: Spot) -> bool {
        self.openings.iter().any(|[first, last]| {
            one.x.min(other.x) <= last.x
                && one.x.max(other.x) >= first.x
                && one.y.min(other.y) <= last.y
                && one.y.max(other.y) >= first.y
        })
    }

    /// The least cost from a stop to the goal that the landmarks know of.
    #[inline]
    pub(super) fn least(&self, map: &JumpMap, sights: &Sights, from: Spot, goal: Spot) -> u32 {
        if sights.count == 0 {
            return 0;
        }
        let Some(costs) = self.costs_to(from) else { return 0 };
        let asked = sights.best.iter().take(sights.count).map(|sight| {
            let cost = costs[sight.landmark];
            sight.least.saturating_sub(cost).max(cost.saturating_sub(sight.most))
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

    /// The costs to any cell, from those to the stops that are seen from it.
    fn gauge(&self, map: &JumpMap, spot: Spot) -> Gauge<'_> {
        let mut gauge = Gauge {
            landmarks: self,
            from: spot,
            walk: self.costs.walk(map),
            least: [0; COUNT],
            most: [DRY; COUNT],
        };
        gauge.take(spot, 0);
        map.look_about(spot, ALL_LOOKS, &mut gauge);
        gauge
    }

    /// Floods the map from one landmark after the other, each the stop that is farthest from those before.
    fn survey(&mut self, map: &JumpMap) {
        let spots: Vec<Spot> = self.stops.set_bits().map(|(y, x)| Spot { x, y }).collect();
        let Some(&first) = spots.first() else { return };
        let mut flood = Flood::new(map, self.costs);
        let farthest = |costs: &[u32]| {
            let reached = (0..costs.len()).filter(|&at| costs[at] != DRY);
            reached.max_by_key(|&at| costs[at]).map_or(first, |at| spots[at])
        };
        let costs = in_largest_part(&spots, &mut flood);
        let mut next = farthest(&costs);
        // From the landmark that is nearest.
        let mut nearest: Vec<u32> = vec![DRY; spots.len()];
        for landmark in 0..COUNT {
            self.places[landmark] = next;
            flood.from(next);
            for ((spot, nearest), costs) in spots.iter().zip(&mut nearest).zip(&mut self.from_each)
            {
                costs[landmark] = flood.cost_to(*spot);
                *nearest = costs[landmark].min(*nearest);
            }
            next = farthest(&nearest);
        }
    }
}

/// How many parts of a map are looked at for the largest.
const PARTS_MAX: usize = 64;

/// The costs to all stops from one in the largest part of the map, as far as parts are looked at.
fn in_largest_part(spots: &[Spot], flood: &mut Flood<'_>) -> Vec<u32> {
    let mut left = spots.len();
    let mut is_known = vec![false; spots.len()];
    let (mut best, mut best_count) = (vec![DRY; spots.len()], 0);
    for _ in 0..PARTS_MAX {
        let Some(next) = is_known.iter().position(|known| !known) else { break };
        if left <= best_count {
            break;
        }
        flood.from(spots[next]);
        let costs: Vec<u32> = spots.iter().map(|&spot| flood.cost_to(spot)).collect();
        let reached = costs.iter().zip(&mut is_known).filter(|(cost, _)| **cost != DRY);
        let count = reached.map(|(_, known)| *known = true).count();
        left -= count;
        if count > best_count {
            (best, best_count) = (costs, count);
        }
    }
    best
}

/// Gauges a cell by the stops that are seen from it: what it costs from each landmark at the least and
/// at the most.
struct Gauge<'a> {
    landmarks: &'a Landmarks,
    from: Spot,
    walk: u32,
    least: [u32; COUNT],
    most: [u32; COUNT],
}

impl Gauge<'_> {
    /// Takes in what is known of a stop so far away.
    #[inline]
    fn take(&mut self, stop: Spot, leg: u32) {
        if self.landmarks.is_opened(self.from, stop) {
            return;
        }
        let Some(costs) = self.landmarks.costs_to(stop) else { return };
        for ((cost, least), most) in costs.iter().zip(&mut self.least).zip(&mut self.most) {
            *least = cost.saturating_sub(leg).max(*least);
            *most = cost.saturating_add(leg).min(*most);
        }
    }
}

impl Lookout for Gauge<'_> {
    #[inline]
    fn stop(&mut self, seen: Seen) {
        let leg = seen.walked * self.walk + seen.scanned * self.landmarks.costs.straight;
        self.take(seen.spot, leg);
    }

    fn walked(&mut self, _walk: u32, _steps: u32) {}
}
