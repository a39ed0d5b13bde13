//! Corners that a path may turn at: which of them a root sees, and looking round one.

use super::MeshSearch;
use crate::exact::{MeshPoint, Vector};
use crate::half_edges::{HalfEdgeMesh, NONE};
use crate::nav_mesh::NavMesh;
use crate::sights::{Hand, hands};
use crate::space::{Node, Root};
use crate::tile::{HalfEdge, Turn};

impl MeshSearch {
    /// Takes notice of the corner that a half-edge begins at, which a root sees: it may be turned at if the
    /// path there is as short as any known, and taut.
    #[inline]
    pub(super) fn see(&mut self, mesh: &HalfEdgeMesh, from: &Root, root: u32, edge: &HalfEdge) {
        let &HalfEdge { at, corner, .. } = edge;
        if corner == NONE {
            return;
        }
        let ray = from.at.to(at);
        if ray == Vector::default() {
            return;
        }
        let g = from.g + ray.length();
        if !self.space.improve(mesh, corner, g) {
            return;
        }
        if self.may_turn(mesh, corner, at, ray) {
            let f = g + self.weight * self.left(at);
            self.space.push(f, Node::Corner { corner, at, from: root });
        }
    }

    /// Whether a path may turn at a corner where a ray leads, and comes to see something there.
    #[inline]
    fn may_turn(&self, mesh: &HalfEdgeMesh, corner: u32, at: MeshPoint, ray: Vector) -> bool {
        let (tile, own) = mesh.found(corner);
        let sights = tile.sights.get(own as usize);
        let mut hands = hands(at, ray, &tile.turns[own as usize]).into_iter().flatten();
        let is_seen = |hand: Hand| match sights {
            None => true,
            Some(sights) => {
                sights[hand as usize].are_seen(ray, hand)
                    || self.looks_everywhere
                    || self.space.is_marked(mesh, corner)
            }
        };
        hands.any(is_seen)
    }

    /// Makes a root of a corner, and looks round it from the ray on that leads there.
    #[inline]
    pub(super) fn turn(&mut self, mesh: &NavMesh, corner: u32, at: MeshPoint, from: u32) {
        let (sides, before) = (mesh.sides(), self.space.roots[from as usize]);
        let ray = before.at.to(at);
        let g = before.g + ray.length();
        if g > self.space.best(sides, corner) {
            return;
        }
        let turn = sides.turn_at(corner);
        let own = Root { corner, at, before: from, g };
        let root = self.space.add_root(own);
        for hand in hands(at, ray, turn).into_iter().flatten() {
            self.look_round(mesh, (root, &own), ray, turn, hand);
        }
        self.push_all();
    }

    /// Looks round a corner: at all that lies between the wall there and the ray that led to it.
    fn look_round(
        &mut self,
        mesh: &NavMesh,
        (root, from): (u32, &Root),
        ray: Vector,
        turn: &Turn,
        hand: Hand,
    ) {
        let (sides, at) = (mesh.sides(), from.at);
        // To the right it goes counter-clockwise from the wall to the ray, to the left clockwise: `spoke` is
        // the side of a polygon at the corner that is nearer to the wall.
        let is_right = hand == Hand::Right;
        let (mut spoke, sign) = if is_right { (turn.first, 1) } else { (turn.last, -1) };
        let wedge = if is_right { [Vector::default(), ray] } else { [ray, Vector::default()] };
        let mut is_first = true;
        loop {
            let (tile, own) = sides.found(spoke);
            let polygon = tile.half_edges[own as usize].polygon;
            let around = tile.around(own);
            let own = (own - around.start) as usize;
            let around = &tile.half_edges[around.start as usize..around.end as usize];
            let count = around.len();
            let next = |at: usize| if at + 1 == count { 0 } else { at + 1 };
            let previous = |at: usize| if at == 0 { count - 1 } else { at - 1 };
            // The corners of the polygon but for this one, from the wall on.
            let mut corner = if is_right { next(own) } else { own };
            let mut begin = at.to(around[corner].at);
            if is_first {
                self.see(sides, from, root, &around[corner]);
                is_first = false;
            }
            self.reach_goals(mesh, root, polygon, wedge);
            let mut is_at_ray = false;
            for _ in 2..count {
                let before = corner;
                corner = if is_right { next(corner) } else { previous(corner) };
                let half_edge = &around[corner];
                let end = at.to(half_edge.at);
                let beyond = sign * ray.cross(end);
                let end_seen = if beyond > 0 { ray } else { end };
                if is_right {
                    let edge = &around[before];
                    self.look_through(mesh, edge, [begin, end], [begin, end_seen]);
                } else {
                    self.look_through(mesh, half_edge, [end, begin], [end_seen, begin]);
                }
                if beyond > 0 {
                    return;
                }
                self.see(sides, from, root, half_edge);
                // On the ray itself there may be corners one behind the other.
                is_at_ray |= beyond == 0 && ray.dot(end) > 0;
                begin = end;
            }
            let last = if is_right { previous(own) } else { next(own) };
            let twin = around[last].twin;
            if twin == NONE || is_at_ray {
                return;
            }
            spoke = twin;
        }
    }
}

/// Which absent tile is needed to look round a corner.
pub(super) fn absent_at(mesh: &NavMesh, corner: u32) -> Option<u32> {
    let (sides, absent) = (mesh.sides(), mesh.sides().absent()?);
    if !sides.is_here(corner) {
        return Some(sides.tile_number(corner));
    }
    let first = sides.turn_at(corner).first;
    let mut at = sides.squares().touching(sides.from(first));
    at.find(|&tile| absent.is(tile)).or_else(|| {
        sides.around(first).find_map(|spoke| sides.absent_beside(sides.polygon_of(spoke)))
    })
}
