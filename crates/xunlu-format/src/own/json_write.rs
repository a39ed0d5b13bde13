//! A document to JSON: two spaces for each level, and each row, rectangle, link and name on a line of
//! its own, so that a changed map is a short difference.

use super::drawing::exit_names;
use super::glyphs::{glyphs, has_arrow};
use super::links::slots;
use super::scene::write_scene;
use crate::document::{
    Content, Document, Look, NamedPlace, NamedRegion, NamedTag, NamedTerrain, Price,
};
use serde::Serialize;
use xunlu_map::{
    Cell, Door, Exits, Grid, Ground, HexArrangement, Layers, Link, Map, Place, PolygonMesh, Rect,
    Size, Tags, Terrain, TriangleMesh, WaypointGraph, Wrap, draw, draw_hexes,
};

/// The document; it has been checked.
pub(super) fn write(document: &Document) -> String {
    let mut out = Block::new("{", 1);
    out.field("xunlu", "1");
    match &document.content {
        Content::Map(map) => write_map(&mut out, document, map),
        Content::Mesh(mesh) => {
            write_head(&mut out, "mesh", document.look);
            write_mesh(&mut out, mesh);
        }
        Content::Triangles(mesh) => {
            write_head(&mut out, "triangles", document.look);
            write_triangles(&mut out, mesh);
        }
        Content::Scene(plan) => {
            write_head(&mut out, "scene", document.look);
            write_scene(&mut out, plan);
        }
    }
    out.list("named_terrains", document.terrains.iter().map(named_terrain));
    out.list("named_tags", document.tags.iter().map(named_tag));
    let mut text = out.end("}");
    text.push('\n');
    text
}

fn write_head(out: &mut Block, kind: &str, look: Look) {
    out.field("kind", &quoted(kind));
    if look == Look::Isometric {
        out.field("look", "\"isometric\"");
    }
}

fn write_map(out: &mut Block, document: &Document, map: &Map) {
    write_head(out, map.kind(), document.look);
    match map {
        Map::Grid(grid) => write_grid(out, grid),
        Map::Hex(grid) => {
            out.field("arrangement", &quoted(grid.arrangement().name()));
            write_ground(out, grid.ground(), None, Some(grid.arrangement()));
            write_rows(out, &draw_hexes(grid, |_| None));
            write_paints(out, grid.ground(), Some(grid.arrangement()));
        }
        Map::Layers(layers) => write_layers(out, layers),
        Map::Waypoints(graph) => {
            out.always(
                "waypoints",
                graph.waypoints().iter().map(|waypoint| {
                    let (x, y) = (value(&waypoint.point.x), value(&waypoint.point.y));
                    format!("{{\"name\": {}, \"x\": {x}, \"y\": {y}}}", quoted(&waypoint.name))
                }),
            );
        }
    }
    out.list("links", slots(map).iter().map(|slot| link(map, slot.as_ref())));
    out.list("places", document.places.iter().map(|place| named_place(map, place)));
    let is_layered = matches!(map, Map::Layers(_));
    out.list("regions", document.regions.iter().map(|named| region(named, is_layered)));
}

fn write_grid(out: &mut Block, grid: &Grid) {
    write_ground(out, grid.ground(), Some(grid.wrap()), None);
    write_rows(out, &draw(grid, |_| None));
    write_paints(out, grid.ground(), None);
}

fn write_layers(out: &mut Block, layers: &Layers) {
    let grids = layers.grids().iter().map(|grid| {
        let mut layer = Block::new("{", 3);
        write_grid(&mut layer, grid);
        layer.end("    }")
    });
    out.always("layers", grids);
}

/// What stands above the rows.
fn write_ground(
    out: &mut Block,
    ground: &Ground,
    wrap: Option<Wrap>,
    arrangement: Option<HexArrangement>,
) {
    let Rect { min, size } = ground.bounds();
    if min != Cell::default() {
        out.field("origin", &format!("{{\"x\": {}, \"y\": {}}}", min.x, min.y));
    }
    out.field("size", &format!("{{\"width\": {}, \"height\": {}}}", size.width, size.height));
    match wrap.unwrap_or_default() {
        Wrap { x: true, y: true } => out.field("wrap", "\"xy\""),
        Wrap { x: true, y: false } => out.field("wrap", "\"x\""),
        Wrap { x: false, y: true } => out.field("wrap", "\"y\""),
        Wrap { x: false, y: false } => {}
    }
    debug_assert!(wrap.is_none() || arrangement.is_none(), "hexes do not wrap");
    let legend: Vec<String> = (0..=u8::MAX)
        .filter(|&number| ground.count(Terrain(number)) > 0)
        .filter_map(|number| {
            let glyph = glyphs().legend_of(Terrain(number))?;
            Some(format!("{}: {number}", value(&glyph)))
        })
        .collect();
    if !legend.is_empty() {
        out.field("legend", &format!("{{{}}}", legend.join(", ")));
    }
}

