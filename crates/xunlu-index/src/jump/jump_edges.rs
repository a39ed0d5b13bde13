//! Jump edges: the successors of every jump point, found beforehand.
//!
//! The successors of a jump point depend only on the map and on the direction of arrival. So they can be
//! looked up: for each jump point and each arrival one list of successors with their costs, side by side,
//! and how far each diagonal jump leads, to know whether it crosses the row or column of the goal.
//!
//! PERF: jumping costs some ten branches per successor that no processor predicts; reading a list costs
//! one. `record/jumps.md` has the figures.

use super::bit_grid::BitGrid;
use super::boxes::{Boxes, EMPTY};
use super::costs::JumpCosts;
use super::free_list::{FreeList, capacity_for};
use super::map::{JumpMap, PaddedCell};
use super::repair::JumpEdit;
use super::rule::ARRIVALS;
use super::successors::{JumpLimit, Successor, SuccessorVisitor};

/// An edge to a successor: which jump point, with which arrival, at which cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct JumpEdge {
    // The word of the map's jump points, the bit in it, and the arrival.
    target: u32,
    pub(super) cost: u32,
}

impl JumpEdge {
    #[inline]
    pub(super) fn place(self) -> usize {
        (self.target >> 9) as usize
    }

    #[inline]
    pub(super) fn bit(self) -> u32 {
        self.target >> 3 & 63
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
    first: u32,
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
    firsts: Vec<u32>,
    // The heads of each word side by side, and the edges of all of them.
    heads: Vec<Head>,
    edges: Vec<JumpEdge>,
    // What no word uses any more.
    free_heads: FreeList,
    free_edges: FreeList,
    // For each word the bounding box of all jumps from its jump points.
    boxes: Boxes,
    has_too_many: bool,
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
            firsts: vec![0; words],
            heads: Vec::new(),
            edges: Vec::new(),
            free_heads: FreeList::default(),
            free_edges: FreeList::default(),
            boxes: Boxes::empty(&map.nodes),
            has_too_many: false,
        };
        let mut draft = Draft::default();
        for place in 0..words {
            edges.firsts[place] = number(edges.heads.len());
            edges.find_edges_of_word(map, place, &mut draft);
            if edges.has_too_many {
                return None;
            }
            edges.put_edges(&mut draft);
            edges.heads.extend(&draft.heads);
        }
        let with_jump_points = (0..words).filter(|&place| edges.jump_points.word_at(place) != 0);
        edges.boxes.update_groups(&mut with_jump_points.collect());
        (!edges.is_crowded()).then_some(edges)
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

    /// The number of the head of a word's jump point of this rank.
    #[inline]
    pub(super) fn number_in(&self, place: usize, rank: u32) -> usize {
        (self.firsts[place] + rank) as usize
    }

    /// The number of a jump point's head. Returns `None` if the cell is no jump point.
    #[inline]
    pub(super) fn number_of(&self, cell: PaddedCell) -> Option<usize> {
        let place = self.jump_points.place(cell.y, cell.x);
        let (word, bit) = (self.jump_points.word_at(place), cell.x % u64::BITS);
        let rank = (word & !(u64::MAX << bit)).count_ones();
        (word >> bit & 1 != 0).then(|| (self.firsts[place] + rank) as usize)
    }

    /// How many heads there are, those that are not used any more included.
    pub(super) fn len(&self) -> usize {
        self.heads.len()
    }

    #[inline]
    pub(super) fn head(&self, number: usize) -> &Head {
        &self.heads[number]
    }

    /// The edges from a jump point with this arrival.
    #[inline]
    pub(super) fn edges_from(&self, head: &Head, arrival: usize) -> &[JumpEdge] {
        let first = head.first as usize;
        let begin = if arrival == 0 { 0 } else { usize::from(head.ends[arrival - 1]) };
        &self.edges[first + begin..first + usize::from(head.ends[arrival])]
    }

    /// The edges from a jump point, for all arrivals.
    pub(super) fn all_edges(&self, head: &Head) -> &[JumpEdge] {
        let first = head.first as usize;
        &self.edges[first..first + usize::from(head.ends[ARRIVALS - 1])]
    }

