//! Which gaps of a polygon a disc can get to from which others within it.
//!
//! ```text
//!     g1   w      What is too near to a wall is convex. It reaches the polygon's border, for the wall lies
//!    +---#####    on it or beyond, and what overlaps there or within, as w and v here, is one lump. A lump
//!    |    ###|    parts the polygon from wherever it reaches the border: gaps are in one part if no lump
//!    | g2 vv |    lies between them on both sides.
//!    +---vvvv+
//! ```

use super::around::{Gap, Near, away, covered, is_nearer};
use super::leg::TOUCHING;
use crate::half_edges::numbered;
use crate::real::Real;

/// Numbers from 0 on, of which some are joined (union and find).
struct Joined(Vec<u32>);

/// What one meets on the way round a polygon's border.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Met {
    /// The gap of a number.
    Gap(u32),
    /// A lump, by the least of its walls.
    Lump(u32),
}

/// Appends for each gap of a polygon the number of the part that it belongs to. Parts that cannot be told
/// apart are one.
pub(super) fn find(near: Near<'_>, radius: f64, parts: &mut Vec<u32>) {
    let count = near.gaps.len();
    let ring = around(near, radius - TOUCHING / 2.0);
    let mut joined = Joined::new(count);
    for (at, &met) in ring.iter().enumerate() {
        let Met::Gap(gap) = met else { continue };
        // Along the lump ahead, on this side of it, one comes to the border again where it was left last.
        let mut next = (at + 1) % ring.len();
        if let lump @ Met::Lump(_) = ring[next] {
            let mut before = (1..=ring.len()).map(|back| (next + ring.len() - back) % ring.len());
            let last = before.find(|&other| ring[other] == lump);
            next = (last.unwrap_or(next) + 1) % ring.len();
        }
        match ring[next] {
            Met::Gap(other) => joined.join(gap, other),
            // By rounding, two lumps without a gap in between: nothing is sure.
            Met::Lump(_) => {
                parts.extend(std::iter::repeat_n(0, count));
                return;
            }
        }
    }
    parts.extend((0..numbered(count)).map(|gap| joined.first(gap)));
}

/// What is met on the way round the polygon.
fn around(near: Near<'_>, radius: f64) -> Vec<Met> {
    let mut lumps = lumps_within(near, radius);
    let mut on_sides: Vec<Vec<([f64; 2], u32)>> = Vec::new();
    for side in near.sides {
        let whole = side.ends[1].minus(side.ends[0]);
        let (length, way) = (whole.length(), whole.unit());
        let walls = (0..).zip(near.walls);
        let mut on_side: Vec<([f64; 2], u32)> = walls
            .filter_map(|(number, &wall)| {
                let [first, last] = covered(side.ends[0], way, wall, radius)?;
                (first < length && last > 0.0).then_some(([first, last], number))
            })
            .collect();
        on_side.sort_unstable_by(|one, other| one.0[0].total_cmp(&other.0[0]));
        let mut reached: Option<(f64, u32)> = None;
        for &([first, last], wall) in &on_side {
            let other = reached.filter(|&(end, _)| first <= end);
            other.inspect(|&(_, other)| lumps.join(wall, other));
            reached = Some(match other {
                Some((end, other)) if end > last => (end, other),
                _ => (last, wall),
            });
        }
        on_sides.push(on_side);
    }
    join_at_corners(near, &on_sides, &mut lumps);
    let mut ring: Vec<Met> = Vec::new();
    let mut add = |met: Met| {
        if ring.last() != Some(&met) {
            ring.push(met);
        }
    };
    for (side, on_side) in near.sides.iter().zip(&on_sides) {
        let along = |gap: &Gap| away(gap.ends[0], [side.ends[0]; 2]);
        let own = (0..).zip(near.gaps).filter(|(_, gap)| gap.edge == side.edge);
        let mut gaps: Vec<(f64, u32)> = own.map(|(number, gap)| (along(gap), number)).collect();
        gaps.reverse();
        for &([first, _], wall) in on_side {
            while let Some((_, gap)) = gaps.pop_if(|&mut (begin, _)| begin < first) {
                add(Met::Gap(gap));
            }
            add(Met::Lump(lumps.first(wall)));
        }
        while let Some((_, gap)) = gaps.pop() {
            add(Met::Gap(gap));
        }
    }
    if ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
    ring
}

/// What covers a corner of the polygon from one of its sides and what does from the other is one lump.
fn join_at_corners(near: Near<'_>, on_sides: &[Vec<([f64; 2], u32)>], lumps: &mut Joined) {
    let count = near.sides.len();
    for (at, side) in near.sides.iter().enumerate() {
        let length = side.ends[1].minus(side.ends[0]).length();
        let mut last = on_sides[at].iter().filter(|(part, _)| part[1] >= length);
        let mut first = on_sides[(at + 1) % count].iter().filter(|(part, _)| part[0] <= 0.0);
        if let (Some(&(_, one)), Some(&(_, other))) = (last.next(), first.next()) {
            lumps.join(one, other);
        }
    }
}

/// Which surroundings of walls overlap in the polygon halfway between the two.
fn lumps_within(near: Near<'_>, radius: f64) -> Joined {
    let mut lumps = Joined::new(near.walls.len());
    for (number, &wall) in (0..).zip(near.walls) {
        for (other, &other_wall) in (0..number).zip(near.walls) {
            if is_nearer(wall, other_wall, 2.0 * radius) && near.holds(halfway(wall, other_wall)) {
                lumps.join(number, other);
            }
        }
    }
    lumps
}

/// The point halfway between two lines where they are nearest.
fn halfway(one: [Real; 2], other: [Real; 2]) -> Real {
    let foot = |at: Real, [from, to]: [Real; 2]| {
        let way = to.minus(from);
        let whole = way.dot(way);
        let along = if whole == 0.0 { 0.0 } else { way.dot(at.minus(from)) / whole };
        from.plus(way.times(along.clamp(0.0, 1.0)))
    };
    let ends = [(one[0], other), (one[1], other), (other[0], one), (other[1], one)];
    let feet = ends.map(|(at, line)| [at, foot(at, line)]);
    let length = |[at, foot]: &[Real; 2]| at.minus(*foot).length();
    let nearest = feet.iter().min_by(|one, other| length(one).total_cmp(&length(other)));
    let [at, foot] = nearest.copied().unwrap_or([one[0]; 2]);
    at.plus(foot).times(0.5)
}

impl Joined {
    fn new(count: usize) -> Joined {
        Joined((0..numbered(count)).collect())
    }

    /// The least of all that a number is joined with.
    fn first(&mut self, mut number: u32) -> u32 {
        while self.0[number as usize] != number {
            let next = self.0[number as usize];
            self.0[number as usize] = self.0[next as usize];
            number = next;
        }
        number
    }

    fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.first(one), self.first(other));
        let least = one.min(other);
        self.0[one.max(other) as usize] = least;
    }
}
