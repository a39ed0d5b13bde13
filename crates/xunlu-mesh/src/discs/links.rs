//! Links in a search for a disc: where one is entered is a goal of its own, and where it comes out a start,
//! if there is room at both. What is left by links that make the world smaller is as in `search/links.rs`.

use super::circle::Circle;
use super::clip::Place;
use super::{DiscSearch, Root, Touch};
use crate::links::MeshLinks;
use crate::nav_mesh::NavMesh;
use crate::real::Real;

/// To so many shortcuts the distance is looked at; of all others it is only known what is left from them at
/// least.
const SHORTCUTS_MAX: usize = 16;

impl DiscSearch {
    /// Adds the entries of shortcuts to the targets, once all goals are known.
    pub(super) fn find_shortcuts(&mut self, mesh: &NavMesh) {
        let Some(links) = mesh.own_links() else { return };
        let own = |links: &MeshLinks, number: u32| {
            let way = links.way(number);
            let is_shortcut = way.length < way.from.distance(way.to);
            (is_shortcut && way.tags.are_within(self.tags)).then_some(way)
        };
        let all = || links.ways().filter_map(|number| own(links, number));
        let targets = &self.space.targets;
        let to_goal = |at: Real| {
            let goals = targets.iter().map(|&(goal, _)| at.minus(goal).length());
            goals.fold(f64::INFINITY, f64::min)
        };
        let on_foot = |to| to_goal(Real::at(to));
        let rest = all().map(|way| way.length + on_foot(way.to)).fold(f64::INFINITY, f64::min);
        let left = all().map(|way| (Real::at(way.from), way.length + on_foot(way.to).min(rest)));
        let mut shortcuts: Vec<(Real, f64)> = left.collect();
        shortcuts.sort_by(|one, other| one.1.total_cmp(&other.1));
        self.left_by_others = shortcuts.get(SHORTCUTS_MAX).map_or(f64::INFINITY, |&(_, left)| left);
        shortcuts.truncate(SHORTCUTS_MAX);
        self.space.targets.extend(shortcuts);
    }

    /// Makes a root of where a link comes out, if there is room on the line to it and at both of its ends,
    /// and looks around there. Returns `None`, and nothing has happened, if it takes an absent tile.
    pub(super) fn take_link(
        &mut self,
        mesh: &NavMesh,
        touch: Touch,
        number: u32,
        f: f64,
    ) -> Option<()> {
        let (links, sides) = (mesh.own_links()?, mesh.sides());
        let way = links.way(number);
        let g = touch.g + way.length;
        // Those that come later came no shorter, or are hardly any shorter by rounding.
        if self
            .space
            .taken
            .iter()
            .any(|&(other, root)| other == number && self.space.roots[root as usize].g <= g)
        {
            return Some(());
        }
        if let Some(absent) = sides.absent()
            && let Some(missing) = sides.squares().touching(way.to).find(|&tile| absent.is(tile))
        {
            self.space.around.miss(missing);
            return None;
        }
        let polygons: Vec<u32> = mesh.polygons_at(way.to).collect();
        let room = self.room(sides, way.to, &polygons)?;
        if polygons.is_empty() || !self.is_enough(room) || !self.is_free(sides, touch)? {
            return Some(());
        }
        let Touch { circle, root: before, way: coming, .. } = touch;
        let before = self.add_root(Root { circle, way: coming, before, g: touch.g });
        let circle = Circle::point(Real::at(way.to));
        let root = self.add_root(Root { circle, way: Real::default(), before, g });
        self.space.taken.push((number, root));
        for polygon in polygons {
            self.look(mesh, root, polygon, Place::Start, f);
        }
        Some(())
    }
}
