//! From a path's places to a line of points that a sprite walks frame by frame.
//!
//! ```text
//!   Path -> Course -> turning points, or pulled tight -> Route -> where am I after 3.7 cells?
//!
//!   a path        its course,    pulled tight     A Course knows between which places one does not
//!   S*...         S....          S.......         walk but jumps: a link, or a step round a joined
//!   ..*..         .....          ........         edge. Such a gap has no length; nobody is ever
//!   ...*G         ...*G          .......G         seen between its ends.
//! ```
//!
//! Points are in cells, x to the right and y downwards, and the centre of cell (3, 1) lies at (3.0, 1.0),
//! as it does for lines of sight. The route of a mover of several cells is that of the
//! centre of its place, the cell with the least x and y; [`Route::shifted`] by [`centre_shift`] makes it
//! that of the mover's middle. Everything here uses +, -, *, / and square roots alone, which are rounded
//! alike on every machine.

use xunlu_map::{Cell, Footprint, Hex, LayerCell, Orientation, Point};

mod course;
mod pull;
mod smooth;
mod theta;
mod walk;

mod footing;

mod error;

pub use course::Course;
pub use error::RouteError;
pub use pull::{LOOK_AHEAD, pull_string, pull_string_on_layers};
pub use smooth::{smooth, smooth_on_layers};
pub use theta::{SightCheck, StraightPath, theta_star};
pub use walk::{Pace, Walk};

/// A line of points to walk along, which knows how far each lies from the start.
///
/// No two points in a row are equal unless there is a gap between them.
///
/// ```
/// # mod xunlu {
/// #     pub use xunlu_map::{self as map, *};
/// #     pub use xunlu_search::{self as search, *};
/// # }
/// use xunlu::Route;
/// use xunlu::map::Point;
/// use xunlu::search::Course;
///
/// let corners = [Point::new(0.0, 0.0), Point::new(4.0, 0.0), Point::new(4.0, 3.0)];
/// let route = Route::through(&Course::unbroken(corners.to_vec()), |point| point)?;
/// let position = route.at(5.0)?;
/// assert_eq!((position.point, position.heading), (Point::new(4.0, 1.0), Point::new(0.0, 1.0)));
/// # Ok::<(), xunlu_search::RouteError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Route {
    points: Vec<Point>,
    // How far each point lies from the start; a gap adds nothing.
    travelled: Vec<f64>,
    // The legs that are gaps, rising; leg n leads from point n to point n + 1.
    gaps: Vec<usize>,
    // The layer of each stretch between two gaps, where there are several layers.
    layers: Vec<u32>,
}

/// Where one is on a route.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Position {
    /// The place itself. A cell's centre has its whole-numbered coordinates: a mover of one cell that stands
    /// on 3,4 is at (3.0, 4.0), and its cell reaches from 2.5 to 3.5.
    pub point: Point,
    /// Which way one looks: a step of length 1 along the leg. (0, 0) on a route on which one walks
    /// nowhere.
    pub heading: Point,
    /// The leg one is on: from the route's point of this number to the next.
    pub leg: usize,
    /// How far one has come.
    pub travelled: f64,
    /// The layer one is on; 0 where there is but one.
    pub layer: u32,
}

impl Route {
    /// The most positions that [`resampled`](Self::resampled) hands out: 2^24.
    pub const POSITIONS_MAX: usize = 1 << 24;

    /// The route through the places of a course, each at the point that `point_of` says: of cells
    /// [`cell_point`], of hexes [`hex_point`], of waypoints the points they were given.
    ///
    /// # Errors
    /// When the course has no places, a coordinate is not finite, or the route is too long for a float.
    pub fn through<P: Copy>(
        course: &Course<P>,
        point_of: impl Fn(P) -> Point,
    ) -> Result<Route, RouteError> {
        let mut route = Route {
            points: Vec::new(),
            travelled: Vec::new(),
            gaps: Vec::new(),
            layers: Vec::new(),
        };
        for (number, &place) in course.places().iter().enumerate() {
            let is_gap = number > 0 && course.is_gap(number - 1);
            route.push(point_of(place), is_gap)?;
        }
        if route.points.is_empty() {
            return Err(RouteError::no_places());
        }
        Ok(route)
    }

