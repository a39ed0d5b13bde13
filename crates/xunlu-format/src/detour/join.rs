//! Tiles joined along their borders.
//!
//! On a border the corners of one tile need not be those of the other: a side lies on parts of several. Where
//! two lie on each other, along the border and, but for a step, in height, both are cut at the ends of what
//! they share, and what is cut has the same corners on both.

use super::{Beyond, Border, Tile};
use std::collections::BTreeMap;
use xunlu_map::{MeshPolygon, Point, PolygonMesh};

/// Sides that share less than this, in units, are not joined: as Detour has it.
const SHARED_MIN: f64 = 0.01;
/// What tiles lie on if they do not say, in units.
pub(super) const CELL: f64 = 1.0 / 64.0;
/// How many others a side on a border lies on, in the mean, at most.
const OTHERS_MAX: usize = 256;

/// A side on a border.
struct Side {
    tile: usize,
    /// The polygon's number among all.
    polygon: u32,
    /// From the end with less along the border to the other: how far along, and how high.
    low: [f64; 2],
    high: [f64; 2],
    climb: f64,
    /// Where it is cut, its ends among them: how far along, on the grid, and the vertex.
    cuts: BTreeMap<i64, u32>,
    /// What it is joined with: from, to, the polygon there.
    parts: Vec<(f64, f64, u32)>,
}

/// Two sides that lie on each other.
struct Shared {
    sides: [usize; 2],
    low: f64,
    high: f64,
    /// How much they differ in height, in the mean.
    apart: f64,
}

struct Joining {
    vertices: Vec<Point>,
    /// Of each vertex one that is the same, or itself.
    same: Vec<u32>,
    sides: Vec<Side>,
    /// The first tile's first corner, which the grid is counted from, and how fine it is.
    origin: Point,
    cell: f64,
}

/// The polygons of all tiles, counter-clockwise.
///
/// # Errors
/// What was found, if sides lie on so many others that no mesh has as many.
pub(super) fn join(tiles: &[Tile]) -> Result<PolygonMesh, String> {
    let first = tiles.iter().flat_map(|tile| &tile.vertices).next();
    let origin = first.map_or(Point::default(), |&[x, _, z]| Point::new(x, z));
    let cell = tiles.iter().map(|tile| tile.cell).fold(f64::INFINITY, f64::min);
    let cell = if cell.is_finite() && cell > 0.0 { cell } else { CELL };
    let mut joining =
        Joining { vertices: Vec::new(), same: Vec::new(), sides: Vec::new(), origin, cell };
    let mut polygons = Vec::new();
    let mut on_border = BTreeMap::new();
    for (number, tile) in tiles.iter().enumerate() {
        joining.add(number, tile, &mut polygons, &mut on_border);
    }
    for shared in joining.shared(&on_border)? {
        joining.join(&shared);
    }
    let polygons = polygons
        .iter()
        .zip(0_u32..)
        .map(|(polygon, number)| joining.cut(polygon, number, &on_border))
        .collect();
    Ok(joining.into_mesh(polygons))
}

/// Which sides lie on a border: by polygon and side their number among those on borders.
type OnBorder = BTreeMap<(u32, usize), (Border, usize)>;

impl Joining {
    fn add(
        &mut self,
        number: usize,
        tile: &Tile,
        polygons: &mut Vec<MeshPolygon>,
        on_border: &mut OnBorder,
    ) {
        let first_vertex = count(self.vertices.len());
        self.same.extend(first_vertex..first_vertex + count(tile.vertices.len()));
        self.vertices.extend(tile.vertices.iter().map(|&[x, _, z]| Point::new(x, z)));
        let first = count(polygons.len());
        let placed: BTreeMap<u16, u32> =
            tile.polygons.iter().map(|polygon| polygon.number).zip(first..).collect();
        for (polygon, own) in tile.polygons.iter().zip(first..) {
            let (mut corners, mut beyond) = (polygon.corners.clone(), polygon.beyond.clone());
            let line = corners.iter().map(|&corner| tile.vertices[usize::from(corner)]);
            if doubled_area(line) < 0.0 {
                corners.reverse();
                // The side from the last to the first stays the last.
                let sides = beyond.len() - 1;
                beyond[..sides].reverse();
            }
            for (side, &beyond) in beyond.iter().enumerate() {
                let Beyond::Tile(border) = beyond else { continue };
                let ends = [side, (side + 1) % corners.len()].map(|end| corners[end]);
                on_border.insert((own, side), (border, self.sides.len()));
                let made = self.side(tile, border, ends, first_vertex);
                self.sides.push(Side { tile: number, polygon: own, ..made });
            }
            let neighbours = beyond.iter().map(|&beyond| match beyond {
                Beyond::Polygon(other) => placed.get(&other).copied(),
                _ => None,
            });
            let vertices = corners.iter().map(|&corner| first_vertex + u32::from(corner));
            polygons.push(MeshPolygon {
                vertices: vertices.collect(),
                neighbours: neighbours.collect(),
            });
        }
    }

