//! Where the tiles, objects and cells of a map lie in its pixels, and which tile is drawn before which,
//! as the editor has it.

use super::look::RenderOrder;
use super::model::{Axis, Orientation, Stagger, TiledMap};
use super::turned::arrangement;
use crate::scenery::CellFrame;
use xunlu_map::{Point, Rect};

/// The pixels of a map.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stage {
    orientation: Orientation,
    /// Of one cell.
    pub(super) width: f64,
    pub(super) height: f64,
    /// The length of a hex's sides along the rows or columns; 0 for other tiles.
    side: f64,
    /// On an isometric map, how far right the upper corner of the tile 0,0 lies.
    apex: f64,
}

impl Stage {
    pub(super) fn of(map: &TiledMap) -> Stage {
        let TiledMap { orientation, tile_width, tile_height, hex_side, .. } = *map;
        let whole = Stage {
            orientation,
            width: tile_width,
            height: tile_height,
            side: 0.0,
            apex: f64::from(map.height) * tile_width / 2.0,
        };
        // Where lines are shoved by half a tile, the editor lets every tile have two equal halves.
        let even = |length: f64| if length < 2.0 { length } else { 2.0 * (length / 2.0).floor() };
        match orientation {
            Orientation::Orthogonal | Orientation::Isometric => whole,
            Orientation::Staggered(_) => {
                Stage { width: even(tile_width), height: even(tile_height), ..whole }
            }
            Orientation::Hexagonal(_) => {
                let (width, height) = (even(tile_width), even(tile_height));
                Stage { width, height, side: hex_side.floor(), ..whole }
            }
        }
    }

    /// The upper left corner of the rectangle around a tile's cell.
    pub(super) fn corner(&self, column: i32, row: i32) -> Point {
        let (x, y) = (f64::from(column), f64::from(row));
        let Stage { width, height, .. } = *self;
        match self.orientation {
            Orientation::Orthogonal => Point::new(x * width, y * height),
            Orientation::Isometric => {
                let apex = Point::new((x - y) * width / 2.0 + self.apex, (x + y) * height / 2.0);
                Point::new(apex.x - width / 2.0, apex.y)
            }
            Orientation::Staggered(stagger) | Orientation::Hexagonal(stagger) => {
                let pitch = self.pitch(stagger);
                let shove = if is_shoved(stagger, column, row) { 0.5 } else { 0.0 };
                match stagger.axis {
                    Axis::Y => Point::new((x + shove) * width, y * pitch),
                    Axis::X => Point::new(x * pitch, (y + shove) * height),
                }
            }
        }
    }

    /// Tiles are drawn by this number and then by that.
    pub(super) fn turn(&self, column: i32, row: i32, order: RenderOrder) -> (i64, i64) {
        let (x, y) = (i64::from(column), i64::from(row));
        match self.orientation {
            Orientation::Orthogonal => {
                let y = if order.from_below { -y } else { y };
                (y, if order.from_right { -x } else { x })
            }
            Orientation::Isometric => (x + y, x),
            Orientation::Staggered(stagger) | Orientation::Hexagonal(stagger) => {
                match stagger.axis {
                    Axis::Y => (y, x),
                    Axis::X => (2 * y + i64::from(is_shoved(stagger, column, row)), x),
                }
            }
        }
    }

    /// Left, top, width and height of a rectangle of tiles.
    pub(super) fn area(&self, tiles: Rect) -> [f64; 4] {
        let Some(last) = tiles.max() else { return [0.0; 4] };
        let first = tiles.min;
        let (columns, rows) = (f64::from(tiles.size.width), f64::from(tiles.size.height));
        let Point { x, y } = self.corner(first.x, first.y);
        let Stage { width, height, .. } = *self;
        match self.orientation {
            Orientation::Orthogonal => [x, y, columns * width, rows * height],
            Orientation::Isometric => {
                let left = self.corner(first.x, last.y).x;
                let sides = columns + rows;
                [left, y, sides * width / 2.0, sides * height / 2.0]
            }
            Orientation::Staggered(stagger) | Orientation::Hexagonal(stagger) => {
                let pitch = self.pitch(stagger);
                let half_if = |lines: f64| if lines > 1.0 { 0.5 } else { 0.0 };
                let shove = if is_shoved(stagger, first.x, first.y) { 0.5 } else { 0.0 };
                match stagger.axis {
                    Axis::Y => {
                        let down = (rows - 1.0) * pitch + height;
                        [x - shove * width, y, (columns + half_if(rows)) * width, down]
                    }
                    Axis::X => {
                        let across = (columns - 1.0) * pitch + width;
                        [x, y - shove * height, across, (rows + half_if(columns)) * height]
                    }
                }
            }
        }
    }

