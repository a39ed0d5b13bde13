//! Which blocks a search enters: those on the way from the start to a goal. See
//! [`Blocks`](crate::blocks::Blocks).
//!
//! Each polygon but the first of its area is entered in a block, from a polygon that is entered in a block,
//! and so on: of the start and all goals the way there comes together in one polygon at last, the top, or
//! outside. What is entered from elsewhere than the top is none of the way, nor is a block that no goal lies
//! in or beyond.

use super::MeshSearch;
use crate::blocks::Entry;
use crate::half_edges::{HalfEdgeMesh, NONE};
use crate::nav_mesh::NavMesh;
use crate::tile::HalfEdge;

impl MeshSearch {
    /// Finds the blocks on the way, once all goals are known.
    pub(super) fn find_blocks(&mut self, mesh: &NavMesh) {
        let (sides, space) = (mesh.sides(), &mut self.space);
        if mesh.own_links().is_some() {
            // A link may lead out of a block, and to anywhere.
            let goals = space.goals_in.iter().map(|&(polygon, _)| polygon);
            space.goalwards.extend(goals.flat_map(|polygon| sides.blocks_around(polygon)));
            space.goalwards.sort_unstable();
            return;
        }
        let mut starts = space.starts.iter().copied();
        let first = starts.next();
        let mut top = starts.fold(first, |top, other| meet(sides, [top, Some(other)], |_, _| {}));
        for number in 0..space.goals_in.len() {
            let (goal, _) = space.goals_in[number];
            space.mark_corners(sides, goal);
            top = meet(sides, [top, Some(goal)], |end, Entry { block, from }| {
                // To the start itself nothing leads, but to goals that are known already.
                if end == 1 || number > 0 {
                    space.goalwards.push(block);
                    from.into_iter().for_each(|polygon| space.mark_corners(sides, polygon));
                }
            });
        }
        space.top = top.unwrap_or(NONE);
        space.goalwards.sort_unstable();
    }

    /// Whether no way leads beyond a side that leads into a block, or out of the top.
    #[cold]
    pub(super) fn is_off_the_way(&self, mesh: &NavMesh, edge: &HalfEdge) -> bool {
        let sides = mesh.sides();
        if !edge.leads_nowhere {
            return true;
        }
        let entry = sides.entry(sides.polygon_of(edge.twin));
        let Some(block) = entry.map(|entry| entry.block) else { return false };
        self.space.goalwards.binary_search(&block).is_err()
            && !mesh.own_links().is_some_and(|links| links.is_linkward(block))
    }
}

/// Where the ways come together on which two polygons are entered; `None` is outside. Tells the blocks on
/// both, with the end that they lead to.
fn meet(
    sides: &HalfEdgeMesh,
    mut ends: [Option<u32>; 2],
    mut tell: impl FnMut(usize, Entry),
) -> Option<u32> {
    loop {
        let [one, other] = ends;
        if one == other {
            return one;
        }
        // What is entered through a block has a lesser number.
        let entries = ends.map(|end| sides.entry(end?));
        let at = match entries {
            [None, None] => return None,
            [Some(_), None] => 0,
            [None, Some(_)] => 1,
            [Some(one), Some(other)] => usize::from(one.block > other.block),
        };
        let entry = entries[at]?;
        tell(at, entry);
        ends[at] = entry.from;
    }
}
