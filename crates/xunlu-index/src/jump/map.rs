//! A grid made ready for jumps, and kept so.

use super::board::Board;
use super::rule::{ARRIVALS, JumpRule, Looks};
use super::weighted::WeightedGround;
use xunlu_map::{Cell, Ground, Layout, Mover, Passability, Rect, Size};

/// Where a kind of mover may jump: which cells stop a straight jump, which straight jumps meet such a
/// cell before they meet a wall, and where a diagonal step may be made.
///
/// It knows the ground and the mover's steps and footprint, not what they cost; see
/// [`JumpCosts`](super::JumpCosts). One made for [weighted](Self::weighted) ground knows what it costs as
/// well, and stops where that changes. Making one reads sixty-four cells at a time, and an edit costs
/// what it touched, and the rows and columns through it as far as what is seen along them changes.
///
/// ```
/// use xunlu_map::{Cell, Grid, Mover, Passability, Rect, Terrain};
/// use xunlu_index::JumpMap;
///
/// let mut grid: Grid = ".....\n.....\n.....".parse()?;
/// let mover = Mover::default();
/// let mut open = Passability::new(grid.ground(), &mover);
/// let mut jumps = JumpMap::new(&open, &mover).expect("it has eight neighbours");
/// grid.set(Cell::new(2, 1), Terrain::WALL)?;
/// open.repair(grid.ground(), &mover, Rect::cell(Cell::new(2, 1)));
/// jumps.repair(&open, Rect::cell(Cell::new(2, 1)));
/// assert_eq!(jumps, JumpMap::new(&open, &mover).unwrap());
/// # Ok::<(), xunlu_map::MapError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JumpMap {
    pub(super) layout: Layout,
    pub(super) footprint: Size,
    pub(super) rule: JumpRule,
    looks: Box<[[Looks; 256]; ARRIVALS]>,
    // Where the mover can stand, by rows and by columns; columns and rows are counted with the border.
    pub(super) open: Board,
    pub(super) open_columns: Board,
    // For each straight direction the cells that stop a scan, by rows or columns and so turned that the
    // scan goes towards higher bits.
    pub(super) jump_points: [Board; 4],
    // The cells at which a search may stop at all, by rows.
    pub(super) nodes: Board,
    // For each straight direction the cells from where a scan meets a jump point before a wall, by rows or
    // columns.
    pub(super) leads: [Board; 4],
    // `leads` and the walks a cell allows, read crosswise: a byte a cell, in strips of 64 columns, each
    // strip row by row: see `strip_place`.
    pub(super) ways: Vec<u8>,
    // A bit for each direction whose walk stops at a cell, in strips; none where walks never stop.
    pub(super) walk_stops: Vec<u8>,
    // On how many cells the mover can stand.
    pub(super) standing: u32,
    // What the ground costs, where that differs.
    pub(super) weighted: Option<Box<WeightedGround>>,
}

/// How many columns lie side by side in the bytes of a cell each: those of a word.
///
/// PERF: a cache line holds a row of a strip, and the next row follows. So a column's bytes lie close
/// together, where those of one plane of rows would be a page of memory apart on a wide map. A wall in an
/// empty map of 4,096 x 4,096 cells changes two columns from end to end; the edit takes 48 us so and 109 by
/// rows (`cargo run --release -p xunlu --example edits -- open:4096`). A search takes 3 to 8% more
/// instructions (`cargo xtask gate`) and no more time.
pub(super) const STRIP: u32 = u64::BITS;

/// A cell by column and row, counted with the border: the map's own begin at 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Square {
    pub(super) x: u32,
    pub(super) y: u32,
}

impl Square {
    /// So many steps further on.
    #[inline]
    pub(super) fn plus(self, (dx, dy): (i32, i32), steps: u32) -> Square {
        Square {
            x: self.x.wrapping_add(dx.cast_unsigned().wrapping_mul(steps)),
            y: self.y.wrapping_add(dy.cast_unsigned().wrapping_mul(steps)),
        }
    }
}

impl JumpMap {
    /// The map that `open` is, for a mover's steps and footprint; none for a mover that does not step
    /// to the four or eight neighbours of a cell.
    #[must_use]
    pub fn new(open: &Passability, mover: &Mover) -> Option<JumpMap> {
        let mut map = JumpMap::empty(open, mover)?;
        map.repair(open, map.layout.bounds());
        Some(map)
    }

