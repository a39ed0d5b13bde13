//! The cost from any cell to every jump point: what landmarks are made from.
//!
//! The cheapest diagonal-first path from a jump point to the landmark goes from successor to successor until
//! it reaches the landmark. So the costs are found by a search on the reversed edges, beginning
//! with all jump points from which a diagonal-first path without a jump point leads to the landmark.

use super::bucket_queue::{BucketQueue, OpenEntry};
use super::jump_edges::JumpEdges;
use super::map::JumpMap;
use super::numbers::{JumpPointNumber, NO_PATH, PaddedCell, SearchNode};
use super::rule::{ALL_DIRECTIONS, JumpRule};
use super::successors::{DIRECTIONS, JumpLimit, Successor, SuccessorVisitor};
use std::ops::RangeInclusive;
use xunlu_search::NodeLink;

/// The most steps of diagonal jumps from all jump points, and the most edges, per cell of the map. In a
/// corridor between pillars every jump point is a successor of every other, and finding costs from
/// landmarks would take the square of its length.
const WORK_PER_CELL: usize = 64;

/// The predecessors of each jump point, for all arrivals.
pub(super) struct Survey<'a> {
    map: &'a JumpMap,
    edges: &'a JumpEdges,
    cells: Vec<PaddedCell>,
    // The predecessors of jump point `n` lie from `firsts[n]` to `firsts[n + 1]`: which, and at which cost.
    firsts: Vec<u32>,
    predecessors: Vec<(JumpPointNumber, u32)>,
    // Its nodes are the jump points, with the same numbers.
    open: BucketQueue,
    costs: Vec<u32>,
}

impl<'a> Survey<'a> {
    /// Jumps from every jump point in all directions, and takes links both ways. Returns `None` if that finds
    /// too many edges. The edges of the index must be newly built.
    pub(super) fn new(
        map: &'a JumpMap,
        edges: &'a JumpEdges,
        links: &[NodeLink],
    ) -> Option<Survey<'a>> {
        let cells: Vec<PaddedCell> = map.nodes.set_cells().collect();
        let mut collector = EdgeCollector {
            map,
            edges,
            number: JumpPointNumber::default(),
            edges_found: Vec::new(),
            diagonal_steps: 0,
        };
        let work_max = WORK_PER_CELL * map.layout.len() as usize;
        for (number, &cell) in (0..).zip(&cells) {
            collector.number = JumpPointNumber(number);
            map.find_successors(cell, ALL_DIRECTIONS, JumpLimit::NONE, &mut collector);
            if collector.edges_found.len() + collector.diagonal_steps > work_max {
                return None;
            }
        }
        for link in links {
            let [from, to] = [link.from, link.to].map(|node| edges.number_of(map.cell_at(node)));
            if let (Some(from), Some(to)) = (from, to) {
                let both = [(from, to, link.cost.0), (to, from, link.cost.0)];
                collector.edges_found.extend(both);
            }
        }
        // A counting sort by target.
        let mut firsts = vec![0_u32; cells.len() + 1];
        for &(_, target, _) in &collector.edges_found {
            firsts[target.index() + 1] += 1;
        }
        for number in 0..cells.len() {
            firsts[number + 1] += firsts[number];
        }
        let mut ends = firsts.clone();
        let mut predecessors = vec![(JumpPointNumber::default(), 0); collector.edges_found.len()];
        for (predecessor, target, cost) in collector.edges_found {
            let end = &mut ends[target.index()];
            predecessors[*end as usize] = (predecessor, cost);
            *end += 1;
        }
        let (open, costs) = (BucketQueue::default(), Vec::new());
        Some(Survey { map, edges, cells, firsts, predecessors, open, costs })
    }

    /// Every jump point, in the order of their numbers.
    pub(super) fn cells(&self) -> &[PaddedCell] {
        &self.cells
    }

    /// The costs from a cell to every jump point, by their numbers; [`NO_PATH`] where no path leads.
    pub(super) fn from(&mut self, landmark: PaddedCell) -> &[u32] {
        let price = self.edges.costs();
        self.costs.clear();
        self.costs.resize(self.cells.len(), NO_PATH);
        self.open.begin(0, price.straight);
        let lines = Lines::through(self.map, landmark);
        for (number, &cell) in (0..).zip(&self.cells) {
            if lines.may_be_entered_from(cell) && self.map.has_diagonal_first_path(cell, landmark) {
                let (columns, rows) = (cell.x.abs_diff(landmark.x), cell.y.abs_diff(landmark.y));
                let cost = price.least(self.map.rule, columns, rows);
                self.costs[number as usize] = cost;
                self.open.push(cost, OpenEntry { node: SearchNode(number), g: cost });
            }
        }
        while let Some(OpenEntry { node, g }) = self.open.pop_below(u32::MAX) {
            if self.costs[node.index()] != g {
                continue;
            }
            let range = self.firsts[node.index()] as usize..self.firsts[node.index() + 1] as usize;
            for &(predecessor, edge_cost) in &self.predecessors[range] {
                let cost = g.saturating_add(edge_cost);
                if cost < self.costs[predecessor.index()] {
                    self.costs[predecessor.index()] = cost;
                    self.open.push(cost, OpenEntry { node: SearchNode(predecessor.0), g: cost });
                }
            }
        }
        &self.costs
    }

    /// A cell to which the cost is the highest, by the costs to jump points: the most expensive jump point,
    /// and from there on in straight lines to the next wall, as long as the cost grows. Returns `None` if
    /// no path leads to any jump point.
    ///
    /// Jump points lie at corners, and behind the last of them there is still ground: a landmark at its rim
    /// is behind everything, one at the last corner is behind half.
    pub(super) fn farthest(&self, costs: &[u32]) -> Option<PaddedCell> {
        let reached = (0..costs.len()).filter(|&at| costs[at] != NO_PATH);
        let best = reached.max_by_key(|&at| costs[at])?;
        let (mut cell, mut cost) = (self.cells[best], costs[best]);
        loop {
            let ends = (0..DIRECTIONS).map(|direction| self.map.last_open_cell(cell, direction));
            let most_expensive =
                ends.map(|end| (self.cost_at(end, costs), end)).max_by_key(|end| end.0);
            match most_expensive {
                Some((more, end)) if more > cost => (cell, cost) = (end, more),
                _ => return Some(cell),
            }
        }
    }

    /// The cost to a cell by way of its successors.
    fn cost_at(&self, cell: PaddedCell, costs: &[u32]) -> u32 {
        let mut least = LeastCost { survey: self, costs, least: NO_PATH };
        self.map.find_successors(cell, ALL_DIRECTIONS, JumpLimit::NONE, &mut least);
        let own = self.edges.number_of(cell).map_or(NO_PATH, |number| costs[number.index()]);
        let least = least.least.min(own);
        if least == NO_PATH { 0 } else { least }
    }
}

