//! The baseline: plain A* over dense arrays with the standard library's heap. It is what anybody
//! would write in an afternoon, and it stays as it is, so that figures of different years and
//! machines can be put beside each other as multiples of it.

use crate::question::ScenarioQuestion;
use crate::raw::RawMap;
use crate::solver::{PreparedSolver, Reply, ReplyKind, Solver};
use crate::verdict::length_of;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use xunlu::Cell;

/// What steps cost: the square root of two to 4 parts in 100 million, in whole numbers.
const STRAIGHT: u64 = 2378;
const DIAGONAL: u64 = 3363;

/// Eight neighbours: columns, rows and cost.
const STEPS: [(isize, isize, u64); 8] = [
    (1, 0, STRAIGHT),
    (-1, 0, STRAIGHT),
    (0, 1, STRAIGHT),
    (0, -1, STRAIGHT),
    (1, 1, DIAGONAL),
    (1, -1, DIAGONAL),
    (-1, 1, DIAGONAL),
    (-1, -1, DIAGONAL),
];

/// The baseline as a solver.
#[must_use]
pub fn baseline() -> Solver {
    Solver::new("baseline", |map| Ok(Box::new(Baseline::new(&map.raw))))
}

/// What is known of each cell, row by row, and the open list.
struct Baseline {
    map: RawMap,
    width: usize,
    height: usize,
    is_open: Vec<bool>,
    // The number of the question that the other arrays speak of, so that none has to be wiped.
    asked: Vec<u32>,
    g: Vec<u64>,
    parent: Vec<u32>,
    is_closed: Vec<bool>,
    // Least f first, and among those the greatest g.
    open: BinaryHeap<(Reverse<u64>, u64, u32)>,
    question: u32,
}

impl Baseline {
    fn new(map: &RawMap) -> Baseline {
        let cells = map.cells().len();
        Baseline {
            map: map.clone(),
            width: map.width() as usize,
            height: map.height() as usize,
            is_open: map.cells().to_vec(),
            asked: vec![0; cells],
            g: vec![0; cells],
            parent: vec![0; cells],
            is_closed: vec![false; cells],
            open: BinaryHeap::new(),
            question: 0,
        }
    }

    /// Makes the records of a cell those of this question.
    fn touch(&mut self, number: usize) {
        if self.asked[number] != self.question {
            self.asked[number] = self.question;
            self.g[number] = u64::MAX;
            self.is_closed[number] = false;
        }
    }

    fn begin(&mut self) {
        self.open.clear();
        self.question = self.question.wrapping_add(1);
        if self.question == 0 {
            self.asked.fill(0);
            self.question = 1;
        }
    }

    /// Closes cells until the goal is, and says whether it ever is and how many were looked on from.
    fn search(&mut self, from: usize, goal: usize) -> (bool, u64) {
        self.begin();
        self.touch(from);
        self.g[from] = 0;
        self.parent[from] = word(from);
        self.open.push((Reverse(self.estimate(from, goal)), 0, word(from)));
        let mut expansions = 0;
        while let Some((_, g, number)) = self.open.pop() {
            let number = number as usize;
            if self.is_closed[number] {
                continue;
            }
            self.is_closed[number] = true;
            if number == goal {
                return (true, expansions);
            }
            expansions += 1;
            let (x, y) = self.place_of(number);
            for (dx, dy, cost) in STEPS {
                let (to_x, to_y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
                let cuts_none = self.is_open_at(to_x, y) && self.is_open_at(x, to_y);
                if self.is_open_at(to_x, to_y) && cuts_none {
                    self.open_by(number, to_y * self.width + to_x, g + cost, goal);
                }
            }
        }
        (false, expansions)
    }

    fn place_of(&self, number: usize) -> (usize, usize) {
        (number % self.width, number / self.width)
    }

    fn is_open_at(&self, x: usize, y: usize) -> bool {
        x < self.width && y < self.height && self.is_open[y * self.width + x]
    }

    /// The cost on an empty map.
    fn estimate(&self, from: usize, to: usize) -> u64 {
        let ((x, y), (to_x, to_y)) = (self.place_of(from), self.place_of(to));
        let (across, down) = (x.abs_diff(to_x) as u64, y.abs_diff(to_y) as u64);
        let diagonal = across.min(down);
        STRAIGHT * (across.max(down) - diagonal) + DIAGONAL * diagonal
    }

    fn open_by(&mut self, parent: usize, to: usize, g: u64, goal: usize) {
        self.touch(to);
        if g < self.g[to] {
            self.g[to] = g;
            self.parent[to] = word(parent);
            self.open.push((Reverse(g + self.estimate(to, goal)), g, word(to)));
        }
    }
}

/// Plain A* as the referee who is asked when an answer and its scenario disagree.
pub(crate) struct Referee {
    baseline: Baseline,
    path: Vec<Cell>,
}

impl Referee {
    pub(crate) fn new(map: &RawMap) -> Referee {
        Referee { baseline: Baseline::new(map), path: Vec::new() }
    }

    pub(crate) const fn map(&self) -> &RawMap {
        &self.baseline.map
    }

    /// The question with the length that is true on this map.
    pub(crate) fn settled(&mut self, question: &ScenarioQuestion) -> ScenarioQuestion {
        self.path.clear();
        self.baseline.find(question.from, question.to, &mut self.path);
        ScenarioQuestion { optimum: length_of(&self.path), ..*question }
    }
}

impl PreparedSolver for Baseline {
    fn find(&mut self, from: Cell, to: Cell, path: &mut Vec<Cell>) -> Reply {
        let reply = |ended, expansions| Reply { ended, length: None, expansions: Some(expansions) };
        let ends = (self.map.number_of(from), self.map.number_of(to));
        let (Some(start), Some(goal)) = ends else { return reply(ReplyKind::Blocked, 0) };
        if !self.is_open[start] || !self.is_open[goal] {
            return reply(ReplyKind::Blocked, 0);
        }
        let (was_reached, expansions) = self.search(start, goal);
        if !was_reached {
            return reply(ReplyKind::NoPath, expansions);
        }
        path.push(to);
        let mut at = goal;
        while at != start {
            at = self.parent[at] as usize;
            path.push(self.map.cell_of(at));
        }
        path.reverse();
        reply(ReplyKind::Path, expansions)
    }

    fn bytes(&self) -> Option<usize> {
        let cells = self.is_open.len();
        let records = cells * (size_of::<u32>() * 2 + size_of::<u64>() + size_of::<bool>() * 2);
        Some(records + self.open.capacity() * size_of::<(Reverse<u64>, u64, u32)>())
    }
}

fn word(number: usize) -> u32 {
    u32::try_from(number).expect("a map that was read has fewer cells than 32 bits can number")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::check_prepared_solver;

    #[test]
    fn the_baseline_is_right() {
        check_prepared_solver(&baseline());
    }
}
