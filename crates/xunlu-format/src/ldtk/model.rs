//! What of a project's JSON is looked at, by the names that LDtk gives it.

use crate::error::{At, FormatError};
use crate::json;
use crate::lines::text_of;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use xunlu_map::Quoted;

/// The root of a project.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Project {
    pub(super) json_version: Option<String>,
    pub(super) world_layout: Option<String>,
    #[serde(default)]
    pub(super) levels: Vec<Level>,
    #[serde(default)]
    pub(super) worlds: Vec<WorldOf>,
    #[serde(default)]
    pub(super) defs: Definitions,
}

/// One of several worlds.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WorldOf {
    pub(super) identifier: String,
    pub(super) world_layout: Option<String>,
    pub(super) levels: Vec<Level>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Definitions {
    #[serde(default)]
    pub(super) layers: Vec<LayerDefinition>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LayerDefinition {
    pub(super) identifier: String,
    #[serde(default)]
    pub(super) int_grid_values: Vec<ValueDefinition>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ValueDefinition {
    pub(super) value: u32,
    pub(super) identifier: Option<String>,
}

/// A level, in the project or in its own file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Level {
    pub(super) identifier: String,
    pub(super) world_x: i32,
    pub(super) world_y: i32,
    #[serde(default)]
    pub(super) world_depth: i32,
    pub(super) px_wid: u32,
    pub(super) px_hei: u32,
    /// None where they are in the level's own file.
    pub(super) layer_instances: Option<Vec<Layer>>,
    pub(super) external_rel_path: Option<String>,
}

/// A layer of a level; the first of them is on top.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Layer {
    #[serde(rename = "__identifier")]
    pub(super) identifier: String,
    #[serde(rename = "__type")]
    pub(super) kind: Kind,
    #[serde(rename = "__cWid")]
    pub(super) columns: u32,
    #[serde(rename = "__cHei")]
    pub(super) rows: u32,
    #[serde(rename = "__gridSize")]
    pub(super) grid_px: u32,
    #[serde(rename = "__pxTotalOffsetX", default)]
    pub(super) offset_x_px: i32,
    #[serde(rename = "__pxTotalOffsetY", default)]
    pub(super) offset_y_px: i32,
    /// Row by row from the top left.
    #[serde(default)]
    pub(super) int_grid_csv: Vec<u32>,
    #[serde(default)]
    pub(super) grid_tiles: Vec<Tile>,
    #[serde(default)]
    pub(super) auto_layer_tiles: Vec<Tile>,
    #[serde(default)]
    pub(super) entity_instances: Vec<Entity>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub(super) enum Kind {
    IntGrid,
    Entities,
    Tiles,
    AutoLayer,
    /// A kind that later versions may bring.
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
pub(super) struct Tile {
    /// Its top left corner, in pixels of the layer.
    pub(super) px: [i32; 2],
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Entity {
    #[serde(rename = "__identifier")]
    pub(super) identifier: String,
    #[serde(default)]
    pub(super) iid: String,
    /// Where its pivot lies, in pixels of the layer.
    pub(super) px: [i32; 2],
    pub(super) width: u32,
    pub(super) height: u32,
    /// Where in the entity the pivot lies: 0 is left and top, 1 right and bottom.
    #[serde(rename = "__pivot", default)]
    pub(super) pivot: [f64; 2],
    #[serde(default)]
    pub(super) field_instances: Vec<Field>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Field {
    #[serde(rename = "__identifier")]
    pub(super) identifier: String,
    #[serde(rename = "__type")]
    pub(super) kind: String,
    #[serde(rename = "__value", default)]
    pub(super) value: Value,
}

/// The JSON of a file.
///
/// # Errors
/// Where it is no JSON, or not the kind that was expected.
pub(super) fn parse<T: DeserializeOwned>(file: &str, bytes: &[u8]) -> Result<T, FormatError> {
    json::parsed(file, text_of(file, bytes)?, "JSON as LDtk 1 writes it")
}

/// A level as messages name it.
pub(super) fn at_level(level: &str) -> At {
    At::Part(format!("level {}", Quoted(level)))
}

/// A layer of a level as messages name it.
pub(super) fn at_layer(level: &str, layer: &str) -> At {
    At::Part(format!("level {}, layer {}", Quoted(level), Quoted(layer)))
}
