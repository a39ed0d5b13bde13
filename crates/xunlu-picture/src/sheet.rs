//! Where the cells of one layer lie in a picture: squares, hexes in their true shape, or diamonds.

use crate::framed;
use crate::position::{PIXEL, Position, narrow, rounded};
use xunlu_format::{CellFrame, Look};
use xunlu_map::{Cell, Ground, HexArrangement, Map, Orientation, Rect, Size, Tags, Terrain, Wrap};

/// How wide a cell is, in 65,536ths of a pixel: below one pixel for the largest maps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Pitch(pub(crate) i64);

impl Pitch {
    /// One pixel.
    pub(crate) const PIXEL: Pitch = Pitch(1 << 16);

    pub(crate) fn pixels(count: u32) -> Pitch {
        Pitch(i64::from(count) << 16)
    }

    /// Whole pixels, rounded down.
    pub(crate) fn whole(self) -> u32 {
        u32::try_from(self.0 >> 16).unwrap_or(0)
    }

    /// In units of a [`Position`].
    pub(crate) fn units(self) -> i32 {
        narrow((self.0 * i64::from(PIXEL)) >> 16)
    }
}

/// How cells tile the plane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tiling {
    Squares,
    Hexes(HexArrangement),
    /// Twice as wide as high, the first axis down to the right, the second down to the left.
    Diamonds,
}

/// One layer of cells, or a part of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sheet<'m> {
    pub(crate) layer: u32,
    pub(crate) ground: &'m Ground,
    pub(crate) wrap: Wrap,
    pub(crate) tiling: Tiling,
    /// The cells that are shown.
    pub(crate) shown: Rect,
    /// How far those reach as diamonds, seen from the least of them.
    pub(crate) slants: Slants,
    /// Of its upper left corner, in pixels.
    pub(crate) left: u32,
    pub(crate) top: u32,
    pub(crate) pitch: Pitch,
    /// Where cells lie exactly, if a game says so: as wide as high, if they are not, on their shorter
    /// side.
    pub(crate) frame: Option<&'m CellFrame>,
}

/// How far cells reach along the axes of a picture of diamonds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Slants {
    /// The least and the most of x - y.
    across: (i64, i64),
    /// The least and the most of x + y.
    down: (i64, i64),
}

impl Slants {
    /// The least and the most of x - y, and those of x + y.
    pub(crate) const fn ends(self) -> [(i64, i64); 2] {
        [self.across, self.down]
    }

    /// Of one cell.
    pub(crate) fn of(cell: Cell) -> Slants {
        let (x, y) = (i64::from(cell.x), i64::from(cell.y));
        Slants { across: (x - y, x - y), down: (x + y, x + y) }
    }

    /// Of all cells of a rectangle of this size, seen from the least of them.
    fn of_size(size: Size) -> Slants {
        let (right, below) = (i64::from(size.width) - 1, i64::from(size.height) - 1);
        Slants { across: (-below, right), down: (0, right + below) }
    }

    /// Of the cells of both.
    pub(crate) fn around(self, other: Slants) -> Slants {
        let both = |a: (i64, i64), b: (i64, i64)| (a.0.min(b.0), a.1.max(b.1));
        Slants { across: both(self.across, other.across), down: both(self.down, other.down) }
    }

    /// The same, counted from a cell.
    pub(crate) fn seen_from(self, cell: Cell) -> Slants {
        let from = Slants::of(cell);
        let less = |(least, most): (i64, i64), (from, _): (i64, i64)| (least - from, most - from);
        Slants { across: less(self.across, from.across), down: less(self.down, from.down) }
    }
}

/// A hexagon's side over its width from side to side, one over the square root of three, in 65,536ths.
const SIDE_OF_WIDTH: i64 = 37_837;