    /// The same where the ground costs this mover more in some places than in others.
    ///
    /// ```
    /// use xunlu_map::{Grid, Mover, Passability};
    /// use xunlu_index::{JumpCosts, JumpMap};
    ///
    /// let grid: Grid = "......\n..33..\n..33..".parse()?;
    /// let mover = Mover::default();
    /// let open = Passability::new(grid.ground(), &mover);
    /// let map = JumpMap::weighted(&open, grid.ground(), &mover).expect("it has eight neighbours");
    /// assert!(map.weighted_percent() > 50, "all is border on so small a map");
    /// assert_eq!(JumpCosts::of(&grid, &mover), None);
    /// assert!(JumpCosts::least_of(&grid, &mover).is_some());
    /// # Ok::<(), xunlu_map::MapError>(())
    /// ```
    #[must_use]
    pub fn weighted(open: &Passability, ground: &Ground, mover: &Mover) -> Option<JumpMap> {
        let mut map = JumpMap::empty(open, mover)?;
        map.walk_stops = vec![0; map.ways.len()];
        map.weighted = Some(Box::new(WeightedGround::empty(&map, mover)));
        map.repair_weighted(open, ground, map.layout.bounds());
        Some(map)
    }

    /// A map on which nobody can stand.
    fn empty(open: &Passability, mover: &Mover) -> Option<JumpMap> {
        let rule = JumpRule::of(mover.rule())?;
        let layout = *open.layout();
        let Size { width, height } = layout.bounds().size;
        let (columns, rows) = (width + 2, height + 2);
        let (by_rows, by_columns) = (Board::clear(rows, columns), Board::clear(columns, rows));
        let in_strips = by_rows.len_in_words() * STRIP as usize;
        Some(JumpMap {
            layout,
            footprint: mover.footprint(),
            rule,
            looks: rule.table(),
            jump_points: std::array::from_fn(|direction| {
                if direction & 1 == 0 { by_rows.clone() } else { by_columns.clone() }
            }),
            nodes: by_rows.clone(),
            leads: std::array::from_fn(|direction| {
                if direction & 1 == 0 { by_rows.clone() } else { by_columns.clone() }
            }),
            open: by_rows,
            open_columns: by_columns,
            ways: vec![0; in_strips],
            walk_stops: if rule.stops_walks() { vec![0; in_strips] } else { Vec::new() },
            standing: 0,
            weighted: None,
        })
    }

    /// Whether it is one for weighted ground, made for movers to whom the ground costs what it costs this
    /// one.
    #[must_use]
    pub fn is_weighted_for(&self, mover: &Mover) -> bool {
        self.weighted.as_ref().is_some_and(|weighted| weighted.is_for(mover))
    }

    /// Of a hundred cells where the mover can stand, how many stop jumps because of what the ground
    /// costs; none of them where it costs the same.
    #[must_use]
    pub fn weighted_percent(&self) -> u32 {
        let jump_points = self.weighted.as_ref().map_or(0, |weighted| weighted.jump_point_count());
        let percent = u64::from(jump_points) * 100 / u64::from(self.standing.max(1));
        u32::try_from(percent).unwrap_or(u32::MAX)
    }

