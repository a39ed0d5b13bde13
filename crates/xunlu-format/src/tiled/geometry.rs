//! Where tiles lie: their centres, the tile at a point, and the cell of a staggered tile.
//!
//! Shapes are compared with tiles on a *plane*. On orthogonal and isometric maps its unit is one
//! tile along each axis of the map; on staggered and hexagonal ones it is a pixel of the screen.

use super::model::{Axis, Orientation, Stagger, TiledMap};
use xunlu_map::{Cell, Point};

/// How the tiles of a map lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Geometry {
    pub(super) orientation: Orientation,
    width: f64,
    height: f64,
    hex_side: f64,
}

/// The tiles of one row, or every second one, whose centres lie on one horizontal line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// Where the line runs.
    pub(super) y: f64,
    pub(super) row: i32,
    /// The first column of the row that is on it, from 0, and what leads on to the next.
    pub(super) first: i32,
    pub(super) step: i32,
    /// Where the centre of the first column lies, and how far the next one is.
    pub(super) x: f64,
    pub(super) dx: f64,
}

impl Geometry {
    pub(super) const fn of(map: &TiledMap) -> Geometry {
        let TiledMap { orientation, tile_width, tile_height, hex_side, .. } = *map;
        Geometry::new(orientation, tile_width, tile_height, hex_side)
    }

    /// Tiles of so many pixels; `hex_side` is of account on hexes alone.
    pub(super) const fn new(
        orientation: Orientation,
        width: f64,
        height: f64,
        hex_side: f64,
    ) -> Geometry {
        Geometry { orientation, width, height, hex_side }
    }

    /// The squares that are written.
    pub(super) const fn square() -> Geometry {
        Geometry::new(Orientation::Orthogonal, 32.0, 32.0, 0.0)
    }

    /// Width and height of a tile in whole pixels.
    pub(super) fn pixel_size(self) -> (u32, u32) {
        let whole = |length| u32::try_from(floor(length)).unwrap_or(u32::MAX);
        (whole(self.width), whole(self.height))
    }

    /// The cell of the map that is drawn as the tile of this column and row. On a staggered map it
    /// is found by walking the two diagonals of the screen.
    pub(super) const fn cell_of(self, column: i32, row: i32) -> Cell {
        let Orientation::Staggered(Stagger { axis, is_even }) = self.orientation else {
            return Cell::new(column, row);
        };
        let line = match axis {
            Axis::X => column,
            Axis::Y => row,
        };
        let (down, up) = (line.div_euclid(2), line.div_euclid(2) + line.rem_euclid(2));
        let (plus, minus) = if is_even { (down, up) } else { (up, down) };
        match axis {
            Axis::Y => Cell::new(column + plus, minus - column),
            Axis::X => Cell::new(row + plus, row - minus),
        }
    }

    /// A point of the plane that an object names in pixels.
    pub(super) fn plane(self, pixels: Point) -> Point {
        match self.orientation {
            Orientation::Orthogonal => Point::new(pixels.x / self.width, pixels.y / self.height),
            Orientation::Isometric => Point::new(pixels.x / self.height, pixels.y / self.height),
            Orientation::Staggered(_) | Orientation::Hexagonal(_) => pixels,
        }
    }

    /// A point of the plane in pixels of the screen.
    pub(super) fn screen(self, plane: Point) -> Point {
        let Point { x, y } = plane;
        match self.orientation {
            Orientation::Orthogonal => Point::new(x * self.width, y * self.height),
            Orientation::Isometric => {
                Point::new((x - y) * self.width / 2.0, (x + y) * self.height / 2.0)
            }
            Orientation::Staggered(_) | Orientation::Hexagonal(_) => plane,
        }
    }

    /// What an offset on the screen is on the plane; so too for points.
    pub(super) fn plane_of_screen(self, screen: Point) -> Point {
        let Point { x, y } = screen;
        match self.orientation {
            Orientation::Orthogonal => Point::new(x / self.width, y / self.height),
            Orientation::Isometric => {
                let (x, y) = (x / self.width, y / self.height);
                Point::new(y + x, y - x)
            }
            Orientation::Staggered(_) | Orientation::Hexagonal(_) => screen,
        }
    }

