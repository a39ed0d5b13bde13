//! Mazes: a walk that digs on where it can and turns back where it cannot.

use super::board::{Board, Tiling};
use super::pace::{Pace, STRIDE};
use super::random::Random;
use crate::cell::Size;
use crate::error::MapError;
use crate::terrain::Terrain;

/// How much work a step of the walk is, and a cell that is drawn from the plan.
const STEP_WORK: u32 = 32;
const CELL_WORK: u64 = 3;

/// How much work a maze takes: each of its places is come to, and left again for good.
pub(super) fn work(size: Size, corridor: u32) -> u64 {
    let plan = plan_size(size, corridor);
    let steps = u64::from(plan.width.div_ceil(2)) * u64::from(plan.height.div_ceil(2)) * 2;
    steps * u64::from(STEP_WORK) + size.area() * CELL_WORK
}

/// The size of a plan in which corridors are one cell wide.
fn plan_size(size: Size, corridor: u32) -> Size {
    let places = |length: u32| ((length + 1) / (corridor + 1)).max(1) * 2 - 1;
    Size::new(places(size.width), places(size.height))
}

/// A maze with corridors this wide, over all of the board.
pub(super) async fn maze(
    board: &mut Board,
    corridor: u32,
    loops_percent: u32,
    random: &mut Random,
    pace: &Pace,
) -> Result<(), MapError> {
    let size = board.size();
    let turns_six_ways = corridor == 1 && board.sides() == 6;
    // A strip of hexes zigzags: from a place of the maze no side leads two steps on within it.
    if turns_six_ways && size.width > 1 && size.height > 1 {
        board.fill(board.layout().bounds(), Terrain::WALL);
        dig(board, loops_percent, random, pace).await;
        return Ok(());
    }
    // Walls along rows and columns part hexes as they part squares, and so one plan serves both.
    let mut plan = Board::new(Tiling::Squares, plan_size(size, corridor), Terrain::WALL)?;
    dig(&mut plan, loops_percent, random, pace).await;
    stretch(&plan, board, corridor);
    Ok(())
}

/// What the walk remembers of a number: not dug, the border, where it began, or the side that it
/// left the place before by.
const UNDUG: u8 = 255;
const BORDER: u8 = 254;
const START: u8 = 253;

/// A maze of corridors one cell wide on a board of walls: depth first and by chance ("recursive
/// backtracker"; Buck 2015, "Mazes for Programmers", chapter 5), but the path back is read off the
/// cells instead of a stack. The places of the maze lie two steps apart in every direction, from
/// (0, 0) on; the cell between two of them is dug or stays a wall.
async fn dig(board: &mut Board, loops_percent: u32, random: &mut Random, pace: &Pace) {
    let mut came = vec![BORDER; board.cells().len()];
    for row in board.rows() {
        came[row].fill(UNDUG);
    }
    let mut at = board.layout().stride() + 1;
    came[at as usize] = START;
    board.set(at, Terrain::OPEN);
    for step in 1_u32.. {
        if step.is_multiple_of(STRIDE) {
            pace.did(u64::from(STRIDE * STEP_WORK)).await;
        }
        let mut fresh = [0_u8; 6];
        let mut count = 0;
        for (side, number) in (0..board.sides()).zip(0_u8..) {
            let next = two_steps(board, &came, at, side);
            if next.is_some_and(|(_, place)| came[place as usize] == UNDUG) {
                fresh[count] = number;
                count += 1;
            }
        }
        if count > 0 {
            let side = *random.pick(&fresh[..count]);
            let (wall, place) = two_steps(board, &came, at, usize::from(side))
                .expect("it was among the fresh sides");
            board.set(wall, Terrain::OPEN);
            board.set(place, Terrain::OPEN);
            came[place as usize] = side;
            at = place;
        } else if came[at as usize] == START {
            break;
        } else {
            let back = board.opposite(usize::from(came[at as usize]));
            at = board.beyond(board.beyond(at, back), back);
        }
    }
    knock_out(board, &came, loops_percent, random);
}

/// The cell beyond a side and the place behind it. Returns `None` if the border comes first.
fn two_steps(board: &Board, came: &[u8], at: u32, side: usize) -> Option<(u32, u32)> {
    let wall = board.beyond(at, side);
    if came[wall as usize] == BORDER {
        return None;
    }
    let place = board.beyond(wall, side);
    (came[place as usize] != BORDER).then_some((wall, place))
}

/// Opens each wall between two places of the maze by chance.
fn knock_out(board: &mut Board, came: &[u8], loops_percent: u32, random: &mut Random) {
    if loops_percent == 0 {
        return;
    }
    let is_place = |came: u8| came != UNDUG && came != BORDER;
    for (at, _) in (0..).zip(came).filter(|(_, came)| is_place(**came)) {
        // Half of the sides will do: the wall on any other is on such a side of a neighbour.
        for side in 0..board.sides() / 2 {
            let Some((wall, _)) = two_steps(board, came, at, side) else { continue };
            if board.at(wall) == Terrain::WALL && random.chance(loops_percent) {
                board.set(wall, Terrain::OPEN);
            }
        }
    }
}

/// Draws a plan with corridors one cell wide so that they are this wide: every second row and
/// column, those of the walls, stays thin. What is left over at the far edges stays wall.
fn stretch(plan: &Board, board: &mut Board, corridor: u32) {
    let pitch = corridor + 1;
    let planned = |at: u32| at / pitch * 2 + u32::from(at % pitch == corridor);
    let (plan_size, width) = (plan.size(), board.size().width);
    let columns: Vec<u32> = (0..width).map(planned).collect();
    let rows = board.rows();
    for (y, row) in (0..).zip(rows) {
        let first = (planned(y) + 1) * plan.layout().stride() + 1;
        let is_inside = planned(y) < plan_size.height;
        for (&column, cell) in columns.iter().zip(&mut board.cells_mut()[row]) {
            let is_inside = is_inside && column < plan_size.width;
            *cell = if is_inside { plan.at(first + column) } else { Terrain::WALL };
        }
    }
}
