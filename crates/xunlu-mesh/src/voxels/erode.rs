//! Cells away from walls and drops: a walker that stands on one has room all around.
//!
//! Distances are counted in half cells: two to a cell beside, three to one across a corner (Rosenfeld and
//! Pfaltz 1968, Borgefors 1986), in two passes over all cells.

use super::cells::{Cells, LEFT, LOWER, RIGHT, UPPER};
use crate::half_edges::NONE;

/// The cells at least so many half cells from those at a border.
pub(super) fn eroded(cells: Cells, radius_half_cells: u32) -> Cells {
    if radius_half_cells == 0 {
        return cells;
    }
    let distances = distances(&cells);
    let is_kept: Vec<bool> = distances.iter().map(|&far| far >= radius_half_cells).collect();
    cells.without(&is_kept)
}

fn distances(cells: &Cells) -> Vec<u32> {
    // What has no cell beyond a side is at the border.
    let is_border = |links: &[u32; 4]| links.contains(&NONE);
    let mut distances: Vec<u32> =
        cells.links.iter().map(|links| if is_border(links) { 0 } else { u32::MAX }).collect();
    let mut pass = |cell: u32, sides: [usize; 2]| {
        let mut least = distances[cell as usize];
        if least == 0 {
            return;
        }
        for (side, turned) in [(sides[0], sides[1]), (sides[1], (sides[0] + 2) % 4)] {
            // A cell without a link has the distance zero.
            let beside = cells.link_of(cell, side);
            least = least.min(distances[beside as usize].saturating_add(2));
            let across = cells.link_of(beside, turned);
            if across != NONE {
                least = least.min(distances[across as usize].saturating_add(3));
            }
        }
        distances[cell as usize] = least;
    };
    // From the first cell on: the left and, beyond it, the lower left; the lower and the lower right.
    (0..cells.count()).for_each(|cell| pass(cell, [LEFT, LOWER]));
    (0..cells.count()).rev().for_each(|cell| pass(cell, [RIGHT, UPPER]));
    distances
}
