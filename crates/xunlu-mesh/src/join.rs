//! Tiles joined to those around them: sides across borders, and the corners of walls.
//!
//! A point where two walls touch is as many corners as there are ways past it: polygons round a corner are
//! joined by their sides, and nobody slips through a gap of no width.

use crate::exact::MeshPoint;
use crate::half_edges::{HalfEdgeMesh, NONE, numbered};
use crate::tile::{Border, Tile, Turn, border_of};
use crate::ways::Ways;

impl HalfEdgeMesh {
    /// Puts tiles in the places of others, sorted by number, and joins them to those around.
    pub(crate) fn replace(&mut self, fresh: Vec<(u32, Option<Tile>)>) {
        let numbers: Vec<u32> = fresh.iter().map(|&(number, _)| number).collect();
        let before = self.parts(&numbers);
        for &number in &numbers {
            self.forget_corners(number, &numbers);
        }
        for (number, tile) in fresh {
            self.set_tile(number, tile);
        }
        for &number in &numbers {
            for border in Border::ALL {
                self.join(number, border);
            }
        }
        for &number in &numbers {
            self.make_corners(number, &numbers);
        }
        self.renumber_islands(&numbers, &before);
    }

    /// Takes the corners on a tile's border away from the tiles around that stay.
    fn forget_corners(&mut self, number: u32, replaced: &[u32]) {
        let square = self.squares().bounds(number);
        for beside in self.squares().around(number) {
            let Some(tile) = self.tile(beside).filter(|_| !is_among(replaced, beside)) else {
                continue;
            };
            let is_meant = |&&edge: &&u32| {
                let half_edge = &tile.half_edges[edge as usize];
                half_edge.corner != NONE && touches(half_edge.at, square)
            };
            let edges: Vec<u32> = tile.on_border.iter().filter(is_meant).copied().collect();
            for edge in edges {
                let corner = self.tile(beside).map_or(NONE, |t| t.half_edges[edge as usize].corner);
                let owner = self.tile_number(corner);
                let own = self.within(corner);
                let is_first = !is_among(replaced, owner)
                    && self.turn_at(corner).first == self.base(beside) + edge;
                if let Some(tile) = self.tile_mut(beside) {
                    tile.half_edges[edge as usize].corner = NONE;
                    if is_first {
                        tile.spare_turns.push(own);
                    }
                }
            }
        }
    }

    /// Joins the sides on a tile's border to those of the tile beyond, where both go from and to the same
    /// points, and no wall of no width lies between them.
    fn join(&mut self, number: u32, border: Border) {
        let Some(beside) = self.squares().beside(number, border.way()) else { return };
        let own = self.sides_on(number, border);
        let others = self.sides_on(beside, border.opposite());
        let mut waiting = others.iter().peekable();
        let mut twins = Vec::with_capacity(own.len());
        for &(ends, edge) in &own {
            while waiting.next_if(|&&(other, _)| other < ends).is_some() {}
            let twin = waiting.next_if(|&&(other, _)| other == ends);
            let twin = twin.filter(|&&(_, twin)| !self.is_shut([(number, edge), (beside, twin)]));
            twins.push((edge, twin.map_or(NONE, |&(_, twin)| twin)));
        }
        let bases = [number, beside].map(|tile| self.base(tile));
        if let Some(tile) = self.tile_mut(number) {
            for &(edge, twin) in &twins {
                let twin = if twin == NONE { NONE } else { bases[1] + twin };
                tile.half_edges[edge as usize].twin = twin;
            }
        }
        if let Some(tile) = self.tile_mut(beside) {
            for (_, edge) in others {
                tile.half_edges[edge as usize].twin = NONE;
            }
            for (edge, twin) in twins.into_iter().filter(|&(_, twin)| twin != NONE) {
                tile.half_edges[twin as usize].twin = bases[0] + edge;
            }
        }
    }

    /// Whether outlines that nobody crosses run both ways along a side, given its halves by tile.
    fn is_shut(&self, halves: [(u32, u32); 2]) -> bool {
        let of = |(number, edge): (u32, u32)| {
            self.tile(number).map_or(Ways::default(), |tile| tile.ways(edge))
        };
        let [one, other] = halves.map(of);
        one.and(other) == Ways::BOTH
    }

    /// The sides of polygons on a border of a tile: from where to where along it, and their numbers.
    fn sides_on(&self, number: u32, border: Border) -> Vec<([i32; 2], u32)> {
        let Some(tile) = self.tile(number) else { return Vec::new() };
        let frame = self.frame(number);
        let side = |&edge: &u32| {
            let ends = [tile.from(edge), tile.to(edge)];
            let along = ends.map(|end| border.along(end));
            let along = [along[0].min(along[1]), along[0].max(along[1])];
            (border_of(ends, frame) == Some(border)).then_some((along, edge))
        };
        let mut sides: Vec<([i32; 2], u32)> = tile.on_border.iter().filter_map(side).collect();
        sides.sort_unstable();
        sides
    }

    /// Finds the corners of a tile, and those on its border.
    fn make_corners(&mut self, number: u32, replaced: &[u32]) {
        let square = self.squares().bounds(number);
        let around = self.squares().around(number).filter(|&beside| !is_among(replaced, beside));
        for beside in std::iter::once(number).chain(around).collect::<Vec<u32>>() {
            let Some(tile) = self.tile(beside) else { continue };
            let is_wall = |&edge: &u32| {
                let half_edge = &tile.half_edges[edge as usize];
                half_edge.twin == NONE && (beside == number || touches(half_edge.at, square))
            };
            let walls: Vec<u32> = if beside == number {
                (0..numbered(tile.half_edges.len())).filter(is_wall).collect()
            } else {
                tile.on_border.iter().copied().filter(is_wall).collect()
            };
            for wall in walls {
                self.make_corner(beside, wall);
            }
        }
    }

    /// Makes a corner where a wall begins, if a shortest path may turn there.
    fn make_corner(&mut self, number: u32, wall: u32) {
        let first = self.base(number) + wall;
        let last = self.around(first).last().map_or(first, |last| self.previous(last));
        let (before, at, after) = (self.from(last), self.from(first), self.to(first));
        let (coming, leaving) = (before.to(at), at.to(after));
        let bend = coming.cross(leaving);
        let turns_back = bend == 0 && coming.dot(leaving) < 0;
        let is_made = self.half_edge(first).corner != NONE;
        if is_made || !(bend < 0 || turns_back) {
            return;
        }
        let spokes: Vec<u32> = self.around(first).collect();
        let turn = Turn { before, after, first, last };
        let Some(tile) = self.tile_mut(number) else { return };
        let own = tile.spare_turns.pop().unwrap_or_else(|| {
            tile.turns.push(turn);
            numbered(tile.turns.len() - 1)
        });
        tile.turns[own as usize] = turn;
        let corner = tile.base + own;
        for spoke in spokes {
            let (owner, own) = (self.tile_number(spoke), self.within(spoke));
            if let Some(tile) = self.tile_mut(owner) {
                tile.half_edges[own as usize].corner = corner;
            }
        }
    }
}

fn is_among(sorted: &[u32], number: u32) -> bool {
    sorted.binary_search(&number).is_ok()
}

/// Whether a point lies in a square or on its border.
fn touches(point: MeshPoint, [least, most]: [MeshPoint; 2]) -> bool {
    (least.x..=most.x).contains(&point.x) && (least.y..=most.y).contains(&point.y)
}
