//! The legend: what each colour means, and how often it occurs.

use crate::colour::{Paint, Rgb, mixed};
use crate::font;
use crate::position::{PIXEL, Position, pixels};
use crate::scene::{Anchor, Pen, Shape, Text};
use crate::search::Facts;
use crate::tint::ground_colour;
use crate::view::{Laid, View};
use xunlu_format::Overlay;
use xunlu_format::{Content, NamedTerrain, Price};
use xunlu_map::{Door, Map, Place, Tags, Terrain, Weight};

/// A legend, before it has a place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Legend {
    entries: Vec<Entry>,
}

#[derive(Clone, Debug)]
struct Entry {
    swatch: Swatch,
    text: String,
}

#[derive(Clone, Debug)]
enum Swatch {
    Fill(Rgb),
    Ramp([Rgb; 2]),
    Start(Rgb),
    Goal(Rgb),
    Line { colour: Rgb, edge: Rgb },
    Link { colour: Rgb, is_shut: bool },
    Hatched { ground: Rgb, colour: Rgb },
}

/// How a legend is set out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    size: u32,
    columns: u32,
    column_width: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// The most entries.
const ENTRIES_MAX: usize = 48;

impl Legend {
    /// What occurs in this picture.
    pub(crate) fn of(view: &View<'_>, overlay: &Overlay, facts: &Facts) -> Legend {
        let mut legend = Legend::default();
        legend.tell_search(view, overlay, facts);
        if !view.is_framed() {
            legend.tell_ground(view);
        }
        legend.tell_links(view);
        legend.entries.truncate(ENTRIES_MAX);
        legend
    }

    fn tell(&mut self, swatch: Swatch, text: impl Into<String>) {
        self.entries.push(Entry { swatch, text: text.into() });
    }

    fn tell_search(&mut self, view: &View<'_>, overlay: &Overlay, facts: &Facts) {
        let palette = &view.palette;
        let is_shown = |place: &Place| view.locate(*place).is_some();
        if overlay.start.as_ref().is_some_and(is_shown) {
            self.tell(Swatch::Start(palette.start), "start");
        }
        if overlay.goals.iter().any(is_shown) {
            let goals = counted("goal", overlay.goals.len());
            self.tell(Swatch::Goal(palette.goal), goals);
        }
        if !overlay.path.is_empty() {
            let steps = overlay.path.len() - 1;
            let cost = facts.path_cost.map(|cost| format!(", cost {cost}")).unwrap_or_default();
            let plural = if steps == 1 { "" } else { "s" };
            let text = format!("path, {} step{plural}{cost}", grouped(steps));
            self.tell(Swatch::Line { colour: palette.path, edge: palette.path_edge }, text);
        }
        if facts.closed > 0 {
            let ramp = palette.closed.map(|colour| mixed(palette.terrains.ground, colour, 210));
            let text = format!("closed, first to last ({})", grouped(facts.closed));
            self.tell(Swatch::Ramp(ramp), text);
        }
        if facts.open > 0 {
            let open = mixed(palette.terrains.ground, palette.open, 215);
            self.tell(Swatch::Fill(open), format!("open ({})", grouped(facts.open)));
        }
        if !overlay.reach.is_empty() {
            let reach = mixed(palette.terrains.ground, palette.reach, 200);
            self.tell(
                Swatch::Fill(reach),
                format!("within reach ({})", grouped(overlay.reach.len())),
            );
        }
    }

    fn tell_ground(&mut self, view: &View<'_>) {
        let mut tags = Tags::NONE;
        let counts = view.sheets().iter().fold([0_u64; 256], |mut counts, sheet| {
            for (number, count) in (0..=u8::MAX).zip(&mut counts) {
                *count += u64::from(sheet.ground.count(Terrain(number)));
            }
            let planes = sheet.ground.tags().map(|plane| plane.values());
            planes.into_iter().flatten().for_each(|&tag| tags = tags.with(tag));
            counts
        });
        let occurs = |terrain: Terrain| counts[usize::from(terrain.0)] > 0;
        let open_named = named(view, Terrain::OPEN).is_some_and(|named| named.name.is_some());
        let walls = occurs(Terrain::WALL).then_some(Terrain::WALL);
        let others = (0..Terrain::WALL.0)
            .map(Terrain)
            .filter(|&terrain| occurs(terrain) && (terrain != Terrain::OPEN || open_named));
        for terrain in walls.into_iter().chain(others) {
            if let Some(colour) = ground_colour(view.document, &view.palette, terrain) {
                self.tell(Swatch::Fill(colour), terrain_text(view, terrain));
            }
        }
        for number in tags.numbers() {
            let called =
                view.document.tags.iter().find(|named| Some(named.tag) == Tags::one(number));
            let text = called.map_or_else(|| format!("tag {number}"), |named| named.name.clone());
            let colours = &view.palette.tags;
            let colour = colours[number as usize % colours.len()];
            let ground = mixed(view.palette.terrains.ground, colour, 70);
            self.tell(Swatch::Hatched { ground, colour }, text);
        }
    }

