//! Where a route may leave the places of its path.

use crate::restriction::Restriction;
use crate::view::View;
use xunlu_map::{Cost, Passability, Place, Rect};
use xunlu_search::Path;

impl View<'_> {
    /// The open ground of each layer, without what keeps the walker of this path from going there, or costs
    /// it more than the mover says: units in the way, ground that asks for tags it does not have now, a
    /// price of one's own. Returns `None` if there is nothing of the kind.
    ///
    /// Lines between places of the path lie in the rectangle around all of them, and bend at what it touches:
    /// no other cell is looked at.
    pub(crate) fn clear_ground(&self, path: &Path<Place>) -> Option<Vec<Passability>> {
        let start = self.map.node_at(path.start()?)?;
        let restriction = self.restriction_from(start);
        if !restriction.is_any() {
            return None;
        }
        let mut clear = self.standable.layers().to_vec();
        for (layer, open) in (0..).zip(&mut clear) {
            // By the map's own names, so that no place outside makes the rectangle larger than the map.
            let nodes = path.places.iter().filter_map(|&place| self.map.node_at(place));
            let cells = nodes.filter_map(|node| self.map.cell_of(self.map.place_of(node)));
            let bodies = cells
                .filter(|&(on, _)| on == layer)
                .map(|(_, cell)| Rect::new(cell, self.mover.footprint().size()).grown(1));
            let joined = |rect: Rect, body: Rect| {
                body.max().map_or(rect, |max| rect.including(body.min).including(max))
            };
            let Some(around) = bodies.reduce(joined) else { continue };
            let layout = *open.layout();
            for cell in around.cells() {
                let Some(index) = layout.index_of(cell).filter(|&index| open.at(index)) else {
                    continue;
                };
                if !self.meets_nothing(&restriction, self.map.place_on(layer, cell)) {
                    open.set_at(index, false);
                }
            }
        }
        Some(clear)
    }

    /// Whether nothing of a restriction is met on a cell.
    fn meets_nothing(&self, restriction: &Restriction, place: Place) -> bool {
        let Some(node) = self.map.node_at(place) else { return false };
        let occupied = self.occupied.filter(|_| restriction.meets_units);
        let is_free =
            occupied.is_none_or(|units| units.toll(restriction.asker, node) == Cost::ZERO);
        let is_level = self.price.is_none_or(|price| {
            let weight = self.map.terrain(place).and_then(|terrain| self.mover.weight(terrain));
            let cost = weight.map(|weight| self.mover.cost_of(weight));
            cost.is_some_and(|cost| price.of(place, cost) == Some(cost))
        });
        is_free && is_level && restriction.tags.is_none_or(|tags| self.is_cell_open_to(tags, node))
    }
}
