//! Jump edges: the successors of every jump point, found beforehand.
//!
//! The successors of a jump point depend only on the map and on the direction of arrival. So they can be
//! looked up: for each jump point and each arrival one list of successors with their costs, side by side,
//! and how far each diagonal jump leads, to know whether it crosses the row or column of the goal.
//!
//! PERF: jumping costs some ten branches per successor that no processor predicts; reading a list costs
//! one. `record/jumps.md` has the figures.

mod runs;
mod small_rect;

use super::bit_grid::BitGrid;
use super::boxes::{Boxes, EMPTY};
use super::costs::JumpCosts;
use super::free_list::{FreeList, capacity_for};
use super::map::JumpMap;
use super::numbers::{BitAt, EdgeOffset, JumpPointNumber, PaddedCell, Rank, WordIndex};
use super::outstanding_edits::OutstandingEdits;
use super::repair::JumpEdit;
use super::rule::ARRIVALS;
use super::successors::{JumpLimit, Successor, SuccessorVisitor};
use runs::Runs;
pub(super) use small_rect::SmallRect;
use std::ops::Range;

/// An edge to a successor: which jump point, with which arrival, at which cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct JumpEdge {
    // The word of the map's jump points, the bit in it, and the arrival.
    target: u32,
    pub(super) cost: u32,
}

impl JumpEdge {
    #[inline]
    fn new(target: BitAt, arrival: u32, cost: u32) -> JumpEdge {
        let word = u32::try_from(target.word.0).expect("a map has fewer words than cells");
        JumpEdge { target: word << 9 | target.bit << 3 | arrival, cost }
    }

    /// The bit of the target in the map's jump points.
    #[inline]
    pub(super) fn target(self) -> BitAt {
        BitAt { word: WordIndex((self.target >> 9) as usize), bit: self.target >> 3 & 63 }
    }

    #[inline]
    pub(super) fn arrival(self) -> u32 {
        self.target & 7
    }
}

/// Fills what the lists of a word do not need of their span.
const NO_EDGE: JumpEdge = JumpEdge { target: 0, cost: 0 };

/// Where the lists of one jump point are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Head {
    first: EdgeOffset,
    // Where the list for each arrival ends, counted from the first.
    ends: [u16; ARRIVALS],
    // How many steps each diagonal jump takes, or took until it was cut short.
    pub(super) diagonal_steps: [u16; 4],
    // The eight neighbours.
    pub(super) around: u8,
    // One bit for each diagonal jump that was cut short.
    pub(super) cuts: u8,
}

/// The lists of all jump points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct JumpEdges {
    costs: JumpCosts,
    // The jump points as of the last repair, and for each word the number of its first head.
    jump_points: BitGrid,
    firsts: Vec<JumpPointNumber>,
    // The heads of each word side by side, and the edges of all of them.
    heads: Vec<Head>,
    edges: Vec<JumpEdge>,
    runs: Runs,
    // Whether it is known which there are, or that they are not worth it.
    knows_runs: bool,
    // What no word uses any more.
    free_heads: FreeList<JumpPointNumber>,
    free_edges: FreeList<EdgeOffset>,
    // For each word the bounding box of all jumps from its jump points.
    boxes: Boxes,
    // What they do not take into account.
    outstanding: OutstandingEdits,
    has_too_many: bool,
    // Whether none was found anew since, so that the numbers of jump points are in the order of their cells.
    are_new: bool,
}

/// What an edit made of a jump point: its number now and its old one, if it is and was one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Moved {
    pub(super) cell: PaddedCell,
    pub(super) number: Option<JumpPointNumber>,
    pub(super) old: Option<JumpPointNumber>,
}

/// The most edges per cell of the map. Lists of more would outgrow the map, and jumping is the better
/// choice.
const EDGES_PER_CELL: usize = 8;

/// So many edges fit in a cache, however many each jump point has.
const FEW_EDGES: usize = 1 << 16;

