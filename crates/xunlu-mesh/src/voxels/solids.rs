//! Triangles as solids: for each column of a row, from where to where something is.
//!
//! What of a triangle lies in a row has the triangle's sides, as far as they lie there, and two cuts, along
//! the borders of the row. It is measured along these: its least and its greatest height over a column lie
//! at one of their ends, or where one passes the column's border.

use super::lattice::Lattice;
use super::walker::{HEIGHT_MAX, STEPS_A_CELL_HEIGHT, Walker, whole};
use crate::error::NavMeshError;
use xunlu_map::TriangleMesh;

/// So many pieces triangles are cut into at most, one for each column that each of them reaches into.
const PIECES_MAX: u64 = 1 << 28;

/// So many pieces lie in one row of columns at most: they are held at once.
const PIECES_A_ROW_MAX: u64 = 1 << 24;

/// Corners are laid on points so many to a cell, exact in `f64`: sides that were meant to lie on the border
/// of a cell do.
const POINTS_A_CELL: f64 = 1024.0;

/// What is solid in a column, from one height to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solid {
    pub(super) bottom: i32,
    pub(super) top: i32,
    /// The height of the ground in the middle of its top.
    pub(super) surface: i32,
    /// Whether the top is level enough to stand on.
    pub(super) is_level: bool,
}

/// The triangles of a model, cut row by row from the first to the last.
pub(super) struct Rows<'a> {
    mesh: &'a TriangleMesh,
    lattice: &'a Lattice,
    walker: &'a Walker,
    // The triangles in the order of the first rows they reach into, with those rows.
    waiting: Vec<(u32, u32)>,
    begun: usize,
    active: Vec<Triangle>,
    pieces: Pieces,
    cut: u64,
}

/// A triangle in cells and steps of height, all from zero on.
#[derive(Clone, Copy, Debug)]
struct Triangle {
    sides: [Side; 3],
    last_row: u32,
    is_level: bool,
    /// The height above the lattice's first corner, and how it grows by column and row.
    plane: [f64; 3],
}

/// A side of a triangle.
#[derive(Clone, Copy, Debug)]
struct Side {
    low: Corner,
    high: Corner,
    /// How the column and the height grow by row, and the height by column.
    by_row: [f64; 2],
    by_column: f64,
}

/// A point of a triangle: column, row and height.
#[derive(Clone, Copy, Default, Debug)]
struct Corner {
    x: f64,
    y: f64,
    height: f64,
}

/// What triangles leave in a row.
#[derive(Default)]
struct Pieces {
    all: Vec<Piece>,
    sorted: Vec<Piece>,
    // For each column, the first of its pieces, and of one column more.
    firsts: Vec<u32>,
    // From where to where a triangle reaches, column by column.
    heights: Vec<[f64; 2]>,
}

/// What a triangle leaves in a column of the row.
#[derive(Clone, Copy, Default, Debug)]
struct Piece {
    /// Twice the column, and one more if it is level.
    key: u32,
    bottom: i32,
    top: i32,
    surface: i32,
}

