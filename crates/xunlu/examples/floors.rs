//! What stairs cost searches over jumps: `cargo run --release -p xunlu --example floors -- MAP...` gave the
//! figures in `record/jumps.md`.
//!
//! What a `MAP` is `ground/mod.rs` says. Three floors of it are joined by 1, 4, 16 and 64 stairs between
//! neighbouring ones, from a cell to the same one above, strewn from a seed over the largest component. Asked
//! are the ways from places drawn by chance on the lowest floor to such on the highest, and on a single floor
//! the parts of the paths found: to the stair, from stair to stair, and on. Told are microseconds a question,
//! the least of five rounds in which all take turns, and how many times that of its parts together it is.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

mod ground;
mod timing;

use ground::{draw, grid_of};
use std::error::Error;
use std::time::Duration;
use timing::time_of;
use xunlu::map::Layers;
use xunlu::{
    Algorithm, Cell, Grid, LayerCell, Link, MoverId, Place, Query, Weight, Workspace, World,
};

const QUESTIONS: usize = 200;
const ROUNDS: usize = 5;
const FLOORS: u32 = 3;
const STAIRS: [usize; 4] = [1, 4, 16, 64];
const BY: [Algorithm; 3] = [Algorithm::JumpPoints, Algorithm::JumpIndex, Algorithm::AStar];

/// A house, what is asked there, and the parts of that on one floor.
struct House {
    stairs: usize,
    world: World,
    whole: Vec<Query>,
    parts: Vec<Query>,
    least: [[Duration; 2]; BY.len()],
}

fn main() -> Result<(), Box<dyn Error>> {
    for name in std::env::args().skip(1) {
        let grid = grid_of(&name)?;
        println!("{}", name.rsplit('/').next().unwrap_or(&name));
        let mut floor = World::new(grid.clone())?;
        floor.build_index(MoverId::FIRST)?;
        let cells = largest_component(&floor, &grid);
        let mut seed = 0x9e37_79b9_7f4a_7c15;
        let mut houses = STAIRS
            .into_iter()
            .map(|stairs| house(&grid, &cells, stairs, &mut seed))
            .collect::<Result<Vec<House>, _>>()?;
        for round in 0..ROUNDS {
            for House { world, whole, parts, least, .. } in &mut houses {
                for (by, [of_whole, of_parts]) in BY.into_iter().zip(least) {
                    // A* takes long, and a round of it is enough.
                    if by != Algorithm::AStar || round == 0 {
                        *of_whole = time_of(world, &by_all(whole, by))?.min(*of_whole);
                        *of_parts = time_of(&floor, &by_all(parts, by))?.min(*of_parts);
                    }
                }
            }
        }
        for House { stairs, whole, least, .. } in &houses {
            let told = least.iter().map(|[of_whole, of_parts]| {
                let micros = of_whole.as_secs_f64() * 1e6 / whole.len() as f64;
                let times = of_whole.as_secs_f64() / of_parts.as_secs_f64();
                format!("{micros:9.1} us {times:5.2}")
            });
            println!("{stairs:>4} stairs {}", told.collect::<Vec<_>>().join("   "));
        }
    }
    Ok(())
}

fn by_all(queries: &[Query], by: Algorithm) -> Vec<Query> {
    queries.iter().map(|query| query.clone().algorithm(by)).collect()
}

fn largest_component(floor: &World, grid: &Grid) -> Vec<Cell> {
    let size_at = |cell| floor.view(MoverId::FIRST).ok()?.component_at(Place::Cell(cell));
    let open: Vec<(u32, Cell)> =
        grid.bounds().cells().filter_map(|cell| Some((size_at(cell)?.1, cell))).collect();
    let largest = open.iter().map(|(size, _)| *size).max().unwrap_or(0);
    open.into_iter().filter(|(size, _)| *size == largest).map(|(_, cell)| cell).collect()
}

fn house(
    grid: &Grid,
    cells: &[Cell],
    stairs: usize,
    seed: &mut u64,
) -> Result<House, Box<dyn Error>> {
    let count = u32::try_from(cells.len())?;
    let any = |layer, seed: &mut u64| {
        Place::LayerCell(LayerCell::new(layer, cells[draw(seed, count) as usize]))
    };
    let floors = (0..FLOORS).map(|_| grid.clone()).collect();
    let mut world = World::new(Layers::new(floors)?)?;
    for layer in 1..FLOORS {
        for _ in 0..stairs {
            let from = any(layer - 1, seed);
            let cell = from.as_cell().ok_or("a place of a house has a cell")?;
            let to = Place::LayerCell(LayerCell::new(layer, cell));
            world.add_link(Link::two_way(from, to).costing(Weight::percent(300)))?;
        }
    }
    world.build_index(MoverId::FIRST)?;
    let whole: Vec<Query> =
        (0..QUESTIONS).map(|_| Query::between(any(0, seed), any(FLOORS - 1, seed))).collect();
    let mut workspace = Workspace::new();
    let mut parts = Vec::new();
    for query in &whole {
        let answer = world.find(query, &mut workspace)?;
        let places = &answer.path().ok_or("all floors are joined")?.places;
        let own = places.chunk_by(|one, other| one.layer() == other.layer());
        parts.extend(own.filter_map(|part| {
            let (first, last) = (part.first()?.as_cell()?, part.last()?.as_cell()?);
            Some(Query::between(first, last))
        }));
    }
    Ok(House { stairs, world, whole, parts, least: [[Duration::MAX; 2]; BY.len()] })
}
