//! Where one can cross from a cluster to the next.

use super::ground::CLUSTER_SIDE;
use super::steps::DIRECTIONS;
use super::{ClusterAt, ClusterGround, ClusterRows, HierarchySteps};

/// A stretch of open border up to this long has one entrance, a longer one has more.
///
/// PERF: see record/hierarchy.md for what other lengths cost and gain.
const STRETCH_MAX: u32 = 16;

/// So many cells on either hand of a border are looked at for ways between its crossings.
const STRIP: usize = 16;

/// So far along the border beyond the crossings that are to be connected.
const MARGIN: u32 = 4;

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
    let mut stretches = Vec::new();
    for direction in 0..4_u8 {
        let Some(there) = around.rows(direction) else { continue };
        let is_upright = direction % 2 == 0;
        let is_onward = direction < 2;
        let (own, next) = if is_onward { (LAST, 0) } else { (0, LAST) };
        let number = |along: u32, across: u32| {
            if is_upright { number(across, along) } else { number(along, across) }
        };
        // The western or northern one first, whichever of the two asks.
        let (first, second) = if is_onward { (here, &there) } else { (&there, here) };
        let border = Border { first, second, is_upright };
        border.crossings(cuts_corners, &mut stretches);
        for &Stretch { from, to, .. } in &stretches {
            let (from, to) = if is_onward { (from, to) } else { (to, from) };
            into.push(Crossing {
                from: number(from, own),
                to: number(to, next),
                direction,
                is_diagonal: from != to,
            });
        }
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

/// The border between two clusters, the western or northern one first.
struct Border<'a> {
    first: &'a ClusterRows,
    second: &'a ClusterRows,
    // Whether one steps over it to the east or west.
    is_upright: bool,
}

impl Border<'_> {
    /// The cells along the border so far into the first cluster, and so far into the second.
    fn lines(&self, into: u32) -> [u64; 2] {
        let line = |rows: &ClusterRows, at: u32| {
            if self.is_upright { column_of(rows, at) } else { rows[at as usize] }
        };
        [line(self.first, LAST - into), line(self.second, into)]
    }

    /// From where to where to step over it: by how far along the border those cells lie. Of those near each
    /// other that one can go between on both sides without leaving the border far, one is enough.
    fn crossings(&self, cuts_corners: bool, into: &mut Vec<Stretch>) {
        into.clear();
        let [one, other] = self.lines(0);
        each_stretch(one, other, cuts_corners, |stretch| into.push(stretch));
        into.sort_unstable();
        if !into.windows(2).any(|pair| pair[1].end - pair[0].first <= STRETCH_MAX) {
            return;
        }
        let mut strips = [[0; STRIP]; 2];
        for (away, into) in (0..).zip(0..STRIP) {
            [strips[0][into], strips[1][into]] = self.lines(away);
        }
        merge(into, &strips, cuts_corners);
    }
}

/// A part of a border where one can step over it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Stretch {
    first: u32,
    end: u32,
    /// The cells of the step in its middle, on either side.
    from: u32,
    to: u32,
}

/// Keeps one of those stretches that lie near each other and are connected in the strips of cells on either
/// hand: that nearest to their middle.
fn merge(stretches: &mut Vec<Stretch>, strips: &[[u64; STRIP]; 2], cuts_corners: bool) {
    let mut left = std::mem::take(stretches);
    while let Some(&Stretch { first, from, to, .. }) = left.first() {
        let near = (u64::MAX << first.saturating_sub(MARGIN))
            & (u64::MAX >> LAST.saturating_sub(first + STRETCH_MAX + MARGIN));
        let ends = [from, to];
        let lines = [0, 1].map(|side| connected(&strips[side], near, ends[side], cuts_corners));
        let is_together = |&Stretch { end, from, to, .. }: &Stretch| {
            end <= first + STRETCH_MAX && lines[0] >> from & 1 != 0 && lines[1] >> to & 1 != 0
        };
        let together = || left.iter().copied().filter(|stretch| is_together(stretch));
        let end = together().map(|stretch| stretch.end).max().unwrap_or(first);
        let middle = (first + end - 1) / 2;
        stretches.extend(together().min_by_key(|stretch| stretch.from.abs_diff(middle)));
        left.retain(|stretch| !is_together(stretch));
    }
}

