//! The neighbours of sixty-four cells at once: a word for each of the eight directions.

use super::bit_grid::BitGrid;
use super::numbers::WordAt;

/// Which neighbours are open: bit `n` of each word is for cell `n`. Straight directions in the order
/// east, south, west, north; diagonal ones in the order south-east, south-west, north-west, north-east,
/// so that diagonal `q` lies between the straight directions `q` and `q + 1`.
#[derive(Clone, Copy, Debug)]
pub(super) struct NeighbourWords {
    pub(super) here: u64,
    straight: [u64; 4],
    diagonal: [u64; 4],
}

impl NeighbourWords {
    /// The neighbours of the cells of one word of a row. Rows and columns beyond the grid are closed.
    #[inline]
    pub(super) fn read(open: &BitGrid, WordAt { line: row, word }: WordAt) -> NeighbourWords {
        let last = open.words_per_row() - 1;
        // A row's word, and the same of the cells one further east and west.
        let three = |row: usize| {
            if row >= open.rows() {
                return [0; 3];
            }
            let word_at = |word: usize| open.word(WordAt { line: row, word });
            let here = word_at(word);
            let after = if word < last { word_at(word + 1) } else { 0 };
            let before = if word > 0 { word_at(word - 1) } else { 0 };
            [here, here >> 1 | after << 63, here << 1 | before >> 63]
        };
        let [north, north_east, north_west] = three(row.wrapping_sub(1));
        let [here, east, west] = three(row);
        let [south, south_east, south_west] = three(row + 1);
        NeighbourWords {
            here,
            straight: [east, south, west, north],
            diagonal: [south_east, south_west, north_west, north_east],
        }
    }

    /// The neighbours of the cells of one of three rows, the middle one. Bits beyond either end are clear.
    #[inline]
    pub(super) fn of_rows([north, here, south]: [u64; 3]) -> NeighbourWords {
        NeighbourWords {
            here,
            straight: [here >> 1, south, here << 1, north],
            diagonal: [south >> 1, south << 1, north << 1, north >> 1],
        }
    }

    /// Sixty-four cells that all have the neighbours that a byte names: bit 0 to 3 straight, 4 to 7
    /// diagonal.
    pub(super) fn of_byte(byte: usize) -> NeighbourWords {
        let all = |bit: usize| if byte >> bit & 1 == 0 { 0 } else { u64::MAX };
        NeighbourWords {
            here: u64::MAX,
            straight: std::array::from_fn(all),
            diagonal: std::array::from_fn(|bit| all(4 + bit)),
        }
    }

    /// The neighbours in a straight direction; numbers beyond 3 go round again.
    #[inline]
    pub(super) fn straight(&self, direction: usize) -> u64 {
        self.straight[direction % 4]
    }

    /// The neighbours in a diagonal direction; numbers beyond 3 go round again.
    #[inline]
    pub(super) fn diagonal(&self, direction: usize) -> u64 {
        self.diagonal[direction % 4]
    }
}