impl JumpEdges {
    /// Finds the successors of every jump point. Returns `None` if there are too many to keep.
    pub(super) fn new(map: &JumpMap, costs: JumpCosts) -> Option<JumpEdges> {
        let words = map.nodes.len_in_words();
        let mut edges = JumpEdges {
            costs,
            jump_points: map.nodes.clone(),
            firsts: vec![JumpPointNumber::default(); words],
            heads: Vec::new(),
            edges: Vec::new(),
            runs: Runs::default(),
            knows_runs: false,
            free_heads: FreeList::new(),
            free_edges: FreeList::new(),
            boxes: Boxes::empty(&map.nodes),
            outstanding: OutstandingEdits::none(map),
            has_too_many: false,
            are_new: true,
        };
        let mut draft = Draft::default();
        for word in 0..words {
            edges.firsts[word] = JumpPointNumber::new(edges.heads.len());
            edges.find_edges_of_word(map, WordIndex(word), Kept::default(), &mut draft);
            if edges.has_too_many {
                return None;
            }
            edges.put_edges(&mut draft);
            edges.heads.extend(&draft.heads);
        }
        let with_jump_points =
            (0..words).map(WordIndex).filter(|&word| edges.jump_points.word_at(word) != 0);
        edges.boxes.update_groups(with_jump_points.collect());
        if edges.is_crowded() {
            return None;
        }
        Some(edges)
    }

    /// Whether jump points have so many successors that jumping is faster than reading the lists.
    ///
    /// PERF: bit grids stay in the innermost cache where lists do not. 512 x 512 cells with 1, 2 and 5
    /// of a hundred blocked (14.6, 12.6 and 8.5 edges per list): 20, 48 and 170 us a query with lists, 14, 28
    /// and 110 without; 10 of a hundred (5.1) 395 and 336; 25 of a hundred (2.4) 670 and 1,015. Maps of
    /// games have 1.4 to 4.4.
    fn is_crowded(&self) -> bool {
        let (mut lists, mut edges) = (0, 0);
        for head in &self.heads {
            let begins = [0].into_iter().chain(head.ends);
            lists += head.ends.iter().zip(begins).filter(|(end, begin)| *end > begin).count();
            edges += usize::from(head.ends[ARRIVALS - 1]);
        }
        edges > FEW_EDGES && 4 * edges > 19 * lists
    }

    pub(super) fn costs(&self) -> JumpCosts {
        self.costs
    }

    /// The number of a jump point of the map, of this rank in its word. Returns `None` if it has come with an
    /// edit that is outstanding.
    #[inline]
    pub(super) fn number_at(&self, at: BitAt, rank: Rank) -> Option<JumpPointNumber> {
        if self.outstanding.is_empty() {
            Some(self.number_in(at.word, rank))
        } else {
            self.number_of_bit(at)
        }
    }

    /// The number of the jump point of this rank in a word.
    #[inline]
    fn number_in(&self, word: WordIndex, rank: Rank) -> JumpPointNumber {
        self.firsts[word.0] + rank
    }

    /// The number of a jump point. Returns `None` if the cell was no jump point as of the last repair.
    #[inline]
    pub(super) fn number_of(&self, cell: PaddedCell) -> Option<JumpPointNumber> {
        self.number_of_bit(self.jump_points.bit_at(cell))
    }

    #[inline]
    fn number_of_bit(&self, BitAt { word, bit }: BitAt) -> Option<JumpPointNumber> {
        let bits = self.jump_points.word_at(word);
        (bits >> bit & 1 != 0).then(|| self.number_in(word, Rank::of(bit, bits)))
    }

    /// Where the lists of a jump point are, and that of them for this arrival. Returns `None` if an edit that
    /// is outstanding may have changed it.
    #[inline]
    pub(super) fn true_edges(
        &self,
        map: &JumpMap,
        (cell, number): (PaddedCell, JumpPointNumber),
        arrival: usize,
    ) -> Option<(&Head, &[JumpEdge])> {
        let head = self.head(number);
        let edges = self.edges_from(head, arrival);
        let are_true = self.outstanding.is_empty() || !self.are_due(map, (cell, head), edges);
        are_true.then_some((head, edges))
    }

    /// Whether an edit that is outstanding may have changed these edges from a jump point.
    #[cold]
    #[inline(never)]
    fn are_due(&self, map: &JumpMap, at: (PaddedCell, &Head), edges: &[JumpEdge]) -> bool {
        let within = self.box_of(self.jump_points.bit_at(at.0).word);
        self.outstanding.within(within).any(|edit| self.affects(map, edit, at, edges))
    }

    /// How many heads there are, those that are not used any more included.
    pub(super) fn len(&self) -> usize {
        self.heads.len()
    }

    #[inline]
    pub(super) fn head(&self, number: JumpPointNumber) -> &Head {
        &self.heads[number.index()]
    }

    /// The edges from a jump point with this arrival.
    #[inline]
    pub(super) fn edges_from(&self, head: &Head, arrival: usize) -> &[JumpEdge] {
        &self.edges[self.range_of(head, arrival)]
    }

    /// Where these are in the list of all.
    #[inline]
    fn range_of(&self, head: &Head, arrival: usize) -> Range<usize> {
        let first = head.first.index();
        let begin = if arrival == 0 { 0 } else { usize::from(head.ends[arrival - 1]) };
        first + begin..first + usize::from(head.ends[arrival])
    }

