//! A field: what it costs to come to every place from the nearest of some sources, or from every place to
//! the nearest of some goals.

use crate::deadline::Deadline;
use crate::error::{WorldError, WorldErrorKind};
use crate::reach::flood;
use crate::view::{View, node_of};
use crate::workspace::Workspace;
use xunlu_map::{Cost, NodeId, Numbering, Place, Revision};
use xunlu_search::{Backward, Graph, Path, Places, Search, Task};

/// The cost of the cheapest path between each place and the nearest of some ends, and those paths.
///
/// It borrows nothing of the world and stays what it was when the world is edited; its
/// [`revision`](Self::revision) says for which state of the map it is true. It takes 8 bytes for each
/// number of the map, borders included, and with more than one end 12; for a mover with a turn cost nine
/// times as much, seven times on hexes, because it knows every heading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    direction: FieldDirection,
    numbering: Numbering,
    states: u32,
    revision: Revision,
    ends: Vec<Place>,
    skipped: Vec<Place>,
    // Of each node. Saturated where no path leads.
    costs: Vec<Cost>,
    // The node one step nearer to the end.
    nearer: Vec<NodeId>,
    // Which of the ends is the nearest; empty if there is only one.
    nearest: Vec<u32>,
}

/// Which way the paths of a [`Field`] run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FieldDirection {
    /// From the nearest of its ends to each place.
    From,
    /// From each place to the nearest of its ends.
    To,
}

impl View<'_> {
    /// What it costs to come to each place from the nearest of some sources: how soon the fire, the flood
    /// or the enemy is there. One search for all sources, which floods whatever can be reached.
    ///
    /// Sources where the mover cannot stand are left out and [listed](Field::skipped). A place whose
    /// cost is too large to say counts as not reached.
    ///
    /// ```
    /// use xunlu::{Grid, MoverId, Place, Workspace, World};
    ///
    /// let world = World::new("...#\n.#..\n....".parse::<Grid>()?)?;
    /// let fires = [Place::cell(0, 0), Place::cell(3, 2)];
    /// let field = world.field_from(&fires, MoverId::FIRST, &mut Workspace::new())?;
    /// assert_eq!(field.nearest(Place::cell(3, 1)), Some(fires[1]));
    /// assert_eq!(field.path(Place::cell(2, 0)).unwrap().places[0], fires[0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the list of sources is empty, or one of them lies outside.
    pub fn field_from(
        &self,
        sources: impl IntoIterator<Item: Into<Place>>,
        workspace: &mut Workspace,
    ) -> Result<Field, WorldError> {
        let sources: Vec<Place> = sources.into_iter().map(Into::into).collect();
        self.field(FieldDirection::From, &sources, workspace)
    }

    /// What it costs to go from each place to the nearest of some goals, and where to step next on the
    /// way there: a flow field, which any number of units can follow. One search for all goals, backward
    /// along the steps, which floods whatever leads there.
    ///
    /// The same as [`field_from`](Self::field_from) only where steps cost the same both ways: one-way cells
    /// and links, and ground of several prices (a step pays for the ground it enters) make the two differ.
    ///
    /// ```
    /// use xunlu::{Cost, Grid, MoverId, Place, Workspace, World};
    ///
    /// let world = World::new("..5.\n####".parse::<Grid>()?)?;
    /// let goal = Place::cell(3, 0);
    /// let field = world.field_to(&[goal], MoverId::FIRST, &mut Workspace::new())?;
    /// // Two straight steps, and one onto ground that costs five times as much.
    /// assert_eq!(field.cost_at(Place::cell(0, 0)), Some(Cost(7 * 2378)));
    /// assert_eq!(field.cost_at(Place::cell(0, 1)), None);
    ///
    /// let mut unit = Place::cell(0, 0);
    /// while let Some(next) = field.next_step(unit) {
    ///     unit = next;
    /// }
    /// assert_eq!(unit, goal);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the list of goals is empty, or one of them lies outside.
    pub fn field_to(
        &self,
        goals: impl IntoIterator<Item: Into<Place>>,
        workspace: &mut Workspace,
    ) -> Result<Field, WorldError> {
        let goals: Vec<Place> = goals.into_iter().map(Into::into).collect();
        self.field(FieldDirection::To, &goals, workspace)
    }

    fn field(
        &self,
        direction: FieldDirection,
        ends: &[Place],
        workspace: &mut Workspace,
    ) -> Result<Field, WorldError> {
        let role = match direction {
            FieldDirection::From => "source",
            FieldDirection::To => "goal",
        };
        if ends.is_empty() {
            let what = format!("the list of {role}s is empty; expected at least one place");
            return Err(WorldError::new(WorldErrorKind::NothingAsked, what));
        }
        let (whole, places) = (self.graph(), self.place_graph());
        let restriction = self.restriction_of_nobody();
        let graph = self.graph_for(None, &restriction);
        let mut field = Field {
            direction,
            numbering: Numbering::of(self.map),
            states: whole.states(),
            revision: self.revision(),
            ends: Vec::new(),
            skipped: Vec::new(),
            costs: self.deadline.filled(&Cost::MAX, graph.node_count() as usize)?,
            nearer: self.deadline.filled(&NodeId::NONE, graph.node_count() as usize)?,
            nearest: Vec::new(),
        };
        // A source is where somebody is; a goal must be one where one can be.
        let is_free = |node| direction == FieldDirection::From || self.may_end(&restriction, node);
        let mut nodes = Vec::new();
        for &end in ends {
            let node = node_of(self.map, role, end)?;
            let place = self.map.place_of(node);
            if !places.can_stand_on(node) || !is_free(node) {
                field.skipped.push(place);
            } else if field.costs[whole.start_at(node).index()] != Cost::ZERO {
                field.costs[whole.start_at(node).index()] = Cost::ZERO;
                field.ends.push(place);
                nodes.push(node);
            }
        }
        // One sets out without a heading, and may arrive with any.
        let starts = match direction {
            FieldDirection::From => nodes.iter().map(|&node| whole.start_at(node)).collect(),
            FieldDirection::To => whole.all_at(&nodes),
        };
        let Some((&start, more)) = starts.split_first() else { return Ok(field) };
        let task = Task { more_starts: more.to_vec(), ..Task::flood(start) };
        let (search, order) = match direction {
            FieldDirection::From => flood(&graph, &task, workspace, self.deadline),
            FieldDirection::To => flood(&Backward(&graph), &task, workspace, self.deadline),
        }?;
        let taken = field.take_in(&search, order, &nodes, self.deadline);
        workspace.search = search.into_space();
        taken.map(|()| field)
    }
}

