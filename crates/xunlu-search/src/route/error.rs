//! What can be wrong with what is asked of a route.

use std::error::Error;
use std::fmt;
use xunlu_map::Point;

/// Why a route could not be made or asked: reads as a sentence that says what, where and what was
/// expected instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RouteError {
    message: String,
}

impl RouteError {
    fn new(message: String) -> RouteError {
        RouteError { message }
    }

    pub(super) fn no_places() -> RouteError {
        RouteError::new("a route through no places; expected at least one".to_owned())
    }

    pub(super) fn not_finite(number: usize, point: Point) -> RouteError {
        RouteError::new(format!(
            "point {number} of the route lies at {point}; expected two finite numbers"
        ))
    }

    pub(super) fn too_long(number: usize) -> RouteError {
        RouteError::new(format!(
            "the route is too long to be measured at point {number}; expected its points nearer together"
        ))
    }

    pub(super) fn not_travelled(travelled: f64) -> RouteError {
        RouteError::new(format!("{travelled} travelled; expected a finite distance of 0 or more"))
    }

    pub(super) fn not_a_time(seconds: f64) -> RouteError {
        RouteError::new(format!(
            "{seconds} seconds on the way; expected a finite time of 0 or more"
        ))
    }

    pub(super) fn no_pace(cells_a_second: f64, link_seconds: f64) -> RouteError {
        RouteError::new(format!(
            "a pace of {cells_a_second} cells a second and {link_seconds} seconds for a link; expected \
             finite numbers, the first above 0 and the second not below"
        ))
    }

    pub(super) fn takes_too_long() -> RouteError {
        RouteError::new("the walk takes too long to be measured; expected a higher pace".to_owned())
    }

    pub(super) fn not_a_distance(every: f64) -> RouteError {
        RouteError::new(format!("a position every {every}; expected a finite distance above 0"))
    }

    pub(super) fn too_many_positions(every: f64, most: usize) -> RouteError {
        RouteError::new(format!(
            "a position every {every} makes more than {most} of them; expected a longer distance"
        ))
    }
}

impl fmt::Display for RouteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for RouteError {}