fn write_rows(out: &mut Block, picture: &str) {
    out.always("terrain", picture.split('\n').map(quoted));
}

/// What is laid over the rows. Where nothing is laid, but the ground keeps the place for it, one cell
/// is told what it is anyway: then the ground that is read keeps it, too.
fn write_paints(out: &mut Block, ground: &Ground, arrangement: Option<HexArrangement>) {
    let first = Rect::cell(ground.bounds().min);
    if let Some(tags) = ground.tags() {
        let mut rectangles = tags.rectangles(|_, tags| tags != Tags::NONE);
        if rectangles.is_empty() {
            rectangles.push((first, Tags::NONE));
        }
        out.list(
            "tags",
            rectangles
                .into_iter()
                .map(|(rect, tags)| format!("{{{}, \"tags\": {}}}", area(rect), numbers(tags))),
        );
    }
    if let Some(exits) = ground.exits() {
        let is_arrow = |cell, exits| {
            let terrain = ground.terrain().get(cell).unwrap_or(Terrain::VOID);
            arrangement.is_none() && has_arrow(terrain, exits)
        };
        let is_told = |cell, exits| exits != Exits::ALL && !is_arrow(cell, exits);
        let mut rectangles = exits.rectangles(is_told);
        let has_arrows = || {
            let mut cells = ground.bounds().cells();
            cells.any(|cell| exits.get(cell).is_some_and(|exits| is_arrow(cell, exits)))
        };
        if rectangles.is_empty() && !has_arrows() {
            rectangles.push((first, Exits::ALL));
        }
        let names = exit_names(arrangement);
        out.list(
            "exits",
            rectangles.into_iter().map(|(rect, exits)| {
                let named = (0..).zip(&names).filter(|(bit, _)| exits.allows(*bit));
                let named: Vec<String> = named.map(|(_, name)| quoted(name)).collect();
                format!("{{{}, \"exits\": [{}]}}", area(rect), named.join(", "))
            }),
        );
    }
}

fn link(map: &Map, slot: Option<&Link<Place>>) -> String {
    let Some(link) = slot else { return "null".to_owned() };
    let mut text = format!("{{\"from\": {}, \"to\": {}", end(map, link.from), end(map, link.to));
    if !link.is_two_way {
        text.push_str(", \"one_way\": true");
    }
    text.push_str(&format!(", \"weight\": {}", link.weight.as_percent()));
    if link.tags != Tags::NONE {
        text.push_str(&format!(", \"tags\": {}", numbers(link.tags)));
    }
    if link.door == Door::Shut {
        text.push_str(", \"shut\": true");
    }
    text.push('}');
    text
}

/// One end of a link.
fn end(map: &Map, place: Place) -> String {
    match (map, place) {
        (Map::Waypoints(graph), Place::Waypoint(id)) => name_of_waypoint(graph, id),
        _ => format!("{{{}}}", position(map, place)),
    }
}

/// The fields that say where a place is.
fn position(map: &Map, place: Place) -> String {
    match (map, place) {
        (Map::Waypoints(graph), Place::Waypoint(id)) => {
            format!("\"waypoint\": {}", name_of_waypoint(graph, id))
        }
        (Map::Hex(grid), Place::Hex(hex)) => at(grid.cell_of(hex)),
        (_, Place::LayerCell(layer_cell)) => {
            format!("\"layer\": {}, {}", layer_cell.layer, at(layer_cell.cell))
        }
        (_, place) => at(place.as_cell().unwrap_or_default()),
    }
}

fn name_of_waypoint(graph: &WaypointGraph, id: xunlu_map::WaypointId) -> String {
    quoted(graph.waypoint(id).map_or("", |waypoint| &waypoint.name))
}

fn named_place(map: &Map, NamedPlace { name, place }: &NamedPlace) -> String {
    format!("{{\"name\": {}, {}}}", quoted(name), position(map, *place))
}

