//! Jump edges: what is seen from every jump point, written down.
//!
//! A search that has come to a jump point looks about from there, and what it sees depends on how it came and on
//! the map alone. So it can be looked up: for each jump point and each way to come to it one list of jump points with
//! their costs, side by side, and how far each walk leads, to know whether the goal is seen.
//!
//! PERF: looking about costs some ten branches a jump point that no processor foresees; reading a list costs
//! one. `record/jumps.md` has the figures.

use super::board::Board;
use super::boxes::{Boxes, NOWHERE};
use super::costs::JumpCosts;
use super::free_list::{FreeList, capacity_for};
use super::look::{Lookout, Seen, Share};
use super::map::{JumpMap, Square};
use super::refresh::JumpEdit;
use super::rule::ARRIVALS;

/// A jump point that is seen from another: which one, how it is come to, and what that costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct JumpEdge {
    // The word of the map's jump points, its bit, and the arrival.
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

/// Nothing, to fill what a word's lists do not need of their stretch.
const NOTHING: JumpEdge = JumpEdge { target: 0, cost: 0 };

/// Where the lists of one jump point are to be found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Head {
    first: u32,
    // Where the list for each arrival ends, counted from the first.
    ends: [u16; ARRIVALS],
    // How far each walk leads, or was looked along.
    pub(super) walks: [u16; 4],
    // The eight neighbours.
    pub(super) around: u8,
    // A bit for each walk that was cut short.
    pub(super) cuts: u8,
}

/// The lists of all jump points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct JumpEdges {
    costs: JumpCosts,
    // The jump points as they were when last looked at, and for each word the number of its first head.
    jump_points: Board,
    firsts: Vec<u32>,
    // The heads of each word side by side, and the edges of all of them.
    heads: Vec<Head>,
    edges: Vec<JumpEdge>,
    // What no word refers to any more.
    free_heads: FreeList,
    free_edges: FreeList,
    // For each word the rectangle in which everything lies that is seen from its jump points.
    boxes: Boxes,
    is_too_much: bool,
}

/// The most edges for each cell of the map. Lists of more than this would outgrow the map, and looking about
/// is the better choice.
const EDGES_A_CELL: usize = 8;

/// So many lie in a cache, however much is seen from a jump point.
const FEW_EDGES: usize = 1 << 16;

