//! Ledges: the cells of a map that may not be left in all directions; the steps around them, and those over
//! seams, where joined edges meet, which are links to jumps all.

use crate::graph::MapGraph;
use std::ops::Range;
use xunlu_map::{Cell, Exits, Footprint, Grid, Map, NodeId, Offset, Rect, Size};
use xunlu_search::{Graph, NodeLink, Places, Step};

/// The most of them: on maps where streets lead one way there is little ground to jump over.
const MOST: u32 = 4_096;

/// All ledges of a map in order, and how they may be left, unless there are too many.
#[derive(Clone, Default, Debug)]
pub(crate) struct Ledges {
    list: Vec<(NodeId, Exits)>,
    // Whether there are seams besides.
    has_seams: bool,
}

/// What an edit changed of ledges.
#[derive(Default, Debug)]
pub(crate) struct LedgeEdit {
    /// The cells that are one now and were none, or the other way round, or may be left otherwise.
    pub(crate) nodes: Vec<NodeId>,
    /// Whether one may be left now in a direction in which it could not.
    pub(crate) leads_on: bool,
}

impl Ledges {
    pub(crate) fn of(map: &Map) -> Ledges {
        let count = count_on(map);
        let are_few = count > 0 && count <= u64::from(MOST);
        let layers = (0..).zip(map.grids()).filter(|_| are_few);
        let list = layers.flat_map(|(layer, grid)| limited_in(map, layer, grid.bounds()));
        let has_seams = map.grids().iter().any(|grid| grid.wrap().is_any());
        Ledges { list: list.collect(), has_seams }
    }

    /// Whether there are so many that nobody jumps past them.
    pub(crate) fn are_too_many(map: &Map) -> bool {
        count_on(map) > u64::from(MOST)
    }

    /// Reads some cells anew. Costs a search by halving for each of their rows, unless there are no ledges.
    pub(crate) fn read(&mut self, map: &Map, layer: u32, rect: Rect) -> LedgeEdit {
        let (count, mut edit) = (count_on(map), LedgeEdit::default());
        if count == 0 && self.list.is_empty() {
            return edit;
        }
        if count > u64::from(MOST) {
            self.put(0..self.list.len(), Vec::new(), &mut edit);
            return edit;
        }
        let bounds = map.grids().get(layer as usize).map(Grid::bounds);
        for row in rows_of(bounds.map_or(rect, |bounds| rect.intersection(bounds))) {
            let own = self.places_of(map, layer, row);
            self.put(own, limited_in(map, layer, row), &mut edit);
        }
        if self.list.len() as u64 != count {
            // There were too many before.
            self.put(0..self.list.len(), Ledges::of(map).list, &mut edit);
        }
        edit.nodes.sort_unstable();
        edit.nodes.dedup();
        edit
    }

    /// Puts ledges where others were.
    fn put(&mut self, places: Range<usize>, new: Vec<(NodeId, Exits)>, edit: &mut LedgeEdit) {
        let old = &self.list[places.clone()];
        if *old == *new {
            return;
        }
        let exits_of = |list: &[(NodeId, Exits)], node| {
            let place = list.binary_search_by_key(&node, |(node, _)| *node);
            place.map_or(Exits::ALL, |place| list[place].1)
        };
        for &(node, _) in old.iter().chain(&new) {
            let [was, is] = [exits_of(old, node), exits_of(&new, node)];
            if was != is {
                edit.nodes.push(node);
                edit.leads_on |= is.0 & !was.0 != 0;
            }
        }
        let rest = self.list.split_off(places.end);
        self.list.truncate(places.start);
        self.list.extend(new.into_iter().chain(rest));
    }

    /// Where those of a row's cells are in the list.
    fn places_of(&self, map: &Map, layer: u32, row: Rect) -> Range<usize> {
        let node = |cell| map.node_at(map.place_on(layer, cell));
        let ends = row.max().and_then(|max| Some((node(row.min)?, node(max)?)));
        ends.map_or(0..0, |(first, last)| {
            let start = self.list.partition_point(|(node, _)| *node < first);
            start..start + self.list[start..].partition_point(|(node, _)| *node <= last)
        })
    }

    /// Whether there are neither ledges nor seams.
    pub(crate) const fn is_empty(&self) -> bool {
        self.list.is_empty() && !self.has_seams
    }

    pub(crate) fn nodes(&self) -> impl Iterator<Item = NodeId> {
        self.list.iter().map(|(node, _)| *node)
    }

