//! Where a mover can stand on a square grid and which steps it has, straight from the rules.

use super::PlaceStep;
use super::steps::priced;
use xunlu_map::{Cell, Corners, Grid, Ground, Mover, Place, Rect, StepRule, Weight};

// The eight directions in their published order: four straight, then four diagonal.
const DIRECTIONS: [(i32, i32); 8] =
    [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

/// The most expensive ground under the mover. Returns `None` unless every cell of it lies inside and is open.
pub(super) fn ground_at(grid: &Grid, mover: &Mover, place: Cell) -> Option<Weight> {
    let cells = covered(grid, mover, place)?;
    let weights: Option<Vec<Weight>> =
        cells.into_iter().map(|cell| weight_of(grid.ground(), mover, cell)).collect();
    weights?.into_iter().max()
}

/// The weight of a cell's ground for the mover. Returns `None` if it lies outside, or its terrain or tags
/// keep the mover out.
pub(super) fn weight_of(ground: &Ground, mover: &Mover, cell: Cell) -> Option<Weight> {
    let terrain = ground.terrain().get(cell)?;
    let tags = ground.tags().and_then(|tags| tags.get(cell)).unwrap_or_default();
    mover.weight(terrain).filter(|_| tags.0 & !mover.tags().0 == 0)
}

/// The steps from a place by the step rule to where the mover stands, in order. `place` says how a cell is
/// called.
pub(super) fn steps(
    grid: &Grid,
    mover: &Mover,
    from: Cell,
    place: impl Fn(Cell) -> Place,
    ground_at: impl Fn(Place) -> Option<Weight>,
) -> Vec<PlaceStep> {
    let straight = u64::from(mover.costs().straight.0);
    let diagonal = u64::from(mover.costs().diagonal.0);
    // Every move the rule knows: how far, what it costs onto open ground, whether it is bound by a
    // corner rule.
    let mut moves: Vec<(i32, i32, u64, Corners)> = Vec::new();
    match mover.rule() {
        StepRule::Four => {
            moves.extend(DIRECTIONS[..4].iter().map(|&(x, y)| (x, y, straight, Corners::Always)));
        }
        StepRule::Eight(corners) => {
            moves.extend(DIRECTIONS[..4].iter().map(|&(x, y)| (x, y, straight, Corners::Always)));
            moves.extend(DIRECTIONS[4..].iter().map(|&(x, y)| (x, y, diagonal, *corners)));
        }
        StepRule::Offsets(offsets) => {
            for step in offsets {
                let cost = priced(step.weight, straight);
                moves.push((step.offset.dx, step.offset.dy, cost, Corners::Always));
            }
        }
        StepRule::Hex | StepRule::Links => {}
    }
    let exits =
        grid.ground().exits().and_then(|exits| exits.get(from)).map_or(0xff, |exits| exits.0);
    let is_free =
        |cell: Cell| home_of(grid, cell).and_then(|home| ground_at(place(home))).is_some();
    let mut found = Vec::new();
    for (dx, dy, base, corners) in moves {
        let toward = (dx.signum(), dy.signum());
        let heading = (0_u32..).zip(DIRECTIONS).find(|&(_, direction)| direction == toward);
        let (heading, _) = heading.expect("no move leads nowhere");
        let allowed = exits & (1 << heading) != 0;
        let target = home_of(grid, Cell::new(from.x + dx, from.y + dy));
        let Some(target) = target.filter(|&target| target != from && allowed) else {
            continue;
        };
        let ground = ground_at(place(target));
        if let Some(ground) = ground.filter(|_| passes_corner(is_free, from, (dx, dy), corners)) {
            let cost = priced(ground, base);
            found.push(PlaceStep { to: place(target), cost, heading: Some(heading) });
        }
    }
    found
}

fn passes_corner(
    is_free: impl Fn(Cell) -> bool,
    from: Cell,
    (dx, dy): (i32, i32),
    corners: Corners,
) -> bool {
    let beside = is_free(Cell::new(from.x + dx, from.y));
    let above_or_below = is_free(Cell::new(from.x, from.y + dy));
    match corners {
        Corners::Always => true,
        Corners::OneFree => beside || above_or_below,
        Corners::NoCutting => beside && above_or_below,
        Corners::Never => false,
    }
}

/// The cells under the mover. Returns `None` if any lies outside or a joined axis is too short for it.
fn covered(grid: &Grid, mover: &Mover, place: Cell) -> Option<Vec<Cell>> {
    let (footprint, map) = (mover.footprint(), grid.bounds().size);
    let bites_its_tail = grid.wrap().x && map.width < footprint.width()
        || grid.wrap().y && map.height < footprint.height();
    if bites_its_tail || !grid.bounds().contains(place) {
        return None;
    }
    let mut cells = Vec::new();
    for down in 0..footprint.height() {
        for right in 0..footprint.width() {
            let x = place.x.checked_add_unsigned(right)?;
            let y = place.y.checked_add_unsigned(down)?;
            cells.push(home_of(grid, Cell::new(x, y))?);
        }
    }
    Some(cells)
}

/// Where a cell is on the grid when edges that are joined lead round. Returns `None` if it lies outside.
fn home_of(grid: &Grid, cell: Cell) -> Option<Cell> {
    let Rect { min, size } = grid.bounds();
    let along = |at: i32, least: i32, length: u32, joined: bool| {
        let (mut off, length) = (i64::from(at) - i64::from(least), i64::from(length));
        while joined && off < 0 {
            off += length;
        }
        while joined && off >= length {
            off -= length;
        }
        let inside = 0 <= off && off < length;
        inside
            .then(|| i32::try_from(i64::from(least) + off).expect("cells have numbers of 32 bits"))
    };
    let x = along(cell.x, min.x, size.width, grid.wrap().x)?;
    let y = along(cell.y, min.y, size.height, grid.wrap().y)?;
    Some(Cell::new(x, y))
}
