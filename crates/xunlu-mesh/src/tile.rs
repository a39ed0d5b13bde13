//! A tile of a mesh: the polygons of one square, each side joined to the one beyond it.
//!
//! ```text
//!   b------a    Half-edges (de Berg, Cheong, van Kreveld and Overmars 2008, section 2.2): each polygon keeps
//!   |  P   |    its own, counter-clockwise. `a` to `b` belongs to P; `b` to `a`, its twin, to the polygon
//!   |      |    beyond, or there is none, and the side is a wall.
//! ```

use crate::blocks::{Beyond, Blocks, Entry};
use crate::exact::{MeshPoint, side};
use crate::locate::Locator;
use crate::numbered::{NONE, numbered};
use crate::polygons::Polygons;
use crate::region_set::InRegion;
use crate::sights::Sights;
use crate::squares::Away;
use crate::ways::Ways;
use std::ops::Range;

/// The polygons of a tile, and what is known of them beforehand. What it says of half-edges, polygons and
/// corners is counted through the whole mesh; what it is asked about, from its own first.
#[derive(Clone, Debug)]
pub(crate) struct Tile {
    /// The number of its first half-edge, its first polygon and its first corner.
    pub(crate) base: u32,
    // The first half-edge of each polygon, and of one more.
    firsts: Vec<u32>,
    pub(crate) half_edges: Vec<HalfEdge>,
    pub(crate) turns: Vec<Turn>,
    /// For each turn what there is to see to the right and to the left, where that is known.
    pub(crate) sights: Vec<[Sights; 2]>,
    /// Which of the turns are no more.
    pub(crate) spare_turns: Vec<u32>,
    /// The half-edges that begin on its border.
    pub(crate) on_border: Vec<u32>,
    /// Those of them, sorted, along which outlines run that nobody crosses.
    pub(crate) outlined: Vec<(u32, Ways)>,
    // For each polygon, which of the tile's areas it belongs to: those of one are joined within it.
    areas: Vec<u32>,
    /// For each area, the number of its island: those of one are joined anywhere.
    pub(crate) islands: Vec<u32>,
    /// The regions that polygons belong to, sorted.
    pub(crate) regions: Vec<InRegion>,
    blocks: Blocks,
    locator: Locator,
}

/// A side of a polygon, as it goes round counter-clockwise: all that a search wants to know of it, side by
/// side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HalfEdge {
    /// Where it begins.
    pub(crate) at: MeshPoint,
    /// The corner there, if a shortest path may turn at it, or [`NONE`].
    pub(crate) corner: u32,
    /// The same side of the polygon beyond, or [`NONE`].
    pub(crate) twin: u32,
    pub(crate) polygon: u32,
    /// Whether what lies beyond leads back to this polygon alone; and whether it is a dead end: no disc gains
    /// by going there and back either.
    pub(crate) leads_nowhere: bool,
    pub(crate) is_mouth: bool,
}

/// A corner that a shortest path may turn at: the walls leave more than half of the plane free.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    /// The wall's corners before and after, with the free space to the left of who walks along them.
    pub(crate) before: MeshPoint,
    pub(crate) after: MeshPoint,
    /// The half-edge that leaves along the wall: the first of those that leave, counter-clockwise.
    pub(crate) first: u32,
    /// The half-edge that comes along the wall.
    pub(crate) last: u32,
}

impl Tile {
    /// The tile of these polygons, at least one, within a square. Nothing is joined to it yet beyond its
    /// border, and no corner is known.
    pub(crate) fn new(base: u32, square: [MeshPoint; 2], polygons: &Polygons) -> Tile {
        let Polygons { corners, firsts, origins, twins, .. } = polygons;
        let mut half_edges = Vec::with_capacity(origins.len());
        for (&[first, end], polygon) in firsts.array_windows().zip(base..) {
            let sides = first as usize..end as usize;
            let sides = origins[sides.clone()].iter().zip(&twins[sides]);
            half_edges.extend(sides.map(|(&origin, &twin)| {
                let at = corners[origin as usize];
                let twin = if twin == NONE { NONE } else { base + twin };
                HalfEdge { at, corner: NONE, twin, polygon, leads_nowhere: false, is_mouth: false }
            }));
        }
        let mut made = Tile::of_half_edges(base, square, firsts.clone(), half_edges, Vec::new());
        let outlined = made.on_border.iter().filter_map(|&edge| {
            let ways = *polygons.ways.get(edge as usize)?;
            let is_along = border_of([made.from(edge), made.to(edge)], square).is_some();
            (is_along && ways != Ways::default()).then_some((edge, ways))
        });
        made.outlined = outlined.collect();
        made.outlined.shrink_to_fit();
        made.find_what_is_within(square);
        made.find_corners_within(square);
        made
    }

