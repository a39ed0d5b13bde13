//! How far one sees along a straight line: through sides and past corners, until a wall.

use crate::exact::{MeshPoint, side};
use crate::half_edges::{HalfEdgeMesh, numbered};
use crate::nav_mesh::NavMesh;
use crate::search::{MeshPath, TakenLink};
use crate::tile::HalfEdge;
use xunlu_map::Point;

/// What a ray meets.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Ray {
    /// Nothing: its end is in sight.
    Clear {
        /// A polygon that its end lies in.
        polygon: u32,
    },
    /// A wall.
    Hit(RayHit),
}

/// Where a ray meets a wall.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RayHit {
    /// Where, in the plane.
    pub point: Point,
    /// How much of the ray lies before the wall, from 0 to 1.
    pub fraction: f64,
    /// The two ends of the wall, with the free space to the left.
    pub wall: [Point; 2],
    /// What points away from the wall at a right angle, one unit long.
    pub normal: Point,
    /// The polygon before the wall.
    pub polygon: u32,
}

/// A wall that a ray ends at, the polygon before it, and how far along the ray it is.
#[derive(Clone, Copy)]
struct Stop {
    wall: [MeshPoint; 2],
    polygon: u32,
    fraction: f64,
}

impl NavMesh {
    /// What a ray from one point to another meets first. It may run along walls and touch corners; it does
    /// not pass between walls that touch. Returns `None` if it begins in no polygon, or ends nowhere or more
    /// than 2^29 steps from the chart's origin.
    #[must_use]
    pub fn raycast(&self, from: Point, to: Point) -> Option<Ray> {
        let (from, to) = (self.chart().snap(from)?, self.chart().snap_end(to)?);
        let mut waiting = Waiting::default();
        self.sides().each_polygon_at(from, |polygon| waiting.begin_in(polygon));
        self.cast([from, to], waiting)
    }

    /// The same of a ray that begins in some polygons.
    pub(crate) fn raycast_in(
        &self,
        ray: [MeshPoint; 2],
        polygons: impl Iterator<Item = u32>,
    ) -> Option<Ray> {
        self.cast(ray, Waiting::of(polygons))
    }

    fn cast(&self, [from, to]: [MeshPoint; 2], waiting: Waiting) -> Option<Ray> {
        let mesh = self.sides();
        let mut farthest: Option<Stop> = None;
        for end in ends(mesh, [from, to], waiting) {
            match end {
                Ok(polygon) => return Some(Ray::Clear { polygon }),
                Err(stop) if farthest.is_none_or(|far| stop.fraction > far.fraction) => {
                    farthest = Some(stop);
                }
                Err(_) => {}
            }
        }
        farthest.map(|stop| Ray::Hit(self.hit([from, to], stop)))
    }

    /// Which leg of a path is the first that leads where nobody can go, such as through an obstacle that came
    /// after it was found: the one from this point to the next. Returns `None` if the whole path holds.
    ///
    /// It costs what its legs pass, however large the mesh; whether another path is shorter by now it does
    /// not ask.
    #[must_use]
    pub fn broken_leg(&self, points: &[Point]) -> Option<usize> {
        self.broken_leg_by(points, &[])
    }

    /// The same of a path that may take links: the leg of one that is gone or closed is broken, too. Returns
    /// `None` if the whole path holds.
    #[must_use]
    pub fn broken_leg_of(&self, path: &MeshPath) -> Option<usize> {
        self.broken_leg_by(&path.points, &path.links)
    }

    fn broken_leg_by(&self, points: &[Point], taken: &[TakenLink]) -> Option<usize> {
        let mesh = self.sides();
        let snapped = |point: &Point| self.chart().snap(*point);
        let Some(mut from) = points.first().and_then(snapped) else { return Some(0) };
        let mut here: Vec<u32> = self.polygons_at(from).collect();
        for (leg, point) in points.iter().skip(1).enumerate() {
            let Some(to) = snapped(point) else { return Some(leg) };
            here = match taken.iter().find(|taken| taken.leg == leg) {
                Some(taken) if self.leads(taken, [from, to]) => self.polygons_at(to).collect(),
                Some(_) => Vec::new(),
                None => ends(mesh, [from, to], Waiting::of(here)).filter_map(Result::ok).collect(),
            };
            if here.is_empty() {
                return Some(leg);
            }
            join_at(mesh, to, &mut here);
            from = to;
        }
        here.is_empty().then_some(0)
    }

