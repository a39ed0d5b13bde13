//! What one-way cells cost searches over jumps: `cargo run --release -p xunlu --example ledges -- MAP...`
//! gave the figures in `record/jumps.md`.
//!
//! What a `MAP` is `ground/mod.rs` says. Of it 1, 10, 100, 1,000 and 4,000 cells, strewn from a seed over the
//! largest component, may not be left to the north. The same questions between places drawn by chance there,
//! those that have a path everywhere, are asked of all. Told are microseconds a question, the least of five
//! rounds in which all take turns, and how many times that of the bare map it is; then the microseconds that
//! it takes to turn one more cell into such a one, or back, with the index kept, the mean of two hundred.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

mod ground;
mod timing;

use ground::{draw, grid_of};
use std::error::Error;
use std::time::{Duration, Instant};
use timing::time_of;
use xunlu::map::Direction;
use xunlu::{Algorithm, Cell, Exits, Grid, MoverId, Place, Query, Workspace, World};

const QUESTIONS: usize = 200;
const ROUNDS: usize = 5;
const COUNTS: [usize; 6] = [0, 1, 10, 100, 1_000, 4_000];
const EDITS: usize = 100;
const BY: [Algorithm; 3] = [Algorithm::JumpPoints, Algorithm::JumpIndex, Algorithm::AStar];

fn main() -> Result<(), Box<dyn Error>> {
    for name in std::env::args().skip(1) {
        let grid = grid_of(&name)?;
        println!("{}", name.rsplit('/').next().unwrap_or(&name));
        let cells = largest_component(&grid)?;
        let count = u32::try_from(cells.len())?;
        let mut seed = 0x9e37_79b9_7f4a_7c15;
        let any = |seed: &mut u64| cells[draw(seed, count) as usize];
        let mut worlds = Vec::new();
        for ledges in COUNTS {
            let mut grid = grid.clone();
            for _ in 0..ledges {
                grid.set_exits(any(&mut seed), down())?;
            }
            let mut world = World::new(grid)?;
            world.build_index(MoverId::FIRST)?;
            worlds.push((ledges, world, [Duration::MAX; BY.len()]));
        }
        let mut queries = Vec::new();
        while queries.len() < QUESTIONS {
            let query = Query::between(any(&mut seed), any(&mut seed));
            let has_path = |(_, world, _): &(usize, World, _)| {
                let answer = world.find(&query, &mut Workspace::new());
                answer.is_ok_and(|answer| answer.path().is_some())
            };
            if worlds.iter().all(has_path) {
                queries.push(query);
            }
        }
        for round in 0..ROUNDS {
            for (_, world, least) in &mut worlds {
                for (by, least) in BY.into_iter().zip(least) {
                    // A* takes long, and a round of it is enough.
                    if by != Algorithm::AStar || round == 0 {
                        let asked = queries.iter().map(|query| query.clone().algorithm(by));
                        *least = time_of(world, &asked.collect::<Vec<_>>())?.min(*least);
                    }
                }
            }
        }
        let bare = worlds[0].2;
        for (ledges, world, least) in &mut worlds {
            let told = least.iter().zip(bare).map(|(took, bare)| {
                let micros = took.as_secs_f64() * 1e6 / queries.len() as f64;
                format!("{micros:8.1} us {:5.2}", took.as_secs_f64() / bare.as_secs_f64())
            });
            let told = told.collect::<Vec<_>>().join("   ");
            let edited: Vec<Cell> = (0..EDITS).map(|_| any(&mut seed)).collect();
            let began = Instant::now();
            for cell in edited {
                let known = world.map().grids()[0].ground().exits();
                let was = known.and_then(|exits| exits.get(cell)).unwrap_or(Exits::ALL);
                world.set_exits(cell, down())?;
                world.set_exits(cell, was)?;
            }
            let edit = began.elapsed().as_secs_f64() * 1e6 / (2 * EDITS) as f64;
            println!("{ledges:>5} ledges {told}   {edit:8.1} us an edit");
        }
    }
    Ok(())
}

/// Everywhere but to the north.
fn down() -> Exits {
    let all = Direction::ALL.into_iter().filter(|direction| direction.offset().dy >= 0);
    all.fold(Exits::NONE, Exits::with)
}

fn largest_component(grid: &Grid) -> Result<Vec<Cell>, Box<dyn Error>> {
    let world = World::new(grid.clone())?;
    let view = world.view(MoverId::FIRST)?;
    let size_at = |cell| Some(view.component_at(Place::Cell(cell))?.1);
    let open = grid.bounds().cells().filter_map(|cell| Some((size_at(cell)?, cell)));
    let open: Vec<(u32, Cell)> = open.collect();
    let largest = open.iter().map(|(size, _)| *size).max().unwrap_or(0);
    Ok(open.into_iter().filter(|(size, _)| *size == largest).map(|(_, cell)| cell).collect())
}
