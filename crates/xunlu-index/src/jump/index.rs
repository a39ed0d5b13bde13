//! The light index: what is seen from every jump point, and landmarks.

use super::costs::JumpCosts;
use super::jump_edges::JumpEdges;
use super::landmarks::Landmarks;
use super::map::JumpMap;
use super::refresh::JumpEdit;
use xunlu_map::Revision;

/// What a search over jumps may know beforehand, for movers of the same steps and costs: what is seen
/// from every cell at which it can stop, and the costs of those from landmarks. Made in milliseconds and
/// kept true under edits; answers stay the cheapest ways.
///
/// ```
/// use xunlu_map::{Grid, Mover, Passability, Revision};
/// use xunlu_index::{JumpCosts, JumpIndex, JumpMap};
///
/// let grid: Grid = ".....\n..#..\n.....".parse()?;
/// let mover = Mover::default();
/// let map = JumpMap::new(&Passability::new(grid.ground(), &mover), &mover).unwrap();
/// let costs = JumpCosts::of(&grid, &mover).unwrap();
/// let index = JumpIndex::new(&map, costs, Revision::default()).expect("little is seen here");
/// assert!(index.is_sharp());
/// # Ok::<(), xunlu_map::MapError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JumpIndex {
    pub(super) edges: JumpEdges,
    pub(super) landmarks: Landmarks,
    // The revision of the map.
    pub(super) made_at: Revision,
}

impl JumpIndex {
    /// Looks about from every jump point of a map and walks it over from each landmark; none where so much is
    /// seen from the jump points that reading of it would be slower than looking about, or would outgrow the map. `revision` is that of the map.
    ///
    /// # Panics
    /// When the map is one for weighted ground.
    #[must_use]
    pub fn new(map: &JumpMap, costs: JumpCosts, revision: Revision) -> Option<JumpIndex> {
        assert!(map.weighted.is_none(), "an index is for ground of one price");
        let edges = JumpEdges::new(map, costs)?;
        let landmarks = Landmarks::new(map, &edges);
        Some(JumpIndex { edges, landmarks, made_at: revision })
    }

    /// Takes in an edit of the map that it was made from; whether it is still of use. One that has
    /// outgrown the map is not, and must be dropped.
    #[must_use]
    pub fn repair(&mut self, map: &JumpMap, edit: &JumpEdit) -> bool {
        if !edit.was_opened && !edit.was_closed {
            return true;
        }
        let JumpIndex { edges, landmarks, .. } = self;
        landmarks.edited(edit);
        let _ = edges.repair(map, edit, |number, old| landmarks.moved(number, old));
        if edges.is_worn() {
            let Some(anew) = JumpEdges::new(map, edges.costs()) else { return false };
            landmarks.renumber(map, edges, &anew);
            *edges = anew;
        }
        !edges.is_too_much()
    }

    /// What steps cost those it was made for.
    #[must_use]
    pub fn costs(&self) -> JumpCosts {
        self.edges.costs()
    }

    /// Whether no ground was opened since it was made, so that its landmarks say all they can.
    #[must_use]
    pub fn is_sharp(&self) -> bool {
        self.landmarks.is_sharp()
    }

    /// How much memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.edges.bytes() + self.landmarks.bytes()
    }
}
