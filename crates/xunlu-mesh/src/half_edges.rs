//! Convex polygons, each side joined to the one beyond it, and the corners of their walls.
//!
//! ```text
//!   b------a    Half-edges (de Berg, Cheong, van Kreveld and Overmars 2008, section 2.2): each polygon keeps
//!   |  P   |    its own, counter-clockwise. `a` to `b` belongs to P; `b` to `a`, its twin, to the polygon
//!   |      |    beyond, or there is none, and the side is a wall.
//! ```
//!
//! A point where two walls touch is as many corners as there are ways past it: polygons round a corner are
//! joined by their sides, and nobody slips through a gap of no width.

use crate::error::NavMeshError;
use crate::exact::{Chart, MeshPoint, side};
use crate::polygons::Polygons;
use std::collections::HashMap;
use xunlu_map::PolygonMesh;

/// No half-edge, no corner.
pub(crate) const NONE: u32 = u32::MAX;

/// Convex polygons that one can walk on, and what leads from one to the next.
#[derive(Clone, Debug)]
pub(crate) struct HalfEdgeMesh {
    chart: Chart,
    // For each corner, how a path may turn at it, if somebody could be led round it: the walls leave more
    // than half of the plane free.
    turns: Vec<Option<Turn>>,
    // The first half-edge of each polygon, and of one more.
    firsts: Vec<u32>,
    half_edges: Vec<HalfEdge>,
}

/// A side of a polygon, as it goes round counter-clockwise: all that a search wants to know of it, side by
/// side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HalfEdge {
    /// Where it begins.
    pub(crate) at: MeshPoint,
    /// The corner there.
    pub(crate) origin: u32,
    /// The same side of the polygon beyond, or [`NONE`].
    pub(crate) twin: u32,
    pub(crate) polygon: u32,
    /// Whether a shortest path may turn where it begins.
    pub(crate) may_turn: bool,
    /// Whether what lies beyond leads back here alone.
    pub(crate) leads_nowhere: bool,
}

impl HalfEdge {
    fn new(origin: u32, twin: u32, polygon: u32) -> HalfEdge {
        let (at, may_turn, leads_nowhere) = (MeshPoint::default(), false, false);
        HalfEdge { at, origin, twin, polygon, may_turn, leads_nowhere }
    }
}

/// A corner that a shortest path may turn at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    /// The wall's corners before and after, with the free space to the left of who walks along them.
    pub(crate) before: MeshPoint,
    pub(crate) after: MeshPoint,
    /// The half-edge that leaves along the wall: the first of those that leave, counter-clockwise.
    pub(crate) first: u32,
    /// The half-edge that comes along the wall.
    pub(crate) last: u32,
}

impl HalfEdgeMesh {
    /// The mesh of these polygons, its corners laid on a grid of so many steps a unit, or fewer if the mesh
    /// is too large for that.
    pub(crate) fn new(mesh: &PolygonMesh, steps_a_unit: u32) -> Result<HalfEdgeMesh, NavMeshError> {
        let chart = Chart::around(mesh.vertices.iter(), steps_a_unit)?;
        let points: Option<Vec<MeshPoint>> =
            mesh.vertices.iter().map(|&point| chart.snap(point)).collect();
        let points = points.ok_or(NavMeshError::Coordinates)?;
        let (mut firsts, mut half_edges) = (vec![0], Vec::new());
        for (polygon, number) in mesh.polygons.iter().zip(0..) {
            let is_known = polygon.vertices.iter().all(|&vertex| (vertex as usize) < points.len());
            let has_sides = polygon.neighbours.len() <= polygon.vertices.len();
            if polygon.vertices.len() < 3 || !is_known || !has_sides {
                return Err(NavMeshError::Corners { polygon: number });
            }
            let around = polygon.vertices.iter().map(|&vertex| points[vertex as usize]);
            if !is_convex(&around.collect::<Vec<MeshPoint>>()) {
                return Err(NavMeshError::NotConvex { polygon: number });
            }
            let own = polygon.vertices.iter();
            half_edges.extend(own.map(|&origin| HalfEdge::new(origin, NONE, number)));
            firsts.push(numbered(half_edges.len()));
        }
        if mesh.polygons.is_empty() {
            return Err(NavMeshError::Empty);
        }
        let mut made = HalfEdgeMesh { chart, turns: Vec::new(), firsts, half_edges };
        made.join_sides(mesh)?;
        made.make_corners(&points);
        Ok(made)
    }

