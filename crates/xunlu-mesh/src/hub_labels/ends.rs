//! Which corners an end of a path sees and may turn at.

use super::HubLabels;
use super::corners::Cone;
use super::view::{Hand, View};
use crate::exact::MeshPoint;

/// A corner that an end of a path sees, by the cone that the end lies in.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    pub(super) cone: Cone,
    /// How far the corner is from the end.
    pub(super) distance: f64,
    /// How long a path by it is at least.
    pub(super) least: f64,
}

impl HubLabels {
    /// Finds the corners that an end sees and may turn at, those first by which a straight line leads to the
    /// other end.
    pub(super) fn find_ends(
        &self,
        at: MeshPoint,
        other: MeshPoint,
        view: &mut View,
        ends: &mut Vec<End>,
    ) {
        ends.clear();
        if !self.look_up(at, ends) {
            ends.clear();
            self.look_around(at, view, ends);
        }
        for end in &mut *ends {
            end.least = end.distance + self.place(end.cone).distance(other);
        }
        ends.sort_unstable_by(|one, other| {
            one.least.total_cmp(&other.least).then(one.cone.cmp(&other.cone))
        });
    }

    /// Looks them up. Returns whether all are known.
    fn look_up(&self, at: MeshPoint, ends: &mut Vec<End>) -> bool {
        let sides = self.mesh.sides();
        let end = |cone: Cone, distance: f64| End { cone, distance, least: distance };
        sides.polygons_at(at).all(|polygon| {
            let sights = self.sights.of_polygon(self.numbers.polygon(sides, polygon));
            let Some(sights) = sights else { return false };
            let way = |cone: Cone| self.place(cone).to(at);
            ends.extend(sights.whole.iter().map(|&cone| end(cone, way(cone).length())));
            let parts = sights.parts.iter().map(|sight| (sight, way(sight.cone)));
            let parts = parts.filter(|(sight, way)| sight.sees(*way));
            ends.extend(parts.map(|(sight, way)| end(sight.cone, way.length())));
            true
        })
    }

    /// Finds them by looking around.
    fn look_around(&self, at: MeshPoint, view: &mut View, ends: &mut Vec<End>) {
        let sides = self.mesh.sides();
        view.around(sides, at, sides.polygons_at(at));
        for &(corner, ray) in &view.corners {
            let own = 2 * self.numbers.corner(sides, corner);
            // Whoever goes on into one cone comes from the other.
            let cones = Hand::of_turn(sides, corner, ray).map(|hand| own + 1 - hand as u32);
            let distance = ray.length();
            ends.extend(cones.map(|cone| End { cone, distance, least: distance }));
        }
        ends.sort_unstable_by_key(|end| end.cone);
        ends.dedup_by_key(|end| end.cone);
    }
}
