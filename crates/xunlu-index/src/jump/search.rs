//! The search over jumps.

mod expansion;
mod aims;
mod bounds;
mod last_steps;
mod nearest;
mod notify;

use self::expansion::{Expansion, Parent};
use self::last_steps::LastSteps;
use self::nearest::Quest;
use super::bucket_queue::OpenEntry;
use super::costs::JumpCosts;
use super::index::{IndexId, JumpIndex};
use super::jump_edges::JumpEdges;
use super::landmarks::{GoalBounds, Landmarks};
use super::map::JumpMap;
use super::numbers::{NO_PATH, PaddedCell, SearchNode};
use super::path::{Segment, cells_of_path, segments, steps_between};
use super::shortcuts::JumpLinks;
use super::space::{GOAL, JumpNode, JumpSpace, START};
use super::stairs::FromStairs;
use std::borrow::Cow;
use xunlu_map::{Cost, LayerCell, Layout, NodeId, Region};
use xunlu_search::{Ended, Ends, Found, Limit, Limits, Observer, Outcome, Path};

/// What a search over jumps goes over.
#[derive(Clone, Copy, Debug)]
pub struct Jumps<'a> {
    /// Where the mover may jump.
    pub map: &'a JumpMap,
    /// What its steps cost; on weighted ground the least that they cost anywhere.
    pub costs: JumpCosts,
    /// An index for these costs, if there is one to be used.
    pub index: Option<&'a JumpIndex>,
    /// If there is none: the index of another map and that map, this one without some of its walls. It tells
    /// bounds alone, which walls do not make wrong.
    pub bounds: Option<(&'a JumpIndex, &'a JumpMap)>,
    /// The links that may be taken, if there are any. The map must [know](JumpMap::set_link_ends) where they
    /// begin and end, and an index be none or one made with them.
    pub links: Option<JumpLinks<'a>>,
    /// What paths keep to, if not the whole map. The map must [suit](JumpMap::suits_region) it. From a start
    /// outside no step leads anywhere.
    pub within: Option<&'a Region>,
}

impl<'a> Jumps<'a> {
    /// The landmarks of the index, and the edges that they know.
    pub(super) fn landmarks(&self) -> Option<(&'a JumpEdges, &'a Landmarks)> {
        let JumpIndex { edges, landmarks, .. } = self.index?;
        landmarks.as_ref().map(|landmarks| (edges, landmarks))
    }

    /// Whether a straight line is a lower bound everywhere but for gates: without links no path leads over a
    /// seam, and so round the map.
    fn is_flat(&self) -> bool {
        !self.map.has_layers() && (!self.map.is_round() || self.links.is_none())
    }

    /// Begins with what bounds the cost to the goal, or to several goals, which the space knows then. Returns
    /// the least from the start, and what it costs from stairs if that is known.
    fn begin_bounds(
        &self,
        (start, goal): (PaddedCell, PaddedCell),
        space: &mut JumpSpace,
    ) -> (u32, Option<Box<FromStairs>>) {
        let Jumps { map, costs, links, .. } = *self;
        let JumpSpace { gates, areas, near, .. } = space;
        let is_flat = self.is_flat();
        let direct = |cell| {
            if !areas.is_empty() {
                areas.least(map, costs, cell)
            } else if is_flat {
                costs.between(map.rule, cell, goal)
            } else {
                map.between(costs, cell, goal)
            }
        };
        let is_single = areas.is_empty() && goal != PaddedCell::default();
        let suits = is_single && self.joins_layers_alone() && map.can_stand(start);
        let by_stairs = self.landmarks().filter(|_| suits).and_then(|(edges, landmarks)| {
            let may_leave = |cell| links.is_some_and(|links| links.shortcuts.has_end_at(cell));
            let known = landmarks.costs_from_stairs((map, edges), may_leave, goal, near)?;
            Some((landmarks.least_by_stairs((map, edges), &known, start), known))
        });
        gates.begin(map, links.filter(|_| by_stairs.is_none()), direct);
        match by_stairs {
            Some((least, known)) => (least.min(direct(start)), Some(Box::new(known))),
            None => (gates.least(map, costs, start, direct(start)), None),
        }
    }

    /// Whether there are layers, and no link undercuts the distance on one of them.
    fn joins_layers_alone(&self) -> bool {
        let joins_layers = |links: JumpLinks<'_>| links.shortcuts.join_layers_alone();
        self.map.has_layers() && self.links.is_none_or(joins_layers)
    }
}

