//! The objects of a scene, field by field as they stand in the file.

use crate::own::model::{NamedTagModel, Object, Told};
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use xunlu_map::GroundCost;

/// A point: to the right, and downwards.
pub(super) type PointModel = [f64; 2];

/// A whole document of the kind `scene`.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(in crate::own) struct SceneFile {
    // For editors, which complete and check by it.
    #[serde(rename = "$schema", default)]
    _schema: Told<String>,
    #[serde(rename = "xunlu")]
    _version: u64,
    #[serde(rename = "kind")]
    _kind: String,
    pub(super) ground: Vec<Vec<PointModel>>,
    #[serde(default)]
    pub(super) obstacles: Vec<Object<ObstacleModel>>,
    #[serde(default)]
    pub(super) regions: Vec<Object<RegionModel>>,
    #[serde(default)]
    pub(super) costs: Vec<Object<CostModel>>,
    #[serde(default)]
    pub(super) links: Vec<Object<LinkModel>>,
    #[serde(default)]
    pub(super) routes: Vec<Object<RouteModel>>,
    #[serde(default)]
    pub(super) places: Vec<Object<PlaceModel>>,
    #[serde(default)]
    pub(super) named_tags: Vec<Object<NamedTagModel>>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct ObstacleModel {
    #[serde(default)]
    pub(super) name: String,
    pub(super) outline: Vec<PointModel>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RegionModel {
    #[serde(default)]
    pub(super) name: String,
    #[serde(default)]
    pub(super) tags: Vec<u8>,
    pub(super) outline: Vec<PointModel>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct CostModel {
    pub(super) tag: u8,
    pub(super) cost: GroundCostModel,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct LinkModel {
    #[serde(default)]
    pub(super) name: String,
    pub(super) from: PointModel,
    pub(super) to: PointModel,
    #[serde(default)]
    pub(super) length: Told<f64>,
    #[serde(default)]
    pub(super) one_way: bool,
    #[serde(default)]
    pub(super) tags: Vec<u8>,
    #[serde(default)]
    pub(super) shut: bool,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RouteModel {
    #[serde(default)]
    pub(super) name: String,
    pub(super) points: Vec<PointModel>,
    #[serde(default)]
    pub(super) closed: bool,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct PlaceModel {
    pub(super) name: String,
    pub(super) at: PointModel,
}

/// As many times its length ground costs, or that it is closed.
#[derive(Debug, Clone, Copy)]
pub(super) struct GroundCostModel(pub(super) GroundCost);

impl<'de> Deserialize<'de> for GroundCostModel {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GroundCostModel, D::Error> {
        deserializer.deserialize_any(GroundCostVisitor)
    }
}

struct GroundCostVisitor;

#[allow(clippy::cast_precision_loss, reason = "what is as large is refused later, rounded or not")]
impl Visitor<'_> for GroundCostVisitor {
    type Value = GroundCostModel;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("how many times its length the ground costs, or \"closed\"")
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<GroundCostModel, E> {
        Ok(GroundCostModel(GroundCost::Times(value)))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<GroundCostModel, E> {
        self.visit_f64(value as f64)
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<GroundCostModel, E> {
        match value {
            "closed" => Ok(GroundCostModel(GroundCost::Closed)),
            _ => Err(E::invalid_value(Unexpected::Str(value), &self)),
        }
    }
}
