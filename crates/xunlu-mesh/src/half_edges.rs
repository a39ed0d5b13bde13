//! Convex polygons, each side joined to the one beyond it, tile by tile.
//!
//! Half-edges, polygons and corners are numbered through the whole mesh: the upper bits name the tile, the
//! lower ones count within it. A mesh that is never cut anew is one tile. Tiles are shared between meshes:
//! a clone copies the shelves they stand on, and a tile once it is changed.

pub(crate) use crate::numbered::{NONE, numbered};

use crate::absent::Absent;
use crate::blocks::Entry;
use crate::exact::{Chart, MeshPoint};
use crate::squares::Squares;
use crate::tile::{HalfEdge, Tile, Turn};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// So many bits count within a tile where there is but one.
const BITS_OF_ONE: u32 = 31;

/// So many bits count within a tile where there are several.
const BITS_OF_MANY: u32 = 16;

/// So many tiles a mesh has at most.
pub(crate) const TILES_MAX: u32 = 1 << (32 - BITS_OF_MANY);

/// So many tiles stand on a shelf: few enough to be copied for a change, enough for few shelves.
const TILES_A_SHELF: u32 = 64;

/// Convex polygons that one can walk on, and what leads from one to the next.
#[derive(Clone, Debug)]
pub(crate) struct HalfEdgeMesh {
    chart: Chart,
    squares: Squares,
    bits: u32,
    // So many numbers were given to islands.
    islands: u32,
    // The tile of a mesh that has one: found in half the time.
    whole: Option<Arc<Tile>>,
    shelves: Vec<Arc<[Option<Arc<Tile>>]>>,
    // Of a mesh that is read tile by tile.
    absent: Option<Absent>,
    state: u64,
}

/// So many states there were of all meshes.
static STATES: AtomicU64 = AtomicU64::new(0);

fn fresh_state() -> u64 {
    STATES.fetch_add(1, Ordering::Relaxed)
}

impl HalfEdgeMesh {
    /// A mesh without polygons.
    pub(crate) fn new(chart: Chart, squares: Squares) -> HalfEdgeMesh {
        let bits = if squares.count() == 1 { BITS_OF_ONE } else { BITS_OF_MANY };
        let shelf = Arc::from(vec![None; TILES_A_SHELF as usize]);
        let count = if bits == BITS_OF_ONE { 0 } else { squares.count().div_ceil(TILES_A_SHELF) };
        let shelves = vec![shelf; count as usize];
        let state = fresh_state();
        HalfEdgeMesh { chart, squares, bits, islands: 0, whole: None, shelves, absent: None, state }
    }

    /// A number of the state that it is in: no other mesh has the same but a clone of it, before either is
    /// changed. Tiles that are read or let go of do not change it.
    pub(crate) fn state(&self) -> u64 {
        self.state
    }

    /// Which points of the plane its grid is.
    pub(crate) fn chart(&self) -> &Chart {
        &self.chart
    }

    /// The squares of its tiles.
    pub(crate) fn squares(&self) -> Squares {
        self.squares
    }

    /// The square of a tile, its outer borders moved outwards: nothing lies on them.
    pub(crate) fn frame(&self, tile: u32) -> [MeshPoint; 2] {
        let [mut least, mut most] = self.squares.bounds(tile);
        let is_outer = |way: [i32; 2]| i32::from(self.squares.beside(tile, way).is_none());
        least.x -= is_outer([-1, 0]);
        least.y -= is_outer([0, -1]);
        most.x += is_outer([1, 0]);
        most.y += is_outer([0, 1]);
        [least, most]
    }

    /// The number of a tile's first half-edge, polygon and corner.
    pub(crate) fn base(&self, tile: u32) -> u32 {
        if self.bits == BITS_OF_ONE { 0 } else { tile << self.bits }
    }

    /// So many half-edges a tile has at most: one less than could be counted, for the last of all is
    /// [`NONE`].
    pub(crate) fn tile_max(&self) -> usize {
        (1 << self.bits) - 1
    }

