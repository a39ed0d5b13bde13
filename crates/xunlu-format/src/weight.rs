//! What files weigh in steps, as hundredths of a step.

use xunlu_map::Weight;

/// A number of steps in hundredths, rounded up, so that no path is cheaper than the file says; none
/// for what is no number, negative, or more than a weight can be.
pub(crate) fn weight_of(steps: f64) -> Option<Weight> {
    let hundredths = Some(steps).filter(|&steps| steps >= 0.0)? * 100.0;
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
        let check = |steps, percent| assert_eq!(weight_of(steps).map(Weight::as_percent), percent);
        check(1.0, Some(100));
        check(0.07, Some(7));
        check(0.29, Some(29));
        check(2.501, Some(251));
        check(2.504, Some(251));
        check(0.000_001, Some(1));
        check(1e3, Some(100_000));
        check(0.0, Some(0));
        check(42_949_672.95, Some(u32::MAX));
        check(42_949_672.96, None);
        check(-1.0, None);
        check(f64::NAN, None);
        check(f64::INFINITY, None);
    }

    #[test]
    fn every_number_of_hundredths_is_read_as_itself() {
        for percent in 0..200_000_u32 {
            let text = format!("{}.{:02}", percent / 100, percent % 100);
            assert_eq!(weight_of(text.parse().unwrap()), Some(Weight::percent(percent)), "{text}");
        }
    }
}
