//! The steps of a path in another order, which costs the same, so that it meets no wall of another map.
//!
//! ```text
//!   s . . . . .      A segment of a path leads diagonally to t, and then straight on. A wall at u is in the
//!   . o u . . .      way of that order, and not of all others: of the diagonal and the straight steps any
//!   . . t . . g      order costs as much and ends at the same cell.
//! ```
//!
//! So all that is needed to go round one who stands in the open is a look at the cells between the two ends
//! of a segment, sixty-four at a time: which of them any order leads to after so many diagonal steps is a
//! word of bits, a bit for each number of straight steps.

use super::jump_point_ahead::spread_up;
use super::map::JumpMap;
use super::neighbour_words::NeighbourWords;
use super::numbers::PaddedCell;
use super::path::Segment;
use super::repair::bits_between;
use super::rule::JumpRule;
use xunlu_map::Corners;

/// So many words a look at one segment may take: a segment over some 500 x 500 cells. Beyond that a search is
/// as fast.
const WORDS_MAX: usize = 4096;

/// The cells of a segment in lines: as many lines as there are diagonal steps and one, of as many cells as
/// there are straight steps and one. The first cell of a line is its bit 1.
struct Lines<'a> {
    map: &'a JumpMap,
    segment: &'a Segment,
    is_by_columns: bool,
    is_back: bool,
    words: usize,
}

impl Segment {
    /// Whether the steps as they are meet no wall of a map. Where they start there may be one.
    pub(super) fn is_free_on(&self, map: &JumpMap) -> bool {
        let (from, to) = (self.from, self.to());
        if self.by_link_to.is_some() {
            return map.is_open(to);
        }
        if map.is_open(from) {
            return map.has_diagonal_first_path(from, to);
        }
        let (off, may_leave) = if self.diagonal_steps > 0 {
            let around = NeighbourWords::of_byte(map.neighbours(from));
            let ways = map.rule.diagonals().iter().zip(map.rule.passable_diagonals(&around));
            let mut own = ways.filter(|((dx, dy, _), _)| (*dx, *dy) == self.diagonal);
            (self.diagonal, own.any(|(_, passable)| passable & 1 != 0))
        } else {
            (self.scan, map.is_open(from.plus(self.scan, 1)))
        };
        may_leave && map.has_diagonal_first_path(from.plus(off, 1), to)
    }

    /// Whether there are other orders of the steps, and few enough cells between the ends to look at them.
    pub(super) fn may_be_reordered(&self) -> bool {
        let lines = self.diagonal_steps as usize + 1;
        self.diagonal_steps > 0 && self.cardinal_steps > 0 && self.words() * lines <= WORDS_MAX
    }

    /// How many words a line takes.
    fn words(&self) -> usize {
        (self.cardinal_steps as usize + 2).div_ceil(64)
    }

    /// Finds an order of the steps that meets no wall of a map, and adds its places but for the last one.
    /// Returns whether there is one. `reached` is scratch.
    pub(super) fn reorder_on<P>(
        &self,
        map: &JumpMap,
        reached: &mut Vec<u64>,
        place_of: impl Fn(PaddedCell) -> P,
        places: &mut Vec<P>,
    ) -> bool {
        let (dx, dy) = self.scan;
        let (is_by_columns, is_back) = (dx == 0, dx + dy < 0);
        let lines = Lines { map, segment: self, is_by_columns, is_back, words: self.words() };
        let leads = lines.reach(reached);
        if leads {
            lines.add_places(reached, place_of, places);
        }
        leads
    }
}