/// The row and the column of a landmark as far as they are open. All diagonal-first paths to it that turn,
/// turn there, which few jump points can.
struct Lines {
    rule: JumpRule,
    landmark: PaddedCell,
    columns: RangeInclusive<u32>,
    rows: RangeInclusive<u32>,
}

impl Lines {
    fn through(map: &JumpMap, landmark: PaddedCell) -> Lines {
        let [east, south, west, north] = [0, 1, 2, 3].map(|scan| map.last_of_scan(landmark, scan));
        let (columns, rows) = (west.x..=east.x, north.y..=south.y);
        Lines { rule: map.rule, landmark, columns, rows }
    }

    /// Whether a diagonal-first path from a cell comes to them if nothing else is in its way.
    #[inline]
    fn may_be_entered_from(&self, cell: PaddedCell) -> bool {
        let diagonal = self.rule.diagonal_towards(cell, self.landmark);
        let turn = diagonal.map_or(cell, |(diagonal, steps)| {
            let (dx, dy, _) = self.rule.diagonals()[diagonal as usize];
            cell.plus((dx, dy), steps)
        });
        self.columns.contains(&turn.x) && self.rows.contains(&turn.y)
    }
}

/// Finds the least cost by way of any successor.
struct LeastCost<'a> {
    survey: &'a Survey<'a>,
    costs: &'a [u32],
    least: u32,
}

impl SuccessorVisitor for LeastCost<'_> {
    fn successor(&mut self, successor: Successor) {
        let Survey { map, edges, .. } = self.survey;
        let edge_cost = edges.costs().of_edge(map.rule, &successor);
        let cost =
            edges.number_of(successor.cell).map_or(NO_PATH, |number| self.costs[number.index()]);
        self.least = self.least.min(cost.saturating_add(edge_cost));
    }

    fn diagonal_ended(&mut self, _diagonal: u32, _steps: u32) {}

    fn cut_short(&mut self, _diagonal: u32, _steps: u32) {}
}

/// Collects edges: from which jump point, to which, and at which cost.
struct EdgeCollector<'a> {
    map: &'a JumpMap,
    edges: &'a JumpEdges,
    number: JumpPointNumber,
    edges_found: Vec<(JumpPointNumber, JumpPointNumber, u32)>,
    // How many steps all diagonal jumps took together.
    diagonal_steps: usize,
}

impl SuccessorVisitor for EdgeCollector<'_> {
    fn successor(&mut self, successor: Successor) {
        let cost = self.edges.costs().of_edge(self.map.rule, &successor);
        let target = self.edges.number_of(successor.cell);
        self.edges_found.extend(target.map(|target| (self.number, target, cost)));
    }

    fn diagonal_ended(&mut self, _diagonal: u32, steps: u32) {
        self.diagonal_steps += steps as usize;
    }

    fn cut_short(&mut self, _diagonal: u32, _steps: u32) {}
}
