//! One tile as bytes: written as it stands in its mesh, joined to those around, and checked when it is read.
//!
//! What can be found again from the polygons is not written. All that is asked later without a check is
//! checked here: that polygons are convex and within their square, that two sides name each other, that
//! corners are where they say; and, when both are there, that tiles agree on what lies between them.

use super::numbers::{Reader, Writer};
use crate::exact::MeshPoint;
use crate::half_edges::{HalfEdgeMesh, NONE, numbered};
use crate::polygons::is_convex;
use crate::region_set::{InRegion, RegionId};
use crate::squares::Squares;
use crate::tile::{Border, HalfEdge, Tile, Turn, border_of, is_on_border};
use crate::ways::Ways;

/// A half-edge takes at least its place, its twin and its corner.
const HALF_EDGE_BYTES: usize = 4;

/// That a polygon belongs to a region takes at least its number, the region's, and tags.
const REGION_BYTES: usize = 3;

pub(super) fn write(tile: &Tile) -> Vec<u8> {
    let mut to = Writer::default();
    let base = i64::from(tile.base);
    let own = |to: &mut Writer, number: u32| match number {
        NONE => to.put(0),
        number => {
            to.put(1);
            to.put_signed(i64::from(number) - base);
        }
    };
    to.put(tile.polygon_count().into());
    for polygon in 0..tile.polygon_count() {
        to.put(tile.sides_of(polygon).len() as u64);
    }
    let mut before = MeshPoint::default();
    let mut put_point = |to: &mut Writer, point: MeshPoint| {
        let way = before.to(point);
        to.put_signed(way.x.into());
        to.put_signed(way.y.into());
        before = point;
    };
    for edge in &tile.half_edges {
        put_point(&mut to, edge.at);
        own(&mut to, edge.twin);
        own(&mut to, edge.corner);
    }
    to.put(tile.turns.len() as u64);
    for (turn, number) in tile.turns.iter().zip(tile.base..) {
        let is_used = !tile.spare_turns.contains(&(number - tile.base));
        own(&mut to, if is_used { turn.first } else { NONE });
        if is_used {
            own(&mut to, turn.last);
            put_point(&mut to, turn.before);
        }
    }
    to.put(tile.islands.len() as u64);
    tile.islands.iter().for_each(|&island| to.put(island.into()));
    if !tile.regions.is_empty() {
        to.put(tile.regions.len() as u64);
        for &InRegion { polygon, region, tags } in &tile.regions {
            [polygon, region.0, tags.into()].iter().for_each(|&number| to.put(number.into()));
        }
    }
    to.bytes
}

/// The tile of this number. Returns `None` if the bytes are none's.
pub(super) fn read(mesh: &HalfEdgeMesh, number: u32, bytes: &[u8]) -> Option<Tile> {
    let base = mesh.base(number);
    let mut from = TileReader { from: Reader { bytes }, base, before: MeshPoint::default() };
    let firsts = from.firsts(mesh.tile_max())?;
    let half_edges = from.half_edges(&firsts)?;
    let (turns, spare_turns) = from.turns(mesh.tile_max())?;
    let islands = from.islands()?;
    let regions = from.regions(numbered(firsts.len() - 1))?;
    if !from.from.bytes.is_empty()
        || !are_polygons(&firsts, &half_edges, mesh.squares().bounds(number))
    {
        return None;
    }
    let mut tile = Tile::of_half_edges(base, mesh.frame(number), firsts, half_edges, turns);
    // What was shut when it was written stays so, whatever is taken away of it.
    let is_shut = |&&edge: &&u32| tile.half_edges[edge as usize].twin == NONE;
    let shut = tile.on_border.iter().filter(is_shut).map(|&edge| (edge, Ways::BOTH));
    tile.outlined = shut.collect();
    tile.spare_turns = spare_turns;
    for own in 0..numbered(tile.turns.len()) {
        let first = tile.turns[own as usize].first;
        if first == NONE {
            continue;
        }
        let leaving = first.checked_sub(base)?;
        let edge = tile.half_edges.get(leaving as usize)?;
        if edge.corner != base + own || edge.twin != NONE {
            return None;
        }
        tile.turns[own as usize].after = tile.to(leaving);
    }
    if !is_joined(mesh, number, &tile) {
        return None;
    }
    tile.find_what_is_within(mesh.frame(number));
    if tile.islands.len() != islands.len() {
        return None;
    }
    tile.islands = islands;
    tile.regions = regions;
    Some(tile)
}

