//! Tiles to pixels: every piece of a scenery, looked up pixel by pixel in its image.
//!
//! Each pixel of the picture asks a piece for the pixel of its image that lies there, so that nothing is
//! smoothed where pixels are drawn one to one or to several. Where a picture is smaller than its map, or
//! a piece is turned by other than quarters, a pixel is the mean of several looks.

use crate::artwork::{Artwork, Rgba};
use crate::colour::Rgb;
use crate::{PIXELS_MAX, SIDE_MAX};
use xunlu_format::{Piece, SceneryLayer, Sprite};

/// Which part of a scenery is painted, and how large.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Part {
    pub(crate) floor: u32,
    /// What lies in the upper left corner of the picture, in pixels of the map.
    pub(crate) left: f64,
    pub(crate) top: f64,
    /// How many pixels of the picture one of the map is.
    pub(crate) scale: f64,
    /// Of the picture, in pixels.
    pub(crate) width: u32,
    pub(crate) height: u32,
}

impl Part {
    /// All of a floor. Returns `None` if it has no area.
    pub(crate) fn whole(artwork: &Artwork, floor: u32) -> Option<Part> {
        let [left, top, width, height] = artwork.scenery.area;
        let fits = |scale: f64| {
            let (width, height) = ((width * scale).ceil(), (height * scale).ceil());
            #[expect(clippy::cast_precision_loss, reason = "it is a small number")]
            let pixels_max = PIXELS_MAX as f64;
            width.max(height) <= f64::from(SIDE_MAX) && width * height <= pixels_max
        };
        let scale = (0..32).map(|halves| 0.5_f64.powi(halves)).find(|&scale| fits(scale))?;
        #[expect(clippy::cast_possible_truncation, reason = "it is held to a side")]
        #[expect(clippy::cast_sign_loss, reason = "and is not below 0")]
        let [width, height] = [width, height].map(|length| (length * scale).ceil() as u32);
        let has_area = width > 0 && height > 0;
        has_area.then_some(Part { floor, left, top, scale, width, height })
    }
}

/// The most looks at a pixel, across and down.
const LOOKS_MAX: u32 = 4;

/// The pixels of a part, row by row, on paper of this colour.
pub(crate) fn painted(artwork: &Artwork, part: Part, paper: Rgb) -> Vec<Rgb> {
    let paper = match artwork.scenery.backdrop {
        Some([red, green, blue, alpha]) => over(paper, [red, green, blue], u32::from(alpha), 255),
        None => paper,
    };
    let mut pixels = vec![paper; part.width as usize * part.height as usize];
    let layers = artwork.scenery.layers.iter();
    for layer in layers.filter(|layer| layer.is_visible && layer.floor == part.floor) {
        let brush = Brush::of(layer);
        for piece in &layer.pieces {
            paint(artwork, part, *piece, brush, &mut pixels);
        }
    }
    pixels
}

/// What a layer makes of all its pixels.
#[derive(Clone, Copy, Debug)]
struct Brush {
    tint: Rgba,
    /// 255 for as they are.
    opacity: u32,
}

impl Brush {
    fn of(layer: &SceneryLayer) -> Brush {
        #[expect(clippy::cast_possible_truncation, reason = "it is held between bounds")]
        #[expect(clippy::cast_sign_loss, reason = "and is not below 0")]
        let opacity = (layer.opacity.clamp(0.0, 1.0) * 255.0).round() as u32;
        Brush { tint: layer.tint, opacity }
    }

    /// Colours times their alpha, and the alpha; each up to 255 * 255.
    fn applied(self, pixel: Rgba) -> [u32; 4] {
        let times = |a: u8, b: u8| (u32::from(a) * u32::from(b) + 127) / 255;
        let alpha = times(pixel[3], self.tint[3]) * self.opacity;
        let colour = |at: usize| times(pixel[at], self.tint[at]) * alpha / 255;
        [colour(0), colour(1), colour(2), alpha]
    }
}

fn paint(artwork: &Artwork, part: Part, piece: Piece, brush: Brush, pixels: &mut [Rgb]) {
    let scenery = &artwork.scenery;
    let sprite = scenery.sprites.get(piece.sprite as usize);
    let pose = scenery.poses.get(piece.pose as usize);
    let (Some(&sprite), Some(&pose)) = (sprite, pose) else { return };
    let Some(look) = Look::of(sprite, pose.map(f64::from), piece, part) else { return };
    for row in look.rows.0..look.rows.1 {
        let line = row as usize * part.width as usize;
        for column in look.columns.0..look.columns.1 {
            let Some(pixel) = pixels.get_mut(line + column as usize) else { return };
            let mut sum = [0; 4];
            for (across, down) in look.points(column, row) {
                let Some((x, y)) = look.texel(across, down) else { continue };
                let applied = brush.applied(artwork.pixel(sprite.image, x, y));
                sum = std::array::from_fn(|at| sum[at] + applied[at]);
            }
            let whole = 255 * 255 * look.count * look.count;
            if sum[3] > 0 {
                let rest = whole - sum[3];
                *pixel = std::array::from_fn(|at| {
                    let (under, over) = (u64::from(pixel[at]), u64::from(sum[at]) * 255);
                    let mixed = under * u64::from(rest) + over;
                    let whole = u64::from(whole);
                    u8::try_from((mixed + whole / 2) / whole).unwrap_or(u8::MAX)
                });
            }
        }
    }
}

