//! Editing a world: the map is changed, and what is known of it repaired where the edit touched it.

use super::{World, node_of};
use crate::error::WorldError;
use crate::seen::{MoverLinks, Seen};
use xunlu_map::{Door, Edit, Exits, Link, LinkId, Map, Place, Rect, Tags, Terrain, Touched};

impl World {
    /// Sets the terrain of one place.
    ///
    /// # Errors
    /// When the place lies outside, or the map has no cells.
    pub fn set(&mut self, place: Place, terrain: Terrain) -> Result<Edit, WorldError> {
        let (layer, rect) = self.cell_at(place)?;
        self.fill(layer, rect, terrain)
    }

    /// Sets the terrain of places, one after the other. What hangs together is found out once, after
    /// the last: the way to make many edits at one go.
    ///
    /// ```
    /// use xunlu::{Grid, Place, Query, Terrain, Workspace, World};
    ///
    /// let mut world = World::new("....\n....".parse::<Grid>()?)?;
    /// let wall = [(1, 0), (1, 1)].map(|(x, y)| (Place::cell(x, y), Terrain::WALL));
    /// let edits = world.set_all(wall)?;
    /// assert_eq!(edits.len(), 2);
    /// let query = Query::between(Place::cell(0, 0), Place::cell(3, 1));
    /// assert!(world.find(&query, &mut Workspace::new())?.path().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a place lies outside, or the map has no cells; then nothing is changed.
    pub fn set_all(
        &mut self,
        cells: impl IntoIterator<Item = (Place, Terrain)>,
    ) -> Result<Vec<Edit>, WorldError> {
        let at = |(place, terrain)| {
            node_of(&self.map, "place", place)?;
            self.cell_at(place).map(|cell| (cell, terrain))
        };
        let cells = cells.into_iter().map(at).collect::<Result<Vec<_>, WorldError>>()?;
        let mut edits = Vec::with_capacity(cells.len());
        for ((layer, rect), terrain) in cells {
            let edit = self.map.fill(layer, rect, terrain)?;
            self.take_in(edit, None);
            edits.push(edit);
        }
        self.repair_components();
        Ok(edits)
    }

    /// Sets the terrain of a rectangle of a layer (0 where there is but one; columns and rows on a
    /// hex grid).
    ///
    /// # Errors
    /// When any of it lies outside, or the map has no cells.
    pub fn fill(&mut self, layer: u32, rect: Rect, terrain: Terrain) -> Result<Edit, WorldError> {
        let edit = self.map.fill(layer, rect, terrain)?;
        Ok(self.repaired(edit, None))
    }

    /// Sets the tags of a rectangle of a layer.
    ///
    /// # Errors
    /// As [`fill`](Self::fill).
    pub fn set_tags(&mut self, layer: u32, rect: Rect, tags: Tags) -> Result<Edit, WorldError> {
        let edit = self.map.set_tags(layer, rect, tags)?;
        Ok(self.repaired(edit, None))
    }

    /// Sets the exits of a rectangle of a layer.
    ///
    /// # Errors
    /// As [`fill`](Self::fill).
    pub fn set_exits(&mut self, layer: u32, rect: Rect, ways: Exits) -> Result<Edit, WorldError> {
        let edit = self.map.set_exits(layer, rect, ways)?;
        Ok(self.repaired(edit, None))
    }

    /// Adds a link.
    ///
    /// # Errors
    /// When an end lies outside or is no place of this kind of map.
    pub fn add_link(&mut self, link: &Link<Place>) -> Result<(LinkId, Edit), WorldError> {
        let ends = (link.from, link.to);
        let (id, edit) = self.map.add_link(link)?;
        Ok((id, self.repaired(edit, Some(ends))))
    }

    /// Takes a link away.
    ///
    /// # Errors
    /// When there is no such link.
    pub fn remove_link(&mut self, id: LinkId) -> Result<Edit, WorldError> {
        let ends = self.map.link(id).map(|link| (link.from, link.to));
        let edit = self.map.remove_link(id)?;
        Ok(self.repaired(edit, ends))
    }

    /// Opens or shuts a link's door.
    ///
    /// # Errors
    /// When there is no such link.
    pub fn set_door(&mut self, id: LinkId, door: Door) -> Result<Edit, WorldError> {
        let ends = self.map.link(id).map(|link| (link.from, link.to));
        let edit = self.map.set_door(id, door)?;
        Ok(self.repaired(edit, ends))
    }

    /// Repairs whatever an edit touched; `ends` are those of the link, where it was one.
    fn repaired(&mut self, edit: Edit, ends: Option<(Place, Place)>) -> Edit {
        self.take_in(edit, ends);
        self.repair_components();
        edit
    }

    /// Repairs whatever an edit touched but the components, which are only told of it.
    fn take_in(&mut self, edit: Edit, ends: Option<(Place, Place)>) {
        let World { map, surfaces, kinds, walkers } = self;
        if let Touched::Cells { layer, rect } = edit.touched {
            surfaces.iter_mut().for_each(|surface| surface.repair(map, layer, rect));
        } else {
            walkers
                .iter_mut()
                .for_each(|walker| walker.links = MoverLinks::new(map, &walker.mover));
        }
        for kind in kinds.iter_mut() {
            match edit.touched {
                Touched::Cells { layer, rect } => {
                    kind.components.cells_changed(layer, rect, &kind.mover);
                }
                Touched::Link(_) => {
                    let nodes = ends.map(|(from, to)| (map.node_at(from), map.node_at(to)));
                    if let Some((Some(from), Some(to))) = nodes {
                        kind.components.link_changed(from, to);
                    }
                }
            }
            let surface = &surfaces[kind.surface];
            if let (Touched::Cells { rect, .. }, Some(jumps)) = (edit.touched, &mut kind.jumps) {
                let edit = surface.open(0).map(|open| jumps.repair(open, rect)).unwrap_or_default();
                kind.indexes.repair(jumps, &edit);
            }
            if let (Touched::Cells { rect, .. }, Map::Grid(grid)) = (edit.touched, &*map)
                && let Some(open) = surface.open(0)
            {
                for jumps in &mut kind.uneven_jumps {
                    jumps.repair_uneven(open, grid.ground(), rect);
                }
            }
        }
        self.price_footprints();
        self.allow_jumps();
        let World { kinds, walkers, .. } = self;
        for (number, kind) in kinds.iter_mut().enumerate() {
            kind.indexes.tidy(|costs| {
                let of_kind = walkers.iter().filter(|walker| walker.kind == number);
                let mut even = of_kind.filter(|walker| !walker.is_uneven);
                even.any(|walker| walker.jump_costs == Some(costs))
            });
        }
    }

    /// Repairs the components of all kinds, as far as they were told of edits.
    fn repair_components(&mut self) {
        let World { map, surfaces, kinds, walkers } = self;
        for (number, kind) in kinds.iter_mut().enumerate() {
            // Any walker of the kind takes the same links, whatever they cost it.
            let walker = walkers.iter().find(|walker| walker.kind == number);
            let Some(walker) = walker else { continue };
            let surface = &surfaces[kind.surface];
            kind.components.repair(&Seen::places(map, &walker.mover, surface, &walker.links.table));
        }
    }

    fn cell_at(&self, place: Place) -> Result<(u32, Rect), WorldError> {
        let cell = self.map.cell_of(place).map(|(layer, cell)| (layer, Rect::cell(cell)));
        cell.ok_or_else(|| WorldError::outside("place", place, self.map.place_kind()))
    }
}
