//! What a search over jumps on hexes looks for: its goals.
//!
//! To each of them leads from the last turn of a path what leads to a single goal: steps in an odd direction,
//! then in an even one. So nothing is known of them on the map, and each node that is expanded looks whether
//! the way to any of them is free: to each one, unless it is plain that none of a heap can be seen from
//! there.
//!
//! ```text
//!      x x x        Of goals side by side a path comes to the outer ones first: those within are looked for
//!     x o o x       from nowhere. The straight line is one to the nearest hexagon around each heap of them.
//!      x x x
//! ```

use super::axes::{HexAxes, LineHex, ODD, OnAxes, Way};
use super::gates::Gates;
use super::map::{HexJumpMap, evens_beside};
use super::space::Directions;
use crate::jump::{BitGrid, WordAt};
use xunlu_map::{Cost, NodeId};
use xunlu_search::{LinkTable, Sense};

/// The most heaps that are told apart; then goals join the one nearest to them.
const HEAPS_MAX: usize = 32;

/// The most goals that paths come to from outside for which looking for each pays.
const OUTER_MAX: usize = 512;

/// Goals lie side by side that are so many steps apart, with a wall between them.
const BESIDE: i32 = 2;

/// Of a heap of so few goals each is looked at from each node.
const FEW: u32 = 4;

/// No goal follows in a heap.
const LAST: u32 = u32::MAX;

/// Goals, and what is known of the least cost to get there.
#[derive(Debug, Default)]
pub(super) struct Aims {
    step: u32,
    // The goal, if there is but one.
    only: Option<LineHex>,
    // Those that paths come to from outside.
    goals: Vec<Aim>,
    heaps: Vec<Heap>,
    gates: Gates,
    marks: Marks,
}

/// A goal, and where the next one of its heap stands.
#[derive(Clone, Copy, Debug)]
struct Aim {
    hex: LineHex,
    next: u32,
    // For each even direction, from how far it is seen in that: `u32::MAX` while that is not known.
    seen_from: [u32; 3],
}

/// Goals that lie side by side.
#[derive(Clone, Copy, Debug)]
struct Heap {
    around: Hexagon,
    // The first and the last of its goals, and how many they are.
    first: u32,
    last: u32,
    count: u32,
    // Whether it was looked at from a node, and from where a goal is seen in each even direction: around all
    // such hexes.
    was_looked_at: bool,
    seen: Option<[Hexagon; 3]>,
}

/// The hexes whose places on the axes lie between these.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Hexagon {
    least: OnAxes,
    most: OnAxes,
}

/// What is seen from a node that is searched in some directions.
pub(super) struct Sight<'a> {
    map: &'a HexJumpMap,
    hex: LineHex,
    directions: Directions,
    // How far one can go in each odd direction, found when it is first asked for.
    clear: [Option<u32>; 3],
}

/// Scratch: which hexes are goals, a bit each, and the words in which there are some.
#[derive(Debug, Default)]
struct Marks {
    goals: BitGrid,
    words: Vec<WordAt>,
}

impl HexJumpMap {
    /// Whether a search over jumps should look for these goals: paths come to few of them from outside.
    ///
    /// ```
    /// use xunlu_index::HexJumpMap;
    /// use xunlu_map::{HexGrid, Mover, NodeId, Passability};
    ///
    /// let grid: HexGrid = "@hex odd-r\n. . .\n . . .".parse()?;
    /// let open = Passability::new(grid.ground(), &Mover::hex().build()?);
    /// let map = HexJumpMap::new(&open, grid.arrangement());
    /// assert!(map.suits_goals(&[NodeId(grid.index_of(grid.hexes().next().unwrap().0).unwrap())]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn suits_goals(&self, goals: &[NodeId]) -> bool {
        if goals.len() <= OUTER_MAX {
            return true;
        }
        let mut marks = Marks::default();
        marks.read(self, goals);
        let each = marks.words.iter().map(|&at| marks.outer(self, at).count_ones());
        each.sum::<u32>() as usize <= OUTER_MAX
    }
}

impl Aims {
    /// Takes in what is looked for on a map where a step costs so much.
    pub(super) fn begin(
        &mut self,
        map: &HexJumpMap,
        step: Cost,
        goals: &[NodeId],
        links: Option<&LinkTable>,
    ) {
        (self.step, self.only) = (step.0, None);
        self.heaps.clear();
        self.goals.clear();
        if let [goal] = goals {
            let goal = map.hexes.hex_at(*goal);
            self.only = Some(goal);
            self.add(&map.hexes, goal, 1);
        } else {
            self.pile(map, goals);
        }
        let links = links.map_or(&[][..], |links| links.links(Sense::Along));
        let mut gates = std::mem::take(&mut self.gates);
        gates.begin(map, self.step, links, |hex| self.by_steps(&map.hexes, hex));
        self.gates = gates;
    }