impl<'m> Sheet<'m> {
    /// The layers of a map with cells, none placed yet; empty for waypoints.
    pub(crate) fn all_of(map: &'m Map, look: Look, part: Option<Rect>) -> Vec<Sheet<'m>> {
        let flat = match look {
            Look::Flat => Tiling::Squares,
            Look::Isometric => Tiling::Diamonds,
        };
        let sheet = |layer, ground: &'m Ground, wrap, tiling| {
            let bounds = ground.bounds();
            let part = part.map(|part| bounds.intersection(part)).filter(|part| !part.is_empty());
            let shown = part.unwrap_or(bounds);
            let slants = Slants::of_size(shown.size);
            let pitch = Pitch::PIXEL;
            let (left, top, frame) = (0, 0, None);
            Sheet { layer, ground, wrap, tiling, shown, slants, left, top, pitch, frame }
        };
        match map {
            Map::Grid(grid) => vec![sheet(0, grid.ground(), grid.wrap(), flat)],
            Map::Hex(grid) => {
                vec![sheet(0, grid.ground(), Wrap::NONE, Tiling::Hexes(grid.arrangement()))]
            }
            Map::Layers(layers) => {
                let grids = (0..).zip(layers.grids());
                grids.map(|(n, grid)| sheet(n, grid.ground(), grid.wrap(), flat)).collect()
            }
            Map::Waypoints(_) => Vec::new(),
        }
    }

    /// Its width and height in pixels, rounded up.
    pub(crate) fn extent(&self, pitch: Pitch) -> (u64, u64) {
        if let Some(frame) = self.frame {
            let scale = framed::scale(frame, self.tiling, pitch);
            let [left, top, right, bottom] = framed::around(frame, self);
            let pixels = |length: f64| u64::try_from(rounded((length * scale).ceil())).unwrap_or(1);
            return (pixels(right - left).max(1), pixels(bottom - top).max(1));
        }
        let Pitch(pitch) = pitch;
        let (width, height) = (i64::from(self.shown.size.width), i64::from(self.shown.size.height));
        let side = side_of(pitch);
        let half_if = |lines: i64| if lines > 1 { pitch / 2 } else { 0 };
        let (across, down) = match self.tiling {
            Tiling::Squares => (width * pitch, height * pitch),
            Tiling::Diamonds => {
                let Slants { across, down } = self.slants;
                ((across.1 - across.0 + 2) * pitch, (down.1 - down.0 + 2) * pitch / 2)
            }
            Tiling::Hexes(arrangement) => match arrangement.orientation() {
                Orientation::Pointy => {
                    (width * pitch + half_if(height), (3 * height + 1) * side / 2)
                }
                Orientation::Flat => ((3 * width + 1) * side / 2, height * pitch + half_if(width)),
            },
        };
        let pixels = |length: i64| u64::try_from((length + 65_535) >> 16).unwrap_or(0).max(1);
        (pixels(across), pixels(down))
    }

    /// The number of a cell among those shown, row by row. Returns `None` if it lies outside.
    pub(crate) fn index_of(&self, cell: Cell) -> Option<usize> {
        if !self.shown.contains(cell) {
            return None;
        }
        let off = |at: i32, least: i32| at.wrapping_sub(least).cast_unsigned() as usize;
        let row = off(cell.y, self.shown.min.y) * self.shown.size.width as usize;
        Some(row + off(cell.x, self.shown.min.x))
    }

    pub(crate) fn terrain(&self, cell: Cell) -> Terrain {
        self.ground.terrain().get(cell).unwrap_or(Terrain::VOID)
    }

    pub(crate) fn tags(&self, cell: Cell) -> Tags {
        self.ground.tags().and_then(|tags| tags.get(cell)).unwrap_or_default()
    }

    /// The middle of a cell, inside or not.
    pub(crate) fn centre(&self, cell: Cell) -> Position {
        if let Some(frame) = self.frame {
            return self.framed(frame, frame.centre(cell));
        }
        let Pitch(pitch) = self.pitch;
        let (x, y) = self.offset(cell);
        let side = side_of(pitch);
        let (across, down) = match self.tiling {
            Tiling::Squares => ((2 * x + 1) * pitch / 2, (2 * y + 1) * pitch / 2),
            Tiling::Diamonds => {
                let (x, y) = self.slanted(x, y);
                ((x + 1) * pitch, (y + 1) * pitch / 2)
            }
            Tiling::Hexes(arrangement) => match arrangement.orientation() {
                Orientation::Pointy => {
                    let shove = i64::from(self.is_shoved(arrangement, cell.y));
                    ((2 * x + 1 + shove) * pitch / 2, side + 3 * y * side / 2)
                }
                Orientation::Flat => {
                    let shove = i64::from(self.is_shoved(arrangement, cell.x));
                    (side + 3 * x * side / 2, (2 * y + 1 + shove) * pitch / 2)
                }
            },
        };
        self.placed(across, down)
    }

