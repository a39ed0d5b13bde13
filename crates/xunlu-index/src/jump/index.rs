//! The index: the jump edges of every jump point, and landmarks.

use super::costs::JumpCosts;
use super::jump_edges::JumpEdges;
use super::landmarks::Landmarks;
use super::map::JumpMap;
use super::repair::JumpEdit;
use std::sync::atomic::{AtomicU64, Ordering};
use xunlu_map::Cost;
use xunlu_search::NodeLink;

/// What a search over jumps may know beforehand, for movers of the same steps and costs: the successors of
/// every jump point, and the costs from landmarks to all of them. Built in milliseconds and kept up to
/// date under edits; paths stay the cheapest.
///
/// ```
/// use xunlu_map::{Grid, Mover, Passability};
/// use xunlu_index::{JumpCosts, JumpIndex, JumpMap};
///
/// let grid: Grid = ".....\n..#..\n.....".parse()?;
/// let mover = Mover::default();
/// let map = JumpMap::new(&Passability::new(grid.ground(), &mover), &mover).unwrap();
/// let costs = JumpCosts::of(&grid, &mover).unwrap();
/// let index = JumpIndex::new(&map, costs).expect("few edges");
/// assert!(index.is_sharp());
/// # Ok::<(), xunlu_map::MapError>(())
/// ```
#[derive(Clone, Debug)]
pub struct JumpIndex {
    pub(super) edges: JumpEdges,
    pub(super) landmarks: Option<Landmarks>,
    pub(super) id: IndexId,
    // What links were priced in when landmarks were placed.
    link_step: Cost,
}

/// What tells the landmarks of one index from those of another, and from what they were before an edit, for
/// searches that keep bounds by them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct IndexId(u64);

