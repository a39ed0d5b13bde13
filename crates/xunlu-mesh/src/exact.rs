//! Points on a grid of integers, and on which side of a line they lie: exact, so that nothing needs a
//! tolerance.

use crate::error::NavMeshError;
use std::ops::Range;
use xunlu_map::Point;

/// A point of a mesh, counted in steps of its [`Chart`] from the chart's origin.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct MeshPoint {
    /// Steps to the right.
    pub x: i32,
    /// Steps upwards.
    pub y: i32,
}

/// The way from one point to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Vector {
    pub(crate) x: i32,
    pub(crate) y: i32,
}

/// So many steps a chart is wide and high at most: differences then fit into 26 bits and their products into
/// 52, so that no sum of two of them is ever rounded, in integers or in `f64`.
pub const STEPS_MAX: u32 = 1 << 25;

/// So far from the origin the end of a ray may lie at most, for its products to fit into 64 bits.
const RAY_STEPS_MAX: i32 = 1 << 29;

impl MeshPoint {
    /// Points as numbers in the same order: sooner compared.
    #[inline]
    pub(crate) fn key(self) -> u64 {
        let [x, y] = [self.x, self.y].map(|at| u64::from(at.cast_unsigned() ^ 1 << 31));
        x << 32 | y
    }

    #[inline]
    pub(crate) fn to(self, other: MeshPoint) -> Vector {
        Vector { x: other.x - self.x, y: other.y - self.y }
    }

    #[inline]
    pub(crate) fn distance(self, other: MeshPoint) -> f64 {
        self.to(other).length()
    }
}

impl Vector {
    /// Twice the area of the triangle that two vectors span: positive if the other one lies to the left.
    #[inline]
    pub(crate) fn cross(self, other: Vector) -> i64 {
        i64::from(self.x) * i64::from(other.y) - i64::from(self.y) * i64::from(other.x)
    }

    #[inline]
    pub(crate) fn dot(self, other: Vector) -> i64 {
        i64::from(self.x) * i64::from(other.x) + i64::from(self.y) * i64::from(other.y)
    }

    /// The root of an integer that is not rounded before: the same on every machine.
    #[inline]
    #[allow(clippy::cast_precision_loss, reason = "the square of a difference has at most 53 bits")]
    pub(crate) fn length(self) -> f64 {
        (self.dot(self) as f64).sqrt()
    }
}

/// On which side of the line through two points a third one lies: positive if to the left of who goes from
/// `from` to `to`.
#[inline]
pub(crate) fn side(from: MeshPoint, to: MeshPoint, point: MeshPoint) -> i64 {
    from.to(to).cross(from.to(point))
}

/// How long a way is that lies between points of the grid, squared.
pub(crate) fn square([x, y]: [f64; 2]) -> f64 {
    x * x + y * y
}

/// Which points of the plane the points of a mesh's grid are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chart {
    origin: Point,
    steps_a_unit: f64,
}

/// Steps a unit of length where nothing else is asked for.
pub const STEPS_A_UNIT: u32 = 1024;

impl Chart {
    /// A chart of a rectangle: with so many steps a unit, or as many fewer, by powers of two, as the
    /// rectangle needs to fit. Returns `None` if a corner is no number, or the
    /// rectangle too large for its extent to be one.
    #[must_use]
    pub fn of(least: Point, most: Point, steps_a_unit: u32) -> Option<Chart> {
        let origin = Point::new(least.x.floor(), least.y.floor());
        let extents = [most.x - origin.x, most.y - origin.y];
        if extents.iter().any(|extent| !extent.is_finite() || *extent < 0.0) {
            return None;
        }
        let extent = extents[0].max(extents[1]);
        let mut steps_a_unit = f64::from(steps_a_unit.max(1));
        while extent * steps_a_unit > f64::from(STEPS_MAX - 1) {
            steps_a_unit /= 2.0;
        }
        Some(Chart { origin, steps_a_unit })
    }

    /// A chart from an origin on with so many steps a unit. Returns `None` if there is none like it.
    pub(crate) fn with_steps_a_unit(origin: Point, steps_a_unit: f64) -> Option<Chart> {
        let is_chart = origin.x.is_finite() && origin.y.is_finite();
        (is_chart && steps_a_unit.is_normal() && steps_a_unit > 0.0)
            .then_some(Chart { origin, steps_a_unit })
    }

