//! Triangles between walls, by one sweep from left to right: only what is open is cut.
//!
//! ```text
//!      a_________      The sweep has come to `v`. What is open between the walls below and above it is cut as
//!     /|\             far as the front, from `b` by `r` to `a`, which nothing can be cut off from any more.
//!    / | \            The last corner of the front, `r`, is seen from `v`, for none lies between them; so are
//!   /  |  r   v       its neighbours, as long as the front bends away. Each side of the front that is seen
//!   \  | /            makes a triangle with `v`, and is gone: a corner costs what it cuts, and the search for
//!    \ |/             the walls beside it.
//!     \b_________
//! ```
//!
//! After the sweep for monotone pieces (Lee and Preparata 1977) and that for the hull (Andrew 1979): here the
//! pieces are cut as they are found, isolated walls and walls of no width among them. A front is the boundary
//! of what is yet to be cut, in the same lists as the triangles.

use super::line::Line;
use super::winding::Winding;
use crate::exact::{MeshPoint, side};
use crate::half_edges::{NONE, numbered};
use crate::region_set::RegionSet;
use crate::ways::Ways;
use std::ops::Range;

/// Polygons between walls as half-edges in lists, while they are made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Triangles {
    pub(crate) corners: Vec<MeshPoint>,
    /// The walls: half-edge 2i runs onwards along the one of number i, and 2i + 1 back.
    pub(crate) walls: Vec<Line>,
    /// The half-edges; the twin of each is the one of which the last bit differs.
    pub(crate) halves: Vec<Half>,
}

/// A half-edge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Half {
    /// The corner where it begins.
    pub(crate) origin: u32,
    pub(crate) next: u32,
    pub(crate) previous: u32,
    /// Whether an open polygon lies to its left, and the regions that it belongs to.
    pub(crate) is_open: bool,
    pub(crate) regions: RegionSet,
    /// Whether it is yet to be seen if its side is better flipped.
    pub(crate) waits: bool,
}

/// What a sweep scribbles on.
#[derive(Clone, Debug, Default)]
pub(crate) struct SweepSpace {
    /// The walls that the sweep is crossing, upwards.
    active: Vec<u32>,
    /// For each wall what lies above it.
    above: Vec<Strip>,
    /// The walls that leave the corner at hand, upwards.
    leaving: Vec<u32>,
}

/// What lies between two walls that the sweep is crossing.
#[derive(Clone, Copy, Debug, Default)]
struct Strip {
    winding: Winding,
    is_open: bool,
    /// The half-edge of the front that leaves its last corner downwards, or along the wall below.
    last: u32,
}

impl Triangles {
    /// Cuts what is open between walls that meet at their ends alone, sorted, each with what crossing it
    /// adds to what goes round.
    pub(crate) fn cut(
        &mut self,
        walls: &[Line],
        is_open: impl Fn(Winding) -> bool,
        space: &mut SweepSpace,
    ) {
        self.lay(walls);
        space.active.clear();
        space.above.clear();
        space.above.resize(walls.len(), Strip::default());
        let mut sweep = Sweep { made: self, space, is_open };
        let mut wall = 0;
        for corner in 0..numbered(sweep.made.corners.len()) {
            sweep.space.leaving.clear();
            let at = sweep.made.corners[corner as usize];
            while walls.get(wall).is_some_and(|line| line.from == at) {
                sweep.space.leaving.push(numbered(wall));
                wall += 1;
            }
            sweep.meet(corner);
        }
        debug_assert!(space.active.is_empty(), "every wall ends at a corner");
    }

    /// Enters the walls and their ends, nothing open yet.
    fn lay(&mut self, walls: &[Line]) {
        debug_assert!(walls.is_sorted_by_key(Line::key), "one after another");
        self.walls.clear();
        self.walls.extend_from_slice(walls);
        self.find_corners();
        self.halves.clear();
        let [origin, next, previous] = [NONE; 3];
        let none = Half {
            origin,
            next,
            previous,
            is_open: false,
            regions: RegionSet::default(),
            waits: false,
        };
        self.halves.resize(2 * walls.len(), none);
    }

