//! What is laid onto a shape: expensive and cheap ground, tags, one-way cells, links, joined edges.

use super::board::Board;
use super::shapes::any_shape;
use crate::random::Random;
use xunlu_map::{
    Cell, Direction, Door, Exits, Grid, Hex, HexArrangement, HexGrid, LayerCell, Layers, Link,
    Rect, Size, Tags, Terrain, Weight, Wrap,
};

/// How much there is on a grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GridKind {
    /// Open ground and walls, edges not joined: what jump point search asks for.
    Plain,
    /// Ground of several prices as well.
    Weighted,
    /// Whatever a grid may have: also tags, one-way cells, links and joined edges.
    Full,
}

/// The longest side of a made map.
const SIDE_MAX: u32 = 40;

pub(super) fn any_grid_from(random: &mut Random, kind: GridKind) -> Grid {
    let size = any_size(random);
    let mut board = any_shape(size, random);
    if kind != GridKind::Plain {
        lay_terrain(&mut board, random);
    }
    let away = random.chance(40);
    let min = if away {
        Cell::new(random.between(-50, 50), random.between(-50, 50))
    } else {
        Cell::new(0, 0)
    };
    let mut grid = Grid::at(Rect::new(min, size)).expect("small sizes near zero make a grid");
    for (x, y) in board.positions() {
        let cell = Cell::new(min.x.saturating_add_unsigned(x), min.y.saturating_add_unsigned(y));
        if board.at(x, y) != Terrain::OPEN {
            grid.set(cell, board.at(x, y)).expect("every position of the board is a cell");
        }
    }
    if kind == GridKind::Full {
        lay_the_rest(&mut grid, random);
    }
    grid
}

/// A hex grid of any arrangement with whatever hexes may have.
pub(super) fn any_hex_grid_from(random: &mut Random) -> HexGrid {
    let inside = "made from the grid's own bounds";
    let size = any_size(random);
    let mut board = any_shape(size, random);
    if random.chance(60) {
        lay_terrain(&mut board, random);
    }
    let min = Cell::new(random.between(-9, 9), random.between(-9, 9));
    let arrangement = *random.pick(&HexArrangement::ALL);
    let bounds = Rect::new(min, size);
    let mut grid = HexGrid::at(arrangement, bounds).expect("small sizes near zero make a grid");
    for (x, y) in board.positions() {
        let cell = Cell::new(min.x.saturating_add_unsigned(x), min.y.saturating_add_unsigned(y));
        grid.fill(Rect::cell(cell), board.at(x, y)).expect(inside);
    }
    if random.chance(30) {
        for _ in 0..random.from_to(1, 4) {
            let tags = any_tags(random);
            grid.fill_tags(any_rect(bounds, random), tags).expect(inside);
        }
    }
    if random.chance(30) {
        let limited_percent = *random.pick(&[5, 20, 60]);
        for cell in bounds.cells() {
            if random.chance(limited_percent) {
                grid.fill_exits(Rect::cell(cell), any_exits(random)).expect(inside);
            }
        }
    }
    if random.chance(50) {
        let hexes: Vec<Hex> = bounds.cells().map(|cell| grid.hex_at(cell)).collect();
        for link in any_links(&hexes, random) {
            grid.add_link_as_read(link).expect(inside);
        }
    }
    grid
}

/// Two to four floors, often of one kind, with stairs between neighbouring ones, and perhaps any other links.
pub(super) fn any_layers_from(random: &mut Random) -> Layers {
    let floors = random.from_to(2, 4);
    let kinds = [GridKind::Plain, GridKind::Weighted, GridKind::Full];
    let of_all = random.chance(50).then(|| *random.pick(&kinds));
    let grids: Vec<Grid> = (0..floors)
        .map(|_| {
            let kind = of_all.unwrap_or_else(|| *random.pick(&kinds));
            any_grid_from(random, kind)
        })
        .collect();
    let layer_cells: Vec<Vec<LayerCell>> = (0..)
        .zip(&grids)
        .map(|(layer, grid)| {
            grid.bounds().cells().map(|cell| LayerCell::new(layer, cell)).collect()
        })
        .collect();
    let mut layers = Layers::new(grids).expect("a few small grids make layers");
    let inside = "made from the layers' own bounds";
    for floor in layer_cells.windows(2) {
        for _ in 0..random.below(4) {
            let stairs = Link::two_way(*random.pick(&floor[0]), *random.pick(&floor[1]));
            layers.add_link_as_read(stairs.costing(Weight::percent(150))).expect(inside);
        }
    }
    if random.chance(50) {
        for link in any_links(&layer_cells.concat(), random) {
            layers.add_link_as_read(link).expect(inside);
        }
    }
    layers
}

