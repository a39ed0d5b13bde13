//! The graph of a view as a question restricts it.

use crate::avoid::Avoid;
use crate::error::{WorldError, WorldErrorKind};
use crate::graph::MapGraph;
use crate::query::Query;
use crate::restriction::{Restriction, Tolls};
use crate::view::{View, lies_in, node_of};
use xunlu_map::{Cell, Corners, Cost, Footprint, NodeId, Place, Rect, Region, Size, StepRule};
use xunlu_search::{Permit, Places, Restricted};

impl<'a> View<'a> {
    /// What a query closes or makes more expensive for this mover.
    pub(crate) fn restriction(&self, query: &Query) -> Result<Restriction, WorldError> {
        let avoided = self.avoided(query)?;
        Ok(Restriction { avoided })
    }

    fn avoided(&self, query: &Query) -> Result<Tolls, WorldError> {
        if query.avoiding.is_empty() {
            return Ok(Tolls::NONE);
        }
        let own = self.under(query.from, self.mover.footprint());
        let mut tolls = Vec::new();
        for avoid in &query.avoiding {
            node_of(self.map, "place to avoid", avoid.place)?;
            self.check_avoid(avoid)?;
            let toll = avoid.price.unwrap_or(Cost::MAX);
            let cells = self.under(avoid.place, avoid.footprint);
            for cell in cells.into_iter().filter(|cell| !own.contains(cell)) {
                tolls.extend(self.standing_on(cell).map(|place| (place, toll)));
            }
        }
        let mut avoided = Tolls::of(tolls.len());
        tolls.into_iter().for_each(|(place, toll)| avoided.raise(place, toll));
        Ok(avoided)
    }

    fn check_avoid(&self, avoid: &Avoid) -> Result<(), WorldError> {
        if avoid.footprint != Footprint::ONE && self.map.grids().is_empty() {
            let what = format!(
                "a footprint of {} to avoid is for square grids; expected 1x1 on {}",
                avoid.footprint,
                self.map.kind()
            );
            return Err(WorldError::new(WorldErrorKind::NotForThisMap, what));
        }
        if avoid.price.is_some_and(|price| price > Cost::STEP_MAX) {
            let most = Cost::STEP_MAX;
            let what = format!(
                "a price of {} for what is avoided is too large; expected at most {most}, or none to close it",
                avoid.price.unwrap_or_default()
            );
            return Err(WorldError::new(WorldErrorKind::TooMany, what));
        }
        Ok(())
    }

    /// The cells of the map under a footprint at a place; the place itself on hexes and waypoints.
    fn under(&self, place: Place, footprint: Footprint) -> Vec<NodeId> {
        let Some((_, layer, cell)) = self.map.grid_around(place) else {
            return self.map.node_at(place).into_iter().collect();
        };
        let cells = Rect::new(cell, footprint.size()).cells();
        cells.filter_map(|cell| self.map.node_at(self.map.place_on(layer, cell))).collect()
    }