    /// In which directions outlines that nobody crosses run along a half-edge on the border.
    pub(crate) fn ways(&self, edge: u32) -> Ways {
        let at = self.outlined.binary_search_by_key(&edge, |&(edge, _)| edge);
        at.map_or(Ways::default(), |at| self.outlined[at].1)
    }

    /// The tile of these half-edges, polygon by polygon, and corners.
    pub(crate) fn of_half_edges(
        base: u32,
        square: [MeshPoint; 2],
        firsts: Vec<u32>,
        half_edges: Vec<HalfEdge>,
        turns: Vec<Turn>,
    ) -> Tile {
        Tile {
            base,
            locator: Locator::new(&bounds(&firsts, &half_edges)),
            on_border: numbers_where(&half_edges, |edge| is_on_border(edge.at, square)),
            firsts,
            half_edges,
            outlined: Vec::new(),
            turns,
            sights: Vec::new(),
            spare_turns: Vec::new(),
            areas: Vec::new(),
            islands: Vec::new(),
            regions: Vec::new(),
            blocks: Blocks::default(),
        }
    }

    /// Finds what follows from how its polygons are joined: what is joined within it, and what leads nowhere.
    pub(crate) fn find_what_is_within(&mut self, square: [MeshPoint; 2]) {
        self.find_blocks(square);
    }

    pub(crate) fn polygon_count(&self) -> u32 {
        numbered(self.firsts.len() - 1)
    }

    #[inline]
    pub(crate) fn sides_of(&self, polygon: u32) -> Range<u32> {
        self.firsts[polygon as usize]..self.firsts[polygon as usize + 1]
    }

    /// The half-edges of a polygon.
    #[inline]
    pub(crate) fn half_edges_of(&self, polygon: u32) -> &[HalfEdge] {
        let sides = self.sides_of(polygon);
        &self.half_edges[sides.start as usize..sides.end as usize]
    }

    /// The half-edge after this one round its polygon.
    #[inline]
    pub(crate) fn next(&self, edge: u32) -> u32 {
        let sides = self.around(edge);
        if edge + 1 == sides.end { sides.start } else { edge + 1 }
    }

    /// The half-edge before this one round its polygon.
    #[inline]
    pub(crate) fn previous(&self, edge: u32) -> u32 {
        let sides = self.around(edge);
        if edge == sides.start { sides.end - 1 } else { edge - 1 }
    }

    /// The half-edges of the polygon that one belongs to.
    #[inline]
    pub(crate) fn around(&self, edge: u32) -> Range<u32> {
        self.sides_of(self.half_edges[edge as usize].polygon - self.base)
    }

    /// Where a half-edge begins.
    #[inline]
    pub(crate) fn from(&self, edge: u32) -> MeshPoint {
        self.half_edges[edge as usize].at
    }

    /// Where a half-edge ends.
    #[inline]
    pub(crate) fn to(&self, edge: u32) -> MeshPoint {
        self.from(self.next(edge))
    }

    /// The polygons that a point lies in, or on the border of.
    #[inline]
    pub(crate) fn polygons_at(&self, point: MeshPoint) -> impl Iterator<Item = u32> {
        self.locator.near(point).iter().copied().filter(move |&polygon| self.is_in(polygon, point))
    }

    /// The polygons near a point, as [`Locator::rings`] has them.
    pub(crate) fn rings(&self, x: f64, y: f64) -> impl Iterator<Item = (Away, &[u32])> {
        self.locator.rings(x, y)
    }

    /// Whether a point lies in a polygon or on its border.
    #[inline]
    pub(crate) fn is_in(&self, polygon: u32, point: MeshPoint) -> bool {
        let sides = self.half_edges_of(polygon);
        let Some(mut from) = sides.last() else { return false };
        sides.iter().all(|to| side(std::mem::replace(&mut from, to).at, to.at, point) >= 0)
    }

    /// Which of the tile's areas a polygon belongs to.
    pub(crate) fn area(&self, polygon: u32) -> u32 {
        self.areas[polygon as usize]
    }

    /// The number of the island that a polygon belongs to.
    pub(crate) fn island(&self, polygon: u32) -> u32 {
        self.islands[self.areas[polygon as usize] as usize]
    }

    /// Where a polygon is entered, if not from nowhere.
    #[inline]
    pub(crate) fn entry(&self, polygon: u32) -> Option<Entry> {
        self.blocks.entry(polygon)
    }

    pub(crate) fn bytes(&self) -> usize {
        let numbers =
            [&self.firsts, &self.spare_turns, &self.on_border, &self.areas, &self.islands]
                .map(Vec::capacity)
                .iter()
                .sum::<usize>();
        self.half_edges.capacity() * size_of::<HalfEdge>()
            + self.turns.capacity() * size_of::<Turn>()
            + self.sights.capacity() * size_of::<[Sights; 2]>()
            + numbers * size_of::<u32>()
            + self.blocks.bytes()
            + self.outlined.capacity() * size_of::<(u32, Ways)>()
            + self.regions.capacity() * size_of::<InRegion>()
            + self.locator.bytes()
    }

