//! What a map looks like in its game: which part of which image is drawn where, as plain numbers.
//!
//! A [`Scenery`] lies beside the [`Document`](crate::Document) of the same file. It is made of *sprites*
//! (parts of images) and *pieces* (sprites, each put somewhere), in the order in which they are drawn.
//! Everything that turns a tile (mirrored, swapped or turned by its flags, stretched or turned as an
//! object) is four numbers, a *pose*, so that whoever draws needs to know nothing of Tiled or LDtk. On a
//! canvas of the web a piece is
//!
//! ```text
//! const [x, y, width, height] = sprite.source, [a, b, c, d] = poses[piece.pose];
//! canvas.setTransform(a, b, c, d, piece.x, piece.y);
//! canvas.drawImage(image, x, y, width, height, 0, 0, width, height);
//! ```
//!
//! Lengths are pixels of the map, which are those of its images.

mod making;

use crate::options::Role;
use crate::source::{Beside, open_near};
use crate::uses::TileUse;
pub(crate) use making::{Laid, Making};
use xunlu_map::{Cell, HexArrangement, Orientation};

/// A colour and how opaque it is: red, green, blue, alpha.
pub type Rgba = [u8; 4];

/// A map as its game shows it.
#[derive(Clone, PartialEq, Debug)]
pub struct Scenery {
    /// Left, top, width and height of all of the map.
    pub area: [f64; 4],
    /// What is seen where nothing is drawn, if the file says.
    pub backdrop: Option<Rgba>,
    /// The images that are needed, each once.
    pub images: Vec<SceneryImage>,
    /// The sets of tiles, in the order of the file: what a palette of tiles shows.
    pub sheets: Vec<TileSheet>,
    /// The layers of values, which are numbers with colours in place of pictures.
    pub values: Vec<ValueSheet>,
    /// Parts of images that pieces show, each once.
    pub sprites: Vec<Sprite>,
    /// What pieces do to their sprites, each once: `a, b, c, d`, by which the pixel `x, y` of a sprite comes
    /// to lie `a x + c y` to the right of and `b x + d y` below the piece's point.
    pub poses: Vec<[f32; 4]>,
    /// From the bottom to the top.
    pub layers: Vec<SceneryLayer>,
    /// Where the cells of the document's map lie on it.
    pub frame: CellFrame,
}

/// An image, which is a file beside the map.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SceneryImage {
    /// Its path, relative to the map's own file.
    pub name: String,
    /// Width and height as the file states them.
    pub size: Option<[u32; 2]>,
    /// The colour that is not painted, if there is one.
    pub clear: Option<[u8; 3]>,
}

/// A set of tiles.
#[derive(Clone, PartialEq, Debug)]
pub struct TileSheet {
    /// What it is called.
    pub name: String,
    /// The file that holds it, as the map names it. `None` where the map itself does.
    pub file: Option<String>,
    /// The number by which the map knows its first tile; LDtk's number of the set.
    pub first: u32,
    /// Width and height of a tile.
    pub tile_size: [u32; 2],
    /// By how much its tiles are drawn to the right and below of where they lie.
    pub offset: [f64; 2],
    /// What its tiles look like.
    pub pictures: TilePictures,
    /// What is said of tiles of which nothing else is.
    pub usual: TileUse,
    /// What is said of the others, by their numbers.
    pub uses: Vec<(u32, TileUse)>,
}

/// What the tiles of a set look like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TilePictures {
    /// They lie on one image, row by row from its upper left corner.
    Grid {
        /// Which one.
        image: u32,
        /// Around all tiles.
        margin: u32,
        /// Between tiles.
        spacing: u32,
        /// How many tiles lie in a row; 0 if nobody knows.
        columns: u32,
    },
    /// Each has a picture of its own. By their numbers.
    Each(Vec<TilePicture>),
}

/// The picture of one tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TilePicture {
    /// The tile's number in its set.
    pub tile: u32,
    /// Which image.
    pub image: u32,
    /// The part that it shows: x, y, width and height. `None` for all of it.
    pub source: Option<[u32; 4]>,
}

/// A layer whose cells hold values (LDtk's IntGrid), as a palette shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueSheet {
    /// What the layer is called.
    pub name: String,
    /// By their numbers.
    pub values: Vec<SheetValue>,
}

