//! A grid made ready for jumps, and kept so.

use super::bit_grid::BitGrid;
use super::cut_out::CutOut;
use super::link_ends::LinkEnds;
use super::numbers::{BitAt, CellNumber, PaddedCell, WordAt, WordIndex, small};
use super::round::Round;
use super::rule::{ARRIVALS, Directions, JumpRule};
use super::stack::Stack;
use super::weighted::WeightedGround;
use std::ops::Range;
use std::slice;
use std::sync::Arc;
use xunlu_map::{Footprint, Ground, LayerCell, Layout, Mover, NodeId, Passability, Rect, Size};

/// Where a kind of mover may jump: which cells are jump points, from which cells a cardinal scan reaches
/// one before a wall, and where a diagonal step may be made.
///
/// It knows the ground and the mover's steps and footprint, not what they cost; see
/// [`JumpCosts`](super::JumpCosts). One made for [weighted](Self::weighted) ground knows what it costs as
/// well, and has jump points where that changes. Making one reads sixty-four cells at a time. An edit costs
/// the cells that it changes, and the rows and columns through them as far as scans along them change.
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
    // Where each layer lies in it, if there are several.
    pub(super) stack: Option<Arc<Stack>>,
    pub(super) footprint: Footprint,
    pub(crate) rule: JumpRule,
    directions: Box<[[Directions; 256]; ARRIVALS]>,
    // With which arrivals, a bit each, one stops at a cell, by its neighbours.
    stopping_arrivals: Box<[u8; 256]>,
    // Where the mover can stand, by rows and by columns, the border included.
    pub(super) open: BitGrid,
    pub(super) open_columns: BitGrid,
    // For each cardinal direction the jump points, by rows or columns and mirrored if need be, so that scans
    // go towards higher bits.
    pub(super) jump_points: [BitGrid; 4],
    // The jump points of all directions together, by rows.
    pub(super) nodes: BitGrid,
    // For each cardinal direction the cells from which a scan reaches a jump point before a wall, by rows or
    // columns.
    pub(super) jump_point_ahead: [BitGrid; 4],
    // In which directions it is of use to jump, one byte per cell: the cardinal ones with a jump point ahead,
    // and the diagonal ones in which a step is possible. In strips of 64 columns, each strip row by row: see
    // `strip_index`.
    pub(super) useful_directions: Vec<u8>,
    // A bit for each direction whose diagonal jump stops at a cell, in strips; empty where none ever does.
    pub(super) diagonal_stops: Vec<u8>,
    // On how many cells the mover can stand.
    pub(super) standing_count: u32,
    // Where links begin and end, if there are any.
    pub(super) link_ends: Option<Box<LinkEnds>>,
    // The cells that are cut out, if there are any.
    pub(super) cut_out: Option<Box<CutOut>>,
    // How edges are joined, if any are.
    pub(super) round: Option<Round>,
    // What the ground costs, where that differs.
    pub(super) weighted: Option<Box<WeightedGround>>,
}

/// The width of a strip in columns: those of a word.
///
/// PERF: a cache line holds one row of a strip, and the next row follows. So the bytes of a column lie close
/// together; stored row by row they would be a page of memory apart on a wide map. A wall in an
/// empty map of 4,096 x 4,096 cells changes two columns from end to end; the edit takes 48 us so and 109 by
/// rows (`cargo run --release -p xunlu --example edits -- open:4096`). A search takes 3 to 8% more
/// instructions (`cargo xtask gate`) and no more time.
pub(super) const STRIP: u32 = u64::BITS;

/// Jump points are dense where one in so many cells is one, of those where the mover can stand: from 27 of
/// 100 in noise, mazes of one cell and between pillars four apart; on maps of games and streets, in rooms and
/// wider mazes they are 12 at most.
const DENSE_PART: u64 = 5;

impl JumpMap {
    /// Computes it for a mover's steps and footprint. Returns `None` if the mover does not step to the four
    /// or eight neighbours of a cell.
    #[must_use]
    pub fn new(open: &Passability, mover: &Mover) -> Option<JumpMap> {
        JumpMap::of_layers(slice::from_ref(open), mover)
    }

