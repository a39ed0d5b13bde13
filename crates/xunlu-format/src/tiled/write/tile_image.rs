//! The picture of the tiles of a written map.

use super::sheet::{COLUMNS, Mark, Sheet, Sign};
use crate::colour::TerrainColours;
use crate::error::FormatError;
use crate::png_file::{Pixels, png_of};
use crate::tiled::geometry::Geometry;
use crate::tiled::turned::Compass;
use png::ColorType;
use xunlu_map::{Exits, Point, Tags};

type Colour = [u8; 4];

const CLEAR: Colour = [0, 0, 0, 0];
const GRID: Colour = [150, 144, 130, 255];
const INK: Colour = [40, 40, 48, 255];

/// All tiles of the sheet, side by side.
///
/// # Errors
/// What the encoder refuses.
pub(super) fn png(sheet: &Sheet, geometry: Geometry) -> Result<Vec<u8>, FormatError> {
    let (tile_width, tile_height) = geometry.pixel_size();
    let (width, height) = (tile_width * COLUMNS, tile_height * sheet.rows());
    let signs: Vec<Sign> = sheet.signs().collect();
    let mut pixels = Vec::with_capacity(width as usize * height as usize * 4);
    for y in 0..height {
        for x in 0..width {
            let number = y / tile_height * COLUMNS + x / tile_width;
            let sign = signs.get(number as usize);
            let from_middle =
                |at: u32, length: u32| f64::from(at % length) + 0.5 - f64::from(length) / 2.0;
            let at = Point::new(from_middle(x, tile_width), from_middle(y, tile_height));
            pixels.extend(sign.map_or(CLEAR, |sign| colour(*sign, at, geometry)));
        }
    }
    let pixels = Pixels { width, height, kind: ColorType::Rgba, bytes: &pixels };
    png_of("the picture of the tiles", pixels, |_| Ok(()))
}

/// The colour of a tile at so many pixels from its middle.
fn colour(sign: Sign, at: Point, geometry: Geometry) -> Colour {
    let (width, height) = geometry.pixel_size();
    let farness = geometry.farness_in_tile(at);
    if farness > 1.0 {
        return CLEAR;
    }
    let is_within = |centre: Point, radius: f64| centre.distance(at) <= radius;
    let radius = f64::from(width.min(height)) / 2.0;
    match sign {
        Sign::Terrain(terrain) => match TerrainColours::LIGHT.of(terrain) {
            Some([red, green, blue]) if farness < 0.94 => [red, green, blue, 255],
            Some(_) => GRID,
            None => CLEAR,
        },
        Sign::Tags(tags) => {
            let is_on = |number: u32| is_within(point_of_tag(number, radius), radius / 10.0);
            tags.numbers().find(|number| is_on(*number)).map_or(CLEAR, |_| [150, 40, 160, 255])
        }
        Sign::Exits(exits) => {
            let is_on = |number: u32| is_within(point_of_exit(number, geometry), radius / 7.0);
            let hit = (0..8).filter(|number| exits.allows(*number)).any(is_on);
            let cross = exits == Exits::NONE && is_within(Point::default(), radius / 4.0);
            if hit || cross { INK } else { CLEAR }
        }
        Sign::Mark(Mark::Reach) => [60, 170, 90, 110],
        Sign::Mark(Mark::Seen) => [70, 120, 210, 90],
        Sign::Mark(Mark::Path) => {
            disc(is_within(Point::default(), radius * 0.4), [240, 180, 0, 255])
        }
        Sign::Mark(Mark::Start) => {
            disc(is_within(Point::default(), radius * 0.6), [20, 140, 60, 255])
        }
        Sign::Mark(Mark::Goal) => {
            disc(is_within(Point::default(), radius * 0.6), [200, 40, 40, 255])
        }
    }
}

const fn disc(is_inside: bool, colour: Colour) -> Colour {
    if is_inside { colour } else { CLEAR }
}

/// Tags are dots in four rows of four in the middle.
fn point_of_tag(number: u32, radius: f64) -> Point {
    let pitch = radius / 4.0;
    let (column, row) = (f64::from(number % 4), f64::from(number / 4 % (Tags::COUNT / 4)));
    Point::new((column - 1.5) * pitch, (row - 1.5) * pitch)
}

/// Exits are dots where the neighbours lie.
fn point_of_exit(number: u32, geometry: Geometry) -> Point {
    let compass = Compass::of(geometry.orientation);
    let towards = compass.on_screen(number, geometry);
    Point::new(towards.x * 0.38, towards.y * 0.38)
}
