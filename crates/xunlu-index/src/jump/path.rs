//! From the turning points of a path to all its cells.

use super::map::JumpMap;
use super::numbers::PaddedCell;
use super::rule::JumpRule;
use xunlu_map::Cell;

/// The segments between the turning points of a path.
pub(super) fn segments(
    map: &JumpMap,
    mut turns: impl Iterator<Item = PaddedCell>,
) -> impl Iterator<Item = Segment> {
    let mut from = turns.next().unwrap_or_default();
    turns.map(move |to| Segment::new(map, std::mem::replace(&mut from, to), to))
}

/// The places of all cells of a path, from its turning points: each segment between two of them is a
/// diagonal and then a cardinal part.
pub(super) fn cells_of_path<P>(
    map: &JumpMap,
    mut turns: impl DoubleEndedIterator<Item = PaddedCell> + Clone,
    place_of: impl Fn(Cell) -> P,
) -> Vec<P> {
    let place_of = |cell| place_of(map.map_cell(cell));
    // Counted first, so that the path is the one thing allocated.
    let count = segments(map, turns.clone()).map(|segment| segment.steps()).sum::<usize>();
    let mut places = Vec::with_capacity(count + 1);
    for segment in segments(map, turns.clone()) {
        segment.add_places(place_of, &mut places);
    }
    places.extend(turns.next_back().map(place_of));
    places
}

/// From one turning point to the next: some diagonal steps, and then some cardinal ones.
pub(super) struct Segment {
    pub(super) from: PaddedCell,
    pub(super) diagonal: (i32, i32),
    pub(super) diagonal_steps: u32,
    pub(super) scan: (i32, i32),
    pub(super) cardinal_steps: u32,
}

impl Segment {
    pub(super) fn new(map: &JumpMap, from: PaddedCell, to: PaddedCell) -> Segment {
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

    /// How many steps it has.
    pub(super) fn steps(&self) -> usize {
        (self.diagonal_steps + self.cardinal_steps) as usize
    }

    /// Where it ends.
    pub(super) fn to(&self) -> PaddedCell {
        self.turn().plus(self.scan, self.cardinal_steps)
    }

    fn turn(&self) -> PaddedCell {
        self.from.plus(self.diagonal, self.diagonal_steps)
    }

    /// Adds the places of its cells but for the last one.
    #[inline]
    pub(super) fn add_places<P>(
        &self,
        place_of: impl Fn(PaddedCell) -> P + Copy,
        places: &mut Vec<P>,
    ) {
        let diagonal_steps =
            (0..self.diagonal_steps).map(|step| self.from.plus(self.diagonal, step));
        places.extend(diagonal_steps.map(place_of));
        let turn = self.turn();
        let cardinal_steps = (0..self.cardinal_steps).map(|step| turn.plus(self.scan, step));
        places.extend(cardinal_steps.map(place_of));
    }
}
