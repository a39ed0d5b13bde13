//! What links cost searches over jumps, and looking up: `cargo run --release -p xunlu --example doors --
//! MAP...` gave the figures in `record/jumps.md` and `record/roadmaps.md`.
//!
//! What a `MAP` is `ground/mod.rs` says. The same questions between places drawn by chance in the largest
//! component are asked of the bare map and of it with 1, 10 and 100 links strewn from a seed: *doors*, which
//! lead straight through a wall of at most four cells and cost the distance; *thin* doors, which cost one
//! step; and *gates* between any two places, which cost one step. Told are microseconds a question, the least
//! of five rounds in which all take turns, and how many times that of the bare map it is: for jumps, for
//! jumps with an index, for A* and for a roadmap, on the bare map and with the links.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

mod ground;

use ground::{draw, grid_of};
use std::error::Error;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};
use xunlu::roadmap::RoadmapOptions;
use xunlu::{
    Algorithm, Cell, Grid, Link, Map, MoverId, Place, Query, Rect, Terrain, Weight, Workspace,
    World,
};

const QUESTIONS: usize = 200;
const ROUNDS: usize = 5;
const COUNTS: [usize; 3] = [1, 10, 100];
const BY: [Algorithm; 4] =
    [Algorithm::JumpPoints, Algorithm::JumpIndex, Algorithm::AStar, Algorithm::Roadmap];
/// A wall is so thick at most, and so many places are tried for each door.
const THICK_MAX: i32 = 4;
const TRIES: usize = 100_000;

#[derive(Clone, Copy, Debug)]
enum Kind {
    Doors,
    Thin,
    Gates,
}

/// A map with some links, and how long its questions took at least.
struct Strewn {
    what: String,
    world: World,
    least: [Duration; BY.len()],
}

fn main() -> Result<(), Box<dyn Error>> {
    for name in std::env::args().skip(1) {
        let grid = grid_of(&name)?;
        println!("{}", name.rsplit('/').next().unwrap_or(&name));
        let mut seed = 0x9e37_79b9_7f4a_7c15;
        let places = places(&World::new(grid.clone())?, &mut seed)?;
        let mut all = vec![strewn("bare".into(), grid.clone(), Vec::new())?];
        for kind in [Kind::Doors, Kind::Thin, Kind::Gates] {
            for count in COUNTS {
                let links = links(&grid, kind, count, &mut seed);
                let what = format!("{:?} {}", kind, links.len()).to_lowercase();
                all.push(strewn(what, grid.clone(), links)?);
            }
        }
        for round in 0..ROUNDS {
            for strewn in &mut all {
                for (by, least) in BY.into_iter().zip(&mut strewn.least) {
                    // A* takes long, and a round of it is enough.
                    if by != Algorithm::AStar || round == 0 {
                        *least = asked(&strewn.world, &places, by)?.min(*least);
                    }
                }
            }
        }
        let bare = all[0].least;
        for Strewn { what, least, .. } in &all {
            let told = least.iter().zip(bare).map(|(took, bare)| {
                let micros = took.as_secs_f64() * 1e6 / places.len() as f64;
                format!("{micros:8.1} us {:5.2}", took.as_secs_f64() / bare.as_secs_f64())
            });
            println!("{what:>12} {}", told.collect::<Vec<_>>().join("   "));
        }
    }
    Ok(())
}

fn strewn(what: String, grid: Grid, links: Vec<Link<Cell>>) -> Result<Strewn, Box<dyn Error>> {
    let mut world = World::new(grid)?;
    for link in links {
        let (from, to) = (Place::Cell(link.from), Place::Cell(link.to));
        world.add_link(Link::two_way(from, to).costing(link.weight))?;
    }
    world.build_index(MoverId::FIRST)?;
    let options = RoadmapOptions::new().threads(available_parallelism()?.get());
    let roadmap = world.view(MoverId::FIRST)?.bake_roadmap(&options, &|_, _| true)?;
    world.attach_roadmap(MoverId::FIRST, roadmap)?;
    Ok(Strewn { what, world, least: [Duration::MAX; BY.len()] })
}

/// How long all questions take together.
fn asked(world: &World, places: &[[Place; 2]], by: Algorithm) -> Result<Duration, Box<dyn Error>> {
    let mut workspace = Workspace::new();
    let begun = Instant::now();
    for &[from, to] in places {
        let answer = world.find(&Query::between(from, to).algorithm(by), &mut workspace)?;
        if answer.algorithm() != by || answer.path().is_none() {
            return Err(format!("{from} to {to} by {by:?}: {:?}", answer.choice).into());
        }
    }
    Ok(begun.elapsed())
}

/// The ends of the questions: two places of the largest component each.
fn places(world: &World, seed: &mut u64) -> Result<Vec<[Place; 2]>, Box<dyn Error>> {
    let Map::Grid(grid) = world.map() else { return Err("a grid of squares".into()) };
    let size_at = |cell| world.view(MoverId::FIRST).ok()?.component_at(cell);
    let open = grid.bounds().cells().filter_map(|cell| Some((size_at(cell)?, cell)));
    let all: Vec<_> = open.collect();
    let largest = all.iter().map(|((_, size), _)| *size).max().unwrap_or(0);
    let own: Vec<Place> = all
        .into_iter()
        .filter(|((_, size), _)| *size == largest)
        .map(|(_, cell)| cell.into())
        .collect();
    let count = u32::try_from(own.len())?;
    let any = |seed: &mut u64| own[draw(seed, count) as usize];
    Ok((0..QUESTIONS).map(|_| [any(seed), any(seed)]).collect())
}

/// So many links of a kind, or as many as were found.
fn links(grid: &Grid, kind: Kind, count: usize, seed: &mut u64) -> Vec<Link<Cell>> {
    let bounds = grid.bounds();
    let any = |seed: &mut u64| {
        let Rect { min, size } = bounds;
        let along = |seed: &mut u64, length: u32| draw(seed, length).cast_signed();
        Cell::new(min.x + along(seed, size.width), min.y + along(seed, size.height))
    };
    let is_open = |cell| grid.terrain(cell).is_some_and(|terrain| terrain == Terrain::OPEN);
    let mut links = Vec::new();
    for _ in 0..TRIES {
        if links.len() == count {
            break;
        }
        let from = any(seed);
        let other = any(seed);
        let is_row = draw(seed, 2) == 0;
        let beyond = |steps: i32| {
            let (dx, dy) = if is_row { (steps, 0) } else { (0, steps) };
            Cell::new(from.x + dx, from.y + dy)
        };
        let through = (2..=THICK_MAX + 1).find(|&steps| is_open(beyond(steps)));
        let through = through.filter(|&steps| (1..steps).all(|step| !is_open(beyond(step))));
        let link = match (kind, through) {
            (Kind::Gates, _) => Some((other, Weight::ONE)),
            (Kind::Thin, Some(steps)) => Some((beyond(steps), Weight::ONE)),
            (Kind::Doors, Some(steps)) => {
                Some((beyond(steps), Weight::percent(steps.unsigned_abs() * 100)))
            }
            (_, None) => None,
        };
        let link = link.filter(|(to, _)| *to != from && is_open(from) && is_open(*to));
        links.extend(link.map(|(to, weight)| Link::two_way(from, to).costing(weight)));
    }
    links
}
