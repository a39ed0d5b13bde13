//! The colours of cells: what the ground is, and what a search thought of it, as one number.

use crate::colour::{Palette, Rgb, mixed};
use crate::sheet::Sheet;
use std::rc::Rc;
use xunlu_format::{Document, Price};
use xunlu_map::{Cell, Tags, Terrain};

/// What lies over a cell's ground: nothing, or how a search saw it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Tint(u8);

impl Tint {
    pub(crate) const NONE: Tint = Tint(0);
    pub(crate) const REACH: Tint = Tint(1);
    pub(crate) const OPEN: Tint = Tint(2);
    const CLOSED: u8 = 3;
    const CLOSED_LEVELS: u8 = 44;
    pub(crate) const PATH: Tint = Tint(Self::CLOSED + Self::CLOSED_LEVELS);
    pub(crate) const START: Tint = Tint(Self::PATH.0 + 1);
    pub(crate) const GOAL: Tint = Tint(Self::PATH.0 + 2);
    const COUNT: u8 = Self::PATH.0 + 3;

    /// Of the cell that was closed as number `order` of `count`.
    pub(crate) fn closed(order: u32, count: u32) -> Tint {
        let level = u64::from(order) * u64::from(Self::CLOSED_LEVELS) / u64::from(count.max(1));
        let level = u8::try_from(level).unwrap_or(u8::MAX).min(Self::CLOSED_LEVELS - 1);
        Tint(Self::CLOSED + level)
    }
}

impl Tint {
    /// Its own colour, without the ground's; that of nothing is the ground's own.
    pub(crate) fn colour(self, palette: &Palette) -> Rgb {
        match self {
            Tint::NONE => palette.terrains.ground,
            Tint::REACH => palette.reach,
            Tint::OPEN => palette.open,
            Tint::PATH => palette.path,
            Tint::START => palette.start,
            Tint::GOAL => palette.goal,
            Tint(closed) => {
                let level = u32::from(closed - Tint::CLOSED);
                palette.closed_at(level, u32::from(Tint::CLOSED_LEVELS) - 1)
            }
        }
    }
}

/// Every colour that a cell can have, by its [`sample_of`] number.
pub(crate) fn cell_colours(document: &Document, palette: &Palette) -> Rc<[Option<Rgb>]> {
    let mut colours = Vec::with_capacity(KINDS * 256 * usize::from(Tint::COUNT));
    for kind in 0..KINDS {
        for number in 0..=u8::MAX {
            let ground = ground_colour(document, palette, Terrain(number));
            let ground = ground.map(|ground| match kind.checked_sub(1) {
                Some(tag) => mixed(ground, palette.tags[tag % Palette::TAG_COLOURS], 70),
                None => ground,
            });
            let tints =
                (0..Tint::COUNT).map(|tint| ground.map(|at| tinted(palette, at, Tint(tint))));
            colours.extend(tints);
        }
    }
    colours.into()
}

/// A terrain's colour; darker where the document says that nobody enters.
pub(crate) fn ground_colour(
    document: &Document,
    palette: &Palette,
    terrain: Terrain,
) -> Option<Rgb> {
    let colour = palette.terrain(terrain)?;
    let said = document.terrains.iter().find(|named| named.terrain == terrain);
    let is_closed = said.is_some_and(|named| named.price == Some(Price::Closed));
    let darkens = is_closed && terrain != Terrain::WALL;
    Some(if darkens { mixed(colour, palette.terrains.wall, 120) } else { colour })
}

/// What a tint makes of a colour.
pub(crate) fn tinted(palette: &Palette, ground: Rgb, tint: Tint) -> Rgb {
    let part = match tint {
        Tint::NONE => 0,
        Tint::REACH => 200,
        Tint::OPEN => 215,
        Tint::PATH | Tint::START | Tint::GOAL => 255,
        Tint(_) => 210,
    };
    mixed(ground, tint.colour(palette), part)
}

/// Ground without tags, and ground with each colour of tags.
const KINDS: usize = 1 + Palette::TAG_COLOURS;

/// The number of a cell's colour.
pub(crate) fn sample_of(terrain: Terrain, tags: Tags, Tint(tint): Tint) -> u16 {
    let first = tags.0.trailing_zeros();
    let kind = if tags == Tags::NONE { 0 } else { 1 + first % 4 };
    let kind = u16::try_from(kind).unwrap_or(0);
    (kind * 256 + u16::from(terrain.0)) * u16::from(Tint::COUNT) + u16::from(tint)
}

/// The number of the colour of what is not there.
pub(crate) fn nothing() -> u16 {
    sample_of(Terrain::VOID, Tags::NONE, Tint::NONE)
}

/// The tints of the cells that a sheet shows; nothing is stored until there is one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tints {
    tints: Vec<Tint>,
}

impl Tints {
    /// Lays a tint over a cell. Which one wins does not depend on the order: the later of the constants.
    pub(crate) fn lay(&mut self, sheet: &Sheet<'_>, cell: Cell, tint: Tint) {
        let Some(index) = sheet.index_of(cell) else { return };
        if self.tints.is_empty() {
            let area = sheet.shown.size.width as usize * sheet.shown.size.height as usize;
            self.tints = vec![Tint::NONE; area];
        }
        if let Some(old) = self.tints.get_mut(index) {
            *old = tint.max(*old);
        }
    }

    pub(crate) fn of(&self, sheet: &Sheet<'_>, cell: Cell) -> Tint {
        let tint = sheet.index_of(cell).and_then(|index| self.tints.get(index));
        tint.copied().unwrap_or_default()
    }

    /// The tints of a row of cells, counted from the first shown; empty when nothing is tinted.
    pub(crate) fn row(&self, row: u32, columns: u32) -> &[Tint] {
        let first = row as usize * columns as usize;
        self.tints.get(first..first + columns as usize).unwrap_or_default()
    }
}