impl IndexId {
    pub(crate) fn new() -> IndexId {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        // Relaxed: that no two are the same is all that is asked.
        IndexId(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// What an edit did to an index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Upkeep {
    /// Nothing: it did not depend on what was edited.
    Kept,
    /// It is as true as a new one: repaired, or kept from misleading until it is.
    Repaired,
    /// It is of no use any more, and must be dropped or built anew.
    Stale,
}

impl JumpIndex {
    /// Finds the successors of every jump point of a map, and the costs from each landmark. Returns `None` if
    /// there are so many jump edges that reading them would be slower than jumping, or that they would
    /// outgrow the map.
    ///
    /// # Panics
    /// When the map is one for weighted ground.
    #[must_use]
    pub fn new(map: &JumpMap, costs: JumpCosts) -> Option<JumpIndex> {
        let mut index = JumpIndex::of_edges(map, costs)?;
        index.find_runs(map);
        index.place_landmarks(map, Cost::MAX, &[]);
        Some(index)
    }

    /// The jump edges alone. Finding [runs](Self::find_runs) takes twice as long, and placing
    /// [landmarks](Self::place_landmarks) as long as both, which on many maps spares less: in mazes and
    /// streets hardly anything. Returns `None` where [`new`](Self::new) does.
    ///
    /// # Panics
    /// When the map is one for weighted ground.
    #[must_use]
    pub fn of_edges(map: &JumpMap, costs: JumpCosts) -> Option<JumpIndex> {
        assert!(map.weighted.is_none(), "an index is for ground of one price");
        let edges = JumpEdges::new(map, costs)?;
        Some(JumpIndex { edges, landmarks: None, id: IndexId::new(), link_step: Cost::ZERO })
    }

    /// Finds where jump edges leave no choice, so that searches pass over those between, on the map that it
    /// was made of.
    ///
    /// # Panics
    /// When it [was repaired](Self::was_repaired).
    pub fn find_runs(&mut self, map: &JumpMap) {
        assert!(!self.was_repaired(), "runs are found along jump edges that are newly found");
        // Paths that a search under way has found lead over no runs.
        self.id = IndexId::new();
        self.edges.find_runs(map);
    }

    /// Whether it was found out where jump edges leave no choice.
    #[must_use]
    pub fn knows_runs(&self) -> bool {
        self.edges.knows_runs()
    }

    /// Places landmarks on the map that it was made of, instead of those there are. `links` are all that
    /// there are, open or shut and whoever may take them, each one way. What they cost is worked out of what
    /// one of weight one costs, `link_step`.
    ///
    /// From then on it is for all who pay no less for links: shutting a door only makes paths more expensive.
    ///
    /// # Panics
    /// When it [was repaired](Self::was_repaired).
    pub fn place_landmarks(&mut self, map: &JumpMap, link_step: Cost, links: &[NodeLink]) {
        assert!(!self.was_repaired(), "landmarks are placed along jump edges that are newly found");
        // What a search under way, or a cell beside a unit, knows of others is of no use any more.
        self.id = IndexId::new();
        self.landmarks = Some(Landmarks::new(map, &self.edges, links));
        self.link_step = link_step;
    }

    /// Whether its jump edges were repaired since all of them were found, or will have to be unless some edit
    /// is taken back.
    #[must_use]
    pub fn was_repaired(&self) -> bool {
        !self.edges.are_new()
    }

    /// Takes in that a link was added: it may undercut whatever the landmarks know, and they are gone.
    pub fn link_added(&mut self) {
        self.id = IndexId::new();
        self.link_step = Cost::ZERO;
        self.landmarks = None;
    }

    /// What a link of weight one costs those whom it is for, or less.
    #[must_use]
    pub const fn link_step(&self) -> Cost {
        self.link_step
    }

    /// Keeps it true after an edit of the map that it was made from. It is stale if it has outgrown the map.
    ///
    /// A few edits stay outstanding, and are forgotten once all is as it was before them: until its jump
    /// edges are repaired searches do without those that one of them could have changed.
    #[must_use]
    pub fn repair(&mut self, map: &JumpMap, edit: &JumpEdit) -> Upkeep {
        if !edit.was_opened && !edit.was_closed && !edit.moves_jump_points {
            return Upkeep::Kept;
        }
        self.id = IndexId::new();
        if let Some(landmarks) = &mut self.landmarks {
            landmarks.edited(map, edit);
        }
        let can_wait = self.edges.note_edit(map, edit);
        if let Some(landmarks) = &mut self.landmarks {
            landmarks.await_numbers(self.edges.has_outstanding());
        }
        if can_wait { Upkeep::Repaired } else { self.repair_edges(map) }
    }

    /// Repairs its jump edges after the edits that were outstanding.
    pub(super) fn repair_edges(&mut self, map: &JumpMap) -> Upkeep {
        let JumpIndex { edges, landmarks, .. } = self;
        let mut landmarks = landmarks.as_mut();
        if let Some(landmarks) = &mut landmarks {
            landmarks.await_numbers(false);
        }
        let _ = edges.repair(map, |moved| {
            if let Some(landmarks) = &mut landmarks {
                landmarks.moved(moved);
            }
        });
        if edges.is_worn() {
            let Some(mut anew) = JumpEdges::new(map, edges.costs()) else { return Upkeep::Stale };
            if edges.knows_runs() {
                anew.find_runs(map);
            }
            if let Some(landmarks) = landmarks {
                landmarks.renumber(map, edges);
            }
            *edges = anew;
        }
        if edges.has_too_many() { Upkeep::Stale } else { Upkeep::Repaired }
    }

    /// What steps cost those it was made for.
    #[must_use]
    pub fn costs(&self) -> JumpCosts {
        self.edges.costs()
    }

    /// Whether it has landmarks, and no ground is open that was not when they were placed, so that their
    /// bounds are as tight as they can be once jump edges are repaired.
    #[must_use]
    pub fn is_sharp(&self) -> bool {
        self.landmarks.as_ref().is_some_and(Landmarks::is_sharp)
    }

    /// How much memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.edges.bytes() + self.landmarks.as_ref().map_or(0, Landmarks::bytes)
    }
}
