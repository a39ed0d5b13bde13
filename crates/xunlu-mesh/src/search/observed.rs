//! A search that tells who watches what it does.

use super::MeshSearch;
use crate::exact::{MeshPoint, Vector};
use crate::half_edges::{NONE, numbered};
use crate::nav_mesh::NavMesh;
use crate::observer::{MeshObserver, Waiting};
use crate::space::Node;
use xunlu_map::Point;

impl MeshSearch {
    /// Tells what is new since it was told last: roots, then what was put on the open list.
    pub(super) fn tell(&mut self, mesh: &NavMesh, observer: &mut impl MeshObserver) {
        let chart = mesh.chart();
        let [mut roots, nodes] = self.told;
        let space = &self.space;
        while let Some(root) = space.roots.get(roots as usize) {
            let before = (root.before != NONE).then_some(root.before);
            observer.rooted(roots, chart.point(root.at), before, chart.length(root.g));
            roots += 1;
        }
        for (number, f) in space.open.since(nodes) {
            let (root, waiting) = match space.nodes[number as usize] {
                Node::Interval { edge, root, wedge } => {
                    let at = space.roots[root as usize].at;
                    (root, Waiting::Interval { ends: mesh.interval(edge, at, wedge) })
                }
                Node::Corner { at, from, .. } => (from, Waiting::Corner { at: chart.point(at) }),
                Node::Goal { root, goal } => {
                    (root, Waiting::Goal { at: chart.point(space.goals[goal as usize]) })
                }
                Node::Link { way, from } => {
                    let entry = mesh.own_links().map(|links| links.way(way).from);
                    (from, Waiting::Link { at: chart.point(entry.unwrap_or_default()) })
                }
            };
            observer.opened(number, root, waiting, chart.length(f));
        }
        self.told = [roots, numbered(space.nodes.len())];
    }
}

impl NavMesh {
    /// The piece of a side that is seen from a point between two rays; the half-edge is the one beyond.
    pub(super) fn interval(
        &self,
        edge: u32,
        from: MeshPoint,
        [right, left]: [Vector; 2],
    ) -> [Point; 2] {
        let sides = self.sides();
        let [begin, end] = [sides.to(edge), sides.from(edge)];
        [(right, begin), (left, end)].map(|(ray, end_of_side)| {
            let way = begin.to(end);
            let (whole, part) = (ray.cross(way), from.to(begin).cross(way));
            if whole == 0 {
                return self.chart().point(end_of_side);
            }
            // To be drawn: nothing is decided by what is rounded here.
            let along = part as f64 / whole as f64;
            let far = |at: i32, by: i32| f64::from(at) + f64::from(by) * along;
            self.chart().point_at(far(from.x, ray.x), far(from.y, ray.y))
        })
    }
}
