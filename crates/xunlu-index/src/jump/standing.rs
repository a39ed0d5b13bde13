//! Where a mover of any size can stand, sixty-four cells at a time.

use xunlu_map::{Footprint, Passability};

/// One word of a row of the cells on which a mover with this footprint can stand. The cell of a mover is
/// the one of least x and y under its footprint. Rows and columns are counted with the border.
pub(super) fn standing_word(open: &Passability, footprint: Footprint, row: u32, word: u32) -> u64 {
    let last_row = open.layout().bounds().size.height;
    let mut standing = u64::MAX;
    for under in row..row + footprint.height() {
        if under == 0 || under > last_row || standing == 0 {
            return 0;
        }
        let here = row_word(open, under, word);
        standing &= if footprint.width() == 1 {
            here
        } else {
            let ahead = row_word(open, under, word + 1);
            run_of(u128::from(here) | u128::from(ahead) << u64::BITS, footprint.width())
        };
    }
    standing
}

/// Which of the first sixty-four bits begin a run of so many set ones. The known run doubles at each turn.
fn run_of(mut bits: u128, width: u32) -> u64 {
    let mut known = 1;
    while known < width {
        let more = known.min(width - known);
        bits &= bits >> more;
        known += more;
    }
    u64::try_from(bits & u128::from(u64::MAX)).unwrap_or(0)
}

/// One word of a row of open cells, without the bits of the next row.
fn row_word(open: &Passability, row: u32, word: u32) -> u64 {
    let width = open.layout().bounds().size.width;
    let first = word * u64::BITS;
    if first > width {
        return 0;
    }
    let own = u64::MAX >> (u64::BITS - 1 - (width - first).min(u64::BITS - 1));
    open.run_at(row * open.layout().stride() + first) & own
}
