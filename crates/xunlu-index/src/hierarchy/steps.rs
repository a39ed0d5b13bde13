//! How the mover of a hierarchy steps, and at which costs.

use crate::jump::{JumpCosts, JumpRule};
use xunlu_map::{Corners, Cost, Mover, Terrain};

/// Steps to the four or eight neighbours of a cell, under some rule of corners, each at the same cost
/// wherever it is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HierarchySteps {
    pub(crate) rule: JumpRule,
    pub(crate) costs: JumpCosts,
}

impl HierarchySteps {
    /// Those of a mover on ground of this terrain. Returns `None` if it does not step to neighbours, cannot
    /// enter the terrain, turns at a cost, or a diagonal step costs it less than a straight one or more than
    /// two.
    #[must_use]
    pub fn of(mover: &Mover, terrain: Terrain) -> Option<HierarchySteps> {
        let rule = JumpRule::of(mover.rule())?;
        if mover.turn_cost() > Cost::ZERO || !mover.is_open(terrain) {
            return None;
        }
        let [straight, diagonal] = mover.enter_costs()[usize::from(terrain.0)].map(|cost| cost.0);
        let is_in_proportion = diagonal >= straight && diagonal <= straight.saturating_mul(2);
        let costs = JumpCosts { straight, diagonal };
        (rule == JumpRule::Four || is_in_proportion).then_some(HierarchySteps { rule, costs })
    }

    /// The least that covering so many columns and rows costs, or the most that can be counted.
    #[inline]
    pub(super) fn least(self, (columns, rows): (u32, u32)) -> u32 {
        let [straight, diagonal] = [self.costs.straight, self.costs.diagonal].map(u64::from);
        let [longer, shorter] = [columns.max(rows), columns.min(rows)].map(u64::from);
        // No diagonal step costs less than a straight one.
        let aside =
            if self.rule == JumpRule::Four { straight } else { diagonal.saturating_sub(straight) };
        let all = (longer * straight).saturating_add(shorter * aside);
        u32::try_from(all).unwrap_or(u32::MAX)
    }

    /// What a step to a neighbour costs.
    pub(super) const fn cost(self, is_diagonal: bool) -> u32 {
        if is_diagonal { self.costs.diagonal } else { self.costs.straight }
    }

    /// Whether diagonal steps lead between two cells that nobody can stand on.
    pub(super) fn cut_corners(self) -> bool {
        self.rule == JumpRule::Eight(Corners::Always)
    }

    /// In which directions one may step where these of the eight neighbours are open, a bit each.
    #[inline]
    pub(super) const fn allowed(self, open: u8) -> u8 {
        let straight = open & 0xf;
        // Diagonal direction n passes between the straight ones n and n + 1.
        let next = straight >> 1 | (straight & 1) << 3;
        let passable = match self.rule {
            JumpRule::Four | JumpRule::Eight(Corners::Never) => 0,
            JumpRule::Eight(Corners::Always) => 0xf,
            JumpRule::Eight(Corners::OneFree) => straight | next,
            JumpRule::Eight(Corners::NoCutting) => straight & next,
        };
        open & (passable << 4 | 0xf)
    }
}

/// The eight directions, in order: east, south, west, north, and the diagonal ones from south-east on.
pub(super) const DIRECTIONS: [(i32, i32); 8] =
    [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

/// What a step in each direction adds to a number in a square that is numbered row by row.
pub(super) const fn shifts(side: u32) -> [i16; 8] {
    let mut shifts = [0; 8];
    let mut number = 0;
    while number < 8 {
        let (dx, dy) = DIRECTIONS[number];
        #[expect(clippy::cast_possible_truncation, reason = "a row of a window")]
        let shift = (dx + dy * side.cast_signed()) as i16;
        shifts[number] = shift;
        number += 1;
    }
    shifts
}

/// Which neighbours of a cell are open, a bit for each direction: of the three cells above it, the three at
/// its level and the three below, the western one in the lowest bit of each.
#[inline]
pub(super) const fn open_around([above, level, below]: [u8; 3]) -> u8 {
    let straight = level >> 2 | (below & 2) | (level & 1) << 2 | (above & 2) << 2;
    let diagonal = below >> 2 | (below & 1) << 1 | (above & 1) << 2 | (above >> 2) << 3;
    straight | diagonal << 4
}