impl<'a> Rows<'a> {
    pub(super) fn new(
        mesh: &'a TriangleMesh,
        lattice: &'a Lattice,
        walker: &'a Walker,
    ) -> Rows<'a> {
        let numbers = mesh.triangles.iter().zip(0..);
        let mut waiting: Vec<(u32, u32)> = numbers
            .map(|(triangle, number)| {
                let rows = triangle.map(|corner| lattice.corner(mesh, corner).y);
                (rows_between(rows, lattice)[0], number)
            })
            .collect();
        waiting.sort_unstable();
        Rows {
            mesh,
            lattice,
            walker,
            waiting,
            begun: 0,
            active: Vec::new(),
            pieces: Pieces::default(),
            cut: 0,
        }
    }

    /// The solids of the next row, told column by column from bottom to top.
    pub(super) fn cut(
        &mut self,
        row: u32,
        tell: impl FnMut(u32, Solid),
    ) -> Result<(), NavMeshError> {
        while let Some(&(first, number)) = self.waiting.get(self.begun).filter(|at| at.0 <= row) {
            debug_assert_eq!(first, row, "rows are cut one after the other");
            self.active.extend(self.triangle(number));
            self.begun += 1;
        }
        self.active.retain(|triangle| triangle.last_row >= row);
        self.pieces.all.clear();
        for triangle in &self.active {
            self.pieces.add(triangle, row, self.lattice.columns);
            if self.pieces.all.len() as u64 > PIECES_A_ROW_MAX {
                let needed = self.pieces.all.len() as u64;
                return Err(NavMeshError::Voxels { needed, limit: PIECES_A_ROW_MAX });
            }
        }
        self.cut += self.pieces.all.len() as u64;
        if self.cut > PIECES_MAX {
            return Err(NavMeshError::Voxels { needed: self.cut, limit: PIECES_MAX });
        }
        self.pieces.sort(self.lattice.columns);
        self.pieces.solids(self.walker, tell);
        Ok(())
    }

    /// A triangle as it is cut. Returns `None` if its corners lie on one line.
    fn triangle(&self, number: u32) -> Option<Triangle> {
        let numbers = self.mesh.triangles[number as usize];
        let corners = numbers.map(|corner| self.lattice.corner(self.mesh, corner));
        let [a, b, c] = numbers.map(|corner| self.mesh.vertices[corner as usize].map(f64::from));
        let ways = [b, c].map(|end| [0, 1, 2].map(|axis| end[axis] - a[axis]));
        let part = |one: usize, other: usize| {
            ways[0][one] * ways[1][other] - ways[0][other] * ways[1][one]
        };
        let normal = [part(1, 2), part(2, 0), part(0, 1)];
        let square: f64 = normal.iter().map(|part| part * part).sum();
        if square == 0.0 {
            return None;
        }
        let is_level = normal[1] > 0.0 && normal[1] * normal[1] >= self.walker.steepest * square;
        let [_, last_row] = rows_between(corners.map(|corner| corner.y), self.lattice);
        let [a, b, c] = corners;
        let sides = [Side::of(a, b), Side::of(b, c), Side::of(c, a)];
        Some(Triangle { sides, last_row, is_level, plane: plane(&corners) })
    }
}

impl Lattice {
    fn corner(&self, mesh: &TriangleMesh, corner: u32) -> Corner {
        let [x, height, y] = mesh.vertices[corner as usize].map(f64::from);
        let along = |at: f64, first: f64| {
            (((at / self.cell_size - first) * POINTS_A_CELL + 0.5).floor() / POINTS_A_CELL).max(0.0)
        };
        let height = (height - self.lowest) / self.step_length;
        Corner { x: along(x, self.first[0]), y: along(y, self.first[1]), height }
    }
}

/// The first and the last row that a triangle reaches into: one that ends on a border, not the row beyond.
fn rows_between(ys: [f64; 3], lattice: &Lattice) -> [u32; 2] {
    let (least, most) = (ys[0].min(ys[1]).min(ys[2]), ys[0].max(ys[1]).max(ys[2]));
    between(least, most, lattice.rows)
}

fn between(least: f64, most: f64, count: u32) -> [u32; 2] {
    let last = count - 1;
    let first = whole(least).cast_unsigned().min(last);
    let end = whole(most).cast_unsigned();
    let is_on_border = most <= f64::from(end);
    [first, end.saturating_sub(u32::from(is_on_border)).clamp(first, last)]
}

/// The height at the lattice's first corner, and how it grows by column and row.
fn plane([a, b, c]: &[Corner; 3]) -> [f64; 3] {
    let [p, q] = [b, c].map(|end| [end.x - a.x, end.y - a.y, end.height - a.height]);
    let area = p[0] * q[1] - p[1] * q[0];
    // On points of cells it may have no area any more.
    if area == 0.0 {
        return [a.height.max(b.height).max(c.height), 0.0, 0.0];
    }
    let by_x = (p[2] * q[1] - p[1] * q[2]) / area;
    let by_y = (p[0] * q[2] - p[2] * q[0]) / area;
    [a.height - by_x * a.x - by_y * a.y, by_x, by_y]
}

