//! What of a project's JSON is looked at, by the names that LDtk gives it.

use super::says::Says;
use crate::error::{At, FormatError};
use crate::json;
use crate::lines::text_of;
use crate::options::Role;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::collections::BTreeMap;
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
    #[serde(default, deserialize_with = "loose")]
    pub(super) tilesets: Vec<TilesetDefinition>,
}

/// A set of tiles on one image.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TilesetDefinition {
    pub(super) identifier: String,
    pub(super) uid: i64,
    /// None for the editor's own icons.
    pub(super) rel_path: Option<String>,
    pub(super) px_wid: u32,
    pub(super) px_hei: u32,
    pub(super) tile_grid_size: u32,
    #[serde(default)]
    pub(super) spacing: u32,
    #[serde(default)]
    pub(super) padding: u32,
    #[serde(rename = "__cWid", default)]
    pub(super) columns: u32,
    #[serde(default, deserialize_with = "each")]
    pub(super) custom_data: Vec<CustomData>,
    #[serde(default, deserialize_with = "each")]
    pub(super) enum_tags: Vec<EnumTag>,
}

/// What somebody wrote of a tile.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CustomData {
    pub(super) tile_id: u32,
    pub(super) data: String,
}

/// A value of an enum, and the tiles that are tagged with it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct EnumTag {
    pub(super) enum_value_id: String,
    #[serde(default, deserialize_with = "each")]
    pub(super) tile_ids: Vec<u32>,
}

impl TilesetDefinition {
    /// What the tags of its tiles say.
    pub(super) fn tags(&self) -> BTreeMap<u32, Says> {
        let mut all: BTreeMap<u32, Says> = BTreeMap::new();
        for EnumTag { enum_value_id, tile_ids } in &self.enum_tags {
            let says = Says::of_tag(enum_value_id);
            for tile in tile_ids.iter().filter(|_| !says.are_silent()) {
                let said = all.entry(*tile).or_default();
                *said = said.or(says);
            }
        }
        all
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LayerDefinition {
    pub(super) identifier: String,
    #[serde(default)]
    pub(super) int_grid_values: Vec<ValueDefinition>,
    /// What somebody noted on it for those who build levels.
    #[serde(default, deserialize_with = "loose")]
    pub(super) doc: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ValueDefinition {
    pub(super) value: u32,
    pub(super) identifier: Option<String>,
    #[serde(default, deserialize_with = "loose")]
    pub(super) color: Option<String>,
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
    #[serde(rename = "__bgColor", default, deserialize_with = "loose")]
    pub(super) bg_color: Option<String>,
    #[serde(default, deserialize_with = "loose")]
    pub(super) bg_rel_path: Option<String>,
    #[serde(rename = "__bgPos", default, deserialize_with = "loose")]
    pub(super) bg_pos: Option<BackgroundPlace>,
}

/// Where the image behind a level lies.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BackgroundPlace {
    pub(super) crop_rect: [f64; 4],
    pub(super) scale: [f64; 2],
    pub(super) top_left_px: [f64; 2],
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
    #[serde(rename = "__tilesetDefUid", default, deserialize_with = "loose")]
    tileset_def_uid: Option<i64>,
    #[serde(default, deserialize_with = "loose")]
    override_tileset_uid: Option<i64>,
    #[serde(default, deserialize_with = "loose")]
    visible: Option<bool>,
    #[serde(rename = "__opacity", default, deserialize_with = "loose")]
    opacity: Option<f32>,
    /// What it is for by the note on its definition.
    #[serde(skip)]
    pub(super) role: Option<Role>,
}

impl Layer {
    /// The number of the set of its tiles.
    pub(super) fn tileset(&self) -> Option<i64> {
        self.override_tileset_uid.or(self.tileset_def_uid)
    }

    pub(super) fn is_visible(&self) -> bool {
        self.visible.unwrap_or(true)
    }

    /// From 0 to 1.
    pub(super) fn opacity(&self) -> f32 {
        self.opacity.unwrap_or(1.0).clamp(0.0, 1.0)
    }
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

impl Kind {
    /// Whether it has tiles and no values.
    pub(super) const fn is_of_tiles(self) -> bool {
        matches!(self, Kind::Tiles | Kind::AutoLayer)
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct Tile {
    /// Its top left corner, in pixels of the layer.
    pub(super) px: [i32; 2],
    /// Where on its image it begins.
    #[serde(default = "nowhere", deserialize_with = "somewhere")]
    pub(super) src: [i64; 2],
    /// Bit 0: mirrored left to right; bit 1: top to bottom.
    #[serde(rename = "f", default, deserialize_with = "loose")]
    pub(super) flips: u8,
    /// Its number in its set.
    #[serde(rename = "t", default, deserialize_with = "loose")]
    pub(super) tile: u32,
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
    #[serde(rename = "__tile", default, deserialize_with = "loose")]
    pub(super) tile: Option<EntityTile>,
}

/// The tile that stands for an entity: a rectangle of an image.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct EntityTile {
    pub(super) tileset_uid: i64,
    pub(super) x: u32,
    pub(super) y: u32,
    pub(super) w: u32,
    pub(super) h: u32,
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

/// What looks alone depend on: a value of another type counts as none.
fn loose<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(from: D) -> Result<T, D::Error> {
    let value = Value::deserialize(from)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}

/// A list without those of its parts that are of another type.
fn each<'de, D: Deserializer<'de>, T: DeserializeOwned>(from: D) -> Result<Vec<T>, D::Error> {
    let all: Vec<Value> = loose(from)?;
    Ok(all.into_iter().filter_map(|one| serde_json::from_value(one).ok()).collect())
}

fn somewhere<'de, D: Deserializer<'de>>(from: D) -> Result<[i64; 2], D::Error> {
    loose::<_, Option<[i64; 2]>>(from).map(|at| at.unwrap_or(nowhere()))
}

/// Where no image has a pixel.
const fn nowhere() -> [i64; 2] {
    [-1, -1]
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
