//! The map as it is drawn, with the path on top.

use crate::screen::{Screen, Style};
use crate::window::part_of;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use xunlu::map::{HexArrangement, Orientation};
use xunlu::{
    Answer, Cell, Exits, Goal, Grid, Hex, HexGrid, LayerCell, Map, Outcome, Place, Query, Reach,
    Rect, Size, WaypointGraph, draw, draw_hexes, wire,
};
use xunlu_format::Overlay;

/// What is drawn on top of the ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    Start,
    Goal,
    Path,
    Reached,
    Closed,
    Open,
}

impl Mark {
    const fn glyph(self) -> char {
        match self {
            Mark::Start => 'S',
            Mark::Goal => 'G',
            Mark::Path => '*',
            Mark::Reached => '+',
            // No ground is drawn by these two.
            Mark::Closed => ':',
            Mark::Open => '?',
        }
    }

    const fn style(self) -> Style {
        match self {
            Mark::Start | Mark::Goal => Style::End,
            Mark::Path | Mark::Reached => Style::Path,
            Mark::Closed => Style::Quiet,
            Mark::Open => Style::Ground,
        }
    }
}

/// Marks on the places of one map.
#[derive(Clone, Debug, Default)]
pub(crate) struct Picture {
    marks: BTreeMap<Place, Mark>,
    // The marked places, each once, in the order in which they were marked first.
    focus: Vec<Place>,
}

impl Picture {
    /// The path of an answer, or the path to the nearest place; without either the two ends.
    pub(crate) fn of_answer(map: &Map, query: &Query, answer: &Answer<Place>) -> Picture {
        let mut picture = Picture::default();
        picture.mark(map, query.from, Mark::Start);
        let found = match &answer.outcome {
            Outcome::Found(found) => Some(&found.path),
            _ => None,
        };
        let path = found.or(answer.nearest.as_ref());
        for &place in path.map(|path| &path.places[..]).unwrap_or_default() {
            picture.mark(map, place, Mark::Path);
        }
        match (found, &query.goal) {
            (Some(path), _) => {
                path.places.last().into_iter().for_each(|&end| picture.mark(map, end, Mark::Goal));
            }
            (None, Goal::At(place)) => picture.mark(map, *place, Mark::Goal),
            (None, Goal::AnyOf(places)) => {
                places.iter().for_each(|&place| picture.mark(map, place, Mark::Goal));
            }
            _ => {}
        }
        picture.mark(map, query.from, Mark::Start);
        picture
    }

    /// What is laid over a map.
    pub(crate) fn of_overlay(map: &Map, overlay: &Overlay) -> Picture {
        let mut picture = Picture::default();
        let start = overlay.start.as_slice();
        let marks = [
            (start, Mark::Start),
            (&overlay.reach[..], Mark::Reached),
            (&overlay.path, Mark::Path),
            (&overlay.goals, Mark::Goal),
            (start, Mark::Start),
        ];
        for (places, mark) in marks {
            places.iter().for_each(|&place| picture.mark(map, place, mark));
        }
        for seen in &overlay.visited {
            let mark = if seen.closed.is_some() { Mark::Closed } else { Mark::Open };
            picture.mark_below(map, seen.place, mark);
        }
        picture
    }

    /// What is within reach.
    pub(crate) fn of_reach(map: &Map, from: Place, reach: &Reach) -> Picture {
        let mut picture = Picture::default();
        picture.mark(map, from, Mark::Start);
        for reached in reach.places() {
            picture.mark(map, reached.place, Mark::Reached);
        }
        picture.mark(map, from, Mark::Start);
        picture
    }

    fn mark(&mut self, map: &Map, place: Place, mark: Mark) {
        // A cell of the first layer has two names, and round joined edges it has many.
        let Some(home) = map.node_at(place).map(|node| map.place_of(node)) else { return };
        if self.marks.insert(home, mark).is_none() {
            self.focus.push(home);
        }
    }