    /// How the cells are numbered.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// How much memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let boards = [&self.open, &self.open_columns, &self.nodes].into_iter();
        let boards = boards.chain(&self.jump_points).chain(&self.leads);
        let weighted = self.weighted.as_ref().map_or(0, |weighted| weighted.bytes());
        boards.map(Board::bytes).sum::<usize>() + self.ways.len() + self.walk_stops.len() + weighted
    }

    #[inline]
    pub(super) fn number_of(&self, square: Square) -> u32 {
        square.y * self.layout.stride() + square.x
    }

    /// How many rows there are, counted with the border.
    #[inline]
    pub(super) fn rows(&self) -> u32 {
        self.layout.bounds().size.height + 2
    }

    /// Where the byte of a cell lies in strips.
    #[inline]
    pub(super) fn strip_place(&self, square: Square) -> usize {
        let row = (square.x / STRIP) as usize * self.rows() as usize + square.y as usize;
        row * STRIP as usize + (square.x % STRIP) as usize
    }

    /// Where scans from a cell meet a jump point, from bit 0, and where walking steps may be made, from bit 4.
    #[inline]
    pub(super) fn ways_at(&self, square: Square) -> u8 {
        self.ways[self.strip_place(square)]
    }

    pub(super) fn square_of(&self, number: u32) -> Square {
        Square { x: number % self.layout.stride(), y: number / self.layout.stride() }
    }

    #[inline]
    pub(super) fn cell_of(&self, square: Square) -> Cell {
        let min = self.layout.bounds().min;
        let along = |from: i32, by: u32| from.wrapping_add_unsigned(by).wrapping_sub(1);
        Cell::new(along(min.x, square.x), along(min.y, square.y))
    }

    /// Where to look from a cell with these neighbours that was come to like this.
    #[inline]
    pub(super) fn looks_by(&self, neighbours: usize, arrival: usize) -> Looks {
        self.looks[arrival][neighbours & 0xff]
    }

    /// How far the next jump point lies in a straight direction; only where [`leads`](Self::leads) says that
    /// there is one.
    #[inline]
    pub(super) fn scan(&self, square: Square, direction: u32) -> u32 {
        let jump_points = &self.jump_points[direction as usize];
        let is_vertical = direction & 1 != 0;
        let (row, bit) = if is_vertical { (square.x, square.y) } else { (square.y, square.x) };
        let bit = if direction < 2 { bit } else { mirrored(jump_points, bit) };
        jump_points.next_set(row, bit)
    }

    pub(super) fn is_open(&self, square: Square) -> bool {
        self.open.word_at(self.open.place(square.y, square.x)) >> (square.x % u64::BITS) & 1 != 0
    }

    /// Whether a straight way between two cells of one row or column is free.
    pub(super) fn is_free_between(&self, one: Square, other: Square) -> bool {
        if one.y == other.y {
            self.open.is_full(one.y, one.x.min(other.x), one.x.max(other.x))
        } else {
            self.open_columns.is_full(one.x, one.y.min(other.y), one.y.max(other.y))
        }
    }

    /// The eight neighbours of a cell inside: a bit each, straight ones first.
    #[inline]
    pub(super) fn neighbours(&self, square: Square) -> usize {
        let [above, level, below] =
            [square.y - 1, square.y, square.y + 1].map(|row| self.three_around(row, square.x));
        // Bit 0 of three is the western one.
        let straight = level >> 2 | (below & 2) | (level & 1) << 2 | (above & 2) << 2;
        let diagonal = below >> 2 | (below & 1) << 1 | (above & 1) << 2 | (above >> 2) << 3;
        straight | diagonal << 4
    }

    /// The bits of a row from one column before this to one after it.
    #[inline]
    fn three_around(&self, row: u32, column: u32) -> usize {
        let first = column - 1;
        let place = self.open.place(row, first);
        let shift = first % u64::BITS;
        let low = self.open.word_at(place) >> shift;
        // A word further on only where the three lie in two words.
        let bits =
            if shift > 61 { low | self.open.word_at(place + 1) << (64 - shift) } else { low };
        (bits & 7) as usize
    }

    /// The rectangle of cells where the mover may come or cease to stand when the ground changes in
    /// this one, as columns and rows counted with the border: first and last. None when it lies outside.
    pub(super) fn touched_by(&self, rect: Rect) -> Option<[Square; 2]> {
        let bounds = self.layout.bounds();
        let within = bounds.intersection(rect);
        let max = within.max()?;
        let along = |at: i32, from: i32| at.wrapping_sub(from).cast_unsigned() + 1;
        let (right, down) = (along(within.min.x, bounds.min.x), along(within.min.y, bounds.min.y));
        let first = Square {
            x: right.saturating_sub(self.footprint.width - 1).max(1),
            y: down.saturating_sub(self.footprint.height - 1).max(1),
        };
        let last = Square { x: along(max.x, bounds.min.x), y: along(max.y, bounds.min.y) };
        Some([first, last])
    }
}

/// Where a bit lies in a row that is read backwards.
#[inline]
pub(super) fn mirrored(board: &Board, bit: u32) -> u32 {
    let bits =
        u32::try_from(board.words_a_row()).expect("a row is no longer than a map") * u64::BITS;
    bits - 1 - bit
}