    /// The edges from a jump point, for all arrivals.
    pub(super) fn all_edges(&self, head: &Head) -> &[JumpEdge] {
        let first = head.first.index();
        &self.edges[first..first + usize::from(head.ends[ARRIVALS - 1])]
    }

    /// The jump points of one word.
    pub(super) fn jump_points_of_word(
        &self,
        word: WordIndex,
    ) -> impl Iterator<Item = (PaddedCell, &Head)> {
        let bits = bits_of(self.jump_points.word_at(word)).map(u64::trailing_zeros);
        let cells = bits.map(move |bit| self.cell_of(BitAt { word, bit }));
        cells.zip(&self.heads[self.firsts[word.0].index()..])
    }

    /// The bounding box of all jumps from the jump points of one word.
    #[inline]
    pub(super) fn box_of(&self, word: WordIndex) -> [PaddedCell; 2] {
        self.boxes.of(word)
    }

    /// The bit of a cell in its word of the map's jump points.
    pub(super) fn bit_of(&self, cell: PaddedCell) -> u32 {
        self.jump_points.bit_at(cell).bit
    }

    /// The cell of a bit of the map's jump points.
    #[inline]
    pub(super) fn cell_of(&self, at: BitAt) -> PaddedCell {
        self.jump_points.cell_of(at)
    }

    /// Takes note of an edit after which the map is this one. Returns whether the edges can stay as they are
    /// for now, or have to be [repaired](Self::repair).
    #[must_use]
    pub(super) fn note_edit(&mut self, map: &JumpMap, edit: &JumpEdit) -> bool {
        let can_wait = self.outstanding.add(map, edit);
        if self.outstanding.is_empty() {
            self.runs.forget_outstanding();
        } else {
            self.runs.note_edit(edit.cells);
        }
        can_wait
    }

    /// Takes all outstanding edits in: finds the edges of every jump point anew that they affect, and tells
    /// `moved` the new and what became of each jump point whose number changes. Returns of how many jump
    /// points edges were found (`an_edit_looks_from_as_few_jump_points_however_large_the_map_is`).
    ///
    /// PERF: mean instructions of an edit of one cell on Aurora with edges repaired after it, by callgrind
    /// without link-time optimization (5,000 shut or opened, and put back): 1,160 thousand with whole words
    /// found anew, 833 with those affected alone, 546 with what changed told apart by direction, too.
    pub(super) fn repair(&mut self, map: &JumpMap, mut moved: impl FnMut(Moved)) -> u32 {
        let edits = self.outstanding.take(map);
        let mut words = Vec::new();
        for edit in &edits {
            self.boxes.find_intersecting(&edit.changed, &mut words);
            self.add_changed_words(map, edit, &mut words);
        }
        words.sort_unstable();
        words.dedup();
        let affected = |word| (word, self.affected_in(map, word, &edits));
        let mut due: Vec<_> = words.into_iter().map(affected).collect();
        due.retain(|&(word, affected)| affected != 0 || self.is_changed(map, word));
        self.runs.take_outstanding();
        self.are_new = false;
        let (mut draft, mut count) = (Draft::default(), 0);
        for &(word, affected) in &due {
            count += self.rebuild_word(map, (word, affected), &mut draft, &mut moved);
            if self.has_too_many {
                break;
            }
        }
        self.boxes.update_groups(due.into_iter().map(|(word, _)| word).collect());
        count
    }

    /// Whether so much of it is free that it is better built anew.
    pub(super) fn is_worn(&self) -> bool {
        let free = self.free_heads.free_total() + self.free_edges.free_total();
        free > (self.heads.len() + self.edges.len()) / 2 + 1024
    }

    /// Whether there are edits that they do not take into account.
    pub(super) fn has_outstanding(&self) -> bool {
        !self.outstanding.is_empty()
    }

    /// Whether they are as they were made.
    pub(super) fn are_new(&self) -> bool {
        self.are_new && self.outstanding.is_empty()
    }

    #[cfg(test)]
    pub(super) fn has_the_boxes_of(&self, other: &JumpEdges) -> bool {
        self.boxes == other.boxes
    }

    /// Whether there are too many edges to keep.
    pub(super) fn has_too_many(&self) -> bool {
        self.has_too_many
    }

    pub(super) fn bytes(&self) -> usize {
        self.jump_points.bytes()
            + size_of_val(&self.firsts[..])
            + size_of_val(&self.heads[..])
            + size_of_val(&self.edges[..])
            + self.runs.bytes()
            + self.boxes.bytes()
            + self.outstanding.bytes()
            + self.free_heads.bytes()
            + self.free_edges.bytes()
    }

