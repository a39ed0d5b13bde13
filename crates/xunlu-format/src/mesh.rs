//! Meshes of convex polygons as Polyanya's benchmark writes them, version 2 (Cui, Harabor and
//! Grastien 2017, "Compromise-free pathfinding on a navigation mesh").
//!
//! After `mesh` and `2` come the numbers of vertices and of polygons. A vertex is x, y, and a counted
//! list of the polygons around it; a polygon is the counted list of its corners, and as many polygons
//! beyond its sides, where the first lies beyond the side from the last corner to the first. -1 stands
//! for no polygon. Any white space divides numbers.
//!
//! What is read is a mesh one can walk on: every polygon is convex and runs counter-clockwise, and
//! what one polygon says of a side the one beyond it says too. The lists around vertices follow from
//! the polygons; they are read, and not kept.

mod shape;
mod sides;

use crate::document::{Content, Document};
use crate::done::Read;
use crate::error::{At, FormatError};
use crate::lines::{Word, lines, text_of};
use crate::options::Options;
use crate::source::Source;
use std::str::FromStr;
use xunlu_map::{MeshPolygon, Point, PolygonMesh, Quoted};

/// The farthest a vertex may lie from 0 along either axis, so that products of coordinates keep the
/// precision that a check for convexity needs.
const COORDINATE_MAX: f64 = 1e12;
/// The fewest bytes that a vertex takes: `0 0 0` and a line break.
const VERTEX_BYTES_MIN: usize = 6;
/// The fewest bytes that a polygon takes: `3 0 1 2 0 0 0` and a line break.
const POLYGON_BYTES_MIN: usize = 14;

/// [`shape::check`] for other formats of polygons.
pub(crate) fn check_shape(polygon: &MeshPolygon, vertices: &[Point]) -> Result<(), String> {
    shape::check(polygon, vertices)
}

/// [`sides::check`] for other formats of polygons: the polygon, what was found and what was expected.
pub(crate) fn check_sides(polygons: &[MeshPolygon]) -> Result<(), (u32, String, String)> {
    sides::check(polygons).map_err(|fault| (fault.polygon, fault.found, fault.expected))
}

pub(crate) fn read(source: &Source<'_>, _options: &Options) -> Result<Read, FormatError> {
    let text = text_of(source.name, source.bytes)?;
    let mut numbers = Numbers::of(source.name, text);
    let (vertex_count, polygon_count) = header(&mut numbers, source.bytes.len())?;
    let vertices = (0..vertex_count)
        .map(|_| vertex(&mut numbers, polygon_count))
        .collect::<Result<Vec<Point>, _>>()?;
    let mut polygons = Vec::with_capacity(polygon_count as usize);
    let mut heads = Vec::with_capacity(polygon_count as usize);
    for number in 0..polygon_count {
        let (head, polygon) = polygon(&mut numbers, vertex_count, polygon_count)?;
        shape::check(&polygon, &vertices).map_err(|fault| {
            let found = format!("polygon {number} {fault}");
            let expected = "a convex polygon that runs counter-clockwise";
            FormatError::unexpected(source.name, head.at(), found, expected)
        })?;
        polygons.push(polygon);
        heads.push(head);
    }
    numbers.end()?;
    sides::check(&polygons).map_err(|fault| {
        let at = heads.get(fault.polygon as usize).map_or(At::File, |head| head.at());
        FormatError::unexpected(source.name, at, fault.found, fault.expected)
    })?;
    let mesh = PolygonMesh { vertices, polygons };
    Ok(Document::of(Content::Mesh(mesh)).into())
}

/// How many vertices and polygons there are, no more than the file has room for.
fn header(numbers: &mut Numbers<'_>, bytes: usize) -> Result<(u32, u32), FormatError> {
    let word = numbers.word("\"mesh\"")?;
    if word.text != "mesh" {
        return Err(word.unexpected("\"mesh\""));
    }
    let version = numbers.word("the version 2")?;
    if version.text != "2" {
        return Err(version.unexpected("the version 2"));
    }
    let vertices = numbers.count("vertices", bytes, VERTEX_BYTES_MIN)?;
    let polygons = numbers.count("polygons", bytes, POLYGON_BYTES_MIN)?;
    Ok((vertices, polygons))
}

