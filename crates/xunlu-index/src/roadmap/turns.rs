//! Where cheapest paths turn, and how they may go on there: what the eight cells around a cell tell.
//!
//! ```text
//!   . . q      A path from p to q by way of c turns there. If its two steps may as well be made in the
//!   p c #      other order, by way of another cell, nobody has to turn at c. c is a
//!   . . .      subgoal where for some p and q that is not so.
//! ```
//!
//! Subgoals are those of Uras, Koenig and Hernandez (2013, "Subgoal graphs for optimal pathfinding in
//! eight-neighbor grids"), found by what they are for rather than by the corner beside them, so that one
//! definition serves every rule of corners, and four neighbours as well.

use crate::jump::{JumpCosts, JumpRule};

/// How many sectors there are.
pub(super) const SECTORS: usize = 16;

/// In which direction a straight leg leads, by what steps: even ones by one direction alone, east at 0 and on
/// over south; an odd one by the two beside it. With four neighbours the sectors of diagonals stand for the
/// quarters between rows and columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sector(pub(super) u8);

/// A set of sectors, a bit each.
pub(super) type Sectors = u16;

/// What decides how paths may go on at a subgoal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Outlook {
    /// The eight neighbours, a bit each where one is open.
    pub(super) around: u8,
    /// Whether links are taken there, to which and from which a path may come in any direction.
    pub(super) has_links: bool,
}

/// The eight directions round a cell: east, south-east, south, and so on.
const AROUND: [(i32, i32); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// What is known of each cell by its eight neighbours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Turns {
    is_subgoal: Box<[bool; 256]>,
    onward: Box<[[Sectors; SECTORS]; 256]>,
    // After which arrivals a path may turn, rather than go straight on.
    turning: Box<[Sectors; 256]>,
}

impl Sector {
    /// That of a leg by so many columns and rows, of which some are not 0.
    #[inline]
    pub(super) fn of(rule: JumpRule, dx: i32, dy: i32) -> Sector {
        let corner = match (dx.signum(), dy.signum()) {
            (1, 0) => 0,
            (1, 1) => 2,
            (0, 1) => 4,
            (-1, 1) => 6,
            (-1, 0) => 8,
            (-1, -1) => 10,
            (0, -1) => 12,
            _ => 14,
        };
        let (columns, rows) = (dx.unsigned_abs(), dy.unsigned_abs());
        if corner % 4 == 0 || columns == rows || rule == JumpRule::Four {
            return Sector(corner);
        }
        // Rows and columns take turns in which side of the diagonal they are on.
        let is_after = (rows > columns) == (corner % 8 == 2);
        Sector(if is_after { corner + 1 } else { corner - 1 })
    }

    /// The directions of its steps, as places in `AROUND`.
    fn steps(self, rule: JumpRule) -> [usize; 2] {
        let sector = usize::from(self.0);
        match (rule, sector % 4) {
            (_, 0) => [sector / 2; 2],
            (JumpRule::Four, _) => [(sector / 2 + 7) % 8, (sector / 2 + 1) % 8],
            (_, 2) => [sector / 2; 2],
            _ => [sector / 2, (sector / 2 + 1) % 8],
        }
    }
}

impl Turns {
    pub(super) fn new(rule: JumpRule, costs: JumpCosts) -> Turns {
        let mut is_subgoal = Box::new([false; 256]);
        let mut onward = Box::new([[0; SECTORS]; 256]);
        let mut turning = Box::new([0; 256]);
        for byte in 0..256 {
            let around = Around { rule, costs, byte };
            is_subgoal[byte] = around.is_subgoal();
            let after: [u8; 8] = std::array::from_fn(|arrival| around.after(arrival));
            for (arrival, onward) in (0..).map(Sector).zip(&mut onward[byte]) {
                let [one, other] = arrival.steps(rule);
                let steps = after[one] & after[other];
                if steps & !(1 << one | 1 << other) != 0 {
                    turning[byte] |= 1 << arrival.0;
                }
                let leads_on = |departure: Sector| {
                    departure.steps(rule).iter().all(|&step| steps >> step & 1 != 0)
                };
                for departure in (0..16).map(Sector).filter(|&departure| leads_on(departure)) {
                    *onward |= 1 << departure.0;
                }
            }
        }
        Turns { is_subgoal, onward, turning }
    }

    /// Whether some cheapest path has to turn at a cell with these neighbours.
    pub(super) fn is_subgoal(&self, around: u8) -> bool {
        self.is_subgoal[usize::from(around)]
    }

    /// By which sectors a cheapest path may go on that arrived by this one.
    #[inline]
    pub(super) fn onward(&self, at: Outlook, arrival: Sector) -> Sectors {
        if at.has_links {
            return Sectors::MAX;
        }
        self.onward[usize::from(at.around)][usize::from(arrival.0)]
    }

