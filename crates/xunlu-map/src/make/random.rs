//! A small published source of chance: the same seed gives the same numbers on every machine.

/// SplitMix64 (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators",
/// figure 15): one 64-bit word of state, good enough to draw maps with. Its first numbers are held
/// by `the_published_numbers_come_out`.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The source that starts from this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// The next 64 bits.
    pub const fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.state;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// A number from 0 up to but not including `bound`, each equally likely.
    ///
    /// # Panics
    /// When `bound` is zero.
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "no number lies below zero");
        let bound = u64::from(bound);
        // Words over the last whole multiple of the bound would favour the small numbers; they are
        // drawn again, which happens less than once in four billion draws.
        let fair = u64::MAX - u64::MAX % bound;
        loop {
            let word = self.word();
            if word < fair {
                return u32::try_from(word % bound).expect("less than a 32-bit bound");
            }
        }
    }

    /// A number from `least` to `most`, both included, each equally likely.
    ///
    /// # Panics
    /// When `most` is less than `least`, or the two lie 2^32 - 1 apart.
    pub fn between(&mut self, least: i32, most: i32) -> i32 {
        assert!(least <= most, "{least} to {most} is empty");
        least.wrapping_add_unsigned(self.below(most.abs_diff(least) + 1))
    }

    /// A number from `least` to `most`, both included, each equally likely.
    ///
    /// # Panics
    /// When `most` is less than `least`.
    pub fn from_to(&mut self, least: u32, most: u32) -> u32 {
        assert!(least <= most, "{least} to {most} is empty");
        least + self.below(most - least + 1)
    }

    /// Yes, `percent` times in a hundred.
    pub fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// One of these, each equally likely.
    ///
    /// # Panics
    /// When there are none, or over 2^32.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.place_in(from.len())]
    }

    /// Puts these into an order, each order equally likely (Fisher and Yates 1938).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.place_in(last + 1));
        }
    }

    fn place_in(&mut self, length: usize) -> usize {
        let length = u32::try_from(length).expect("nobody chooses among over 2^32 things");
        self.below(length) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_numbers_come_out() {
        let mut random = Random::new(1_234_567);
        let words = [(); 5].map(|()| random.word());
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(words, published);
    }

    #[test]
    fn every_number_of_a_range_comes_up_about_equally_often() {
        let mut random = Random::new(1);
        let mut counts = [0_u32; 7];
        for _ in 0..7_000 {
            counts[usize::try_from(random.between(-3, 3) + 3).unwrap()] += 1;
        }
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
        assert_eq!(random.from_to(5, 5), 5);
        let hits = (0..10_000).filter(|_| random.chance(30)).count();
        assert!((2_800..3_200).contains(&hits), "{hits}");
        assert!(!random.chance(0) && random.chance(100));
    }

    #[test]
    fn shuffling_keeps_every_item_and_reaches_every_order() {
        let mut random = Random::new(2);
        let mut orders = std::collections::BTreeSet::new();
        for _ in 0..200 {
            let mut items = [1, 2, 3];
            random.shuffle(&mut items);
            orders.insert(items);
            assert!([1, 2, 3].contains(random.pick(&items)));
        }
        assert_eq!(orders.len(), 6);
    }
}
