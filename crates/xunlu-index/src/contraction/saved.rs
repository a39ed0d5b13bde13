//! A roadmap of waypoints in a file, for the graph and the mover that it is of.
//!
//! ```text
//! "xunluway" version straight tags digest count shortcuts | for each rank its waypoint | checksum of all
//! ```
//!
//! All numbers are little-endian, four bytes each and the digest eight. What is kept is the order, which
//! takes most of the time to find; what shortcuts cost is worked out again from the graph. So a file is
//! short, and no order that anybody could write leads anybody where no link does: a bad one only costs time
//! and memory, and those are bounded by how many shortcuts the file says there are.

use super::neighbours::Neighbours;
use super::tree::{Limits, Tree};
use super::{WaypointCosts, WaypointRoadmap, digest};
use crate::roadmap::{RoadmapFileError, RoadmapOptions, VERSION};
use crate::sealed::{seal, unseal};
use std::io::{self, Write};
use std::sync::Arc;
use xunlu_map::{Mover, WaypointGraph};

const MAGIC: [u8; 8] = *b"xunluway";
/// What a straight step costs, tags, digest, how many waypoints and shortcuts there are.
const HEAD_WORDS: usize = 6;

impl WaypointRoadmap {
    /// Writes it to a file: not the graph, which has to be kept beside it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, mut to: impl Write) -> io::Result<()> {
        let mut bytes = MAGIC.to_vec();
        let [low, high] = halves(self.digest);
        let shortcuts = u32::try_from(self.tree.heads.len()).map_err(io::Error::other)?;
        let (straight, tags) = (self.costs.straight.0, self.costs.tags.0.into());
        let head = [VERSION, straight, tags, low, high, self.tree.numbers().end, shortcuts];
        let words = head.iter().chain(&self.tree.nodes);
        words.for_each(|word| bytes.extend(word.to_le_bytes()));
        seal(&mut bytes);
        to.write_all(&bytes)
    }

    /// Whether a file that begins so may be one that [`WaypointRoadmap::save`] wrote.
    #[must_use]
    pub fn is_saved(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC)
    }

    /// Reads a roadmap from a file that [`WaypointRoadmap::save`] wrote, for a graph and a mover: those that
    /// it was made for.
    ///
    /// # Errors
    /// If it is damaged, or is for others: see [`RoadmapFileError`].
    pub fn load(
        graph: &WaypointGraph,
        mover: &Mover,
        bytes: &[u8],
    ) -> Result<WaypointRoadmap, RoadmapFileError> {
        let (words, rest) = unseal(bytes, MAGIC, VERSION)?.as_chunks();
        let words: Vec<u32> = words.iter().map(|word| u32::from_le_bytes(*word)).collect();
        let parts = words.split_first_chunk::<HEAD_WORDS>().filter(|_| rest.is_empty());
        let (&[straight, tags, low, high, count, shortcuts], order) =
            parts.ok_or(RoadmapFileError::Damaged)?;
        let costs = WaypointCosts::of(mover);
        if (straight, tags) != (costs.straight.0, costs.tags.0.into()) {
            return Err(RoadmapFileError::OtherMover);
        }
        if count != graph.len() || [low, high] != halves(digest(graph, mover)) {
            return Err(RoadmapFileError::OtherGround);
        }
        names_each_once(order, count).then_some(()).ok_or(RoadmapFileError::Damaged)?;
        let limits = Limits { bytes: usize::MAX, shortcuts: shortcuts as usize };
        // No roadmap was made of an order that leads to more.
        let tree = Tree::new(&Neighbours::of(graph), order, &limits);
        let tree = tree.map_err(|_| RoadmapFileError::Damaged)?;
        if tree.heads.len() != limits.shortcuts {
            return Err(RoadmapFileError::Damaged);
        }
        let options = RoadmapOptions::new();
        let made = WaypointRoadmap::of(Arc::new(tree), graph, mover, &options, &|_, _| true);
        made.map_err(|_| RoadmapFileError::Damaged)
    }
}

/// The lower half of a number and the higher one.
fn halves(number: u64) -> [u32; 2] {
    let [a, b, c, d, e, f, g, h] = number.to_le_bytes();
    [u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h])]
}

/// Whether an order names each of so many nodes once.
fn names_each_once(order: &[u32], count: u32) -> bool {
    let mut is_named = vec![false; count as usize];
    let name = |&node: &u32| {
        is_named.get_mut(node as usize).is_some_and(|is_named| !std::mem::replace(is_named, true))
    };
    order.len() == count as usize && order.iter().all(name)
}
