//! The plain referee: what the right answer is, worked out the textbook way.
//!
//! The steps are read off the map by the published rules (`referee/steps.rs`),
//! then Dijkstra 1959 runs over a table of them. Sums are 64 bits wide and never saturate.

mod hexagonal;
mod places;
mod square;
mod steps;

pub use places::places;

use places::number_of;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use xunlu_map::{Map, Mover, Place, Weight};

/// One move of a mover between two places.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlaceStep {
    /// Where it leads.
    pub to: Place,
    /// What it costs, turning not counted.
    pub cost: u64,
    /// The direction's number; none for a link, after which the mover has no heading.
    pub heading: Option<u32>,
}

/// Knows every step of one mover on one map, and answers from them alone. Making one costs O(cells);
/// after an edit, make another.
#[derive(Clone, Debug)]
pub struct Referee<'a> {
    map: &'a Map,
    mover: &'a Mover,
    places: Vec<Place>,
    // By the number of the place among those: the most expensive ground under the mover, none where it cannot
    // stand.
    ground: Vec<Option<Weight>>,
    // By the same number.
    steps: Vec<Vec<PlaceStep>>,
}

// How many headings there are at most.
const HEADINGS: usize = 8;

impl<'a> Referee<'a> {
    /// Reads every step off the map.
    #[must_use]
    pub fn new(map: &'a Map, mover: &'a Mover) -> Referee<'a> {
        let places = places(map);
        let ground: Vec<Option<Weight>> =
            places.iter().map(|&at| steps::ground_at(map, mover, at)).collect();
        let ground_at = |place| ground[number_of(map, place)?];
        let steps_of = |(&at, ground): (&Place, &Option<Weight>)| {
            if ground.is_some() { steps::steps(map, mover, at, ground_at) } else { Vec::new() }
        };
        let steps = places.iter().zip(&ground).map(steps_of).collect();
        Referee { map, mover, places, ground, steps }
    }

    /// The same with only those steps that begin and end at places to be kept to.
    #[must_use]
    pub fn kept_to(mut self, is_inside: impl Fn(Place) -> bool) -> Referee<'a> {
        for (&place, steps) in self.places.iter().zip(&mut self.steps) {
            steps.retain(|step| is_inside(place) && is_inside(step.to));
        }
        self
    }

    /// The same with some places closed: nobody stands there, and no step leads there.
    #[must_use]
    pub fn closing(mut self, is_closed: impl Fn(Place) -> bool) -> Referee<'a> {
        for (&place, ground) in self.places.iter().zip(&mut self.ground) {
            *ground = ground.filter(|_| !is_closed(place));
        }
        self.kept_to(|place| !is_closed(place))
    }

    /// The same with steps that cost so much more, by where they lead.
    #[must_use]
    pub fn costing_more(mut self, toll: impl Fn(Place) -> u64) -> Referee<'a> {
        for step in self.steps.iter_mut().flatten() {
            step.cost += toll(step.to);
        }
        self
    }

    /// The map.
    #[must_use]
    pub const fn map(&self) -> &'a Map {
        self.map
    }

    /// The mover.
    #[must_use]
    pub const fn mover(&self) -> &'a Mover {
        self.mover
    }

    /// Whether the mover can stand at the place: it is on the map and all the ground is open.
    #[must_use]
    pub fn can_stand(&self, place: Place) -> bool {
        number_of(self.map, place).is_some_and(|number| self.ground[number].is_some())
    }

    /// Every place the mover can stand at, in the order of their numbers.
    #[must_use]
    pub fn standing_places(&self) -> Vec<Place> {
        let grounds = self.places.iter().zip(&self.ground);
        grounds.filter_map(|(&place, ground)| ground.map(|_| place)).collect()
    }

    /// The steps from a place, in the published order; none from where the mover cannot stand.
    #[must_use]
    pub fn steps_from(&self, place: Place) -> &[PlaceStep] {
        number_of(self.map, place).map_or(&[], |number| &self.steps[number])
    }

    /// What the cheapest path costs, turns included. Returns `None` if there is no path or the mover cannot
    /// stand at either end.
    #[must_use]
    pub fn optimal_cost(&self, from: Place, to: Place) -> Option<u64> {
        let to = number_of(self.map, to)?;
        let settled = self.settled_from_any(&[from]);
        settled.chunks(self.slots()).nth(to)?.iter().flatten().min().copied()
    }

    /// What the cheapest path from `from` to each place costs; places without one are left out.
    #[must_use]
    pub fn distances(&self, from: Place) -> BTreeMap<Place, u64> {
        self.distances_from_any(&[from])
    }

    /// What the cheapest path to each place from any of these costs.
    #[must_use]
    pub fn distances_from_any(&self, sources: &[Place]) -> BTreeMap<Place, u64> {
        let settled = self.settled_from_any(sources);
        let least = settled.chunks(self.slots()).map(|headings| headings.iter().flatten().min());
        let distances = self.places.iter().zip(least);
        distances.filter_map(|(&place, least)| Some((place, *least?))).collect()
    }

    /// The least cost of each state from any of these places.
    fn settled_from_any(&self, sources: &[Place]) -> Vec<Option<u64>> {
        let starts = sources.iter().filter(|&&place| self.can_stand(place));
        let starts = starts.map(|&place| self.setting_out(place)).collect();
        dijkstra(self.state_count(), starts, |state| self.state_steps(state))
    }

    /// What the cheapest path from each place to `to` costs, setting out without a heading.
    #[must_use]
    pub fn distances_to(&self, to: Place) -> BTreeMap<Place, u64> {
        self.distances_to_any(&[to])
    }

    /// What the cheapest path from each place to any of these costs, setting out without a heading.
    #[must_use]
    pub fn distances_to_any(&self, goals: &[Place]) -> BTreeMap<Place, u64> {
        let goals = goals.iter().filter(|&&place| self.can_stand(place));
        let goals: Vec<usize> = goals.map(|&place| self.number(place)).collect();
        let mut backwards: Vec<Vec<(usize, u64)>> = vec![Vec::new(); self.state_count()];
        for state in 0..self.state_count() {
            for (next, cost) in self.state_steps(state) {
                backwards[next].push((state, cost));
            }
        }
        let slots = self.slots();
        let all = |goal: usize| (0..slots).map(move |slot| goal * slots + slot);
        let ends = goals.into_iter().flat_map(all).collect();
        let settled = dijkstra(self.state_count(), ends, |state| backwards[state].iter().copied());
        let without_heading = settled.chunks(slots).map(|headings| headings[slots - 1]);
        let distances = self.places.iter().zip(without_heading);
        distances.filter_map(|(&place, cost)| Some((place, cost?))).collect()
    }

    /// The least number of steps from one place to another, whatever they cost. Returns `None` if no steps
    /// lead there.
    #[must_use]
    pub fn fewest_steps(&self, from: Place, to: Place) -> Option<u64> {
        self.step_counts(from).get(&to).copied()
    }

    /// The least number of steps from `from` to each place, whatever they cost.
    #[must_use]
    pub fn step_counts(&self, from: Place) -> BTreeMap<Place, u64> {
        let mut counts: Vec<Option<u64>> = vec![None; self.places.len()];
        let mut ring: Vec<Place> = vec![from];
        ring.retain(|&place| self.can_stand(place));
        for count in 0.. {
            if ring.is_empty() {
                break;
            }
            let mut next = Vec::new();
            for place in ring {
                let known = &mut counts[self.number(place)];
                if known.is_none() {
                    *known = Some(count);
                    next.extend(self.steps_from(place).iter().map(|step| step.to));
                }
            }
            ring = next;
        }
        let counts = self.places.iter().zip(counts);
        counts.filter_map(|(&place, count)| Some((place, count?))).collect()
    }

    /// Every place that can be reached from `from`, itself included.
    #[must_use]
    pub fn reachable(&self, from: Place) -> BTreeSet<Place> {
        self.step_counts(from).into_keys().collect()
    }

    /// Whether there is any path.
    #[must_use]
    pub fn reaches(&self, from: Place, to: Place) -> bool {
        self.reachable(from).contains(&to)
    }

    /// Which places are connected when every step may also be taken back: for each place that can be
    /// stood at, the one with the least number of its component.
    #[must_use]
    pub fn components(&self) -> BTreeMap<Place, Place> {
        let mut joined: BTreeMap<Place, BTreeSet<Place>> = BTreeMap::new();
        for place in self.standing_places() {
            joined.entry(place).or_default();
            for step in self.steps_from(place) {
                joined.entry(place).or_default().insert(step.to);
                joined.entry(step.to).or_default().insert(place);
            }
        }
        let mut components = BTreeMap::new();
        for first in self.standing_places() {
            let mut flood = vec![first];
            while let Some(place) = flood.pop() {
                if components.contains_key(&place) {
                    continue;
                }
                components.insert(place, first);
                flood.extend(&joined[&place]);
            }
        }
        components
    }

    /// Whether these places are a walk that the mover can take and that costs what is claimed, turns
    /// included. Where several steps join two places, any may be the one taken.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn check_path(&self, places: &[Place], claimed: u64) -> Result<(), String> {
        let Some(&first) = places.first() else {
            return Err("the path has no places".into());
        };
        for place in places {
            if !self.can_stand(*place) {
                return Err(format!("the mover cannot stand at {place}"));
            }
        }
        for pair in places.windows(2) {
            if !self.steps_from(pair[0]).iter().any(|step| step.to == pair[1]) {
                return Err(format!("there is no step from {} to {}", pair[0], pair[1]));
            }
        }
        // Every sum that some choice of steps gives, with the heading it ends in.
        let slots = self.slots();
        let mut sums = vec![(self.setting_out(first), 0_u64)];
        for pair in places.windows(2) {
            let to = self.number(pair[1]);
            let walked = sums.iter().flat_map(|&(state, sum)| {
                self.state_steps(state).map(move |(next, cost)| (next, sum + cost))
            });
            let there = walked.filter(|&(state, sum)| state / slots == to && sum <= claimed);
            sums = there.collect();
            sums.sort_unstable();
            sums.dedup();
        }
        if sums.iter().any(|&(_, sum)| sum == claimed) {
            return Ok(());
        }
        let least = self.least_cost_along(places);
        Err(format!("the path is said to cost {claimed}, but its steps add up to {least:?}"))
    }

    /// The least that walking exactly these places can cost, turns included. Returns `None` if it
    /// is no walk.
    #[must_use]
    pub fn least_cost_along(&self, places: &[Place]) -> Option<u64> {
        let first = *places.first().filter(|&&place| self.can_stand(place))?;
        let mut least = BTreeMap::from([(self.setting_out(first), 0_u64)]);
        for pair in places.windows(2) {
            let to = number_of(self.map, pair[1])?;
            let mut next: BTreeMap<usize, u64> = BTreeMap::new();
            for (&state, &sum) in &least {
                for (reached, cost) in self.state_steps(state) {
                    if reached / self.slots() == to {
                        let known = next.entry(reached).or_insert(u64::MAX);
                        *known = (*known).min(sum + cost);
                    }
                }
            }
            least = next;
        }
        least.into_values().min()
    }

    /// A state is a place, or where turning costs something a place with a heading: the number of the place
    /// times so many, and the heading. The last means no heading yet.
    fn slots(&self) -> usize {
        if self.mover.turn_cost().0 > 0 { HEADINGS + 1 } else { 1 }
    }

    fn state_steps(&self, state: usize) -> impl Iterator<Item = (usize, u64)> {
        let slots = self.slots();
        let (node, slot) = (state / slots, state % slots);
        let no_heading = slots - 1;
        let turn_cost = u64::from(self.mover.turn_cost().0);
        self.steps[node].iter().map(move |step| {
            let to = self.number(step.to) * slots;
            match step.heading {
                Some(heading) if turn_cost > 0 => {
                    let heading = heading as usize;
                    let turns = slot != no_heading && slot != heading;
                    (to + heading, step.cost + if turns { turn_cost } else { 0 })
                }
                _ => (to + no_heading, step.cost),
            }
        })
    }

    fn state_count(&self) -> usize {
        self.steps.len() * self.slots()
    }

    fn setting_out(&self, place: Place) -> usize {
        (self.number(place) + 1) * self.slots() - 1
    }

    fn number(&self, place: Place) -> usize {
        number_of(self.map, place).expect("the place was seen to be on the map")
    }
}

/// Dijkstra 1959: the least cost of every state; `None` for those to which no path leads.
fn dijkstra<S: Iterator<Item = (usize, u64)>>(
    state_count: usize,
    starts: Vec<usize>,
    steps_from: impl Fn(usize) -> S,
) -> Vec<Option<u64>> {
    let mut settled = vec![None; state_count];
    let mut open: BinaryHeap<_> = starts.into_iter().map(|state| Reverse((0_u64, state))).collect();
    while let Some(Reverse((cost, state))) = open.pop() {
        if settled[state].is_some() {
            continue;
        }
        settled[state] = Some(cost);
        for (next, step) in steps_from(state) {
            if settled[next].is_none() {
                open.push(Reverse((cost + step, next)));
            }
        }
    }
    settled
}

#[cfg(test)]
mod tests;
