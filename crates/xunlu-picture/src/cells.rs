//! The ground of maps with cells: their colours, the lines between them, tags and one-way exits.

use crate::colour::{Paint, Rgb};
use crate::dense;
use crate::position::{PIXEL, Position};
use crate::scene::{Pen, Shape, Tiles};
use crate::search::Kept;
use crate::sheet::{Sheet, Tiling};
use crate::tint::{Tints, sample_of};
use crate::view::View;
use std::rc::Rc;
use xunlu_map::{Cell, Direction, Exits, HexDirection, Rect, Terrain};

/// From how many pixels a cell on there are lines between cells.
const LINES_FROM: i32 = 7;
/// From how many on tags are hatched and exits drawn.
const SIGNS_FROM: i32 = 12;

/// The ground of every sheet, with what a search saw of it.
pub(crate) fn shapes(
    view: &View<'_>,
    tints: &[Tints],
    kept: &[Kept],
    colours: &Rc<[Option<Rgb>]>,
) -> Vec<Shape> {
    let mut shapes = vec![Shape::Part("ground")];
    let is_squares = view.sheets().iter().all(|sheet| sheet.tiling == Tiling::Squares);
    if is_squares || view.is_dense() {
        shapes.extend(rasters(view, tints, kept, colours));
        if view.room_pixels() >= LINES_FROM {
            shapes.extend(view.sheets().iter().map(|sheet| lines(view, sheet)));
        }
    } else {
        let both = view.sheets().iter().zip(tints);
        shapes.extend(both.map(|(sheet, tints)| Shape::Tiles(tiles(view, sheet, tints, colours))));
    }
    if view.room_pixels() >= SIGNS_FROM {
        shapes.push(Shape::Part("signs"));
        for sheet in view.sheets() {
            hatches(view, sheet, &mut shapes);
            exits(view, sheet, &mut shapes);
        }
    }
    shapes
}

/// The ground of every sheet as squares of pixels.
pub(crate) fn rasters(
    view: &View<'_>,
    tints: &[Tints],
    kept: &[Kept],
    colours: &Rc<[Option<Rgb>]>,
) -> Vec<Shape> {
    let sheets = (0..).zip(view.sheets()).zip(tints);
    let rasters = sheets.map(|((number, sheet), tints)| {
        let mut raster = dense::raster(sheet, tints, Rc::clone(colours));
        let kept = kept.iter().filter(|kept| kept.sheet == number);
        dense::keep(&mut raster, sheet, kept.map(|kept| (kept.cell, kept.tint)));
        Shape::Raster(raster)
    });
    rasters.collect()
}

fn tiles(view: &View<'_>, sheet: &Sheet<'_>, tints: &Tints, colours: &Rc<[Option<Rgb>]>) -> Tiles {
    let sample = |cell| sample_of(sheet.terrain(cell), sheet.tags(cell), tints.of(sheet, cell));
    let cells = sheet.shown.cells().filter(|&cell| sheet.terrain(cell) != Terrain::VOID);
    let line = (view.room_pixels() >= LINES_FROM).then_some((line_width(view), view.palette.line));
    Tiles {
        corners: sheet.corners(),
        tiles: cells.map(|cell| (sheet.centre(cell), sample(cell))).collect(),
        colours: Rc::clone(colours),
        line,
    }
}

fn line_width(view: &View<'_>) -> i32 {
    if view.room_pixels() >= 40 { PIXEL * 3 / 2 } else { PIXEL }
}

/// The lines between square cells, and around them; none between walls, and none where there is no
/// ground on either side.
fn lines(view: &View<'_>, sheet: &Sheet<'_>) -> Shape {
    let Rect { min, size } = sheet.shown;
    let is_ground =
        |x: i32, y: i32| !matches!(sheet.terrain(Cell::new(x, y)), Terrain::WALL | Terrain::VOID);
    let [right, below] =
        [min.x.saturating_add_unsigned(size.width), min.y.saturating_add_unsigned(size.height)];
    let mut lines = Vec::new();
    let mut keep = |from: Cell, to: Cell| {
        // In the middle of a pixel, so that the line is exactly one wide.
        let at = |cell| sheet.corner_of(cell).plus(PIXEL / 2, PIXEL / 2);
        lines.push(vec![at(from), at(to)]);
    };
    for y in min.y..=below {
        let is_line = |x| is_ground(x, y) || is_ground(x, y - 1);
        for (from, to) in runs(min.x..right, is_line) {
            keep(Cell::new(from, y), Cell::new(to, y));
        }
    }
    for x in min.x..=right {
        let is_line = |y| is_ground(x, y) || is_ground(x - 1, y);
        for (from, to) in runs(min.y..below, is_line) {
            keep(Cell::new(x, from), Cell::new(x, to));
        }
    }
    Shape::Lines { lines, pen: Pen::new(PIXEL, view.palette.line) }
}