    /// The mesh of polygons that were made so that their sides fit.
    pub(crate) fn of_polygons(chart: Chart, polygons: Polygons) -> HalfEdgeMesh {
        let Polygons { corners, firsts, origins, twins } = polygons;
        let owners = firsts.windows(2).zip(0..).flat_map(|(sides, number)| {
            std::iter::repeat_n(number, (sides[1] - sides[0]) as usize)
        });
        let sides = origins.into_iter().zip(twins).zip(owners);
        let half_edges =
            sides.map(|((origin, twin), polygon)| HalfEdge::new(origin, twin, polygon)).collect();
        let mut made = HalfEdgeMesh { chart, turns: Vec::new(), firsts, half_edges };
        made.make_corners(&corners);
        made
    }

    /// Joins each side to the same one of the polygon beyond.
    fn join_sides(&mut self, mesh: &PolygonMesh) -> Result<(), NavMeshError> {
        let ends =
            |mesh: &HalfEdgeMesh, edge: u32| [mesh.origin(edge), mesh.origin(mesh.next(edge))];
        // By polygon and ends; nothing depends on the order of the table.
        let numbers = 0..numbered(self.half_edges.len());
        let sides: HashMap<(u32, [u32; 2]), u32> = numbers
            .map(|edge| ((self.half_edges[edge as usize].polygon, ends(self, edge)), edge))
            .collect();
        for (polygon, number) in mesh.polygons.iter().zip(0..) {
            for (neighbour, side) in polygon.neighbours.iter().zip(0..) {
                let Some(neighbour) = *neighbour else { continue };
                let wrong = NavMeshError::Neighbour { polygon: number, side };
                let edge = self.firsts[number as usize] + side;
                let [from, to] = ends(self, edge);
                let twin = *sides.get(&(neighbour, [to, from])).ok_or_else(|| wrong.clone())?;
                let back = mesh.polygons[neighbour as usize]
                    .neighbours
                    .get((twin - self.firsts[neighbour as usize]) as usize);
                if back.copied().flatten() != Some(number) {
                    return Err(wrong);
                }
                self.half_edges[edge as usize].twin = twin;
            }
        }
        Ok(())
    }

    /// Makes a corner of each place where polygons lie around a vertex side by side.
    fn make_corners(&mut self, points: &[MeshPoint]) {
        let count = numbered(self.half_edges.len());
        let mut is_done = vec![false; count as usize];
        let mut walls = Vec::new();
        for edge in 0..count {
            if is_done[edge as usize] {
                continue;
            }
            let first = self.first_around(edge);
            let corner = numbered(self.turns.len());
            let point = points[self.origin(edge) as usize];
            let mut at = first;
            let last = loop {
                is_done[at as usize] = true;
                let half_edge = &mut self.half_edges[at as usize];
                (half_edge.origin, half_edge.at) = (corner, point);
                let coming = self.previous(at);
                match self.twin(coming) {
                    Some(next) if next == first => break None,
                    Some(next) => at = next,
                    None => break Some(coming),
                }
            };
            self.turns.push(None);
            walls.extend(last.map(|last| (corner, first, last)));
        }
        for (corner, first, last) in walls {
            let at = self.from(first);
            let (before, after) = (self.from(last), self.to(first));
            let bend = before.to(at).cross(at.to(after));
            let turns_back = bend == 0 && before.to(at).dot(at.to(after)) < 0;
            if bend < 0 || turns_back {
                self.turns[corner as usize] = Some(Turn { before, after, first, last });
            }
        }
        for half_edge in &mut self.half_edges {
            half_edge.may_turn = self.turns[half_edge.origin as usize].is_some();
        }
    }

    /// Notes beyond which sides lie dead ends: those that are entered by one of these half-edges of theirs.
    pub(crate) fn note_dead_ends(&mut self, entrances: impl Iterator<Item = u32>) {
        for entrance in entrances {
            let twin = self.half_edges[entrance as usize].twin;
            self.half_edges[twin as usize].leads_nowhere = true;
        }
    }

    /// Of the half-edges that leave the same corner: the one that leaves along a wall, or this one if there
    /// is no wall.
    pub(crate) fn first_around(&self, edge: u32) -> u32 {
        let mut at = edge;
        while let Some(twin) = self.twin(at) {
            at = self.next(twin);
            if at == edge {
                break;
            }
        }
        at
    }

    /// Which points of the plane its grid is.
    pub(crate) fn chart(&self) -> &Chart {
        &self.chart
    }