    /// The tile that a half-edge, a polygon or a corner belongs to.
    #[inline]
    pub(crate) fn tile_number(&self, number: u32) -> u32 {
        number >> self.bits
    }

    /// What is counted through the whole mesh, counted within its tile.
    #[inline]
    pub(crate) fn within(&self, number: u32) -> u32 {
        number & ((1 << self.bits) - 1)
    }

    /// A tile. Returns `None` if nothing is open there, or it is absent, which is then noted.
    #[inline]
    pub(crate) fn tile(&self, tile: u32) -> Option<&Tile> {
        let found = if self.bits == BITS_OF_ONE {
            self.whole.as_deref()
        } else {
            let shelf = &self.shelves[(tile / TILES_A_SHELF) as usize];
            shelf[(tile % TILES_A_SHELF) as usize].as_deref()
        };
        if found.is_none()
            && let Some(absent) = &self.absent
        {
            absent.note(tile);
        }
        found
    }

    /// Whether another mesh is a clone of this one, or one of the same tiles.
    pub(crate) fn shares_all(&self, other: &HalfEdgeMesh) -> bool {
        let is_same = |one: &Option<Arc<Tile>>, other: &Option<Arc<Tile>>| match (one, other) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        let are_same = |one: &Arc<[Option<Arc<Tile>>]>, other: &Arc<[Option<Arc<Tile>>]>| {
            let mut tiles = one.iter().zip(other.iter());
            Arc::ptr_eq(one, other) || tiles.all(|(one, other)| is_same(one, other))
        };
        let mut shelves = self.shelves.iter().zip(&other.shelves);
        self.chart == other.chart
            && self.squares == other.squares
            && is_same(&self.whole, &other.whole)
            && self.shelves.len() == other.shelves.len()
            && shelves.all(|(one, other)| are_same(one, other))
    }

    /// What is absent, of a mesh that is read tile by tile.
    #[inline]
    pub(crate) fn absent(&self) -> Option<&Absent> {
        self.absent.as_ref()
    }

    pub(crate) fn absent_mut(&mut self) -> &mut Option<Absent> {
        &mut self.absent
    }

    /// Whether something is open in a tile, whether it is absent or not.
    pub(crate) fn is_any(&self, tile: u32) -> bool {
        self.absent.as_ref().is_some_and(|absent| absent.is(tile)) || self.tile(tile).is_some()
    }

    /// A tile to be changed: a copy, if it is shared.
    pub(crate) fn tile_mut(&mut self, tile: u32) -> Option<&mut Tile> {
        self.place(tile).as_mut().map(Arc::make_mut)
    }

    pub(crate) fn set_tile(&mut self, number: u32, tile: Option<Tile>) {
        *self.place(number) = tile.map(Arc::new);
    }

    /// Puts an absent tile in its place, or takes it away again.
    pub(crate) fn set_absent(&mut self, number: u32, tile: Option<Tile>) {
        if let Some(absent) = &mut self.absent {
            absent.set(number, tile.is_none());
        }
        let state = self.state;
        self.set_tile(number, tile);
        self.find_sights();
        self.state = state;
    }

    fn place(&mut self, tile: u32) -> &mut Option<Arc<Tile>> {
        self.state = fresh_state();
        if self.bits == BITS_OF_ONE {
            return &mut self.whole;
        }
        let shelf = Arc::make_mut(&mut self.shelves[(tile / TILES_A_SHELF) as usize]);
        &mut shelf[(tile % TILES_A_SHELF) as usize]
    }

    /// A number for an island that is no other's. Returns `None` if there is none left.
    pub(crate) fn fresh_island(&mut self) -> Option<u32> {
        let fresh = self.islands;
        self.islands = fresh.checked_add(1)?;
        Some(fresh)
    }

    /// So many numbers were given to islands.
    pub(crate) fn island_count(&self) -> u32 {
        self.islands
    }

    pub(crate) fn set_island_count(&mut self, count: u32) {
        self.islands = count;
    }

    /// All tiles where something is open, with their numbers.
    pub(crate) fn tiles(&self) -> impl Iterator<Item = (u32, &Tile)> {
        (0..self.squares.count()).filter_map(|tile| Some((tile, self.tile(tile)?)))
    }

