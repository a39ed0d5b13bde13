//! Links, regions and named places on top of a map.

use crate::cells::{arrow_head, runs};
use crate::colour::Paint;
use crate::font;
use crate::position::{PIXEL, Position, pixels};
use crate::scene::{Anchor, Pen, Shape, Text};
use crate::sheet::{Sheet, Tiling};
use crate::view::{Laid, View};
use std::collections::BTreeSet;
use xunlu_format::NamedRegion;
use xunlu_map::{Cell, Door, HexDirection, Map, Place, Rect};

/// From how many pixels a cell on links and names are drawn.
const SHOWN_FROM: i32 = 4;
/// How many links and pins are drawn at most.
const LINKS_MAX: usize = 20_000;
const PINS_MAX: usize = 400;
/// From how many cells on a region is drawn as its rectangles.
const CELLS_TRACED_MAX: u64 = 1 << 20;

/// Links as bent lines with a dot at each end, shut doors with a bar across.
pub(crate) fn links(view: &View<'_>) -> Vec<Shape> {
    let Laid::Cells { map, .. } = &view.ground else { return Vec::new() };
    if view.room_pixels() < SHOWN_FROM {
        return Vec::new();
    }
    let mut shapes = vec![Shape::Part("links")];
    for (_, link) in map.links().take(LINKS_MAX) {
        if let (Some(from), Some(to)) = (view.locate(link.from), view.locate(link.to)) {
            let line = bent(from.at, to.at);
            let leap = Leap { line, is_two_way: link.is_two_way, door: link.door };
            leap.draw(view, view.room, &mut shapes);
        }
    }
    shapes
}

/// A link in a picture.
#[derive(Clone, Debug)]
pub(crate) struct Leap {
    pub(crate) line: Vec<Position>,
    pub(crate) is_two_way: bool,
    pub(crate) door: Door,
}

impl Leap {
    /// Draws it, for cells that are so large.
    pub(crate) fn draw(self, view: &View<'_>, room: i32, shapes: &mut Vec<Shape>) {
        let Leap { line, is_two_way, door } = self;
        let (Some(&from), Some(&to)) = (line.first(), line.last()) else { return };
        let is_shut = door == Door::Shut;
        let colour = if is_shut { view.palette.shut } else { view.palette.link };
        let width = (room / 22).clamp(PIXEL * 5 / 4, PIXEL * 3);
        let pen = Pen::new(width, colour);
        let pen = if is_shut { pen.dashed(width * 3) } else { pen };
        let middle = line.get(line.len() / 2).copied().unwrap_or(from);
        let before_end = line.get(line.len().saturating_sub(2)).copied().unwrap_or(from);
        shapes.push(Shape::Lines { lines: vec![line], pen });
        let radius = (room / 10).clamp(PIXEL * 3 / 2, PIXEL * 6);
        let fill = Paint::solid(colour);
        let rim = Some((PIXEL, view.palette.paper));
        shapes.push(Shape::Disc { centre: from, radius, fill, rim });
        if is_two_way {
            shapes.push(Shape::Disc { centre: to, radius, fill, rim });
        } else {
            let size = radius * 5 / 4;
            let tip = before_end.distance(to);
            let outlines = vec![arrow_head(before_end, to, tip, size)];
            shapes.push(Shape::Polygons { outlines, fill });
        }
        if is_shut {
            let end = |aside| middle.stepped(to, 0, aside);
            let bar = vec![end(-radius * 3 / 2), end(radius * 3 / 2)];
            shapes.push(Shape::Lines { lines: vec![bar], pen: Pen::new(width * 2, colour) });
        }
    }
}

/// A line a little to the right of the straight one, so that it does not hide in a row of cells.
pub(crate) fn bent(from: Position, to: Position) -> Vec<Position> {
    bent_by(from, to, from.distance(to) / 5)
}

/// The same, drawn aside by so much.
pub(crate) fn bent_by(from: Position, to: Position, aside: i32) -> Vec<Position> {
    const PARTS: i64 = 14;
    let aside = from.towards(to, 1, 2).stepped(to, 0, aside);
    (0..=PARTS)
        .map(|part| {
            let (first, second) =
                (from.towards(aside, part, PARTS), aside.towards(to, part, PARTS));
            first.towards(second, part, PARTS)
        })
        .collect()
}

