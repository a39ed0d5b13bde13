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
//! algorithm and, of a world of its own, of none in particular, which between any two questions makes what it
//! finds worth making. Told are how many of a hundred cells prices make jump points, what making an index
//! takes, microseconds a question by each in the mean of its turns (A\* in one turn of three), and how many
//! times as long as the best single choice, its index included, it took to name none: in all turns, and in
//! those after it last made an index.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

mod asked;
mod ground;

use asked::cells_asked;
use ground::{draw, grid_of};
use std::error::Error;
use std::time::Instant;
use xunlu::{
    Algorithm, Cell, Corners, Grid, Mover, MoverId, Query, Size, Terrain, Weight, Workspace, World,
};
use xunlu_index::JumpMap;
use xunlu_map::Passability;

const QUESTIONS: usize = 200;
const TURNS: usize = 10;
const BY: [Algorithm; 4] =
    [Algorithm::AStar, Algorithm::JumpPoints, Algorithm::JumpIndex, Algorithm::JumpWeighted];

/// What all turns of one choice took, in seconds.
#[derive(Clone, Copy, Default)]
struct Turns {
    count: u32,
    seconds: f64,
    is_other: bool,
}

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
        compare(&World::with_mover(grid, mover)?)?;
    }
    Ok(())
}

/// Asks one map in turns, and tells what that took.
fn compare(bare: &World) -> Result<(), Box<dyn Error>> {
    let cells = cells_asked(bare, QUESTIONS)?;
    let queries = |by: Option<Algorithm>| -> Vec<Query> {
        cells.iter().map(|&[from, to]| Query::between(from, to).algorithm(by)).collect()
    };
    let (mut world, mut own) = (bare.clone(), bare.clone());
    let begun = Instant::now();
    let has_index = world.build_index(MoverId::FIRST)?;
    let making = begun.elapsed().as_secs_f64();
    let mut each = [Turns::default(); BY.len()];
    let (mut auto, mut after, mut names) = (0.0, Turns::default(), Vec::new());
    for turn in 0..TURNS {
        for (by, each) in BY.into_iter().zip(&mut each) {
            if by != Algorithm::AStar || turn % 3 == 0 {
                ask(&world, &queries(Some(by)), by, each)?;
            }
        }
        let (took, has_made) = ask_any(&mut own, &queries(None), &mut names)?;
        auto += took;
        after = if has_made { Turns::default() } else { after.with(took) };
    }
    let known = each.iter().zip(BY).filter(|(turns, by)| {
        !turns.is_other && turns.count > 0 && (*by != Algorithm::JumpIndex || has_index)
    });
    let all = known.clone().map(|(turns, by)| {
        let making = if by == Algorithm::JumpIndex { making } else { 0.0 };
        making + TURNS as f64 * turns.mean()
    });
    let (best, least) = (least(all), least(known.map(|(turns, _)| turns.mean())));
    let micros = |took: f64| took * 1e6 / QUESTIONS as f64;
    print!("{:9.1}", making * 1e3);
    for (turns, width) in each.iter().zip([10, 9, 9, 9]) {
        match turns.is_other {
            false => print!("{:width$.1}", micros(turns.mean())),
            true => print!("{:>width$}", "-"),
        }
    }
    names.dedup();
    let by = names[..names.len().min(3)].join(" ");
    let auto_each = micros(auto / TURNS as f64);
    println!("{auto_each:9.1}{:6.2}{:6.2} {by}", auto / best, after.mean() / least);
    Ok(())
}

impl Turns {
    fn with(self, seconds: f64) -> Turns {
        Turns { count: self.count + 1, seconds: self.seconds + seconds, ..self }
    }

    fn mean(&self) -> f64 {
        self.seconds / f64::from(self.count)
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

/// One turn of an algorithm, unless another one answers.
fn ask(
    world: &World,
    queries: &[Query],
    by: Algorithm,
    turns: &mut Turns,
) -> Result<(), Box<dyn Error>> {
    let mut workspace = Workspace::new();
    let begun = Instant::now();
    for query in queries {
        if turns.is_other || world.find(query, &mut workspace)?.algorithm() != by {
            turns.is_other = true;
            return Ok(());
        }
    }
    *turns = turns.with(begun.elapsed().as_secs_f64());
    Ok(())
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
