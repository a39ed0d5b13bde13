//! Layers of a TMX file: their tiles and their objects.

use super::super::fault::{Fault, Origin, Sound};
use super::super::model::{Chunk, Layer, LayerKind, Object, Said, Shape};
use super::super::reading::{GROUP_DEPTH_MAX, Packed, Reading};
use super::element::Element;
use super::look;
use crate::decimal::number_of;
use crate::error::FormatErrorKind;
use xunlu_map::{Point, Quoted};

/// The layers right inside a map or a group, which lies this deep within groups.
pub(super) fn layers_of(
    parent: Element<'_, '_>,
    depth: usize,
    reading: &mut Reading<'_>,
) -> Sound<Vec<Layer>> {
    let mut layers = Vec::new();
    for element in parent.children() {
        let name = element.attribute("name").unwrap_or_default();
        let kind = match element.name() {
            "layer" => LayerKind::Tiles(tiles(element, name, reading)?),
            "objectgroup" => LayerKind::Objects(objects(element)?),
            "imagelayer" => LayerKind::Image(look::image(element)),
            "group" if depth < GROUP_DEPTH_MAX => {
                LayerKind::Group(layers_of(element, depth + 1, reading)?)
            }
            "group" => {
                let found = format!("group {} lies within {depth} others", Quoted(name));
                let expected = format!("at most {GROUP_DEPTH_MAX}");
                let fault = Fault::unexpected(element.origin(), "", found, expected);
                return Err(fault.of(FormatErrorKind::TooLarge, [&depth, &GROUP_DEPTH_MAX]));
            }
            _ => continue,
        };
        let pixels = "a number of pixels";
        let offset = Point::new(
            element.number_or("offsetx", 0.0, pixels)?,
            element.number_or("offsety", 0.0, pixels)?,
        );
        let (origin, properties) = (element.origin(), element.properties()?);
        let (name, look) = (name.to_owned(), look::layer(element));
        layers.push(Layer { origin, name, offset, properties, look, kind });
    }
    Ok(layers)
}

fn tiles(layer: Element<'_, '_>, name: &str, reading: &mut Reading<'_>) -> Sound<Vec<Chunk>> {
    let Some(data) = layer.child("data") else {
        let found = format!("layer {} has no <data>", Quoted(name));
        let fault = Fault::unexpected(layer.origin(), "", found, "its tiles");
        return Err(fault.of(FormatErrorKind::Missing, [&"<data>"]));
    };
    let encoding = (data.attribute("encoding"), data.attribute("compression").unwrap_or_default());
    let mut chunks = Vec::new();
    for chunk in data.children_named("chunk") {
        let whole = "a whole number";
        let rect = (
            chunk.number("x", whole)?,
            chunk.number("y", whole)?,
            chunk.number("width", whole)?,
            chunk.number("height", whole)?,
        );
        chunks.push(chunk_of(chunk, rect, encoding, name, reading)?);
    }
    if chunks.is_empty() && !is_blank(data) {
        let width = layer.number("width", "a number of columns")?;
        let height = layer.number("height", "a number of rows")?;
        chunks.push(chunk_of(data, (0, 0, width, height), encoding, name, reading)?);
    }
    Ok(chunks)
}

/// Whether there is nothing inside: an infinite map's layer on which nothing was drawn.
fn is_blank(data: Element<'_, '_>) -> bool {
    let is_infinite = |map: Element<'_, '_>| map.attribute("infinite") == Some("1");
    let map = Element { node: data.node.document().root_element(), file: data.file };
    is_infinite(map) && data.children().next().is_none() && data.text().trim().is_empty()
}

