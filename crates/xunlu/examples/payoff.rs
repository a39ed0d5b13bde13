//! After how many questions an index has paid: `cargo run --release -p xunlu --example payoff -- MAP...` gave
//! the figures in `record/jumps.md`.
//!
//! What a `MAP` is `ground/mod.rs` says. Questions between cells drawn by chance, of those that have a path,
//! are asked of `jps`, and of `jps-index` by jump edges alone, with runs, and with landmarks besides, in
//! turns; told are the least of three rounds, in microseconds a question, and before them how long making
//! each part took, least of three, too. After it *paid* is the number of questions after which making the
//! part and asking it took as long as doing without, and *made*, after how many of them
//! `World::maintain_indexes` makes it, each part once there is the one before. *Most* is how many times
//! as long all questions up to some number took `auto` as they would have taken the best of all, where
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
/// The parts of an index, in the order in which they are made.
const PARTS: [&str; 3] = ["edges", "runs", "landmarks"];

/// A part of an index, and how long making it takes in microseconds.
#[derive(Clone, Copy)]
struct Part {
    making: f64,
    // After how many questions `auto` makes it, if ever.
    made: Option<u32>,
}

fn main() -> Result<(), Box<dyn Error>> {
    print!("{:28}", "");
    print!("{:>9}", "jps us");
    for part in PARTS {
        print!("{:>11} ms{:>9}{:>9}{:>9}", part, "us", "paid", "made");
    }
    println!("{:>9}{:>9}", "most", "2000");
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
        let by_index = worlds.iter().map(|world| (world, &asking));
        let turns: Vec<_> = [(&worlds[0], &jumping)].into_iter().chain(by_index).collect();
        let mut each = [Duration::MAX; 1 + PARTS.len()];
        for _ in 0..ROUNDS {
            for ((world, queries), each) in turns.iter().zip(&mut each) {
                *each = time_of(world, queries)?.min(*each);
            }
        }
        let each = each.map(|all| all.as_secs_f64() * 1e6 / QUESTIONS as f64);
        tell(name, parts, each);
    }
    Ok(())
}

/// The world with each part, and after how many questions that was made.
struct Made {
    worlds: [World; PARTS.len()],
    parts: [Part; PARTS.len()],
}

/// What use makes of a world; `None` if it makes no index.
fn make(mut world: World, queries: &[Query]) -> Result<Option<Made>, Box<dyn Error>> {
    let mut parts = [Part { making: f64::INFINITY, made: None }; PARTS.len()];
    let mut worlds: [World; PARTS.len()] = std::array::from_fn(|_| world.clone());
    let mut count = 0;
    for (number, part) in parts.iter_mut().enumerate() {
        let made = ask_until_made(&mut world, queries)?;
        if made.is_none() && number == 0 {
            return Ok(None);
        }
        part.made = made.map(|(on, _)| count + on);
        count = part.made.unwrap_or(count);
        if part.made.is_none() && number + 1 == PARTS.len() {
            let _ = world.build_index(MoverId::FIRST)?;
        }
        worlds[number] = world.clone();
    }
    Ok(Some(Made { worlds, parts }))
}

/// How long making each part takes, in microseconds.
fn time_parts(mut world: World, queries: &[Query]) -> Result<[f64; PARTS.len()], Box<dyn Error>> {
    let mut each = [f64::INFINITY; PARTS.len()];
    for part in &mut each[..PARTS.len() - 1] {
        let Some((_, took)) = ask_until_made(&mut world, queries)? else { return Ok(each) };
        *part = took.as_secs_f64() * 1e6;
    }
    let begun = Instant::now();
    let _ = world.build_index(MoverId::FIRST)?;
    each[PARTS.len() - 1] = begun.elapsed().as_secs_f64() * 1e6;
    Ok(each)
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

fn tell(name: &str, parts: [Part; PARTS.len()], each: [f64; 1 + PARTS.len()]) {
    let made = parts.map(|part| part.made.map_or(f64::INFINITY, f64::from));
    let auto = |count: f64| {
        let (mut took, mut before) = (0.0, 0.0);
        for ((part, made), each) in parts.iter().zip(made).zip(each) {
            took += (made.min(count) - before) * each;
            took += if made <= count { part.making } else { 0.0 };
            before = made.min(count);
        }
        took + (count - before) * each[PARTS.len()]
    };
    let best = |count: f64| {
        let by_parts = (0..=PARTS.len()).map(|with| {
            let making = parts[..with].iter().map(|part| part.making);
            making.sum::<f64>() + count * each[with]
        });
        by_parts.fold(f64::INFINITY, f64::min)
    };
    let times = |count: f64| auto(count) / best(count);
    let most = made.into_iter().filter(|made| made.is_finite()).map(times).fold(0.0, f64::max);
    print!("{name:28}{:9.1}", each[0]);
    let mut before = 0.0;
    for ((part, made), pair) in parts.iter().zip(made).zip(each.windows(2)) {
        let or_never = |count: f64| {
            if count.is_finite() && count > 0.0 { format!("{count:.0}") } else { "never".into() }
        };
        let paid = or_never(part.making / (pair[0] - pair[1]));
        print!("{:14.1}{:9.1}{paid:>9}{:>9}", part.making / 1e3, pair[1], or_never(made - before));
        before = made;
    }
    println!("{most:9.2}{:9.2}", times(2_000.0));
}
