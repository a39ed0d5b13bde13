//! Which subgoals are reached from a cell by a straight leg: so many diagonal steps and then so many straight
//! ones, past no other subgoal.

use super::turns::{Sector, Turns};
use crate::jump::{BitAt, BitGrid, JumpCosts, JumpMap, JumpRule, PaddedCell, SCANS, WordIndex};

/// The ground between subgoals, ready for looking around.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Reach {
    pub(super) rule: JumpRule,
    pub(super) costs: JumpCosts,
    pub(super) turns: Turns,
    stride: u32,
    subgoals: BitGrid,
    // For each word of the subgoals how many there are before it.
    ranks: Vec<u32>,
    // Walls and subgoals, which scans end at, by rows and by columns.
    stops: BitGrid,
    stops_of_columns: BitGrid,
    ways: Vec<Ways>,
}

/// What is known of a cell, in bits.
///
/// Bits 0 to 3: in which straight directions a subgoal comes before a wall. Bits 4 to 7: which diagonal steps
/// may be made; with four neighbours, which steps along the row. Bits 8 to 11: along which of these there is
/// some subgoal yet, at the end of a scan aside or of the steps themselves. Bit 12: whether it is a subgoal.
type Ways = u16;

const IS_SUBGOAL: Ways = 1 << 12;

/// A subgoal that is reached by a straight leg.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Leg {
    pub(super) to: PaddedCell,
    pub(super) cost: u32,
    pub(super) sector: Sector,
}

impl Reach {
    /// That of a map, where these cells are subgoals as well.
    pub(super) fn new(map: &JumpMap, costs: JumpCosts, others: &[PaddedCell]) -> Reach {
        let size = map.layout().bounds().size;
        let (columns, rows) = (size.width + 2, size.height + 2);
        let turns = Turns::new(map.rule, costs);
        let subgoals = BitGrid::clear(rows, columns);
        let mut reach = Reach {
            rule: map.rule,
            costs,
            turns,
            stride: columns,
            ranks: Vec::with_capacity(subgoals.len_in_words()),
            subgoals,
            stops: BitGrid::clear(rows, columns),
            stops_of_columns: BitGrid::clear(columns, rows),
            ways: vec![0; columns as usize * rows as usize],
        };
        for other in others {
            reach.subgoals.set(other.y, other.x);
        }
        for (y, x) in (0..rows).flat_map(|y| (0..columns).map(move |x| (y, x))) {
            let cell = PaddedCell { x, y };
            let is_open = map.is_open(cell);
            if is_open {
                let around = around(map, cell);
                let place = reach.place(cell);
                reach.ways[place] = reach.diagonal_ways(around);
                if !reach.turns.is_subgoal(around) && !reach.has_subgoal(cell) {
                    continue;
                }
                reach.ways[place] |= IS_SUBGOAL;
                reach.subgoals.set(y, x);
            }
            reach.stops.set(y, x);
            reach.stops_of_columns.set(x, y);
        }
        let mut before = 0;
        for word in 0..reach.subgoals.len_in_words() {
            reach.ranks.push(before);
            before += reach.subgoals.word_at(WordIndex(word)).count_ones();
        }
        reach.look_ahead();
        reach
    }

    /// Which steps that legs begin with may be made from a cell, in their four bits.
    fn diagonal_ways(&self, around: u8) -> Ways {
        let is_open = |bit: usize| around >> bit & 1 != 0;
        let ways = (0..4_u8).filter(|&way| {
            let way = usize::from(way);
            match self.rule {
                JumpRule::Four => way % 2 == 0 && is_open(way),
                JumpRule::Eight(_) => {
                    let beside = [is_open(way), is_open((way + 1) % 4)];
                    is_open(4 + way) && self.rule.passes_corners(beside)
                }
            }
        });
        ways.fold(0, |all, way| all | 16 << way)
    }

    /// Finds for all cells in which directions there is a subgoal.
    fn look_ahead(&mut self) {
        self.look_straight_ahead();
        for diagonal in 0..4 {
            self.look_along(diagonal);
        }
    }

    /// Finds along which diagonal steps there is one, the farthest cells first.
    fn look_along(&mut self, diagonal: usize) {
        let (dx, dy, scans) = self.rule.diagonals()[diagonal];
        if (dx, dy) == (0, 0) {
            return;
        }
        let shift = i64::from(dy) * i64::from(self.stride) + i64::from(dx);
        let shift = isize::try_from(shift).unwrap_or(0);
        let count = self.ways.len();
        let (may_step, is_ahead) = (16 << diagonal, 256 << diagonal);
        let seen = Ways::from(scans) | IS_SUBGOAL | is_ahead;
        let mut look = |place: usize| {
            let ways = self.ways[place];
            if ways & may_step != 0 && self.ways[place.wrapping_add_signed(shift)] & seen != 0 {
                self.ways[place] = ways | is_ahead;
            }
        };
        if shift > 0 { (0..count).rev().for_each(&mut look) } else { (0..count).for_each(look) }
    }

