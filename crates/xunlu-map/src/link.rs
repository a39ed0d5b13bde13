//! Links: connections between any two places of a map that are not steps. Stairs, ladders, teleports,
//! one-way drops, doors.

use crate::cost::Weight;
use crate::error::{MapError, MapErrorKind};
use crate::terrain::Tags;

/// The number of a link, in the order in which links were added. A removed link's number is not
/// given out again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LinkId(pub u32);

/// Whether a door lets anybody through.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Door {
    /// Passable, as every link that has no door.
    #[default]
    Open,
    /// Closed to everybody until it is opened.
    Shut,
}

/// A connection from one place to another that is not a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link<P> {
    /// Where it is entered.
    pub from: P,
    /// Where it comes out.
    pub to: P,
    /// Its price in straight steps of whoever takes it; may be free.
    pub weight: Weight,
    /// Whether it may be taken back from `to` to `from` at the same price.
    pub is_two_way: bool,
    /// Who takes it must be allowed all of these.
    pub tags: Tags,
    /// Open, or shut until opened.
    pub door: Door,
}

impl<P> Link<P> {
    /// A link both ways at the price of one straight step.
    #[must_use]
    pub fn two_way(from: P, to: P) -> Link<P> {
        Link { from, to, weight: Weight::ONE, is_two_way: true, tags: Tags::NONE, door: Door::Open }
    }

    /// A link from `from` to `to` alone, at the price of one straight step.
    #[must_use]
    pub fn one_way(from: P, to: P) -> Link<P> {
        Link { is_two_way: false, ..Link::two_way(from, to) }
    }

    /// The same link at another price.
    #[must_use]
    pub fn costing(self, weight: Weight) -> Link<P> {
        Link { weight, ..self }
    }

    /// The same link, for those with all of `tags`.
    #[must_use]
    pub fn tagged(self, tags: Tags) -> Link<P> {
        Link { tags, ..self }
    }

    /// The same link with its door in this state.
    #[must_use]
    pub fn with_door(self, door: Door) -> Link<P> {
        Link { door, ..self }
    }

    /// The same link between other places: each end is handed to `place_of`.
    pub(crate) fn between<Q>(self, place_of: impl Fn(P) -> Q) -> Link<Q> {
        let Link { from, to, weight, is_two_way, tags, door } = self;
        Link { from: place_of(from), to: place_of(to), weight, is_two_way, tags, door }
    }

    /// Whether somebody allowed these tags may take it now.
    #[must_use]
    pub fn is_open_to(&self, allowed: Tags) -> bool {
        self.door == Door::Open && self.tags.are_within(allowed)
    }
}

/// The links of a map, by number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Links<P> {
    slots: Vec<Option<Link<P>>>,
}

impl<P> Default for Links<P> {
    fn default() -> Links<P> {
        Links { slots: Vec::new() }
    }
}

impl<P> Links<P> {
    /// The most links a map may have.
    pub const MAX: usize = 1 << 24;

    /// The link of this number. Returns `None` if there never was one or it was removed.
    #[must_use]
    pub fn get(&self, id: LinkId) -> Option<&Link<P>> {
        self.slots.get(id.0 as usize)?.as_ref()
    }

    /// Every link with its number, in order.
    pub fn iter(&self) -> impl Iterator<Item = (LinkId, &Link<P>)> {
        let numbered = (0_u32..).zip(&self.slots);
        numbered.filter_map(|(number, slot)| Some((LinkId(number), slot.as_ref()?)))
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.iter().all(Option::is_none)
    }

    /// How many numbers were given out so far, those of removed links included: the number of the
    /// next link that is added.
    ///
    /// # Panics
    /// Never: there are at most [`MAX`](Self::MAX).
    #[must_use]
    pub fn numbers_given(&self) -> u32 {
        u32::try_from(self.slots.len()).expect("at most MAX")
    }

    /// Every number given out so far, in order: its link, or none where it was removed.
    pub(crate) fn slots(&self) -> &[Option<Link<P>>] {
        &self.slots
    }

    pub(crate) fn add(&mut self, link: Link<P>) -> Result<LinkId, MapError> {
        self.push(Some(link))
    }

    /// Leaves the next number out, as if its link had been removed.
    pub(crate) fn skip(&mut self) -> Result<(), MapError> {
        self.push(None).map(|_| ())
    }

    fn push(&mut self, slot: Option<Link<P>>) -> Result<LinkId, MapError> {
        let number = u32::try_from(self.slots.len()).ok().filter(|_| self.slots.len() < Self::MAX);
        let id = LinkId(number.ok_or_else(|| MapError::too_many_links(Self::MAX))?);
        self.slots.push(slot);
        Ok(id)
    }

    pub(crate) fn remove(&mut self, id: LinkId) -> Result<Link<P>, MapError> {
        let slot = self.slots.get_mut(id.0 as usize);
        slot.and_then(Option::take).ok_or_else(|| MapError::no_such_link(id))
    }

    pub(crate) fn set_door(&mut self, id: LinkId, door: Door) -> Result<&Link<P>, MapError> {
        let slot = self.slots.get_mut(id.0 as usize).and_then(Option::as_mut);
        let link = slot.ok_or_else(|| MapError::no_such_link(id))?;
        link.door = door;
        Ok(link)
    }
}

impl MapError {
    pub(crate) fn too_many_links(most: usize) -> MapError {
        let kind = MapErrorKind::TooManyLinks;
        let error = MapError::new(kind, format!("too many links; expected at most {most}"));
        error.with(&[&most])
    }

    pub(crate) fn no_such_link(id: LinkId) -> MapError {
        MapError::new(
            MapErrorKind::NoSuchLink,
            format!(
                "there is no link {}; expected the number of a link that was added and not removed",
                id.0
            ),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_removed_link_leaves_its_number_empty() {
        let mut links = Links::default();
        let first = links.add(Link::two_way('a', 'b')).unwrap();
        let second = links.add(Link::one_way('b', 'c').costing(Weight::FREE)).unwrap();
        assert_eq!(links.remove(first).unwrap().to, 'b');
        assert!(links.remove(first).is_err());
        assert_eq!(links.iter().map(|(id, _)| id).collect::<Vec<_>>(), [second]);
        assert_eq!(links.add(Link::two_way('a', 'c')).unwrap(), LinkId(2));
    }

    #[test]
    fn the_numbers_given_include_those_of_removed_links() {
        let mut links = Links::default();
        assert_eq!(links.numbers_given(), 0);
        let first = links.add(Link::two_way('a', 'b')).unwrap();
        links.remove(first).unwrap();
        links.skip().unwrap();
        assert!(links.is_empty());
        assert_eq!(links.numbers_given(), 2);
        assert_eq!(links.add(Link::one_way('a', 'b')).unwrap(), LinkId(2));
    }

    #[test]
    fn doors_and_tags_keep_people_out() {
        let key = Tags::one(3).unwrap();
        let mut links = Links::default();
        let door = links.add(Link::two_way('a', 'b').tagged(key).with_door(Door::Shut)).unwrap();
        assert!(!links.get(door).unwrap().is_open_to(key));
        assert!(links.set_door(door, Door::Open).unwrap().is_open_to(key));
        assert!(!links.get(door).unwrap().is_open_to(Tags::NONE));
    }
}