    pub(crate) fn has(&self, node: NodeId) -> bool {
        self.list.binary_search_by_key(&node, |(node, _)| *node).is_ok()
    }

    /// Whether a node is one of them, beside one, or at a seam.
    pub(crate) fn are_around(&self, map: &Map, node: NodeId) -> bool {
        let is_beside = || around(map, node).iter().any(|(_, node)| self.has(*node));
        !self.is_empty() && (is_at_seam(map, node) || is_beside())
    }

    /// Where steps around them and over seams begin and end, in order.
    pub(crate) fn ends(&self, map: &Map) -> Vec<NodeId> {
        let mut ends = all_around(map, &self.nodes().collect::<Vec<_>>());
        for (layer, grid) in (0..).zip(map.grids()).filter(|_| self.has_seams) {
            ends.extend(near_seams(map, layer, grid.bounds(), 1));
        }
        ends.sort_unstable();
        ends.dedup();
        ends
    }

    /// Whether an edit of some cells may change a step over two seams at once.
    pub(crate) fn cross_at(&self, map: &Map, layer: u32, rect: Rect) -> bool {
        let grid = map.grids().get(layer as usize).filter(|_| self.has_seams);
        grid.is_some_and(|grid| {
            let Rect { min, size } = grid.bounds();
            let [right, down] = [size.width, size.height].map(|side| side.cast_signed() - 1);
            let corners = [(0, 0), (right, 0), (0, down), (right, down)];
            let mut corners = corners.map(|(x, y)| Cell::new(min.x + x, min.y + y)).into_iter();
            grid.wrap().x && grid.wrap().y && corners.any(|corner| rect.contains(corner))
        })
    }

    /// The nodes from which an edit of some cells may change such steps, for movers of this size.
    pub(crate) fn touched(
        &self,
        map: &Map,
        (layer, rect): (u32, Rect),
        of: Footprint,
        edit: &LedgeEdit,
    ) -> Vec<NodeId> {
        let grid = map.grids().get(layer as usize);
        let mut ledges = edit.nodes.clone();
        if let Some(grid) = grid {
            for row in rows_of(reach_of(rect, of).intersection(grid.bounds())) {
                let places = self.places_of(map, layer, row);
                ledges.extend(self.list[places].iter().map(|(node, _)| *node));
            }
        }
        if self.has_seams {
            // From those at seams steps change that lead to where the edit is, or past it.
            ledges.extend(near_seams(map, layer, rect, 2));
        }
        all_around(map, &ledges)
    }

    /// The steps of a mover onto them, off them, and diagonally past them, and over seams, by where they
    /// begin: those that begin at some nodes, in order, are found anew, and of the others these are known.
    pub(crate) fn steps(
        &self,
        map: &Map,
        graph: &MapGraph<'_>,
        known: &[NodeLink],
        from: &[NodeId],
    ) -> Vec<NodeLink> {
        let (mut steps, mut at) = (Vec::with_capacity(known.len()), 0);
        for &node in from {
            let next = at + known[at..].partition_point(|step| step.from < node);
            steps.extend_from_slice(&known[at..next]);
            at = next + known[next..].partition_point(|step| step.from == node);
            self.add_steps_from(map, graph, node, &mut steps);
        }
        steps.extend_from_slice(&known[at..]);
        steps
    }

    fn add_steps_from(
        &self,
        map: &Map,
        graph: &MapGraph<'_>,
        from: NodeId,
        found: &mut Vec<NodeLink>,
    ) {
        if !graph.can_stand_on(from) {
            return;
        }
        let near = around(map, from).into_iter().filter(|(_, node)| self.has(*node));
        let near: Vec<_> = near.map(|(_, ledge)| (ledge, around(map, ledge))).collect();
        if near.is_empty() && !is_at_seam(map, from) {
            return;
        }
        let is_beside = |around: &[(Offset, NodeId)], node| {
            around.iter().any(|(off, other)| *other == node && (off.dx == 0 || off.dy == 0))
        };
        let mut steps = Vec::<Step>::new();
        graph.steps_from(from, &mut steps);
        let own = steps.into_iter().filter(|step| {
            near.iter().any(|(ledge, around)| {
                let is_past = is_beside(around, from) && is_beside(around, step.to);
                from == *ledge || step.to == *ledge || is_past
            }) || is_over_seam(map, [from, step.to])
        });
        found.extend(own.map(|Step { to, cost }| NodeLink { from, to, cost }));
    }
}

