//! A Tiled map as either of its two spellings gives it: TMX and TMJ both become this, and only this
//! is made into a document.

use super::fault::Origin;
use super::look::{ImageLook, LayerLook, RenderOrder, TileLook, TilesetLook};
use crate::scenery::Rgba;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use xunlu_map::{Point, Quoted, Rect};

/// A whole map.
#[derive(Debug)]
pub(super) struct TiledMap {
    pub(super) origin: Origin,
    pub(super) orientation: Orientation,
    /// Columns and rows; of no account on an infinite map.
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) is_infinite: bool,
    /// Of one tile, in pixels.
    pub(super) tile_width: f64,
    pub(super) tile_height: f64,
    /// The length in pixels of a hex's sides that run along the rows or columns.
    pub(super) hex_side: f64,
    pub(super) render_order: RenderOrder,
    /// What is seen where there is no tile.
    pub(super) backdrop: Option<Rgba>,
    pub(super) tilesets: Vec<TilesetOfMap>,
    /// From the bottom to the top.
    pub(super) layers: Vec<Layer>,
}

/// How tiles lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Orientation {
    Orthogonal,
    Isometric,
    Staggered(Stagger),
    Hexagonal(Stagger),
}

/// Which rows or columns are shoved by half a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stagger {
    pub(super) axis: Axis,
    /// Whether it is those with even numbers, and not the odd ones.
    pub(super) is_even: bool,
}

/// The axis along which every second line is shoved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Axis {
    /// Every second column, downwards.
    X,
    /// Every second row, to the right.
    Y,
}

impl Orientation {
    /// The orientation of these words; what is wrong is told as found and expected.
    pub(super) fn named(
        orientation: &str,
        axis: Option<&str>,
        index: Option<&str>,
    ) -> Result<Orientation, (String, &'static str)> {
        let axis = match axis.unwrap_or("y") {
            "x" => Axis::X,
            "y" => Axis::Y,
            other => return Err((format!("the staggeraxis is {}", Quoted(other)), "x or y")),
        };
        let is_even = match index.unwrap_or("odd") {
            "odd" => false,
            "even" => true,
            other => return Err((format!("the staggerindex is {}", Quoted(other)), "odd or even")),
        };
        let stagger = Stagger { axis, is_even };
        match orientation {
            "orthogonal" => Ok(Orientation::Orthogonal),
            "isometric" => Ok(Orientation::Isometric),
            "staggered" => Ok(Orientation::Staggered(stagger)),
            "hexagonal" => Ok(Orientation::Hexagonal(stagger)),
            other => Err((
                format!("the orientation is {}", Quoted(other)),
                "orthogonal, isometric, staggered or hexagonal",
            )),
        }
    }
}

/// A set of tiles as the map counts them. A file that is named many times is kept once.
#[derive(Debug)]
pub(super) struct TilesetOfMap {
    /// The number of its first tile.
    pub(super) first_gid: u32,
    /// The file that the map names for it. Files that say the same share their tileset and not their name.
    pub(super) file: Option<String>,
    pub(super) tileset: Rc<Tileset>,
}

/// A set of tiles, wherever it was written.
#[derive(Debug)]
pub(super) struct Tileset {
    pub(super) origin: Origin,
    pub(super) name: String,
    /// How many tiles it has, if it says.
    pub(super) count: Option<u32>,
    pub(super) properties: Properties,
    pub(super) look: TilesetLook,
    /// The tiles about which something is said, by number.
    pub(super) tiles: BTreeMap<u32, Tile>,
}

/// What is said about one tile.
#[derive(Debug)]
pub(super) struct Tile {
    pub(super) class: String,
    pub(super) properties: Properties,
    pub(super) look: Option<Box<TileLook>>,
    /// What of it is solid: its collision shapes, in pixels from its upper left corner.
    pub(super) solids: Vec<Object>,
}

/// A layer of any kind.
#[derive(Debug)]
pub(super) struct Layer {
    pub(super) origin: Origin,
    pub(super) name: String,
    /// In pixels.
    pub(super) offset: Point,
    pub(super) properties: Properties,
    pub(super) look: LayerLook,
    pub(super) kind: LayerKind,
}

/// What a layer holds.
#[derive(Debug)]
pub(super) enum LayerKind {
    Tiles(Vec<Chunk>),
    Objects(Vec<Object>),
    Group(Vec<Layer>),
    Image(Option<ImageLook>),
}

/// A rectangle of tiles; on a map of fixed size a layer has one.
#[derive(Debug)]
pub(super) struct Chunk {
    /// Columns and rows.
    pub(super) rect: Rect,
    /// Row by row, 0 where there is none; the upper four bits turn the tile.
    pub(super) gids: Vec<u32>,
}

/// Something that was drawn on an object layer. All its numbers are finite.
#[derive(Clone, Debug)]
pub(super) struct Object {
    pub(super) origin: Origin,
    pub(super) id: u64,
    pub(super) name: String,
    pub(super) class: String,
    /// Where it lies, in pixels.
    pub(super) at: Point,
    pub(super) width: f64,
    pub(super) height: f64,
    /// Clockwise about where it lies.
    pub(super) rotation_degrees: f64,
    /// The tile that it shows.
    pub(super) gid: Option<u32>,
    pub(super) is_visible: bool,
    pub(super) shape: Shape,
    pub(super) properties: Properties,
}

/// What an object looks like, relative to where it lies.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    Rectangle,
    Point,
    Ellipse,
    Polygon(Vec<Point>),
    Polyline(Vec<Point>),
    Text,
    /// It is told by a file of its own, but for what it says of these itself.
    Template(String, Vec<Said>),
}

/// What an object of a template may say otherwise than that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Said {
    Name,
    Class,
    Width,
    Height,
    Rotation,
    Visibility,
}

/// An object of which others are made, wherever it was written.
#[derive(Debug)]
pub(super) struct Template {
    pub(super) object: Object,
    /// The file of the tileset that its tile is of, and the number of that set's first tile there.
    pub(super) tileset: Option<(String, u32)>,
    /// The number of its tile on the map, once it was looked for.
    pub(super) gid_on_map: Cell<Option<Option<u32>>>,
}

/// Custom properties.
#[derive(Clone, Debug, Default)]
pub(super) struct Properties(pub(super) Vec<Property>);

/// One of them.
#[derive(Clone, Debug)]
pub(super) struct Property {
    pub(super) origin: Origin,
    pub(super) name: String,
    pub(super) value: Value,
}

/// What a property says.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    Bool(bool),
    Number(f64),
    Text(String),
    /// The number of an object, or 0 for none.
    Object(u64),
    /// A value with parts of its own.
    Parts,
}

impl Properties {
    /// The property of this name, which is given in lower case; the case of its own does not matter.
    pub(super) fn find(&self, name: &str) -> Option<&Property> {
        self.0.iter().find(|property| property.name.eq_ignore_ascii_case(name))
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::Number(value) => write!(f, "{value}"),
            Value::Text(text) => Quoted(text).fmt(f),
            Value::Object(id) => write!(f, "object {id}"),
            Value::Parts => f.write_str("a value of several parts"),
        }
    }
}
