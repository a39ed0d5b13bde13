//! What a search over jumps on hexes looks for: its goals.
//!
//! To each of them leads from the last turn of a path what leads to a single goal: steps in an odd direction,
//! then in an even one. So nothing is known of them on the map, and each node that is expanded looks whether
//! the way to any of them is free.
//!
//! ```text
//!      x x x        Of goals side by side a path comes to the outer ones first: those within are looked for
//!     x o o x       from nowhere. The straight line is one to the nearest hexagon around each heap of them.
//!      x x x
//! ```

use super::axes::{HexAxes, LineHex};
use super::gates::Gates;
use super::map::HexJumpMap;
use std::ops::Range;
use xunlu_map::{Cost, NodeId};
use xunlu_search::{LinkTable, Sense};

/// The most heaps that are told apart; the last takes in all others.
const HEAPS_MAX: usize = 32;

/// The most goals that paths come to from outside for which looking for each pays.
const OUTER_MAX: usize = 512;

/// Goals, and what is known of the least cost to get there.
#[derive(Debug, Default)]
pub(super) struct Aims {
    step: u32,
    // The goal, if there is but one.
    only: Option<LineHex>,
    // Those that paths come to from outside, heap by heap.
    goals: Vec<LineHex>,
    heaps: Vec<Heap>,
    gates: Gates,
    marks: Marks,
}

/// Goals that lie side by side.
#[derive(Clone, Debug)]
pub(super) struct Heap {
    around: Hexagon,
    goals: Range<usize>,
}

/// The hexes whose places on the first two axes, and the sums of these, lie in these ranges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Hexagon([(i32, i32); 3]);

/// Scratch: which hexes are goals, a bit each, and of those which ones paths come to from outside.
#[derive(Debug, Default)]
struct Marks {
    goals: Vec<u64>,
    outer: Vec<u64>,
    list: Vec<LineHex>,
    heap: Vec<LineHex>,
}

impl HexJumpMap {
    /// Whether a search over jumps should look for these goals: paths come to few of them from outside.
    ///
    /// ```
    /// use xunlu_index::HexJumpMap;
    /// use xunlu_map::{HexGrid, Mover, NodeId, Passability};
    ///
    /// let grid: HexGrid = "@hex odd-r\n. . .\n . . .".parse()?;
    /// let open = Passability::new(grid.ground(), &Mover::hex().build()?);
    /// let map = HexJumpMap::new(&open, grid.arrangement());
    /// assert!(map.suits_goals(&[NodeId(grid.index_of(grid.hexes().next().unwrap().0).unwrap())]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn suits_goals(&self, goals: &[NodeId]) -> bool {
        let mut marks = Marks::default();
        goals.len() <= OUTER_MAX || marks.read(self, goals) <= OUTER_MAX
    }
}

impl Aims {
    /// Takes in what is looked for on a map where a step costs so much.
    pub(super) fn begin(
        &mut self,
        map: &HexJumpMap,
        step: Cost,
        goals: &[NodeId],
        links: Option<&LinkTable>,
    ) {
        let Aims { heaps, goals: outer, marks, .. } = self;
        (self.step, self.only) = (step.0, None);
        let links = links.map_or(&[][..], |links| links.links(Sense::Along));
        heaps.clear();
        outer.clear();
        if let [goal] = goals {
            let goal = map.hexes.hex_at(*goal);
            self.only = Some(goal);
            outer.push(goal);
            heaps.push(Heap { around: Hexagon::of(&map.hexes, goal), goals: 0..1 });
        } else {
            marks.read(map, goals);
            links.iter().for_each(|link| marks.lead_to(link.to));
            marks.pile(map, outer, heaps);
        }
        let mut gates = std::mem::take(&mut self.gates);
        gates.begin(map, self.step, links, |hex| self.by_steps(&map.hexes, hex));
        self.gates = gates;
    }

    /// Heaps of goals.
    pub(super) fn heaps(&self) -> usize {
        self.heaps.len()
    }

    /// The goals of a heap that paths come to from outside, and the least that it costs to get to one.
    pub(super) fn heap(&self, hexes: &HexAxes, number: usize, from: LineHex) -> (u32, &[LineHex]) {
        let Heap { around, goals } = &self.heaps[number];
        (around.distance(hexes, from) * self.step, &self.goals[goals.clone()])
    }

    /// The least that the path from a hex to the nearest goal costs.
    #[inline]
    pub(super) fn estimate(&self, hexes: &HexAxes, hex: LineHex) -> u32 {
        let by_steps = self.by_steps(hexes, hex);
        if self.gates.is_empty() {
            return by_steps;
        }
        self.gates.least(by_steps, |entry| hexes.distance(hex, entry) * self.step)
    }