    /// Computes it for all layers of a map, from 0. Returns `None` as [`new`](Self::new) does, or if layers
    /// are too [unlike](Self::suits_layers).
    ///
    /// # Panics
    /// When there is no layer.
    #[must_use]
    pub fn of_layers(open: &[Passability], mover: &Mover) -> Option<JumpMap> {
        let mut map = JumpMap::empty(open, mover)?;
        for (layer, open) in (0..).zip(open) {
            map.repair_on(layer, open, open.layout().bounds());
        }
        Some(map)
    }

    /// Whether layers are so alike in width, or so small, that one grid as wide as the widest has room for
    /// them below each other.
    #[must_use]
    pub fn suits_layers(layouts: impl ExactSizeIterator<Item = Layout>) -> bool {
        layouts.len() < 2 || Stack::room_for(layouts).is_some()
    }

    /// Computes it where the ground costs this mover more in some places than in others. Returns `None` if
    /// the mover does not step to the four or eight neighbours of a cell.
    ///
    /// ```
    /// use xunlu_map::{Grid, Mover, Passability};
    /// use xunlu_index::{JumpCosts, JumpMap};
    ///
    /// let grid: Grid = "......\n..33..\n..33..".parse()?;
    /// let mover = Mover::default();
    /// let open = Passability::new(grid.ground(), &mover);
    /// let map = JumpMap::weighted(&open, grid.ground(), &mover).expect("it has eight neighbours");
    /// assert!(map.weighted_percent() > 50, "most cells lie where prices change");
    /// assert_eq!(JumpCosts::of(&grid, &mover), None);
    /// assert!(JumpCosts::least_of(std::slice::from_ref(&grid), &mover).is_some());
    /// # Ok::<(), xunlu_map::MapError>(())
    /// ```
    #[must_use]
    pub fn weighted(open: &Passability, ground: &Ground, mover: &Mover) -> Option<JumpMap> {
        JumpMap::of_weighted_layers(slice::from_ref(open), [ground], mover)
    }

