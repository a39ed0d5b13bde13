//! Ground made of triangles in space: where a walker of some size can stand, as convex polygons with heights.
//!
//! ```text
//! triangles -> solids of each column -> floors that one can stand on -> cells, linked to those beside them
//!              (`solids.rs`)            (`floors.rs`)                   (`cells.rs`)
//!   -> cells away from walls -> regions without overlap -> contours -> simplified, none crossing another
//!      (`erode.rs`)             (`regions.rs`)    (`contours.rs`)      (`simplify.rs`, `conflicts.rs`)
//!   -> convex polygons (`polygons.rs`) and the heights of the cells (`field.rs`): a `Surface`
//! ```
//!
//! That a model of any triangles is made solid cell by cell, and walked on from floor to floor, is from
//! Haumont, Debeir and Sillion 2003 ("Volumetric cell-and-portal generation") and Mononen 2009 (Recast).
//! What differs: heights are not cut into cells, so a step is as high as it is; regions are as large as they
//! can be without lying over themselves, holes included, for a constrained triangulation needs no simple
//! outlines; and contours are simplified only as far as none crosses another, so polygons of one floor never
//! overlap.

mod walker;
pub(crate) mod lattice;
mod solids;
mod floors;
mod cells;
mod erode;
mod regions;
mod contours;
mod simplify;
mod conflicts;
mod polygons;
pub(crate) mod field;

use crate::error::NavMeshError;
use crate::surface::Surface;
use cells::Cells;
use field::HeightField;
use lattice::Lattice;
use walker::{HEIGHT_MAX, STEPS_A_CELL_HEIGHT, Walker, steepest, up, whole};
use xunlu_map::TriangleMesh;

/// Makes ground of triangles: whom it is for, and how closely it is looked at.
///
/// Unless told otherwise, for somebody of a person's size, with a metre as the unit.
///
/// ```
/// use xunlu_map::{Point, TriangleMesh};
/// use xunlu_mesh::SurfaceBuilder;
///
/// // A square of ten by ten: x, y upwards, z. Triangles that one can stand on go round counter-clockwise,
/// // seen from above with z downwards.
/// let vertices = vec![[0.0, 0.0, 0.0], [10.0, 0.0, 0.0], [10.0, 0.0, 10.0], [0.0, 0.0, 10.0]];
/// let triangles = vec![[0, 2, 1], [0, 3, 2]];
/// let surface = SurfaceBuilder::new().radius(0.5).build(&TriangleMesh { vertices, triangles })?;
/// assert!(surface.polygon_at(Point::new(5.0, 5.0), 0.0).is_some());
/// assert!(surface.polygon_at(Point::new(5.0, 9.9), 0.0).is_none());
/// # Ok::<(), xunlu_mesh::NavMeshError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
#[doc(alias = "Recast")]
#[must_use]
pub struct SurfaceBuilder {
    cell_size: f64,
    cell_height: f64,
    radius: f64,
    headroom: f64,
    step: f64,
    slope_degrees: f64,
    contour_error_cells: f64,
    area_least: f64,
}

/// A part of making ground of triangles, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SurfaceStage {
    /// Triangles become cells that one can stand on.
    Voxels,
    /// Cells too near to walls and drops are left out.
    Erosion,
    /// Cells become regions that do not lie over themselves.
    Regions,
    /// Their contours are found and simplified.
    Contours,
    /// Regions become polygons, joined to each other.
    Polygons,
}

impl Default for SurfaceBuilder {
    fn default() -> SurfaceBuilder {
        SurfaceBuilder {
            cell_size: 0.3,
            cell_height: 0.2,
            radius: 0.6,
            headroom: 2.0,
            step: 0.9,
            slope_degrees: 45.0,
            contour_error_cells: 1.3,
            area_least: 5.76,
        }
    }
}

impl SurfaceBuilder {
    /// For somebody of a person's size.
    pub fn new() -> SurfaceBuilder {
        SurfaceBuilder::default()
    }

    /// How wide a cell is: 0.3. Half of it makes four times as many cells.
    pub fn cell_size(self, cell_size: f64) -> SurfaceBuilder {
        SurfaceBuilder { cell_size, ..self }
    }

    /// What lies closer above each other than this is solid in between: 0.2.
    pub fn cell_height(self, cell_height: f64) -> SurfaceBuilder {
        SurfaceBuilder { cell_height, ..self }
    }

    /// How far from walls and drops the middle of the walker stays: 0.6. It is rounded up to whole cells.
    pub fn radius(self, radius: f64) -> SurfaceBuilder {
        SurfaceBuilder { radius, ..self }
    }

