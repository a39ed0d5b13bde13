//! Which tiles a shape covers: those whose centre lies inside.

use super::fault::{Fault, Origin, Sound};
use super::geometry::{Geometry, Line, floor};
use super::model::Orientation;
use crate::error::FormatErrorKind;
use crate::order::{in_order, sort_by_numbers};
use std::collections::BTreeMap;
use xunlu_map::{Cell, Point, Rect};

/// A shape on the plane.
#[derive(Debug)]
pub(super) enum Outline {
    /// By the even-odd rule.
    Polygon(Vec<Point>),
    /// Its centre and its two radii, along the axes of the plane.
    Ellipse(Point, Point),
}

/// How much work the shapes of a map may still ask for: crossings of their edges with rows of tiles,
/// and tiles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work {
    left: u64,
    all: u64,
}

impl Work {
    pub(super) const fn new(all: u64) -> Work {
        Work { left: all, all }
    }

    /// Takes so much of it.
    pub(super) fn spend(&mut self, much: u64, origin: Origin, part: &str) -> Sound<()> {
        match self.left.checked_sub(much) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                let found = "with this one the shapes of the map are too large and intricate";
                let expected =
                    format!("all together to touch rows and tiles at most {} times", self.all);
                let fault = Fault::unexpected(origin, part, found, expected);
                Err(fault
                    .of(FormatErrorKind::TooLarge, [&(self.all - self.left + much), &self.all]))
            }
        }
    }
}

/// Tiles of a row that lie side by side: the row, the first and the last column.
type Run = (i32, i32, i32);
/// From where to where a line of tiles is inside, each time.
type Inside = (Line, Vec<(f64, f64)>);

/// The cells that the outline covers, among these tiles; merged into rectangles, by row and column.
pub(super) fn covered(
    outline: &Outline,
    geometry: Geometry,
    tiles: Rect,
    work: &mut Work,
    (origin, part): (Origin, &str),
) -> Sound<Vec<Rect>> {
    let mut runs = Vec::new();
    for (line, spans) in crossed(outline, geometry, tiles, work, (origin, part))? {
        for (from, to) in spans {
            let Some((first, last)) = columns(line, from, to, tiles) else { continue };
            if line.step == 1 && !matches!(geometry.orientation, Orientation::Staggered(_)) {
                runs.push((line.row, first, last));
                continue;
            }
            let count = u64::from(last.abs_diff(first)) / u64::from(line.step.unsigned_abs()) + 1;
            work.spend(count, origin, part)?;
            let columns = (first..=last).step_by(line.step.unsigned_abs() as usize);
            runs.extend(columns.map(|column| {
                let cell = geometry.cell_of(column, line.row);
                (cell.y, cell.x, cell.x)
            }));
        }
    }
    sort_by_numbers(&mut runs, |&(row, first, _)| (row.into(), first.into()));
    Ok(merged(joined(runs)))
}

/// The lines of tiles that cross the outline, and from where to where each is inside.
fn crossed(
    outline: &Outline,
    geometry: Geometry,
    tiles: Rect,
    work: &mut Work,
    (origin, part): (Origin, &str),
) -> Sound<Vec<Inside>> {
    let Some(last) = tiles.max() else { return Ok(Vec::new()) };
    let rows = (tiles.min.y, last.y);
    match outline {
        Outline::Ellipse(centre, radii) => {
            let (top, bottom) = (centre.y - radii.y, centre.y + radii.y);
            let mut spans = Vec::new();
            for line in lines(geometry, top, bottom, rows) {
                work.spend(1, origin, part)?;
                let off = (line.y - centre.y) / radii.y;
                let inside = 1.0 - off * off;
                if inside >= 0.0 {
                    let half = radii.x * inside.sqrt();
                    spans.push((line, vec![(centre.x - half, centre.x + half)]));
                }
            }
            Ok(spans)
        }
        Outline::Polygon(points) => {
            // By row and second line, so that they come out in order.
            let mut crossings: BTreeMap<(i32, i32), (Line, Vec<f64>)> = BTreeMap::new();
            let next = points.iter().cycle().skip(1);
            for (a, b) in points.iter().zip(next) {
                let (upper, lower) = if a.y <= b.y { (a, b) } else { (b, a) };
                for line in lines(geometry, upper.y, lower.y, rows) {
                    if upper.y <= line.y && line.y < lower.y {
                        work.spend(1, origin, part)?;
                        let share = (line.y - upper.y) / (lower.y - upper.y);
                        let x = upper.x + share * (lower.x - upper.x);
                        let key = (line.row, line.first);
                        crossings.entry(key).or_insert_with(|| (line, Vec::new())).1.push(x);
                    }
                }
            }
            let spans = |(line, mut xs): (Line, Vec<f64>)| {
                sort_by_numbers(&mut xs, |x| (in_order(*x), 0));
                (line, xs.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect())
            };
            Ok(crossings.into_values().map(spans).collect())
        }
    }
}

fn lines(
    geometry: Geometry,
    top: f64,
    bottom: f64,
    rows: (i32, i32),
) -> impl Iterator<Item = Line> {
    let (first, last) = geometry.rows_between(top, bottom, rows);
    let seconds: &[bool] = if geometry.has_two_lines() { &[false, true] } else { &[false] };
    (first..=last)
        .flat_map(move |row| seconds.iter().map(move |second| geometry.line(row, *second)))
}

