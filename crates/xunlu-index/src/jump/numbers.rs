//! The numbers of jump search, each kind a type of its own: cells, words, jump points, nodes.

use std::ops::Add;
use xunlu_map::{Cell, Layout};

/// The cost where no path leads.
pub(super) const NO_PATH: u32 = u32::MAX;

/// A cell by column and row, counted with the border around the map: the map's own cells begin at 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PaddedCell {
    pub(crate) x: u32,
    pub(crate) y: u32,
}

impl PaddedCell {
    /// So many steps further on.
    #[inline]
    pub(crate) fn plus(self, (dx, dy): (i32, i32), steps: u32) -> PaddedCell {
        PaddedCell {
            x: self.x.wrapping_add(dx.cast_unsigned().wrapping_mul(steps)),
            y: self.y.wrapping_add(dy.cast_unsigned().wrapping_mul(steps)),
        }
    }

    /// The cell that it is of a map with this layout.
    #[inline]
    pub(super) fn on(self, layout: &Layout) -> Cell {
        let min = layout.bounds().min;
        let along = |from: i32, by: u32| from.wrapping_add_unsigned(by).wrapping_sub(1);
        Cell::new(along(min.x, self.x), along(min.y, self.y))
    }
}

/// The number of a cell, row by row, border included: on a map of one layer that of its node in the graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CellNumber(pub(super) u32);

impl CellNumber {
    #[inline]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

impl Add<CellShift> for CellNumber {
    type Output = CellNumber;

    #[inline]
    fn add(self, shift: CellShift) -> CellNumber {
        CellNumber(self.0.wrapping_add(shift.0))
    }
}

/// What steps in one direction add to the number of a cell; it wraps to go back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CellShift(pub(super) u32);

impl CellShift {
    /// What so many steps back add.
    #[inline]
    pub(super) fn back(self, steps: u32) -> CellShift {
        CellShift(self.0.wrapping_mul(steps).wrapping_neg())
    }
}

/// A word of a bit grid by its line, which is a row of the map or a column of it, and by its place there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WordAt {
    pub(crate) line: usize,
    pub(crate) word: usize,
}

/// The index of a word among all words of a bit grid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct WordIndex(pub(crate) usize);

impl WordIndex {
    #[inline]
    pub(super) fn next(self) -> WordIndex {
        WordIndex(self.0 + 1)
    }
}

/// A bit of a bit grid by its word, and by its place there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BitAt {
    pub(crate) word: WordIndex,
    pub(crate) bit: u32,
}

/// How many bits are set before a set one in its word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rank(pub(super) u32);

impl Rank {
    /// The rank of a bit.
    #[inline]
    pub(super) fn of(bit: u32, word: u64) -> Rank {
        Rank((word & !(u64::MAX << bit)).count_ones())
    }
}

/// The number of a jump point in an index, by which its lists and landmark costs are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct JumpPointNumber(pub(super) u32);

impl JumpPointNumber {
    /// # Panics
    /// When there are more than fit 32 bits; jump points are fewer than cells.
    pub(super) fn new(index: usize) -> JumpPointNumber {
        JumpPointNumber(u32::try_from(index).expect("jump points are fewer than cells"))
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

impl Add<Rank> for JumpPointNumber {
    type Output = JumpPointNumber;

    #[inline]
    fn add(self, rank: Rank) -> JumpPointNumber {
        JumpPointNumber(self.0 + rank.0)
    }
}

/// Where an edge lies in the list of all edges of an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct EdgeOffset(pub(super) u32);

impl EdgeOffset {
    /// # Panics
    /// When there are more than fit 32 bits; edges are capped.
    pub(super) fn new(index: usize) -> EdgeOffset {
        EdgeOffset(u32::try_from(index).expect("edges are capped"))
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The number of a node among the nodes of the running search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug, Default)]
pub(crate) struct SearchNode(pub(super) u32);

impl SearchNode {
    /// A record keeps its parent's number beside four bits more.
    const MAX: u32 = u32::MAX >> 4;

    /// # Panics
    /// When there are more than a record has bits for: 2^28.
    #[inline]
    pub(crate) fn new(index: usize) -> SearchNode {
        let number = u32::try_from(index).ok().filter(|&number| number < Self::MAX);
        SearchNode(number.expect("a search has fewer than 2^28 nodes"))
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(crate) fn number(self) -> u32 {
        self.0
    }
}

impl Add<Rank> for SearchNode {
    type Output = SearchNode;

    #[inline]
    fn add(self, rank: Rank) -> SearchNode {
        SearchNode(self.0 + rank.0)
    }
}

/// A place along a side of a map.
pub(super) fn small(number: usize) -> u32 {
    u32::try_from(number).expect("a map's side fits")
}
