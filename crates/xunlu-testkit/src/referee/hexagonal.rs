//! Where a mover can stand on hexes and which steps it has, straight from the rules.

use super::PlaceStep;
use super::square::weight_of;
use super::steps::priced;
use xunlu_map::{Cell, Hex, HexArrangement, HexGrid, Mover, Place, StepRule, Weight};

// The six directions in their published order, as (q, r).
const DIRECTIONS: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// The ground of a hex. Returns `None` if it lies outside or is closed to the mover.
pub(super) fn ground_at(grid: &HexGrid, mover: &Mover, hex: Hex) -> Option<Weight> {
    weight_of(grid.ground(), mover, cell_of(grid.arrangement(), hex))
}

/// The steps from a hex to where the mover stands, in order.
pub(super) fn steps(
    grid: &HexGrid,
    mover: &Mover,
    from: Hex,
    ground_at: impl Fn(Place) -> Option<Weight>,
) -> Vec<PlaceStep> {
    let mut found = Vec::new();
    if *mover.rule() != StepRule::Hex {
        return found;
    }
    let here = cell_of(grid.arrangement(), from);
    let exits =
        grid.ground().exits().and_then(|exits| exits.get(here)).map_or(0xff, |exits| exits.0);
    for (heading, (q, r)) in (0_u32..).zip(DIRECTIONS) {
        let target = Hex::new(from.q + q, from.r + r);
        let ground = ground_at(Place::Hex(target));
        let Some(weight) = ground.filter(|_| exits & (1 << heading) != 0) else { continue };
        let cost = priced(weight, u64::from(mover.costs().straight.0));
        found.push(PlaceStep { to: Place::Hex(target), cost, heading: Some(heading) });
    }
    found
}

/// The column and row of a hex: a pointy row lies half a hex to the right of the row above it, so
/// every two rows the slanted axis has run off by one column. Flat columns likewise.
pub(super) fn cell_of(arrangement: HexArrangement, Hex { q, r }: Hex) -> Cell {
    match arrangement {
        HexArrangement::OddR => Cell::new(q + half_down(r), r),
        HexArrangement::EvenR => Cell::new(q + half_up(r), r),
        HexArrangement::OddQ => Cell::new(q, r + half_down(q)),
        HexArrangement::EvenQ => Cell::new(q, r + half_up(q)),
    }
}

/// The hex in a column and row.
pub(super) fn hex_of(arrangement: HexArrangement, Cell { x, y }: Cell) -> Hex {
    match arrangement {
        HexArrangement::OddR => Hex::new(x - half_down(y), y),
        HexArrangement::EvenR => Hex::new(x - half_up(y), y),
        HexArrangement::OddQ => Hex::new(x, y - half_down(x)),
        HexArrangement::EvenQ => Hex::new(x, y - half_up(x)),
    }
}

// Where odd lines are shoved the half is rounded down, where even ones are it is rounded up.
const fn half_down(line: i32) -> i32 {
    (line - (line & 1)) / 2
}

const fn half_up(line: i32) -> i32 {
    (line + (line & 1)) / 2
}