    /// Puts goals that lie side by side together.
    fn pile(&mut self, map: &HexJumpMap, goals: &[NodeId]) {
        let mut marks = std::mem::take(&mut self.marks);
        marks.read(map, goals);
        // Which are the outer ones of a few it is not worth finding out.
        let are_few = goals.len() <= HEAPS_MAX;
        for &at in &marks.words {
            let mut own = marks.own(map, at);
            let outer = if are_few { own } else { marks.outer(map, at) };
            while own != 0 {
                let from = own.trailing_zeros();
                let length = (!(own >> from)).trailing_zeros();
                let run = u64::MAX >> (64 - length) << from;
                own &= !run;
                if outer & run != 0 {
                    self.add(&map.hexes, at.first_hex(), outer & run);
                }
            }
        }
        marks.clear();
        self.marks = marks;
    }

    /// Takes in goals of one line that lie side by side: which bits from a hex on. At least one is set.
    fn add(&mut self, hexes: &HexAxes, from: LineHex, mut bits: u64) {
        let number = |count: usize| u32::try_from(count).expect("no more than hexes");
        let on = |by: u32| LineHex { along: from.along + by, ..from };
        let ends = [bits.trailing_zeros(), 63 - bits.leading_zeros()];
        let mut heap = Heap {
            around: Hexagon::of(hexes, on(ends[0])).with(Hexagon::of(hexes, on(ends[1]))),
            first: number(self.goals.len()),
            last: number(self.goals.len()) + bits.count_ones() - 1,
            count: bits.count_ones(),
            was_looked_at: false,
            seen: None,
        };
        while bits != 0 {
            let next = number(self.goals.len() + 1);
            let hex = on(bits.trailing_zeros());
            self.goals.push(Aim { hex, next, seen_from: [u32::MAX; 3] });
            bits &= bits - 1;
        }
        self.goals[heap.last as usize].next = LAST;
        let mut at = 0;
        while let Some(other) = self.heaps.get(at) {
            if other.around.apart(&heap.around) > BESIDE {
                at += 1;
            } else {
                heap = self.join(at, heap);
            }
        }
        if self.heaps.len() == HEAPS_MAX {
            let apart = |at: &usize| self.heaps[*at].around.apart(&heap.around);
            let nearest = (0..HEAPS_MAX).min_by_key(apart).unwrap_or(0);
            heap = self.join(nearest, heap);
        }
        self.heaps.push(heap);
    }

    /// Takes a heap out and puts another to it.
    fn join(&mut self, at: usize, heap: Heap) -> Heap {
        let other = self.heaps.swap_remove(at);
        self.goals[other.last as usize].next = heap.first;
        let (around, count) = (other.around.with(heap.around), other.count + heap.count);
        Heap { around, first: other.first, count, ..heap }
    }

    /// The goals that paths come to from outside.
    pub(super) fn goals(&self) -> impl Iterator<Item = LineHex> {
        self.goals.iter().map(|goal| goal.hex)
    }

    /// How many heaps of goals there are.
    pub(super) fn heaps(&self) -> usize {
        self.heaps.len()
    }

    /// Whether the only goal is seen in no even direction from where a way in an odd one turns towards it.
    #[inline]
    pub(super) fn is_hidden(&self, hexes: &HexAxes, from: LineHex) -> bool {
        self.only.is_some_and(|goal| {
            let Way { even, even_steps, .. } = hexes.way(from, goal);
            even_steps > self.goals[0].seen_from[even / 2]
        })
    }