    /// The route through layer cells: as [`through`](Self::through), and every [`Position`] tells
    /// its layer.
    ///
    /// # Errors
    /// When the course has no places.
    pub fn through_layer_cells(course: &Course<LayerCell>) -> Result<Route, RouteError> {
        let layers = course.stretches().filter_map(|stretch| Some(stretch.first()?.layer));
        let layers = layers.collect();
        Ok(Route::through(course, |layer_cell| cell_point(layer_cell.cell))?.on_layers(layers))
    }

    /// The same route, with a layer for each of its stretches.
    fn on_layers(self, layers: Vec<u32>) -> Route {
        debug_assert_eq!(layers.len(), self.gaps.len() + 1, "a layer for each stretch");
        Route { layers, ..self }
    }

    /// The layer of a point.
    fn layer_of(&self, number: usize) -> u32 {
        let stretch = self.gaps.partition_point(|&gap| gap < number);
        self.layers.get(stretch).copied().unwrap_or(0)
    }

    /// One point more.
    fn push(&mut self, point: Point, is_gap: bool) -> Result<(), RouteError> {
        if !(point.x.is_finite() && point.y.is_finite()) {
            return Err(RouteError::not_finite(self.points.len(), point));
        }
        let mut travelled = 0.0;
        if let (Some(&last), Some(&before)) = (self.points.last(), self.travelled.last()) {
            if !is_gap && last == point {
                return Ok(());
            }
            travelled = if is_gap { before } else { before + last.distance(point) };
            if !travelled.is_finite() {
                return Err(RouteError::too_long(self.points.len()));
            }
            if is_gap {
                self.gaps.push(self.points.len() - 1);
            }
        }
        self.points.push(point);
        self.travelled.push(travelled);
        Ok(())
    }

    /// Its points in order; at least one.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// How far each point lies from the start, along the route.
    #[must_use]
    pub fn travelled(&self) -> &[f64] {
        &self.travelled
    }

    /// Whether one jumps from the point of this number to the next.
    #[must_use]
    pub fn is_gap(&self, leg: usize) -> bool {
        self.gaps.binary_search(&leg).is_ok()
    }