    /// How much room the walker needs above the floor: 2.
    #[doc(alias = "agent height")]
    pub fn headroom(self, headroom: f64) -> SurfaceBuilder {
        SurfaceBuilder { headroom, ..self }
    }

    /// How high a step the walker takes, up or down: 0.9. It must be lower than the headroom.
    #[doc(alias = "max climb")]
    pub fn step(self, step: f64) -> SurfaceBuilder {
        SurfaceBuilder { step, ..self }
    }

    /// How steep a triangle the walker can stand on: 45 degrees, and less than 90.
    pub fn slope_degrees(self, slope_degrees: f64) -> SurfaceBuilder {
        SurfaceBuilder { slope_degrees, ..self }
    }

    /// How many cells the border of the ground may be away from where cells say it is: 1.3. With more of it
    /// there are fewer polygons.
    pub fn contour_error_cells(self, contour_error_cells: f64) -> SurfaceBuilder {
        SurfaceBuilder { contour_error_cells, ..self }
    }

    /// Ground of a smaller area than this that leads nowhere else is left out: 5.76, 64 cells of 0.3.
    pub fn area_least(self, area_least: f64) -> SurfaceBuilder {
        SurfaceBuilder { area_least, ..self }
    }

    /// The ground of these triangles. Its plane is that of x and z; heights are y.
    ///
    /// # Errors
    /// If a setting makes no sense, a coordinate is no number, a triangle has a corner that there is not,
    /// nobody can stand anywhere, or so many cells were needed that they are refused.
    pub fn build(&self, mesh: &TriangleMesh) -> Result<Surface, NavMeshError> {
        self.build_watched(mesh, |_| {})
    }

    /// The same, and tells whenever a part of the work is done.
    ///
    /// # Errors
    /// As [`SurfaceBuilder::build`].
    pub fn build_watched(
        &self,
        mesh: &TriangleMesh,
        mut done: impl FnMut(SurfaceStage),
    ) -> Result<Surface, NavMeshError> {
        let walker = self.checked()?;
        let lattice = Lattice::of(mesh, &walker)?;
        let cells = Cells::of(mesh, &lattice, &walker)?;
        done(SurfaceStage::Voxels);
        let cells = erode::eroded(cells, walker.radius_half_cells);
        done(SurfaceStage::Erosion);
        let regions = regions::regions(&cells, &walker);
        done(SurfaceStage::Regions);
        let mut contours = contours::contours(&cells, &regions);
        simplify::simplify(&mut contours, walker.contour_error_sixteenths, walker.headroom);
        done(SurfaceStage::Contours);
        let (polygons, regions_of) = polygons::polygons(&contours, regions.count, &lattice);
        let field = HeightField::new(&lattice, &cells, &regions, walker.headroom);
        let surface = Surface::of(&lattice, &polygons, regions_of, field)?;
        done(SurfaceStage::Polygons);
        Ok(surface)
    }

    /// The same settings, counted in cells and steps of height.
    fn checked(&self) -> Result<Walker, NavMeshError> {
        let settings = [
            ("cell_size", self.cell_size, self.cell_size > 0.0),
            ("cell_height", self.cell_height, self.cell_height > 0.0),
            ("radius", self.radius, self.radius >= 0.0),
            ("headroom", self.headroom, self.headroom > 0.0),
            ("step", self.step, (0.0..=self.headroom).contains(&self.step)),
            ("slope_degrees", self.slope_degrees, (0.0..90.0).contains(&self.slope_degrees)),
            ("contour_error_cells", self.contour_error_cells, self.contour_error_cells >= 0.0),
            ("area_least", self.area_least, self.area_least >= 0.0),
        ];
        for (name, value, is_sound) in settings {
            if !(is_sound && value.is_finite()) {
                return Err(NavMeshError::Setting { name });
            }
        }
        let step_length = self.cell_height / f64::from(STEPS_A_CELL_HEIGHT);
        let steps = |height: f64| whole(height / step_length + 0.5).min(HEIGHT_MAX);
        // Then a floor could lead both under another and onto it.
        if steps(self.step) >= steps(self.headroom) {
            return Err(NavMeshError::Setting { name: "step" });
        }
        Ok(Walker {
            cell_size: self.cell_size,
            step_length,
            headroom: steps(self.headroom),
            step: steps(self.step),
            // A radius of exactly so many cells is not to become one more by rounding.
            radius_half_cells: up(2.0 * self.radius / self.cell_size - 1e-6),
            steepest: steepest(self.slope_degrees),
            contour_error_sixteenths: i64::from(whole(
                (self.contour_error_cells * 16.0 + 0.5).min(65536.0),
            )),
            cells_least: up(self.area_least / (self.cell_size * self.cell_size) - 1e-6),
        })
    }
}

#[cfg(test)]
mod tests;
