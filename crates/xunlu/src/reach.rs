//! How far one comes: every place within a budget, its cost, the path back, and the border.

use crate::deadline::Deadline;
use crate::error::WorldError;
use crate::view::{View, node_of};
use crate::workspace::Workspace;
use xunlu_map::{Allowance, Cost, NodeId, Numbering, Place, Revision};
use xunlu_search::{
    Blocked, Graph, Limits, NoHeuristic, NoObserver, Observer, Path, PathEnd, Places, Search, Task,
};

/// The places that a mover reaches within a budget: what a tactics game paints blue.
///
/// It borrows nothing of the world and stays what it was when the world is edited; its
/// [`revision`](Self::revision) says for which state of the map it is true. It takes 12 bytes for
/// each place inside and 8 for looking it up, with a turn cost 12 for each heading a place is
/// reached in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reach {
    numbering: Numbering,
    states: u32,
    revision: Revision,
    // Every node closed, in order.
    closed: Vec<Closed>,
    // Of each place inside its number, and where among the closed it was reached first.
    by_place: Vec<(NodeId, u32)>,
    reached: Vec<Reached>,
    // The places where nobody may stop who passes, by number; none but among units.
    passed: Vec<NodeId>,
    border: Vec<Place>,
    blocked: Option<Blocked<Place>>,
}

/// A place within reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reached {
    /// The place.
    pub place: Place,
    /// What the cheapest path there costs.
    pub cost: Cost,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Closed {
    node: NodeId,
    cost: Cost,
    // Where its parent stands among the closed; itself for the start.
    parent: u32,
}

