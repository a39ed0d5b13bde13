//! What an edit costs: `cargo run --release -p xunlu --example edits -- MAP...` gave the figures in
//! `record/README.md`.
//!
//! What a `MAP` is `ground/mod.rs` says. Cells drawn by chance are turned from open ground to wall and back,
//! or from wall to open ground and back, an edit each; *strokes* do so with 64 cells of a row, one after the
//! other; *lasting* are a thousand that are not turned back. Three worlds are edited: one whose mover pays
//! for turns and so never jumps, one that jumps, and one with an index. The one that jumps is edited beside
//! snapshots, too: *held*, one that was taken before the first edit; *retaken*, a new one before each edit,
//! for which the one before is dropped. *Asked* is an edit with a question after it between two cells within
//! 16 of it. Told are microseconds an edit. At last questions are asked of the index as it was made and after
//! all these edits, when every cell is as it was.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

mod ground;

use ground::{draw, grid_of};
use std::error::Error;
use std::time::{Duration, Instant};
use xunlu::{
    Algorithm, Cell, Corners, Cost, Grid, Mover, MoverId, Place, Query, Rect, Size, Terrain,
    Workspace, World,
};

const EDITS: usize = 20_000;
const LASTING: usize = 1_000;

fn main() -> Result<(), Box<dyn Error>> {
    println!("{:36}{:>9}{:>9}{:>9}{:>9}", "", "mean", "median", "99%", "most");
    for name in std::env::args().skip(1) {
        let grid = grid_of(&name)?;
        let is_narrow = grid.bounds().size.height <= 3;
        let mover = || if is_narrow { Mover::four() } else { Mover::eight(Corners::NoCutting) };
        let (single, strokes) = (edits(&grid, 1), edits(&grid, 64));
        let name = name.rsplit('/').next().unwrap_or(&name);
        let by_steps = mover().turn_cost(Cost(1)).build()?;
        let by_steps = World::with_mover(grid.clone(), by_steps)?;
        measure(&format!("{name}, no jumps"), by_steps, &single)?;
        let mut world = World::with_mover(grid, mover().build()?)?;
        measure(&format!("{name}, jumps"), world.clone(), &single)?;
        measure(&format!("{name}, jumps, strokes"), world.clone(), &strokes)?;
        asked(&format!("{name}, asked"), world.clone(), &single)?;
        beside_snapshots(name, &world, &single)?;
        let begun = Instant::now();
        let is_made = world.build_index(MoverId::FIRST)?;
        println!("{name}: the index took {:?}, was made: {is_made}", begun.elapsed());
        if is_made {
            measure(&format!("{name}, index"), world.clone(), &single)?;
            let lasting: Vec<_> = single.iter().copied().step_by(2).take(LASTING).collect();
            measure(&format!("{name}, index, lasting"), world.clone(), &lasting)?;
            ask_after(name, &world, &single)?;
            measure(&format!("{name}, index, strokes"), world, &strokes)?;
        }
    }
    Ok(())
}

/// Strokes of so many cells of a row each, and the same cells again as they were.
fn edits(grid: &Grid, cells: u32) -> Vec<(Cell, Terrain)> {
    let Rect { min, size } = grid.bounds();
    let mut seed = 0x9e37_79b9_7f4a_7c15;
    let mut all = Vec::new();
    while all.len() < EDITS {
        let (x, y) = (draw(&mut seed, size.width), draw(&mut seed, size.height));
        let first = Cell::new(min.x.wrapping_add_unsigned(x), min.y.wrapping_add_unsigned(y));
        let stroke = Rect::new(first, Size::new(cells, 1)).intersection(grid.bounds());
        for is_back in [false, true] {
            for cell in stroke.cells() {
                let is_open = grid.terrain(cell) != Some(Terrain::WALL);
                let terrain = if is_open == is_back { Terrain::OPEN } else { Terrain::WALL };
                all.push((cell, terrain));
            }
        }
    }
    all
}

fn measure(what: &str, mut world: World, edits: &[(Cell, Terrain)]) -> Result<(), Box<dyn Error>> {
    // A clone of a world shares its tables with it until one of them is edited: not to be measured here.
    world.set(Place::Cell(edits[0].0), edits[0].1)?;
    let mut took = Vec::with_capacity(edits.len());
    for &(cell, terrain) in edits {
        let begun = Instant::now();
        world.set(Place::Cell(cell), terrain)?;
        took.push(begun.elapsed());
    }
    tell(what, took)
}

