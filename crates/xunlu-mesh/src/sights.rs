//! What one comes to see round a corner, known beforehand: at most corners of a jagged wall it is nothing.
//!
//! ```text
//!         ray  ^   u       Who comes along the ray and turns right at `v` sees all between the ray and the
//!              |  /:       wall: first the niche, which leads nowhere, and has no corner to turn at; then the
//!   before     | / :       corner `u`, and what lies beyond. A ray that leads past the right of `u` brings
//!   ###########v/  :       nothing into sight, and nobody has to look round `v`.
//!   ########## : niche
//!   ########## :###after
//! ```

use crate::exact::{MeshPoint, Vector};
use crate::half_edges::{HalfEdgeMesh, NONE};
use crate::tile::{HalfEdge, Turn};

/// From which ray on there is something to see round a corner: a portal that leads on, or another corner that
/// may be turned at. For a search that goes everywhere, or whose goal lies near the corner, there may be
/// more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sights {
    Nothing,
    From(Vector),
}

/// To which side a path turns at a corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hand {
    Right,
    Left,
}

impl Sights {
    /// Whether there is something to see for who comes along a ray and turns to this side.
    #[inline]
    pub(crate) fn are_seen(self, ray: Vector, hand: Hand) -> bool {
        match self {
            Sights::Nothing => false,
            // Both rays lie within half a turn from the wall.
            Sights::From(first) => match hand {
                Hand::Right => ray.cross(first) <= 0,
                Hand::Left => ray.cross(first) >= 0,
            },
        }
    }
}

impl HalfEdgeMesh {
    /// Finds what there is to see round each corner, if the mesh is one tile. Where tiles are cut anew, among
    /// obstacles that come and go, there mostly is something.
    pub(crate) fn find_sights(&mut self) {
        let is_one = self.squares().count() == 1;
        let Some(tile) = self.tile(0).filter(|_| is_one) else { return };
        let sights = tile.turns.iter().map(|turn| {
            let is_used = turn.first != NONE;
            [Hand::Right, Hand::Left].map(|hand| match is_used {
                true => self.sights(turn, hand),
                false => Sights::Nothing,
            })
        });
        let sights = sights.collect();
        if let Some(tile) = self.tile_mut(0) {
            tile.sights = sights;
        }
    }

    /// Looks round a corner from the wall on, up to half a turn.
    fn sights(&self, turn: &Turn, hand: Hand) -> Sights {
        let is_right = hand == Hand::Right;
        let at = self.from(turn.first);
        let wall = at.to(if is_right { turn.after } else { turn.before });
        let mut spoke = if is_right { turn.first } else { turn.last };
        loop {
            let (tile, own) = self.found(spoke);
            let around = tile.around(own);
            let own = (own - around.start) as usize;
            let sides = &tile.half_edges[around.start as usize..around.end as usize];
            let count = sides.len();
            // The corners of the polygon but for this one, from the wall on, and this one at last.
            let corner = |by: usize| match is_right {
                true => &sides[(own + 1 + by) % count],
                false => &sides[(own + count - by) % count],
            };
            for by in 0..count - 1 {
                let way = at.to(corner(by).at);
                let turned = wall.cross(way);
                if if is_right { turned < 0 } else { turned > 0 } {
                    return Sights::Nothing;
                }
                // The side from this corner to the next, but not the spoke at the end.
                let side = if is_right { corner(by) } else { corner(by + 1) };
                let leads_on = by + 2 < count && side.twin != NONE && !side.leads_nowhere;
                if leads_on || self.may_be_turned_at(corner(by), way) {
                    return Sights::From(way);
                }
            }
            let last = if is_right { corner(count - 2) } else { corner(count - 1) };
            if last.twin == NONE {
                return Sights::Nothing;
            }
            spoke = last.twin;
        }
    }

    /// Whether a path along this way may turn at the corner it leads to.
    fn may_be_turned_at(&self, side: &HalfEdge, way: Vector) -> bool {
        let &HalfEdge { at, corner, .. } = side;
        let is_elsewhere = way != Vector::default();
        is_elsewhere
            && corner != NONE
            && hands(at, way, self.turn_at(corner)).iter().any(Option::is_some)
    }
}

/// To which sides a path may turn at a corner where a ray leads: those with both walls there, so that it is
/// taut.
#[inline]
pub(crate) fn hands(at: MeshPoint, ray: Vector, turn: &Turn) -> [Option<Hand>; 2] {
    let walls = [turn.before, turn.after].map(|wall| ray.cross(at.to(wall)));
    [
        walls.iter().all(|&side| side <= 0).then_some(Hand::Right),
        walls.iter().all(|&side| side >= 0).then_some(Hand::Left),
    ]
}
