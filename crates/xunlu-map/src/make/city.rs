//! Cities: quarters cut by streets into blocks, and what stands on a block.

use super::board::Board;
use super::pace::Pace;
use super::random::Random;
use crate::cell::{Cell, Rect, Size};
use crate::terrain::Terrain;

/// Lawns, and the ground of ruins.
const PARK: Terrain = Terrain(2);
const RUBBLE: Terrain = Terrain(3);

/// How much work a cell is.
pub(super) const CELL_WORK: u64 = 4;

/// A city on an open board: a road runs round its edge, and quarters are cut in two by a street
/// until no side is longer than `block`. A cut runs from street to street, since what it cuts has
/// streets on all sides; so all streets are connected, and every block lies at one.
pub(super) async fn city(
    board: &mut Board,
    block: u32,
    parks_percent: u32,
    random: &mut Random,
    pace: &Pace,
) {
    let Size { width, height } = board.size();
    let inner = Size::new(width.saturating_sub(2), height.saturating_sub(2));
    let mut quarters = vec![Rect::new(Cell::new(1, 1), inner)];
    while let Some(quarter) = quarters.pop() {
        let longest = longest_side(quarter);
        if quarter.is_empty() {
            continue;
        } else if longest <= block {
            build_block(board, quarter, parks_percent, random);
            pace.did(quarter.size.area() * CELL_WORK).await;
        } else {
            let parts = cut(quarter, street_width(longest / block), random);
            let street =
                quarter.size.area() - parts.map(|part| part.size.area()).iter().sum::<u64>();
            pace.did(street * CELL_WORK).await;
            quarters.extend(parts);
        }
    }
}

/// How wide the street through a quarter is that is so many blocks long.
const fn street_width(blocks: u32) -> u32 {
    match blocks {
        0 | 1 => 2,
        2..8 => 3,
        _ => 5,
    }
}

/// Cuts a rectangle whose longest side is at least 3 across that side, somewhere about its middle;
/// neither part is empty.
fn cut(whole: Rect, width: u32, random: &mut Random) -> [Rect; 2] {
    let longest = longest_side(whole);
    let rest = longest - width.min(longest - 2);
    let first = random.from_to((rest * 3 / 10).max(1), (rest * 7 / 10).max(1));
    let second = rest - first;
    let Rect { min, size } = whole;
    let far = (longest - second).cast_signed();
    if size.width >= size.height {
        let behind = Cell::new(min.x + far, min.y);
        let [first, second] = [first, second].map(|width| Size::new(width, size.height));
        [Rect::new(min, first), Rect::new(behind, second)]
    } else {
        let behind = Cell::new(min.x, min.y + far);
        let [first, second] = [first, second].map(|height| Size::new(size.width, height));
        [Rect::new(min, first), Rect::new(behind, second)]
    }
}

fn longest_side(rect: Rect) -> u32 {
    rect.size.width.max(rect.size.height)
}

/// A park; or else, of a hundred blocks, about 5 squares, 8 lots of rubble, and houses.
fn build_block(board: &mut Board, block: Rect, parks_percent: u32, random: &mut Random) {
    if random.chance(parks_percent) {
        return build_park(board, block, random);
    }
    match random.below(100) {
        0..5 => build_square(board, block),
        5..13 => {
            board.fill(block, RUBBLE);
            strew(board, block, 50, random);
        }
        _ => build_houses(board, block, random),
    }
}

/// A lawn with trees, and with paths across where there is room.
fn build_park(board: &mut Board, park: Rect, random: &mut Random) {
    board.fill(park, PARK);
    strew(board, park, 25, random);
    let Rect { min, size } = park;
    if size.width.min(size.height) >= 5 {
        let middle = middle_of(park);
        board.fill(Rect::new(Cell::new(min.x, middle.y), Size::new(size.width, 1)), Terrain::OPEN);
        board.fill(Rect::new(Cell::new(middle.x, min.y), Size::new(1, size.height)), Terrain::OPEN);
    }
}

/// Open ground, with a monument where one can walk round it.
fn build_square(board: &mut Board, square: Rect) {
    if square.size.width.min(square.size.height) >= 3 {
        board.fill(Rect::cell(middle_of(square)), Terrain::WALL);
    }
}

/// Single walls, by chance, on every second cell of every second row: so none shuts anything in.
fn strew(board: &mut Board, lot: Rect, percent: u32, random: &mut Random) {
    let Rect { min, size } = lot;
    for down in (1..size.height.cast_signed()).step_by(2) {
        for right in (1..size.width.cast_signed()).step_by(2) {
            if random.chance(percent) {
                board.fill(Rect::cell(Cell::new(min.x + right, min.y + down)), Terrain::WALL);
            }
        }
    }
}

/// Houses with alleys between them: a block is cut by alleys as a quarter is by streets.
fn build_houses(board: &mut Board, block: Rect, random: &mut Random) {
    let plot_max = (longest_side(block) / 2).max(4);
    let mut plots = vec![block];
    while let Some(plot) = plots.pop() {
        if longest_side(plot) > plot_max && random.chance(80) {
            plots.extend(cut(plot, 1, random));
        } else {
            build_house(board, plot, random);
        }
    }
}

/// A house, with a courtyard and a gate to it, or a corner left out, or neither.
fn build_house(board: &mut Board, plot: Rect, random: &mut Random) {
    board.fill(plot, Terrain::WALL);
    let Size { width, height } = plot.size;
    if width.min(height) >= 5 && random.chance(50) {
        open_courtyard(board, plot, random);
    } else if width.min(height) >= 4 && random.chance(40) {
        let notch = Size::new(random.from_to(1, width / 2), random.from_to(1, height / 2));
        let mut corner = plot.min;
        if random.chance(50) {
            corner.x += (width - notch.width).cast_signed();
        }
        if random.chance(50) {
            corner.y += (height - notch.height).cast_signed();
        }
        board.fill(Rect::new(corner, notch), Terrain::OPEN);
    }
}

fn open_courtyard(board: &mut Board, plot: Rect, random: &mut Random) {
    let Rect { min, size } = plot;
    let thickness = if size.width.min(size.height) < 7 { 1 } else { 2 };
    let inner = Size::new(size.width - 2 * thickness, size.height - 2 * thickness);
    let inset = thickness.cast_signed();
    let corner = Cell::new(min.x + inset, min.y + inset);
    board.fill(Rect::new(corner, inner), Terrain::OPEN);
    let (far_x, far_y) =
        (corner.x + inner.width.cast_signed(), corner.y + inner.height.cast_signed());
    let across = corner.x + random.below(inner.width).cast_signed();
    let down = corner.y + random.below(inner.height).cast_signed();
    let gate = match random.below(4) {
        0 => Rect::new(Cell::new(across, min.y), Size::new(1, thickness)),
        1 => Rect::new(Cell::new(across, far_y), Size::new(1, thickness)),
        2 => Rect::new(Cell::new(min.x, down), Size::new(thickness, 1)),
        _ => Rect::new(Cell::new(far_x, down), Size::new(thickness, 1)),
    };
    board.fill(gate, Terrain::OPEN);
}

fn middle_of(rect: Rect) -> Cell {
    let Size { width, height } = rect.size;
    Cell::new(rect.min.x + (width / 2).cast_signed(), rect.min.y + (height / 2).cast_signed())
}
