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

/// So many steps across are looked for at most.
const STEPS_MAX: u32 = 48;

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
        let is_free = |stretch: &Area| map.is_free_between(stretch.first, stretch.last);
        if map.is_cut() && !goals.stretches().iter().all(is_free) {
            return None;
        }
        let mut left = rows_of(hull, goals.stretches())?;
        // With both cells beside it open, a step aslant costs no more than two straight ones; and where one
        // may lead aslant, others go straight.
        let aslant = costs.diagonal.min(costs.straight.saturating_mul(2)).max(costs.straight);
        let has_slants = map.rule != JumpRule::Four;
        let mut parts = GoalParts::default();
        while let Some((row, column)) = middle(&left) {
            let part = parts.parts.get_mut(parts.count)?;
            let [straight, slants] = take(&mut left, (row, column), has_slants)?;
            let off = |at: usize| u32::try_from(at).unwrap_or(0);
            let at = PaddedCell { x: hull.first.x + off(column), y: hull.first.y + off(row - 1) };
            let across = straight.saturating_mul(costs.straight);
            let across = across.saturating_add(slants.saturating_mul(aslant));
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

/// Takes out all that steps from one of them lead to, and returns with how many straight steps, and how many
/// that may lead aslant, each of them is come to. Returns `None` if that may be too long.
///
/// Of five steps two may lead aslant, which comes near to what it takes in a disc, and these need both cells
/// beside them, which is right by every rule.
fn take(rows: &mut Rows, (row, column): (usize, usize), has_slants: bool) -> Option<[u32; 2]> {
    let end = rows.iter().rposition(|row| *row != 0)? + 1;
    let mut both = [[0; SIDE + 2]; 2];
    let [reached, next] = &mut both;
    let (mut reached, mut next) = (reached, next);
    reached[row] = 1 << column;
    let mut steps = [0; 2];
    for (step, far) in (0..STEPS_MAX).zip(1..) {
        let is_aslant = has_slants && matches!(step % 5, 1 | 3);
        let within = row.saturating_sub(far).max(1)..(row + far + 1).min(end);
        let more = if is_aslant {
            spread::<true>(rows, reached, within, next)
        } else {
            spread::<false>(rows, reached, within, next)
        };
        if !more {
            rows.iter_mut().zip(reached).for_each(|(row, reached)| *row &= !*reached);
            return Some(steps);
        }
        steps[usize::from(is_aslant)] += 1;
        std::mem::swap(&mut reached, &mut next);
    }
    None
}

/// Finds what is reached in some rows by a step more, perhaps aslant. Returns whether that adds any.
fn spread<const ASLANT: bool>(
    rows: &Rows,
    reached: &Rows,
    within: Range<usize>,
    next: &mut Rows,
) -> bool {
    let Range { start, end } = within;
    let (up, down) = (start - 1..end - 1, start + 1..end + 1);
    let [above, open, below] = [&rows[up.clone()], &rows[start..end], &rows[down.clone()]];
    let [north, own, south] = [&reached[up], &reached[start..end], &reached[down]];
    let next = &mut next[start..end];
    // PERF: slices of one length, so that the compiler takes several rows at a time. With the parts found by
    // half steps, and lists of rows copied at each, a question within 10 cells on AR0602SR took 10,000
    // instructions more (callgrind).
    let count = next.len();
    let mut more = 0;
    for at in 0..count {
        let mut beside = north[at] | own[at] << 1 | own[at] >> 1 | south[at];
        if ASLANT {
            let [from_above, from_below] = [north[at] & open[at], south[at] & open[at]];
            beside |= above[at] & (from_above << 1 | from_above >> 1)
                | below[at] & (from_below << 1 | from_below >> 1);
        }
        let new = beside & open[at] & !own[at];
        more |= new;
        next[at] = own[at] | new;
    }
    more != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::VecDeque;
    use xunlu_testkit::Random;

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
        assert_eq!(take(&mut left, (2, 1), true), Some([1, 1]));
        assert_eq!(left, rows(&["....*", ".....", "....*", "....*"]));
        assert_eq!(middle(&left), Some((3, 4)));
        assert_eq!(take(&mut left, (3, 4), true), Some([1, 0]));
        assert_eq!(middle(&left), Some((1, 4)));
        assert_eq!(take(&mut left, (1, 4), true), Some([0, 0]));
        assert_eq!(middle(&left), None);
    }

    #[test]
    fn steps_aslant_need_both_cells_beside() {
        assert_eq!(take(&mut rows(&["**", "*."]), (1, 1), true), Some([1, 1]));
        let mut left = rows(&["*.", ".*"]);
        assert_eq!(take(&mut left, (1, 0), true), Some([0, 0]));
        assert_eq!(left, rows(&["..", ".*"]));
        let square = rows(&["***", "***", "***"]);
        let ways = [true, false].map(|slants| take(&mut square.clone(), (1, 0), slants));
        assert_eq!(ways, [Some([2, 1]), Some([4, 0])]);
    }

    #[test]
    fn a_way_that_is_too_long_is_given_up() {
        let wide = rows(&["*".repeat(SIDE).as_str()]);
        assert_eq!(take(&mut wide.clone(), (1, 20), false), Some([43, 0]));
        assert_eq!(take(&mut wide.clone(), (1, 0), false), None);
    }

    /// What the cheapest ways from one cell cost, found out by taking each in as often as it gets cheaper.
    fn exact(open: &Rows, (row, column): (usize, usize), aslant: Option<u32>) -> Vec<[u32; SIDE]> {
        let mut costs = vec![[u32::MAX; SIDE]; SIDE + 2];
        let is_open = |y: usize, x: usize| x < SIDE && open[y] >> x & 1 != 0;
        let mut waiting = VecDeque::from([(row, column, 0)]);
        while let Some((y, x, cost)) = waiting.pop_front() {
            if cost >= costs[y][x] {
                continue;
            }
            costs[y][x] = cost;
            for (dy, dx) in (0..9).map(|way| (way / 3, way % 3)) {
                let (to_y, to_x) = (y + dy - 1, (x + dx).wrapping_sub(1));
                let price = if dy == 1 || dx == 1 { Some(10) } else { aslant };
                let is_free = is_open(to_y, to_x) && is_open(y, to_x) && is_open(to_y, x);
                waiting.extend(price.filter(|_| is_free).map(|price| (to_y, to_x, cost + price)));
            }
        }
        costs
    }

    #[test]
    fn no_way_across_costs_more_than_is_said() {
        let (mut parts, mut by_steps, mut exactly) = (0, 0, 0);
        for seed in 0..300 {
            let mut random = Random::new(seed);
            let mut left = [0; SIDE + 2];
            let (side, percent) = (random.from_to(2, 32), random.from_to(40, 100));
            // Every second patch lies at the last column.
            let first = if seed % 2 == 0 { 0 } else { 64 - side };
            for row in &mut left[1..=side as usize] {
                let columns = (first..first + side).filter(|_| random.below(100) < percent);
                *row = columns.fold(0, |bits, column| bits | 1 << column);
            }
            let aslant = *random.pick(&[None, Some(14), Some(20)]);
            while let Some(from) = middle(&left) {
                let before = left;
                let Some([straight, slants]) = take(&mut left, from, aslant.is_some()) else {
                    break;
                };
                let costs = exact(&before, from, aslant);
                let mut most = 0;
                for (y, x) in (1..=SIDE).flat_map(|y| (0..SIDE).map(move |x| (y, x))) {
                    let was_taken = (before[y] & !left[y]) >> x & 1 != 0;
                    assert_eq!(was_taken, costs[y][x] != u32::MAX, "seed {seed}: {x}, {y}");
                    most = most.max(if was_taken { costs[y][x] } else { 0 });
                }
                let said = straight * 10 + slants * aslant.unwrap_or(0);
                assert!(most <= said, "seed {seed}: {most} are more than {said}");
                (parts, by_steps, exactly) = (parts + 1, by_steps + said, exactly + most);
            }
        }
        assert!(parts > 1000, "{parts}");
        assert!(by_steps * 10 < exactly * 13, "{by_steps} are too many for {exactly}");
    }
}
