//! Graphs of waypoints: DIMACS, GraphML and lists of edges.
//!
//! Each becomes a [`WaypointGraph`](xunlu::WaypointGraph) whose waypoints have the names that the file
//! calls them by, in the order in which the file first does. What an edge weighs is counted in
//! straight steps.

mod dimacs;
mod edge_list;
mod graphml;

pub(crate) use dimacs::read as read_dimacs;
pub(crate) use edge_list::read as read_edge_list;
pub(crate) use graphml::read as read_graphml;

use xunlu::Weight;

/// What a weight must be, for messages.
const WEIGHT: &str = "a weight from 0 to 42949672.95";

/// A decimal number of steps in hundredths, rounded up; none for what is no number, negative, or more
/// than a weight can be.
fn weight_of(text: &str) -> Option<Weight> {
    let hundredths = text.parse::<f64>().ok().filter(|&steps| steps >= 0.0)? * 100.0;
    // 0.07 times 100 is a hair over 7. What is nearer to a whole number than decimal fractions come
    // to lie by chance was meant to be one.
    let nearest = hundredths.round();
    let is_whole = nearest > 0.0 && (hundredths - nearest).abs() <= nearest * 1e-12;
    let whole = if is_whole { nearest } else { hundredths.ceil() };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole, not negative and within 32 bits"
    )]
    (whole <= f64::from(u32::MAX)).then_some(Weight::percent(whole as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_hundredths_rounded_up() {
        let check = |text, percent| assert_eq!(weight_of(text).map(Weight::as_percent), percent);
        check("1", Some(100));
        check("0.07", Some(7));
        check("0.29", Some(29));
        check("2.501", Some(251));
        check("0.000001", Some(1));
        check("1e3", Some(100_000));
        check("0", Some(0));
        check("42949672.95", Some(u32::MAX));
        check("42949672.96", None);
        check("-1", None);
        check("NaN", None);
        check("inf", None);
        check("one", None);
    }

    #[test]
    fn every_number_of_hundredths_is_read_as_itself() {
        for percent in 0..200_000_u32 {
            let text = format!("{}.{:02}", percent / 100, percent % 100);
            assert_eq!(weight_of(&text), Some(Weight::percent(percent)), "{text}");
        }
    }
}
