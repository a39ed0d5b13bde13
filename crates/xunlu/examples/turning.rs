//! What movers for whom turning costs something pay for their questions: `cargo run --release -p xunlu
//! --example turning -- MAP...` gave the figures in `record/searches.md`.
//!
//! What a `MAP` is `ground/mod.rs` says. Sixty questions between cells drawn by chance, to A\* by its
//! name and to whoever answers best, at a turn for half a straight step and for two. Told are microseconds a
//! question, the least of three rounds, expansions, and how many times as fast the second is.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

mod ground;

use ground::{draw, grid_of};
use std::error::Error;
use std::time::{Duration, Instant};
use xunlu::{Algorithm, Cell, Corners, Cost, Mover, Query, StepCosts, Workspace, World};

const QUESTIONS: usize = 60;
const ROUNDS: usize = 3;

fn main() -> Result<(), Box<dyn Error>> {
    for name in std::env::args().skip(1) {
        for turn in [5, 20] {
            let mover = Mover::eight(Corners::NoCutting).costs(StepCosts::TEN_FOURTEEN);
            let mover = mover.turn_cost(Cost(turn)).build()?;
            let world = World::with_mover(grid_of(&name)?, mover)?;
            let asked = questions(&world)?;
            let by_name: Vec<_> =
                asked.iter().map(|query| query.clone().algorithm(Algorithm::AStar)).collect();
            let (a_star, least) = (time_of(&world, &by_name)?, time_of(&world, &asked)?);
            if a_star.cost != least.cost {
                return Err(format!("{name}: {} and {} in all", a_star.cost, least.cost).into());
            }
            println!(
                "{:20} turn {turn:2}   A* {:9.1} us {:8} expansions   {:9.1} us {:8} expansions {:5.2}",
                name.rsplit('/').next().unwrap_or(&name),
                a_star.micros(),
                a_star.expansions,
                least.micros(),
                least.expansions,
                a_star.took.as_secs_f64() / least.took.as_secs_f64(),
            );
        }
    }
    Ok(())
}

/// What all questions took and came to.
struct Taken {
    took: Duration,
    expansions: u64,
    cost: u64,
}

impl Taken {
    fn micros(&self) -> f64 {
        self.took.as_secs_f64() * 1e6 / QUESTIONS as f64
    }
}

fn questions(world: &World) -> Result<Vec<Query>, Box<dyn Error>> {
    let size = world.map().as_grid().ok_or("a grid of squares")?.bounds().size;
    let (mut seed, mut asked) = (0x9e37_79b9_7f4a_7c15, Vec::new());
    let mut workspace = Workspace::new();
    while asked.len() < QUESTIONS {
        let any = |seed: &mut u64| {
            let (x, y) = (draw(seed, size.width), draw(seed, size.height));
            Cell::new(x.cast_signed(), y.cast_signed())
        };
        let query = Query::between(any(&mut seed), any(&mut seed));
        if world.find(&query, &mut workspace)?.is_found() {
            asked.push(query);
        }
    }
    Ok(asked)
}

fn time_of(world: &World, queries: &[Query]) -> Result<Taken, Box<dyn Error>> {
    let mut workspace = Workspace::new();
    let mut taken = Taken { took: Duration::MAX, expansions: 0, cost: 0 };
    for _ in 0..ROUNDS {
        let (mut expansions, mut cost) = (0, 0);
        let begun = Instant::now();
        for query in queries {
            let answer = world.find(query, &mut workspace)?;
            expansions += answer.expansions;
            cost += u64::from(answer.cost().map_or(0, |cost| cost.0));
        }
        taken = Taken { took: begun.elapsed().min(taken.took), expansions, cost };
    }
    Ok(Taken { expansions: taken.expansions / QUESTIONS as u64, ..taken })
}
