//! Decimal numbers to the nearest `f64`, as the standard library reads them. Its own way is faster and brings
//! tables of 10 kB, which are of no use to a browser that opens one map.

use std::cmp::Ordering;

/// So many digits decide where a number lies between two `f64`; of more it matters whether one is not zero.
const DIGITS_MAX: usize = 800;

/// The largest power of ten that is exact, and the most digits that always are.
const EXACT_POWER: u32 = 22;
const EXACT_DIGITS: usize = 15;

/// The number that a text says, such as `-1`, `.5` or `2e3`. Returns `None` if it is no number, or none that
/// is finite.
pub(crate) fn number_of(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent_of(exponent)?),
        None => (unsigned, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut all = whole.bytes().chain(fraction.bytes());
    if mantissa.is_empty() || mantissa == "." || !all.all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let after_zeros = whole.bytes().chain(fraction.bytes()).skip_while(|&digit| digit == b'0');
    let mut digits: Vec<u8> = Vec::new();
    let mut left_out = 0_i64;
    let mut is_more = false;
    for digit in after_zeros {
        if digits.len() < DIGITS_MAX {
            digits.push(digit - b'0');
        } else {
            left_out += 1;
            is_more |= digit != b'0';
        }
    }
    if is_more {
        digits.push(1);
        left_out -= 1;
    }
    let exponent = exponent.saturating_sub(count(fraction.len())).saturating_add(left_out);
    let magnitude = nearest(&digits, exponent)?;
    Some(if text.starts_with('-') { -magnitude } else { magnitude })
}

/// Beyond what any number needs all exponents are alike.
fn exponent_of(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let add = |exponent: i64, digit: u8| {
        exponent.saturating_mul(10).saturating_add(i64::from(digit - b'0'))
    };
    let exponent = digits.bytes().fold(0, add);
    Some(if text.starts_with('-') { -exponent } else { exponent })
}

/// The `f64` nearest to a whole number of these digits times a power of ten. Returns `None` if it is not
/// finite.
fn nearest(digits: &[u8], exponent: i64) -> Option<f64> {
    let highest = exponent.saturating_add(count(digits.len()));
    if digits.is_empty() || highest < -330 {
        return Some(0.0);
    }
    if highest > 310 {
        return None;
    }
    let power = u32::try_from(exponent.unsigned_abs()).ok()?;
    if digits.len() <= EXACT_DIGITS && power <= EXACT_POWER {
        // Both are exact, so that one rounding is all there is.
        let whole = digits.iter().fold(0.0, |whole, digit| whole * 10.0 + f64::from(*digit));
        let tens = (0..power).fold(1.0, |tens, _| tens * 10.0);
        return Some(if exponent < 0 { whole / tens } else { whole * tens });
    }
    let (mut above, mut below) = (Large::default(), Large(vec![1]));
    for nine in digits.chunks(9) {
        let (tens, plus) = nine
            .iter()
            .fold((1, 0), |(tens, plus), digit| (tens * 10, plus * 10 + u32::from(*digit)));
        above.times_plus(tens, plus);
    }
    let scaled = if exponent < 0 { &mut below } else { &mut above };
    (0..power / 9).for_each(|_| scaled.times_plus(1_000_000_000, 0));
    (0..power % 9).for_each(|_| scaled.times_plus(10, 0));
    quotient(above, below)
}

/// The `f64` nearest to a quotient. Returns `None` if it is not finite.
fn quotient(mut above: Large, mut below: Large) -> Option<f64> {
    // So that the quotient has 63 or 64 bits.
    let shift = 63 - (above.bits() - below.bits());
    if shift < 0 {
        below.shift(-shift)
    } else {
        above.shift(shift)
    }
    let (quotient, is_more) = above.divided_by(&below);
    let bits = 64 - i64::from(quotient.leading_zeros());
    // Below the normal numbers there are fewer bits for each power.
    let highest = bits - 1 - shift;
    let dropped = bits - 53 + (-1022 - highest).max(0);
    if dropped > 64 {
        return Some(0.0);
    }
    let kept = quotient.checked_shr(u32::try_from(dropped).ok()?).unwrap_or(0);
    let rest = u128::from(quotient) - (u128::from(kept) << dropped);
    let up = match rest.cmp(&(1 << (dropped - 1))) {
        Ordering::Less => false,
        Ordering::Equal => is_more || kept % 2 == 1,
        Ordering::Greater => true,
    };
    let power = dropped - shift;
    let two = match power {
        ..-1022 => f64::from_bits(1 << (power + 1074)),
        -1022..=971 => f64::from_bits(u64::try_from(power + 1023).ok()? << 52),
        _ => return None,
    };
    // At most 53 bits, or the power after them.
    #[allow(clippy::cast_precision_loss, reason = "such numbers are exact")]
    let number = (kept + u64::from(up)) as f64 * two;
    Some(number).filter(|number| number.is_finite())
}

