//! Which part of a gap a root sees from where it looks into a polygon.

use super::around::{Gap, Near};
use super::circle::Circle;
use super::leg::{self, TOUCHING};
use crate::half_edges::numbered;
use crate::real::Real;

/// From where a root looks into a polygon.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// The start is in it.
    Start,
    /// A section of its arc is, between whose ends it sees.
    Arc([Real; 2]),
    /// It sees in through a half-edge of the polygon, between two directions.
    Side(u32, [Real; 2]),
}

/// What a root sees of a polygon's gaps.
pub(super) struct Clip {
    place: Place,
    // Where the right ray leaves the polygon and where the left one does, if the root is in it; and how many
    // sides there are.
    exits: [u32; 2],
    count: u32,
}

impl Clip {
    pub(super) fn of(near: Near<'_>, circle: Circle, place: Place) -> Clip {
        let first = near.sides[0].edge;
        let count = numbered(near.sides.len());
        let exits = match place {
            Place::Arc(ways) => ways.map(|way| {
                let exit = leg::exit(near.sides, circle.touched(way), way);
                exit.map_or(first, |(side, _)| side.edge)
            }),
            _ => [first; 2],
        };
        Clip { place, exits, count }
    }

    /// Between which directions a gap is seen. Returns `None` if it is not.
    pub(super) fn clipped(&self, circle: Circle, gap: &Gap) -> Option<[Real; 2]> {
        let [begin, end] = gap.ends;
        // The direction to what is next to the circle itself is anything: it bounds nothing.
        let is_apart = |to: Real| to.minus(circle.centre).length() > circle.side.abs() + TOUCHING;
        let way = |to: Real| Some(circle.way(Circle::point(to)).filter(|_| is_apart(to))?.0);
        // Which of the two rays may cross the side: where both lie beyond, they tell left from right.
        let (wedge, is_cut) = match self.place {
            Place::Start => {
                let wedge = [way(begin)?, way(end)?];
                return (wedge[0].cross(wedge[1]) > 0.0).then_some(wedge);
            }
            Place::Side(entry, _) if entry == gap.edge => return None,
            Place::Side(_, wedge) => (wedge, [true; 2]),
            Place::Arc(wedge) => {
                let after = |edge: u32| (edge + self.count - self.exits[0]) % self.count;
                let (own, last) = (after(gap.edge), after(self.exits[1]));
                if own > last {
                    return None;
                }
                (wedge, [own == 0, own == last])
            }
        };
        let [right, left] = wedge;
        let [cut_right, cut_left] = is_cut;
        if cut_right && circle.off(right, end) <= 0.0 || cut_left && circle.off(left, begin) >= 0.0
        {
            return None;
        }
        let right = if cut_right && circle.off(right, begin) <= 0.0 {
            right
        } else {
            way(begin).unwrap_or(right)
        };
        let left =
            if cut_left && circle.off(left, end) >= 0.0 { left } else { way(end).unwrap_or(left) };
        (right.cross(left) > 0.0).then_some([right, left])
    }
}