/// A search over jumps that has begun. Like [`Search`](xunlu_search::Search) it holds the space it was
/// lent and nothing else.
///
/// ```
/// use xunlu_index::{JumpCosts, JumpMap, JumpSearch, Jumps};
/// use xunlu_map::{Cell, Grid, Mover, NodeId, Passability};
/// use xunlu_search::{Ends, NoObserver};
///
/// let grid: Grid = "..#.\n..#.\n....".parse()?;
/// let mover = Mover::default();
/// let map = JumpMap::new(&Passability::new(grid.ground(), &mover), &mover).unwrap();
/// let costs = JumpCosts::of(&grid, &mover).expect("all ground costs the same");
/// let jumps = Jumps { map: &map, costs, index: None, bounds: None, links: None, within: None };
/// let node = |x, y| NodeId(grid.layout().index_of(Cell::new(x, y)).unwrap());
/// let ends = Ends::new(node(0, 0), node(3, 0));
///
/// let mut search = JumpSearch::begin(jumps, &mut NoObserver, ends, Box::default());
/// assert!(search.run(jumps, &mut NoObserver, u64::MAX));
/// let answer = search.answer_as(&map, |cell| cell);
/// assert_eq!(answer.path().unwrap().places.len(), 7);
/// # Ok::<(), xunlu_map::MapError>(())
/// ```
#[derive(Debug)]
pub struct JumpSearch {
    // PERF: handed on by value, it made 5,711 instructions of a short question and not 5,061 (`near-jps` of
    // `cargo xtask gate`).
    space: Box<JumpSpace>,
    layout: Layout,
    limits: Limits,
    progress: Progress,
    end: Option<End>,
}

/// How far a search over jumps has come.
#[derive(Debug)]
struct Progress {
    start: PaddedCell,
    // Beyond the map if there are several.
    goal: PaddedCell,
    // Whether the straight line to the goal is all that is estimated by before there are landmarks; or the
    // one to the rectangle around several, where there is one.
    is_plain: bool,
    is_plain_to_hull: bool,
    // What is known of the last step to the goal, where the straight line is all that is estimated by.
    last_steps: LastSteps,
    // Whether paths keep to a region.
    is_confined: bool,
    // Whether there are several goals.
    has_areas: bool,
    // No path that costs this much or more is of interest: the cost of the path known, or one more than
    // the limit.
    bound: u32,
    // What it costs from stairs, where these are known and gates need not be. In a box, for few questions
    // have them: what they all carry about would take short ones 1% more instructions.
    from_stairs: Option<Box<FromStairs>>,
    // The bounds by landmarks, once they were computed, and the index they are of.
    goal_bounds: GoalBounds,
    bounds_of: Option<IndexId>,
    // The index that the search was begun with: its runs lead from node to node.
    index: Option<IndexId>,
    // Nodes from this one on were made when as much was known of bounds as now.
    first_estimated: SearchNode,
    // Whether no step costs less than what it takes off the estimate, so that the path to a node is the
    // cheapest once all ranges up to its f are empty.
    is_consistent: bool,
    expansions: u64,
    // How many of them lead from one turn of the path to the next, once that is found.
    expansions_on_path: u64,
    // Diagonal jumps that were cut short and resumed: they count against a slice, and are part of the
    // expansion that they belong to.
    jumps_resumed: u64,
    // The first node that the search does not begin at.
    first_other: SearchNode,
    // Whether the mover stands on ground of one price that is closed to all others.
    start_is_closed: bool,
    // Whether there is a limit of cost: a cost that is too large to say is over it first.
    has_limit: bool,
    discarded_by_limit: bool,
    discarded_as_too_large: bool,
    // The search for the nearest place reached, if that is wanted.
    quest: Option<Box<Quest>>,
}

/// Landmarks are used after so many expansions: a path that is found sooner is not worth their cost.
const EXPANSIONS_BEFORE_LANDMARKS: u64 = 8;

/// The last steps to the goal are looked at after so many: few paths that are found sooner take long.
const EXPANSIONS_BEFORE_LAST_STEPS: u64 = 8;