    /// The jump points of one word.
    pub(super) fn jump_points_of_word(
        &self,
        place: usize,
    ) -> impl Iterator<Item = (PaddedCell, &Head)> {
        let bits = bits_of(self.jump_points.word_at(place)).map(u64::trailing_zeros);
        let cells = bits.map(move |bit| self.cell_of(place, bit));
        cells.zip(&self.heads[self.firsts[place] as usize..])
    }

    /// Where a bit of a word of the map's jump points lies.
    #[inline]
    pub(super) fn cell_of(&self, place: usize, bit: u32) -> PaddedCell {
        let (y, x) = self.jump_points.row_and_bit(place);
        PaddedCell { x: x + bit, y }
    }

    /// Finds anew the edges of every word of jump points that an edit affects, and tells `moved` the new and
    /// the old number of each jump point whose number changes. Returns how many words these were
    /// (`an_edit_rebuilds_as_few_words_however_large_the_map_is`).
    ///
    /// PERF: `cargo run --release -p xunlu --example edits -- MAP`, median microseconds an edit of one cell,
    /// before and with all of this: Aurora 345 and 185, brc202d 21 and 8, and the most of 4,000 edits 124 and
    /// 9 ms, as spans that are allocated again spare building everything anew.
    pub(super) fn repair(
        &mut self,
        map: &JumpMap,
        edit: &JumpEdit,
        mut moved: impl FnMut(usize, Option<usize>),
    ) -> usize {
        let mut places = Vec::new();
        self.boxes.find_intersecting(&edit.changed, &mut places);
        places.retain(|&place| self.is_affected(map, place, &edit.changed));
        self.add_changed_words(map, edit, &mut places);
        places.sort_unstable();
        places.dedup();
        let mut draft = Draft::default();
        for &place in &places {
            self.rebuild_word(map, place, &mut draft, &mut moved);
            if self.has_too_many {
                break;
            }
        }
        let count = places.len();
        self.boxes.update_groups(&mut places);
        count
    }

    /// Whether so much of it is free that it is better built anew.
    pub(super) fn is_worn(&self) -> bool {
        let free = self.free_heads.free_total() + self.free_edges.free_total();
        free > (self.heads.len() + self.edges.len()) / 2 + 1024
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
            + self.boxes.bytes()
            + self.free_heads.bytes()
            + self.free_edges.bytes()
    }

    /// Adds the words whose jump points an edit has changed.
    fn add_changed_words(&self, map: &JumpMap, edit: &JumpEdit, places: &mut Vec<usize>) {
        let [first, last] = edit.cells;
        // A jump point depends on its neighbours; cells of the border have some, too.
        for y in first.y - 1..=last.y + 1 {
            let row =
                self.jump_points.place(y, first.x - 1)..=self.jump_points.place(y, last.x + 1);
            places.extend(row.filter(|&at| self.jump_points.word_at(at) != map.nodes.word_at(at)));
        }
    }

    /// Finds the edges of one word anew and replaces its lists.
    fn rebuild_word(
        &mut self,
        map: &JumpMap,
        place: usize,
        draft: &mut Draft,
        moved: &mut impl FnMut(usize, Option<usize>),
    ) {
        let (was, is) = (self.jump_points.word_at(place), map.nodes.word_at(place));
        let (old_first, old_count) = (self.firsts[place], was.count_ones() as usize);
        let old = old_first as usize..old_first as usize + old_count;
        if let (Some(first), Some(last)) = (self.heads[old.clone()].first(), self.heads[old].last())
        {
            let count = last.first - first.first + u32::from(last.ends[ARRIVALS - 1]);
            self.free_edges.free(first.first, capacity_for(count as usize));
        }
        self.jump_points.set_word_at(place, is);
        self.find_edges_of_word(map, place, draft);
        self.put_edges(draft);
        // As long as the jump points stay the same, so do their numbers.
        let count = draft.heads.len();
        if was != is {
            let free = self.free_heads.alloc(count);
            self.firsts[place] = free.unwrap_or_else(|| number(self.heads.len()));
        }
        let first = self.firsts[place] as usize;
        self.heads.resize(self.heads.len().max(first + count), Head::default());
        self.heads[first..first + count].copy_from_slice(&draft.heads);
        if was != is {
            for (rank, bit) in bits_of(is).enumerate() {
                let old = old_first + (was & (bit - 1)).count_ones();
                moved(first + rank, (was & bit != 0).then_some(old as usize));
            }
            self.free_heads.free(old_first, old_count);
        }
    }

