//! A cheapest path without links: round after round, until what it costs and what any costs at least are near
//! enough to each other.

use super::along::Along;
use super::chain::{Chain, End, ROUNDED, Until};
use super::ground::{Ground, Stop};
use super::{CostedPath, Place, RegionCosts, distance, place};
use crate::exact::MeshPoint;
use crate::nav_mesh::NavMesh;

/// A search for a cheapest path, which can be carried on.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    ground: Ground,
    chain: Chain,
    ends: [Place; 2],
    excess: f64,
    bound: f64,
    best: Option<Along>,
    until: Until,
    rounds: u32,
}

/// So many rounds it takes at most.
const ROUNDS_MAX: u32 = 80;

impl Walk {
    /// Begins it, between points whose polygons are not absent. Returns `None` if there is no way from one to
    /// the other.
    pub(crate) fn begin(
        mesh: &NavMesh,
        costs: &RegionCosts,
        excess: f64,
        ends: [MeshPoint; 2],
    ) -> Option<Walk> {
        let mut ground = Ground::new(*costs);
        let [start, goal] = ends.map(|at| mesh.polygons_at(at).collect::<Vec<u32>>());
        let is_joined = |&from: &u32| {
            goal.iter().any(|&to| mesh.sides().island(from) == mesh.sides().island(to))
        };
        if !start.iter().any(is_joined) {
            return None;
        }
        let places = ends.map(place);
        let mut end = |at: Place, polygons: Vec<u32>| {
            let polygons = polygons.into_iter().map(|polygon| ground.polygon(mesh, polygon));
            End { at, polygons: polygons.collect() }
        };
        let chain = Chain::new([end(places[0], start), end(places[1], goal)]);
        let bound = distance(places[0], places[1]) * costs.least();
        let (best, until) = (None, Until::Complete);
        Some(Walk { ground, chain, ends: places, excess, bound, best, until, rounds: 0 })
    }

    /// Carries it on to its end, or until it is late, or to where a tile is needed that is absent.
    pub(crate) fn run(
        &mut self,
        mesh: &NavMesh,
        is_late: &dyn Fn() -> bool,
    ) -> Result<Option<CostedPath>, Stop> {
        loop {
            let known = self.known();
            let bound =
                self.chain.look(mesh, &mut self.ground, known * ROUNDED, (self.until, is_late))?;
            match (self.until, bound) {
                // Nothing is cheaper than what is known.
                (Until::Complete, None) => {
                    self.bound = if known.is_finite() { known / ROUNDED } else { self.bound };
                    return Ok(self.told(mesh));
                }
                (Until::Complete, Some(bound)) => {
                    self.bound = self.bound.max(bound / ROUNDED);
                    let made = self.chain.sides(&self.ground);
                    let made = made.map(|sides| Along::new(self.ends, sides));
                    let made = made.filter(|made| made.cost < known);
                    self.best = made.or_else(|| self.best.take());
                    if self.known() <= self.bound * (1.0 + self.excess) {
                        return Ok(self.told(mesh));
                    }
                    self.until = Until::Dearer;
                }
                (Until::Dearer, _) => {
                    self.rounds += 1;
                    let [bound, known] = [self.bound, self.known()];
                    let is_left = self.chain.halve(&self.ground, [bound, known]);
                    if !is_left || self.rounds >= ROUNDS_MAX {
                        return Ok(self.told(mesh));
                    }
                    self.until = Until::Complete;
                }
            }
        }
    }

    /// What the cheapest path costs that is known.
    fn known(&self) -> f64 {
        self.best.as_ref().map_or(f64::INFINITY, |best| best.cost)
    }

    fn told(&mut self, mesh: &NavMesh) -> Option<CostedPath> {
        let (points, cost) = self.best.take()?.told();
        let chart = mesh.chart();
        Some(CostedPath {
            points: points.iter().map(|&[x, y]| chart.point_at(x, y)).collect(),
            cost: chart.length(cost),
            lower_bound: chart.length(self.bound.min(cost)),
            links: Vec::new(),
        })
    }
}
