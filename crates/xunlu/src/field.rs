//! A distance field: what it costs to come to every place from the nearest of many sources.

use crate::error::{WorldError, WorldErrorKind};
use crate::reach::flood;
use crate::view::{View, node_of};
use crate::workspace::Workspace;
use xunlu_map::{Cost, NodeId, Numbering, Place, Revision};
use xunlu_search::{Graph, Path, Places, Search, Task};

/// The cost of the cheapest way from any of some sources to each place, and those ways.
///
/// It borrows nothing of the world and stays what it was when the world is edited; its
/// [`revision`](Self::revision) says for which state of the map it is true. It takes 12 bytes for
/// each number of the map, borders included: 12 MB for a million cells; for a mover with a turn cost
/// nine times as much, seven times on hexes, for it knows every heading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    numbering: Numbering,
    states: u32,
    revision: Revision,
    sources: Vec<Place>,
    skipped: Vec<Place>,
    records: Vec<Record>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Record {
    // Saturated where no way leads.
    cost: Cost,
    parent: NodeId,
    // Which of the sources the way comes from.
    source: u32,
}

const UNREACHED: Record = Record { cost: Cost::MAX, parent: NodeId::NONE, source: u32::MAX };

impl View<'_> {
    /// The distance field around some places: one search for all of them, which floods whatever can
    /// be reached.
    ///
    /// Exits run along the steps, from a source to a place. Where steps cost the same both ways (no
    /// one-way cells, one terrain price) a way read backwards is as good a way to the source.
    /// Sources where the mover cannot stand are left out and [listed](Field::skipped). A place whose
    /// cost is too large to say counts as not reached.
    ///
    /// # Errors
    /// When the list of sources is empty, or one of them lies outside.
    pub fn field(&self, sources: &[Place], workspace: &mut Workspace) -> Result<Field, WorldError> {
        if sources.is_empty() {
            let what = "the list of sources is empty; expected at least one place";
            return Err(WorldError::new(WorldErrorKind::NothingAsked, what));
        }
        let (graph, places) = (self.graph(), self.place_graph());
        let mut field = Field {
            numbering: Numbering::of(self.map),
            states: graph.states(),
            revision: self.revision(),
            sources: Vec::new(),
            skipped: Vec::new(),
            records: vec![UNREACHED; graph.node_count() as usize],
        };
        let (mut starts, mut number) = (Vec::new(), 0);
        for &source in sources {
            let node = node_of(self.map, "source", source)?;
            let place = self.map.place_of(node);
            let start = graph.start_at(node);
            if !places.can_stand_on(node) {
                field.skipped.push(place);
            } else if field.records[start.index()] == UNREACHED {
                field.records[start.index()].source = number;
                number += 1;
                field.sources.push(place);
                starts.push(start);
            }
        }
        let Some((&start, more)) = starts.split_first() else { return Ok(field) };
        let task = Task { more_starts: more.to_vec(), ..Task::flood(start) };
        let (search, order) = flood(&graph, &task, workspace);
        field.take_in(&search, order);
        workspace.search = search.into_space();
        Ok(field)
    }
}

impl Field {
    /// What the cheapest way from the nearest source to a place costs; none where no way leads.
    #[must_use]
    pub fn cost_at(&self, place: Place) -> Option<Cost> {
        self.node_at(place).map(|node| self.records[node.index()].cost)
    }

    /// The place before this one on the cheapest way to it from the nearest source; none at a
    /// source, and where no way leads. With a turn cost the way on from there may depend on the
    /// heading: [`path_to`](Self::path_to) knows it.
    #[must_use]
    pub fn next_towards_source(&self, place: Place) -> Option<Place> {
        let parent = self.records[self.node_at(place)?.index()].parent;
        (parent != NodeId::NONE).then(|| self.place_of(parent))
    }

    /// The source from which the cheapest way to a place comes; none where no way leads. Between
    /// sources equally near the search's tie rule decides, the same on every machine.
    #[must_use]
    pub fn nearest_source(&self, place: Place) -> Option<Place> {
        let source = self.records[self.node_at(place)?.index()].source;
        self.sources.get(source as usize).copied()
    }

