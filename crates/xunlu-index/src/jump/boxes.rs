//! Bounding boxes of the words of a bit grid, in a hierarchy, so that those which intersect a rectangle are
//! found without testing all of them.
//!
//! Above the boxes of the words lie those of groups of words, each the bounding box of its group, and
//! above these the boxes of groups of groups, until few are left.

use super::bit_grid::BitGrid;
use super::numbers::{PaddedCell, WordIndex};

/// An empty rectangle, which intersects nothing.
pub(super) const EMPTY: [PaddedCell; 2] =
    [PaddedCell { x: u32::MAX, y: u32::MAX }, PaddedCell { x: 0, y: 0 }];

/// A word is 64 cells wide and one high, so the first groups are words above each other.
const ROWS_PER_GROUP: usize = 32;
/// From there on groups are square.
const SIDE: usize = 4;
/// The most boxes at the top, which are tested one by one.
const TOP_MAX: usize = 16;

/// A bounding box for each word of a bit grid, and for groups of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Boxes {
    // The boxes of the words first.
    levels: Vec<Level>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Level {
    columns: usize,
    boxes: Vec<[PaddedCell; 2]>,
}

/// How many columns and rows of a level are one box of the level above.
fn group(level: usize) -> (usize, usize) {
    if level == 0 { (1, ROWS_PER_GROUP) } else { (SIDE, SIDE) }
}

impl Boxes {
    /// One empty box for each word of a bit grid.
    pub(super) fn empty(grid: &BitGrid) -> Boxes {
        let (mut columns, mut rows) = (grid.words_per_row(), grid.rows());
        let mut levels = vec![Level { columns, boxes: vec![EMPTY; columns * rows] }];
        while columns * rows > TOP_MAX {
            let (across, down) = group(levels.len() - 1);
            (columns, rows) = (columns.div_ceil(across), rows.div_ceil(down));
            levels.push(Level { columns, boxes: vec![EMPTY; columns * rows] });
        }
        Boxes { levels }
    }

    /// Sets the box of a word. Until [`update_groups`](Self::update_groups) is called with the word, the
    /// boxes of its groups are out of date, and the word may not be found.
    pub(super) fn set(&mut self, word: WordIndex, rect: [PaddedCell; 2]) {
        self.levels[0].boxes[word.0] = rect;
    }

    /// The box of a word.
    #[inline]
    pub(super) fn of(&self, word: WordIndex) -> [PaddedCell; 2] {
        self.levels[0].boxes[word.0]
    }

    /// Updates the boxes of the groups of these words, whose boxes were set.
    pub(super) fn update_groups(&mut self, words: Vec<WordIndex>) {
        let mut places: Vec<usize> = words.into_iter().map(|word| word.0).collect();
        for level in 0..self.levels.len() - 1 {
            let (across, down) = group(level);
            let [below, above] = [self.levels[level].columns, self.levels[level + 1].columns];
            places.iter_mut().for_each(|place| {
                *place = *place / below / down * above + *place % below / across;
            });
            // Groups have several rows, so the order of their words need not be theirs.
            places.sort_unstable();
            places.dedup();
            for &place in &places {
                let of_group = self.group_of(level + 1, place);
                let rects = of_group.map(|member| self.levels[level].boxes[member]);
                self.levels[level + 1].boxes[place] = rects.fold(EMPTY, joined);
            }
        }
    }

    /// Adds the words whose boxes intersect one of some rectangles. Returns how many boxes were tested.
    pub(super) fn find_intersecting(
        &self,
        rects: &[[PaddedCell; 2]],
        found: &mut Vec<WordIndex>,
    ) -> usize {
        let top = self.levels.len() - 1;
        let mut left: Vec<(usize, usize)> =
            (0..self.levels[top].boxes.len()).map(|place| (top, place)).collect();
        let mut tested = 0;
        while let Some((level, place)) = left.pop() {
            tested += 1;
            let rect = self.levels[level].boxes[place];
            if !rects.iter().any(|other| intersect(rect, *other)) {
                continue;
            }
            if level == 0 {
                found.push(WordIndex(place));
            } else {
                left.extend(self.group_of(level, place).map(|member| (level - 1, member)));
            }
        }
        tested
    }