fn vertex(numbers: &mut Numbers<'_>, polygon_count: u32) -> Result<Point, FormatError> {
    let x = numbers.coordinate("x")?;
    let y = numbers.coordinate("y")?;
    let around: u32 = numbers.number("how many polygons lie around the vertex")?;
    for _ in 0..around {
        numbers.polygon(polygon_count)?;
    }
    Ok(Point::new(x, y))
}

/// A polygon, and the word that begins it.
fn polygon<'a>(
    numbers: &mut Numbers<'a>,
    vertex_count: u32,
    polygon_count: u32,
) -> Result<(Word<'a>, MeshPolygon), FormatError> {
    let expected = "how many corners the polygon has, at least 3";
    let head = numbers.word(expected)?;
    let corners: u32 = head.number(expected)?;
    if corners < 3 {
        return Err(head.unexpected(expected));
    }
    let vertices = (0..corners)
        .map(|_| numbers.vertex(vertex_count))
        .collect::<Result<Vec<u32>, FormatError>>()?;
    let mut neighbours = (0..corners)
        .map(|_| numbers.polygon(polygon_count))
        .collect::<Result<Vec<Option<u32>>, FormatError>>()?;
    // The file begins with the side that leads to the first corner, we with the one that leaves it.
    neighbours.rotate_left(1);
    Ok((head, MeshPolygon { vertices, neighbours }))
}

/// The numbers of the file, whatever lines they stand on.
struct Numbers<'a> {
    file: &'a str,
    words: Box<dyn Iterator<Item = Word<'a>> + 'a>,
    // The last word that was taken: where the file ends, if it ends too early.
    last: Option<Word<'a>>,
}

impl<'a> Numbers<'a> {
    fn of(file: &'a str, text: &'a str) -> Numbers<'a> {
        let words = lines(file, text).flat_map(crate::lines::Line::words);
        Numbers { file, words: Box::new(words), last: None }
    }

    fn word(&mut self, expected: &str) -> Result<Word<'a>, FormatError> {
        let Some(word) = self.words.next() else {
            let (at, found) = match self.last {
                Some(last) => (last.at(), format!("the file ends after {}", Quoted(last.text))),
                None => (At::text(1, 1), "the file is empty".to_owned()),
            };
            return Err(FormatError::unexpected(self.file, at, found, expected));
        };
        self.last = Some(word);
        Ok(word)
    }

    fn number<T: FromStr>(&mut self, expected: &str) -> Result<T, FormatError> {
        self.word(expected)?.number(expected)
    }

    /// How many of something there are.
    fn count(&mut self, what: &str, bytes: usize, each: usize) -> Result<u32, FormatError> {
        let word = self.word(&format!("the number of {what}"))?;
        let most = bytes / each;
        let expected = format!("at most {most} {what} in {bytes} bytes");
        let count: u32 = word.number(&expected)?;
        let fits = usize::try_from(count).is_ok_and(|count| count <= most);
        if fits { Ok(count) } else { Err(word.unexpected(expected)) }
    }

    fn coordinate(&mut self, axis: &str) -> Result<f64, FormatError> {
        let word = self.word(axis)?;
        let number: Option<f64> = word.text.parse().ok();
        let within = number.filter(|number| number.abs() <= COORDINATE_MAX);
        let expected =
            format_args!("{axis}, a number from -{COORDINATE_MAX:e} to {COORDINATE_MAX:e}");
        within.ok_or_else(|| word.unexpected(expected))
    }

    /// The number of a vertex.
    fn vertex(&mut self, count: u32) -> Result<u32, FormatError> {
        let word = self.word("the number of a vertex")?;
        let number = word.text.parse().ok().filter(|&number: &u32| number < count);
        number.ok_or_else(|| word.unexpected(format_args!("the number of a vertex under {count}")))
    }

    /// The number of a polygon, or none.
    fn polygon(&mut self, count: u32) -> Result<Option<u32>, FormatError> {
        let word = self.word("the number of a polygon or -1")?;
        if word.text == "-1" {
            return Ok(None);
        }
        let number = word.text.parse().ok().filter(|&number: &u32| number < count);
        let expected = format_args!("-1 or the number of a polygon under {count}");
        number.map(Some).ok_or_else(|| word.unexpected(expected))
    }

    fn end(mut self) -> Result<(), FormatError> {
        self.words.next().map_or(Ok(()), |word| Err(word.unexpected("the end of the file")))
    }
}

#[cfg(test)]
mod tests;
