//! Costs as people say them: in straight steps on open ground.

use crate::cost::{Cost, Weight};
use crate::error::{MapError, MapErrorKind};
use crate::mover::Mover;
use std::fmt;

/// So many straight steps on open ground: how people say budgets. What that is in a mover's units its
/// [`cost_of`](crate::Mover::cost_of) says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Steps(pub u32);

/// How much somebody may spend: a cost in the mover's own units, or so many of its straight steps.
///
/// ```
/// # mod xunlu {
/// #     pub use xunlu_map::{self as map, *};
/// # }
/// use xunlu::{Cost, Mover, StepCosts, Steps, Weight};
/// use xunlu::map::Allowance;
///
/// let mover = Mover::four().costs(StepCosts::TEN_FOURTEEN).build()?;
/// assert_eq!(mover.cost_of(Steps(6)), Cost(60));
/// assert_eq!(mover.cost_of(Weight::percent(650)), Cost(65));
/// assert_eq!(Allowance::from(Cost(65)).for_mover(&mover), Cost(65));
/// # Ok::<(), xunlu_map::MapError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Allowance {
    /// In the mover's units.
    Units(Cost),
    /// In straight steps.
    Steps(Weight),
}

impl Allowance {
    /// What that is in a mover's units.
    #[must_use]
    pub fn for_mover(self, mover: &Mover) -> Cost {
        match self {
            Allowance::Units(cost) => cost,
            Allowance::Steps(weight) => mover.cost_of(weight),
        }
    }
}

impl From<Cost> for Allowance {
    fn from(cost: Cost) -> Allowance {
        Allowance::Units(cost)
    }
}

impl From<Steps> for Allowance {
    fn from(steps: Steps) -> Allowance {
        Allowance::Steps(steps.into())
    }
}

impl From<Weight> for Allowance {
    fn from(weight: Weight) -> Allowance {
        Allowance::Steps(weight)
    }
}

/// A cost as people say it: `63.3 steps`, rounded to tenths of a straight step on open ground; made by
/// [`Cost::in_steps`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CostInSteps {
    cost: Cost,
    straight: Cost,
}

impl fmt::Display for CostInSteps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cost, straight) = (u64::from(self.cost.0), u64::from(self.straight.0));
        let tenths = (cost * 10 + straight / 2) / straight;
        match (tenths / 10, tenths % 10) {
            (0, 0) if cost > 0 => f.write_str("under 0.1 steps"),
            (1, 0) => f.write_str("1 step"),
            (whole, 0) => write!(f, "{whole} steps"),
            (whole, tenth) => write!(f, "{whole}.{tenth} steps"),
        }
    }
}

impl Cost {
    /// This cost in words, in straight steps of the mover whose cost it is.
    ///
    /// ```
    /// # use xunlu_map as xunlu;
    /// use xunlu::{Cost, Mover};
    ///
    /// assert_eq!(Cost(3363).in_steps(&Mover::default()).to_string(), "1.4 steps");
    /// ```
    #[must_use]
    pub const fn in_steps(self, mover: &Mover) -> CostInSteps {
        CostInSteps { cost: self, straight: mover.costs().straight }
    }
}

impl From<Steps> for Weight {
    fn from(steps: Steps) -> Weight {
        Weight::times(steps.0)
    }
}

/// So many straight steps, to the nearest hundredth: `Weight::try_from(1.5)`.
impl TryFrom<f64> for Weight {
    type Error = MapError;

    fn try_from(steps: f64) -> Result<Weight, MapError> {
        let hundredths = (steps * 100.0).round();
        if !(0.0..=f64::from(u32::MAX)).contains(&hundredths) || (hundredths < 1.0 && steps != 0.0)
        {
            let found = format!("{steps} steps are no price");
            let error =
                MapError::unexpected(MapErrorKind::Price, found, "0, or 0.01 to 42949672.95");
            return Err(error.with(&[&steps, &"0.01", &"42949672.95"]));
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a whole number in range"
        )]
        let percent = hundredths as u32;
        Ok(Weight::percent(percent))
    }
}

/// So many straight steps: `builder.price(mud, 3)`.
impl TryFrom<i32> for Weight {
    type Error = MapError;

    fn try_from(steps: i32) -> Result<Weight, MapError> {
        f64::from(steps).try_into()
    }
}

/// So many straight steps, to the nearest hundredth.
impl TryFrom<f32> for Weight {
    type Error = MapError;

    fn try_from(steps: f32) -> Result<Weight, MapError> {
        f64::from(steps).try_into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::Terrain;

    #[test]
    fn whole_numbers_are_prices_and_negative_ones_are_not() {
        let mover = Mover::default().to_builder().price(Terrain(3), 3).build().unwrap();
        assert_eq!(mover.weight(Terrain(3)), Some(Weight::times(3)));
        let error = Mover::default().to_builder().price(Terrain(3), -1).build().unwrap_err();
        assert!(error.to_string().contains("-1 steps are no price"), "{error}");
    }

    #[test]
    fn costs_are_told_in_steps() {
        for (cost, told) in [
            (0, "0 steps"),
            (1, "under 0.1 steps"),
            (2378, "1 step"),
            (3363, "1.4 steps"),
            (4756, "2 steps"),
            (150_560, "63.3 steps"),
            (u32::MAX, "1806125.9 steps"),
        ] {
            assert_eq!(Cost(cost).in_steps(&Mover::default()).to_string(), told);
        }
    }

    #[test]
    fn a_number_of_steps_is_a_price_if_hundredths_can_say_it() {
        for (steps, percent) in
            [(3.5, 350), (0.0, 0), (0.333, 33), (0.01, 1), (42_949_672.95, u32::MAX)]
        {
            assert_eq!(Weight::try_from(steps), Ok(Weight::percent(percent)), "{steps}");
        }
        assert_eq!(Weight::try_from(1.1_f32), Ok(Weight::percent(110)));
        for wrong in [-1.0, -0.001, 0.004, 42_949_673.0, f64::NAN, f64::INFINITY] {
            let says = Weight::try_from(wrong).unwrap_err().to_string();
            assert!(says.contains("expected 0, or 0.01 to"), "{says}");
        }
    }
}
