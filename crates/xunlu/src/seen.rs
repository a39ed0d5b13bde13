//! A map of any kind as one of its movers sees it.

use crate::surface::Surface;
use crate::world::Standing;
use xunlu_index::GroundUnder;
use xunlu_map::{Cost, Grid, Map, Mover, NodeId, Place, Size, LayerCell, WaypointId};
use xunlu_search::{
    Estimate, Graph, GridEstimate, GridView, Heuristic, HexEstimate, HexView, NeighbourBlock, LayersView,
    LinkTable, Linked, NoHeuristic, Places, PlainGrid, ReverseGraph, Sense, Step, Target, Turning,
    TurningEstimate, WaypointEstimate, WaypointScale, WaypointView,
};

/// The graph of a map and a mover. One match an expansion decides which it is, and there is one copy of
/// each search instead of seven.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Seen<'a> {
    Grid(Linked<'a, GridView<'a>>),
    Hex(Linked<'a, HexView<'a>>),
    Layers(Linked<'a, LayersView<'a>>),
    Waypoints(WaypointView<'a>),
    TurningGrid(Turning<Linked<'a, GridView<'a>>>),
    TurningHex(Turning<Linked<'a, HexView<'a>>>),
    TurningLayers(Turning<Linked<'a, LayersView<'a>>>),
}

macro_rules! each_kind {
    ($seen:expr, $view:ident => $do:expr) => {
        match $seen {
            Seen::Grid($view) => $do,
            Seen::Hex($view) => $do,
            Seen::Layers($view) => $do,
            Seen::Waypoints($view) => $do,
            Seen::TurningGrid($view) => $do,
            Seen::TurningHex($view) => $do,
            Seen::TurningLayers($view) => $do,
        }
    };
}

impl Graph for Seen<'_> {
    fn node_count(&self) -> u32 {
        each_kind!(self, view => view.node_count())
    }

    #[inline]
    fn steps_from(&self, from: NodeId, steps: &mut Vec<Step>) {
        each_kind!(self, view => view.steps_from(from, steps));
    }
}

impl ReverseGraph for Seen<'_> {
    #[inline]
    fn steps_into(&self, to: NodeId, steps: &mut Vec<Step>) {
        each_kind!(self, view => view.steps_into(to, steps));
    }
}

/// Its places are numbers: what people call them is the map's affair.
impl Places for Seen<'_> {
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
pub(crate) struct MoverLinks {
    pub(crate) table: LinkTable,
    pub(crate) scale: Option<WaypointScale>,
}

impl MoverLinks {
    pub(crate) fn new(map: &Map, mover: &Mover) -> MoverLinks {
        let at = |place: Place| map.node_at(place);
        let table = match map {
            Map::Grid(grid) => LinkTable::of(grid.links(), mover, |cell| at(cell.into())),
            Map::Hex(grid) => LinkTable::of(grid.links(), mover, |hex| at(hex.into())),
            Map::Layers(layers) => LinkTable::of(layers.links(), mover, |layer_cell| at(layer_cell.into())),
            Map::Waypoints(_) => LinkTable::default(),
        };
        let scale = match map {
            Map::Waypoints(graph) => Some(WaypointScale::new(graph, mover)),
            _ => None,
        };
        MoverLinks { table, scale }
    }
}

