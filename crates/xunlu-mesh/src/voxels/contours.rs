//! The contours of regions: chains of lines round their cells, each along a wall or along one neighbour.
//!
//! ```text
//!   +--+--+     The region lies to the left of who walks along. A chain ends where what lies beyond changes,
//!   |A  A |     on either side of it, so that both regions have the same chain; only its turns are kept.
//!   +--+  +--
//!      |A |B
//! ```

use super::cells::Cells;
use super::regions::Regions;
use crate::exact::MeshPoint;
use crate::half_edges::NONE;
use std::ops::Range;

/// A chain has so many turns at most: to simplify it takes their square.
const TURNS_MAX: usize = 256;

/// All chains; of two regions that meet, the one of the lesser number has the chain.
#[derive(Default, Debug)]
pub(super) struct Contours {
    /// Corners of cells, counted in cells.
    pub(super) points: Vec<MeshPoint>,
    /// Between which heights the cells lie from each point to the next of its chain.
    pub(super) heights: Vec<[i32; 2]>,
    /// Which of the points are corners of the simplified chain.
    pub(super) is_kept: Vec<bool>,
    pub(super) chains: Vec<Chain>,
    /// So many rounds there are: chains, one after the other, that end where they began.
    pub(super) rounds: u32,
}

#[derive(Debug)]
pub(super) struct Chain {
    pub(super) points: Range<usize>,
    /// The region to the left, and the one to the right, or [`NONE`] at a wall.
    pub(super) regions: [u32; 2],
    /// The rounds that it is a part of: to the left, and against its direction, to the right.
    pub(super) rounds: [u32; 2],
}

/// A side of a cell at the border of its region.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Side {
    cell: u32,
    side: usize,
}

pub(super) fn contours(cells: &Cells, regions: &Regions) -> Contours {
    let walk = Walk { cells, regions };
    let mut contours = Contours::default();
    // A bit for each side that was walked along.
    let mut walked = vec![0_u8; cells.count() as usize];
    let mut round = Vec::new();
    let mut shared = Shared::default();
    for cell in 0..cells.count() {
        if regions.of[cell as usize] == NONE {
            continue;
        }
        for side in 0..4 {
            let first = Side { cell, side };
            if walked[cell as usize] & (1 << side) != 0 || !walk.is_border(first) {
                continue;
            }
            round.clear();
            let mut at = first;
            while walked[at.cell as usize] & (1 << at.side) == 0 {
                walked[at.cell as usize] |= 1 << at.side;
                round.push(at);
                at = walk.next(at);
            }
            debug_assert_eq!(at, first, "a contour ends where it began");
            walk.cut(&mut round, &mut contours, &mut shared);
            contours.rounds += 1;
        }
    }
    contours.is_kept = vec![false; contours.points.len()];
    shared.tell(&mut contours);
    contours
}

/// What is known of chains between two regions: from the one with the chain, with which side it begins, and
/// which chains it is cut into; from the other, with which it ends, and which round it is of.
#[derive(Default)]
struct Shared {
    chains: Vec<(Side, Range<usize>)>,
    rounds: Vec<(Side, u32)>,
}

impl Shared {
    /// Tells the chains which rounds they are a part of to their right.
    fn tell(mut self, contours: &mut Contours) {
        self.chains.sort_unstable_by_key(|&(first, _)| first);
        for (first, round) in self.rounds {
            let found = self.chains.binary_search_by_key(&first, |&(first, _)| first);
            for number in found.map_or(0..0, |found| self.chains[found].1.clone()) {
                contours.chains[number].rounds[1] = round;
            }
        }
    }
}

struct Walk<'a> {
    cells: &'a Cells,
    regions: &'a Regions,
}

