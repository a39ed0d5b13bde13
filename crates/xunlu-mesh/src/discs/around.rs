//! What is around a polygon for a disc whose middle is in it: walls and corners nearer than the radius, and
//! where there is room on the polygon's sides. It is found once, and kept for later searches on the same mesh
//! and for the same radius.

use super::leg::TOUCHING;
use super::parts;
use crate::half_edges::{HalfEdgeMesh, NONE, numbered};
use crate::real::Real;
use crate::tile::Tile;
use std::collections::HashMap;
use std::ops::Range;

/// What is around the polygons that searches came to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Around {
    // The state of the mesh that it is of, and the radius.
    of: Option<(u64, f64)>,
    // For each tile, where its polygons are.
    tiles: Vec<Range<u32>>,
    // For each polygon of these, which of those that were found it is, or `NONE`.
    places: Vec<u32>,
    found: Vec<Found>,
    sides: Vec<Side>,
    walls: Vec<[Real; 2]>,
    corners: Vec<Corner>,
    // For each corner, which of those that were found it is.
    corner_places: HashMap<u32, u32>,
    gaps: Vec<Gap>,
    // For each polygon where it was asked for, for each of its gaps the part that it belongs to.
    parts: Vec<u32>,
    // The polygons that were come to from one.
    reached: Vec<u32>,
    // What walls cover of a side.
    covered: Vec<[f64; 2]>,
    // The absent tile without which a polygon's lists could not be made.
    missing: Option<u32>,
}

/// Where the lists of one polygon are.
#[derive(Clone, Debug)]
struct Found {
    sides: Range<u32>,
    walls: Range<u32>,
    corners: Range<u32>,
    gaps: Range<u32>,
    // The first of its parts, or `NONE` as long as nobody asked for them.
    parts: u32,
}

/// A side of a polygon.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side {
    pub(crate) edge: u32,
    /// The half-edge and the polygon beyond, or [`NONE`].
    pub(crate) twin: u32,
    pub(crate) beyond: u32,
    /// Counter-clockwise round the polygon.
    pub(crate) ends: [Real; 2],
    /// Into the polygon, one step long.
    pub(crate) inwards: Real,
}

/// A corner that a path may turn at, and the directions to the wall's corners before and after it, one step
/// long.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corner {
    number: u32,
    /// Which of those that were found it is.
    pub(crate) place: u32,
    pub(crate) centre: Real,
    pub(crate) before: Real,
    pub(crate) after: Real,
}

/// A part of a side where there is room.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gap {
    /// The half-edge, and the one and the polygon beyond.
    pub(crate) edge: u32,
    pub(crate) twin: u32,
    pub(crate) beyond: u32,
    /// Its ends, counter-clockwise round the polygon: to the right and to the left for who goes out there.
    pub(crate) ends: [Real; 2],
    /// The dead end beyond, as a block, if it is of no use to who only wants to come back: there is no corner
    /// before it to go round in there. The tile that it belongs to need not be there when this is asked for.
    pub(crate) dead_end: Option<u32>,
}

/// The lists of one polygon.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Near<'a> {
    /// Which of the polygons that were found it is.
    pub(crate) place: u32,
    pub(crate) sides: &'a [Side],
    /// The walls that are nearer to it than the radius, and maybe some that are not.
    pub(crate) walls: &'a [[Real; 2]],
    /// The corners that are: those that a path may turn at.
    pub(crate) corners: &'a [Corner],
    /// Which of the corners of all lists is the first of them.
    pub(crate) first_corner: u32,
    pub(crate) gaps: &'a [Gap],
}

impl Near<'_> {
    /// Whether a point lies in the polygon, or about on its border.
    pub(crate) fn holds(&self, point: Real) -> bool {
        let is_inside = |side: &Side| side.inwards.dot(point.minus(side.ends[0])) >= -TOUCHING;
        self.sides.iter().all(is_inside)
    }

    /// Whether there is room on a line within the polygon.
    pub(crate) fn is_clear(&self, line: [Real; 2], radius: f64) -> bool {
        !self.walls.iter().any(|&wall| is_nearer(line, wall, radius - TOUCHING))
    }
}

/// What is as near as this is near, whatever was rounded.
const ABOUT: f64 = 1e-3;

/// So much is kept for later searches at most, in bytes.
const KEPT_MAX: usize = 1 << 26;

impl Around {
    /// Begins a search for a disc of this radius: what is known stays, if it is of that mesh and radius.
    pub(crate) fn begin(&mut self, sides: &HalfEdgeMesh, radius: f64) {
        self.missing = None;
        let of = Some((sides.state(), radius));
        if self.of == of && self.bytes() <= KEPT_MAX {
            return;
        }
        self.of = of;
        let tiles = sides.squares().count() as usize;
        self.tiles.clear();
        self.tiles.resize(tiles, 0..0);
        self.places.clear();
        self.found.clear();
        self.sides.clear();
        self.walls.clear();
        self.corners.clear();
        self.corner_places.clear();
        self.gaps.clear();
        self.parts.clear();
    }

