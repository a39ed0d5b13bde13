//! Tiles joined to those around them: sides across borders, and the corners of walls.
//!
//! A point where two walls touch is as many corners as there are ways past it: polygons round a corner are
//! joined by their sides, and nobody slips through a gap of no width.

use crate::exact::MeshPoint;
use crate::half_edges::{HalfEdgeMesh, NONE, numbered};
use crate::tile::{Border, HalfEdge, Tile, Turn, border_of, is_on_border};
use crate::ways::Ways;

impl HalfEdgeMesh {
    /// Puts tiles in the places of others, sorted by number, and joins them to those around.
    pub(crate) fn replace(&mut self, fresh: Vec<(u32, Option<Tile>)>) {
        let numbers: Vec<u32> = fresh.iter().map(|&(number, _)| number).collect();
        let before = self.parts(&numbers);
        self.put(fresh);
        self.renumber_islands(&numbers, &before);
        self.find_sights();
    }

    /// The same without a look at what is an island, or at what is seen.
    pub(crate) fn put(&mut self, fresh: Vec<(u32, Option<Tile>)>) {
        let numbers: Vec<u32> = fresh.iter().map(|&(number, _)| number).collect();
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
        let (mut walls, mut spokes) = (Vec::new(), Vec::new());
        for &number in &numbers {
            self.walls_around(number, &numbers, &mut walls);
            for &wall in &walls {
                self.make_corner(wall, &mut spokes);
            }
        }
        for &number in &numbers {
            if let Some(tile) = self.tile_mut(number) {
                tile.turns.shrink_to_fit();
            }
        }
    }

    /// Takes the corners on a tile's border away from the tiles around that stay.
    fn forget_corners(&mut self, number: u32, replaced: &[u32]) {
        let square = self.squares().bounds(number);
        // Half-edges, each with whether a corner of its own tile is gone with it.
        let mut gone: Vec<(u32, bool)> = Vec::new();
        for beside in self.squares().around(number) {
            let Some(tile) = self.tile(beside).filter(|_| !is_among(replaced, beside)) else {
                continue;
            };
            gone.clear();
            for &edge in &tile.on_border {
                let HalfEdge { at, corner, .. } = tile.half_edges[edge as usize];
                if corner != NONE && touches(at, square) {
                    let is_first = self.tile_number(corner) == beside
                        && tile.turns[self.within(corner) as usize].first == tile.base + edge;
                    gone.push((edge, is_first));
                }
            }
            if let Some(tile) =
                Some(beside).filter(|_| !gone.is_empty()).and_then(|beside| self.tile_mut(beside))
            {
                for &(edge, is_first) in &gone {
                    let corner =
                        std::mem::replace(&mut tile.half_edges[edge as usize].corner, NONE);
                    if is_first {
                        tile.spare_turns.push(corner - tile.base);
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

    /// The walls that begin on the border of a tile, its own and those of the tiles around that stay.
    fn walls_around(&self, number: u32, replaced: &[u32], walls: &mut Vec<u32>) {
        let square = self.squares().bounds(number);
        let around = self.squares().around(number).filter(|&beside| !is_among(replaced, beside));
        walls.clear();
        for beside in std::iter::once(number).chain(around) {
            let Some(tile) = self.tile(beside) else { continue };
            let is_wall = |&&edge: &&u32| {
                let half_edge = &tile.half_edges[edge as usize];
                half_edge.twin == NONE && (beside == number || touches(half_edge.at, square))
            };
            walls.extend(tile.on_border.iter().filter(is_wall).map(|edge| tile.base + edge));
        }
    }

    /// Makes a corner where a wall begins, if a shortest path may turn there.
    fn make_corner(&mut self, first: u32, spokes: &mut Vec<u32>) {
        if self.half_edge(first).corner != NONE {
            return;
        }
        spokes.clear();
        spokes.extend(self.around(first));
        let last = spokes.last().map_or(first, |&last| self.previous(last));
        let (before, at, after) = (self.from(last), self.from(first), self.to(first));
        if !may_turn(before, at, after) {
            return;
        }
        let turn = Turn { before, after, first, last };
        let Some(tile) = self.tile_mut(self.tile_number(first)) else { return };
        let corner = tile.add_turn(turn);
        for &spoke in &*spokes {
            let (owner, own) = (self.tile_number(spoke), self.within(spoke));
            if let Some(tile) = self.tile_mut(owner) {
                tile.half_edges[own as usize].corner = corner;
            }
        }
    }
}

impl Tile {
    /// Finds the corners within its square. Those on the border take what lies beyond.
    pub(crate) fn find_corners_within(&mut self, square: [MeshPoint; 2]) {
        self.turns.reserve(self.half_edges.iter().filter(|edge| edge.twin == NONE).count());
        for first in 0..numbered(self.half_edges.len()) {
            let HalfEdge { at, twin, .. } = self.half_edges[first as usize];
            if twin != NONE || is_on_border(at, square) {
                continue;
            }
            let last = self.last_around(first, |_| ());
            let (before, after) = (self.from(last), self.to(first));
            if may_turn(before, at, after) {
                let [first_of_all, last] = [first, last].map(|edge| self.base + edge);
                let turn = Turn { before, after, first: first_of_all, last };
                let corner = self.add_turn(turn);
                self.last_around(first, |half_edge| half_edge.corner = corner);
            }
        }
    }

    /// From a wall on, tells the half-edges that leave the same corner, and returns the wall that comes to
    /// it.
    fn last_around(&mut self, first: u32, tell: impl Fn(&mut HalfEdge)) -> u32 {
        let mut at = first;
        loop {
            tell(&mut self.half_edges[at as usize]);
            let before = self.previous(at);
            match self.half_edges[before as usize].twin {
                NONE => return before,
                twin => at = twin - self.base,
            }
        }
    }

    /// Enters a corner. Returns its number.
    fn add_turn(&mut self, turn: Turn) -> u32 {
        let own = self.spare_turns.pop().unwrap_or_else(|| {
            self.turns.push(turn);
            numbered(self.turns.len() - 1)
        });
        self.turns[own as usize] = turn;
        self.base + own
    }
}

/// Whether a shortest path may turn where two walls meet, with the free space to their left: they leave more
/// than half of the plane free.
fn may_turn(before: MeshPoint, at: MeshPoint, after: MeshPoint) -> bool {
    let (coming, leaving) = (before.to(at), at.to(after));
    let bend = coming.cross(leaving);
    bend < 0 || bend == 0 && coming.dot(leaving) < 0
}

fn is_among(sorted: &[u32], number: u32) -> bool {
    sorted.binary_search(&number).is_ok()
}

/// Whether a point lies in a square or on its border.
fn touches(point: MeshPoint, [least, most]: [MeshPoint; 2]) -> bool {
    (least.x..=most.x).contains(&point.x) && (least.y..=most.y).contains(&point.y)
}
