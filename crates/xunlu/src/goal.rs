//! Goals as places: which nodes a goal stands for on a map.

use crate::error::{WorldError, WorldErrorKind};
use crate::query::Goal;
use crate::question::GoalNodes;
use crate::view::{View, node_of};
use std::ops::RangeInclusive;
use xunlu_map::{
    Cell, Crossing, Grid, Ground, Map, NodeId, Place, Rect, Region, Size, VisibleFrom, WaypointId,
    supercover,
};

impl View<'_> {
    /// The nodes of a goal, wherever the mover can stand or not.
    pub(crate) fn goal_nodes(&self, from: Place, goal: &Goal) -> Result<GoalNodes, WorldError> {
        match goal {
            Goal::At(place) => Ok(GoalNodes::One(node_of(self.map, "goal", *place)?)),
            Goal::AnyOf(places) => {
                if places.is_empty() {
                    let what = "the list of goals is empty; expected at least one place";
                    return Err(WorldError::new(WorldErrorKind::NothingAsked, what));
                }
                if let [place] = places[..] {
                    return Ok(GoalNodes::One(node_of(self.map, "goal", place)?));
                }
                let nodes = places.iter().map(|&place| node_of(self.map, "goal", place));
                Ok(GoalNodes::Any(nodes.collect::<Result<_, _>>()?))
            }
            Goal::Within { of, radius, in_sight } => {
                node_of(self.map, "goal", *of)?;
                Ok(GoalNodes::Any(self.within(*of, *radius, *in_sight)?))
            }
            Goal::Beside { of, footprint } => self.beside(*of, *footprint).map(GoalNodes::Any),
            Goal::Region(region) => self.region(from, region).map(GoalNodes::Any),
            Goal::AwayFrom { of, radius } => {
                node_of(self.map, "place to get away from", *of)?;
                Ok(GoalNodes::NoneOf(self.around(*of, *radius, true)))
            }
        }
    }

    /// The places within a radius of one, perhaps only those from which it can be seen.
    fn within(&self, of: Place, radius: u32, in_sight: bool) -> Result<Vec<NodeId>, WorldError> {
        let mut nodes = self.around(of, radius, false);
        if in_sight {
            if matches!(self.map, Map::Waypoints(_)) {
                let what = "waypoints have no walls to see past; expected in_sight to be false";
                return Err(WorldError::new(WorldErrorKind::NotForThisMap, what));
            }
            let visible = self.visible_from(&nodes, of);
            nodes.retain(|&node| {
                let place = self.map.place_of(node);
                match (&visible, self.map.grid_around(place)) {
                    (Some(visible), Some((_, _, cell))) => visible.has(cell),
                    _ => self.sees(place, of),
                }
            });
        }
        Ok(nodes)
    }

    /// The places near one: no farther than `radius`, or strictly nearer.
    fn around(&self, of: Place, radius: u32, strictly: bool) -> Vec<NodeId> {
        match (self.map, of) {
            (Map::Hex(grid), Place::Hex(hex)) => {
                let Size { width, height } = grid.bounds().size;
                // No hex is farther away than the map is wide and high.
                let steps = radius.saturating_sub(u32::from(strictly)).min(width + height);
                if radius == 0 && strictly {
                    return Vec::new();
                }
                // Of a long thin map most of a large hexagon lies outside.
                if u64::from(steps).pow(2) > grid.bounds().size.area() {
                    let cells = grid.bounds().cells().map(|cell| grid.hex_at(cell));
                    let near = cells.filter(|&other| other.distance(hex) <= steps);
                    return near.filter_map(|hex| grid.index_of(hex)).map(NodeId).collect();
                }
                hex.within(steps).filter_map(|hex| grid.index_of(hex)).map(NodeId).collect()
            }
            (Map::Waypoints(graph), Place::Waypoint(id)) => {
                let Some(centre) = graph.waypoint(id) else { return Vec::new() };
                let is_near = |number: &u32| {
                    let other = graph.waypoint(WaypointId(*number));
                    let away = other.map(|other| centre.point.distance(other.point));
                    let radius = f64::from(radius);
                    away.is_some_and(|away| away < radius || (away <= radius && !strictly))
                };
                (0..graph.len()).filter(is_near).map(NodeId).collect()
            }
            _ => {
                let square = u64::from(radius) * u64::from(radius);
                self.disc(of, |away| away < square || (away == square && !strictly))
            }
        }
    }

    /// The cells of a layer whose squared distance from a cell is small enough, round joined edges
    /// too.
    fn disc(&self, of: Place, is_near: impl Fn(u64) -> bool) -> Vec<NodeId> {
        let Some((grid, layer, centre)) = self.map.grid_around(of) else { return Vec::new() };
        let Rect { size, .. } = grid.bounds();
        // No cell is farther away than the map is wide or high.
        let most = size.width.max(size.height);
        let square = |off: u32| u64::from(off) * u64::from(off);
        let reach = (0..most).find(|&radius| !is_near(square(radius))).unwrap_or(most);
        let round = once_round(grid, centre);
        let Rect { min, .. } = round;
        let max = round.max().unwrap_or(min);
        let rows = centre.y.saturating_sub_unsigned(reach).max(min.y)
            ..=centre.y.saturating_add_unsigned(reach).min(max.y);
        // Of a map that is narrow most of a large circle lies outside.
        let across = centre.x.abs_diff(min.x).max(centre.x.abs_diff(max.x)).min(reach);
        let (high, wide) = (rows.end().abs_diff(*rows.start()) + 1, size.width.min(2 * across + 1));
        let mut nodes = Vec::with_capacity(high as usize * wide as usize);
        for y in rows {
            let down = square(y.abs_diff(centre.y));
            // From the farthest one inwards: of a circle few are left out.
            let Some(wide) = (0..=across).rev().find(|&wide| is_near(square(wide) + down)) else {
                continue;
            };
            let columns = centre.x.saturating_sub_unsigned(wide).max(min.x)
                ..=centre.x.saturating_add_unsigned(wide).min(max.x);
            self.row_of_nodes(layer, y, columns, &mut nodes);
        }
        nodes
    }

    /// Adds the nodes of cells side by side in a row.
    fn row_of_nodes(
        &self,
        layer: u32,
        y: i32,
        columns: RangeInclusive<i32>,
        nodes: &mut Vec<NodeId>,
    ) {
        let node_at = |x| self.map.node_at(self.map.place_on(layer, Cell::new(x, y)));
        match (node_at(*columns.start()), node_at(*columns.end())) {
            // Nodes of cells side by side follow each other, unless edges are joined between.
            (Some(first), Some(last))
                if last.0.checked_sub(first.0)
                    == Some(columns.end().abs_diff(*columns.start())) =>
            {
                // Half open: such a range adds them in one piece.
                nodes.extend((first.0..last.0 + 1).map(NodeId));
            }
            _ => nodes.extend(columns.filter_map(node_at)),
        }
    }

    /// The cells around those of some nodes from which a place can be seen, where that is found out sooner
    /// than by looking along a line from each.
    fn visible_from(&self, nodes: &[NodeId], of: Place) -> Option<VisibleFrom> {
        let (grid, layer, seen) = self.map.grid_around(of)?;
        let open = self.standable.open(layer).filter(|_| grid.bounds().contains(seen))?;
        let (mut area, mut crossed) = (Rect::cell(seen), 0_u64);
        for &node in nodes {
            let (_, _, cell) = self.map.grid_around(self.map.place_of(node))?;
            let off = cell - seen;
            crossed += u64::from(off.dx.unsigned_abs()) + u64::from(off.dy.unsigned_abs());
            area = area.including(cell);
        }
        (crossed > area.size.area()).then(|| VisibleFrom::new(open, seen, area))
    }

    /// Whether one place can be seen from another. Between two walls that touch at a corner one sees
    /// through only when one of them is missing; a place that is a wall itself can be seen.
    fn sees(&self, from: Place, of: Place) -> bool {
        if let (Map::Hex(grid), Place::Hex(from), Place::Hex(of)) = (self.map, from, of) {
            let open = |hex| {
                let index = grid.index_of(hex);
                index.is_some_and(|index| self.standable.open(0).is_some_and(|bits| bits.at(index)))
            };
            return from.line_to(of).all(|hex| hex == of || open(hex));
        }
        let (Some((_, layer, from)), Some((_, other, of))) =
            (self.map.grid_around(from), self.map.grid_around(of))
        else {
            return false;
        };
        let Some(open) = self.standable.open(layer).filter(|_| layer == other) else {
            return false;
        };
        supercover(from, of).all(|crossing| match crossing {
            Crossing::Cell(cell) => cell == of || open.is_open(cell),
            Crossing::Corner(beside) => beside.into_iter().any(|cell| open.is_open(cell)),
        })
    }

    /// The cells from which the mover, with its own footprint, touches a side of another footprint.
    fn beside(&self, of: Place, footprint: Size) -> Result<Vec<NodeId>, WorldError> {
        node_of(self.map, "footprint to stand beside", of)?;
        let Some((_, layer, corner)) = self.map.grid_around(of) else {
            return Err(WorldError::new(
                WorldErrorKind::NotForThisMap,
                "only on square grids can a goal be beside a building; expected another goal",
            ));
        };
        let most = u32::from(u16::MAX);
        if footprint.area() == 0 || footprint.width.max(footprint.height) > most {
            return Err(WorldError::new(
                WorldErrorKind::NoRoom,
                format!(
                    "a footprint of {footprint} has no sides to stand at; expected 1x1 to {most}x{most}"
                ),
            ));
        }
        let own = self.mover.footprint();
        let left = corner.x.saturating_sub_unsigned(own.width());
        let right = corner.x.saturating_add_unsigned(footprint.width);
        let above = corner.y.saturating_sub_unsigned(own.height());
        let below = corner.y.saturating_add_unsigned(footprint.height);
        let columns = (left + 1)..right;
        let rows = (above + 1)..below;
        let beside = rows.flat_map(|y| [Cell::new(left, y), Cell::new(right, y)]);
        let above_below = columns.flat_map(|x| [Cell::new(x, above), Cell::new(x, below)]);
        let cells = above_below.chain(beside);
        Ok(cells.filter_map(|cell| self.map.node_at(self.map.place_on(layer, cell))).collect())
    }

    /// The places in a region, each once, in the order of their numbers.
    fn region(&self, from: Place, region: &Region) -> Result<Vec<NodeId>, WorldError> {
        self.check_region(region, "another goal")?;
        let layer = region.layer().or(from.layer()).unwrap_or(0);
        let bounds = self.map.ground(layer).map(Ground::bounds);
        let mut nodes = Vec::new();
        for part in region.parts() {
            let Some(inside) = bounds.map(|all| part.intersection(all)) else { continue };
            let Some(max) = inside.max() else { continue };
            for y in inside.min.y..=max.y {
                self.row_of_nodes(layer, y, inside.min.x..=max.x, &mut nodes);
            }
        }
        if region.parts().len() > 1 {
            nodes.sort_unstable();
            nodes.dedup();
        }
        if nodes.is_empty() {
            let says = format!(
                "the goal region of {region} lies outside the map; expected some of it inside"
            );
            return Err(WorldError::new(WorldErrorKind::NoRoom, says));
        }
        Ok(nodes)
    }

    /// Checks that there are regions on this kind of map, and the layer that this one names.
    pub(crate) fn check_region(&self, region: &Region, instead: &str) -> Result<(), WorldError> {
        let layers = self.map.grounds().count();
        if layers == 0 {
            let what = format!("a region is for grids; expected {instead} on waypoints");
            return Err(WorldError::new(WorldErrorKind::NotForThisMap, what));
        }
        match region.layer() {
            Some(layer) if layer as usize >= layers => {
                let last = layers - 1;
                let what = format!(
                    "a region on layer {layer}, which the map has not; expected 0 to {last}"
                );
                Err(WorldError::new(WorldErrorKind::NoRoom, what))
            }
            _ => Ok(()),
        }
    }

    /// The node nearest to a place, by straight-line distance, that is accepted; among equals the least.
    pub(crate) fn nearest(&self, around: Place, accept: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        match (self.map, around) {
            (Map::Hex(grid), Place::Hex(hex)) => {
                // Rings outwards, until they hold more hexes than the map: of a long thin one most of
                // a large ring lies outside. Then the rest of the map, once.
                let bounds = grid.bounds();
                let rings =
                    (0..).take_while(|&radius| u64::from(radius).pow(2) < bounds.size.area());
                let by_ring = rings.into_iter().find_map(|radius: u32| {
                    let ring = hex.ring(radius).filter_map(|hex| grid.index_of(hex)).map(NodeId);
                    ring.filter(|&node| accept(node)).min()
                });
                by_ring.or_else(|| {
                    let all = bounds.cells().filter_map(|cell| grid.layout().index_of(cell));
                    let free = all.map(NodeId).filter(|&node| accept(node));
                    free.min_by_key(|&node| (grid.hex_of(node.0).distance(hex), node))
                })
            }
            (Map::Waypoints(graph), Place::Waypoint(id)) => {
                let centre = graph.waypoint(id)?.point;
                let away = |node: &NodeId| {
                    let other = graph.waypoint(WaypointId(node.0));
                    other.map_or(f64::INFINITY, |other| centre.distance(other.point))
                };
                let accepted = (0..graph.len()).map(NodeId).filter(|&node| accept(node));
                accepted.min_by(|a, b| away(a).total_cmp(&away(b)).then(a.cmp(b)))
            }
            _ => self.nearest_cell(around, accept),
        }
    }

    /// Square rings around a cell, until no ring farther out can hold a nearer one.
    fn nearest_cell(&self, around: Place, accept: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        let (grid, layer, centre) = self.map.grid_around(around)?;
        // Rings are cut to what lies on the map, once round joined edges: a long thin map would make
        // them all edge and no middle.
        let (size, bounds) = (grid.bounds().size, once_round(grid, centre));
        let mut best: Option<(u64, NodeId)> = None;
        for radius in 0..size.width.max(size.height) {
            let square = u64::from(radius) * u64::from(radius);
            if best.is_some_and(|(least, _)| square > least) {
                break;
            }
            for cell in ring(centre, radius, bounds) {
                let off = cell - centre;
                let (x, y) = (u64::from(off.dx.unsigned_abs()), u64::from(off.dy.unsigned_abs()));
                let Some(node) = self.map.node_at(self.map.place_on(layer, cell)) else { continue };
                let rank = (x * x + y * y, node);
                if best.is_none_or(|best| rank < best) && accept(node) {
                    best = Some(rank);
                }
            }
        }
        best.map(|(_, node)| node)
    }
}

