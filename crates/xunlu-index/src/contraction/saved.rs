//! A roadmap by contraction in a file, for the map and the mover that it is of.
//!
//! ```text
//! "xunluway" version straight tags digest count shortcuts | for each rank its waypoint | checksum of all
//! "xunlustp" version    key        digest count shortcuts | for each rank its place    | checksum of all
//! ```
//!
//! All numbers are little-endian, four bytes each, the digest and the key of a mover eight. What is kept is
//! the order, which takes most of the time to find; what shortcuts cost is worked out again from the map.
//! Places are those where the mover can stand, in the order of their numbers. So a file is short, and no
//! order that anybody could write leads anybody where no link does: a bad one only costs time and memory. How
//! many shortcuts there are the file says, and what is worked out of these may take a few times what they
//! take: more would be that of an order in which nodes lie above each other that hardly meet.

use super::arcs::Arcs;
use super::metric::Metric;
use super::neighbours::Neighbours;
use super::steps::{StepGround, StepRoadmap, bytes_to_make};
use super::tree::{Limits, Tree};
use super::{WaypointCosts, WaypointRoadmap};
use crate::roadmap::{RoadmapError, RoadmapFileError, RoadmapOptions, VERSION};
use crate::sealed::{seal, unseal};
use std::io::{self, Write};
use std::sync::Arc;
use xunlu_map::{Mover, WaypointGraph};

const MAGIC: [u8; 8] = *b"xunluway";
const MAGIC_OF_STEPS: [u8; 8] = *b"xunlustp";
/// For whom it is, digest, how many nodes and shortcuts there are.
const HEAD_WORDS: usize = 6;
/// Reading a file may take so many bytes whatever it holds, and so many times what its shortcuts take with
/// what they cost. A million waypoints of a road network take some two times as much.
const READ_BYTES: usize = 1 << 26;
const READ_TIMES: usize = 8;

fn bytes_to_read(tree: &Tree) -> usize {
    let shortcuts = tree.heads.len().saturating_mul(Metric::BYTES_A_SHORTCUT);
    tree.bytes().saturating_add(shortcuts).saturating_mul(READ_TIMES).max(READ_BYTES)
}

impl WaypointRoadmap {
    /// Writes it to a file: not the graph, which has to be kept beside it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, to: impl Write) -> io::Result<()> {
        let shortcuts = u32::try_from(self.tree.heads.len()).map_err(io::Error::other)?;
        let whose = [self.costs.straight.0, self.costs.tags.0.into()];
        let head = Head { whose, digest: halves(self.digest), shortcuts };
        write(MAGIC, &head, &self.tree.nodes, to)
    }

    /// Whether a file that begins so may be one that [`WaypointRoadmap::save`] wrote.
    #[must_use]
    pub fn is_saved(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC)
    }

    /// Reads a roadmap from a file that [`WaypointRoadmap::save`] wrote, for a graph and a mover: those that
    /// it was made for. By so many threads, or one where there is no room for more; the roadmap is the same.
    ///
    /// # Errors
    /// If it is damaged, or is for others: see [`RoadmapFileError`].
    pub fn load(
        graph: &WaypointGraph,
        mover: &Mover,
        bytes: &[u8],
        threads: usize,
    ) -> Result<WaypointRoadmap, RoadmapFileError> {
        let costs = WaypointCosts::of(mover);
        let ours = [costs.straight.0, costs.tags.0.into()];
        let (head, order) = read(bytes, MAGIC)?;
        if head.whose != ours {
            return Err(RoadmapFileError::OtherMover);
        }
        let is_as_large = order.len() == graph.waypoints().len();
        if !is_as_large || head.digest != halves(Arcs::of(graph, mover).digest()) {
            return Err(RoadmapFileError::OtherGround);
        }
        let tree = Arc::new(head.tree(&Neighbours::of(graph), &order)?);
        let options = RoadmapOptions::new().memory_bytes_max(bytes_to_read(&tree));
        let by = |threads| {
            let options = options.threads(threads);
            WaypointRoadmap::of(Arc::clone(&tree), graph, mover, &options, &|_, _| true)
        };
        match by(threads) {
            Err(RoadmapError::Memory { .. }) if threads > 1 => Ok(by(1)?),
            made => Ok(made?),
        }
    }
}

