//! The corners of a mesh and what each sees: the graph of all straight pieces that a shortest path may have
//! between two corners, and for each polygon from which corners it is seen.
//!
//! A straight piece counts if it is taut at both of its ends (Oh and Leong 2017, "Edge N-level sparse
//! visibility graphs"). A corner is two nodes, one for each of its cones: whoever is in one of them goes on
//! by way of the other.

use super::view::{Hand, View};
use crate::exact::{MeshPoint, Vector};
use crate::half_edges::{HalfEdgeMesh, numbered};

/// Corners and polygons, numbered without gaps between tiles.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    // For each tile, and one more: its first corner and its first polygon.
    firsts: Vec<[u32; 2]>,
}

/// A corner's cone, as a number: twice that of the corner, and one more for the left cone.
pub(super) type Cone = u32;

/// A piece of a polygon that is seen from a corner, which it lies in a cone of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Sight {
    pub(super) cone: Cone,
    /// The rays between which it lies: the right one and the left; one of no length bounds nothing.
    pub(super) wedge: [Vector; 2],
}

/// What corners see.
#[derive(Debug, Default)]
pub(super) struct Corners {
    pub(super) places: Vec<MeshPoint>,
    // For each cone where its pieces begin, and for one more.
    firsts: Vec<u32>,
    pieces: Vec<Piece>,
    // For each polygon where its sights begin, and for one more.
    sight_firsts: Vec<u32>,
    sights: Vec<Sight>,
}

/// A straight piece of a path from a corner into one of its cones, up to another corner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Piece {
    /// Of the corner at its end: the cone that the path goes on into.
    pub(super) cone: Cone,
    pub(super) length: f64,
}

impl Sight {
    /// Whether it holds what lies so from the corner, in the polygon.
    #[inline]
    pub(super) fn sees(&self, way: Vector) -> bool {
        let [right, left] = self.wedge;
        right.cross(way) >= 0 && left.cross(way) <= 0
    }
}

impl Numbers {
    pub(super) fn of(sides: &HalfEdgeMesh) -> Numbers {
        let mut firsts = vec![[0; 2]];
        let mut next = [0; 2];
        for number in 0..sides.squares().count() {
            if let Some(tile) = sides.tile(number) {
                next[0] += numbered(tile.turns.len());
                next[1] += tile.polygon_count();
            }
            firsts.push(next);
        }
        Numbers { firsts }
    }

    pub(super) fn polygon_count(&self) -> u32 {
        self.firsts[self.firsts.len() - 1][1]
    }

    #[inline]
    pub(super) fn corner(&self, sides: &HalfEdgeMesh, corner: u32) -> u32 {
        self.firsts[sides.tile_number(corner) as usize][0] + sides.within(corner)
    }

    #[inline]
    pub(super) fn polygon(&self, sides: &HalfEdgeMesh, polygon: u32) -> u32 {
        self.firsts[sides.tile_number(polygon) as usize][1] + sides.within(polygon)
    }

    pub(super) fn bytes(&self) -> usize {
        self.firsts.capacity() * size_of::<[u32; 2]>()
    }
}

/// The corners of a mesh, with their own numbers: those that are still corners.
fn corners_of(sides: &HalfEdgeMesh) -> Vec<Option<u32>> {
    let mut all = Vec::new();
    for (_, tile) in sides.tiles() {
        let first = all.len();
        all.extend((tile.base..).take(tile.turns.len()).map(Some));
        for &spare in &tile.spare_turns {
            all[first + spare as usize] = None;
        }
    }
    all
}

/// What some cones see: pieces, so many for each, and sights with the polygons they lie in.
#[derive(Default)]
struct Seen {
    counts: Vec<u32>,
    pieces: Vec<Piece>,
    sights: Vec<(u32, Sight)>,
}

