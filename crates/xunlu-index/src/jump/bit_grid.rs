//! Bits in rows that begin at whole words, so that the same column of neighbouring rows is the same
//! bit of their words.

use super::numbers::{BitAt, PaddedCell, WordAt, WordIndex};
use std::ops::RangeInclusive;

/// Rows of bits.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct BitGrid {
    words_per_row: usize,
    // The reciprocal of `words_per_row`, times 2^64: see `row_and_bit`.
    rows_per_word: u64,
    words: Vec<u64>,
}

impl BitGrid {
    /// So many rows of at least so many bits, all of them clear.
    pub(crate) fn clear(rows: u32, bits: u32) -> BitGrid {
        let words_per_row = bits.div_ceil(u64::BITS) as usize;
        let rows_per_word = u64::MAX / words_per_row.max(1) as u64;
        BitGrid { words_per_row, rows_per_word, words: vec![0; rows as usize * words_per_row] }
    }

    /// How many words each row takes.
    pub(crate) fn words_per_row(&self) -> usize {
        self.words_per_row
    }

    /// Whether it has so many rows of as many words as so many bits take.
    pub(crate) fn has_rows(&self, rows: u32, bits: u32) -> bool {
        let words_per_row = bits.div_ceil(u64::BITS) as usize;
        self.words_per_row == words_per_row && self.words.len() == rows as usize * words_per_row
    }

    pub(super) fn rows(&self) -> usize {
        self.words.len() / self.words_per_row
    }

    pub(crate) fn len_in_words(&self) -> usize {
        self.words.len()
    }

    /// Where the bit of a cell lies, in a grid by the rows of a map.
    #[inline]
    pub(crate) fn bit_at(&self, cell: PaddedCell) -> BitAt {
        BitAt { word: WordIndex(self.index(cell.y, cell.x)), bit: cell.x % u64::BITS }
    }

    /// Which of all words holds a bit of a row.
    #[inline]
    fn index(&self, row: u32, bit: u32) -> usize {
        row as usize * self.words_per_row + (bit / u64::BITS) as usize
    }

    /// The cell of a bit, in a grid by the rows of a map.
    ///
    /// PERF: a product with the reciprocal instead of a division, exact for whatever fits 32 bits (Lemire,
    /// Kaser and Kurz, 2019, "Faster remainder by direct computation").
    #[inline]
    pub(super) fn cell_of(&self, BitAt { word: WordIndex(index), bit }: BitAt) -> PaddedCell {
        let row = (u128::from(self.rows_per_word) * (index as u128 + 1)) >> u64::BITS;
        let small = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let row = usize::try_from(row).unwrap_or(usize::MAX);
        PaddedCell { x: small(index - row * self.words_per_row) * u64::BITS + bit, y: small(row) }
    }

    #[inline]
    pub(crate) fn word_at(&self, word: WordIndex) -> u64 {
        self.words[word.0]
    }

    #[inline]
    pub(crate) fn word(&self, WordAt { line, word }: WordAt) -> u64 {
        self.words[line * self.words_per_row + word]
    }

    pub(crate) fn set_word_at(&mut self, word: WordIndex, bits: u64) {
        self.words[word.0] = bits;
    }

    #[inline]
    pub(crate) fn set_word(&mut self, WordAt { line, word }: WordAt, bits: u64) {
        self.words[line * self.words_per_row + word] = bits;
    }

    /// How many bits further on in its row the next bit is set after this one. There must be one.
    #[inline]
    pub(crate) fn next_set(&self, row: u32, bit: u32) -> u32 {
        self.next_of(row, bit, 0)
    }

    /// How many bits further on in its row the next bit is clear after this one. There must be one.
    #[inline]
    pub(crate) fn next_clear(&self, row: u32, bit: u32) -> u32 {
        self.next_of(row, bit, u64::MAX)
    }

    /// How many bits back in its row the last bit is set before this one. There must be one.
    #[inline]
    pub(crate) fn previous_set(&self, row: u32, bit: u32) -> u32 {
        self.previous_of(row, bit, 0)
    }