    /// Marks what a search saw, where nothing else is marked. It does not count when a part of the map is
    /// picked that fits; of waypoints there is only the list.
    fn mark_below(&mut self, map: &Map, place: Place, mark: Mark) {
        let Some(home) = map.node_at(place).map(|node| map.place_of(node)) else { return };
        if let Entry::Vacant(free) = self.marks.entry(home) {
            free.insert(mark);
            if matches!(map, Map::Waypoints(_)) {
                self.focus.push(home);
            }
        }
    }

    /// The picture, without an end to its last line; empty when there is nothing to draw. On a
    /// screen it is cut to what fits, and says so.
    pub(crate) fn draw(&self, map: &Map, screen: &Screen) -> String {
        match map {
            Map::Grid(grid) => self.draw_grid(grid, 0, screen, &Place::Cell),
            Map::Layers(layers) => {
                let layers = (0..).zip(layers.grids()).map(|(layer, grid)| {
                    let place_of = move |cell| Place::LayerCell(LayerCell::new(layer, cell));
                    format!("layer {layer}\n{}", self.draw_grid(grid, layer, screen, &place_of))
                });
                layers.collect::<Vec<_>>().join("\n\n")
            }
            Map::Hex(grid) => self.draw_hexes(grid, screen),
            Map::Waypoints(graph) => self.list(map, graph, screen),
        }
    }

    fn draw_grid(
        &self,
        grid: &Grid,
        layer: u32,
        screen: &Screen,
        place_of: &dyn Fn(Cell) -> Place,
    ) -> String {
        let focus = self.focus.iter().filter_map(|place| match *place {
            Place::Cell(cell) => Some(cell),
            Place::LayerCell(layer_cell) if layer_cell.layer == layer => Some(layer_cell.cell),
            _ => None,
        });
        let focus: Vec<Cell> = focus.collect();
        let room = screen.size().map_or(grid.bounds().size, room_on);
        let part = part_of(grid.bounds(), room, &focus);
        let mark_at = |cell| self.marks.get(&place_of(cell)).copied();
        let shown = if part == grid.bounds() { None } else { cut(grid, part) };
        let shown = shown.as_ref().unwrap_or(grid);
        let drawn = draw(shown, |cell| mark_at(cell).map(Mark::glyph));
        let styled = styled(&drawn, shown.bounds(), None, mark_at, screen);
        styled + &said_of_cut(shown.bounds(), grid.bounds())
    }

    fn draw_hexes(&self, grid: &HexGrid, screen: &Screen) -> String {
        let focus = self.focus.iter().filter_map(|place| match *place {
            Place::Hex(hex) => Some(grid.cell_of(hex)),
            _ => None,
        });
        let focus: Vec<Cell> = focus.collect();
        let room = screen.size().map_or(grid.bounds().size, |size| {
            let Size { width, height } = room_on(size);
            Size::new(width / 2, height)
        });
        let part = part_of(grid.bounds(), room, &focus);
        let mark_at = |hex: Hex| self.marks.get(&Place::Hex(hex)).copied();
        let shown = if part == grid.bounds() { None } else { cut_hexes(grid, part) };
        let shown = shown.as_ref().unwrap_or(grid);
        let drawn = draw_hexes(shown, |hex| mark_at(hex).map(Mark::glyph));
        let arrangement = Some(grid.arrangement());
        let mark_below = |cell| mark_at(grid.hex_at(cell));
        let styled = styled(&drawn, shown.bounds(), arrangement, mark_below, screen);
        styled + &said_of_cut(shown.bounds(), grid.bounds())
    }

