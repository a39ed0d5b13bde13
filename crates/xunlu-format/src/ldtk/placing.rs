//! Where levels lie in their world, in cells, and which of them share a layer of the map.

use super::at_level;
use super::model::{Layer, Level};
use super::world::World;
use crate::error::{At, FormatError, Warning};
use crate::lines::quoted;
use crate::options::Limits;
use std::collections::BTreeMap;
use xunlu::{Cell, Layout, Rect, Size};

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
            return Err(world.unexpected(at_level(&level.identifier), found, "at least a pixel"));
        }
        let min = if is_row { Ok((next_x, 0)) } else { corner(world, level, cell_px) };
        let (x, y) = min?;
        next_x += i64::from(size.width);
        let cell = i32::try_from(x).ok().zip(i32::try_from(y).ok());
        let Some((x, y)) = cell else {
            let found = format!("it lies at the cell {x},{y}");
            return Err(world.unexpected(at_level(&level.identifier), found, "one less far out"));
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
        return Err(world.unexpected(at_level(&level.identifier), found, expected));
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
    limits: &Limits,
) -> Result<Vec<Floor>, FormatError> {
    let mut by_depth: BTreeMap<i32, Vec<(usize, Span)>> = BTreeMap::new();
    for (number, level) in levels.iter().enumerate() {
        by_depth.entry(level.depth).or_default().push((number, Span::of(level.rect)));
    }
    let mut cells = 0_u64;
    let mut floors = Vec::new();
    for (depth, spans) in by_depth {
        if let Some((one, other)) = overlap(&spans) {
            let (first, second) = (one.min(other), one.max(other));
            let name = |number: usize| levels.get(number).map_or("", |level| level.name);
            let found = format!("it overlaps level {}", quoted(name(first)));
            let expected = format!("levels of one depth ({depth}) to lie apart");
            return Err(world.unexpected(at_level(name(second)), found, expected));
        }
        let all = spans.iter().map(|&(_, span)| span).reduce(Span::around);
        let all = all.unwrap_or_default();
        cells = cells.saturating_add(all.area());
        let most = limits.cells_for(world.bytes);
        if cells > most {
            let found = format!("the levels and what lies between them are {cells} cells");
            let expected = format!("at most {most} for {} bytes", world.bytes);
            return Err(world.unexpected(At::File, found, expected));
        }
        let bounds = all.rect();
        Layout::new(bounds).map_err(|error| world.wrong(&error))?;
        let levels = spans.into_iter().map(|(number, _)| number).collect();
        floors.push(Floor { depth, bounds, levels });
    }
    Ok(floors)
}

/// A rectangle whose far corner can be named wherever it lies: from the first to before the last.
#[derive(Clone, Copy, Default, Debug)]
struct Span {
    x: (i64, i64),
    y: (i64, i64),
}

impl Span {
    fn of(rect: Rect) -> Span {
        let side =
            |least: i32, length: u32| (i64::from(least), i64::from(least) + i64::from(length));
        Span { x: side(rect.min.x, rect.size.width), y: side(rect.min.y, rect.size.height) }
    }

    fn around(self, other: Span) -> Span {
        let side = |a: (i64, i64), b: (i64, i64)| (a.0.min(b.0), a.1.max(b.1));
        Span { x: side(self.x, other.x), y: side(self.y, other.y) }
    }

    fn area(self) -> u64 {
        let length = |(from, to): (i64, i64)| from.abs_diff(to);
        length(self.x).saturating_mul(length(self.y))
    }

    /// The rectangle; cut where its numbers would be too large, which [`Layout`] then refuses.
    fn rect(self) -> Rect {
        let least = |(from, _): (i64, i64)| i32::try_from(from).unwrap_or(i32::MAX);
        let length = |(from, to): (i64, i64)| u32::try_from(from.abs_diff(to)).unwrap_or(u32::MAX);
        let min = Cell::new(least(self.x), least(self.y));
        Rect::new(min, Size::new(length(self.x), length(self.y)))
    }
}

/// Two levels that overlap, if any do: a line sweeps downwards over them and meets the columns of
/// those that it crosses, which are apart until one begins within another (Shamos and Hoey 1976).
fn overlap(spans: &[(usize, Span)]) -> Option<(usize, usize)> {
    let mut events = Vec::with_capacity(spans.len() * 2);
    for &(number, span) in spans {
        // Where one ends and another begins, the end comes first.
        events.push((span.y.0, true, number, span.x));
        events.push((span.y.1, false, number, span.x));
    }
    events.sort_unstable();
    let mut crossed: BTreeMap<i64, (i64, usize)> = BTreeMap::new();
    for (_, begins, number, (left, right)) in events {
        if !begins {
            crossed.remove(&left);
            continue;
        }
        let before = crossed.range(..=left).next_back().filter(|(_, (end, _))| *end > left);
        let after = || crossed.range(left..).next().filter(|(start, _)| **start < right);
        if let Some((_, &(_, other))) = before.or_else(after) {
            return Some((number, other));
        }
        crossed.insert(left, (right, number));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_testkit::Random;

    #[test]
    fn an_overlap_is_found_whenever_there_is_one() {
        for seed in 0..2000 {
            let mut random = Random::new(seed);
            let count = random.from_to(1, 7);
            let rects: Vec<Rect> = (0..count)
                .map(|_| {
                    let min = Cell::new(random.between(-8, 8), random.between(-8, 8));
                    Rect::new(min, Size::new(random.from_to(1, 5), random.from_to(1, 5)))
                })
                .collect();
            let meets = |a: usize, b: usize| !rects[a].intersection(rects[b]).is_empty();
            let any = (0..rects.len()).any(|a| (0..a).any(|b| meets(a, b)));
            let spans: Vec<_> = rects.iter().map(|&rect| Span::of(rect)).enumerate().collect();
            match overlap(&spans) {
                Some((a, b)) => assert!(a != b && meets(a, b), "seed {seed}"),
                None => assert!(!any, "seed {seed}"),
            }
        }
    }
}