    pub(crate) fn radius(&self) -> f64 {
        self.of.map_or(0.0, |(_, radius)| radius)
    }

    /// The absent tile that was needed since it was asked last.
    pub(crate) fn take_missing(&mut self) -> Option<u32> {
        self.missing.take()
    }

    /// Notes that an absent tile is needed.
    pub(crate) fn miss(&mut self, tile: u32) {
        self.missing = Some(tile);
    }

    /// Returns `None` if the tile of a polygon is absent, which is then noted.
    pub(crate) fn need(&mut self, sides: &HalfEdgeMesh, polygon: u32) -> Option<()> {
        let is_here = sides.is_here(polygon);
        if !is_here {
            self.miss(sides.tile_number(polygon));
        }
        is_here.then_some(())
    }

    /// A corner of one of the lists, by its number in them all.
    pub(crate) fn corner(&self, at: u32) -> Corner {
        self.corners[at as usize]
    }

    /// What is around a polygon, looked up or found. Returns `None` if it takes an absent tile.
    #[inline]
    pub(crate) fn near(&mut self, sides: &HalfEdgeMesh, polygon: u32) -> Option<Near<'_>> {
        let (tile, own) = (sides.tile_number(polygon), sides.within(polygon));
        let places = self.tiles.get(tile as usize)?;
        let place = self.places[places.start as usize..places.end as usize].get(own as usize);
        let place = match place {
            Some(&place) if place != NONE => place,
            _ => self.find(sides, polygon)?,
        };
        Some(self.near_at(place as usize))
    }

    #[inline]
    fn near_at(&self, place: usize) -> Near<'_> {
        let found = &self.found[place];
        let range = |range: &Range<u32>| range.start as usize..range.end as usize;
        Near {
            place: numbered(place),
            sides: &self.sides[range(&found.sides)],
            walls: &self.walls[range(&found.walls)],
            corners: &self.corners[range(&found.corners)],
            first_corner: found.corners.start,
            gaps: &self.gaps[range(&found.gaps)],
        }
    }

    /// What is around a polygon, with the part that each of its gaps belongs to. Returns `None` if it takes
    /// an absent tile.
    pub(crate) fn with_parts(
        &mut self,
        sides: &HalfEdgeMesh,
        polygon: u32,
    ) -> Option<(Near<'_>, &[u32])> {
        let place = self.near(sides, polygon)?.place as usize;
        if self.found[place].parts == NONE {
            let mut parts = std::mem::take(&mut self.parts);
            self.found[place].parts = numbered(parts.len());
            let radius = self.radius();
            parts::find(self.near(sides, polygon)?, radius, &mut parts);
            self.parts = parts;
        }
        let first = self.found[place].parts as usize;
        let count = self.found[place].gaps.len();
        Some((self.near_at(place), &self.parts[first..first + count]))
    }

    /// Finds what is around a polygon. Returns its place among those that were found.
    #[cold]
    fn find(&mut self, sides: &HalfEdgeMesh, polygon: u32) -> Option<u32> {
        let number = sides.tile_number(polygon);
        let firsts = [self.sides.len(), self.walls.len(), self.corners.len(), self.gaps.len()];
        if let Err(missing) = self.look_around(sides, polygon, firsts) {
            self.missing = Some(missing);
            self.sides.truncate(firsts[0]);
            self.walls.truncate(firsts[1]);
            self.corners.truncate(firsts[2]);
            return None;
        }
        self.find_gaps(sides, firsts);
        if self.tiles[number as usize].is_empty() {
            let first = self.places.len();
            let count = sides.tile(number).map_or(0, Tile::polygon_count) as usize;
            self.places.resize(first + count, NONE);
            self.tiles[number as usize] = numbered(first)..numbered(first + count);
        }
        let [own_sides, walls, corners, gaps] = firsts.map(numbered);
        let place = numbered(self.found.len());
        self.found.push(Found {
            sides: own_sides..numbered(self.sides.len()),
            walls: walls..numbered(self.walls.len()),
            corners: corners..numbered(self.corners.len()),
            gaps: gaps..numbered(self.gaps.len()),
            parts: NONE,
        });
        let at = self.tiles[number as usize].start + sides.within(polygon);
        self.places[at as usize] = place;
        Some(place)
    }

    /// Lists a polygon's sides, and from it on, through all sides that are near enough, walls and corners.
    /// If that takes an absent tile, it is the error.
    fn look_around(
        &mut self,
        mesh: &HalfEdgeMesh,
        polygon: u32,
        [first_side, _, first_corner, _]: [usize; 4],
    ) -> Result<(), u32> {
        let here = |number: u32| {
            if mesh.is_here(number) { Ok(number) } else { Err(mesh.tile_number(number)) }
        };
        let line = |edge: u32| [mesh.from(edge), mesh.to(edge)].map(Real::at);
        for edge in mesh.sides_of(here(polygon)?) {
            let ends = line(edge);
            let inwards = ends[1].minus(ends[0]).unit().left();
            let twin = mesh.half_edge(edge).twin;
            let beyond = if twin == NONE { NONE } else { mesh.polygon_of(here(twin)?) };
            self.sides.push(Side { edge, twin, beyond, ends, inwards });
        }
        let own = &self.sides[first_side..];
        let reach = Reach::of(own, self.of.map_or(0.0, |(_, radius)| radius) + ABOUT);
        self.reached.clear();
        self.reached.push(polygon);
        let mut at = 0;
        while let Some(&other) = self.reached.get(at) {
            for edge in mesh.sides_of(other) {
                let (ends, half_edge) = (line(edge), mesh.half_edge(edge));
                let corner = half_edge.corner;
                let is_known =
                    || self.corners[first_corner..].iter().any(|known| known.number == corner);
                if corner != NONE && !is_known() && reach.is_near_point(own, ends[0]) {
                    let turn = mesh.turn_at(here(corner)?);
                    let centre = ends[0];
                    let [before, after] =
                        [turn.before, turn.after].map(|at| Real::at(at).minus(centre).unit());
                    let count = numbered(self.corner_places.len());
                    let place = *self.corner_places.entry(corner).or_insert(count);
                    self.corners.push(Corner { number: corner, place, centre, before, after });
                }
                if at > 0 && !reach.is_near(own, ends) {
                    continue;
                }
                if half_edge.twin == NONE {
                    self.walls.push(ends);
                    continue;
                }
                let beyond = mesh.polygon_of(here(half_edge.twin)?);
                if !self.reached.contains(&beyond) {
                    self.reached.push(beyond);
                }
            }
            at += 1;
        }
        Ok(())
    }

    /// Finds where walls leave room on the sides of a polygon.
    fn find_gaps(&mut self, mesh: &HalfEdgeMesh, firsts: [usize; 4]) {
        let [first_side, first_wall, first_corner, _] = firsts;
        // A little more room than there is: a way along the edge of it is not lost by rounding.
        let radius = self.radius() - TOUCHING / 2.0;
        for side in &self.sides[first_side..] {
            if side.twin == NONE {
                continue;
            }
            let [from, to] = side.ends;
            let whole = to.minus(from).length();
            let way = to.minus(from).times(1.0 / whole);
            self.covered.clear();
            let walls = self.walls[first_wall..].iter();
            self.covered.extend(walls.filter_map(|&wall| covered(from, way, wall, radius)));
            self.covered.sort_unstable_by(|one, other| one[0].total_cmp(&other[0]));
            let is_before = |corner: &Corner| {
                side.inwards.dot(corner.centre.minus(from)) > TOUCHING
                    && away(corner.centre, side.ends) < radius + ABOUT
            };
            let leads_nowhere = mesh.half_edge(side.edge).is_mouth
                && !self.corners[first_corner..].iter().any(is_before);
            let entry = if leads_nowhere { mesh.entry(side.beyond) } else { None };
            let dead_end = entry.map(|entry| entry.block);
            let mut begin = 0.0;
            for &[first, last] in self.covered.iter().chain(&[[whole, whole]]) {
                let end = f64::min(first, whole);
                if begin < end {
                    let ends = [begin, end].map(|along| from.plus(way.times(along)));
                    let &Side { edge, twin, beyond, .. } = side;
                    self.gaps.push(Gap { edge, twin, beyond, ends, dead_end });
                }
                begin = f64::max(begin, last);
            }
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.tiles.capacity() * size_of::<Range<u32>>()
            + (self.places.capacity() + self.reached.capacity()) * size_of::<u32>()
            + self.found.capacity() * size_of::<Found>()
            + self.sides.capacity() * size_of::<Side>()
            + self.walls.capacity() * size_of::<[Real; 2]>()
            + self.corners.capacity() * size_of::<Corner>()
            + self.corner_places.capacity() * (size_of::<(u32, u32)>() + 1)
            + self.gaps.capacity() * size_of::<Gap>()
            + self.parts.capacity() * size_of::<u32>()
            + self.covered.capacity() * size_of::<[f64; 2]>()
    }
}

