//! Names: places, regions, terrains and tags.

use super::kinds::{Kind, bits};
use super::links::{read_cell, write_cell};
use crate::container::{Bytes, Cursor, Sections};
use crate::document::{Content, Document, NamedPlace, NamedRegion, NamedTag, NamedTerrain, Price};
use crate::error::FormatError;
use xunlu_map::{LayerCell, Map, Place, Rect, Size, Tags, Terrain, WaypointId, Weight};

/// The forms of a place.
const CELL: u8 = 0;
const LAYER_CELL: u8 = 1;
const WAYPOINT: u8 = 2;

/// Those sections of names in which there is something.
pub(super) fn sections(document: &Document) -> impl Iterator<Item = (Kind, Bytes)> {
    let Document { content, places, regions, terrains, tags, .. } = document;
    [
        (Kind::Places, listed(places, |out, place| write_place(out, content, place))),
        (Kind::Regions, listed(regions, write_region)),
        (Kind::NamedTerrains, listed(terrains, write_terrain)),
        (Kind::NamedTags, listed(tags, write_tag)),
    ]
    .into_iter()
    .filter_map(|(kind, bytes)| Some((kind, bytes?)))
}

fn listed<T>(items: &[T], write: impl Fn(&mut Bytes, &T)) -> Option<Bytes> {
    let mut out = Bytes::default();
    out.count(items.len());
    items.iter().for_each(|item| write(&mut out, item));
    (!items.is_empty()).then_some(out)
}

fn write_place(out: &mut Bytes, content: &Content, NamedPlace { name, place }: &NamedPlace) {
    out.text(name);
    match (content, *place) {
        (_, Place::Waypoint(id)) => {
            out.u8(WAYPOINT);
            out.u32(id.0);
        }
        (_, Place::LayerCell(layer_cell)) => {
            out.u8(LAYER_CELL);
            out.u32(layer_cell.layer);
            write_cell(out, layer_cell.cell);
        }
        (_, Place::Cell(cell)) => {
            out.u8(CELL);
            write_cell(out, cell);
        }
        (content, Place::Hex(_)) => {
            let map = if let Content::Map(map) = content { Some(map) } else { None };
            let cell = map.and_then(|map| map.cell_of(*place));
            out.u8(CELL);
            write_cell(out, cell.expect("the places of a document were checked").1);
        }
    }
}

fn write_region(out: &mut Bytes, NamedRegion { name, layer, parts }: &NamedRegion) {
    out.text(name);
    out.u32(*layer);
    out.count(parts.len());
    for part in parts {
        write_cell(out, part.min);
        out.u32(part.size.width);
        out.u32(part.size.height);
    }
}

fn write_terrain(out: &mut Bytes, NamedTerrain { terrain, name, price }: &NamedTerrain) {
    let has_name = if name.is_some() { bits::HAS_NAME } else { 0 };
    let has_price = match price {
        Some(Price::Weight(_)) => bits::HAS_PRICE,
        Some(Price::Closed) => bits::IS_CLOSED,
        None => 0,
    };
    out.u8(terrain.0);
    out.u8(has_name | has_price);
    if let Some(name) = name {
        out.text(name);
    }
    if let Some(Price::Weight(weight)) = price {
        out.u32(weight.as_percent());
    }
}

fn write_tag(out: &mut Bytes, NamedTag { tag, name }: &NamedTag) {
    out.u8(u8::try_from(tag.0.trailing_zeros()).expect("at most 16"));
    out.text(name);
}

/// Reads those sections that there are into a document.
pub(super) fn read(
    sections: &mut Sections<'_>,
    document: &mut Document,
) -> Result<(), FormatError> {
    let content = &document.content;
    document.places = list(sections, Kind::Places, 9, |bytes| read_place(bytes, content))?;
    document.regions = list(sections, Kind::Regions, 12, read_region)?;
    document.terrains = list(sections, Kind::NamedTerrains, 2, read_terrain)?;
    document.tags = list(sections, Kind::NamedTags, 5, read_tag)?;
    Ok(())
}

/// The items of a section, each of at least so many bytes.
pub(super) fn list<T>(
    sections: &mut Sections<'_>,
    kind: Kind,
    item_bytes: usize,
    read: impl Fn(&mut Cursor<'_>) -> Result<T, FormatError>,
) -> Result<Vec<T>, FormatError> {
    let Some(mut bytes) = sections.take(kind) else { return Ok(Vec::new()) };
    let mut items = Vec::new();
    for _ in 0..bytes.count(item_bytes, "names")? {
        items.push(read(&mut bytes)?);
    }
    bytes.end("names")?;
    Ok(items)
}

fn read_place(bytes: &mut Cursor<'_>, content: &Content) -> Result<NamedPlace, FormatError> {
    let name = bytes.text("a name")?.to_owned();
    let before = *bytes;
    let place = match (bytes.u8("the form of a place")?, content) {
        (CELL, Content::Map(Map::Hex(grid))) => grid.hex_at(read_cell(bytes)?).into(),
        (CELL, _) => read_cell(bytes)?.into(),
        (LAYER_CELL, _) => LayerCell::new(bytes.u32("a layer")?, read_cell(bytes)?).into(),
        (WAYPOINT, _) => WaypointId(bytes.u32("a waypoint")?).into(),
        (form, _) => return Err(before.wrong(form, "the form of a place, 0 to 2")),
    };
    Ok(NamedPlace { name, place })
}

fn read_region(bytes: &mut Cursor<'_>) -> Result<NamedRegion, FormatError> {
    let name = bytes.text("a name")?.to_owned();
    let layer = bytes.u32("a layer")?;
    let mut parts = Vec::new();
    for _ in 0..bytes.count(16, "parts")? {
        let min = read_cell(bytes)?;
        parts.push(Rect::new(min, Size::new(bytes.u32("a width")?, bytes.u32("a height")?)));
    }
    Ok(NamedRegion { name, layer, parts })
}

fn read_terrain(bytes: &mut Cursor<'_>) -> Result<NamedTerrain, FormatError> {
    let terrain = Terrain(bytes.u8("a terrain")?);
    let before = *bytes;
    let known = bits::HAS_NAME | bits::HAS_PRICE | bits::IS_CLOSED;
    let told = bytes.bits(known, "a terrain's bits")?;
    let name =
        if told & bits::HAS_NAME == 0 { None } else { Some(bytes.text("a name")?.to_owned()) };
    let price = match (told & bits::HAS_PRICE != 0, told & bits::IS_CLOSED != 0) {
        (false, false) => None,
        (true, false) => Some(Price::Weight(Weight::percent(bytes.u32("a price")?))),
        (false, true) => Some(Price::Closed),
        (true, true) => return Err(before.wrong("a price of what is closed", "one of the two")),
    };
    Ok(NamedTerrain { terrain, name, price })
}

fn read_tag(bytes: &mut Cursor<'_>) -> Result<NamedTag, FormatError> {
    let before = *bytes;
    let number = bytes.u8("a tag")?;
    let tag = Tags::one(u32::from(number));
    let tag = tag.ok_or_else(|| before.wrong(number, "a tag, 0 to 15"))?;
    Ok(NamedTag { tag, name: bytes.text("a name")?.to_owned() })
}