/// Reads the parts of a tile one after another. Each gives `None` where there is no such thing.
struct TileReader<'a> {
    from: Reader<'a>,
    base: u32,
    // The point before the next one.
    before: MeshPoint,
}

impl TileReader<'_> {
    /// A half-edge or a corner, or [`NONE`].
    fn number(&mut self) -> Option<u32> {
        match self.from.take()? {
            0 => Some(NONE),
            1 => {
                let number = i64::from(self.base).checked_add(self.from.take_signed()?)?;
                u32::try_from(number).ok().filter(|&number| number != NONE)
            }
            _ => None,
        }
    }

    fn point(&mut self) -> Option<MeshPoint> {
        let x = self.before.x.checked_add(self.from.take_i32()?)?;
        let y = self.before.y.checked_add(self.from.take_i32()?)?;
        let is_on_chart = [x, y].iter().all(|at| (0..=Squares::EXTENT_MAX).contains(at));
        self.before = MeshPoint { x, y };
        is_on_chart.then_some(self.before)
    }

    /// The first half-edge of each polygon, and of one more.
    fn firsts(&mut self, half_edges_max: usize) -> Option<Vec<u32>> {
        let count = self.from.take_count(1)?;
        let mut firsts = vec![0_u32];
        for polygon in 0..count {
            firsts.push(firsts[polygon].checked_add(self.from.take_u32()?)?);
        }
        let half_edges = firsts[count] as usize;
        let room = half_edges_max.min(self.from.bytes.len() / HALF_EDGE_BYTES);
        (count > 0 && half_edges <= room).then_some(firsts)
    }

    fn half_edges(&mut self, firsts: &[u32]) -> Option<Vec<HalfEdge>> {
        let mut half_edges = Vec::new();
        for (&[first, end], polygon) in firsts.array_windows().zip(self.base..) {
            for _ in first..end {
                let (at, twin, corner) = (self.point()?, self.number()?, self.number()?);
                half_edges.push(HalfEdge {
                    at,
                    corner,
                    twin,
                    polygon,
                    leads_nowhere: false,
                    is_mouth: false,
                });
            }
        }
        Some(half_edges)
    }

    /// The corners, and which of them are no more.
    fn turns(&mut self, turns_max: usize) -> Option<(Vec<Turn>, Vec<u32>)> {
        let (mut turns, mut spare) = (Vec::new(), Vec::new());
        for own in 0..self.from.take_count(1).filter(|&count| count <= turns_max)? {
            let first = self.number()?;
            let (last, before) = if first == NONE {
                spare.push(numbered(own));
                (NONE, MeshPoint::default())
            } else {
                (self.number()?, self.point()?)
            };
            turns.push(Turn { before, after: before, first, last });
        }
        Some((turns, spare))
    }

    /// The regions that polygons belong to, of which there are so many. Where there are none, nothing is
    /// written.
    fn regions(&mut self, polygons: u32) -> Option<Vec<InRegion>> {
        if self.from.bytes.is_empty() {
            return Some(Vec::new());
        }
        let count = self.from.take_count(REGION_BYTES)?;
        let own = |from: &mut Reader| {
            let [polygon, region] = [from.take_u32()?, from.take_u32()?];
            let tags = from.take_u32()?.try_into().ok()?;
            (polygon < polygons).then_some(InRegion { polygon, region: RegionId(region), tags })
        };
        let all: Option<Vec<InRegion>> = (0..count).map(|_| own(&mut self.from)).collect();
        all.filter(|all| all.is_sorted())
    }

    fn islands(&mut self) -> Option<Vec<u32>> {
        (0..self.from.take_count(1)?).map(|_| self.from.take_u32()).collect()
    }
}

/// Whether all polygons are convex and lie within a square.
fn are_polygons(firsts: &[u32], half_edges: &[HalfEdge], [least, most]: [MeshPoint; 2]) -> bool {
    let is_within =
        |at: &MeshPoint| (least.x..=most.x).contains(&at.x) && (least.y..=most.y).contains(&at.y);
    firsts.array_windows().all(|&[first, end]| {
        let sides = &half_edges[first as usize..end as usize];
        let around: Vec<MeshPoint> = sides.iter().map(|edge| edge.at).collect();
        around.len() >= 3 && around.iter().all(is_within) && is_convex(&around)
    })
}

