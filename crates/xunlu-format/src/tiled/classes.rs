//! Which number each terrain and tag of a map gets: numbers that are told are kept, and words and
//! prices get what is free.

use super::canvas::Stamp;
use super::fault::{Fault, Origin, Sound};
use super::traits::{TerrainWord, Traits, Word};
use crate::document::{NamedTag, NamedTerrain, Price};
use crate::error::FormatErrorKind;
use std::collections::BTreeMap;
use xunlu_map::{Quoted, Tags, Terrain, Weight};

/// Where the classes of words begin.
const WORDS_FROM: u8 = 10;
/// Where the classes of prices that no digit tells begin.
const PRICES_FROM: u8 = 36;
/// The last class that may be given out.
const LAST: u8 = 253;

/// What was given out so far.
#[derive(Debug, Default)]
pub(super) struct Classes {
    terrains: BTreeMap<u8, Class>,
    // The same, by what it was given out for.
    words: BTreeMap<(String, Option<Weight>), u8>,
    prices: BTreeMap<Weight, u8>,
    tags: BTreeMap<u32, Option<String>>,
    tag_words: BTreeMap<String, u32>,
}

#[derive(Debug, Default)]
struct Class {
    name: Option<String>,
    price: Option<Weight>,
}

impl Classes {
    /// Keeps the numbers that these traits tell. To be called for all traits of a map before any
    /// word is given a number.
    pub(super) fn keep(&mut self, traits: &Traits, origin: Origin, part: &str) -> Sound<()> {
        if let Some(TerrainWord::Own(Word { number: Some(number), name })) =
            traits.terrain.as_deref()
        {
            let class = self.terrains.entry(*number).or_default();
            if class.price.is_some() && traits.cost.is_some() && class.price != traits.cost {
                let found = format!("terrain {number} has another cost here than elsewhere");
                let fault = Fault::unexpected(origin, part, found, "one cost for each terrain");
                return Err(fault.of(FormatErrorKind::TwoCosts, [number]));
            }
            class.price = class.price.or(traits.cost);
            if let Some(name) = name {
                class.name.get_or_insert_with(|| name.clone());
                self.words.entry((name.clone(), traits.cost)).or_insert(*number);
            }
        }
        self.keep_tags(traits.tags.iter().flat_map(|tags| tags.iter()));
        Ok(())
    }

    /// Keeps the numbers of these tags.
    pub(super) fn keep_tags<'w>(&mut self, words: impl Iterator<Item = &'w Word>) {
        for word in words {
            let Some(number) = word.number else { continue };
            let known = self.tags.entry(number.into()).or_default();
            if let Some(name) = &word.name {
                known.get_or_insert_with(|| name.clone());
                self.tag_words.entry(name.clone()).or_insert(number.into());
            }
        }
    }

    /// The terrain that these traits tell, if they tell one.
    pub(super) fn terrain_of(
        &mut self,
        traits: &Traits,
        origin: Origin,
        part: &str,
    ) -> Sound<Option<Terrain>> {
        let number = match (traits.terrain.as_deref(), traits.cost) {
            (Some(TerrainWord::Fixed(terrain)), _) => return Ok(Some(*terrain)),
            (Some(TerrainWord::Own(Word { number: Some(number), .. })), _) => *number,
            (Some(TerrainWord::Own(Word { name, .. })), price) => {
                let name = name.clone().unwrap_or_default();
                self.word(name, price).ok_or_else(|| full(origin, part))?
            }
            (None, Some(price)) => self.price(price).ok_or_else(|| full(origin, part))?,
            (None, None) => return Ok(None),
        };
        Ok(Some(Terrain(number)))
    }

    /// The set of these tags.
    pub(super) fn tags_of(&mut self, words: &[Word], origin: Origin, part: &str) -> Sound<Tags> {
        let mut tags = Tags::NONE;
        for word in words {
            let one = self.tag(word).and_then(Tags::one).ok_or_else(|| {
                let found = format!(
                    "with {} there are too many tags",
                    Quoted(word.name.as_deref().unwrap_or_default())
                );
                Fault::unexpected(origin, part, found, format!("at most {}", Tags::COUNT))
                    .of(FormatErrorKind::TooLarge, [&(Tags::COUNT + 1), &Tags::COUNT])
            })?;
            tags = tags.with(one);
        }
        Ok(tags)
    }

    /// What these traits do to cells.
    pub(super) fn stamp(&mut self, traits: &Traits, origin: Origin, part: &str) -> Sound<Stamp> {
        let tags = traits.tags.as_ref().map(|words| self.tags_of(words, origin, part));
        Ok(Stamp {
            walkable: traits.walkable,
            terrain: self.terrain_of(traits, origin, part)?,
            exits: traits.exits,
            tags: tags.transpose()?,
            ..Stamp::default()
        })
    }

    /// What is to be told of the terrains and tags.
    pub(super) fn into_named(self) -> (Vec<NamedTerrain>, Vec<NamedTag>) {
        let terrains = self.terrains.into_iter().filter_map(|(number, Class { name, price })| {
            let price = price.map(Price::Weight);
            let terrain = Terrain(number);
            (name.is_some() || price.is_some()).then_some(NamedTerrain { terrain, name, price })
        });
        let tags = self
            .tags
            .into_iter()
            .filter_map(|(number, name)| Some(NamedTag { tag: Tags::one(number)?, name: name? }));
        (terrains.collect(), tags.collect())
    }

    fn word(&mut self, name: String, price: Option<Weight>) -> Option<u8> {
        if let Some(number) = self.words.get(&(name.clone(), price)) {
            return Some(*number);
        }
        let number = self.free(WORDS_FROM)?;
        self.terrains.insert(number, Class { name: Some(name.clone()), price });
        self.words.insert((name, price), number);
        Some(number)
    }

    fn price(&mut self, price: Weight) -> Option<u8> {
        let percent = price.as_percent();
        if let 1..=9 = percent / 100
            && percent.is_multiple_of(100)
        {
            return u8::try_from(percent / 100).ok();
        }
        if let Some(number) = self.prices.get(&price) {
            return Some(*number);
        }
        let number = self.free(PRICES_FROM)?;
        self.terrains.insert(number, Class { name: None, price: Some(price) });
        self.prices.insert(price, number);
        Some(number)
    }

    fn free(&self, from: u8) -> Option<u8> {
        (from..=LAST).find(|number| !self.terrains.contains_key(number))
    }

    fn tag(&mut self, word: &Word) -> Option<u32> {
        if let Some(number) = word.number {
            return Some(number.into());
        }
        let name = word.name.clone().unwrap_or_default();
        if let Some(number) = self.tag_words.get(&name) {
            return Some(*number);
        }
        let number = (0..Tags::COUNT).find(|number| !self.tags.contains_key(number))?;
        self.tags.insert(number, Some(name.clone()));
        self.tag_words.insert(name, number);
        Some(number)
    }
}

