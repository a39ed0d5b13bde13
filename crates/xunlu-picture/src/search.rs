//! A search and its answer on top of the map: how cells were seen, the path, and its two ends.

use crate::cells::arrow_head;
use crate::colour::{Paint, Rgb};
use crate::font;
use crate::names::bent;
use crate::position::{PIXEL, Position};
use crate::scene::{Anchor, Pen, Shape, Text};
use crate::sheet::{Sheet, Tiling};
use crate::tint::{Tint, Tints, sample_of};
use crate::view::{Located, View};
use std::collections::BTreeSet;
use xunlu_format::{Overlay, Visited};
use xunlu_map::{Cell, Cost, Map, Place, Wrap};

/// What a search is told of in figures, gathered in one look at everything it saw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Facts {
    pub(crate) closed: usize,
    pub(crate) open: usize,
    /// One more than the last number of a closed place.
    pub(crate) orders: u32,
    /// The largest costs.
    g_most: Cost,
    h_most: Cost,
    /// What the path costs up to its end.
    pub(crate) path_cost: Option<Cost>,
}

impl Facts {
    pub(crate) fn of(overlay: &Overlay) -> Facts {
        let end = overlay.path.last().copied();
        let mut facts = Facts::default();
        for seen in &overlay.visited {
            match seen.closed {
                Some(order) => {
                    facts.closed += 1;
                    facts.orders = facts.orders.max(order.saturating_add(1));
                }
                None => facts.open += 1,
            }
            facts.g_most = facts.g_most.max(seen.g);
            facts.h_most = facts.h_most.max(seen.h);
            if end == Some(seen.place) {
                facts.path_cost = Some(seen.g);
            }
        }
        facts
    }

    /// How many pixels the longest numbers take side by side at the smallest size.
    pub(crate) fn pixels_needed(&self) -> u32 {
        let [g, h] = [self.g_most, self.h_most].map(|most| font::width_of(&most.to_string()));
        g + h + 4
    }
}

/// What each sheet's cells are tinted with, and how many places that were seen lie outside.
pub(crate) fn tints_of(view: &View<'_>, overlay: &Overlay, facts: &Facts) -> (Vec<Tints>, usize) {
    let mut tints: Vec<Tints> = view.sheets().iter().map(|_| Tints::default()).collect();
    let mut lay = |place: Place, tint: Tint| {
        let Some((number, cell)) = view.cell_of(place) else { return false };
        if let (Some(tints), Some(sheet)) = (tints.get_mut(number), view.sheets().get(number)) {
            tints.lay(sheet, cell, tint);
        }
        true
    };
    for &place in &overlay.reach {
        lay(place, Tint::REACH);
    }
    let mut strays = 0;
    for seen in &overlay.visited {
        strays += usize::from(!lay(seen.place, tint_of(seen, facts.orders)));
    }
    (tints, strays)
}

/// The cells that are seen whatever lies around them: the path, and if wanted its ends. Each with its
/// sheet.
pub(crate) fn kept(view: &View<'_>, overlay: &Overlay, with_ends: bool) -> Vec<Kept> {
    let path = overlay.path.iter().map(|&place| (place, Tint::PATH));
    let ends = overlay.goals.iter().map(|&place| (place, Tint::GOAL));
    let ends = ends.chain(overlay.start.iter().map(|&place| (place, Tint::START)));
    let all = path.chain(ends.filter(|_| with_ends));
    let found = all.filter_map(|(place, tint)| {
        view.cell_of(place).map(|(sheet, cell)| Kept { sheet, cell, tint })
    });
    found.collect()
}

/// A cell that is seen whatever lies around it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept {
    pub(crate) sheet: usize,
    pub(crate) cell: Cell,
    pub(crate) tint: Tint,
}

/// Tints the cells that are to be seen.
pub(crate) fn lay(view: &View<'_>, kept: &[Kept], tints: &mut [Tints]) {
    for &Kept { sheet: number, cell, tint } in kept {
        if let (Some(tints), Some(sheet)) = (tints.get_mut(number), view.sheets().get(number)) {
            tints.lay(sheet, cell, tint);
        }
    }
}

pub(crate) fn tint_of(seen: &Visited, orders: u32) -> Tint {
    seen.closed.map_or(Tint::OPEN, |order| Tint::closed(order, orders))
}

/// In which numbers a search's costs are written into cells, if there is room.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NumberSize {
    size: u32,
}

impl NumberSize {
    /// The largest size at which the longest numbers fit side by side.
    pub(crate) fn fitting(view: &View<'_>, facts: &Facts) -> Option<NumberSize> {
        let room = u32::try_from(view.room_pixels()).unwrap_or(0);
        let needed = facts.pixels_needed();
        let is_diamonds = view.sheets().iter().any(|sheet| sheet.tiling == Tiling::Diamonds);
        // On diamonds, which are twice as wide as high, they stand beside the middle.
        let width = if is_diamonds { room * 5 / 4 } else { room };
        let fits = |size: &u32| needed * size + 10 <= width && size * 30 <= room;
        (1..=4).rev().find(fits).map(|size| NumberSize { size })
    }
}