/// Which cells along the border are connected with one of them over the cells of a strip in some columns.
fn connected(strip: &[u64; STRIP], columns: u64, from: u32, cuts_corners: bool) -> u64 {
    let mut reached = [0; STRIP];
    reached[0] = 1 << from;
    loop {
        let before = reached;
        // Down and up again, each line from those beside it as they are by now.
        for at in (0..STRIP).chain((0..STRIP).rev()) {
            let above = if at > 0 { reached[at - 1] } else { 0 };
            let below = if at + 1 < STRIP { reached[at + 1] } else { 0 };
            let open = strip[at] & columns;
            let beside = above | below;
            let slanting = if cuts_corners { beside << 1 | beside >> 1 } else { 0 };
            reached[at] = along(open, reached[at] | beside | slanting);
        }
        // Every further round reaches another cell.
        if reached == before {
            return reached[0];
        }
    }
}

/// The open cells of a line that are joined with some of them along it.
fn along(open: u64, from: u64) -> u64 {
    let from = from & open;
    // A carry runs from the first cell to the end of its stretch; so the other way round.
    let up = open & !(open.wrapping_add(from)) | from;
    let (open, from) = (open.reverse_bits(), up.reverse_bits());
    let down = open & !(open.wrapping_add(from)) | from;
    down.reverse_bits() & open.reverse_bits()
}

/// Tells where to cross between two lines of cells beside each other, of either the cells where one can
/// stand.
fn each_stretch(one: u64, other: u64, cuts_corners: bool, mut tell: impl FnMut(Stretch)) {
    let mut open = one & other;
    while open != 0 {
        let first = open.trailing_zeros();
        let length = (!(open >> first)).trailing_zeros().min(u64::BITS - first);
        let pieces = length.div_ceil(STRETCH_MAX);
        for piece in 0..pieces {
            let [first, end] = [piece, piece + 1].map(|piece| first + length * piece / pieces);
            let middle = (first + end - 1) / 2;
            tell(Stretch { first, end, from: middle, to: middle });
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
                let to = if is_down { at + 1 } else { at - 1 };
                tell(Stretch { first: at.min(to), end: at.max(to) + 1, from: at, to });
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
        each_stretch(bits(one), bits(other), cuts_corners, |at| told.push((at.from, at.to)));
        assert_eq!(told, expected, "{one}\n{other}");
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

    /// Rows above and below a border, the ground open for 64 columns but for what is drawn.
    fn check_merged(above: &[&str], below: &[&str], cuts_corners: bool, expected: &[(u32, u32)]) {
        let rows = |lines: &[&str]| {
            let mut rows = [u64::MAX; CLUSTER_SIDE as usize];
            for (row, line) in rows.iter_mut().zip(lines) {
                let closed = line.bytes().zip(0..).filter(|&(byte, _)| byte == b'#');
                *row &= !closed.fold(0, |bits: u64, (_, at)| bits | 1 << at);
            }
            rows
        };
        let (mut first, second) = (rows(above), rows(below));
        first.reverse();
        let mut told = Vec::new();
        let border = Border { first: &first, second: &second, is_upright: false };
        border.crossings(cuts_corners, &mut told);
        let told: Vec<_> = told.iter().map(|stretch| (stretch.from, stretch.to)).collect();
        assert_eq!(told, expected);
    }

    #[test]
    fn stretches_with_a_way_round_on_both_sides_share_an_entrance() {
        let wall = "#".repeat(53);
        // Nearest the border first. One can go round the wall at column 4 on both sides.
        let holes = format!("..#.#...#..{wall}");
        check_merged(&[&holes], &[&holes], false, &[(6, 6)]);
        // A wall that goes on for as far as a strip on one side parts them.
        let walls = vec!["....#"; CLUSTER_SIDE as usize];
        let mut below = walls.clone();
        below[0] = &holes;
        check_merged(&[&holes], &below, false, &[(0, 0), (6, 6)]);
        // Farther apart than a stretch is long.
        let apart = format!(".{}.{}", "#".repeat(16), "#".repeat(46));
        check_merged(&[&apart], &[&apart], false, &[(0, 0), (17, 17)]);
    }

    #[test]
    fn cells_are_joined_along_a_line_from_both_ends() {
        for open in (0..1_u64 << 10).chain([u64::MAX, u64::MAX << 60, 0b1011 << 60]) {
            for from in
                [0, 1, 2, 5, 9, 60, 63].map(|at| 1_u64 << at).into_iter().chain([0x21, 3 << 62])
            {
                let mut expected = from & open;
                for _ in 0..64 {
                    expected |= (expected << 1 | expected >> 1) & open;
                }
                assert_eq!(along(open, from), expected, "{open:b} {from:b}");
            }
        }
    }
}