/// Regions as dashed outlines, each with its name at its upper left.
pub(crate) fn regions(view: &View<'_>, labels: &mut Labels) -> Vec<Shape> {
    let mut shapes = vec![Shape::Part("regions")];
    let colour = view.palette.region;
    let width = (view.room / 16).clamp(PIXEL * 3 / 2, PIXEL * 3);
    for region in &view.document.regions {
        let Some(sheet) = view.sheets().iter().find(|sheet| sheet.layer == region.layer) else {
            continue;
        };
        let lines = outline(sheet, region);
        let corners = || lines.iter().flatten();
        let Some(corner) = corners().min_by_key(|corner| (corner.y, corner.x)).copied() else {
            continue;
        };
        let pen = Pen::new(width, colour);
        let is_hexes = matches!(sheet.tiling, Tiling::Hexes(_));
        let pen = if is_hexes { pen } else { pen.dashed(width * 3) };
        shapes.push(Shape::Lines { lines, pen });
        let at = corner.plus(4 * PIXEL, 4 * PIXEL);
        labels.put(&mut shapes, &region.name, at, Anchor::Left, colour);
    }
    shapes
}

/// The sides of a region's cells beyond which it does not go on.
fn outline(sheet: &Sheet<'_>, region: &NamedRegion) -> Vec<Vec<Position>> {
    let parts = || region.parts.iter().map(|part| sheet.shown.intersection(*part));
    let parts = || parts().filter(|part| !part.is_empty());
    let area: u64 = parts().map(|part| part.size.area()).sum();
    if area > CELLS_TRACED_MAX {
        return parts().filter_map(|part| around(sheet, part)).collect();
    }
    let cells: BTreeSet<Cell> = parts().flat_map(Rect::cells).collect();
    if let Tiling::Hexes(arrangement) = sheet.tiling {
        let mut sides = Vec::new();
        for &cell in &cells {
            let hex = arrangement.hex_of(cell);
            let centre = sheet.centre(cell);
            for way in HexDirection::ALL {
                let beyond = arrangement.cell_of(hex.neighbour(way));
                if !cells.contains(&beyond) {
                    let next = sheet.centre(beyond);
                    let half = centre.distance(next) / 2;
                    // The middle part of each side looks like a dash.
                    let reach = sheet.room() / 5;
                    let end = |aside| centre.stepped(next, half, aside);
                    sides.push(vec![end(-reach), end(reach)]);
                }
            }
        }
        return sides;
    }
    let Some(span) = parts().reduce(spanning) else { return Vec::new() };
    let Some(last) = span.max() else { return Vec::new() };
    let holds = |x: i32, y: i32| cells.contains(&Cell::new(x, y));
    let mut sides = Vec::new();
    for y in span.min.y..=last.y + 1 {
        for (from, to) in runs(span.min.x..last.x + 1, |x| holds(x, y) != holds(x, y - 1)) {
            sides.push([Cell::new(from, y), Cell::new(to, y)]);
        }
    }
    for x in span.min.x..=last.x + 1 {
        for (from, to) in runs(span.min.y..last.y + 1, |y| holds(x, y) != holds(x - 1, y)) {
            sides.push([Cell::new(x, from), Cell::new(x, to)]);
        }
    }
    sides.into_iter().map(|ends| ends.map(|end| sheet.corner_of(end)).to_vec()).collect()
}

fn spanning(a: Rect, b: Rect) -> Rect {
    let (Some(a_last), Some(b_last)) = (a.max(), b.max()) else { return a };
    let min = Cell::new(a.min.x.min(b.min.x), a.min.y.min(b.min.y));
    Rect::spanning(min, Cell::new(a_last.x.max(b_last.x), a_last.y.max(b_last.y)))
}

/// Once around a rectangle of cells.
fn around(sheet: &Sheet<'_>, part: Rect) -> Option<Vec<Position>> {
    let (least, last) = (part.min, part.max()?);
    let (right, below) = (last.x + 1, last.y + 1);
    let corners = [(least.x, least.y), (right, least.y), (right, below), (least.x, below)];
    let round = corners.into_iter().chain([(least.x, least.y)]);
    Some(round.map(|(x, y)| sheet.corner_of(Cell::new(x, y))).collect())
}

/// Named places as pins, each with its name where there is room for it; but for those `unpinned`.
pub(crate) fn pins(view: &View<'_>, unpinned: &[Place], labels: &mut Labels) -> Vec<Shape> {
    let mut shapes = vec![Shape::Part("places")];
    if matches!(view.map(), Some(Map::Waypoints(_))) {
        return shapes;
    }
    let pinned = view.document.places.iter().filter(|named| !unpinned.contains(&named.place));
    let pinned = pinned.filter_map(|named| Some((&*named.name, view.locate(named.place)?.at)));
    shapes.extend(pins_at(view, view.room, pinned.collect(), labels));
    shapes
}

