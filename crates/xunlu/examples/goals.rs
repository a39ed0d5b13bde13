//! What several goals cost searches over jumps: `cargo run --release -p xunlu --example goals -- MAP...` gave
//! the figures in `record/jumps.md`.
//!
//! What a `MAP` is `ground/mod.rs` says. Two hundred questions from places drawn by chance in the largest
//! component, each to one place there, to the nearest of sixteen of them, to within ten cells of one, and
//! into a square of 21 cells around one. Told are microseconds a question, the least of five rounds in which
//! all take turns, and how many times that of one goal it is: by jumps, by jumps with an index, and by A*.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

mod ground;
mod timing;

use ground::{draw, grid_of};
use std::error::Error;
use std::time::Duration;
use timing::time_of;
use xunlu::{Algorithm, Cell, Goal, Map, MoverId, Place, Query, Rect, Region, Size, World};

const QUESTIONS: usize = 200;
const ROUNDS: usize = 5;
const SEVERAL: usize = 16;
const RADIUS: i32 = 10;
const BY: [Algorithm; 3] = [Algorithm::JumpPoints, Algorithm::JumpIndex, Algorithm::AStar];
const KINDS: [&str; 4] = ["one", "of sixteen", "within ten", "in a square"];

fn main() -> Result<(), Box<dyn Error>> {
    for name in std::env::args().skip(1) {
        let mut world = World::new(grid_of(&name)?)?;
        world.build_index(MoverId::FIRST)?;
        println!("{}", name.rsplit('/').next().unwrap_or(&name));
        let mut seed = 0x9e37_79b9_7f4a_7c15;
        let asked = questions(&world, &mut seed)?;
        let mut least = [[Duration::MAX; BY.len()]; KINDS.len()];
        for round in 0..ROUNDS {
            for (questions, least) in asked.iter().zip(&mut least) {
                for (by, least) in BY.into_iter().zip(least) {
                    // A* takes long, and a round of it is enough.
                    if by != Algorithm::AStar || round == 0 {
                        *least = time_of(&world, &asked_by(by, questions))?.min(*least);
                    }
                }
            }
        }
        for (kind, took) in KINDS.iter().zip(least) {
            let told = took.iter().zip(least[0]).map(|(took, one)| {
                let micros = took.as_secs_f64() * 1e6 / QUESTIONS as f64;
                format!("{micros:8.1} us {:5.2}", took.as_secs_f64() / one.as_secs_f64())
            });
            println!("{kind:>12} {}", told.collect::<Vec<_>>().join("   "));
        }
    }
    Ok(())
}

/// The same as queries by an algorithm.
fn asked_by(by: Algorithm, questions: &[(Place, Goal)]) -> Vec<Query> {
    questions.iter().map(|(from, goal)| Query::to(*from, goal.clone()).algorithm(by)).collect()
}

/// Questions of one kind.
type Questions = Vec<(Place, Goal)>;

/// The questions of each kind, from the same places.
fn questions(world: &World, seed: &mut u64) -> Result<[Questions; 4], Box<dyn Error>> {
    let Map::Grid(grid) = world.map() else { return Err("a grid of squares".into()) };
    let view = world.view(MoverId::FIRST)?;
    let sizes = grid.bounds().cells().filter_map(|cell| Some((view.component_at(cell)?.1, cell)));
    let all: Vec<(u32, Cell)> = sizes.collect();
    let largest = all.iter().map(|(size, _)| *size).max().unwrap_or(0);
    let own: Vec<Cell> =
        all.into_iter().filter(|(size, _)| *size == largest).map(|(_, cell)| cell).collect();
    let count = u32::try_from(own.len())?;
    let any = |seed: &mut u64| own[draw(seed, count) as usize];
    let mut asked = [const { Vec::new() }; 4];
    for _ in 0..QUESTIONS {
        let (from, to) = (Place::Cell(any(seed)), any(seed));
        let sixteen: Vec<Cell> =
            std::iter::once(to).chain((1..SEVERAL).map(|_| any(seed))).collect();
        let side = 2 * RADIUS.unsigned_abs() + 1;
        let square = Rect::new(Cell::new(to.x - RADIUS, to.y - RADIUS), Size::new(side, side));
        asked[0].push((from, Goal::at(to)));
        asked[1].push((from, Goal::any_of(sixteen)));
        asked[2].push((from, Goal::within(to, RADIUS.unsigned_abs())));
        asked[3].push((from, Goal::region(Region::from(square.intersection(grid.bounds())))));
    }
    Ok(asked)
}
