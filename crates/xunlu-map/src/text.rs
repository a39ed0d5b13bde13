//! Maps as texts: drawn by people, read and written here, and nothing lost between.
//!
//! A grid is its rows, one character a cell, the first line the top:
//!
//! | character | is |
//! | --- | --- |
//! | `.` | open ground, terrain 0 |
//! | `1` to `9` | terrain 1 to 9 |
//! | `a` to `z`, but for `v` | terrain 10 to 35 |
//! | `#` | a wall, terrain 254 |
//! | a space | no ground at all, terrain 255 |
//! | `>` `v` `<` `^` | open ground that can be left to that side only (square grids) |
//!
//! All rows are equally long. Lines with nothing in them may stand before and after the rows, not
//! between. What rows cannot say, lines that begin with `@` say above them:
//!
//! | directive | says |
//! | --- | --- |
//! | `@origin -2,-2` | which cell the first character is; 0,0 unless told |
//! | `@wrap x` (or `y`, `xy`) | which axes join up (square grids) |
//! | `@legend ~ 77` | which terrain another character draws |
//! | `@tags 2,5 at 3,1 4x2` | the tags of a rectangle: its least corner and its size, one cell unless told |
//! | `@exits E,SE at 3,1` | the sides a rectangle of cells can be left to: compass points, `none` or `all` |
//! | `@link 3,1 <-> 7,4 weight 150 tags 2,5 shut` | a link both ways, or with `->` one way; weight 100, no tags and open unless told |
//! | `@link removed` | a link that was taken away: the next one keeps its number |
//! | `@hex odd-r` (or `even-r`, `odd-q`, `even-q`) | hexes, laid out so (hex grids, before any `@exits`) |
//! | `@layer` | the next layer begins |
//!
//! Later `@tags` and `@exits` paint over earlier ones and over arrows. Links are numbered as they
//! stand in the text.
//!
//! **Square grids**
//!
//! ```
//! # use xunlu_map as xunlu;
//! use xunlu::{Cell, Grid, Terrain};
//!
//! let text = "\
//! @origin -2,-1
//! @wrap x
//! @legend ~ 77
//! @tags 3 at -2,0 2x2
//! @exits E,NE at 4,1
//! @link -2,-1 -> 4,1 weight 50
//! ..#~~..
//! ..#~~>.
//! .....5.";
//! let grid: Grid = text.parse()?;
//! assert_eq!(grid.terrain(Cell::new(1, 0)), Some(Terrain(77)));
//! assert_eq!(grid.to_string(), text.replace('~', "ō"));
//! # Ok::<(), xunlu_map::MapError>(())
//! ```
//!
//! A map always writes a terrain with the same character, so one with its own legend comes back
//! with another: 36 to 61 are written `A` to `Z`, the rest as Latin letters with accents.
//!
//! **Hex grids** have a space between any two hexes of a row. Rows of pointy hexes that are shoved
//! to the right begin with one space more; with flat hexes nothing is shoved in the drawing, though
//! every second column lies half a hex lower. Rectangles and links name columns and rows.
//!
//! ```
//! # use xunlu_map as xunlu;
//! use xunlu::{Hex, HexGrid, Terrain};
//!
//! let text = "\
//! @hex odd-r
//! @exits E,SW at 0,0
//! @link 2,0 <-> 0,2
//! . . # .
//!  . . # .
//! . 3 . .";
//! let grid: HexGrid = text.parse()?;
//! assert_eq!(grid.terrain(Hex::new(0, 2)), Some(Terrain(3)));
//! assert_eq!(grid.to_string(), text);
//! # Ok::<(), xunlu_map::MapError>(())
//! ```
//!
//! **Layers** are grids with `@layer` between them; they may have one before the first, too, and
//! then links may stand above it. A link's ends are `layer:x,y`; within a layer `x,y` will do.
//!
//! ```
//! # use xunlu_map as xunlu;
//! use xunlu::{Cell, LayerCell, Layers, Terrain};
//!
//! let text = "\
//! @link 0:2,1 <-> 1:0,-1 weight 300
//! @layer
//! ..#
//! ...
//! @layer
//! @origin 0,-1
//! .#.#";
//! let house: Layers = text.parse()?;
//! assert_eq!(house.terrain(LayerCell::new(1, Cell::new(1, -1))), Some(Terrain::WALL));
//! # Ok::<(), xunlu_map::MapError>(())
//! ```
//!
//! **Waypoint graphs** have no rows. Names with spaces stand in quotation marks, in which `\"` is
//! a quotation mark and `\\` a backslash. A waypoint stands above the links that name it. A link
//! without a weight weighs what it is long: 100 for each unit, rounded up.
//!
//! ```
//! # use xunlu_map as xunlu;
//! use xunlu::{WaypointGraph, Weight};
//!
//! let graph: WaypointGraph = r#"
//! @waypoint gate at 0,0
//! @waypoint "old mill" at 3,4.5
//! @link gate <-> "old mill"
//! @link "old mill" -> gate weight 120 tags 1 shut
//! "#.parse()?;
//! let link = graph.links().iter().next().map(|(_, link)| link.weight);
//! assert_eq!(link, Some(Weight::percent(541)));
//! # Ok::<(), xunlu_map::MapError>(())
//! ```
//!
//! What a text cannot say is how often a map was edited: a map that was read is at revision 0.

mod read;
mod write;
mod any;

mod header;
mod rows;

mod glyphs;
mod section;
mod words;

#[cfg(test)]
mod tests;

pub use write::{draw, draw_hexes};
