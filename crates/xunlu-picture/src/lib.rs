//! Pictures for people: a map with a search and its answer on top, as PNG, as SVG, or as colours for a
//! terminal.
//!
//! ```
//! use xunlu_format::{Document, Overlay};
//! use xunlu_map::{Grid, Place};
//! use xunlu_picture::{Style, draw_png, draw_svg};
//!
//! let map: Grid = "..#.\n..#.\n....".parse()?;
//! let document = Document::of(map);
//! let path = [(1, 0), (1, 1), (2, 2), (3, 1)].map(|(x, y)| Place::cell(x, y)).to_vec();
//! let overlay = Overlay { path, ..Overlay::default() };
//! let png = draw_png(&document, &overlay, &Style::default())?;
//! assert!(png.bytes.starts_with(b"\x89PNG"));
//! let svg = draw_svg(&document, &overlay, &Style::default());
//! assert!(svg.bytes.starts_with(b"<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is drawn
//!
//! Ground is light and walls are dark; the terrains 1 to 9 grow browner as they grow more expensive, every
//! other terrain has a hue of its own. Closed cells are blue, from light to deep in the order in which
//! they were closed; open ones brown; the path is a gold line, or gold cells where cells are less than
//! four pixels wide; the start is a red disc and a goal a green one with a ring in it. Cells with tags
//! are hatched, one-way cells have small arrows, links are bent violet lines, shut doors barred.
//!
//! In cells of 44 pixels and more stand the figures of the search: f above, g below on the left, h
//! below on the right (squares have f in the upper left corner), and an arrow to the cell from which
//! this one was reached.
//!
//! Hexes have their true shape, maps that look isometric have diamonds twice as wide as high, layers
//! lie side by side, waypoints are discs, and meshes are seen from above. A rim of the map on which
//! there is no ground, and nothing else, is left out.
//!
//! # On the tiles of its game
//!
//! [`draw_tiles_png`] and [`draw_tiles_svg`] put the same search on a map as its game shows it, with cells in
//! the shape that they have there. What a search saw lets the tiles through; ground and walls are not drawn.
//!
//! ```no_run
//! use xunlu_format::{Folder, Format, Options, Overlay, Source, read_as, read_scenery};
//! use xunlu_picture::{Artwork, Style, draw_tiles_png};
//!
//! let (path, options) = (std::path::Path::new("maps/desert.tmx"), Options::default());
//! let (bytes, beside) = (std::fs::read(path)?, Folder::of(path));
//! let source = Source { name: "desert.tmx", bytes: &bytes, beside: &beside };
//! let document = read_as(Format::Tmx, &source, &options)?.document;
//! let seen = read_scenery(Format::Tmx, &source, &options)?.expect("a Tiled map has a scenery");
//! let (artwork, _) = Artwork::of(seen.scenery, &beside, &options.limits);
//! let picture = draw_tiles_png(&document, &artwork, &Overlay::default(), &Style::default())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How large
//!//!
//! As large as a window unless the style says more. A map is drawn in at most [`PIXELS_MAX`] pixels and
//! with sides of at most [`SIDE_MAX`] (an SVG in at most four million cells or pixels); a larger one
//! has several cells a pixel. Then a pixel is a wall where most of its cells are, and the path is seen
//! whatever lies around it.
//!
//! The same map gives the same bytes on every machine: everything is computed in whole numbers, or in
//! operations on floats that are rounded exactly.

mod samples;
mod searched;

mod compose;
mod plan;
mod frame;
mod arrange;
mod window;
mod view;

mod cells;
mod dense;
mod search;
mod names;
mod waypoints;
mod mesh;
mod planned;
mod legend;

mod artwork;
mod painting;
mod tiled;

mod scene;
mod canvas;
mod svg;

mod colour;
mod tint;
mod sheet;
mod framed;
mod framing;
mod fit;
mod position;
mod font;
mod error;

pub use artwork::Artwork;
pub use error::PictureError;
pub use samples::Samples;
pub use searched::Searched;
pub use svg::escaped;

use canvas::Canvas;
use plan::Target;
use scene::Scene;
use xunlu_format::{Document, Overlay, Warning};
use xunlu_map::{Rect, Size};

/// The most pixels that a picture has.
pub const PIXELS_MAX: u64 = 64_000_000;
/// The most pixels that a picture is wide or high.
pub const SIDE_MAX: u32 = 32_767;

/// How a picture is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Style {
    /// How wide a cell is (a diamond: how high). `None` for what makes a picture as large as a window.
    /// Less where the picture would be too large.
    pub cell_pixels: Option<u32>,
    /// Its colours.
    pub theme: Theme,
    /// Whether it is told what the colours mean.
    pub legend: bool,
    /// Whether the figures of a search stand in its cells.
    pub numbers: Numbers,
    /// What stands above it.
    pub title: Option<String>,
}

impl Default for Style {
    fn default() -> Style {
        let (theme, numbers) = (Theme::default(), Numbers::default());
        Style { cell_pixels: None, theme, legend: true, numbers, title: None }
    }
}

/// The colours of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Theme {
    /// Dark on white.
    #[default]
    Light,
    /// Light on nearly black.
    Dark,
    /// Dark on white, in hues that people of every colour sight tell apart.
    ColourBlind,
}

