//! Drawn maps: map texts in which `S` marks the start, `G` the goal and `*` the cells of a path.
//!
//! ```text
//!   S.#.      What is marked is open ground; what is under the marks of a picture that we drew
//!   *.#G      ourselves has to be asked of the map.
//!   .***
//! ```
//!
//! The terrains 42 and 54 are written `G` and `S`; a map that has them cannot be marked and read back.

use std::collections::BTreeMap;
use xunlu_map::{
    Cell, Grid, HexGrid, LayerCell, Layers, Map, MapError, Orientation, Place, WaypointGraph,
};

/// Which kind of map a text draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MapKind {
    /// A [`Grid`].
    Grid,
    /// A [`HexGrid`].
    Hex,
    /// [`Layers`].
    Layers,
    /// A [`WaypointGraph`]; nothing can be marked on one.
    Waypoints,
}

impl MapKind {
    /// All four with their names in a corpus file.
    pub const NAMED: [(&'static str, MapKind); 4] = [
        ("grid", MapKind::Grid),
        ("hex", MapKind::Hex),
        ("layers", MapKind::Layers),
        ("waypoints", MapKind::Waypoints),
    ];

    /// The kind of a map.
    #[must_use]
    pub const fn of(map: &Map) -> MapKind {
        match map {
            Map::Grid(_) => MapKind::Grid,
            Map::Hex(_) => MapKind::Hex,
            Map::Layers(_) => MapKind::Layers,
            Map::Waypoints(_) => MapKind::Waypoints,
        }
    }

    /// Its name in a corpus file.
    ///
    /// # Panics
    /// Never; every kind is named.
    #[must_use]
    pub fn name(self) -> &'static str {
        let named = Self::NAMED.into_iter().find(|&(_, kind)| kind == self);
        named.expect("every kind is named").0
    }
}

/// A map and what was marked on it.
#[derive(Clone, PartialEq, Debug)]
pub struct MarkedMap {
    /// The map without the marks.
    pub map: Map,
    /// Where `S` stood.
    pub start: Option<Place>,
    /// Where `G` stood.
    pub goal: Option<Place>,
    /// Where `*` stood, row by row; the start and the goal are not among them.
    pub path: Vec<Place>,
}

/// A grid and what was marked on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GridPicture {
    /// The grid without the marks.
    pub grid: Grid,
    /// Where `S` stood.
    pub start: Cell,
    /// Where `G` stood.
    pub goal: Cell,
    /// Where `*` stood, row by row; the start and the goal are not among them.
    pub path: Vec<Cell>,
}

/// Reads a drawn map of any kind.
///
/// # Errors
/// When the text without its marks is no such map, or a mark that stands for one place stands twice.
pub fn parse_picture(kind: MapKind, text: &str) -> Result<MarkedMap, String> {
    let (unmarked, marks) = take_marks(kind, text);
    let told = |error: MapError| error.to_string();
    let map = match kind {
        MapKind::Grid => Map::Grid(unmarked.parse::<Grid>().map_err(told)?),
        MapKind::Hex => Map::Hex(unmarked.parse::<HexGrid>().map_err(told)?),
        MapKind::Layers => Map::Layers(unmarked.parse::<Layers>().map_err(told)?),
        MapKind::Waypoints => Map::Waypoints(unmarked.parse::<WaypointGraph>().map_err(told)?),
    };
    let mut picture = MarkedMap { map, start: None, goal: None, path: Vec::new() };
    for (mark, layer_cell) in marks {
        let place = place_at(&picture.map, layer_cell);
        let place = place.ok_or_else(|| format!("{mark} stands between two hexes"))?;
        let single = match mark {
            'S' => &mut picture.start,
            'G' => &mut picture.goal,
            _ => {
                picture.path.push(place);
                continue;
            }
        };
        if single.replace(place).is_some() {
            return Err(format!("a second {mark} at {place}; expected one"));
        }
    }
    Ok(picture)
}

/// Reads a drawn grid with a start and a goal.
///
/// # Errors
/// When the text without its marks is no grid, or there is not one start and one goal.
pub fn parse_grid_picture(text: &str) -> Result<GridPicture, String> {
    let MarkedMap { map, start, goal, path } = parse_picture(MapKind::Grid, text)?;
    let cell_of = |place| match place {
        Some(Place::Cell(cell)) => Ok(cell),
        _ => Err("the picture has no S or no G; expected one of each".to_owned()),
    };
    let (start, goal) = (cell_of(start)?, cell_of(goal)?);
    let path = path.into_iter().map(|place| cell_of(Some(place))).collect::<Result<_, _>>()?;
    let Map::Grid(grid) = map else { unreachable!("a grid was asked for") };
    Ok(GridPicture { grid, start, goal, path })
}

