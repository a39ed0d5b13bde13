//! Navigation meshes as Detour has them in memory and Recast's demo saves them (Mononen 2009): one tile
//! (`DNAV`, version 7), or a set of tiles (`MSET`, version 1), little-endian.
//!
//! A tile has its own vertices and polygons of up to six corners. A side says which polygon of the tile lies
//! beyond it, or that it lies on the border towards another tile; which polygons lie there is found out when
//! tiles are joined (`join`). What is read are the polygons, seen from above: x and z. Their heights, areas
//! and flags, the finer triangles for heights, and connections off the mesh are not kept; of what is lost one
//! is told. Where polygons lie over each other a point would not say which is meant: such a mesh is refused.

mod join;
mod storeys;

use crate::container::Cursor;
use crate::document::{Content, Document};
use crate::done::Read;
use crate::error::{At, FormatError, Warning};
use crate::mesh::{check_shape, check_sides};
use crate::options::Options;
use crate::source::Source;

/// How a set of tiles begins, and a tile: `MSET` and `DNAV` as numbers of 32 bits.
pub(crate) const SET_MARK: &[u8] = b"TESM";
pub(crate) const TILE_MARK: &[u8] = b"VAND";

const SET_VERSION: i32 = 1;
const TILE_VERSION: i32 = 7;

/// How many corners a polygon can have.
const CORNERS_MAX: usize = 6;
/// Bytes of a polygon, and of a vertex.
const POLYGON_BYTES: usize = 32;
const VERTEX_BYTES: usize = 12;
/// Set in what lies beyond a side that lies on the border towards another tile; which border then stands in
/// the lowest bits.
const BORDER: u16 = 0x8000;
/// The farthest that a vertex may lie from 0 along an axis: beyond that, single precision knows no metres.
const COORDINATE_MAX: f32 = 16_777_216.0;

/// A tile as it is in the file.
#[derive(Debug, Default)]
struct Tile {
    /// x, height, z.
    vertices: Vec<[f64; 3]>,
    polygons: Vec<Polygon>,
    /// How high a step is that is climbed.
    climb: f64,
    /// The grid that vertices lie on in x and z; 0 if it does not say.
    cell: f64,
}

#[derive(Debug)]
struct Polygon {
    /// Where in the file it stands.
    place: u64,
    /// The number it has among the tile's, where connections off the mesh count.
    number: u16,
    corners: Vec<u16>,
    /// Beyond the side from each corner to the next.
    beyond: Vec<Beyond>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Beyond {
    Nothing,
    Polygon(u16),
    Tile(Border),
}

/// The sides of a tile: towards more or less of x or z.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Border {
    is_z: bool,
    is_more: bool,
}

/// A polygon's flags and area.
type Kind = (u16, u8);

/// What is not kept.
#[derive(Default)]
struct Lost {
    connections: u32,
    has_areas: bool,
}