    /// Where an object lies.
    pub(super) fn of_object(&self, at: Point) -> Point {
        match self.orientation {
            Orientation::Isometric => {
                let (x, y) = (at.x / self.height, at.y / self.height);
                let across = (x - y) * self.width / 2.0 + self.apex;
                Point::new(across, (x + y) * self.height / 2.0)
            }
            _ => at,
        }
    }

    /// Where an object lies of which nothing is said: its left or middle, and its foot.
    pub(super) const fn anchor(&self) -> (f64, f64) {
        if let Orientation::Isometric = self.orientation { (0.5, 1.0) } else { (0.0, 1.0) }
    }

    pub(super) const fn is_hexagonal(&self) -> bool {
        matches!(self.orientation, Orientation::Hexagonal(_))
    }

    /// Where the cells of the map lie that is read.
    pub(super) fn frame(&self) -> CellFrame {
        let (half_width, half_height) = (self.width / 2.0, self.height / 2.0);
        let corner = self.corner(0, 0);
        let origin = [corner.x + half_width, corner.y + half_height];
        let diamond =
            [[0.0, -half_height], [half_width, 0.0], [0.0, half_height], [-half_width, 0.0]];
        match self.orientation {
            Orientation::Orthogonal => CellFrame {
                origin,
                along_x: [self.width, 0.0],
                along_y: [0.0, self.height],
                shove: None,
                corners: vec![
                    [-half_width, -half_height],
                    [half_width, -half_height],
                    [half_width, half_height],
                    [-half_width, half_height],
                ],
            },
            // A staggered map is read as the isometric one that it is.
            Orientation::Isometric | Orientation::Staggered(_) => CellFrame {
                origin,
                along_x: [half_width, half_height],
                along_y: [-half_width, half_height],
                shove: None,
                corners: diamond.to_vec(),
            },
            Orientation::Hexagonal(stagger) => self.hex_frame(stagger),
        }
    }

    fn hex_frame(&self, stagger: Stagger) -> CellFrame {
        let Stage { width, height, side, .. } = *self;
        let (half_width, half_height, half_side) = (width / 2.0, height / 2.0, side / 2.0);
        let pitch = self.pitch(stagger);
        let (along_x, along_y, by, corners) = match stagger.axis {
            Axis::Y => {
                let corners = [
                    [0.0, -half_height],
                    [half_width, -half_side],
                    [half_width, half_side],
                    [0.0, half_height],
                    [-half_width, half_side],
                    [-half_width, -half_side],
                ];
                ([width, 0.0], [0.0, pitch], [half_width, 0.0], corners)
            }
            Axis::X => {
                let corners = [
                    [half_side, -half_height],
                    [half_width, 0.0],
                    [half_side, half_height],
                    [-half_side, half_height],
                    [-half_width, 0.0],
                    [-half_side, -half_height],
                ];
                ([pitch, 0.0], [0.0, height], [0.0, half_height], corners)
            }
        };
        let origin = [half_width, half_height];
        let shove = Some((arrangement(stagger), by));
        CellFrame { origin, along_x, along_y, shove, corners: corners.to_vec() }
    }

    /// How far the next line is, of those that are shoved in turn.
    fn pitch(&self, stagger: Stagger) -> f64 {
        match stagger.axis {
            Axis::Y => (self.height + self.side) / 2.0,
            Axis::X => (self.width + self.side) / 2.0,
        }
    }
}

const fn is_shoved(stagger: Stagger, column: i32, row: i32) -> bool {
    let line = match stagger.axis {
        Axis::X => column,
        Axis::Y => row,
    };
    (line & 1 == 0) == stagger.is_even
}

#[cfg(test)]
mod tests {
    use super::super::geometry::Geometry;
    use super::*;

    #[test]
    fn the_middle_of_a_tile_is_the_centre_of_the_cell_that_it_is_read_as() {
        let staggers = [Axis::X, Axis::Y]
            .into_iter()
            .flat_map(|axis| [false, true].map(|is_even| Stagger { axis, is_even }));
        let mut all = vec![Orientation::Orthogonal, Orientation::Isometric];
        for stagger in staggers {
            all.extend([Orientation::Staggered(stagger), Orientation::Hexagonal(stagger)]);
        }
        for orientation in all {
            let side = if let Orientation::Hexagonal(_) = orientation { 6.0 } else { 0.0 };
            let (width, height) = (20.0, 12.0);
            let stage = Stage { orientation, width, height, side, apex: 70.0 };
            let (frame, geometry) =
                (stage.frame(), Geometry::new(orientation, width, height, side));
            for (column, row) in (-3..4).flat_map(|row| (-3..4).map(move |column| (column, row))) {
                let Point { x, y } = stage.corner(column, row);
                let centre = frame.centre(geometry.cell_of(column, row));
                let middle = Point::new(x + 10.0, y + 6.0);
                assert_eq!(
                    Point::new(centre[0], centre[1]),
                    middle,
                    "{orientation:?} {column},{row}"
                );
            }
        }
    }
}