fn full(origin: Origin, part: &str) -> Fault {
    let found = "there are too many terrains and prices";
    let expected =
        format!("{WORDS_FROM} to {LAST} to suffice for words, {PRICES_FROM} to {LAST} for prices");
    Fault::unexpected(origin, part, found, expected).of(FormatErrorKind::TooManyTerrains, [])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::rc::Rc;

    fn word(number: Option<u8>, name: Option<&str>) -> Word {
        Word { number, name: name.map(str::to_owned) }
    }

    fn terrain(word: Word, cost: Option<u32>) -> Traits {
        let cost = cost.map(Weight::percent);
        Traits { terrain: Some(Rc::new(TerrainWord::Own(word))), cost, ..Traits::default() }
    }

    #[test]
    fn words_and_prices_get_numbers_that_nobody_told() {
        let mut classes = Classes::default();
        let origin = Origin::default();
        let told = terrain(word(Some(10), Some("mud")), None);
        classes.keep(&told, origin, "").unwrap();
        let mut number =
            |traits: &Traits| classes.terrain_of(traits, origin, "").unwrap().unwrap().0;
        assert_eq!(number(&told), 10);
        assert_eq!(number(&terrain(word(None, Some("swamp")), Some(300))), 11);
        assert_eq!(number(&terrain(word(None, Some("mud")), None)), 10);
        let cost = |percent| Traits { cost: Some(Weight::percent(percent)), ..Traits::default() };
        assert_eq!(number(&cost(700)), 7);
        assert_eq!(number(&cost(150)), 36);
        assert_eq!(number(&cost(1000)), 37);
        assert_eq!(number(&cost(150)), 36);
        let (terrains, _) = classes.into_named();
        assert_eq!(
            terrains.iter().map(|named| named.terrain.0).collect::<Vec<_>>(),
            [10, 11, 36, 37]
        );
    }

    #[test]
    fn a_terrain_told_two_costs_and_a_seventeenth_tag_are_refused() {
        let mut classes = Classes::default();
        let origin = Origin::default();
        classes.keep(&terrain(word(Some(9), None), Some(200)), origin, "a").unwrap();
        assert!(classes.keep(&terrain(word(Some(9), None), Some(300)), origin, "b").is_err());
        let words: Vec<Word> = (0..16).map(|n| word(None, Some(&format!("tag {n}")))).collect();
        assert_eq!(classes.tags_of(&words, origin, "").unwrap(), Tags::ALL);
        assert!(classes.tags_of(&[word(None, Some("more"))], origin, "").is_err());
    }
}
