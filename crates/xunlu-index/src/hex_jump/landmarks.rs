//! Landmarks on hexes: hexes from which the number of steps to all others is known.
//!
//! By the triangle inequality no path from one hex to another takes fewer steps than their steps from a
//! landmark differ by; whom that is after, the landmarks of [squares](crate::JumpIndex) say. There they are
//! known of jump points alone. On hexes steps cost the same everywhere, so that they are counted ring by ring
//! ([`count`]), of all hexes.
//!
//! Steps are counted with all links in, both ways, as if every door were open, and over all ground that was
//! open then. Whatever was shut since makes paths longer, and bounds stay bounds. Opened ground may make them
//! shorter: as long as some is open that was not, nobody goes by them.

mod count;

use super::map::{HexEdit, HexJumpMap};
use crate::jump::IndexId;
use count::{CLOSED, Count};
use std::sync::Arc;
use xunlu_map::{Cost, NodeId};
use xunlu_search::NodeLink;

/// How many landmarks.
///
/// PERF: all of them are asked, sixteen at a time without a branch. On `noise:512` that takes 592 expansions
/// and 205 us a question for 377 without any; the three that tell most 757 and 367 for 515; eight landmarks
/// 869 and 292 for 391; thirty-two 367 and 173 for 378, which take twice the memory and gain nothing on maps
/// of games (`record/jumps.md`).
const COUNT: usize = 16;

/// The most hexes of a map, border included: rows of more would take over 128 MB.
const HEXES_MAX: u32 = 1 << 22;

/// Landmarks are worn once this part of the ground that counted as open is shut.
const WORN_PART: u32 = 8;

/// The number of steps from sixteen landmarks to every hex of a map. A copy shares them.
///
/// ```
/// use xunlu_index::{HexJumpMap, HexLandmarks};
/// use xunlu_map::{Cost, HexGrid, Mover, Passability};
///
/// let grid: HexGrid = "@hex odd-r\n. . # .\n . # . .\n. . . .".parse()?;
/// let mover = Mover::hex().build()?;
/// let map = HexJumpMap::new(&Passability::new(grid.ground(), &mover), grid.arrangement());
/// let landmarks = HexLandmarks::new(&map, [Cost(1_000); 2], &[], None).expect("a small map");
/// assert!(landmarks.is_sharp());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct HexLandmarks {
    // Those to each hex, by its number.
    steps: Arc<[[u16; COUNT]]>,
    id: IndexId,
    // What a link of weight one and a step cost those whom they are for: no less, and no more.
    costs: [Cost; 2],
    // How many hexes counted as open, how many of these are shut now, and how many others are open.
    counted: u32,
    shut: u32,
    opened: u32,
}

/// The least and the most steps from each landmark to a goal. At first nothing is known of them.
#[derive(Debug)]
pub(super) struct GoalBounds {
    least: [u16; COUNT],
    most: [u16; COUNT],
}

impl Default for GoalBounds {
    fn default() -> GoalBounds {
        GoalBounds { least: [0; COUNT], most: [u16::MAX; COUNT] }
    }
}

impl HexLandmarks {
    /// Places landmarks as far from each other as can be, and counts steps from each. `links` are all that
    /// there are, open or shut and whoever may take them, at what they cost one who pays `costs`: for a link
    /// of weight one, and for a step. What was open to those `before` counts as open, so that ground which
    /// is shut and opened by turns is counted for good.
    ///
    /// Returns `None` where a path is longer than 65,000 steps, or the map has over four million hexes.
    ///
    /// # Panics
    /// When a step costs nothing, or an end of a link, or those before, are of another map.
    #[must_use]
    pub fn new(
        map: &HexJumpMap,
        costs: [Cost; 2],
        links: &[NodeLink],
        before: Option<&HexLandmarks>,
    ) -> Option<HexLandmarks> {
        let count = map.layout().len();
        if count > HEXES_MAX {
            return None;
        }
        let was_open = |node: NodeId| before.is_some_and(|before| before.was_open(node));
        let [_, step] = costs;
        assert!(step > Cost::ZERO, "a step that costs nothing");
        let ends = links.iter().flat_map(|link| [link.from, link.to]);
        assert!(ends.max().is_none_or(|NodeId(last)| last < count), "a link of another map");
        let is_of_map = |known: &HexLandmarks| known.steps.len() == count as usize;
        assert!(before.is_none_or(is_of_map), "landmarks of another map");
        let columns = Count::new(map, step, links, was_open).place(COUNT)?;
        let row = |number| std::array::from_fn(|landmark| columns[landmark][number]);
        let steps: Arc<[[u16; COUNT]]> = (0..count as usize).map(row).collect();
        let nodes = (0..count).map(NodeId).filter(|node| steps[node.0 as usize][0] != CLOSED);
        let [mut counted, mut shut] = [0, 0];
        for node in nodes {
            counted += 1;
            shut += u32::from(!map.is_open(map.hexes.hex_at(node)));
        }
        Some(HexLandmarks { steps, id: IndexId::new(), costs, counted, shut, opened: 0 })
    }