    /// Computes the same for all layers of a map. Returns `None` where [`of_layers`](Self::of_layers) does.
    ///
    /// # Panics
    /// When there is no layer, or not as much ground as there are layers.
    #[must_use]
    pub fn of_weighted_layers<'a>(
        open: &[Passability],
        grounds: impl IntoIterator<Item = &'a Ground>,
        mover: &Mover,
    ) -> Option<JumpMap> {
        let mut map = JumpMap::empty(open, mover)?;
        map.diagonal_stops = vec![0; map.useful_directions.len()];
        map.weighted = Some(Box::new(WeightedGround::empty(&map, mover)));
        let mut grounds = grounds.into_iter();
        for (layer, open) in (0..).zip(open) {
            let ground = grounds.next().expect("each layer has its ground");
            map.repair_weighted_on(layer, (open, ground), open.layout().bounds());
        }
        Some(map)
    }

    /// A map on which nobody can stand.
    fn empty(open: &[Passability], mover: &Mover) -> Option<JumpMap> {
        let rule = JumpRule::of(mover.rule())?;
        let (layout, stack) = match open {
            [] => panic!("a map has a layer"),
            [open] => (*open.layout(), None),
            _ => {
                let layouts = open.iter().map(|open| *open.layout());
                (Stack::room_for(layouts.clone())?, Some(Arc::new(Stack::of(layouts))))
            }
        };
        let Size { width, height } = layout.bounds().size;
        let (columns, rows) = (width + 2, height + 2);
        let (by_rows, by_columns) = (BitGrid::clear(rows, columns), BitGrid::clear(columns, rows));
        let in_strips = by_rows.len_in_words() * STRIP as usize;
        Some(JumpMap {
            layout,
            stack,
            footprint: mover.footprint(),
            rule,
            directions: rule.table(),
            stopping_arrivals: rule.stopping_arrivals(),
            jump_points: std::array::from_fn(|direction| {
                if direction & 1 == 0 { by_rows.clone() } else { by_columns.clone() }
            }),
            nodes: by_rows.clone(),
            jump_point_ahead: std::array::from_fn(|direction| {
                if direction & 1 == 0 { by_rows.clone() } else { by_columns.clone() }
            }),
            open: by_rows,
            open_columns: by_columns,
            useful_directions: vec![0; in_strips],
            diagonal_stops: if rule.stops_diagonals() { vec![0; in_strips] } else { Vec::new() },
            standing_count: 0,
            link_ends: None,
            cut_out: None,
            round: None,
            weighted: None,
        })
    }

    /// Whether it is for weighted ground, and for movers to whom that costs what it costs this one.
    #[must_use]
    pub fn is_weighted_for(&self, mover: &Mover) -> bool {
        self.weighted.as_ref().is_some_and(|weighted| weighted.is_for(mover))
    }

    /// How many of a hundred cells where the mover can stand are jump points because of what the ground
    /// costs: 0 on ground of one price.
    #[must_use]
    pub fn weighted_percent(&self) -> u32 {
        let jump_points = self.weighted.as_ref().map_or(0, |weighted| weighted.jump_point_count());
        let percent = u64::from(jump_points) * 100 / u64::from(self.standing_count.max(1));
        u32::try_from(percent).unwrap_or(u32::MAX)
    }

    /// How many jump points there are: what an index of them takes to make goes by that.
    #[must_use]
    pub fn jump_point_count(&self) -> u64 {
        let words = (0..self.nodes.len_in_words()).map(|word| self.nodes.word_at(WordIndex(word)));
        words.map(|word| u64::from(word.count_ones())).sum()
    }

    /// Whether so many jump points are dense: a fifth or more of the cells where the mover can stand, as in
    /// noise and in mazes of one cell.
    #[must_use]
    pub fn is_dense_in(&self, jump_points: u64) -> bool {
        jump_points * DENSE_PART >= u64::from(self.standing_count)
    }

    /// A number worked out of the rectangle of the map and of where the mover can stand in it, but for what
    /// is [cut out](Self::cut_out): the same on every machine.
    #[must_use]
    pub fn standing_digest(&self) -> u64 {
        let bounds = self.layout.bounds();
        let corner = [bounds.min.x, bounds.min.y].map(|along| u64::from(along.cast_unsigned()));
        let size = [bounds.size.width, bounds.size.height].map(u64::from);
        let words = (0..self.open.len_in_words()).map(|word| self.open.word_at(WordIndex(word)));
        let all = corner.into_iter().chain(size).chain(words);
        // FNV-1a (Fowler, Noll and Vo 1991), a word at a time; the shift lets high bits reach low ones.
        all.fold(0xcbf2_9ce4_8422_2325, |hash, word| {
            let mixed = (hash ^ word).wrapping_mul(0x0100_0000_01b3);
            mixed ^ mixed >> 29
        })
    }

    /// Whether it is for weighted ground.
    #[must_use]
    pub const fn is_weighted(&self) -> bool {
        self.weighted.is_some()
    }

    /// Whether it is of several layers.
    #[must_use]
    pub const fn has_layers(&self) -> bool {
        self.stack.is_some()
    }

    /// How the cells are numbered. Those of several layers are not numbered by it: it is of the rows of all
    /// of them, one layer below the other.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// How much memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let grids = [&self.open, &self.open_columns, &self.nodes].into_iter();
        let grids = grids.chain(&self.jump_points).chain(&self.jump_point_ahead);
        let weighted = self.weighted.as_ref().map_or(0, |weighted| weighted.bytes());
        grids.map(BitGrid::bytes).sum::<usize>()
            + self.useful_directions.len()
            + self.diagonal_stops.len()
            + self.link_ends.as_ref().map_or(0, |ends| ends.bytes())
            + self.stack.as_ref().map_or(0, |stack| stack.bytes())
            + self.cut_out.as_ref().map_or(0, |cut_out| cut_out.bytes())
            + weighted
    }

    #[inline]
    pub(super) fn number_of(&self, cell: PaddedCell) -> CellNumber {
        CellNumber(cell.y * self.layout.stride() + cell.x)
    }

    /// How many rows there are, counted with the border.
    #[inline]
    pub(super) fn rows(&self) -> u32 {
        self.layout.bounds().size.height + 2
    }

    /// The index of the byte of a cell in strips.
    #[inline]
    pub(super) fn strip_index(&self, cell: PaddedCell) -> usize {
        let row = (cell.x / STRIP) as usize * self.rows() as usize + cell.y as usize;
        row * STRIP as usize + (cell.x % STRIP) as usize
    }

    /// The same by row and column.
    #[inline]
    pub(super) fn strip_index_at(&self, row: usize, column: usize) -> usize {
        self.strip_row(WordAt { line: row, word: column / 64 }) + column % 64
    }

    /// The directions in which it is of use to jump from a cell.
    #[inline]
    pub(super) fn useful_directions_at(&self, cell: PaddedCell) -> u8 {
        self.useful_directions[self.strip_index(cell)]
    }

    pub(super) fn cell_of(&self, CellNumber(number): CellNumber) -> PaddedCell {
        PaddedCell { x: number % self.layout.stride(), y: number / self.layout.stride() }
    }

    #[inline]
    pub(super) fn layer_cell(&self, cell: PaddedCell) -> LayerCell {
        match &self.stack {
            None => LayerCell::new(0, cell.on(&self.layout)),
            Some(stack) => stack.layer_cell(cell),
        }
    }

    /// The cell of a node.
    ///
    /// # Panics
    /// When it is not a node of the map.
    #[inline]
    pub(super) fn cell_at(&self, node: NodeId) -> PaddedCell {
        let count = self.stack.as_ref().map_or(self.layout.len(), |stack| stack.node_count());
        assert!(node.0 < count, "{node:?} is not a node of this map");
        match &self.stack {
            None => self.cell_of(CellNumber(node.0)),
            Some(stack) => stack.cell_at(node),
        }
    }

    /// The node of a cell.
    #[inline]
    pub(super) fn node_at(&self, cell: PaddedCell) -> NodeId {
        match &self.stack {
            None => NodeId(self.number_of(cell).0),
            Some(stack) => stack.node_at(cell),
        }
    }

    /// Whether no row between two others is of the layer of this one.
    #[inline]
    pub(super) fn is_apart(&self, row: u32, [first, last]: [u32; 2]) -> bool {
        self.stack.as_ref().is_some_and(|stack| {
            let layer = stack.layer_of(row);
            layer < stack.layer_of(first) || layer > stack.layer_of(last)
        })
    }

    /// The layer of a cell.
    #[inline]
    pub(super) fn layer_of(&self, cell: PaddedCell) -> u32 {
        self.stack.as_ref().map_or(0, |stack| stack.layer_of(cell.y))
    }

    /// How the cells of a layer are numbered, and the row of the border above it.
    pub(super) fn layer(&self, layer: u32) -> (&Layout, u32) {
        self.stack.as_ref().map_or((&self.layout, 0), |stack| stack.layer(layer))
    }

    /// The numbers of all layers.
    pub(super) fn layers(&self) -> Range<u32> {
        0..self.stack.as_ref().map_or(1, |stack| small(stack.len()))
    }

    /// In which directions to search from a cell with these neighbours after this arrival.
    #[inline]
    pub(super) fn directions_after(&self, neighbours: usize, arrival: usize) -> Directions {
        self.directions[arrival][neighbours & 0xff]
    }

    /// With which arrivals, a bit each, one stops at a cell with these neighbours on ground of one price.
    #[inline]
    pub(super) fn stopping_arrivals(&self, cell: PaddedCell, neighbours: usize) -> u8 {
        if self.is_link_end(cell) { u8::MAX } else { self.stopping_arrivals[neighbours & 0xff] }
    }

    /// How far the next jump point lies in a cardinal direction. There must be one: see
    /// [`jump_point_ahead`](Self::jump_point_ahead).
    #[inline]
    pub(super) fn scan(&self, cell: PaddedCell, direction: u32) -> u32 {
        let jump_points = &self.jump_points[direction as usize];
        let is_vertical = direction & 1 != 0;
        let (row, bit) = if is_vertical { (cell.x, cell.y) } else { (cell.y, cell.x) };
        let bit = if direction < 2 { bit } else { mirrored(jump_points, bit) };
        jump_points.next_set(row, bit)
    }

    pub(crate) fn is_open(&self, cell: PaddedCell) -> bool {
        let BitAt { word, bit } = self.open.bit_at(cell);
        self.open.word_at(word) >> bit & 1 != 0
    }

    /// How many cells are open side by side, from an open one to the east.
    #[inline]
    pub(super) fn open_ahead(&self, cell: PaddedCell) -> u32 {
        self.open.next_clear(cell.y, cell.x)
    }

    /// Whether the mover can stand on a cell, cut out or not.
    #[inline(never)]
    pub(super) fn can_stand(&self, cell: PaddedCell) -> bool {
        self.is_open(cell) || self.cut_out.as_ref().is_some_and(|cut_out| cut_out.is_open(cell))
    }

    /// Where the mover can stand, cut out or not.
    pub(super) fn standing(&self) -> BitGrid {
        let mut standing = self.open.clone();
        if let Some(cut_out) = &self.cut_out {
            cut_out.add_to(&mut standing);
        }
        standing
    }

    /// Sixty-four cells of a row, counted with the border: those of one word, set where the mover can stand.
    #[inline]
    pub(crate) fn standing_word(&self, row: u32, word: u32) -> u64 {
        self.open.word(WordAt { line: row as usize, word: word as usize })
    }

    /// Whether all cells between two of one row or column are open, these included.
    pub(super) fn is_free_between(&self, one: PaddedCell, other: PaddedCell) -> bool {
        if one.y == other.y {
            self.open.is_full(one.y, one.x.min(other.x)..=one.x.max(other.x))
        } else {
            self.open_columns.is_full(one.x, one.y.min(other.y)..=one.y.max(other.y))
        }
    }

    /// Which of the eight neighbours of a cell of the map are open: a bit each, cardinal ones first.
    #[inline]
    pub(crate) fn neighbours(&self, cell: PaddedCell) -> usize {
        let [above, level, below] = [cell.y - 1, cell.y, cell.y + 1]
            .map(|y| self.three_around(PaddedCell { x: cell.x, y }));
        // Bit 0 of the three is the western one.
        let straight = level >> 2 | (below & 2) | (level & 1) << 2 | (above & 2) << 2;
        let diagonal = below >> 2 | (below & 1) << 1 | (above & 1) << 2 | (above >> 2) << 3;
        straight | diagonal << 4
    }

    /// The bits of a cell and of its neighbours in the row.
    #[inline]
    fn three_around(&self, cell: PaddedCell) -> usize {
        let BitAt { word, bit: shift } = self.open.bit_at(PaddedCell { x: cell.x - 1, y: cell.y });
        let low = self.open.word_at(word) >> shift;
        // The next word is read only if the three lie in two words.
        let bits =
            if shift > 61 { low | self.open.word_at(word.next()) << (64 - shift) } else { low };
        (bits & 7) as usize
    }

    /// The first and the last cell of the rectangle in which the places where the mover can stand may change
    /// when the ground of a layer changes in `rect`, counted with the border around the layer. Returns `None`
    /// if that lies outside.
    pub(super) fn touched_by(&self, layer: &Layout, rect: Rect) -> Option<[PaddedCell; 2]> {
        let bounds = layer.bounds();
        let within = bounds.intersection(rect);
        let max = within.max()?;
        let along = |at: i32, from: i32| at.wrapping_sub(from).cast_unsigned() + 1;
        let (right, down) = (along(within.min.x, bounds.min.x), along(within.min.y, bounds.min.y));
        let first = PaddedCell {
            x: right.saturating_sub(self.footprint.width() - 1).max(1),
            y: down.saturating_sub(self.footprint.height() - 1).max(1),
        };
        let last = PaddedCell { x: along(max.x, bounds.min.x), y: along(max.y, bounds.min.y) };
        Some([first, last])
    }
}

/// Where a bit lies in a row that is mirrored.
#[inline]
pub(super) fn mirrored(grid: &BitGrid, bit: u32) -> u32 {
    let bits =
        u32::try_from(grid.words_per_row()).expect("a row is no longer than a map") * u64::BITS;
    bits - 1 - bit
}
