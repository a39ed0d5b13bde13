//! What is said of tiles and layers.

use crate::options::Role;
use xunlu_map::Weight;

/// What is said of a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TileUse {
    /// One walks on it as on any ground.
    Open,
    /// It blocks.
    Blocked,
    /// One walks on it for so many times what open ground costs.
    Costs(Weight),
}

/// Something that a map is to say from now on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Assignment {
    /// Of a tile.
    Tile {
        /// Which of the sets of tiles, in the order of [`Scenery::sheets`](crate::Scenery::sheets).
        sheet: u32,
        /// The tile's number in its set.
        tile: u32,
        /// What it says.
        says: TileUse,
    },
    /// Of a value that cells may hold (LDtk's IntGrids have such).
    Value {
        /// Which of the layers of values, in the order of [`Scenery::values`](crate::Scenery::values).
        sheet: u32,
        /// The value.
        value: u32,
        /// What it says.
        says: TileUse,
    },
    /// Of a layer.
    Layer {
        /// Which, in the order of [`Scenery::layers`](crate::Scenery::layers).
        layer: u32,
        /// What it is for.
        role: Role,
    },
}
