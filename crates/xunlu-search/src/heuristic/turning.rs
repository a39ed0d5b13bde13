//! Estimates where turning costs something: for nodes that know which way they are headed.

use super::Heuristic;
use xunlu_map::{Cost, NodeId};

/// An estimate made for places, on a graph of (place, heading).
#[derive(Clone, Copy, Debug)]
pub struct TurningEstimate<'a, H: ?Sized> {
    /// The estimate on the graph below.
    pub below: &'a H,
    /// How many nodes a place has: see [`Turning::states`](crate::Turning::states).
    pub states: u32,
}

impl<H: Heuristic + ?Sized> Heuristic for TurningEstimate<'_, H> {
    #[inline]
    fn estimate(&self, node: NodeId) -> Cost {
        self.below.estimate(NodeId(node.0 / self.states))
    }

    fn is_consistent(&self) -> bool {
        self.below.is_consistent()
    }

    fn is_admissible(&self) -> bool {
        self.below.is_admissible()
    }
}

/// What the path to a goal costs on open ground for a mover that is headed some way, turns included.
///
/// Being the true cost on a map with more paths than ours, it is a lower bound and never drops by more than
/// a step costs. It takes half steps, which only lowers it. Where links lead on it is none: they cost no
/// turn.
///
/// [`GridEstimate::with_turns`](super::GridEstimate::with_turns) and
/// [`HexEstimate::with_turns`](super::HexEstimate::with_turns) make it.
#[derive(Clone, Debug)]
pub struct TurnsAhead<F> {
    /// How far the goal lies from a node.
    pub(super) rest_of: F,
    pub(super) circle: Circle,
    pub(super) turn: u64,
}

/// The directions of steps once round, and what steps cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Circle {
    /// Right, down, left, up.
    Four { straight: u64 },
    /// The same with diagonals between, which cost between one straight step and two.
    Eight { straight: u64, diagonal: u64 },
    /// Those of hexes.
    Six { each: u64 },
}

/// How far a goal lies away: so many steps in one direction, by its place on the circle, and so many in the
/// next one. If there are none in the first, there are none at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rest {
    pub(super) direction: u32,
    pub(super) steps: u64,
    pub(super) next_steps: u64,
}

impl Circle {
    /// How many directions there are, each with a heading.
    #[inline]
    fn count(self) -> u32 {
        match self {
            Circle::Four { .. } => 4,
            Circle::Six { .. } => 6,
            Circle::Eight { .. } => 8,
        }
    }

    /// How many nodes a place has: a grid of squares has eight headings whoever moves, and one is "none yet".
    #[inline]
    fn states(self) -> u32 {
        if let Circle::Six { .. } = self { 7 } else { 9 }
    }

    /// Where a heading lies on the circle. Returns `None` for "none yet".
    #[inline]
    fn place_of(self, heading: u32) -> Option<u32> {
        // Headings of squares are numbered straight ones first.
        match self {
            Circle::Four { .. } => (heading < 4).then_some(heading),
            Circle::Eight { .. } => (heading < 8).then_some(heading % 4 * 2 + heading / 4),
            Circle::Six { .. } => (heading < 6).then_some(heading),
        }
    }

    /// How far columns and rows lead.
    #[inline]
    pub(super) fn rest(self, columns: i64, rows: i64) -> Rest {
        let (x, y) = (columns.unsigned_abs(), rows.unsigned_abs());
        match self {
            Circle::Four { .. } => {
                // From which of the four one turns right into the next to go there.
                let direction = match (columns > 0, rows > 0) {
                    (true, true) => 0,
                    (false, true) => 1,
                    (false, false) => 2,
                    (true, false) => 3,
                };
                let (steps, next_steps) = if direction % 2 == 0 { (x, y) } else { (y, x) };
                Rest { direction, steps, next_steps }.settled(4)
            }
            Circle::Eight { .. } => {
                let slant = match (columns > 0, rows > 0) {
                    (true, true) => 1,
                    (false, true) => 3,
                    (false, false) => 5,
                    (true, false) => 7,
                };
                let (slanted, straight) = (x.min(y), x.abs_diff(y));
                // The straight direction on this side of the slant, or on the other.
                let is_after = (x > y) == (slant % 4 == 3);
                if is_after {
                    Rest { direction: slant, steps: slanted, next_steps: straight }.settled(8)
                } else {
                    Rest { direction: slant - 1, steps: straight, next_steps: slanted }.settled(8)
                }
            }
            Circle::Six { .. } => {
                // Columns are q, rows r, and the third is what is left.
                let third = -columns - rows;
                let z = third.unsigned_abs();
                let (direction, steps, next_steps) = match (columns > 0, rows > 0, third > 0) {
                    (true, true, _) => (0, x, y),
                    (_, true, false) => (1, z, x),
                    (_, true, true) => (2, y, z),
                    (false, false, _) => (3, x, y),
                    (_, false, true) => (4, z, x),
                    (_, false, false) => (5, y, z),
                };
                Rest { direction, steps, next_steps }.settled(6)
            }
        }
    }
}

