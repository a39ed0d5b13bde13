//! What is around a polygon for a disc whose middle is in it: walls and corners nearer than the radius, and
//! where there is room on the polygon's sides.

use super::leg::TOUCHING;
use crate::half_edges::{HalfEdgeMesh, NONE};
use crate::real::Real;
use std::collections::HashMap;
use std::ops::Range;

/// What is around the polygons that a search came to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Around {
    polygons: HashMap<u32, Ranges>,
    walls: Vec<[Real; 2]>,
    corners: Vec<u32>,
    gaps: Vec<Gap>,
    // The polygons that were come to from one.
    reached: Vec<u32>,
    // What walls cover of a side.
    covered: Vec<[f64; 2]>,
}

/// Where the lists of one polygon are.
#[derive(Clone, Debug)]
struct Ranges {
    walls: Range<usize>,
    corners: Range<usize>,
    gaps: Range<usize>,
}

/// A part of a side where there is room.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gap {
    /// The half-edge, and the one beyond.
    pub(crate) edge: u32,
    pub(crate) twin: u32,
    /// Its ends, counter-clockwise round the polygon: to the right and to the left for who goes out there.
    pub(crate) ends: [Real; 2],
}

/// The lists of one polygon.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Near<'a> {
    /// The walls that are nearer to it than the radius, and maybe some that are not.
    pub(crate) walls: &'a [[Real; 2]],
    /// The corners that are: those that a path may turn at.
    pub(crate) corners: &'a [u32],
    pub(crate) gaps: &'a [Gap],
}

/// What is as near as this is near, whatever was rounded.
const ABOUT: f64 = 1e-3;

impl Around {
    pub(crate) fn clear(&mut self) {
        self.polygons.clear();
        self.walls.clear();
        self.corners.clear();
        self.gaps.clear();
    }

    /// What is around a polygon, looked up or found.
    pub(crate) fn near(&mut self, sides: &HalfEdgeMesh, radius: f64, polygon: u32) -> Near<'_> {
        if !self.polygons.contains_key(&polygon) {
            let found = self.find(sides, radius, polygon);
            self.polygons.insert(polygon, found);
        }
        let Ranges { walls, corners, gaps } = self.polygons[&polygon].clone();
        Near { walls: &self.walls[walls], corners: &self.corners[corners], gaps: &self.gaps[gaps] }
    }

    /// Looks for it from the polygon on, through all sides that are near enough.
    fn find(&mut self, sides: &HalfEdgeMesh, radius: f64, polygon: u32) -> Ranges {
        let reach = radius + ABOUT;
        let line = |edge: u32| [sides.from(edge), sides.to(edge)].map(Real::at);
        let own = |edge: u32| sides.sides_of(polygon).contains(&edge);
        let is_near = |edge: u32| {
            let other = line(edge);
            own(edge) || sides.sides_of(polygon).any(|side| apart(line(side), other) <= reach)
        };
        let (walls, corners) = (self.walls.len(), self.corners.len());
        self.reached.clear();
        self.reached.push(polygon);
        let mut at = 0;
        while let Some(&other) = self.reached.get(at) {
            at += 1;
            for edge in sides.sides_of(other) {
                if !is_near(edge) {
                    continue;
                }
                match sides.twin(edge).map(|twin| sides.polygon_of(twin)) {
                    None => self.walls.push(line(edge)),
                    Some(beyond) if self.reached.contains(&beyond) => {}
                    Some(beyond) => self.reached.push(beyond),
                }
            }
            for edge in sides.sides_of(other) {
                let corner = sides.half_edge(edge).corner;
                let place = Real::at(sides.from(edge));
                let is_near =
                    || sides.sides_of(polygon).any(|side| away(place, line(side)) <= reach);
                if corner != NONE && !self.corners[corners..].contains(&corner) && is_near() {
                    self.corners.push(corner);
                }
            }
        }
        let gaps = self.gaps.len();
        for edge in sides.sides_of(polygon) {
            if let Some(twin) = sides.twin(edge) {
                self.find_gaps(radius, walls, edge, twin, line(edge));
            }
        }
        Ranges {
            walls: walls..self.walls.len(),
            corners: corners..self.corners.len(),
            gaps: gaps..self.gaps.len(),
        }
    }

    /// Finds where walls leave room on a side.
    fn find_gaps(
        &mut self,
        radius: f64,
        walls: usize,
        edge: u32,
        twin: u32,
        [from, to]: [Real; 2],
    ) {
        let whole = to.minus(from).length();
        let way = to.minus(from).times(1.0 / whole);
        self.covered.clear();
        let walls = self.walls[walls..].iter();
        // A little more room than there is: a way along the edge of it is not lost by rounding.
        let radius = radius - TOUCHING / 2.0;
        self.covered.extend(walls.filter_map(|&wall| covered(from, way, wall, radius)));
        self.covered.sort_unstable_by(|one, other| one[0].total_cmp(&other[0]));
        let mut begin = 0.0;
        for &[first, last] in self.covered.iter().chain(&[[whole, whole]]) {
            let end = f64::min(first, whole);
            if begin < end {
                let ends = [begin, end].map(|along| from.plus(way.times(along)));
                self.gaps.push(Gap { edge, twin, ends });
            }
            begin = f64::max(begin, last);
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.polygons.capacity() * (size_of::<u32>() + size_of::<Ranges>() + 1)
            + self.walls.capacity() * size_of::<[Real; 2]>()
            + (self.corners.capacity() + self.reached.capacity()) * size_of::<u32>()
            + self.gaps.capacity() * size_of::<Gap>()
            + self.covered.capacity() * size_of::<[f64; 2]>()
    }
}

