//! What the nearest place reached costs where the goal is out of reach: `cargo run --release -p xunlu
//! --example nearest -- MAP...` gave the figures in `record/jumps.md`.
//!
//! What a `MAP` is `ground/mod.rs` says. Two hundred questions between places drawn by chance that a path
//! joins, asked for the nearest place: with no limit; with the cost of the path as a limit, with one less,
//! and with half of it; in a square of 64 cells around the start and in one of half the sides of the map, in
//! which the goal may not lie; and with a limit of twenty expansions. Told are how many of them by jumps with
//! an index hand out a path to the nearest place, and microseconds a question, the least of five rounds in
//! which all take turns, by jumps, by jumps with an index, and by A* (one round).

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

mod ground;

use ground::{draw, grid_of};
use std::error::Error;
use std::time::{Duration, Instant};
use xunlu::{Algorithm, Cell, Cost, MoverId, Query, Rect, Region, Size, Workspace, World};

const QUESTIONS: usize = 200;
const ROUNDS: usize = 5;
const BY: [Algorithm; 3] = [Algorithm::JumpPoints, Algorithm::JumpIndex, Algorithm::AStar];
const SQUARE: u32 = 64;

fn main() -> Result<(), Box<dyn Error>> {
    for name in std::env::args().skip(1) {
        let mut world = World::new(grid_of(&name)?)?;
        world.build_index(MoverId::FIRST)?;
        println!("{}", name.rsplit('/').next().unwrap_or(&name));
        for (what, queries) in kinds(&world)? {
            let (mut least, mut near) = ([Duration::MAX; BY.len()], 0);
            for round in 0..ROUNDS {
                for (by, least) in BY.into_iter().zip(&mut least) {
                    if by != Algorithm::AStar || round == 0 {
                        let (took, count) = time_of(&world, &queries, by)?;
                        *least = took.min(*least);
                        near = if by == Algorithm::JumpIndex { count } else { near };
                    }
                }
            }
            let micros = least.map(|took| took.as_secs_f64() * 1e6 / QUESTIONS as f64);
            println!(
                "{what:>24} {near:4} near {:9.1} {:9.1} {:9.1} us, {:.1} and {:.1} times",
                micros[0],
                micros[1],
                micros[2],
                micros[2] / micros[0],
                micros[2] / micros[1]
            );
        }
    }
    Ok(())
}

/// Questions of one kind, and what it is called.
type Kind = (&'static str, Vec<Query>);

/// A question without a limit, where it begins, and what its path costs.
struct Drawn {
    from: Cell,
    query: Query,
    cost: Cost,
}

/// How long these take by an algorithm, and how many hand out a path to the nearest place.
fn time_of(
    world: &World,
    queries: &[Query],
    by: Algorithm,
) -> Result<(Duration, usize), Box<dyn Error>> {
    let (mut workspace, mut near) = (Workspace::new(), 0);
    let queries: Vec<Query> = queries.iter().map(|query| query.clone().algorithm(by)).collect();
    let begun = Instant::now();
    for query in &queries {
        let answer = world.find(query, &mut workspace)?;
        near += usize::from(answer.nearest.is_some());
        if answer.algorithm() != by {
            return Err(format!("{query:?}: {:?}", answer.choice).into());
        }
    }
    Ok((begun.elapsed(), near))
}

/// The questions of each kind.
fn kinds(world: &World) -> Result<Vec<Kind>, Box<dyn Error>> {
    let Rect { min, size } = world.map().as_grid().ok_or("a grid")?.bounds();
    let (mut seed, mut workspace) = (0x9e37_79b9_7f4a_7c15, Workspace::new());
    let mut drawn = Vec::new();
    for _ in 0..100 * QUESTIONS {
        let [from, to] = [0; 2].map(|_| {
            let (x, y) = (draw(&mut seed, size.width), draw(&mut seed, size.height));
            Cell::new(min.x + x.cast_signed(), min.y + y.cast_signed())
        });
        let query = Query::between(from, to);
        if let Some(cost) = world.find(&query, &mut workspace)?.cost()
            && drawn.len() < QUESTIONS
        {
            drawn.push(Drawn { from, query: query.nearest(true), cost });
        }
    }
    let square = |from: Cell, side: Size| {
        let min = Cell::new(
            from.x.saturating_sub_unsigned(side.width / 2),
            from.y.saturating_sub_unsigned(side.height / 2),
        );
        Region::from(Rect::new(min, side))
    };
    let near = Size::new(SQUARE, SQUARE);
    let half = Size::new(size.width / 2, size.height / 2);
    let each = |ask: &dyn Fn(&Drawn, Query) -> Query| {
        drawn.iter().map(|one| ask(one, one.query.clone())).collect()
    };
    let below = |cost: Cost| Cost(cost.0.saturating_sub(1));
    Ok(vec![
        ("no limit", each(&|_, query| query)),
        ("its cost", each(&|one, query| query.cost_max(one.cost))),
        ("one less", each(&|one, query| query.cost_max(below(one.cost)))),
        ("half its cost", each(&|one, query| query.cost_max(Cost(one.cost.0 / 2)))),
        ("a square of 64", each(&|one, query| query.within(square(one.from, near)))),
        ("half the map", each(&|one, query| query.within(square(one.from, half)))),
        ("20 expansions", each(&|_, query| query.limit(20))),
    ])
}
