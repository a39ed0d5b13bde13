//! The cells of a map while tiles and shapes are laid on them, one over the other.

use xunlu_map::{Cell, Exits, Ground, Layout, MapError, Plane, Rect, Tags, Terrain};

/// What a tile or a shape does to the cells it lies on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Stamp {
    /// It lies on a layer of walls.
    pub(super) is_wall: bool,
    /// It lies on a layer of ground.
    pub(super) is_ground: bool,
    pub(super) walkable: Option<bool>,
    pub(super) terrain: Option<Terrain>,
    pub(super) exits: Option<Exits>,
    pub(super) tags: Option<Tags>,
}

/// All cells.
#[derive(Debug)]
pub(super) struct Canvas {
    cells: Plane<Made>,
    needs_ground: bool,
}

/// What was made of a cell so far.
#[derive(Clone, Copy, Debug)]
struct Made {
    terrain: Terrain,
    exits: Exits,
    tags: Tags,
    /// There is such a place: on a staggered map some cells of the rectangle are none.
    is_place: bool,
    has_tile: bool,
    has_ground: bool,
    is_wall: bool,
}

impl Canvas {
    /// Cells on which nothing lies. With `needs_ground`, those that get no ground are walls.
    pub(super) fn new(
        bounds: Rect,
        needs_ground: bool,
        are_places: bool,
    ) -> Result<Canvas, MapError> {
        let made = Made {
            terrain: Terrain::OPEN,
            exits: Exits::ALL,
            tags: Tags::NONE,
            is_place: are_places,
            has_tile: false,
            has_ground: false,
            is_wall: false,
        };
        let cells = Plane::new(Layout::new(bounds)?, made, made);
        Ok(Canvas { cells, needs_ground })
    }

    /// Says that there is a place at a cell.
    pub(super) fn admit(&mut self, cell: Cell) {
        self.change(cell, |made| made.is_place = true);
    }

    /// Lays a tile on a cell. Outside there is nothing to lay it on, which is told by `false`.
    pub(super) fn lay(&mut self, cell: Cell, stamp: &Stamp) -> bool {
        self.change(cell, |made| {
            made.has_tile = true;
            made.stamp(stamp);
        })
    }

    /// Paints a cell as a shape on it says. Ground that nothing lies on comes to be only where the
    /// shape speaks of ground.
    pub(super) fn paint(&mut self, cell: Cell, stamp: &Stamp) {
        self.change(cell, |made| {
            made.has_tile |= stamp.walkable == Some(true) || stamp.terrain.is_some();
            made.stamp(stamp);
        });
    }

    fn change(&mut self, cell: Cell, change: impl FnOnce(&mut Made)) -> bool {
        let Some(index) = self.cells.layout().index_of(cell) else { return false };
        let mut made = self.cells.at(index);
        change(&mut made);
        self.cells.set_at(index, made);
        true
    }

    /// The ground that all of it together makes.
    pub(super) fn into_ground(self) -> Result<Ground, MapError> {
        let layout = *self.cells.layout();
        let at = |cell| layout.index_of(cell).map(|index| self.cells.at(index));
        let terrain = |cell| at(cell).map_or(Terrain::VOID, |made| made.terrain(self.needs_ground));
        let mut ground = Ground::from_fn(layout.bounds(), terrain)?;
        for cell in layout.bounds().cells() {
            let Some(made) = at(cell) else { continue };
            if made.exits != Exits::ALL {
                ground.fill_exits(Rect::cell(cell), made.exits)?;
            }
            if made.tags != Tags::NONE {
                ground.fill_tags(Rect::cell(cell), made.tags)?;
            }
        }
        Ok(ground)
    }
}

impl Made {
    fn stamp(&mut self, stamp: &Stamp) {
        self.has_ground |= stamp.is_ground;
        self.is_wall |= stamp.is_wall;
        self.terrain = stamp.terrain.unwrap_or(self.terrain);
        self.exits = stamp.exits.unwrap_or(self.exits);
        self.tags = stamp.tags.unwrap_or(self.tags);
        match stamp.walkable {
            Some(false) => self.is_wall = true,
            Some(true) => {
                self.is_wall = false;
                self.has_ground = true;
                if self.terrain >= Terrain::WALL {
                    self.terrain = Terrain::OPEN;
                }
            }
            None => {}
        }
    }

    fn terrain(self, needs_ground: bool) -> Terrain {
        if !self.is_place || self.terrain == Terrain::VOID {
            Terrain::VOID
        } else if needs_ground && !self.has_ground {
            Terrain::WALL
        } else if !self.has_tile && !self.has_ground && !self.is_wall {
            Terrain::VOID
        } else if self.is_wall {
            Terrain::WALL
        } else {
            self.terrain
        }
    }
}