impl View<'_> {
    /// Every place that the cheapest path from `from` leads to at a cost of at most `budget`, which is a
    /// [`Cost`] or so many [`Steps`](xunlu_map::Steps) on open ground. [`Cost::MAX`] asks for all whose cost
    /// can be said.
    ///
    /// ```
    /// use xunlu::{Grid, MoverId, Steps, Workspace, World};
    ///
    /// let world = World::new("..2..\n##.##".parse::<Grid>()?)?;
    /// let reach = world.reach((0, 0), MoverId::FIRST, Steps(4), &mut Workspace::new())?;
    /// assert_eq!(reach.places().len(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// With a turn cost a place's cost is that of the cheapest heading to arrive in. A start where
    /// the mover cannot stand leaves the range empty, and [`Reach::blocked`] says so. Costs
    /// O(n log n) for n places within reach, however large the map is.
    ///
    /// # Errors
    /// When the start lies outside.
    pub fn reach(
        &self,
        from: impl Into<Place>,
        budget: impl Into<Allowance>,
        workspace: &mut Workspace,
    ) -> Result<Reach, WorldError> {
        let start = node_of(self.map, "start", from.into())?;
        self.reach_from(start, budget.into().for_mover(self.mover), workspace)
    }

    fn reach_from(
        &self,
        start: NodeId,
        budget: Cost,
        workspace: &mut Workspace,
    ) -> Result<Reach, WorldError> {
        let restriction = self.restriction_from(start);
        let graph = self.graph_for(None, &restriction);
        let places = self.restricted(self.place_graph(), None, &restriction);
        let mut reach = Reach {
            numbering: Numbering::of(self.map),
            states: self.graph().states(),
            revision: self.revision(),
            closed: Vec::new(),
            by_place: Vec::new(),
            reached: Vec::new(),
            passed: Vec::new(),
            border: Vec::new(),
            blocked: None,
        };
        if !self.place_graph().can_stand_on(start) || !self.may_start(&restriction, start) {
            let place = self.map.place_of(start);
            let is_free =
                |node| self.place_graph().can_stand_on(node) && self.may_end(&restriction, node);
            let nearest_free = self.nearest(place, is_free).map(|node| self.map.place_of(node));
            reach.blocked = Some(Blocked { end: PathEnd::Start, place, nearest_free });
            return Ok(reach);
        }
        let limits = Limits::NONE.cost_max(budget);
        let task = Task { limits, ..Task::flood(self.graph().start_at(start)) };
        let (search, order) = flood(&graph, &task, workspace, self.deadline)?;
        let taken = reach.take_in(&search, order, self.deadline);
        workspace.search = search.into_space();
        taken?;
        if restriction.is_any() {
            let places = reach.by_place.iter().map(|&(place, _)| place);
            reach.passed = places.filter(|&place| !self.may_end(&restriction, place)).collect();
            let Reach { reached, passed, .. } = &mut reach;
            let may_stop = |place: Place| {
                let number = self.map.node_at(place);
                number.is_some_and(|number| passed.binary_search(&number).is_err())
            };
            reached.retain(|reached| may_stop(reached.place));
        }
        reach.find_border(&places, self.deadline)?;
        Ok(reach)
    }

    /// What the cheapest path from one place to each of several costs, in their order. Each is `None` if no
    /// path leads there or the mover cannot stand at the start, and [`Cost::MAX`] if the cost is too large
    /// to say.
    ///
    /// One search serves all of them and ends a few expansions after the last of them is closed. To
    /// what cannot be reached it does not search at all: the components know. With a
    /// [roadmap](crate::roadmap) of waypoints nothing is searched.
    ///
    /// # Errors
    /// When any of the places lies outside.
    pub fn distances(
        &self,
        from: impl Into<Place>,
        places: impl IntoIterator<Item: Into<Place>>,
        workspace: &mut Workspace,
    ) -> Result<Vec<Option<Cost>>, WorldError> {
        let start = node_of(self.map, "start", from.into())?;
        let goals = places.into_iter().map(|place| node_of(self.map, "goal", place.into()));
        let goals: Vec<NodeId> = goals.collect::<Result<_, _>>()?;
        if let Some(costs) = self.distances_known(start, &goals, workspace) {
            return Ok(costs);
        }
        // Never from or to where nobody can stand.
        let restriction = self.restriction_from(start);
        let leads = |goal: NodeId| {
            self.components.may_reach(start, goal) && self.may_end(&restriction, goal)
        };
        let mut open: Vec<NodeId> = goals.iter().copied().filter(|&goal| leads(goal)).collect();
        let mut costs = vec![None; goals.len()];
        if open.is_empty() {
            return Ok(costs);
        }
        open.sort_unstable();
        open.dedup();
        let reachable = open.clone();
        let graph = self.graph_for(None, &restriction);
        let states = self.graph().states();
        let least = |search: &Search, goal: NodeId| {
            let first = goal.0 * states;
            (first..first + states).filter_map(|node| search.cost_to(NodeId(node))).min()
        };
        let task = Task::flood(self.graph().start_at(start));
        let lent = std::mem::take(&mut workspace.search);
        let mut search = Search::begin(&graph, &NoHeuristic, &mut NoObserver, &task, lent);
        for stretch in 1_u64.. {
            // Only ever the last one is looked at, so that all looking together costs O(goals).
            while open.last().is_some_and(|&goal| least(&search, goal).is_some()) {
                open.pop();
            }
            if open.is_empty() || search.run(&graph, &NoHeuristic, &mut NoObserver, STRETCH) {
                break;
            }
            if stretch.is_multiple_of(STRETCHES_A_LOOK)
                && let Err(late) = self.deadline.look()
            {
                workspace.search = search.into_space();
                return Err(late);
            }
        }
        for (cost, &goal) in costs.iter_mut().zip(&goals) {
            if reachable.binary_search(&goal).is_ok() {
                // Steps lead there, unless units are in the way: else only a cost too large to say keeps the
                // search from it.
                let unsaid = (!restriction.is_any()).then_some(Cost::MAX);
                *cost = least(&search, goal).or(unsaid);
            }
        }
        workspace.search = search.into_space();
        Ok(costs)
    }
}

/// How many expansions lie between two looks at whether all goals are closed.
const STRETCH: u64 = 32;

/// How many of these lie between two looks at whether it is late.
const STRETCHES_A_LOOK: u64 = 32;

