//! What polygons a search begins and ends in where several lie over each other, and where its path turns.

use super::{End, MeshPath, MeshSearch, TakenLink, Wish};
use crate::exact::MeshPoint;
use crate::half_edges::NONE;
use crate::links::Way;
use crate::nav_mesh::NavMesh;
use crate::raycast::join_at;
use crate::space::{MeshSpace, Root, Taken, taken_to};

impl MeshSearch {
    /// Begins a search for a shortest path between two points of these polygons, and of those that one can
    /// step into there: of no others that lie above or below them.
    pub(crate) fn begin_in(
        mesh: &NavMesh,
        [start, goal]: [(MeshPoint, u32); 2],
        space: MeshSpace,
    ) -> MeshSearch {
        let mut search = MeshSearch::begin_to_any(Wish::SHORTEST, mesh, start.0, [], space);
        let around = [start, goal].map(|(at, polygon)| {
            let mut polygons = vec![polygon];
            join_at(mesh.sides(), at, &mut polygons);
            polygons
        });
        let [starts, goals] = around.each_ref().map(|polygons| polygons.iter().copied());
        search.set_starts(mesh, starts);
        search.add_goal(mesh, goal.0, goals);
        search.set_out(mesh, start.0);
        search
    }

    /// What one makes of the path's points and of their corners; the ends of the path and of links have none.
    /// Returns `None` if there is no path.
    pub(crate) fn turns<T>(
        &self,
        make: impl Fn(MeshPoint, u32) -> T,
        place: impl Fn(&T) -> MeshPoint,
    ) -> Option<Turns<T>> {
        let end = self.end.expect("the search has not ended; call `run` until it has");
        let End::Found { root, goal } = end else { return None };
        let MeshSpace { roots, taken, goals, .. } = &self.space;
        Some(Turns::back_from(root, goals[goal as usize], roots, taken, make, place))
    }
}

/// A path as it was found.
pub(crate) struct Turns<T> {
    pub(crate) points: Vec<T>,
    /// On which legs links are taken.
    taken: Vec<(usize, Taken)>,
}

impl<T> Turns<T> {
    /// The path that ends in sight of a root.
    pub(super) fn back_from(
        root: u32,
        end: MeshPoint,
        roots: &[Root],
        all_taken: &[Taken],
        make: impl Fn(MeshPoint, u32) -> T,
        place: impl Fn(&T) -> MeshPoint,
    ) -> Turns<T> {
        let root_at = |number: u32| Some((number, roots.get(number as usize)?));
        let back = std::iter::successors(root_at(root), |(_, root)| root_at(root.before));
        let mut points = Vec::with_capacity(back.clone().count() + 1);
        points.push(make(end, NONE));
        let mut taken = Vec::new();
        // What was walked since the last link, which one turns at neither end of.
        let mut walk = 0;
        for (number, &Root { at, corner, .. }) in back {
            // A corner that is passed without a turn is none of the path's.
            if let [.., after, middle] = &points[walk..] {
                let (coming, leaving) = (at.to(place(middle)), place(middle).to(place(after)));
                if coming.cross(leaving) == 0 && coming.dot(leaving) > 0 {
                    points.pop();
                }
            }
            if points[walk..].last().map(&place) != Some(at) {
                points.push(make(at, corner));
            }
            if let Some(link) = taken_to(all_taken, number) {
                walk = points.len();
                taken.push((walk, link));
            }
        }
        points.reverse();
        let last = points.len() - 1;
        let taken = taken.into_iter().rev().map(|(walk, link)| (last - walk, link)).collect();
        Turns { points, taken }
    }

    /// How long it is, in steps.
    pub(crate) fn length(&self, place: impl Fn(&T) -> MeshPoint) -> f64 {
        let mut links = self.taken.iter().peekable();
        let legs = self.points.array_windows().map(|[from, to]| place(from).distance(place(to)));
        let legs = legs.enumerate().map(|(leg, walked)| {
            links.next_if(|(other, _)| *other == leg).map_or(walked, |(_, link)| link.length)
        });
        // A sum of nothing would be -0.
        legs.fold(0.0, |sum, leg| sum + leg)
    }

    /// The links that it takes.
    pub(crate) fn links(&self, mesh: &NavMesh) -> Vec<TakenLink> {
        let Some(links) = mesh.own_links() else { return Vec::new() };
        let taken = self.taken.iter().map(|&(leg, Taken { way, .. })| {
            let Way { link, is_back, .. } = links.way(way);
            TakenLink { leg, link, is_back }
        });
        taken.collect()
    }
}

impl Turns<MeshPoint> {
    /// The path in the plane.
    pub(crate) fn into_path(self, mesh: &NavMesh) -> MeshPath {
        let length = mesh.chart().length(self.length(|&at| at));
        let points = self.points.iter().map(|&corner| mesh.chart().point(corner)).collect();
        MeshPath { points, length, links: self.links(mesh), arcs: Vec::new() }
    }
}
