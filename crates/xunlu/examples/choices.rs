//! Whether `auto` takes as long as the best single choice: `cargo run --release -p xunlu --example choices --
//! MAP...` gave the figures in `record/jumps.md`.
//!
//! What a `MAP` is `ground/mod.rs` says, and besides `stripes:400` (diagonal walls with gaps), `checks:400`
//! (every second cell closed, for one who cuts corners), and of several prices `roads:400` (a cheap row and
//! column in eight), `patches40:400` (squares so wide), `dots8:400` (so many of a hundred cells),
//! `prices:400` (every cell one of eight) and `large:400` (patches, for a mover of three by three cells);
//! `four-` before one of these is for four neighbours.
//!
//! Two hundred questions between cells drawn by chance that have a path are asked ten times, in turns of each
//! algorithm and of none in particular, which between any two questions makes what it finds worth making.
//! Each asks a world of its own, so that none finds in the cache what another has read. All of that is done
//! three times (A\* in one turn of three), and of each turn the least counts, for single turns of few
//! microseconds a question differ by half. Told are how many of a hundred cells prices make jump points, what
//! making an index takes, microseconds a question by each in the mean of its turns, and how many times as
//! long as the best single choice, its index included, it took to name none: in all turns, and in those
//! after it last made an index.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

mod asked;
mod ground;

use asked::cells_asked;
use ground::{draw, grid_of};
use std::error::Error;
use std::time::Instant;
use xunlu::{
    Algorithm, Cell, Corners, Grid, Mover, MoverId, Query, Size, Terrain, Weight, Workspace, World,
    WorldError,
};
use xunlu_index::JumpMap;
use xunlu_map::Passability;

const QUESTIONS: usize = 200;
const TURNS: usize = 10;
const REPEATS: usize = 3;
const BY: [Algorithm; 4] =
    [Algorithm::AStar, Algorithm::JumpPoints, Algorithm::JumpIndex, Algorithm::JumpWeighted];

/// What each turn of one choice took at least, in seconds; those that were not taken, forever.
#[derive(Clone, Copy)]
struct Turns([f64; TURNS]);

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "{:22}{:>4}{:>9}{:>10}{:>9}{:>9}{:>9}{:>9}{:>6}{:>6} by",
        "", "%", "ms", "astar", "jps", "index", "weighted", "auto", "all", "after"
    );
    for name in std::env::args().skip(1) {
        let (grid, mover) = ground_of(&name)?;
        let open = Passability::new(grid.ground(), &mover);
        let percent = JumpMap::weighted(&open, grid.ground(), &mover);
        let percent = percent.map_or(0, |map| map.weighted_percent());
        print!("{:22}{percent:4}", name.rsplit('/').next().unwrap_or(&name));
        compare(&|| World::with_mover(grid.clone(), mover.clone()))?;
    }
    Ok(())
}

/// Asks one map in turns, and tells what that took. Worlds are made anew, since clones count together what
/// they are asked.
fn compare(make: &impl Fn() -> Result<World, WorldError>) -> Result<(), Box<dyn Error>> {
    let cells = cells_asked(&make()?, QUESTIONS)?;
    let queries = |by: Option<Algorithm>| -> Vec<Query> {
        cells.iter().map(|&[from, to]| Query::between(from, to).algorithm(by)).collect()
    };
    let (mut making, mut has_index) = (f64::INFINITY, false);
    let mut each = [Turns::NONE; BY.len()];
    let (mut auto, mut made_last, mut names) = (Turns::NONE, None, Vec::new());
    for _ in 0..REPEATS {
        let (worlds, mut own) = (BY.map(|_| make()), make()?);
        let mut worlds = worlds.into_iter().collect::<Result<Vec<_>, _>>()?;
        names.clear();
        let begun = Instant::now();
        let asks_index = BY.iter().position(|by| *by == Algorithm::JumpIndex).ok_or("an index")?;
        has_index = worlds[asks_index].build_index(MoverId::FIRST)?;
        making = making.min(begun.elapsed().as_secs_f64());
        let mut made_now = None;
        for turn in 0..TURNS {
            for ((world, by), turns) in worlds.iter().zip(BY).zip(&mut each) {
                let is_due = by != Algorithm::AStar || turn % 3 == 0;
                if is_due && let Some(took) = ask(world, &queries(Some(by)), by)? {
                    turns.add(turn, took);
                }
            }
            let (took, has_made) = ask_any(&mut own, &queries(None), &mut names)?;
            auto.add(turn, took);
            made_now = if has_made { Some(turn) } else { made_now };
        }
        if made_last.replace(made_now).is_some_and(|before| before != made_now) {
            return Err("the index was made in another turn than before".into());
        }
    }
    let known = each.iter().zip(BY).filter(|(turns, by)| {
        turns.mean().is_finite() && (*by != Algorithm::JumpIndex || has_index)
    });
    let all = known.clone().map(|(turns, by)| {
        let making = if by == Algorithm::JumpIndex { making } else { 0.0 };
        making + TURNS as f64 * turns.mean()
    });
    let (best, least) = (least(all), least(known.map(|(turns, _)| turns.mean())));
    let micros = |took: f64| took * 1e6 / QUESTIONS as f64;
    print!("{:9.1}", making * 1e3);
    for (turns, width) in each.iter().zip([10, 9, 9, 9]) {
        match turns.mean() {
            took if took.is_finite() => print!("{:width$.1}", micros(took)),
            _ => print!("{:>width$}", "-"),
        }
    }
    names.dedup();
    let by = names[..names.len().min(3)].join(" ");
    let after = auto.mean_from(made_last.flatten().map_or(0, |turn| turn + 1)) / least;
    println!("{:9.1}{:6.2}{after:6.2} {by}", micros(auto.mean()), auto.sum() / best);
    Ok(())
}