pub(crate) fn read(source: &Source<'_>, _options: &Options) -> Result<Read, FormatError> {
    let mut cursor = Cursor::new(source.name, 0, source.bytes);
    let mut lost = Lost::default();
    let tiles = if source.bytes.starts_with(SET_MARK) {
        set(&mut cursor, &mut lost)?
    } else {
        vec![tile(&mut cursor, &mut lost)?]
    };
    let joined = join::join(&tiles).map_err(|found| {
        let expected = "sides on borders that lie on few others";
        FormatError::unexpected(source.name, At::File, found, expected)
    })?;
    let places: Vec<u64> =
        tiles.iter().flat_map(|tile| &tile.polygons).map(|own| own.place).collect();
    let place = |number: usize| places.get(number).map_or(At::File, |&place| At::Byte(place));
    if joined.polygons.is_empty() {
        let expected = "at least one polygon";
        return Err(FormatError::unexpected(source.name, At::File, "there is none", expected));
    }
    for (number, polygon) in joined.polygons.iter().enumerate() {
        check_shape(polygon, &joined.vertices).map_err(|fault| {
            let found = format!("polygon {number} {fault}");
            FormatError::unexpected(source.name, place(number), found, "a convex polygon")
        })?;
    }
    check_sides(&joined.polygons).map_err(|(polygon, found, expected)| {
        FormatError::unexpected(source.name, place(polygon as usize), found, expected)
    })?;
    let cell = tiles.iter().map(|tile| tile.cell).fold(join::CELL, f64::max);
    storeys::find(&joined, cell / 16.0).map_err(|over| {
        let (at, found) = match over {
            storeys::Over::Polygon(number, at) => {
                (place(number), format!("polygons lie over each other at {at}, as storeys do"))
            }
            storeys::Over::TooMany => (At::File, "polygons lie all over each other".to_owned()),
        };
        let expected = "ground that lies side by side; storeys are made of triangles (OBJ)";
        FormatError::unexpected(source.name, at, found, expected)
    })?;
    let document = Document::of(Content::Mesh(joined));
    Ok(Read { document, warnings: lost.told() })
}

impl Lost {
    fn told(&self) -> Vec<Warning> {
        let connections = (self.connections > 0).then(|| {
            format!("{} connections off the mesh are not read; links say as much", self.connections)
        });
        let areas = "areas and flags of polygons are not read; regions say as much".to_owned();
        let all = connections.into_iter().chain(self.has_areas.then_some(areas));
        all.map(|message| Warning::new(At::File, message)).collect()
    }
}

/// All tiles of a set.
fn set(cursor: &mut Cursor<'_>, lost: &mut Lost) -> Result<Vec<Tile>, FormatError> {
    cursor.take(SET_MARK.len(), "the mark")?;
    expect(cursor, SET_VERSION, "the version of a set")?;
    let count = cursor.count(8, "tiles")?;
    cursor.take(28, "what tiles have in common")?;
    let mut tiles = Vec::with_capacity(count);
    for _ in 0..count {
        // What a tile is called has 32 bits, or 64, behind which numbers are kept in line.
        let is_wide = !cursor.rest().get(8..).is_some_and(|rest| rest.starts_with(TILE_MARK));
        cursor.take(if is_wide { 8 } else { 4 }, "what a tile is called")?;
        let before = *cursor;
        let length = cursor.u32("a tile's length")? as usize;
        cursor.take(if is_wide { 4 } else { 0 }, "what keeps numbers in line")?;
        if length > cursor.len() {
            let expected = format!("at most {}, which are left", cursor.len());
            return Err(before.wrong(length, expected));
        }
        if length == 0 {
            continue;
        }
        let mut own = *cursor;
        cursor.take(length, "a tile")?;
        own.shorten(length);
        tiles.push(tile(&mut own, lost)?);
    }
    Ok(tiles)
}

/// That a number is the one it can only be.
fn expect(cursor: &mut Cursor<'_>, wanted: i32, what: &str) -> Result<(), FormatError> {
    let before = *cursor;
    match cursor.i32(what)? {
        found if found == wanted => Ok(()),
        found => Err(before.wrong(found, format_args!("{wanted}, {what}"))),
    }
}

