//! Triangles between walls: the constrained Delaunay triangulation (Chew 1989), as the crate `spade` makes
//! it. It decides by exact predicates, so that the same walls have the same triangles everywhere.

use super::cells::Walls;
use super::line::Line;
use crate::exact::MeshPoint;
use crate::half_edges::numbered;
use crate::region_set::RegionSet;
use crate::ways::Ways;
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};

/// Polygons as half-edges in lists, while they are made.
#[derive(Debug, Default)]
pub(crate) struct Triangles {
    pub(crate) corners: Vec<MeshPoint>,
    /// Of each half-edge, the corner where it begins; its twin is the one of which the last bit differs.
    pub(crate) origins: Vec<u32>,
    pub(crate) next: Vec<u32>,
    pub(crate) previous: Vec<u32>,
    /// Whether a triangle lies to its left, and not the rest of the plane.
    pub(crate) is_inner: Vec<bool>,
    /// Whether a wall runs along it.
    pub(crate) is_wall: Vec<bool>,
    /// Whether an open polygon lies to its left.
    pub(crate) is_open: Vec<bool>,
    /// The regions that what lies to its left belongs to.
    pub(crate) regions: Vec<RegionSet>,
    /// In which directions outlines that nobody crosses run along it.
    pub(crate) ways: Vec<Ways>,
}

/// The triangles between walls, none of them open yet. Corners keep their numbers.
pub(crate) fn triangles(walls: &Walls) -> Triangles {
    let at = |corner: &MeshPoint| Point2::new(f64::from(corner.x), f64::from(corner.y));
    let corners: Vec<Point2<f64>> = walls.corners.iter().map(at).collect();
    let ends = walls.ends.iter().map(|ends| ends.map(|end| end as usize)).collect();
    let made = ConstrainedDelaunayTriangulation::<Point2<f64>>::bulk_load_cdt(corners, ends);
    let made = made.expect("coordinates are small whole numbers");
    let count = made.num_directed_edges();
    let mut triangles = Triangles {
        corners: walls.corners.clone(),
        origins: Vec::with_capacity(count),
        next: Vec::with_capacity(count),
        previous: Vec::with_capacity(count),
        is_inner: Vec::with_capacity(count),
        is_wall: Vec::with_capacity(count),
        is_open: vec![false; count],
        regions: vec![RegionSet::default(); count],
        ways: vec![Ways::default(); count],
    };
    for edge in made.directed_edges() {
        triangles.origins.push(numbered(edge.from().fix().index()));
        triangles.next.push(numbered(edge.next().fix().index()));
        triangles.previous.push(numbered(edge.prev().fix().index()));
        triangles.is_inner.push(edge.face().as_inner().is_some());
        triangles.is_wall.push(edge.is_constraint_edge());
    }
    triangles
}

impl Triangles {
    pub(crate) fn from(&self, edge: u32) -> MeshPoint {
        self.corners[self.origins[edge as usize] as usize]
    }

    /// Opens the triangles of which the middle lies in the open.
    pub(crate) fn open_by(&mut self, is_open: impl Fn(f64, f64) -> bool) {
        for edge in 0..numbered(self.origins.len()) {
            let next = self.next[edge as usize];
            let [a, b, c] = [edge, next, self.next[next as usize]].map(|edge| self.from(edge));
            let middle = |a: i32, b: i32, c: i32| f64::from(a + b + c) / 3.0;
            self.is_open[edge as usize] = self.is_inner[edge as usize]
                && is_open(middle(a.x, b.x, c.x), middle(a.y, b.y, c.y));
        }
    }

    /// Whether nobody crosses a half-edge, although both sides of it may be open.
    pub(crate) fn is_shut(&self, edge: u32) -> bool {
        self.ways[edge as usize] == Ways::BOTH
    }

    /// Opens triangles by how often outlines go round them, given what crossing each half-edge from its right
    /// to its left adds to that.
    pub(crate) fn open_by_windings(&mut self, lines: &Lines, is_open: impl Fn(Winding) -> bool) {
        let count = numbered(self.origins.len());
        let mut windings: Vec<Option<Winding>> = vec![None; count as usize];
        let mut waiting: Vec<(u32, Winding)> = (0..count)
            .filter(|&edge| !self.is_inner[edge as usize])
            .map(|edge| (edge, Winding::default()))
            .collect();
        while let Some((edge, winding)) = waiting.pop() {
            if windings[edge as usize].replace(winding).is_some() {
                continue;
            }
            self.is_open[edge as usize] = self.is_inner[edge as usize] && is_open(winding);
            self.regions[edge as usize] = winding.regions;
            waiting.push((self.next[edge as usize], winding));
            let beyond = match lines.along(self, edge) {
                Some(line) => {
                    self.ways[edge as usize] = line.ways;
                    let is_onwards = self.from(edge) < self.from(edge ^ 1);
                    winding.minus(if is_onwards { line.added } else { line.added.reversed() })
                }
                None => winding,
            };
            waiting.push((edge ^ 1, beyond));
        }
    }
}

/// How often outlines go round something, counter-clockwise: those of the ground, and those of obstacles; and
/// which regions it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Winding {
    pub(crate) ground: i32,
    pub(crate) obstacles: i32,
    pub(crate) regions: RegionSet,
}

impl Winding {
    /// Round ground once.
    pub(crate) const GROUND: Winding = Winding { ground: 1, obstacles: 0, regions: RegionSet(0) };
    /// Round an obstacle once.
    pub(crate) const OBSTACLE: Winding = Winding { ground: 0, obstacles: 1, regions: RegionSet(0) };

    /// Round a region of a tile.
    pub(crate) fn region(number: usize) -> Winding {
        Winding { regions: RegionSet(1 << number), ..Winding::default() }
    }

    /// Whether one can walk there.
    pub(crate) fn is_open(self) -> bool {
        self.ground > 0 && self.obstacles == 0
    }

    pub(crate) fn plus(self, other: Winding) -> Winding {
        Winding {
            ground: self.ground + other.ground,
            obstacles: self.obstacles + other.obstacles,
            regions: RegionSet(self.regions.0 ^ other.regions.0),
        }
    }

    pub(crate) fn minus(self, other: Winding) -> Winding {
        self.plus(other.reversed())
    }

    /// The same for who crosses the other way.
    pub(crate) fn reversed(self) -> Winding {
        Winding { ground: -self.ground, obstacles: -self.obstacles, ..self }
    }
}

/// The line along each wall, looked up by the numbers of its ends.
pub(crate) struct Lines(Vec<([u32; 2], Line)>);

impl Lines {
    /// Sorted by the numbers of the ends, the lesser first.
    pub(crate) fn new(sorted: Vec<([u32; 2], Line)>) -> Lines {
        debug_assert!(sorted.is_sorted_by_key(|&(ends, _)| ends), "looked up by halves");
        Lines(sorted)
    }

    /// The line along a half-edge, if it is a wall.
    fn along(&self, triangles: &Triangles, edge: u32) -> Option<&Line> {
        if !triangles.is_wall[edge as usize] {
            return None;
        }
        let [from, to] = [edge, edge ^ 1].map(|edge| triangles.origins[edge as usize]);
        let ends = [from.min(to), from.max(to)];
        let at = self.0.binary_search_by_key(&ends, |&(ends, _)| ends).ok()?;
        Some(&self.0[at].1)
    }
}
