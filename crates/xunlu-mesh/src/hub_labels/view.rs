//! What is seen from a point: pieces of polygons, and the corners in them.
//!
//! ```text
//!        right cone       The ground round a corner that a path may turn at. Whoever comes to it taut from
//!     \   |               one cone leaves it into the other, close round the walls; who comes from between
//!  ----\  |               the two has no reason to turn there. The right cone lies between the wall after
//!   left\ |               the corner, which is to the right of who leaves, and the wall before it drawn on;
//!   cone #+------         the left one is its mirror image.
//!        ########
//! ```

use crate::exact::{MeshPoint, Vector};
use crate::half_edges::{HalfEdgeMesh, NONE};
use crate::tile::HalfEdge;

/// One of the two cones of a corner: on which hand its walls are for who leaves it there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hand {
    Right,
    Left,
}

/// What is seen from one point after another: the memory is used again.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    /// Polygons, each with two rays, the right one and the left, between which all of it is seen. A ray of no
    /// length bounds nothing. A polygon that is seen past two sides of an obstacle comes up twice.
    pub(super) polygons: Vec<(u32, [Vector; 2])>,
    /// Corners, each with the way there. One may come up several times.
    pub(super) corners: Vec<(u32, Vector)>,
    // Sides to look through, named by the half-edge beyond, and between which rays.
    waiting: Vec<(u32, [Vector; 2])>,
}

impl Hand {
    pub(super) const BOTH: [Hand; 2] = [Hand::Right, Hand::Left];

    /// By which hands one may turn at a corner where a ray leads: those with both walls there.
    pub(super) fn of_turn(
        sides: &HalfEdgeMesh,
        corner: u32,
        ray: Vector,
    ) -> impl Iterator<Item = Hand> {
        let turn = sides.turn_at(corner);
        let at = sides.from(turn.first);
        let walls = [turn.before, turn.after].map(|wall| ray.cross(at.to(wall)));
        Hand::BOTH.into_iter().filter(move |hand| match hand {
            Hand::Right => walls.iter().all(|&side| side <= 0),
            Hand::Left => walls.iter().all(|&side| side >= 0),
        })
    }
}

impl View {
    /// Looks around a point of these polygons.
    pub(super) fn around(
        &mut self,
        sides: &HalfEdgeMesh,
        from: MeshPoint,
        polygons: impl Iterator<Item = u32>,
    ) {
        self.clear();
        for polygon in polygons {
            self.polygons.push((polygon, [Vector::default(); 2]));
            for edge in sides.sides_of(polygon) {
                let half_edge = sides.half_edge(edge);
                let rays = [half_edge.at, sides.to(edge)].map(|end| from.to(end));
                self.look_through(half_edge, rays);
                self.see(half_edge, rays[0]);
            }
        }
        self.look_on(sides, from);
    }

    /// Looks into one of the cones of a corner.
    pub(super) fn of_cone(&mut self, sides: &HalfEdgeMesh, corner: u32, hand: Hand) {
        self.clear();
        let from = sides.from(sides.turn_at(corner).first);
        match hand {
            Hand::Right => self.fan_right(sides, corner, from),
            Hand::Left => self.fan_left(sides, corner, from),
        }
        self.look_on(sides, from);
    }

    pub(super) fn bytes(&self) -> usize {
        let seen = self.polygons.capacity() + self.waiting.capacity();
        seen * size_of::<(u32, [Vector; 2])>()
            + self.corners.capacity() * size_of::<(u32, Vector)>()
    }

    fn clear(&mut self) {
        self.polygons.clear();
        self.corners.clear();
        self.waiting.clear();
    }

