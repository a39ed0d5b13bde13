//! What a step or a path costs: a whole number that never wraps.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Mul};

/// A cost in the mover's own units (10 and 14, or 2378 and 3363, for a straight and a diagonal step).
///
/// Costs are whole numbers, so the same map gives the same path on every machine. They are totally
/// ordered and saturate: [`Cost::MAX`] stands for "too large to say" and absorbs what is added to it
/// (held by `sums_saturate`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cost(pub u32);

impl Cost {
    /// Nothing at all.
    pub const ZERO: Cost = Cost(0);
    /// Too large to say; no path that is handed out costs this much.
    pub const MAX: Cost = Cost(u32::MAX);
    /// The most expensive single step a mover or a link may ask for: 2^28.
    pub const STEP_MAX: Cost = Cost(1 << 28);

    /// Whether the sum that led here became too large to say.
    #[must_use]
    #[inline]
    pub const fn is_saturated(self) -> bool {
        self.0 == u32::MAX
    }

    /// This cost less `other`, and nothing when `other` is the larger.
    #[must_use]
    #[inline]
    pub const fn less(self, other: Cost) -> Cost {
        Cost(self.0.saturating_sub(other.0))
    }
}

impl Add for Cost {
    type Output = Cost;

    #[inline]
    fn add(self, other: Cost) -> Cost {
        Cost(self.0.saturating_add(other.0))
    }
}

/// So many times the cost: `cost * 2`.
impl Mul<u32> for Cost {
    type Output = Cost;

    #[inline]
    fn mul(self, times: u32) -> Cost {
        Cost(self.0.saturating_mul(times))
    }
}

impl Sum for Cost {
    fn sum<I: Iterator<Item = Cost>>(costs: I) -> Cost {
        costs.fold(Cost::ZERO, Add::add)
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cost({})", self.0)
    }
}

/// A price in hundredths of one straight step on open ground, so that a map names prices without
/// knowing the mover's units: 100 is plain ground, 50 a road, 300 a swamp, 0 a free teleport.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Weight(u32);

impl Weight {
    /// Costs nothing. Only links may.
    pub const FREE: Weight = Weight(0);
    /// One straight step on open ground.
    pub const ONE: Weight = Weight(100);

    /// `times` straight steps; saturates.
    #[must_use]
    pub const fn times(times: u32) -> Weight {
        Weight(times.saturating_mul(100))
    }

    /// `percent` hundredths of a straight step.
    #[must_use]
    pub const fn percent(percent: u32) -> Weight {
        Weight(percent)
    }

    /// The hundredths of a straight step.
    #[must_use]
    pub const fn as_percent(self) -> u32 {
        self.0
    }

    /// What this weight makes of a base cost, rounded half up; saturates.
    #[must_use]
    pub fn of(self, base: Cost) -> Cost {
        let hundredths = u64::from(base.0) * u64::from(self.0) + 50;
        u32::try_from(hundredths / 100).map_or(Cost::MAX, Cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_saturate() {
        assert_eq!(Cost(u32::MAX - 1) + Cost(7), Cost::MAX);
        assert_eq!([Cost::MAX, Cost(1)].into_iter().sum::<Cost>(), Cost::MAX);
        assert_eq!(Cost(3).less(Cost(5)), Cost::ZERO);
        assert_eq!((Cost(3) * 2, Cost(1 << 31) * 2), (Cost(6), Cost::MAX));
    }

    #[test]
    fn weights_round_half_up() {
        assert_eq!(Weight::percent(50).of(Cost(7)), Cost(4));
        assert_eq!(Weight::percent(25).of(Cost(10)), Cost(3));
        assert_eq!(Weight::FREE.of(Cost(10)), Cost::ZERO);
        assert_eq!(Weight::times(u32::MAX).of(Cost::MAX), Cost::MAX);
    }
}
