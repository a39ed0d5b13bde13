//! Sorting by whole numbers, compiled once for all that is sorted: each kind of thing that the standard
//! library sorts takes 4 kB of WASM.

/// Puts things into the order of their numbers, of which the first counts first. What has the same numbers
/// stays in the order in which it came.
pub(crate) fn sort_by_numbers<T>(things: &mut Vec<T>, numbers: impl Fn(&T) -> (i64, i64)) {
    let mut places: Vec<_> = things.iter().map(numbers).zip(0_usize..).collect();
    places.sort_unstable();
    let mut left: Vec<Option<T>> = things.drain(..).map(Some).collect();
    things.extend(places.into_iter().filter_map(|(_, place)| left.get_mut(place)?.take()));
}

/// A whole number for each fraction, in the order of [`f64::total_cmp`].
pub(crate) const fn in_order(fraction: f64) -> i64 {
    let bits = fraction.to_bits().cast_signed();
    if bits < 0 { bits ^ i64::MAX } else { bits }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_testkit::Random;

    #[test]
    fn things_are_sorted_as_the_standard_library_sorts_them() {
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let count = random.from_to(0, 60);
            let mut things: Vec<(i32, i32, u32)> =
                (0..count).map(|at| (random.between(-3, 3), random.between(-3, 3), at)).collect();
            let mut expected = things.clone();
            expected.sort_by_key(|&(first, second, _)| (first, second));
            sort_by_numbers(&mut things, |&(first, second, _)| (first.into(), second.into()));
            assert_eq!(things, expected, "seed {seed}");
        }
    }

    #[test]
    fn fractions_keep_their_order() {
        let all = [f64::NEG_INFINITY, -1e300, -1.5, -1e-300, -0.0, 0.0, 1e-300, 1.0, 1.5, f64::NAN];
        assert!(all.map(in_order).is_sorted_by(|a, b| a < b), "{:?}", all.map(in_order));
    }
}
