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
mod pace;

#[cfg(test)]
mod tests;

pub use kind::{Kind, Knob};
pub use random::Random;

use crate::cell::{Cell, Rect, Size};
use crate::error::MapError;
use crate::grid::Grid;
use crate::ground::Ground;
use crate::hex::HexArrangement;
use crate::hexgrid::HexGrid;
use crate::layout::Layout;
use crate::map::Map;
use crate::terrain::Terrain;
use board::{Board, Tiling};
use pace::Pace;
use std::fmt;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

/// A map of squares of this kind and size; `seed` says which.
///
/// # Errors
/// When a knob is out of its range, or no grid can have this size.
pub fn grid(kind: Kind, size: Size, seed: u64) -> Result<Grid, MapError> {
    let pace = pace(kind, Tiling::Squares, size)?;
    Ok(Grid::of(at_once(made(kind, Tiling::Squares, size, seed, &pace))?))
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
    let tiling = Tiling::Hexes(arrangement);
    let pace = pace(kind, tiling, size)?;
    Ok(HexGrid::of(arrangement, at_once(made(kind, tiling, size, seed, &pace))?))
}

async fn made(
    kind: Kind,
    tiling: Tiling,
    size: Size,
    seed: u64,
    pace: &Pace,
) -> Result<Ground, MapError> {
    let mut board = Board::new(tiling, size, Terrain::OPEN)?;
    let random = &mut Random::new(seed);
    match kind {
        Kind::Field => {}
        Kind::Noise { walls_percent } => {
            noise::noise(&mut board, walls_percent, random, pace).await;
        }
        Kind::Rooms { side, doors_percent } => {
            rooms::rooms(&mut board, side, doors_percent, random, pace).await;
        }
        Kind::Maze { corridor, loops_percent } => {
            maze::maze(&mut board, corridor, loops_percent, random, pace).await?;
        }
        Kind::Caves { walls_percent, rounds } => {
            caves::caves(&mut board, walls_percent, rounds, random, pace).await;
        }
        Kind::City { block, parks_percent } => {
            city::city(&mut board, block, parks_percent, random, pace).await;
        }
        Kind::Islands { sea_percent, feature } => {
            islands::islands(&mut board, sea_percent, feature, random, pace).await;
        }
        Kind::Arena { walls_percent } => {
            noise::arena(&mut board, walls_percent, random, pace).await;
        }
    }
    board.into_ground()
}

/// How much work a cell of the board is when it becomes a map, in one piece at the end.
const CELL_WORK: u64 = 3;

/// Checks what is asked for, and tells how much work it is.
fn pace(kind: Kind, tiling: Tiling, size: Size) -> Result<Pace, MapError> {
    if tiling != Tiling::Squares {
        kind.check_for_hexes()?;
    }
    kind.check()?;
    Layout::new(Rect::new(Cell::new(0, 0), size))?;
    let area = size.area();
    let work = match kind {
        Kind::Field => 0,
        Kind::Noise { .. } | Kind::Arena { .. } => area * u64::from(noise::CELL_WORK),
        Kind::City { .. } => area * city::CELL_WORK,
        Kind::Rooms { side, .. } => rooms::work(size, side),
        Kind::Maze { corridor, .. } => maze::work(size, corridor),
        Kind::Caves { rounds, .. } => caves::work(size, rounds),
        Kind::Islands { .. } => islands::work(size),
    };
    Ok(Pace::of(work + area * CELL_WORK))
}

/// What comes of a maker that is nowhere told to pause.
fn at_once<T>(maker: impl Future<Output = T>) -> T {
    match asked(pin!(maker)) {
        Poll::Ready(made) => made,
        Poll::Pending => unreachable!("its pace allows everything"),
    }
}

fn asked<T>(maker: Pin<&mut (impl Future<Output = T> + ?Sized)>) -> Poll<T> {
    maker.poll(&mut Context::from_waker(Waker::noop()))
}

/// A map that is being made, a slice at a time, for those who want to show how far it is or give it up.
///
/// Makers are written as `async` functions, for then the compiler sees to it that what they are at is kept
/// between two slices. Nobody waits for anything: each is asked to go on until its slice is used up.
///
/// ```
/// # mod xunlu {
/// #     pub use xunlu_map::{self as map, *};
/// # }
/// use xunlu::Size;
/// use xunlu::map::make::{self, Kind, Making};
///
/// let kind = Kind::Maze { corridor: 1, loops_percent: 0 };
/// let mut making = Making::new(kind, None, Size::new(300, 200), 1)?;
/// let mut slices = 0;
/// while !making.advance(200_000) {
///     assert!(making.thousandths() < 1000);
///     slices += 1;
/// }
/// assert!(slices > 1);
/// assert_eq!(making.finish()?, make::grid(kind, Size::new(300, 200), 1)?.into());
/// # Ok::<(), xunlu_map::MapError>(())
/// ```
pub struct Making {
    pace: Arc<Pace>,
    stage: Stage,
}

enum Stage {
    Begun(Maker),
    Done(Result<Map, MapError>),
}

type Maker = Pin<Box<dyn Future<Output = Result<Map, MapError>> + Send>>;

impl Making {
    /// Begins a map as [`grid`] or, with an arrangement, [`hex_grid`] makes it.
    ///
    /// # Errors
    /// As theirs.
    pub fn new(
        kind: Kind,
        arrangement: Option<HexArrangement>,
        size: Size,
        seed: u64,
    ) -> Result<Making, MapError> {
        let tiling = arrangement.map_or(Tiling::Squares, Tiling::Hexes);
        let pace = Arc::new(pace(kind, tiling, size)?);
        let heeded = Arc::clone(&pace);
        let maker = async move {
            let ground = made(kind, tiling, size, seed, &heeded).await?;
            Ok(match arrangement {
                None => Map::Grid(Grid::of(ground)),
                Some(arrangement) => Map::Hex(HexGrid::of(arrangement, ground)),
            })
        };
        Ok(Making { pace, stage: Stage::Begun(Box::pin(maker)) })
    }

    /// Goes on for about so much work: a nanosecond each, where that was measured. Returns whether the map is
    /// made.
    pub fn advance(&mut self, work: u64) -> bool {
        self.pace.allow(work);
        if let Stage::Begun(maker) = &mut self.stage
            && let Poll::Ready(made) = asked(maker.as_mut())
        {
            self.stage = Stage::Done(made);
        }
        matches!(self.stage, Stage::Done(_))
    }

    /// How much of the work is done, in thousandths.
    #[must_use]
    pub fn thousandths(&self) -> u32 {
        let (done, total) = (self.pace.done(), self.pace.total().max(1));
        let thousandths = u32::try_from(done * 1000 / total).unwrap_or(u32::MAX);
        // Others hear of the end when it is there.
        if matches!(self.stage, Stage::Done(_)) { 1000 } else { thousandths.min(999) }
    }

    /// The map; what is left of the work is done at once.
    ///
    /// # Errors
    /// When no map can be had of what was made, which [`new`](Self::new) sees to.
    pub fn finish(self) -> Result<Map, MapError> {
        self.pace.allow(u64::MAX);
        match self.stage {
            Stage::Done(made) => made,
            Stage::Begun(maker) => at_once(maker),
        }
    }
}

impl fmt::Debug for Making {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Making").field("thousandths", &self.thousandths()).finish()
    }
}