    /// Finds the ends of the walls, sorted. Where walls begin is sorted already; most end where others begin.
    fn find_corners(&mut self) {
        self.corners.clear();
        self.corners.extend(self.walls.iter().map(|wall| wall.from));
        self.corners.dedup();
        let beginnings = self.corners.len();
        for wall in &self.walls {
            if self.corners[..beginnings]
                .binary_search_by_key(&wall.to.key(), |at| at.key())
                .is_err()
            {
                self.corners.push(wall.to);
            }
        }
        // A stable sort, for it takes what is sorted as it is.
        self.corners.sort_by_key(|corner| corner.key());
        self.corners.dedup();
    }

    /// Where a half-edge begins.
    #[inline]
    pub(crate) fn from(&self, edge: u32) -> MeshPoint {
        self.corners[self.halves[edge as usize].origin as usize]
    }

    /// Whether nobody crosses a half-edge, although both sides of it may be open.
    pub(crate) fn is_shut(&self, edge: u32) -> bool {
        self.ways(edge) == Ways::BOTH
    }

    /// In which directions outlines that nobody crosses run along a half-edge.
    pub(crate) fn ways(&self, edge: u32) -> Ways {
        self.walls.get((edge / 2) as usize).map_or(Ways::default(), |wall| wall.ways)
    }

    #[inline]
    pub(crate) fn link(&mut self, edge: u32, next: u32) {
        self.halves[edge as usize].next = next;
        self.halves[next as usize].previous = edge;
    }

    /// A side from one corner to another through what is open. Returns the half-edge that leaves the first.
    fn add_side(&mut self, ends: [u32; 2], regions: RegionSet) -> u32 {
        let number = numbered(self.halves.len());
        self.halves.extend(ends.map(|origin| {
            let [next, previous] = [NONE; 2];
            Half { origin, next, previous, is_open: true, regions, waits: true }
        }));
        number
    }
}

/// A sweep on its way.
struct Sweep<'a, F> {
    made: &'a mut Triangles,
    space: &'a mut SweepSpace,
    is_open: F,
}

/// The front at a corner that the sweep has come to: the half-edge that leaves it downwards, and the one that
/// comes to it from above, each if there is something open.
#[derive(Clone, Copy, Default)]
struct Joint {
    down: Option<u32>,
    up: Option<u32>,
}