    /// The point turned clockwise on the screen about another.
    pub(super) fn turned(self, point: Point, about: Point, degrees: f64) -> Point {
        let (sine, cosine) = sine_and_cosine(degrees);
        let (point, about) = (self.screen(point), self.screen(about));
        let (x, y) = (point.x - about.x, point.y - about.y);
        let turned = Point::new(x * cosine - y * sine, x * sine + y * cosine);
        self.plane_of_screen(Point::new(about.x + turned.x, about.y + turned.y))
    }

    /// By how many columns and rows a layer with this offset in pixels is shifted, and whether that
    /// is all of the offset.
    pub(super) fn shift_of(self, offset: Point) -> ((i64, i64), bool) {
        let plane = self.plane_of_screen(offset);
        // On staggered and hexagonal maps two lines have to go together.
        let (unit, lines) = match self.stagger() {
            None => (Point::new(1.0, 1.0), (1, 1)),
            Some(Stagger { axis: Axis::Y, .. }) => {
                (Point::new(self.width, 2.0 * self.row_pitch()), (1, 2))
            }
            Some(Stagger { axis: Axis::X, .. }) => {
                (Point::new(2.0 * self.column_pitch(), self.height), (2, 1))
            }
        };
        let (x, y) = (plane.x / unit.x, plane.y / unit.y);
        let (columns, rows) = (floor(x + 0.5), floor(y + 0.5));
        let is_whole = (x - x.round()).abs() < 1e-6 && (y - y.round()).abs() < 1e-6;
        ((columns.saturating_mul(lines.0), rows.saturating_mul(lines.1)), is_whole)
    }

    /// The centre of a tile on the plane.
    pub(super) fn centre(self, column: i32, row: i32) -> Point {
        let (line, along) = self.line_of(column, row);
        Point::new(line.x + f64::from(along) * line.dx, line.y)
    }

    /// The line of a tile, and the how-many-th on it the tile is.
    fn line_of(self, column: i32, row: i32) -> (Line, i32) {
        let is_second = self.has_two_lines() && column & 1 != 0;
        let line = self.line(row, is_second);
        (line, (column - line.first).div_euclid(line.step))
    }

    /// Whether the tiles of a row lie on two lines.
    pub(super) const fn has_two_lines(self) -> bool {
        matches!(self.stagger(), Some(Stagger { axis: Axis::X, .. }))
    }

    /// The line of a row; of its odd columns where there are two and this is the second.
    pub(super) fn line(self, row: i32, is_second: bool) -> Line {
        let (half_width, half_height) = (self.width / 2.0, self.height / 2.0);
        let Some(Stagger { axis, is_even }) = self.stagger() else {
            let y = f64::from(row) + 0.5;
            return Line { y, row, first: 0, step: 1, x: 0.5, dx: 1.0 };
        };
        match axis {
            Axis::Y => {
                let is_shoved = (row & 1 == 0) == is_even;
                let y = f64::from(row) * self.row_pitch() + half_height;
                let x = if is_shoved { self.width } else { half_width };
                Line { y, row, first: 0, step: 1, x, dx: self.width }
            }
            Axis::X => {
                let is_shoved = is_second != is_even;
                let shove = if is_shoved { self.height } else { half_height };
                let y = f64::from(row) * self.height + shove;
                let first = i32::from(is_second);
                let x = f64::from(first) * self.column_pitch() + half_width;
                Line { y, row, first, step: 2, x, dx: 2.0 * self.column_pitch() }
            }
        }
    }

    /// The rows that may have a centre between two heights, as far as they are among these.
    pub(super) fn rows_between(self, from: f64, to: f64, rows: (i32, i32)) -> (i32, i32) {
        let pitch = match self.stagger() {
            None => 1.0,
            Some(Stagger { axis: Axis::Y, .. }) => self.row_pitch(),
            Some(Stagger { axis: Axis::X, .. }) => self.height,
        };
        let first = clamped(floor(from / pitch).saturating_sub(2)).max(rows.0);
        let last = clamped(floor(to / pitch).saturating_add(2)).min(rows.1);
        (first, last)
    }

    /// The column and row of the tile in which a point of the plane lies.
    pub(super) fn tile_at(self, plane: Point) -> (i32, i32) {
        let Some(stagger) = self.stagger() else {
            return (clamped(floor(plane.x)), clamped(floor(plane.y)));
        };
        let column = clamped(floor(plane.x / self.column_pitch()));
        let row = clamped(floor(plane.y / self.row_pitch()));
        let mut best = (f64::INFINITY, (column, row));
        for down in -1..=1 {
            for right in -1..=1 {
                let (column, row) = (column.saturating_add(right), row.saturating_add(down));
                let farness = self.farness(plane, self.centre(column, row), stagger.axis);
                if farness < best.0 {
                    best = (farness, (column, row));
                }
            }
        }
        best.1
    }