    /// How many bits back in its row the last bit is clear before this one. There must be one.
    #[inline]
    pub(crate) fn previous_clear(&self, row: u32, bit: u32) -> u32 {
        self.previous_of(row, bit, u64::MAX)
    }

    /// The next set bit after one, when those of `turned` are turned in every word.
    #[inline]
    fn next_of(&self, row: u32, bit: u32, turned: u64) -> u32 {
        let from = bit + 1;
        let mut index = self.index(row, from);
        let here = (self.words[index] ^ turned) >> (from % u64::BITS);
        if here != 0 {
            return here.trailing_zeros() + 1;
        }
        let mut ahead = u64::BITS + 1 - from % u64::BITS;
        loop {
            index += 1;
            let word = self.words[index] ^ turned;
            if word != 0 {
                return ahead + word.trailing_zeros();
            }
            ahead += u64::BITS;
        }
    }

    /// The last set bit before one, when those of `turned` are turned in every word.
    #[inline]
    fn previous_of(&self, row: u32, bit: u32, turned: u64) -> u32 {
        let mut index = self.index(row, bit);
        // Those before it in its word, as the highest bits.
        let here = ((self.words[index] ^ turned) << (u64::BITS - 1 - bit % u64::BITS)) << 1;
        if here != 0 {
            return here.leading_zeros() + 1;
        }
        let mut back = bit % u64::BITS + 1;
        loop {
            index -= 1;
            let word = self.words[index] ^ turned;
            if word != 0 {
                return back + word.leading_zeros();
            }
            back += u64::BITS;
        }
    }

    /// Sets a bit of a row.
    pub(crate) fn set(&mut self, row: u32, bit: u32) {
        let index = self.index(row, bit);
        self.words[index] |= 1 << (bit % u64::BITS);
    }

    /// Sets a bit of a row that is clear, and clears one that is set.
    pub(crate) fn turn(&mut self, row: u32, bit: u32) {
        let index = self.index(row, bit);
        self.words[index] ^= 1 << (bit % u64::BITS);
    }

    /// Sixty-four bits of a row from one on, which may lie before the row's first one; beyond the row all are
    /// clear.
    #[inline]
    pub(crate) fn bits_from(&self, row: u32, first: i32) -> u64 {
        let (word, shift) = (first.div_euclid(64), first.rem_euclid(64).cast_unsigned());
        let from = row as usize * self.words_per_row;
        let words = &self.words[from..from + self.words_per_row];
        // One before the first word is none of them, either.
        let word_at = |word: i32| words.get(word.cast_unsigned() as usize).copied().unwrap_or(0);
        // Shifting in two parts, because shifting a word by all of its 64 bits is no shift at all.
        word_at(word) >> shift | word_at(word + 1) << 1 << (63 - shift)
    }

    /// Writes so many bits of a row, 1 to 64 of them, from one on. Returns whether any is another now.
    #[inline]
    pub(super) fn write(&mut self, row: usize, first: usize, count: usize, bits: u64) -> bool {
        let (at, shift) = (row * self.words_per_row + first / 64, first % 64);
        let own = u64::MAX >> (64 - count);
        let flips = (self.words[at] >> shift ^ bits) & own;
        self.words[at] ^= flips << shift;
        let mut has_others = flips << shift != 0;
        if shift + count > 64 {
            let flips = (self.words[at + 1] ^ bits >> (64 - shift)) & own >> (64 - shift);
            self.words[at + 1] ^= flips;
            has_others |= flips != 0;
        }
        has_others
    }

    /// Whether all these bits of a row are set.
    pub(crate) fn is_full(&self, row: u32, bits: RangeInclusive<u32>) -> bool {
        let (first, last) = bits.into_inner();
        let (start, end) = (self.index(row, first), self.index(row, last));
        let from = u64::MAX << (first % u64::BITS);
        let to = u64::MAX >> (u64::BITS - 1 - last % u64::BITS);
        let is_full = |index: usize, mask: u64| !self.words[index] & mask == 0;
        if start == end {
            return is_full(start, from & to);
        }
        let between = &self.words[start + 1..end];
        is_full(start, from) && between.iter().all(|&word| word == u64::MAX) && is_full(end, to)
    }