    /// Allocates a span for the edges of a draft, and moves its heads there.
    fn put_edges(&mut self, draft: &mut Draft) {
        let (count, size) = (draft.edges.len(), capacity_for(draft.edges.len()));
        let first = self.free_edges.alloc(size).unwrap_or_else(|| {
            let end = self.edges.len();
            self.edges.resize(end + size, NO_EDGE);
            number(end)
        });
        self.edges[first as usize..first as usize + count].copy_from_slice(&draft.edges);
        draft.heads.iter_mut().for_each(|head| head.first += first);
    }

    /// Finds the edges of the jump points of one word.
    fn find_edges_of_word(&mut self, map: &JumpMap, place: usize, draft: &mut Draft) {
        draft.heads.clear();
        draft.edges.clear();
        // Checked at each edge: one word alone may have more than the map may hold.
        let most = EDGES_PER_CELL * self.jump_points.len_in_words() * u64::BITS as usize;
        let most = most.min(u32::MAX as usize / 2);
        let in_use = self.edges.len() - self.free_edges.free_total();
        let mut rect = EMPTY;
        for bit in bits_of(self.jump_points.word_at(place)) {
            let cell = self.cell_of(place, bit.trailing_zeros());
            let around = map.neighbours(cell);
            let first = draft.edges.len();
            let mut writer = EdgeWriter {
                map,
                costs: self.costs,
                head: Head {
                    first: number(first),
                    around: u8::try_from(around).unwrap_or(0),
                    ..Head::default()
                },
                edges: &mut draft.edges,
                edges_max: most.saturating_sub(in_use),
                is_full: false,
                from: cell,
                rect: &mut rect,
            };
            writer.grow_box(cell);
            for arrival in 0..ARRIVALS {
                if map.rule.is_jump_point(around, arrival) && !writer.is_full {
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
        self.boxes.set(place, rect);
    }
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

fn number(count: usize) -> u32 {
    u32::try_from(count).expect("heads are fewer than cells, and edges are capped")
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

impl EdgeWriter<'_> {
    fn grow_box(&mut self, cell: PaddedCell) {
        let [first, last] = self.rect;
        (first.x, first.y) = (first.x.min(cell.x), first.y.min(cell.y));
        (last.x, last.y) = (last.x.max(cell.x), last.y.max(cell.y));
    }
}

impl SuccessorVisitor for EdgeWriter<'_> {
    fn successor(
        &mut self,
        Successor { cell, arrival, diagonal_steps, cardinal_steps }: Successor,
    ) {
        self.grow_box(cell);
        if self.edges.len() >= self.edges_max {
            self.is_full = true;
            return;
        }
        let place = self.map.nodes.place(cell.y, cell.x);
        let place = u32::try_from(place).expect("a map has fewer words than cells");
        let target = place << 9 | (cell.x % u64::BITS) << 3 | arrival;
        let cost = diagonal_steps * self.costs.diagonal_step(self.map.rule)
            + cardinal_steps * self.costs.straight;
        self.edges.push(JumpEdge { target, cost });
    }

    fn diagonal_ended(&mut self, diagonal: u32, steps: u32) {
        let (dx, dy, _) = self.map.rule.diagonals()[diagonal as usize];
        self.grow_box(self.from.plus((dx, dy), steps));
        let steps = u16::try_from(steps).expect("the limit of a jump is short");
        self.head.diagonal_steps[diagonal as usize] = steps;
    }

    fn cut_short(&mut self, diagonal: u32, _steps: u32) {
        self.head.cuts |= 1 << diagonal;
    }
}