impl Pieces {
    /// Adds what a triangle leaves in a row.
    fn add(&mut self, triangle: &Triangle, row: u32, columns: u32) {
        let borders = [f64::from(row), f64::from(row + 1)];
        let [ground, by_x, by_y] = triangle.plane;
        let mut lines = [Line::NONE; 5];
        let [cuts @ .., first, second, third] = &mut lines;
        for (side, line) in triangle.sides.iter().zip([first, second, third]) {
            let [low, high] = [side.low.y.max(borders[0]), side.high.y.min(borders[1])];
            if low > high {
                continue;
            }
            let ends = if side.low.y < side.high.y {
                [side.at(low), side.at(high)]
            } else {
                [side.low, side.high]
            };
            *line = Line::of(ends, side.by_column);
            // Where sides meet a border, the cut along it begins and ends.
            for ((cut, border), end) in cuts.iter_mut().zip(borders).zip(ends) {
                if (side.low.y..=side.high.y).contains(&border) {
                    *cut = cut.with(end, by_x);
                }
            }
        }
        let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
        for line in lines.iter().filter(|line| line.is_any()) {
            (least, most) = (least.min(line.left.x), most.max(line.right.x));
        }
        if least > most {
            return;
        }
        let [first, last] = between(least, most, columns);
        self.heights.clear();
        self.heights.resize((last - first + 1) as usize, [f64::INFINITY, f64::NEG_INFINITY]);
        for line in lines.iter().filter(|line| line.is_any()) {
            line.measure(first, &mut self.heights);
        }
        let middle = ground + by_y * (f64::from(row) + 0.5);
        for (&[bottom, top], column) in self.heights.iter().zip(first..) {
            debug_assert!(bottom <= top, "its lines pass all columns between its ends");
            let [bottom, top] = [bottom, top].map(|height| rounded(height.max(0.0)));
            let surface = if triangle.is_level {
                let height = middle + by_x * (f64::from(column) + 0.5);
                rounded(height.max(0.0)).clamp(bottom, top)
            } else {
                top
            };
            let key = 2 * column + u32::from(triangle.is_level);
            self.all.push(Piece { key, bottom, top, surface });
        }
    }

    /// Puts them in the order of columns.
    fn sort(&mut self, columns: u32) {
        self.firsts.clear();
        self.firsts.resize(columns as usize + 1, 0);
        for piece in &self.all {
            self.firsts[(piece.key >> 1) as usize + 1] += 1;
        }
        let mut first = 0;
        for count in &mut self.firsts {
            first += *count;
            *count = first;
        }
        // Each column's first is where its next piece goes, and at the end where the next column begins.
        self.sorted.clear();
        self.sorted.resize(self.all.len(), Piece::default());
        for piece in &self.all {
            let next = &mut self.firsts[(piece.key >> 1) as usize];
            self.sorted[*next as usize] = *piece;
            *next += 1;
        }
    }

    /// Joins what touches.
    fn solids(&mut self, walker: &Walker, mut tell: impl FnMut(u32, Solid)) {
        let mut begin = 0;
        for (&end, column) in self.firsts.iter().zip(0..) {
            let pieces = &mut self.sorted[begin as usize..end as usize];
            begin = end;
            pieces
                .sort_unstable_by_key(|piece| (piece.bottom, piece.top, piece.surface, piece.key));
            let mut pieces = pieces.iter();
            let Some(first) = pieces.next() else { continue };
            let mut solid = Growing::of(first);
            for piece in pieces {
                if piece.bottom > solid.top.saturating_add(STEPS_A_CELL_HEIGHT) {
                    tell(column, solid.done(walker));
                    solid = Growing::of(piece);
                } else {
                    solid.add(piece);
                }
            }
            tell(column, solid.done(walker));
        }
    }
}