    /// Whether all ground that is open was so when steps were counted.
    #[must_use]
    pub const fn is_sharp(&self) -> bool {
        self.opened == 0
    }

    /// Whether so much of the ground is shut that counted as open, an eighth of it, that others which are
    /// made anew may know of much longer paths.
    #[must_use]
    pub const fn are_worn(&self) -> bool {
        self.shut > self.counted / WORN_PART
    }

    /// Whether they are for one who takes links and pays so much for one of weight one, and for a step.
    #[must_use]
    pub fn are_for(&self, [link, step]: [Cost; 2]) -> bool {
        let [least, most] = self.costs;
        least <= link && step <= most
    }

    /// Takes in an edit of the map that they are of.
    pub fn edited(&mut self, map: &HexJumpMap, edit: &HexEdit) {
        for &hex in &edit.turned {
            let counts_as_open = self.was_open(map.hexes.node_of(hex));
            match (counts_as_open, map.is_open(hex)) {
                (true, true) => self.shut -= 1,
                (true, false) => self.shut += 1,
                (false, true) => self.opened += 1,
                (false, false) => self.opened -= 1,
            }
        }
    }

    /// How much memory they take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val::<[[u16; COUNT]]>(&self.steps)
    }

    /// What tells them from others.
    pub(super) const fn id(&self) -> IndexId {
        self.id
    }

    fn was_open(&self, NodeId(number): NodeId) -> bool {
        self.steps[number as usize][0] != CLOSED
    }

    /// Bounds the steps from landmarks to goals for a search that has come to a hex. Those that know no way
    /// to there, or to no goal, bound nothing; nor does a goal that they know no way to, for from there it is
    /// out of reach.
    pub(super) fn goal_bounds(
        &self,
        NodeId(from): NodeId,
        goals: impl Iterator<Item = NodeId>,
    ) -> GoalBounds {
        let mut bounds = GoalBounds { least: [u16::MAX; COUNT], most: [0; COUNT] };
        for NodeId(goal) in goals {
            for (landmark, &steps) in self.steps[goal as usize].iter().enumerate() {
                if steps < CLOSED {
                    bounds.least[landmark] = steps.min(bounds.least[landmark]);
                    bounds.most[landmark] = steps.max(bounds.most[landmark]);
                }
            }
        }
        for (landmark, &steps) in self.steps[from as usize].iter().enumerate() {
            if steps.max(bounds.least[landmark]) >= CLOSED {
                (bounds.least[landmark], bounds.most[landmark]) = (0, u16::MAX);
            }
        }
        bounds
    }

    /// The least number of steps from a hex to a goal.
    #[inline]
    pub(super) fn least(&self, bounds: &GoalBounds, NodeId(hex): NodeId) -> u32 {
        let steps = &self.steps[hex as usize];
        // PERF: a loop over what is there, for one that makes the array is no run of sixteen at a time: 279
        // us a question on `noise:512` for 347.
        let mut apart = [0; COUNT];
        for (landmark, apart) in apart.iter_mut().enumerate() {
            // At most one of the two is not nothing.
            *apart = steps[landmark].saturating_sub(bounds.most[landmark])
                | bounds.least[landmark].saturating_sub(steps[landmark]);
        }
        u32::from(apart.into_iter().fold(0, u16::max))
    }

    /// The steps from one of them, by the numbers of hexes: no number that was not come to is below `CLOSED`.
    #[cfg(test)]
    pub(super) fn steps_from(&self, landmark: usize) -> Vec<Option<u32>> {
        let known = self.steps.iter().map(|row| row[landmark]);
        known.map(|steps| (steps < CLOSED).then_some(u32::from(steps))).collect()
    }
}