    /// How far a point lies from a tile's centre: 1 on the tile's edge, whatever its shape.
    fn farness(self, point: Point, centre: Point, axis: Axis) -> f64 {
        let (dx, dy) = ((point.x - centre.x).abs(), (point.y - centre.y).abs());
        let (width, height, side) = (self.width, self.height, self.side());
        match axis {
            Axis::Y => (2.0 * dx / width).max(2.0 * (dy + dx * (height - side) / width) / height),
            Axis::X => (2.0 * dy / height).max(2.0 * (dx + dy * (width - side) / height) / width),
        }
    }

    /// How far a point lies from the middle of a tile, from which it is told in pixels of the screen:
    /// 1 on the tile's edge.
    pub(super) fn farness_in_tile(self, at: Point) -> f64 {
        let (x, y) = (2.0 * at.x.abs() / self.width, 2.0 * at.y.abs() / self.height);
        match (self.orientation, self.stagger()) {
            (Orientation::Isometric, _) => x + y,
            (_, Some(stagger)) => self.farness(at, Point::default(), stagger.axis),
            (_, None) => x.max(y),
        }
    }

    /// The size of one tile on the plane.
    pub(super) const fn tile(self) -> Point {
        match self.orientation {
            Orientation::Orthogonal | Orientation::Isometric => Point::new(1.0, 1.0),
            Orientation::Staggered(_) | Orientation::Hexagonal(_) => {
                Point::new(self.width, self.height)
            }
        }
    }

    /// The size of one tile in the pixels that objects are measured in.
    pub(super) const fn pixels(self) -> Point {
        match self.orientation {
            Orientation::Isometric => Point::new(self.height, self.height),
            _ => Point::new(self.width, self.height),
        }
    }

    const fn stagger(self) -> Option<Stagger> {
        match self.orientation {
            Orientation::Orthogonal | Orientation::Isometric => None,
            Orientation::Staggered(stagger) | Orientation::Hexagonal(stagger) => Some(stagger),
        }
    }

    /// A staggered tile is a hex whose sides along the lines have no length.
    const fn side(self) -> f64 {
        if let Orientation::Hexagonal(_) = self.orientation { self.hex_side } else { 0.0 }
    }

    fn row_pitch(self) -> f64 {
        match self.stagger() {
            Some(Stagger { axis: Axis::Y, .. }) => (self.height + self.side()) / 2.0,
            _ => self.height,
        }
    }

    fn column_pitch(self) -> f64 {
        match self.stagger() {
            Some(Stagger { axis: Axis::X, .. }) => (self.width + self.side()) / 2.0,
            _ => self.width,
        }
    }
}

/// The whole number below or at it; the least or greatest there is for one beyond.
#[expect(clippy::cast_possible_truncation, reason = "such a cast saturates, and that is meant")]
pub(super) fn floor(value: f64) -> i64 {
    value.floor() as i64
}

/// As a column or row. None is ever farther out than this.
fn clamped(value: i64) -> i32 {
    let most = 1 << 30;
    i32::try_from(value.clamp(-most, most)).unwrap_or(0)
}

