//! From the turns of a way to all its cells.

use super::map::{JumpMap, Square};
use super::rule::JumpRule;
use xunlu_map::Cell;

/// The places of all cells of a way, from its turns: between two of them it walks, and then scans.
pub(super) fn hops<P>(
    map: &JumpMap,
    mut turns: impl DoubleEndedIterator<Item = Square> + Clone,
    place_of: impl Fn(Cell) -> P,
) -> Vec<P> {
    let hops =
        || turns.clone().zip(turns.clone().skip(1)).map(|(from, to)| Hop::new(map, from, to));
    // Counted first, so that the path is the one thing allocated.
    let count = hops().map(|hop| (hop.walked + hop.scanned) as usize).sum::<usize>();
    let mut places = Vec::with_capacity(count + 1);
    for hop in hops() {
        let walked = (0..hop.walked).map(|step| hop.from.plus(hop.walk, step));
        places.extend(walked.map(|square| place_of(map.cell_of(square))));
        let turn = hop.from.plus(hop.walk, hop.walked);
        let scanned = (0..hop.scanned).map(|step| turn.plus(hop.scan, step));
        places.extend(scanned.map(|square| place_of(map.cell_of(square))));
    }
    places.extend(turns.next_back().map(|square| place_of(map.cell_of(square))));
    places
}

/// From one turn to the next: some steps walked, and then some scanned.
struct Hop {
    from: Square,
    walk: (i32, i32),
    walked: u32,
    scan: (i32, i32),
    scanned: u32,
}

impl Hop {
    fn new(map: &JumpMap, from: Square, to: Square) -> Hop {
        let way = |from: u32, to: u32| i32::from(to > from) - i32::from(to < from);
        let (dx, dy) = (way(from.x, to.x), way(from.y, to.y));
        let (columns, rows) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        match map.rule {
            JumpRule::Four => {
                Hop { from, walk: (dx, 0), walked: columns, scan: (0, dy), scanned: rows }
            }
            JumpRule::Eight(_) => {
                let scan = if columns > rows { (dx, 0) } else { (0, dy) };
                let walked = columns.min(rows);
                Hop { from, walk: (dx, dy), walked, scan, scanned: columns.max(rows) - walked }
            }
        }
    }
}
