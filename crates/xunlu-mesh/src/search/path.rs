//! What a search comes to: a path.

use super::MeshSearch;
use crate::discs::PathArc;
use crate::exact::MeshPoint;
use crate::nav_mesh::NavMesh;
use crate::space::MeshSpace;
use xunlu_map::{LinkId, Point};

/// A path from point to point, straight between them but for the links that it takes.
#[derive(Clone, PartialEq, Debug)]
pub struct MeshPath {
    /// Where it starts, where it turns, where it enters and leaves links, and where it ends.
    pub points: Vec<Point>,
    /// How long it is, links included.
    pub length: f64,
    /// The links that it takes, in order.
    pub links: Vec<TakenLink>,
    /// The arcs round corners, in order, of who has a size: see [`NavMesh::path_for_radius`].
    pub arcs: Vec<PathArc>,
}

/// A link that is taken by a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TakenLink {
    /// Between which points: from the one of this number to the next.
    pub leg: usize,
    /// Which link.
    pub link: LinkId,
    /// Whether from its `to` to its `from`.
    pub is_back: bool,
}

impl NavMesh {
    /// The shortest path between two points, each moved to the nearest point of the grid. Returns `None` if
    /// there is none, or one of them lies in no polygon.
    #[must_use]
    pub fn shortest_path(&self, from: Point, to: Point, space: &mut MeshSpace) -> Option<MeshPath> {
        self.path_within(0.0, from, to, space)
    }

    /// A path between two points that is longer than the shortest by at most this part of it: 0.005 is half a
    /// percent. On wide ground with many obstacles most paths are about equally long, and to tell the
    /// shortest takes a search many times as far. Returns `None` if there is no path.
    ///
    /// # Panics
    /// When the part is negative or no number.
    #[must_use]
    pub fn path_within(
        &self,
        excess: f64,
        from: Point,
        to: Point,
        space: &mut MeshSpace,
    ) -> Option<MeshPath> {
        let (start, goal) = (self.chart().snap(from)?, self.chart().snap(to)?);
        let mut search =
            MeshSearch::begin_within(excess, self, [start, goal], std::mem::take(space));
        search.run(self, u64::MAX);
        let found = search.mesh_path(self);
        *space = search.into_space();
        found
    }
}

impl MeshPath {
    /// The same path from its end to its start, of a mesh whose links
    /// [are turned](NavMesh::with_links_turned).
    pub(crate) fn turned(mut self, mesh: &NavMesh) -> MeshPath {
        let legs = self.points.len() - 1;
        self.points.reverse();
        self.links.reverse();
        for taken in &mut self.links {
            let is_two_way =
                mesh.own_links().is_some_and(|links| links.number(taken.link, true).is_some());
            taken.leg = legs - 1 - taken.leg;
            taken.is_back = is_two_way && !taken.is_back;
        }
        self
    }
}

impl MeshSearch {
    /// The corners of the path from the start to a goal, and its length in steps. Returns `None` if there is
    /// no path.
    ///
    /// # Panics
    /// When the search has not ended.
    #[must_use]
    pub fn path(&self) -> Option<(Vec<MeshPoint>, f64)> {
        let turns = self.turns(|at, _| at, |&at| at)?;
        let length = turns.length(|&at| at);
        Some((turns.points, length))
    }

    /// The path in the plane. Returns `None` if there is none, or the search has not ended.
    pub(crate) fn mesh_path(&self, mesh: &NavMesh) -> Option<MeshPath> {
        self.end?;
        Some(self.turns(|at, _| at, |&at| at)?.into_path(mesh))
    }
}
