//! Texts read as maps.

use super::header::{End, Header, Place, links};
use super::rows::ground;
use super::section::{Section, only_section, sections};
use super::words::{LinkLine, Wanted, Words};
use crate::cell::Rect;
use crate::cost::Weight;
use crate::error::{MapError, MapErrorKind};
use crate::grid::Grid;
use crate::ground::Ground;
use crate::hexgrid::HexGrid;
use crate::layers::{LayerCell, Layers};
use crate::waypoints::{Point, WaypointBuilder, WaypointGraph};
use std::str::FromStr;

impl FromStr for Grid {
    type Err = MapError;

    /// Reads a drawn map.
    ///
    /// # Errors
    /// Whatever is wrong with the text, with its line and column.
    fn from_str(text: &str) -> Result<Grid, MapError> {
        let section = only_section(text)?;
        let header = Header::read(&section, Place::Grid)?;
        let ground = ground(&section, &header)?;
        let links = links(header.links, |end| inside(&ground, end).map(|()| end.cell))?;
        Ok(Grid::from_parts(header.wrap.unwrap_or_default(), ground, links))
    }
}

impl FromStr for HexGrid {
    type Err = MapError;

    /// Reads a drawn map of hexes.
    ///
    /// # Errors
    /// Whatever is wrong with the text, with its line and column.
    fn from_str(text: &str) -> Result<HexGrid, MapError> {
        let section = only_section(text)?;
        let header = Header::read(&section, Place::HexGrid)?;
        let ground = ground(&section, &header)?;
        let arrangement = header.arrangement.expect("the header of a hex grid names one");
        let links =
            links(header.links, |end| inside(&ground, end).map(|()| arrangement.hex_of(end.cell)))?;
        Ok(HexGrid::from_parts(arrangement, ground, links))
    }
}

impl FromStr for Layers {
    type Err = MapError;

    /// Reads drawn maps, one a layer. A text without `@layer` is one layer.
    ///
    /// # Errors
    /// Whatever is wrong with the text, with its line and column.
    fn from_str(text: &str) -> Result<Layers, MapError> {
        let sections = sections(text)?;
        let has_preamble = sections.len() > 1 && sections[0].rows.is_empty();
        let mut lines = Vec::new();
        let mut grids: Vec<Grid> = Vec::new();
        for (number, section) in sections.iter().enumerate() {
            if number == 0 && has_preamble {
                lines.extend(Header::read(section, Place::AboveLayers)?.links);
                continue;
            }
            let layer = u32::try_from(grids.len()).map_err(|_| too_many(section))?;
            let header = Header::read(section, Place::Layer)?;
            let ground = ground(section, &header)?;
            lines.extend(header.links.into_iter().map(|line| {
                line.map(|line| line.map(|end| End { layer: end.layer.or(Some(layer)), ..end }))
            }));
            grids.push(Grid::from_parts(
                header.wrap.unwrap_or_default(),
                ground,
                Default::default(),
            ));
        }
        let links = links(lines, |end| {
            let layer = end.layer.expect("every end got the layer that it was named in");
            let grid = grids.get(layer as usize);
            let no_layer = || end.word.place(MapError::no_such_layer(layer, grids.len()));
            inside(grid.ok_or_else(no_layer)?.ground(), end)?;
            Ok(LayerCell::new(layer, end.cell))
        })?;
        Layers::from_parts(grids, links).map_err(|error| error.at(1, 1))
    }
}

fn too_many(section: &Section<'_>) -> MapError {
    MapError::too_many_layers(u32::MAX as usize).at(section.first_line, 1)
}

fn inside(ground: &Ground, end: &End<'_>) -> Result<(), MapError> {
    ground.check_inside(Rect::cell(end.cell)).map_err(|error| end.word.place(error))
}

impl FromStr for WaypointGraph {
    type Err = MapError;

    /// Reads waypoints and the links between them.
    ///
    /// # Errors
    /// Whatever is wrong with the text, with its line and column.
    fn from_str(text: &str) -> Result<WaypointGraph, MapError> {
        let mut builder = WaypointGraph::builder();
        for (number, line) in (1..).zip(text.lines()) {
            let mut words = Words::new(number, line);
            if words.is_at_end() {
                continue;
            }
            let directive = words.take(Wanted::new(DIRECTIVES, "@waypoint / @link"))?;
            match directive.text {
                "@waypoint" => read_waypoint(&mut words, &mut builder)?,
                "@link" => read_link(&mut words, &mut builder)?,
                _ => {
                    let kind = MapErrorKind::NoSuchDirective;
                    return Err(directive.wrong_as(kind, DIRECTIVES, "@waypoint, @link"));
                }
            }
        }
        builder.build().map_err(|error| error.at(1, 1))
    }
}

const DIRECTIVES: &str = "@waypoint or @link";

fn read_waypoint(words: &mut Words<'_>, builder: &mut WaypointBuilder) -> Result<(), MapError> {
    let (name_word, name) = words.name()?;
    words.at()?;
    let point = Wanted::new("a point as x,y in finite numbers", "0.5,2");
    let (word, (x, y)) = words.pair(point, ',')?;
    let point = Point::new(x, y);
    words.end("the end of the line")?;
    let is_point_wrong = !(point.x.is_finite() && point.y.is_finite());
    let culprit = if is_point_wrong { word } else { name_word };
    builder.waypoint(name, point).map(|_| ()).map_err(|error| culprit.place(error))
}

fn read_link(words: &mut Words<'_>, builder: &mut WaypointBuilder) -> Result<(), MapError> {
    let start = words.clone();
    let told = |error: MapError| start.place(error);
    let line = LinkLine::read(words, |words| {
        let (word, name) = words.name()?;
        builder.id_of(&name).ok_or_else(|| {
            word.wrong_as(MapErrorKind::NoSuchWaypoint, "the name of a @waypoint above", "")
        })
    })?;
    let Some(line) = line else {
        return builder.skip_link().map_err(told);
    };
    let (from, to) = line.ends();
    let weight: Weight = builder.between(*from, *to).map_err(told)?;
    builder.link_as_read(line.link(weight)).map(|_| ()).map_err(told)
}
