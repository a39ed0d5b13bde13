//! How points, paths and lengths are said.

use xunlu::map::Point;
use xunlu::mesh::SurfacePoint;

/// How many points a line lists.
pub(super) const POINTS_TOLD: usize = 12;

/// How a path leads: straight, or by its turns.
pub(super) fn way_of(points: &[Point]) -> String {
    match points.len().saturating_sub(2) {
        0 => "in a straight line".to_owned(),
        turns => format!("{} at {}", counted(turns, "turn", "turns"), listed(&points[1..=turns])),
    }
}

pub(super) fn pairs_of(points: &[Point]) -> Vec<[f64; 2]> {
    points.iter().map(|point| [point.x, point.y]).collect()
}

pub(super) fn listed(points: &[Point]) -> String {
    let told: Vec<String> = points.iter().take(POINTS_TOLD).map(|&point| said(point)).collect();
    match points.len().saturating_sub(POINTS_TOLD) {
        0 => told.join(" "),
        more => format!("{} and {more} more", told.join(" ")),
    }
}

pub(super) fn said(point: Point) -> String {
    said_to(3, point)
}

pub(super) fn said_to(places: usize, point: Point) -> String {
    format!("{},{}", rounded_to(places, point.x), rounded_to(places, point.y))
}

pub(super) fn said_with_height(point: &SurfacePoint) -> String {
    format!("{},{}", said(point.at), rounded(point.height))
}

/// A number with at most three places behind the point.
pub(super) fn rounded(number: f64) -> String {
    rounded_to(3, number)
}

pub(super) fn rounded_to(places: usize, number: f64) -> String {
    let text = format!("{number:.places$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

pub(super) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
