//! The cost from any cell to every jump point: what landmarks are made from.
//!
//! The cheapest way from a jump point to the landmark, diagonals first, goes from one jump point that it sees to the
//! next until it sees the landmark. So the costs are found by beginning with all jump points from where the
//! landmark is seen, and going against what is seen in all directions.

use super::jump_edges::JumpEdges;
use super::look::{ALL_WAYS, Lookout, Seen, Share};
use super::map::{JumpMap, Square};
use super::rule::ALL_LOOKS;
use super::stacks::{Stacks, Waiting};

/// Nobody comes here from where the survey began.
pub(super) const DRY: u32 = u32::MAX;

/// The most steps that are walked from all jump points, and the most that is seen, for each cell of the map. In a
/// corridor between pillars everything sees everything, and to find costs from landmarks would take its
/// length times its length.
const WORK_A_CELL: usize = 64;

/// Who sees each jump point, whichever way they came, by the jump points' numbers.
pub(super) struct Survey<'a> {
    map: &'a JumpMap,
    edges: &'a JumpEdges,
    squares: Vec<Square>,
    // Watchers of jump point `n` lie from `firsts[n]` to `firsts[n + 1]`: who, and at which cost.
    firsts: Vec<u32>,
    watchers: Vec<(u32, u32)>,
    open: Stacks,
    costs: Vec<u32>,
}

impl<'a> Survey<'a> {
    /// Looks about from every jump point; none where that shows too much. The lists must be newly made.
    pub(super) fn new(map: &'a JumpMap, edges: &'a JumpEdges) -> Option<Survey<'a>> {
        let squares: Vec<Square> = map.nodes.set_bits().map(|(y, x)| Square { x, y }).collect();
        let mut all = All { map, edges, number: 0, seen: Vec::new(), walked: 0 };
        let work_max = WORK_A_CELL * map.layout.len() as usize;
        for (number, &square) in (0..).zip(&squares) {
            all.number = number;
            map.look_about(square, ALL_LOOKS, Share::ALL, &mut all);
            if all.seen.len() + all.walked > work_max {
                return None;
            }
        }
        // Counted, then put in place.
        let mut firsts = vec![0_u32; squares.len() + 1];
        for &(_, target, _) in &all.seen {
            firsts[target as usize + 1] += 1;
        }
        for number in 0..squares.len() {
            firsts[number + 1] += firsts[number];
        }
        let mut ends = firsts.clone();
        let mut watchers = vec![(0, 0); all.seen.len()];
        for (watcher, target, cost) in all.seen {
            let end = &mut ends[target as usize];
            watchers[*end as usize] = (watcher, cost);
            *end += 1;
        }
        let (open, costs) = (Stacks::default(), Vec::new());
        Some(Survey { map, edges, squares, firsts, watchers, open, costs })
    }

    /// Every jump point, in the order of their numbers.
    pub(super) fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The costs from a cell to every jump point, by the jump points' numbers; [`DRY`] where no steps lead.
    pub(super) fn from(&mut self, landmark: Square) -> &[u32] {
        let price = self.edges.costs();
        self.costs.clear();
        self.costs.resize(self.squares.len(), DRY);
        self.open.begin(0, price.straight);
        for (number, &square) in (0..).zip(&self.squares) {
            if self.map.is_seen_from(square, landmark) {
                let (columns, rows) =
                    (square.x.abs_diff(landmark.x), square.y.abs_diff(landmark.y));
                let cost = price.least(self.map.rule, columns, rows);
                self.costs[number as usize] = cost;
                self.open.push(cost, Waiting { node: number, g: cost });
            }
        }
        while let Some(Waiting { node, g }) = self.open.pop_below(u32::MAX) {
            if self.costs[node as usize] != g {
                continue;
            }
            let range =
                self.firsts[node as usize] as usize..self.firsts[node as usize + 1] as usize;
            for &(watcher, leg) in &self.watchers[range] {
                let cost = g.saturating_add(leg);
                if cost < self.costs[watcher as usize] {
                    self.costs[watcher as usize] = cost;
                    self.open.push(cost, Waiting { node: watcher, g: cost });
                }
            }
        }
        &self.costs
    }

    /// A cell to which these costs, told by the jump points' numbers, are the highest: the jump point of the highest,
    /// and from there on to the end of what lies in sight, as long as it gets dearer. None where nobody
    /// comes to any jump point.
    ///
    /// Jump points lie at corners, and behind the last of them there is still ground: a landmark at the rim of
    /// it is behind everything, one at the last corner is behind half.
    pub(super) fn farthest(&self, costs: &[u32]) -> Option<Square> {
        let reached = (0..costs.len()).filter(|&at| costs[at] != DRY);
        let best = reached.max_by_key(|&at| costs[at])?;
        let (mut square, mut cost) = (self.squares[best], costs[best]);
        loop {
            let ends = (0..ALL_WAYS).map(|way| self.map.end_of_way(square, way));
            let dearest = ends.map(|end| (self.cost_at(end, costs), end)).max_by_key(|end| end.0);
            match dearest {
                Some((more, end)) if more > cost => (square, cost) = (end, more),
                _ => return Some(square),
            }
        }
    }

    /// What a cell costs by the jump points that are seen from it.
    fn cost_at(&self, square: Square, costs: &[u32]) -> u32 {
        let mut least = Least { survey: self, costs, least: DRY };
        self.map.look_about(square, ALL_LOOKS, Share::ALL, &mut least);
        let own = self.edges.number_of(square).map_or(DRY, |number| costs[number]);
        let least = least.least.min(own);
        if least == DRY { 0 } else { least }
    }
}

/// Finds the least cost by way of what is seen.
struct Least<'a> {
    survey: &'a Survey<'a>,
    costs: &'a [u32],
    least: u32,
}

impl Lookout for Least<'_> {
    fn jump_point(&mut self, seen: Seen) {
        let Survey { map, edges, .. } = self.survey;
        let price = edges.costs();
        let leg = seen.walked * price.walk(map) + seen.scanned * price.straight;
        let cost = edges.number_of(seen.square).map_or(DRY, |number| self.costs[number]);
        self.least = self.least.min(cost.saturating_add(leg));
    }

    fn walked(&mut self, _walk: u32, _steps: u32) {}

    fn cut_short(&mut self, _walk: u32, _steps: u32) {}
}

/// Collects what is seen: from which jump point, which one, and at which cost.
struct All<'a> {
    map: &'a JumpMap,
    edges: &'a JumpEdges,
    number: u32,
    seen: Vec<(u32, u32, u32)>,
    // How many steps were walked, whatever was seen.
    walked: usize,
}

impl Lookout for All<'_> {
    fn jump_point(&mut self, seen: Seen) {
        let price = self.edges.costs();
        let cost = seen.walked * price.walk(self.map) + seen.scanned * price.straight;
        let target =
            self.edges.number_of(seen.square).and_then(|number| u32::try_from(number).ok());
        self.seen.extend(target.map(|target| (self.number, target, cost)));
    }

    fn walked(&mut self, _walk: u32, steps: u32) {
        self.walked += steps as usize;
    }

    fn cut_short(&mut self, _walk: u32, _steps: u32) {}
}