    /// The same without links.
    #[inline]
    fn by_steps(&self, hexes: &HexAxes, hex: LineHex) -> u32 {
        let steps = match self.only {
            Some(goal) => hexes.distance(hex, goal),
            None => {
                let each = self.heaps.iter().map(|heap| heap.around.distance(hexes, hex));
                each.min().unwrap_or(0)
            }
        };
        steps * self.step
    }

    pub(super) fn bytes(&self) -> usize {
        let Marks { goals, outer, list, heap } = &self.marks;
        (goals.capacity() + outer.capacity()) * size_of::<u64>()
            + (list.capacity() + heap.capacity() + self.goals.capacity()) * size_of::<LineHex>()
            + self.heaps.capacity() * size_of::<Heap>()
            + self.gates.bytes()
    }
}

impl Hexagon {
    fn of(hexes: &HexAxes, hex: LineHex) -> Hexagon {
        Hexagon(hexes.on_axes(hex).map(|at| (at, at)))
    }

    fn with(self, other: Hexagon) -> Hexagon {
        let mut ranges = self.0;
        for ((least, most), (low, high)) in ranges.iter_mut().zip(other.0) {
            (*least, *most) = ((*least).min(low), (*most).max(high));
        }
        Hexagon(ranges)
    }

    /// The least number of steps from a hex into it: each changes any of the three by one at the most.
    #[inline]
    fn distance(&self, hexes: &HexAxes, hex: LineHex) -> u32 {
        let outside = |((least, most), at): ((i32, i32), i32)| (least - at).max(at - most).max(0);
        let each = self.0.into_iter().zip(hexes.on_axes(hex)).map(outside);
        each.max().unwrap_or(0).unsigned_abs()
    }
}

impl Marks {
    /// Marks goals, and those that have open hexes beside them that are none. Returns how many these are.
    fn read(&mut self, map: &HexJumpMap, goals: &[NodeId]) -> usize {
        let words = (map.layout().len() as usize).div_ceil(64);
        for marks in [&mut self.goals, &mut self.outer] {
            marks.resize(words, 0);
        }
        self.list.clear();
        for &goal in goals {
            let hex = map.hexes.hex_at(goal);
            if map.is_open(hex) && !has(&self.goals, goal) {
                turn(&mut self.goals, goal);
                self.list.push(hex);
            }
        }
        let mut count = 0;
        for &hex in &self.list {
            let is_outside =
                |beside| map.is_open(beside) && !has(&self.goals, map.hexes.node_of(beside));
            if (0..6).any(|to| is_outside(map.hexes.stepped(hex, to, 1))) {
                turn(&mut self.outer, map.hexes.node_of(hex));
                count += 1;
            }
        }
        count
    }

    /// Marks that a link comes out at a hex: of goals that is one that paths come to from outside.
    fn lead_to(&mut self, node: NodeId) {
        if has(&self.goals, node) && !has(&self.outer, node) {
            turn(&mut self.outer, node);
        }
    }

    /// Puts marked goals that lie side by side together, and forgets the marks.
    fn pile(&mut self, map: &HexJumpMap, outer: &mut Vec<LineHex>, heaps: &mut Vec<Heap>) {
        let hexes = &map.hexes;
        let Marks { goals, outer: is_outer, list, heap } = self;
        for &first in &*list {
            if !has(goals, hexes.node_of(first)) {
                continue;
            }
            turn(goals, hexes.node_of(first));
            heap.clear();
            heap.push(first);
            let (mut around, from) = (Hexagon::of(hexes, first), outer.len());
            while let Some(hex) = heap.pop() {
                around = around.with(Hexagon::of(hexes, hex));
                let node = hexes.node_of(hex);
                if has(is_outer, node) {
                    turn(is_outer, node);
                    outer.push(hex);
                }
                for beside in (0..6).map(|to| hexes.stepped(hex, to, 1)) {
                    let node = hexes.node_of(beside);
                    if has(goals, node) {
                        turn(goals, node);
                        heap.push(beside);
                    }
                }
            }
            let is_full = heaps.len() == HEAPS_MAX;
            match heaps.last_mut().filter(|_| is_full) {
                Some(last) => {
                    last.around = last.around.with(around);
                    last.goals.end = outer.len();
                }
                None => heaps.push(Heap { around, goals: from..outer.len() }),
            }
        }
    }
}

#[inline]
fn has(marks: &[u64], NodeId(node): NodeId) -> bool {
    marks[(node / 64) as usize] >> (node % 64) & 1 != 0
}

#[inline]
fn turn(marks: &mut [u64], NodeId(node): NodeId) {
    marks[(node / 64) as usize] ^= 1 << (node % 64);
}
