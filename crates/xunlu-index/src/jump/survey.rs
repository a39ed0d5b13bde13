//! The cost from any cell to every jump point: what landmarks are made from.
//!
//! The cheapest diagonal-first path from a jump point to the landmark goes from successor to successor until
//! it reaches the landmark. So the costs are found on the reversed edges, by a search or by
//! [sweeps](sweeps), beginning with all jump points from which a diagonal-first path without a jump point
//! leads to the landmark.

mod placing;
mod sweeps;

use super::bucket_queue::{BucketQueue, OpenEntry};
use super::jump_edges::JumpEdges;
use super::map::JumpMap;
use super::numbers::{JumpPointNumber, NO_PATH, PaddedCell, SearchNode};
use super::rule::{ALL_DIRECTIONS, JumpRule};
use super::successors::{DIRECTIONS, JumpLimit, Successor, SuccessorVisitor};
pub(super) use placing::Placed;
use std::ops::{Range, RangeInclusive};
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
    // How many steps each diagonal jump from a jump point takes.
    diagonal_steps: Vec<[u32; 4]>,
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
            diagonal_steps: vec![[0; 4]; cells.len()],
            steps_total: 0,
        };
        let work_max = WORK_PER_CELL * map.layout.len() as usize;
        for (number, &cell) in (0..).zip(&cells) {
            collector.number = JumpPointNumber(number);
            map.find_successors(cell, ALL_DIRECTIONS, JumpLimit::NONE, &mut collector);
            if collector.edges_found.len() + collector.steps_total > work_max {
                return None;
            }
        }
        let EdgeCollector { mut edges_found, diagonal_steps, .. } = collector;
        for link in links {
            let [from, to] = [link.from, link.to].map(|node| edges.number_of(map.cell_at(node)));
            if let (Some(from), Some(to)) = (from, to) {
                let both = [(from, to, link.cost.0), (to, from, link.cost.0)];
                edges_found.extend(both);
            }
        }
        // A counting sort by target.
        let mut firsts = vec![0_u32; cells.len() + 1];
        for &(_, target, _) in &edges_found {
            firsts[target.index() + 1] += 1;
        }
        for number in 0..cells.len() {
            firsts[number + 1] += firsts[number];
        }
        let mut ends = firsts.clone();
        let mut predecessors = vec![(JumpPointNumber::default(), 0); edges_found.len()];
        for (predecessor, target, cost) in edges_found {
            let end = &mut ends[target.index()];
            predecessors[*end as usize] = (predecessor, cost);
            *end += 1;
        }
        Some(Survey { map, edges, cells, firsts, predecessors, diagonal_steps })
    }

    /// Every jump point, in the order of their numbers.
    fn cells(&self) -> &[PaddedCell] {
        &self.cells
    }

    /// The costs from a cell to every jump point, by their numbers; [`NO_PATH`] where no path leads.
    fn from(&self, landmark: PaddedCell) -> Vec<u32> {
        // Its nodes are the jump points, with the same numbers.
        let mut open = BucketQueue::default();
        let mut costs = vec![NO_PATH; self.cells.len()];
        open.begin(0, self.edges.costs().straight);
        for (number, cost) in self.direct_costs(landmark) {
            costs[number.index()] = cost;
            open.push(cost, OpenEntry { node: SearchNode(number.0), g: cost });
        }
        while let Some(OpenEntry { node, g }) = open.pop_below(u32::MAX) {
            if costs[node.index()] != g {
                continue;
            }
            for &(predecessor, edge_cost) in &self.predecessors[self.range_of(node.index())] {
                let cost = g.saturating_add(edge_cost);
                if cost < costs[predecessor.index()] {
                    costs[predecessor.index()] = cost;
                    open.push(cost, OpenEntry { node: SearchNode(predecessor.0), g: cost });
                }
            }
        }
        costs
    }

    /// The jump points from which a diagonal-first path leads to a landmark that meets no other, and their
    /// costs. None to a landmark that is cut out.
    fn direct_costs(
        &self,
        landmark: PaddedCell,
    ) -> impl Iterator<Item = (JumpPointNumber, u32)> + use<'a, '_> {
        let is_open = self.map.is_open(landmark);
        let lines = is_open.then(|| Lines::through(self.map, landmark));
        let (price, rule) = (self.edges.costs(), self.map.rule);
        lines.into_iter().flat_map(move |lines| {
            let points = self.cells.iter().zip(&self.diagonal_steps);
            let points = (0..).map(JumpPointNumber).zip(points);
            points
                .filter(move |(_, (cell, steps))| lines.are_entered_from(**cell, steps))
                .map(move |(number, (cell, _))| (number, price.between(rule, *cell, landmark)))
        })
    }

    /// Where in the list of all the predecessors of a jump point are.
    #[inline]
    fn range_of(&self, number: usize) -> Range<usize> {
        self.firsts[number] as usize..self.firsts[number + 1] as usize
    }

    /// A cell to which the cost is the highest, by the costs to jump points: the most expensive jump point,
    /// and from there on in straight lines to the next wall, as long as the cost grows. Returns `None` if
    /// no path leads to any jump point.
    ///
    /// Jump points lie at corners, and behind the last of them there is still ground: a landmark at its rim
    /// is behind everything, one at the last corner is behind half.
    fn farthest(&self, costs: &[u32]) -> Option<PaddedCell> {
        let is_open = |at: usize| self.map.is_open(self.cells[at]);
        let reached = (0..costs.len()).filter(|&at| costs[at] != NO_PATH && is_open(at));
        let best = reached.max_by_key(|&at| costs[at])?;
        let (mut cell, mut cost) = (self.cells[best], costs[best]);
        loop {
            let ends = (0..DIRECTIONS).map(|direction| self.map.last_open_cell(cell, direction));
            let cost_at = |end| match self.cost_at(end, costs) {
                NO_PATH => 0,
                cost => cost,
            };
            let most_expensive = ends.map(|end| (cost_at(end), end)).max_by_key(|end| end.0);
            match most_expensive {
                Some((more, end)) if more > cost => (cell, cost) = (end, more),
                _ => return Some(cell),
            }
        }
    }

    /// What it costs to a cell by way of its successors, by what it costs to jump points.
    fn cost_at(&self, cell: PaddedCell, costs: &[u32]) -> u32 {
        let own = self.edges.number_of(cell).map_or(NO_PATH, |number| costs[number.index()]);
        let mut least = LeastCost { survey: self, costs, least: own };
        self.map.find_successors(cell, ALL_DIRECTIONS, JumpLimit::NONE, &mut least);
        least.least
    }

    /// What it costs from one cell to another if nothing is in the way: nothing to another layer.
    #[inline]
    fn straight(&self, from: PaddedCell, to: PaddedCell) -> u32 {
        match self.map.between(self.edges.costs(), from, to) {
            NO_PATH => 0,
            cost => cost,
        }
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

    /// Whether the diagonal-first path from a cell comes to them, and so to the landmark, by how many steps
    /// each diagonal jump from there takes.
    #[inline]
    fn are_entered_from(&self, cell: PaddedCell, diagonal_steps: &[u32; 4]) -> bool {
        let Some((diagonal, steps)) = self.rule.diagonal_towards(cell, self.landmark) else {
            return self.hold(cell);
        };
        let (dx, dy, _) = self.rule.diagonals()[diagonal as usize];
        steps <= diagonal_steps[diagonal as usize] && self.hold(cell.plus((dx, dy), steps))
    }

    #[inline]
    fn hold(&self, cell: PaddedCell) -> bool {
        self.columns.contains(&cell.x) && self.rows.contains(&cell.y)
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
        let number = edges.number_of(successor.cell);
        let cost = number.map_or(NO_PATH, |number| self.costs[number.index()]);
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
    // How many steps each diagonal jump took, and all of them together.
    diagonal_steps: Vec<[u32; 4]>,
    steps_total: usize,
}

impl SuccessorVisitor for EdgeCollector<'_> {
    fn successor(&mut self, successor: Successor) {
        let cost = self.edges.costs().of_edge(self.map.rule, &successor);
        let target = self.edges.number_of(successor.cell);
        self.edges_found.extend(target.map(|target| (self.number, target, cost)));
    }

    fn diagonal_ended(&mut self, diagonal: u32, steps: u32) {
        self.diagonal_steps[self.number.index()][diagonal as usize] = steps;
        self.steps_total += steps as usize;
    }

    fn cut_short(&mut self, _diagonal: u32, _steps: u32) {}
}