    /// The polygon of this tile beyond a side.
    fn beyond(&self, edge: u32) -> Option<u32> {
        let twin = self.half_edges[edge as usize].twin.checked_sub(self.base)?;
        let beyond = self.half_edges.get(twin as usize)?;
        Some(beyond.polygon - self.base)
    }

    /// Numbers what is joined within the tile: no area belongs to an island yet. Finds the blocks, and which
    /// sides lead into one from the only polygon that it is entered from.
    fn find_blocks(&mut self, square: [MeshPoint; 2]) {
        let leads_out = |edge: u32| {
            let from = self.from(edge);
            is_on_border(from, square) && border_of([from, self.to(edge)], square).is_some()
        };
        let found = Blocks::find(
            self.polygon_count(),
            |polygon| self.sides_of(polygon),
            |edge| match self.beyond(edge) {
                Some(beyond) => Beyond::Polygon(beyond),
                None if leads_out(edge) => Beyond::Outside,
                None => Beyond::Nothing,
            },
        );
        (self.areas, self.blocks) = (found.areas, found.blocks);
        self.islands = vec![NONE; found.area_count as usize];
        for edge in 0..numbered(self.half_edges.len()) {
            let own = self.half_edges[edge as usize].polygon - self.base;
            let entry = self.beyond(edge).and_then(|beyond| self.entry(beyond));
            let entry = entry.filter(|entry| entry.from == Some(own));
            let half_edge = &mut self.half_edges[edge as usize];
            half_edge.leads_nowhere = entry.is_some();
            half_edge.is_mouth = entry.is_some_and(|entry| found.dead_ends[entry.block as usize]);
        }
    }
}

/// A side of a tile's square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Border {
    Right,
    Upper,
    Left,
    Lower,
}

impl Border {
    pub(crate) const ALL: [Border; 4] = [Border::Right, Border::Upper, Border::Left, Border::Lower];

    /// To the tile beyond: so many columns and rows.
    pub(crate) fn way(self) -> [i32; 2] {
        match self {
            Border::Right => [1, 0],
            Border::Upper => [0, 1],
            Border::Left => [-1, 0],
            Border::Lower => [0, -1],
        }
    }

    /// The same line, as the tile beyond has it.
    pub(crate) fn opposite(self) -> Border {
        match self {
            Border::Right => Border::Left,
            Border::Upper => Border::Lower,
            Border::Left => Border::Right,
            Border::Lower => Border::Upper,
        }
    }

    /// Where a point of the line lies along it.
    pub(crate) fn along(self, point: MeshPoint) -> i32 {
        match self {
            Border::Right | Border::Left => point.y,
            Border::Upper | Border::Lower => point.x,
        }
    }
}

/// Which border a side of a polygon within the square lies on, if it does.
#[inline]
pub(crate) fn border_of([from, to]: [MeshPoint; 2], square: [MeshPoint; 2]) -> Option<Border> {
    let [least, most] = square;
    let (along_y, along_x) = (from.x == to.x, from.y == to.y);
    match () {
        () if along_y && from.x == most.x => Some(Border::Right),
        () if along_x && from.y == most.y => Some(Border::Upper),
        () if along_y && from.x == least.x => Some(Border::Left),
        () if along_x && from.y == least.y => Some(Border::Lower),
        () => None,
    }
}

/// Whether a point of a square lies on its border.
#[inline]
pub(crate) fn is_on_border(point: MeshPoint, [least, most]: [MeshPoint; 2]) -> bool {
    point.x == least.x || point.x == most.x || point.y == least.y || point.y == most.y
}

fn numbers_where(half_edges: &[HalfEdge], is_meant: impl Fn(&&HalfEdge) -> bool) -> Vec<u32> {
    // Counted before: there are many tiles, and none has room to spare.
    let mut numbers = Vec::with_capacity(half_edges.iter().filter(&is_meant).count());
    let all = half_edges.iter().zip(0..).filter(|(edge, _)| is_meant(edge));
    numbers.extend(all.map(|(_, number)| number));
    numbers
}

/// The rectangle around each polygon.
fn bounds(firsts: &[u32], half_edges: &[HalfEdge]) -> Vec<[MeshPoint; 2]> {
    let polygons = firsts.array_windows().map(|&[first, end]| first as usize..end as usize);
    let bounds = polygons.map(|sides| {
        let corners = half_edges[sides].iter().map(|edge| edge.at);
        corners.fold(None, |bounds: Option<[MeshPoint; 2]>, at| {
            let [least, most] = bounds.unwrap_or([at; 2]);
            Some([
                MeshPoint { x: least.x.min(at.x), y: least.y.min(at.y) },
                MeshPoint { x: most.x.max(at.x), y: most.y.max(at.y) },
            ])
        })
    });
    bounds.map(|bounds| bounds.expect("a polygon has corners")).collect()
}