impl Corners {
    /// Looks from all corners, on so many threads. Returns `None` if it is cancelled.
    pub(super) fn of(
        sides: &HalfEdgeMesh,
        numbers: &Numbers,
        threads: usize,
        goes_on: &(dyn Fn(f64) -> bool + Sync),
    ) -> Option<Corners> {
        let corners = corners_of(sides);
        let places = corners
            .iter()
            .map(|corner| {
                corner.map_or(MeshPoint::default(), |at| sides.from(sides.turn_at(at).first))
            })
            .collect::<Vec<_>>();
        let share = corners.len().div_ceil(threads.max(1)).max(1);
        let look = |own: &[Option<u32>]| look_from(sides, numbers, own, goes_on);
        let seen: Vec<Option<Seen>> = if threads <= 1 {
            corners.chunks(share).map(look).collect()
        } else {
            std::thread::scope(|scope| {
                let look = &look;
                let all: Vec<_> =
                    corners.chunks(share).map(|own| scope.spawn(move || look(own))).collect();
                all.into_iter()
                    .map(|thread| {
                        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                    })
                    .collect()
            })
        };
        let seen: Vec<Seen> = seen.into_iter().collect::<Option<_>>()?;
        let mut made = Corners { places, ..Corners::default() };
        made.firsts.push(0);
        for counts in seen.iter().map(|seen| &seen.counts) {
            for &count in counts {
                made.firsts.push(made.firsts[made.firsts.len() - 1] + count);
            }
        }
        made.pieces = seen.iter().flat_map(|seen| seen.pieces.iter().copied()).collect();
        made.sort_sights(numbers.polygon_count(), seen);
        Some(made)
    }

    /// Sorts sights by polygon, those of one in the order of corners.
    fn sort_sights(&mut self, polygons: u32, seen: Vec<Seen>) {
        let mut firsts = vec![0; polygons as usize + 1];
        for (polygon, _) in seen.iter().flat_map(|seen| &seen.sights) {
            firsts[*polygon as usize + 1] += 1;
        }
        for at in 1..firsts.len() {
            firsts[at] += firsts[at - 1];
        }
        let mut ends: Vec<u32> = firsts.clone();
        let none = Sight { cone: 0, wedge: [Vector::default(); 2] };
        self.sights = vec![none; firsts[polygons as usize] as usize];
        for (polygon, sight) in seen.into_iter().flat_map(|seen| seen.sights) {
            let end = &mut ends[polygon as usize];
            self.sights[*end as usize] = sight;
            *end += 1;
        }
        self.sight_firsts = firsts;
    }

    pub(super) fn cone_count(&self) -> u32 {
        numbered(2 * self.places.len())
    }

    /// The pieces from a corner into one of its cones.
    #[inline]
    pub(super) fn pieces(&self, cone: Cone) -> &[Piece] {
        &self.pieces[self.firsts[cone as usize] as usize..self.firsts[cone as usize + 1] as usize]
    }

    /// How many pieces there are, each counted from both of its ends.
    pub(super) fn piece_count(&self) -> usize {
        self.pieces.len()
    }

    /// How long the piece is from a corner into one of its cones up to another's. Returns `None` if there is
    /// none.
    pub(super) fn piece(&self, from: Cone, to: Cone) -> Option<f64> {
        let pieces = self.pieces(from);
        let at = pieces.binary_search_by_key(&to, |piece| piece.cone).ok()?;
        Some(pieces[at].length)
    }

    /// From where a polygon is seen, in the order of corners.
    pub(super) fn sights_of(&self, polygon: u32) -> &[Sight] {
        let [first, end] = [polygon, polygon + 1].map(|at| self.sight_firsts[at as usize] as usize);
        &self.sights[first..end]
    }
}

/// Looks from some corners into their cones.
fn look_from(
    sides: &HalfEdgeMesh,
    numbers: &Numbers,
    corners: &[Option<u32>],
    goes_on: &(dyn Fn(f64) -> bool + Sync),
) -> Option<Seen> {
    let (mut view, mut seen, mut pieces) = (View::default(), Seen::default(), Vec::new());
    for (at, &corner) in corners.iter().enumerate() {
        if !goes_on(at as f64 / corners.len() as f64) {
            return None;
        }
        for hand in Hand::BOTH {
            let Some(corner) = corner else {
                seen.counts.push(0);
                continue;
            };
            view.of_cone(sides, corner, hand);
            let cone = 2 * numbers.corner(sides, corner) + hand as u32;
            seen.sights.extend(
                view.polygons.iter().map(|&(polygon, wedge)| {
                    (numbers.polygon(sides, polygon), Sight { cone, wedge })
                }),
            );
            pieces.clear();
            for &(other, ray) in &view.corners {
                let number = 2 * numbers.corner(sides, other);
                pieces.extend(
                    Hand::of_turn(sides, other, ray)
                        .map(|hand| Piece { cone: number + hand as u32, length: ray.length() }),
                );
            }
            pieces.sort_unstable_by_key(|piece: &Piece| piece.cone);
            pieces.dedup_by_key(|piece| piece.cone);
            seen.counts.push(numbered(pieces.len()));
            seen.pieces.extend_from_slice(&pieces);
        }
    }
    Some(seen)
}
