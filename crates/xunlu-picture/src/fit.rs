//! Points of any plane brought into a picture: as large as it allows, and not distorted.

use crate::position::{PIXEL, Position, pixels, rounded};
use xunlu_map::Point;

/// How points of the plane become points of a picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fit {
    // Half the least coordinates: the span of the largest numbers there are would be too large to say.
    half_least: Point,
    scale: f64,
    corner: Position,
    /// In pixels, with the padding.
    pub(crate) width: u32,
    pub(crate) height: u32,
}

impl Fit {
    /// All points within `most` pixels, at least `padding` from its edges.
    pub(crate) fn of(points: impl Iterator<Item = Point>, most: (u32, u32), padding: u32) -> Fit {
        let finite = points.filter(|point| point.x.is_finite() && point.y.is_finite());
        let halves = finite.map(|point| Point::new(point.x / 2.0, point.y / 2.0));
        let box_of = halves.fold(None, |box_of: Option<[Point; 2]>, at| {
            let [least, most] = box_of.unwrap_or([at, at]);
            let least = Point::new(least.x.min(at.x), least.y.min(at.y));
            Some([least, Point::new(most.x.max(at.x), most.y.max(at.y))])
        });
        let [least, largest] = box_of.unwrap_or_default();
        let span = Point::new(largest.x - least.x, largest.y - least.y);
        let room = |most: u32| f64::from(most.saturating_sub(2 * padding).max(1));
        let along = |room: f64, span: f64| if span > 0.0 { room / span } else { f64::MAX };
        let scale = along(room(most.0), span.x).min(along(room(most.1), span.y));
        let scale = if span.x > 0.0 || span.y > 0.0 { scale } else { 0.0 };
        let unit = f64::from(PIXEL);
        let length = |span: f64, most: u32| {
            let needed = u32::try_from(rounded((span * scale).ceil())).unwrap_or(most);
            needed.saturating_add(2 * padding).clamp(1, most.max(1))
        };
        let (width, height) = (length(span.x, most.0), length(span.y, most.1));
        let corner = Position::new(pixels(padding), pixels(padding));
        Fit { half_least: least, scale: scale * unit, corner, width, height }
    }

    /// The same, somewhere else in the picture.
    pub(crate) fn moved(self, (left, top): (u32, u32)) -> Fit {
        Fit { corner: self.corner.plus(pixels(left), pixels(top)), ..self }
    }

    /// Where a point comes to lie; at the edge where it is no number.
    pub(crate) fn place(&self, point: Point) -> Position {
        let across = (point.x / 2.0 - self.half_least.x) * self.scale;
        let down = (point.y / 2.0 - self.half_least.y) * self.scale;
        let most = pixels(32_768);
        let bounded = |value: f64| rounded(value).clamp(-most, most);
        self.corner.plus(bounded(across), bounded(down))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_keep_their_shape_and_stay_inside() {
        let corners = [(-3.0, 1.0), (5.0, 1.0), (5.0, 5.0)].map(|(x, y)| Point::new(x, y));
        let fit = Fit::of(corners.into_iter(), (100, 100), 10);
        assert_eq!((fit.width, fit.height), (100, 60));
        let placed = corners.map(|corner| fit.place(corner));
        let at = Position::pixel;
        assert_eq!(placed, [at(10, 10), at(90, 10), at(90, 50)]);
    }

    #[test]
    fn the_largest_numbers_and_single_points_fit() {
        let far = [Point::new(-f64::MAX, 0.0), Point::new(f64::MAX, f64::MAX)];
        let fit = Fit::of(far.into_iter(), (64, 64), 4);
        assert_eq!(fit.place(far[1]).x, 60 * PIXEL);
        let alone = Fit::of([Point::new(7.0, 7.0)].into_iter(), (64, 64), 4);
        assert_eq!(alone.place(Point::new(7.0, 7.0)), Position::pixel(4, 4));
        let none = Fit::of(std::iter::empty(), (64, 64), 4);
        assert_eq!((none.width, none.height), (8, 8));
    }
}