    fn side(&self, tile: &Tile, border: Border, ends: [u16; 2], first_vertex: u32) -> Side {
        let along = |corner: u16| {
            let [x, height, z] = tile.vertices[usize::from(corner)];
            [if border.is_z { x } else { z }, height]
        };
        let [from, to] = ends;
        let (low, high) = if along(from)[0] <= along(to)[0] { (from, to) } else { (to, from) };
        let cut = |corner: u16| {
            (self.on_grid(border.is_z, along(corner)[0]), first_vertex + u32::from(corner))
        };
        let cuts = [cut(low), cut(high)].into_iter().collect();
        let (low, high) = (along(low), along(high));
        Side { tile: 0, polygon: 0, low, high, climb: tile.climb, cuts, parts: Vec::new() }
    }

    /// How far along a border something lies, in quarters of the grid: nothing on the grid is nearer.
    #[allow(clippy::cast_possible_truncation, reason = "what is farther is as far as can be")]
    fn on_grid(&self, is_x: bool, along: f64) -> i64 {
        let origin = if is_x { self.origin.x } else { self.origin.y };
        ((along - origin) / self.cell * 4.0).round() as i64
    }

    /// All sides of different tiles that lie on each other, those first that differ least in height.
    fn shared(&self, on_border: &OnBorder) -> Result<Vec<Shared>, String> {
        // By the axis, and the place of the border on it.
        let mut borders: BTreeMap<(bool, i64), [Vec<usize>; 2]> = BTreeMap::new();
        for &(border, side) in on_border.values() {
            let &vertex = self.sides[side].cuts.values().next().expect("a side has ends");
            let at = self.vertices[vertex as usize];
            let across = if border.is_z { at.y } else { at.x };
            let key = (border.is_z, self.on_grid(!border.is_z, across));
            borders.entry(key).or_default()[usize::from(border.is_more)].push(side);
        }
        let mut all = Vec::new();
        let most = self.sides.len().saturating_mul(OTHERS_MAX);
        for [mut less, mut more] in borders.into_values() {
            let by_low = |&one: &usize, &other: &usize| {
                self.sides[one].low[0].total_cmp(&self.sides[other].low[0])
            };
            less.sort_by(by_low);
            more.sort_by(by_low);
            // Of the others those that have begun, and may not have ended.
            let mut open: Vec<usize> = Vec::new();
            let mut coming = more.into_iter().peekable();
            for one in less {
                let side = &self.sides[one];
                while let Some(next) =
                    coming.next_if(|&next| self.sides[next].low[0] < side.high[0])
                {
                    open.push(next);
                }
                open.retain(|&other| self.sides[other].high[0] > side.low[0]);
                all.extend(open.iter().filter_map(|&other| self.overlap([one, other])));
                if all.len() > most {
                    return Err(format!(
                        "sides on one border lie on more than {OTHERS_MAX} others each"
                    ));
                }
            }
        }
        all.sort_by(|one: &Shared, other: &Shared| {
            one.apart.total_cmp(&other.apart).then_with(|| one.sides.cmp(&other.sides))
        });
        Ok(all)
    }

    /// What two sides share along their border, where their heights cross or differ by no more than two steps
    /// at one end.
    fn overlap(&self, sides: [usize; 2]) -> Option<Shared> {
        let [one, other] = sides.map(|side| &self.sides[side]);
        let (low, high) = (one.low[0].max(other.low[0]), one.high[0].min(other.high[0]));
        if one.tile == other.tile || high - low < SHARED_MIN {
            return None;
        }
        let [at_low, at_high] = [low, high].map(|along| one.height(along) - other.height(along));
        let steps = 2.0 * one.climb.max(other.climb);
        let is_near = at_low * at_high < 0.0 || at_low.abs().min(at_high.abs()) <= steps;
        is_near.then(|| Shared { sides, low, high, apart: at_low.abs() + at_high.abs() })
    }