/// From then on the landmarks bound what it costs from cells beside units, too.
///
/// PERF: finding their costs to such a cell takes as long as an expansion. Thousands of instructions a
/// question of those who walk (`--example units`, callgrind; the same questions): AR0602SR 219 with them
/// after 9 expansions, 222 after 24, 225 after 32 and 251 after 128 by costs to all successors; moonglade
/// 65, 63, 63 and 61.
const EXPANSIONS_BEFORE_BESIDE: u64 = 32;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Exhausted,
    OutOfExpansions,
}

impl JumpSearch {
    /// Begins: opens the start and expands nothing.
    ///
    /// # Panics
    /// When an end is not a node of the map.
    pub fn begin<O: Observer + ?Sized>(
        jumps: Jumps<'_>,
        observer: &mut O,
        ends: Ends,
        mut space: Box<JumpSpace>,
    ) -> JumpSearch {
        space.areas.clear();
        space.confines.begin(jumps.map, jumps.within);
        let goal = jumps.map.cell_at(ends.goal);
        JumpSearch::begin_at(jumps, observer, (ends.start, goal), ends.limits, space)
    }

    /// Begins to look for whichever of several goals is the nearest: opens the start and expands nothing.
    /// Places that no path leads to may be told of as being `out_of_reach`: between goals they are harmless.
    ///
    /// # Panics
    /// When the start or a goal is not a node of the map.
    pub fn begin_any<O: Observer + ?Sized>(
        jumps: Jumps<'_>,
        observer: &mut O,
        (start, goals): (NodeId, &[NodeId]),
        out_of_reach: impl Fn(NodeId) -> bool,
        limits: Limits,
        mut space: Box<JumpSpace>,
    ) -> JumpSearch {
        let JumpSpace { areas, confines, .. } = &mut *space;
        confines.begin(jumps.map, jumps.within);
        let mut goals = Cow::Borrowed(goals);
        if jumps.within.is_some() {
            goals.to_mut().retain(|&goal| confines.hold(jumps.map.cell_at(goal)));
        }
        areas.begin(jumps.map, &goals, out_of_reach);
        let from = jumps.map.cell_at(start);
        let goal = if space.areas.contain(from) { from } else { PaddedCell::default() };
        JumpSearch::begin_at(jumps, observer, (start, goal), limits, space)
    }

    fn begin_at<O: Observer + ?Sized>(
        jumps: Jumps<'_>,
        observer: &mut O,
        (start_node, goal): (NodeId, PaddedCell),
        limits: Limits,
        mut space: Box<JumpSpace>,
    ) -> JumpSearch {
        let Jumps { map, costs, .. } = jumps;
        let start = map.cell_at(start_node);
        space.begin(map, start, goal);
        space.nodes.extend(space.confines.stops().iter().map(|&cell| JumpNode::at(cell)));
        let has_areas = goal == PaddedCell::default();
        let (h, from_stairs) = jumps.begin_bounds((start, goal), &mut space);
        let is_direct = space.gates.is_empty() && jumps.is_flat();
        let is_consistent = from_stairs.is_none() && space.gates.are_consistent();
        space.open.begin(h, costs.straight);
        let mut progress = Progress {
            start,
            goal,
            is_plain: is_direct && !has_areas,
            is_plain_to_hull: is_direct && has_areas,
            last_steps: LastSteps::UNKNOWN,
            is_confined: jumps.within.is_some(),
            has_areas,
            bound: limits.cost_max.0.saturating_add(1),
            goal_bounds: GoalBounds::default(),
            from_stairs,
            bounds_of: None,
            // The start has no estimate yet.
            first_estimated: GOAL,
            is_consistent,
            index: jumps.index.map(|index| index.id),
            expansions: 0,
            expansions_on_path: 0,
            jumps_resumed: 0,
            first_other: GOAL,
            start_is_closed: map.weighted.is_none() && !map.can_stand(start),
            has_limit: limits.cost_max < Cost::MAX,
            discarded_by_limit: false,
            discarded_as_too_large: false,
            quest: None,
        };
        if h >= progress.bound {
            progress.discard(0, h);
        } else {
            observer.opened(start_node, NodeId::NONE, Cost::ZERO, Cost(h));
            if start == goal {
                space.nodes[GOAL.index()].g = 0;
                progress.bound = 0;
            } else if jumps.within.is_none() || space.confines.hold(start) {
                space.open.push(h, OpenEntry { node: START, g: 0 });
            }
        }
        let (layout, end) = (map.layout, None);
        JumpSearch { space, layout, limits, progress, end }
    }