    /// Whether there is such a link from one point to another.
    fn leads(&self, taken: &TakenLink, ends: [MeshPoint; 2]) -> bool {
        self.own_links().is_some_and(|links| {
            let number = links.number(taken.link, taken.is_back);
            number.map(|number| links.way(number)).is_some_and(|way| [way.from, way.to] == ends)
        })
    }

    /// How long a link is that a path takes. Returns `None` if it is gone.
    pub(crate) fn link_length(&self, taken: &TakenLink) -> Option<f64> {
        let links = self.own_links()?;
        let way = links.way(links.number(taken.link, taken.is_back)?);
        Some(self.chart().length(way.length))
    }

    fn hit(&self, [from, to]: [MeshPoint; 2], Stop { wall, polygon, fraction }: Stop) -> RayHit {
        let along = |from: i32, to: i32| f64::from(from) + f64::from(to - from) * fraction;
        let chart = self.chart();
        let (way, length) = (wall[0].to(wall[1]), wall[0].distance(wall[1]));
        RayHit {
            point: chart.point_at(along(from.x, to.x), along(from.y, to.y)),
            fraction,
            wall: wall.map(|end| chart.point(end)),
            normal: Point::new(-f64::from(way.y) / length, f64::from(way.x) / length),
            polygon,
        }
    }
}

/// The polygons in which a ray is still to be followed. Nearly always there is one, for which no memory is
/// asked.
#[derive(Default)]
struct Waiting {
    next: Option<u32>,
    more: Vec<u32>,
    // How many of those have had their turn.
    done: usize,
}

impl Waiting {
    fn of(polygons: impl IntoIterator<Item = u32>) -> Waiting {
        let mut waiting = Waiting::default();
        polygons.into_iter().for_each(|polygon| waiting.begin_in(polygon));
        waiting
    }

    #[inline]
    fn begin_in(&mut self, polygon: u32) {
        match self.next {
            None => self.next = Some(polygon),
            Some(_) => self.more.push(polygon),
        }
    }

    fn take(&mut self) -> Option<u32> {
        self.next.take().or_else(|| {
            let next = self.more.get(self.done).copied()?;
            self.done += 1;
            Some(next)
        })
    }

    /// Adds some polygons, each but once.
    fn add(&mut self, polygons: impl Iterator<Item = u32>) {
        for polygon in polygons {
            if !self.more.contains(&polygon) {
                self.more.push(polygon);
            }
        }
    }
}

/// Where a ray ends that begins in some polygons: in which polygon, or at which wall. Where walls have no
/// width, one side of them may lead on where the other does not.
fn ends(
    mesh: &HalfEdgeMesh,
    ray: [MeshPoint; 2],
    mut waiting: Waiting,
) -> impl Iterator<Item = Result<u32, Stop>> {
    std::iter::from_fn(move || {
        let polygon = waiting.take()?;
        Some(follow(mesh, ray, polygon, &mut waiting))
    })
}

/// Adds the polygons that one can step into from some without leaving a point that they have in common.
pub(crate) fn join_at(mesh: &HalfEdgeMesh, point: MeshPoint, polygons: &mut Vec<u32>) {
    let mut at = 0;
    while let Some(&polygon) = polygons.get(at) {
        at += 1;
        for edge in mesh.sides_of(polygon) {
            let (from, to) = (mesh.from(edge), mesh.to(edge));
            let is_on = side(from, to, point) == 0 && point.to(from).dot(point.to(to)) <= 0;
            let beyond = mesh.twin(edge).filter(|_| is_on).map(|twin| mesh.polygon_of(twin));
            polygons.extend(beyond.filter(|beyond| !polygons.contains(beyond)));
        }
    }
}

