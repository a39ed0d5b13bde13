//! The queries of the speed gate: `cargo xtask gate` runs each by name and counts instructions.
//!
//! `gate --list` names them; `gate NAME` makes its map, warms up, and asks once inside
//! `gated_query`, which alone is counted. Those that begin with `edit` close a cell there and open it
//! again.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

use std::hint::black_box;
use std::process::ExitCode;
use xunlu::map::{HexArrangement, Offset, make};
use xunlu::{
    Algorithm, Cell, Corners, Cost, Grid, HexGrid, Mover, MoverId, Place, Query, Rect, Size,
    Terrain, Workspace, World,
};

const NAMES: [&str; 23] = [
    "open-astar",
    "open-dijkstra",
    "open-bfs",
    "open-greedy",
    "noise-astar",
    "noise-two-way-astar",
    "noise-weighted-astar",
    "weighted-astar-on-terrain",
    "large-mover-astar",
    "turning-astar",
    "hex-astar",
    "unreachable",
    "near-jps",
    "noise-jps",
    "noise-jps-index",
    "rooms-jps",
    "rooms-jps-index",
    "edit-open",
    "edit-open-index",
    "edit-rooms",
    "edit-rooms-index",
    "patches-astar",
    "patches-jps-weighted",
];

/// Numbers that look random and are the same everywhere: an xorshift of Marsaglia's (2003).
fn noise(seed: &mut u64) -> u32 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    u32::try_from(*seed >> 40).unwrap_or(0)
}

fn grid(side: u32, wall_percent: u32, terrains: u32) -> Grid {
    let mut grid = Grid::new(Size::new(side, side)).expect("a small map");
    let mut seed = 0x2545_f491_4f6c_dd1d;
    for cell in grid.bounds().cells() {
        let corner = cell.x.min(cell.y) < 8 || cell.x.max(cell.y) > side.cast_signed() - 8;
        let draw = noise(&mut seed) % 100;
        let kind = u8::try_from(noise(&mut seed) % terrains.max(1)).unwrap_or(0);
        let terrain = if draw < wall_percent && !corner { Terrain::WALL } else { Terrain(kind) };
        grid.set(cell, terrain).expect("a cell of the map");
    }
    grid
}

/// Fields of ground three times as expensive, some dozen cells wide, and few walls.
fn patches(side: u32) -> Grid {
    let mut grid = grid(side, 5, 1);
    for cell in grid.bounds().cells() {
        let is_swamp = (cell.x / 24 + cell.y / 40) % 3 == 0;
        if is_swamp && grid.terrain(cell) == Some(Terrain::OPEN) {
            grid.set(cell, Terrain(3)).expect("a cell of the map");
        }
    }
    grid
}

