//! The names a map's file gives: places and regions that may be asked for by name, what terrains cost
//! and what tags are called.

use crate::failure::Failure;
use std::collections::BTreeMap;
use xunlu::map::Quoted;
use xunlu::{Map, Place, Region, Tags, wire};
use xunlu_format::{Document, NamedPlace, NamedRegion, NamedTag, NamedTerrain, Price};

/// How many names a message lists.
const LISTED_MAX: usize = 12;

/// Everything in a file that has a name.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Names {
    places: Vec<NamedPlace>,
    regions: Vec<NamedRegion>,
    terrains: Vec<NamedTerrain>,
    tags: Vec<NamedTag>,
}

impl Names {
    /// The names of a document.
    pub(crate) fn of(document: &Document) -> Names {
        Names {
            places: document.places.clone(),
            regions: document.regions.clone(),
            terrains: document.terrains.clone(),
            tags: document.tags.clone(),
        }
    }

    /// The names of tags alone.
    pub(crate) fn of_tags(tags: Vec<NamedTag>) -> Names {
        Names { tags, places: Vec::new(), regions: Vec::new(), terrains: Vec::new() }
    }

    /// What terrains cost, as the file says.
    pub(crate) fn prices(&self) -> BTreeMap<u8, wire::Ground> {
        let priced = self.terrains.iter().filter_map(|named| {
            let ground = match named.price? {
                Price::Weight(weight) => wire::Ground::Percent(weight.as_percent()),
                Price::Closed => wire::Ground::CLOSED,
            };
            Some((named.terrain.0, ground))
        });
        priced.collect()
    }

    /// The number of a tag that an option gives by number or name.
    pub(crate) fn tag(&self, option: &str, text: &str) -> Result<u32, Failure> {
        let named = self.tags.iter().find(|named| named.name == text);
        let number = named.and_then(|named| named.tag.numbers().next());
        if let Some(number) = number.or_else(|| text.parse().ok()) {
            return Ok(number);
        }
        let names = listed(self.tags.iter().map(|named| named.name.as_str()));
        let expected = match names {
            Some(names) => format!("expected a number from 0 to 15, or one of {names}"),
            None => "expected a number from 0 to 15; the map names no tags".to_owned(),
        };
        Err(Failure::BadInput(format!(
            "{option}: {text} is no tag; {expected}",
            text = Quoted(text)
        )))
    }

    /// What a tag is called: its name, or its number.
    pub(crate) fn tag_said(&self, number: u32) -> String {
        let named = self.tags.iter().find(|named| Tags::one(number) == Some(named.tag));
        named.map_or_else(|| number.to_string(), |named| Quoted(&named.name).to_string())
    }

    /// A place given as a place or by its name.
    pub(crate) fn place(&self, map: &Map, text: &str) -> Result<Place, Failure> {
        let read = wire::place_at(map, text);
        let is_there = |place: &Place| map.node_at(*place).is_some();
        // A name that reads like a place is one, unless there is such a place.
        if let (Some(named), false) = (self.named_place(text), read.as_ref().is_ok_and(is_there)) {
            return Ok(named);
        }
        let told = match read {
            Ok(place) => return Ok(place),
            Err(told) => told,
        };
        if self.named_region(text).is_some() {
            let expected = "expected a place, or the region alone behind --to";
            return Err(Failure::BadInput(format!(
                "{text} is a region; {expected}",
                text = Quoted(text)
            )));
        }
        let places = listed(self.places.iter().map(|place| place.name.as_str()));
        let places = places.map(|names| format!(", or one of the map's places: {names}"));
        let regions = listed(self.regions.iter().map(|region| region.name.as_str()));
        let regions = regions.map(|names| format!("; its regions are {names}"));
        let [places, regions] = [places, regions].map(Option::unwrap_or_default);
        Err(Failure::BadInput(format!("{told}{places}{regions}")))
    }

    /// The same, as the wire writes places.
    pub(crate) fn place_text(&self, map: &Map, text: &str) -> Result<String, Failure> {
        self.place(map, text).map(|place| wire::place_text(map, place))
    }

    /// The goal that a region's name stands for. Returns `None` if there is none of this name, or it is a
    /// place of its own.
    pub(crate) fn region_goal(&self, map: &Map, text: &str) -> Option<Result<wire::Goal, Failure>> {
        if wire::place_at(map, text).is_ok() || self.named_place(text).is_some() {
            return None;
        }
        let region = self.named_region(text)?;
        Some(on_map(map, region).map(wire::Goal::Region))
    }

    /// Whether a place or a region has this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.named_place(name).is_some() || self.named_region(name).is_some()
    }

    fn named_place(&self, name: &str) -> Option<Place> {
        self.places.iter().find(|place| place.name == name).map(|place| place.place)
    }

    fn named_region(&self, name: &str) -> Option<&NamedRegion> {
        self.regions.iter().find(|region| region.name == name)
    }

    /// The region of this name. Returns `None` if there is none.
    pub(crate) fn region(&self, map: &Map, text: &str) -> Option<Result<wire::Region, Failure>> {
        self.named_region(text).map(|region| on_map(map, region))
    }
}

/// A named region as the wire says it: on its layer, where a map has several.
fn on_map(map: &Map, named: &NamedRegion) -> Result<wire::Region, Failure> {
    let region = Region::of(named.parts.iter().copied());
    let region =
        region.map_err(|error| Failure::BadInput(format!("{}: {error}", Quoted(&named.name))))?;
    let is_layered = matches!(map, Map::Layers(_));
    let region = if is_layered { region.on_layer(named.layer) } else { region };
    Ok(wire::Region::from(&region))
}

/// The first few names. Returns `None` if there are none.
pub(crate) fn listed<'a>(names: impl Iterator<Item = &'a str> + Clone) -> Option<String> {
    let more = names.clone().count().saturating_sub(LISTED_MAX);
    let names: Vec<String> = names.take(LISTED_MAX).map(|name| Quoted(name).to_string()).collect();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    (!names.is_empty()).then(|| names.join(", ") + &more)
}
