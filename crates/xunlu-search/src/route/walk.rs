//! A route by time: where its walker is after so many seconds, slower over expensive ground.

use super::footing::most_expensive_under;
use super::{Position, Route, RouteError};
use crate::view::{GridView, LayersView};
use xunlu_map::{Cell, Point, Weight};

/// Hears up to which part of a leg which ground lies.
type Tell<'a> = &'a mut dyn FnMut(f64, Weight);

/// How fast somebody walks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    cells_a_second: f64,
    link_seconds: f64,
}

impl Pace {
    /// So many cells a second (on hexes, hexes; on waypoints, the map's units) over ground of weight 1.
    /// Ground of weight 3 takes three times as long. Links take no time unless [`links`](Self::links) says
    /// so. Where speed and cost are to differ, walk by the weights of a mover made for it: a path does not
    /// know who found it.
    #[must_use]
    pub fn new(cells_a_second: impl Into<f64>) -> Pace {
        Pace { cells_a_second: cells_a_second.into(), link_seconds: 0.0 }
    }

    /// So many seconds for each link; they are spent at its near end.
    #[must_use]
    pub fn links(self, seconds: impl Into<f64>) -> Pace {
        Pace { link_seconds: seconds.into(), ..self }
    }

    /// How many seconds a link takes.
    #[must_use]
    pub const fn link_seconds(&self) -> f64 {
        self.link_seconds
    }

    /// How many seconds it takes to walk so far over ground of weight 1.
    #[must_use]
    pub fn seconds_for(&self, cells: f64) -> f64 {
        cells / self.cells_a_second
    }

    fn check(self) -> Result<(), RouteError> {
        let Pace { cells_a_second, link_seconds } = self;
        let is_pace = cells_a_second.is_finite() && cells_a_second > 0.0;
        let waits = link_seconds.is_finite() && link_seconds >= 0.0;
        if is_pace && waits {
            Ok(())
        } else {
            Err(RouteError::no_pace(cells_a_second, link_seconds))
        }
    }
}

/// A route, and at what time each of its points is passed. Made once, it is asked each frame.
///
/// The time is the integral of the ground's weight along the route, divided by the pace: exact, but for the
/// rounding of floats, for a mover of one cell, on cells and on hexes, however the route is drawn. The ground
/// is that of the cell under the mover's centre. For a large mover it is the most expensive under its
/// footprint at the place it is nearest to, which changes up to half a cell early or late. Where nobody could
/// stand, as under a leap, the ground before goes on. It is not what the path costs: there a step is as
/// expensive as the ground that it enters, here half of it is on either ground.
#[derive(Clone, PartialEq, Debug)]
pub struct Walk {
    route: Route,
    // Where the pace changes; at least one, and the times never fall.
    marks: Vec<Mark>,
}

/// A time at which the pace changes.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Mark {
    seconds: f64,
    travelled: f64,
    // The route's last point up to here; at a gap, that on its near side.
    point: usize,
    // Whether nobody moves from the mark before until this one.
    waits: bool,
}

impl Walk {
    /// A walk on one grid, as the mover of the view sees it. `gap_seconds` says how long each of the route's
    /// gaps takes, counted from 0.
    ///
    /// Costs O(cells crossed).
    ///
    /// # Errors
    /// When the pace is none, or the walk takes too long for a float.
    pub fn on_grid(
        route: Route,
        pace: Pace,
        view: &GridView<'_>,
        gap_seconds: impl Fn(usize) -> f64,
    ) -> Result<Walk, RouteError> {
        let mut last = Weight::ONE;
        Walk::timed(route, pace, &gap_seconds, &mut |route, leg, tell| {
            last = over_cells(view, [route.points[leg], route.points[leg + 1]], last, tell);
        })
    }

    /// The same on layers.
    ///
    /// # Errors
    /// As [`on_grid`](Self::on_grid).
    pub fn on_layers(
        route: Route,
        pace: Pace,
        view: &LayersView<'_>,
        gap_seconds: impl Fn(usize) -> f64,
    ) -> Result<Walk, RouteError> {
        let mut last = Weight::ONE;
        Walk::timed(route, pace, &gap_seconds, &mut |route, leg, tell| match view
            .layer(route.layer_of(leg))
        {
            Some(view) => {
                last = over_cells(&view, [route.points[leg], route.points[leg + 1]], last, tell);
            }
            None => tell(1.0, last),
        })
    }

