//! The JSON document's objects, field by field as they stand in the file.
//!
//! What a field means, the schema tells (`schema/document-1.json`); a test holds the two together.

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::marker::PhantomData;
use xunlu_map::HexArrangement;

/// What says how the rest is to be read. Fields that are not looked at may be anything.
#[derive(Deserialize, Debug)]
#[serde(expecting = "an object such as {\"xunlu\": 1, \"kind\": \"grid\"}")]
pub(super) struct Head {
    pub(super) xunlu: u64,
    #[serde(default)]
    pub(super) kind: Told<String>,
}

/// A whole document of any kind: `E` is the end of a link, `V` a corner of a mesh. Which kind has
/// which fields is checked later, so that the error can say it.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields, bound = "E: Deserialize<'de>, V: Deserialize<'de>")]
pub(super) struct File<E, V> {
    // For editors, which complete and check by it.
    #[serde(rename = "$schema", default)]
    _schema: Told<String>,
    #[serde(rename = "xunlu")]
    _version: u64,
    #[serde(rename = "kind")]
    _kind: String,
    #[serde(default)]
    pub(super) look: Look,
    #[serde(default)]
    pub(super) arrangement: Told<Arrangement>,
    #[serde(default)]
    pub(super) origin: Told<Object<CellModel>>,
    #[serde(default)]
    pub(super) size: Told<Object<SizeModel>>,
    #[serde(default)]
    pub(super) wrap: Told<WrapModel>,
    #[serde(default)]
    pub(super) legend: Told<Legend>,
    #[serde(default)]
    pub(super) terrain: Told<Vec<String>>,
    #[serde(default)]
    pub(super) tags: Told<Vec<Object<TagsModel>>>,
    #[serde(default)]
    pub(super) exits: Told<Vec<Object<ExitsModel>>>,
    #[serde(default)]
    pub(super) layers: Told<Vec<Object<LayerModel>>>,
    #[serde(default)]
    pub(super) waypoints: Told<Vec<Object<WaypointModel>>>,
    #[serde(default)]
    pub(super) vertices: Told<Vec<V>>,
    #[serde(default)]
    pub(super) polygons: Told<Vec<Object<PolygonModel>>>,
    #[serde(default)]
    pub(super) triangles: Told<Vec<[u32; 3]>>,
    #[serde(default)]
    pub(super) links: Told<Vec<Option<Object<LinkModel<E>>>>>,
    #[serde(default)]
    pub(super) places: Told<Vec<Object<PlaceModel>>>,
    #[serde(default)]
    pub(super) regions: Told<Vec<Object<RegionModel>>>,
    #[serde(default)]
    pub(super) named_terrains: Told<Vec<Object<NamedTerrainModel>>>,
    #[serde(default)]
    pub(super) named_tags: Told<Vec<Object<NamedTagModel>>>,
}

/// The kinds of documents but for scenes, whose fields are others; each with those of its fields that not
/// every kind has.
pub(super) const KINDS: [(&str, &[&str]); 6] = [
    ("grid", &GRID_FIELDS),
    ("hex", &HEX_FIELDS),
    ("layers", &["layers", "links", "places", "regions"]),
    ("waypoints", &["waypoints", "links", "places"]),
    ("mesh", &["vertices", "polygons"]),
    ("triangles", &["vertices", "triangles"]),
];

const GRID_FIELDS: [&str; 10] =
    ["origin", "size", "wrap", "legend", "terrain", "tags", "exits", "links", "places", "regions"];

const HEX_FIELDS: [&str; 10] = [
    "arrangement",
    "origin",
    "size",
    "legend",
    "terrain",
    "tags",
    "exits",
    "links",
    "places",
    "regions",
];

impl<E, V> File<E, V> {
    /// The fields that not every kind of document has, and whether this one has them.
    pub(super) fn told_fields(&self) -> [(&'static str, bool); 16] {
        [
            ("arrangement", self.arrangement.is_told()),
            ("origin", self.origin.is_told()),
            ("size", self.size.is_told()),
            ("wrap", self.wrap.is_told()),
            ("legend", self.legend.is_told()),
            ("terrain", self.terrain.is_told()),
            ("tags", self.tags.is_told()),
            ("exits", self.exits.is_told()),
            ("layers", self.layers.is_told()),
            ("waypoints", self.waypoints.is_told()),
            ("vertices", self.vertices.is_told()),
            ("polygons", self.polygons.is_told()),
            ("triangles", self.triangles.is_told()),
            ("links", self.links.is_told()),
            ("places", self.places.is_told()),
            ("regions", self.regions.is_told()),
        ]
    }
}

/// A rectangle of cells with what is drawn in it: one layer of several, or a whole grid.
#[derive(Deserialize, Debug, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct LayerModel {
    #[serde(default)]
    pub(super) origin: Told<Object<CellModel>>,
    #[serde(default)]
    pub(super) size: Told<Object<SizeModel>>,
    #[serde(default)]
    pub(super) wrap: Told<WrapModel>,
    #[serde(default)]
    pub(super) legend: Told<Legend>,
    #[serde(default)]
    pub(super) terrain: Told<Vec<String>>,
    #[serde(default)]
    pub(super) tags: Told<Vec<Object<TagsModel>>>,
    #[serde(default)]
    pub(super) exits: Told<Vec<Object<ExitsModel>>>,
}

#[derive(Deserialize, Debug, Clone, Copy, PartialEq, Eq, Default)]
#[serde(rename_all = "lowercase")]
pub(super) enum Look {
    #[default]
    Flat,
    Isometric,
}

/// How hexes are laid out, by the name of the arrangement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Arrangement(pub(super) HexArrangement);

impl<'de> Deserialize<'de> for Arrangement {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Arrangement, D::Error> {
        deserializer.deserialize_str(ArrangementVisitor)
    }
}

