//! What is known of all hexes along one axis, sixty-four of a row at a time.
//!
//! PERF: what is read of a hex lies side by side, because scans over dense noise read little more than the
//! words around one. With a grid of bits for each kind a question on `noise:512` misses a cache of 48 kB
//! 19,300 times, and laid out like this 14,100 times (`--example hexes`, one goal; callgrind
//! --cache-sim=yes).

use super::axes::AxisBit;
use std::ops::RangeInclusive;

/// Sixty-four hexes of a row, a bit each.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Stretch {
    /// Where one can stand.
    pub(super) open: u64,
    /// The jump points of scans along the even direction: where one may turn to the odd direction after it,
    /// and to the one before it. Ends of links are both.
    pub(super) turns: [u64; 2],
    /// From where such a scan meets a jump point before a wall.
    pub(super) ahead: u64,
    /// Where a jump along the odd direction stops: where a jump point lies ahead in an even direction beside
    /// it, or at a wall.
    pub(super) odd_stops: u64,
}

/// The hexes of a map, in rows along one axis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Rows {
    per_row: usize,
    stretches: Vec<Stretch>,
}

/// Where something ends that goes along a row: after how many steps, and in which stretch at which bit.
#[derive(Clone, Copy)]
pub(super) struct Stop<'a> {
    pub(super) steps: u32,
    stretch: &'a Stretch,
    bit: u32,
}

impl Stretch {
    /// Where a scan along the even direction stops.
    #[inline]
    pub(super) fn even_stops(&self) -> u64 {
        self.turns[0] | self.turns[1] | !self.open
    }
}

impl Rows {
    /// So many rows of at least so many hexes, of which nothing is known.
    pub(super) fn clear([rows, bits]: [u32; 2]) -> Rows {
        let per_row = bits.div_ceil(u64::BITS) as usize;
        Rows { per_row, stretches: vec![Stretch::default(); rows as usize * per_row] }
    }

    /// How many stretches each row takes.
    pub(super) fn per_row(&self) -> usize {
        self.per_row
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.stretches.as_slice())
    }

    #[inline]
    fn index(&self, AxisBit { row, bit }: AxisBit) -> usize {
        row as usize * self.per_row + (bit / u64::BITS) as usize
    }

    /// The stretch of a hex.
    #[inline]
    pub(super) fn of(&self, at: AxisBit) -> &Stretch {
        &self.stretches[self.index(at)]
    }

    #[inline]
    pub(super) fn of_mut(&mut self, at: AxisBit) -> &mut Stretch {
        let index = self.index(at);
        &mut self.stretches[index]
    }

    /// Where in the even direction from a hex the next one lies of those that `which` names. There must be
    /// one.
    #[inline]
    pub(super) fn after(&self, at: AxisBit, which: impl Fn(&Stretch) -> u64) -> Stop<'_> {
        let (index, bit) = (self.index(at), at.bit % u64::BITS);
        let stretch = &self.stretches[index];
        let ahead = which(stretch) >> bit >> 1;
        if ahead != 0 {
            let steps = ahead.trailing_zeros() + 1;
            return Stop { steps, stretch, bit: bit + steps };
        }
        let mut steps = u64::BITS - bit;
        for stretch in &self.stretches[index + 1..] {
            let ahead = which(stretch);
            if ahead != 0 {
                let bit = ahead.trailing_zeros();
                return Stop { steps: steps + bit, stretch, bit };
            }
            steps += u64::BITS;
        }
        unreachable!("a row ends at the border")
    }

    /// The same in the odd direction.
    #[inline]
    pub(super) fn before(&self, at: AxisBit, which: impl Fn(&Stretch) -> u64) -> Stop<'_> {
        let (index, bit) = (self.index(at), at.bit % u64::BITS);
        let stretch = &self.stretches[index];
        let last = u64::BITS - 1;
        let behind = which(stretch) << (last - bit) << 1;
        if behind != 0 {
            let steps = behind.leading_zeros() + 1;
            return Stop { steps, stretch, bit: bit - steps };
        }
        let mut steps = bit + 1;
        for stretch in self.stretches[..index].iter().rev() {
            let behind = which(stretch);
            if behind != 0 {
                let by = behind.leading_zeros();
                return Stop { steps: steps + by, stretch, bit: last - by };
            }
            steps += u64::BITS;
        }
        unreachable!("a row begins at the border")
    }

    /// Whether one can stand on all these hexes of a row.
    pub(super) fn are_open(&self, row: u32, bits: RangeInclusive<u32>) -> bool {
        let (first, last) = bits.into_inner();
        let [start, end] = [first, last].map(|bit| self.index(AxisBit { row, bit }));
        let from = u64::MAX << (first % u64::BITS);
        let to = u64::MAX >> (u64::BITS - 1 - last % u64::BITS);
        let are_open = |index: usize, mask: u64| !self.stretches[index].open & mask == 0;
        if start == end {
            return are_open(start, from & to);
        }
        let mut between = start + 1..end;
        are_open(start, from) && between.all(|index| are_open(index, u64::MAX)) && are_open(end, to)
    }

    /// Where one can stand, of sixty-four hexes of a row from one on, which may lie before the row's first
    /// one; beyond the row nowhere.
    #[inline]
    pub(super) fn open_from(&self, row: u32, first: i32) -> u64 {
        let (at, shift) = (first.div_euclid(64), first.rem_euclid(64).cast_unsigned());
        let from = row as usize * self.per_row;
        let row = &self.stretches[from..from + self.per_row];
        // One before the first is none of them, either.
        let open = |at: i32| row.get(at.cast_unsigned() as usize).map_or(0, |stretch| stretch.open);
        // Shifting in two parts, because shifting a word by all of its 64 bits is no shift at all.
        open(at) >> shift | open(at + 1) << 1 << (63 - shift)
    }
}

impl Stop<'_> {
    /// Whether a bit of its hex is set.
    #[inline]
    pub(super) fn is(&self, which: impl Fn(&Stretch) -> u64) -> bool {
        which(self.stretch) >> self.bit & 1 != 0
    }
}

impl AxisBit {
    /// Whether the bit of this hex is set in a word of its stretch.
    #[inline]
    pub(super) fn is_in(self, word: u64) -> bool {
        word >> (self.bit % u64::BITS) & 1 != 0
    }
}