    /// A walk from place to place, 1 apart, the ground under each of which is given; half of each step is on
    /// either. Of hexes. The gaps of the route are between places, too.
    ///
    /// # Errors
    /// As [`on_grid`](Self::on_grid).
    pub fn by_places(
        route: Route,
        pace: Pace,
        weights: &[Weight],
        gap_seconds: impl Fn(usize) -> f64,
    ) -> Result<Walk, RouteError> {
        let (mut place, mut gaps) = (0, 0);
        let weight = |place: usize| weights.get(place).copied().unwrap_or(Weight::ONE);
        Walk::timed(route, pace, &gap_seconds, &mut |route, leg, tell| {
            let before = route.gaps.partition_point(|&gap| gap < leg);
            place += before - gaps;
            gaps = before;
            let length = route.travelled[leg + 1] - route.travelled[leg];
            // A leg of a route on a map is shorter than 2^33: halves are counted exactly.
            let halves = (length * 2.0).round().max(1.0);
            let mut half = 0.0;
            while half < halves {
                half += 1.0;
                // The second half of a step is on the place that it leads to.
                place += usize::from(half % 2.0 == 0.0);
                tell(half / halves, weight(place));
            }
        })
    }

    /// A walk over ground of weight 1. Of waypoints.
    ///
    /// # Errors
    /// As [`on_grid`](Self::on_grid).
    pub fn level(
        route: Route,
        pace: Pace,
        gap_seconds: impl Fn(usize) -> f64,
    ) -> Result<Walk, RouteError> {
        Walk::timed(route, pace, &gap_seconds, &mut |_, _, tell| tell(1.0, Weight::ONE))
    }