impl JumpEdges {
    /// Looks about from every jump point; none where that is too much to write down.
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
            boxes: Boxes::nowhere(&map.nodes),
            is_too_much: false,
        };
        let mut draft = Draft::default();
        for place in 0..words {
            edges.firsts[place] = number(edges.heads.len());
            edges.look_from_word(map, place, &mut draft);
            if edges.is_too_much {
                return None;
            }
            edges.put_edges(&mut draft);
            edges.heads.extend(&draft.heads);
        }
        let with_jump_points = (0..words).filter(|&place| edges.jump_points.word_at(place) != 0);
        edges.boxes.settle(&mut with_jump_points.collect());
        (!edges.is_crowded()).then_some(edges)
    }

    /// Whether so many jump points are seen from each that looking about is faster than reading of it.
    ///
    /// PERF: boards of bits stay in the innermost cache where lists do not. 512 x 512 cells with 1, 2 and 5
    /// of a hundred blocked (14.6, 12.6 and 8.5 jump points a list): 20, 48 and 170 us a query with lists, 14, 28
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

    /// The number of a jump point's head; none of a cell that is no jump point.
    #[inline]
    pub(super) fn number_of(&self, square: Square) -> Option<usize> {
        let place = self.jump_points.place(square.y, square.x);
        let (word, bit) = (self.jump_points.word_at(place), square.x % u64::BITS);
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

    /// What is seen from a jump point that was come to like this.
    #[inline]
    pub(super) fn seen_from(&self, head: &Head, arrival: usize) -> &[JumpEdge] {
        let first = head.first as usize;
        let begin = if arrival == 0 { 0 } else { usize::from(head.ends[arrival - 1]) };
        &self.edges[first + begin..first + usize::from(head.ends[arrival])]
    }

    /// What is seen from a jump point, however one came to it.
    pub(super) fn seen_any_way(&self, head: &Head) -> &[JumpEdge] {
        let first = head.first as usize;
        &self.edges[first..first + usize::from(head.ends[ARRIVALS - 1])]
    }

    /// The jump points of one word.
    pub(super) fn jump_points_of_word(
        &self,
        place: usize,
    ) -> impl Iterator<Item = (Square, &Head)> {
        let bits = bits_of(self.jump_points.word_at(place)).map(u64::trailing_zeros);
        let squares = bits.map(move |bit| self.square_of(place, bit));
        squares.zip(&self.heads[self.firsts[place] as usize..])
    }

    /// Where a bit of a word of the map's jump points lies.
    #[inline]
    pub(super) fn square_of(&self, place: usize, bit: u32) -> Square {
        let (y, x) = self.jump_points.row_and_bit(place);
        Square { x: x + bit, y }
    }

    /// Looks anew from every word of jump points that an edit has changed something for, and tells of each jump point
    /// that is given a number its new one and its old one. The answer is how many words these were
    /// (`an_edit_looks_anew_from_as_few_words_however_large_the_map_is`).
    ///
    /// PERF: `cargo run --release -p xunlu --example edits -- MAP`, median microseconds an edit of one cell,
    /// before and with all of this: Aurora 345 and 185, brc202d 21 and 8, and the most of 4,000 edits 124 and
    /// 9 ms, as stretches that are allocated again spare making everything anew.
    pub(super) fn repair(
        &mut self,
        map: &JumpMap,
        edit: &JumpEdit,
        mut moved: impl FnMut(usize, Option<usize>),
    ) -> usize {
        let mut places = Vec::new();
        self.boxes.meeting(&edit.changed, &mut places);
        places.retain(|&place| self.sees_any(map, place, &edit.changed));
        self.add_changed_words(map, edit, &mut places);
        places.sort_unstable();
        places.dedup();
        let mut draft = Draft::default();
        for &place in &places {
            self.look_anew(map, place, &mut draft, &mut moved);
            if self.is_too_much {
                break;
            }
        }
        let count = places.len();
        self.boxes.settle(&mut places);
        count
    }

    /// Whether so much of it is of no use any more that it is better made anew.
    pub(super) fn is_worn(&self) -> bool {
        let free = self.free_heads.free_total() + self.free_edges.free_total();
        free > (self.heads.len() + self.edges.len()) / 2 + 1024
    }

    /// Whether there is more to be seen than can be written down.
    pub(super) fn is_too_much(&self) -> bool {
        self.is_too_much
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
        // A jump point depends on its neighbours, which the border has as well.
        for y in first.y - 1..=last.y + 1 {
            let row =
                self.jump_points.place(y, first.x - 1)..=self.jump_points.place(y, last.x + 1);
            places.extend(row.filter(|&at| self.jump_points.word_at(at) != map.nodes.word_at(at)));
        }
    }

    /// Looks from the jump points of one word and writes what is seen in the place of what was.
    fn look_anew(
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
        self.look_from_word(map, place, draft);
        self.put_edges(draft);
        // Where the jump points are the same, so are their numbers.
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

    /// Allocates a stretch for the edges of a draft, and tells its heads where that is.
    fn put_edges(&mut self, draft: &mut Draft) {
        let (count, size) = (draft.edges.len(), capacity_for(draft.edges.len()));
        let first = self.free_edges.alloc(size).unwrap_or_else(|| {
            let end = self.edges.len();
            self.edges.resize(end + size, NOTHING);
            number(end)
        });
        self.edges[first as usize..first as usize + count].copy_from_slice(&draft.edges);
        draft.heads.iter_mut().for_each(|head| head.first += first);
    }

    /// Writes down what is seen from the jump points of one word.
    fn look_from_word(&mut self, map: &JumpMap, place: usize, draft: &mut Draft) {
        draft.heads.clear();
        draft.edges.clear();
        // Asked at each edge: what one word sees may be more than a map may hold.
        let most = EDGES_A_CELL * self.jump_points.len_in_words() * u64::BITS as usize;
        let most = most.min(u32::MAX as usize / 2);
        let in_use = self.edges.len() - self.free_edges.free_total();
        let mut rect = NOWHERE;
        for bit in bits_of(self.jump_points.word_at(place)) {
            let square = self.square_of(place, bit.trailing_zeros());
            let around = map.neighbours(square);
            let first = draft.edges.len();
            let mut writer = Writer {
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
                from: square,
                rect: &mut rect,
            };
            writer.take_in(square);
            for arrival in 0..ARRIVALS {
                if map.rule.stops_at(around, arrival) && !writer.is_full {
                    let looks = map.looks_by(around, arrival);
                    map.look_about(square, looks, Share::SEARCHED, &mut writer);
                }
                let end = u16::try_from(writer.edges.len() - first);
                writer.is_full |= end.is_err();
                writer.head.ends[arrival] = end.unwrap_or(u16::MAX);
            }
            self.is_too_much |= writer.is_full;
            draft.heads.push(writer.head);
        }
        self.boxes.set(place, rect);
    }
}

/// What is seen from the jump points of one word, before it has a place.
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

/// Writes down what is seen.
struct Writer<'a> {
    map: &'a JumpMap,
    costs: JumpCosts,
    head: Head,
    edges: &'a mut Vec<JumpEdge>,
    edges_max: usize,
    is_full: bool,
    from: Square,
    rect: &'a mut [Square; 2],
}

impl Writer<'_> {
    fn take_in(&mut self, square: Square) {
        let [first, last] = self.rect;
        (first.x, first.y) = (first.x.min(square.x), first.y.min(square.y));
        (last.x, last.y) = (last.x.max(square.x), last.y.max(square.y));
    }
}

impl Lookout for Writer<'_> {
    fn jump_point(&mut self, Seen { square, arrival, walked, scanned }: Seen) {
        self.take_in(square);
        if self.edges.len() >= self.edges_max {
            self.is_full = true;
            return;
        }
        let place = self.map.nodes.place(square.y, square.x);
        let place = u32::try_from(place).expect("a map has fewer words than cells");
        let target = place << 9 | (square.x % u64::BITS) << 3 | arrival;
        let cost = walked * self.costs.walk(self.map) + scanned * self.costs.straight;
        self.edges.push(JumpEdge { target, cost });
    }

    fn walked(&mut self, walk: u32, steps: u32) {
        let (dx, dy, _) = self.map.rule.walks()[walk as usize];
        self.take_in(self.from.plus((dx, dy), steps));
        let steps = u16::try_from(steps).expect("a share of a walk is short");
        self.head.walks[walk as usize] = steps;
    }

    fn cut_short(&mut self, walk: u32, _steps: u32) {
        self.head.cuts |= 1 << walk;
    }
}