/// Searches in all directions. Returns the search that has ended, and the nodes in the order of closing.
///
/// # Errors
/// When it is late before that.
pub(crate) fn flood<G: Graph>(
    graph: &G,
    task: &Task,
    workspace: &mut Workspace,
    deadline: Deadline<'_>,
) -> Result<(Search, Vec<NodeId>), WorldError> {
    let mut order = Order(Vec::new());
    let lent = std::mem::take(&mut workspace.search);
    let mut search = Search::begin(graph, &NoHeuristic, &mut order, task, lent);
    while !search.run(graph, &NoHeuristic, &mut order, deadline.expansions()) {
        if let Err(late) = deadline.look() {
            workspace.search = search.into_space();
            return Err(late);
        }
    }
    Ok((search, order.0))
}

struct Order(Vec<NodeId>);

impl Observer for Order {
    fn closed(&mut self, node: NodeId, _parent: NodeId, _cost: Cost, _estimate: Cost) {
        self.0.push(node);
    }
}

impl Reach {
    /// The places within reach, the start among them, in the order in which the search closed them:
    /// cheapest first, and a place never before the one that the path to it comes from. Places where the
    /// mover may pass but not [stop](Self::can_stop_at) are not among them.
    #[must_use]
    #[doc(alias("iter", "len", "cells", "is_empty", "count"))]
    pub fn places(&self) -> &[Reached] {
        &self.reached
    }

    /// Whether a place is within reach and the mover may stop there. Among units it may not where it can only
    /// pass somebody ([`Passing::Through`](crate::Passing::Through)).
    ///
    /// ```
    /// use xunlu::{Grid, Group, MoverId, Occupancy, Passing, Steps, Unit, Workspace, World};
    ///
    /// let world = World::new(".....".parse::<Grid>()?)?;
    /// let (mut units, knights) = (Occupancy::new(&world), Group(1));
    /// units.let_pass(knights, knights, Passing::Through);
    /// units.enter(Unit::at((0, 0)).group(knights))?;
    /// units.enter(Unit::at((1, 0)).group(knights))?;
    /// let now = world.among(&mut units)?;
    /// let reach = now.reach((0, 0), MoverId::FIRST, Steps(2), &mut Workspace::new())?;
    /// assert_eq!([1, 2, 3].map(|x| reach.can_stop_at((x, 0))), [false, true, false]);
    /// assert!(reach.cost_at((1, 0)).is_some() && reach.cost_at((3, 0)).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[doc(alias("contains", "is_reachable", "reaches", "contains_place"))]
    pub fn can_stop_at(&self, place: impl Into<Place>) -> bool {
        let number = self.numbering.node_at(place.into());
        number.is_some_and(|number| {
            self.position_at(number).is_some() && self.passed.binary_search(&number).is_err()
        })
    }

    /// What the cheapest path to a place costs, be it one to stop at or to pass. Returns `None` out of reach.
    #[must_use]
    #[doc(alias("cost", "cost_to", "get", "distance", "distance_to"))]
    pub fn cost_at(&self, place: impl Into<Place>) -> Option<Cost> {
        self.position_of(place.into()).map(|position| self.closed[position].cost)
    }

    /// The cheapest path from the start to a place, be it one to stop at or to pass. Returns `None` out of
    /// reach.
    #[must_use]
    #[doc(alias("path", "find_path"))]
    pub fn path_to(&self, place: impl Into<Place>) -> Option<Path<Place>> {
        let last = self.position_of(place.into())?;
        let back = std::iter::successors(Some(last), |&position| {
            let parent = self.closed[position].parent as usize;
            (parent != position).then_some(parent)
        });
        let mut places: Vec<Place> =
            back.map(|position| self.place_of(self.closed[position].node)).collect();
        places.reverse();
        Some(Path { places, cost: self.closed[last].cost })
    }

    /// The places within reach from which some step leads out of it, in the order of
    /// [`places`](Self::places). Empty if everything that can be reached is within
    /// reach.
    #[must_use]
    #[doc(alias("edge", "frontier"))]
    pub fn border(&self) -> &[Place] {
        &self.border
    }

