//! Noise and arenas: so many walls, strewn evenly.

use super::board::Board;
use super::pace::{Pace, STRIDE};
use super::random::Random;
use crate::terrain::Terrain;

/// How much work a cell is.
pub(super) const CELL_WORK: u32 = 8;

/// Walls on exactly this share of the board's cells, rounded down.
pub(super) async fn noise(board: &mut Board, walls_percent: u32, random: &mut Random, pace: &Pace) {
    let cells = cell_count(board);
    let walls = share(cells, walls_percent);
    strew(board.inside_mut(), cells, walls, random, pace).await;
}

/// The same, with the first and the last cell kept free; what does not fit beside them is left out.
pub(super) async fn arena(board: &mut Board, walls_percent: u32, random: &mut Random, pace: &Pace) {
    let cells = cell_count(board);
    let spared = cells.saturating_sub(2);
    let walls = share(cells, walls_percent).min(spared);
    strew(board.inside_mut().skip(1).take(spared as usize), spared, walls, random, pace).await;
}

/// Puts exactly `walls` walls on these `left` cells, each choice of cells equally likely (selection
/// sampling: Fan, Muller and Rezucha 1962; Knuth, "The Art of Computer Programming" 2, 3.4.2,
/// algorithm S). Goes over the cells once, in their order, and keeps no list of them.
async fn strew<'a>(
    cells: impl Iterator<Item = &'a mut Terrain>,
    mut left: u32,
    mut walls: u32,
    random: &mut Random,
    pace: &Pace,
) {
    for cell in cells {
        if walls == 0 {
            return;
        }
        if random.below(left) < walls {
            *cell = Terrain::WALL;
            walls -= 1;
        }
        left -= 1;
        if left.is_multiple_of(STRIDE) {
            pace.did(u64::from(STRIDE * CELL_WORK)).await;
        }
    }
}

fn cell_count(board: &Board) -> u32 {
    u32::try_from(board.size().area()).expect("a layout has at most 2^28 cells")
}

/// This many in a hundred, rounded down.
fn share(count: u32, percent: u32) -> u32 {
    let share = u64::from(count) * u64::from(percent) / 100;
    u32::try_from(share).expect("at most a hundred in a hundred")
}
