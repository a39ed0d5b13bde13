//! From the turning points of a path to all its cells.

use super::map::JumpMap;
use super::numbers::PaddedCell;
use super::rule::JumpRule;
use xunlu_map::Cell;

/// The places of all cells of a path, from its turning points: each segment between two of them is a
/// diagonal and then a cardinal part.
pub(super) fn cells_of_path<P>(
    map: &JumpMap,
    mut turns: impl DoubleEndedIterator<Item = PaddedCell> + Clone,
    place_of: impl Fn(Cell) -> P,
) -> Vec<P> {
    let segments =
        || turns.clone().zip(turns.clone().skip(1)).map(|(from, to)| Segment::new(map, from, to));
    // Counted first, so that the path is the one thing allocated.
    let count = segments()
        .map(|segment| (segment.diagonal_steps + segment.cardinal_steps) as usize)
        .sum::<usize>();
    let mut places = Vec::with_capacity(count + 1);
    for segment in segments() {
        let diagonal_steps =
            (0..segment.diagonal_steps).map(|step| segment.from.plus(segment.diagonal, step));
        places.extend(diagonal_steps.map(|cell| place_of(map.map_cell(cell))));
        let turn = segment.from.plus(segment.diagonal, segment.diagonal_steps);
        let cardinal_steps = (0..segment.cardinal_steps).map(|step| turn.plus(segment.scan, step));
        places.extend(cardinal_steps.map(|cell| place_of(map.map_cell(cell))));
    }
    places.extend(turns.next_back().map(|cell| place_of(map.map_cell(cell))));
    places
}

/// From one turning point to the next: some diagonal steps, and then some cardinal ones.
struct Segment {
    from: PaddedCell,
    diagonal: (i32, i32),
    diagonal_steps: u32,
    scan: (i32, i32),
    cardinal_steps: u32,
}

impl Segment {
    fn new(map: &JumpMap, from: PaddedCell, to: PaddedCell) -> Segment {
        let sign = |from: u32, to: u32| i32::from(to > from) - i32::from(to < from);
        let (dx, dy) = (sign(from.x, to.x), sign(from.y, to.y));
        let (columns, rows) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        match map.rule {
            JumpRule::Four => Segment {
                from,
                diagonal: (dx, 0),
                diagonal_steps: columns,
                scan: (0, dy),
                cardinal_steps: rows,
            },
            JumpRule::Eight(_) => {
                let scan = if columns > rows { (dx, 0) } else { (0, dy) };
                let diagonal_steps = columns.min(rows);
                Segment {
                    from,
                    diagonal: (dx, dy),
                    diagonal_steps,
                    scan,
                    cardinal_steps: columns.max(rows) - diagonal_steps,
                }
            }
        }
    }
}
