//! Ground with heights: a navigation mesh whose polygons may lie above each other, as storeys and bridges do.

use crate::costed::TimeIsOver;
use crate::error::NavMeshError;
use crate::exact::MeshPoint;
use crate::half_edges::NONE;
use crate::nav_mesh::NavMesh;
use crate::nearest::{Near, is_within, lies_beyond};
use crate::polygons::Polygons;
use crate::raycast::Ray;
use crate::search::MeshSearch;
use crate::space::MeshSpace;
use crate::voxels::field::HeightField;
use crate::voxels::lattice::Lattice;
use xunlu_map::Point;

/// So many polygons are kept in mind that were looked at last.
const LAST: usize = 16;

/// Ground that triangles made, by a [`SurfaceBuilder`](crate::SurfaceBuilder). Its mesh lies in the plane of
/// x and z, and knows no heights: where polygons lie above each other, ask here.
#[derive(Clone, Debug)]
pub struct Surface {
    pub(crate) mesh: NavMesh,
    pub(crate) field: HeightField,
    /// For each polygon, which region it is of: heights are found by it.
    pub(crate) regions: Vec<u32>,
}

/// A point of the plane with a height.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SurfacePoint {
    /// Where it lies, seen from above.
    pub at: Point,
    /// How high it lies.
    pub height: f64,
}

/// A path over ground with heights.
#[derive(Clone, PartialEq, Debug)]
pub struct SurfacePath {
    /// Where it starts, where it turns, and where it ends, at the height of the ground.
    pub points: Vec<SurfacePoint>,
    /// How long it is, seen from above.
    pub length: f64,
}

impl Surface {
    pub(crate) fn of(
        lattice: &Lattice,
        polygons: &Polygons,
        regions: Vec<u32>,
        field: HeightField,
    ) -> Result<Surface, NavMeshError> {
        let chart = lattice.chart().ok_or(NavMeshError::Coordinates)?;
        let mesh = NavMesh::of(chart, polygons)?;
        Ok(Surface { mesh, field, regions })
    }

    /// Its polygons, seen from above.
    #[must_use]
    pub fn mesh(&self) -> &NavMesh {
        &self.mesh
    }

    /// Of the polygons that a point lies in, the one whose ground is nearest to a height.
    /// Returns `None` if it lies in none.
    #[must_use]
    pub fn polygon_at(&self, at: Point, height: f64) -> Option<u32> {
        self.polygon_on(self.mesh.chart().snap(at)?, height)
    }

    fn polygon_on(&self, at: MeshPoint, height: f64) -> Option<u32> {
        let mut polygons = self.mesh.polygons_at(at);
        let first = polygons.next()?;
        let Some(second) = polygons.next() else { return Some(first) };
        let point = self.mesh.chart().point(at);
        let far = |polygon: u32| (self.height_in(polygon, point) - height).abs();
        let others = std::iter::once(second).chain(polygons);
        let nearest = others.fold((first, far(first)), |nearest, polygon| {
            let far = far(polygon);
            if far < nearest.1 { (polygon, far) } else { nearest }
        });
        Some(nearest.0)
    }

    /// The height of a polygon's ground at a point of it. It is the height of the triangles in the middle of
    /// each cell, and between those in between.
    ///
    /// # Panics
    /// When there is no such polygon.
    #[must_use]
    pub fn height_in(&self, polygon: u32, at: Point) -> f64 {
        let region = self.regions[polygon as usize];
        self.field.in_region(region, at).unwrap_or_else(|| {
            // In the middle of a polygon that goes far beyond its cells: as at its corners, which do not.
            let (mut sum, mut count) = (0.0, 0.0);
            for corner in self.corners_in_plane(polygon) {
                let height = self.field.in_region(region, corner);
                sum += height.unwrap_or(0.0);
                count += f64::from(u8::from(height.is_some()));
            }
            sum / f64::max(count, 1.0)
        })
    }

    /// The corners of a polygon, counter-clockwise.
    ///
    /// # Panics
    /// When there is no such polygon.
    pub fn corners(&self, polygon: u32) -> impl Iterator<Item = SurfacePoint> {
        self.corners_in_plane(polygon)
            .map(move |at| SurfacePoint { at, height: self.height_in(polygon, at) })
    }

    fn corners_in_plane(&self, polygon: u32) -> impl Iterator<Item = Point> {
        let sides = self.mesh.sides();
        sides.sides_of(polygon).map(move |edge| self.mesh.chart().point(sides.from(edge)))
    }