/// What is near a polygon: within a distance of it, and so within the box around it that is as much larger.
struct Reach {
    square: f64,
    least: Real,
    most: Real,
}

impl Reach {
    fn of(sides: &[Side], reach: f64) -> Reach {
        let mut least = Real { x: f64::INFINITY, y: f64::INFINITY };
        let mut most = least.times(-1.0);
        for Side { ends: [Real { x, y }, _], .. } in sides {
            least = Real { x: least.x.min(x - reach), y: least.y.min(y - reach) };
            most = Real { x: most.x.max(x + reach), y: most.y.max(y + reach) };
        }
        Reach { square: reach * reach, least, most }
    }

    fn is_near_point(&self, sides: &[Side], at: Real) -> bool {
        let Reach { square, least, most } = self;
        let is_boxed = least.x <= at.x && at.x <= most.x && least.y <= at.y && at.y <= most.y;
        is_boxed && sides.iter().any(|side| square_away(at, side.ends) <= *square)
    }

    /// Whether a line is near, which does not enter the polygon: one end of the two is what is nearest.
    fn is_near(&self, sides: &[Side], line: [Real; 2]) -> bool {
        let [from, to] = line;
        let Reach { square, least, most } = self;
        let is_boxed = from.x.min(to.x) <= most.x
            && from.x.max(to.x) >= least.x
            && from.y.min(to.y) <= most.y
            && from.y.max(to.y) >= least.y;
        is_boxed
            && sides.iter().any(|side| {
                square_away(side.ends[0], line) <= *square
                    || square_away(from, side.ends) <= *square
                    || square_away(to, side.ends) <= *square
            })
    }
}

