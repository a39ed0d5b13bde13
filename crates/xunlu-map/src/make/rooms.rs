//! Rooms in rows and columns, with doors.

use super::board::Board;
use super::pace::{Pace, STRIDE};
use super::random::Random;
use crate::cell::{Cell, Rect, Size};
use crate::terrain::Terrain;

/// How much work a wall is: the rooms that it parts lie all over the map.
const WALL_WORK: u32 = 130;

/// How much work rooms take: two walls each, or nearly.
pub(super) fn work(size: Size, side: u32) -> u64 {
    let [across, down] = [size.width, size.height].map(|length| Spans::new(length, side).count);
    u64::from(across) * u64::from(down) * 2 * u64::from(WALL_WORK)
}

/// Rooms of this side on an open board. The walls are gone through in a random order, and one that
/// parts two rooms not yet joined gets a door: a random spanning tree (Kruskal 1956 with equal
/// lengths). Any other wall gets one by chance.
pub(super) async fn rooms(
    board: &mut Board,
    side: u32,
    doors_percent: u32,
    random: &mut Random,
    pace: &Pace,
) {
    let Size { width, height } = board.size();
    let plan = Plan { across: Spans::new(width, side), down: Spans::new(height, side) };
    plan.raise_walls(board);
    let mut walls = plan.walls();
    random.shuffle(&mut walls);
    let mut joined = Joined::new(plan.across.count * plan.down.count);
    for (number, wall) in (1_u32..).zip(walls) {
        if number.is_multiple_of(STRIDE) {
            pace.did(u64::from(STRIDE * WALL_WORK)).await;
        }
        let (first, second) = plan.parted_by(wall);
        if joined.join(first, second) || random.chance(doors_percent) {
            board.fill(Rect::cell(plan.door(wall, random)), Terrain::OPEN);
        }
    }
}

/// The rooms along one axis: equally long but for the last one, which ends at the edge.
#[derive(Clone, Copy)]
struct Spans {
    length: u32,
    side: u32,
    count: u32,
}

impl Spans {
    fn new(length: u32, side: u32) -> Spans {
        Spans { length, side, count: length.div_ceil(side + 1) }
    }

    /// Where a span begins, and its length. A wall at the very edge would have nothing behind it,
    /// so the last span takes in its place.
    fn span(self, number: u32) -> (u32, u32) {
        let start = number * (self.side + 1);
        let length = if number + 1 == self.count { self.length - start } else { self.side };
        (start, length)
    }

    /// Where the wall after a span stands.
    fn wall(self, number: u32) -> u32 {
        number * (self.side + 1) + self.side
    }
}

/// Rooms are numbered row by row; a room's number doubled is the wall to its right, and one more
/// the wall below it.
struct Plan {
    across: Spans,
    down: Spans,
}

impl Plan {
    fn raise_walls(&self, board: &mut Board) {
        let (width, height) = (self.across.length, self.down.length);
        for column in 1..self.across.count {
            let corner = cell(self.across.wall(column - 1), 0);
            board.fill(Rect::new(corner, Size::new(1, height)), Terrain::WALL);
        }
        for row in 1..self.down.count {
            let corner = cell(0, self.down.wall(row - 1));
            board.fill(Rect::new(corner, Size::new(width, 1)), Terrain::WALL);
        }
    }

    fn walls(&self) -> Vec<u32> {
        let (columns, rows) = (self.across.count, self.down.count);
        let mut walls = Vec::with_capacity(columns as usize * rows as usize * 2);
        for room in 0..columns * rows {
            if (room + 1) % columns != 0 {
                walls.push(room * 2);
            }
            if room < columns * (rows - 1) {
                walls.push(room * 2 + 1);
            }
        }
        walls
    }

    fn parted_by(&self, wall: u32) -> (u32, u32) {
        let room = wall / 2;
        (room, if wall.is_multiple_of(2) { room + 1 } else { room + self.across.count })
    }

    /// A place for a door in a wall.
    fn door(&self, wall: u32, random: &mut Random) -> Cell {
        let (column, row) = (wall / 2 % self.across.count, wall / 2 / self.across.count);
        if wall.is_multiple_of(2) {
            let (top, height) = self.down.span(row);
            cell(self.across.wall(column), top + random.below(height))
        } else {
            let (left, width) = self.across.span(column);
            cell(left + random.below(width), self.down.wall(row))
        }
    }
}

/// Which rooms are connected: the trees of a disjoint-set forest with path halving.
struct Joined {
    above: Vec<u32>,
}

impl Joined {
    fn new(count: u32) -> Joined {
        Joined { above: (0..count).collect() }
    }

    /// Joins two. Returns false if they were connected already.
    fn join(&mut self, first: u32, second: u32) -> bool {
        let (first, second) = (self.top_of(first), self.top_of(second));
        // The walls come in a random order, so neither side is the taller one as a rule.
        self.above[second as usize] = first;
        first != second
    }

    fn top_of(&mut self, mut room: u32) -> u32 {
        while self.above[room as usize] != room {
            let above = self.above[room as usize];
            self.above[room as usize] = self.above[above as usize];
            room = above;
        }
        room
    }
}

fn cell(x: u32, y: u32) -> Cell {
    Cell::new(x.cast_signed(), y.cast_signed())
}