/// Which part of a line lies nearer to a wall than the radius: what is so near is convex.
fn covered(from: Real, way: Real, wall: [Real; 2], radius: f64) -> Option<[f64; 2]> {
    let [mut least, mut most] = [f64::INFINITY, f64::NEG_INFINITY];
    let mut cover = |first: f64, last: f64| {
        (least, most) = (least.min(first), most.max(last));
    };
    // Round its ends.
    for end in wall {
        let to = end.minus(from);
        let off = way.cross(to);
        if off.abs() < radius {
            let half = (radius * radius - off * off).sqrt();
            cover(way.dot(to) - half, way.dot(to) + half);
        }
    }
    // Beside it: the part of the line that is both beside the wall and near enough.
    let (along, to) = (wall[1].minus(wall[0]), from.minus(wall[0]));
    let (length, along) = (along.length(), along.unit());
    let beside = between([0.0, length], along.dot(to), along.dot(way));
    let near = between([-radius, radius], along.cross(to), along.cross(way));
    let (first, last) = (beside[0].max(near[0]), beside[1].min(near[1]));
    if first < last && first.is_finite() && last.is_finite() {
        cover(first, last);
    }
    (least < most).then_some([least, most])
}

/// For which `t` the number `begin + t * by` lies between two others.
fn between([least, most]: [f64; 2], begin: f64, by: f64) -> [f64; 2] {
    if by == 0.0 {
        let is_between = least < begin && begin < most;
        return if is_between {
            [f64::NEG_INFINITY, f64::INFINITY]
        } else {
            [f64::INFINITY, f64::NEG_INFINITY]
        };
    }
    let (one, other) = ((least - begin) / by, (most - begin) / by);
    [one.min(other), one.max(other)]
}

/// How far two lines are from each other.
pub(crate) fn apart(one: [Real; 2], other: [Real; 2]) -> f64 {
    let side = |[from, to]: [Real; 2], point: Real| to.minus(from).cross(point.minus(from));
    let parts = |line: [Real; 2], [a, b]: [Real; 2]| {
        let (a, b) = (side(line, a), side(line, b));
        a < 0.0 && b > 0.0 || a > 0.0 && b < 0.0
    };
    if parts(one, other) && parts(other, one) {
        return 0.0;
    }
    let ends = [(one[0], other), (one[1], other), (other[0], one), (other[1], one)];
    ends.map(|(point, line)| away(point, line)).into_iter().fold(f64::INFINITY, f64::min)
}

/// How far a point is from a line.
pub(crate) fn away(point: Real, [from, to]: [Real; 2]) -> f64 {
    let (way, own) = (to.minus(from), point.minus(from));
    let whole = way.dot(way);
    let along = if whole == 0.0 { 0.0 } else { (own.dot(way) / whole).clamp(0.0, 1.0) };
    own.minus(way.times(along)).length()
}
