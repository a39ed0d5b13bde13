//! What is seen from every stop, written down.
//!
//! A search that has come to a stop looks about from there, and what it sees depends on how it came and on
//! the map alone. So it can be looked up: for each stop and each way to come to it one list of stops with
//! their costs, side by side, and how far each walk leads, to know whether the goal is seen.
//!
//! PERF: looking about costs some ten branches a stop that no processor foresees; reading a list costs
//! one. DESIGN.md has the figures.

use super::board::Board;
use super::costs::JumpCosts;
use super::look::{Lookout, SEEN_A_WALK, Seen};
use super::map::{JumpMap, Spot};
use super::refresh::JumpEdit;
use super::rule::ARRIVALS;

/// A stop that is seen from another: which one, how it is come to, and what that costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sightline {
    // The word of the map's stops, its bit, and the arrival.
    target: u32,
    pub(super) cost: u32,
}

impl Sightline {
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

/// Where the lists of one stop are to be found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Head {
    first: u32,
    // Where the list for each arrival ends, counted from the first.
    ends: [u16; ARRIVALS],
    // How far each walk leads; so far or farther when that is too much to say.
    walks: [u16; 4],
    // The eight neighbours.
    pub(super) around: u8,
    // A bit for each walk that was cut short.
    pub(super) cuts: u8,
}

/// The lists of all stops.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sightlines {
    costs: JumpCosts,
    // The stops as they were when last looked at, and for each word the number of its first head. Words
    // that changed since the lists were made have theirs behind all others.
    stops: Board,
    firsts: Vec<u32>,
    heads: Vec<Head>,
    lines: Vec<Sightline>,
    // For each word the rectangle in which everything lies that is seen from its stops.
    boxes: Vec<[Spot; 2]>,
    // How many heads and lines no word refers to any more.
    unused: usize,
    is_too_much: bool,
}

/// The most lines for each cell of the map. Lists of more than this would outgrow the map, and looking about
/// is the better choice.
const LINES_A_CELL: usize = 8;

/// A rectangle that nothing meets.
const NOWHERE: [Spot; 2] = [Spot { x: u32::MAX, y: u32::MAX }, Spot { x: 0, y: 0 }];

impl Sightlines {
    /// Looks about from every stop; none where that is too much to write down.
    pub(super) fn new(map: &JumpMap, costs: JumpCosts) -> Option<Sightlines> {
        let words = map.nodes.len_in_words();
        let mut lines = Sightlines {
            costs,
            stops: map.nodes.clone(),
            firsts: vec![0; words],
            heads: Vec::new(),
            lines: Vec::new(),
            boxes: vec![NOWHERE; words],
            unused: 0,
            is_too_much: false,
        };
        for place in 0..words {
            lines.look_from_word(map, place);
            if lines.is_too_much {
                return None;
            }
        }
        (!lines.is_crowded()).then_some(lines)
    }

    /// Whether so many stops are seen from each that looking about is faster than reading of it.
    ///
    /// PERF: boards of bits stay in the innermost cache where lists do not. 512 x 512 cells with 1, 2 and 5
    /// cells of a hundred blocked (4.9 to 5.6 stops a list): 20, 48 and 170 us a query with lists, 14, 28
    /// and 110 without; with one of four blocked (2.4 a list) 670 and 1,015.
    fn is_crowded(&self) -> bool {
        let ends = self.heads.iter().flat_map(|head| {
            let begins = [0].into_iter().chain(head.ends);
            head.ends.into_iter().zip(begins).filter(|(end, begin)| end > begin)
        });
        let cells = self.stops.len_in_words() * u64::BITS as usize;
        self.lines.len() > cells / 4 && 2 * self.lines.len() > 9 * ends.count()
    }

    pub(super) fn costs(&self) -> JumpCosts {
        self.costs
    }

    /// The number of the head of a word's stop of this rank.
    #[inline]
    pub(super) fn number_in(&self, place: usize, rank: u32) -> usize {
        (self.firsts[place] + rank) as usize
    }