/// Draws a map with a path on it: `S` where it begins, `G` at `goal`, `*` in between. A waypoint
/// graph is written without marks.
#[must_use]
pub fn draw_picture(map: &Map, start: Place, goal: Place, path: &[Place]) -> String {
    let mut marks: BTreeMap<Place, char> = path.iter().map(|&place| (place, '*')).collect();
    marks.insert(goal, 'G');
    marks.insert(start, 'S');
    let text = map.to_string();
    let kind = MapKind::of(map);
    let mut drawn = String::new();
    for (line, layer_cell) in rows(kind, &text) {
        let Some(layer_cell) = layer_cell else {
            drawn.push_str(line);
            drawn.push('\n');
            continue;
        };
        for (column, glyph) in (0..).zip(line.chars()) {
            let place = place_at(
                map,
                LayerCell::new(layer_cell.layer, Cell::new(column, layer_cell.cell.y)),
            );
            let mark = place.and_then(|place| marks.get(&place));
            drawn.push(mark.copied().unwrap_or(glyph));
        }
        drawn.push('\n');
    }
    drawn
}

/// The text without its marks, and each mark with the layer, column and row that it stood at,
/// counted from 0.
fn take_marks(kind: MapKind, text: &str) -> (String, Vec<(char, LayerCell)>) {
    let mut marks = Vec::new();
    let mut unmarked = String::new();
    for (line, layer_cell) in rows(kind, text) {
        for (column, glyph) in (0..).zip(line.chars()) {
            match (glyph, layer_cell) {
                ('S' | 'G' | '*', Some(layer_cell)) => {
                    marks.push((
                        glyph,
                        LayerCell::new(layer_cell.layer, Cell::new(column, layer_cell.cell.y)),
                    ));
                    unmarked.push('.');
                }
                _ => unmarked.push(glyph),
            }
        }
        unmarked.push('\n');
    }
    (unmarked, marks)
}

/// The lines of a map text; those that draw cells with their layer and row, counted from 0.
fn rows(kind: MapKind, text: &str) -> Vec<(&str, Option<LayerCell>)> {
    let mut found = Vec::new();
    let (mut layer, mut row) = (0, 0);
    for line in text.lines() {
        if line.starts_with('@') || line.is_empty() || kind == MapKind::Waypoints {
            // The next layer begins after the rows of the one before.
            if line.trim_end() == "@layer" && row > 0 {
                (layer, row) = (layer + 1, 0);
            }
            found.push((line, None));
        } else {
            found.push((line, Some(LayerCell::new(layer, Cell::new(0, row)))));
            row += 1;
        }
    }
    found
}

/// The place that is drawn by the character in this column of this row of a layer; none for a
/// character that only sets hexes apart.
fn place_at(map: &Map, LayerCell { layer, cell: Cell { x, y } }: LayerCell) -> Option<Place> {
    let from = |corner: Cell, x: i32| Cell::new(corner.x + x, corner.y + y);
    match map {
        Map::Grid(grid) => Some(Place::Cell(from(grid.bounds().min, x))),
        Map::Hex(grid) => {
            // Two characters a hex; shoved rows of pointy hexes stand one character to the right.
            let corner = grid.bounds().min;
            let pointy = grid.arrangement().orientation() == Orientation::Pointy;
            let shoved = pointy && grid.arrangement().is_shoved(corner.y + y);
            let off = x - i32::from(shoved);
            (off >= 0 && off % 2 == 0).then(|| Place::Hex(grid.hex_at(from(corner, off / 2))))
        }
        Map::Layers(layers) => {
            let grid = &layers.grids()[layer as usize];
            Some(Place::LayerCell(LayerCell::new(layer, from(grid.bounds().min, x))))
        }
        Map::Waypoints(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{any_grid, any_hex_grid, any_layers, any_waypoints, places};

    #[test]
    fn marks_are_taken_off_and_put_on_again() {
        let text = "S.#.\n*.#G\n.***\n";
        let picture = parse_grid_picture(text).unwrap();
        assert_eq!((picture.start, picture.goal), (Cell::new(0, 0), Cell::new(3, 1)));
        assert_eq!(picture.path.len(), 4);
        assert_eq!(picture.grid.to_string().trim_end(), "..#.\n..#.\n....");
        let path: Vec<Place> = picture.path.into_iter().map(Place::Cell).collect();
        let map = Map::from(picture.grid);
        let (start, goal) = (Place::Cell(picture.start), Place::Cell(picture.goal));
        assert_eq!(draw_picture(&map, start, goal, &path), text);
    }

    #[test]
    fn a_picture_needs_one_start_and_one_goal() {
        assert!(parse_grid_picture("S..").is_err());
        assert!(parse_grid_picture("S.G\nS..").unwrap_err().contains("second S"));
        assert!(parse_grid_picture("S.G\n..?").is_err());
    }

    #[test]
    fn every_map_is_read_back_from_its_text_and_marked_where_it_should_be() {
        for seed in 0..60 {
            let cases = [
                Map::from(any_grid(seed)),
                Map::from(any_hex_grid(seed)),
                Map::from(any_layers(seed)),
                Map::from(any_waypoints(seed)),
            ];
            for map in cases {
                let kind = MapKind::of(&map);
                let read = parse_picture(kind, &map.to_string()).unwrap();
                assert_eq!(read.map.to_string(), map.to_string(), "seed {seed}");
                let places = places(&map);
                let (first, last) = (places[0], places[places.len() - 1]);
                if kind == MapKind::Waypoints || first == last {
                    continue;
                }
                let drawn = draw_picture(&map, first, last, &[]);
                let marked = parse_picture(kind, &drawn).unwrap();
                assert_eq!((marked.start, marked.goal), (Some(first), Some(last)), "{drawn}");
            }
        }
    }
}
