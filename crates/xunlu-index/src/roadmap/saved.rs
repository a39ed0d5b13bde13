//! A roadmap in a file, for the map and the mover that it is of: its tables, as they are in memory.
//!
//! Where subgoals lie is found out again, and all ways are followed once when a file is read, which is a
//! small part of the work. So even a file that was made to deceive leads nobody through a wall: each leg of a
//! path is one of this map.

use super::Roadmap;
use super::error::RoadmapFileError;
use super::links::{self, Links};
use super::reach::Reach;
use super::tables::{Head, MAGIC, Opened, Tables};
use crate::jump::{JumpCosts, JumpMap};
use std::io::{self, Write};
use std::sync::Arc;
use xunlu_search::NodeLink;

impl Roadmap {
    /// Writes it to a file: not the map, which has to be kept beside it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, mut to: impl Write) -> io::Result<()> {
        to.write_all(self.tables.bytes())
    }

    /// Whether a file that begins so may be one that [`Roadmap::save`] wrote.
    #[must_use]
    pub fn is_saved(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC)
    }

    /// Takes what [`Roadmap::save`] wrote, for a map, costs and links: those that it was made for. The bytes
    /// are kept as they are, so a file that is mapped into memory is shared by all who do so; nobody may
    /// write to it while it is.
    ///
    /// # Errors
    /// If they are damaged, or for others: see [`RoadmapFileError`].
    ///
    /// # Panics
    /// When the map is one of [weighted](JumpMap::weighted) ground.
    pub fn load(
        map: &JumpMap,
        costs: JumpCosts,
        links: &[NodeLink],
        bytes: impl AsRef<[u8]> + Send + Sync + 'static,
    ) -> Result<Roadmap, RoadmapFileError> {
        assert!(!map.is_weighted(), "a roadmap is of ground of one price");
        assert!(!map.has_layers(), "a roadmap is of one layer");
        let (head, tables) = Tables::read(Arc::new(bytes))?;
        let ours = Head { rule: map.rule, ground: links::digest(map, links), costs };
        let bytes = ours.bytes();
        // The digest comes last.
        let digest = bytes.len() - size_of::<u64>();
        if head[digest..] != bytes[digest..] {
            return Err(RoadmapFileError::OtherGround);
        }
        if head != bytes {
            return Err(RoadmapFileError::OtherMover);
        }
        let reach = Reach::new(map, costs, &links::ends(map, links));
        let links = Links::new(map, &reach, links);
        let mut cells: Vec<_> = reach.subgoals().collect();
        cells.shrink_to_fit();
        let Opened { there, back, sights, merged } = tables.open();
        let turned = links.turned();
        let are_sound = there.are_sound(&reach, &links, &cells)
            && (links == turned || back.are_sound(&reach, &turned, &cells))
            && sights.are_sound(&reach, cells.len())
            && merged[0].are_sound(&reach, &there, &sights)
            && (links == turned || merged[1].are_sound(&reach, &back, &sights));
        let is_one_way = tables.has_ways_back();
        if !are_sound
            || is_one_way == (links == turned)
            || tables.has_merged_back() != (is_one_way && tables.has_merged())
        {
            return Err(RoadmapFileError::Damaged);
        }
        Ok(Roadmap { layout: *map.layout(), ground: ours.ground, reach, links, cells, tables })
    }
}
