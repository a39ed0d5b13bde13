//! The walls around the open cells of a grid: straight, from corner to corner.

use super::line::{Line, Once};
use crate::exact::MeshPoint;
use xunlu_map::{Cell, Passability};

fn open_at(open: &Passability, x: i32, y: i32) -> bool {
    let min = open.layout().bounds().min;
    open.is_open(Cell::new(min.x + x, min.y + y))
}

/// All walls, sorted, their corners on whole coordinates counted from the first cell's. A wall ends where it
/// turns, and where another one touches it.
pub(crate) fn walls(open: &Passability) -> Vec<Line> {
    let size = open.layout().bounds().size;
    let mut walls = Vec::new();
    let mut add = |from: MeshPoint, to: MeshPoint, is_open_to_its_left: bool| {
        let once = Once::GROUND;
        let [from, to] = if is_open_to_its_left { [from, to] } else { [to, from] };
        walls.extend(Line::new(from, to, once));
    };
    // Where the last wall of each column began, while there is a wall at hand.
    let mut above: Vec<Option<MeshPoint>> = vec![None; size.width as usize + 1];
    for y in 0..=size.height.cast_signed() {
        let mut before: Option<MeshPoint> = None;
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
                let corner = MeshPoint { x, y };
                if let Some(before) = before.filter(|_| is_wall_left) {
                    add(before, corner, lower_left);
                }
                if let Some(above) = above.filter(|_| is_wall_above) {
                    add(above, corner, upper_left);
                }
                before = is_wall_right.then_some(corner);
                *above = is_wall_below.then_some(corner);
            }
            (upper_left, lower_left) = (upper, lower);
        }
    }
    walls.sort_unstable_by_key(Line::key);
    walls
}
