//! TMJ, TSJ and TJ: the JSON spelling of maps, tilesets and templates.

mod shape;
mod look;

use super::fault::{Fault, Origin, Sound};
use super::look::RenderOrder;
use super::model::{
    Chunk, Layer, LayerKind, Object, Orientation, Properties, Property, Said, Shape, Template,
    Tile, TiledMap, Tileset, TilesetOfMap, Value,
};
use super::reading::{GROUP_DEPTH_MAX, Packed, Reading};
use crate::error::FormatErrorKind;
use crate::json::parsed;
use crate::scenery::rgba_of;
use shape::{
    ChunkShape, Data, LayerShape, MapShape, ObjectShape, PointShape, PropertyShape, TemplateShape,
    TilesetShape,
};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use xunlu_map::{Point, Quoted};

/// The map of a TMJ text.
pub(super) fn map(text: &str, name: &str, reading: &mut Reading<'_>) -> Sound<TiledMap> {
    let map: MapShape = parsed(name, text, "a Tiled map in JSON")?;
    let origin = Origin::default();
    let (axis, index) = (map.stagger_axis.as_deref(), map.stagger_index.as_deref());
    let orientation = Orientation::named(&map.orientation, axis, index)
        .map_err(|(found, expected)| Fault::unexpected(origin, "", found, expected))?;
    let tilesets = map.tilesets.into_iter().map(|tileset| tileset_of_map(tileset, reading));
    let tilesets = tilesets.collect::<Sound<_>>()?;
    Ok(TiledMap {
        origin,
        orientation,
        width: map.width,
        height: map.height,
        is_infinite: map.infinite,
        tile_width: map.tile_width,
        tile_height: map.tile_height,
        hex_side: map.hex_side_length,
        render_order: RenderOrder::named(map.render_order.as_str().unwrap_or_default()),
        backdrop: map.background_color.as_str().and_then(rgba_of),
        tilesets,
        layers: layers_of(map.layers, 0, reading)?,
    })
}

/// The tileset of a TSJ text.
pub(super) fn tileset_of_file(text: &str, name: &str, file: usize) -> Sound<Tileset> {
    let tileset: TilesetShape = parsed(name, text, "a tileset in JSON")?;
    Ok(tileset_of(tileset, Origin { file, byte: None }))
}

/// The template of a TJ text.
pub(super) fn template_of_file(text: &str, name: &str, file: usize) -> Sound<Template> {
    let template: TemplateShape = parsed(name, text, "a template in JSON")?;
    let origin = Origin { file, byte: None };
    let tileset = template.tileset.and_then(|set| set.source.zip(set.first_gid));
    let object = Object { origin, ..object(template.object) };
    Ok(Template { object, tileset, gid_on_map: Cell::default() })
}

fn tileset_of_map(tileset: TilesetShape, reading: &mut Reading<'_>) -> Sound<TilesetOfMap> {
    let origin = Origin::default();
    let first_gid = tileset.first_gid.ok_or_else(|| {
        let part = format!("tileset {}", Quoted(&tileset.name));
        let expected = "the number of its first tile";
        let fault = Fault::unexpected(origin, part, "there is no firstgid", expected);
        fault.of(FormatErrorKind::Missing, [&"firstgid"])
    })?;
    let file = tileset.source.clone();
    let tileset = match &file {
        Some(source) => reading.tileset_beside(origin, source)?,
        None => Rc::new(tileset_of(tileset, origin)),
    };
    Ok(TilesetOfMap { first_gid, file, tileset })
}

fn tileset_of(tileset: TilesetShape, origin: Origin) -> Tileset {
    let look = look::tileset(&tileset);
    let mut tiles = BTreeMap::new();
    for tile in tileset.tiles {
        let look = look::tile(&tile).map(Box::new);
        let class = if tile.class.is_empty() { tile.kind } else { tile.class };
        let properties = properties(tile.properties, origin);
        let solids = tile.object_group.into_iter().flat_map(|group| group.objects);
        let solids = solids.map(object).collect();
        tiles.insert(tile.id, Tile { class, properties, look, solids });
    }
    Tileset {
        origin,
        name: tileset.name,
        count: tileset.tile_count,
        properties: properties(tileset.properties, origin),
        look,
        tiles,
    }
}

