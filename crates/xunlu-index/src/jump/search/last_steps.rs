//! By which steps paths come to the goal.
//!
//! ```text
//!   . . . . .      The straight lines from s to G end with a step from the east or from the south-east. For
//!   . G # . .      who cuts no corners the wall allows neither, so the way there costs more than they do: at
//!   . . . . .      least as much as the line to some cell from which a step does lead to G, and that step. A
//!   . . . . s      search that does not know it closes every node with a lesser f, and these lie far and wide
//!                  where all is open.
//! ```

use crate::jump::costs::JumpCosts;
use crate::jump::map::JumpMap;
use crate::jump::neighbour_words::NeighbourWords;
use crate::jump::numbers::PaddedCell;
use crate::jump::rule::JumpRule;
use crate::jump::successors::SCANS;

/// What the way to the goal costs more than a straight line, for the last step that it takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct LastSteps {
    // By the octant that the line comes from.
    more: [u32; 8],
    // Of nodes with a greater f nothing is asked: their paths have made other detours, beside which this one
    // hardly counts.
    f_max: u32,
}

impl LastSteps {
    /// Not found out yet.
    pub(super) const UNKNOWN: LastSteps = LastSteps { more: [0; 8], f_max: u32::MAX };
    /// Nothing is known of them, or nothing that would be of use.
    pub(super) const NONE: LastSteps = LastSteps { more: [0; 8], f_max: 0 };

    /// Those to a goal, from a start that is so far away in a straight line.
    pub(super) fn to(map: &JumpMap, costs: JumpCosts, goal: PaddedCell, far: u32) -> LastSteps {
        let (rule, neighbours) = (map.rule, map.neighbours(goal));
        // A link may lead there from anywhere.
        if neighbours == usize::from(u8::MAX) || map.is_link_end(goal) {
            return LastSteps::NONE;
        }
        let diagonals = rule.passable_diagonals(&NeighbourWords::of_byte(neighbours));
        let may = |way: usize| match way {
            ..4 => neighbours >> way & 1 != 0,
            _ => rule != JumpRule::Four && diagonals[way - 4] & 1 != 0,
        };
        let [straight, diagonal] = [costs.straight, costs.diagonal].map(u32::cast_signed);
        // What the line costs for each column and row, in an octant where it crosses more columns.
        let [along, aside] = [straight, costs.least(rule, 1, 1).cast_signed() - straight];
        let by_diagonals = rule.diagonals().iter().map(|&(x, y, _)| ((x, y), diagonal));
        let steps = SCANS.into_iter().map(|off| (off, straight)).chain(by_diagonals);
        let more: [u32; 8] = std::array::from_fn(|octant| {
            let each = steps.clone().enumerate().filter(|&(way, _)| may(way));
            let each = each.map(|(_, ((x, y), step))| {
                let signed = |off: i32, bit: usize| if octant >> bit & 1 == 0 { off } else { -off };
                let (x, y) = (signed(x, 0), signed(y, 1));
                let (more, less) = if octant & 4 == 0 { (x, y) } else { (y, x) };
                step - along * more - aside * less
            });
            each.min().map_or(0, |least| least.max(0).cast_unsigned())
        });
        match more.iter().max() {
            Some(&most) if most > 0 => LastSteps { more, f_max: far.saturating_add(2 * most) },
            _ => LastSteps::NONE,
        }
    }

    pub(super) const fn are_unknown(&self) -> bool {
        self.f_max == u32::MAX
    }

    /// Whether something may be known of a node whose path costs so much at least.
    #[inline]
    pub(super) fn may_bound(&self, f: u32) -> bool {
        f <= self.f_max
    }

    /// What the way from a cell to the goal costs more than the straight line at least.
    ///
    /// The straight line to any cell costs no less than what the octant's columns and rows do, so that this
    /// holds at its edges, too.
    pub(super) fn more_from(&self, cell: PaddedCell, goal: PaddedCell) -> u32 {
        let (columns, rows) = (cell.x.abs_diff(goal.x), cell.y.abs_diff(goal.y));
        let octant = usize::from(cell.x < goal.x)
            | usize::from(cell.y < goal.y) << 1
            | usize::from(rows > columns) << 2;
        if cell == goal { 0 } else { self.more[octant] }
    }
}
