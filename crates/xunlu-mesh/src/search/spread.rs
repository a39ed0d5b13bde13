//! A search without a goal, which goes everywhere that is near enough, and keeps what every root sees.

use super::turns::Turns;
use super::{MeshPath, MeshSearch, Wish};
use crate::exact::{MeshPoint, Vector};
use crate::nav_mesh::NavMesh;
use crate::space::{MeshSpace, Root, Taken};
use xunlu_map::Tags;

/// What a search keeps that goes everywhere.
#[derive(Debug)]
pub(super) struct Spread {
    /// How far it goes, in steps.
    reach: f64,
    pub(super) sights: Vec<Sight>,
}

/// What a root sees of a polygon: all between two rays, the right one and the left, of which one of no length
/// bounds nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight {
    pub(crate) polygon: u32,
    pub(crate) root: u32,
    pub(crate) wedge: [Vector; 2],
}

/// The roots of a search that has ended, and the links between them.
#[derive(Clone, Debug)]
pub(crate) struct Trail {
    roots: Vec<Root>,
    taken: Vec<Taken>,
}

impl Trail {
    /// How far a root is, in steps.
    pub(crate) fn distance(&self, root: u32) -> f64 {
        self.roots[root as usize].g
    }

    pub(crate) fn place(&self, root: u32) -> MeshPoint {
        self.roots[root as usize].at
    }

    /// The path to a point that a root sees.
    pub(crate) fn path(&self, root: u32, to: MeshPoint, mesh: &NavMesh) -> MeshPath {
        Turns::back_from(root, to, &self.roots, &self.taken, |at, _| at, |&at| at).into_path(mesh)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.roots.capacity() * size_of::<Root>() + self.taken.capacity() * size_of::<Taken>()
    }
}

impl Sight {
    /// Whether it sees a point of its polygon that lies so from the root.
    pub(crate) fn sees(&self, way: Vector) -> bool {
        let [right, left] = self.wedge;
        right.cross(way) >= 0 && left.cross(way) <= 0
    }
}

impl MeshSearch {
    /// Goes from some points, all at once, to all that is so many steps away at most. Returns the roots, what
    /// each sees unless it is late before that, and the space.
    pub(crate) fn spread(
        mesh: &NavMesh,
        sources: &[MeshPoint],
        (tags, reach): (Tags, f64),
        space: MeshSpace,
        is_late: &dyn Fn() -> bool,
    ) -> (Option<(Trail, Vec<Sight>)>, MeshSpace) {
        const SLICE: u64 = 256;
        let none = MeshPoint { x: 0, y: 0 };
        let wish = Wish { tags, ..Wish::SHORTEST };
        let mut search = MeshSearch::begin_to_any(wish, mesh, none, [], space);
        search.looks_everywhere = true;
        search.spread = Some(Spread { reach, sights: Vec::new() });
        for &source in sources {
            search.begin_at(mesh, source, mesh.polygons_at(source));
        }
        while !search.run(mesh, SLICE) {
            if is_late() {
                return (None, search.into_space());
            }
        }
        let sights = search.spread.take().map_or_else(Vec::new, |spread| spread.sights);
        let mut space = search.into_space();
        let (roots, taken) = (std::mem::take(&mut space.roots), std::mem::take(&mut space.taken));
        (Some((Trail { roots, taken }, sights)), space)
    }

    /// Whether all that is left is farther away than the search is to go.
    pub(super) fn is_beyond(&self, f: f64) -> bool {
        self.spread.as_ref().is_some_and(|spread| f > spread.reach)
    }
}