/// The world and the question of a name.
fn question(name: &str) -> Option<(World, Query)> {
    let eight = || Mover::eight(Corners::NoCutting);
    let (map, mover): (xunlu::Map, _) = match name {
        "open-astar" | "open-dijkstra" | "open-bfs" | "open-greedy" | "near-jps" => {
            (grid(256, 0, 1).into(), eight())
        }
        "edit-open" | "edit-open-index" => (Grid::new(Size::new(1024, 1024)).ok()?.into(), eight()),
        "weighted-astar-on-terrain" => (grid(256, 20, 9).into(), eight()),
        "large-mover-astar" => (grid(256, 1, 1).into(), eight().footprint(Size::new(3, 2))),
        "turning-astar" => (grid(128, 20, 1).into(), eight().turn_cost(Cost(1000))),
        "unreachable" => {
            let mut grid = grid(512, 0, 1);
            let wall = Rect::new(Cell::new(300, 0), Size::new(1, 512));
            grid.fill(wall, Terrain::WALL).ok()?;
            (grid.into(), eight())
        }
        "hex-astar" => {
            let grid = HexGrid::new(HexArrangement::OddR, Size::new(256, 256)).ok()?;
            (grid.into(), Mover::hex())
        }
        "noise-astar"
        | "noise-two-way-astar"
        | "noise-weighted-astar"
        | "noise-jps"
        | "noise-jps-index" => (grid(256, 25, 1).into(), eight()),
        "rooms-jps" | "rooms-jps-index" | "edit-rooms" | "edit-rooms-index" => {
            let kind = make::Kind::Rooms { side: 15, doors_percent: 60 };
            (make::grid(kind, Size::new(512, 512), 5).ok()?.into(), eight())
        }
        "patches-astar" | "patches-jps-weighted" => (patches(256).into(), eight()),
        _ => return None,
    };
    let algorithm = match name {
        "open-dijkstra" => Algorithm::Dijkstra,
        "open-bfs" => Algorithm::BreadthFirst,
        "open-greedy" => Algorithm::Greedy,
        "noise-two-way-astar" => Algorithm::TwoWayAStar,
        "noise-weighted-astar" => Algorithm::WeightedAStar { percent: 150 },
        "near-jps" | "noise-jps" | "rooms-jps" => Algorithm::JumpPoints,
        "noise-jps-index" | "rooms-jps-index" | "edit-open-index" | "edit-rooms-index" => {
            Algorithm::JumpIndex
        }
        "patches-jps-weighted" => Algorithm::JumpWeighted,
        _ => Algorithm::AStar,
    };
    let mut world = World::with_mover(map, mover.build().ok()?).ok()?;
    if algorithm == Algorithm::JumpIndex {
        world.build_index(MoverId::FIRST).ok()?;
    }
    let far = match world.map() {
        xunlu::Map::Grid(_) if name == "near-jps" => Place::cell(40, 20),
        xunlu::Map::Grid(grid) => Place::Cell(grid.bounds().max()? + Offset::new(-3, -3)),
        xunlu::Map::Hex(grid) => Place::Hex(grid.hex_at(Cell::new(250, 250))),
        _ => return None,
    };
    let near = match far {
        Place::Hex(_) => Place::Hex(xunlu::Hex::new(3, 3)),
        _ => Place::cell(3, 3),
    };
    Some((world, Query::between(near, far).algorithm(algorithm)))
}

#[inline(never)]
fn gated_query(world: &World, query: &Query, workspace: &mut Workspace) -> u64 {
    let answer = world.find(black_box(query), workspace);
    answer.map_or(0, |answer| answer.expansions)
}

/// Counted under the name that the gate knows, in a place of its own.
mod edits {
    use std::hint::black_box;
    use xunlu::{Place, Terrain, World, WorldError};

    #[inline(never)]
    pub(super) fn gated_query(world: &mut World, place: Place) -> Result<(), WorldError> {
        world.set(black_box(place), Terrain::WALL)?;
        world.set(place, Terrain::OPEN)?;
        Ok(())
    }
}

fn main() -> ExitCode {
    let asked = std::env::args().nth(1).unwrap_or_default();
    if asked == "--list" {
        NAMES.iter().for_each(|name| println!("{name}"));
        return ExitCode::SUCCESS;
    }
    let Some((mut world, query)) = question(&asked) else {
        println!("there is no query {asked:?}; expected --list or one of {}", NAMES.join(", "));
        return ExitCode::from(2);
    };
    if asked.starts_with("edit") {
        return edit(&mut world);
    }
    let mut workspace = Workspace::new();
    if let Err(error) = world.find(&query, &mut workspace) {
        println!("{error}");
        return ExitCode::from(2);
    }
    println!("{} expansions", gated_query(&world, &query, &mut workspace));
    ExitCode::SUCCESS
}

/// Edits one cell to warm up, and another that is counted.
fn edit(world: &mut World) -> ExitCode {
    let warm = [Place::cell(300, 200), Place::cell(310, 190)].map(|place| {
        let is_open = world.can_stand(MoverId::FIRST, place);
        let done = world.set(place, Terrain::WALL).and_then(|_| world.set(place, Terrain::OPEN));
        is_open && done.is_ok()
    });
    let counted = edits::gated_query(world, Place::cell(200, 300));
    println!("edited: {}", counted.is_ok() && warm == [true; 2]);
    ExitCode::SUCCESS
}