    fn tell_links(&mut self, view: &View<'_>) {
        let Content::Map(map) = &view.document.content else { return };
        let is_graph = matches!(view.ground, Laid::Points { .. });
        let mut count = [0_usize; 2];
        let each: Box<dyn Iterator<Item = Door>> = match map {
            Map::Waypoints(graph) => Box::new(graph.links().iter().map(|(_, link)| link.door)),
            map => Box::new(map.links().map(|(_, link)| link.door)),
        };
        each.for_each(|door| count[usize::from(door == Door::Shut)] += 1);
        let [open, shut] = count;
        if open > 0 {
            let colour = if is_graph { view.palette.quiet } else { view.palette.link };
            self.tell(Swatch::Link { colour, is_shut: false }, counted("link", open));
        }
        if shut > 0 {
            let colour = view.palette.shut;
            self.tell(Swatch::Link { colour, is_shut: true }, counted("shut door", shut));
        }
    }

    /// How it is set out in so many pixels of width. Returns `None` if it is empty.
    pub(crate) fn set_in(&self, width: u32, size: u32) -> Option<Setting> {
        let widest = self.entries.iter().map(|entry| font::width_of(&entry.text)).max()?;
        let column_width = widest * size + swatch_side(size) + 8 * size + 10 * size;
        let columns = (width / column_width).max(1).min(u32::try_from(self.entries.len()).ok()?);
        let rows = u32::try_from(self.entries.len()).ok()?.div_ceil(columns);
        let (width, height) = (columns * column_width - 10 * size, rows * line_height(size));
        Some(Setting { size, columns, column_width, width, height })
    }

    pub(crate) fn shapes(
        &self,
        view: &View<'_>,
        setting: Setting,
        (left, top): (u32, u32),
    ) -> Vec<Shape> {
        let mut shapes = vec![Shape::Part("legend")];
        let side = swatch_side(setting.size);
        let rows = u32::try_from(self.entries.len()).unwrap_or(1).div_ceil(setting.columns);
        for (number, entry) in (0..).zip(&self.entries) {
            // Down the columns, so that the search comes first and the ground after it.
            let (column, row) = (number / rows, number % rows);
            let x = left + column * setting.column_width;
            let y = top + row * line_height(setting.size);
            entry.swatch.shapes(view, Position::pixel(x, y), pixels(side), &mut shapes);
            let drop = (side - font::GLYPH_HEIGHT * setting.size) / 2;
            shapes.push(Shape::Text(Text {
                at: Position::pixel(x + side + 5 * setting.size, y + drop),
                anchor: Anchor::Left,
                size: setting.size,
                colour: view.palette.ink,
                text: entry.text.clone(),
            }));
        }
        shapes
    }
}

