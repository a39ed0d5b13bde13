//! Heights as bytes: of ground that triangles made, whose polygons may lie over each other.

use super::numbers::{Reader, Writer};
use super::sections::Kind;
use super::{read_head, write_file};
use crate::error::MeshFileError;
use crate::half_edges::numbered;
use crate::nav_mesh::NavMesh;
use crate::paged::PagedMesh;
use crate::surface::Surface;
use crate::voxels::field::{HeightField, Run};
use crate::voxels::lattice::Lattice;
use std::io::{self, Read, Seek, Write};

/// A run of cells takes at least its column, region, count, and a height.
const RUN_BYTES: usize = 4;

impl Surface {
    /// Writes the ground to a file, its heights with it. It is many small writes; give a buffer.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, to: impl Write) -> io::Result<()> {
        write_file(&self.mesh, &[(Kind::Heights, write(&self.field, &self.regions))], to)
    }

    /// Reads ground from a file that [`Surface::save`] wrote.
    ///
    /// # Errors
    /// If it cannot be read, is no mesh, or has no heights: see [`MeshFileError`].
    pub fn load(mut from: impl Read + Seek) -> Result<Surface, MeshFileError> {
        let head = read_head(&mut from)?;
        let said = head.sections.said(Kind::Heights, &mut from, read)?;
        let (field, regions) = said.ok_or(MeshFileError::NoHeights)?;
        let mesh = PagedMesh::open(from, usize::MAX)?.into_whole()?;
        let is_of_it = field.lattice.chart() == Some(*mesh.chart())
            && regions.len() == mesh.polygon_count()
            && mesh.sides().squares().count() == 1;
        if is_of_it { Ok(Surface { mesh, field, regions }) } else { Err(MeshFileError::Head) }
    }
}

/// What a file holds that was written with [`NavMesh::save`], [`NavMesh::save_with`] or [`Surface::save`].
#[derive(Clone, Debug)]
pub enum SavedGround {
    /// A mesh in the plane, and what is said of it.
    Mesh(NavMesh, crate::notes::MeshNotes),
    /// Ground with heights.
    Surface(Surface),
}

impl SavedGround {
    /// Reads whatever it is.
    ///
    /// # Errors
    /// If it cannot be read, or is no mesh: see [`MeshFileError`].
    pub fn load(mut from: impl Read + Seek) -> Result<SavedGround, MeshFileError> {
        if read_head(&mut from)?.sections.has(Kind::Heights) {
            return Surface::load(from).map(SavedGround::Surface);
        }
        let mut paged = PagedMesh::open(from, usize::MAX)?;
        let notes = paged.take_notes();
        Ok(SavedGround::Mesh(paged.into_whole()?, notes))
    }

    /// Its polygons, seen from above.
    #[must_use]
    pub fn mesh(&self) -> &NavMesh {
        match self {
            SavedGround::Mesh(mesh, _) => mesh,
            SavedGround::Surface(surface) => surface.mesh(),
        }
    }
}

fn write(field: &HeightField, regions: &[u32]) -> Vec<u8> {
    let mut to = Writer::default();
    let Lattice { cell_size, step_length, first: [x, z], columns, rows, lowest } = field.lattice;
    for number in [cell_size, step_length, x, z, lowest, field.storey] {
        to.put_f64(number);
    }
    to.put(columns.into());
    to.put(rows.into());
    to.put(regions.len() as u64);
    regions.iter().for_each(|&region| to.put(region.into()));
    to.put(field.rows.len().saturating_sub(1) as u64);
    let mut before = 0;
    for &[first, end] in field.rows.array_windows() {
        let runs = &field.runs[first as usize..end as usize];
        to.put(runs.len() as u64);
        for &Run { column, region, count, first } in runs {
            [column, region, count].into_iter().for_each(|number| to.put(number.into()));
            for &height in &field.heights[first as usize..(first + count) as usize] {
                to.put_signed(i64::from(height) - before);
                before = height.into();
            }
        }
    }
    to.bytes
}

/// Returns `None` if the bytes are no heights.
fn read(bytes: &[u8]) -> Option<(HeightField, Vec<u32>)> {
    let mut from = Reader { bytes };
    let mut number = || from.take_f64();
    let [cell_size, step_length, x, z, lowest, storey] =
        [number()?, number()?, number()?, number()?, number()?, number()?];
    let [columns, rows] = [from.take_u32()?, from.take_u32()?];
    let lattice = Lattice { cell_size, step_length, first: [x, z], columns, rows, lowest };
    let is_right = lattice.is_possible() && storey >= 0.0;
    let regions: Option<Vec<u32>> = (0..from.take_count(1)?).map(|_| from.take_u32()).collect();
    let count = from.take_count(1)?;
    let mut field = HeightField {
        lattice,
        rows: Vec::with_capacity(count + 1),
        runs: Vec::new(),
        heights: Vec::new(),
        storey,
    };
    let mut before = 0;
    for _ in 0..count {
        field.rows.push(numbered(field.runs.len()));
        let begun = field.runs.len();
        for _ in 0..from.take_count(RUN_BYTES)? {
            let run = Run {
                column: from.take_u32()?,
                region: from.take_u32()?,
                count: from.take_u32()?,
                first: numbered(field.heights.len()),
            };
            if !run.is_within(columns) || run.count as usize > from.bytes.len() {
                return None;
            }
            for _ in 0..run.count {
                before = i64::checked_add(before, from.take_signed()?)?;
                field.heights.push(i32::try_from(before).ok()?);
            }
            field.runs.push(run);
        }
        if !field.runs[begun..].is_sorted() {
            return None;
        }
    }
    field.rows.push(numbered(field.runs.len()));
    (is_right && from.bytes.is_empty() && count as u64 == u64::from(rows))
        .then_some((field, regions?))
}