    /// The cheapest way from the nearest source to a place; none where no way leads.
    #[must_use]
    pub fn path_to(&self, place: Place) -> Option<Path<Place>> {
        let last = self.node_at(place)?;
        let back = std::iter::successors(Some(last), |node| {
            let parent = self.records[node.index()].parent;
            (parent != NodeId::NONE).then_some(parent)
        });
        let mut places: Vec<Place> = back.map(|node| self.place_of(node)).collect();
        places.reverse();
        Some(Path { places, cost: self.records[last.index()].cost })
    }

    /// The sources, each once, in the order in which they were given.
    #[must_use]
    pub fn sources(&self) -> &[Place] {
        &self.sources
    }

    /// The places that were given as sources and left out, because the mover cannot stand there.
    #[must_use]
    pub fn skipped(&self) -> &[Place] {
        &self.skipped
    }

    /// The revision of the map that it is true for.
    #[must_use]
    pub const fn revision(&self) -> Revision {
        self.revision
    }

    /// How many bytes its records take up.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.records.capacity() * size_of::<Record>()
    }

    fn take_in(&mut self, search: &Search, order: Vec<NodeId>) {
        for node in order {
            let parent = search.parent_of(node).unwrap_or(NodeId::NONE);
            // A start has its source already, and a parent is closed before its child.
            let from = if parent == NodeId::NONE { node } else { parent };
            let source = self.records[from.index()].source;
            let cost = search.cost_to(node).expect("it was heard to be closed");
            self.records[node.index()] = Record { cost, parent, source };
        }
    }

    fn place_of(&self, node: NodeId) -> Place {
        self.numbering.place_of(NodeId(node.0 / self.states))
    }

    /// The node of a place at which it is reached cheapest.
    fn node_at(&self, place: Place) -> Option<NodeId> {
        let first = self.numbering.node_at(place)?.0 * self.states;
        let nodes = (first..first + self.states).map(NodeId);
        let cheapest = nodes.min_by_key(|node| (self.records[node.index()].cost, *node))?;
        (!self.records[cheapest.index()].cost.is_saturated()).then_some(cheapest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::MoverId;
    use crate::world::World;
    use xunlu_map::{Grid, Mover, StepCosts};

    fn field(text: &str, sources: &[(i32, i32)]) -> Field {
        let mover = Mover::four().costs(StepCosts::TEN_FOURTEEN).build().unwrap();
        let world = World::with_mover(text.parse::<Grid>().unwrap(), mover).unwrap();
        let sources: Vec<Place> = sources.iter().map(|&(x, y)| Place::cell(x, y)).collect();
        world.field(&sources, MoverId::FIRST, &mut Workspace::new()).unwrap()
    }

    #[test]
    fn every_place_belongs_to_the_nearest_source() {
        let text = "......\n.####.\n......\n######\n......";
        let field = field(text, &[(0, 0), (5, 2), (0, 0), (2, 1)]);
        let (a, b) = (Place::cell(0, 0), Place::cell(5, 2));
        assert_eq!((field.sources(), field.skipped()), (&[a, b][..], &[Place::cell(2, 1)][..]));
        let at = |x, y| {
            let place = Place::cell(x, y);
            (field.cost_at(place).map(|cost| cost.0), field.nearest_source(place))
        };
        assert_eq!(at(0, 0), (Some(0), Some(a)));
        assert_eq!(at(2, 0), (Some(20), Some(a)));
        assert_eq!(at(3, 2), (Some(20), Some(b)));
        assert_eq!(at(5, 0), (Some(20), Some(b)));
        assert_eq!(at(2, 4), (None, None));
        assert_eq!(field.next_towards_source(Place::cell(4, 2)), Some(b));
        assert_eq!(field.next_towards_source(b), None);
        let path = field.path_to(Place::cell(1, 2)).unwrap();
        assert_eq!((path.places[0], path.cost, path.places.len()), (a, Cost(30), 4));
    }

    #[test]
    fn a_field_of_blocked_sources_is_empty_and_one_of_none_is_refused() {
        let blocked = field("#.", &[(0, 0)]);
        assert_eq!(blocked.cost_at(Place::cell(1, 0)), None);
        assert_eq!(blocked.skipped(), [Place::cell(0, 0)]);
        assert!(blocked.bytes() >= 12 * 4);
        let world = World::new("..".parse::<Grid>().unwrap()).unwrap();
        let error = world.field(&[], MoverId::FIRST, &mut Workspace::new()).unwrap_err();
        assert!(error.to_string().contains("expected at least one"), "{error}");
    }
}