impl Field {
    /// What the cheapest path between a place and its nearest end costs. Returns `None` if there is no
    /// path.
    #[must_use]
    #[doc(alias("cost", "cost_to", "distance", "distance_to", "get"))]
    pub fn cost_at(&self, place: impl Into<Place>) -> Option<Cost> {
        self.node_at(place.into()).map(|node| self.costs[node.index()])
    }

    /// The next place on the cheapest path between a place and its nearest end, as seen from the place:
    /// towards the goal, or back towards the source. Returns `None` at an end, and if there is no path.
    ///
    /// It is the next place of somebody who sets out there (or, back towards a source, arrived there). With a
    /// turn cost what is cheapest further on depends on the heading: [`path`](Self::path) heeds it.
    #[must_use]
    #[doc(alias("next", "step"))]
    pub fn next_step(&self, place: impl Into<Place>) -> Option<Place> {
        let nearer = self.nearer[self.node_at(place.into())?.index()];
        (nearer != NodeId::NONE).then(|| self.place_of(nearer))
    }

    /// The end that is nearest by cost. Returns `None` if there is no path. Between ends equally near the
    /// search's tie rule decides, the same on every machine.
    #[must_use]
    pub fn nearest(&self, place: impl Into<Place>) -> Option<Place> {
        let number = self.nearest.get(self.node_at(place.into())?.index()).copied().unwrap_or(0);
        self.ends.get(number as usize).copied()
    }

    /// The cheapest path from the nearest source to a place, or from a place to the nearest goal. Returns
    /// `None` if there is no path.
    #[must_use]
    #[doc(alias("path_from", "path_to"))]
    pub fn path(&self, place: impl Into<Place>) -> Option<Path<Place>> {
        let here = self.node_at(place.into())?;
        let towards_end = std::iter::successors(Some(here), |node| {
            let nearer = self.nearer[node.index()];
            (nearer != NodeId::NONE).then_some(nearer)
        });
        let mut places: Vec<Place> = towards_end.map(|node| self.place_of(node)).collect();
        if self.direction == FieldDirection::From {
            places.reverse();
        }
        Some(Path { places, cost: self.costs[here.index()] })
    }

    /// Which way its paths run.
    #[must_use]
    #[doc(alias("direction_at", "direction_of", "vector"))]
    pub const fn direction(&self) -> FieldDirection {
        self.direction
    }

    /// Its sources or goals, each once, in the order in which they were given.
    #[must_use]
    pub fn ends(&self) -> &[Place] {
        &self.ends
    }

    /// The places that were given as sources or goals and left out, because the mover cannot stand there.
    #[must_use]
    pub fn skipped(&self) -> &[Place] {
        &self.skipped
    }

    /// The revision of the map that it is true for.
    #[must_use]
    pub const fn revision(&self) -> Revision {
        self.revision
    }