    /// How long it is, gaps not counted.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.travelled.last().copied().unwrap_or(0.0)
    }

    /// Where one is after having walked so far; at the end beyond the end. One who has come to a gap is
    /// already on its far side, but whoever has not walked at all is at the start.
    ///
    /// Takes the logarithm of the number of points, and at an end that is a gap one look for each further
    /// gap behind it.
    ///
    /// # Errors
    /// When `travelled` is negative or not finite.
    #[doc(alias("position", "position_at", "sample"))]
    pub fn at(&self, travelled: impl Into<f64>) -> Result<Position, RouteError> {
        let travelled = travelled.into();
        if !travelled.is_finite() || travelled < 0.0 {
            return Err(RouteError::not_travelled(travelled));
        }
        Ok(if travelled > 0.0 { self.position(travelled) } else { self.vertex(0) })
    }

    /// Positions along the route, `every` so far: on each stretch between two gaps its start, then one
    /// for every so many cells walked from there, and its end, before which the distance may be shorter.
    ///
    /// They lie on the route; a straight line from one to the next may cut a corner of it.
    ///
    /// # Errors
    /// When `every` is not above zero and finite, or so small that there would be more than
    /// [`POSITIONS_MAX`](Self::POSITIONS_MAX) positions.
    pub fn resampled(&self, every: impl Into<f64>) -> Result<Vec<Position>, RouteError> {
        let every = every.into();
        if !every.is_finite() || every <= 0.0 {
            return Err(RouteError::not_a_distance(every));
        }
        let mut positions = Vec::new();
        let mut first = 0;
        let stretch_ends = self.gaps.iter().copied().chain([self.points.len() - 1]);
        for last in stretch_ends {
            positions.push(self.vertex(first));
            let (start, end) = (self.travelled[first], self.travelled[last]);
            // The check comes before the loop, so that a hopeless one does not begin.
            let room = Self::POSITIONS_MAX.saturating_sub(positions.len());
            if (end - start) / every >= room as f64 {
                return Err(RouteError::too_many_positions(every, Self::POSITIONS_MAX));
            }
            let at = |number: usize| start + every * number as f64;
            let between = (1..).map(at).take_while(|&travelled| travelled < end);
            positions.extend(between.map(|travelled| self.position(travelled)));
            if first < last {
                positions.push(self.vertex(last));
            }
            first = last + 1;
        }
        Ok(positions)
    }

    /// The same route, so much to the right and down.
    ///
    /// # Errors
    /// When a coordinate of the sum is not finite.
    pub fn shifted(&self, by: impl Into<Point>) -> Result<Route, RouteError> {
        let by = by.into();
        let points: Vec<Point> =
            self.points.iter().map(|p| Point::new(p.x + by.x, p.y + by.y)).collect();
        let course = Course::with_gaps(points, |leg| self.is_gap(leg));
        let shifted = Route::through(&course, |point| point)?;
        Ok(Route { layers: self.layers.clone(), ..shifted })
    }

    /// The position at a point of the route, looking on along the next leg that is walked or, where the
    /// walking ends, along the last.
    fn vertex(&self, number: usize) -> Position {
        let walked = |&leg: &usize| !self.is_gap(leg);
        let legs = self.points.len() - 1;
        let on = (number < legs && walked(&number)).then_some(number);
        let back = || (0..number).rev().find(walked);
        let looked_along = on.or_else(back).or_else(|| (number..legs).find(walked));
        Position {
            point: self.points[number],
            heading: looked_along.map_or(Point::new(0.0, 0.0), |leg| self.heading(leg)),
            leg: on.unwrap_or(number.min(legs.saturating_sub(1))),
            travelled: self.travelled[number],
            layer: self.layer_of(number),
        }
    }

    fn position(&self, travelled: f64) -> Position {
        let next = self.travelled.partition_point(|&distance| distance <= travelled);
        if next == self.points.len() {
            return self.vertex(next - 1);
        }
        let leg = next - 1;
        let (from, to) = (self.points[leg], self.points[next]);
        let (before, after) = (self.travelled[leg], self.travelled[next]);
        let along = (travelled - before) / (after - before);
        // Weighing both ends gives each of them exactly, and never a point beyond.
        let between = |a: f64, b: f64| a * (1.0 - along) + b * along;
        let point = Point::new(between(from.x, to.x), between(from.y, to.y));
        Position { point, heading: self.heading(leg), leg, travelled, layer: self.layer_of(leg) }
    }

    /// The unit vector along a leg that is walked.
    fn heading(&self, leg: usize) -> Point {
        let (from, to) = (self.points[leg], self.points[leg + 1]);
        let length = from.distance(to);
        Point::new((to.x - from.x) / length, (to.y - from.y) / length)
    }
}

/// The centre of a cell: its own coordinates.
#[must_use]
pub fn cell_point(cell: Cell) -> Point {
    Point::new(f64::from(cell.x), f64::from(cell.y))
}

/// From the centre of a mover's place, the cell with the least x and y, to the middle of all its cells.
#[must_use]
pub fn centre_shift(footprint: Footprint) -> Point {
    let half = |side: u32| (f64::from(side) - 1.0) / 2.0;
    Point::new(half(footprint.width()), half(footprint.height()))
}

/// The centre of a hex, where neighbours lie 1 apart and hex (0, 0) at (0, 0).
#[must_use]
pub fn hex_point(hex: Hex, orientation: Orientation) -> Point {
    // Half the square root of 3: how far apart two rows of pointy hexes are.
    const ROW: f64 = 0.866_025_403_784_438_6;
    let (q, r) = (f64::from(hex.q), f64::from(hex.r));
    match orientation {
        Orientation::Pointy => Point::new(q + r / 2.0, r * ROW),
        Orientation::Flat => Point::new(q * ROW, r + q / 2.0),
    }
}

#[cfg(test)]
mod tests;