    /// Carries on for at most `budget` expansions, of which a long one counts as several. Returns whether the
    /// search has ended. It must be on the map and the index that it was [begun with](Self::is_on).
    ///
    /// # Panics
    /// When the search has already ended.
    pub fn run<O: Observer + ?Sized>(
        &mut self,
        jumps: Jumps<'_>,
        observer: &mut O,
        budget: u64,
    ) -> bool {
        assert!(self.end.is_none(), "this search has ended");
        if jumps.map.weighted.is_some() {
            self.run_on::<O, true, true>(jumps, observer, budget)
        } else if jumps.bounds.is_some() || jumps.within.is_some() || self.progress.start_is_closed
        {
            self.run_on::<O, false, true>(jumps, observer, budget)
        } else {
            self.run_on::<O, false, false>(jumps, observer, budget)
        }
    }

    fn run_on<O: Observer + ?Sized, const WEIGHTED: bool, const WALLED: bool>(
        &mut self,
        jumps: Jumps<'_>,
        observer: &mut O,
        budget: u64,
    ) -> bool {
        let JumpSearch { space, progress, limits, .. } = self;
        let stop = progress.work().saturating_add(budget);
        let bounded_by = jumps.index.or(jumps.bounds.map(|(index, _)| index));
        if progress.bounds_of.is_some_and(|known| Some(known) != bounded_by.map(|index| index.id)) {
            // Those bounds were of an index that is no longer asked.
            progress.is_consistent = false;
            (progress.goal_bounds, progress.bounds_of) = (GoalBounds::default(), None);
            progress.first_estimated = SearchNode::new(space.nodes.len());
        }
        let parent = Parent::default();
        let mut expansion = Expansion::<O, WEIGHTED, WALLED> {
            jumps,
            observer,
            space,
            progress,
            parent,
            is_dominated: false,
        };
        let mut is_flooding = expansion.progress.is_flooding();
        if is_flooding {
            expansion.jumps.leave_index();
        }
        self.end = loop {
            if expansion.progress.expansions >= limits.expansions_max {
                if !expansion.lent().has_looked(stop) {
                    return false;
                }
                break Some(End::OutOfExpansions);
            }
            if expansion.progress.work() >= stop {
                return false;
            }
            let Some(entry) = expansion.space.open.pop_below(expansion.progress.bound) else {
                if expansion.progress.quest.is_some() && expansion.lent().floods() {
                    is_flooding = true;
                    continue;
                }
                break Some(End::Exhausted);
            };
            if is_flooding && !expansion.lent().looks_around(entry) {
                continue;
            }
            expansion.expand(entry);
        };
        if let Some(nearest) = expansion.progress.nearest() {
            expansion.list_turns(nearest.node());
        } else if self.end == Some(End::Exhausted) {
            expansion.close_goal();
        }
        true
    }

    /// The answer, with places made of the path's cells and their layers.
    ///
    /// # Panics
    /// When the search has not ended.
    pub fn answer_as<P>(&self, map: &JumpMap, place_of: impl Fn(LayerCell) -> P) -> Ended<P> {
        let end = self.end.expect("the search has not ended; call `run` until it has");
        if let Some(quest) = &self.progress.quest
            && (quest.nearest.is_some() || end == End::OutOfExpansions)
        {
            return self.answer_with_nearest(map, quest, end, place_of);
        }
        let JumpSpace { nodes, turns, .. } = &*self.space;
        let cost = Cost(nodes[GOAL.index()].g);
        let Progress { discarded_as_too_large, discarded_by_limit, .. } = self.progress;
        let outcome = match end {
            End::Exhausted if !turns.is_empty() => {
                let places = cells_of_path(map, turns.iter().rev().copied(), place_of);
                Outcome::Found(Found { path: Path { places, cost }, lower_bound: cost })
            }
            _ => self.without_path(end, [discarded_as_too_large, discarded_by_limit]),
        };
        Ended { outcome, expansions: self.progress.expansions, nearest: None }
    }

    /// The same without a path to the goal, and with the one to the nearest place.
    #[cold]
    #[inline(never)]
    fn answer_with_nearest<P>(
        &self,
        map: &JumpMap,
        quest: &Quest,
        end: End,
        place_of: impl Fn(LayerCell) -> P,
    ) -> Ended<P> {
        let discarded = [quest.discarded_as_too_large, quest.discarded_by_limit];
        let turns = self.space.turns.iter().rev().copied();
        let nearest = quest.nearest.map(|nearest| Path {
            places: cells_of_path(map, turns, place_of),
            cost: Cost(nearest.reached.g),
        });
        let outcome = self.without_path(end, discarded);
        Ended { outcome, expansions: self.progress.expansions, nearest }
    }

