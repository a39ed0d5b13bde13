//! What jumps cost: one price for all ground.

use super::map::JumpMap;
use super::rule::JumpRule;
use xunlu_map::{Cost, Grid, Mover, StepCosts, Terrain};

/// What a straight and a diagonal step cost on ground that costs the same everywhere, in proportions
/// that leave a way with early diagonals no dearer than its mirror images.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JumpCosts {
    pub(super) straight: u32,
    pub(super) diagonal: u32,
}

impl JumpCosts {
    /// What steps cost this mover on this grid; none when ground of more than one price occurs, a
    /// cell's exits are not all open, edges are joined, or a diagonal step costs less than a straight
    /// one or more than two: then ways that jumps do not look at could be cheaper.
    #[must_use]
    pub fn of(grid: &Grid, mover: &Mover) -> Option<JumpCosts> {
        let rule = JumpRule::of(mover.rule())?;
        let ground = grid.ground();
        if ground.exits().is_some() || grid.wrap().is_any() || mover.turn_cost() > Cost::ZERO {
            return None;
        }
        let occurs = |terrain: &Terrain| mover.is_open(*terrain) && ground.count(*terrain) > 0;
        let mut prices = (0..=u8::MAX).map(Terrain).filter(occurs);
        let price = |terrain: Terrain| mover.enter_costs()[usize::from(terrain.0)];
        let StepCosts { straight, diagonal } = mover.costs();
        let first = prices.next().map_or([straight, diagonal], price);
        let [straight, diagonal] = first.map(|cost| cost.0);
        // One jump must have a price that can be said, however long.
        let size = grid.bounds().size;
        let dearest = u64::from(straight.max(diagonal)) * u64::from(size.width + size.height);
        let is_even = prices.all(|terrain| price(terrain) == first);
        let keeps_proportion = rule == JumpRule::Four
            || (diagonal >= straight && u64::from(diagonal) <= 2 * u64::from(straight));
        let fits = dearest < u64::from(u32::MAX) / 4;
        (is_even && keeps_proportion && fits).then_some(JumpCosts { straight, diagonal })
    }

    /// The least cost of covering so many columns and rows.
    #[inline]
    pub(super) fn least(self, rule: JumpRule, columns: u32, rows: u32) -> u32 {
        match rule {
            JumpRule::Four => (columns + rows) * self.straight,
            JumpRule::Eight(_) => {
                let (longer, shorter) = (columns.max(rows), columns.min(rows));
                longer * self.straight + shorter * (self.diagonal - self.straight)
            }
        }
    }

    /// What one walking step costs.
    pub(super) fn walk(self, map: &JumpMap) -> u32 {
        if map.rule == JumpRule::Four { self.straight } else { self.diagonal }
    }
}