    /// How many polygons there are.
    pub(crate) fn polygon_count(&self) -> usize {
        self.firsts.len() - 1
    }

    /// How many corners there are.
    pub(crate) fn corner_count(&self) -> usize {
        self.turns.len()
    }

    /// The corners of a polygon, counter-clockwise.
    ///
    /// # Panics
    /// When there is no such polygon.
    pub(crate) fn polygon(&self, polygon: u32) -> impl ExactSizeIterator<Item = MeshPoint> {
        self.sides_of(polygon).map(|edge| self.from(edge))
    }

    /// The walls: the sides beyond which there is nothing, with the free space to their left.
    pub(crate) fn walls(&self) -> impl Iterator<Item = [MeshPoint; 2]> {
        let edges = 0..numbered(self.half_edges.len());
        edges.filter(|&edge| self.twin(edge).is_none()).map(|edge| [self.from(edge), self.to(edge)])
    }

    pub(crate) fn bytes(&self) -> usize {
        self.turns.capacity() * size_of::<Option<Turn>>()
            + self.firsts.capacity() * size_of::<u32>()
            + self.half_edges.capacity() * size_of::<HalfEdge>()
    }

    #[inline]
    pub(crate) fn sides_of(&self, polygon: u32) -> std::ops::Range<u32> {
        self.firsts[polygon as usize]..self.firsts[polygon as usize + 1]
    }

    /// The half-edge after this one round its polygon.
    #[inline]
    pub(crate) fn next(&self, edge: u32) -> u32 {
        let sides = self.sides_of(self.polygon_of(edge));
        if edge + 1 == sides.end { sides.start } else { edge + 1 }
    }

    /// The half-edge before this one round its polygon.
    #[inline]
    pub(crate) fn previous(&self, edge: u32) -> u32 {
        let sides = self.sides_of(self.polygon_of(edge));
        if edge == sides.start { sides.end - 1 } else { edge - 1 }
    }

    #[inline]
    pub(crate) fn polygon_of(&self, edge: u32) -> u32 {
        self.half_edges[edge as usize].polygon
    }

    /// The same side of the polygon beyond.
    #[inline]
    pub(crate) fn twin(&self, edge: u32) -> Option<u32> {
        let twin = self.half_edges[edge as usize].twin;
        (twin != NONE).then_some(twin)
    }

    /// The corner where a half-edge begins.
    #[inline]
    pub(crate) fn origin(&self, edge: u32) -> u32 {
        self.half_edges[edge as usize].origin
    }

    #[inline]
    pub(crate) fn half_edge(&self, edge: u32) -> &HalfEdge {
        &self.half_edges[edge as usize]
    }

    /// Where a half-edge begins.
    #[inline]
    pub(crate) fn from(&self, edge: u32) -> MeshPoint {
        self.half_edges[edge as usize].at
    }

    /// Where a half-edge ends.
    #[inline]
    pub(crate) fn to(&self, edge: u32) -> MeshPoint {
        self.from(self.next(edge))
    }

    /// How a shortest path may turn at a corner. Returns `None` if it may not.
    #[inline]
    pub(crate) fn turn_at(&self, corner: u32) -> Option<&Turn> {
        self.turns[corner as usize].as_ref()
    }

    /// Whether a point lies in a polygon or on its border.
    pub(crate) fn is_in(&self, polygon: u32, point: MeshPoint) -> bool {
        self.sides_of(polygon).all(|edge| side(self.from(edge), self.to(edge), point) >= 0)
    }
}

/// Whether these corners go round an area once, counter-clockwise, and never turn right. Corners on one line
/// are fine.
fn is_convex(around: &[MeshPoint]) -> bool {
    let count = around.len();
    let mut rounds = 0;
    let mut turns = false;
    for number in 0..count {
        let [before, at, after] = [0, 1, 2].map(|by| around[(number + by) % count]);
        let (coming, leaving) = (before.to(at), at.to(after));
        let bend = coming.cross(leaving);
        if before == at || bend < 0 || bend == 0 && coming.dot(leaving) < 0 {
            return false;
        }
        turns |= bend > 0;
        let points_up = |x: i32, y: i32| y > 0 || y == 0 && x > 0;
        // A left turn from the lower half of the plane into the upper begins a round.
        rounds += u32::from(!points_up(coming.x, coming.y) && points_up(leaving.x, leaving.y));
    }
    turns && rounds == 1
}

/// A count as the number of the next one.
pub(crate) fn numbered(count: usize) -> u32 {
    u32::try_from(count).expect("a mesh is numbered in 32 bits")
}
