//! Straight lines over the ground: what can be seen, shot at and walked to without turning.
//!
//! Cells are unit squares round their centres; the centres have the cells' own coordinates, so that
//! cell (3, 1) reaches from 2.5 to 3.5 and from 0.5 to 1.5. Everything is decided in integers; floats
//! appear in the coordinates of a [`Hit`] alone. What only touches, along an edge or at a corner, does
//! not overlap.
//!
//! Two things can be sent along a line, and they differ even for a mover of one cell:
//!
//! ```text
//!   A - - .        A ray is as thin as a point: from A to B it passes through the cells marked -
//!   . . - B        alone. For seeing, shooting, pointing. [`raycast`], [`is_visible`].
//!
//!   A + + +        A body fills its cells and takes that square along: from A to B it sweeps the
//!   + + + B        cells marked + as well. For walking without clipping a wall. [`sweep`].
//! ```
//!
//! A footprint of W x H cells sends W x H parallel rays, or one body of W x H cells. A ray that passes
//! exactly through a corner asks the corner rule, just as a diagonal step does; a body never needs to.
//!
//! Lines are straight on the flat map: they do not pass round joined edges, know no links, and do
//! not ask which [ways](crate::Exits) lead out of a cell. What lies outside the map is closed.

use crate::cell::{Cell, Size};
use crate::mover::Corners;
use crate::passability::Passability;

mod fraction;
mod line;
mod slide;
mod visible;

pub use fraction::Fraction;
pub use line::{Crossing, bresenham, supercover};
pub use visible::VisibleFrom;

use slide::{Slide, Stop};

/// How a ray or a body fared on its way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Passage {
    /// Nothing closed in the way.
    Clear,
    /// Something closed, and here is the first of it.
    Blocked(Hit),
}

impl Passage {
    /// Whether nothing was in the way.
    #[must_use]
    pub const fn is_clear(&self) -> bool {
        matches!(self, Passage::Clear)
    }

    /// What was in the way. Returns `None` if nothing was.
    #[must_use]
    pub const fn hit(&self) -> Option<&Hit> {
        match self {
            Passage::Clear => None,
            Passage::Blocked(hit) => Some(hit),
        }
    }
}

/// Where a ray or a body first met something closed.
///
/// `along` is exact; it is the moment from which on the two would overlap, or, where a ray is held up
/// by a corner rule, the moment at which it reaches the corner. The mover's place is then exactly
/// `from + (to - from) * along`, and the two points are that in floats.
///
/// Several cells may be met at the same moment. Then those under the start come first and those that
/// only the corner rule minds come last; among equals the least y, then the least x.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hit {
    /// The first closed cell; just outside the map where the line leaves it.
    pub cell: Cell,
    /// How far along the line that was: 0 when the start is closed, or a body leans on the wall already.
    pub along: Fraction,
    /// Where the centre of the mover's place is at that moment, as x and y: how far it can get.
    pub mover: [f64; 2],
    /// Where the contact is, as x and y. Of a ray, where it enters the cell's square, on an edge or a
    /// corner; of a body, the middle of what the two have in common. A start that is closed is
    /// met at the centre of the closed cell.
    pub point: [f64; 2],
}

/// Whether a mover at `from` sees `to`: whether [`raycast`] is clear. The same from either end.
///
/// # Panics
/// When the footprint has no cells.
#[must_use]
pub fn is_visible(
    open: &Passability,
    from: Cell,
    to: Cell,
    footprint: Size,
    corners: Corners,
) -> bool {
    Slide::of_rays(open, from, to, footprint, corners).stop().is_none()
}

/// Sends a ray from the centre of each cell of `footprint` at `from` to its counterpart at `to`, and
/// tells the first closed cell that any of them enters.
///
/// Each ray passes through the cells of its [`supercover`]. All of them pass exactly through a
/// corner at the same moment, and pass it when a mover of this footprint could take the diagonal
/// step from the one place to the other:
///
/// ```text
///   A #      Always           passes between the two walls;
///   # B      OneFree          when the mover stands at one of the two places beside the step or more;
///            NoCutting        when it stands at both;
///            Never            as NoCutting: it says how steps go, not how far one sees.
/// ```
///
/// Costs two integer comparisons and a look at the cells of one edge of the footprint for each
/// crossing, up to the first closed cell, and a word for 64 cells on a clear row. Allocates nothing.
///
/// ```
/// # mod xunlu {
/// #     pub use xunlu_map::{self as map, *};
/// # }
/// use xunlu::{Cell, Corners, Grid, Mover, Size};
/// use xunlu::map::{Passability, raycast};
///
/// let grid: Grid = "...#\n....".parse()?;
/// let ground = Passability::new(grid.ground(), &Mover::default());
/// let (from, to) = (Cell::new(0, 0), Cell::new(4, 0));
/// let passage = raycast(&ground, from, to, Size::ONE, Corners::NoCutting);
/// let hit = passage.hit().expect("there is a wall");
/// assert_eq!((hit.cell, hit.point), (Cell::new(3, 0), [2.5, 0.0]));
/// assert_eq!(hit.along.to_string(), "5/8");
/// # Ok::<(), xunlu_map::MapError>(())
/// ```
///
/// # Panics
/// When the footprint has no cells.
#[must_use]
pub fn raycast(
    open: &Passability,
    from: Cell,
    to: Cell,
    footprint: Size,
    corners: Corners,
) -> Passage {
    let stop = Slide::of_rays(open, from, to, footprint, corners).stop();
    told(stop, [from, to], footprint, Contact::of_ray)
}

