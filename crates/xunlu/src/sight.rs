//! Lines of sight over what a world knows already, and the nearest place where one can stand.

use crate::error::{WorldError, WorldErrorKind};
use crate::view::{View, node_of};
use xunlu_map::{Corners, Map, Passage, Place, StepRule, raycast};
use xunlu_search::Places;

impl View<'_> {
    /// What this view's mover meets on a straight line between two places of one grid, or of one layer:
    /// [`raycast`](crate::map::raycast) for its footprint and by its rule for corners, with nothing to be
    /// prepared. Links are not taken, and units in the way are not seen.
    ///
    /// ```
    /// use xunlu::{Grid, MoverId, World};
    ///
    /// let world = World::new("..#.\n....".parse::<Grid>()?)?;
    /// let view = world.view(MoverId::FIRST)?;
    /// assert!(view.raycast((0, 1), (3, 1))?.is_clear());
    /// let passage = view.raycast((0, 0), (3, 0))?;
    /// assert_eq!(passage.hit().map(|hit| hit.cell), Some((2, 0).into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a place lies outside, the two lie on different layers, or the map is no grid.
    #[doc(alias("line_of_sight", "is_visible", "has_line_of_sight"))]
    pub fn raycast(
        &self,
        from: impl Into<Place>,
        to: impl Into<Place>,
    ) -> Result<Passage, WorldError> {
        let [from, to] = [from.into(), to.into()];
        node_of(self.map, "start", from)?;
        node_of(self.map, "goal", to)?;
        let cell = |place: Place| match self.map {
            Map::Hex(_) => Err(no_grid()),
            _ => self.map.cell_of(place).ok_or_else(no_grid),
        };
        let ((layer, begin), (other, end)) = (cell(from)?, cell(to)?);
        if layer != other {
            return Err(no_grid());
        }
        let open = self.standable.open(layer).ok_or_else(no_grid)?;
        let corners = match self.mover.rule() {
            StepRule::Eight(corners) => *corners,
            _ => Corners::NoCutting,
        };
        Ok(raycast(open, begin, end, self.mover.footprint().size(), corners))
    }

    /// The place nearest to another, by straight-line distance, where this view's mover can stand: that place
    /// itself, if it can. Returns `None` if it can stand nowhere.
    ///
    /// # Errors
    /// When the place lies outside.
    #[doc(alias("snap", "closest_point"))]
    pub fn nearest_free(&self, place: impl Into<Place>) -> Result<Option<Place>, WorldError> {
        let (place, graph) = (place.into(), self.place_graph());
        node_of(self.map, "place", place)?;
        let nearest = self.nearest(place, |node| graph.can_stand_on(node));
        Ok(nearest.map(|node| self.map.place_of(node)))
    }
}

fn no_grid() -> WorldError {
    let what = "a line leads over a grid, or one layer of it; expected two cells of the same";
    WorldError::new(WorldErrorKind::NotForThisMap, what)
}
