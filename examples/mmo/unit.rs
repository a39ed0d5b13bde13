//! One unit: it walks, asks for the way, or waits.

use xunlu::Cell;

/// What a unit is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Doing {
    Walking,
    /// It stands, and has asked for the way.
    Asking,
    /// It stands until then, and asks.
    Waiting {
        until_ms: u32,
        why: Why,
    },
}

/// Why a unit waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Why {
    /// It came where it wanted to.
    AtGoal,
    /// No way leads on while a door is shut.
    Shut,
    /// The service has too much to do.
    Busy,
}

/// A path with the time at which each of its cells is reached.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    pub(crate) cells: Vec<Cell>,
    /// In milliseconds since the beginning.
    arrivals_ms: Vec<u32>,
    /// The question that it answers.
    pub(crate) number: u32,
    /// The last cell reached.
    pub(crate) at: usize,
    /// Whether it has left that cell for the next.
    is_under_way: bool,
    /// It goes no farther than this.
    pub(crate) stop: usize,
}

/// What is to be done at the end of a walk.
#[derive(Clone, Debug)]
pub(crate) enum Then {
    Walk(Vec<Cell>),
    Wait { for_ms: u32, why: Why },
}

/// What came of a tick of a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Went {
    On,
    /// To the cell where it was to stop, at that time.
    ToStop(u32),
    /// Up to a door that was closed meanwhile.
    ToDoor,
}

/// One unit.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    pub(crate) walk: Walk,
    pub(crate) doing: Doing,
    pub(crate) goal: Cell,
    /// What it asked last: what is told of anything earlier is not for it any more.
    pub(crate) number: u32,
    /// Whether it waits for an answer, walking or standing.
    pub(crate) has_asked: bool,
    pub(crate) then: Option<Then>,
    /// How long a straight step takes it.
    pub(crate) pace_ms: u8,
    /// When it last made a step, or heard something of use.
    pub(crate) alive_ms: u32,
    /// How often in a row there was no way to its goal.
    pub(crate) patience_spent: u32,
}

impl Walk {
    /// That of somebody who stands.
    pub(crate) fn none(cell: Cell, now_ms: u32) -> Walk {
        Walk::new(vec![cell], 0, now_ms, u8::MAX)
    }

    pub(crate) fn new(cells: Vec<Cell>, number: u32, begun_ms: u32, pace_ms: u8) -> Walk {
        let mut thousandths = 0;
        let mut arrivals_ms = vec![begun_ms];
        for step in cells.windows(2) {
            let is_diagonal = step[0].x != step[1].x && step[0].y != step[1].y;
            thousandths += if is_diagonal { 1_414 } else { 1_000 };
            arrivals_ms.push(begun_ms + thousandths * u32::from(pace_ms) / 1_000);
        }
        let stop = cells.len() - 1;
        Walk { cells, arrivals_ms, number, at: 0, is_under_way: false, stop }
    }

    pub(crate) fn begun_ms(&self) -> u32 {
        self.arrivals_ms[0]
    }

    pub(crate) fn cell(&self) -> Cell {
        self.cells[self.at]
    }

    /// The cells that somebody is in who walks here: two on the way from one to the other.
    pub(crate) fn occupied(&self) -> &[Cell] {
        &self.cells[self.at..=self.at + usize::from(self.is_under_way)]
    }

    /// Goes on until now; `may_enter` says of each step whether it may be made, and is told when it is.
    pub(crate) fn go(
        &mut self,
        now_ms: u32,
        mut may_enter: impl FnMut(Cell, Cell) -> bool,
    ) -> Went {
        // Each time round it comes a cell farther.
        while self.at < self.stop {
            let (from, to) = (self.cells[self.at], self.cells[self.at + 1]);
            if !self.is_under_way && !may_enter(from, to) {
                self.stop = self.at;
                return Went::ToDoor;
            }
            self.is_under_way = true;
            if now_ms < self.arrivals_ms[self.at + 1] {
                return Went::On;
            }
            self.at += 1;
            self.is_under_way = false;
        }
        Went::ToStop(self.arrivals_ms[self.at])
    }

    /// Stops at the first cell from here on that may be stood on, and returns it.
    pub(crate) fn stop_soon(&mut self, may_stand: impl Fn(Cell) -> bool) -> Cell {
        let first = self.at + usize::from(self.is_under_way);
        let stop = (first..self.stop).find(|&at| may_stand(self.cells[at]));
        self.stop = stop.unwrap_or(self.stop);
        self.cells[self.stop]
    }

    /// Goes on after all, up to the first cell that is closed.
    pub(crate) fn go_on(&mut self, is_closed: impl Fn(Cell) -> bool) {
        let closed = (self.at + 1..self.cells.len()).find(|&at| is_closed(self.cells[at]));
        self.stop = closed.map_or(self.stop, |closed| self.stop.max(closed - 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(cells: &[(i32, i32)]) -> Walk {
        let cells = cells.iter().map(|&(x, y)| Cell::new(x, y)).collect();
        Walk::new(cells, 1, 1_000, 100)
    }

    #[test]
    fn a_walk_takes_its_time_and_enters_a_cell_when_it_leaves_for_it() {
        let mut walk = walk(&[(0, 0), (1, 0), (2, 1)]);
        assert_eq!(walk.go(1_000, |_, _| true), Went::On);
        assert_eq!(walk.occupied(), [Cell::new(0, 0), Cell::new(1, 0)]);
        assert_eq!(walk.go(1_099, |_, _| panic!("it is under way")), Went::On);
        assert_eq!(walk.go(1_100, |_, to| to == Cell::new(2, 1)), Went::On);
        assert_eq!(walk.go(1_300, |_, _| true), Went::ToStop(1_241));
        assert_eq!(walk.occupied(), [Cell::new(2, 1)]);
    }

    #[test]
    fn a_walk_ends_before_a_door_that_was_closed() {
        let mut walk = walk(&[(0, 0), (1, 0), (2, 0)]);
        assert_eq!(walk.go(5_000, |_, to| to != Cell::new(2, 0)), Went::ToDoor);
        assert_eq!(walk.occupied(), [Cell::new(1, 0)]);
    }

    #[test]
    fn nobody_stops_in_a_door() {
        let mut walk = walk(&[(0, 0), (1, 0), (2, 0), (3, 0)]);
        walk.go(1_000, |_, _| true);
        assert_eq!(walk.stop_soon(|cell| cell.x != 1), Cell::new(2, 0));
        assert_eq!(walk.clone().go(9_000, |_, _| true), Went::ToStop(1_200));
        walk.go_on(|cell| cell.x == 3);
        assert_eq!((walk.stop, walk.cells.len()), (2, 4));
        walk.go_on(|_| false);
        assert_eq!(walk.stop, 2, "nothing is known of what lies behind");
    }
}
