//! Costs on the command line, as people say them: in straight steps on open ground.

use std::str::FromStr;
use xunlu::{Cost, Mover, MoverId, Weight, World};

/// A number of steps that need not be whole: `12` or `12.5`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DecimalSteps {
    millionths: u64,
}

/// So many digits may stand behind the point.
const DIGITS_MAX: usize = 6;

impl FromStr for DecimalSteps {
    type Err = String;

    fn from_str(text: &str) -> Result<DecimalSteps, String> {
        let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
        let is_number =
            |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let read = || {
            let whole: u64 = whole.parse().ok()?;
            let part: u64 = format!("{part:0<DIGITS_MAX$}").parse().ok()?;
            whole.checked_mul(1_000_000)?.checked_add(part)
        };
        let is_sound = is_number(whole) && is_number(part) && part.len() <= DIGITS_MAX;
        let millionths = read().filter(|_| is_sound);
        millionths
            .map(|millionths| DecimalSteps { millionths })
            .ok_or_else(|| "expected a number of steps such as 12 or 12.5".to_owned())
    }
}

impl DecimalSteps {
    /// The same as a weight, rounded up to hundredths. Returns `None` for nothing and for more than a weight
    /// can be.
    pub(crate) fn weight(self) -> Option<Weight> {
        let percent = u32::try_from(self.millionths.div_ceil(10_000)).ok()?;
        (percent > 0).then(|| Weight::percent(percent))
    }

    /// The most that so many steps may cost whom a straight step costs so much.
    pub(crate) fn cost(self, straight: Cost) -> Cost {
        let cost = u128::from(self.millionths) * u128::from(straight.0) / 1_000_000;
        Cost(u32::try_from(cost).unwrap_or(u32::MAX))
    }
}

/// Tells costs: in steps of the mover whose they are, or as they are.
#[derive(Clone, Debug)]
pub(crate) struct CostTeller {
    in_steps_of: Option<Mover>,
}

impl CostTeller {
    /// Tells what this mover's paths cost.
    pub(crate) fn of(world: &World, mover: MoverId, in_units: bool) -> CostTeller {
        let in_steps_of = world.mover(mover).filter(|_| !in_units).cloned();
        CostTeller { in_steps_of }
    }

    /// `63.4 steps`, or `150769`.
    pub(crate) fn told(&self, cost: Cost) -> String {
        match &self.in_steps_of {
            Some(mover) => cost.in_steps(mover).to_string(),
            None => cost.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_read_and_become_costs() {
        let cost =
            |text: &str, straight| text.parse::<DecimalSteps>().unwrap().cost(Cost(straight)).0;
        assert_eq!(cost("12", 2378), 28_536);
        assert_eq!(cost("12.5", 2378), 29_725);
        assert_eq!(cost("2.000001", 10), 20);
        assert_eq!(cost("0", 10), 0);
        assert_eq!(cost("99999999999", 2378), u32::MAX);
        for wrong in ["", ".", "1.", ".5", "-1", "+1", "1e3", "1.2345678", "1,5", "NaN"] {
            assert!(wrong.parse::<DecimalSteps>().unwrap_err().contains("such as 12"), "{wrong}");
        }
        assert!("99999999999999999999".parse::<DecimalSteps>().is_err());
    }

    #[test]
    fn costs_are_told_in_steps_or_as_they_are() {
        let teller = CostTeller { in_steps_of: Some(Mover::default()) };
        assert_eq!(teller.told(Cost(150_560)), "63.3 steps");
        let teller = CostTeller { in_steps_of: None };
        assert_eq!(teller.told(Cost(150_560)), "150560");
    }
}