    /// The shortest path between two points, seen from above, from the storey nearest to the one to the
    /// storey nearest to the other. Returns `None` if there is none, or one of them lies in no polygon.
    #[must_use]
    pub fn shortest_path(
        &self,
        from: SurfacePoint,
        to: SurfacePoint,
        space: &mut MeshSpace,
    ) -> Option<SurfacePath> {
        match self.shortest_path_until(from, to, space, &|| false) {
            Ok(path) => path,
            Err(TimeIsOver) => unreachable!("it is never late"),
        }
    }

    /// The same unless it takes too long: it is asked whether it does once in a few hundred intervals.
    ///
    /// # Errors
    /// If it did.
    pub fn shortest_path_until(
        &self,
        from: SurfacePoint,
        to: SurfacePoint,
        space: &mut MeshSpace,
        is_late: &dyn Fn() -> bool,
    ) -> Result<Option<SurfacePath>, TimeIsOver> {
        const SLICE: u64 = 256;
        let chart = self.mesh.chart();
        let end = |end: SurfacePoint| {
            let at = chart.snap(end.at)?;
            Some((at, self.polygon_on(at, end.height)?))
        };
        let (Some(first), Some(last)) = (end(from), end(to)) else { return Ok(None) };
        let ends = [first, last];
        let mut search = MeshSearch::begin_in(&self.mesh, ends, std::mem::take(space));
        while !search.run(&self.mesh, SLICE) {
            if is_late() {
                *space = search.into_space();
                return Err(TimeIsOver);
            }
        }
        let turns = search.turns(|at, corner| (at, corner), |&(at, _)| at);
        *space = search.into_space();
        let Some(turns) = turns else { return Ok(None) };
        let turns = turns.points;
        let legs = turns.array_windows().map(|[from, to]| from.0.distance(to.0));
        let length = legs.fold(0.0, |sum, leg| sum + leg);
        let last = turns.len() - 1;
        let sides = self.mesh.sides();
        let point = |(number, &(at, corner)): (usize, &(MeshPoint, u32))| {
            let polygon = match number {
                0 => ends[0].1,
                _ if number == last => ends[1].1,
                _ => sides.polygon_of(sides.turn_at(corner).first),
            };
            let at = chart.point(at);
            SurfacePoint { at, height: self.height_in(polygon, at) }
        };
        let points = turns.iter().enumerate().map(point).collect();
        Ok(Some(SurfacePath { points, length: chart.length(length) }))
    }

    /// What a ray from a point of the ground meets first, seen from above, as [`NavMesh::raycast`]. It begins
    /// on the storey that is nearest to the point's height and follows the ground from there, up stairs and
    /// down; [`Surface::height_in`] tells how high it is where it ends. Returns `None` if it begins in no
    /// polygon, or ends nowhere.
    #[must_use]
    pub fn raycast(&self, from: SurfacePoint, to: Point) -> Option<Ray> {
        let ends = [self.mesh.chart().snap(from.at)?, self.mesh.chart().snap_end(to)?];
        let at = self.mesh.chart().point(ends[0]);
        let nearest = self.height_in(self.polygon_on(ends[0], from.height)?, at);
        let polygons = self.mesh.polygons_at(ends[0]);
        let is_there =
            |&polygon: &u32| (self.height_in(polygon, at) - nearest).abs() <= self.field.storey;
        self.mesh.raycast_in(ends, polygons.filter(is_there))
    }

    /// The point of the ground nearest to one in space. Returns `None` if there is none within `reach`.
    #[must_use]
    pub fn nearest(&self, point: SurfacePoint, reach: f64) -> Option<SurfacePoint> {
        let (chart, sides) = (self.mesh.chart(), self.mesh.sides());
        let SurfacePoint { at: Point { x, y }, height } = point;
        if !(x.is_finite() && y.is_finite() && height.is_finite()) {
            return None;
        }
        let at = chart.steps(point.at);
        let own = chart.snap(point.at);
        let mut nearest: Option<(f64, SurfacePoint)> = None;
        // A polygon comes up in each square that it reaches into: of most points these are all that do.
        let (mut last, mut count) = ([NONE; LAST], 0);
        let tile = sides.tile(0)?;
        for (away, polygons) in tile.rings(at.0, at.1) {
            let least = nearest.map_or(reach, |(far, _)| far.min(reach));
            if chart.length(away.ring) > least {
                break;
            }
            if chart.length(away.own) > least {
                continue;
            }
            for &polygon in polygons {
                if last.contains(&polygon) {
                    continue;
                }
                last[count % LAST] = polygon;
                count += 1;
                let least = nearest.map_or(reach, |(far, _)| far.min(reach));
                let around = tile.half_edges_of(polygon);
                if lies_beyond(around, at, least * chart.steps_a_unit() + 2.0) {
                    continue;
                }
                let in_it = own.filter(|&own| tile.is_in(polygon, own));
                let near = in_it.or_else(|| self.nearest_beside(polygon, at, least));
                let Some(near) = near else { continue };
                let near = chart.point(near);
                let in_plane = [near.x - x, near.y - y].iter().map(|way| way * way).sum::<f64>();
                if in_plane.sqrt() > least {
                    continue;
                }
                let near = SurfacePoint { at: near, height: self.height_in(polygon, near) };
                let up = near.height - height;
                let far = (in_plane + up * up).sqrt();
                if nearest.is_none_or(|(least, _)| far < least) {
                    nearest = Some((far, near));
                }
            }
        }
        nearest.filter(|&(far, _)| far <= reach).map(|(_, near)| near)
    }

