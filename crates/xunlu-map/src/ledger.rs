//! A map's links and how often it was edited: what every kind of map keeps beside its places.

use crate::cell::Rect;
use crate::edit::{Edit, Revision, Touched};
use crate::error::MapError;
use crate::link::{Door, Link, LinkId, Links};

/// The links and the revision of a map. Every change that succeeds counts one revision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ledger<P> {
    links: Links<P>,
    revision: Revision,
}

impl<P> Default for Ledger<P> {
    fn default() -> Ledger<P> {
        Ledger::new(Links::default())
    }
}

impl<P> Ledger<P> {
    /// These links, not edited so far.
    pub(crate) fn new(links: Links<P>) -> Ledger<P> {
        Ledger { links, revision: Revision::default() }
    }

    pub(crate) const fn links(&self) -> &Links<P> {
        &self.links
    }

    pub(crate) fn into_links(self) -> Links<P> {
        self.links
    }

    pub(crate) const fn revision(&self) -> Revision {
        self.revision
    }

    pub(crate) const fn count_from(&mut self, revision: Revision) {
        self.revision = revision;
    }

    /// Counts an edit of the cells of `rect`.
    pub(crate) fn edited(&mut self, layer: u32, rect: Rect) -> Edit {
        self.count(Touched::Cells { layer, rect })
    }

    pub(crate) fn add(&mut self, link: Link<P>) -> Result<(LinkId, Edit), MapError> {
        let id = self.links.add(link)?;
        Ok((id, self.count(Touched::Link(id))))
    }

    pub(crate) fn remove(&mut self, id: LinkId) -> Result<(Link<P>, Edit), MapError> {
        let link = self.links.remove(id)?;
        Ok((link, self.count(Touched::Link(id))))
    }

    pub(crate) fn set_door(&mut self, id: LinkId, door: Door) -> Result<Edit, MapError> {
        self.links.set_door(id, door)?;
        Ok(self.count(Touched::Link(id)))
    }

    fn count(&mut self, touched: Touched) -> Edit {
        self.revision = self.revision.next();
        Edit { revision: self.revision, touched }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_succeeds_counts() {
        let mut ledger = Ledger::default();
        let (id, edit) = ledger.add(Link::two_way('a', 'b')).unwrap();
        assert_eq!(edit, Edit { revision: Revision::of(1), touched: Touched::Link(id) });
        assert!(ledger.set_door(LinkId(7), Door::Shut).is_err());
        assert_eq!(ledger.set_door(id, Door::Shut).unwrap().revision, Revision::of(2));
        assert_eq!(ledger.remove(id).unwrap().1.revision, Revision::of(3));
        assert!(ledger.remove(id).is_err());
        assert_eq!(ledger.revision(), Revision::of(3));
    }
}
