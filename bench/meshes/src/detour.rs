//! Detour (Mononen 2009) behind a door that cannot be held wrong: a mesh of convex polygons, asked for paths,
//! rays, nearest points and moves along walls.

use recastnavigation_sys::{
    dtAllocNavMesh, dtAllocNavMeshQuery, dtCreateNavMeshData, dtFreeNavMesh, dtFreeNavMeshQuery,
    dtNavMesh, dtNavMesh_init1, dtNavMeshCreateParams, dtNavMeshQuery,
    dtNavMeshQuery_findNearestPoly, dtNavMeshQuery_findPath, dtNavMeshQuery_findStraightPath,
    dtNavMeshQuery_init, dtNavMeshQuery_moveAlongSurface, dtNavMeshQuery_raycast, dtPolyRef,
    dtQueryFilter, rcPolyMesh, rcPolyMeshDetail,
};
use std::error::Error;
use std::ptr;
use xunlu::map::{MeshPolygon, Point, PolygonMesh};

/// How many corners a polygon of Detour has at most.
pub(crate) const CORNERS_MAX: usize = 6;

// How many steps of Detour's numbers, of 16 bits, a unit of a mesh in the plane has.
const STEPS_A_UNIT: f64 = 16.0;
// The highest bit of a neighbour says that it is none.
const POLYGONS_MAX: usize = 0x7fff;
// No path of these maps goes through as many polygons, nor has as many corners.
const PATH_MAX: usize = 8192;
// All that a query of Detour can number.
const NODES_MAX: i32 = 65_535;
// What its functions return when they did all that was asked for.
const SUCCESS: u32 = 1 << 30;
const NOT_ALL: u32 = (1 << 3) | (1 << 4) | (1 << 5) | (1 << 6);

/// A place as Detour has it: x, y upwards, z.
pub(crate) type Place = [f32; 3];

/// A mesh of Detour in one tile, and what its questions scribble on.
#[derive(Debug)]
pub(crate) struct Detour {
    mesh: *mut dtNavMesh,
    query: *mut dtNavMeshQuery,
    filter: dtQueryFilter,
    corridor: Vec<dtPolyRef>,
    straight: Vec<f32>,
}

/// A point of the mesh with the polygon it lies in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stand {
    polygon: dtPolyRef,
    pub(crate) at: Place,
}

impl Detour {
    /// Of convex polygons in the plane. Those of more corners than Detour takes are cut into fans.
    pub(crate) fn of_polygons(mesh: &PolygonMesh) -> Result<Detour, Box<dyn Error>> {
        let polygons = fans(mesh);
        if polygons.len() > POLYGONS_MAX {
            let count = polygons.len();
            return Err(format!("Detour numbers {POLYGONS_MAX} polygons in a tile; these are {count}").into());
        }
        let low =
            |of: fn(&Point) -> f64| mesh.vertices.iter().map(of).fold(f64::INFINITY, f64::min);
        let corner = [low(|at| at.x), low(|at| at.y)];
        let step = |value: f64| u16::try_from((value * STEPS_A_UNIT).round() as i64);
        let mut vertices = Vec::new();
        for at in &mesh.vertices {
            vertices.extend([step(at.x - corner[0])?, 0, step(at.y - corner[1])?]);
        }
        let mut sides = Vec::new();
        for polygon in &polygons {
            let mut own = [u16::MAX; 2 * CORNERS_MAX];
            // Detour's polygons go round the other way: its z is our y, but its y looks at us.
            for (place, at) in (0..polygon.vertices.len()).rev().enumerate() {
                own[place] = u16::try_from(polygon.vertices[at])?;
                let before = (at + polygon.vertices.len() - 1) % polygon.vertices.len();
                if let Some(beyond) = polygon.neighbours[before] {
                    own[CORNERS_MAX + place] = u16::try_from(beyond)?;
                }
            }
            sides.extend(own);
        }
        let (flags, areas) = (vec![1_u16; polygons.len()], vec![0_u8; polygons.len()]);
        let high = vertices.chunks(3).flatten().copied().max().unwrap_or(0);
        let far = f64::from(high) / STEPS_A_UNIT;
        // SAFETY: all fields are numbers and pointers, for which zero is a value: nothing is there.
        let mut made: dtNavMeshCreateParams = unsafe { std::mem::zeroed() };
        made.verts = vertices.as_ptr();
        made.vertCount = i32::try_from(mesh.vertices.len())?;
        made.polys = sides.as_ptr();
        made.polyFlags = flags.as_ptr();
        made.polyAreas = areas.as_ptr();
        made.polyCount = i32::try_from(polygons.len())?;
        made.nvp = CORNERS_MAX as i32;
        made.bmin = [corner[0] as f32, 0.0, corner[1] as f32];
        made.bmax = [(corner[0] + far) as f32, 1.0, (corner[1] + far) as f32];
        made.cs = (1.0 / STEPS_A_UNIT) as f32;
        made.ch = 1.0;
        // SAFETY: the arrays have the lengths that are told, and live until the mesh is made.
        unsafe { Detour::made(made) }
    }

