//! What joined edges cost searches over jumps: `cargo run --release -p xunlu --example seams -- MAP...` gave
//! the figures in `record/jumps.md`.
//!
//! What a `MAP` is `ground/mod.rs` says. The same questions between places of its largest component drawn by
//! chance are asked of it as it is; with its left and right edge joined, a cylinder; with all of them, a
//! torus; and of cylinder and torus rolled on by half their width and height, so that the seams run through
//! the middle of the map. Told are microseconds a question, the least of five rounds in which all take turns,
//! and how many times that of the bare map it is; how many of the paths lead over a seam; and what it takes
//! to shut or open a cell, with the index kept, the mean of two hundred.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

mod ground;
mod timing;

use ground::{draw, grid_of};
use std::error::Error;
use std::time::{Duration, Instant};
use timing::time_of;
use xunlu::map::Wrap;
use xunlu::{Algorithm, Cell, Grid, MoverId, Place, Query, Rect, Terrain, Workspace, World};

const QUESTIONS: usize = 200;
const ROUNDS: usize = 5;
const EDITS: usize = 100;
const BY: [Algorithm; 3] = [Algorithm::JumpPoints, Algorithm::JumpIndex, Algorithm::AStar];
const KINDS: [(&str, bool, bool, bool); 5] = [
    ("bare", false, false, false),
    ("cylinder", true, false, false),
    ("torus", true, true, false),
    ("rolled cylinder", true, false, true),
    ("rolled torus", true, true, true),
];

/// One way of joining a map, and how long its questions took at least.
struct Joined {
    name: &'static str,
    world: World,
    has_index: bool,
    queries: Vec<Query>,
    least: [Duration; BY.len()],
}

fn main() -> Result<(), Box<dyn Error>> {
    for name in std::env::args().skip(1) {
        let grid = grid_of(&name)?;
        println!("{}", name.rsplit('/').next().unwrap_or(&name));
        let cells = largest_component(&grid)?;
        let count = u32::try_from(cells.len())?;
        let mut seed = 0x9e37_79b9_7f4a_7c15;
        let any = |seed: &mut u64| cells[draw(seed, count) as usize];
        let ends: Vec<_> = (0..QUESTIONS).map(|_| [any(&mut seed), any(&mut seed)]).collect();
        let mut all = Vec::new();
        for (name, x, y, is_rolled) in KINDS {
            let by = |side: u32, is_joined| if is_joined && is_rolled { side / 2 } else { 0 };
            let Rect { size, .. } = grid.bounds();
            let by = [by(size.width, x), by(size.height, y)];
            let mut world = World::new(rolled(&grid, by)?.wrapped(Wrap { x, y }))?;
            // Where the edges are open there may be too many jump points beside each other for one.
            let has_index = world.build_index(MoverId::FIRST)?;
            let at = |cell| Place::Cell(moved(&grid, by, cell));
            let queries = ends.iter().map(|&[from, to]| Query::between(at(from), at(to)));
            let queries = queries.collect();
            all.push(Joined { name, world, has_index, queries, least: [Duration::MAX; BY.len()] });
        }
        for round in 0..ROUNDS {
            for joined in &mut all {
                for (by, least) in BY.into_iter().zip(&mut joined.least) {
                    // A* takes long, and a round of it is enough.
                    let is_there = by != Algorithm::JumpIndex || joined.has_index;
                    if is_there && (by != Algorithm::AStar || round == 0) {
                        let asked = joined.queries.iter().map(|query| query.clone().algorithm(by));
                        *least = time_of(&joined.world, &asked.collect::<Vec<_>>())?.min(*least);
                    }
                }
            }
        }
        let bare = all[0].least;
        let edited: Vec<Cell> = (0..EDITS).map(|_| any(&mut seed)).collect();
        for Joined { name, world, queries, least, .. } in &mut all {
            let told = least.iter().zip(bare).map(|(took, bare)| {
                if took == &Duration::MAX {
                    return "     no index    ".to_owned();
                }
                let micros = took.as_secs_f64() * 1e6 / queries.len() as f64;
                format!("{micros:8.1} us {:5.2}", took.as_secs_f64() / bare.as_secs_f64())
            });
            let told = told.collect::<Vec<_>>().join("   ");
            let over = count_over_seams(world, queries)?;
            let began = Instant::now();
            for &cell in &edited {
                world.set(cell, Terrain::WALL)?;
                world.set(cell, grid.terrain(cell).unwrap_or(Terrain::OPEN))?;
            }
            let edit = began.elapsed().as_secs_f64() * 1e6 / (2 * EDITS) as f64;
            println!("{name:>16} {told}   {over:>3} over a seam   {edit:8.1} us an edit");
        }
    }
    Ok(())
}

/// How many of the paths lead over a seam.
fn count_over_seams(world: &World, queries: &[Query]) -> Result<usize, Box<dyn Error>> {
    let (mut over, mut workspace) = (0, Workspace::new());
    for query in queries {
        let answer = world.find(query, &mut workspace)?;
        let places = answer.path().map_or(&[][..], |path| &path.places);
        let leads_over = |pair: &[Place]| match pair {
            [Place::Cell(one), Place::Cell(other)] => {
                one.x.abs_diff(other.x) > 1 || one.y.abs_diff(other.y) > 1
            }
            _ => false,
        };
        over += usize::from(places.windows(2).any(leads_over));
    }
    Ok(over)
}

/// Where a cell comes to lie on a grid that is rolled on by so many columns and rows.
fn moved(grid: &Grid, [right, down]: [u32; 2], cell: Cell) -> Cell {
    let Rect { min, size } = grid.bounds();
    let along = |at: i32, from: i32, by: u32, length: u32| {
        (at - from + by.cast_signed()).rem_euclid(length.cast_signed()) + from
    };
    let x = along(cell.x, min.x, right, size.width);
    Cell::new(x, along(cell.y, min.y, down, size.height))
}

fn rolled(grid: &Grid, by: [u32; 2]) -> Result<Grid, Box<dyn Error>> {
    let mut rolled = grid.clone();
    for cell in grid.bounds().cells() {
        rolled.set(moved(grid, by, cell), grid.terrain(cell).unwrap_or(Terrain::WALL))?;
    }
    Ok(rolled)
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
