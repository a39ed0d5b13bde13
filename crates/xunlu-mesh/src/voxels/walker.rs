//! Whom ground is made for, counted in cells and steps of height.

/// So many steps of height make a cell's height: what is higher or lower by a step is all the same to a
/// walker.
pub(super) const STEPS_A_CELL_HEIGHT: i32 = 256;

/// The greatest height, in steps: heights and their differences then fit into 32 bits.
pub(super) const HEIGHT_MAX: i32 = 1 << 30;

/// Whom ground is made for, counted in cells and steps of height.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walker {
    pub(super) cell_size: f64,
    pub(super) step_length: f64,
    pub(super) headroom: i32,
    pub(super) step: i32,
    pub(super) radius_half_cells: u32,
    /// The least square of the upward part of a normal of length 1 that one can stand on.
    pub(super) steepest: f64,
    pub(super) contour_error_sixteenths: i64,
    pub(super) cells_least: u32,
}

/// The part of a number before the point: of one that is not negative.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "a number too large becomes the largest")]
pub(super) fn whole(number: f64) -> i32 {
    number as i32
}

/// The next whole number; none below zero.
#[allow(clippy::cast_possible_truncation, reason = "a number too large becomes the largest")]
#[allow(clippy::cast_sign_loss, reason = "one below zero becomes zero")]
pub(super) fn up(number: f64) -> u32 {
    number.ceil() as u32
}

/// The square of the cosine of an angle below 90 degrees, by its series: a library's differs in its last bit
/// from machine to machine. A little less, for corners have 24 bits, and a slope of exactly so many degrees
/// is meant to do.
pub(super) fn steepest(degrees: f64) -> f64 {
    let angle = degrees * (std::f64::consts::PI / 180.0);
    let (mut cosine, mut term) = (0.0, 1.0);
    for number in 1..=12 {
        cosine += term;
        let after = f64::from(2 * number * (2 * number - 1));
        term *= -(angle * angle) / after;
    }
    (cosine * cosine - 1e-6).max(1e-6)
}