impl Rest {
    /// The same with its steps in the first direction, if all are in one.
    #[inline]
    fn settled(self, count: u32) -> Rest {
        let Rest { direction, steps, next_steps } = self;
        if steps > 0 {
            return self;
        }
        let direction = if direction + 1 == count { 0 } else { direction + 1 };
        Rest { direction, steps: next_steps, next_steps: 0 }
    }

    /// What it costs at least for who is headed somewhere, by the circle; all turns cost the same.
    #[inline]
    fn cost(self, circle: Circle, heading: Option<u32>, turn: u64) -> u64 {
        let Rest { direction, steps, next_steps } = self;
        let [first, second] = match circle {
            Circle::Four { straight } => [straight; 2],
            Circle::Six { each } => [each; 2],
            Circle::Eight { straight, diagonal } if direction % 2 == 0 => [straight, diagonal],
            Circle::Eight { straight, diagonal } => [diagonal, straight],
        };
        let length = first * steps + second * next_steps;
        let to_next = if next_steps > 0 { turn } else { 0 };
        let Some(heading) = heading else { return length + to_next };
        let count = circle.count();
        let ahead = heading + count - direction;
        let off = if ahead >= count { ahead - count } else { ahead };
        if off == 0 && steps > 0 || next_steps > 0 && off == 1 {
            return length + to_next;
        }
        if steps == 0 {
            return 0;
        }
        // Turn at once; or go on as one is headed for a while, and turn once only. Two steps beside a
        // direction then do for a diagonal one, or for two straight ones.
        let (is_slanted, is_next_slanted) = (direction % 2 == 1, direction % 2 == 0);
        let detour = match circle {
            _ if next_steps == 0 => 0,
            Circle::Six { each } if off == 5 => each * steps,
            Circle::Six { each } if off == 2 => each * next_steps,
            Circle::Eight { straight, diagonal } => {
                let beside = |is_slanted| {
                    if is_slanted { 2 * straight - diagonal } else { diagonal - straight }
                };
                let across = |is_slanted| if is_slanted { 2 * straight } else { diagonal };
                match off {
                    7 => beside(is_slanted) * steps,
                    2 => beside(is_next_slanted) * next_steps,
                    6 => across(is_slanted) * steps,
                    3 => across(is_next_slanted) * next_steps,
                    _ => turn,
                }
            }
            _ => turn,
        };
        length + turn + detour.min(to_next)
    }
}

impl<F: Fn(NodeId) -> Rest> TurnsAhead<F> {
    /// The estimate for a place in a heading.
    #[inline]
    pub fn at(&self, place: NodeId, heading: u32) -> Cost {
        let rest = (self.rest_of)(place);
        let heading = self.circle.place_of(heading);
        let cost = rest.cost(self.circle, heading, self.turn);
        // One below the cost that cannot be said: that one would mean that there is no path.
        u32::try_from(cost).map_or(Cost(u32::MAX - 1), |cost| Cost(cost.min(u32::MAX - 1)))
    }
}

impl<F: Fn(NodeId) -> Rest> Heuristic for TurnsAhead<F> {
    fn estimate(&self, node: NodeId) -> Cost {
        let states = self.circle.states();
        self.at(NodeId(node.0 / states), node.0 % states)
    }

    fn is_consistent(&self) -> bool {
        true
    }
}