    /// Adds the words whose jump points an edit has changed.
    fn add_changed_words(&self, map: &JumpMap, edit: &JumpEdit, words: &mut Vec<WordIndex>) {
        let [first, last] = edit.cells;
        // A jump point depends on its neighbours; cells of the border have some, too.
        for y in first.y - 1..=last.y + 1 {
            let [WordIndex(begin), WordIndex(end)] = [first.x - 1, last.x + 1]
                .map(|x| self.jump_points.bit_at(PaddedCell { x, y }).word);
            let row = (begin..=end).map(WordIndex);
            words.extend(row.filter(|&word| self.is_changed(map, word)));
        }
    }

    /// Whether a word has other jump points than as of the last repair.
    fn is_changed(&self, map: &JumpMap, word: WordIndex) -> bool {
        self.jump_points.word_at(word) != map.nodes.word_at(word)
    }

    /// Finds anew the edges of the jump points of one word that are new or affected, replaces its lists, and
    /// returns how many these were.
    fn rebuild_word(
        &mut self,
        map: &JumpMap,
        (word, affected): (WordIndex, u64),
        draft: &mut Draft,
        moved: &mut impl FnMut(Moved),
    ) -> u32 {
        let (was, is) = (self.jump_points.word_at(word), map.nodes.word_at(word));
        let (old_first, old_count) = (self.firsts[word.0], was.count_ones() as usize);
        let old = old_first.index()..old_first.index() + old_count;
        if let (Some(first), Some(last)) = (self.heads[old.clone()].first(), self.heads[old].last())
        {
            let end = last.first.index() + usize::from(last.ends[ARRIVALS - 1]);
            self.free_edges.free(first.first, capacity_for(end - first.first.index()));
        }
        self.jump_points.set_word_at(word, is);
        let kept = Kept { jump_points: was & is & !affected, were: was, first: old_first };
        self.find_edges_of_word(map, word, kept, draft);
        self.put_edges(draft);
        // As long as the jump points stay the same, so do their numbers.
        let count = draft.heads.len();
        if was != is {
            let free = self.free_heads.alloc(count);
            self.firsts[word.0] = free.unwrap_or_else(|| JumpPointNumber::new(self.heads.len()));
        }
        let first = self.firsts[word.0];
        let range = first.index()..first.index() + count;
        self.heads.resize(self.heads.len().max(range.end), Head::default());
        self.heads[range].copy_from_slice(&draft.heads);
        if was != is {
            // Those that are gone first: their numbers are given to others.
            for bit in bits_of(was & !is).chain(bits_of(is)).map(u64::trailing_zeros) {
                let has = |bits: u64| bits >> bit & 1 != 0;
                let number = has(is).then(|| first + Rank::of(bit, is));
                let old = has(was).then(|| old_first + Rank::of(bit, was));
                moved(Moved { cell: self.cell_of(BitAt { word, bit }), number, old });
            }
            self.free_heads.free(old_first, old_count);
        }
        (is & !kept.jump_points).count_ones()
    }

    /// Allocates a span for the edges of a draft, and moves its heads there.
    fn put_edges(&mut self, draft: &mut Draft) {
        let (count, size) = (draft.edges.len(), capacity_for(draft.edges.len()));
        let first = self.free_edges.alloc(size).unwrap_or_else(|| {
            let end = self.edges.len();
            self.edges.resize(end + size, NO_EDGE);
            EdgeOffset::new(end)
        });
        self.edges[first.index()..first.index() + count].copy_from_slice(&draft.edges);
        self.runs.put(first.index(), &draft.edges);
        draft.heads.iter_mut().for_each(|head| head.first.0 += first.0);
    }