/// Edits, each with a short question after it.
fn asked(what: &str, mut world: World, edits: &[(Cell, Terrain)]) -> Result<(), Box<dyn Error>> {
    let bounds = world.map().grids()[0].bounds();
    let (mut seed, mut workspace) = (0x2545_f491_4f6c_dd1d, Workspace::new());
    let mut took = Vec::with_capacity(edits.len());
    for &(cell, terrain) in edits {
        let around = Rect::new(Cell::new(cell.x - 16, cell.y - 16), Size::new(33, 33));
        let Rect { min, size } = around.intersection(bounds);
        let [from, to] = [(); 2].map(|()| {
            let (x, y) = (draw(&mut seed, size.width), draw(&mut seed, size.height));
            Cell::new(min.x.wrapping_add_unsigned(x), min.y.wrapping_add_unsigned(y))
        });
        let begun = Instant::now();
        world.set(Place::Cell(cell), terrain)?;
        world.find(&Query::between(from, to), &mut workspace)?;
        took.push(begun.elapsed());
    }
    tell(what, took)
}

/// Edits while snapshots are out, and what taking one costs.
fn beside_snapshots(
    name: &str,
    world: &World,
    edits: &[(Cell, Terrain)],
) -> Result<(), Box<dyn Error>> {
    for is_retaken in [false, true] {
        let mut world = world.clone();
        let (mut took, mut taking) = (Vec::with_capacity(edits.len()), Vec::new());
        let mut held = world.snapshot();
        for &(cell, terrain) in edits {
            if is_retaken {
                let begun = Instant::now();
                held = world.snapshot();
                taking.push(begun.elapsed());
            }
            let begun = Instant::now();
            world.set(Place::Cell(cell), terrain)?;
            took.push(begun.elapsed());
        }
        assert!(held.revision() < world.revision(), "a snapshot stays behind");
        tell(&format!("{name}, {}", if is_retaken { "retaken" } else { "held" }), took)?;
        if is_retaken {
            tell(&format!("{name}, taking a snapshot"), taking)?;
        }
    }
    Ok(())
}

/// Questions before all edits and after them, the least of five rounds that take turns.
fn ask_after(name: &str, world: &World, edits: &[(Cell, Terrain)]) -> Result<(), Box<dyn Error>> {
    let mut after = world.clone();
    for &(cell, terrain) in edits {
        after.set(Place::Cell(cell), terrain)?;
    }
    let ends: Vec<Cell> = edits.iter().map(|&(cell, _)| cell).collect();
    let mut least = [Duration::MAX; 2];
    for _ in 0..5 {
        for (world, least) in [world, &after].into_iter().zip(&mut least) {
            let mut workspace = Workspace::new();
            let begun = Instant::now();
            // Each cell is edited twice in a row.
            for ends in ends.windows(3).step_by(10) {
                let query = Query::between(ends[0], ends[2]).algorithm(Algorithm::JumpIndex);
                let answer = world.find(&query, &mut workspace)?;
                if answer.path().is_some() && answer.algorithm() != Algorithm::JumpIndex {
                    return Err(format!("not by the index: {:?}", answer.choice).into());
                }
            }
            *least = begun.elapsed().min(*least);
        }
    }
    let times = least[1].as_secs_f64() / least[0].as_secs_f64();
    println!("{name}: after {} edits questions take {times:.2} times as long", edits.len());
    Ok(())
}

fn tell(what: &str, mut took: Vec<Duration>) -> Result<(), Box<dyn Error>> {
    let mean = took.iter().sum::<Duration>() / u32::try_from(took.len())?;
    took.sort_unstable();
    let figures = [mean, took[took.len() / 2], took[took.len() * 99 / 100], took[took.len() - 1]];
    let [mean, median, nearly_all, most] = figures.map(|time| time.as_secs_f64() * 1e6);
    println!("{what:36}{mean:9.1}{median:9.1}{nearly_all:9.1}{most:9.1}");
    Ok(())
}