/// Sine and cosine of an angle in degrees, by their series and nothing but sums and products: the
/// same on every machine, which the functions of the platform need not be.
pub(super) fn sine_and_cosine(degrees: f64) -> (f64, f64) {
    let degrees = degrees.rem_euclid(360.0);
    let quarters = floor(degrees / 90.0);
    let angle = (degrees % 90.0) * (std::f64::consts::PI / 180.0);
    let (mut sine, mut cosine, mut term) = (0.0, 0.0, 1.0);
    for power in 0..24_u32 {
        match power % 4 {
            0 => cosine += term,
            1 => sine += term,
            2 => cosine -= term,
            _ => sine -= term,
        }
        term *= angle / f64::from(power + 1);
    }
    match quarters {
        1 => (cosine, -sine),
        2 => (-sine, -cosine),
        3 => (-cosine, sine),
        _ => (sine, cosine),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_map::{Direction, Offset};

    fn staggered(axis: Axis, is_even: bool) -> Geometry {
        let orientation = Orientation::Staggered(Stagger { axis, is_even });
        Geometry { orientation, width: 64.0, height: 32.0, hex_side: 0.0 }
    }

    const STAGGERS: [(Axis, bool); 4] =
        [(Axis::Y, false), (Axis::Y, true), (Axis::X, false), (Axis::X, true)];

    #[test]
    fn staggered_tiles_that_share_an_edge_are_straight_neighbours_and_a_corner_diagonal_ones() {
        // What one step on the map moves on the screen, in half tiles to the right and down.
        let on_screen = |Offset { dx, dy }: Offset| (dx - dy, dx + dy);
        for (axis, is_even) in STAGGERS {
            let geometry = staggered(axis, is_even);
            let tiles = || (-5..6).flat_map(|row| (-5..6).map(move |column| (column, row)));
            for (column, row) in tiles() {
                for (other_column, other_row) in tiles() {
                    let a = geometry.centre(column, row);
                    let b = geometry.centre(other_column, other_row);
                    let step =
                        geometry.cell_of(other_column, other_row) - geometry.cell_of(column, row);
                    let (right, down) = on_screen(step);
                    assert_eq!(
                        Point::new(f64::from(right) * 32.0, f64::from(down) * 16.0),
                        Point::new(b.x - a.x, b.y - a.y),
                        "{axis:?} {is_even}"
                    );
                }
            }
        }
        // Straight steps go to the four diamonds that share an edge.
        let straight = Direction::ALL.map(|direction| on_screen(direction.offset()));
        assert_eq!(straight[..4], [(1, 1), (-1, 1), (-1, -1), (1, -1)]);
        assert_eq!(straight[4..], [(0, 2), (-2, 0), (0, -2), (2, 0)]);
    }

    #[test]
    fn the_tile_at_a_tiles_centre_is_that_tile() {
        let mut all = vec![(Orientation::Orthogonal, 0.0), (Orientation::Isometric, 0.0)];
        for (axis, is_even) in STAGGERS {
            let stagger = Stagger { axis, is_even };
            all.push((Orientation::Staggered(stagger), 0.0));
            all.push((Orientation::Hexagonal(stagger), 6.0));
        }
        for (orientation, hex_side) in all {
            let geometry = Geometry { orientation, width: 14.0, height: 12.0, hex_side };
            for row in -4..5 {
                for column in -4..5 {
                    let Point { x, y } = geometry.centre(column, row);
                    let size = geometry.tile();
                    // A quarter of a tile to each side is still within it.
                    for (right, down) in
                        [(0.0, 0.0), (0.24, 0.0), (-0.24, 0.0), (0.0, 0.24), (0.0, -0.24)]
                    {
                        let near = Point::new(x + right * size.x, y + down * size.y);
                        assert_eq!(geometry.tile_at(near), (column, row), "{orientation:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn turning_is_that_of_the_circle() {
        for degrees in [-370.0, -90.0, 0.0, 30.0, 45.0, 90.0, 135.0, 180.0, 270.0, 359.0, 1e9] {
            let (sine, cosine) = sine_and_cosine(degrees);
            let angle = (degrees % 360.0).to_radians();
            assert!((sine - angle.sin()).abs() < 1e-12, "{degrees}");
            assert!((cosine - angle.cos()).abs() < 1e-12, "{degrees}");
        }
        assert_eq!(sine_and_cosine(90.0), (1.0, -0.0));
    }

    #[test]
    fn an_offset_of_whole_tiles_is_a_shift() {
        let orthogonal =
            Geometry { orientation: Orientation::Orthogonal, ..staggered(Axis::Y, false) };
        assert_eq!(orthogonal.shift_of(Point::new(-64.0, 32.0)), ((-1, 1), true));
        assert_eq!(orthogonal.shift_of(Point::new(40.0, 0.0)), ((1, 0), false));
        let isometric = Geometry { orientation: Orientation::Isometric, ..orthogonal };
        assert_eq!(isometric.shift_of(Point::new(0.0, 32.0)), ((1, 1), true));
        assert_eq!(isometric.shift_of(Point::new(32.0, 16.0)), ((1, 0), true));
        assert_eq!(staggered(Axis::Y, true).shift_of(Point::new(64.0, 32.0)), ((1, 2), true));
        assert_eq!(staggered(Axis::X, true).shift_of(Point::new(64.0, 32.0)), ((2, 1), true));
    }
}