    /// The point of a polygon nearest to one beside it that is counted in steps, if it is within `reach`,
    /// about.
    fn nearest_beside(&self, polygon: u32, at: (f64, f64), reach: f64) -> Option<MeshPoint> {
        let (sides, chart) = (self.mesh.sides(), self.mesh.chart());
        let beyond = (reach * chart.steps_a_unit() + 2.0).powi(2);
        let mut nearest = Near { point: MeshPoint::default(), square: beyond };
        let around = sides.half_edges_of(polygon);
        let mut from = around.last()?.at;
        for to in around {
            let ends = [std::mem::replace(&mut from, to.at), to.at];
            // The nearest lies on a side that one sees from without.
            if !is_within(ends, at) {
                nearest.look_along(ends, at, |&point| sides.is_in(polygon, point));
            }
        }
        (nearest.square < beyond).then_some(nearest.point)
    }

    /// The way along these points of ground, as those of a path, with as many points in between as it takes
    /// for the line to be nowhere farther above or below the ground than the error; that is measured twice in
    /// each cell.
    #[must_use]
    pub fn along(&self, points: &[SurfacePoint], error: f64) -> Vec<SurfacePoint> {
        let mut along: Vec<SurfacePoint> = points.first().copied().into_iter().collect();
        for [from, to] in points.array_windows() {
            self.add_leg(*from, *to, error, &mut along);
            along.push(*to);
        }
        along
    }

    /// Adds what lies between two points: from each that is added, a line leads to the next along which all
    /// heights in between lie within the error (Williams 1978).
    fn add_leg(
        &self,
        from: SurfacePoint,
        to: SurfacePoint,
        error: f64,
        along: &mut Vec<SurfacePoint>,
    ) {
        let (dx, dy) = (to.at.x - from.at.x, to.at.y - from.at.y);
        let parts = ((dx * dx + dy * dy).sqrt() * 2.0 / self.field.cell_size()).ceil();
        // So many fit on no lattice; and between points of one cell there is nothing.
        if !(2.0..f64::from(u32::MAX)).contains(&parts) {
            return;
        }
        let (mut anchor, mut last) = ((0.0, from.height), (0.0, from.height));
        let mut cone = [f64::NEG_INFINITY, f64::INFINITY];
        let mut part = 1.0;
        let at =
            |part: f64| Point::new(from.at.x + dx * part / parts, from.at.y + dy * part / parts);
        while part < parts {
            let height = self.field.near(at(part), last.1).unwrap_or(last.1);
            let slope = |height: f64, anchor: (f64, f64)| (height - anchor.1) / (part - anchor.0);
            if !(cone[0]..=cone[1]).contains(&slope(height, anchor)) {
                along.push(SurfacePoint { at: at(last.0), height: last.1 });
                (anchor, cone) = (last, [f64::NEG_INFINITY, f64::INFINITY]);
            }
            cone[0] = cone[0].max(slope(height - error, anchor));
            cone[1] = cone[1].min(slope(height + error, anchor));
            last = (part, height);
            part += 1.0;
        }
        if !(cone[0]..=cone[1]).contains(&((to.height - anchor.1) / (parts - anchor.0))) {
            along.push(SurfacePoint { at: at(last.0), height: last.1 });
        }
    }

    /// Which region a polygon is of: polygons of one do not overlap.
    #[cfg(test)]
    pub(crate) fn region(&self, polygon: u32) -> u32 {
        self.regions[polygon as usize]
    }

    /// How much memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.mesh.bytes() + self.field.bytes() + self.regions.capacity() * size_of::<u32>()
    }
}
