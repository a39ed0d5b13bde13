//! What jumps cost: one price for all ground, or the least of several.

use super::map::JumpMap;
use super::rule::JumpRule;
use xunlu_map::{Cost, Grid, Mover, StepCosts, Terrain};

/// What a straight and a diagonal step cost on ground that costs the same everywhere, in proportions
/// that leave a way with early diagonals no dearer than its mirror images. On
/// [weighted](JumpMap::weighted) ground the least that they cost anywhere.
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
        let rule = rule_on(grid, mover)?;
        let mut prices = prices_on(grid, mover);
        let first = prices.next()?;
        let in_proportion = first.keep_proportion(rule, 2 * u64::from(first.straight));
        let is_even = prices.all(|price| price == first);
        (is_even && in_proportion && first.fit(grid)).then_some(first)
    }

    /// The least that steps cost this mover on this grid, of however many prices its ground is; none
    /// where uniform ground would have [none](Self::of), and where a diagonal step costs as much as two
    /// straight ones.
    #[must_use]
    pub fn least_of(grid: &Grid, mover: &Mover) -> Option<JumpCosts> {
        let rule = rule_on(grid, mover)?;
        let can_jump = |price: JumpCosts| {
            price.keep_proportion(rule, 2 * u64::from(price.straight) - 1) && price.fit(grid)
        };
        // Where the straight step is cheaper the diagonal one is no dearer: both are of one weight.
        let least = prices_on(grid, mover).min_by_key(|price| (price.straight, price.diagonal))?;
        prices_on(grid, mover).all(can_jump).then_some(least)
    }

    fn keep_proportion(self, rule: JumpRule, diagonal_max: u64) -> bool {
        let JumpCosts { straight, diagonal } = self;
        rule == JumpRule::Four || (diagonal >= straight && u64::from(diagonal) <= diagonal_max)
    }

    /// Whether one jump has a price that can be said, however long.
    fn fit(self, grid: &Grid) -> bool {
        let size = grid.bounds().size;
        let dearest = u64::from(self.straight.max(self.diagonal));
        dearest * u64::from(size.width + size.height) < u64::from(u32::MAX) / 4
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

/// How a mover jumps on a grid; none where it has other ways than steps to neighbours.
fn rule_on(grid: &Grid, mover: &Mover) -> Option<JumpRule> {
    let has_other_ways = grid.ground().exits().is_some() || grid.wrap().is_any();
    let rule = JumpRule::of(mover.rule())?;
    (!has_other_ways && mover.turn_cost() == Cost::ZERO).then_some(rule)
}

/// What steps cost on each terrain that occurs and is open; on open ground where none does.
fn prices_on(grid: &Grid, mover: &Mover) -> impl Iterator<Item = JumpCosts> {
    let occurs =
        move |terrain: &Terrain| mover.is_open(*terrain) && grid.ground().count(*terrain) > 0;
    let costs =
        |[straight, diagonal]: [Cost; 2]| JumpCosts { straight: straight.0, diagonal: diagonal.0 };
    let StepCosts { straight, diagonal } = mover.costs();
    let nowhere = (0..=u8::MAX).map(Terrain).all(|terrain| !occurs(&terrain));
    let otherwise = nowhere.then_some([straight, diagonal]).into_iter();
    let prices = (0..=u8::MAX).map(Terrain).filter(occurs);
    let prices = prices.map(move |terrain| mover.enter_costs()[usize::from(terrain.0)]);
    prices.chain(otherwise).map(costs)
}