    /// Of what Recast made, with its heights.
    ///
    /// # Safety
    /// Both are as Recast filled them.
    pub(crate) unsafe fn of_recast(
        mesh: &rcPolyMesh,
        detail: &rcPolyMeshDetail,
    ) -> Result<Detour, Box<dyn Error>> {
        let flags = vec![1_u16; usize::try_from(mesh.npolys)?];
        let areas = vec![0_u8; flags.len()];
        // SAFETY: as in `of_polygons`.
        let mut made: dtNavMeshCreateParams = unsafe { std::mem::zeroed() };
        made.verts = mesh.verts;
        made.vertCount = mesh.nverts;
        made.polys = mesh.polys;
        made.polyFlags = flags.as_ptr();
        made.polyAreas = areas.as_ptr();
        made.polyCount = mesh.npolys;
        made.nvp = mesh.nvp;
        made.detailMeshes = detail.meshes;
        made.detailVerts = detail.verts;
        made.detailVertsCount = detail.nverts;
        made.detailTris = detail.tris;
        made.detailTriCount = detail.ntris;
        made.bmin = mesh.bmin;
        made.bmax = mesh.bmax;
        made.walkableHeight = 2.0;
        made.walkableRadius = 0.6;
        made.walkableClimb = 0.9;
        made.cs = mesh.cs;
        made.ch = mesh.ch;
        // SAFETY: the caller has it that the lengths are true; the mesh outlives the call.
        unsafe { Detour::made(made) }
    }

    /// # Safety
    /// The arrays have the lengths that are told.
    unsafe fn made(mut made: dtNavMeshCreateParams) -> Result<Detour, Box<dyn Error>> {
        made.buildBvTree = true;
        let (mut data, mut length) = (ptr::null_mut(), 0);
        // SAFETY: the parameters are the caller's, the other two are written to.
        if !unsafe { dtCreateNavMeshData(&raw mut made, &raw mut data, &raw mut length) } {
            return Err("Detour cannot take these polygons".into());
        }
        // SAFETY: the mesh takes the data and frees it with itself, as the flag says.
        let (mesh, query) = unsafe { (dtAllocNavMesh(), dtAllocNavMeshQuery()) };
        const FREE_DATA: i32 = 1;
        // SAFETY: both were allocated just now.
        let states = unsafe {
            [
                dtNavMesh_init1(mesh, data, length, FREE_DATA),
                dtNavMeshQuery_init(query, mesh, NODES_MAX),
            ]
        };
        if states.iter().any(|&state| !is_whole(state)) {
            return Err("Detour did not begin".into());
        }
        let filter =
            dtQueryFilter { m_areaCost: [1.0; 64], m_includeFlags: u16::MAX, m_excludeFlags: 0 };
        Ok(Detour {
            mesh,
            query,
            filter,
            corridor: vec![0; PATH_MAX],
            straight: vec![0.0; 3 * PATH_MAX],
        })
    }

    /// The nearest point of the mesh, not farther than this along each axis.
    pub(crate) fn nearest(&self, at: Place, reach: f32) -> Option<Stand> {
        let (mut polygon, mut nearest) = (0, at);
        // SAFETY: the query lives as long as this does; each array has three numbers.
        unsafe {
            dtNavMeshQuery_findNearestPoly(
                self.query,
                at.as_ptr(),
                [reach; 3].as_ptr(),
                &raw const self.filter,
                &raw mut polygon,
                nearest.as_mut_ptr(),
            );
        }
        (polygon != 0).then_some(Stand { polygon, at: nearest })
    }

    /// A path, as Detour finds it, and its length. `None` if it gives up, or came but near.
    pub(crate) fn path(&mut self, from: Stand, to: Stand) -> Option<f64> {
        let (mut polygons, mut corners) = (0, 0);
        // SAFETY: the query lives as long as this does; the arrays are as long as they are told to be.
        let states = unsafe {
            let found = dtNavMeshQuery_findPath(
                self.query,
                from.polygon,
                to.polygon,
                from.at.as_ptr(),
                to.at.as_ptr(),
                &raw const self.filter,
                self.corridor.as_mut_ptr(),
                &raw mut polygons,
                PATH_MAX as i32,
            );
            let pulled = dtNavMeshQuery_findStraightPath(
                self.query,
                from.at.as_ptr(),
                to.at.as_ptr(),
                self.corridor.as_ptr(),
                polygons,
                self.straight.as_mut_ptr(),
                ptr::null_mut(),
                ptr::null_mut(),
                &raw mut corners,
                PATH_MAX as i32,
                0,
            );
            [found, pulled]
        };
        if states.iter().any(|&state| !is_whole(state)) {
            return None;
        }
        let points: Vec<&[f32]> =
            self.straight.chunks(3).take(usize::try_from(corners).ok()?).collect();
        let leg = |legs: &[&[f32]]| {
            let by = |axis: usize| f64::from(legs[1][axis]) - f64::from(legs[0][axis]);
            by(0).hypot(by(2))
        };
        Some(points.windows(2).map(leg).sum())
    }