fn region(NamedRegion { name, layer, parts }: &NamedRegion, is_layered: bool) -> String {
    let layer = if is_layered { format!(", \"layer\": {layer}") } else { String::new() };
    let mut out = Block::new(&format!("{{\"name\": {}{layer}, \"parts\": [", quoted(name)), 3);
    for part in parts {
        out.item(&format!("{{{}}}", area(*part)));
    }
    out.end("    ]}")
}

fn named_terrain(NamedTerrain { terrain, name, price }: &NamedTerrain) -> String {
    let name = name.as_deref().map(|name| format!(", \"name\": {}", quoted(name)));
    let price = price.map(|price| match price {
        Price::Weight(weight) => format!(", \"price\": {}", weight.as_percent()),
        Price::Closed => ", \"price\": \"closed\"".to_owned(),
    });
    let (name, price) = (name.unwrap_or_default(), price.unwrap_or_default());
    format!("{{\"terrain\": {}{name}{price}}}", terrain.0)
}

fn named_tag(NamedTag { tag, name }: &NamedTag) -> String {
    format!("{{\"tag\": {}, \"name\": {}}}", tag.0.trailing_zeros(), quoted(name))
}

fn write_mesh(out: &mut Block, mesh: &PolygonMesh) {
    let vertices = mesh.vertices.iter();
    out.always("vertices", vertices.map(|point| spaced(&[value(&point.x), value(&point.y)])));
    out.always(
        "polygons",
        mesh.polygons.iter().map(|polygon| {
            let vertices: Vec<String> = polygon.vertices.iter().map(value).collect();
            let neighbours: Vec<String> = polygon.neighbours.iter().map(value).collect();
            let (vertices, neighbours) = (spaced(&vertices), spaced(&neighbours));
            format!("{{\"vertices\": {vertices}, \"neighbours\": {neighbours}}}")
        }),
    );
}

fn write_triangles(out: &mut Block, mesh: &TriangleMesh) {
    out.always("vertices", mesh.vertices.iter().map(|vertex| spaced(&vertex.map(|at| value(&at)))));
    let triangles = mesh.triangles.iter();
    out.always("triangles", triangles.map(|corners| spaced(&corners.map(|corner| value(&corner)))));
}

fn at(Cell { x, y }: Cell) -> String {
    format!("\"x\": {x}, \"y\": {y}")
}

/// A rectangle's corner, and its size unless it is one cell.
fn area(Rect { min, size }: Rect) -> String {
    match size {
        Size::ONE => at(min),
        Size { width, height } => format!("{}, \"width\": {width}, \"height\": {height}", at(min)),
    }
}

pub(super) fn numbers(tags: Tags) -> String {
    spaced(&tags.numbers().map(|number| number.to_string()).collect::<Vec<_>>())
}

pub(super) fn spaced(values: &[String]) -> String {
    format!("[{}]", values.join(", "))
}

pub(super) fn quoted(text: &str) -> String {
    value(&text)
}

/// A value that fits one line; floats in the fewest digits that mean them.
pub(super) fn value(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts and finite numbers are always JSON")
}

/// An object or a list with one field or item a line.
#[derive(Debug)]
pub(super) struct Block {
    text: String,
    level: usize,
    is_empty: bool,
}

impl Block {
    /// Begins so; what is inside stands `level` levels deep.
    fn new(start: &str, level: usize) -> Block {
        Block { text: start.to_owned(), level, is_empty: true }
    }

    fn item(&mut self, item: &str) {
        let end = if self.is_empty { "" } else { "," };
        self.is_empty = false;
        self.text.push_str(end);
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n("  ", self.level));
        self.text.push_str(item);
    }

    fn field(&mut self, name: &str, value: &str) {
        self.item(&format!("\"{name}\": {value}"));
    }

    /// A field that is a list; no field when there is nothing in it.
    pub(super) fn list(&mut self, name: &str, items: impl Iterator<Item = String>) {
        let mut items = items.peekable();
        if items.peek().is_some() {
            self.always(name, items);
        }
    }

    /// A field that is a list, be it empty.
    pub(super) fn always(&mut self, name: &str, items: impl Iterator<Item = String>) {
        self.item(&format!("\"{name}\": ["));
        let mut list = Block::new("", self.level + 1);
        for item in items {
            list.item(&item);
        }
        self.text.push_str(&list.text);
        if !list.is_empty {
            self.text.push('\n');
            self.text.extend(std::iter::repeat_n("  ", self.level));
        }
        self.text.push(']');
    }

    fn end(mut self, end: &str) -> String {
        if !self.is_empty {
            self.text.push('\n');
        }
        self.text.push_str(end);
        self.text
    }
}