/// The cells that a look around from one need consider: the map's, or, along an axis that joins up,
/// half of the way round to either side.
fn once_round(grid: &Grid, centre: Cell) -> Rect {
    let (bounds, wrap) = (grid.bounds(), grid.wrap());
    let max = bounds.max().unwrap_or(bounds.min);
    let axis = |least, most, at: i32, length: u32, joins: bool| {
        if joins {
            // Each place once: of an even number the farthest is taken on one side alone.
            (at.saturating_sub_unsigned((length - 1) / 2), at.saturating_add_unsigned(length / 2))
        } else {
            (least, most)
        }
    };
    let (left, right) = axis(bounds.min.x, max.x, centre.x, bounds.size.width, wrap.x);
    let (top, bottom) = axis(bounds.min.y, max.y, centre.y, bounds.size.height, wrap.y);
    Rect::spanning(Cell::new(left, top), Cell::new(right, bottom))
}

/// The cells of `bounds` at exactly this many columns or rows from a cell, whichever is more.
fn ring(centre: Cell, radius: u32, bounds: Rect) -> impl Iterator<Item = Cell> {
    let whole = Rect::cell(centre).grown(radius);
    let far = whole.max().unwrap_or(centre);
    let inside = whole.intersection(bounds);
    let (min, max) = (inside.min, inside.max().unwrap_or(inside.min));
    let is_empty = inside.is_empty();
    let levels = [whole.min.y, far.y].into_iter().take(if radius == 0 { 1 } else { 2 });
    let levels = levels.filter(move |&y| !is_empty && (min.y..=max.y).contains(&y));
    let rows = levels.flat_map(move |y| (min.x..=max.x).map(move |x| Cell::new(x, y)));
    let sides = [whole.min.x, far.x].into_iter().filter(move |_| radius > 0);
    let sides = sides.filter(move |&x| !is_empty && (min.x..=max.x).contains(&x));
    let between = min.y.max(whole.min.y + 1)..=max.y.min(far.y - 1);
    let columns = sides.flat_map(move |x| between.clone().map(move |y| Cell::new(x, y)));
    rows.chain(columns)
}
