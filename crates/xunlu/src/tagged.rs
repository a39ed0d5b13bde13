//! The places of a map that ask for tags.

use std::collections::BTreeSet;
use xunlu_index::Components;
use xunlu_map::{Footprint, Ground, Map, Mover, NodeId, Rect, StepRule, Tags};

/// With more places that ask for tags than this a search is made instead.
const TAGGED_MAX: usize = 4_096;
/// The same for links.
const LINKS_MAX: u32 = 1_024;

/// The places of a map that ask for tags, as far as they are few.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tagged {
    // By their numbers.
    places: BTreeSet<u32>,
    are_too_many: bool,
}

impl Tagged {
    /// Looks at every place of a map that has any tags.
    pub(crate) fn of(map: &Map) -> Tagged {
        let mut tagged = Tagged::default();
        for (layer, ground) in (0..).zip(map.grounds()) {
            tagged.read(map, layer, ground.bounds());
        }
        tagged
    }

    /// The places, in the order of their numbers.
    pub(crate) fn places(&self) -> impl Iterator<Item = NodeId> {
        self.places.iter().copied().map(NodeId)
    }

    /// Reads a rectangle of one layer anew.
    pub(crate) fn read(&mut self, map: &Map, layer: u32, rect: Rect) {
        let Some(tags) = map.ground(layer).and_then(Ground::tags) else { return };
        let first = if let Map::Layers(layers) = map { layers.first_node(layer) } else { Some(0) };
        let Some(first) = first else { return };
        for (index, place) in
            tags.rows_of(rect).flatten().map(|index| (index, first + small(index)))
        {
            if tags.values()[index] == Tags::NONE {
                self.places.remove(&place);
            } else if self.places.len() < TAGGED_MAX {
                self.places.insert(place);
            } else {
                self.are_too_many = true;
            }
        }
    }

    /// Whether it is known for this mover what its tags join.
    pub(crate) fn are_of_use_to(&self, map: &Map, mover: &Mover) -> bool {
        let is_small = mover.footprint() == Footprint::ONE && !self.are_too_many;
        let steps = matches!(mover.rule(), StepRule::Four | StepRule::Eight(_) | StepRule::Hex);
        let asks = |map: &Map| map.links().any(|(_, link)| link.tags != Tags::NONE);
        mover.tags() != Tags::NONE
            && is_small
            && steps
            && map.link_numbers_given() <= LINKS_MAX
            && map.grounds().all(|ground| ground.exits().is_none())
            && (!self.places.is_empty() || asks(map))
    }
}

fn small(index: usize) -> u32 {
    u32::try_from(index).expect("places are counted in 32 bits")
}

/// What a view knows of tags: the places that ask for some, and the components of its mover without any.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keys<'a> {
    pub(crate) tagged: &'a Tagged,
    pub(crate) without: &'a Components,
}
