//! What a question closes or makes more expensive, on top of what the map is to its mover.
//!
//! Nothing is ever cheaper for it. So a path that is the cheapest without it, and meets none of it, is the
//! cheapest with it.

use crate::occupied::Asker;
use std::ops::Deref;
use xunlu_map::{Cost, NodeId, Tags};

/// What a question closes or makes more expensive; nothing, for most of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Restriction(Option<Box<Terms>>);

/// None at all.
pub(crate) static UNRESTRICTED: Restriction = Restriction(None);

/// What there is of it, if there is any.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Terms {
    // By places of the mover: with all that lies under its footprint there.
    pub(crate) avoided: Tolls,
    // The tags that the mover has, if these are not all of its own, and the links that it may not take for
    // that: where they lead from and to, and what they cost.
    pub(crate) tags: Option<Tags>,
    pub(crate) shut_links: Vec<(NodeId, NodeId, Cost)>,
    // Whether steps have prices of their own.
    pub(crate) is_priced: bool,
    // Whether there are units in the way, and for whom.
    pub(crate) meets_units: bool,
    pub(crate) asker: Asker,
    // The place where the asker is, or starts from, and the cells under it there, if these are several: both
    // are free.
    pub(crate) start: NodeId,
    pub(crate) own: Vec<NodeId>,
    // Which of the overlays has those for walls who are in the way, if that is all that is.
    pub(crate) overlay: Option<usize>,
}

/// What most questions have.
pub(crate) static NO_TERMS: Terms = Terms {
    avoided: Tolls::NONE,
    tags: None,
    shut_links: Vec::new(),
    is_priced: false,
    meets_units: false,
    asker: Asker { slot: None, group: None },
    start: NodeId::NONE,
    own: Vec::new(),
    overlay: None,
};

impl Restriction {
    pub(crate) fn of(terms: Terms) -> Restriction {
        Restriction(Some(Box::new(terms)))
    }

    /// Whether a link is closed that leads from one place to another, whatever it costs.
    pub(crate) fn shuts_link(&self, [from, to]: [NodeId; 2]) -> bool {
        let at = self.shut_links.partition_point(|link| (link.0, link.1) < (from, to));
        self.shut_links.get(at).is_some_and(|link| (link.0, link.1) == (from, to))
    }

    /// Whether there is any.
    pub(crate) const fn is_any(&self) -> bool {
        self.0.is_some()
    }
}

impl Deref for Restriction {
    type Target = Terms;

    fn deref(&self) -> &Terms {
        self.0.as_deref().unwrap_or(&NO_TERMS)
    }
}

/// What entering some places costs more; [`Cost::MAX`] where they are closed. A hash table: each place is
/// looked for from its own slot on, until it is found or a slot is empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tolls {
    // A power of two, at least half of them empty; or none.
    slots: Vec<(NodeId, Cost)>,
}

impl Tolls {
    pub(crate) const NONE: Tolls = Tolls { slots: Vec::new() };

    pub(crate) const fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Room for so many places.
    pub(crate) fn of(most: usize) -> Tolls {
        Tolls { slots: vec![(NodeId::NONE, Cost::ZERO); (2 * most).next_power_of_two()] }
    }

    /// Where a place is, or would be.
    fn slot_of(&self, place: NodeId) -> usize {
        // Multiplying by an odd constant near the golden ratio of 2^32 spreads neighbours
        // (Knuth, vol. 3, 6.4).
        let spread = place.0.wrapping_mul(0x9e37_79b1) as usize >> 7;
        let mask = self.slots.len() - 1;
        let mut at = spread & mask;
        while self.slots[at].0 != place && self.slots[at].0 != NodeId::NONE {
            at = (at + 1) & mask;
        }
        at
    }

    /// Of several tolls for one place the greatest counts.
    pub(crate) fn raise(&mut self, place: NodeId, toll: Cost) {
        let at = self.slot_of(place);
        let (key, known) = &mut self.slots[at];
        (*key, *known) = (place, toll.max(*known));
    }

    #[inline]
    pub(crate) fn at(&self, place: NodeId) -> Cost {
        if self.slots.is_empty() { Cost::ZERO } else { self.slots[self.slot_of(place)].1 }
    }
}
