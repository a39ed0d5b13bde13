//! What jumps over hexes take beside A*: `cargo run --release -p xunlu --example hexes -- MAP...` gave the
//! figures in `record/jumps.md`.
//!
//! What a `MAP` is `ground/mod.rs` says; its cells are laid out as pointy hexes, odd rows shoved right. Two
//! hundred questions between places drawn by chance in the largest component. Told are microseconds a
//! question, the least of three rounds, the expansions, and how many times A* takes. Then microseconds for an
//! edit of one hex, walls shut and opened again by turns, the mean of a thousand.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

mod ground;

use ground::{draw, grid_of};
use std::error::Error;
use std::time::{Duration, Instant};
use xunlu::map::HexArrangement;
use xunlu::{
    Algorithm, Change, Hex, HexGrid, Map, Mover, MoverId, Query, Rect, Terrain, Workspace, World,
};

const QUESTIONS: usize = 200;
const ROUNDS: usize = 3;
const EDITS: usize = 1_000;
const BY: [Algorithm; 2] = [Algorithm::JumpPoints, Algorithm::AStar];

fn main() -> Result<(), Box<dyn Error>> {
    for name in std::env::args().skip(1) {
        let ground = grid_of(&name)?.ground().clone();
        let grid = HexGrid::of(HexArrangement::OddR, ground);
        let mut world = World::with_mover(grid, Mover::hex().build()?)?;
        let mut seed = 0x9e37_79b9_7f4a_7c15;
        let open = largest(&world)?;
        let any = |seed: &mut u64| {
            Ok::<_, Box<dyn Error>>(open[draw(seed, u32::try_from(open.len())?) as usize])
        };
        let mut asked = Vec::new();
        while asked.len() < QUESTIONS {
            asked.push((any(&mut seed)?, any(&mut seed)?));
        }
        let mut least = [(Duration::MAX, 0, 0); BY.len()];
        for _ in 0..ROUNDS {
            for (by, least) in BY.into_iter().zip(&mut least) {
                *least = time_of(&world, &asked, by)?.min(*least);
            }
        }
        let [jumps, cells] = least;
        if jumps.2 != cells.2 {
            return Err("paths of another length".into());
        }
        println!("{}: {} hexes", name.rsplit('/').next().unwrap_or(&name), open.len());
        for (by, (took, expansions, _)) in BY.iter().zip(least) {
            let each = |all: f64| all / QUESTIONS as f64;
            println!(
                "{by:>8} {:9.1} us {:9.1} expansions {:6.1}",
                each(took.as_secs_f64() * 1e6),
                each(expansions as f64),
                took.as_secs_f64() / jumps.0.as_secs_f64()
            );
        }
        let begun = Instant::now();
        for _ in 0..EDITS / 2 {
            let hex = any(&mut seed)?;
            for terrain in [Terrain::WALL, Terrain::OPEN] {
                world.apply(&set(&world, hex, terrain)?)?;
            }
        }
        println!("    edit {:9.1} us", begun.elapsed().as_secs_f64() * 1e6 / EDITS as f64);
    }
    Ok(())
}

/// The hexes of the largest component.
fn largest(world: &World) -> Result<Vec<Hex>, Box<dyn Error>> {
    let Map::Hex(grid) = world.map() else { return Err("a grid of hexes".into()) };
    let view = world.view(MoverId::FIRST)?;
    let sizes = grid.hexes().filter_map(|(hex, _)| Some((view.component_at(hex)?.1, hex)));
    let sizes: Vec<(u32, Hex)> = sizes.collect();
    let most = sizes.iter().map(|(size, _)| *size).max().unwrap_or(0);
    Ok(sizes.into_iter().filter(|(size, _)| *size == most).map(|(_, hex)| hex).collect())
}

/// A change of the ground of one hex.
fn set(world: &World, hex: Hex, terrain: Terrain) -> Result<Change, Box<dyn Error>> {
    let Map::Hex(grid) = world.map() else { return Err("a grid of hexes".into()) };
    Ok(Change::terrain(0, Rect::cell(grid.cell_of(hex)), terrain))
}

/// How long all questions take together, with how many expansions, and how many places their paths have.
fn time_of(
    world: &World,
    asked: &[(Hex, Hex)],
    by: Algorithm,
) -> Result<(Duration, u64, usize), Box<dyn Error>> {
    let mut workspace = Workspace::new();
    let queries = asked.iter().map(|&(from, to)| Query::between(from, to).algorithm(by));
    let queries: Vec<Query> = queries.collect();
    let (mut expansions, mut places) = (0, 0);
    let begun = Instant::now();
    for query in &queries {
        let answer = world.find(query, &mut workspace)?;
        let path = answer.path().filter(|_| answer.algorithm() == by);
        let path = path.ok_or_else(|| format!("{query:?} by {by:?}: {:?}", answer.choice))?;
        places += path.places.len();
        expansions += answer.expansions;
    }
    Ok((begun.elapsed(), expansions, places))
}