/// How a picture looks at one piece.
#[derive(Clone, Copy, Debug)]
struct Look {
    sprite: Sprite,
    /// Of the picture, from the first to past the last.
    columns: (u32, u32),
    rows: (u32, u32),
    /// How often a pixel is looked at, across and down.
    count: u32,
    /// From the picture back to the sprite.
    back: [f64; 4],
    corner: (f64, f64),
    scale: f64,
}

impl Look {
    /// Returns `None` if none of it is to be seen.
    fn of(sprite: Sprite, [a, b, c, d]: [f64; 4], piece: Piece, part: Part) -> Option<Look> {
        let [.., width, height] = sprite.source.map(f64::from);
        let area = a * d - b * c;
        if area.abs() < 1e-6 {
            return None;
        }
        let corner = (f64::from(piece.x) - part.left, f64::from(piece.y) - part.top);
        let ends = [(0.0, 0.0), (width, 0.0), (0.0, height), (width, height)];
        let across = ends.map(|(x, y)| (corner.0 + a * x + c * y) * part.scale);
        let down = ends.map(|(x, y)| (corner.1 + b * x + d * y) * part.scale);
        let columns = range(across, part.width)?;
        let rows = range(down, part.height)?;
        let is_straight = (b == 0.0 && c == 0.0) || (a == 0.0 && d == 0.0);
        // How many pixels of the sprite lie in one of the picture, along a side.
        let packed = (1.0 / (area.abs().sqrt() * part.scale)).ceil();
        let needed = if is_straight { 1 } else { 3 };
        let fits = |looks: &u32| f64::from(*looks) >= packed;
        let count = (needed..LOOKS_MAX).find(fits).unwrap_or(LOOKS_MAX);
        let back = [d / area, -b / area, -c / area, a / area];
        Some(Look { sprite, columns, rows, count, back, corner, scale: part.scale })
    }

    /// The points at which a pixel is looked at, in pixels of the map from the picture's corner.
    fn points(self, column: u32, row: u32) -> impl Iterator<Item = (f64, f64)> {
        let Look { count, scale, .. } = self;
        let at = move |pixel: u32, look: u32| {
            let off = (2.0 * f64::from(look) + 1.0) / (2.0 * f64::from(count));
            (f64::from(pixel) + off) / scale
        };
        let looks = (0..count).flat_map(move |down| (0..count).map(move |across| (across, down)));
        looks.map(move |(across, down)| (at(column, across), at(row, down)))
    }

    /// The pixel of the image at a point. Returns `None` beside the sprite.
    fn texel(&self, across: f64, down: f64) -> Option<(u32, u32)> {
        let (across, down) = (across - self.corner.0, down - self.corner.1);
        let [a, b, c, d] = self.back;
        let [x, y, width, height] = self.sprite.source;
        let within = |at: f64, length: u32| {
            #[expect(clippy::cast_possible_truncation, reason = "casts from floats saturate")]
            #[expect(clippy::cast_sign_loss, reason = "it is not below 0")]
            let pixel = at as u32;
            (at >= 0.0 && pixel < length).then_some(pixel)
        };
        let right = within(a * across + c * down, width)?;
        let below = within(b * across + d * down, height)?;
        Some((x.checked_add(right)?, y.checked_add(below)?))
    }
}

/// The pixels between the least and the most of some numbers, within a picture. Returns `None` if there
/// is none.
fn range(ends: [f64; 4], length: u32) -> Option<(u32, u32)> {
    let least = ends.into_iter().fold(f64::INFINITY, f64::min).floor().max(0.0);
    let most = ends.into_iter().fold(f64::NEG_INFINITY, f64::max).ceil().min(f64::from(length));
    #[expect(clippy::cast_possible_truncation, reason = "casts from floats saturate")]
    #[expect(clippy::cast_sign_loss, reason = "they are not below 0")]
    let range = (least as u32, most.max(0.0) as u32);
    (least < most).then_some(range)
}

/// A colour laid over another: `part` of `whole` of it.
fn over(under: Rgb, colour: Rgb, part: u32, whole: u32) -> Rgb {
    std::array::from_fn(|at| {
        let sum = u32::from(under[at]) * (whole - part) + u32::from(colour[at]) * part;
        u8::try_from((sum + whole / 2) / whole).unwrap_or(u8::MAX)
    })
}
