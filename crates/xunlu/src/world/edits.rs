//! Editing a world, and the change that each edit is.

use super::World;
use crate::error::{WorldError, WorldErrorKind};
use crate::view::node_of;
use std::sync::Arc;
use xunlu_map::{Change, Door, Edit, Exits, Link, LinkId, Place, Rect, Tags, Terrain};

impl World {
    /// Makes a change, all of it or nothing: what it touched, in order. Every other edit is one of these.
    /// What is connected is found out once for all parts of a change, so [`Change::All`] is the way to
    /// make many edits at one go.
    ///
    /// # Errors
    /// When it cannot be made: a place outside, no such layer or link, cells on waypoints. Then nothing
    /// is changed.
    pub fn apply(&mut self, change: &Change) -> Result<Vec<Edit>, WorldError> {
        if !matches!(change, Change::All(_)) {
            return self.apply_one(change).map(|edit| vec![edit]);
        }
        // Before any table is copied for the sake of a snapshot.
        self.map().check(change)?;
        let edits = self.spares.part(&mut self.now.tables).apply(change)?;
        self.spares.note(change);
        Ok(edits)
    }

    /// Sets the terrain of one place.
    ///
    /// # Errors
    /// When the place lies outside, or the map has no cells.
    #[doc(alias("set_terrain", "set_cell"))]
    pub fn set(&mut self, place: impl Into<Place>, terrain: Terrain) -> Result<Edit, WorldError> {
        let (layer, rect) = self.cell_at(place.into())?;
        self.fill_on(layer, rect, terrain)
    }

    /// Sets the terrain of places, one after the other, as one change.
    ///
    /// ```
    /// use xunlu::{Grid, Query, Terrain, Workspace, World};
    ///
    /// let mut world = World::new("....\n....".parse::<Grid>()?)?;
    /// let edits = world.set_all([(1, 0), (1, 1)].map(|cell| (cell, Terrain::WALL)))?;
    /// assert_eq!(edits.len(), 2);
    /// let query = Query::between((0, 0), (3, 1));
    /// assert!(world.find(&query, &mut Workspace::new())?.path().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a place lies outside, or the map has no cells; then nothing is changed.
    #[doc(alias("set_many", "edit_all"))]
    pub fn set_all(
        &mut self,
        cells: impl IntoIterator<Item = (impl Into<Place>, Terrain)>,
    ) -> Result<Vec<Edit>, WorldError> {
        let cells = cells.into_iter().map(|(place, terrain)| (place.into(), terrain));
        let change = |(place, terrain)| {
            node_of(self.map(), "place", place)?;
            let (layer, rect) = self.cell_at(place)?;
            Ok(Change::Terrain { layer, rect, terrain })
        };
        let changes = cells.map(change).collect::<Result<_, WorldError>>()?;
        self.apply(&Change::All(changes))
    }

    /// Sets the terrain of a rectangle of a map with one layer (columns and rows on a hex grid).
    ///
    /// # Errors
    /// When any of it lies outside, the map has no cells, or it has several layers.
    #[doc(alias("fill_rect", "set_rect"))]
    pub fn fill(&mut self, rect: Rect, terrain: Terrain) -> Result<Edit, WorldError> {
        self.check_one_layer("fill_on")?;
        self.fill_on(0, rect, terrain)
    }

    /// Sets the terrain of a rectangle of a layer (0 where there is but one).
    ///
    /// # Errors
    /// When any of it lies outside, there is no such layer, or the map has no cells.
    pub fn fill_on(
        &mut self,
        layer: u32,
        rect: Rect,
        terrain: Terrain,
    ) -> Result<Edit, WorldError> {
        self.apply_one(&Change::Terrain { layer, rect, terrain })
    }

    /// Sets the tags of one place: `world.set_tags((2, 1), red)`.
    ///
    /// # Errors
    /// As [`set`](Self::set).
    #[doc(alias("tag"))]
    pub fn set_tags(&mut self, place: impl Into<Place>, tags: Tags) -> Result<Edit, WorldError> {
        let (layer, rect) = self.cell_at(place.into())?;
        self.fill_tags_on(layer, rect, tags)
    }