impl Turns {
    const NONE: Turns = Turns([f64::INFINITY; TURNS]);

    fn add(&mut self, turn: usize, took: f64) {
        self.0[turn] = self.0[turn].min(took);
    }

    fn sum(&self) -> f64 {
        self.0.iter().sum()
    }

    fn mean(&self) -> f64 {
        self.mean_from(0)
    }

    /// The mean of those from one on that were taken, or infinity if none was.
    fn mean_from(&self, first: usize) -> f64 {
        let taken = self.0[first..].iter().filter(|took| took.is_finite());
        match taken.clone().count() {
            0 => f64::INFINITY,
            count => taken.sum::<f64>() / count as f64,
        }
    }
}

/// One turn of a world that chooses, and makes what it finds worth making: how long it took, and whether it
/// made anything.
fn ask_any(
    world: &mut World,
    queries: &[Query],
    names: &mut Vec<&'static str>,
) -> Result<(f64, bool), Box<dyn Error>> {
    let (begun, mut workspace, mut has_made) = (Instant::now(), Workspace::new(), false);
    for query in queries {
        let name = world.find(query, &mut workspace)?.algorithm().name();
        if names.last() != Some(&name) {
            names.push(name);
        }
        has_made |= world.maintain_indexes();
    }
    Ok((begun.elapsed().as_secs_f64(), has_made))
}

fn least(all: impl Iterator<Item = f64>) -> f64 {
    all.fold(f64::INFINITY, f64::min)
}

/// What one turn of an algorithm took. Returns `None` if another one answers.
fn ask(world: &World, queries: &[Query], by: Algorithm) -> Result<Option<f64>, Box<dyn Error>> {
    let mut workspace = Workspace::new();
    let begun = Instant::now();
    for query in queries {
        if world.find(query, &mut workspace)?.algorithm() != by {
            return Ok(None);
        }
    }
    Ok(Some(begun.elapsed().as_secs_f64()))
}

/// The map of a name, and who walks it.
fn ground_of(name: &str) -> Result<(Grid, Mover), Box<dyn Error>> {
    let (is_four, name) = name.strip_prefix("four-").map_or((false, name), |ground| (true, ground));
    let (kind, side) = name.split_once(':').unwrap_or((name, ""));
    let own = ["stripes", "roads", "prices", "checks", "large"];
    let numbered =
        |name: &str| kind.strip_prefix(name).and_then(|number| number.parse::<i32>().ok());
    let (patch, share) = (numbered("patches"), numbered("dots"));
    let (grid, is_own) = match own.contains(&kind) || patch.or(share).is_some() {
        true => (Grid::new(Size::new(side.parse()?, side.parse()?))?, true),
        false => (grid_of(name)?, false),
    };
    let (mut grid, mut seed) = (grid, 0x2545_f491_4f6c_dd1d);
    for cell in grid.bounds().cells().filter(|_| is_own).collect::<Vec<_>>() {
        let Cell { x, y } = cell;
        let terrain = match kind {
            "stripes" if (x + y) % 8 == 0 && x % 16 != 0 => Terrain::WALL,
            "checks" if (x + y) % 2 == 1 => Terrain::WALL,
            "prices" => Terrain(1 + u8::try_from(draw(&mut seed, 8))?),
            "roads" if x % 8 != 0 && y % 8 != 0 => Terrain(1),
            "large" if (x / 40 + y / 40) % 3 == 0 => Terrain(1),
            _ if patch.is_some_and(|wide| (x / wide + y / wide) % 3 == 0) => Terrain(1),
            _ if share.is_some_and(|share| draw(&mut seed, 100) < share.cast_unsigned()) => {
                Terrain(1)
            }
            _ => continue,
        };
        grid.set(cell, terrain)?;
    }
    let corners = if kind == "checks" { Corners::Always } else { Corners::NoCutting };
    let mover = if is_four { Mover::four() } else { Mover::eight(corners) };
    let price = |terrain: u8| {
        Weight::percent(if kind == "prices" { 100 + 40 * u32::from(terrain) } else { 200 })
    };
    let mover = (1..=8).fold(mover, |mover, terrain| mover.price(Terrain(terrain), price(terrain)));
    let footprint = if kind == "large" { Size::new(3, 3) } else { Size::ONE };
    Ok((grid, mover.footprint(footprint).build()?))
}