    /// Of the goals of a heap that a free way leads to that costs less than `below` the one nearest to a
    /// node, and what the way costs.
    #[inline]
    pub(super) fn nearest_free(
        &mut self,
        number: usize,
        below: u32,
        sight: &mut Sight<'_>,
    ) -> Option<(u32, LineHex)> {
        let heap = &mut self.heaps[number];
        let are_many = heap.count > FEW;
        if are_many && heap.around.distance(sight.at()).saturating_mul(self.step) >= below {
            return None;
        }
        // From the first node to look each is looked at: often that is the only one.
        let was_looked_at = std::mem::replace(&mut heap.was_looked_at, true);
        let mut next = heap.first;
        if was_looked_at {
            if heap.seen.is_none() {
                heap.seen = Some(look_back(sight.map, &mut self.goals, next));
            }
            if are_many && heap.seen.as_ref().is_some_and(|seen| !sight.may_see(seen)) {
                return None;
            }
        }
        let (mut nearest, mut below) = (None, below);
        while let Some(&Aim { hex, next: after, seen_from }) = self.goals.get(next as usize) {
            let way = sight.map.hexes.way(sight.hex, hex);
            let cost = way.steps().saturating_mul(self.step);
            let is_free = |sight: &mut Sight<'_>| {
                sight.begins(way, are_many) && (was_looked_at || sight.ends(way))
            };
            if cost < below && way.even_steps <= seen_from[way.even / 2] && is_free(sight) {
                (nearest, below) = (Some((cost, hex)), cost);
            }
            next = after;
        }
        nearest
    }

    /// The least that the path from a hex to the nearest goal costs.
    #[inline]
    pub(super) fn estimate(&self, hexes: &HexAxes, hex: LineHex) -> u32 {
        match self.only {
            Some(goal) if self.gates.is_empty() => hexes.distance(hex, goal) * self.step,
            _ => self.estimate_to_any(hexes, hex),
        }
    }

    fn estimate_to_any(&self, hexes: &HexAxes, hex: LineHex) -> u32 {
        let by_steps = self.by_steps(hexes, hex);
        if self.gates.is_empty() {
            return by_steps;
        }
        self.gates.least(by_steps, |entry| hexes.distance(hex, entry) * self.step)
    }

    /// The same without links.
    #[inline]
    fn by_steps(&self, hexes: &HexAxes, hex: LineHex) -> u32 {
        let steps = match self.only {
            Some(goal) => hexes.distance(hex, goal),
            None => {
                let at = hexes.on_axes(hex);
                let Some((first, others)) = self.heaps.split_first() else { return 0 };
                let mut least = first.around.distance(at);
                for heap in others {
                    least = heap.around.distance(at).min(least);
                }
                least
            }
        };
        steps * self.step
    }

    pub(super) fn bytes(&self) -> usize {
        let Marks { goals, words } = &self.marks;
        goals.bytes()
            + words.capacity() * size_of::<WordAt>()
            + self.goals.capacity() * size_of::<Aim>()
            + self.heaps.capacity() * size_of::<Heap>()
            + self.gates.bytes()
    }
}

/// Works out from how far each goal of a heap is seen. Returns for each even direction what lies around all
/// hexes from which one of them is seen in it.
fn look_back(map: &HexJumpMap, goals: &mut [Aim], first: u32) -> [Hexagon; 3] {
    let mut seen: Option<[Hexagon; 3]> = None;
    let mut next = first;
    while let Some(Aim { hex, next: after, seen_from }) = goals.get_mut(next as usize) {
        let back = |even: usize| (even + 3) % 6;
        *seen_from = [0, 2, 4].map(|even| map.clear_steps(*hex, back(even)));
        let own = [0, 2, 4].map(|even| {
            let farthest = map.hexes.stepped(*hex, back(even), seen_from[even / 2]);
            Hexagon::of(&map.hexes, *hex).with(Hexagon::of(&map.hexes, farthest))
        });
        let all = seen.get_or_insert(own);
        for (all, own) in all.iter_mut().zip(own) {
            *all = all.with(own);
        }
        next = *after;
    }
    seen.expect("a heap has a goal")
}

