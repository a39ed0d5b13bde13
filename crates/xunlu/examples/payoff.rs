//! After how many questions an index has paid: `cargo run --release -p xunlu --example payoff -- MAP...` gave
//! the figures in `record/jumps.md`.
//!
//! What a `MAP` is `ground/mod.rs` says. Questions between cells drawn by chance, of those that have a path,
//! are asked of `jps`, of `jps-index` by jump edges alone, and of `jps-index` with landmarks in turns; told
//! are the least of three rounds, in microseconds a question, and how long making the edges and placing the
//! landmarks (*more*) took, least of three, too. Of each *paid* is the number of questions after which making
//! it and asking it took as long as doing without, and *made*, after how many of them
//! `World::maintain_indexes` makes it, landmarks after so many once there are edges. *Most* is how many times
//! as long all questions up to some number took `auto` as they would have taken the best of the three, where
//! that is worst right after something is made, and *2000* the same for so many questions.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

mod asked;
mod ground;
mod timing;

use asked::cells_asked;
use ground::grid_of;
use std::error::Error;
use std::time::{Duration, Instant};
use timing::time_of;
use xunlu::{Algorithm, MoverId, Query, Workspace, World};

const QUESTIONS: usize = 200;
const ROUNDS: usize = 3;
/// `auto` is asked so many at most.
const QUESTIONS_MAX: u32 = 1 << 18;
const HEAD: [&str; 11] = [
    "edges ms",
    "more ms",
    "jps us",
    "edges us",
    "index us",
    "paid",
    "made",
    "more paid",
    "made",
    "most",
    "2000",
];

/// A part of an index, and how long making it takes in microseconds.
#[derive(Clone, Copy)]
struct Part {
    making: f64,
    // After how many questions `auto` makes it, if ever.
    made: Option<u32>,
}

fn main() -> Result<(), Box<dyn Error>> {
    print!("{:28}", "");
    HEAD.iter().for_each(|title| print!("{title:>10}"));
    println!();
    for name in std::env::args().skip(1) {
        let grid = grid_of(&name)?;
        let cells = cells_asked(&World::new(grid.clone())?, QUESTIONS)?;
        let name = name.rsplit('/').next().unwrap_or(&name);
        let queries = |by: Option<Algorithm>| -> Vec<Query> {
            cells.iter().map(|&[from, to]| Query::between(from, to).algorithm(by)).collect()
        };
        let Some(Made { worlds, mut parts }) = make(World::new(grid.clone())?, &queries(None))?
        else {
            println!("{name:28} no index is made of it, or not in {QUESTIONS_MAX} questions");
            continue;
        };
        for _ in 0..ROUNDS {
            // Not a clone, which would copy all else it knows before it makes an index.
            let again = time_parts(World::new(grid.clone())?, &queries(None))?;
            for (part, again) in parts.iter_mut().zip(again) {
                part.making = part.making.min(again);
            }
        }
        let [jumping, asking] =
            [Algorithm::JumpPoints, Algorithm::JumpIndex].map(|by| queries(Some(by)));
        let turns = [(&worlds[0], &jumping), (&worlds[0], &asking), (&worlds[1], &asking)];
        let mut each = [Duration::MAX; 3];
        for _ in 0..ROUNDS {
            for ((world, queries), each) in turns.into_iter().zip(&mut each) {
                *each = time_of(world, queries)?.min(*each);
            }
        }
        let each = each.map(|all| all.as_secs_f64() * 1e6 / QUESTIONS as f64);
        tell(name, parts, each);
    }
    Ok(())
}

/// The world with jump edges alone and with landmarks, too, and after how many questions each was made.
struct Made {
    worlds: [World; 2],
    parts: [Part; 2],
}

/// What use makes of a world; `None` if it makes no index.
fn make(mut world: World, queries: &[Query]) -> Result<Option<Made>, Box<dyn Error>> {
    let mut parts = [Part { making: f64::INFINITY, made: None }; 2];
    parts[0].made = ask_until_made(&mut world, queries)?.map(|(count, _)| count);
    let Some(count) = parts[0].made else { return Ok(None) };
    let by_edges = world.clone();
    let landmarks = ask_until_made(&mut world, queries)?;
    parts[1].made = landmarks.map(|(on, _)| count + on);
    let _ = world.build_index(MoverId::FIRST)?;
    Ok(Some(Made { worlds: [by_edges, world], parts }))
}

/// How long making each part takes, in microseconds.
fn time_parts(mut world: World, queries: &[Query]) -> Result<[f64; 2], Box<dyn Error>> {
    let edges = ask_until_made(&mut world, queries)?;
    let begun = Instant::now();
    let _ = world.build_index(MoverId::FIRST)?;
    let both = [edges.map_or(Duration::MAX, |(_, took)| took), begun.elapsed()];
    Ok(both.map(|took| took.as_secs_f64() * 1e6))
}

/// After how many questions the world makes something, if it does, and how long that takes.
fn ask_until_made(
    world: &mut World,
    queries: &[Query],
) -> Result<Option<(u32, Duration)>, Box<dyn Error>> {
    let mut workspace = Workspace::new();
    for (query, count) in queries.iter().cycle().zip(1..QUESTIONS_MAX) {
        world.find(query, &mut workspace)?;
        let begun = Instant::now();
        if world.maintain_indexes() {
            return Ok(Some((count, begun.elapsed())));
        }
    }
    Ok(None)
}

fn tell(name: &str, parts: [Part; 2], each: [f64; 3]) {
    let [edges, landmarks] = parts;
    let made = parts.map(|part| part.made.map_or(f64::INFINITY, f64::from));
    let auto = |count: f64| {
        let spans = [made[0].min(count), made[1].min(count) - made[0].min(count)];
        let making = parts.iter().zip(made).filter(|(_, made)| *made <= count);
        let making: f64 = making.map(|(part, _)| part.making).sum();
        spans[0] * each[0] + spans[1] * each[1] + (count - spans[0] - spans[1]) * each[2] + making
    };
    let best = |count: f64| {
        let by_edges = edges.making + count * each[1];
        let by_index = edges.making + landmarks.making + count * each[2];
        by_edges.min(by_index).min(count * each[0])
    };
    let times = |count: f64| auto(count) / best(count);
    let most = made.into_iter().filter(|made| made.is_finite()).map(times).fold(0.0, f64::max);
    print!("{name:28}{:10.1}{:10.1}", edges.making / 1e3, landmarks.making / 1e3);
    each.iter().for_each(|each| print!("{each:10.1}"));
    let mut before = 0.0;
    for (part, pair) in parts.iter().zip(each.windows(2)) {
        let paid = part.making / (pair[0] - pair[1]);
        if paid > 0.0 {
            print!("{paid:10.0}");
        } else {
            print!("{:>10}", "never");
        }
        let made = part.made.map_or(f64::INFINITY, f64::from) - before;
        before += made;
        if made.is_finite() {
            print!("{made:10.0}");
        } else {
            print!("{:>10}", "never");
        }
    }
    println!("{most:10.2}{:10.2}", times(2_000.0));
}