impl StepRoadmap {
    /// Writes it to a file: not the map, which has to be kept beside it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, to: impl Write) -> io::Result<()> {
        let (whose, digest) = (halves(self.key.0), halves(self.digest));
        let head = Head { whose, digest, shortcuts: self.shortcuts };
        write(MAGIC_OF_STEPS, &head, &self.order(), to)
    }

    /// Whether a file that begins so may be one that [`StepRoadmap::save`] wrote.
    #[must_use]
    pub fn is_saved(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC_OF_STEPS)
    }

    /// Reads a roadmap from a file that [`StepRoadmap::save`] wrote, for a mover's steps on a map: those
    /// that it was made for. By so many threads, or one where there is no room for more; the roadmap is the
    /// same.
    ///
    /// # Errors
    /// If it is damaged, or is for others: see [`RoadmapFileError`].
    pub fn load(
        ground: &StepGround<'_>,
        bytes: &[u8],
        threads: usize,
    ) -> Result<StepRoadmap, RoadmapFileError> {
        let (head, order) = read(bytes, MAGIC_OF_STEPS)?;
        if head.whose != halves(ground.key.0) {
            return Err(RoadmapFileError::OtherMover);
        }
        let gathered = ground.gather().ok_or(RoadmapFileError::OtherGround)?;
        if order.len() != gathered.nodes.len() || head.digest != halves(gathered.digest) {
            return Err(RoadmapFileError::OtherGround);
        }
        let tree = head.tree(&Neighbours::of_arcs(&gathered.arcs), &order)?;
        let bytes_max = bytes_to_read(&tree);
        let threads = RoadmapOptions::new().threads(threads).thread_count();
        let is_room = bytes_to_make(&tree, threads) <= bytes_max;
        let threads = if is_room { threads } else { 1 };
        Ok(StepRoadmap::of(&tree, ground, gathered, bytes_max, threads, &|_| true)?)
    }
}

/// What comes before the order in a file, but for the number of its nodes.
struct Head {
    whose: [u32; 2],
    digest: [u32; 2],
    shortcuts: u32,
}

impl Head {
    /// The contraction of a graph in the order of a file.
    fn tree(&self, neighbours: &Neighbours, order: &[u32]) -> Result<Tree, RoadmapFileError> {
        names_each_once(order).then_some(()).ok_or(RoadmapFileError::Damaged)?;
        let limits = Limits { bytes: usize::MAX, shortcuts: self.shortcuts as usize };
        // No roadmap was made of an order that leads to more.
        let tree = Tree::new(neighbours, order, &limits);
        let tree = tree.map_err(|_| RoadmapFileError::Damaged)?;
        let is_so = tree.heads.len() == limits.shortcuts;
        is_so.then_some(tree).ok_or(RoadmapFileError::Damaged)
    }
}

fn write(magic: [u8; 8], head: &Head, order: &[u32], mut to: impl Write) -> io::Result<()> {
    let mut bytes = magic.to_vec();
    let count = u32::try_from(order.len()).map_err(io::Error::other)?;
    let ([first, second], [low, high]) = (head.whose, head.digest);
    let head = [VERSION, first, second, low, high, count, head.shortcuts];
    head.iter().chain(order).for_each(|word| bytes.extend(word.to_le_bytes()));
    seal(&mut bytes);
    to.write_all(&bytes)
}

/// What comes before the order, and as many words of that as it says.
fn read(bytes: &[u8], magic: [u8; 8]) -> Result<(Head, Vec<u32>), RoadmapFileError> {
    let (words, rest) = unseal(bytes, magic, VERSION)?.as_chunks();
    let words: Vec<u32> = words.iter().map(|word| u32::from_le_bytes(*word)).collect();
    let parts = words.split_first_chunk::<HEAD_WORDS>().filter(|_| rest.is_empty());
    let (&[first, second, low, high, count, shortcuts], order) =
        parts.ok_or(RoadmapFileError::Damaged)?;
    let head = Head { whose: [first, second], digest: [low, high], shortcuts };
    let is_whole = order.len() == count as usize;
    is_whole.then(|| (head, order.to_vec())).ok_or(RoadmapFileError::Damaged)
}

/// The lower half of a number and the higher one.
fn halves(number: u64) -> [u32; 2] {
    let [a, b, c, d, e, f, g, h] = number.to_le_bytes();
    [u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h])]
}

/// Whether an order of so many nodes names each of them once.
fn names_each_once(order: &[u32]) -> bool {
    let mut is_named = vec![false; order.len()];
    let name = |&node: &u32| {
        is_named.get_mut(node as usize).is_some_and(|is_named| !std::mem::replace(is_named, true))
    };
    order.iter().all(name)
}