    /// Which part of a ray is free; one or more if nothing is hit.
    pub(crate) fn raycast(&mut self, from: Stand, to: Place) -> f32 {
        let (mut part, mut normal, mut polygons) = (0.0, [0.0; 3], 0);
        // SAFETY: as in `path`.
        unsafe {
            dtNavMeshQuery_raycast(
                self.query,
                from.polygon,
                from.at.as_ptr(),
                to.as_ptr(),
                &raw const self.filter,
                &raw mut part,
                normal.as_mut_ptr(),
                self.corridor.as_mut_ptr(),
                &raw mut polygons,
                PATH_MAX as i32,
            );
        }
        part
    }

    /// Where a move ends that glides along walls.
    pub(crate) fn slide(&mut self, from: Stand, to: Place) -> Place {
        let (mut end, mut polygons) = ([0.0; 3], 0);
        // SAFETY: as in `path`.
        unsafe {
            dtNavMeshQuery_moveAlongSurface(
                self.query,
                from.polygon,
                from.at.as_ptr(),
                to.as_ptr(),
                &raw const self.filter,
                end.as_mut_ptr(),
                self.corridor.as_mut_ptr(),
                &raw mut polygons,
                PATH_MAX as i32,
            );
        }
        end
    }
}

impl Drop for Detour {
    fn drop(&mut self) {
        // SAFETY: both were allocated by Detour, and nobody else has them.
        unsafe {
            dtFreeNavMeshQuery(self.query);
            dtFreeNavMesh(self.mesh);
        }
    }
}

fn is_whole(state: u32) -> bool {
    state & SUCCESS != 0 && state & NOT_ALL == 0
}

/// The polygons, those with too many corners cut into fans.
fn fans(mesh: &PolygonMesh) -> Vec<MeshPolygon> {
    let parts = |polygon: &MeshPolygon| (polygon.vertices.len() - 2).div_ceil(CORNERS_MAX - 2);
    let mut first = vec![0];
    for polygon in &mesh.polygons {
        first.push(first[first.len() - 1] + parts(polygon));
    }
    let number = |at: usize| u32::try_from(at).expect("fewer polygons than numbers");
    // Which part of a polygon has the side to this neighbour: the corners of a part are the first one and
    // four more, the last of which the next part begins with.
    let part_of = |side: usize, polygon: &MeshPolygon| {
        (side.max(1) - 1).min(polygon.vertices.len() - 3) / (CORNERS_MAX - 2)
    };
    let beyond = |polygon: u32, of: u32, corners: [u32; 2]| {
        let other = &mesh.polygons[polygon as usize];
        let count = other.vertices.len();
        let side = (0..count).find(|&at| {
            other.neighbours[at] == Some(of)
                && [other.vertices[(at + 1) % count], other.vertices[at]] == corners
        });
        side.map(|side| number(first[polygon as usize] + part_of(side, other)))
    };
    let mut cut = Vec::new();
    for (at, polygon) in mesh.polygons.iter().enumerate() {
        let count = polygon.vertices.len();
        let outer = |side: usize| {
            let corners = [polygon.vertices[side], polygon.vertices[(side + 1) % count]];
            beyond(polygon.neighbours[side]?, number(at), corners)
        };
        for part in 0..parts(polygon) {
            let begin = 1 + part * (CORNERS_MAX - 2);
            let end = (begin + CORNERS_MAX - 2).min(count - 1);
            let mut vertices = vec![polygon.vertices[0]];
            vertices.extend(&polygon.vertices[begin..=end]);
            let before = (part > 0).then(|| number(first[at] + part - 1));
            let after = (part + 1 < parts(polygon)).then(|| number(first[at] + part + 1));
            let mut neighbours = vec![if part == 0 { outer(0) } else { before }];
            neighbours.extend((begin..end).map(outer));
            neighbours.push(if end == count - 1 { outer(end) } else { after });
            cut.push(MeshPolygon { vertices, neighbours });
        }
    }
    cut
}