    /// The tile that a half-edge, a polygon or a corner belongs to, and its number there.
    #[inline]
    pub(crate) fn found(&self, number: u32) -> (&Tile, u32) {
        let tile = self.tile(self.tile_number(number));
        (tile.expect("what is numbered is in a tile"), self.within(number))
    }

    /// How many polygons there are.
    pub(crate) fn polygon_count(&self) -> usize {
        self.tiles().map(|(_, tile)| tile.polygon_count() as usize).sum()
    }

    /// All polygons, tile by tile.
    pub(crate) fn polygons(&self) -> impl Iterator<Item = u32> {
        self.tiles().flat_map(|(_, tile)| tile.base..tile.base + tile.polygon_count())
    }

    /// The polygons that a point lies in, or on the border of.
    #[inline]
    pub(crate) fn polygons_at(&self, point: MeshPoint) -> impl Iterator<Item = u32> {
        let tiles = self.squares.touching(point).filter_map(|tile| self.tile(tile));
        tiles.flat_map(move |tile| tile.polygons_at(point).map(move |polygon| tile.base + polygon))
    }

    /// Tells the polygons that a point lies in, or on the border of, without the detours of an iterator.
    #[inline]
    pub(crate) fn each_polygon_at(&self, point: MeshPoint, mut tell: impl FnMut(u32)) {
        if self.bits == BITS_OF_ONE {
            if let Some(tile) = self.tile(0) {
                tile.polygons_at(point).for_each(tell);
            }
        } else {
            for tile in self.squares.touching(point).filter_map(|tile| self.tile(tile)) {
                tile.polygons_at(point).for_each(|polygon| tell(tile.base + polygon));
            }
        }
    }

    /// The half-edges of a polygon.
    #[inline]
    pub(crate) fn half_edges_of(&self, polygon: u32) -> &[HalfEdge] {
        let (tile, own) = self.found(polygon);
        tile.half_edges_of(own)
    }

    /// The walls: the sides beyond which there is nothing, with the free space to their left.
    pub(crate) fn walls(&self) -> impl Iterator<Item = [MeshPoint; 2]> {
        self.tiles().flat_map(|(_, tile)| {
            let walls = (0..).zip(&tile.half_edges).filter(|(_, edge)| edge.twin == NONE);
            walls.map(|(number, edge)| [edge.at, tile.to(number)])
        })
    }

    /// Closed lines of walls, with the free space to their left, each round its own.
    pub(crate) fn outlines(&self) -> Vec<Vec<MeshPoint>> {
        let walls = self.polygons().flat_map(|polygon| self.sides_of(polygon));
        let mut walls: BTreeSet<u32> = walls.filter(|&edge| self.twin(edge).is_none()).collect();
        let mut all = Vec::new();
        while let Some(&first) = walls.first() {
            let mut line = Vec::new();
            let mut wall = first;
            while walls.remove(&wall) {
                line.push(self.from(wall));
                wall = self.first_around(self.next(wall));
            }
            all.push(line);
        }
        all
    }

    pub(crate) fn bytes(&self) -> usize {
        let shelves = self.shelves.len() * TILES_A_SHELF as usize * size_of::<Option<Arc<Tile>>>();
        let tiles = self.tiles().map(|(_, tile)| tile.bytes() + size_of::<Tile>());
        shelves + tiles.sum::<usize>()
    }

    #[inline]
    pub(crate) fn sides_of(&self, polygon: u32) -> Range<u32> {
        let (tile, own) = self.found(polygon);
        let sides = tile.sides_of(own);
        tile.base + sides.start..tile.base + sides.end
    }

    /// The half-edge after this one round its polygon.
    #[inline]
    pub(crate) fn next(&self, edge: u32) -> u32 {
        let (tile, own) = self.found(edge);
        tile.base + tile.next(own)
    }

    /// The half-edge before this one round its polygon.
    #[inline]
    pub(crate) fn previous(&self, edge: u32) -> u32 {
        let (tile, own) = self.found(edge);
        tile.base + tile.previous(own)
    }

