//! Ground made of triangles by Recast (Mononen 2009), in C++ and anew in Rust as `rerecast`: both with the
//! settings that Recast's sample program begins with, which are our builder's, too.

use crate::detour::{CORNERS_MAX, Detour};
use recastnavigation_sys::{
    CreateContext, DeleteContext, rcAllocCompactHeightfield, rcAllocContourSet, rcAllocHeightfield,
    rcAllocPolyMesh, rcAllocPolyMeshDetail, rcBuildCompactHeightfield, rcBuildContours,
    rcBuildDistanceField, rcBuildPolyMesh, rcBuildPolyMeshDetail, rcBuildRegions, rcCalcBounds,
    rcCalcGridSize, rcCompactHeightfield, rcContext, rcContourSet, rcCreateHeightfield,
    rcErodeWalkableArea, rcFilterLedgeSpans, rcFilterLowHangingWalkableObstacles,
    rcFilterWalkableLowHeightSpans, rcFreeCompactHeightfield, rcFreeContourSet, rcFreeHeightField,
    rcFreePolyMesh, rcFreePolyMeshDetail, rcHeightfield, rcMarkWalkableTriangles, rcPolyMesh,
    rcPolyMeshDetail, rcRasterizeTriangles,
};
use std::error::Error;
use xunlu::map::TriangleMesh;

const CELL_SIZE: f32 = 0.3;
const CELL_HEIGHT: f32 = 0.2;
const SLOPE_DEGREES: f32 = 45.0;
const HEADROOM_CELLS: u16 = 10;
const STEP_CELLS: u16 = 4;
const RADIUS_CELLS: u16 = 2;
const REGION_CELLS_LEAST: u16 = 64;
const MERGED_CELLS: u16 = 400;
const SIDE_CELLS_MAX: u16 = 40;
const CONTOUR_ERROR_CELLS: f32 = 1.3;
const SAMPLE_DISTANCE: f32 = 6.0 * CELL_SIZE;
const SAMPLE_ERROR: f32 = CELL_HEIGHT;

/// What Recast allocates for one mesh, freed with it.
#[derive(Debug)]
pub(crate) struct Recast {
    context: *mut rcContext,
    field: *mut rcHeightfield,
    compact: *mut rcCompactHeightfield,
    contours: *mut rcContourSet,
    mesh: *mut rcPolyMesh,
    detail: *mut rcPolyMeshDetail,
}

impl Recast {
    /// Makes ground of triangles, all of the work of Recast's sample for a mesh in one tile.
    pub(crate) fn build(triangles: &TriangleMesh) -> Result<Recast, Box<dyn Error>> {
        // SAFETY: these allocate, and give null if there is no memory, which the next steps refuse.
        let own = unsafe {
            Recast {
                context: CreateContext(false),
                field: rcAllocHeightfield(),
                compact: rcAllocCompactHeightfield(),
                contours: rcAllocContourSet(),
                mesh: rcAllocPolyMesh(),
                detail: rcAllocPolyMeshDetail(),
            }
        };
        // SAFETY: all of `own` was allocated above, and is filled in the order that Recast wants.
        let is_made = unsafe { own.fields(triangles)? && own.polygons() };
        if is_made { Ok(own) } else { Err("Recast gave up".into()) }
    }

    /// Triangles to cells, filtered, away from walls.
    ///
    /// # Safety
    /// Everything is allocated.
    unsafe fn fields(&self, triangles: &TriangleMesh) -> Result<bool, Box<dyn Error>> {
        let vertices: Vec<f32> = triangles.vertices.iter().flatten().copied().collect();
        let corners: Vec<i32> = triangles
            .triangles
            .iter()
            .flatten()
            .map(|&at| i32::try_from(at))
            .collect::<Result<_, _>>()?;
        let (count, faces) =
            (i32::try_from(triangles.vertices.len())?, i32::try_from(triangles.triangles.len())?);
        let mut areas = vec![0_u8; triangles.triangles.len()];
        let (mut low, mut high, mut width, mut depth) = ([0.0; 3], [0.0; 3], 0, 0);
        let (headroom, step) = (i32::from(HEADROOM_CELLS), i32::from(STEP_CELLS));
        let (field, context) = (self.field, self.context);
        // SAFETY: the arrays have the lengths that are told; the rest is the caller's to promise.
        unsafe {
            rcCalcBounds(vertices.as_ptr(), count, low.as_mut_ptr(), high.as_mut_ptr());
            rcCalcGridSize(low.as_ptr(), high.as_ptr(), CELL_SIZE, &raw mut width, &raw mut depth);
            let (low, high) = (low.as_ptr(), high.as_ptr());
            let is_made = rcCreateHeightfield(
                context,
                field,
                width,
                depth,
                low,
                high,
                CELL_SIZE,
                CELL_HEIGHT,
            );
            let (vertices, corners) = (vertices.as_ptr(), corners.as_ptr());
            let marks = areas.as_mut_ptr();
            rcMarkWalkableTriangles(context, SLOPE_DEGREES, vertices, count, corners, faces, marks);
            let is_made = is_made
                && rcRasterizeTriangles(
                    context, vertices, count, corners, marks, faces, field, step,
                );
            rcFilterLowHangingWalkableObstacles(context, step, field);
            rcFilterLedgeSpans(context, headroom, step, field);
            rcFilterWalkableLowHeightSpans(context, headroom, field);
            Ok(is_made
                && rcBuildCompactHeightfield(context, headroom, step, field, self.compact)
                && rcErodeWalkableArea(context, i32::from(RADIUS_CELLS), self.compact))
        }
    }