fn layers_of(
    shapes: Vec<LayerShape>,
    depth: usize,
    reading: &mut Reading<'_>,
) -> Sound<Vec<Layer>> {
    let origin = Origin::default();
    let mut layers = Vec::new();
    for mut layer in shapes {
        let part = format!("layer {}", Quoted(&layer.name));
        let kind = match layer.kind.as_str() {
            "tilelayer" => LayerKind::Tiles(tiles(&mut layer, reading)?),
            "objectgroup" => {
                let objects = std::mem::take(&mut layer.objects);
                LayerKind::Objects(objects.into_iter().map(object).collect())
            }
            "imagelayer" => LayerKind::Image(look::image_of_layer(&layer)),
            "group" if depth < GROUP_DEPTH_MAX => {
                LayerKind::Group(layers_of(std::mem::take(&mut layer.layers), depth + 1, reading)?)
            }
            "group" => {
                let found = format!("this group lies within {depth} others");
                let expected = format!("at most {GROUP_DEPTH_MAX}");
                let fault = Fault::unexpected(origin, part, found, expected);
                return Err(fault.of(FormatErrorKind::TooLarge, [&depth, &GROUP_DEPTH_MAX]));
            }
            other => {
                reading.warn(part, format!("layers of the kind {} are not read", Quoted(other)));
                continue;
            }
        };
        let offset = Point::new(layer.offset_x, layer.offset_y);
        let look = look::layer(&layer);
        let properties = properties(layer.properties, origin);
        layers.push(Layer { origin, name: layer.name, offset, properties, look, kind });
    }
    Ok(layers)
}

fn tiles(layer: &mut LayerShape, reading: &mut Reading<'_>) -> Sound<Vec<Chunk>> {
    let origin = Origin::default();
    let compression = layer.compression.clone().unwrap_or_default();
    let name = layer.name.clone();
    let mut unpacked = |rect, data: Data| {
        let within = (origin, name.as_str());
        match data {
            Data::Text(text) => reading.chunk(within, rect, Packed::Base64(&text, &compression)),
            Data::Tiles(gids) => reading.chunk(within, rect, Packed::Listed(gids)),
        }
    };
    if let Some(data) = layer.data.take() {
        return Ok(vec![unpacked((0, 0, layer.width, layer.height), data)?]);
    }
    let chunks = layer.chunks.take().ok_or_else(|| {
        let part = format!("layer {}", Quoted(&name));
        Fault::unexpected(origin, part, "there is neither data nor chunks", "its tiles")
            .of(FormatErrorKind::Missing, [&"data"])
    })?;
    let chunk = |ChunkShape { x, y, width, height, data }| unpacked((x, y, width, height), data);
    chunks.into_iter().map(chunk).collect()
}

fn object(object: ObjectShape) -> Object {
    let points = |points: Vec<PointShape>| {
        points.into_iter().map(|point| Point::new(point.x, point.y)).collect()
    };
    let said = [
        (object.name.is_some(), Said::Name),
        (object.class.is_some(), Said::Class),
        (object.width.is_some(), Said::Width),
        (object.height.is_some(), Said::Height),
        (object.rotation.is_some(), Said::Rotation),
        (!object.visible.is_null(), Said::Visibility),
    ];
    let said = said.into_iter().filter(|(is_said, _)| *is_said).map(|(_, said)| said).collect();
    let shape = match object {
        ObjectShape { template: Some(template), .. } => Shape::Template(template, said),
        ObjectShape { polygon: Some(polygon), .. } => Shape::Polygon(points(polygon)),
        ObjectShape { polyline: Some(polyline), .. } => Shape::Polyline(points(polyline)),
        ObjectShape { text: Some(_), .. } => Shape::Text,
        ObjectShape { point: true, .. } => Shape::Point,
        ObjectShape { ellipse: true, .. } => Shape::Ellipse,
        _ => Shape::Rectangle,
    };
    let origin = Origin::default();
    Object {
        origin,
        id: object.id,
        name: object.name.unwrap_or_default(),
        class: object.class.unwrap_or_default(),
        at: Point::new(object.x, object.y),
        width: object.width.unwrap_or_default(),
        height: object.height.unwrap_or_default(),
        rotation_degrees: object.rotation.unwrap_or_default(),
        gid: object.gid,
        is_visible: object.visible != serde_json::Value::Bool(false),
        shape,
        properties: properties(object.properties, origin),
    }
}

fn properties(shapes: Vec<PropertyShape>, origin: Origin) -> Properties {
    let property = |PropertyShape { name, kind, value }| {
        let value = match value {
            serde_json::Value::Number(id) if kind == "object" => {
                id.as_u64().map_or(Value::Parts, Value::Object)
            }
            serde_json::Value::Bool(value) => Value::Bool(value),
            serde_json::Value::Number(number) => {
                number.as_f64().map_or(Value::Parts, Value::Number)
            }
            serde_json::Value::String(text) => Value::Text(text),
            _ => Value::Parts,
        };
        Property { origin, name, value }
    };
    Properties(shapes.into_iter().map(property).collect())
}