/// In each cell that a search saw, but for those of the path, an arrow to the cell from which it was
/// reached.
pub(crate) fn arrows(
    view: &View<'_>,
    overlay: &Overlay,
    orders: u32,
    colours: &[Option<Rgb>],
) -> Vec<Shape> {
    let mut shapes = vec![Shape::Part("arrows")];
    let path: BTreeSet<Place> = overlay.path.iter().copied().collect();
    for seen in overlay.visited.iter().filter(|seen| !path.contains(&seen.place)) {
        let Some(here) = view.locate(seen.place) else { continue };
        let Some(parent) = view.locate(seen.parent).filter(|parent| parent.at != here.at) else {
            continue;
        };
        arrow(view, here, parent, ink_of(view, here, seen, orders, colours), &mut shapes);
    }
    shapes
}

/// In each cell that a search saw: f above, g below on the left, h below on the right.
pub(crate) fn numbers(
    view: &View<'_>,
    overlay: &Overlay,
    (size, orders): (NumberSize, u32),
    colours: &[Option<Rgb>],
) -> Vec<Shape> {
    let mut shapes = vec![Shape::Part("numbers")];
    for seen in &overlay.visited {
        let Some(here) = view.locate(seen.place) else { continue };
        let Some(sheet) = view.sheets().get(here.sheet) else { continue };
        let ink = ink_of(view, here, seen, orders, colours);
        texts_of(view, sheet, here.at, seen, size, ink, &mut shapes);
    }
    shapes
}

/// What can be read on a cell.
fn ink_of(
    view: &View<'_>,
    here: Located,
    seen: &Visited,
    orders: u32,
    colours: &[Option<Rgb>],
) -> Rgb {
    let colour = view.sheets().get(here.sheet).and_then(|sheet| {
        let (terrain, tags) = (sheet.terrain(here.cell), sheet.tags(here.cell));
        colours.get(usize::from(sample_of(terrain, tags, tint_of(seen, orders)))).copied()?
    });
    view.palette.ink_on(colour.unwrap_or(view.palette.paper))
}

fn texts_of(
    view: &View<'_>,
    sheet: &Sheet<'_>,
    at: Position,
    seen: &Visited,
    NumberSize { size }: NumberSize,
    colour: Rgb,
    shapes: &mut Vec<Shape>,
) {
    let high = crate::position::pixels(font::GLYPH_HEIGHT * size);
    let text = |x, y, anchor, text: String, size| {
        Shape::Text(Text { at: at.plus(x, y), anchor, size, colour, text })
    };
    let (f, g, h) = ((seen.g + seen.h).to_string(), seen.g.to_string(), seen.h.to_string());
    if sheet.tiling == Tiling::Squares {
        let edge = view.room / 2 - 5 * PIXEL;
        shapes.push(text(-edge + PIXEL, -edge + PIXEL, Anchor::Left, f, size));
        shapes.push(text(-edge + PIXEL, edge - high, Anchor::Left, g, size));
        shapes.push(text(edge, edge - high, Anchor::Right, h, size));
        return;
    }
    if sheet.tiling == Tiling::Diamonds {
        let aside = view.room * 9 / 20;
        shapes.push(text(0, -view.room * 5 / 32 - high, Anchor::Middle, f, size));
        shapes.push(text(-aside, -high / 2, Anchor::Middle, g, size));
        shapes.push(text(aside, -high / 2, Anchor::Middle, h, size));
        return;
    }
    let (aside, low) = (view.room / 24 + 2 * PIXEL, view.room * 5 / 32);
    shapes.push(text(0, -low - high, Anchor::Middle, f, size));
    shapes.push(text(-aside, low, Anchor::Right, g, size));
    shapes.push(text(aside, low, Anchor::Left, h, size));
}

/// A short arrow in the middle of a cell, towards another.
fn arrow(view: &View<'_>, from: Located, to: Located, ink: Rgb, shapes: &mut Vec<Shape>) {
    let reach = view.room / 7;
    let size = (view.room / 18).max(PIXEL * 2);
    let tip = reach + size / 2;
    let back = from.at.stepped(to.at, -reach, 0);
    let neck = from.at.stepped(to.at, tip - size, 0);
    let width = (view.room / 40).clamp(PIXEL, PIXEL * 3);
    let paint = Paint::faint(ink, 170);
    let pen = Pen { width, paint, dash: None };
    shapes.push(Shape::Lines { lines: vec![vec![back, neck]], pen });
    let outlines = vec![arrow_head(from.at, to.at, tip, size)];
    shapes.push(Shape::Polygons { outlines, fill: paint });
}