impl<F: Fn(Winding) -> bool> Sweep<'_, F> {
    /// Ends the walls that end at the next corner, cuts what can be cut from there, and begins others.
    fn meet(&mut self, corner: u32) {
        let at = self.made.corners[corner as usize];
        let walls = &self.made.walls;
        let is_below = |&wall: &u32| {
            let wall = &walls[wall as usize];
            side(wall.from, wall.to, at) > 0
        };
        let first = self.space.active.partition_point(is_below);
        let ends_here = |&&wall: &&u32| walls[wall as usize].to == at;
        let end = first + self.space.active[first..].iter().take_while(ends_here).count();
        let below = first.checked_sub(1).map(|place| self.space.active[place]);
        let strip = below.map_or(Strip::default(), |wall| self.space.above[wall as usize]);
        let joint = if first < end {
            self.end_walls(corner, strip, first..end)
        } else if strip.is_open {
            self.see(corner, strip, first)
        } else {
            Joint::default()
        };
        if let (Some(below), Some(down)) = (below, joint.down) {
            self.space.above[below as usize].last = down;
        }
        self.begin_walls(corner, strip, joint);
        if end - first == self.space.leaving.len() {
            self.space.active[first..end].copy_from_slice(&self.space.leaving);
        } else {
            self.space.active.splice(first..end, self.space.leaving.iter().copied());
        }
    }

    /// Ends the walls at some places, and cuts what lies between them, below and above.
    fn end_walls(&mut self, corner: u32, strip: Strip, places: Range<usize>) -> Joint {
        for place in places.clone() {
            let wall = self.space.active[place];
            self.made.halves[(2 * wall + 1) as usize].origin = corner;
        }
        let [lowest, highest] =
            [places.start, places.end - 1].map(|place| self.space.active[place]);
        let down = strip.is_open.then(|| {
            let floor = self.floor(places.start);
            self.cut_down(2 * lowest + 1, floor, strip.winding.regions)
        });
        for place in places.start + 1..places.end {
            let [wall, next] = [place - 1, place].map(|place| self.space.active[place]);
            let between = self.space.above[wall as usize];
            if between.is_open {
                self.close([2 * next + 1, 2 * wall], between.winding.regions);
            }
        }
        let above = self.space.above[highest as usize];
        let up = above.is_open.then(|| {
            let ceiling = self.ceiling(places.end);
            self.cut_up(2 * highest, ceiling, above.winding.regions)
        });
        Joint { down, up }
    }

    /// Joins a corner in the open, where no wall ends, to the last one of the front.
    fn see(&mut self, corner: u32, strip: Strip, place: usize) -> Joint {
        let regions = strip.winding.regions;
        let Half { origin, previous, .. } = self.made.halves[strip.last as usize];
        let side = self.made.add_side([corner, origin], regions);
        self.made.link(side, strip.last);
        self.made.link(previous, side ^ 1);
        let [floor, ceiling] = [self.floor(place), self.ceiling(place)];
        let down = Some(self.cut_down(side, floor, regions));
        let up = Some(self.cut_up(side ^ 1, ceiling, regions));
        Joint { down, up }
    }

    /// The half-edge along the wall below a place, that a front begins at.
    fn floor(&self, place: usize) -> u32 {
        2 * self.space.active[place - 1]
    }

    /// The half-edge along the wall at a place, that a front ends at.
    fn ceiling(&self, place: usize) -> u32 {
        2 * self.space.active[place] + 1
    }

    /// Cuts what is seen from where a half-edge begins, beyond its end, down to a wall. Returns the one that
    /// leaves instead.
    fn cut_down(&mut self, mut leaving: u32, floor: u32, regions: RegionSet) -> u32 {
        let corner = self.made.halves[leaving as usize].origin;
        let at = self.made.corners[corner as usize];
        loop {
            let seen = self.made.halves[leaving as usize].next;
            if seen == floor {
                return leaving;
            }
            let beyond = self.made.halves[seen as usize].next;
            if side(self.made.from(seen), self.made.from(beyond), at) <= 0 {
                return leaving;
            }
            let end = self.made.halves[beyond as usize].origin;
            let side = self.made.add_side([corner, end], regions);
            self.made.close([leaving, seen, side ^ 1]);
            self.made.link(side, beyond);
            leaving = side;
        }
    }

    /// Cuts what is seen from where a half-edge ends, before its beginning, up to a wall. Returns the one
    /// that comes instead.
    fn cut_up(&mut self, mut coming: u32, ceiling: u32, regions: RegionSet) -> u32 {
        let corner = self.made.halves[(coming ^ 1) as usize].origin;
        let at = self.made.corners[corner as usize];
        loop {
            let seen = self.made.halves[coming as usize].previous;
            if seen == ceiling || side(self.made.from(seen), self.made.from(coming), at) <= 0 {
                return coming;
            }
            let Half { origin, previous, .. } = self.made.halves[seen as usize];
            let side = self.made.add_side([origin, corner], regions);
            self.made.close([seen, coming, side ^ 1]);
            self.made.link(previous, side);
            coming = side;
        }
    }

    /// Cuts all that is left between two walls that end at one corner: one leaves it, along the upper, and
    /// one comes to it.
    fn close(&mut self, [mut leaving, coming]: [u32; 2], regions: RegionSet) {
        let corner = self.made.halves[leaving as usize].origin;
        loop {
            let seen = self.made.halves[leaving as usize].next;
            let beyond = self.made.halves[seen as usize].next;
            if beyond == coming {
                return self.made.close([leaving, seen, coming]);
            }
            let end = self.made.halves[beyond as usize].origin;
            let side = self.made.add_side([corner, end], regions);
            self.made.close([leaving, seen, side ^ 1]);
            self.made.link(side, beyond);
            leaving = side;
        }
    }

    /// Begins the walls that leave a corner, with the front at it.
    fn begin_walls(&mut self, corner: u32, mut strip: Strip, joint: Joint) {
        let (made, leaving) = (&mut *self.made, &mut self.space.leaving);
        let walls = &made.walls;
        leaving.sort_unstable_by(|&one, &other| {
            let [one, other] = [one, other].map(|wall| &walls[wall as usize]);
            0.cmp(&side(one.from, one.to, other.to))
        });
        let mut outwards = joint.down;
        for &wall in leaving.iter() {
            let [onwards, back] = [2 * wall, 2 * wall + 1];
            made.halves[onwards as usize].origin = corner;
            made.bound(back, strip);
            if let Some(outwards) = outwards.filter(|_| strip.is_open) {
                made.link(back, outwards);
            }
            let winding = strip.winding.plus(made.walls[wall as usize].added);
            strip = Strip { winding, is_open: (self.is_open)(winding), last: onwards };
            made.bound(onwards, strip);
            self.space.above[wall as usize] = strip;
            outwards = Some(onwards);
        }
        if let (Some(up), Some(outwards)) = (joint.up, outwards) {
            made.link(up, outwards);
        }
    }
}