/// Pins where names have their feet, for cells that are so large.
pub(crate) fn pins_at(
    view: &View<'_>,
    room: i32,
    pinned: Vec<(&str, Position)>,
    labels: &mut Labels,
) -> Vec<Shape> {
    let mut shapes = Vec::new();
    if pinned.len() > PINS_MAX {
        return shapes;
    }
    let size = (room / 6).clamp(PIXEL * 7 / 2, PIXEL * 8);
    let fill = Paint::solid(view.palette.pin);
    let white = Paint::solid([255, 255, 255]);
    let pinned: Vec<(&str, Position)> =
        pinned.into_iter().map(|(name, foot)| (name, foot.plus(0, -size * 9 / 4))).collect();
    for (_, head) in &pinned {
        let foot = head.plus(0, size * 9 / 4);
        let tail =
            vec![foot, head.plus(-size * 7 / 8, size / 2), head.plus(size * 7 / 8, size / 2)];
        shapes.push(Shape::Polygons { outlines: vec![tail], fill });
        shapes.push(Shape::Disc { centre: *head, radius: size, fill, rim: None });
        shapes.push(Shape::Disc { centre: *head, radius: size * 2 / 5, fill: white, rim: None });
    }
    // Names after all pins, so that none stands on a name.
    for (name, head) in &pinned {
        let (aside, up) = (size + 4 * PIXEL, -labels.height() / 2);
        let tries = [(head.plus(aside, up), Anchor::Left), (head.plus(-aside, up), Anchor::Right)];
        for (at, anchor) in tries {
            if labels.put(&mut shapes, name, at, anchor, view.palette.pin) {
                break;
            }
        }
    }
    shapes
}

/// Where words stand already, so that no others are written over them.
#[derive(Debug)]
pub(crate) struct Labels {
    taken: Vec<[Position; 2]>,
    width: i32,
    height: i32,
    under: Paint,
    // How many pixels wide a pixel of the font is.
    size: u32,
}

/// How many labels a picture has at most.
const LABELS_MAX: usize = 400;

impl Labels {
    /// Labels on a map that ends there.
    pub(crate) fn within((right, bottom): (u32, u32), paper: [u8; 3], size: u32) -> Labels {
        let under = Paint::faint(paper, 205);
        Labels { taken: Vec::new(), width: pixels(right), height: pixels(bottom), under, size }
    }

    /// How high they are, in units.
    pub(crate) fn height(&self) -> i32 {
        pixels(font::GLYPH_HEIGHT * self.size)
    }

    /// Writes a name where it is in nobody's way; nothing happens where there is no room.
    pub(crate) fn put(
        &mut self,
        shapes: &mut Vec<Shape>,
        text: &str,
        at: Position,
        anchor: Anchor,
        colour: [u8; 3],
    ) -> bool {
        let (wide, high) = (font::width_of(text) * self.size, font::GLYPH_HEIGHT * self.size);
        let (wide, high) = (pixels(wide), pixels(high));
        let left = match anchor {
            Anchor::Left => at.x,
            Anchor::Middle => at.x - wide / 2,
            Anchor::Right => at.x - wide,
        };
        let least = Position::new(left - 3 * PIXEL, at.y - 3 * PIXEL);
        let most = Position::new(left + wide + 3 * PIXEL, at.y + high + 3 * PIXEL);
        let is_inside =
            least.x >= 0 && least.y >= 0 && most.x <= self.width && most.y <= self.height;
        let meets =
            |[a, b]: &[Position; 2]| a.x < most.x && least.x < b.x && a.y < most.y && least.y < b.y;
        if text.is_empty()
            || !is_inside
            || self.taken.len() >= LABELS_MAX
            || self.taken.iter().any(meets)
        {
            return false;
        }
        self.taken.push([least, most]);
        let plate =
            vec![least, Position::new(most.x, least.y), most, Position::new(least.x, most.y)];
        shapes.push(Shape::Polygons { outlines: vec![plate], fill: self.under });
        let text = text.to_owned();
        shapes.push(Shape::Text(Text {
            at: Position::new(left, at.y),
            anchor: Anchor::Left,
            size: self.size,
            colour,
            text,
        }));
        true
    }
}
