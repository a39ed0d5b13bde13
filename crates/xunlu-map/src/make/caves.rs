//! Caves: noise, smoothed, and tunnels between what is left of it.

use super::board::{Board, Tiling};
use super::noise::{self, noise};
use super::pace::{Pace, STRIDE};
use super::random::Random;
use crate::cell::Size;
use crate::hex::Orientation;
use crate::terrain::Terrain;
use std::collections::VecDeque;

/// How much work a cell is in each round, and where the search for caves comes to it.
const SMOOTH_WORK: u32 = 8;
const SEEN_WORK: u32 = 32;

/// How much work caves take.
pub(super) fn work(size: Size, rounds: u32) -> u64 {
    size.area() * u64::from(noise::CELL_WORK + rounds * SMOOTH_WORK + SEEN_WORK)
}

/// Caves on an open board; at least one cell is open in the end.
pub(super) async fn caves(
    board: &mut Board,
    walls_percent: u32,
    rounds: u32,
    random: &mut Random,
    pace: &Pace,
) {
    noise(board, walls_percent, random, pace).await;
    for _ in 0..rounds {
        smooth(board, pace).await;
    }
    let first_open = board.cells().iter().zip(0..).find(|(terrain, _)| **terrain == Terrain::OPEN);
    let Some((_, first_open)) = first_open else {
        let Size { width, height } = board.size();
        let middle = (height / 2 + 1) * board.layout().stride() + width / 2 + 1;
        board.set(middle, Terrain::OPEN);
        return;
    };
    join(board, first_open, pace).await;
}

/// Every cell becomes what most of the cells around it and itself are (Johnson, Yannakakis and
/// Togelius 2010, "Cellular automata for real-time generation of infinite cave levels"): nine
/// squares or seven hexes. Outside there are walls.
async fn smooth(board: &mut Board, pace: &Pace) {
    let around = [0, 1].map(|line| {
        let mut steps = board.tiling().steps_around(board.layout(), line);
        steps.push(0);
        steps
    });
    let is_flat = match board.tiling() {
        Tiling::Squares => false,
        Tiling::Hexes(arrangement) => arrangement.orientation() == Orientation::Flat,
    };
    let most = u8::try_from(around[0].len() / 2 + 1).expect("at most nine cells");
    let before = board.cells().to_vec();
    let [mut evens, mut odds] = [0, 1].map(|_| vec![0_u8; board.size().width as usize]);
    for (y, row) in board.rows().enumerate() {
        // All cells of a row have their neighbours at the same distances (on flat hexes, every
        // second one has), so neighbours are added up a row at a time, many cells an instruction.
        let after = &mut board.cells_mut()[row.clone()];
        let become_most = |(cell, walls): (&mut Terrain, &u8)| {
            *cell = if *walls >= most { Terrain::WALL } else { Terrain::OPEN };
        };
        if is_flat {
            count_walls(&mut evens, &before, row.start, &around[0]);
            count_walls(&mut odds, &before, row.start, &around[1]);
            after.iter_mut().zip(&evens).step_by(2).for_each(become_most);
            after.iter_mut().zip(&odds).skip(1).step_by(2).for_each(become_most);
        } else {
            count_walls(&mut evens, &before, row.start, &around[y & 1]);
            after.iter_mut().zip(&evens).for_each(become_most);
        }
        pace.did(row.len() as u64 * u64::from(SMOOTH_WORK)).await;
    }
}

/// How many walls each cell of a row has at these steps from it.
fn count_walls(counts: &mut [u8], cells: &[Terrain], first: usize, steps: &[u32]) {
    counts.fill(0);
    for &step in steps {
        // Steps up and to the left are below zero, and wrap.
        let from = first.wrapping_add_signed(step.cast_signed() as isize);
        for (count, cell) in counts.iter_mut().zip(&cells[from..]) {
            *count += u8::from(*cell == Terrain::WALL);
        }
    }
}

/// What has not been come to yet, and the border, which never is.
const UNSEEN: u8 = 255;
const BORDER: u8 = 254;

/// Digs tunnels so that all open cells are connected: a search spreads from one cave through the
/// rock, ring by ring, and where it comes upon another cave it digs its way back and spreads from
/// there as well.
async fn join(board: &mut Board, first_open: u32, pace: &Pace) {
    let mut left = board.cells().iter().filter(|terrain| **terrain == Terrain::OPEN).count() - 1;
    // By which side each cell was come to.
    let mut came = vec![BORDER; board.cells().len()];
    for row in board.rows() {
        came[row].fill(UNSEEN);
    }
    came[first_open as usize] = 0;
    let mut cave = vec![first_open];
    let mut rock = VecDeque::new();
    let mut seen = 0_u32;
    while left > 0 {
        seen += 1;
        if seen.is_multiple_of(STRIDE) {
            pace.did(u64::from(STRIDE * SEEN_WORK)).await;
        }
        // A cave is gone through as a whole before the search goes on through rock.
        let at = match cave.pop() {
            Some(at) => at,
            None => rock.pop_front().expect("the rock is connected, and a cave is left"),
        };
        let steps = board.steps_from(at);
        for (&step, side) in steps[..board.sides()].iter().zip(0_u8..) {
            let next = at.wrapping_add(step);
            if came[next as usize] != UNSEEN {
                continue;
            }
            came[next as usize] = side;
            if board.at(next) == Terrain::OPEN {
                left -= 1;
                cave.push(next);
                dig_back(board, &came, at);
            } else {
                rock.push_back(next);
            }
        }
    }
}

/// Opens the path that led here, back to the first open cell on it.
fn dig_back(board: &mut Board, came: &[u8], mut at: u32) {
    while board.at(at) != Terrain::OPEN {
        board.set(at, Terrain::OPEN);
        let back = board.opposite(usize::from(came[at as usize]));
        at = board.beyond(at, back);
    }
}
