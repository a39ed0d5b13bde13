//! What our own custom properties say of a tile, a layer or an object.

use super::fault::{Fault, Sound};
use super::model::{Orientation, Properties, Property, Value};
use super::turned::Compass;
use crate::error::FormatErrorKind;
use crate::options::{Role, Roles};
use crate::weight::weight_of;
use std::rc::Rc;
use xunlu_map::{Exits, Quoted, Tags, Terrain, Weight};

/// All of it; what is not said is none. Words are shared: many tiles and objects have theirs from one
/// tileset.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Traits {
    pub(super) walkable: Option<bool>,
    pub(super) cost: Option<Weight>,
    pub(super) terrain: Option<Rc<TerrainWord>>,
    pub(super) exits: Option<Exits>,
    pub(super) tags: Option<Rc<[Word]>>,
}

/// What names a class of ground.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TerrainWord {
    /// One that every map has.
    Fixed(Terrain),
    /// One of the map's own.
    Own(Word),
}

/// A number, a name, or both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Word {
    pub(super) number: Option<u8>,
    pub(super) name: Option<String>,
}

/// The highest number a terrain may have; what lies above are walls and nothing at all.
const TERRAIN_MAX: u8 = 253;

impl Traits {
    /// What the properties of a tile, layer or region say.
    pub(super) fn of(
        properties: &Properties,
        part: &str,
        orientation: Orientation,
    ) -> Sound<Traits> {
        let read = |name| properties.find(name);
        Ok(Traits {
            walkable: read("walkable").map(|found| truth(found, part)).transpose()?,
            cost: read("cost").map(|found| weight(found, part, 1)).transpose()?,
            terrain: read("terrain").map(|found| terrain(found, part)).transpose()?.map(Rc::new),
            exits: read("oneway")
                .map(|found| exits(found, part, Compass::of(orientation)))
                .transpose()?,
            tags: read("tag").map(|found| tags(found, part)).transpose()?.map(Rc::from),
        })
    }

    /// What a tile's properties say, and below them its class where that is the name of a wall.
    pub(super) fn of_tile(
        properties: &Properties,
        class: &str,
        part: &str,
        orientation: Orientation,
    ) -> Sound<Traits> {
        let mut traits = Traits::of(properties, part, orientation)?;
        if traits.walkable.is_none() && Roles::by_name(class) == Some(Role::Wall) {
            traits.walkable = Some(false);
        }
        Ok(traits)
    }

    /// These, and where they say nothing, those.
    pub(super) fn or(self, other: &Traits) -> Traits {
        Traits {
            walkable: self.walkable.or(other.walkable),
            cost: self.cost.or(other.cost),
            terrain: self.terrain.or_else(|| other.terrain.clone()),
            exits: self.exits.or(other.exits),
            tags: self.tags.or_else(|| other.tags.clone()),
        }
    }

    /// Whether they say nothing.
    pub(super) fn are_silent(&self) -> bool {
        *self == Traits::default()
    }
}

/// A property that must be true or false.
pub(super) fn truth(property: &Property, part: &str) -> Sound<bool> {
    match property.value {
        Value::Bool(value) => Ok(value),
        _ => Err(wrong(property, part, "a bool, true or false")),
    }
}

/// A property that must be a price in steps, of so many hundredths at least once it is rounded up.
pub(super) fn weight(property: &Property, part: &str, least_percent: u32) -> Sound<Weight> {
    let weight = match property.value {
        Value::Number(steps) => weight_of(steps),
        _ => None,
    };
    weight.filter(|weight| weight.as_percent() >= least_percent).ok_or_else(|| {
        let least = f64::from(least_percent) / 100.0;
        let expected = format!("a number of steps as int or float, {least} or more");
        wrong(property, part, &expected)
    })
}

/// A property that must be a list of tags.
pub(super) fn tags(property: &Property, part: &str) -> Sound<Vec<Word>> {
    let most = u8::try_from(Tags::COUNT - 1).unwrap_or(u8::MAX);
    let expected = format!("tags as numbers from 0 to {most} or words, with commas between them");
    let wrong = || wrong(property, part, &expected);
    match &property.value {
        Value::Number(number) => Ok(vec![word_of(*number, most).ok_or_else(wrong)?]),
        Value::Text(text) => listed(text).map(|tag| word(tag, most).ok_or_else(wrong)).collect(),
        _ => Err(wrong()),
    }
}

fn terrain(property: &Property, part: &str) -> Sound<TerrainWord> {
    let own = match &property.value {
        Value::Number(number) => word_of(*number, TERRAIN_MAX),
        Value::Text(text) => match text.trim().to_ascii_lowercase().as_str() {
            "open" => return Ok(TerrainWord::Fixed(Terrain::OPEN)),
            "wall" => return Ok(TerrainWord::Fixed(Terrain::WALL)),
            "void" => return Ok(TerrainWord::Fixed(Terrain::VOID)),
            _ => word(text.trim(), TERRAIN_MAX),
        },
        _ => None,
    };
    let expected = "a terrain as a whole number from 0 to 253, a word, or both as in \"17 swamp\"";
    own.map(TerrainWord::Own).ok_or_else(|| wrong(property, part, expected))
}

fn exits(property: &Property, part: &str, compass: Compass) -> Sound<Exits> {
    let expected = || format!("none, all, or some of {} with commas between", compass.names());
    let Value::Text(text) = &property.value else {
        return Err(wrong(property, part, &expected()));
    };
    match text.trim().to_ascii_lowercase().as_str() {
        "none" => return Ok(Exits::NONE),
        "all" => return Ok(Exits::ALL),
        _ => {}
    }
    let mut bits = 0;
    for point in listed(text) {
        let number = compass.number_of(point);
        bits |= 1 << number.ok_or_else(|| wrong(property, part, &expected()))?;
    }
    Ok(Exits(bits))
}

/// What stands between commas, but for what is empty.
fn listed(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|word| !word.is_empty())
}

/// `17`, `swamp` or `17 swamp`.
fn word(text: &str, most: u8) -> Option<Word> {
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    if !first.starts_with(|c: char| c.is_ascii_digit()) {
        return (!text.is_empty()).then(|| Word { number: None, name: Some(text.to_owned()) });
    }
    let number = first.parse().ok().filter(|number| *number <= most)?;
    let name = Some(rest.trim()).filter(|rest| !rest.is_empty()).map(str::to_owned);
    Some(Word { number: Some(number), name })
}

fn word_of(number: f64, most: u8) -> Option<Word> {
    let whole = (0..=most).find(|whole| (f64::from(*whole) - number).abs() < f64::EPSILON)?;
    Some(Word { number: Some(whole), name: None })
}

fn wrong(property: &Property, part: &str, expected: &str) -> Fault {
    let part = format!("{part}, property {}", Quoted(&property.name));
    Fault::unexpected(property.origin, part, &property.value, expected)
        .of(FormatErrorKind::Word, [&property.value])
}
