//! A map of any kind as one of its movers sees it.

use crate::map_roadmap::LinkStep;
use crate::standable::Standable;
use xunlu_index::GroundUnder;
use xunlu_map::{Cost, LinkId, Map, Mover, NodeId, Place, Size};
use xunlu_search::{
    Graph, GridView, HeadingNumbers, HexView, LayersView, LinkTable, Linked, NeighbourBlock,
    Places, PlainGrid, ReverseGraph, Step, Target, Turning, WaypointScale, WaypointView,
};

/// The graph of a map and a mover. One match an expansion decides which it is, and there is one copy of
/// each search instead of seven.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum MapGraph<'a> {
    /// Square cells, with links.
    Grid(Linked<'a, GridView<'a>>),
    /// Hexes, with links.
    Hex(Linked<'a, HexView<'a>>),
    /// Layers of square cells, with links.
    Layers(Linked<'a, LayersView<'a>>),
    /// Waypoints.
    Waypoints(WaypointView<'a>),
    /// Square cells for a mover with a turn cost: a node for each heading.
    TurningGrid(Turning<Linked<'a, GridView<'a>>>),
    /// Hexes for a mover with a turn cost.
    TurningHex(Turning<Linked<'a, HexView<'a>>>),
    /// Layers for a mover with a turn cost.
    TurningLayers(Turning<Linked<'a, LayersView<'a>>>),
}

macro_rules! each_kind {
    ($graph:expr, $view:ident => $do:expr) => {
        match $graph {
            MapGraph::Grid($view) => $do,
            MapGraph::Hex($view) => $do,
            MapGraph::Layers($view) => $do,
            MapGraph::Waypoints($view) => $do,
            MapGraph::TurningGrid($view) => $do,
            MapGraph::TurningHex($view) => $do,
            MapGraph::TurningLayers($view) => $do,
        }
    };
}

impl Graph for MapGraph<'_> {
    fn node_count(&self) -> u32 {
        each_kind!(self, view => view.node_count())
    }

    #[inline]
    fn steps_from(&self, from: NodeId, steps: &mut Vec<Step>) {
        each_kind!(self, view => view.steps_from(from, steps));
    }
}

impl ReverseGraph for MapGraph<'_> {
    #[inline]
    fn steps_into(&self, to: NodeId, steps: &mut Vec<Step>) {
        each_kind!(self, view => view.steps_into(to, steps));
    }
}

/// Its places are numbers: what people call them is the map's affair.
impl Places for MapGraph<'_> {
    type Place = NodeId;

    fn node_at(&self, place: NodeId) -> Option<NodeId> {
        (place.0 < self.node_count()).then_some(place)
    }

    fn place_of(&self, node: NodeId) -> NodeId {
        node
    }

    #[inline]
    fn can_stand_on(&self, node: NodeId) -> bool {
        each_kind!(self, view => view.can_stand_on(node))
    }

    fn neighbour_block(&self, first: NodeId, size: Size, block: &mut NeighbourBlock) -> bool {
        each_kind!(self, view => view.neighbour_block(first, size, block))
    }
}

/// What a mover and a map's links are to each other, worked out beforehand.
#[derive(Clone, Debug)]
pub(crate) struct ProfileLinks {
    pub(crate) table: LinkTable,
    pub(crate) scale: Option<WaypointScale>,
}

impl ProfileLinks {
    pub(crate) fn new(map: &Map, mover: &Mover) -> ProfileLinks {
        let at = |place: Place| map.node_at(place);
        let table = match map {
            Map::Grid(grid) => LinkTable::of(grid.links(), mover, |cell| at(cell.into())),
            Map::Hex(grid) => LinkTable::of(grid.links(), mover, |hex| at(hex.into())),
            Map::Layers(layers) => {
                LinkTable::of(layers.links(), mover, |layer_cell| at(layer_cell.into()))
            }
            Map::Waypoints(_) => LinkTable::default(),
        };
        let scale = match map {
            Map::Waypoints(graph) => Some(WaypointScale::new(graph, mover)),
            _ => None,
        };
        ProfileLinks { table, scale }
    }

    /// What a mover pays for a straight step, if there are links that it may take, which are priced by that.
    pub(crate) fn step_of(&self, mover: &Mover) -> LinkStep {
        (!self.table.is_empty()).then_some(mover.costs().straight)
    }