    /// Regions, contours, polygons and heights.
    ///
    /// # Safety
    /// The compact field is filled.
    unsafe fn polygons(&self) -> bool {
        const TESSELLATE_WALLS: i32 = 1;
        let (context, compact) = (self.context, self.compact);
        let (least, merged) = (i32::from(REGION_CELLS_LEAST), i32::from(MERGED_CELLS));
        let side = i32::from(SIDE_CELLS_MAX);
        // SAFETY: each step fills what the next one reads.
        unsafe {
            rcBuildDistanceField(context, compact)
                && rcBuildRegions(context, compact, 0, least, merged)
                && rcBuildContours(
                    context,
                    compact,
                    CONTOUR_ERROR_CELLS,
                    side,
                    self.contours,
                    TESSELLATE_WALLS,
                )
                && rcBuildPolyMesh(context, self.contours, CORNERS_MAX as i32, self.mesh)
                && rcBuildPolyMeshDetail(
                    context,
                    self.mesh,
                    compact,
                    SAMPLE_DISTANCE,
                    SAMPLE_ERROR,
                    self.detail,
                )
        }
    }

    /// How many polygons there are.
    pub(crate) fn polygon_count(&self) -> usize {
        // SAFETY: the mesh lives as long as this does.
        usize::try_from(unsafe { (*self.mesh).npolys }).unwrap_or(0)
    }

    /// The mesh, ready to be asked.
    pub(crate) fn detour(&self) -> Result<Detour, Box<dyn Error>> {
        // SAFETY: Recast filled both.
        unsafe { Detour::of_recast(&*self.mesh, &*self.detail) }
    }
}

impl Drop for Recast {
    fn drop(&mut self) {
        // SAFETY: each was allocated by Recast, and nobody else has it.
        unsafe {
            rcFreePolyMeshDetail(self.detail);
            rcFreePolyMesh(self.mesh);
            rcFreeContourSet(self.contours);
            rcFreeCompactHeightfield(self.compact);
            rcFreeHeightField(self.field);
            DeleteContext(self.context);
        }
    }
}

/// The same work by `rerecast`. Returns how many polygons there are.
pub(crate) fn rerecast(triangles: &TriangleMesh) -> Result<usize, Box<dyn Error>> {
    use rerecast::{AreaType, DetailNavmesh, HeightfieldBuilder, TriMesh};
    let mut mesh = TriMesh {
        vertices: triangles.vertices.iter().map(|&at| at.into()).collect(),
        indices: triangles.triangles.iter().map(|&corners| corners.into()).collect(),
        area_types: vec![AreaType::NOT_WALKABLE; triangles.triangles.len()],
    };
    mesh.mark_walkable_triangles(SLOPE_DEGREES.to_radians());
    let aabb = mesh.compute_aabb().ok_or("there are no triangles")?;
    let (cell_size, cell_height) = (CELL_SIZE, CELL_HEIGHT);
    let mut field = HeightfieldBuilder { aabb, cell_size, cell_height }.build()?;
    field.rasterize_triangles(&mesh, STEP_CELLS)?;
    field.filter_low_hanging_walkable_obstacles(STEP_CELLS);
    field.filter_ledge_spans(HEADROOM_CELLS, STEP_CELLS);
    field.filter_walkable_low_height_spans(HEADROOM_CELLS);
    let mut compact = field.into_compact(HEADROOM_CELLS, STEP_CELLS)?;
    compact.erode_walkable_area(RADIUS_CELLS);
    compact.build_distance_field();
    compact.build_regions(0, REGION_CELLS_LEAST, MERGED_CELLS)?;
    let contours = compact.build_contours(
        CONTOUR_ERROR_CELLS,
        SIDE_CELLS_MAX,
        rerecast::BuildContoursFlags::DEFAULT,
    );
    let polygons = contours.into_polygon_mesh(CORNERS_MAX as u16)?;
    let count = polygons.polygon_count();
    let detail = DetailNavmesh::new(&polygons, &compact, SAMPLE_DISTANCE, SAMPLE_ERROR)?;
    std::hint::black_box(detail);
    Ok(count)
}
