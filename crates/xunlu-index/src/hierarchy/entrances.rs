//! Where one can cross from a cluster to the next.

use super::ground::CLUSTER_SIDE;
use super::steps::DIRECTIONS;
use super::{ClusterAt, ClusterGround, ClusterRows, HierarchySteps};

/// A stretch of open border up to this long has one entrance, a longer one has more.
///
/// PERF: see record/hierarchy.md for what other lengths cost and gain.
const STRETCH_MAX: u32 = 16;

/// The last column or row of a cluster.
const LAST: u32 = CLUSTER_SIDE - 1;

/// A step out of a cluster: from which cell of it, by number, into which cell of the next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Crossing {
    pub(super) from: u16,
    pub(super) to: u16,
    /// Which of the eight clusters around is the next.
    pub(super) direction: u8,
    pub(super) is_diagonal: bool,
}

/// All entrances of a cluster, by the cells that they are left from.
pub(super) fn crossings(
    ground: &impl ClusterGround,
    steps: HierarchySteps,
    at: ClusterAt,
    here: &ClusterRows,
    into: &mut Vec<Crossing>,
) {
    into.clear();
    let around = Around { ground, at };
    // Without corners that cut, whoever crosses by a diagonal step can cross by a straight one beside it.
    let cuts_corners = steps.cut_corners();
    for direction in 0..4_u8 {
        let Some(there) = around.rows(direction) else { continue };
        let is_upright = direction % 2 == 0;
        let (own, next) = if direction < 2 { (LAST, 0) } else { (0, LAST) };
        let line = |rows: &ClusterRows, at: u32| {
            if is_upright { column_of(rows, at) } else { rows[at as usize] }
        };
        let number = |along: u32, across: u32| {
            if is_upright { number(across, along) } else { number(along, across) }
        };
        each_crossing(line(here, own), line(&there, next), cuts_corners, |from, to| {
            into.push(Crossing {
                from: number(from, own),
                to: number(to, next),
                direction,
                is_diagonal: from != to,
            });
        });
    }
    if cuts_corners {
        around.corners(here, into);
    }
    into.sort_unstable();
}

/// The clusters around one.
struct Around<'a, G> {
    ground: &'a G,
    at: ClusterAt,
}

impl<G: ClusterGround> Around<'_, G> {
    /// The cells of the next cluster in a direction. Returns `None` where the ground ends.
    fn rows(&self, direction: u8) -> Option<ClusterRows> {
        let next = next(self.at, direction)?;
        let size = self.ground.size();
        let is_inside = next.column < size.width.div_ceil(CLUSTER_SIDE)
            && next.row < size.height.div_ceil(CLUSTER_SIDE);
        is_inside.then(|| self.ground.rows(next.column, next.row))
    }

    /// Steps over the corners of the cluster between two cells that nobody can stand on.
    fn corners(&self, here: &ClusterRows, into: &mut Vec<Crossing>) {
        for direction in 4..8_u8 {
            let (dx, dy) = DIRECTIONS[usize::from(direction)];
            let own = |by: i32| if by > 0 { LAST } else { 0 };
            let (x, y) = (own(dx), own(dy));
            let is_open = |rows: &ClusterRows, x: u32, y: u32| rows[y as usize] >> x & 1 != 0;
            if !is_open(here, x, y) {
                continue;
            }
            // Diagonal direction n lies between the straight ones n and n + 1.
            let (beside, other) = (direction - 4, (direction - 3) % 4);
            let [beside, other, there] =
                [beside, other, direction].map(|direction| self.rows(direction));
            let (Some(beside), Some(other), Some(there)) = (beside, other, there) else { continue };
            let (across, along) = (LAST - x, LAST - y);
            let (east_west, north_south) =
                if direction % 2 == 0 { (beside, other) } else { (other, beside) };
            let is_needed = is_open(&there, across, along)
                && !is_open(&east_west, across, y)
                && !is_open(&north_south, x, along);
            if is_needed {
                let (from, to) = (number(x, y), number(across, along));
                into.push(Crossing { from, to, direction, is_diagonal: true });
            }
        }
    }
}

/// The cluster next to one in a direction. Returns `None` before the first column or row.
pub(super) fn next(at: ClusterAt, direction: u8) -> Option<ClusterAt> {
    let (dx, dy) = DIRECTIONS[usize::from(direction)];
    let column = at.column.checked_add_signed(dx)?;
    let row = at.row.checked_add_signed(dy)?;
    Some(ClusterAt { column, row })
}

fn number(x: u32, y: u32) -> u16 {
    u16::try_from(y * CLUSTER_SIDE + x).expect("a cluster has 4,096 cells")
}

fn column_of(rows: &ClusterRows, column: u32) -> u64 {
    rows.iter().rev().fold(0, |bits, row| bits << 1 | (row >> column & 1))
}

/// Tells where to cross between two lines of cells beside each other, of either the cells where one can
/// stand; the same pairs whichever of the two is named first.
fn each_crossing(one: u64, other: u64, cuts_corners: bool, mut tell: impl FnMut(u32, u32)) {
    let mut open = one & other;
    while open != 0 {
        let first = open.trailing_zeros();
        let length = (!(open >> first)).trailing_zeros().min(u64::BITS - first);
        let pieces = length.div_ceil(STRETCH_MAX);
        for piece in 0..pieces {
            let [from, to] = [piece, piece + 1].map(|piece| first + length * piece / pieces);
            let middle = (from + to - 1) / 2;
            tell(middle, middle);
        }
        // Shifted in two parts, for a line that is open from end to end.
        open &= u64::MAX.checked_shl(first + length).unwrap_or(0);
    }
    if cuts_corners {
        // Where neither of two cells has one beside it on the other line, only a diagonal step leads over.
        for (own, across, is_down) in [(one, other, true), (one, other, false)] {
            let (own_next, across_next) =
                if is_down { (own >> 1, across >> 1) } else { (own << 1, across << 1) };
            let mut lone = own & across_next & !across & !own_next;
            while lone != 0 {
                let at = lone.trailing_zeros();
                tell(at, if is_down { at + 1 } else { at - 1 });
                lone &= lone - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(one: &str, other: &str, cuts_corners: bool, expected: &[(u32, u32)]) {
        let bits = |text: &str| {
            let set = text.bytes().zip(0..).filter(|&(byte, _)| byte == b'.');
            set.fold(0, |bits: u64, (_, at)| bits | 1 << at)
        };
        let mut told = Vec::new();
        each_crossing(bits(one), bits(other), cuts_corners, |from, to| told.push((from, to)));
        assert_eq!(told, expected, "{one}\n{other}");
        let mut back = Vec::new();
        each_crossing(bits(other), bits(one), cuts_corners, |from, to| back.push((to, from)));
        back.sort_unstable();
        told.sort_unstable();
        assert_eq!(told, back, "seen from the other side");
    }

    #[test]
    fn each_stretch_has_an_entrance_in_its_middle_and_long_ones_have_more() {
        check("..#.", "....", false, &[(0, 0), (3, 3)]);
        check("...#", "#...", false, &[(1, 1)]);
        let long = ".".repeat(64);
        check(&long, &long, true, &[(7, 7), (23, 23), (39, 39), (55, 55)]);
        let some = ".".repeat(17);
        check(&some, &some, false, &[(3, 3), (12, 12)]);
    }

    #[test]
    fn lone_diagonal_steps_are_entrances_of_those_who_cut_corners() {
        check(".#", "#.", true, &[(0, 1)]);
        check("#.", ".#", true, &[(1, 0)]);
        check(".#", "#.", false, &[]);
        check("..", "#.", true, &[(1, 1)]);
    }
}