struct ArrangementVisitor;

impl Visitor<'_> for ArrangementVisitor {
    type Value = Arrangement;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "one of {}", ARRANGEMENTS.join(", "))
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Arrangement, E> {
        let named = HexArrangement::named(name).map(Arrangement);
        named.ok_or_else(|| E::unknown_variant(name, &ARRANGEMENTS))
    }
}

/// The names of the arrangements, for messages.
const ARRANGEMENTS: [&str; 4] = {
    let [a, b, c, d] = HexArrangement::ALL;
    [a.name(), b.name(), c.name(), d.name()]
};

#[derive(Deserialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(super) enum WrapModel {
    X,
    Y,
    Xy,
}

#[derive(Deserialize, Debug, Clone, Copy)]
#[serde(deny_unknown_fields)]
pub(super) struct CellModel {
    pub(super) x: i32,
    pub(super) y: i32,
}

#[derive(Deserialize, Debug, Clone, Copy)]
#[serde(deny_unknown_fields)]
pub(super) struct LayerCellModel {
    pub(super) layer: u32,
    pub(super) x: i32,
    pub(super) y: i32,
}

#[derive(Deserialize, Debug, Clone, Copy)]
#[serde(deny_unknown_fields)]
pub(super) struct SizeModel {
    pub(super) width: u32,
    pub(super) height: u32,
}

#[derive(Deserialize, Debug, Clone, Copy)]
#[serde(deny_unknown_fields)]
pub(super) struct RectModel {
    pub(super) x: i32,
    pub(super) y: i32,
    #[serde(default = "one")]
    pub(super) width: u32,
    #[serde(default = "one")]
    pub(super) height: u32,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct TagsModel {
    pub(super) x: i32,
    pub(super) y: i32,
    #[serde(default = "one")]
    pub(super) width: u32,
    #[serde(default = "one")]
    pub(super) height: u32,
    pub(super) tags: Vec<u8>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct ExitsModel {
    pub(super) x: i32,
    pub(super) y: i32,
    #[serde(default = "one")]
    pub(super) width: u32,
    #[serde(default = "one")]
    pub(super) height: u32,
    pub(super) exits: Vec<String>,
}

const fn one() -> u32 {
    1
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields, bound = "E: Deserialize<'de>")]
pub(super) struct LinkModel<E> {
    pub(super) from: E,
    pub(super) to: E,
    #[serde(default)]
    pub(super) one_way: bool,
    #[serde(default)]
    pub(super) weight: Told<u32>,
    #[serde(default)]
    pub(super) tags: Vec<u8>,
    #[serde(default)]
    pub(super) shut: bool,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct WaypointModel {
    pub(super) name: String,
    pub(super) x: f64,
    pub(super) y: f64,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct PolygonModel {
    pub(super) vertices: Vec<u32>,
    pub(super) neighbours: Vec<Option<u32>>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct PlaceModel {
    pub(super) name: String,
    #[serde(default)]
    pub(super) layer: Told<u32>,
    #[serde(default)]
    pub(super) x: Told<i32>,
    #[serde(default)]
    pub(super) y: Told<i32>,
    #[serde(default)]
    pub(super) waypoint: Told<String>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RegionModel {
    pub(super) name: String,
    #[serde(default)]
    pub(super) layer: u32,
    pub(super) parts: Vec<Object<RectModel>>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct NamedTerrainModel {
    pub(super) terrain: u8,
    #[serde(default)]
    pub(super) name: Told<String>,
    #[serde(default)]
    pub(super) price: Told<PriceModel>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct NamedTagModel {
    pub(super) tag: u8,
    pub(super) name: String,
}

/// A field that may be left out, but not be null.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Told<T>(pub(super) Option<T>);

impl<T> Told<T> {
    pub(super) const fn is_told(&self) -> bool {
        self.0.is_some()
    }
}

impl<T> Default for Told<T> {
    fn default() -> Told<T> {
        Told(None)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Told<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Told<T>, D::Error> {
        T::deserialize(deserializer).map(|value| Told(Some(value)))
    }
}

/// An object with its fields by name. A derived reader alone would take a list of the fields, too.
#[derive(Debug, Clone, Copy)]
pub(super) struct Object<T>(pub(super) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object<T>, D::Error> {
        deserializer.deserialize_map(ObjectVisitor(PhantomData))
    }
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = Object<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Object)
    }
}

/// Characters and the terrains they draw, in the order of the file, doubles included.
#[derive(Debug)]
pub(super) struct Legend(pub(super) Vec<(String, u8)>);

impl<'de> Deserialize<'de> for Legend {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Legend, D::Error> {
        deserializer.deserialize_map(LegendVisitor)
    }
}

struct LegendVisitor;

impl<'de> Visitor<'de> for LegendVisitor {
    type Value = Legend;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object such as {\"~\": 77}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Legend, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Legend(entries))
    }
}

/// What a terrain costs, in hundredths of a straight step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PriceModel {
    Percent(u32),
    Closed,
}

impl<'de> Deserialize<'de> for PriceModel {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PriceModel, D::Error> {
        deserializer.deserialize_any(PriceVisitor)
    }
}

struct PriceVisitor;

impl Visitor<'_> for PriceVisitor {
    type Value = PriceModel;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("hundredths of a straight step, or \"closed\"")
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<PriceModel, E> {
        let percent = u32::try_from(value);
        let too_much = |_| E::invalid_value(serde::de::Unexpected::Unsigned(value), &self);
        percent.map(PriceModel::Percent).map_err(too_much)
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<PriceModel, E> {
        match value {
            "closed" => Ok(PriceModel::Closed),
            _ => Err(E::invalid_value(serde::de::Unexpected::Str(value), &self)),
        }
    }
}