/// A whole number, its lowest digits first.
#[derive(Default)]
struct Large(Vec<u32>);

impl Large {
    fn times_plus(&mut self, factor: u32, plus: u32) {
        let mut carry = u64::from(plus);
        for digit in &mut self.0 {
            carry += u64::from(*digit) * u64::from(factor);
            let [low, high] = halves(carry);
            (*digit, carry) = (low, u64::from(high));
        }
        if carry > 0 {
            self.0.push(halves(carry)[0]);
        }
    }

    fn bits(&self) -> i64 {
        let top = self.0.last().map_or(0, |top| 32 - i64::from(top.leading_zeros()));
        32 * (count(self.0.len()) - 1) + top
    }

    fn shift(&mut self, bits: i64) {
        for _ in 0..bits % 32 {
            self.times_plus(2, 0);
        }
        let words = usize::try_from(bits / 32).expect("shifts are not negative");
        self.0.splice(0..0, std::iter::repeat_n(0, words));
    }

    /// How often another goes into it, which fits 64 bits, and whether anything is left.
    fn divided_by(mut self, other: &Large) -> (u64, bool) {
        // What is above the lowest 64 bits is less than the other.
        let lowest: Vec<u32> = self.0.drain(..self.0.len().min(2)).collect();
        let (mut quotient, mut rest) = (0, self);
        for word in lowest.iter().rev() {
            for bit in (0..32).rev() {
                rest.times_plus(2, word >> bit & 1);
                quotient <<= 1;
                if rest.is_at_least(other) {
                    rest.minus(other);
                    quotient |= 1;
                }
            }
        }
        (quotient, !rest.0.is_empty())
    }

    fn is_at_least(&self, other: &Large) -> bool {
        let by_length = self.0.len().cmp(&other.0.len());
        by_length.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev())).is_ge()
    }

    /// Takes away one that is not larger.
    fn minus(&mut self, other: &Large) {
        let mut borrow = false;
        for (at, digit) in self.0.iter_mut().enumerate() {
            let (less, first) = digit.overflowing_sub(other.0.get(at).copied().unwrap_or(0));
            let (less, second) = less.overflowing_sub(u32::from(borrow));
            (*digit, borrow) = (less, first || second);
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }
}

/// No text is longer than what this can say.
fn count(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

/// The lower and the upper half.
fn halves(number: u64) -> [u32; 2] {
    #[allow(clippy::cast_possible_truncation, reason = "that is what is wanted")]
    [number as u32, (number >> 32) as u32]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same as the standard library, to the bit.
    fn check(text: &str) {
        let expected = text.parse::<f64>().ok().filter(|number| number.is_finite());
        let [found, expected] = [number_of(text), expected].map(|number| number.map(f64::to_bits));
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn numbers_are_read_as_the_standard_library_reads_them() {
        let plain = "0 -0 +1 1. .5 . - + -. 1e 1e+ 1e5 1E-5 1e+5 e5 .e5 1.5.2 1,5 0x10 inf -Infinity nan NaN \
                     00012 0.00012 1_0 1e99999999999999999999 1e-99999999999999999999 0e99999999999999999999 \
                     9007199254740993 9007199254740992.5 123456789012345 1234567890123456 1e22 1e23 1e-22 \
                     1.7976931348623157e308 1.7976931348623158e308 1.7976931348623159e308 1.8e308 4.9e-324 \
                     5e-324 2.4703282292062327e-324 2.4703282292062328e-324 2.2250738585072011e-308 \
                     2.2250738585072014e-308 8.5 16 -32.25 ٣";
        plain.split(' ').for_each(check);
        check("");
        check(" 1");
        // Half way between two, and a hair above.
        let half = "9007199254740993";
        check(&format!("{half}.{}1", "0".repeat(1000)));
        check(&format!("{half}.{}", "0".repeat(1000)));
        check(&format!("0.{}{half}", "0".repeat(310)));
        check(&format!("{}{}", "1".repeat(300), "e-400"));
    }

    #[test]
    fn random_numbers_are_read_to_the_last_bit() {
        let mut seed = 0x9E37_79B9_7F4A_7C15_u64;
        let mut random = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed
        };
        for _ in 0..1000 {
            let number = f64::from_bits(random());
            if number.is_finite() {
                check(&number.to_string());
                check(&format!("{number:e}"));
            }
            let (whole, power) = (random() >> (random() % 60), random() % 700);
            check(&format!("{whole}e-{power}"));
            check(&format!("{}.{whole}E{}", random() % 1000, power / 2));
        }
    }
}