/// A solid to which more may be added.
struct Growing {
    bottom: i32,
    top: i32,
    // The top and the surface of its highest piece that is level.
    level: Option<(i32, i32)>,
}

impl Growing {
    fn of(piece: &Piece) -> Growing {
        let mut solid = Growing { bottom: piece.bottom, top: piece.top, level: None };
        solid.add(piece);
        solid
    }

    fn add(&mut self, piece: &Piece) {
        self.top = self.top.max(piece.top);
        if piece.key & 1 == 1 {
            self.level = self.level.max(Some((piece.top, piece.surface)));
        }
    }

    /// What is not level and stands out of level ground by less than a step does no harm.
    fn done(self, walker: &Walker) -> Solid {
        let Growing { bottom, top, level } = self;
        let out = level.map_or(i32::MAX, |(level, _)| top - level);
        let surface = level.filter(|_| out < STEPS_A_CELL_HEIGHT).map_or(top, |at| at.1);
        Solid { bottom, top, surface, is_level: out <= walker.step }
    }
}

impl Side {
    fn of(one: Corner, other: Corner) -> Side {
        let (low, high) = if one.y <= other.y { (one, other) } else { (other, one) };
        let way = [high.x - low.x, high.y - low.y, high.height - low.height];
        let by = |part: f64, whole: f64| if whole == 0.0 { 0.0 } else { part / whole };
        let by_row = [by(way[0], way[1]), by(way[2], way[1])];
        Side { low, high, by_row, by_column: by(way[2], way[0]) }
    }

    /// Its point in a row, of those between its ends.
    fn at(&self, y: f64) -> Corner {
        if y <= self.low.y {
            return self.low;
        }
        if y >= self.high.y {
            return self.high;
        }
        let rows = y - self.low.y;
        let [by_x, by_height] = self.by_row;
        Corner { x: self.low.x + rows * by_x, y, height: self.low.height + rows * by_height }
    }
}

/// A line along which a piece is measured, within a row.
#[derive(Clone, Copy, Debug)]
struct Line {
    left: Corner,
    right: Corner,
    by_column: f64,
}

impl Line {
    /// One that has no end yet.
    const NONE: Line = Line {
        left: Corner { x: f64::INFINITY, y: 0.0, height: 0.0 },
        right: Corner { x: f64::NEG_INFINITY, y: 0.0, height: 0.0 },
        by_column: 0.0,
    };

    fn of([one, other]: [Corner; 2], by_column: f64) -> Line {
        let (left, right) = if one.x <= other.x { (one, other) } else { (other, one) };
        Line { left, right, by_column }
    }

    fn is_any(&self) -> bool {
        self.left.x <= self.right.x
    }

    /// The line that reaches to this point, too.
    fn with(self, point: Corner, by_column: f64) -> Line {
        let left = if point.x < self.left.x { point } else { self.left };
        let right = if point.x > self.right.x { point } else { self.right };
        Line { left, right, by_column }
    }

    /// Tells columns, from the first on, the heights that it has over them.
    fn measure(&self, first: u32, heights: &mut [[f64; 2]]) {
        let last = heights.len() - 1;
        let mut reach = |column: u32, height: f64| {
            let own = &mut heights[(column.saturating_sub(first) as usize).min(last)];
            *own = [own[0].min(height), own[1].max(height)];
        };
        let Line { left, right, by_column } = *self;
        let ends = [left, right].map(|end| whole(end.x).cast_unsigned());
        reach(ends[0], left.height);
        reach(ends[1], right.height);
        let [least, most] = [left.height.min(right.height), left.height.max(right.height)];
        for border in ends[0] + 1..=ends[1] {
            let height = left.height + (f64::from(border) - left.x) * by_column;
            // Rounding leads no farther than its ends.
            let height = height.max(least).min(most);
            reach(border - 1, height);
            reach(border, height);
        }
    }
}

fn rounded(height: f64) -> i32 {
    whole(height + 0.5).min(HEIGHT_MAX)
}