impl Lines<'_> {
    /// Finds where any order of the steps leads, line by line. Returns whether one leads to the end.
    fn reach(&self, reached: &mut Vec<u64>) -> bool {
        let (words, last) = (self.words, self.segment.cardinal_steps as usize + 1);
        reached.clear();
        for number in 0..=self.segment.diagonal_steps {
            let mut carry = false;
            for (word, bit) in (0..words).zip((0..).step_by(64)) {
                // Nobody goes beyond the two ends of a line.
                let own = bits_between(&(1..=last), word);
                let start = if number == 0 && word == 0 { 1 << 1 } else { 0 };
                // Who asks may stand on the first cell.
                let open = (self.open(number, bit) | start) & own;
                let seeds = match reached.len().checked_sub(words) {
                    Some(before) if number > 0 => reached[before] & self.passable(number, bit),
                    _ => start,
                };
                let bits = spread_up((seeds | u64::from(carry)) & open, open);
                carry = bits >> 63 != 0;
                reached.push(bits);
            }
            if reached[reached.len() - words..].iter().all(|&bits| bits == 0) {
                return false;
            }
        }
        let end = reached.len() - words + last / 64;
        reached[end] >> (last % 64) & 1 != 0
    }

    /// The open cells of a line, sixty-four from a bit on.
    #[inline]
    fn open(&self, number: u32, bit: i32) -> u64 {
        let first = self.segment.from.plus(self.segment.diagonal, number);
        let (grid, line, at) = if self.is_by_columns {
            (&self.map.open_columns, first.x, first.y.cast_signed())
        } else {
            (&self.map.open, first.y, first.x.cast_signed())
        };
        if self.is_back {
            grid.bits_from(line, at - bit - 62).reverse_bits()
        } else {
            grid.bits_from(line, at - 1 + bit)
        }
    }

    /// To which cells of a line a diagonal step from the line before may lead, as far as corners let it.
    #[inline]
    fn passable(&self, number: u32, bit: i32) -> u64 {
        let JumpRule::Eight(corners @ (Corners::OneFree | Corners::NoCutting)) = self.map.rule
        else {
            return u64::MAX;
        };
        let (behind, ahead) = (self.open(number, bit - 1), self.open(number - 1, bit + 1));
        if corners == Corners::NoCutting { behind & ahead } else { behind | ahead }
    }

    /// Adds the places of the order that was found, in which straight steps come as late as can be.
    fn add_places<P>(
        &self,
        reached: &[u64],
        place_of: impl Fn(PaddedCell) -> P,
        places: &mut Vec<P>,
    ) {
        let &Segment { from, diagonal, scan, diagonal_steps, cardinal_steps, .. } = self.segment;
        let (mut line, mut along, first) = (diagonal_steps, cardinal_steps, places.len());
        while line > 0 || along > 0 {
            // Bit 1 is the first cell: this is the one before.
            let word = line as usize * self.words + along as usize / 64;
            let is_straight = along > 0 && reached[word] >> (along % 64) & 1 != 0;
            (line, along) = if is_straight { (line, along - 1) } else { (line - 1, along) };
            places.push(place_of(from.plus(diagonal, line).plus(scan, along)));
        }
        places[first..].reverse();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_map::{Grid, Mover, Passability, Size, Terrain};
    use xunlu_testkit::Random;

    /// A large room with some walls, and whoever walks about there.
    fn any_map(random: &mut Random) -> JumpMap {
        let size = Size::new(random.from_to(1, 200), random.from_to(1, 200));
        let mut grid = Grid::new(size).unwrap();
        let bounds = grid.bounds();
        for _ in 0..size.width * size.height / random.from_to(10, 400) {
            let (x, y) = (random.below(size.width), random.below(size.height));
            grid.set(bounds.min + (x.cast_signed(), y.cast_signed()), Terrain::WALL).unwrap();
        }
        let corners = [Corners::Always, Corners::OneFree, Corners::NoCutting, Corners::Never];
        let mover = Mover::eight(*random.pick(&corners)).build().unwrap();
        JumpMap::new(&Passability::new(grid.ground(), &mover), &mover).unwrap()
    }

    /// Whether a step may be made from a cell, wherever that is.
    fn has_step(map: &JumpMap, from: PaddedCell, off: (i32, i32)) -> bool {
        let is_open = |dx: i32, dy: i32| map.is_open(from.plus((dx, dy), 1));
        let beside = [is_open(off.0, 0), is_open(0, off.1)];
        is_open(off.0, off.1)
            && match map.rule {
                _ if off.0 == 0 || off.1 == 0 => true,
                JumpRule::Eight(Corners::NoCutting) => beside[0] && beside[1],
                JumpRule::Eight(Corners::OneFree) => beside[0] || beside[1],
                _ => true,
            }
    }

    /// Whether some order of the steps leads to the end, each cell tried for itself.
    fn leads(map: &JumpMap, segment: &Segment) -> bool {
        let (lines, cells) =
            (segment.diagonal_steps as usize + 1, segment.cardinal_steps as usize + 1);
        let mut reached = vec![vec![false; cells]; lines];
        for (line, along) in (0..lines).flat_map(|line| (0..cells).map(move |along| (line, along)))
        {
            let at = |line: usize, along: usize| {
                let [line, along] = [line, along].map(|steps| u32::try_from(steps).unwrap());
                segment.from.plus(segment.diagonal, line).plus(segment.scan, along)
            };
            let straight = along > 0
                && reached[line][along - 1]
                && has_step(map, at(line, along - 1), segment.scan);
            let diagonal = line > 0
                && reached[line - 1][along]
                && has_step(map, at(line - 1, along), segment.diagonal);
            reached[line][along] = (line, along) == (0, 0) || straight || diagonal;
        }
        reached[lines - 1][cells - 1]
    }

    #[test]
    fn an_order_is_found_if_and_only_if_there_is_one() {
        let (mut found, mut none, mut free) = (0, 0, 0);
        for seed in 0..200 {
            let random = &mut Random::new(seed);
            let map = any_map(random);
            let Size { width, height } = map.layout().bounds().size;
            let mut reached = Vec::new();
            for _ in 0..40 {
                let [from, to] = [0; 2].map(|_| PaddedCell {
                    x: random.below(width) + 1,
                    y: random.below(height) + 1,
                });
                if from == to {
                    continue;
                }
                let segment = Segment::new(&map, from, to);
                let mut as_it_is = vec![];
                segment.add_places(|cell| cell, &mut as_it_is);
                as_it_is.push(to);
                let steps = |cells: &[PaddedCell]| {
                    let off = |[from, to]: &[PaddedCell; 2]| {
                        let along = |from: u32, to: u32| to.cast_signed() - from.cast_signed();
                        (along(from.x, to.x), along(from.y, to.y))
                    };
                    let mut all: Vec<_> = cells.array_windows().map(off).collect();
                    let pairs = cells.array_windows().zip(&all);
                    let are_legal =
                        pairs.into_iter().all(|([from, _], &off)| has_step(&map, *from, off));
                    all.sort_unstable();
                    (all, are_legal)
                };
                let (mut expected, is_free) = steps(&as_it_is);
                assert_eq!(segment.is_free_on(&map), is_free, "seed {seed}: {from:?} to {to:?}");
                free += u32::from(is_free && !map.is_open(from));
                if !segment.may_be_reordered() {
                    continue;
                }
                let mut cells = vec![];
                let is_found = segment.reorder_on(&map, &mut reached, |cell| cell, &mut cells);
                assert_eq!(is_found, leads(&map, &segment), "seed {seed}: {from:?} to {to:?}");
                if is_found {
                    cells.push(to);
                    let (all, are_legal) = steps(&cells);
                    expected.sort_unstable();
                    assert_eq!(
                        (all, are_legal),
                        (expected, true),
                        "seed {seed}: {from:?} to {to:?}"
                    );
                    assert!(!is_free || cells == as_it_is, "seed {seed}: needlessly another order");
                }
                (found, none) =
                    (found + u32::from(is_found && !is_free), none + u32::from(!is_found));
            }
        }
        assert!(
            found >= 1000 && none >= 100 && free >= 20,
            "{found} found, {none} not, {free} free"
        );
    }
}