    /// Joins two sides, unless something nearer lies there already.
    fn join(&mut self, shared: &Shared) {
        let &Shared { sides, low, high, .. } = shared;
        let is_taken = |side: &Side| {
            side.parts.iter().any(|&(from, to, _)| from.max(low) + SHARED_MIN <= to.min(high))
        };
        if sides.iter().any(|&side| is_taken(&self.sides[side])) {
            return;
        }
        let polygons = sides.map(|side| self.sides[side].polygon);
        for (side, beyond) in [(sides[0], polygons[1]), (sides[1], polygons[0])] {
            self.sides[side].parts.push((low, high, beyond));
        }
        for along in [low, high] {
            let [one, other] = sides.map(|side| self.cut_at(side, along));
            let [one, other] = [one, other].map(|vertex| self.first_of(vertex));
            self.same[one.max(other) as usize] = one.min(other);
        }
    }

    /// The vertex at which a side is cut.
    fn cut_at(&mut self, side: usize, along: f64) -> u32 {
        // The border runs along the axis in which its ends differ.
        let ends: Vec<Point> =
            self.sides[side].cuts.values().map(|&end| self.vertices[end as usize]).collect();
        let (first, last) = (ends[0], ends[ends.len() - 1]);
        let is_x = (last.x - first.x).abs() > (last.y - first.y).abs();
        let place = self.on_grid(is_x, along);
        if let Some(&there) = self.sides[side].cuts.get(&place) {
            return there;
        }
        let vertex = count(self.vertices.len());
        let (from, to) = (self.sides[side].low[0], self.sides[side].high[0]);
        let part = ((along - from) / (to - from)).clamp(0.0, 1.0);
        let between = |from: f64, to: f64| from + (to - from) * part;
        self.vertices.push(Point::new(between(first.x, last.x), between(first.y, last.y)));
        self.same.push(vertex);
        self.sides[side].cuts.insert(place, vertex);
        vertex
    }

    /// The first vertex that is the same.
    fn first_of(&self, mut vertex: u32) -> u32 {
        while self.same[vertex as usize] != vertex {
            vertex = self.same[vertex as usize];
        }
        vertex
    }

    /// A polygon with its sides on borders cut.
    fn cut(&self, polygon: &MeshPolygon, number: u32, on_border: &OnBorder) -> MeshPolygon {
        let mut made = MeshPolygon { vertices: Vec::new(), neighbours: Vec::new() };
        for (side, (&vertex, &beyond)) in
            polygon.vertices.iter().zip(&polygon.neighbours).enumerate()
        {
            let Some(&(_, own)) = on_border.get(&(number, side)) else {
                made.vertices.push(self.first_of(vertex));
                made.neighbours.push(beyond);
                continue;
            };
            let own = &self.sides[own];
            let mut cuts: Vec<u32> = own.cuts.values().copied().collect();
            if cuts.first() != Some(&vertex) {
                cuts.reverse();
            }
            for ends in cuts.windows(2) {
                made.vertices.push(self.first_of(ends[0]));
                made.neighbours.push(self.beyond(own, [ends[0], ends[1]]));
            }
        }
        made
    }

    /// What lies beyond a part of a side between two cuts.
    fn beyond(&self, side: &Side, ends: [u32; 2]) -> Option<u32> {
        let [from, to] = ends.map(|end| self.vertices[end as usize]);
        let is_x = (to.x - from.x).abs() > (to.y - from.y).abs();
        let middle = if is_x { f64::midpoint(from.x, to.x) } else { f64::midpoint(from.y, to.y) };
        side.parts
            .iter()
            .find(|&&(low, high, _)| low <= middle && middle <= high)
            .map(|part| part.2)
    }

    /// The mesh of those vertices alone that polygons have.
    fn into_mesh(self, mut polygons: Vec<MeshPolygon>) -> PolygonMesh {
        let mut numbers = BTreeMap::new();
        let mut vertices = Vec::new();
        for vertex in polygons.iter_mut().flat_map(|polygon| &mut polygon.vertices) {
            *vertex = *numbers.entry(*vertex).or_insert_with(|| {
                vertices.push(self.vertices[*vertex as usize]);
                count(vertices.len() - 1)
            });
        }
        PolygonMesh { vertices, polygons }
    }
}

impl Side {
    fn height(&self, along: f64) -> f64 {
        let part = (along - self.low[0]) / (self.high[0] - self.low[0]).max(f64::MIN_POSITIVE);
        self.low[1] + (self.high[1] - self.low[1]) * part
    }
}

/// Twice the area that a line goes round, seen from above; negative if clockwise.
fn doubled_area(line: impl Iterator<Item = [f64; 3]> + Clone) -> f64 {
    let next = line.clone().cycle().skip(1);
    line.zip(next).map(|([x, _, z], [next_x, _, next_z])| x * next_z - next_x * z).sum()
}

fn count(number: usize) -> u32 {
    u32::try_from(number).expect("a file that fits into memory has fewer vertices")
}
