//! Rectangles of the words of a board, kept so that those which meet another rectangle are found without
//! looking at all.
//!
//! Above the words' own rectangles stand those of groups of words, each the least that holds all in it, and
//! above these the rectangles of groups of groups, until few are left.

use super::board::Board;
use super::map::Square;

/// A rectangle that nothing meets.
pub(super) const NOWHERE: [Square; 2] =
    [Square { x: u32::MAX, y: u32::MAX }, Square { x: 0, y: 0 }];

/// A word is 64 cells wide and one high, so the first groups are piles.
const PILE: usize = 32;
/// From there on groups are as many across as down.
const SIDE: usize = 4;
/// So many rectangles at the top are looked at one by one.
const TOP_MAX: usize = 16;

/// A rectangle for each word of a board, and of groups of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Boxes {
    // The words' own first.
    floors: Vec<Floor>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Floor {
    columns: usize,
    boxes: Vec<[Square; 2]>,
}

/// How many columns and rows of a floor are one rectangle of the floor above.
fn group(floor: usize) -> (usize, usize) {
    if floor == 0 { (1, PILE) } else { (SIDE, SIDE) }
}

impl Boxes {
    /// For the words of a board, all of them nowhere.
    pub(super) fn nowhere(board: &Board) -> Boxes {
        let (mut columns, mut rows) = (board.words_a_row(), board.rows());
        let mut floors = vec![Floor { columns, boxes: vec![NOWHERE; columns * rows] }];
        while columns * rows > TOP_MAX {
            let (across, down) = group(floors.len() - 1);
            (columns, rows) = (columns.div_ceil(across), rows.div_ceil(down));
            floors.push(Floor { columns, boxes: vec![NOWHERE; columns * rows] });
        }
        Boxes { floors }
    }

    /// Puts down the rectangle of a word. Until [`settle`](Self::settle) is called with the word, its groups
    /// are what they were, and what the rectangle meets may not be found.
    pub(super) fn set(&mut self, place: usize, rect: [Square; 2]) {
        self.floors[0].boxes[place] = rect;
    }

    /// Takes in the rectangles that were put down for these words; they serve as scratch.
    pub(super) fn settle(&mut self, places: &mut Vec<usize>) {
        for floor in 0..self.floors.len() - 1 {
            let (across, down) = group(floor);
            let [below, above] = [self.floors[floor].columns, self.floors[floor + 1].columns];
            places.iter_mut().for_each(|place| {
                *place = *place / below / down * above + *place % below / across;
            });
            // What was in order may be so no more, as groups have several rows.
            places.sort_unstable();
            places.dedup();
            for &place in places.iter() {
                let of_group = self.group_of(floor + 1, place);
                let rects = of_group.map(|member| self.floors[floor].boxes[member]);
                self.floors[floor + 1].boxes[place] = rects.fold(NOWHERE, joined);
            }
        }
    }

    /// Adds the words whose rectangles meet one of some rectangles. How many were looked at is told.
    pub(super) fn meeting(&self, rects: &[[Square; 2]], found: &mut Vec<usize>) -> usize {
        let top = self.floors.len() - 1;
        let mut left: Vec<(usize, usize)> =
            (0..self.floors[top].boxes.len()).map(|place| (top, place)).collect();
        let mut looked_at = 0;
        while let Some((floor, place)) = left.pop() {
            looked_at += 1;
            let rect = self.floors[floor].boxes[place];
            if !rects.iter().any(|other| do_meet(rect, *other)) {
                continue;
            }
            if floor == 0 {
                found.push(place);
            } else {
                left.extend(self.group_of(floor, place).map(|member| (floor - 1, member)));
            }
        }
        looked_at
    }

    pub(super) fn bytes(&self) -> usize {
        self.floors.iter().map(|floor| size_of_val(&floor.boxes[..])).sum()
    }

    /// What a rectangle above the words' own holds, on the floor below it.
    fn group_of(&self, floor: usize, place: usize) -> impl Iterator<Item = usize> + use<> {
        let (across, down) = group(floor - 1);
        let below = &self.floors[floor - 1];
        let (columns, rows) = (below.columns, below.boxes.len() / below.columns);
        let above = self.floors[floor].columns;
        let (first_row, first_column) = (place / above * down, place % above * across);
        let row_range = first_row..(first_row + down).min(rows);
        let column_range = first_column..(first_column + across).min(columns);
        row_range
            .flat_map(move |row| column_range.clone().map(move |column| row * columns + column))
    }
}

fn joined([a, b]: [Square; 2], [c, d]: [Square; 2]) -> [Square; 2] {
    [Square { x: a.x.min(c.x), y: a.y.min(c.y) }, Square { x: b.x.max(d.x), y: b.y.max(d.y) }]
}

/// Whether two rectangles, first and last cell each, have a cell in common.
pub(super) fn do_meet([a, b]: [Square; 2], [c, d]: [Square; 2]) -> bool {
    a.x <= d.x && c.x <= b.x && a.y <= d.y && c.y <= b.y
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_testkit::Random;

    fn any_rect(random: &mut Random) -> [Square; 2] {
        let first = Square { x: random.below(900), y: random.below(900) };
        let (x, y) = (first.x + random.below(60), first.y + random.below(60));
        [first, Square { x, y }]
    }

    #[test]
    fn words_are_found_as_by_looking_at_all() {
        for seed in 0..60 {
            let mut random = Random::new(seed);
            let board = Board::clear(random.from_to(1, 900), random.from_to(1, 900));
            let words = board.len_in_words();
            let mut boxes = Boxes::nowhere(&board);
            let mut known = vec![NOWHERE; words];
            for _ in 0..20 {
                let mut places: Vec<usize> = (0..random.from_to(1, 90))
                    .map(|_| random.below(u32::try_from(words).unwrap()) as usize)
                    .collect();
                for &place in &places {
                    known[place] = if random.chance(30) { NOWHERE } else { any_rect(&mut random) };
                    boxes.set(place, known[place]);
                }
                boxes.settle(&mut places);
                let rects = [any_rect(&mut random), any_rect(&mut random)];
                let mut found = Vec::new();
                boxes.meeting(&rects, &mut found);
                found.sort_unstable();
                let meets = |place: &usize| rects.iter().any(|rect| do_meet(known[*place], *rect));
                let all: Vec<usize> = (0..words).filter(meets).collect();
                assert_eq!(found, all, "seed {seed}");
            }
        }
    }

    #[test]
    fn few_are_looked_at_however_many_there_are() {
        for side in [256, 1_024, 4_096] {
            let board = Board::clear(side, side);
            let mut boxes = Boxes::nowhere(&board);
            let mut places: Vec<usize> = (0..board.len_in_words()).collect();
            for &place in &places {
                let (y, x) = board.row_and_bit(place);
                boxes.set(place, [Square { x, y }, Square { x: x + 80, y: y + 20 }]);
            }
            boxes.settle(&mut places);
            let (mut found, at) = (Vec::new(), Square { x: side / 2, y: side / 2 });
            let looked_at = boxes.meeting(&[[at, at]], &mut found);
            assert!(looked_at < 400, "{looked_at} of {}", board.len_in_words());
            assert_eq!(found.len(), 2 * 21, "those up to 80 columns and 20 rows before");
        }
    }
}