    /// How many bytes it takes up, but for its ends.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.costs.capacity() * size_of::<Cost>()
            + self.nearer.capacity() * size_of::<NodeId>()
            + self.nearest.capacity() * size_of::<u32>()
    }

    fn take_in(
        &mut self,
        search: &Search,
        order: Vec<NodeId>,
        ends: &[NodeId],
        deadline: Deadline<'_>,
    ) -> Result<(), WorldError> {
        if ends.len() > 1 {
            self.nearest = deadline.filled(&u32::MAX, self.costs.len())?;
            for (&end, number) in ends.iter().zip(0..) {
                let first = (end.0 * self.states) as usize;
                self.nearest[first..first + self.states as usize].fill(number);
            }
        }
        deadline.each(order, |node| {
            let nearer = search.parent_of(node).unwrap_or(NodeId::NONE);
            self.costs[node.index()] = search.cost_to(node).expect("it was heard to be closed");
            self.nearer[node.index()] = nearer;
            // An end has its number already, and a parent is closed before its child.
            if nearer != NodeId::NONE && ends.len() > 1 {
                self.nearest[node.index()] = self.nearest[nearer.index()];
            }
        })
    }

    fn place_of(&self, node: NodeId) -> Place {
        self.numbering.place_of(NodeId(node.0 / self.states))
    }

    /// The node of a place at which a path sets out, or arrives cheapest. Returns `None` if none does.
    fn node_at(&self, place: Place) -> Option<NodeId> {
        let first = self.numbering.node_at(place)?.0 * self.states;
        let nodes = (first..first + self.states).map(NodeId);
        let node = match self.direction {
            FieldDirection::From => nodes.min_by_key(|node| (self.costs[node.index()], *node)),
            FieldDirection::To => nodes.max(),
        }?;
        (!self.costs[node.index()].is_saturated()).then_some(node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::MoverId;
    use crate::world::World;
    use xunlu_map::{Grid, Mover, StepCosts};

    fn fields(text: &str, ends: &[(i32, i32)]) -> [Field; 2] {
        let mover = Mover::four().costs(StepCosts::TEN_FOURTEEN).build().unwrap();
        let world = World::with_mover(text.parse::<Grid>().unwrap(), mover).unwrap();
        let ends: Vec<Place> = ends.iter().map(|&(x, y)| Place::cell(x, y)).collect();
        let mut workspace = Workspace::new();
        [
            world.field_from(&ends, MoverId::FIRST, &mut workspace).unwrap(),
            world.field_to(&ends, MoverId::FIRST, &mut workspace).unwrap(),
        ]
    }

    #[test]
    fn every_place_belongs_to_the_nearest_end() {
        let text = "......\n.####.\n......\n######\n......";
        for field in fields(text, &[(0, 0), (5, 2), (0, 0), (2, 1)]) {
            let (a, b) = (Place::cell(0, 0), Place::cell(5, 2));
            assert_eq!((field.ends(), field.skipped()), (&[a, b][..], &[Place::cell(2, 1)][..]));
            let at = |x, y| {
                let place = Place::cell(x, y);
                (field.cost_at(place).map(|cost| cost.0), field.nearest(place))
            };
            assert_eq!(at(0, 0), (Some(0), Some(a)));
            assert_eq!(at(2, 0), (Some(20), Some(a)));
            assert_eq!(at(3, 2), (Some(20), Some(b)));
            assert_eq!(at(5, 0), (Some(20), Some(b)));
            assert_eq!(at(2, 4), (None, None));
            assert_eq!(field.next_step(Place::cell(4, 2)), Some(b));
            assert_eq!(field.next_step(b), None);
            let mut path = field.path(Place::cell(1, 2)).unwrap();
            if field.direction() == FieldDirection::To {
                path.places.reverse();
            }
            assert_eq!((path.places[0], path.cost, path.places.len()), (a, Cost(30), 4));
        }
    }

    #[test]
    fn a_step_pays_for_the_ground_it_enters_so_direction_matters() {
        let [from, to] = fields("..5", &[(0, 0)]);
        let far = Place::cell(2, 0);
        assert_eq!((from.cost_at(far), to.cost_at(far)), (Some(Cost(60)), Some(Cost(20))));
        assert_eq!(from.next_step(far), to.next_step(far));
    }

    #[test]
    fn a_field_of_blocked_ends_is_empty_and_one_of_none_is_refused() {
        for blocked in fields("#.", &[(0, 0)]) {
            let open = Place::cell(1, 0);
            assert_eq!((blocked.cost_at(open), blocked.nearest(open)), (None, None));
            assert_eq!(blocked.skipped(), [Place::cell(0, 0)]);
        }
        let world = World::new("..".parse::<Grid>().unwrap()).unwrap();
        let nowhere: [Place; 0] = [];
        let error = world.field_from(nowhere, MoverId::FIRST, &mut Workspace::new()).unwrap_err();
        assert!(error.to_string().contains("sources is empty; expected at least one"), "{error}");
        let error = world.field_to(nowhere, MoverId::FIRST, &mut Workspace::new()).unwrap_err();
        assert!(error.to_string().contains("goals is empty; expected at least one"), "{error}");
    }

    #[test]
    fn one_end_takes_eight_bytes_a_number_and_more_take_twelve() {
        let one = fields("....", &[(0, 0)]);
        let two = fields("....", &[(0, 0), (3, 0)]);
        for (one, two) in one.iter().zip(&two) {
            assert_eq!(one.bytes() * 12, two.bytes() * 8);
            assert!(one.bytes() >= 8 * 4);
        }
    }
}
