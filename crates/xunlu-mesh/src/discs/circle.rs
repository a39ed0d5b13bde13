//! Circles that a path of a disc's middle goes round, and the tangents from one to the next.
//!
//! ```text
//!       .-''-.  a corner u to the left of the path: the middle turns left on the
//!      |  u   |  circle round it, and leaves straight on at any point of it
//!   --->'-..-'--->
//! ```

use crate::real::Real;

/// A circle, and on which side of it a path passes; or a point, which is a circle of no size.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Circle {
    pub(crate) centre: Real,
    /// Its radius where it lies to the left of the path, which turns left round it; less than nothing where
    /// it lies to the right.
    pub(crate) side: f64,
}

/// Circles that touch by rounding do not overlap.
const TOUCHING: f64 = 1.0 - 1e-12;

impl Circle {
    pub(crate) fn point(centre: Real) -> Circle {
        Circle { centre, side: 0.0 }
    }

    /// Whether it is a point.
    pub(crate) fn is_point(self) -> bool {
        self.side == 0.0
    }

    /// The direction of the straight line, one step long, that leaves this circle and comes to another, and
    /// how long it is between them. Returns `None` if they overlap too much for one.
    #[inline]
    pub(crate) fn way(self, to: Circle) -> Option<(Real, f64)> {
        let apart = to.centre.minus(self.centre);
        let (across, square) = (self.side - to.side, apart.dot(apart));
        if square <= 0.0 || square < across * across * TOUCHING {
            return None;
        }
        let length = f64::max(square - across * across, 0.0).sqrt();
        let way = apart.times(length).plus(apart.left().times(across));
        Some((way.times(1.0 / square), length))
    }

    /// The point where a path in this direction touches it.
    #[inline]
    pub(crate) fn touched(self, way: Real) -> Real {
        self.centre.minus(way.left().times(self.side))
    }

    /// The way round it from one direction to another.
    #[inline]
    pub(crate) fn round(self, from: Real, to: Real) -> f64 {
        if self.is_point() { 0.0 } else { self.side.abs() * from.angle(to) }
    }

    /// How far a point lies to the left of the path that leaves in this direction.
    #[inline]
    pub(crate) fn off(self, way: Real, point: Real) -> f64 {
        way.cross(point.minus(self.centre)) + self.side
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tangents_touch_both_circles() {
        let centre = |x: f64, y: f64| Real { x, y };
        for from in [-3.0, 0.0, 3.0] {
            for to in [-2.0, 0.0, 2.0] {
                let [from, to] = [(from, centre(1.0, 2.0)), (to, centre(-7.0, 9.0))]
                    .map(|(side, centre)| Circle { centre, side });
                let (way, length) = from.way(to).unwrap();
                assert!((way.length() - 1.0).abs() < 1e-15);
                let (left, reached) = (from.touched(way), to.touched(way));
                let between = reached.minus(left);
                assert!(between.minus(way.times(length)).length() < 1e-14);
                assert!(from.off(way, left).abs() < 1e-14 && from.off(way, reached).abs() < 1e-13);
                assert!((from.off(way, to.centre) - to.side).abs() < 1e-13);
            }
        }
        let [one, other] = [-2.0, 2.0].map(|side| Circle { centre: centre(side, 0.0), side });
        assert!(one.way(other).is_some_and(|(_, length)| length.abs() < 1e-6), "they touch");
        let nearer = Circle { centre: centre(1.9, 0.0), side: 2.0 };
        assert_eq!(one.way(nearer), None);
    }
}
