//! Several goals as a few places and how far the others are from the nearest of these: what landmarks bound.
//!
//! Between two goals that steps over nothing but goals join, costs from a landmark differ at most by what
//! these steps cost. So goals that lie close together are one place, give or take the way across.

use super::costs::JumpCosts;
use super::goal_areas::{Area, GoalAreas};
use super::map::JumpMap;
use super::numbers::PaddedCell;
use super::rule::JumpRule;
use std::ops::Range;

/// The most parts of which the costs from landmarks are found: for each that takes as long as for one goal.
const PARTS_MAX: usize = 4;

/// The widest and the highest rectangle of goals that is looked at; beyond that the way across is most of a
/// path anyway.
const SIDE: usize = 64;

/// The longest way across, in half steps.
const HALVES_MAX: u32 = 96;

/// So many half steps back is looked at: a step aslant takes 2, 3 or 4 of them, the least number that is no
/// cheaper.
const RECENT: usize = 4;

/// A goal, and what the way from there to any other of its part costs at most.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GoalPart {
    pub(super) at: PaddedCell,
    pub(super) across: u32,
}

/// The parts that goals which lie close together fall into.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GoalParts {
    parts: [GoalPart; PARTS_MAX],
    count: usize,
}

impl GoalParts {
    /// One goal.
    #[inline]
    pub(super) fn one(at: PaddedCell) -> GoalParts {
        let mut parts = GoalParts { count: 1, ..GoalParts::default() };
        parts.parts[0].at = at;
        parts
    }

    /// The parts of these goals. Returns `None` if they do not lie close together, or in too many parts.
    pub(super) fn of(map: &JumpMap, costs: JumpCosts, goals: &GoalAreas) -> Option<GoalParts> {
        let hull = goals.hull()?;
        // Where cells are one-way, steps are not what costs from landmarks were found by.
        if !goals.stretches().iter().all(|stretch| map.is_free_between(stretch.first, stretch.last))
        {
            return None;
        }
        let mut left = rows_of(hull, goals.stretches())?;
        let aslant = (costs.diagonal * 2).div_ceil(costs.straight.max(1));
        let aslant = if map.rule == JumpRule::Four { RECENT } else { aslant as usize };
        let mut parts = GoalParts::default();
        while let Some((row, column)) = middle(&left) {
            let part = parts.parts.get_mut(parts.count)?;
            let halves = take(&mut left, (row, column), aslant.min(RECENT))?;
            let off = |at: usize| u32::try_from(at).unwrap_or(0);
            let at = PaddedCell { x: hull.first.x + off(column), y: hull.first.y + off(row - 1) };
            let across = halves.saturating_mul(costs.straight).div_ceil(2);
            *part = GoalPart { at, across };
            parts.count += 1;
        }
        Some(parts)
    }

    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = GoalPart> {
        self.parts.into_iter().take(self.count)
    }
}

/// A bit for each cell, row by row, and an empty row above and below.
type Rows = [u64; SIDE + 2];

/// Those of a rectangle that are goals. Returns `None` if it is too large.
fn rows_of(hull: Area, stretches: &[Area]) -> Option<Rows> {
    let [columns, height] = [hull.last.x - hull.first.x, hull.last.y - hull.first.y];
    if columns.max(height) as usize >= SIDE {
        return None;
    }
    let mut rows = [0; SIDE + 2];
    for Area { first, last } in stretches {
        let width = last.x - first.x + 1;
        let bits = u64::MAX >> (u64::BITS - width);
        rows[(first.y - hull.first.y + 1) as usize] |= bits << (first.x - hull.first.x);
    }
    Some(rows)
}

/// Of the row in the middle of those that have any, the bit in its middle.
fn middle(rows: &Rows) -> Option<(usize, usize)> {
    let first = rows.iter().position(|row| *row != 0)?;
    let last = rows.iter().rposition(|row| *row != 0)?;
    let wanted = usize::midpoint(first, last);
    let row = (wanted..=last).find(|&row| rows[row] != 0)?;
    let bits = rows[row];
    // All before it taken out one by one.
    let left = (0..bits.count_ones() / 2).fold(bits, |bits, _| bits & (bits - 1));
    Some((row, left.trailing_zeros() as usize))
}

