//! Small cells: the ground as squares of whole pixels, and maps of more cells than pixels.

use crate::colour::Rgb;
use crate::position::{PIXEL, Position, pixels};
use crate::scene::Raster;
use crate::sheet::{Pitch, Sheet, Tiling};
use crate::tint::{Tint, Tints, nothing, sample_of};
use std::rc::Rc;
use xunlu_map::{Cell, Tags, Terrain};

/// The ground of a sheet as squares: one for each cell where cells are squares of whole pixels, else
/// one for each pixel.
pub(crate) fn raster(sheet: &Sheet<'_>, tints: &Tints, colours: Rc<[Option<Rgb>]>) -> Raster {
    let is_whole = sheet.pitch >= Pitch::PIXEL && Pitch::pixels(sheet.pitch.whole()) == sheet.pitch;
    if sheet.tiling == Tiling::Squares && is_whole {
        return by_cell(sheet, tints, colours);
    }
    by_pixel(sheet, tints, colours)
}

/// Cells that are seen however small they are: a pixel of several shows theirs.
pub(crate) fn keep(
    raster: &mut Raster,
    sheet: &Sheet<'_>,
    cells: impl Iterator<Item = (Cell, Tint)>,
) {
    if sheet.pitch >= Pitch::PIXEL {
        return;
    }
    for (cell, tint) in cells {
        let at = sheet.centre(cell);
        let off = |at: i32, least: u32| u32::try_from(at / PIXEL).ok()?.checked_sub(least);
        let (Some(column), Some(row)) = (off(at.x, sheet.left), off(at.y, sheet.top)) else {
            continue;
        };
        let column = column.min(raster.columns.saturating_sub(1));
        let index = row as usize * raster.columns as usize + column as usize;
        if let Some(sample) = raster.samples.get_mut(index) {
            *sample = sample_of(Terrain::OPEN, Tags::NONE, tint);
        }
    }
}

fn by_cell(sheet: &Sheet<'_>, tints: &Tints, colours: Rc<[Option<Rgb>]>) -> Raster {
    let (columns, rows) = (sheet.shown.size.width, sheet.shown.size.height);
    let mut samples = Vec::with_capacity(columns as usize * rows as usize);
    let terrains = sheet.ground.terrain();
    for (row, cells) in (0..rows).zip(terrains.rows_of(sheet.shown)) {
        let tints = tints.row(row, columns);
        let ground = terrains.values().get(cells.clone()).unwrap_or_default();
        match sheet.ground.tags() {
            None if tints.is_empty() => {
                samples.extend(ground.iter().map(|&at| sample_of(at, Tags::NONE, Tint::NONE)));
            }
            None => {
                let both = ground.iter().zip(tints);
                samples.extend(both.map(|(&at, &tint)| sample_of(at, Tags::NONE, tint)));
            }
            Some(tags) => {
                let tags = tags.values().get(cells).unwrap_or_default();
                let tints = tints.iter().copied().chain(std::iter::repeat(Tint::NONE));
                let all = ground.iter().zip(tags).zip(tints);
                samples.extend(all.map(|((&at, &tags), tint)| sample_of(at, tags, tint)));
            }
        }
    }
    let (left, top, pixels) = (sheet.left, sheet.top, sheet.pitch.whole());
    Raster { left, top, columns, pixels, samples, colours }
}

fn by_pixel(sheet: &Sheet<'_>, tints: &Tints, colours: Rc<[Option<Rgb>]>) -> Raster {
    let (width, height) = sheet.extent(sheet.pitch);
    let [columns, rows] = [width, height].map(|length| u32::try_from(length).unwrap_or(u32::MAX));
    // A pixel of several cells is looked at in several places.
    let looks = (Pitch::PIXEL.0 / sheet.pitch.0.max(1) + 1).clamp(1, 4);
    let looks = i32::try_from(looks).unwrap_or(4);
    let looks = if sheet.pitch >= Pitch::PIXEL { 1 } else { looks };
    let step = |look: i32| (2 * look + 1) * PIXEL / (2 * looks);
    let looks_along = |first: u32, count: u32| {
        (first..first + count)
            .flat_map(move |at| (0..looks).map(move |look| pixels(at) + step(look)))
    };
    let [across, down]: [Vec<i32>; 2] = [(sheet.left, columns), (sheet.top, rows)]
        .map(|(at, count)| looks_along(at, count).collect());
    let looks = looks.unsigned_abs() as usize;
    let mut samples = Vec::with_capacity(columns as usize * rows as usize);
    if sheet.tiling == Tiling::Squares {
        // Each column and row is found once, and not again for every pixel.
        let across: Vec<_> = across.into_iter().map(|x| sheet.column_at(x)).collect();
        let down: Vec<_> = down.into_iter().map(|y| sheet.row_at(y)).collect();
        for ys in down.chunks(looks) {
            samples.extend(across.chunks(looks).map(|xs| {
                let xs = || xs.iter().flatten();
                let cells = ys.iter().flatten().flat_map(|&y| xs().map(move |&x| Cell::new(x, y)));
                looked_up(sheet, tints, cells)
            }));
        }
    } else {
        for ys in down.chunks(looks) {
            samples.extend(across.chunks(looks).map(|xs| {
                let points = ys.iter().flat_map(|&y| xs.iter().map(move |&x| Position::new(x, y)));
                looked_up(sheet, tints, points.filter_map(|at| sheet.cell_at(at)))
            }));
        }
    }
    Raster { left: sheet.left, top: sheet.top, columns, pixels: 1, samples, colours }
}

/// What a pixel shows of the cells below it, from the upper left: walls if they are the most, else the ground
/// seen first, with the strongest tint. The path, its start and its goal show in any case.
fn looked_up(sheet: &Sheet<'_>, tints: &Tints, cells: impl Iterator<Item = Cell>) -> u16 {
    let (mut walls, mut seen) = (0, 0);
    let mut shown: Option<(Terrain, Tags)> = None;
    let mut strongest = Tint::NONE;
    for cell in cells {
        let terrain = sheet.terrain(cell);
        seen += 1;
        strongest = strongest.max(tints.of(sheet, cell));
        if terrain == Terrain::WALL || terrain == Terrain::VOID {
            walls += 1;
            shown = shown.or(Some((terrain, Tags::NONE)));
        } else if shown.is_none_or(|(shown, _)| matches!(shown, Terrain::WALL | Terrain::VOID)) {
            shown = Some((terrain, sheet.tags(cell)));
        }
    }
    let Some((terrain, tags)) = shown else { return nothing() };
    if strongest >= Tint::PATH {
        return sample_of(Terrain::OPEN, Tags::NONE, strongest);
    }
    if 2 * walls > seen && terrain != Terrain::VOID {
        return sample_of(Terrain::WALL, Tags::NONE, Tint::NONE);
    }
    sample_of(terrain, tags, strongest)
}
