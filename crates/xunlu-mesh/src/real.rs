//! Vectors whose parts need not be whole: counted in steps, and rounded, by operations that round alike on
//! every machine.

use crate::exact::{MeshPoint, Vector};

/// A point or a vector that may be rounded.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Real {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl Real {
    #[inline]
    pub(crate) fn of(vector: Vector) -> Real {
        Real { x: vector.x.into(), y: vector.y.into() }
    }

    #[inline]
    pub(crate) fn at(point: MeshPoint) -> Real {
        Real { x: point.x.into(), y: point.y.into() }
    }

    #[inline]
    pub(crate) fn plus(self, other: Real) -> Real {
        Real { x: self.x + other.x, y: self.y + other.y }
    }

    #[inline]
    pub(crate) fn minus(self, other: Real) -> Real {
        Real { x: self.x - other.x, y: self.y - other.y }
    }

    #[inline]
    pub(crate) fn times(self, by: f64) -> Real {
        Real { x: self.x * by, y: self.y * by }
    }

    #[inline]
    pub(crate) fn cross(self, other: Real) -> f64 {
        self.x * other.y - self.y * other.x
    }

    #[inline]
    pub(crate) fn dot(self, other: Real) -> f64 {
        self.x * other.x + self.y * other.y
    }

    #[inline]
    pub(crate) fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// A quarter of a turn to the left.
    #[inline]
    pub(crate) fn left(self) -> Real {
        Real { x: -self.y, y: self.x }
    }

    /// The same way, one step long.
    #[inline]
    pub(crate) fn unit(self) -> Real {
        self.times(1.0 / self.length())
    }

    /// The angle between this and another vector, both one step long: from 0 to half a turn.
    pub(crate) fn angle(self, other: Real) -> f64 {
        let (sine, cosine) = (other.minus(self).length(), other.plus(self).length());
        // Of a quarter of the angle: the two are twice the sine and the cosine of its half.
        let mut tangent = sine / (2.0 + cosine);
        for _ in 0..HALVINGS {
            tangent /= 1.0 + (1.0 + tangent * tangent).sqrt();
        }
        let square = tangent * tangent;
        let series = TERMS.iter().rev().fold(0.0, |sum, term| term - square * sum);
        4.0 * f64::from(1 << HALVINGS) * tangent * series
    }
}

/// So often an angle is halved before its tangent is less than a tenth.
const HALVINGS: u32 = 3;

/// The arc tangent's series (Gregory 1671), signs apart.
const TERMS: [f64; 9] = [
    1.0,
    1.0 / 3.0,
    1.0 / 5.0,
    1.0 / 7.0,
    1.0 / 9.0,
    1.0 / 11.0,
    1.0 / 13.0,
    1.0 / 15.0,
    1.0 / 17.0,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_are_what_they_are() {
        let way = |angle: f64| Real { x: angle.cos(), y: angle.sin() };
        for number in 0..=1000 {
            let angle = f64::from(number) / 1000.0 * std::f64::consts::PI;
            for from in [0.0, 1.0, 4.0] {
                let measured = way(from).angle(way(from + angle));
                assert!((measured - angle).abs() < 1e-14 * 4.0, "{measured}, not {angle}");
            }
        }
        let small = way(0.0).angle(way(1e-9));
        assert!((small / 1e-9 - 1.0).abs() < 1e-6, "{small}");
    }
}
