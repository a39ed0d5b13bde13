//! Convex polygons of triangles: sides are taken out as long as what they part is convex together, the
//! longest first (after Hertel and Mehlhorn 1983). The fewer polygons, the less a search has to look through.

use super::triangulate::Triangles;
use crate::exact::{MeshPoint, Vector};
use crate::half_edges::{NONE, numbered};
use crate::polygons::Polygons;

pub(crate) fn merged(mut triangles: Triangles) -> Polygons {
    let mut sides: Vec<(i64, [MeshPoint; 2], u32)> = (0..count(&triangles))
        .step_by(2)
        .filter(|&edge| {
            let both = [edge, edge ^ 1].map(|edge| edge as usize);
            let regions = both.map(|edge| triangles.regions[edge]);
            both.iter().all(|&edge| triangles.is_open[edge])
                && regions[0] == regions[1]
                && !triangles.is_shut(edge)
        })
        .map(|edge| {
            let way = triangles.way(edge);
            let ends = [edge, edge ^ 1].map(|edge| triangles.from(edge));
            (-way.dot(way), [ends[0].min(ends[1]), ends[0].max(ends[1])], edge)
        })
        .collect();
    sides.sort_unstable();
    let mut is_out = vec![false; triangles.origins.len()];
    for (_, _, edge) in sides {
        if triangles.is_convex_without(edge) && triangles.is_convex_without(edge ^ 1) {
            triangles.take_out(edge);
            is_out[edge as usize] = true;
            is_out[(edge ^ 1) as usize] = true;
        }
    }
    polygons(triangles, &is_out)
}

fn count(triangles: &Triangles) -> u32 {
    numbered(triangles.origins.len())
}

impl Triangles {
    fn way(&self, edge: u32) -> Vector {
        self.from(edge).to(self.from(edge ^ 1))
    }

    /// Whether the corner where a side begins stays convex if the side is taken out.
    fn is_convex_without(&self, edge: u32) -> bool {
        let coming = self.way(self.previous[edge as usize]);
        let leaving = self.way(self.next[(edge ^ 1) as usize]);
        let bend = coming.cross(leaving);
        // Of two polygons that share two sides one after the other, a loose end would be left.
        bend > 0 || bend == 0 && coming.dot(leaving) > 0
    }

    fn take_out(&mut self, edge: u32) {
        for edge in [edge, edge ^ 1] {
            let (before, after) = (self.previous[edge as usize], self.next[(edge ^ 1) as usize]);
            self.next[before as usize] = after;
            self.previous[after as usize] = before;
        }
    }
}

/// Numbers what is left, polygon by polygon.
fn polygons(triangles: Triangles, is_out: &[bool]) -> Polygons {
    let mut made = Polygons { firsts: vec![0], ..Polygons::default() };
    let mut numbers = vec![NONE; triangles.origins.len()];
    let mut edges = Vec::new();
    for first in 0..count(&triangles) {
        let is_seen = numbers[first as usize] != NONE;
        if is_seen || is_out[first as usize] || !triangles.is_open[first as usize] {
            continue;
        }
        let mut edge = first;
        loop {
            numbers[edge as usize] = numbered(edges.len());
            edges.push(edge);
            edge = triangles.next[edge as usize];
            if edge == first {
                break;
            }
        }
        made.firsts.push(numbered(edges.len()));
        made.regions.push(triangles.regions[first as usize]);
    }
    made.origins = edges.iter().map(|&edge| triangles.origins[edge as usize]).collect();
    // Where nothing is open beyond, there is no number.
    let twin =
        |&edge: &u32| if triangles.is_shut(edge) { NONE } else { numbers[(edge ^ 1) as usize] };
    made.twins = edges.iter().map(twin).collect();
    made.ways = edges.iter().map(|&edge| triangles.ways[edge as usize]).collect();
    made.corners = triangles.corners;
    made
}
