//! Waypoints and links.

use super::kinds::{Kind, bits};
use crate::container::{Bytes, Cursor, Sections};
use crate::error::FormatError;
use crate::own::links::{Slots, Unlinked, between_waypoints, waypoint_graph};
use xunlu_map::{
    Cell, Door, LayerCell, Link, Map, Place, Point, Tags, Waypoint, WaypointGraph, WaypointId,
    Weight,
};

/// Bytes of the shortest waypoint: two numbers and the length of a name.
const WAYPOINT_BYTES: usize = 20;

pub(super) fn waypoints(graph: &WaypointGraph) -> Bytes {
    let mut out = Bytes::default();
    out.count(graph.waypoints().len());
    for Waypoint { name, point } in graph.waypoints() {
        out.f64(point.x);
        out.f64(point.y);
        out.text(name);
    }
    out
}

pub(super) fn links(map: &Map, slots: &Slots) -> Bytes {
    let mut out = Bytes::default();
    out.count(slots.len());
    for slot in slots {
        let Some(link) = slot else {
            out.u8(0);
            continue;
        };
        let both_ways = if link.is_two_way { bits::IS_TWO_WAY } else { 0 };
        let shut = if link.door == Door::Shut { bits::IS_SHUT } else { 0 };
        out.u8(bits::IS_LINK | both_ways | shut);
        out.u32(link.weight.as_percent());
        out.u16(link.tags.0);
        write_end(&mut out, map, link.from);
        write_end(&mut out, map, link.to);
    }
    out
}

fn write_end(out: &mut Bytes, map: &Map, place: Place) {
    match (map, place) {
        (_, Place::Waypoint(id)) => out.u32(id.0),
        (_, Place::LayerCell(layer_cell)) => {
            out.u32(layer_cell.layer);
            write_cell(out, layer_cell.cell);
        }
        (_, Place::Cell(cell)) => write_cell(out, cell),
        (map, Place::Hex(_)) => {
            let (_, cell) = map.cell_of(place).expect("a map's own links join its own places");
            write_cell(out, cell);
        }
    }
}

pub(super) fn write_cell(out: &mut Bytes, cell: Cell) {
    out.i32(cell.x);
    out.i32(cell.y);
}

/// The links of a map of cells, if there are any.
pub(super) fn read_links(
    sections: &mut Sections<'_>,
    map: &Unlinked,
) -> Result<Slots, FormatError> {
    read_slots(sections, |bytes| {
        Ok(match map {
            Unlinked::Grid(_) => read_cell(bytes)?.into(),
            Unlinked::Hex(grid) => grid.hex_at(read_cell(bytes)?).into(),
            Unlinked::Layers(_) => LayerCell::new(bytes.u32("a layer")?, read_cell(bytes)?).into(),
        })
    })
}

pub(super) fn read_cell(bytes: &mut Cursor<'_>) -> Result<Cell, FormatError> {
    Ok(Cell::new(bytes.i32("x")?, bytes.i32("y")?))
}

/// A graph with its links.
pub(super) fn read_graph(file: &str, sections: &mut Sections<'_>) -> Result<Map, FormatError> {
    let mut bytes = sections.need(Kind::Waypoints)?;
    let mut waypoints = Vec::new();
    for _ in 0..bytes.count(WAYPOINT_BYTES, "waypoints")? {
        let point = Point::new(bytes.f64("x")?, bytes.f64("y")?);
        waypoints.push(Waypoint { name: bytes.text("a name")?.to_owned(), point });
    }
    bytes.end("waypoints")?;
    let slots =
        read_slots(sections, |bytes| Ok(Place::Waypoint(WaypointId(bytes.u32("a waypoint")?))))?;
    let links: Vec<Option<Link<WaypointId>>> =
        slots.iter().map(|slot| slot.as_ref().and_then(between_waypoints)).collect();
    waypoint_graph(file, &waypoints, &links).map(Map::from)
}

fn read_slots(
    sections: &mut Sections<'_>,
    mut read_end: impl FnMut(&mut Cursor<'_>) -> Result<Place, FormatError>,
) -> Result<Slots, FormatError> {
    let Some(mut bytes) = sections.take(Kind::Links) else { return Ok(Slots::new()) };
    let mut slots = Slots::new();
    let before = bytes;
    let count = bytes.count(1, "links")?;
    if count > xunlu_map::Links::<Cell>::MAX {
        return Err(before.wrong(count, format_args!("at most {}", xunlu_map::Links::<Cell>::MAX)));
    }
    for _ in 0..count {
        let before = bytes;
        let told = bytes.bits(bits::IS_LINK | bits::IS_TWO_WAY | bits::IS_SHUT, "a link's bits")?;
        if told == 0 {
            slots.push(None);
            continue;
        }
        if told & bits::IS_LINK == 0 {
            return Err(before.wrong(format_args!("{told:#04x}"), "0, or bit 0 for a link"));
        }
        slots.push(Some(Link {
            weight: Weight::percent(bytes.u32("a weight")?),
            tags: Tags(bytes.u16("tags")?),
            from: read_end(&mut bytes)?,
            to: read_end(&mut bytes)?,
            is_two_way: told & bits::IS_TWO_WAY != 0,
            door: if told & bits::IS_SHUT != 0 { Door::Shut } else { Door::Open },
        }));
    }
    bytes.end("links")?;
    Ok(slots)
}