    /// Why nothing is within reach. Returns `None` if the mover can stand at the start.
    #[must_use]
    pub const fn blocked(&self) -> Option<&Blocked<Place>> {
        self.blocked.as_ref()
    }

    /// The revision of the map that it is true for.
    #[must_use]
    pub const fn revision(&self) -> Revision {
        self.revision
    }

    fn place_of(&self, node: NodeId) -> Place {
        self.numbering.place_of(NodeId(node.0 / self.states))
    }

    fn position_of(&self, place: Place) -> Option<usize> {
        self.position_at(self.numbering.node_at(place)?)
    }

    fn position_at(&self, node: NodeId) -> Option<usize> {
        let found = self.by_place.binary_search_by_key(&node, |&(node, _)| node).ok()?;
        Some(self.by_place[found].1 as usize)
    }

    fn take_in(
        &mut self,
        search: &Search,
        order: Vec<NodeId>,
        deadline: Deadline<'_>,
    ) -> Result<(), WorldError> {
        let mut by_node: Vec<(NodeId, u32)> = order.iter().copied().zip(0..).collect();
        deadline.sort(&mut by_node)?;
        let position_of = |node: NodeId| {
            let found = by_node.binary_search_by_key(&node, |&(node, _)| node);
            by_node[found.expect("a parent is closed before its child")].1
        };
        deadline.each(order, |node| {
            self.closed.push(Closed {
                node,
                cost: search.cost_to(node).expect("it was heard to be closed"),
                parent: position_of(search.parent_of(node).unwrap_or(node)),
            });
        })?;
        let below = |(node, position): (NodeId, u32)| (NodeId(node.0 / self.states), position);
        self.by_place = by_node.into_iter().map(below).collect();
        // A place's first closing is its cheapest.
        deadline.sort(&mut self.by_place)?;
        self.by_place.dedup_by_key(|(node, _)| *node);
        let mut first: Vec<u32> = self.by_place.iter().map(|&(_, position)| position).collect();
        deadline.sort(&mut first)?;
        let mut told = Vec::with_capacity(first.len());
        deadline.each(first, |position| {
            let Closed { node, cost, .. } = self.closed[position as usize];
            told.push(Reached { place: self.place_of(node), cost });
        })?;
        self.reached = told;
        Ok(())
    }