    /// The absent tile that is needed to look into the polygon of a half-edge: its own, or one of a corner.
    #[inline]
    pub(crate) fn absent_beyond(&self, edge: u32) -> Option<u32> {
        self.absent.as_ref()?;
        if !self.is_here(edge) {
            return Some(self.tile_number(edge));
        }
        self.absent_beside(self.polygon_of(edge))
    }

    /// The absent tile that a polygon has a corner of.
    pub(crate) fn absent_beside(&self, polygon: u32) -> Option<u32> {
        let corners = self.sides_of(polygon).map(|edge| self.half_edge(edge).corner);
        let absent = corners.filter(|&corner| corner != NONE).find(|&corner| !self.is_here(corner));
        absent.map(|corner| self.tile_number(corner))
    }

    #[inline]
    pub(crate) fn polygon_of(&self, edge: u32) -> u32 {
        self.half_edge(edge).polygon
    }

    /// The same side of the polygon beyond. Returns `None` if there is none, or its tile is absent.
    #[inline]
    pub(crate) fn twin(&self, edge: u32) -> Option<u32> {
        self.twin_of(self.half_edge(edge))
    }

    #[inline]
    pub(crate) fn twin_of(&self, edge: &HalfEdge) -> Option<u32> {
        (edge.twin != NONE && self.is_here(edge.twin)).then_some(edge.twin)
    }

    /// Whether the tile of a half-edge or a corner is not absent; if it is, that is noted.
    #[inline]
    pub(crate) fn is_here(&self, number: u32) -> bool {
        self.absent.is_none() || self.tile(self.tile_number(number)).is_some()
    }

    #[inline]
    pub(crate) fn half_edge(&self, edge: u32) -> &HalfEdge {
        let (tile, own) = self.found(edge);
        &tile.half_edges[own as usize]
    }

    /// Where a half-edge begins.
    #[inline]
    pub(crate) fn from(&self, edge: u32) -> MeshPoint {
        self.half_edge(edge).at
    }

    /// Where a half-edge ends.
    #[inline]
    pub(crate) fn to(&self, edge: u32) -> MeshPoint {
        self.from(self.next(edge))
    }

    /// How a shortest path may turn at a corner.
    #[inline]
    pub(crate) fn turn_at(&self, corner: u32) -> &Turn {
        let (tile, own) = self.found(corner);
        &tile.turns[own as usize]
    }

    /// Whether a point lies in a polygon or on its border.
    #[inline]
    pub(crate) fn is_in(&self, polygon: u32, point: MeshPoint) -> bool {
        let (tile, own) = self.found(polygon);
        tile.is_in(own, point)
    }

    /// The number of the island that a polygon belongs to: those of one are connected.
    pub(crate) fn island(&self, polygon: u32) -> u32 {
        let (tile, own) = self.found(polygon);
        tile.island(own)
    }

    /// Where a polygon is entered, if not from nowhere.
    #[inline]
    pub(crate) fn entry(&self, polygon: u32) -> Option<Entry> {
        let (tile, own) = self.found(polygon);
        let Entry { block, from } = tile.entry(own)?;
        Some(Entry { block: tile.base + block, from: from.map(|from| tile.base + from) })
    }

    /// The blocks that have to be entered, one from another, to get to a polygon from anywhere.
    pub(crate) fn blocks_around(&self, polygon: u32) -> impl Iterator<Item = u32> {
        let entries = std::iter::successors(self.entry(polygon), |entry| self.entry(entry.from?));
        entries.map(|entry| entry.block)
    }

    /// Of the half-edges that leave the same corner: the one that leaves along a wall, or this one if there
    /// is no wall.
    pub(crate) fn first_around(&self, edge: u32) -> u32 {
        let mut at = edge;
        while let Some(twin) = self.twin(at) {
            at = self.next(twin);
            if at == edge {
                break;
            }
        }
        at
    }

    /// From a half-edge on, those that leave the same corner, counter-clockwise.
    pub(crate) fn around(&self, first: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(Some(first), move |&at| {
            self.twin(self.previous(at)).filter(|&next| next != first)
        })
    }
}