    /// A chart of all these points.
    pub(crate) fn around<'a>(
        mut points: impl Iterator<Item = &'a Point> + Clone,
        steps_a_unit: u32,
    ) -> Result<Chart, NavMeshError> {
        if points.clone().any(|point| !point.x.is_finite() || !point.y.is_finite()) {
            return Err(NavMeshError::Coordinates);
        }
        let first = *points.next().ok_or(NavMeshError::Empty)?;
        let [least, most] = points.fold([first; 2], |[least, most], at| {
            [
                Point::new(least.x.min(at.x), least.y.min(at.y)),
                Point::new(most.x.max(at.x), most.y.max(at.y)),
            ]
        });
        Chart::of(least, most, steps_a_unit).ok_or(NavMeshError::Coordinates)
    }

    /// The point of the grid nearest to a point. Returns `None` if it lies outside the chart.
    #[must_use]
    #[inline]
    pub fn snap(&self, point: Point) -> Option<MeshPoint> {
        self.rounded(point, 0..STEPS_MAX.cast_signed())
    }

    /// The same for the end of a ray, which may lie well outside.
    #[inline]
    pub(crate) fn snap_end(&self, point: Point) -> Option<MeshPoint> {
        self.rounded(point, -RAY_STEPS_MAX..RAY_STEPS_MAX)
    }

    #[inline]
    fn rounded(&self, point: Point, range: Range<i32>) -> Option<MeshPoint> {
        let whole = |steps: f64| whole(steps).filter(|steps| range.contains(steps));
        let (x, y) = self.steps(point);
        Some(MeshPoint { x: whole(x)?, y: whole(y)? })
    }

    /// How many steps a point lies to the right of the origin and above it: they need not be whole.
    pub(crate) fn steps(&self, point: Point) -> (f64, f64) {
        let along = |from: f64, to: f64| (to - from) * self.steps_a_unit;
        (along(self.origin.x, point.x), along(self.origin.y, point.y))
    }

    /// Where a point of the grid lies in the plane.
    #[must_use]
    pub fn point(&self, point: MeshPoint) -> Point {
        self.point_at(f64::from(point.x), f64::from(point.y))
    }

    /// Where so many steps lead to, which need not be whole.
    pub(crate) fn point_at(&self, x: f64, y: f64) -> Point {
        Point::new(self.origin.x + x / self.steps_a_unit, self.origin.y + y / self.steps_a_unit)
    }

    /// A radius in steps.
    pub(crate) fn radius(&self, radius: f64) -> Result<f64, NavMeshError> {
        let steps = radius * self.steps_a_unit;
        let is_radius = (0.0..=f64::from(STEPS_MAX)).contains(&steps);
        is_radius.then_some(steps).ok_or(NavMeshError::Radius)
    }

    /// A length that is counted in steps, in units.
    #[must_use]
    pub fn length(&self, steps: f64) -> f64 {
        steps / self.steps_a_unit
    }

    /// How many steps make a unit of length.
    #[must_use]
    pub fn steps_a_unit(&self) -> f64 {
        self.steps_a_unit
    }
}

/// The integer nearest to a number, of two the one farther from zero. Returns `None` if it has more than 32
/// bits, or there is none.
// PERF: `f64::round` is a call where the processor need not have an instruction for it, x86-64 among others.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "what is cut off is looked at")]
fn whole(number: f64) -> Option<i32> {
    let toward_zero = number as i32;
    let rest = number - f64::from(toward_zero);
    let by = i32::from(rest >= 0.5) - i32::from(rest <= -0.5);
    // It was out of range, or no number.
    let is_whole = rest > -1.0 && rest < 1.0;
    if is_whole { toward_zero.checked_add(by) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_as_the_standard_library_does() {
        let most = f64::from(i32::MAX);
        let near = [0.0, 0.25, 0.5, 1.0, 1.5, 2.5, 7.75, most - 0.5, most, -most, -most - 1.0];
        for number in near.iter().flat_map(|near| [near.next_down(), *near, near.next_up(), -near])
        {
            let rounded = number.round();
            let expected = (-most - 1.0..=most).contains(&rounded).then_some(rounded);
            assert_eq!(whole(number).map(f64::from), expected, "{number}");
        }
        for none in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, most + 1.0, most + 0.5] {
            assert_eq!(whole(none), None, "{none}");
        }
    }

    #[test]
    fn points_keep_their_place() {
        let chart =
            Chart::of(Point::new(-3.5, 2.0), Point::new(900.0, 17.25), STEPS_A_UNIT).unwrap();
        for point in [Point::new(-3.5, 2.0), Point::new(12.125, 17.25)] {
            assert_eq!(chart.point(chart.snap(point).unwrap()), point);
        }
        assert_eq!(chart.snap(Point::new(-5.0, 2.0)), None);
        assert_eq!(chart.snap(Point::new(f64::NAN, 2.0)), None);
    }

    #[test]
    fn a_large_rectangle_has_larger_steps() {
        let chart = Chart::of(Point::default(), Point::new(32_768.0, 1.0), STEPS_A_UNIT).unwrap();
        assert_eq!(chart.steps_a_unit().to_bits(), 512.0_f64.to_bits());
        for wrong in [f64::INFINITY, f64::NAN, -1.0] {
            assert_eq!(Chart::of(Point::default(), Point::new(wrong, 1.0), 1), None);
            assert_eq!(Chart::of(Point::default(), Point::new(1.0, wrong), 1), None);
        }
    }

    #[test]
    fn sides_are_exact_at_the_far_corner() {
        let most = i32::try_from(STEPS_MAX).unwrap() - 1;
        let (near, far) = (MeshPoint { x: 0, y: 0 }, MeshPoint { x: most, y: most - 1 });
        assert!(side(near, far, MeshPoint { x: most - 1, y: most - 2 }) < 0);
        assert!(side(near, far, MeshPoint { x: most, y: most }) > 0);
        assert_eq!(side(near, far, far), 0);
    }
}
