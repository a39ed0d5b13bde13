//! What a picture shows, as shapes in the order in which they are painted: one description that the
//! canvas turns into pixels and the SVG writer into text.

use crate::colour::{Paint, Rgb};
use crate::position::Position;

/// A picture, before anybody drew it.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    /// In pixels.
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) paper: Rgb,
    pub(crate) title: String,
    pub(crate) shapes: Vec<Shape>,
}

/// Something to paint.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// What follows belongs together and has a name, up to the next of these.
    Part(&'static str),
    /// Pixels as they are.
    Image(Image),
    /// Equal squares in rows.
    Raster(Raster),
    /// Equal tiles anywhere.
    Tiles(Tiles),
    /// Polygons of one paint, perhaps with their outlines.
    Polygons { outlines: Vec<Vec<Position>>, fill: Paint },
    /// Lines of one pen.
    Lines { lines: Vec<Vec<Position>>, pen: Pen },
    /// A disc, perhaps with a rim around it.
    Disc { centre: Position, radius: i32, fill: Paint, rim: Option<(i32, Rgb)> },
    /// Words.
    Text(Text),
}

/// How lines are drawn: round at their ends and bends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pen {
    pub(crate) width: i32,
    pub(crate) paint: Paint,
    /// How long each stroke and each gap is. `None` for an unbroken line.
    pub(crate) dash: Option<i32>,
}

impl Pen {
    pub(crate) const fn new(width: i32, colour: Rgb) -> Pen {
        Pen { width, paint: Paint::solid(colour), dash: None }
    }

    pub(crate) const fn dashed(self, dash: i32) -> Pen {
        Pen { dash: Some(dash), ..self }
    }
}

/// Pixels, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Image {
    /// Of its upper left corner, in pixels.
    pub(crate) left: u32,
    pub(crate) top: u32,
    pub(crate) width: u32,
    pub(crate) pixels: Vec<Rgb>,
}

/// Squares of whole pixels, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Raster {
    /// Of its upper left corner, in pixels.
    pub(crate) left: u32,
    pub(crate) top: u32,
    pub(crate) columns: u32,
    /// How many pixels wide and high a square is.
    pub(crate) pixels: u32,
    /// For each square, which colour.
    pub(crate) samples: Vec<u16>,
    /// Colours by number; none is not painted.
    pub(crate) colours: std::rc::Rc<[Option<Rgb>]>,
}

/// Polygons of one shape.
#[derive(Clone, Debug)]
pub(crate) struct Tiles {
    /// The corners, seen from the middle.
    pub(crate) corners: Vec<Position>,
    /// The middle of each tile, and which colour it has.
    pub(crate) tiles: Vec<(Position, u16)>,
    /// Colours by number; none is not painted.
    pub(crate) colours: std::rc::Rc<[Option<Rgb>]>,
    /// What is between tiles, and how wide.
    pub(crate) line: Option<(i32, Rgb)>,
}

/// Words, by the upper left corner of the first capital (or the middle or the right end of the line).
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) at: Position,
    pub(crate) anchor: Anchor,
    /// How many pixels wide a pixel of the font is.
    pub(crate) size: u32,
    pub(crate) colour: Rgb,
    pub(crate) text: String,
}

/// Which end of a text is where it says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    Left,
    Middle,
    Right,
}
