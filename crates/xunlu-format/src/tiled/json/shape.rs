//! What Tiled's JSON holds, field by field. What only looks depend on is read loosely: a value of
//! another type is no error.

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde_json::Value as Loose;
use std::fmt;

#[derive(Debug, Deserialize)]
pub(super) struct MapShape {
    pub(super) orientation: String,
    #[serde(rename = "staggeraxis")]
    pub(super) stagger_axis: Option<String>,
    #[serde(rename = "staggerindex")]
    pub(super) stagger_index: Option<String>,
    #[serde(default)]
    pub(super) width: u32,
    #[serde(default)]
    pub(super) height: u32,
    #[serde(default)]
    pub(super) infinite: bool,
    #[serde(rename = "tilewidth")]
    pub(super) tile_width: f64,
    #[serde(rename = "tileheight")]
    pub(super) tile_height: f64,
    #[serde(default, rename = "hexsidelength")]
    pub(super) hex_side_length: f64,
    #[serde(default, rename = "renderorder")]
    pub(super) render_order: Loose,
    #[serde(default, rename = "backgroundcolor")]
    pub(super) background_color: Loose,
    #[serde(default)]
    pub(super) tilesets: Vec<TilesetShape>,
    pub(super) layers: Vec<LayerShape>,
}

#[derive(Debug, Deserialize)]
pub(super) struct TilesetShape {
    #[serde(rename = "firstgid")]
    pub(super) first_gid: Option<u32>,
    pub(super) source: Option<String>,
    #[serde(default)]
    pub(super) name: String,
    #[serde(rename = "tilecount")]
    pub(super) tile_count: Option<u32>,
    #[serde(default)]
    pub(super) properties: Vec<PropertyShape>,
    #[serde(default)]
    pub(super) tiles: Vec<TileShape>,
    #[serde(default, rename = "tilewidth")]
    pub(super) tile_width: Loose,
    #[serde(default, rename = "tileheight")]
    pub(super) tile_height: Loose,
    #[serde(default)]
    pub(super) margin: Loose,
    #[serde(default)]
    pub(super) spacing: Loose,
    #[serde(default)]
    pub(super) columns: Loose,
    #[serde(default, rename = "tileoffset")]
    pub(super) tile_offset: Loose,
    #[serde(default, rename = "objectalignment")]
    pub(super) object_alignment: Loose,
    #[serde(default, rename = "tilerendersize")]
    pub(super) tile_render_size: Loose,
    #[serde(default, rename = "fillmode")]
    pub(super) fill_mode: Loose,
    #[serde(default)]
    pub(super) image: Loose,
    #[serde(default, rename = "imagewidth")]
    pub(super) image_width: Loose,
    #[serde(default, rename = "imageheight")]
    pub(super) image_height: Loose,
    #[serde(default, rename = "transparentcolor")]
    pub(super) transparent_color: Loose,
}

#[derive(Debug, Deserialize)]
pub(super) struct TileShape {
    pub(super) id: u32,
    #[serde(default, rename = "type")]
    pub(super) kind: String,
    #[serde(default)]
    pub(super) class: String,
    #[serde(default)]
    pub(super) properties: Vec<PropertyShape>,
    #[serde(default)]
    pub(super) image: Loose,
    #[serde(default, rename = "imagewidth")]
    pub(super) image_width: Loose,
    #[serde(default, rename = "imageheight")]
    pub(super) image_height: Loose,
    #[serde(default, rename = "transparentcolor")]
    pub(super) transparent_color: Loose,
    #[serde(default)]
    pub(super) x: Loose,
    #[serde(default)]
    pub(super) y: Loose,
    #[serde(default)]
    pub(super) width: Loose,
    #[serde(default)]
    pub(super) height: Loose,
    #[serde(default)]
    pub(super) animation: Loose,
    #[serde(rename = "objectgroup")]
    pub(super) object_group: Option<SolidsShape>,
}

/// The collision shapes of a tile.
#[derive(Debug, Deserialize)]
pub(super) struct SolidsShape {
    #[serde(default)]
    pub(super) objects: Vec<ObjectShape>,
}

