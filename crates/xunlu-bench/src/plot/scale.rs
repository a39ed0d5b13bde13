//! The two scales: lengths evenly, times by their logarithm.

use crate::figures::float;

/// The powers of ten that a scale can reach; what is read from outside lies within.
const DECADES: [f64; 16] =
    [1e-3, 1e-2, 1e-1, 1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12];

/// At most so many steps are marked along the lengths.
const STEPS_MAX: usize = 7;

/// From nothing to the greatest length.
pub(super) struct Length {
    most: f64,
    step: f64,
}

impl Length {
    pub(super) fn to(most: f64) -> Length {
        let most = if most > 0.0 { most } else { 1.0 };
        let step = round_numbers().find(|step| most / step <= float(STEPS_MAX)).unwrap_or(most);
        Length { most, step }
    }

    /// Where a length stands, as a part of the scale.
    pub(super) fn part(&self, length: f64) -> f64 {
        length / self.most
    }

    /// The lengths that are marked.
    pub(super) fn ticks(&self) -> impl Iterator<Item = f64> {
        (0..=STEPS_MAX).map(|count| float(count) * self.step).filter(|&tick| tick <= self.most)
    }
}

/// From the least time to the greatest, with two powers of ten in it at least.
pub(super) struct Time {
    least: f64,
    most: f64,
}

impl Time {
    pub(super) fn over(times: impl Iterator<Item = f64> + Clone) -> Time {
        // A clock says no less than a nanosecond, and nothing has no logarithm.
        let least = times.clone().map(at_least_a_nanosecond).fold(f64::INFINITY, f64::min);
        let most = times.map(at_least_a_nanosecond).fold(0.0, f64::max);
        if most < least {
            return Time { least: 1.0, most: 1000.0 };
        }
        let below = |numbers: &mut dyn Iterator<Item = f64>| {
            numbers.filter(|&number| number <= least).fold(DECADES[0], f64::max)
        };
        let above = |numbers: &mut dyn Iterator<Item = f64>| {
            numbers.filter(|&number| number >= most).fold(f64::INFINITY, f64::min)
        };
        let tight = Time { least: below(&mut round_numbers()), most: above(&mut round_numbers()) };
        if tight.decades().count() >= 2 {
            return tight;
        }
        let (least, most) = (below(&mut DECADES.into_iter()), above(&mut DECADES.into_iter()));
        // A time that is itself a power of ten has another one above it.
        Time { least, most: most.max(least * 10.0) }
    }

    /// Where a time stands, as a part of the scale.
    pub(super) fn part(&self, us: f64) -> f64 {
        let log = |us: f64| at_least_a_nanosecond(us).log10();
        (log(us) - log(self.least)) / (log(self.most) - log(self.least))
    }

    /// The powers of ten that are drawn.
    pub(super) fn decades(&self) -> impl Iterator<Item = f64> {
        DECADES.into_iter().filter(|us| (self.least..=self.most).contains(us))
    }
}

fn at_least_a_nanosecond(us: f64) -> f64 {
    us.max(DECADES[0])
}

/// 1, 2 and 5 times each power of ten, in ascending order.
fn round_numbers() -> impl Iterator<Item = f64> {
    DECADES.into_iter().flat_map(|decade| [decade, decade * 2.0, decade * 5.0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_marked_in_round_steps() {
        let check = |most, expected: &[f64]| {
            assert_eq!(Length::to(most).ticks().collect::<Vec<f64>>(), expected);
        };
        check(1240.0, &[0.0, 200.0, 400.0, 600.0, 800.0, 1000.0, 1200.0]);
        check(30.5, &[0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0]);
        check(0.0, &[0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0]);
    }

    #[test]
    fn times_have_two_powers_of_ten_around_or_within_them() {
        let check = |times: &[f64], (least, most): (f64, f64), decades: usize| {
            let time = Time::over(times.iter().copied());
            assert_eq!((time.least, time.most, time.decades().count()), (least, most, decades));
            for &us in times {
                assert!((0.0..=1.0).contains(&time.part(us)), "{us}");
            }
        };
        check(&[3.0, 4500.0], (2.0, 5000.0), 3);
        check(&[30.0, 45.0], (10.0, 100.0), 2);
        check(&[10.0], (10.0, 100.0), 2);
        check(&[0.0], (1e-3, 1e-2), 2);
        check(&[1e12], (1e12, 1e13), 1);
        check(&[], (1.0, 1000.0), 4);
        assert!((Time { least: 1.0, most: 100.0 }.part(10.0) - 0.5).abs() < 1e-12);
    }
}