    pub(super) fn bytes(&self) -> usize {
        self.levels.iter().map(|level| size_of_val(&level.boxes[..])).sum()
    }

    /// The members of a group, on the level below it.
    fn group_of(&self, level: usize, place: usize) -> impl Iterator<Item = usize> + use<> {
        let (across, down) = group(level - 1);
        let below = &self.levels[level - 1];
        let (columns, rows) = (below.columns, below.boxes.len() / below.columns);
        let above = self.levels[level].columns;
        let (first_row, first_column) = (place / above * down, place % above * across);
        let row_range = first_row..(first_row + down).min(rows);
        let column_range = first_column..(first_column + across).min(columns);
        row_range
            .flat_map(move |row| column_range.clone().map(move |column| row * columns + column))
    }
}

fn joined([a, b]: [PaddedCell; 2], [c, d]: [PaddedCell; 2]) -> [PaddedCell; 2] {
    [
        PaddedCell { x: a.x.min(c.x), y: a.y.min(c.y) },
        PaddedCell { x: b.x.max(d.x), y: b.y.max(d.y) },
    ]
}

/// Whether two rectangles, first and last cell each, have a cell in common.
#[inline]
pub(super) fn intersect([a, b]: [PaddedCell; 2], [c, d]: [PaddedCell; 2]) -> bool {
    a.x <= d.x && c.x <= b.x && a.y <= d.y && c.y <= b.y
}

#[cfg(test)]
mod tests {
    use super::super::numbers::BitAt;
    use super::*;
    use xunlu_testkit::Random;

    fn any_rect(random: &mut Random) -> [PaddedCell; 2] {
        let first = PaddedCell { x: random.below(900), y: random.below(900) };
        let (x, y) = (first.x + random.below(60), first.y + random.below(60));
        [first, PaddedCell { x, y }]
    }

    #[test]
    fn words_are_found_as_by_testing_all() {
        for seed in 0..60 {
            let mut random = Random::new(seed);
            let grid = BitGrid::clear(random.from_to(1, 900), random.from_to(1, 900));
            let words = grid.len_in_words();
            let mut boxes = Boxes::empty(&grid);
            let mut known = vec![EMPTY; words];
            for _ in 0..20 {
                let count = random.from_to(1, 90);
                let any = |_| WordIndex(random.below(u32::try_from(words).unwrap()) as usize);
                let changed: Vec<WordIndex> = (0..count).map(any).collect();
                for &word in &changed {
                    known[word.0] = if random.chance(30) { EMPTY } else { any_rect(&mut random) };
                    boxes.set(word, known[word.0]);
                }
                boxes.update_groups(changed);
                let rects = [any_rect(&mut random), any_rect(&mut random)];
                let mut found = Vec::new();
                boxes.find_intersecting(&rects, &mut found);
                found.sort_unstable();
                let meets =
                    |place: &usize| rects.iter().any(|rect| intersect(known[*place], *rect));
                let all: Vec<WordIndex> = (0..words).filter(meets).map(WordIndex).collect();
                assert_eq!(found, all, "seed {seed}");
            }
        }
    }

    #[test]
    fn few_are_tested_however_many_there_are() {
        for side in [256, 1_024, 4_096] {
            let grid = BitGrid::clear(side, side);
            let mut boxes = Boxes::empty(&grid);
            let words: Vec<WordIndex> = (0..grid.len_in_words()).map(WordIndex).collect();
            for &word in &words {
                let first = grid.cell_of(BitAt { word, bit: 0 });
                boxes.set(word, [first, PaddedCell { x: first.x + 80, y: first.y + 20 }]);
            }
            boxes.update_groups(words);
            let (mut found, at) = (Vec::new(), PaddedCell { x: side / 2, y: side / 2 });
            let tested = boxes.find_intersecting(&[[at, at]], &mut found);
            assert!(tested < 400, "{tested} of {}", grid.len_in_words());
            assert_eq!(found.len(), 2 * 21, "those up to 80 columns and 20 rows before");
        }
    }
}
