//! A MovingAI map as its characters say, read by no code of the engine: the judge's own eyes.

use crate::error::BenchError;
use xunlu::Cell;

/// Where a unit on the ground may stand: `.`, `G` and `S` of the benchmark's own description
/// (Sturtevant 2012). Everything outside is closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawMap {
    width: u32,
    height: u32,
    is_open: Vec<bool>,
}

impl RawMap {
    /// The rows behind the line that says `map`.
    ///
    /// # Errors
    /// When there is no such line, or the rows are not all of one length.
    pub fn read(name: &str, bytes: &[u8]) -> Result<RawMap, BenchError> {
        let mut lines = bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        if !lines.any(|line| line == b"map") {
            return Err(BenchError::new(format!(
                "{name}: no line says \"map\"; expected a MovingAI map, and `xunlu convert` makes one"
            )));
        }
        let rows: Vec<&[u8]> = lines.collect();
        let count = rows.len() - rows.iter().rev().take_while(|row| row.is_empty()).count();
        let rows = &rows[..count];
        let columns = rows.first().map_or(0, |row| row.len());
        if let Some(other) = rows.iter().position(|row| row.len() != columns) {
            let found = rows[other].len();
            return Err(BenchError::new(format!(
                "{name}: row {other} of the map has {found} characters; expected {columns} as in \
                 row 0"
            )));
        }
        let number = |count: usize| {
            let few = || BenchError::new(format!("{name}: the map is too large to number"));
            i32::try_from(count).map(i32::unsigned_abs).map_err(|_| few())
        };
        let (width, height) = (number(columns)?, number(count)?);
        let is_open = |byte: &u8| matches!(byte, b'.' | b'G' | b'S');
        Ok(RawMap { width, height, is_open: rows.concat().iter().map(is_open).collect() })
    }

    /// How many columns it has.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// How many rows it has.
    #[must_use]
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// Row by row, whether a unit on the ground may stand there.
    #[must_use]
    pub fn cells(&self) -> &[bool] {
        &self.is_open
    }

    /// The number of a cell, counted row by row. Returns `None` for one outside.
    #[must_use]
    pub fn number_of(&self, cell: Cell) -> Option<usize> {
        let x = u32::try_from(cell.x).ok().filter(|&x| x < self.width)?;
        let y = u32::try_from(cell.y).ok().filter(|&y| y < self.height)?;
        Some(y as usize * self.width as usize + x as usize)
    }

    /// The cell of a number.
    ///
    /// # Panics
    /// When the map has no cell of that number.
    #[must_use]
    pub fn cell_of(&self, number: usize) -> Cell {
        assert!(number < self.is_open.len(), "the map has no cell {number}");
        let width = self.width as usize;
        let axis = |value: usize| i32::try_from(value).expect("sides fit 32 bits, as `read` holds");
        Cell::new(axis(number % width), axis(number / width))
    }

    /// Whether a unit on the ground may stand there; nobody may outside.
    #[must_use]
    pub fn is_open(&self, cell: Cell) -> bool {
        self.number_of(cell).is_some_and(|number| self.is_open[number])
    }

    /// Whether one step leads from a cell to another: to one of the eight neighbours, past no corner.
    #[must_use]
    pub fn is_step(&self, from: Cell, to: Cell) -> bool {
        let near = from.x.abs_diff(to.x) <= 1 && from.y.abs_diff(to.y) <= 1 && from != to;
        // On a straight step these are its two ends once more.
        let passed = [Cell::new(from.x, to.y), Cell::new(to.x, from.y)];
        near && self.is_open(from) && self.is_open(to) && passed.iter().all(|&c| self.is_open(c))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ground_is_open_and_steps_cut_no_corner() {
        let map = RawMap::read("m", b"type octile\r\nmap\r\n.GS\r\n.@W\r\nT..\r\n\r\n").unwrap();
        assert_eq!((map.width(), map.height()), (3, 3));
        let open = [true, true, true, true, false, false, false, true, true];
        assert_eq!(map.cells(), open);
        let step =
            |a: (i32, i32), b: (i32, i32)| map.is_step(Cell::new(a.0, a.1), Cell::new(b.0, b.1));
        assert!(step((0, 0), (1, 0)) && step((0, 0), (0, 1)) && step((2, 2), (1, 2)));
        assert!(!step((0, 1), (1, 0)), "past the corner at 1,1");
        assert!(!step((0, 1), (1, 2)) && !step((0, 0), (2, 0)) && !step((0, 0), (0, 0)));
        assert!(!step((0, 0), (-1, 0)) && !map.is_open(Cell::new(3, 0)));
        assert_eq!(map.cell_of(5), Cell::new(2, 1));
    }

    #[test]
    fn what_is_no_map_is_told_so() {
        let says = |bytes: &[u8]| RawMap::read("m", bytes).unwrap_err().to_string();
        assert!(says(b"..#").contains("expected a MovingAI map"));
        assert!(says(b"map\n...\n..\n").contains("row 1 of the map has 2 characters; expected 3"));
        assert_eq!(RawMap::read("m", b"map").unwrap().cells(), [false; 0]);
    }
}
