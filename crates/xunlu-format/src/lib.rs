//! Strangers' bytes to maps, and maps to bytes: the one place where files are understood.
//!
//! [`read`] takes the bytes of any map that people draw and gives a [`Document`]: the map, and what
//! else the file said that a pathfinder can use (named places, regions, what terrains are called and
//! cost). [`write()`] turns one back into bytes.
//!
//! ```
//! use xunlu_format::{Options, Source, read};
//!
//! let bytes = b"type octile\nheight 2\nwidth 3\nmap\n..@\n.T.\n";
//! let read = read(&Source::alone("small.map", bytes), &Options::default())?;
//! let (map, mover) = read.document.into_map_and_mover()?;
//! assert_eq!(map.kind(), "grid");
//! assert!(mover.is_open(xunlu_map::Terrain::OPEN));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to look
//!
//! | format | reads | writes | module |
//! | --- | --- | --- | --- |
//! | Tiled `.tmx` `.tmj` with `.tsx` `.tsj` | yes | `.tmj` | `tiled` |
//! | LDtk `.ldtk` | yes | no | `ldtk` |
//! | MovingAI `.map`, and `.scen` by [`Scenario`] | yes | yes | `movingai` |
//! | polygon meshes `.mesh`, Recast's and Detour's, Wavefront `.obj` | yes | no | `mesh`, `detour`, `obj` |
//! | DIMACS `.gr` with `.co`, GraphML, edge lists | yes | no | `graph` |
//! | PNG images | yes | yes | `image` |
//! | text as [`xunlu_map::text`] tells | yes | yes | `text` |
//! | our own document, JSON and binary | yes | yes | `own` |
//!
//! What a Tiled or LDtk map looks like in its game (which part of which image lies where) is read by
//! [`read_scenery`], beside the document. What tiles and layers are for is written back into the files of a
//! Tiled or LDtk map by [`assign`], with nothing else of them touched.
//!
//! Pictures for people (`.png` and `.svg`, with a search drawn on top) are made by `xunlu-picture`.
//!
//! # What it promises
//!
//! No input makes it panic, and none makes it ask for more memory than [`ReadLimits`] allow for a file
//! of that length. An error says which file, where in it, what was found and what was expected. What
//! was read but not understood is told as a [`Warning`]. Each reader has a fuzz target in `fuzz/`.

// The code in the README is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

mod read;
mod reader;
mod write;
mod assign;
mod overlay;
mod format;
mod document;
mod scenery;
mod done;
mod options;
mod source;
mod error;
pub mod contract;

mod tiled;
mod ldtk;
mod movingai;
mod mesh;
mod obj;
mod detour;
mod graph;
mod image;
mod text;
mod own;

mod uses;

mod container;
mod inflate;
mod decimal;
mod lines;
mod json;
mod json_page;
mod markup;

mod limits_check;
mod odd;
mod order;
mod span;
mod weight;
pub mod colour;
mod png_file;

pub use assign::assign;
pub use document::{
    Content, Document, Look, NamedPlace, NamedRegion, NamedTag, NamedTerrain, Price,
};
pub use done::{Read, ReadScenery, Written};
pub use error::{At, FormatError, FormatErrorKind, Warning, WarningKind};
pub use format::Format;
pub use movingai::{Scenario, ScenarioLine};
pub use options::{Legend, Options, ReadLimits, Role, Roles};
pub use overlay::{Overlay, Visited};
pub use own::schema;
pub use read::{format_of, read, read_as, read_file, read_scenery};
pub use reader::Reader;
pub use scenery::{
    CellFrame, Piece, Rgba, Scenery, SceneryImage, SceneryLayer, SheetValue, Sprite, TilePicture,
    TilePictures, TileSheet, ValueSheet,
};
pub use source::{Beside, Folder, Nothing, Source};
pub use uses::{Assignment, TileUse};
pub use write::write;