fn tile(cursor: &mut Cursor<'_>, lost: &mut Lost) -> Result<Tile, FormatError> {
    let before = *cursor;
    if cursor.take(TILE_MARK.len(), "the mark of a tile")? != TILE_MARK {
        return Err(before.wrong("other bytes", "the mark of a tile, DNAV"));
    }
    expect(cursor, TILE_VERSION, "the version of a tile")?;
    cursor.take(16, "where the tile lies")?;
    let polygons = cursor.count(POLYGON_BYTES, "polygons")?;
    let vertices = cursor.count(VERTEX_BYTES, "vertices")?;
    cursor.take(24, "counts of what is not read")?;
    cursor.take(4, "where connections off the mesh begin")?;
    cursor.take(8, "who walks")?;
    let climb = f64::from(number(cursor, "how high steps are climbed")?.max(0.0));
    cursor.take(24, "the tile's extent")?;
    let per_unit = f64::from(number(cursor, "how fine the tile is")?);
    let cell = if per_unit > 0.0 { 1.0 / per_unit } else { 0.0 };
    let vertices = (0..vertices)
        .map(|_| Ok([vertex(cursor)?, vertex(cursor)?, vertex(cursor)?]))
        .collect::<Result<Vec<_>, FormatError>>()?;
    let mut tile = Tile { vertices, polygons: Vec::with_capacity(polygons), climb, cell };
    let mut first_area = None;
    for number in 0..polygons {
        let Some((polygon, area)) = polygon(cursor, number, polygons, tile.vertices.len())? else {
            lost.connections += 1;
            continue;
        };
        lost.has_areas |= *first_area.get_or_insert(area) != area;
        tile.polygons.push(polygon);
    }
    Ok(tile)
}

/// A finite number.
fn number(cursor: &mut Cursor<'_>, what: &str) -> Result<f32, FormatError> {
    let before = *cursor;
    let number = cursor.f32(what)?;
    if number.is_finite() { Ok(number) } else { Err(before.wrong(number, "a finite number")) }
}

fn vertex(cursor: &mut Cursor<'_>) -> Result<f64, FormatError> {
    let before = *cursor;
    let at = number(cursor, "a vertex")?;
    if at.abs() > COORDINATE_MAX {
        return Err(before.wrong(at, format_args!("at most {COORDINATE_MAX} from 0")));
    }
    Ok(f64::from(at))
}

/// A polygon with its area and flags. Returns `None` if it is a connection off the mesh.
fn polygon(
    cursor: &mut Cursor<'_>,
    number: usize,
    polygons: usize,
    vertices: usize,
) -> Result<Option<(Polygon, Kind)>, FormatError> {
    let begin = *cursor;
    cursor.take(4, "a polygon's links")?;
    let mut numbers = [[0; CORNERS_MAX]; 2];
    for number in numbers.as_flattened_mut() {
        *number = cursor.u16("a polygon's corners")?;
    }
    let [corners, beyond] = numbers;
    let flags = cursor.u16("a polygon's flags")?;
    let count = usize::from(cursor.u8("how many corners a polygon has")?);
    let area = cursor.u8("a polygon's area")?;
    if area >> 6 == 1 {
        return Ok(None);
    }
    if !(3..=CORNERS_MAX).contains(&count) {
        return Err(begin.wrong(format_args!("{count} corners"), "3 to 6"));
    }
    let beyond = beyond[..count].iter().map(|&beyond| match beyond {
        0 => Some(Beyond::Nothing),
        inner if inner & BORDER == 0 => {
            (usize::from(inner) <= polygons).then_some(Beyond::Polygon(inner - 1))
        }
        border => match border & 0xff {
            0 => Some(Beyond::Tile(Border { is_z: false, is_more: true })),
            2 => Some(Beyond::Tile(Border { is_z: true, is_more: true })),
            4 => Some(Beyond::Tile(Border { is_z: false, is_more: false })),
            6 => Some(Beyond::Tile(Border { is_z: true, is_more: false })),
            // Layers of one tile over each other are not joined across its other borders.
            _ => Some(Beyond::Nothing),
        },
    });
    let beyond: Option<Vec<Beyond>> = beyond.collect();
    let are_there = corners[..count].iter().all(|&corner| usize::from(corner) < vertices);
    let (Some(beyond), true, Ok(number)) = (beyond, are_there, u16::try_from(number)) else {
        let found = "a corner or a neighbour that is not there";
        return Err(begin.wrong(found, format_args!("{vertices} corners, {polygons} polygons")));
    };
    let corners = corners[..count].to_vec();
    Ok(Some((Polygon { place: begin.place(), number, corners, beyond }, (flags, area))))
}