    /// Finds in which straight directions a subgoal comes before a wall.
    fn look_straight_ahead(&mut self) {
        let subgoals: Vec<PaddedCell> = self.subgoals().collect();
        for subgoal in subgoals {
            for (direction, step) in SCANS.into_iter().enumerate() {
                // Whoever looks the other way sees it from there.
                let ahead: Ways = 1 << ((direction + 2) % 4);
                let mut cell = subgoal.plus(step, 1);
                while !self.is_wall(cell) {
                    let place = self.place(cell);
                    self.ways[place] |= ahead;
                    if self.number_at(cell).is_some() {
                        break;
                    }
                    cell = cell.plus(step, 1);
                }
            }
        }
    }

    #[inline]
    fn place(&self, cell: PaddedCell) -> usize {
        cell.y as usize * self.stride as usize + cell.x as usize
    }

    /// How many columns there are, counted with the border.
    #[inline]
    pub(super) const fn columns(&self) -> u32 {
        self.stride
    }

    /// How many columns and rows there are, counted with the border.
    pub(super) fn size(&self) -> [u32; 2] {
        let columns = self.stride;
        [columns, u32::try_from(self.ways.len()).unwrap_or(u32::MAX) / columns]
    }

    /// Whether the mover can stand on a cell.
    pub(super) fn is_open(&self, cell: PaddedCell) -> bool {
        !self.is_wall(cell)
    }

    fn is_wall(&self, cell: PaddedCell) -> bool {
        let BitAt { word, bit } = self.stops.bit_at(cell);
        let is_stop = self.stops.word_at(word) >> bit & 1 != 0;
        is_stop && self.number_at(cell).is_none()
    }

    /// All subgoals, by their numbers.
    pub(super) fn subgoals(&self) -> impl Iterator<Item = PaddedCell> {
        self.subgoals.set_cells()
    }

    /// The number of the subgoal at a cell. Returns `None` if there is none.
    #[inline]
    pub(super) fn number_at(&self, cell: PaddedCell) -> Option<u32> {
        self.has_subgoal(cell).then(|| self.number_of(cell))
    }

    #[inline]
    fn has_subgoal(&self, cell: PaddedCell) -> bool {
        let BitAt { word, bit } = self.subgoals.bit_at(cell);
        self.subgoals.word_at(word) >> bit & 1 != 0
    }

    /// The number of the subgoal that is at a cell.
    #[inline]
    pub(super) fn number_of(&self, cell: PaddedCell) -> u32 {
        let BitAt { word, bit } = self.subgoals.bit_at(cell);
        let before = self.subgoals.word_at(word) & !(u64::MAX << bit);
        self.ranks[word.0] + before.count_ones()
    }

    /// How far the next wall or subgoal is in a straight direction.
    #[inline]
    fn scan(&self, cell: PaddedCell, direction: u32) -> u32 {
        match direction {
            0 => self.stops.next_set(cell.y, cell.x),
            1 => self.stops_of_columns.next_set(cell.x, cell.y),
            2 => self.stops.previous_set(cell.y, cell.x),
            _ => self.stops_of_columns.previous_set(cell.x, cell.y),
        }
    }

    #[inline]
    fn leg(&self, to: PaddedCell, diagonal_steps: u32, straight_steps: u32, sector: Sector) -> Leg {
        let cost = diagonal_steps * self.costs.diagonal_step(self.rule)
            + straight_steps * self.costs.straight;
        Leg { to, cost, sector }
    }

    /// Tells of subgoals to which a straight leg leads from a cell. Of those that can only be reached so,
    /// past no other subgoal in whatever order the steps are made, it tells of all.
    #[inline]
    pub(super) fn each_leg(&self, from: PaddedCell, mut tell: impl FnMut(Leg)) {
        let own = match self.rule {
            // Rows are walked along below.
            JumpRule::Four => self.ways[self.place(from)] & !0b101,
            JumpRule::Eight(_) => self.ways[self.place(from)],
        };
        // How far scans still matter: one that goes on past where an earlier one found a subgoal is of a leg
        // that may as well go by way of that.
        let mut nearest = [u32::MAX; 4];
        for direction in 0..4_u32 {
            if own >> direction & 1 != 0 {
                let steps = self.scan(from, direction);
                nearest[direction as usize] = steps;
                let to = from.plus(SCANS[direction as usize], steps);
                let sector = Sector([0, 4, 8, 12][direction as usize]);
                tell(self.leg(to, 0, steps, sector));
            }
        }
        for diagonal in 0..4_u32 {
            if own & 256 << diagonal != 0 {
                self.each_leg_along(from, diagonal, nearest, &mut tell);
            }
        }
    }

