//! The search over jumps on hexes.

mod expansion;

use super::axes::LineHex;
use super::landmarks::HexLandmarks;
use super::map::HexJumpMap;
use super::space::{HexJumpSpace, Turn};
use crate::jump::{IndexId, OpenEntry, SearchNode};
use xunlu_map::{Cost, Hex, HexGrid, Mover, NodeId, StepRule};
use xunlu_search::{Ended, Ends, Found, Limit, Limits, LinkTable, Observer, Outcome, Path};

/// What a search over jumps on hexes goes over.
#[derive(Clone, Copy, Debug)]
pub struct HexJumps<'a> {
    /// Where one may jump.
    pub map: &'a HexJumpMap,
    /// What each step costs, not nothing.
    pub step: Cost,
    /// The links that may be taken, if there are any. The map must [know](HexJumpMap::set_link_ends) where
    /// they begin and end.
    pub links: Option<&'a LinkTable>,
    /// Landmarks of the map that are [sharp](HexLandmarks::is_sharp) and [for](HexLandmarks::are_for) whoever
    /// takes these links, if there are any.
    pub landmarks: Option<&'a HexLandmarks>,
}

/// A search over jumps on hexes that has begun. It holds the space that it was lent.
///
/// ```
/// use xunlu_index::{HexJumpMap, HexJumpSearch, HexJumpSpace, HexJumps};
/// use xunlu_map::{Cell, Cost, HexGrid, Mover, NodeId, Passability};
/// use xunlu_search::{Ends, NoObserver};
///
/// let grid: HexGrid = "@hex odd-r\n. . # .\n . # . .\n. . . .".parse()?;
/// let mover = Mover::hex().build()?;
/// let map = HexJumpMap::new(&Passability::new(grid.ground(), &mover), grid.arrangement());
/// let jumps = HexJumps { map: &map, step: Cost(1_000), links: None, landmarks: None };
/// let node = |x, y| NodeId(grid.layout().index_of(Cell::new(x, y)).unwrap());
/// let ends = Ends::new(node(0, 0), node(3, 0));
///
/// let mut search = HexJumpSearch::begin(jumps, &mut NoObserver, ends, HexJumpSpace::default());
/// assert!(search.run(jumps, &mut NoObserver, u64::MAX));
/// let answer = search.answer_as(jumps, |hex| hex);
/// assert_eq!(answer.path().unwrap().places.len(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct HexJumpSearch {
    space: HexJumpSpace,
    limits: Limits,
    // No path that costs so much or more is of interest.
    bound: u32,
    // The cheapest path to a goal that is known: the node that the rest of the way is free from.
    best: Option<(SearchNode, LineHex)>,
    // The landmarks that it goes by, and the first node whose estimate knows of them, once they are asked.
    index: Option<IndexId>,
    first_estimated: Option<SearchNode>,
    expansions: u64,
    // How often a node was searched again in other directions: that counts against a slice.
    resumed: u64,
    is_over_limit: bool,
    is_too_large: bool,
    end: Option<End>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Exhausted,
    OutOfExpansions,
}

impl HexJumpSearch {
    /// Begins: opens the start and expands nothing. Both ends must be open.
    ///
    /// # Panics
    /// When an end is not a node of the map.
    pub fn begin<O: Observer + ?Sized>(
        jumps: HexJumps<'_>,
        observer: &mut O,
        ends: Ends,
        space: HexJumpSpace,
    ) -> HexJumpSearch {
        let Ends { start, goal, limits } = ends;
        HexJumpSearch::begin_any(jumps, observer, (start, &[goal]), limits, space)
    }

    /// Begins to look for whichever of several goals is the nearest: opens the start and expands nothing. The
    /// start and a goal must be open.
    ///
    /// # Panics
    /// When the start or a goal is not a node of the map.
    pub fn begin_any<O: Observer + ?Sized>(
        jumps: HexJumps<'_>,
        observer: &mut O,
        (start, goals): (NodeId, &[NodeId]),
        limits: Limits,
        mut space: HexJumpSpace,
    ) -> HexJumpSearch {
        let HexJumps { map, step, links, landmarks } = jumps;
        for end in goals.iter().chain([&start]) {
            assert!(end.0 < map.layout().len(), "{end:?} is not a node of this map");
        }
        // Whoever is there looks for no other.
        let goals = if goals.contains(&start) { &[start] } else { goals };
        space.aims.begin(map, step, goals, links);
        let from = map.hexes.hex_at(start);
        let estimate = space.aims.estimate(&map.hexes, from);
        space.begin(&map.hexes, from, estimate, step.0);
        let bound = limits.cost_max.0.saturating_add(1);
        let mut search = HexJumpSearch {
            space,
            limits,
            bound,
            best: None,
            index: landmarks.map(HexLandmarks::id),
            first_estimated: None,
            expansions: 0,
            resumed: 0,
            is_over_limit: false,
            is_too_large: false,
            end: None,
        };
        if estimate >= bound {
            search.discard(estimate);
        } else {
            observer.opened(start, NodeId::NONE, Cost::ZERO, Cost(estimate));
            search.space.open.push(estimate, OpenEntry { node: SearchNode::new(0), g: 0 });
        }
        search
    }

