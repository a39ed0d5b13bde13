//! The places where a mover meets what a question avoids.

use crate::avoid::Avoid;
use crate::error::{WorldError, WorldErrorKind};
use crate::query::Query;
use crate::restriction::Tolls;
use crate::view::{View, node_of};
use xunlu_map::{Cell, Cost, Footprint, NodeId, Place, Rect, Size};

impl<'a> View<'a> {
    /// What entering places costs more for what a query avoids.
    pub(crate) fn avoided(&self, query: &Query) -> Result<Tolls, WorldError> {
        if query.avoiding.is_empty() {
            return Ok(Tolls::NONE);
        }
        let mut own = self.under(query.from, self.mover.footprint());
        own.sort_unstable();
        let mut tolls = Vec::new();
        for avoid in &query.avoiding {
            node_of(self.map, "place to avoid", avoid.place)?;
            self.check_avoid(avoid)?;
            let toll = avoid.price.unwrap_or(Cost::MAX);
            if let Some(places) = self.meeting_avoided(avoid, query.from) {
                tolls.extend(places.map(|place| (place, toll)));
                continue;
            }
            let cells = self.under(avoid.place, avoid.footprint);
            for cell in cells.into_iter().filter(|cell| own.binary_search(cell).is_err()) {
                tolls.extend(self.standing_on(cell).map(|place| (place, toll)));
            }
        }
        let mut avoided = Tolls::of(tolls.len());
        tolls.into_iter().for_each(|(place, toll)| avoided.raise(place, toll));
        Ok(avoided)
    }

    /// The places where the mover meets something large that is not under it at `from`. Returns `None` where
    /// they are not told faster than cell by cell.
    fn meeting_avoided(
        &self,
        avoid: &Avoid,
        from: Place,
    ) -> Option<impl Iterator<Item = NodeId> + use<'a>> {
        let (map, Size { width, height }) = (self.map, self.mover.footprint().size());
        let (grid, layer, cell) = map.grid_around(avoid.place)?;
        if (width, height) == (1, 1) || avoid.footprint == Footprint::ONE || grid.wrap().is_any() {
            return None;
        }
        let (_, own_layer, own) = map.grid_around(from)?;
        let all = Rect::new(cell, avoid.footprint.size()).intersection(grid.bounds());
        let own = if own_layer == layer {
            Rect::new(own, self.mover.footprint().size())
        } else {
            Rect::new(own, Size::new(0, 0))
        };
        let parts = without(all, own).into_iter().filter(|part| !part.is_empty());
        let places = parts.flat_map(move |part| {
            let first = Cell::new(
                part.min.x.saturating_sub_unsigned(width - 1),
                part.min.y.saturating_sub_unsigned(height - 1),
            );
            let size = Size::new(part.size.width + width - 1, part.size.height + height - 1);
            Rect::new(first, size).cells()
        });
        Some(places.filter_map(move |cell| map.node_at(map.place_on(layer, cell))))
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
}

/// What is left of a rectangle without another: what lies above that, below, to the left and to the right.
fn without(whole: Rect, hole: Rect) -> [Rect; 4] {
    let hole = whole.intersection(hole);
    let (Some(last), Some(hole_last)) = (whole.max(), hole.max()) else {
        let none = Rect::new(whole.min, Size::new(0, 0));
        return [whole, none, none, none];
    };
    let (x, right) = (whole.min.x, last.x + 1);
    let between = |min: Cell, end: Cell| {
        Rect::new(min, Size::new(min.x.abs_diff(end.x), min.y.abs_diff(end.y)))
    };
    [
        between(whole.min, Cell::new(right, hole.min.y)),
        between(Cell::new(x, hole_last.y + 1), Cell::new(right, last.y + 1)),
        between(Cell::new(x, hole.min.y), Cell::new(hole.min.x, hole_last.y + 1)),
        between(Cell::new(hole_last.x + 1, hole.min.y), Cell::new(right, hole_last.y + 1)),
    ]
}