/// The cells on which ledges lie that feel an edit of some cells, if movers are so large.
fn reach_of(Rect { min, size }: Rect, of: Footprint) -> Rect {
    // A mover covers cells to the right of the one that it stands on and below it, and steps by one.
    let [left, up] = [of.width(), of.height()].map(u32::cast_signed);
    let corner = Cell::new(min.x.saturating_sub(left), min.y.saturating_sub(up));
    let width = size.width.saturating_add(of.width()).saturating_add(1);
    Rect::new(corner, Size::new(width, size.height.saturating_add(of.height()).saturating_add(1)))
}

/// How many cells of a map may not be left in all directions.
fn count_on(map: &Map) -> u64 {
    map.grids().iter().map(|grid| u64::from(grid.ground().limited_count())).sum()
}

/// The ledges of a rectangle, in order.
fn limited_in(map: &Map, layer: u32, rect: Rect) -> Vec<(NodeId, Exits)> {
    let mut found = Vec::new();
    let ground = map.grids().get(layer as usize).map(Grid::ground);
    let Some((ground, exits)) = ground.and_then(|ground| Some((ground, ground.exits()?))) else {
        return found;
    };
    for cell in rect.intersection(ground.layout().bounds()).cells() {
        if let Some(own) = exits.get(cell).filter(|exits| *exits != Exits::ALL) {
            found.extend(map.node_at(map.place_on(layer, cell)).map(|node| (node, own)));
        }
    }
    found
}

/// The nodes of a rectangle that lie so near to joined edges of their layer.
fn near_seams(map: &Map, layer: u32, rect: Rect, steps: u32) -> impl Iterator<Item = NodeId> {
    let grid = map.grids().get(layer as usize);
    let cells = grid.into_iter().flat_map(move |grid| {
        let (bounds, wrap) = (grid.bounds(), grid.wrap());
        let is_near = move |at: i32, from: i32, length: u32| {
            let along = at.wrapping_sub(from).cast_unsigned();
            along < steps || along + steps >= length
        };
        rect.intersection(bounds).cells().filter(move |cell| {
            let Rect { min, size } = bounds;
            wrap.x && is_near(cell.x, min.x, size.width)
                || wrap.y && is_near(cell.y, min.y, size.height)
        })
    });
    cells.filter_map(move |cell| map.node_at(map.place_on(layer, cell)))
}

/// Whether a cell lies at a joined edge.
fn is_at_seam(map: &Map, node: NodeId) -> bool {
    let at = map.cell_of(map.place_of(node));
    at.is_some_and(|(layer, cell)| near_seams(map, layer, Rect::cell(cell), 1).next().is_some())
}

/// Whether a step between two cells leads over a seam. Where it need not, for the map is so narrow that they
/// lie beside each other on it, too, it is none of these: it costs as much.
fn is_over_seam(map: &Map, ends: [NodeId; 2]) -> bool {
    let [from, to] = ends.map(|node| map.cell_of(map.place_of(node)).map(|(_, cell)| cell));
    from.zip(to).is_some_and(|(from, to)| from.x.abs_diff(to.x) > 1 || from.y.abs_diff(to.y) > 1)
}

/// The rows of a rectangle.
fn rows_of(Rect { min, size }: Rect) -> impl Iterator<Item = Rect> {
    let rows = (min.y..).take(size.height as usize);
    rows.map(move |y| Rect::new(Cell::new(min.x, y), Size::new(size.width, 1)))
}

/// Some cells and those around them, in order.
pub(crate) fn all_around(map: &Map, nodes: &[NodeId]) -> Vec<NodeId> {
    let mut all = Vec::new();
    for &node in nodes {
        all.extend(around(map, node).iter().map(|(_, node)| *node));
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// A cell and those around it, by where they lie from it.
fn around(map: &Map, node: NodeId) -> Vec<(Offset, NodeId)> {
    let mut found = Vec::with_capacity(9);
    let Some((_, layer, Cell { x, y })) = map.grid_around(map.place_of(node)) else { return found };
    for (dx, dy) in (-1..2).flat_map(|dy| [(-1, dy), (0, dy), (1, dy)]) {
        let cell = Cell::new(x + dx, y + dy);
        let node = map.node_at(map.place_on(layer, cell));
        found.extend(node.map(|node| (Offset::new(dx, dy), node)));
    }
    found
}