    /// What it came to without a path to the goal.
    fn without_path<P>(&self, end: End, [is_too_large, is_too_dear]: [bool; 2]) -> Outcome<P> {
        match end {
            End::OutOfExpansions => Outcome::GaveUp(Limit::Expansions),
            End::Exhausted if is_too_large => Outcome::GaveUp(Limit::CostTooLarge),
            End::Exhausted if is_too_dear => Outcome::GaveUp(Limit::Cost),
            End::Exhausted if self.progress.is_confined => Outcome::GaveUp(Limit::Region),
            End::Exhausted => Outcome::Unreachable,
        }
    }

    /// The answer, with places made of the path's cells, if the path meets no wall of another map that has
    /// more of them than the one that was searched, as it is or with its steps in another order. Where it
    /// starts there may be one. Returns `None` if there is no path, or no such order was found: each meets a
    /// wall, or some segment has too many cells to look at.
    ///
    /// A wall makes no path cheaper, so what is returned is a cheapest path of the other map.
    ///
    /// # Panics
    /// When the search has not ended.
    pub fn answer_clear_of<P>(
        &self,
        map: &JumpMap,
        walled: &JumpMap,
        place_of: impl Fn(LayerCell) -> P,
    ) -> Option<Ended<P>> {
        let end = self.end.expect("the search has not ended; call `run` until it has");
        let JumpSpace { nodes, turns, .. } = &*self.space;
        if end != End::Exhausted || turns.is_empty() {
            return None;
        }
        let turns = turns.iter().rev().copied();
        let is_hopeless =
            |segment: &Segment| !segment.may_be_reordered() && !segment.is_free_on(walled);
        if segments(map, turns.clone()).any(|segment| is_hopeless(&segment)) {
            return None;
        }
        let count = steps_between(map, turns.clone());
        let (mut places, mut reached) = (Vec::with_capacity(count + 1), Vec::new());
        let place_of = |cell| place_of(map.layer_cell(cell));
        for segment in segments(map, turns.clone()) {
            if segment.is_free_on(walled) {
                segment.add_places(place_of, &mut places);
            } else if !segment.reorder_on(walled, &mut reached, place_of, &mut places) {
                return None;
            }
        }
        places.push(place_of(nodes[GOAL.index()].cell));
        let cost = Cost(nodes[GOAL.index()].g);
        let outcome = Outcome::Found(Found { path: Path { places, cost }, lower_bound: cost });
        Some(Ended { outcome, expansions: self.progress.expansions, nearest: None })
    }

    /// Whether a map is of the rectangle that the search was begun on, and an index the one that it was begun
    /// with, if that was with one.
    #[must_use]
    pub fn is_on(&self, Jumps { map, index, .. }: Jumps<'_>) -> bool {
        let is_with = |own| index.is_some_and(|index| index.id == own);
        self.layout == map.layout && self.progress.index.is_none_or(is_with)
    }

    /// How many nodes were expanded so far.
    #[must_use]
    pub fn expansions(&self) -> u64 {
        self.progress.expansions
    }

    /// How many nodes were expanded so far that the path does not lead through, if there is one: as many as
    /// the best estimate could have spared.
    #[must_use]
    pub fn expansions_aside(&self) -> u64 {
        self.progress.expansions.saturating_sub(self.progress.expansions_on_path)
    }

    /// Gives the space back.
    #[must_use]
    pub fn into_space(self) -> Box<JumpSpace> {
        self.space
    }
}

impl Progress {
    /// What counts against a slice.
    #[inline]
    fn work(&self) -> u64 {
        self.expansions + self.jumps_resumed
    }

    /// A path that costs so much, and at least so much more to the goal, is too expensive and not followed;
    /// as long as no other is known, the answer must say so. From where no path leads to the goal it is none.
    #[inline]
    fn discard(&mut self, g: u32, h: u32) {
        if h == NO_PATH {
            return;
        }
        let is_too_large = g.saturating_add(h) == u32::MAX && !self.has_limit;
        self.discarded_as_too_large |= is_too_large;
        self.discarded_by_limit |= !is_too_large;
    }
}
