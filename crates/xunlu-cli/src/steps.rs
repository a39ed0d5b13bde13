//! Costs as people say them: in straight steps on open ground.

use std::str::FromStr;
use xunlu::{Cost, MoverId, World};

/// A cost in steps, as it stands on the command line: `12` or `12.5`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Steps {
    millionths: u64,
}

/// So many digits may stand behind the point.
const DIGITS_MAX: usize = 6;

impl FromStr for Steps {
    type Err = String;

    fn from_str(text: &str) -> Result<Steps, String> {
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
            .map(|millionths| Steps { millionths })
            .ok_or_else(|| "expected a number of steps such as 12 or 12.5".to_owned())
    }
}

impl Steps {
    /// The most that so many steps may cost whom a straight step costs so much.
    pub(crate) fn cost(self, straight: Cost) -> Cost {
        let cost = u128::from(self.millionths) * u128::from(straight.0) / 1_000_000;
        Cost(u32::try_from(cost).unwrap_or(u32::MAX))
    }
}

/// Tells costs: in steps, or as they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CostTeller {
    straight: Cost,
    in_units: bool,
}

impl CostTeller {
    /// Tells what this mover's paths cost.
    pub(crate) fn of(world: &World, mover: MoverId, in_units: bool) -> CostTeller {
        let straight = world.mover(mover).map_or(Cost(1), |mover| mover.costs().straight);
        CostTeller { straight, in_units }
    }

    /// `63.4 steps`, rounded to tenths; or `150769`.
    pub(crate) fn told(self, cost: Cost) -> String {
        if self.in_units {
            return cost.to_string();
        }
        let (cost, straight) = (u64::from(cost.0), u64::from(self.straight.0.max(1)));
        let tenths = (cost * 10 + straight / 2) / straight;
        match (tenths / 10, tenths % 10) {
            (0, 0) if cost > 0 => "under 0.1 steps".to_owned(),
            (1, 0) => "1 step".to_owned(),
            (whole, 0) => format!("{whole} steps"),
            (whole, tenth) => format!("{whole}.{tenth} steps"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_read_and_become_costs() {
        let cost = |text: &str, straight| text.parse::<Steps>().unwrap().cost(Cost(straight)).0;
        assert_eq!(cost("12", 2378), 28_536);
        assert_eq!(cost("12.5", 2378), 29_725);
        assert_eq!(cost("2.000001", 10), 20);
        assert_eq!(cost("0", 10), 0);
        assert_eq!(cost("99999999999", 2378), u32::MAX);
        for wrong in ["", ".", "1.", ".5", "-1", "+1", "1e3", "1.2345678", "1,5", "NaN"] {
            assert!(wrong.parse::<Steps>().unwrap_err().contains("such as 12"), "{wrong}");
        }
        assert!("99999999999999999999".parse::<Steps>().is_err());
    }

    #[test]
    fn costs_are_told_in_steps_or_as_they_are() {
        let teller = CostTeller { straight: Cost(2378), in_units: false };
        for (cost, told) in [
            (0, "0 steps"),
            (1, "under 0.1 steps"),
            (2378, "1 step"),
            (3363, "1.4 steps"),
            (4756, "2 steps"),
            (150_560, "63.3 steps"),
            (u32::MAX, "1806125.9 steps"),
        ] {
            assert_eq!(teller.told(Cost(cost)), told);
        }
        let teller = CostTeller { in_units: true, ..teller };
        assert_eq!(teller.told(Cost(150_560)), "150560");
    }
}