/// A value that cells of a layer may hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetValue {
    /// Its number.
    pub value: u32,
    /// What it is called, if it has a name.
    pub name: Option<String>,
    /// The colour that its editor shows it in.
    pub colour: Option<Rgba>,
    /// What it is for.
    pub says: TileUse,
}

/// A part of an image.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Sprite {
    /// Which image.
    pub image: u32,
    /// Its left, top, width and height there.
    pub source: [u32; 4],
    /// The set of tiles that it is of, and the tile's number there. `None` for an image of its own.
    pub tile: Option<(u32, u32)>,
}

/// Pieces that belong together.
#[derive(Clone, PartialEq, Debug)]
pub struct SceneryLayer {
    /// What the file calls it.
    pub name: String,
    /// The layer of a map of several; else 0.
    pub floor: u32,
    /// What it is for, as far as the file says.
    pub role: Option<Role>,
    /// Whether the game shows it.
    pub is_visible: bool,
    /// From 0 for nothing to 1.
    pub opacity: f32,
    /// What each of its pixels is multiplied with; white and opaque for none.
    pub tint: Rgba,
    /// In the order in which they are drawn.
    pub pieces: Vec<Piece>,
}

/// A sprite, put somewhere.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Piece {
    /// Which sprite.
    pub sprite: u32,
    /// Which pose.
    pub pose: u32,
    /// Where the upper left corner of the sprite lies (of the sprite as it is on its image).
    pub x: f32,
    /// The same, downwards.
    pub y: f32,
}

/// Where cells lie.
#[derive(Clone, PartialEq, Debug)]
pub struct CellFrame {
    /// The centre of the cell 0,0, before it is shoved.
    pub origin: [f64; 2],
    /// How far the next column is.
    pub along_x: [f64; 2],
    /// How far the next row is.
    pub along_y: [f64; 2],
    /// Of hexes: which lines are shoved, and how far.
    pub shove: Option<(HexArrangement, [f64; 2])>,
    /// The corners of a cell, seen from its centre, clockwise.
    pub corners: Vec<[f64; 2]>,
}

impl CellFrame {
    /// The centre of a cell, on the map or not.
    #[must_use]
    pub fn centre(&self, cell: Cell) -> [f64; 2] {
        let is_shoved = |arrangement: HexArrangement| match arrangement.orientation() {
            Orientation::Pointy => arrangement.is_shoved(cell.y),
            Orientation::Flat => arrangement.is_shoved(cell.x),
        };
        let shove = self.shove.filter(|(arrangement, _)| is_shoved(*arrangement));
        let shove = shove.map_or([0.0; 2], |(_, by)| by);
        let (x, y) = (f64::from(cell.x), f64::from(cell.y));
        std::array::from_fn(|axis| {
            self.origin[axis] + x * self.along_x[axis] + y * self.along_y[axis] + shove[axis]
        })
    }
}

impl SceneryImage {
    /// The image's bytes, and where they were found if not where they should be.
    ///
    /// # Errors
    /// Why they cannot be had, as a sentence.
    pub fn open(
        &self,
        beside: &dyn Beside,
        bytes_max: u64,
    ) -> Result<(Vec<u8>, Option<String>), String> {
        open_near(beside, &self.name, bytes_max)
    }
}

/// The colour of a text such as `#8ab022`, `8ab022` or `#808ab022`, the first of the last being alpha.
pub(crate) fn rgba_of(text: &str) -> Option<Rgba> {
    let digits = text.strip_prefix('#').unwrap_or(text);
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let number = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)?;
    let [first, red, green, blue] = number.to_be_bytes();
    match digits.len() {
        6 => Some([red, green, blue, u8::MAX]),
        8 => Some([red, green, blue, first]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_with_and_without_alpha() {
        assert_eq!(rgba_of("#8ab022"), Some([0x8a, 0xb0, 0x22, 255]));
        assert_eq!(rgba_of("ff00ff"), Some([255, 0, 255, 255]));
        assert_eq!(rgba_of("#80ff0001"), Some([255, 0, 1, 128]));
        assert_eq!(["", "#fff", "#+fffff", "red"].map(rgba_of), [None, None, None, None]);
    }
}
