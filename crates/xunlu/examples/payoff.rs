//! After how many questions an index has paid: `cargo run --release -p xunlu --example payoff -- MAP...` gave
//! the figures in `record/jumps.md`.
//!
//! What a `MAP` is `ground/mod.rs` says. Questions between cells drawn by chance, of those that have a path,
//! are asked of `jps`, and of `jps-index` by jump edges alone, with runs, and with landmarks besides, in
//! turns; told are the least of three rounds, in microseconds a question, and before them how long making
//! each part took, least of three, too. After it *paid* is the number of questions after which making the
//! part and asking it took as long as doing without, and *made*, after how many of them
//! `World::maintain_indexes` makes it, each part once there is the one before; an index made whole at once
//! stands where its edges would. *Most* is how many times as long all questions up to some number took `auto`
//! as they would have taken the best of all, where that is worst right after something is made, and *2000*
//! the same for so many questions.

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

/// A part of an index, or all of it if it is made at once.
struct Part {
    world: World,
    // In seconds.
    making: f64,
    asking: Duration,
    // After how many questions `auto` makes it, if ever.
    made: f64,
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
        let Some(mut parts) = make(World::new(grid.clone())?, &queries(None))? else {
            println!("{name:28} no index is made of it, or not in {QUESTIONS_MAX} questions");
            continue;
        };
        for _ in 0..ROUNDS {
            // Not a clone, which would copy all else it knows before it makes an index.
            time_parts(World::new(grid.clone())?, &queries(None), &mut parts)?;
        }
        let [jumping, asking] =
            [Algorithm::JumpPoints, Algorithm::JumpIndex].map(|by| queries(Some(by)));
        let mut jumps = Duration::MAX;
        for _ in 0..ROUNDS {
            jumps = time_of(&parts[0].world, &jumping)?.min(jumps);
            for part in &mut parts {
                part.asking = time_of(&part.world, &asking)?.min(part.asking);
            }
        }
        tell(name, jumps, &parts);
    }
    Ok(())
}

/// The parts of an index that use makes of a world, the last of them if need be without; `None` if it makes
/// none.
fn make(mut world: World, queries: &[Query]) -> Result<Option<Vec<Part>>, Box<dyn Error>> {
    let mut parts: Vec<Part> = Vec::new();
    for _ in PARTS {
        let made = ask_until_made(&mut world, queries)?;
        let before = parts.last().map_or(0.0, |part| part.made);
        let made = made.map_or(f64::INFINITY, |(questions, _)| before + f64::from(questions));
        if made.is_infinite() && parts.is_empty() {
            return Ok(None);
        }
        let mut whole = world.clone();
        let _ = whole.build_index(MoverId::FIRST)?;
        // What is copied may take a little less. Landmarks take many bytes a jump point.
        let is_whole = made.is_infinite() || whole.index_bytes() <= world.index_bytes();
        let world = if is_whole { whole } else { world.clone() };
        parts.push(Part { world, making: f64::INFINITY, asking: Duration::MAX, made });
        if is_whole {
            break;
        }
    }
    Ok(Some(parts))
}

/// Times making each part, in seconds, if that takes less than before.
fn time_parts(
    mut world: World,
    queries: &[Query],
    parts: &mut [Part],
) -> Result<(), Box<dyn Error>> {
    for part in parts {
        let took = if part.made.is_finite() {
            ask_until_made(&mut world, queries)?.ok_or("a part was made before")?.1
        } else {
            let begun = Instant::now();
            let _ = world.build_index(MoverId::FIRST)?;
            begun.elapsed()
        };
        part.making = part.making.min(took.as_secs_f64());
    }
    Ok(())
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

fn tell(name: &str, jumps: Duration, parts: &[Part]) {
    let a_question = |all: Duration| all.as_secs_f64() / QUESTIONS as f64;
    let jumps = a_question(jumps);
    let auto = |count: f64| {
        let (mut took, mut before, mut each) = (0.0, 0.0, jumps);
        for part in parts {
            let made = part.made.min(count);
            took += (made - before) * each;
            took += if part.made <= count { part.making } else { 0.0 };
            (before, each) = (made, a_question(part.asking));
        }
        took + (count - before) * each
    };
    let best = |count: f64| {
        let mut making = 0.0;
        let by_parts = parts.iter().map(|part| {
            making += part.making;
            making + count * a_question(part.asking)
        });
        by_parts.fold(count * jumps, f64::min)
    };
    let times = |count: f64| auto(count) / best(count);
    let made = parts.iter().map(|part| part.made).filter(|made| made.is_finite());
    let most = made.map(times).fold(0.0, f64::max);
    print!("{name:28}{:9.1}", jumps * 1e6);
    let or_never = |count: f64| {
        if count.is_finite() && count > 0.0 { format!("{count:.0}") } else { "never".into() }
    };
    let (mut made, mut without) = (0.0, jumps);
    for part in parts {
        let with = a_question(part.asking);
        let [paid, after] = [part.making / (without - with), part.made - made].map(or_never);
        print!("{:14.1}{:9.1}{paid:>9}{after:>9}", part.making * 1e3, with * 1e6);
        (made, without) = (part.made, with);
    }
    for _ in parts.len()..PARTS.len() {
        print!("{:>14}{:>9}{:>9}{:>9}", "-", "-", "-", "-");
    }
    println!("{most:9.2}{:9.2}", times(2_000.0));
}
