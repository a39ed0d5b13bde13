//! How far along a line something happened, exactly.

use std::cmp::Ordering;
use std::fmt;

/// A fraction of a line's length, from 0 at its start to 1 at its end, in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fraction {
    numerator: u64,
    denominator: u64,
}

impl Fraction {
    /// The start of a line.
    pub const ZERO: Fraction = Fraction { numerator: 0, denominator: 1 };

    /// `numerator / denominator` in lowest terms.
    pub(super) fn new(numerator: u64, denominator: u64) -> Fraction {
        debug_assert!(denominator > 0, "a line that crosses something has a length");
        debug_assert!(numerator <= denominator, "nothing happens beyond the end of a line");
        let (mut common, mut rest) = (denominator, numerator);
        // Euclid's algorithm: at most 93 rounds for 64 bits.
        while rest != 0 {
            (common, rest) = (rest, common % rest);
        }
        Fraction { numerator: numerator / common, denominator: denominator / common }
    }

    /// The number above the bar.
    #[must_use]
    pub const fn numerator(self) -> u64 {
        self.numerator
    }

    /// The number below the bar; never 0.
    #[must_use]
    pub const fn denominator(self) -> u64 {
        self.denominator
    }

    /// The nearest float, for drawing.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// The coordinate that lies this far on the way between two, for drawing: the whole part is
    /// exact at any distance, so half cells are too.
    pub(super) fn between(self, from: i32, to: i32) -> f64 {
        let denominator = i128::from(self.denominator);
        let way = (i128::from(to) - i128::from(from)) * i128::from(self.numerator);
        let whole = i128::from(from) + way.div_euclid(denominator);
        whole as f64 + way.rem_euclid(denominator) as f64 / self.denominator as f64
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        let left = u128::from(self.numerator) * u128::from(other.denominator);
        left.cmp(&(u128::from(other.numerator) * u128::from(self.denominator)))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lowest_terms_and_exact_order() {
        assert_eq!(Fraction::new(6, 8), Fraction::new(3, 4));
        assert_eq!(Fraction::new(0, 8), Fraction::ZERO);
        assert_eq!(Fraction::new(6, 8).to_string(), "3/4");
        // Two that a float cannot tell apart.
        let length = (1 << 62) - 1;
        let (less, more) =
            (Fraction::new(length - 2, length - 1), Fraction::new(length - 1, length));
        assert_eq!(less.to_f64().to_bits(), more.to_f64().to_bits());
        assert!(less < more);
    }

    #[test]
    fn half_cells_are_exact_at_the_ends_of_the_coordinates() {
        let half = Fraction::new(1, 2);
        let bits = |value: f64| value.to_bits();
        assert_eq!(bits(half.between(i32::MIN, i32::MAX)), bits(-0.5));
        assert_eq!(bits(half.between(i32::MAX - 1, i32::MAX)), bits(2_147_483_646.5));
        assert_eq!(bits(Fraction::ZERO.between(7, -9)), bits(7.0));
    }
}
