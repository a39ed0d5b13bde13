//! Triangles made as equilateral as walls let them be: the constrained Delaunay triangulation (Lee and Lin
//! 1986), by flips of sides (Lawson 1977).

use super::sweep::Triangles;
use crate::half_edges::numbered;

impl Triangles {
    /// Flips sides until no circle round a triangle holds a corner that is seen from within. Of four corners
    /// on one circle either way is as good, so it stays as it is.
    pub(crate) fn flip(&mut self, waiting: &mut Vec<u32>) {
        let first = 2 * numbered(self.walls.len());
        waiting.clear();
        waiting.extend((first..numbered(self.halves.len())).step_by(2));
        while let Some(edge) = waiting.pop() {
            self.halves[edge as usize].waits = false;
            if self.is_better_flipped(edge) {
                for side in self.flip_side(edge).map(|side| side & !1) {
                    let waits = &mut self.halves[side as usize].waits;
                    if side >= first && !std::mem::replace(waits, true) {
                        waiting.push(side);
                    }
                }
            }
        }
    }

    /// Whether the angles across a side are together more than half a turn.
    fn is_better_flipped(&self, edge: u32) -> bool {
        let across = |edge: u32| {
            let half = self.halves[edge as usize];
            let apex = self.from(half.previous);
            let [from, to] = [edge, half.next].map(|edge| apex.to(self.from(edge)));
            (from.cross(to), from.dot(to))
        };
        let [(sine, cosine), (other_sine, other_cosine)] = [edge, edge ^ 1].map(across);
        if cosine >= 0 && other_cosine >= 0 {
            return false;
        }
        let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
        product(sine, other_cosine) + product(other_sine, cosine) < 0
    }

    /// Leads a side between the two corners across it. Returns the sides around.
    fn flip_side(&mut self, edge: u32) -> [u32; 4] {
        let twin = edge ^ 1;
        let [own, other] = [edge, twin].map(|edge| self.halves[edge as usize]);
        let (a, b) = (
            self.halves[own.previous as usize].origin,
            self.halves[other.previous as usize].origin,
        );
        self.halves[edge as usize].origin = b;
        self.halves[twin as usize].origin = a;
        self.close([edge, own.previous, other.next]);
        self.close([twin, other.previous, own.next]);
        [own.next, own.previous, other.next, other.previous]
    }
}
