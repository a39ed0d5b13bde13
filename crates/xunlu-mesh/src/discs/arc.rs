//! How far a disc's middle can go round a corner: through which polygons, and to the first wall in its way.
//!
//! Where it is on the circle is told by the direction it goes in there, one step long.

use super::around::{Around, Side, away};
use super::circle::Circle;
use super::leg::TOUCHING;
use crate::half_edges::{HalfEdgeMesh, NONE};
use crate::real::Real;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// A part of an arc within one polygon.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Section {
    pub(crate) polygon: u32,
    /// The directions at its beginning and at its end: a quarter of a turn apart at most.
    pub(crate) ways: [Real; 2],
}

/// So many sections an arc has at most: half a turn in steps of the grid would have fewer where polygons are
/// not slivers.
const SECTIONS_MAX: u32 = 1 << 16;

/// What is behind by so little is ahead by nothing.
const NO_TURN: f64 = 1e-9;

/// Who goes round a corner, turning to one side.
#[derive(Clone, Copy)]
struct Walker {
    circle: Circle,
    radius: f64,
    // 1 for who turns left, and -1.
    hand: f64,
}

/// Lists the sections of an arc that begins in a polygon in a direction, and is no longer than an angle.
/// Returns how far it goes, or `None` if it takes an absent tile to tell.
pub(crate) fn walk(
    around: &mut Around,
    sides: &HalfEdgeMesh,
    circle: Circle,
    (mut way, mut polygon): (Real, u32),
    longest: f64,
    sections: &mut Vec<Section>,
) -> Option<f64> {
    sections.clear();
    let radius = circle.side.abs();
    let walker = Walker { circle, radius, hand: circle.side.signum() };
    let mut gone = 0.0;
    for _ in 0..SECTIONS_MAX {
        let near = around.near(sides, polygon)?;
        let blocked = near.walls.iter().filter_map(|&wall| walker.meets(way, wall));
        let blocked = least(blocked.map(|meets| (walker.ahead(way, meets), meets)));
        let exit = walker.exit(near.sides, way);
        let quarter = (FRAC_PI_2, way.left().times(walker.hand));
        let (mut turned, mut end) = quarter;
        let mut is_end = false;
        let mut beyond = NONE;
        if let Some((angle, (other, at))) = exit.filter(|&(angle, _)| angle <= turned) {
            (turned, end, beyond) = (angle, at, other);
            is_end = beyond == NONE;
        }
        if let Some((angle, at)) = blocked.filter(|&(angle, _)| angle <= turned) {
            (turned, end, is_end) = (angle, at, true);
        }
        if turned > 0.0 {
            sections.push(Section { polygon, ways: [way, end] });
        }
        gone += turned;
        if is_end || gone >= longest {
            return Some(gone);
        }
        way = end;
        if beyond != NONE {
            polygon = beyond;
        }
    }
    Some(gone)
}

/// How far a direction is ahead of the one in which who turns left round a corner, or right, leaves the wall
/// behind it, of which the direction is given.
pub(crate) fn turned(circle: Circle, behind: Real, way: Real) -> f64 {
    let walker = Walker { circle, radius: circle.side.abs(), hand: circle.side.signum() };
    let ahead = walker.ahead(behind.times(-1.0), way);
    // Who just leaves it may be rounded to before.
    if ahead > 1.5 * PI { 0.0 } else { ahead }
}

impl Walker {
    /// By how much one direction is ahead of another: less than a turn.
    fn ahead(self, from: Real, to: Real) -> f64 {
        let angle = from.angle(to);
        let is_ahead = self.hand * from.cross(to) >= 0.0;
        if is_ahead || angle <= NO_TURN { angle } else { TAU - angle }
    }

    /// From the centre to where one goes in a direction, one step long.
    fn outwards(self, way: Real) -> Real {
        way.left().times(-self.hand)
    }

    /// The direction one goes in where one is so from the centre.
    fn way(self, outwards: Real) -> Real {
        outwards.left().times(self.hand)
    }

    /// Through which side one leaves a polygon, given by what is beyond, where, and how far ahead that is.
    /// Returns `None` if one does not.
    fn exit(self, sides: &[Side], way: Real) -> Option<(f64, (u32, Real))> {
        let mut exit = None;
        let mut least = (f64::INFINITY, f64::INFINITY);
        for side in sides {
            let Some(leaves) = self.leaves(way, side) else { continue };
            let ahead = self.ahead(way, leaves);
            // Of sides in line it is the one that one is on there.
            let place = self.circle.touched(leaves);
            let beside = away(place, side.ends);
            let is_first =
                ahead < least.0 - NO_TURN || ahead <= least.0 + NO_TURN && beside < least.1;
            if is_first {
                least = (ahead, beside);
                exit = Some((ahead, (side.beyond, leaves)));
            }
        }
        exit
    }

    /// Where one leaves the side of a line to its left. Returns `None` if the circle lies there.
    fn leaves(self, way: Real, &Side { ends: [from, _], inwards, .. }: &Side) -> Option<Real> {
        let inside = self.circle.centre.minus(from).dot(inwards);
        let off = inside + self.radius * self.outwards(way).dot(inwards);
        if off <= TOUCHING && way.dot(inwards) < 0.0 {
            return Some(way);
        }
        self.sinks(inwards, -inside / self.radius)
    }

    /// Where what points outwards has this component along a direction and it becomes less.
    fn sinks(self, along: Real, component: f64) -> Option<Real> {
        let rest = 1.0 - component * component;
        (rest > 0.0).then(|| {
            let outwards = along.times(component).plus(along.left().times(self.hand * rest.sqrt()));
            self.way(outwards)
        })
    }

    /// Where one comes too near to a wall. Returns `None` if one does not.
    fn meets(self, way: Real, [from, to]: [Real; 2]) -> Option<Real> {
        let Walker { circle: Circle { centre, .. }, radius, .. } = self;
        let whole = to.minus(from);
        let (length, along) = (whole.length(), whole.unit());
        // A wall of the corner itself is beside one from the right angle on.
        if from == centre || to == centre {
            let wall = if from == centre { along } else { along.times(-1.0) };
            return Some(wall);
        }
        let place = centre.plus(self.outwards(way).times(radius));
        let foot = from.plus(along.times(place.minus(from).dot(along).clamp(0.0, length)));
        let apart = place.minus(foot);
        if apart.length() < radius + TOUCHING && way.dot(apart) < -NO_TURN * radius {
            return Some(way);
        }
        if away(centre, [from, to]) >= 2.0 * radius {
            return None;
        }
        let round_ends = [from, to].into_iter().filter_map(|end| {
            let to_end = end.minus(centre);
            // Nearer to the end means farther along towards it.
            let component = -to_end.length() / (2.0 * radius);
            self.sinks(to_end.unit().times(-1.0), component)
        });
        let beside = [along.left(), along.left().times(-1.0)].into_iter().filter_map(|upright| {
            let above = centre.minus(from).dot(upright);
            let meets = self.sinks(upright, 1.0 - above / radius)?;
            let place = centre.plus(self.outwards(meets).times(radius));
            let foot = place.minus(from).dot(along);
            (0.0 < foot && foot < length).then_some(meets)
        });
        let meets = round_ends.chain(beside).map(|meets| (self.ahead(way, meets), meets));
        least(meets).map(|(_, meets)| meets)
    }
}

/// What comes first.
fn least<T>(mut all: impl Iterator<Item = (f64, T)>) -> Option<(f64, T)> {
    let first = all.next()?;
    Some(all.fold(first, |least, other| if other.0 < least.0 { other } else { least }))
}