/// Whether what a tile says of half-edges and corners is so, as far as it lies in itself, and may be so
/// beyond.
fn is_joined(mesh: &HalfEdgeMesh, number: u32, tile: &Tile) -> bool {
    let squares = mesh.squares();
    let is_beside =
        |other: u32| squares.around(number).any(|beside| beside == other && mesh.is_any(other));
    let is_side = |own: u32, twin: u32| {
        if mesh.tile_number(twin) == number {
            return is_twin(tile, own, tile, mesh.within(twin));
        }
        let border = border_of([tile.from(own), tile.to(own)], squares.bounds(number));
        border.map(Border::way).and_then(|way| squares.beside(number, way))
            == Some(mesh.tile_number(twin))
            && mesh.is_any(mesh.tile_number(twin))
    };
    let is_corner = |edge: &HalfEdge| {
        let owner = mesh.tile_number(edge.corner);
        if owner == number {
            is_at(tile, mesh.within(edge.corner), edge.at)
        } else {
            is_on_border(edge.at, mesh.frame(number)) && is_beside(owner)
        }
    };
    let is_turn = |turn: &Turn| {
        let owner = mesh.tile_number(turn.last);
        turn.first == NONE
            || if owner == number {
                ends_at(tile, turn, tile, mesh.within(turn.last))
            } else {
                is_beside(owner)
            }
    };
    tile.half_edges.iter().zip(0..).all(|(edge, own)| {
        (edge.twin == NONE || is_side(own, edge.twin)) && (edge.corner == NONE || is_corner(edge))
    }) && tile.turns.iter().all(is_turn)
}

/// Whether two tiles that lie side by side agree on what lies between them.
pub(super) fn agree(mesh: &HalfEdgeMesh, [number, other]: [u32; 2]) -> bool {
    let (Some(one), Some(two)) = (mesh.tile(number), mesh.tile(other)) else { return true };
    let holds = |one: &Tile, two: &Tile, other: u32| {
        let is_other = |named: u32| named != NONE && mesh.tile_number(named) == other;
        one.on_border.iter().all(|&own| {
            let edge = &one.half_edges[own as usize];
            (!is_other(edge.twin) || is_twin(one, own, two, mesh.within(edge.twin)))
                && (!is_other(edge.corner) || is_at(two, mesh.within(edge.corner), edge.at))
        }) && one.turns.iter().all(|turn| {
            turn.first == NONE
                || !is_other(turn.last)
                || ends_at(one, turn, two, mesh.within(turn.last))
        })
    };
    holds(one, two, other) && holds(two, one, number)
}

/// Whether two half-edges are the two halves of one side.
fn is_twin(one: &Tile, own: u32, two: &Tile, twin: u32) -> bool {
    let Some(other) = two.half_edges.get(twin as usize) else { return false };
    other.twin == one.base + own && other.at == one.to(own) && two.to(twin) == one.from(own)
}

/// Whether a tile has a corner of this number at a point.
fn is_at(tile: &Tile, corner: u32, at: MeshPoint) -> bool {
    let turn = tile.turns.get(corner as usize).filter(|turn| turn.first != NONE);
    turn.is_some_and(|turn| tile.from(turn.first - tile.base) == at)
}

/// Whether a half-edge is the wall that comes to a corner.
fn ends_at(one: &Tile, turn: &Turn, two: &Tile, last: u32) -> bool {
    let at = one.from(turn.first - one.base);
    two.half_edges
        .get(last as usize)
        .is_some_and(|edge| edge.twin == NONE && edge.at == turn.before && two.to(last) == at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Scene, SceneOptions};
    use xunlu_map::Point;

    #[test]
    fn a_corner_of_another_tile_lies_on_the_border_between_them() {
        let square = |least: f64, side: f64| {
            [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)]
                .map(|(x, y)| Point::new(least + x, least + y))
                .to_vec()
        };
        let options = SceneOptions::new().tile_width(8.0);
        let scene = Scene::with(&options, &[square(0.0, 16.0)], &[square(3.0, 2.0)]).unwrap();
        let mesh = scene.mesh().sides();
        let tile = mesh.tile(0).expect("something is open");
        assert!(read(mesh, 0, &write(tile)).is_some());
        let is_outside = |edge: &HalfEdge| edge.at.x == 0 || edge.at.y == 0;
        let outer: Vec<usize> =
            (0..tile.half_edges.len()).filter(|&at| is_outside(&tile.half_edges[at])).collect();
        assert!(!outer.is_empty());
        for at in outer.into_iter().filter(|&at| {
            let MeshPoint { x, y } = tile.half_edges[at].at;
            x.max(y) < mesh.squares().bounds(0)[1].x
        }) {
            let mut false_tile = tile.clone();
            false_tile.half_edges[at].corner = mesh.base(1) + 9999;
            assert!(read(mesh, 0, &write(&false_tile)).is_none(), "half-edge {at}");
        }
    }
}