    /// The cells of the set bits, row by row, in a grid by the rows of a map.
    pub(crate) fn set_cells(&self) -> impl Iterator<Item = PaddedCell> {
        let rows = self.words.chunks_exact(self.words_per_row).zip(0..);
        rows.flat_map(|(words, row)| {
            words.iter().zip(0..).flat_map(move |(&word, index)| {
                let left = |word: &u64| Some(word & (word - 1)).filter(|&left| left != 0);
                let first = Some(word).filter(|&word| word != 0);
                let bits = std::iter::successors(first, left).map(u64::trailing_zeros);
                bits.map(move |bit| PaddedCell { x: index * u64::BITS + bit, y: row })
            })
        })
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.words.as_slice())
    }
}

/// Turns a block of 64 rows of 64 bits over its main diagonal: halves, then quarters, and so on, as in
/// Warren's "Hacker's Delight" (2013, 7-3).
pub(super) fn transpose(block: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = u64::MAX >> 32;
    while width > 0 {
        let mut row = 0;
        while row < 64 {
            let swapped = (block[row] >> width ^ block[row + width]) & mask;
            block[row + width] ^= swapped;
            block[row] ^= swapped << width;
            row = (row + width + 1) & !width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

/// Turns eight bytes, read as eight rows of eight bits, over their main diagonal.
#[inline]
pub(super) fn transpose_bytes(rows: u64) -> u64 {
    let swap = |rows: u64, by: u32, mask: u64| {
        let swapped = (rows ^ rows >> by) & mask;
        rows ^ swapped ^ swapped << by
    };
    let rows = swap(rows, 7, 0x00aa_00aa_00aa_00aa);
    let rows = swap(rows, 14, 0x0000_cccc_0000_cccc);
    swap(rows, 28, 0x0000_0000_f0f0_f0f0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_testkit::Random;

    #[test]
    fn a_block_and_eight_bytes_are_turned_over() {
        let mut random = Random::new(5);
        let mut block = [0; 64];
        block.fill_with(|| random.word());
        let was = block;
        transpose(&mut block);
        for (row, column) in (0..64).flat_map(|row| (0..64).map(move |column| (row, column))) {
            assert_eq!(block[row] >> column & 1, was[column] >> row & 1, "{row}, {column}");
        }
        let rows = random.word();
        let turned = transpose_bytes(rows);
        for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
            assert_eq!(turned >> (row * 8 + column) & 1, rows >> (column * 8 + row) & 1);
        }
    }

    #[test]
    fn the_row_of_a_word_is_found_without_division() {
        for words_per_row in [1, 2, 3, 63, 64, 65, 1_024, 65_535] {
            let grid = BitGrid::clear(1, words_per_row * u64::BITS);
            for row in [0, 1, 2, 999, 65_000] {
                for word in [0, words_per_row / 2, words_per_row - 1] {
                    let index = WordIndex((row * words_per_row + word) as usize);
                    let cell = PaddedCell { x: word * u64::BITS + 5, y: row };
                    assert_eq!(grid.cell_of(BitAt { word: index, bit: 5 }), cell);
                }
            }
        }
    }

    #[test]
    fn the_next_set_bit_and_full_stretches_are_found_across_words() {
        let mut grid = BitGrid::clear(2, 200);
        for bit in [3, 64, 190] {
            let (word, bits) = (bit / 64, 1 << (bit % 64));
            let at = WordAt { line: 1, word };
            grid.set_word(at, grid.word(at) | bits);
        }
        for (from, next) in [(0, 3), (2, 3), (3, 64), (63, 64), (64, 190), (130, 190)] {
            assert_eq!(grid.next_set(1, from), next - from, "from {from}");
        }
        grid.set_word(WordAt { line: 0, word: 1 }, u64::MAX);
        grid.set_word(WordAt { line: 0, word: 2 }, 0b11);
        let stretches =
            [((64, 64), true), ((64, 129), true), ((64, 130), false), ((63, 70), false)];
        for ((first, last), full) in stretches {
            assert_eq!(grid.is_full(0, first..=last), full, "{first} to {last}");
        }
    }
}