fn chunk_of(
    element: Element<'_, '_>,
    rect: (i32, i32, u32, u32),
    (encoding, compression): (Option<&str>, &str),
    name: &str,
    reading: &mut Reading<'_>,
) -> Sound<Chunk> {
    let within = (element.origin(), name);
    match encoding {
        None => {
            let gid = |tile: Element<'_, '_>| tile.number_or("gid", 0, "a tile's number");
            let gids: Sound<Vec<u32>> = element.children_named("tile").map(gid).collect();
            reading.chunk(within, rect, Packed::Listed(gids?))
        }
        Some("csv") => reading.chunk(within, rect, Packed::Csv(&element.text())),
        Some("base64") => reading.chunk(within, rect, Packed::Base64(&element.text(), compression)),
        Some(other) => {
            let found = format!("layer {}: the encoding is {}", Quoted(name), Quoted(other));
            let fault = Fault::unexpected(element.origin(), "", found, "csv, base64 or none");
            Err(fault.of(FormatErrorKind::OneOf, [&Quoted(other), &"csv, base64"]))
        }
    }
}

/// The objects of a layer, or on a tile.
pub(super) fn objects(layer: Element<'_, '_>) -> Sound<Vec<Object>> {
    layer.children_named("object").map(object).collect()
}

/// An object of a layer, on a tile, or of a template.
pub(super) fn object(element: Element<'_, '_>) -> Sound<Object> {
    let pixels = "a number of pixels";
    let gid = match element.attribute("gid") {
        Some(_) => Some(element.number("gid", "a tile's number")?),
        None => None,
    };
    // Tiled 1.9 alone called it so.
    let class = element.attribute("type").or_else(|| element.attribute("class"));
    Ok(Object {
        origin: element.origin(),
        id: element.number_or("id", 0, "a whole number")?,
        name: element.attribute("name").unwrap_or_default().to_owned(),
        class: class.unwrap_or_default().to_owned(),
        at: Point::new(element.number_or("x", 0.0, pixels)?, element.number_or("y", 0.0, pixels)?),
        width: element.number_or("width", 0.0, pixels)?,
        height: element.number_or("height", 0.0, pixels)?,
        rotation_degrees: element.number_or("rotation", 0.0, "a number of degrees")?,
        gid,
        is_visible: element.attribute("visible") != Some("0"),
        shape: shape(element)?,
        properties: element.properties()?,
    })
}

fn shape(object: Element<'_, '_>) -> Sound<Shape> {
    if let Some(template) = object.attribute("template") {
        return Ok(Shape::Template(template.to_owned(), said(object)));
    }
    for child in object.children() {
        return Ok(match child.name() {
            "point" => Shape::Point,
            "ellipse" => Shape::Ellipse,
            "text" => Shape::Text,
            "polygon" => Shape::Polygon(points(child)?),
            "polyline" => Shape::Polyline(points(child)?),
            _ => continue,
        });
    }
    Ok(Shape::Rectangle)
}

/// What an object of a template says itself.
fn said(object: Element<'_, '_>) -> Vec<Said> {
    let all = [
        ("name", Said::Name),
        ("type", Said::Class),
        ("class", Said::Class),
        ("width", Said::Width),
        ("height", Said::Height),
        ("rotation", Said::Rotation),
        ("visible", Said::Visibility),
    ];
    let is_said = |name: &str| object.attribute(name).is_some();
    all.into_iter().filter(|(name, _)| is_said(name)).map(|(_, said)| said).collect()
}

/// `0,0 16,-8.5`: pairs with spaces between them.
fn points(element: Element<'_, '_>) -> Sound<Vec<Point>> {
    let text = element.attribute("points").unwrap_or_default();
    let pair = |pair: &str| point(pair, element.origin());
    text.split_ascii_whitespace().map(pair).collect()
}

fn point(text: &str, origin: Origin) -> Sound<Point> {
    let read = |(x, y)| Some(Point::new(number_of(x)?, number_of(y)?));
    let point = text.split_once(',').and_then(read);
    point.ok_or_else(|| {
        Fault::unexpected(origin, "", format!("the point {}", Quoted(text)), "x,y in pixels")
            .of(FormatErrorKind::Word, [&Quoted(text)])
    })
}
