//! Makers of maps: fields, noise, rooms, mazes, caves, cities, islands and arenas from a seed.
//!
//! ```
//! # mod xunlu {
//! #     pub use xunlu_map::{self as map, *};
//! # }
//! use xunlu::Size;
//! use xunlu::map::HexArrangement;
//! use xunlu::map::make::{self, Kind};
//!
//! let kind = Kind::Maze { corridor: 1, loops_percent: 0 };
//! let maze = make::grid(kind, Size::new(9, 5), 1)?;
//! assert_eq!(maze, make::grid(kind, Size::new(9, 5), 1)?);
//!
//! let kind = Kind::named("caves").unwrap().with_knob("walls_percent", 40)?;
//! let caves = make::hex_grid(kind, HexArrangement::OddR, Size::new(30, 20), 7)?;
//! assert_eq!(caves.bounds().size, Size::new(30, 20));
//! # Ok::<(), xunlu_map::MapError>(())
//! ```
//!
//! The same kind, size and seed make the same map on every machine and for ever: whole numbers
//! alone decide, and the chance that they take is [`Random`]'s. `make/tests.rs` holds a picture and
//! a digest of each kind to that. A map's least corner is (0, 0), and every size that a map can
//! have will do; making takes memory for a few bytes a cell beside the map itself, and
//! no recursion.
//!
//! Where [`Kind`] promises that every open cell can be reached, straight steps alone lead there on
//! squares, so no corner rule can keep a mover out.

mod kind;
mod board;
mod noise;
mod rooms;
mod maze;
mod caves;
mod city;
mod islands;
mod waves;

mod random;

#[cfg(test)]
mod tests;

pub use kind::{Kind, Knob};
pub use random::Random;

use crate::cell::Size;
use crate::error::MapError;
use crate::grid::Grid;
use crate::hex::HexArrangement;
use crate::hexgrid::HexGrid;
use crate::terrain::Terrain;
use board::{Board, Tiling};

/// A map of squares of this kind and size; `seed` says which.
///
/// # Errors
/// When a knob is out of its range, or no grid can have this size.
pub fn grid(kind: Kind, size: Size, seed: u64) -> Result<Grid, MapError> {
    Ok(Grid::of(made(kind, Tiling::Squares, size, seed)?.into_ground()?))
}

/// A map of hexes of this kind, in so many columns and rows; `seed` says which.
///
/// # Errors
/// When hexes do not have this kind, a knob is out of its range, or no grid can have this size.
pub fn hex_grid(
    kind: Kind,
    arrangement: HexArrangement,
    size: Size,
    seed: u64,
) -> Result<HexGrid, MapError> {
    kind.check_for_hexes()?;
    let board = made(kind, Tiling::Hexes(arrangement), size, seed)?;
    Ok(HexGrid::of(arrangement, board.into_ground()?))
}

fn made(kind: Kind, tiling: Tiling, size: Size, seed: u64) -> Result<Board, MapError> {
    kind.check()?;
    let mut board = Board::new(tiling, size, Terrain::OPEN)?;
    let random = &mut Random::new(seed);
    match kind {
        Kind::Field => {}
        Kind::Noise { walls_percent } => noise::noise(&mut board, walls_percent, random),
        Kind::Rooms { side, doors_percent } => {
            rooms::rooms(&mut board, side, doors_percent, random);
        }
        Kind::Maze { corridor, loops_percent } => {
            maze::maze(&mut board, corridor, loops_percent, random)?;
        }
        Kind::Caves { walls_percent, rounds } => {
            caves::caves(&mut board, walls_percent, rounds, random);
        }
        Kind::City { block, parks_percent } => city::city(&mut board, block, parks_percent, random),
        Kind::Islands { sea_percent, feature } => {
            islands::islands(&mut board, sea_percent, feature, random);
        }
        Kind::Arena { walls_percent } => noise::arena(&mut board, walls_percent, random),
    }
    Ok(board)
}