#[derive(Debug, Deserialize)]
pub(super) struct LayerShape {
    #[serde(default)]
    pub(super) name: String,
    #[serde(rename = "type")]
    pub(super) kind: String,
    #[serde(default)]
    pub(super) width: u32,
    #[serde(default)]
    pub(super) height: u32,
    #[serde(default, rename = "offsetx")]
    pub(super) offset_x: f64,
    #[serde(default, rename = "offsety")]
    pub(super) offset_y: f64,
    #[serde(default)]
    pub(super) properties: Vec<PropertyShape>,
    pub(super) compression: Option<String>,
    pub(super) data: Option<Data>,
    pub(super) chunks: Option<Vec<ChunkShape>>,
    #[serde(default)]
    pub(super) objects: Vec<ObjectShape>,
    #[serde(default)]
    pub(super) layers: Vec<LayerShape>,
    #[serde(default)]
    pub(super) image: Loose,
    #[serde(default, rename = "imagewidth")]
    pub(super) image_width: Loose,
    #[serde(default, rename = "imageheight")]
    pub(super) image_height: Loose,
    #[serde(default, rename = "transparentcolor")]
    pub(super) transparent_color: Loose,
    #[serde(default)]
    pub(super) visible: Loose,
    #[serde(default)]
    pub(super) opacity: Loose,
    #[serde(default, rename = "tintcolor")]
    pub(super) tint_color: Loose,
    #[serde(default, rename = "parallaxx")]
    pub(super) parallax_x: Loose,
    #[serde(default, rename = "parallaxy")]
    pub(super) parallax_y: Loose,
    #[serde(default)]
    pub(super) mode: Loose,
    #[serde(default, rename = "repeatx")]
    pub(super) repeat_x: Loose,
    #[serde(default, rename = "repeaty")]
    pub(super) repeat_y: Loose,
    #[serde(default, rename = "draworder")]
    pub(super) draw_order: Loose,
}

#[derive(Debug, Deserialize)]
pub(super) struct ChunkShape {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) data: Data,
}

#[derive(Debug, Deserialize)]
pub(super) struct ObjectShape {
    #[serde(default)]
    pub(super) id: u64,
    pub(super) name: Option<String>,
    #[serde(rename = "type", alias = "class")]
    pub(super) class: Option<String>,
    #[serde(default)]
    pub(super) x: f64,
    #[serde(default)]
    pub(super) y: f64,
    pub(super) width: Option<f64>,
    pub(super) height: Option<f64>,
    pub(super) rotation: Option<f64>,
    pub(super) gid: Option<u32>,
    #[serde(default)]
    pub(super) visible: Loose,
    #[serde(default)]
    pub(super) point: bool,
    #[serde(default)]
    pub(super) ellipse: bool,
    pub(super) polygon: Option<Vec<PointShape>>,
    pub(super) polyline: Option<Vec<PointShape>>,
    pub(super) text: Option<IgnoredAny>,
    pub(super) template: Option<String>,
    #[serde(default)]
    pub(super) properties: Vec<PropertyShape>,
}

/// A file of one object, of which others are made.
#[derive(Debug, Deserialize)]
pub(super) struct TemplateShape {
    pub(super) object: ObjectShape,
    pub(super) tileset: Option<TilesetShape>,
}

#[derive(Debug, Deserialize)]
pub(super) struct PointShape {
    pub(super) x: f64,
    pub(super) y: f64,
}

#[derive(Debug, Deserialize)]
pub(super) struct PropertyShape {
    pub(super) name: String,
    #[serde(default, rename = "type")]
    pub(super) kind: Loose,
    #[serde(default)]
    pub(super) value: serde_json::Value,
}

/// The tiles of a layer or chunk: a text in base64, or numbers. Told apart by hand, so that a wrong
/// number keeps its line and column.
#[derive(Debug)]
pub(super) enum Data {
    Text(String),
    Tiles(Vec<u32>),
}

impl<'de> Deserialize<'de> for Data {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Data, D::Error> {
        deserializer.deserialize_any(DataVisitor)
    }
}

struct DataVisitor;

impl<'de> Visitor<'de> for DataVisitor {
    type Value = Data;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("tiles as a list of numbers or a text in base64")
    }

    fn visit_str<E>(self, text: &str) -> Result<Data, E> {
        Ok(Data::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Data, A::Error> {
        let mut gids = Vec::new();
        while let Some(gid) = list.next_element()? {
            gids.push(gid);
        }
        Ok(Data::Tiles(gids))
    }
}
