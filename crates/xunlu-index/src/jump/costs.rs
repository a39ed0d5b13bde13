//! What jumps cost: one price for all ground, or the least of several.

use super::map::JumpMap;
use super::numbers::{NO_PATH, PaddedCell};
use super::rule::JumpRule;
use super::successors::Successor;
use std::slice;
use xunlu_map::{Cost, Footprint, Grid, Mover, StepCosts};

/// What a straight and a diagonal step cost on ground of one price, in a proportion that makes the
/// diagonal-first path no more expensive than those symmetric to it. On
/// [weighted](super::JumpMap::weighted) ground the least that they cost anywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JumpCosts {
    pub(crate) straight: u32,
    pub(crate) diagonal: u32,
}

/// What is wrong with costs for jumps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CostMisfit {
    /// A diagonal step costs less than a straight one, or as much as two or more.
    Proportion,
    /// The longest jump would cost too much to add up.
    Size,
}

impl JumpCosts {
    /// What steps cost this mover on this grid. Returns `None` if the mover turns at a cost or does not step
    /// to neighbours, ground of more than one price occurs, exits are limited, edges are joined, a diagonal
    /// step costs less than a straight one or more than two, or the longest jump would cost too much to add
    /// up.
    #[must_use]
    pub fn of(grid: &Grid, mover: &Mover) -> Option<JumpCosts> {
        let is_plain = grid.ground().exits().is_none() && !grid.wrap().is_any();
        JumpCosts::of_layers(slice::from_ref(grid), mover).filter(|_| is_plain)
    }

    /// The same on all these layers together, where cells whose exits are limited are
    /// [cut out](super::JumpMap::cut_out) and steps over [joined edges](super::JumpMap::join_edges) are
    /// links. Returns `None` if it would for one of them otherwise, or edges are joined and the mover is
    /// larger than a cell.
    #[must_use]
    pub fn of_layers(grids: &[Grid], mover: &Mover) -> Option<JumpCosts> {
        let rule = rule_on(grids, mover)?;
        let mut prices = prices_on(grids, mover);
        let first = prices.next()?;
        let in_proportion = first.keep_proportion(rule, 2 * u64::from(first.straight));
        let is_uniform = prices.all(|price| price == first);
        (is_uniform && in_proportion && first.fit(grids)).then_some(first)
    }

    /// The least that steps cost this mover on these layers, of however many prices their ground is. Returns
    /// `None` where [`of_layers`](Self::of_layers) does for other reasons than prices, and where a diagonal
    /// step costs as much as two straight ones.
    #[must_use]
    pub fn least_of(grids: &[Grid], mover: &Mover) -> Option<JumpCosts> {
        let rule = rule_on(grids, mover)?;
        let can_jump = |price: JumpCosts| {
            price.keep_proportion(rule, 2 * u64::from(price.straight) - 1) && price.fit(grids)
        };
        // Where the straight step is cheaper the diagonal one costs no more: both are of one weight.
        let least = prices_on(grids, mover).min_by_key(|price| (price.straight, price.diagonal))?;
        prices_on(grids, mover).all(can_jump).then_some(least)
    }

    /// Which costs keep a mover from jumping on layers that its steps would let it jump on. Returns `None` if
    /// none do.
    #[must_use]
    pub fn misfit(grids: &[Grid], mover: &Mover) -> Option<CostMisfit> {
        let rule = rule_on(grids, mover)?;
        let first = prices_on(grids, mover).next()?;
        let is_uniform = prices_on(grids, mover).all(|price| price == first);
        let diagonal_max =
            |price: JumpCosts| 2 * u64::from(price.straight) - u64::from(!is_uniform);
        let is_in_proportion = |price: JumpCosts| price.keep_proportion(rule, diagonal_max(price));
        if !prices_on(grids, mover).all(is_in_proportion) {
            return Some(CostMisfit::Proportion);
        }
        let do_fit = prices_on(grids, mover).all(|price| price.fit(grids));
        (!do_fit).then_some(CostMisfit::Size)
    }

    fn keep_proportion(self, rule: JumpRule, diagonal_max: u64) -> bool {
        let JumpCosts { straight, diagonal } = self;
        rule == JumpRule::Four || (diagonal >= straight && u64::from(diagonal) <= diagonal_max)
    }

    /// Whether the cost of the longest jump fits.
    fn fit(self, grids: &[Grid]) -> bool {
        let most_expensive = u64::from(self.straight.max(self.diagonal));
        grids.iter().map(|grid| grid.bounds().size).all(|size| {
            most_expensive * u64::from(size.width + size.height) < u64::from(u32::MAX) / 4
        })
    }