    /// The corners of a cell as seen from its middle, clockwise.
    pub(crate) fn corners(&self) -> Vec<Position> {
        if let Some(frame) = self.frame {
            let scale = framed::scale(frame, self.tiling, self.pitch) * f64::from(PIXEL);
            let corner = |[x, y]: &[f64; 2]| Position::new(rounded(x * scale), rounded(y * scale));
            return frame.corners.iter().map(corner).collect();
        }
        let Pitch(pitch) = self.pitch;
        let side = side_of(pitch);
        let corners = match self.tiling {
            Tiling::Squares => {
                let half = pitch / 2;
                vec![(-half, -half), (half, -half), (half, half), (-half, half)]
            }
            Tiling::Diamonds => {
                vec![(0, -pitch / 2), (pitch, 0), (0, pitch / 2), (-pitch, 0)]
            }
            Tiling::Hexes(arrangement) => {
                let (half, low) = (pitch / 2, side / 2);
                let pointy =
                    [(0, -side), (half, -low), (half, low), (0, side), (-half, low), (-half, -low)];
                let is_flat = arrangement.orientation() == Orientation::Flat;
                pointy.into_iter().map(|(x, y)| if is_flat { (-y, x) } else { (x, y) }).collect()
            }
        };
        let units = |length: i64| narrow((length * i64::from(PIXEL) + (1 << 15)) >> 16);
        corners.into_iter().map(|(x, y)| Position::new(units(x), units(y))).collect()
    }

    /// The corner between cells that lies up and left of a cell's middle: not for hexes.
    pub(crate) fn corner_of(&self, cell: Cell) -> Position {
        if let Some(frame) = self.frame {
            let (centre, corner) = (frame.centre(cell), frame.corners.first());
            let [x, y] = corner.copied().unwrap_or_default();
            return self.framed(frame, [centre[0] + x, centre[1] + y]);
        }
        let Pitch(pitch) = self.pitch;
        let (x, y) = self.offset(cell);
        if self.tiling == Tiling::Diamonds {
            let (x, y) = self.slanted(x, y);
            return self.placed((x + 1) * pitch, y * pitch / 2);
        }
        self.placed(x * pitch, y * pitch)
    }

    /// How much room a cell has around its middle, from side to side.
    pub(crate) fn room(&self) -> i32 {
        self.pitch.units()
    }

    /// The cell under a point; hexes as if they were bricks, which makes no difference where this is
    /// asked: where they are a few pixels large.
    pub(crate) fn cell_at(&self, at: Position) -> Option<Cell> {
        let Pitch(pitch) = self.pitch;
        let (across, down) = (finely(at.x, self.left), finely(at.y, self.top));
        let row_height = (3 * side_of(pitch) / 2).max(1);
        let (x, y) = match self.tiling {
            Tiling::Squares => return Some(Cell::new(self.column_at(at.x)?, self.row_at(at.y)?)),
            Tiling::Diamonds => {
                let across = across + (self.slants.across.0 - 1) * pitch;
                let down = 2 * down + self.slants.down.0 * pitch;
                ((down + across).div_euclid(2 * pitch), (down - across).div_euclid(2 * pitch))
            }
            Tiling::Hexes(arrangement) => {
                let shove = |line: i64, least: i32| {
                    let line = narrow(line.saturating_add(i64::from(least)));
                    i64::from(self.is_shoved(arrangement, line)) * pitch / 2
                };
                match arrangement.orientation() {
                    Orientation::Pointy => {
                        let y = (down - side_of(pitch) / 4).div_euclid(row_height);
                        ((across - shove(y, self.shown.min.y)).div_euclid(pitch), y)
                    }
                    Orientation::Flat => {
                        let x = (across - side_of(pitch) / 4).div_euclid(row_height);
                        (x, (down - shove(x, self.shown.min.x)).div_euclid(pitch))
                    }
                }
            }
        };
        let cell = Cell::new(
            i32::try_from(x.checked_add(i64::from(self.shown.min.x))?).ok()?,
            i32::try_from(y.checked_add(i64::from(self.shown.min.y))?).ok()?,
        );
        self.shown.contains(cell).then_some(cell)
    }