    /// Looks through the polygons at a corner, counter-clockwise from the wall after it.
    fn fan_right(&mut self, sides: &HalfEdgeMesh, corner: u32, from: MeshPoint) {
        let turn = sides.turn_at(corner);
        let ray = turn.before.to(from);
        let mut spoke = turn.first;
        let mut edge = sides.next(spoke);
        self.see(sides.half_edge(edge), from.to(sides.from(edge)));
        loop {
            self.polygons.push((sides.polygon_of(spoke), [Vector::default(), ray]));
            let (last, mut is_at_ray) = (sides.previous(spoke), false);
            while edge != last {
                let next = sides.next(edge);
                let [begin, end] = [edge, next].map(|edge| from.to(sides.from(edge)));
                let is_beyond = ray.cross(end) > 0;
                let left = if is_beyond { ray } else { end };
                self.look_through(sides.half_edge(edge), [begin, left]);
                if is_beyond {
                    return;
                }
                self.see(sides.half_edge(next), end);
                is_at_ray |= ray.cross(end) == 0 && ray.dot(end) > 0;
                edge = next;
            }
            match sides.twin(last) {
                Some(twin) if !is_at_ray => spoke = twin,
                _ => return,
            }
            edge = sides.next(spoke);
        }
    }

    /// The same clockwise from the wall before it.
    fn fan_left(&mut self, sides: &HalfEdgeMesh, corner: u32, from: MeshPoint) {
        let turn = sides.turn_at(corner);
        let ray = turn.after.to(from);
        let mut spoke = turn.last;
        self.see(sides.half_edge(spoke), from.to(sides.from(spoke)));
        loop {
            self.polygons.push((sides.polygon_of(spoke), [ray, Vector::default()]));
            let (mut begin, last, mut is_at_ray) = (spoke, sides.next(spoke), false);
            let mut edge = sides.previous(spoke);
            while edge != last {
                let [end, start] = [edge, begin].map(|edge| from.to(sides.from(edge)));
                let is_beyond = ray.cross(end) < 0;
                let right = if is_beyond { ray } else { end };
                self.look_through(sides.half_edge(edge), [right, start]);
                if is_beyond {
                    return;
                }
                self.see(sides.half_edge(edge), end);
                is_at_ray |= ray.cross(end) == 0 && ray.dot(end) > 0;
                (begin, edge) = (edge, sides.previous(edge));
            }
            match sides.twin(last) {
                Some(twin) if !is_at_ray => spoke = twin,
                _ => return,
            }
        }
    }

    /// Looks into all polygons that are seen through sides.
    fn look_on(&mut self, sides: &HalfEdgeMesh, from: MeshPoint) {
        while let Some((entry, [right, left])) = self.waiting.pop() {
            self.polygons.push((sides.polygon_of(entry), [right, left]));
            let (tile, own) = sides.found(entry);
            let around = tile.around(own);
            let first = (own - around.start) as usize;
            let all = &tile.half_edges[around.start as usize..around.end as usize];
            // Counter-clockwise from the one after the entry, and the entry at the end.
            let mut after = all[first + 1..].iter().chain(&all[..=first]);
            let Some(mut edge) = after.next() else { continue };
            let mut begin = from.to(edge.at);
            for next in after {
                let end = from.to(next.at);
                let (by_right, by_left) = (right.cross(end), left.cross(end));
                if by_right > 0 && left.cross(begin) < 0 {
                    let right = if right.cross(begin) > 0 { begin } else { right };
                    let left = if by_left < 0 { end } else { left };
                    self.look_through(edge, [right, left]);
                }
                // The ends of the entry were seen in the polygon before.
                if by_right >= 0 && by_left <= 0 && !std::ptr::eq(next, &all[first]) {
                    self.see(next, end);
                }
                (edge, begin) = (next, end);
            }
        }
    }

    /// What is beyond a side between two rays is to be looked at, if there is anything.
    #[inline]
    fn look_through(&mut self, edge: &HalfEdge, rays: [Vector; 2]) {
        if edge.twin != NONE && rays[0].cross(rays[1]) > 0 {
            self.waiting.push((edge.twin, rays));
        }
    }

    /// Takes notice of the corner that a half-edge begins at.
    #[inline]
    fn see(&mut self, edge: &HalfEdge, way: Vector) {
        if edge.corner != NONE && way != Vector::default() {
            self.corners.push((edge.corner, way));
        }
    }
}