    /// Takes in that a link was added, removed, or its door opened or shut; `ends` is where it is or was.
    /// Costs O(links) only where one is removed from a graph of waypoints, since it may have been the
    /// cheapest by its length.
    pub(crate) fn renew(&mut self, map: &Map, mover: &Mover, id: LinkId, ends: [NodeId; 2]) {
        match map {
            Map::Waypoints(graph) => match (graph.links().get(id), &mut self.scale) {
                // With its door open or shut: it counts either way, and again changes nothing.
                (Some(link), Some(scale)) => scale.include(graph, mover, link),
                _ => *self = ProfileLinks::new(map, mover),
            },
            _ => self.table.renew(id, ends, map.link(id).as_ref(), mover),
        }
    }
}

impl<'a> MapGraph<'a> {
    /// The map as `mover` sees it, places as nodes: what components are worked out on.
    pub(crate) fn places(
        map: &'a Map,
        mover: &'a Mover,
        standable: &'a Standable,
        links: &'a LinkTable,
    ) -> MapGraph<'a> {
        match map {
            Map::Grid(grid) => {
                let open = standable.open(0).expect("a grid has one layer");
                let view = GridView::new(grid, mover, open);
                let room = standable.clearance();
                let view = room.map_or(view, |clearance| view.with_clearance(clearance));
                MapGraph::Grid(Linked { graph: view, links })
            }
            Map::Hex(grid) => {
                let open = standable.open(0).expect("a hex grid has one layer");
                MapGraph::Hex(Linked { graph: HexView::new(grid, mover, open), links })
            }
            Map::Layers(layers) => {
                let graph = LayersView::new(layers, mover, standable.layers());
                MapGraph::Layers(Linked { graph, links })
            }
            Map::Waypoints(graph) => MapGraph::Waypoints(WaypointView::new(graph, mover)),
        }
    }

    /// The same, told what lies under a large mover.
    pub(crate) fn with_ground_under(self, under: &'a GroundUnder) -> MapGraph<'a> {
        match self {
            MapGraph::Grid(Linked { graph, links }) => {
                MapGraph::Grid(Linked { graph: graph.with_ground_under(under.terrain()), links })
            }
            other => other,
        }
    }

    /// The same, with headings for nodes when turning costs this mover something.
    pub(crate) fn with_turns(self, mover: &Mover) -> MapGraph<'a> {
        let turn = mover.turn_cost();
        if turn == Cost::ZERO {
            return self;
        }
        let fits = "a world takes no mover whose headings cannot be numbered";
        match self {
            MapGraph::Grid(view) => MapGraph::TurningGrid(Turning::new(view, turn).expect(fits)),
            MapGraph::Hex(view) => MapGraph::TurningHex(Turning::new(view, turn).expect(fits)),
            MapGraph::Layers(view) => {
                MapGraph::TurningLayers(Turning::new(view, turn).expect(fits))
            }
            other => other,
        }
    }

    /// The same, if it is a grid on which nothing is special.
    pub(crate) fn plain(&self) -> Option<PlainGrid<'a>> {
        match self {
            MapGraph::Grid(Linked { graph, links }) if links.is_empty() => PlainGrid::of(graph),
            _ => None,
        }
    }

    /// How places and headings are numbered, where turning costs something.
    pub(crate) fn turns(&self) -> Option<HeadingNumbers> {
        match self {
            MapGraph::TurningGrid(view) => Some(view.turns()),
            MapGraph::TurningHex(view) => Some(view.turns()),
            MapGraph::TurningLayers(view) => Some(view.turns()),
            _ => None,
        }
    }

    /// How many nodes a place has: one, or one for each heading.
    pub(crate) fn states(&self) -> u32 {
        match self {
            MapGraph::TurningGrid(view) => view.states(),
            MapGraph::TurningHex(view) => view.states(),
            MapGraph::TurningLayers(view) => view.states(),
            _ => 1,
        }
    }

    /// The node at which a path from a place begins.
    pub(crate) fn start_at(&self, place: NodeId) -> NodeId {
        let states = self.states();
        NodeId(place.0 * states + states - 1)
    }

    /// All nodes of these places.
    pub(crate) fn all_at(&self, places: &[NodeId]) -> Vec<NodeId> {
        let states = self.states();
        let all = |place: &NodeId| (place.0 * states..(place.0 + 1) * states).map(NodeId);
        places.iter().flat_map(all).collect()
    }

    /// The target of reaching one place, whatever the heading.
    pub(crate) fn target_at(&self, place: NodeId) -> Target {
        match self.states() {
            1 => Target::Node(place),
            count => Target::Span { first: NodeId(place.0 * count), count },
        }
    }
}