    /// On squares, the column under every point so far to the right.
    pub(crate) fn column_at(&self, x: i32) -> Option<i32> {
        let Rect { min, size } = self.shown;
        line_of(finely(x, self.left).div_euclid(self.pitch.0), min.x, size.width)
    }

    /// On squares, the row under every point so far down.
    pub(crate) fn row_at(&self, y: i32) -> Option<i32> {
        let Rect { min, size } = self.shown;
        line_of(finely(y, self.top).div_euclid(self.pitch.0), min.y, size.height)
    }

    /// Where a point of the game's map lies.
    fn framed(&self, frame: &CellFrame, [x, y]: [f64; 2]) -> Position {
        let scale = framed::scale(frame, self.tiling, self.pitch) * f64::from(PIXEL);
        let [left, top, ..] = framed::around(frame, self);
        let corner = Position::pixel(self.left, self.top);
        corner.plus(rounded((x - left) * scale), rounded((y - top) * scale))
    }

    /// How many half diamonds to the right and down from the first ones, by columns and rows.
    const fn slanted(&self, x: i64, y: i64) -> (i64, i64) {
        (x - y - self.slants.across.0, x + y - self.slants.down.0)
    }

    fn offset(&self, cell: Cell) -> (i64, i64) {
        let Cell { x, y } = self.shown.min;
        (i64::from(cell.x) - i64::from(x), i64::from(cell.y) - i64::from(y))
    }

    /// A row alone is not shoved against anything.
    fn is_shoved(&self, arrangement: HexArrangement, line: i32) -> bool {
        let lines = match arrangement.orientation() {
            Orientation::Pointy => self.shown.size.height,
            Orientation::Flat => self.shown.size.width,
        };
        lines > 1 && arrangement.is_shoved(line)
    }

    fn placed(&self, across: i64, down: i64) -> Position {
        let units = |length: i64, least: u32| {
            narrow(((length * i64::from(PIXEL) + (1 << 15)) >> 16) + i64::from(least) * 16)
        };
        Position::new(units(across, self.left), units(down, self.top))
    }
}

/// How far a coordinate of a point lies beyond a pixel, in 65,536ths of one.
fn finely(at: i32, pixel: u32) -> i64 {
    (i64::from(at) << 12) - (i64::from(pixel) << 16)
}

/// The so-many-th of the columns or rows from one on, if there are as many.
fn line_of(number: i64, least: i32, count: u32) -> Option<i32> {
    let number = u32::try_from(number).ok().filter(|&number| number < count)?;
    Some(least.saturating_add_unsigned(number))
}

/// The side of a regular hexagon this wide from side to side.
fn side_of(pitch: i64) -> i64 {
    (pitch * SIDE_OF_WIDTH) >> 16
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_map::{Grid, HexGrid};

    fn check(map: &Map, look: Look) {
        let mut sheet = Sheet::all_of(map, look, None).remove(0);
        (sheet.left, sheet.top, sheet.pitch) = (3, 5, Pitch::pixels(7));
        let (width, height) = sheet.extent(sheet.pitch);
        for cell in sheet.shown.cells() {
            let centre = sheet.centre(cell);
            assert_eq!(sheet.cell_at(centre), Some(cell), "{look:?} {cell}");
            for corner in sheet.corners() {
                let corner = centre.plus(corner.x, corner.y);
                let most = |least: u64, length: u64| i32::try_from((least + length) * 16).unwrap();
                assert!((3 * 16 - 1..=most(3, width) + 1).contains(&corner.x), "{cell}");
                assert!((5 * 16 - 1..=most(5, height) + 1).contains(&corner.y), "{cell}");
            }
        }
        assert_eq!(sheet.cell_at(Position::default()), None);
    }

    #[test]
    fn every_cell_lies_in_the_picture_and_is_found_under_its_middle() {
        let bounds = Rect::new(Cell::new(-2, -3), Size::new(5, 4));
        let grid: Map = Grid::at(bounds).unwrap().into();
        check(&grid, Look::Flat);
        check(&grid, Look::Isometric);
        for arrangement in HexArrangement::ALL {
            check(&HexGrid::at(arrangement, bounds).unwrap().into(), Look::Flat);
        }
    }
}