    /// The least cost of covering so many columns and rows.
    #[inline]
    pub(crate) fn least(self, rule: JumpRule, columns: u32, rows: u32) -> u32 {
        match rule {
            JumpRule::Four => (columns + rows) * self.straight,
            JumpRule::Eight(_) => {
                let (longer, shorter) = (columns.max(rows), columns.min(rows));
                longer * self.straight + shorter * (self.diagonal - self.straight)
            }
        }
    }

    /// The same from one cell to another.
    #[inline]
    pub(super) fn between(self, rule: JumpRule, from: PaddedCell, to: PaddedCell) -> u32 {
        self.least(rule, from.x.abs_diff(to.x), from.y.abs_diff(to.y))
    }

    /// What one step of a diagonal jump costs; with four neighbours these are straight.
    pub(crate) fn diagonal_step(self, rule: JumpRule) -> u32 {
        if rule == JumpRule::Four { self.straight } else { self.diagonal }
    }

    /// What the jump edge to a successor costs on ground of one price.
    #[inline]
    pub(super) fn of_edge(self, rule: JumpRule, to: &Successor) -> u32 {
        to.diagonal_steps * self.diagonal_step(rule) + to.cardinal_steps * self.straight
    }
}

impl JumpMap {
    /// What the straight line from one cell to another costs at least: [`NO_PATH`] to another layer.
    #[inline]
    pub(super) fn between(&self, costs: JumpCosts, from: PaddedCell, to: PaddedCell) -> u32 {
        let are_parted = self.stack.as_ref().is_some_and(|stack| stack.parts(from, to));
        if are_parted { NO_PATH } else { self.between_on_layer(costs, from, to) }
    }

    /// The same to another cell of the same layer.
    #[inline]
    pub(super) fn between_on_layer(
        &self,
        costs: JumpCosts,
        from: PaddedCell,
        to: PaddedCell,
    ) -> u32 {
        match &self.round {
            None => costs.between(self.rule, from, to),
            Some(round) => {
                let [columns, rows] = round.apart(self.layer_of(from), from, [to; 2]);
                costs.least(self.rule, columns, rows)
            }
        }
    }

    /// The same to the nearest cell of a rectangle, given by its first and its last one.
    pub(super) fn to_rect(
        &self,
        costs: JumpCosts,
        from: PaddedCell,
        [first, last]: [PaddedCell; 2],
    ) -> u32 {
        if self.is_apart(from.y, [first.y, last.y]) {
            return NO_PATH;
        }
        let nearest =
            PaddedCell { x: from.x.clamp(first.x, last.x), y: from.y.clamp(first.y, last.y) };
        match &self.round {
            None => costs.between(self.rule, from, nearest),
            // One that lies on several layers is no farther than its part on this one.
            Some(_) if self.layer_of(first) != self.layer_of(last) => 0,
            Some(round) => {
                let [columns, rows] = round.apart(self.layer_of(from), from, [first, last]);
                costs.least(self.rule, columns, rows)
            }
        }
    }
}

/// How a mover jumps on some layers. Returns `None` if it has other steps than those to neighbours, or may
/// lie over a seam.
fn rule_on(grids: &[Grid], mover: &Mover) -> Option<JumpRule> {
    let is_small = mover.footprint() == Footprint::ONE;
    let fits = is_small || !grids.iter().any(|grid| grid.wrap().is_any());
    let rule = JumpRule::of(mover.rule())?;
    (fits && mover.turn_cost() == Cost::ZERO).then_some(rule)
}

/// What steps cost on each terrain that occurs and is open, or on open ground where none does.
fn prices_on(grids: &[Grid], mover: &Mover) -> impl Iterator<Item = JumpCosts> {
    let walked = grids.iter().flat_map(|grid| grid.ground().terrains());
    let walked = walked.filter(|&terrain| mover.is_open(terrain));
    let costs =
        |[straight, diagonal]: [Cost; 2]| JumpCosts { straight: straight.0, diagonal: diagonal.0 };
    let StepCosts { straight, diagonal } = mover.costs();
    let nowhere = walked.clone().next().is_none();
    let otherwise = nowhere.then_some([straight, diagonal]).into_iter();
    let prices = walked.map(move |terrain| mover.enter_costs()[usize::from(terrain.0)]);
    prices.chain(otherwise).map(costs)
}