/// Moves a body that fills the W x H cells of `footprint` in a straight line, without turning it,
/// and tells the first closed cell that it would overlap.
///
/// The body may touch walls along edges and at corners. It needs no corner rule: on an exact diagonal
/// it overlaps the cells on both sides, which is what [`Corners::NoCutting`] asks for.
///
/// ```text
///   A + #      Clear from A to B: on the way between two cells the body overlaps both of their
///   + * +      side cells +, but it only touches the two walls.
///   # + B
/// ```
///
/// Costs as [`raycast`] does. The same from either end, but for what is hit first.
///
/// # Panics
/// When the footprint has no cells.
#[must_use]
pub fn sweep(open: &Passability, from: Cell, to: Cell, footprint: Size) -> Passage {
    let stop = Slide::of_body(open, from, to, footprint).stop();
    told(stop, [from, to], footprint, Contact::of_body)
}

/// Whether a mover with this corner rule can walk straight from `from` to `to`: the question that
/// pulling a path tight asks. The same from either end.
///
/// * [`Corners::NoCutting`], and [`Corners::Never`], which is stricter only in its steps: the body
///   that fills the footprint must fit all the way; as [`sweep`].
/// * [`Corners::OneFree`] and [`Corners::Always`]: a mover that may cut corners does not fill its
///   cells while it moves, or it could not make its own diagonal steps. The centres of all the cells it
///   stands on must get through; as [`raycast`].
///
/// Either way, between neighbouring places the answer is that of the step rule: true exactly when the
/// mover stands at both and the rule allows the step. And under the latter two rules a
/// straight walk is nothing but legal steps: its place goes through the cells of the [`supercover`],
/// a straight step over each edge and a diagonal one over each corner, and stands at every one of them.
/// Under the former every such step is legal too.
///
/// # Panics
/// When the footprint has no cells.
#[must_use]
pub fn can_walk_straight(
    open: &Passability,
    from: Cell,
    to: Cell,
    footprint: Size,
    corners: Corners,
) -> bool {
    let slide = match corners {
        Corners::NoCutting | Corners::Never => Slide::of_body(open, from, to, footprint),
        Corners::OneFree | Corners::Always => Slide::of_rays(open, from, to, footprint, corners),
    };
    slide.stop().is_none()
}

/// Where along one axis the contact is.
struct Contact {
    /// The closed cell's coordinate.
    cell: i32,
    /// That of the place which the mover was about to enter.
    place: i32,
    /// Where the mover is.
    mover: f64,
    /// How many cells the mover has along the axis.
    side: u32,
}

impl Contact {
    /// Where the one of the parallel rays is that meets the cell: on entering, cell and ray lie alike
    /// to cell and place. A cell beside a corner is off by one, and the outermost ray touches it.
    fn of_ray(&self) -> f64 {
        let ray = (i64::from(self.cell) - i64::from(self.place)).clamp(0, i64::from(self.side) - 1);
        self.mover + ray as f64
    }

    /// The middle of what cell and body have in common.
    fn of_body(&self) -> f64 {
        let (first, last) = (self.mover, self.mover + f64::from(self.side - 1));
        let cell = f64::from(self.cell);
        f64::midpoint(first.max(cell), last.min(cell))
    }
}

/// What stopped it, with the coordinates of the meeting.
fn told(stop: Option<Stop>, line: [Cell; 2], side: Size, point: fn(&Contact) -> f64) -> Passage {
    let Some(Stop { cell, along, place }) = stop else { return Passage::Clear };
    let [from, to] = line;
    let mover = [along.between(from.x, to.x), along.between(from.y, to.y)];
    let x = Contact { cell: cell.x, place: place.x, mover: mover[0], side: side.width };
    let y = Contact { cell: cell.y, place: place.y, mover: mover[1], side: side.height };
    Passage::Blocked(Hit { cell, along, mover, point: [point(&x), point(&y)] })
}

#[cfg(test)]
mod tests;