/// Takes out all that steps from one of them lead to, and returns how many half steps the longest way takes,
/// where a step aslant counts for so many, and needs both cells beside it, which is right by every rule.
/// Returns `None` if it is too long.
fn take(rows: &mut Rows, (row, column): (usize, usize), aslant: usize) -> Option<u32> {
    let end = rows.iter().rposition(|row| *row != 0)? + 1;
    // What is reached after so many half steps, and up to four fewer. A row that is still too far away is
    // empty in all of them.
    let mut reached = [[0; SIDE + 2]; RECENT + 1];
    reached[0][row] = 1 << column;
    let (mut far, mut idle) = (0, 0);
    for halves in 1..HALVES_MAX {
        let now = halves as usize;
        let most = now / 2 + 1;
        let within = row.saturating_sub(most).max(1)..(row + most + 1).min(end);
        let ago = |fewer: usize| (now + RECENT + 1 - fewer) % (RECENT + 1);
        let mut next = reached[ago(1)];
        let recent = [&reached[ago(2)], &reached[ago(aslant)]];
        let more = spread(rows, recent, within, &mut next);
        reached[ago(0)] = next;
        (far, idle) = if more { (halves, 0) } else { (far, idle + 1) };
        if idle == RECENT {
            rows.iter_mut().zip(next).for_each(|(row, reached)| *row &= !reached);
            return Some(far);
        }
    }
    None
}

/// Adds to what is reached in some rows what a straight step leads to from one set of cells, and a step
/// aslant from another. Returns whether that adds any.
fn spread(
    rows: &Rows,
    [straight, aslant]: [&Rows; 2],
    within: Range<usize>,
    reached: &mut Rows,
) -> bool {
    let Range { start, end } = within;
    let (up, down) = (start - 1..end - 1, start + 1..end + 1);
    let [above, open, below] = [&rows[up.clone()], &rows[start..end], &rows[down.clone()]];
    let [north, own, south] =
        [&straight[up.clone()], &straight[start..end], &straight[down.clone()]];
    let [aslant_north, aslant_south] = [&aslant[up], &aslant[down]];
    let reached = &mut reached[start..end];
    // PERF: slices of one length, so that the compiler takes several rows at a time. Finding the parts took
    // 62,000 instructions of a question within 10 cells on AR0602SR, and takes 21,000 (callgrind).
    let count = reached.len();
    let mut more = 0;
    for at in 0..count {
        let beside = north[at] | own[at] << 1 | own[at] >> 1 | south[at];
        let [from_above, from_below] = [aslant_north[at] & open[at], aslant_south[at] & open[at]];
        let slant = above[at] & (from_above << 1 | from_above >> 1)
            | below[at] & (from_below << 1 | from_below >> 1);
        let new = (beside | slant) & open[at] & !reached[at];
        more |= new;
        reached[at] |= new;
    }
    more != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(drawn: &[&str]) -> Rows {
        let bit = |(at, cell): (usize, char)| u64::from(cell == '*') << at;
        let mut rows = [0; SIDE + 2];
        for (row, drawn) in rows[1..].iter_mut().zip(drawn) {
            *row = drawn.chars().enumerate().map(bit).sum();
        }
        rows
    }

    #[test]
    fn parts_are_what_steps_join_and_their_longest_ways_are_counted() {
        let mut left = rows(&["***.*", "***..", "***.*", "....*"]);
        assert_eq!(middle(&left), Some((2, 1)));
        assert_eq!(take(&mut left, (2, 1), 3), Some(3));
        assert_eq!(left, rows(&["....*", ".....", "....*", "....*"]));
        assert_eq!(middle(&left), Some((3, 4)));
        assert_eq!(take(&mut left, (3, 4), 3), Some(2));
        assert_eq!(middle(&left), Some((1, 4)));
        assert_eq!(take(&mut left, (1, 4), 3), Some(0));
        assert_eq!(middle(&left), None);
    }

    #[test]
    fn steps_aslant_need_both_cells_beside() {
        assert_eq!(take(&mut rows(&["**", "*."]), (1, 1), 3), Some(4));
        let mut left = rows(&["*.", ".*"]);
        assert_eq!(take(&mut left, (1, 0), 3), Some(0));
        assert_eq!(left, rows(&["..", ".*"]));
        let square = rows(&["***", "***", "***"]);
        let ways = [2, 3, 4].map(|aslant| take(&mut square.clone(), (1, 0), aslant));
        assert_eq!(ways, [Some(4), Some(6), Some(8)]);
    }

    #[test]
    fn a_way_that_is_too_long_is_given_up() {
        let wide = rows(&["*".repeat(SIDE).as_str()]);
        assert_eq!(take(&mut wide.clone(), (1, 20), 3), Some(86));
        assert_eq!(take(&mut wide.clone(), (1, 0), 3), None);
    }
}