    /// Waypoints have no rows to draw; those that are marked are listed in the order of the path.
    fn list(&self, map: &Map, graph: &WaypointGraph, screen: &Screen) -> String {
        // On a path these are its waypoints in order.
        let places = &self.focus;
        let names = places.iter().map(|&place| wire::place_text(map, place));
        let width = names.clone().map(|name| name.chars().count()).max().unwrap_or_default();
        let rows = screen.size().map_or(places.len(), |size| room_on(size).height as usize);
        let lines = places.iter().zip(names).take(rows).map(|(place, name)| {
            let mark = self.marks.get(place).copied().unwrap_or(Mark::Path);
            let glyph = screen.styled(mark.style(), &mark.glyph().to_string());
            let point = match *place {
                Place::Waypoint(id) => graph.waypoint(id).map(|waypoint| waypoint.point),
                _ => None,
            };
            let point = point.map(|point| point.to_string()).unwrap_or_default();
            format!("{glyph} {name:width$}  {point}")
        });
        let listed = lines.collect::<Vec<_>>().join("\n");
        match places.len().saturating_sub(rows) {
            0 => listed,
            more => format!("{listed}\n({more} more do not fit; a pipe or a file gets all)"),
        }
    }
}

/// The room for a picture: a few lines are for the facts.
fn room_on(screen: Size) -> Size {
    Size::new(screen.width.max(10), screen.height.saturating_sub(5).max(5))
}

/// A part of a grid, as a grid of its own. None never happens for a part that lies inside.
fn cut(grid: &Grid, part: Rect) -> Option<Grid> {
    let mut shown = Grid::at(part).ok()?;
    for cell in part.cells() {
        shown.set(cell, grid.terrain(cell)?).ok()?;
        let exits = grid.ground().exits().and_then(|exits| exits.get(cell)).unwrap_or(Exits::ALL);
        if exits != Exits::ALL {
            shown.set_exits(cell, exits).ok()?;
        }
    }
    Some(shown)
}

/// The same of hexes, which draw no paths.
fn cut_hexes(grid: &HexGrid, part: Rect) -> Option<HexGrid> {
    let mut shown = HexGrid::at(grid.arrangement(), part).ok()?;
    for cell in part.cells() {
        let hex = grid.hex_at(cell);
        shown.set(hex, grid.terrain(hex)?).ok()?;
    }
    Some(shown)
}

fn said_of_cut(shown: Rect, whole: Rect) -> String {
    if shown == whole {
        return String::new();
    }
    let (to, size) = (shown.max().unwrap_or(shown.min), whole.size);
    let from = shown.min;
    format!(
        "\n(columns {} to {} and rows {} to {} of a map of {size}, which is larger than the screen; a pipe or a file gets all)",
        from.x, to.x, from.y, to.y
    )
}

/// A drawn map in its colours: runs of one style are dressed together.
fn styled(
    drawn: &str,
    bounds: Rect,
    arrangement: Option<HexArrangement>,
    mark_at: impl Fn(Cell) -> Option<Mark>,
    screen: &Screen,
) -> String {
    let rows = (bounds.min.y..).zip(drawn.split('\n')).map(|(y, line)| {
        let is_shoved =
            |of: HexArrangement| of.orientation() == Orientation::Pointy && of.is_shoved(y);
        let indent = u32::from(arrangement.is_some_and(is_shoved));
        let pitch = if arrangement.is_some() { 2 } else { 1 };
        let mut row = String::new();
        let mut run = (Style::Plain, String::new());
        for (at, glyph) in (0_u32..).zip(line.chars()) {
            let column = at.checked_sub(indent).filter(|at| at.is_multiple_of(pitch));
            let mark = column.and_then(|at| {
                mark_at(Cell::new(bounds.min.x.saturating_add_unsigned(at / pitch), y))
            });
            let style = mark.map_or_else(|| style_of(glyph), Mark::style);
            if style != run.0 {
                row.push_str(&screen.styled(run.0, &run.1));
                run = (style, String::new());
            }
            run.1.push(glyph);
        }
        row + &screen.styled(run.0, &run.1)
    });
    rows.collect::<Vec<_>>().join("\n")
}

fn style_of(glyph: char) -> Style {
    match glyph {
        '.' | ' ' => Style::Plain,
        '#' => Style::Quiet,
        _ => Style::Ground,
    }
}
