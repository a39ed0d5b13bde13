//! A change of a map as plain data: the only way a world's map changes.

use crate::cell::Rect;
use crate::edit::Edit;
use crate::error::MapError;
use crate::link::{Door, Link, LinkId, Links};
use crate::map::Map;
use crate::place::Place;
use crate::terrain::{Exits, Tags, Terrain};

/// The most numbers that links of any map can have.
const LINKS_MAX: usize = Links::<Place>::MAX;

/// What is to be changed of a map. It can be kept, sent, and made again: the same changes of equal maps
/// give equal maps.
///
/// ```
/// # use xunlu_map as xunlu;
/// use xunlu::{Cell, Change, Grid, Map, Rect, Terrain};
///
/// let mut map = Map::from("...\n...".parse::<Grid>()?);
/// let wall = Change::terrain(0, Rect::cell(Cell::new(1, 0)), Terrain::WALL);
/// let outside = Change::terrain(0, Rect::cell(Cell::new(3, 0)), Terrain::WALL);
/// // All of it or nothing.
/// assert!(map.apply(&Change::All(vec![wall.clone(), outside])).is_err());
/// assert_eq!(map.to_string(), "...\n...");
/// assert_eq!(map.apply(&wall)?.len(), 1);
/// assert_eq!(map.to_string(), ".#.\n...");
/// # Ok::<(), xunlu_map::MapError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum Change {
    /// A rectangle of a layer gets this terrain. A map of one layer calls it 0; on a hex grid these are
    /// columns and rows.
    Terrain {
        /// The layer.
        layer: u32,
        /// The cells.
        rect: Rect,
        /// Their terrain.
        terrain: Terrain,
    },
    /// A rectangle of a layer gets these tags.
    Tags {
        /// The layer.
        layer: u32,
        /// The cells.
        rect: Rect,
        /// Their tags.
        tags: Tags,
    },
    /// A rectangle of a layer gets these exits.
    Exits {
        /// The layer.
        layer: u32,
        /// The cells.
        rect: Rect,
        /// Their exits.
        exits: Exits,
    },
    /// A link is added. It gets the next number.
    AddLink(Link<Place>),
    /// A link is removed.
    RemoveLink(LinkId),
    /// A link's door opens or shuts.
    Door {
        /// The link.
        link: LinkId,
        /// The door's new state.
        door: Door,
    },
    /// All of these, one after the other; if any cannot be made, none is.
    All(Vec<Change>),
}

impl Change {
    /// A rectangle of a layer gets this terrain.
    #[must_use]
    pub const fn terrain(layer: u32, rect: Rect, terrain: Terrain) -> Change {
        Change::Terrain { layer, rect, terrain }
    }

    /// The changes it is made of, in order, none of them [`All`](Change::All).
    pub fn each<'a>(&'a self, tell: &mut impl FnMut(&'a Change)) {
        // What is nested is kept here and not on the stack, however deep a stranger nested it.
        let mut rest = vec![std::slice::from_ref(self).iter()];
        while let Some(changes) = rest.last_mut() {
            match changes.next() {
                Some(Change::All(inner)) => rest.push(inner.iter()),
                Some(change) => tell(change),
                None => drop(rest.pop()),
            }
        }
    }
}

impl Map {
    /// Makes a change: what it touched, in order.
    ///
    /// # Errors
    /// When it cannot be made: a place outside, no such layer or link, cells on waypoints. Then nothing
    /// is changed.
    pub fn apply(&mut self, change: &Change) -> Result<Vec<Edit>, MapError> {
        if !matches!(change, Change::All(_)) {
            return self.apply_one(change).map(|edit| vec![edit]);
        }
        self.check(change)?;
        let mut parts = Vec::new();
        change.each(&mut |part| parts.push(part));
        parts.into_iter().map(|part| self.apply_one(part)).collect()
    }

    /// Makes a change that is not made of others.
    ///
    /// # Errors
    /// As [`apply`](Self::apply), and for a change that is made of others.
    pub fn apply_one(&mut self, change: &Change) -> Result<Edit, MapError> {
        match *change {
            Change::Terrain { layer, rect, terrain } => self.fill_on(layer, rect, terrain),
            Change::Tags { layer, rect, tags } => self.fill_tags_on(layer, rect, tags),
            Change::Exits { layer, rect, exits } => self.fill_exits_on(layer, rect, exits),
            Change::AddLink(ref link) => self.add_link(link.clone()).map(|(_, edit)| edit),
            Change::RemoveLink(link) => self.remove_link(link),
            Change::Door { link, door } => self.set_door(link, door),
            Change::All(_) => Err(MapError::many_changes()),
        }
    }

    /// Whether a change can be made.
    ///
    /// # Errors
    /// As [`apply`](Self::apply), for the first part that cannot.
    pub fn check(&self, change: &Change) -> Result<(), MapError> {
        let (mut checked, mut added) = (Ok(()), 0);
        // Of each link that some part touches, whether it was removed.
        let mut removed: Vec<bool> = Vec::new();
        let given = self.link_numbers_given();
        change.each(&mut |part| {
            if checked.is_err() {
                return;
            }
            checked = match part {
                Change::Terrain { layer, rect, .. }
                | Change::Tags { layer, rect, .. }
                | Change::Exits { layer, rect, .. } => self.check_cells(*layer, *rect),
                Change::AddLink(link) => {
                    added += 1;
                    let fits = (given as usize).saturating_add(added as usize) <= LINKS_MAX;
                    let room =
                        || if fits { Ok(()) } else { Err(MapError::too_many_links(LINKS_MAX)) };
                    self.check_link(link).and_then(|()| room())
                }
                Change::RemoveLink(id) | Change::Door { link: id, .. } => {
                    let was_there = self.link(*id).is_some();
                    let is_new = (given..given + added).contains(&id.0);
                    let at = id.0 as usize;
                    let is_gone = removed.get(at).is_some_and(|is_gone| *is_gone);
                    if is_gone || !(was_there || is_new) {
                        checked = Err(MapError::no_such_link(*id));
                        return;
                    }
                    if matches!(part, Change::RemoveLink(_)) {
                        removed.resize(removed.len().max(at + 1), false);
                        removed[at] = true;
                    }
                    Ok(())
                }
                Change::All(_) => Ok(()),
            };
        });
        checked
    }
}
