//! Links in a search: where one is entered is a goal of its own, and where it comes out a start.
//!
//! A link that is shorter than the straight line makes the world smaller than the plane, and what is left to
//! a goal is no longer the straight line at least. From where such a shortcut is entered there is left at
//! least its own length, and then either the straight line to a goal from where it comes out, or `rest`: the
//! least, over all shortcuts, of length and straight line to a goal; the last one that a path takes is no
//! less. What is left from any point is the least of the straight line and of going to a shortcut and on from
//! there, which never falls by more than one goes. Links that are no shortcuts need nothing of this.

use super::MeshSearch;
use crate::exact::{MeshPoint, Vector};
use crate::half_edges::NONE;
use crate::links::MeshLinks;
use crate::nav_mesh::NavMesh;
use crate::space::{Node, Root, Taken};

/// To so many shortcuts the distance is looked at; of all others it is only known what is left from them at
/// least.
const SHORTCUTS_MAX: usize = 16;

impl MeshSearch {
    /// Finds what is left from each shortcut, once all goals are known.
    pub(super) fn find_shortcuts(&mut self, mesh: &NavMesh) {
        let Some(links) = mesh.own_links() else { return };
        let all = || {
            let ways = links.ways().map(|number| links.way(number));
            ways.filter(|way| {
                way.length < way.from.distance(way.to) && way.tags.are_within(self.tags)
            })
        };
        let to_goal = |at: MeshPoint| {
            let goals = self.space.goals.iter();
            goals.map(|&goal| at.distance(goal)).fold(f64::INFINITY, f64::min)
        };
        let rest = all().map(|way| way.length + to_goal(way.to)).fold(f64::INFINITY, f64::min);
        let mut shortcuts = std::mem::take(&mut self.space.shortcuts);
        shortcuts.extend(all().map(|way| (way.length + to_goal(way.to).min(rest), way.from)));
        shortcuts.sort_unstable_by(|one, other| {
            one.0.total_cmp(&other.0).then_with(|| one.1.cmp(&other.1))
        });
        self.space.left_by_others =
            shortcuts.get(SHORTCUTS_MAX).map_or(f64::INFINITY, |&(left, _)| left);
        shortcuts.truncate(SHORTCUTS_MAX);
        self.space.shortcuts = shortcuts;
    }

    /// What is left at least: so much on foot, or less by a shortcut, given the distance to where it is
    /// entered.
    pub(super) fn by_shortcuts(&self, on_foot: f64, to: impl Fn(MeshPoint) -> f64) -> f64 {
        let mut least = on_foot.min(self.space.left_by_others);
        for &(left, entry) in &self.space.shortcuts {
            if left >= least {
                break;
            }
            least = least.min(to(entry) + left);
        }
        least
    }

    /// Entries of links in a polygon are in sight of a root.
    pub(super) fn reach_links(
        &mut self,
        links: &MeshLinks,
        root: u32,
        polygon: u32,
        is_seen: impl Fn(Vector) -> bool,
    ) {
        let from = self.space.roots[root as usize];
        for number in links.entered_in(polygon) {
            let way = links.way(number);
            let ray = from.at.to(way.from);
            if !is_seen(ray) || !way.tags.are_within(self.tags) {
                continue;
            }
            let g = from.g + ray.length() + way.length;
            if self.space.improve_by(number, g) {
                let f = g + self.weight * self.left(way.to);
                self.space.push(f, Node::Link { way: number, from: root });
            }
        }
    }

    /// Makes a root of where a link comes out, and looks around there.
    pub(super) fn take_link(&mut self, mesh: &NavMesh, number: u32, from: u32) {
        let Some(links) = mesh.own_links() else { return };
        let (way, before) = (links.way(number), self.space.roots[from as usize]);
        let entered = before.g + before.at.distance(way.from);
        let g = entered + way.length;
        if g > self.space.best_by(number) {
            return;
        }
        let entry = Root { corner: NONE, at: way.from, before: from, g: entered };
        let before = self.space.add_root(entry);
        let root = self.space.add_root(Root { corner: NONE, at: way.to, before, g });
        self.space.taken.push(Taken { root, way: number, length: way.length });
        self.look_around(mesh, mesh.polygons_at(way.to));
    }

    /// The absent tile that is needed to look around where a link comes out.
    pub(super) fn absent_by(&self, mesh: &NavMesh, number: u32) -> Option<u32> {
        let (sides, absent) = (mesh.sides(), mesh.sides().absent()?);
        let to = mesh.own_links()?.way(number).to;
        sides
            .squares()
            .touching(to)
            .find(|&tile| absent.is(tile))
            .or_else(|| mesh.polygons_at(to).find_map(|polygon| sides.absent_beside(polygon)))
    }
}