    /// Carries on for at most `budget` expansions. Returns whether the search has ended.
    ///
    /// # Panics
    /// When the search has already ended.
    pub fn run<O: Observer + ?Sized>(
        &mut self,
        jumps: HexJumps<'_>,
        observer: &mut O,
        budget: u64,
    ) -> bool {
        assert!(self.end.is_none(), "this search has ended");
        let work = |search: &HexJumpSearch| search.expansions + search.resumed;
        let stop = work(self).saturating_add(budget);
        loop {
            if self.expansions >= self.limits.expansions_max {
                self.end = Some(End::OutOfExpansions);
                return true;
            }
            if work(self) >= stop {
                return false;
            }
            let entry = self.space.open.pop_below(self.bound);
            let has_ended = entry.is_none_or(|entry| self.expand(jumps, observer, entry));
            if has_ended {
                self.close_goal(jumps, observer);
                self.end = Some(End::Exhausted);
                return true;
            }
        }
    }

    /// The answer, with places made of the path's hexes.
    ///
    /// # Panics
    /// When the search has not ended.
    pub fn answer_as<P>(&self, jumps: HexJumps<'_>, place_of: impl Fn(Hex) -> P) -> Ended<P> {
        let end = self.end.expect("the search has not ended; call `run` until it has");
        let turns = &self.space.turns;
        let outcome = match end {
            End::OutOfExpansions => Outcome::GaveUp(Limit::Expansions),
            End::Exhausted if !turns.is_empty() => {
                let places = self.places(jumps, place_of);
                let cost = Cost(self.bound);
                Outcome::Found(Found { path: Path { places, cost }, lower_bound: cost })
            }
            End::Exhausted if self.is_too_large => Outcome::GaveUp(Limit::CostTooLarge),
            End::Exhausted if self.is_over_limit => Outcome::GaveUp(Limit::Cost),
            End::Exhausted => Outcome::Unreachable,
        };
        Ended { outcome, expansions: self.expansions, nearest: None }
    }

    /// The places of the path that was found.
    fn places<P>(&self, jumps: HexJumps<'_>, place_of: impl Fn(Hex) -> P) -> Vec<P> {
        let hexes = &jumps.map.hexes;
        let turns = &self.space.turns;
        let legs = || turns.windows(2).rev().map(|pair| (pair[1].hex, pair[0]));
        let way = |from, Turn { hex, .. }| hexes.way(from, hex);
        let steps =
            |(from, to): (LineHex, Turn)| if to.is_by_link { 1 } else { way(from, to).steps() };
        let count: u32 = legs().map(steps).sum();
        let mut places = Vec::with_capacity(count as usize + 1);
        let mut here = hexes.place_of(turns[turns.len() - 1].hex);
        places.push(place_of(here));
        for (from, to) in legs() {
            if to.is_by_link {
                here = hexes.place_of(to.hex);
                places.push(place_of(here));
                continue;
            }
            for (direction, steps) in way(from, to).parts() {
                let step = hexes.offset_of(direction);
                for _ in 0..steps {
                    here = here + step;
                    places.push(place_of(here));
                }
            }
        }
        places
    }

    /// Whether it was begun over these jumps, or over others on as many hexes, and by these landmarks, if by
    /// any.
    #[must_use]
    pub fn is_on(&self, jumps: HexJumps<'_>) -> bool {
        let is_by = |own| jumps.landmarks.is_some_and(|landmarks| landmarks.id() == own);
        self.space.known.len() == jumps.map.layout().len() as usize && self.index.is_none_or(is_by)
    }

    /// How many nodes were expanded so far.
    #[must_use]
    pub fn expansions(&self) -> u64 {
        self.expansions
    }

    /// How many nodes were expanded so far at which the path does not turn, if there is one: more than the
    /// best estimate could have spared.
    #[must_use]
    pub fn expansions_aside(&self) -> u64 {
        self.expansions.saturating_sub(self.space.turns.len() as u64)
    }

    /// Gives the space back.
    #[must_use]
    pub fn into_space(self) -> HexJumpSpace {
        self.space
    }

    /// Takes in a path to a goal that costs less than all that are known.
    fn find(&mut self, best: (SearchNode, LineHex), cost: u32) {
        (self.best, self.bound) = (Some(best), cost);
    }

    /// A path that costs so much at least is too expensive and not followed; as long as no other is known,
    /// the answer must say so.
    fn discard(&mut self, f: u32) {
        let is_too_large = f == u32::MAX && self.limits.cost_max == Cost::MAX;
        self.is_too_large |= is_too_large;
        self.is_over_limit |= !is_too_large;
    }
}

impl HexJumps<'_> {
    /// What each step of a mover costs on a grid. Returns `None` if the mover does not step from hex to hex
    /// or pays for turns, exits are limited, ground of more than one [price](Self::price_of) occurs, or the
    /// longest path would cost too much to add up, links left out.
    #[must_use]
    pub fn step_of(grid: &HexGrid, mover: &Mover) -> Option<Cost> {
        let step = HexJumps::price_of(grid, mover)?;
        let is_plain = *mover.rule() == StepRule::Hex && mover.turn_cost() == Cost::ZERO;
        let does_fit = u64::from(step.0) * grid.bounds().size.area() < u64::from(u32::MAX);
        (is_plain && grid.ground().exits().is_none() && does_fit).then_some(step)
    }

    /// What it costs to enter a hex. Returns `None` if that is nothing, or more here than there.
    #[must_use]
    pub fn price_of(grid: &HexGrid, mover: &Mover) -> Option<Cost> {
        let walked = grid.ground().terrains().filter(|&terrain| mover.is_open(terrain));
        let mut prices = walked.map(|terrain| mover.enter_costs()[usize::from(terrain.0)][0]);
        let first = prices.next().unwrap_or(mover.costs().straight);
        (first > Cost::ZERO && prices.all(|price| price == first)).then_some(first)
    }
}