    /// Whether a cheapest path that arrived by this sector may turn.
    pub(super) fn may_turn(&self, at: Outlook, arrival: Sector) -> bool {
        at.has_links || self.turning[usize::from(at.around)] >> arrival.0 & 1 != 0
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.is_subgoal) + size_of_val(&*self.onward) + size_of_val(&*self.turning)
    }
}

/// A cell with these neighbours, a bit each as `JumpMap` names them: straight ones first.
#[derive(Clone, Copy)]
struct Around {
    rule: JumpRule,
    costs: JumpCosts,
    byte: usize,
}

impl Around {
    /// Whether a cell is open, by column and row as seen from the one in the middle. What lies farther off is
    /// as good as closed: no path of two steps is made cheaper by it.
    fn is_open(self, (x, y): (i32, i32)) -> bool {
        let place = AROUND.iter().position(|&at| at == (x, y));
        // Straight directions have even places here.
        place.map_or((x, y) == (0, 0), |place| self.byte >> (place / 2 + place % 2 * 4) & 1 != 0)
    }

    fn can_step(self, (x, y): (i32, i32), direction: usize) -> bool {
        let (dx, dy) = AROUND[direction];
        let are_open = self.is_open((x, y)) && self.is_open((x + dx, y + dy));
        are_open
            && (direction.is_multiple_of(2)
                || self.rule.passes_corners([(x + dx, y), (x, y + dy)].map(|at| self.is_open(at))))
    }

    /// What a step costs; and, which decides between two ways of the same cost, how far it is from the way
    /// that is taken: fewer steps are better, and of these straight ones.
    fn cost(self, direction: usize) -> [u64; 2] {
        if direction.is_multiple_of(2) {
            [self.costs.straight.into(), 2]
        } else {
            [self.costs.diagonal.into(), 3]
        }
    }

    /// The steps that may follow a step in this direction to the middle on a cheapest path, a bit each.
    fn after(self, arrival: usize) -> u8 {
        let steps =
            (0..8).filter(|&onward| self.way(arrival, onward).is_some_and(|way| !way.is_dear));
        steps.fold(0, |all, step| all | 1 << step)
    }

    fn is_subgoal(self) -> bool {
        (0..8).any(|arrival| {
            (0..8).any(|onward| {
                arrival != onward
                    && self.way(arrival, onward).is_some_and(|way| !way.is_worse)
                    && !self.may_be_swapped(arrival, onward)
            })
        })
    }

    /// Whether two steps by way of the middle may be made in the other order.
    fn may_be_swapped(self, arrival: usize, onward: usize) -> bool {
        let turn = (onward + 8 - arrival) % 8;
        let is_slight = if self.rule == JumpRule::Four {
            turn == 2 || turn == 6
        } else {
            turn == 1 || turn == 7
        };
        let (dx, dy) = AROUND[arrival];
        let (from, by) = ((-dx, -dy), AROUND[onward]);
        is_slight
            && self.can_step(from, onward)
            && self.can_step((from.0 + by.0, from.1 + by.1), arrival)
    }

    /// The way by two steps over the middle. Returns `None` if it cannot be walked, or leads back.
    fn way(self, arrival: usize, onward: usize) -> Option<Way> {
        let (dx, dy) = AROUND[arrival];
        let from = (-dx, -dy);
        let to = AROUND[onward];
        if from == to || !self.can_step(from, arrival) || !self.can_step((0, 0), onward) {
            return None;
        }
        let sum = |one: [u64; 2], other: [u64; 2]| [one[0] + other[0], one[1] + other[1]];
        let cost = sum(self.cost(arrival), self.cost(onward));
        // No cheaper way has three steps, but for two straight ones in place of a step that costs more.
        let by_one = (0..8).filter(|&step| self.can_step(from, step));
        let least = by_one
            .filter_map(|step| {
                let at = (from.0 + AROUND[step].0, from.1 + AROUND[step].1);
                if at == to {
                    return Some(self.cost(step));
                }
                let next = (0..8).find(|&next| {
                    (at.0 + AROUND[next].0, at.1 + AROUND[next].1) == to && self.can_step(at, next)
                })?;
                Some(sum(self.cost(step), self.cost(next)))
            })
            .min()
            .unwrap_or(cost);
        Some(Way { is_dear: least[0] < cost[0], is_worse: least < cost })
    }
}

/// Two steps by way of a cell.
#[derive(Clone, Copy)]
struct Way {
    /// Whether another way between the same cells costs less.
    is_dear: bool,
    /// Whether another way costs less, or as little and is the one taken.
    is_worse: bool,
}