/// When the figures of a search stand in its cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Numbers {
    /// Where cells are 44 pixels wide or more.
    #[default]
    Auto,
    /// Wherever they fit, and cells are made large enough unless the style says how large they are.
    Always,
    /// Nowhere.
    Never,
}

/// A picture as a file, and what was left out of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The file.
    pub bytes: Vec<u8>,
    /// What does not lie on the map.
    pub warnings: Vec<Warning>,
}

/// Draws a picture of pixels.
///
/// What does not lie on the map is left out with a warning.
///
/// # Errors
/// Never for what was read from a file; when the encoder refuses a picture.
pub fn draw_png(
    document: &Document,
    overlay: &Overlay,
    style: &Style,
) -> Result<Picture, PictureError> {
    picture_of(compose::scene_of(document, None, overlay, style, Target::Pixels))
}

/// Draws the map as its game shows it, with the search and its answer on top: pixel by pixel as large as
/// in the game, or as the style says. Cells have the shape that they have there.
///
/// A map whose cells would be too small to show their tiles, or that has no cells, is drawn without, with
/// a warning; what does not lie on the map is left out with one.
///
/// # Errors
/// Never for what was read from a file; when the encoder refuses a picture.
pub fn draw_tiles_png(
    document: &Document,
    artwork: &Artwork,
    overlay: &Overlay,
    style: &Style,
) -> Result<Picture, PictureError> {
    picture_of(compose::scene_of(document, Some(artwork), overlay, style, Target::Pixels))
}

/// Draws one floor of a map as its game shows it, and nothing else, on white: pixel by pixel, or smaller
/// where that would be too large.
///
/// # Errors
/// When the map has no area; when the encoder refuses the picture.
pub fn draw_artwork_png(artwork: &Artwork, floor: u32) -> Result<Picture, PictureError> {
    let Some(part) = painting::Part::whole(artwork, floor) else {
        let found = "the map takes up no pixels";
        return Err(PictureError::new(format!("{found}; expected at least one")));
    };
    let pixels = painting::painted(artwork, part, [u8::MAX; 3]);
    let bytes = png_of(part.width, pixels.as_flattened()).map_err(|error| refused(&error))?;
    Ok(Picture { bytes, warnings: Vec::new() })
}

fn picture_of((scene, warnings): (Scene, Vec<Warning>)) -> Result<Picture, PictureError> {
    let bytes =
        png_of(scene.width, &Canvas::of(&scene).into_bytes()).map_err(|error| refused(&error))?;
    Ok(Picture { bytes, warnings })
}

fn refused(error: &png::EncodingError) -> PictureError {
    let what = format!("the picture cannot be written as png: {error}");
    PictureError::new(format!("{what}; expected pixels that a png can hold"))
}

/// Draws a picture of shapes and words.
///
/// What does not lie on the map is left out with a warning.
#[must_use]
pub fn draw_svg(document: &Document, overlay: &Overlay, style: &Style) -> Picture {
    let (scene, warnings) = compose::scene_of(document, None, overlay, style, Target::Shapes);
    Picture { bytes: svg::text_of(&scene).into_bytes(), warnings }
}

/// Draws the map as its game shows it, with the search and its answer on top as shapes and words; with
/// the warnings of [`draw_tiles_png`].
#[must_use]
pub fn draw_tiles_svg(
    document: &Document,
    artwork: &Artwork,
    overlay: &Overlay,
    style: &Style,
) -> Picture {
    let scene = compose::scene_of(document, Some(artwork), overlay, style, Target::Shapes);
    let (scene, warnings) = scene;
    Picture { bytes: svg::text_of(&scene).into_bytes(), warnings }
}

/// Draws a picture of few samples: of the whole map, or of the cells of a part of it. It has at most
/// the size that was asked for (and at most 4096 samples a side), with squares as wide as high.
///
/// # Errors
/// When no sample was asked for.
pub fn draw_samples(
    document: &Document,
    overlay: &Overlay,
    size: Size,
    part: Option<Rect>,
) -> Result<Samples, PictureError> {
    if size.area() == 0 {
        let found = format!("a picture of {size} samples");
        return Err(PictureError::new(format!("{found}; expected at least one")));
    }
    Ok(Samples::of(&compose::samples_of(document, overlay, size, part)))
}

/// From how many bytes of pixels on a picture is packed quickly rather than well.
const PACKED_WELL_MAX: usize = 8 << 20;

/// A picture of this width as PNG, from its rows of three bytes a pixel.
fn png_of(width: u32, pixels: &[u8]) -> Result<Vec<u8>, png::EncodingError> {
    let height = pixels.len() / 3 / (width as usize).max(1);
    let mut bytes = Vec::new();
    let height = u32::try_from(height).unwrap_or(u32::MAX);
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    if pixels.len() <= PACKED_WELL_MAX {
        encoder.set_compression(png::Compression::Balanced);
    } else {
        // One filter for all rows: trying every one in each takes longer and saves little.
        encoder.set_compression(png::Compression::Fast);
        encoder.set_filter(png::Filter::Up);
    }
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(bytes)
}