    /// Finds the edges of the jump points of one word, but for those whose lists are kept.
    fn find_edges_of_word(
        &mut self,
        map: &JumpMap,
        word: WordIndex,
        kept: Kept,
        draft: &mut Draft,
    ) {
        draft.heads.clear();
        draft.edges.clear();
        // Checked at each edge: one word alone may have more than the map may hold.
        let most = EDGES_PER_CELL * self.jump_points.len_in_words() * u64::BITS as usize;
        let most = most.min(u32::MAX as usize / 2);
        let most = most.saturating_sub(self.edges.len() - self.free_edges.free_total());
        let mut rect = EMPTY;
        for bit in bits_of(self.jump_points.word_at(word)) {
            let cell = self.cell_of(BitAt { word, bit: bit.trailing_zeros() });
            if kept.jump_points & bit != 0 {
                let rank = Rank::of(bit.trailing_zeros(), kept.were);
                self.keep_edges(map, (cell, *self.head(kept.first + rank)), draft, &mut rect);
                continue;
            }
            let around = map.neighbours(cell);
            let first = draft.edges.len();
            let mut writer = EdgeWriter {
                map,
                costs: self.costs,
                head: Head {
                    first: EdgeOffset::new(first),
                    around: u8::try_from(around).unwrap_or(0),
                    ..Head::default()
                },
                edges: &mut draft.edges,
                edges_max: most,
                is_full: false,
                from: cell,
                rect: &mut rect,
            };
            grow(writer.rect, cell);
            let stopping = map.stopping_arrivals(cell, around);
            for arrival in 0..ARRIVALS {
                if stopping >> arrival & 1 != 0 && !writer.is_full {
                    let directions = map.directions_after(around, arrival);
                    map.find_successors(cell, directions, JumpLimit::SEARCH, &mut writer);
                }
                let end = u16::try_from(writer.edges.len() - first);
                writer.is_full |= end.is_err();
                writer.head.ends[arrival] = end.unwrap_or(u16::MAX);
            }
            self.has_too_many |= writer.is_full;
            draft.heads.push(writer.head);
        }
        self.has_too_many |= draft.edges.len() > most;
        self.boxes.set(word, rect);
    }

    /// Puts the lists of a jump point into a draft as they are.
    fn keep_edges(
        &self,
        map: &JumpMap,
        (cell, head): (PaddedCell, Head),
        draft: &mut Draft,
        rect: &mut [PaddedCell; 2],
    ) {
        grow(rect, cell);
        for (&(dx, dy, _), steps) in map.rule.diagonals().iter().zip(head.diagonal_steps) {
            grow(rect, cell.plus((dx, dy), u32::from(steps)));
        }
        let edges = self.all_edges(&head);
        edges.iter().for_each(|edge| grow(rect, self.cell_of(edge.target())));
        draft.heads.push(Head { first: EdgeOffset::new(draft.edges.len()), ..head });
        draft.edges.extend_from_slice(edges);
    }
}

/// The jump points of a word whose lists stay as they are, and which jump points there were, of which the
/// first had this number.
#[derive(Clone, Copy, Default)]
struct Kept {
    jump_points: u64,
    were: u64,
    first: JumpPointNumber,
}

/// The edges of the jump points of one word, before they have a place.
#[derive(Debug, Default)]
struct Draft {
    heads: Vec<Head>,
    edges: Vec<JumpEdge>,
}

/// The set bits of a word, each as a word of its own.
fn bits_of(word: u64) -> impl Iterator<Item = u64> {
    let bits = std::iter::successors(Some(word), |left| Some(left & left.wrapping_sub(1)));
    bits.take_while(|&left| left != 0).map(|left| left & left.wrapping_neg())
}

/// Collects the edges of one jump point.
struct EdgeWriter<'a> {
    map: &'a JumpMap,
    costs: JumpCosts,
    head: Head,
    edges: &'a mut Vec<JumpEdge>,
    edges_max: usize,
    is_full: bool,
    from: PaddedCell,
    rect: &'a mut [PaddedCell; 2],
}

/// Makes a rectangle so large that it holds a cell.
#[inline]
fn grow([first, last]: &mut [PaddedCell; 2], cell: PaddedCell) {
    (first.x, first.y) = (first.x.min(cell.x), first.y.min(cell.y));
    (last.x, last.y) = (last.x.max(cell.x), last.y.max(cell.y));
}

impl SuccessorVisitor for EdgeWriter<'_> {
    fn successor(&mut self, successor: Successor) {
        let Successor { cell, arrival, .. } = successor;
        grow(self.rect, cell);
        if self.edges.len() >= self.edges_max {
            self.is_full = true;
            return;
        }
        let cost = self.costs.of_edge(self.map.rule, &successor);
        self.edges.push(JumpEdge::new(self.map.nodes.bit_at(cell), arrival, cost));
    }

    fn diagonal_ended(&mut self, diagonal: u32, steps: u32) {
        let (dx, dy, _) = self.map.rule.diagonals()[diagonal as usize];
        grow(self.rect, self.from.plus((dx, dy), steps));
        let steps = u16::try_from(steps).expect("the limit of a jump is short");
        self.head.diagonal_steps[diagonal as usize] = steps;
    }

    fn cut_short(&mut self, diagonal: u32, _steps: u32) {
        self.head.cuts |= 1 << diagonal;
    }
}