    /// A walk whose ground is told leg by leg: up to which part of the leg it has which weight.
    fn timed(
        route: Route,
        pace: Pace,
        gap_seconds: &dyn Fn(usize) -> f64,
        ground: &mut dyn FnMut(&Route, usize, Tell<'_>),
    ) -> Result<Walk, RouteError> {
        pace.check()?;
        let mut marks = vec![Mark { seconds: 0.0, travelled: 0.0, point: 0, waits: false }];
        let (mut gaps, mut last_weight) = (0, None);
        for leg in 0..route.points.len() - 1 {
            if route.is_gap(leg) {
                let Mark { seconds, travelled, .. } = marks[marks.len() - 1];
                let seconds = seconds + gap_seconds(gaps);
                marks.push(Mark { seconds, travelled, point: leg, waits: true });
                (gaps, last_weight) = (gaps + 1, None);
                continue;
            }
            let (from, to) = (route.travelled[leg], route.travelled[leg + 1]);
            ground(&route, leg, &mut |share, weight| {
                let is_end = share >= 1.0;
                let travelled = if is_end { to } else { from + (to - from) * share };
                let Mark { seconds, travelled: before, .. } = marks[marks.len() - 1];
                let slowness = f64::from(weight.as_percent()) / 100.0;
                let seconds = seconds + pace.seconds_for((travelled - before) * slowness);
                // Over ground that stays the same the last mark goes on.
                if last_weight == Some(weight) {
                    marks.pop();
                }
                let point = if is_end { leg + 1 } else { leg };
                marks.push(Mark { seconds, travelled, point, waits: false });
                last_weight = Some(weight);
            });
        }
        let walk = Walk { route, marks };
        let duration = walk.duration();
        if duration.is_finite() { Ok(walk) } else { Err(RouteError::takes_too_long()) }
    }

    /// The route that is walked.
    #[must_use]
    pub const fn route(&self) -> &Route {
        &self.route
    }

    /// How many seconds it takes.
    #[must_use]
    #[doc(alias("total_time", "seconds", "time"))]
    pub fn duration(&self) -> f64 {
        self.marks.last().map_or(0.0, |mark| mark.seconds)
    }

    /// The points between which one walks at an even pace, in order, each with the time at which it is
    /// passed: those of the route, those where the ground changes, and at a gap its near side twice, when
    /// one comes there and when one has waited.
    #[must_use]
    pub fn points(&self) -> Vec<(f64, Point)> {
        let Walk { route, marks } = self;
        let mut points = vec![(0.0, route.points[0])];
        let mut next = 1;
        for pair in marks.windows(2) {
            let [before, after] = [pair[0], pair[1]];
            if after.waits {
                points.push((after.seconds, route.points[after.point]));
                points.push((after.seconds, route.points[after.point + 1]));
                next = after.point + 2;
                continue;
            }
            let pace = (after.seconds - before.seconds) / (after.travelled - before.travelled);
            while next < route.points.len() && route.travelled[next] < after.travelled {
                let seconds = before.seconds + (route.travelled[next] - before.travelled) * pace;
                points.push((seconds, route.points[next]));
                next += 1;
            }
            let is_point = next == after.point;
            let end = if is_point {
                route.points[next]
            } else {
                self.route.position(after.travelled).point
            };
            points.push((after.seconds, end));
            next += usize::from(is_point);
        }
        points
    }

    /// Where one is after so many seconds; at the end from then on. Exact at both ends. Takes the logarithm
    /// of the number of points and of changes of ground.
    ///
    /// # Errors
    /// When `seconds` is negative or not finite.
    #[doc(alias("position", "position_at", "sample"))]
    pub fn at(&self, seconds: impl Into<f64>) -> Result<Position, RouteError> {
        let seconds = seconds.into();
        if !seconds.is_finite() || seconds < 0.0 {
            return Err(RouteError::not_a_time(seconds));
        }
        if seconds == 0.0 {
            return Ok(self.route.vertex(0));
        }
        let next = self.marks.partition_point(|mark| mark.seconds <= seconds);
        let Some(&after) = self.marks.get(next) else {
            return Ok(self.route.vertex(self.route.points.len() - 1));
        };
        let before = self.marks[next - 1];
        if after.waits {
            return Ok(self.route.vertex(after.point));
        }
        let share = (seconds - before.seconds) / (after.seconds - before.seconds);
        let travelled = before.travelled * (1.0 - share) + after.travelled * share;
        Ok(if travelled >= after.travelled {
            // Rounded up to a point that is reached a little later; behind it there may be a gap.
            self.route.vertex(after.point)
        } else if travelled <= 0.0 {
            self.route.vertex(self.first_walked())
        } else {
            self.route.position(travelled)
        })
    }

    /// The first point from which one walks: on the far side of gaps at the start that are over at once.
    fn first_walked(&self) -> usize {
        self.route.travelled.partition_point(|&travelled| travelled <= 0.0) - 1
    }
}

/// Tells of the ground that a straight leg crosses, cell by cell: up to which part of it each lies. `last`
/// goes on where nobody could stand. Returns the ground at its end.
fn over_cells(
    view: &GridView<'_>,
    [from, to]: [Point; 2],
    mut last: Weight,
    tell: Tell<'_>,
) -> Weight {
    // Shorter pieces come of two borders that are crossed in one point.
    const PIECE_MIN: f64 = 1e-9;
    let [mut columns, mut rows] = [Borders::new(from.x, to.x), Borders::new(from.y, to.y)];
    let mut share = 0.0;
    while share < 1.0 {
        let end = columns.next.min(rows.next).min(1.0);
        if columns.next <= end {
            columns.go_on();
        }
        if rows.next <= end {
            rows.go_on();
        }
        if end - share > PIECE_MIN {
            let middle = f64::midpoint(share, end);
            let at = |from: f64, to: f64| nearest_cell(from * (1.0 - middle) + to * middle);
            let cell = Cell::new(at(from.x, to.x), at(from.y, to.y));
            last = most_expensive_under(view, cell).unwrap_or(last);
            tell(end, last);
        } else if end >= 1.0 {
            tell(end, last);
        }
        share = end;
    }
    last
}

/// Where a line crosses the borders of cells along one axis, as parts of its way.
struct Borders {
    from: f64,
    length: f64,
    border: f64,
    next: f64,
}

impl Borders {
    fn new(from: f64, to: f64) -> Borders {
        let length = to - from;
        // Cells have their centres at whole numbers.
        let border =
            if length > 0.0 { (from + 0.5).floor() - 0.5 } else { (from - 0.5).ceil() + 0.5 };
        let mut borders = Borders { from, length, border, next: 0.0 };
        while borders.next <= 0.0 {
            borders.go_on();
        }
        borders
    }

    fn go_on(&mut self) {
        if self.length == 0.0 {
            self.next = f64::INFINITY;
        } else {
            self.border += self.length.signum();
            self.next = (self.border - self.from) / self.length;
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the cast saturates, and maps end before")]
fn nearest_cell(coordinate: f64) -> i32 {
    coordinate.round() as i32
}