/// The path as a line, where cells are large enough for one; a thinner one where there are words in
/// the way.
pub(crate) fn path(view: &View<'_>, overlay: &Overlay, is_tight: bool) -> Vec<Shape> {
    if view.is_dense() {
        return Vec::new();
    }
    let jumps = jumps(view);
    let (mut lines, mut leaps) = (Vec::new(), Vec::new());
    let mut line: Vec<Position> = Vec::new();
    let mut before: Option<(Place, Located)> = None;
    for &place in &overlay.path {
        let Some(here) = view.locate(place) else { continue };
        if let Some((from, last)) = before {
            if jumps.contains(&(from, place)) {
                lines.push(std::mem::take(&mut line));
                leaps.push(bent(last.at, here.at));
            } else if jumps.contains(&(place, from)) || last.sheet != here.sheet {
                lines.push(std::mem::take(&mut line));
                leaps.push(bent(here.at, last.at));
            } else if let Some([out, back]) = round_edge(view, last, here) {
                line.push(out);
                lines.push(std::mem::replace(&mut line, vec![back]));
            }
        }
        line.push(here.at);
        before = Some((place, here));
    }
    lines.push(line);
    lines.retain(|line| line.len() > 1);
    let share = if is_tight { 12 } else { 7 };
    let width = (view.room / share).clamp(PIXEL * 2, PIXEL * 9);
    let rim = (view.room / 24).clamp(PIXEL, PIXEL * 3 / 2);
    let edge = Pen::new(width + 2 * rim, view.palette.path_edge);
    let gold = Pen::new(width, view.palette.path);
    let leap = |pen: Pen| Pen { width: pen.width * 2 / 3, ..pen }.dashed(width * 2);
    vec![
        Shape::Part("path"),
        Shape::Lines { lines: leaps.clone(), pen: leap(edge) },
        Shape::Lines { lines: leaps, pen: leap(gold) },
        Shape::Lines { lines: lines.clone(), pen: edge },
        Shape::Lines { lines, pen: gold },
    ]
}

/// The pairs of places that links of a map with cells join.
fn jumps(view: &View<'_>) -> BTreeSet<(Place, Place)> {
    let map = view.map().filter(|map| !matches!(map, Map::Waypoints(_)));
    let links = map.into_iter().flat_map(|map| map.links());
    links.map(|(_, link)| (link.from, link.to)).collect()
}

/// Of a step across joined edges, the points where the line leaves the map and comes in again.
fn round_edge(view: &View<'_>, from: Located, to: Located) -> Option<[Position; 2]> {
    let sheet = view.sheets().get(from.sheet)?;
    let size = sheet.shown.size;
    let round = |from: i32, to: i32, length: u32, joins: bool| {
        let off = to.saturating_sub(from);
        let is_round = joins && length > 2 && off.unsigned_abs() > length / 2;
        (is_round, if is_round { -off.signum() } else { off.signum() })
    };
    let Wrap { x, y } = sheet.wrap;
    let (goes_x, x) = round(from.cell.x, to.cell.x, size.width, x);
    let (goes_y, y) = round(from.cell.y, to.cell.y, size.height, y);
    let half = |cell: Cell, at: Position, (x, y): (i32, i32)| {
        let next = Cell::new(cell.x.saturating_add(x), cell.y.saturating_add(y));
        at.towards(sheet.centre(next), 1, 2)
    };
    (goes_x || goes_y).then(|| [half(from.cell, from.at, (x, y)), half(to.cell, to.at, (-x, -y))])
}

/// Start and goals as discs; smaller ones where there are words in the way.
pub(crate) fn ends(view: &View<'_>, overlay: &Overlay, is_tight: bool) -> Vec<Shape> {
    let mut shapes = vec![Shape::Part("ends")];
    let share = match (view.sheets().is_empty(), is_tight) {
        (true, _) => 12,
        (_, true) => 4,
        _ => 7,
    };
    let radius = (view.room * share / 32).clamp(PIXEL * 7 / 2, PIXEL * 26);
    let rim = (radius / 5).clamp(PIXEL, PIXEL * 3);
    let palette = &view.palette;
    let white = [255, 255, 255];
    for goal in overlay.goals.iter().filter_map(|&place| view.locate(place)) {
        let fill = Paint::solid(palette.goal);
        shapes.push(Shape::Disc { centre: goal.at, radius, fill, rim: Some((rim, white)) });
        // A ring within: start and goal can be told apart without their colours.
        let (fill, radius) = (Paint::solid(white), radius * 4 / 9);
        let rim = None;
        shapes.push(Shape::Disc { centre: goal.at, radius, fill, rim });
        let (fill, radius) = (Paint::solid(palette.goal), radius / 2);
        shapes.push(Shape::Disc { centre: goal.at, radius, fill, rim });
    }
    if let Some(start) = overlay.start.and_then(|place| view.locate(place)) {
        let fill = Paint::solid(palette.start);
        shapes.push(Shape::Disc { centre: start.at, radius, fill, rim: Some((rim, white)) });
    }
    shapes
}
