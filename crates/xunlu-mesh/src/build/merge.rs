//! Convex polygons of triangles: sides are taken out as long as what they part is convex together, the
//! longest first (after Hertel and Mehlhorn 1983). The fewer polygons, the less a search has to look through.

use super::sweep::Triangles;
use crate::exact::Vector;
use crate::half_edges::{NONE, numbered};
use crate::polygons::Polygons;

/// What merging scribbles on.
#[derive(Clone, Debug, Default)]
pub(crate) struct MergeSpace {
    /// Sides by length, the longest first, and their numbers, in one.
    sides: Vec<u128>,
    numbers: Vec<u32>,
    edges: Vec<u32>,
}

impl Triangles {
    /// The polygons, numbered.
    #[allow(clippy::cast_possible_truncation, reason = "the number of a side is the last 32 bits")]
    pub(crate) fn merged(&mut self, space: &mut MergeSpace) -> Polygons {
        let MergeSpace { sides, .. } = space;
        sides.clear();
        for edge in (0..numbered(self.halves.len())).step_by(2) {
            let [one, other] = [edge, edge ^ 1].map(|edge| self.halves[edge as usize]);
            let is_open = one.is_open && other.is_open;
            // What is not convex now will not be: without other sides its corners are wider still.
            let may_go = is_open && one.regions == other.regions && !self.is_shut(edge);
            if may_go && self.is_convex_without(edge) && self.is_convex_without(edge ^ 1) {
                let way = self.way(edge);
                let length = u64::MAX - way.dot(way).cast_unsigned();
                sides.push(u128::from(length) << 32 | u128::from(edge));
            }
        }
        sides.sort_unstable();
        for &side in &*sides {
            let edge = side as u32;
            if self.is_convex_without(edge) && self.is_convex_without(edge ^ 1) {
                self.take_out(edge);
            }
        }
        self.polygons(space)
    }

    fn way(&self, edge: u32) -> Vector {
        self.from(edge).to(self.from(edge ^ 1))
    }

    /// Whether the corner where a side begins stays convex if the side is taken out.
    fn is_convex_without(&self, edge: u32) -> bool {
        let coming = self.way(self.halves[edge as usize].previous);
        let leaving = self.way(self.halves[(edge ^ 1) as usize].next);
        let bend = coming.cross(leaving);
        // Of two polygons that share two sides one after the other, a loose end would be left.
        bend > 0 || bend == 0 && coming.dot(leaving) > 0
    }

    fn take_out(&mut self, edge: u32) {
        for edge in [edge, edge ^ 1] {
            let (before, after) =
                (self.halves[edge as usize].previous, self.halves[(edge ^ 1) as usize].next);
            self.link(before, after);
        }
        for edge in [edge, edge ^ 1] {
            self.halves[edge as usize].is_open = false;
        }
    }

    /// Numbers what is left, polygon by polygon.
    fn polygons(&mut self, space: &mut MergeSpace) -> Polygons {
        let MergeSpace { numbers, edges, .. } = space;
        let mut made = Polygons { firsts: vec![0], ..Polygons::default() };
        numbers.clear();
        numbers.resize(self.halves.len(), NONE);
        edges.clear();
        for first in 0..numbered(self.halves.len()) {
            if numbers[first as usize] != NONE || !self.halves[first as usize].is_open {
                continue;
            }
            let mut edge = first;
            loop {
                numbers[edge as usize] = numbered(edges.len());
                edges.push(edge);
                edge = self.halves[edge as usize].next;
                if edge == first {
                    break;
                }
            }
            made.firsts.push(numbered(edges.len()));
            made.regions.push(self.halves[first as usize].regions);
        }
        made.origins = edges.iter().map(|&edge| self.halves[edge as usize].origin).collect();
        // Where nothing is open beyond, there is no number.
        let twin =
            |&edge: &u32| if self.is_shut(edge) { NONE } else { numbers[(edge ^ 1) as usize] };
        made.twins = edges.iter().map(twin).collect();
        made.ways = edges.iter().map(|&edge| self.ways(edge)).collect();
        made.corners = self.corners.clone();
        made
    }
}