impl Swatch {
    fn shapes(&self, view: &View<'_>, at: Position, side: i32, shapes: &mut Vec<Shape>) {
        let middle = at.plus(side / 2, side / 2);
        match *self {
            Swatch::Fill(colour) => shapes.push(square(at, (0, side), side, colour)),
            Swatch::Ramp([first, last]) => {
                let shade = |part: i32| mixed(first, last, part.unsigned_abs() * 85);
                let ends = |part: i32| (side * part / 4, side * (part + 1) / 4);
                shapes.extend((0..4).map(|part| square(at, ends(part), side, shade(part))));
            }
            Swatch::Start(colour) => shapes.push(disc(middle, side * 7 / 16, colour)),
            Swatch::Goal(colour) => {
                let rings = [(7 * 2, colour), (9, [255, 255, 255]), (5, colour)];
                shapes.extend(rings.map(|(of, colour)| disc(middle, side * of / 32, colour)));
            }
            Swatch::Line { colour, edge } => {
                let ends = [2 * PIXEL, side - 2 * PIXEL].map(|x| at.plus(x, side / 2)).to_vec();
                shapes.push(line(ends.clone(), side * 7 / 16, edge));
                shapes.push(line(ends, side / 4, colour));
            }
            Swatch::Link { colour, is_shut } => {
                let ends = [PIXEL, side - PIXEL].map(|x| at.plus(x, side / 2));
                shapes.push(line(ends.to_vec(), (side / 8).max(PIXEL), colour));
                shapes.extend(ends.map(|end| disc(end, side / 6, colour)));
                if is_shut {
                    let bar = [side / 6, side * 5 / 6].map(|y| at.plus(side / 2, y)).to_vec();
                    shapes.push(line(bar, (side / 6).max(PIXEL), colour));
                }
            }
            Swatch::Hatched { ground, colour } => {
                shapes.push(square(at, (0, side), side, ground));
                let short = side * 7 / 16;
                let ends = [(0, short), (0, side), (side - short, side)];
                let slants = ends.map(|(x, y)| vec![at.plus(x, y), at.plus(y, x)]);
                let pen = Pen::new((side / 10).max(PIXEL * 3 / 4), colour);
                shapes.push(Shape::Lines { lines: slants.to_vec(), pen });
            }
        }
        if matches!(self, Swatch::Fill(_) | Swatch::Ramp(_)) {
            let (near, far) = (PIXEL / 2, side - PIXEL / 2);
            let corners = [(near, near), (far, near), (far, far), (near, far), (near, near)];
            let around = corners.map(|(x, y)| at.plus(x, y)).to_vec();
            shapes.push(line(around, PIXEL, view.palette.line));
        }
    }
}

fn square(at: Position, (from, to): (i32, i32), side: i32, colour: Rgb) -> Shape {
    let corners = [(from, 0), (to, 0), (to, side), (from, side)];
    let outlines = vec![corners.map(|(x, y)| at.plus(x, y)).to_vec()];
    Shape::Polygons { outlines, fill: Paint::solid(colour) }
}

fn disc(centre: Position, radius: i32, colour: Rgb) -> Shape {
    Shape::Disc { centre, radius, fill: Paint::solid(colour), rim: None }
}

fn line(points: Vec<Position>, width: i32, colour: Rgb) -> Shape {
    Shape::Lines { lines: vec![points], pen: Pen::new(width, colour) }
}

fn swatch_side(size: u32) -> u32 {
    if size == 1 { 11 } else { 8 * size }
}

fn line_height(size: u32) -> u32 {
    13 * size
}

fn named<'d>(view: &View<'d>, terrain: Terrain) -> Option<&'d NamedTerrain> {
    view.document.terrains.iter().find(|named| named.terrain == terrain)
}

/// What a terrain is called and what it costs.
fn terrain_text(view: &View<'_>, terrain: Terrain) -> String {
    let said = named(view, terrain);
    let name = said.and_then(|named| named.name.clone()).unwrap_or_else(|| match terrain {
        Terrain::OPEN => "open ground".to_owned(),
        Terrain::WALL => "wall".to_owned(),
        Terrain(number) => format!("terrain {number}"),
    });
    let usual = || match terrain {
        Terrain(times @ 2..=9) => Some(Price::Weight(Weight::times(u32::from(times)))),
        _ => None,
    };
    match said.and_then(|named| named.price).or_else(usual) {
        Some(Price::Closed) if terrain != Terrain::WALL => format!("{name}, closed"),
        Some(Price::Weight(weight)) => format!("{name}, x{}", times_of(weight)),
        _ => name,
    }
}

/// A weight in straight steps: `3`, `1.5`.
fn times_of(weight: Weight) -> String {
    let percent = weight.as_percent();
    match (percent / 100, percent % 100) {
        (whole, 0) => whole.to_string(),
        (whole, part) if part % 10 == 0 => format!("{whole}.{}", part / 10),
        (whole, part) => format!("{whole}.{part:02}"),
    }
}

fn counted(what: &str, count: usize) -> String {
    if count == 1 { what.to_owned() } else { format!("{what}s ({})", grouped(count)) }
}

/// A number with a comma before every third digit from its end.
fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_easy_to_read() {
        assert_eq!(["7", "999"], [7, 999].map(grouped)[..]);
        assert_eq!(["1,000", "12,345,678"], [1_000, 12_345_678].map(grouped)[..]);
        let times = [300, 150, 125, 0, 5].map(|percent| times_of(Weight::percent(percent)));
        assert_eq!(times, ["3", "1.5", "1.25", "0", "0.05"]);
    }
}