impl Triangles {
    /// A half-edge along a wall is the border of a strip.
    fn bound(&mut self, edge: u32, strip: Strip) {
        let half = &mut self.halves[edge as usize];
        half.is_open = strip.is_open;
        half.regions = strip.winding.regions;
    }

    pub(super) fn close(&mut self, [a, b, c]: [u32; 3]) {
        self.link(a, b);
        self.link(b, c);
        self.link(c, a);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::crossings;
    use crate::build::line::Once;
    use crate::build::outlines::{lines_of, walls};
    use xunlu_testkit::Random;

    /// Outlines of ground and of obstacles at chance, on so few points that much touches and lies on one
    /// line. Returns how many points there are along an axis, too.
    fn any_walls(random: &mut Random) -> (Vec<Line>, u32) {
        let size = random.from_to(3, 30);
        let mut lines = Vec::new();
        for number in 0..random.from_to(1, 6) {
            let once = if number == 0 || random.chance(50) { Once::GROUND } else { Once::OBSTACLE };
            let corners: Vec<MeshPoint> = (0..random.from_to(2, 7))
                .map(|_| [0; 2].map(|_| random.below(size).cast_signed()))
                .map(|[x, y]| MeshPoint { x, y })
                .collect();
            lines_of(&corners, once, &mut lines);
        }
        (walls(crossings::without(lines).expect("they are few")), size)
    }

    /// What is gone round either way is open.
    fn is_open(winding: Winding) -> bool {
        winding.ground != 0 && winding.obstacles == 0
    }

    /// What goes round a point that lies on no wall, nor on a line from a corner upwards, in coordinates
    /// three times as large: what the walls below it add.
    fn winding_at(walls: &[Line], [x, y]: [i32; 2]) -> Winding {
        let is_below = |wall: &&Line| {
            let [from, to] =
                [wall.from, wall.to].map(|end| MeshPoint { x: 3 * end.x, y: 3 * end.y });
            from.x < x && x < to.x && side(from, to, MeshPoint { x, y }) > 0
        };
        walls.iter().filter(is_below).fold(Winding::default(), |all, wall| all.plus(wall.added))
    }

    /// Each triangle once, by its half-edges.
    fn all(made: &Triangles) -> Vec<[u32; 3]> {
        let open =
            (0..numbered(made.halves.len())).filter(|&edge| made.halves[edge as usize].is_open);
        let around = open.map(|edge| {
            let next = made.halves[edge as usize].next;
            [edge, next, made.halves[next as usize].next]
        });
        around.filter(|&[a, b, c]| a < b && a < c).collect()
    }

    #[test]
    fn triangles_are_what_is_open_and_nothing_else() {
        let (mut made, mut space) = (Triangles::default(), SweepSpace::default());
        let (mut open, mut shut) = (0, 0);
        for seed in 0..3000 {
            let random = &mut Random::new(seed);
            let (walls, size) = any_walls(random);
            made.cut(&walls, is_open, &mut space);
            for flipped in [false, true] {
                if flipped {
                    made.flip(&mut Vec::new());
                }
                let triangles = all(&made);
                for &[a, b, c] in &triangles {
                    assert_eq!(made.halves[c as usize].next, a, "seed {seed}: {walls:?}");
                    assert_eq!(made.halves[a as usize].previous, c, "seed {seed}: {walls:?}");
                    assert!(side(made.from(a), made.from(b), made.from(c)) > 0, "seed {seed}");
                    for edge in [a, b, c] {
                        let end = made.halves[made.halves[edge as usize].next as usize].origin;
                        assert_eq!(end, made.halves[(edge ^ 1) as usize].origin, "seed {seed}");
                    }
                }
                for _ in 0..20 {
                    // A third of a step right of a corner, and as far up or down: on no line.
                    let [x, y] = [0; 2].map(|_| 3 * random.below(size).cast_signed() + 1);
                    let [x, y] = [x, y + random.below(2).cast_signed()];
                    let at = MeshPoint { x, y };
                    let is_along = |wall: &Line| {
                        let [from, to] = [wall.from, wall.to]
                            .map(|end| MeshPoint { x: 3 * end.x, y: 3 * end.y });
                        side(from, to, at) == 0
                    };
                    if walls.iter().any(is_along) {
                        continue;
                    }
                    let (mut within, mut borders) = (0, 0);
                    for triangle in &triangles {
                        let [a, b, c] = triangle
                            .map(|edge| made.from(edge))
                            .map(|end| MeshPoint { x: 3 * end.x, y: 3 * end.y });
                        let least = side(a, b, at).min(side(b, c, at)).min(side(c, a, at));
                        within += u32::from(least > 0);
                        borders += u32::from(least == 0);
                    }
                    let is_open = is_open(winding_at(&walls, [x, y]));
                    let told = format!("seed {seed}, {x},{y}: {within} and {borders}, {walls:?}");
                    assert_eq!(within + borders / 2, u32::from(is_open), "{told}");
                    if is_open { open += 1 } else { shut += 1 }
                }
            }
        }
        assert!(open > 5000 && shut > 5000, "{open} open, {shut} shut");
    }

    #[test]
    fn no_circle_round_a_triangle_holds_a_corner_across_a_side() {
        let (mut made, mut space) = (Triangles::default(), SweepSpace::default());
        let (mut sides, mut flipped) = (0, 0);
        for seed in 0..3000 {
            let (walls, _) = any_walls(&mut Random::new(seed));
            made.cut(&walls, is_open, &mut space);
            let first = 2 * numbered(walls.len());
            let all = (first..numbered(made.halves.len())).step_by(2);
            flipped += all.clone().filter(|&edge| holds(&made, edge)).count();
            made.flip(&mut Vec::new());
            for edge in all {
                assert!(!holds(&made, edge), "seed {seed}: {walls:?}");
                sides += 1;
            }
        }
        assert!(sides > 5000 && flipped > 1000, "{sides} sides, {flipped} flipped");
    }

    /// Whether the circle round the triangle to the left of a side holds the corner across it, by the
    /// determinant of the corners' squares.
    fn holds(made: &Triangles, edge: u32) -> bool {
        let apex = |edge: u32| made.from(made.halves[edge as usize].previous);
        let beyond = apex(edge ^ 1);
        let rows = [made.from(edge), made.from(edge ^ 1), apex(edge)].map(|corner| {
            let way = beyond.to(corner);
            [i128::from(way.x), i128::from(way.y), i128::from(way.dot(way))]
        });
        let minor = |i: usize, j: usize| rows[i][0] * rows[j][1] - rows[i][1] * rows[j][0];
        rows[0][2] * minor(1, 2) - rows[1][2] * minor(0, 2) + rows[2][2] * minor(0, 1) > 0
    }
}
