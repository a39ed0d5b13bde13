//! What is written of Tiled's JSON, field by field.

use serde::Serialize;
use serde_json::Value;

#[derive(Debug, Serialize)]
pub(super) struct MapOut {
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
    pub(super) version: &'static str,
    pub(super) orientation: &'static str,
    #[serde(rename = "renderorder")]
    pub(super) render_order: &'static str,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) infinite: bool,
    #[serde(rename = "tilewidth")]
    pub(super) tile_width: u32,
    #[serde(rename = "tileheight")]
    pub(super) tile_height: u32,
    #[serde(rename = "hexsidelength", skip_serializing_if = "Option::is_none")]
    pub(super) hex_side_length: Option<u32>,
    #[serde(rename = "staggeraxis", skip_serializing_if = "Option::is_none")]
    pub(super) stagger_axis: Option<&'static str>,
    #[serde(rename = "staggerindex", skip_serializing_if = "Option::is_none")]
    pub(super) stagger_index: Option<&'static str>,
    #[serde(rename = "nextlayerid")]
    pub(super) next_layer_id: u32,
    #[serde(rename = "nextobjectid")]
    pub(super) next_object_id: u32,
    pub(super) tilesets: Vec<TilesetOut>,
    pub(super) layers: Vec<LayerOut>,
}

#[derive(Debug, Serialize)]
pub(super) struct TilesetOut {
    #[serde(rename = "firstgid")]
    pub(super) first_gid: u32,
    pub(super) name: &'static str,
    pub(super) image: String,
    #[serde(rename = "imagewidth")]
    pub(super) image_width: u32,
    #[serde(rename = "imageheight")]
    pub(super) image_height: u32,
    #[serde(rename = "tilewidth")]
    pub(super) tile_width: u32,
    #[serde(rename = "tileheight")]
    pub(super) tile_height: u32,
    #[serde(rename = "tilecount")]
    pub(super) tile_count: u32,
    pub(super) columns: u32,
    pub(super) margin: u32,
    pub(super) spacing: u32,
    pub(super) tiles: Vec<TileOut>,
}

#[derive(Debug, Serialize)]
pub(super) struct TileOut {
    pub(super) id: u32,
    pub(super) properties: Vec<PropertyOut>,
}

#[derive(Debug, Serialize)]
pub(super) struct PropertyOut {
    name: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
    value: Value,
}

#[derive(Debug, Default, Serialize)]
pub(super) struct LayerOut {
    pub(super) id: u32,
    pub(super) name: &'static str,
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
    pub(super) visible: bool,
    pub(super) opacity: f64,
    pub(super) x: i32,
    pub(super) y: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) width: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) height: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) properties: Vec<PropertyOut>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) data: Option<Vec<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) chunks: Option<Vec<ChunkOut>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) objects: Vec<ObjectOut>,
}

#[derive(Debug, Serialize)]
pub(super) struct ChunkOut {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) data: Vec<u32>,
}

#[derive(Debug, Default, Serialize)]
pub(super) struct ObjectOut {
    pub(super) id: u32,
    pub(super) name: String,
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) rotation: f64,
    pub(super) visible: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) point: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) polygon: Option<Vec<PointOut>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) polyline: Option<Vec<PointOut>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) properties: Vec<PropertyOut>,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct PointOut {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl PropertyOut {
    pub(super) fn bool(name: &'static str, value: bool) -> PropertyOut {
        PropertyOut { name, kind: "bool", value: value.into() }
    }

    pub(super) fn int(name: &'static str, value: u8) -> PropertyOut {
        PropertyOut { name, kind: "int", value: value.into() }
    }

    pub(super) fn float(name: &'static str, value: f64) -> PropertyOut {
        PropertyOut { name, kind: "float", value: value.into() }
    }

    pub(super) fn text(name: &'static str, value: impl Into<String>) -> PropertyOut {
        PropertyOut { name, kind: "string", value: value.into().into() }
    }
}