impl<'a> Sight<'a> {
    /// From a hex on.
    pub(super) fn new(map: &'a HexJumpMap, hex: LineHex, directions: Directions) -> Sight<'a> {
        Sight { map, hex, directions, clear: [None; 3] }
    }

    /// How far one can go in an odd direction, if the node is searched in that.
    #[inline]
    fn clear_steps(&mut self, odd: usize) -> u32 {
        let Sight { map, hex, directions, clear } = self;
        *clear[odd / 2].get_or_insert_with(|| {
            if *directions >> odd & 1 != 0 { map.clear_steps(*hex, odd) } else { 0 }
        })
    }

    /// Whether a way from the node on is free as far as it is odd, and begins in a direction that the node is
    /// searched in. Where many ways are looked at, how far one can go is found once.
    #[inline]
    fn begins(&mut self, Way { odd, even, odd_steps, even_steps }: Way, are_many: bool) -> bool {
        if odd_steps == 0 {
            return even_steps == 0 || self.directions >> even & 1 != 0;
        }
        let is_searched = self.directions >> odd & 1 != 0;
        is_searched
            && if are_many {
                odd_steps <= self.clear_steps(odd)
            } else {
                self.map.is_free(self.hex, odd, odd_steps)
            }
    }

    /// Whether the rest of the way is free.
    fn ends(&self, Way { odd, even, odd_steps, even_steps }: Way) -> bool {
        let turn = self.map.hexes.stepped(self.hex, odd, odd_steps);
        self.map.is_free(turn, even, even_steps)
    }

    #[inline]
    fn at(&self) -> OnAxes {
        self.map.hexes.on_axes(self.hex)
    }

    /// Whether one may come by steps in an odd direction to where something is seen in an even one beside it.
    fn may_see(&mut self, seen: &[Hexagon; 3]) -> bool {
        let here = Hexagon::of(&self.map.hexes, self.hex);
        for odd in ODD {
            let farthest = self.map.hexes.stepped(self.hex, odd, self.clear_steps(odd));
            let crossed = here.with(Hexagon::of(&self.map.hexes, farthest));
            let [one, other] = evens_beside(odd);
            if seen[one / 2].apart(&crossed).min(seen[other / 2].apart(&crossed)) <= 0 {
                return true;
            }
        }
        false
    }
}

impl Hexagon {
    #[inline]
    fn of(hexes: &HexAxes, hex: LineHex) -> Hexagon {
        let at = hexes.on_axes(hex);
        Hexagon { least: at, most: at }
    }

    #[inline]
    fn with(self, Hexagon { least: [a, b, c], most: [d, e, f] }: Hexagon) -> Hexagon {
        let ([least_a, least_b, least_c], [most_d, most_e, most_f]) = (self.least, self.most);
        Hexagon {
            least: [a.min(least_a), b.min(least_b), c.min(least_c)],
            most: [d.max(most_d), e.max(most_e), f.max(most_f)],
        }
    }

    /// The least number of steps from a hex into it: each changes any of the three by one at the most.
    #[inline]
    fn distance(&self, at: OnAxes) -> u32 {
        self.apart(&Hexagon { least: at, most: at }).max(0).unsigned_abs()
    }

    /// The least number of steps from another to this one. Negative or none where they share places on each
    /// axis.
    #[inline]
    fn apart(&self, other: &Hexagon) -> i32 {
        let on = |axis: usize| {
            (self.least[axis] - other.most[axis]).max(other.least[axis] - self.most[axis])
        };
        on(0).max(on(1)).max(on(2))
    }
}

impl WordAt {
    /// The hex of its first bit.
    fn first_hex(self) -> LineHex {
        let small = |number: usize| u32::try_from(number).expect("no more than hexes");
        LineHex { along: small(self.word) * 64, line: small(self.line) }
    }
}

impl Marks {
    /// Marks goals.
    fn read(&mut self, map: &HexJumpMap, goals: &[NodeId]) {
        let [lines, width] = map.hexes.rows_and_bits(0);
        if !self.goals.has_rows(lines, width) {
            self.goals = BitGrid::clear(lines, width);
        }
        for &goal in goals {
            let LineHex { along, line } = map.hexes.hex_at(goal);
            let at = WordAt { line: line as usize, word: (along / 64) as usize };
            let marked = self.goals.word(at);
            if marked == 0 {
                self.words.push(at);
            }
            self.goals.set_word(at, marked | 1 << (along % 64));
        }
    }

    /// Which hexes of a word are goals where one can stand.
    fn own(&self, map: &HexJumpMap, at: WordAt) -> u64 {
        let LineHex { along, line } = at.first_hex();
        self.goals.word(at) & map.open_bits(line, along.cast_signed())
    }

    /// Which of them paths come to from outside: those beside an open hex that is none, and those where links
    /// end.
    fn outer(&self, map: &HexJumpMap, at: WordAt) -> u64 {
        let LineHex { along, line } = at.first_hex();
        let first = along.cast_signed();
        let outside =
            |line: u32, first: i32| map.open_bits(line, first) & !self.goals.bits_from(line, first);
        let aside = i32::from(map.hexes.is_shoved(line));
        let across = |line| outside(line, first + aside) | outside(line, first + aside - 1);
        let along = outside(line, first - 1) | outside(line, first + 1);
        let beside = along | across(line - 1) | across(line + 1);
        self.own(map, at) & (beside | map.link_end_bits(at))
    }

    /// Forgets the marks.
    fn clear(&mut self) {
        for at in self.words.drain(..) {
            self.goals.set_word(at, 0);
        }
    }
}