    fn find_border(
        &mut self,
        places: &impl Graph,
        deadline: Deadline<'_>,
    ) -> Result<(), WorldError> {
        let mut steps = Vec::new();
        let mut border = Vec::new();
        deadline.each(&self.reached, |Reached { place, .. }| {
            let Some(node) = self.numbering.node_at(*place) else { return };
            steps.clear();
            places.steps_from(node, &mut steps);
            if steps.iter().any(|step| self.position_at(step.to).is_none()) {
                border.push(*place);
            }
        })?;
        self.border = border;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::MoverId;
    use crate::world::World;
    use xunlu_map::{Cell, Grid, Link, Mover, StepCosts, Terrain, Weight};

    fn world(text: &str) -> World {
        let mover = Mover::four().costs(StepCosts::TEN_FOURTEEN).build().unwrap();
        World::with_mover(text.parse::<Grid>().unwrap(), mover).unwrap()
    }

    /// The range drawn: digits for tens of cost, `*` where the border is.
    fn check(text: &str, from: (i32, i32), budget: u32, costs: &str, border: &str) {
        let world = world(text);
        let from = Place::cell(from.0, from.1);
        let mut workspace = Workspace::new();
        let reach = world.reach(from, MoverId::FIRST, Cost(budget), &mut workspace).unwrap();
        let drawn = |glyph: &dyn Fn(Place) -> char| {
            let lines = (0..).zip(text.lines()).map(|(y, line)| {
                (0..).zip(line.chars()).map(|(x, _)| glyph(Place::cell(x, y))).collect::<String>()
            });
            lines.collect::<Vec<_>>().join("\n")
        };
        let cost = |place| match reach.cost_at(place) {
            Some(cost) => char::from_digit(cost.0 / 10, 36).unwrap(),
            None => '.',
        };
        assert_eq!(drawn(&cost), costs);
        let edge = |place| if reach.border().contains(&place) { '*' } else { '.' };
        assert_eq!(drawn(&edge), border);
        for &Reached { place, cost } in reach.places() {
            let path = reach.path_to(place).unwrap();
            assert_eq!((path.places[0], *path.places.last().unwrap()), (from, place));
            assert_eq!((path.cost, reach.cost_at(place)), (cost, Some(cost)));
        }
    }

    #[test]
    fn a_range_ends_where_the_budget_does() {
        check(".....\n.##..\n....2", (0, 0), 40, "01234\n1..4.\n234..", "....*\n...*.\n..*..");
        check("...\n###\n...", (1, 0), 4_000, "101\n...\n...", "...\n...\n...");
    }

    #[test]
    fn a_blocked_start_reaches_nothing_and_says_so() {
        let world = world("#..");
        let mut workspace = Workspace::new();
        let wall = Place::cell(0, 0);
        let reach = world.reach(wall, MoverId::FIRST, Cost::MAX, &mut workspace).unwrap();
        assert!(reach.places().is_empty() && reach.path_to(wall).is_none());
        assert_eq!(reach.blocked().unwrap().nearest_free, Some(Place::cell(1, 0)));
        let outside = Place::cell(3, 0);
        let error = world.reach(outside, MoverId::FIRST, Cost::MAX, &mut workspace).unwrap_err();
        assert!(error.to_string().contains("start 3,0 lies outside"), "{error}");
    }

    #[test]
    fn a_range_outlives_an_edit_and_knows_it_is_old() {
        let mut world = world("....");
        let mut workspace = Workspace::new();
        let reach =
            world.reach(Place::cell(0, 0), MoverId::FIRST, Cost(20), &mut workspace).unwrap();
        world.set(Place::cell(1, 0), Terrain::WALL).unwrap();
        assert_ne!(reach.revision(), world.revision());
        assert_eq!(reach.path_to(Place::Cell(Cell::new(2, 0))).unwrap().places.len(), 3);
    }

    #[test]
    fn distances_come_in_the_order_of_the_places() {
        let world = world("..#.\n....\n####\n....");
        let mut workspace = Workspace::new();
        let places = [(3, 0), (0, 0), (2, 0), (0, 3), (1, 1), (3, 0)];
        let places = places.map(|(x, y)| Place::cell(x, y));
        let ask = |from, workspace: &mut Workspace| {
            world.distances(from, places, MoverId::FIRST, workspace).unwrap()
        };
        let costs = ask(Place::cell(0, 0), &mut workspace);
        let right = [Some(50), Some(0), None, None, Some(20), Some(50)];
        assert_eq!(costs, right.map(|cost| cost.map(Cost)));
        assert_eq!(ask(Place::cell(2, 0), &mut workspace), [None; 6]);
    }

    #[test]
    fn what_costs_too_much_to_say_is_not_taken_for_no_path() {
        let mut world = World::new("..#.".parse::<Grid>().unwrap()).unwrap();
        let (here, there) = (Place::cell(1, 0), Place::cell(3, 0));
        let toll = Link::one_way(here, there).costing(Weight::percent(u32::MAX));
        world.add_link(toll).unwrap();
        let (start, mut workspace) = (Place::cell(0, 0), Workspace::new());
        let places = [there, Place::cell(2, 0)];
        let costs = world.distances(start, places, MoverId::FIRST, &mut workspace).unwrap();
        assert_eq!(costs, [Some(Cost::MAX), None]);
        let reach = world.reach(start, MoverId::FIRST, Cost::MAX, &mut workspace).unwrap();
        assert_eq!((reach.places().len(), reach.border()), (2, &[here][..]));
        let field = world.field_from([start], MoverId::FIRST, &mut workspace).unwrap();
        assert_eq!(field.cost_at(there), None);
    }
}