impl Walk<'_> {
    fn region(&self, cell: u32) -> u32 {
        self.regions.of[cell as usize]
    }

    /// The region beyond a side.
    fn beyond(&self, Side { cell, side }: Side) -> u32 {
        let beyond = self.cells.link_of(cell, side);
        if beyond == NONE { NONE } else { self.region(beyond) }
    }

    fn is_border(&self, side: Side) -> bool {
        self.beyond(side) != self.region(side.cell)
    }

    /// The next side along the border of the region, counter-clockwise round it: where it touches itself at a
    /// point, the one of the same cells.
    fn next(&self, Side { mut cell, side }: Side) -> Side {
        // Round the point where the side ends, from cell to cell: there are but four, for a region has one
        // cell in a column, and the last has no link to the first.
        let mut side = (side + 1) % 4;
        for _ in 0..3 {
            if self.is_border(Side { cell, side }) {
                break;
            }
            cell = self.cells.link_of(cell, side);
            side = (side + 3) % 4;
        }
        debug_assert!(self.is_border(Side { cell, side }), "round a point there is a border");
        Side { cell, side }
    }

    /// The same side of the cell beyond.
    fn twin(&self, Side { cell, side }: Side) -> Side {
        Side { cell: self.cells.link_of(cell, side), side: (side + 2) % 4 }
    }

    /// Whether a chain has to end between two sides, one after the other.
    fn ends_between(&self, before: Side, after: Side) -> bool {
        let beyond = self.beyond(before);
        beyond != self.beyond(after)
            || beyond != NONE && self.next(self.twin(after)) != self.twin(before)
    }

    /// Where a side begins.
    fn from(&self, Side { cell, side }: Side) -> MeshPoint {
        let MeshPoint { x, y } = self.cells.at[cell as usize];
        let [right, up] = [[1, 0], [1, 1], [0, 1], [0, 0]][side];
        MeshPoint { x: x + right, y: y + up }
    }

    /// Cuts a contour into chains.
    fn cut(&self, round: &mut [Side], contours: &mut Contours, shared: &mut Shared) {
        let count = round.len();
        let ends_before = |number: usize| {
            let before = if number == 0 { count - 1 } else { number - 1 };
            self.ends_between(round[before], round[number])
        };
        // One that goes all round by itself begins at its first point, row by row.
        let first = (0..count).find(|&number| ends_before(number)).unwrap_or_else(|| {
            let from = |number: &usize| self.from(round[*number]);
            (0..count).min_by_key(|number| (from(number).y, from(number).x)).unwrap_or(0)
        });
        round.rotate_left(first);
        let mut begin = 0;
        for number in 1..=count {
            if number == count || self.ends_between(round[number - 1], round[number]) {
                self.add(&round[begin..number], contours, shared);
                begin = number;
            }
        }
    }

    /// Adds a chain of these sides, or several if it has many turns.
    fn add(&self, sides: &[Side], contours: &mut Contours, shared: &mut Shared) {
        let (Some(&first), Some(&last)) = (sides.first(), sides.last()) else { return };
        let regions = [self.region(first.cell), self.beyond(first)];
        if regions[1] < regions[0] {
            shared.rounds.push((self.twin(last), contours.rounds));
            return;
        }
        let rounds = [contours.rounds, NONE];
        let first_chain = contours.chains.len();
        let mut begin = contours.points.len();
        let mut before: Option<usize> = None;
        for side in sides {
            let height = self.cells.floors[side.cell as usize].height;
            if before != Some(side.side) {
                let turn = self.from(*side);
                contours.add(turn, height);
                let end = contours.points.len();
                if end - begin == TURNS_MAX {
                    contours.chains.push(Chain { points: begin..end, regions, rounds });
                    contours.add(turn, height);
                    begin = end;
                }
                before = Some(side.side);
            }
            if let Some([least, most]) = contours.heights.last_mut() {
                (*least, *most) = (height.min(*least), height.max(*most));
            }
        }
        let after = (last.side + 1) % 4;
        let height = self.cells.floors[last.cell as usize].height;
        contours.add(self.from(Side { cell: last.cell, side: after }), height);
        contours.chains.push(Chain { points: begin..contours.points.len(), regions, rounds });
        if regions[1] != NONE {
            shared.chains.push((first, first_chain..contours.chains.len()));
        }
    }
}

impl Contours {
    fn add(&mut self, point: MeshPoint, height: i32) {
        self.points.push(point);
        self.heights.push([height; 2]);
    }

    /// Between which heights the cells lie from one point to another of a chain.
    pub(super) fn heights_between(&self, from: usize, to: usize) -> [i32; 2] {
        let heights = self.heights[from..to].iter().copied();
        heights
            .fold([i32::MAX, i32::MIN], |one, other| [one[0].min(other[0]), one[1].max(other[1])])
    }

    /// The simplified chains: each line with the numbers of its points and of its chain.
    pub(super) fn lines(&self) -> impl Iterator<Item = ([usize; 2], u32)> {
        (0..).zip(&self.chains).flat_map(|(number, chain)| {
            let kept = chain.points.clone().filter(|&point| self.is_kept[point]);
            let ends = kept.clone().zip(kept.skip(1));
            ends.map(move |(from, to)| ([from, to], number))
        })
    }

    /// Of each round, twice the area that it goes round, counter-clockwise: of all its points, or of those
    /// that are kept.
    pub(super) fn areas(&self, is_meant: impl Fn(usize) -> bool) -> Vec<i64> {
        let mut areas = vec![0; self.rounds as usize];
        let origin = MeshPoint::default();
        for chain in &self.chains {
            let points = chain.points.clone().filter(|&point| is_meant(point));
            let ends = points.clone().zip(points.skip(1));
            let area = ends
                .map(|(from, to)| origin.to(self.points[from]).cross(origin.to(self.points[to])));
            let area: i64 = area.sum();
            let [left, right] = chain.rounds;
            areas[left as usize] += area;
            if right != NONE {
                areas[right as usize] -= area;
            }
        }
        areas
    }

    pub(super) fn chain(&self, number: u32) -> &Chain {
        &self.chains[number as usize]
    }
}
