//! Where levels lie in their world, in cells, and which of them share a layer of the map.

use super::model::{Layer, Level, at_level};
use super::world::World;
use crate::error::{At, FormatError, FormatErrorKind, Warning};
use crate::limits_check::checked_size;
use crate::options::ReadLimits;
use crate::span::{Span, overlap};
use std::collections::BTreeMap;
use xunlu_map::{Cell, MapErrorKind, Quoted, Rect, Size};

/// A level with its place in the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed<'a> {
    pub(super) name: &'a str,
    pub(super) depth: i32,
    /// Its cells.
    pub(super) rect: Rect,
    /// Its layers, the first of them on top.
    pub(super) layers: &'a [Layer],
}

/// The levels of one depth: a layer of the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Floor {
    pub(super) depth: i32,
    /// The smallest rectangle around its levels.
    pub(super) bounds: Rect,
    /// Their numbers.
    pub(super) levels: Vec<usize>,
}

/// Every level's place.
///
/// # Errors
/// When a level has no cells, lies too far out, or not on a multiple of the cell.
pub(super) fn placed<'a>(
    world: &'a World,
    cell_px: u32,
    warnings: &mut Vec<Warning>,
) -> Result<Vec<Placed<'a>>, FormatError> {
    let has_no_place = |level: &Level| level.world_x < 0 || level.world_y < 0;
    let is_row = world.is_linear && world.levels.iter().any(|(level, _)| has_no_place(level));
    if is_row && world.levels.len() > 1 {
        let message = "the levels have no places in this layout; laid side by side";
        warnings.push(Warning::new(At::File, message));
    }
    let mut next_x = 0;
    let mut all = Vec::with_capacity(world.levels.len());
    for (level, layers) in &world.levels {
        let size = Size::new(level.px_wid.div_ceil(cell_px), level.px_hei.div_ceil(cell_px));
        if size.area() == 0 {
            let found = format!("it is {}x{} px large", level.px_wid, level.px_hei);
            let error = world.unexpected(at_level(&level.identifier), found, "at least a pixel");
            return Err(error.of(FormatErrorKind::Map(MapErrorKind::Empty), []));
        }
        let min = if is_row { Ok((next_x, 0)) } else { corner(world, level, cell_px) };
        let (x, y) = min?;
        next_x += i64::from(size.width);
        let cell = i32::try_from(x).ok().zip(i32::try_from(y).ok());
        let Some((x, y)) = cell else {
            let found = format!("it lies at the cell {x},{y}");
            let error = world.unexpected(at_level(&level.identifier), found, "one less far out");
            let corner = format_args!("{x},{y}");
            let kind = FormatErrorKind::Map(MapErrorKind::TooFarOut);
            return Err(error.of(kind, [&corner, &i32::MAX]));
        };
        let rect = Rect::new(Cell::new(x, y), size);
        all.push(Placed { name: &level.identifier, depth: level.world_depth, rect, layers });
    }
    Ok(all)
}

/// The least cell of a level that has a place.
fn corner(world: &World, level: &Level, cell_px: u32) -> Result<(i64, i64), FormatError> {
    let (x, y, side) = (i64::from(level.world_x), i64::from(level.world_y), i64::from(cell_px));
    if x.rem_euclid(side) != 0 || y.rem_euclid(side) != 0 {
        let found = format!("it lies at {x},{y} px");
        let expected = format!("multiples of {side}, the side of a cell");
        let error = world.unexpected(at_level(&level.identifier), found, expected);
        return Err(error.of(FormatErrorKind::OffGrid, [&format_args!("{x},{y}"), &side]));
    }
    Ok((x.div_euclid(side), y.div_euclid(side)))
}

/// The levels by rising depth.
///
/// # Errors
/// When levels of one depth overlap, or the map would be larger than the limits allow for files of
/// that length.
pub(super) fn floors(
    world: &World,
    levels: &[Placed<'_>],
    limits: &ReadLimits,
) -> Result<Vec<Floor>, FormatError> {
    let mut by_depth: BTreeMap<i32, Vec<usize>> = BTreeMap::new();
    for (number, level) in levels.iter().enumerate() {
        by_depth.entry(level.depth).or_default().push(number);
    }
    let mut cells_left = limits.cells_for(world.bytes);
    let mut floors = Vec::new();
    for (depth, numbers) in by_depth {
        let here: Vec<&Placed<'_>> =
            numbers.iter().filter_map(|&number| levels.get(number)).collect();
        let spans = || here.iter().map(|level| Span::of(level.rect));
        if let Some((first, second)) = overlap(spans()) {
            let name = |at: usize| here.get(at).map_or("", |level| level.name);
            let found = format!("it overlaps level {}", Quoted(name(first)));
            let expected = format!("levels of one depth ({depth}) to lie apart");
            let error = world.unexpected(at_level(name(second)), found, expected);
            return Err(error.of(FormatErrorKind::Overlap, [&Quoted(name(first))]));
        }
        let bounds = spans().reduce(Span::around).unwrap_or_default().rect();
        checked_size(bounds, cells_left).map_err(|excess| {
            let at = At::Part(format!("the levels of depth {depth} and what lies between them"));
            FormatError::exceeding(&world.file, at, excess)
        })?;
        cells_left = cells_left.saturating_sub(bounds.size.area());
        floors.push(Floor { depth, bounds, levels: numbers });
    }
    Ok(floors)
}
