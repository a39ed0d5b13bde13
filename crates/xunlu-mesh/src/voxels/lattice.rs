//! Where the columns of cells stand.

use super::walker::{HEIGHT_MAX, Walker, up};
use crate::error::NavMeshError;
use crate::exact::{Chart, STEPS_A_UNIT, STEPS_MAX};
use xunlu_map::{Point, TriangleMesh};

/// So many columns of cells a ground has at most: they are gone through several times.
const COLUMNS_MAX: u64 = 1 << 25;

/// So many columns stand in a row at most: their corners have to lie on a chart.
const COLUMNS_IN_A_ROW_MAX: f64 = (STEPS_MAX / 2) as f64;

/// Where the columns of cells stand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lattice {
    pub(crate) cell_size: f64,
    /// How long a step of height is.
    pub(crate) step_length: f64,
    /// The first column and the first row, counted from where x and z are zero.
    pub(crate) first: [f64; 2],
    pub(crate) columns: u32,
    pub(crate) rows: u32,
    /// The height that heights are counted from.
    pub(crate) lowest: f64,
}

impl Lattice {
    pub(super) fn of(mesh: &TriangleMesh, walker: &Walker) -> Result<Lattice, NavMeshError> {
        let (mut least, mut most) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for (triangle, number) in mesh.triangles.iter().zip(0..) {
            for &corner in triangle {
                let vertex = mesh.vertices.get(corner as usize);
                let wrong = NavMeshError::Triangle { triangle: number };
                for (axis, &part) in vertex.ok_or(wrong)?.iter().enumerate() {
                    if !part.is_finite() {
                        return Err(NavMeshError::Coordinates);
                    }
                    least[axis] = least[axis].min(part.into());
                    most[axis] = most[axis].max(part.into());
                }
            }
        }
        if mesh.triangles.is_empty() {
            return Err(NavMeshError::Empty);
        }
        if (most[1] - least[1]) / walker.step_length >= f64::from(HEIGHT_MAX) {
            return Err(NavMeshError::Coordinates);
        }
        let cell_size = walker.cell_size;
        let [x, z] = [0, 2].map(|axis| {
            let first = (least[axis] / cell_size).floor();
            (first, ((most[axis] / cell_size).floor() - first + 1.0))
        });
        // So far from where x is zero, cells could not be told apart.
        let is_far = [0, 2].iter().any(|&axis| {
            let far = least[axis].abs().max(most[axis].abs()) / cell_size;
            far >= f64::from(1_u32 << 31)
        });
        let needed = voxels(x.1 * z.1);
        if needed > COLUMNS_MAX {
            return Err(NavMeshError::Voxels { needed, limit: COLUMNS_MAX });
        }
        if is_far || x.1.max(z.1) > COLUMNS_IN_A_ROW_MAX {
            return Err(NavMeshError::Coordinates);
        }
        Ok(Lattice {
            cell_size,
            step_length: walker.step_length,
            first: [x.0, z.0],
            columns: up(x.1),
            rows: up(z.1),
            lowest: least[1],
        })
    }

    /// Whether there may be such a lattice: of one that was read.
    pub(crate) fn is_possible(&self) -> bool {
        let numbers = [self.cell_size, self.step_length, self.first[0], self.first[1], self.lowest];
        numbers.iter().all(|number| number.is_finite())
            && self.cell_size > 0.0
            && self.step_length > 0.0
            && self.first.iter().all(|first| first.abs() < f64::from(1_u32 << 31))
            && u64::from(self.columns) * u64::from(self.rows) <= COLUMNS_MAX
            && f64::from(self.columns.max(self.rows)) <= COLUMNS_IN_A_ROW_MAX
    }

    /// A cell is a power of two of steps wide: what lies on a line in cells does so on the chart.
    pub(super) fn steps_a_cell(&self) -> u32 {
        let mut steps: u32 = 1;
        let most = self.columns.max(self.rows) + 2;
        let is_fine = |steps: u32| f64::from(steps) >= f64::from(STEPS_A_UNIT) * self.cell_size;
        while !is_fine(steps) && u64::from(most) * u64::from(2 * steps) < u64::from(STEPS_MAX) {
            steps *= 2;
        }
        steps
    }

    /// The chart of its corners.
    pub(crate) fn chart(&self) -> Option<Chart> {
        let origin = self.first.map(|first| first * self.cell_size);
        let steps_a_unit = f64::from(self.steps_a_cell()) / self.cell_size;
        Chart::with_steps_a_unit(Point::new(origin[0], origin[1]), steps_a_unit)
    }

    /// How high so many steps of height are.
    #[allow(clippy::cast_possible_truncation, reason = "heights came as f32")]
    pub(super) fn height(&self, steps: i32) -> f32 {
        (self.lowest + f64::from(steps) * self.step_length) as f32
    }

    /// How many columns and rows a point is away from the first corner.
    pub(super) fn cells(&self, point: Point) -> [f64; 2] {
        let [x, y] = self.first;
        [point.x / self.cell_size - x, point.y / self.cell_size - y]
    }
}

#[allow(clippy::cast_possible_truncation, reason = "a number too large becomes the largest")]
#[allow(clippy::cast_sign_loss, reason = "it counts voxels")]
fn voxels(number: f64) -> u64 {
    number as u64
}