/// Which part of a line lies nearer to a wall than the radius: what is so near is convex.
pub(super) fn covered(from: Real, way: Real, wall: [Real; 2], radius: f64) -> Option<[f64; 2]> {
    let [mut least, mut most] = [f64::INFINITY, f64::NEG_INFINITY];
    let mut cover = |first: f64, last: f64| {
        (least, most) = (least.min(first), most.max(last));
    };
    // Round its ends.
    for end in wall {
        let to = end.minus(from);
        let off = way.cross(to);
        if off.abs() < radius {
            let half = (radius * radius - off * off).sqrt();
            cover(way.dot(to) - half, way.dot(to) + half);
        }
    }
    // Beside it: the part of the line that is both beside the wall and near enough.
    let (along, to) = (wall[1].minus(wall[0]), from.minus(wall[0]));
    let (length, along) = (along.length(), along.unit());
    let beside = between([0.0, length], along.dot(to), along.dot(way));
    let near = between([-radius, radius], along.cross(to), along.cross(way));
    let (first, last) = (beside[0].max(near[0]), beside[1].min(near[1]));
    if first < last && first.is_finite() && last.is_finite() {
        cover(first, last);
    }
    (least < most).then_some([least, most])
}

/// For which `t` the number `begin + t * by` lies between two others.
fn between([least, most]: [f64; 2], begin: f64, by: f64) -> [f64; 2] {
    if by == 0.0 {
        let is_between = least < begin && begin < most;
        return if is_between {
            [f64::NEG_INFINITY, f64::INFINITY]
        } else {
            [f64::INFINITY, f64::NEG_INFINITY]
        };
    }
    let (one, other) = ((least - begin) / by, (most - begin) / by);
    [one.min(other), one.max(other)]
}

/// Whether two lines are nearer to each other than a distance.
pub(crate) fn is_nearer(one: [Real; 2], other: [Real; 2], distance: f64) -> bool {
    let between = |one: f64, other: f64, [a, b]: [f64; 2]| {
        one.min(other) - a.max(b) > distance || a.min(b) - one.max(other) > distance
    };
    if between(one[0].x, one[1].x, other.map(|at| at.x))
        || between(one[0].y, one[1].y, other.map(|at| at.y))
    {
        return false;
    }
    let side = |[from, to]: [Real; 2], point: Real| to.minus(from).cross(point.minus(from));
    let parts = |line: [Real; 2], [a, b]: [Real; 2]| {
        let (a, b) = (side(line, a), side(line, b));
        a < 0.0 && b > 0.0 || a > 0.0 && b < 0.0
    };
    if parts(one, other) && parts(other, one) {
        return true;
    }
    let ends = [(one[0], other), (one[1], other), (other[0], one), (other[1], one)];
    let square = if distance > 0.0 { distance * distance } else { 0.0 };
    ends.into_iter().any(|(point, line)| square_away(point, line) < square)
}

/// How far a point is from a line.
pub(crate) fn away(point: Real, line: [Real; 2]) -> f64 {
    square_away(point, line).sqrt()
}

/// The square of how far a point is from a line.
#[inline]
fn square_away(point: Real, [from, to]: [Real; 2]) -> f64 {
    let (way, own) = (to.minus(from), point.minus(from));
    let (whole, along) = (way.dot(way), own.dot(way));
    let off = if along <= 0.0 {
        own
    } else if along >= whole {
        point.minus(to)
    } else {
        let off = way.cross(own);
        return off * off / whole;
    };
    off.dot(off)
}