/// The first and last column of a line whose centres lie from `from` up to but not at `to`.
fn columns(line: Line, from: f64, to: f64, tiles: Rect) -> Option<(i32, i32)> {
    let step = i64::from(line.step);
    let column = |along: i64| along.saturating_mul(step).saturating_add(line.first.into());
    let up = |x: f64| floor(-((x - line.x) / line.dx)).saturating_neg();
    let (least, most) = (i64::from(tiles.min.x), i64::from(tiles.max()?.x));
    // The first column of this line that is not left of all tiles.
    let least = column((least - i64::from(line.first) + step - 1).div_euclid(step));
    let first = column(up(from)).max(least);
    let last = column(up(to).saturating_sub(1)).min(most);
    let last = first.saturating_add((last.saturating_sub(first)).div_euclid(step) * step);
    (first <= last).then_some((i32::try_from(first).ok()?, i32::try_from(last).ok()?))
}

/// Runs that touch, as one; they come sorted.
fn joined(runs: Vec<Run>) -> Vec<Run> {
    let mut joined: Vec<Run> = Vec::new();
    for (row, first, last) in runs {
        match joined.last_mut() {
            Some((other, _, end)) if *other == row && first <= end.saturating_add(1) => {
                *end = (*end).max(last);
            }
            _ => joined.push((row, first, last)),
        }
    }
    joined
}

/// Runs of equal columns in rows that follow each other, as one rectangle.
fn merged(runs: Vec<Run>) -> Vec<Rect> {
    // By columns: the first and the last row so far.
    let mut growing: BTreeMap<(i32, i32), (i32, i32)> = BTreeMap::new();
    let mut rects = Vec::new();
    let rect = |(first, last), (top, bottom)| {
        Rect::spanning(Cell::new(first, top), Cell::new(last, bottom))
    };
    for (row, first, last) in runs {
        let rows = growing.entry((first, last)).or_insert((row, row));
        if row > rows.1.saturating_add(1) {
            rects.push(rect((first, last), *rows));
            *rows = (row, row);
        }
        rows.1 = row;
    }
    rects.extend(growing.into_iter().map(|(columns, rows)| rect(columns, rows)));
    sort_by_numbers(&mut rects, |rect| (rect.min.y.into(), rect.min.x.into()));
    rects
}

#[cfg(test)]
mod tests {
    use super::super::look::RenderOrder;
    use super::super::model::{Axis, Orientation, Stagger, TiledMap};
    use super::*;
    use xunlu_map::Size;

    fn geometry(orientation: Orientation) -> Geometry {
        Geometry::of(&TiledMap {
            origin: Origin::default(),
            orientation,
            width: 0,
            height: 0,
            is_infinite: false,
            tile_width: 20.0,
            tile_height: 20.0,
            hex_side: 10.0,
            render_order: RenderOrder::default(),
            backdrop: None,
            tilesets: Vec::new(),
            layers: Vec::new(),
        })
    }

    fn check(orientation: Orientation, points: &[(f64, f64)], expected: &[(i32, i32, u32, u32)]) {
        let points = points.iter().map(|&(x, y)| Point::new(x, y)).collect();
        let rects = covered(
            &Outline::Polygon(points),
            geometry(orientation),
            Rect::new(Cell::new(-2, -2), Size::new(9, 9)),
            &mut Work::new(1000),
            (Origin::default(), ""),
        );
        let rects: Vec<_> = rects
            .unwrap()
            .into_iter()
            .map(|Rect { min, size }| (min.x, min.y, size.width, size.height))
            .collect();
        assert_eq!(rects, expected);
    }

    #[test]
    fn cells_are_covered_when_their_centres_are() {
        let square = |from: f64, to: f64| [(from, from), (to, from), (to, to), (from, to)];
        check(Orientation::Orthogonal, &square(0.4, 2.6), &[(0, 0, 3, 3)]);
        check(Orientation::Orthogonal, &square(0.6, 2.4), &[(1, 1, 1, 1)]);
        check(Orientation::Orthogonal, &square(-90.0, 90.0), &[(-2, -2, 9, 9)]);
        check(Orientation::Orthogonal, &square(7.0, 9.0), &[]);
        // A staircase comes apart into rectangles without overlap.
        let l = [(0.0, 0.0), (1.0, 0.0), (1.0, 2.0), (3.0, 2.0), (3.0, 4.0), (0.0, 4.0)];
        check(Orientation::Orthogonal, &l, &[(0, 0, 1, 2), (0, 2, 3, 2)]);
    }

    #[test]
    fn every_kind_of_hex_map_covers_what_the_plain_test_does() {
        for axis in [Axis::X, Axis::Y] {
            for is_even in [false, true] {
                let geometry = geometry(Orientation::Hexagonal(Stagger { axis, is_even }));
                let tiles = Rect::new(Cell::new(-3, -3), Size::new(8, 8));
                let (low, high) = (Point::new(-31.0, -17.0), Point::new(43.0, 52.0));
                let points = vec![low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)];
                let rects = covered(
                    &Outline::Polygon(points),
                    geometry,
                    tiles,
                    &mut Work::new(1000),
                    (Origin::default(), ""),
                )
                .unwrap();
                for cell in tiles.cells() {
                    let Point { x, y } = geometry.centre(cell.x, cell.y);
                    let is_inside = x > low.x && x < high.x && y > low.y && y < high.y;
                    let count = rects.iter().filter(|rect| rect.contains(cell)).count();
                    assert_eq!(count, usize::from(is_inside), "{axis:?} {is_even} {cell}");
                }
            }
        }
    }

    #[test]
    fn work_without_end_is_refused() {
        let points = (0..2000).map(|n| Point::new(f64::from(n), f64::from(n % 2 * 6))).collect();
        let tiles = Rect::new(Cell::new(0, 0), Size::new(9, 9));
        let error = covered(
            &Outline::Polygon(points),
            geometry(Orientation::Orthogonal),
            tiles,
            &mut Work::new(1000),
            (Origin::default(), "object 3"),
        );
        assert!(matches!(error, Err(Fault::Found { part, .. }) if part == "object 3"));
    }
}
