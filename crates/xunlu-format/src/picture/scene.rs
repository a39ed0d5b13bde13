//! What a picture shows, as shapes in the order in which they are painted: one description that the
//! canvas turns into pixels and the SVG writer into text.

use super::colour::{Paint, Rgb};
use super::position::Position;

/// A picture, before anybody drew it.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    /// In pixels.
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) paper: Rgb,
    pub(super) title: String,
    pub(super) shapes: Vec<Shape>,
}

/// Something to paint.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// What follows belongs together and has a name, up to the next of these.
    Part(&'static str),
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
pub(super) struct Pen {
    pub(super) width: i32,
    pub(super) paint: Paint,
    /// How long each stroke and each gap is; none for an unbroken line.
    pub(super) dash: Option<i32>,
}

impl Pen {
    pub(super) const fn new(width: i32, colour: Rgb) -> Pen {
        Pen { width, paint: Paint::solid(colour), dash: None }
    }

    pub(super) const fn dashed(self, dash: i32) -> Pen {
        Pen { dash: Some(dash), ..self }
    }
}

/// Squares of whole pixels, row by row.
#[derive(Clone, Debug)]
pub(super) struct Raster {
    /// Of its upper left corner, in pixels.
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) columns: u32,
    /// How many pixels wide and high a square is.
    pub(super) pixels: u32,
    /// For each square, which colour.
    pub(super) samples: Vec<u16>,
    /// Colours by number; none is not painted.
    pub(super) colours: std::rc::Rc<[Option<Rgb>]>,
}

/// Polygons of one shape.
#[derive(Clone, Debug)]
pub(super) struct Tiles {
    /// The corners, seen from the middle.
    pub(super) corners: Vec<Position>,
    /// The middle of each tile, and which colour it has.
    pub(super) tiles: Vec<(Position, u16)>,
    /// Colours by number; none is not painted.
    pub(super) colours: std::rc::Rc<[Option<Rgb>]>,
    /// What is between tiles, and how wide.
    pub(super) line: Option<(i32, Rgb)>,
}

/// Words, by the upper left corner of the first capital (or the middle or the right end of the line).
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub(super) at: Position,
    pub(super) anchor: Anchor,
    /// How many pixels wide a pixel of the font is.
    pub(super) size: u32,
    pub(super) colour: Rgb,
    pub(super) text: String,
}

/// Which end of a text is where it says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Anchor {
    Left,
    Middle,
    Right,
}