    #[inline]
    fn each_leg_along(
        &self,
        from: PaddedCell,
        diagonal: u32,
        nearest: [u32; 4],
        tell: &mut impl FnMut(Leg),
    ) {
        let (dx, dy, scans) = self.rule.diagonals()[diagonal as usize];
        let sides: [u32; 2] = match self.rule {
            JumpRule::Four => [1, 3],
            JumpRule::Eight(_) => [diagonal, (diagonal + 1) % 4],
        };
        let sectors = sides.map(|side| {
            let (along, down) = SCANS[side as usize];
            Sector::of(self.rule, 2 * dx + along, 2 * dy + down)
        });
        let straight_on = Sector::of(self.rule, dx, dy);
        let mut nearest = sides.map(|side| nearest[side as usize]);
        let by = self.place(from.plus((dx, dy), 1)).wrapping_sub(self.place(from));
        let (mut place, mut steps) = (self.place(from), 0);
        let scans = Ways::from(scans);
        loop {
            place = place.wrapping_add(by);
            steps += 1;
            let ways = self.ways[place];
            if ways & (scans | IS_SUBGOAL) != 0 {
                let cell = from.plus((dx, dy), steps);
                if ways & IS_SUBGOAL != 0 {
                    tell(self.leg(cell, steps, 0, straight_on));
                    return;
                }
                for side in 0..2 {
                    let direction = sides[side];
                    if ways >> direction & 1 == 0 {
                        continue;
                    }
                    let straight = self.scan(cell, direction);
                    if straight < nearest[side] {
                        nearest[side] = straight;
                        let to = cell.plus(SCANS[direction as usize], straight);
                        tell(self.leg(to, steps, straight, sectors[side]));
                    }
                }
            }
            if ways & 256 << diagonal == 0 {
                return;
            }
        }
    }

    /// Whether the leg from a cell to a subgoal may be walked in any order of its steps, past no other one.
    pub(super) fn is_free_in_any_order(&self, from: PaddedCell, leg: &Leg) -> bool {
        let Some((diagonal, steps)) = self.rule.diagonal_towards(from, leg.to) else { return true };
        let (dx, dy, _) = self.rule.diagonals()[diagonal as usize];
        let Some(scan) = scan_towards(from.plus((dx, dy), steps), leg.to) else { return true };
        let straight = leg.to.x.abs_diff(from.plus((dx, dy), steps).x)
            + leg.to.y.abs_diff(from.plus((dx, dy), steps).y);
        (0..steps).all(|step| self.scan(from.plus((dx, dy), step), scan) > straight)
    }

    /// Whether the straight leg between two open cells is free, past no subgoal.
    pub(super) fn has_free_leg(&self, from: PaddedCell, to: PaddedCell) -> bool {
        let mut cell = from;
        if let Some((diagonal, steps)) = self.rule.diagonal_towards(from, to) {
            let (dx, dy, _) = self.rule.diagonals()[diagonal as usize];
            for _ in 0..steps {
                if self.ways[self.place(cell)] & 16 << diagonal == 0 {
                    return false;
                }
                cell = cell.plus((dx, dy), 1);
            }
        }
        let Some(scan) = scan_towards(cell, to) else { return true };
        let straight = to.x.abs_diff(cell.x) + to.y.abs_diff(cell.y);
        self.scan(cell, scan) >= straight
    }

    pub(super) fn sector(&self, from: PaddedCell, to: PaddedCell) -> Sector {
        let by = |from: u32, to: u32| to.wrapping_sub(from).cast_signed();
        Sector::of(self.rule, by(from.x, to.x), by(from.y, to.y))
    }

    /// What a leg costs if nothing is in its way.
    #[inline]
    pub(super) fn least(&self, from: PaddedCell, to: PaddedCell) -> u32 {
        self.costs.least(self.rule, from.x.abs_diff(to.x), from.y.abs_diff(to.y))
    }

    pub(super) fn bytes(&self) -> usize {
        self.turns.bytes()
            + self.subgoals.bytes()
            + self.stops.bytes()
            + self.stops_of_columns.bytes()
            + self.ranks.capacity() * size_of::<u32>()
            + self.ways.capacity() * size_of::<Ways>()
    }
}

/// Which of the eight neighbours of an open cell are open.
pub(super) fn around(map: &JumpMap, cell: PaddedCell) -> u8 {
    u8::try_from(map.neighbours(cell) & 0xff).unwrap_or(0)
}

/// The straight direction in which a cell of the same row or column lies. Returns `None` for the same cell.
fn scan_towards(from: PaddedCell, to: PaddedCell) -> Option<u32> {
    match (to.x.cmp(&from.x), to.y.cmp(&from.y)) {
        (std::cmp::Ordering::Greater, _) => Some(0),
        (std::cmp::Ordering::Less, _) => Some(2),
        (_, std::cmp::Ordering::Greater) => Some(1),
        (_, std::cmp::Ordering::Less) => Some(3),
        _ => None,
    }
}