/// Where something holds without a break: from the first to one past the last.
pub(crate) fn runs(range: std::ops::Range<i32>, holds: impl Fn(i32) -> bool) -> Vec<(i32, i32)> {
    let mut runs = Vec::new();
    let mut begun = None;
    for at in range.clone() {
        match (holds(at), begun) {
            (true, None) => begun = Some(at),
            (false, Some(from)) => {
                runs.push((from, at));
                begun = None;
            }
            _ => {}
        }
    }
    runs.extend(begun.map(|from| (from, range.end)));
    runs
}

/// Slanted lines over cells with tags, in the colour of the first of them.
fn hatches(view: &View<'_>, sheet: &Sheet<'_>, shapes: &mut Vec<Shape>) {
    let Some(tags) = sheet.ground.tags() else { return };
    let mut by_colour = vec![Vec::new(); view.palette.tags.len()];
    for cell in sheet.shown.cells().filter(|&cell| sheet.terrain(cell) != Terrain::VOID) {
        let Some(first) = tags.get(cell).and_then(|tags| tags.numbers().next()) else { continue };
        let centre = sheet.centre(cell);
        let number = first as usize % by_colour.len();
        // Within the middle of a cell of any shape.
        let reach = if sheet.tiling == Tiling::Squares { view.room / 2 } else { view.room / 3 };
        for step in [-1, 0, 1] {
            let (off, short) = (step * reach / 2, reach - (step * reach / 2).abs());
            let ends = [(off - short, off + short), (off + short, off - short)];
            by_colour[number].push(ends.map(|(x, y)| centre.plus(x, y)).to_vec());
        }
    }
    for (lines, colour) in by_colour.into_iter().zip(view.palette.tags) {
        if !lines.is_empty() {
            let width = (view.room / 24).clamp(PIXEL * 3 / 4, PIXEL * 2);
            let pen = Pen { width, paint: Paint::faint(colour, 150), dash: None };
            shapes.push(Shape::Lines { lines, pen });
        }
    }
}

/// Small arrows out of cells that can be left by few exits; bars across the exits that few cells lack.
fn exits(view: &View<'_>, sheet: &Sheet<'_>, shapes: &mut Vec<Shape>) {
    let Some(exits) = sheet.ground.exits() else { return };
    let (mut arrows, mut bars) = (Vec::new(), Vec::new());
    for cell in sheet.shown.cells() {
        let allowed = exits.get(cell).unwrap_or(Exits::ALL);
        if allowed == Exits::ALL || sheet.terrain(cell) == Terrain::VOID {
            continue;
        }
        let ways = ways_out(sheet, cell);
        let open = ways.iter().zip(0..).filter(|&(_, way)| allowed.allows(way)).count();
        let centre = sheet.centre(cell);
        for (&towards, way) in ways.iter().zip(0..) {
            // On squares only the four straight sides can be barred visibly.
            let is_straight = way < 4 || matches!(sheet.tiling, Tiling::Hexes(_));
            let half = centre.distance(towards) / 2;
            match (allowed.allows(way), open <= 3) {
                (true, true) => {
                    arrows.push(arrow_head(centre, towards, half * 7 / 8, view.room / 8))
                }
                (false, false) if is_straight => {
                    let edge = half - PIXEL;
                    let side = view.room / 4;
                    let end = |aside| centre.stepped(towards, edge, aside);
                    bars.push(vec![end(-side), end(side)]);
                }
                _ => {}
            }
        }
        if open == 0 {
            let arm = view.room / 8;
            bars.push(vec![centre.plus(-arm, -arm), centre.plus(arm, arm)]);
            bars.push(vec![centre.plus(-arm, arm), centre.plus(arm, -arm)]);
        }
    }
    let pen = Pen::new((view.room / 14).clamp(PIXEL * 2, PIXEL * 4), view.palette.shut);
    shapes.push(Shape::Polygons { outlines: arrows, fill: Paint::solid(view.palette.link) });
    shapes.push(Shape::Lines { lines: bars, pen });
}

/// The middles of the cells around one, in the order of its exits.
fn ways_out(sheet: &Sheet<'_>, cell: Cell) -> Vec<Position> {
    match sheet.tiling {
        Tiling::Hexes(arrangement) => {
            let hex = arrangement.hex_of(cell);
            let around = HexDirection::ALL.into_iter().map(|way| hex.neighbour(way));
            around.map(|hex| sheet.centre(arrangement.cell_of(hex))).collect()
        }
        _ => Direction::ALL.into_iter().map(|way| sheet.centre(cell + way.offset())).collect(),
    }
}

/// A triangle that points from one point towards another, with its tip so far on the way.
pub(crate) fn arrow_head(from: Position, towards: Position, tip: i32, size: i32) -> Vec<Position> {
    let back = tip - size * 5 / 4;
    vec![
        from.stepped(towards, tip, 0),
        from.stepped(towards, back, size),
        from.stepped(towards, back, -size),
    ]
}
