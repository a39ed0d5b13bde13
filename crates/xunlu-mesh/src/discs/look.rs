//! What a root sees in a polygon: goals, corners to turn at, links, and gaps to see on through.

use super::around::{Corner, Gap};
use super::circle::Circle;
use super::clip::{Clip, Place};
use super::{ABOUT, DiscSearch, DiscSpace, Mark, Node, Root, SLACK, Touch, arc, left};
use crate::half_edges::numbered;
use crate::nav_mesh::NavMesh;
use crate::real::Real;

impl DiscSearch {
    /// Finds what a root sees in a polygon and beyond its sides; nothing is nearer than `f_least`. Returns
    /// `None` if it takes an absent tile.
    pub(super) fn look(
        &mut self,
        mesh: &NavMesh,
        root: u32,
        polygon: u32,
        place: Place,
        f_least: f64,
    ) -> Option<()> {
        let from = self.space.roots[root as usize];
        let view = View { from, root, polygon, place };
        let DiscSpace { open, nodes, around, targets, goalwards, arrivals, .. } = &mut self.space;
        let near = around.near(mesh.sides(), polygon)?;
        let mut push = |f: f64, node: Node| {
            open.push(f.max(f_least), numbered(nodes.len()));
            nodes.push(node);
        };
        let others = self.left_by_others;
        let left = |to: &dyn Fn(Real) -> f64| least_left(targets, others, to);
        for (number, &corner) in (near.first_corner..).zip(near.corners) {
            for side in [-self.radius, self.radius] {
                let circle = Circle { centre: corner.centre, side };
                if !view.may_see(circle) {
                    continue;
                }
                let Some(touch) = view.touch(circle, Mark::Corner(number)) else { continue };
                let at = circle.touched(touch.way);
                if !is_taut(corner, circle, touch.way) || !near.holds(at) {
                    continue;
                }
                let turned = arc::turned(circle, behind(corner, circle), touch.way);
                let beforehand = touch.g - self.radius * turned;
                if arrivals.rest(corner, circle, turned, beforehand).is_some() {
                    let left = left(&|target| at.minus(target).length());
                    push(touch.g + self.weight * left, Node::Touch(touch));
                }
            }
        }
        let own_links = mesh.own_links();
        let clip = Clip::of(near, from.circle, place);
        for gap in near.gaps {
            let &Gap { twin: edge, beyond, ends, dead_end, .. } = gap;
            let is_of_use = |block: u32| {
                goalwards.binary_search(&block).is_ok()
                    || own_links.is_some_and(|links| links.is_linkward(block))
            };
            if dead_end.is_some_and(|block| !is_of_use(block)) {
                continue;
            }
            let Some(wedge) = clip.clipped(from.circle, gap) else { continue };
            let left = left(&|target| left::through(from.circle, from.way, ends, wedge, target));
            let node = Node::Interval { edge, polygon: beyond, root, wedge };
            push(from.g + self.weight * left, node);
        }
        self.look_for_ends(mesh, &view, f_least);
        Some(())
    }

    /// Finds which goals and which ends of links a root sees in a polygon.
    fn look_for_ends(&mut self, mesh: &NavMesh, view: &View, f_least: f64) {
        let polygon = view.polygon;
        let DiscSpace { open, nodes, goals, targets, goals_in, .. } = &mut self.space;
        let mut push = |f: f64, touch: Touch| {
            open.push(f.max(f_least), numbered(nodes.len()));
            nodes.push(Node::Touch(touch));
        };
        let first_goal = goals_in.partition_point(|&(other, _)| other < polygon);
        for &(_, goal) in goals_in[first_goal..].iter().take_while(|&&(other, _)| other == polygon)
        {
            let circle = Circle::point(goals[goal as usize]);
            if let Some(touch) = view.touch(circle, Mark::Goal(goal)) {
                push(touch.g, touch);
            }
        }
        let Some(links) = mesh.own_links() else { return };
        for number in links.entered_in(polygon) {
            let way = links.way(number);
            if !way.tags.are_within(self.tags) {
                continue;
            }
            let circle = Circle::point(Real::at(way.from));
            let Some(touch) = view.touch(circle, Mark::Link(number)) else { continue };
            let to = |target| Real::at(way.to).minus(target).length();
            let left = least_left(targets, self.left_by_others, &to);
            push(touch.g + way.length + self.weight * left, touch);
        }
    }
}

/// How far it is to the nearest of some targets and from there on, or over others, at least.
fn least_left(targets: &[(Real, f64)], others: f64, to: &dyn Fn(Real) -> f64) -> f64 {
    targets.iter().map(|&(at, left)| to(at) + left).fold(others, f64::min)
}

/// From where a root looks into a polygon, and what it is.
#[derive(Clone, Copy)]
struct View {
    from: Root,
    root: u32,
    polygon: u32,
    place: Place,
}

impl View {
    /// The straight line from the root to a circle in the polygon, if it is seen.
    fn touch(&self, circle: Circle, mark: Mark) -> Option<Touch> {
        let (way, length) = self.from.circle.way(circle).filter(|&(way, _)| self.sees(way))?;
        let g = self.from.g + self.from.circle.round(self.from.way, way) + length;
        Some(Touch { circle, mark, root: self.root, way, polygon: self.polygon, g })
    }

    fn sees(&self, way: Real) -> bool {
        match self.place {
            Place::Start => true,
            Place::Arc([right, left]) | Place::Side(_, [right, left]) => {
                right.cross(way) >= -ABOUT
                    && way.cross(left) >= -ABOUT
                    && way.dot(right.plus(left)) >= -ABOUT
            }
        }
    }

    /// Whether a circle may be seen: one that lies wholly to one side is not.
    #[inline]
    fn may_see(&self, to: Circle) -> bool {
        match self.place {
            Place::Start => true,
            Place::Arc([right, left]) | Place::Side(_, [right, left]) => {
                let from = self.from.circle;
                // Of what lies behind a ray, its sides say nothing.
                let off = |ray: Real| {
                    let is_ahead = ray.dot(to.centre.minus(from.centre)) > 0.0;
                    if is_ahead { from.off(ray, to.centre) } else { to.side }
                };
                off(right) >= to.side - SLACK && off(left) <= to.side + SLACK
            }
        }
    }
}

/// Whether a path that comes to a circle in a direction turns round the corner there, with both of its walls
/// on the side that it turns to.
fn is_taut(corner: Corner, circle: Circle, way: Real) -> bool {
    [corner.before, corner.after]
        .into_iter()
        .all(|wall| circle.side * way.cross(wall) >= -ABOUT * circle.side.abs())
}

/// The direction to the wall's corner behind who goes round a corner.
pub(super) fn behind(corner: Corner, circle: Circle) -> Real {
    if circle.side > 0.0 { corner.after } else { corner.before }
}