    /// Sets the tags of a rectangle of a map with one layer.
    ///
    /// # Errors
    /// As [`fill`](Self::fill).
    pub fn fill_tags(&mut self, rect: Rect, tags: Tags) -> Result<Edit, WorldError> {
        self.check_one_layer("fill_tags_on")?;
        self.fill_tags_on(0, rect, tags)
    }

    /// Sets the tags of a rectangle of a layer.
    ///
    /// # Errors
    /// As [`fill_on`](Self::fill_on).
    pub fn fill_tags_on(&mut self, layer: u32, rect: Rect, tags: Tags) -> Result<Edit, WorldError> {
        self.apply_one(&Change::Tags { layer, rect, tags })
    }

    /// Sets the exits of one place.
    ///
    /// # Errors
    /// As [`set`](Self::set).
    #[doc(alias("set_one_way"))]
    pub fn set_exits(&mut self, place: impl Into<Place>, exits: Exits) -> Result<Edit, WorldError> {
        let (layer, rect) = self.cell_at(place.into())?;
        self.fill_exits_on(layer, rect, exits)
    }

    /// Sets the exits of a rectangle of a map with one layer.
    ///
    /// # Errors
    /// As [`fill`](Self::fill).
    pub fn fill_exits(&mut self, rect: Rect, exits: Exits) -> Result<Edit, WorldError> {
        self.check_one_layer("fill_exits_on")?;
        self.fill_exits_on(0, rect, exits)
    }

    /// Sets the exits of a rectangle of a layer.
    ///
    /// # Errors
    /// As [`fill_on`](Self::fill_on).
    pub fn fill_exits_on(
        &mut self,
        layer: u32,
        rect: Rect,
        exits: Exits,
    ) -> Result<Edit, WorldError> {
        self.apply_one(&Change::Exits { layer, rect, exits })
    }

    /// Adds a link: `world.add_link(Link::two_way((3, 1), (7, 2)))`.
    ///
    /// # Errors
    /// When an end lies outside or is no place of this kind of map, or both are the same place.
    #[doc(alias("connect", "link"))]
    pub fn add_link(&mut self, link: impl Into<Link<Place>>) -> Result<(LinkId, Edit), WorldError> {
        let id = LinkId(self.map().link_numbers_given());
        Ok((id, self.apply_one(&Change::AddLink(link.into()))?))
    }

    /// Removes a link.
    ///
    /// # Errors
    /// When there is no such link.
    #[doc(alias("unlink", "disconnect"))]
    pub fn remove_link(&mut self, id: LinkId) -> Result<Edit, WorldError> {
        self.apply_one(&Change::RemoveLink(id))
    }

    /// Opens or shuts a link's door.
    ///
    /// # Errors
    /// When there is no such link.
    #[doc(alias("open_door", "close_door", "lock", "unlock"))]
    pub fn set_door(&mut self, id: LinkId, door: Door) -> Result<Edit, WorldError> {
        self.apply_one(&Change::Door { link: id, door })
    }

    /// Makes a change that is not made of others.
    fn apply_one(&mut self, change: &Change) -> Result<Edit, WorldError> {
        if Arc::strong_count(&self.now.tables) > 1 {
            // Before any table is copied for the sake of a snapshot.
            self.map().check(change)?;
        }
        let edit = self.spares.part(&mut self.now.tables).apply_one(change)?;
        self.spares.note(change);
        Ok(edit)
    }

    /// Checks that an edit without a layer says where it is to be made.
    fn check_one_layer(&self, instead: &str) -> Result<(), WorldError> {
        match self.map().grounds().count() {
            0 | 1 => Ok(()),
            layers => {
                let last = layers - 1;
                let says = format!(
                    "the map has {layers} layers; expected `{instead}` with one of 0 to {last}"
                );
                Err(WorldError::new(WorldErrorKind::NotForThisMap, says))
            }
        }
    }

    fn cell_at(&self, place: Place) -> Result<(u32, Rect), WorldError> {
        self.map().check_kind(place)?;
        let cell = self.map().cell_of(place).map(|(layer, cell)| (layer, Rect::cell(cell)));
        cell.ok_or_else(|| WorldError::outside("place", place, self.map().place_kind()))
    }
}
