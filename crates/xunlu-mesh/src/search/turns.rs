//! What polygons a search begins and ends in where several lie over each other, and where its path turns.

use super::{End, MeshSearch};
use crate::exact::MeshPoint;
use crate::half_edges::NONE;
use crate::nav_mesh::NavMesh;
use crate::raycast::join_at;
use crate::space::{MeshSpace, Root};

impl MeshSearch {
    /// Begins a search for a shortest path between two points of these polygons, and of those that one can
    /// step into there: of no others that lie above or below them.
    pub(crate) fn begin_in(
        mesh: &NavMesh,
        [start, goal]: [(MeshPoint, u32); 2],
        space: MeshSpace,
    ) -> MeshSearch {
        let mut search = MeshSearch::begin_to_any(0.0, mesh, start.0, [], space);
        let around = [start, goal].map(|(at, polygon)| {
            let mut polygons = vec![polygon];
            join_at(mesh.sides(), at, &mut polygons);
            polygons
        });
        let [starts, goals] = around.each_ref().map(|polygons| polygons.iter().copied());
        search.add_goal(mesh, || starts.clone(), goal.0, goals);
        search.space.goalwards.sort_unstable();
        if !search.space.goals.is_empty() {
            search.look_around(mesh, start.0, starts);
        }
        search
    }

    /// What one makes of the path's points and of their corners; the ends have none. Returns `None` if there
    /// is no path.
    pub(crate) fn turns<T>(
        &self,
        make: impl Fn(MeshPoint, u32) -> T,
        place: impl Fn(&T) -> MeshPoint,
    ) -> Option<Vec<T>> {
        let end = self.end.expect("the search has not ended; call `run` until it has");
        let End::Found { root, goal } = end else { return None };
        let root_at = |number: u32| self.space.roots.get(number as usize);
        let back = std::iter::successors(root_at(root), |root| root_at(root.before));
        let mut points = Vec::with_capacity(back.clone().count() + 1);
        points.push(make(self.space.goals[goal as usize], NONE));
        for &Root { at, corner, .. } in back {
            // A corner that is passed without a turn is none of the path's.
            if let [.., after, middle] = &points[..] {
                let (coming, leaving) = (at.to(place(middle)), place(middle).to(place(after)));
                if coming.cross(leaving) == 0 && coming.dot(leaving) > 0 {
                    points.pop();
                }
            }
            if points.last().map(&place) != Some(at) {
                points.push(make(at, corner));
            }
        }
        points.reverse();
        Some(points)
    }
}
