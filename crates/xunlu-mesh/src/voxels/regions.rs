//! Regions: cells that are connected and do not lie over each other, so that polygons of one never overlap.
//!
//! Most ground that is connected is one region. Where it lies over itself, as a bridge does over a road that
//! leads up to it, it is parted: a region grows over its lowest neighbours first, so that storeys stay
//! together, and what it comes to above or below itself is left to another.

use super::cells::{Cells, RIGHT, UPPER, way};
use super::walker::Walker;
use crate::exact::MeshPoint;
use crate::half_edges::{NONE, numbered};
use std::collections::VecDeque;

/// Which region each cell belongs to.
#[derive(Debug)]
pub(crate) struct Regions {
    /// For each cell, its region, or [`NONE`] where it is left out.
    pub(super) of: Vec<u32>,
    pub(super) count: u32,
}

pub(super) fn regions(cells: &Cells, walker: &Walker) -> Regions {
    let islands = islands(cells);
    let counted = sizes(&islands);
    let lies_over_itself = lying_over_themselves(cells, &islands);
    // Small islands are left out, and those that lie over themselves parted.
    let mut regions = Regions { of: vec![NONE; islands.len()], count: 0 };
    let mut growth = Growth::default();
    let mut numbers = vec![NONE; islands.len()];
    let mut parted: Vec<Vec<u32>> = Vec::new();
    for (cell, &island) in (0..).zip(&islands) {
        let first = island as usize;
        if counted[first] < walker.cells_least {
            continue;
        }
        if lies_over_itself[first] {
            if numbers[first] == NONE {
                numbers[first] = numbered(parted.len());
                parted.push(Vec::new());
            }
            parted[numbers[first] as usize].push(cell);
            continue;
        }
        if numbers[first] == NONE {
            numbers[first] = regions.count;
            regions.count += 1;
        }
        regions.of[cell as usize] = numbers[first];
    }
    for cells_of_one in parted {
        growth.part(cells, &cells_of_one, &mut regions);
    }
    regions
}

/// For each cell, the first cell of those that it is connected with.
fn islands(cells: &Cells) -> Vec<u32> {
    let mut roots: Vec<u32> = (0..cells.count()).collect();
    fn root(roots: &mut [u32], mut cell: u32) -> u32 {
        while roots[cell as usize] != cell {
            let next = roots[roots[cell as usize] as usize];
            roots[cell as usize] = next;
            cell = next;
        }
        cell
    }
    for cell in 0..cells.count() {
        for side in [RIGHT, UPPER] {
            let beside = cells.link_of(cell, side);
            if beside != NONE {
                let ends = [cell, beside].map(|end| root(&mut roots, end));
                roots[ends[0].max(ends[1]) as usize] = ends[0].min(ends[1]);
            }
        }
    }
    // Each root is the least of its island, so that of a cell before is known.
    for cell in 0..roots.len() {
        roots[cell] = roots[roots[cell] as usize];
    }
    roots
}

/// For each island, by its first cell, how many cells it has.
fn sizes(islands: &[u32]) -> Vec<u32> {
    let mut sizes = vec![0; islands.len()];
    for &island in islands {
        sizes[island as usize] += 1;
    }
    sizes
}

/// For each island, by its first cell, whether it has two cells in a column, or two side by side that are not
/// linked: its contour would then touch itself along a line.
fn lying_over_themselves(cells: &Cells, islands: &[u32]) -> Vec<bool> {
    let mut found = vec![false; islands.len()];
    for cell in 0..cells.count() {
        let (at, island) = (cells.at[cell as usize], islands[cell as usize]);
        let is_own = |&other: &u32| islands[other as usize] == island;
        let above = cell + 1;
        let is_double = above < cells.count() && cells.at[above as usize] == at && is_own(&above);
        let is_slit = [RIGHT, UPPER].into_iter().any(|side| {
            let mut beside = cells.column(beyond(at, side)).filter(is_own);
            beside.any(|other| cells.link_of(cell, side) != other)
        });
        found[island as usize] |= is_double || is_slit;
    }
    found
}

fn beyond(at: MeshPoint, side: usize) -> MeshPoint {
    let [x, y] = way(side);
    MeshPoint { x: at.x + x, y: at.y + y }
}

/// Storeys are told apart by heights in so many classes.
const CLASSES: i64 = 1024;

/// What is to be taken into a region, the lowest first.
#[derive(Default)]
struct Growth {
    waiting: Vec<VecDeque<u32>>,
    lowest: usize,
}

impl Growth {
    /// Parts an island into regions.
    fn part(&mut self, cells: &Cells, island: &[u32], regions: &mut Regions) {
        let height = |cell: u32| i64::from(cells.floors[cell as usize].height);
        let heights = || island.iter().map(|&cell| height(cell));
        let (least, most) = (heights().min().unwrap_or(0), heights().max().unwrap_or(0));
        let class = |cell: u32| {
            let class = (height(cell) - least) * (CLASSES - 1) / (most - least).max(1);
            usize::try_from(class).unwrap_or(0)
        };
        self.waiting.resize_with(usize::try_from(CLASSES).unwrap_or(0), VecDeque::new);
        let lowest = island.iter().copied().min_by_key(|&cell| (height(cell), cell));
        for seed in lowest.into_iter().chain(island.iter().copied()) {
            if regions.of[seed as usize] != NONE {
                continue;
            }
            let region = regions.count;
            regions.count += 1;
            self.push(class(seed), seed);
            while let Some(cell) = self.pop() {
                if regions.of[cell as usize] != NONE || !may_take(cells, regions, cell, region) {
                    continue;
                }
                regions.of[cell as usize] = region;
                for beside in cells.links[cell as usize] {
                    if beside != NONE && regions.of[beside as usize] == NONE {
                        self.push(class(beside), beside);
                    }
                }
            }
        }
    }

    fn push(&mut self, class: usize, cell: u32) {
        self.lowest = self.lowest.min(class);
        self.waiting[class].push_back(cell);
    }

    fn pop(&mut self) -> Option<u32> {
        while self.lowest < self.waiting.len() {
            if let Some(cell) = self.waiting[self.lowest].pop_front() {
                return Some(cell);
            }
            self.lowest += 1;
        }
        self.lowest = 0;
        None
    }
}

/// Whether a region has nothing in a cell's column, and nothing beside it that the cell is not linked to.
fn may_take(cells: &Cells, regions: &Regions, cell: u32, region: u32) -> bool {
    let is_own = |&other: &u32| regions.of[other as usize] == region;
    let at = cells.at[cell as usize];
    let is_over = cells.column(at).any(|other| is_own(&other));
    !is_over
        && (0..4).all(|side| {
            let mut beside = cells.column(beyond(at, side)).filter(is_own);
            beside.all(|other| cells.link_of(cell, side) == other)
        })
}
