//! Where the places of a document lie in its picture.

use crate::colour::Palette;
use crate::position::Position;
use crate::sheet::Sheet;
use xunlu_format::Document;
use xunlu_map::{Cell, LayerCell, Map, Place};

/// A document laid out on a picture.
#[derive(Debug)]
pub(crate) struct View<'d> {
    pub(crate) document: &'d Document,
    pub(crate) palette: Palette,
    pub(crate) ground: Laid<'d>,
    /// The upper left corner of all of it, in pixels.
    pub(crate) origin: (u32, u32),
    /// How large a cell or a waypoint's disc is, in units.
    pub(crate) room: i32,
}

/// What lies where.
#[derive(Debug)]
pub(crate) enum Laid<'d> {
    /// Cells of a map.
    Cells { map: &'d Map, sheets: Vec<Sheet<'d>> },
    /// Waypoints, by number.
    Points { positions: Vec<Position> },
    /// Nothing that a place could name.
    Mesh,
}

/// Where a place lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Located {
    /// On which of the sheets; 0 where there is but one.
    pub(crate) sheet: usize,
    /// On a map of cells, which.
    pub(crate) cell: Cell,
    /// Its middle.
    pub(crate) at: Position,
}

impl<'d> View<'d> {
    pub(crate) fn sheets(&self) -> &[Sheet<'d>] {
        if let Laid::Cells { sheets, .. } = &self.ground { sheets } else { &[] }
    }

    pub(crate) const fn map(&self) -> Option<&'d Map> {
        self.document.map()
    }

    /// Whether cells are too small for lines and tiles.
    pub(crate) fn is_dense(&self) -> bool {
        self.sheets().iter().any(|sheet| sheet.pitch.whole() < 4)
    }

    /// Whether cells lie where a game draws them.
    pub(crate) fn is_framed(&self) -> bool {
        self.sheets().iter().any(|sheet| sheet.frame.is_some())
    }

    /// How many whole pixels a cell is wide.
    pub(crate) fn room_pixels(&self) -> i32 {
        self.room / crate::position::PIXEL
    }

    /// The sheet and cell of a place. Returns `None` on other maps, outside, or outside the part shown.
    pub(crate) fn cell_of(&self, place: Place) -> Option<(usize, Cell)> {
        let Laid::Cells { map, sheets } = &self.ground else { return None };
        cell_of(map, sheets, place)
    }

    /// Whether a place lies in the picture.
    pub(crate) fn holds(&self, place: Place) -> bool {
        match &self.ground {
            Laid::Cells { .. } => self.cell_of(place).is_some(),
            _ => self.locate(place).is_some(),
        }
    }

    /// Where a place lies. Returns `None` if it lies outside.
    pub(crate) fn locate(&self, place: Place) -> Option<Located> {
        if let (Laid::Points { positions }, Place::Waypoint(id)) = (&self.ground, place) {
            let at = *positions.get(id.0 as usize)?;
            return Some(Located { sheet: 0, cell: Cell::default(), at });
        }
        let (number, cell) = self.cell_of(place)?;
        let at = self.sheets().get(number)?.centre(cell);
        Some(Located { sheet: number, cell, at })
    }
}

/// The sheet and cell of a place of this map. Returns `None` if it lies outside, or outside the part shown.
pub(crate) fn cell_of(map: &Map, sheets: &[Sheet<'_>], place: Place) -> Option<(usize, Cell)> {
    // Most places are cells of the only grid and not round a joined edge.
    if let (Map::Grid(_), Place::Cell(cell), [sheet]) = (map, place, sheets)
        && sheet.shown.contains(cell)
    {
        return Some((0, cell));
    }
    let (layer, cell) = match (map.place_of(map.node_at(place)?), map) {
        (Place::Cell(cell), _) => (0, cell),
        (Place::LayerCell(LayerCell { layer, cell }), _) => (layer, cell),
        (Place::Hex(hex), Map::Hex(grid)) => (0, grid.cell_of(hex)),
        (Place::Hex(_) | Place::Waypoint(_), _) => return None,
    };
    let sheet = sheets.iter().position(|sheet| sheet.layer == layer)?;
    sheets.get(sheet)?.shown.contains(cell).then_some((sheet, cell))
}