    /// The places where the mover stands on a cell.
    fn standing_on(&self, cell: NodeId) -> impl Iterator<Item = NodeId> + use<'a> {
        let (map, Size { width, height }) = (self.map, self.mover.footprint().size());
        let around = map.grid_around(map.place_of(cell)).map(|(_, layer, cell)| (layer, cell));
        let places = around.into_iter().flat_map(move |(layer, cell)| {
            let first = Cell::new(
                cell.x.saturating_sub_unsigned(width - 1),
                cell.y.saturating_sub_unsigned(height - 1),
            );
            let places = Rect::new(first, Size::new(width, height)).cells();
            places.filter_map(move |cell| map.node_at(map.place_on(layer, cell)))
        });
        let itself = map.grids().is_empty().then_some(cell);
        itself.into_iter().chain(places)
    }

    /// What entering a place costs more; [`Cost::MAX`] if it is closed.
    #[inline]
    pub(crate) fn toll(&self, restriction: &Restriction, place: NodeId) -> Cost {
        restriction.avoided.at(place)
    }

    /// Whether the mover may be at a place, as far as a question restricts it.
    pub(crate) fn admits(&self, restriction: &Restriction, place: NodeId) -> bool {
        !restriction.is_any() || self.toll(restriction, place) < Cost::MAX
    }

    /// The [graph](Self::graph) as a question restricts it: confined to its region, without what is closed,
    /// and with what it makes more expensive.
    pub(crate) fn graph_for<'r>(
        &self,
        region: Option<&'r Region>,
        restriction: &'r Restriction,
    ) -> Restricted<MapGraph<'a>, impl Fn(NodeId, NodeId, Cost) -> Permit + use<'a, 'r>> {
        let (view, graph) = (*self, self.graph());
        let (states, places) = (graph.states(), self.place_graph());
        let enter = move |from: NodeId, to: NodeId, cost| {
            let ends = [from, to].map(|node| NodeId(node.0 / states));
            let is_outside =
                |&place: &NodeId| region.is_some_and(|region| !lies_in(view.map, region, place));
            if ends.iter().any(is_outside) {
                return Permit::Outside;
            }
            if restriction.is_any() {
                view.permit(&places, restriction, ends, cost)
            } else {
                Permit::At(cost)
            }
        };
        let is_any = region.is_some() || restriction.is_any();
        Restricted::new(graph, is_any.then_some(enter))
    }

    /// What becomes of a step between two places.
    pub(crate) fn permit(
        &self,
        places: &MapGraph<'_>,
        restriction: &Restriction,
        [from, to]: [NodeId; 2],
        cost: Cost,
    ) -> Permit {
        match self.toll(restriction, to) {
            Cost::MAX => Permit::Closed,
            _ if !self.passes_corners(places, restriction, [from, to], cost) => Permit::Closed,
            toll => Permit::At(cost + toll),
        }
    }

    /// Whether a diagonal step squeezes past nothing that the question closes and the corner rule forbids.
    fn passes_corners(
        &self,
        places: &MapGraph<'_>,
        restriction: &Restriction,
        ends: [NodeId; 2],
        cost: Cost,
    ) -> bool {
        let beside = match self.mover.rule() {
            StepRule::Eight(Corners::OneFree | Corners::NoCutting) => self.beside_diagonal(ends),
            _ => None,
        };
        let Some(beside) = beside else { return true };
        let is_free = |place: Option<NodeId>| {
            let place = place.filter(|&place| self.admits(restriction, place));
            place.is_some_and(|place| places.can_stand_on(place))
        };
        let [first, second] = beside.map(is_free);
        let needs_both = *self.mover.rule() == StepRule::Eight(Corners::NoCutting);
        let may_pass = if needs_both { first && second } else { first || second };
        // A link between diagonal neighbours heeds no corners.
        may_pass || self.links.table.has(ends[0], ends[1], cost)
    }

    /// The two places that a diagonal step passes between. Returns `None` for any other step.
    fn beside_diagonal(&self, [from, to]: [NodeId; 2]) -> Option<[Option<NodeId>; 2]> {
        let [(grid, layer, from), (_, other, to)] = [
            self.map.grid_around(self.map.place_of(from))?,
            self.map.grid_around(self.map.place_of(to))?,
        ];
        if layer != other {
            return None;
        }
        // Round a joined edge the neighbour is at the far side.
        let size = grid.bounds().size;
        let along = |off: i32, length: u32, joins: bool| match off {
            off if joins && off > 1 => off.checked_sub_unsigned(length).unwrap_or(off),
            off if joins && off < -1 => off.checked_add_unsigned(length).unwrap_or(off),
            off => off,
        };
        let (off, wrap) = (to - from, grid.wrap());
        let (dx, dy) = (along(off.dx, size.width, wrap.x), along(off.dy, size.height, wrap.y));
        (dx.abs() == 1 && dy.abs() == 1).then(|| {
            let beside = [Cell::new(from.x + dx, from.y), Cell::new(from.x, from.y + dy)];
            beside.map(|cell| self.map.node_at(self.map.place_on(layer, cell)))
        })
    }
}
