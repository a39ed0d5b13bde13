//! The ground that a search has come to: polygons with what they cost, and the sides between them, copied, so
//! that a mesh that is read tile by tile may let go of them.

use super::{Place, RegionCosts, place};
use crate::half_edges::{NONE, numbered};
use crate::nav_mesh::NavMesh;
use std::collections::HashMap;
use std::ops::Range;

/// Why a search does not go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// A tile is needed that is absent.
    Missing(u32),
    Late,
}

/// What was come to, numbered as it was.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    costs: RegionCosts,
    pub(super) sides: Vec<Side>,
    polygons: Vec<Polygon>,
    // The sides of polygons, one polygon after another.
    around: Vec<Way>,
    // By their numbers in the mesh: of a side, the lesser of its two half-edges.
    side_numbers: HashMap<u32, u32>,
    polygon_numbers: HashMap<u32, u32>,
}

/// A side between two polygons.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub(super) ends: [Place; 2],
    /// The lesser half-edge, and the other one.
    edges: [u32; 2],
    /// Their polygons, or [`NONE`] where one was not come to.
    polygons: [u32; 2],
}

#[derive(Clone, Debug)]
struct Polygon {
    cost: f64,
    around: Range<u32>,
}

/// Through a side, into one of the two polygons beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Way {
    pub(super) side: u32,
    /// Into the polygon of the greater half-edge: 1; of the lesser: 0.
    pub(super) into: usize,
}

impl Ground {
    pub(super) fn new(costs: RegionCosts) -> Ground {
        Ground {
            costs,
            sides: Vec::new(),
            polygons: Vec::new(),
            around: Vec::new(),
            side_numbers: HashMap::new(),
            polygon_numbers: HashMap::new(),
        }
    }

    /// What the cheapest ground costs.
    pub(super) fn least(&self) -> f64 {
        self.costs.least()
    }

    pub(super) fn cost(&self, polygon: u32) -> f64 {
        self.polygons[polygon as usize].cost
    }

    /// The ways out of a polygon.
    pub(super) fn ways_out(&self, polygon: u32) -> Range<u32> {
        self.polygons[polygon as usize].around.clone()
    }

    pub(super) fn way(&self, number: u32) -> Way {
        self.around[number as usize]
    }

    /// What the ground beyond a side costs, where it was come to.
    pub(super) fn cost_beyond(&self, way: Way) -> Option<f64> {
        let polygon = self.sides[way.side as usize].polygons[way.into];
        (polygon != NONE).then(|| self.cost(polygon))
    }

    /// The polygon that a way leads into.
    pub(super) fn beyond(&mut self, mesh: &NavMesh, way: Way) -> Result<u32, Stop> {
        let Side { edges, polygons, .. } = self.sides[way.side as usize];
        let known = polygons[way.into];
        if known != NONE {
            return Ok(known);
        }
        let edge = edges[way.into];
        if !mesh.sides().is_here(edge) {
            return Err(Stop::Missing(mesh.sides().tile_number(edge)));
        }
        Ok(self.polygon(mesh, mesh.sides().polygon_of(edge)))
    }

    /// A polygon that is not absent.
    pub(super) fn polygon(&mut self, mesh: &NavMesh, polygon: u32) -> u32 {
        if let Some(&known) = self.polygon_numbers.get(&polygon) {
            return known;
        }
        let own = numbered(self.polygons.len());
        self.polygon_numbers.insert(polygon, own);
        let first = numbered(self.around.len());
        let sides = mesh.sides();
        for edge in sides.sides_of(polygon) {
            let twin = sides.half_edge(edge).twin;
            if twin == NONE {
                continue;
            }
            let edges = [edge.min(twin), edge.max(twin)];
            let side = *self.side_numbers.entry(edges[0]).or_insert_with(|| {
                let mut ends = [sides.from(edge), sides.to(edge)].map(place);
                if edge != edges[0] {
                    ends.reverse();
                }
                self.sides.push(Side { ends, edges, polygons: [NONE; 2] });
                numbered(self.sides.len() - 1)
            });
            let from = usize::from(edge != edges[0]);
            self.sides[side as usize].polygons[from] = own;
            self.around.push(Way { side, into: 1 - from });
        }
        let cost = self.costs.of(mesh.region_tags_of(polygon));
        let around = first..numbered(self.around.len());
        self.polygons.push(Polygon { cost, around });
        own
    }
}
