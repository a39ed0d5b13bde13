//! What weighted A\* takes beside A\*: `cargo run --release -p xunlu --example weights -- MAP...` gave the
//! figures in `record/searches.md`.
//!
//! What a `MAP` is `ground/mod.rs` says. Questions between cells drawn by chance that have a path are
//! asked of A\* and of weighted A\*, in turns; told are microseconds, the least of three rounds, and
//! expansions a question of A\*, and how many times as much time and how many of a hundred of its
//! expansions each weight takes. That is done on the map as it is, on the same with one of four prices for
//! each patch of five by five cells, and with its cells laid out as hexes.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

mod asked;
mod ground;
mod timing;

use asked::cells_asked;
use ground::{draw, grid_of};
use std::error::Error;
use std::time::Duration;
use timing::time_of;
use xunlu::map::HexArrangement;
use xunlu::{
    Algorithm, Cell, Corners, Grid, Hex, HexGrid, Mover, Place, Query, Terrain, Weight, Workspace,
    World,
};

const QUESTIONS: usize = 100;
const ROUNDS: usize = 3;
const WEIGHTS: [u32; 5] = [110, 150, 200, 300, 1_000];
const PATCH: i32 = 5;

fn main() -> Result<(), Box<dyn Error>> {
    print!("{:22}{:8}{:>10}{:>9}", "", "", "astar us", "expand");
    for percent in WEIGHTS {
        print!("{:>7}.{:<2}{:>5}", percent / 100, percent % 100, "%");
    }
    println!();
    for name in std::env::args().skip(1) {
        let grid = grid_of(&name)?;
        let name = name.rsplit('/').next().unwrap_or(&name);
        let bare = World::new(grid.clone())?;
        let cells = cells_asked(&bare, QUESTIONS)?;
        compare(name, "bare", &bare, &cells)?;
        compare(name, "priced", &priced(&grid)?, &cells)?;
        let hexes = HexGrid::of(HexArrangement::OddR, grid.ground().clone());
        let hexes = World::with_mover(hexes, Mover::hex().build()?)?;
        let hex_of = |cell: Cell| HexArrangement::OddR.hex_of(cell);
        let ends: Vec<[Hex; 2]> = cells.iter().map(|ends| ends.map(hex_of)).collect();
        compare(name, "hexes", &hexes, &ends)?;
    }
    Ok(())
}

/// The same walls, with a price for each patch.
fn priced(grid: &Grid) -> Result<World, Box<dyn Error>> {
    let mut grid = grid.clone();
    let (size, mut seed) = (grid.bounds().size, 0x2545_f491_4f6c_dd1d);
    let wide = size.width.cast_signed() / PATCH + 1;
    let high = size.height.cast_signed() / PATCH + 1;
    let prices: Vec<u32> = (0..wide * high).map(|_| draw(&mut seed, 4)).collect();
    for cell in grid.bounds().cells().collect::<Vec<_>>() {
        let price = prices[usize::try_from(cell.y / PATCH * wide + cell.x / PATCH)?];
        if price > 0 && grid.terrain(cell) == Some(Terrain(0)) {
            grid.set(cell, Terrain(u8::try_from(price)?))?;
        }
    }
    let price = |terrain: u8| Weight::percent(100 * (u32::from(terrain) + 1));
    let mover = Mover::eight(Corners::NoCutting);
    let mover = (1..4).fold(mover, |mover, terrain| mover.price(Terrain(terrain), price(terrain)));
    Ok(World::with_mover(grid, mover.build()?)?)
}

fn compare<P: Copy + Into<Place>>(
    name: &str,
    kind: &str,
    world: &World,
    asked: &[[P; 2]],
) -> Result<(), Box<dyn Error>> {
    let weighted = WEIGHTS.map(|percent| Algorithm::WeightedAStar { percent });
    let by: Vec<Algorithm> = [Algorithm::AStar].into_iter().chain(weighted).collect();
    let queries = by.iter().map(|&by| -> Vec<Query> {
        asked.iter().map(|&[from, to]| Query::between(from, to).algorithm(Some(by))).collect()
    });
    let queries: Vec<Vec<Query>> = queries.collect();
    let mut least = vec![Duration::MAX; by.len()];
    for _ in 0..ROUNDS {
        for (least, queries) in least.iter_mut().zip(&queries) {
            *least = time_of(world, queries)?.min(*least);
        }
    }
    let mut expansions = vec![0; by.len()];
    let mut workspace = Workspace::new();
    for (expansions, queries) in expansions.iter_mut().zip(&queries) {
        for query in queries {
            *expansions += world.find(query, &mut workspace)?.expansions;
        }
    }
    let (count, all) = (asked.len() as f64, expansions[0].max(1));
    let micros = least[0].as_secs_f64() * 1e6 / count;
    print!("{name:22}{kind:8}{micros:10.1}{:9}", all / asked.len() as u64);
    for (took, expansions) in least[1..].iter().zip(&expansions[1..]) {
        let times = took.as_secs_f64() / least[0].as_secs_f64();
        print!("{times:10.2}{:5}", 100 * expansions / all);
    }
    println!();
    Ok(())
}