impl<'a> Seen<'a> {
    /// The map as `mover` sees it, places as nodes: what components are worked out on.
    pub(crate) fn places(
        map: &'a Map,
        mover: &'a Mover,
        surface: &'a Surface,
        links: &'a LinkTable,
    ) -> Seen<'a> {
        match map {
            Map::Grid(grid) => {
                let open = surface.open(0).expect("a grid has one layer");
                let view = GridView::new(grid, mover, open);
                let room = surface.clearance();
                let view = room.map_or(view, |clearance| view.with_clearance(clearance));
                Seen::Grid(Linked { graph: view, links })
            }
            Map::Hex(grid) => {
                let open = surface.open(0).expect("a hex grid has one layer");
                Seen::Hex(Linked { graph: HexView::new(grid, mover, open), links })
            }
            Map::Layers(layers) => {
                let graph = LayersView::new(layers, mover, surface.layers());
                Seen::Layers(Linked { graph, links })
            }
            Map::Waypoints(graph) => Seen::Waypoints(WaypointView::new(graph, mover)),
        }
    }

    /// The same, told what lies under a large mover.
    pub(crate) fn with_ground_under(self, under: &'a GroundUnder) -> Seen<'a> {
        match self {
            Seen::Grid(Linked { graph, links }) => {
                Seen::Grid(Linked { graph: graph.with_ground_under(under.terrain()), links })
            }
            other => other,
        }
    }

    /// The same, with headings for nodes when turning costs this mover something.
    pub(crate) fn with_turns(self, mover: &Mover) -> Seen<'a> {
        let turn = mover.turn_cost();
        if turn == Cost::ZERO {
            return self;
        }
        let fits = "a world takes no mover whose headings cannot be numbered";
        match self {
            Seen::Grid(view) => Seen::TurningGrid(Turning::new(view, turn).expect(fits)),
            Seen::Hex(view) => Seen::TurningHex(Turning::new(view, turn).expect(fits)),
            Seen::Layers(view) => Seen::TurningLayers(Turning::new(view, turn).expect(fits)),
            other => other,
        }
    }

    /// The same, if it is a grid on which nothing is special.
    pub(crate) fn plain(&self) -> Option<PlainGrid<'a>> {
        match self {
            Seen::Grid(Linked { graph, links }) if links.is_empty() => PlainGrid::of(graph),
            _ => None,
        }
    }

    /// How many nodes a place has: one, or one for each heading.
    pub(crate) fn states(&self) -> u32 {
        match self {
            Seen::TurningGrid(view) => view.states(),
            Seen::TurningHex(view) => view.states(),
            Seen::TurningLayers(view) => view.states(),
            _ => 1,
        }
    }

    /// The node at which a way sets out from a place.
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

/// What it takes to look ahead: everything an estimate is made of but the goals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ahead<'a> {
    pub(crate) standing: &'a Standing<'a>,
    pub(crate) states: u32,
    pub(crate) estimate: Estimate,
}

impl<'a> Ahead<'a> {
    /// The estimate on one grid, of a type that a search can be made for.
    pub(crate) fn on_grid(
        &self,
        grid: &'a Grid,
        goals: &[NodeId],
        way: Sense,
    ) -> GridEstimate<impl Fn(NodeId) -> LayerCell + use<'a>> {
        let Standing { mover, links, .. } = *self.standing;
        let layer_cell_of = |node: NodeId| LayerCell::new(0, grid.layout().cell_of(node.0));
        let goals = goals.iter().copied().map(layer_cell_of);
        let grids = std::slice::from_ref(grid);
        let shortcuts = links.table.links(way);
        GridEstimate::new(grids, mover, self.estimate, goals, shortcuts, layer_cell_of)
    }

    /// Makes the estimate of the least cost to the nearest of `goals` (or, against the steps, from
    /// it), places all of them, and hands it on. It lies on the stack: making it allocates nothing.
    pub(crate) fn with<R>(
        &self,
        goals: &[NodeId],
        way: Sense,
        with: impl FnOnce(&dyn Heuristic) -> R,
    ) -> R {
        let Ahead { standing: Standing { map, mover, links, .. }, states, estimate } = *self;
        let turned = |below: &dyn Heuristic| match states {
            1 => with(below),
            states => with(&TurningEstimate { below, states }),
        };
        if goals.is_empty() || estimate == Estimate::Zero {
            return turned(&NoHeuristic);
        }
        let shortcuts = links.table.links(way);
        let goals_here = goals.iter().copied();
        match map {
            Map::Grid(grid) => turned(&self.on_grid(grid, goals, way)),
            Map::Layers(layers) => {
                let grids = layers.grids();
                let layer_cell_of = |node: NodeId| layers.layer_cell_of(node.0);
                let goals = goals_here.map(layer_cell_of);
                turned(&GridEstimate::new(grids, mover, estimate, goals, shortcuts, layer_cell_of))
            }
            Map::Hex(grid) => {
                let hex_of = |node: NodeId| grid.hex_of(node.0);
                let goals = goals_here.map(hex_of);
                turned(&HexEstimate::new(grid, mover, estimate, goals, shortcuts, hex_of))
            }
            Map::Waypoints(graph) => match &links.scale {
                Some(scale) => {
                    let goals = goals_here.map(|node| WaypointId(node.0));
                    turned(&WaypointEstimate::new(graph, scale, goals))
                }
                None => turned(&NoHeuristic),
            },
        }
    }
}