/// Follows a ray from a polygon on. Returns the polygon where it ends, or else the wall that it meets. Where
/// it may go on in several polygons, the others are added to `waiting`.
fn follow(
    mesh: &HalfEdgeMesh,
    ray: [MeshPoint; 2],
    first: u32,
    waiting: &mut Waiting,
) -> Result<u32, Stop> {
    let mut polygon = first;
    loop {
        let (tile, own) = mesh.found(polygon);
        let sides = tile.half_edges_of(own);
        polygon = match leaving(sides, ray) {
            Leaving::Never => return Ok(polygon),
            Leaving::Through(side) => match mesh.twin_of(&sides[side]) {
                Some(twin) => mesh.polygon_of(twin),
                None => {
                    let after = sides.get(side + 1).unwrap_or(&sides[0]);
                    return Err(stop_at(ray, [sides[side].at, after.at], polygon));
                }
            },
            Leaving::Past(side) => {
                let edge = tile.base + tile.sides_of(own).start + numbered(side);
                let all = mesh.around(mesh.first_around(edge));
                let mut on = all.filter(|&edge| leads_into(mesh, ray, edge));
                let first = on.next().map(|edge| mesh.polygon_of(edge));
                waiting.add(on.map(|edge| mesh.polygon_of(edge)));
                first.ok_or_else(|| {
                    let wall = facing(mesh, ray, edge);
                    stop_at(ray, [mesh.from(wall), mesh.to(wall)], mesh.polygon_of(wall))
                })?
            }
        };
    }
}

/// How a ray leaves a polygon that it begins in, or has come to.
enum Leaving {
    /// It ends in the polygon.
    Never,
    /// Through this of its sides, between the ends.
    Through(usize),
    /// Past the corner where this of its sides begins.
    Past(usize),
}

#[inline]
fn leaving(sides: &[HalfEdge], [from, to]: [MeshPoint; 2]) -> Leaving {
    let ray = from.to(to);
    let by = |edge: &HalfEdge| ray.cross(from.to(edge.at));
    // The polygon is convex: of its sides only the one that the ray leaves through can part it from its end.
    let mut last = sides.len() - 1;
    let mut last_by = by(&sides[last]);
    let mut far: Option<(i64, usize)> = None;
    for (own, edge) in sides.iter().enumerate() {
        let own_by = by(edge);
        if last_by < 0 && own_by > 0 {
            // A ray that goes through the inner of a side ends before it, or leaves.
            let is_inside = side(sides[last].at, edge.at, to) >= 0;
            return if is_inside { Leaving::Never } else { Leaving::Through(last) };
        }
        if own_by == 0 {
            let along = ray.dot(from.to(edge.at));
            if far.is_none_or(|(most, _)| along >= most) {
                far = Some((along, own));
            }
        }
        (last, last_by) = (own, own_by);
    }
    let (along, edge) = far.expect("a ray leaves a convex polygon through a side or at a corner");
    if ray.dot(ray) <= along { Leaving::Never } else { Leaving::Past(edge) }
}

/// Whether a ray that comes to the corner where a half-edge begins may go on in the half-edge's polygon.
fn leads_into(mesh: &HalfEdgeMesh, [from, to]: [MeshPoint; 2], edge: u32) -> bool {
    let (at, ray) = (mesh.from(edge), from.to(to));
    let (right, left) = (at.to(mesh.to(edge)), at.to(mesh.from(mesh.previous(edge))));
    right.cross(ray) >= 0 && ray.cross(left) >= 0
}

/// Of the two walls at a corner, the one that faces a ray more.
fn facing(mesh: &HalfEdgeMesh, [from, to]: [MeshPoint; 2], edge: u32) -> u32 {
    let first = mesh.first_around(edge);
    let last = mesh.around(first).last().map_or(first, |last| mesh.previous(last));
    let ray = from.to(to);
    let against = |wall: u32| {
        let way = mesh.from(wall).to(mesh.to(wall));
        ray.cross(way) as f64 / way.length()
    };
    if against(last) > against(first) { last } else { first }
}

/// Where a ray ends at the wall of a polygon that it comes to.
fn stop_at([from, to]: [MeshPoint; 2], wall: [MeshPoint; 2], polygon: u32) -> Stop {
    let (ray, way) = (from.to(to), wall[0].to(wall[1]));
    let (whole, part) = (ray.cross(way), from.to(wall[0]).cross(way));
    let fraction = if whole == 0 {
        // Along the wall, to the end where it is stopped.
        let ends = wall.map(|end| ray.dot(from.to(end)));
        let nearer = ends[0].min(ends[1]).max(0);
        nearer as f64 / ray.dot(ray) as f64
    } else {
        part as f64 / whole as f64
    };
    Stop { wall, polygon, fraction: fraction.clamp(0.0, 1.0) }
}
