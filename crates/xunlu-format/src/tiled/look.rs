//! What a Tiled map says about its looks: images, sizes, opacity and order. None of it says where one
//! may walk, so nothing here is an error: what cannot be understood counts as not said.

use crate::scenery::{Rgba, rgba_of};
use xunlu_map::Point;

/// An image that is named by a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct ImageLook {
    /// As written, relative to the file that names it.
    pub(super) source: String,
    /// Width and height in pixels, where it says so.
    pub(super) size: Option<(u32, u32)>,
    /// The colour that is not painted.
    pub(super) clear: Option<[u8; 3]>,
}

impl ImageLook {
    /// Returns `None` if no file is named: some maps hold their images in themselves.
    pub(super) fn of(
        source: Option<&str>,
        size: (Option<f64>, Option<f64>),
        clear: Option<&str>,
    ) -> Option<ImageLook> {
        let source = source.filter(|source| !source.is_empty())?.to_owned();
        let size = whole(size.0).zip(whole(size.1)).filter(|&(width, height)| width * height > 0);
        let clear = clear.and_then(rgba_of).map(|[red, green, blue, _]| [red, green, blue]);
        Some(ImageLook { source, size, clear })
    }
}

/// How the tiles of a set look.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct TilesetLook {
    /// Of one tile, in pixels.
    pub(super) tile_size: (u32, u32),
    pub(super) margin: u32,
    pub(super) spacing: u32,
    pub(super) columns: Option<u32>,
    /// By how much every tile is drawn elsewhere, in pixels.
    pub(super) offset: Point,
    /// The one image of all tiles; where there is none, each has its own.
    pub(super) image: Option<ImageLook>,
    /// Where a tile that is put down freely has its point, as a part of its width and height.
    pub(super) anchor: Option<(f64, f64)>,
    /// Whether tiles are drawn as large as the cells of the map, and keep their shape then.
    pub(super) fills_cell: bool,
    pub(super) keeps_shape: bool,
}

/// How a tile looks, where it says something of its own.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct TileLook {
    pub(super) image: Option<ImageLook>,
    /// The part of the image that it shows: x, y, width, height.
    pub(super) part: Option<[u32; 4]>,
    /// The tile that an animated one shows first.
    pub(super) first_frame: Option<u32>,
}

/// How a layer looks.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct LayerLook {
    pub(super) is_visible: bool,
    pub(super) opacity: f64,
    pub(super) tint: Rgba,
    /// Whether it moves at another speed than the map, or blends otherwise than by lying above.
    pub(super) is_special: bool,
    /// Whether its objects are drawn in their order, and not from the top down.
    pub(super) is_by_index: bool,
}

impl Default for LayerLook {
    fn default() -> LayerLook {
        LayerLook {
            is_visible: true,
            opacity: 1.0,
            tint: [u8::MAX; 4],
            is_special: false,
            is_by_index: false,
        }
    }
}

/// From which corner the tiles of an orthogonal map are drawn, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct RenderOrder {
    pub(super) from_right: bool,
    pub(super) from_below: bool,
}

impl RenderOrder {
    pub(super) fn named(name: &str) -> RenderOrder {
        RenderOrder { from_right: name.starts_with("left"), from_below: name.ends_with("up") }
    }
}

/// The anchor of this name, such as `bottomleft`.
pub(super) fn anchor_named(name: &str) -> Option<(f64, f64)> {
    let across = |name: &str| match name {
        "left" => Some(0.0),
        "" => Some(0.5),
        "right" => Some(1.0),
        _ => None,
    };
    if let Some(rest) = name.strip_prefix("top") {
        return Some((across(rest)?, 0.0));
    }
    if let Some(rest) = name.strip_prefix("bottom") {
        return Some((across(rest)?, 1.0));
    }
    match name {
        "center" => Some((0.5, 0.5)),
        "left" | "right" => Some((across(name)?, 0.5)),
        _ => None,
    }
}

/// Whether a layer that moves so fast, by its parallax, moves otherwise than the map.
pub(super) fn is_other_speed(parallax: f64) -> bool {
    (parallax - 1.0).abs() > 1e-9
}

/// A number of pixels that images can have.
pub(super) fn whole(number: Option<f64>) -> Option<u32> {
    #[expect(clippy::cast_possible_truncation, reason = "it is held between bounds before")]
    #[expect(clippy::cast_sign_loss, reason = "and is not below 0")]
    let whole = |number: f64| number as u32;
    number.filter(|number| (0.0..=PIXELS_MAX).contains(number)).map(whole)
}

/// Farther than any image reaches.
const PIXELS_MAX: f64 = 65_535.0;