/// Mostly small, now and then a single row or column.
pub(super) fn any_size(random: &mut Random) -> Size {
    let most = *random.pick(&[4, 9, 16, 24, SIDE_MAX]);
    Size::new(random.from_to(1, most), random.from_to(1, most))
}

/// Patches and single cells of other ground: digits, the letters `a` to `d`, holes.
pub(super) fn lay_terrain(board: &mut Board, random: &mut Random) {
    let Size { width, height } = board.size();
    let sprinkled_percent = *random.pick(&[0, 0, 10, 40, 100]);
    for (x, y) in board.positions() {
        if board.at(x, y) == Terrain::OPEN && random.chance(sprinkled_percent) {
            board.set(x, y, any_ground(random));
        }
    }
    for _ in 0..random.below(6) {
        let ground = any_ground(random);
        let (left, top) = (random.below(width), random.below(height));
        for y in top..top + random.from_to(1, 8) {
            for x in left..left + random.from_to(1, 8) {
                if board.at(x, y) != Terrain::WALL {
                    board.set(x, y, ground);
                }
            }
        }
    }
}

fn any_ground(random: &mut Random) -> Terrain {
    match random.below(20) {
        0 => Terrain::VOID,
        1..=6 => Terrain(u8::try_from(random.from_to(10, 13)).expect("10 to 13")),
        _ => Terrain(u8::try_from(random.from_to(1, 9)).expect("1 to 9")),
    }
}

fn lay_the_rest(grid: &mut Grid, random: &mut Random) {
    let inside = "made from the grid's own bounds";
    if random.chance(40) {
        for _ in 0..random.from_to(1, 4) {
            let tags = any_tags(random);
            grid.fill_tags(any_rect(grid.bounds(), random), tags).expect(inside);
        }
    }
    if random.chance(40) {
        let limited_percent = *random.pick(&[5, 20, 60]);
        for cell in grid.bounds().cells() {
            if random.chance(limited_percent) {
                grid.set_exits(cell, any_exits(random)).expect(inside);
            }
        }
    }
    if random.chance(60) {
        let cells: Vec<Cell> = grid.bounds().cells().collect();
        for link in any_links(&cells, random) {
            let (id, _) = grid.add_link_as_read(link).expect(inside);
            // A link that was taken away leaves a gap in the numbers.
            if random.chance(10) {
                grid.remove_link(id).expect("it was added just now");
            }
        }
    }
    let wrap = if random.chance(40) {
        Wrap { x: random.chance(60), y: random.chance(60) }
    } else {
        Wrap::NONE
    };
    *grid = grid.clone().wrapped(wrap);
}

/// One to eight links between any of these places: of all prices and free ones, both ways and one
/// way, some tagged, some with a shut door.
pub(super) fn any_links<P: Copy>(places: &[P], random: &mut Random) -> Vec<Link<P>> {
    let count = random.from_to(1, 8);
    let mut links = Vec::new();
    for _ in 0..count {
        let (from, to) = (*random.pick(places), *random.pick(places));
        let mut link =
            if random.chance(50) { Link::two_way(from, to) } else { Link::one_way(from, to) };
        let percent = *random.pick(&[0, 0, 1, 50, 100, 100, 250, 2_000]);
        link = link.costing(Weight::percent(percent));
        if random.chance(25) {
            link = link.tagged(any_tags(random));
        }
        if random.chance(20) {
            link = link.with_door(Door::Shut);
        }
        links.push(link);
    }
    links
}

/// One or two of the first three tags.
pub(super) fn any_tags(random: &mut Random) -> Tags {
    let first = Tags(1 << random.below(3));
    if random.chance(20) { first.with(Tags(1 << random.below(3))) } else { first }
}

/// All exits but one, one alone, or any set of them.
pub(super) fn any_exits(random: &mut Random) -> Exits {
    let direction = *random.pick(&Direction::ALL);
    match random.below(3) {
        0 => Exits::only(direction),
        1 => Exits(!Exits::only(direction).0),
        _ => Exits(u8::try_from(random.below(256)).expect("below 256")),
    }
}

pub(super) fn any_rect(bounds: Rect, random: &mut Random) -> Rect {
    let cells: Vec<Cell> = bounds.cells().collect();
    let rect =
        Rect::new(*random.pick(&cells), Size::new(random.from_to(1, 6), random.from_to(1, 6)));
    bounds.intersection(rect)
}
