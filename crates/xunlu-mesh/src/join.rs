//! Tiles joined to those around them: sides across borders, the corners of walls, and islands.
//!
//! A point where two walls touch is as many corners as there are ways past it: polygons round a corner are
//! joined by their sides, and nobody slips through a gap of no width.

use crate::exact::MeshPoint;
use crate::half_edges::{HalfEdgeMesh, NONE, numbered};
use crate::tile::{Border, Tile, Turn, border_of};

/// What is joined to each other within some tiles, and where it leads out of them.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Part {
    /// The areas of other tiles that it is joined to.
    outside: Vec<[u32; 2]>,
    /// Those it consists of: by tile and number.
    areas: Vec<[u32; 2]>,
}

impl HalfEdgeMesh {
    /// Puts tiles in the places of others, sorted by number, and joins them to those around.
    pub(crate) fn replace(&mut self, fresh: Vec<(u32, Option<Tile>)>) {
        let numbers: Vec<u32> = fresh.iter().map(|&(number, _)| number).collect();
        let is_all = numbered(numbers.len()) == self.squares().count();
        let before = if is_all { Vec::new() } else { self.parts(&numbers) };
        let labels: Vec<u32> = before.iter().map(|part| self.label(part)).collect();
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
        if is_all || !self.keep_islands(&numbers, &before, &labels) {
            self.number_islands();
        }
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
    /// points.
    fn join(&mut self, number: u32, border: Border) {
        let Some(beside) = self.squares().beside(number, border.way()) else { return };
        let own = self.sides_on(number, border);
        let others = self.sides_on(beside, border.opposite());
        let (bases, mut others) =
            ([number, beside].map(|tile| self.base(tile)), others.into_iter().peekable());
        let mut twins = Vec::new();
        for &(ends, edge) in &own {
            while others.next_if(|&(other, _)| other < ends).is_some() {}
            let twin = others.next_if(|&(other, _)| other == ends).map(|(_, twin)| twin);
            twins.push((edge, twin));
        }
        let beyond: Vec<(u32, u32)> =
            twins.iter().filter_map(|&(edge, twin)| Some((twin?, edge))).collect();
        if let Some(tile) = self.tile_mut(number) {
            for (edge, twin) in twins {
                tile.half_edges[edge as usize].twin = twin.map_or(NONE, |twin| bases[1] + twin);
            }
        }
        let sides: Vec<u32> =
            self.sides_on(beside, border.opposite()).into_iter().map(|(_, side)| side).collect();
        if let Some(tile) = self.tile_mut(beside) {
            for side in sides {
                tile.half_edges[side as usize].twin = NONE;
            }
            for (side, twin) in beyond {
                tile.half_edges[side as usize].twin = bases[0] + twin;
            }
        }
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

    /// The areas beyond a tile's border, each with the one it is joined to: by tile and number.
    fn joints(&self, number: u32) -> Vec<[[u32; 2]; 2]> {
        let Some(tile) = self.tile(number) else { return Vec::new() };
        let mut joints: Vec<[[u32; 2]; 2]> = tile
            .on_border
            .iter()
            .filter_map(|&edge| {
                let half_edge = &tile.half_edges[edge as usize];
                let is_out = half_edge.twin != NONE && self.tile_number(half_edge.twin) != number;
                is_out.then(|| {
                    let beyond = self.tile_number(half_edge.twin);
                    let (other, twin) = self.found(half_edge.twin);
                    let polygon = other.half_edges[twin as usize].polygon - other.base;
                    let own = tile.area(half_edge.polygon - tile.base);
                    [[number, own], [beyond, other.area(polygon)]]
                })
            })
            .collect();
        joints.sort_unstable();
        joints.dedup();
        joints
    }

    /// What is joined to each other within some tiles.
    fn parts(&self, numbers: &[u32]) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        for &number in numbers {
            let areas = self.tile(number).map_or(0, |tile| numbered(tile.islands.len()));
            parts.extend(
                (0..areas).map(|area| Part { areas: vec![[number, area]], outside: Vec::new() }),
            );
        }
        for [own, beyond] in numbers.iter().flat_map(|&number| self.joints(number)) {
            let place = |parts: &[Part], area: [u32; 2]| {
                parts.iter().position(|part| part.areas.contains(&area))
            };
            let Some(at) = place(&parts, own) else { continue };
            match place(&parts, beyond) {
                Some(other) if other == at => {}
                Some(other) => {
                    let part = parts.swap_remove(at.max(other));
                    parts[at.min(other)].areas.extend(part.areas);
                    parts[at.min(other)].outside.extend(part.outside);
                }
                None => parts[at].outside.push(beyond),
            }
        }
        for part in &mut parts {
            part.outside.sort_unstable();
            part.outside.dedup();
            part.areas.sort_unstable();
        }
        parts.sort_unstable();
        parts
    }

    /// The island that a part belongs to.
    fn label(&self, part: &Part) -> u32 {
        let [number, area] = part.areas[0];
        self.tile(number).map_or(NONE, |tile| tile.islands[area as usize])
    }

    /// Numbers the islands of some tiles by what was there before, if what they join beyond their borders is
    /// the same. Returns whether it is.
    fn keep_islands(&mut self, numbers: &[u32], before: &[Part], labels: &[u32]) -> bool {
        let after = self.parts(numbers);
        let leads_out = |part: &&Part| !part.outside.is_empty();
        let same = after.iter().filter(leads_out).map(|part| &part.outside);
        if !same.eq(before.iter().filter(leads_out).map(|part| &part.outside)) {
            return false;
        }
        let kept = labels.iter().zip(before).filter(|(_, part)| leads_out(part));
        let mut kept = kept.map(|(&label, _)| label);
        for part in &after {
            let label = if leads_out(&part) { kept.next() } else { self.fresh_island() };
            let Some(label) = label else { return false };
            for &[number, area] in &part.areas {
                if let Some(tile) = self.tile_mut(number) {
                    tile.islands[area as usize] = label;
                }
            }
        }
        true
    }

    /// Numbers all islands anew: the areas that are joined, across all borders.
    fn number_islands(&mut self) {
        let mut firsts = Vec::with_capacity(self.squares().count() as usize + 1);
        firsts.push(0);
        for number in 0..self.squares().count() {
            let areas = self.tile(number).map_or(0, |tile| numbered(tile.islands.len()));
            firsts.push(firsts[number as usize] + areas);
        }
        let count = firsts.last().copied().unwrap_or(0);
        let mut groups = Groups((0..count).collect());
        for number in 0..self.squares().count() {
            for joint in self.joints(number) {
                let [own, beyond] = joint.map(|[tile, area]| firsts[tile as usize] + area);
                groups.unite(own, beyond);
            }
        }
        for number in 0..self.squares().count() {
            let areas = firsts[number as usize]..firsts[number as usize + 1];
            let islands: Vec<u32> = areas.map(|area| groups.leader(area)).collect();
            // A tile that keeps its numbers stays shared.
            let is_same = self.tile(number).is_none_or(|tile| tile.islands == islands);
            if let Some(tile) = (!is_same).then(|| self.tile_mut(number)).flatten() {
                tile.islands = islands;
            }
        }
        self.set_island_count(count);
    }
}

/// Disjoint sets of numbers (Galler and Fischer 1964), each led by its least.
struct Groups(Vec<u32>);

impl Groups {
    fn leader(&mut self, number: u32) -> u32 {
        let mut at = number;
        while self.0[at as usize] != at {
            let above = self.0[self.0[at as usize] as usize];
            self.0[at as usize] = above;
            at = above;
        }
        at
    }

    fn unite(&mut self, one: u32, other: u32) {
        let [one, other] = [one, other].map(|number| self.leader(number));
        self.0[one.max(other) as usize] = one.min(other);
    }
}

fn is_among(sorted: &[u32], number: u32) -> bool {
    sorted.binary_search(&number).is_ok()
}

/// Whether a point lies in a square or on its border.
fn touches(point: MeshPoint, [least, most]: [MeshPoint; 2]) -> bool {
    (least.x..=most.x).contains(&point.x) && (least.y..=most.y).contains(&point.y)
}
