//! TMX, TSX and TX: the XML spelling of maps, tilesets and templates.

mod element;
mod layer;
mod look;

use super::fault::{Fault, Origin, Sound};
use super::look::RenderOrder;
use super::model::{Orientation, Template, Tile, TiledMap, Tileset, TilesetOfMap};
use super::reading::Reading;
use crate::error::FormatErrorKind;
use crate::markup;
use crate::scenery::rgba_of;
use element::Element;
use roxmltree::Document;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The map of a TMX text.
pub(super) fn map(text: &str, _name: &str, reading: &mut Reading<'_>) -> Sound<TiledMap> {
    let document = parsed(text, 0, "a Tiled map in XML")?;
    let map = root(&document, 0, "map")?;
    let orientation = map.attribute("orientation").unwrap_or("orthogonal");
    let (axis, index) = (map.attribute("staggeraxis"), map.attribute("staggerindex"));
    let orientation = Orientation::named(orientation, axis, index)
        .map_err(|(found, expected)| Fault::unexpected(map.origin(), "", found, expected))?;
    let mut tilesets = Vec::new();
    for child in map.children_named("tileset") {
        tilesets.push(tileset_of_map(child, reading)?);
    }
    Ok(TiledMap {
        origin: map.origin(),
        orientation,
        width: map.number_or("width", 0, "a number of columns")?,
        height: map.number_or("height", 0, "a number of rows")?,
        is_infinite: map.number_or("infinite", 0_u8, "0 or 1")? != 0,
        tile_width: map.number("tilewidth", "a width in pixels")?,
        tile_height: map.number("tileheight", "a height in pixels")?,
        hex_side: map.number_or("hexsidelength", 0.0, "a length in pixels")?,
        render_order: RenderOrder::named(map.attribute("renderorder").unwrap_or_default()),
        backdrop: map.attribute("backgroundcolor").and_then(rgba_of),
        tilesets,
        layers: layer::layers_of(map, 0, reading)?,
    })
}

/// The tileset of a TSX text.
pub(super) fn tileset_of_file(text: &str, file: usize) -> Sound<Tileset> {
    let document = parsed(text, file, "a tileset in XML")?;
    tileset(root(&document, file, "tileset")?)
}

/// The template of a TX text.
pub(super) fn template_of_file(text: &str, file: usize) -> Sound<Template> {
    let document = parsed(text, file, "a template in XML")?;
    let template = root(&document, file, "template")?;
    let object = template.child("object").ok_or_else(|| {
        let fault =
            Fault::unexpected(template.origin(), "", "<template> has no <object>", "an object");
        fault.of(FormatErrorKind::Missing, [&"<object>"])
    })?;
    let tileset = template.child("tileset").and_then(|set| Some((set, set.attribute("source")?)));
    let tileset = match tileset {
        Some((set, source)) => {
            Some((source.to_owned(), set.number("firstgid", "the number of its first tile")?))
        }
        None => None,
    };
    Ok(Template { object: layer::object(object)?, tileset, gid_on_map: Cell::default() })
}

fn tileset_of_map(element: Element<'_, '_>, reading: &mut Reading<'_>) -> Sound<TilesetOfMap> {
    let first_gid = element.number("firstgid", "the number of its first tile")?;
    let file = element.attribute("source");
    let tileset = match file {
        Some(source) => reading.tileset_beside(element.origin(), source)?,
        None => Rc::new(tileset(element)?),
    };
    Ok(TilesetOfMap { first_gid, file: file.map(str::to_owned), tileset })
}

fn tileset(element: Element<'_, '_>) -> Sound<Tileset> {
    let mut tiles = BTreeMap::new();
    let mut has_own_images = false;
    for child in element.children_named("tile") {
        let id = child.number("id", "a tile's number")?;
        let class = child.attribute("class").or(child.attribute("type")).unwrap_or_default();
        has_own_images |= child.child("image").is_some();
        let (class, properties) = (class.to_owned(), child.properties()?);
        let solids = child.child("objectgroup").map(layer::objects).transpose()?;
        let (solids, look) = (solids.unwrap_or_default(), look::tile(child).map(Box::new));
        let tile = Tile { class, properties, look, solids };
        tiles.insert(id, tile);
    }
    let count = match element.attribute("tilecount") {
        Some(_) => Some(element.number("tilecount", "a number of tiles")?),
        None if has_own_images => None,
        None => count_in_image(element)?,
    };
    Ok(Tileset {
        origin: element.origin(),
        name: element.attribute("name").unwrap_or_default().to_owned(),
        count,
        properties: element.properties()?,
        look: look::tileset(element),
        tiles,
    })
}

/// How many tiles the image holds; files of old editors do not say it themselves.
fn count_in_image(element: Element<'_, '_>) -> Sound<Option<u32>> {
    let Some(image) = element.child("image") else { return Ok(None) };
    let pixels = "a number of pixels";
    let margin: u32 = element.number_or("margin", 0, pixels)?;
    let spacing: u32 = element.number_or("spacing", 0, pixels)?;
    let along = |image_name, tile_name| -> Sound<u32> {
        let length: u32 = image.number_or(image_name, 0, pixels)?;
        let tile: u32 = element.number_or(tile_name, 0, pixels)?;
        let room = length.saturating_sub(margin).saturating_add(spacing);
        Ok(room.checked_div(tile.saturating_add(spacing)).unwrap_or(0))
    };
    let count = along("width", "tilewidth")?.saturating_mul(along("height", "tileheight")?);
    Ok((count > 0).then_some(count))
}

fn root<'a, 'input>(
    document: &'a Document<'input>,
    file: usize,
    name: &str,
) -> Sound<Element<'a, 'input>> {
    let root = Element { node: document.root_element(), file };
    if root.name() == name {
        return Ok(root);
    }
    let found = format!("the outermost element is <{}>", root.name());
    Err(Fault::unexpected(root.origin(), "", found, format!("<{name}>"))
        .of(FormatErrorKind::NoMap, []))
}

/// The tree of a text.
fn parsed<'t>(text: &'t str, file: usize, expected: &str) -> Sound<Document<'t>> {
    markup::tree(text, expected).map_err(|(byte, found, expected)| {
        let fault = Fault::unexpected(Origin { file, byte: Some(byte) }, "", found, expected);
        fault.of(FormatErrorKind::Syntax, [&"XML"])
    })
}
