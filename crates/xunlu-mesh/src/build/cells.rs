//! The walls around the open cells of a grid: straight, from corner to corner.

use crate::exact::MeshPoint;
use crate::half_edges::numbered;
use xunlu_map::{Cell, Passability};

/// Corners on whole coordinates, counted from the first cell's, and the walls between them.
#[derive(Debug, Default)]
pub(crate) struct Walls {
    pub(crate) corners: Vec<MeshPoint>,
    pub(crate) ends: Vec<[u32; 2]>,
}

/// Whether the cell in which a point lies is open.
#[allow(clippy::cast_possible_truncation, reason = "a grid's coordinates fit")]
pub(crate) fn is_open(open: &Passability, x: f64, y: f64) -> bool {
    open_at(open, x.floor() as i32, y.floor() as i32)
}

fn open_at(open: &Passability, x: i32, y: i32) -> bool {
    let min = open.layout().bounds().min;
    open.is_open(Cell::new(min.x + x, min.y + y))
}

/// All walls. A wall ends where it turns, and where another one touches it.
pub(crate) fn walls(open: &Passability) -> Walls {
    let size = open.layout().bounds().size;
    let mut walls = Walls::default();
    // The corner that the last wall of each column ends at, while there is a wall below it.
    let mut above: Vec<Option<u32>> = vec![None; size.width as usize + 1];
    for y in 0..=size.height.cast_signed() {
        let mut before: Option<u32> = None;
        // Whether the cells around a point of the lattice are open.
        let [mut upper_left, mut lower_left] = [false; 2];
        for (x, above) in (0..).zip(&mut above) {
            let (upper, lower) = (open_at(open, x, y - 1), open_at(open, x, y));
            let (is_wall_left, is_wall_right) = (upper_left != lower_left, upper != lower);
            let (is_wall_above, is_wall_below) = (upper_left != upper, lower_left != lower);
            let is_straight = is_wall_left == is_wall_right
                && is_wall_above == is_wall_below
                && !(is_wall_left && is_wall_above);
            if !is_straight {
                let corner = numbered(walls.corners.len());
                walls.corners.push(MeshPoint { x, y });
                if is_wall_left {
                    walls.ends.extend(before.map(|before| [before, corner]));
                }
                if is_wall_above {
                    walls.ends.extend(above.map(|above| [above, corner]));
                }
                before = is_wall_right.then_some(corner);
                *above = is_wall_below.then_some(corner);
            }
            (upper_left, lower_left) = (upper, lower);
        }
    }
    walls
}