    /// The number of a stop's head; none of a cell that is no stop.
    #[inline]
    pub(super) fn number_of(&self, spot: Spot) -> Option<usize> {
        let place = self.stops.place(spot.y, spot.x);
        let (word, bit) = (self.stops.word_at(place), spot.x % u64::BITS);
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

    /// What is seen from a stop that was come to like this.
    #[inline]
    pub(super) fn seen_from(&self, head: &Head, arrival: usize) -> &[Sightline] {
        let first = head.first as usize;
        let begin = if arrival == 0 { 0 } else { usize::from(head.ends[arrival - 1]) };
        &self.lines[first + begin..first + usize::from(head.ends[arrival])]
    }

    /// How far a walk from a stop leads.
    #[inline]
    pub(super) fn walk_from(&self, map: &JumpMap, head: &Head, spot: Spot, walk: u32) -> u32 {
        let steps = head.walks[walk as usize];
        if steps < u16::MAX { u32::from(steps) } else { map.walk_length(spot, walk) }
    }

    /// Where a bit of a word of the map's stops lies.
    #[inline]
    pub(super) fn spot_of(&self, place: usize, bit: u32) -> Spot {
        let (y, x) = self.stops.row_and_bit(place);
        Spot { x: x + bit, y }
    }

    /// Looks anew from every word of stops that an edit may have changed something for, and tells of each
    /// of its stops the new number and the old one.
    pub(super) fn repair(
        &mut self,
        map: &JumpMap,
        edit: &JumpEdit,
        mut moved: impl FnMut(usize, Option<usize>),
    ) {
        for place in 0..self.firsts.len() {
            let is_seen = edit.changed.iter().any(|change| do_meet(*change, self.boxes[place]));
            let (was, is) = (self.stops.word_at(place), map.nodes.word_at(place));
            if !is_seen && was == is {
                continue;
            }
            let old_first = self.firsts[place];
            let old = old_first as usize..(old_first + was.count_ones()) as usize;
            let last = ARRIVALS - 1;
            let lines = self.heads[old].iter().map(|head| 1 + usize::from(head.ends[last]));
            self.unused += lines.sum::<usize>();
            self.stops.set_word_at(place, is);
            self.boxes[place] = NOWHERE;
            self.look_from_word(map, place);
            let mut left = is;
            for number in self.firsts[place].. {
                if left == 0 {
                    break;
                }
                let bit = left & left.wrapping_neg();
                left &= left - 1;
                let old = old_first + (was & (bit - 1)).count_ones();
                moved(number as usize, (was & bit != 0).then_some(old as usize));
            }
        }
    }

    /// Whether so much of it is of no use any more that it is better made anew.
    pub(super) fn is_worn(&self) -> bool {
        self.unused > (self.heads.len() + self.lines.len()) / 2 + 1024
    }

    /// Whether there is more to be seen than can be written down.
    pub(super) fn is_too_much(&self) -> bool {
        self.is_too_much
    }

    pub(super) fn bytes(&self) -> usize {
        self.stops.bytes()
            + size_of_val(&self.firsts[..])
            + size_of_val(&self.heads[..])
            + size_of_val(&self.lines[..])
            + size_of_val(&self.boxes[..])
    }

    /// Writes down what is seen from the stops of one word, behind all that is there.
    fn look_from_word(&mut self, map: &JumpMap, place: usize) {
        self.firsts[place] = u32::try_from(self.heads.len()).expect("a map has fewer cells");
        let mut left = self.stops.word_at(place);
        while left != 0 {
            let spot = self.spot_of(place, left.trailing_zeros());
            left &= left - 1;
            let around = map.neighbours(spot);
            let mut writer = Writer {
                map,
                costs: self.costs,
                head: Head {
                    first: u32::try_from(self.lines.len()).expect("lines are capped"),
                    around: u8::try_from(around).unwrap_or(0),
                    ..Head::default()
                },
                lines: &mut self.lines,
                from: spot,
                rect: &mut self.boxes[place],
            };
            writer.take_in(spot);
            for arrival in 0..ARRIVALS {
                if map.rule.stops_at(around, arrival) {
                    let looks = map.looks_by(around, arrival);
                    map.look_about(spot, looks, SEEN_A_WALK, &mut writer);
                }
                let count = writer.lines.len() - writer.head.first as usize;
                writer.head.ends[arrival] = u16::try_from(count).unwrap_or_else(|_| {
                    self.is_too_much = true;
                    u16::MAX
                });
            }
            self.heads.push(writer.head);
        }
        let most = LINES_A_CELL * self.stops.len_in_words() * u64::BITS as usize;
        self.is_too_much |= self.lines.len() - self.unused.min(self.lines.len()) > most;
    }
}

fn do_meet([a, b]: [Spot; 2], [c, d]: [Spot; 2]) -> bool {
    a.x <= d.x && c.x <= b.x && a.y <= d.y && c.y <= b.y
}

/// Writes down what is seen.
struct Writer<'a> {
    map: &'a JumpMap,
    costs: JumpCosts,
    head: Head,
    lines: &'a mut Vec<Sightline>,
    from: Spot,
    rect: &'a mut [Spot; 2],
}

impl Writer<'_> {
    fn take_in(&mut self, spot: Spot) {
        let [first, last] = self.rect;
        (first.x, first.y) = (first.x.min(spot.x), first.y.min(spot.y));
        (last.x, last.y) = (last.x.max(spot.x), last.y.max(spot.y));
    }
}

impl Lookout for Writer<'_> {
    fn stop(&mut self, Seen { spot, arrival, walked, scanned }: Seen) {
        self.take_in(spot);
        let place = self.map.nodes.place(spot.y, spot.x);
        let place = u32::try_from(place).expect("a map has fewer words than cells");
        let target = place << 9 | (spot.x % u64::BITS) << 3 | arrival;
        let cost = walked * self.costs.walk(self.map) + scanned * self.costs.straight;
        self.lines.push(Sightline { target, cost });
    }

    fn walked(&mut self, walk: u32, steps: u32) {
        let (dx, dy, _) = self.map.rule.walks()[walk as usize];
        self.take_in(self.from.plus((dx, dy), steps));
        self.head.walks[walk as usize] = u16::try_from(steps).unwrap_or(u16::MAX);
    }

    fn cut_short(&mut self, walk: u32, steps: u32) {
        debug_assert!(steps < u32::from(u16::MAX), "a stop can be seen sooner than that");
        self.head.cuts |= 1 << walk;
    }
}
