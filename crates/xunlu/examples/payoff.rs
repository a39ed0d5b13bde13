//! After how many questions an index has paid: `cargo run --release -p xunlu --example payoff -- MAP...` gave
//! the figures in `record/jumps.md`.
//!
//! What a `MAP` is `ground/mod.rs` says. Questions between cells drawn by chance, of those that have a path,
//! are asked of `jps` and of `jps-index` in turns; told are the least of three rounds, in microseconds a
//! question, and how long making the index took, least of three, too. *Paid* is the number of questions after
//! which making it and asking it took as long as jumping had; *made*, after how many of them
//! `World::maintain_indexes` makes it. *At paid* is how many expansions, those beyond the first 16 of each
//! question, jumping made for each jump point until it had paid, *as long* until it took as long as making.
//! *Most* is how many times as long all questions up to some number took `auto` as they would have taken the
//! better of both, where that is worst; *twice* and *ten times* the same for twice and ten times as many
//! questions as have paid.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

mod asked;
mod ground;
mod timing;

use asked::cells_asked;
use ground::grid_of;
use std::error::Error;
use std::time::{Duration, Instant};
use timing::time_of;
use xunlu::{Algorithm, Mover, MoverId, Query, Workspace, World};
use xunlu_index::JumpMap;
use xunlu_map::Passability;

const QUESTIONS: usize = 200;
const ROUNDS: usize = 3;
/// `auto` is asked so many at most.
const QUESTIONS_MAX: u32 = 1 << 20;

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "{:28}{:>10}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}{:>7}{:>7}{:>7}",
        "",
        "ms",
        "jps us",
        "index us",
        "paid",
        "at paid",
        "as long",
        "made",
        "most",
        "twice",
        "ten"
    );
    for name in std::env::args().skip(1) {
        let grid = grid_of(&name)?;
        let bare = World::new(grid.clone())?;
        let cells = cells_asked(&bare, QUESTIONS)?;
        let queries = |by: Option<Algorithm>| -> Vec<Query> {
            cells.iter().map(|&[from, to]| Query::between(from, to).algorithm(by)).collect()
        };
        let mut world = World::new(grid.clone())?;
        let (mut making, mut is_made) = (Duration::MAX, false);
        for _ in 0..ROUNDS {
            // Not a clone, which would copy all else it knows before it makes an index.
            world = World::new(grid.clone())?;
            let begun = Instant::now();
            is_made = world.build_index(MoverId::FIRST)?;
            making = making.min(begun.elapsed());
        }
        let name = name.rsplit('/').next().unwrap_or(&name);
        if !is_made {
            println!(
                "{name:28} no index is made of it, which takes {:.1} ms to see",
                making.as_secs_f64() * 1e3
            );
            continue;
        }
        let made = questions_until_made(World::new(grid)?, &queries(None))?;
        let by = [Algorithm::JumpPoints, Algorithm::JumpIndex].map(|by| queries(Some(by)));
        let mut each = [Duration::MAX; 2];
        for _ in 0..ROUNDS {
            for (queries, each) in by.iter().zip(&mut each) {
                *each = time_of(&world, queries)?.min(*each);
            }
        }
        let each = each.map(|all| all.as_secs_f64() * 1e6 / QUESTIONS as f64);
        let expansions = expansions_for_each_jump_point(&world, &by[0])?;
        tell(name, making.as_secs_f64() * 1e6, each, (expansions, made));
    }
    Ok(())
}

/// How many expansions beyond the first 16 a question makes in the mean, for each jump point.
fn expansions_for_each_jump_point(world: &World, queries: &[Query]) -> Result<f64, Box<dyn Error>> {
    let grid = world.map().as_grid().ok_or("a grid")?;
    let open = Passability::new(grid.ground(), &Mover::default());
    let map = JumpMap::new(&open, &Mover::default()).ok_or("ground to jump over")?;
    let (mut workspace, mut expansions) = (Workspace::new(), 0);
    for query in queries {
        expansions += world.find(query, &mut workspace)?.expansions.saturating_sub(16);
    }
    Ok(expansions as f64 / queries.len() as f64 / map.jump_point_count().max(1) as f64)
}

fn tell(
    name: &str,
    making: f64,
    [jumping, asking]: [f64; 2],
    (expansions, made): (f64, Option<u32>),
) {
    let paid = making / (jumping - asking);
    let made_after = made.map_or(f64::INFINITY, f64::from);
    let auto = |count: f64| {
        if count < made_after {
            count * jumping
        } else {
            made_after * jumping + making + (count - made_after) * asking
        }
    };
    let best = |count: f64| (count * jumping).min(making + count * asking);
    let times = |count: f64| auto(count) / best(count);
    let most = times(made_after - 1.0).max(times(made_after));
    print!("{name:28}{:10.1}{jumping:9.1}{asking:9.1}", making / 1e3);
    let made = made.map_or("never".to_owned(), |count| count.to_string());
    let as_long = expansions * making / jumping;
    if asking >= jumping {
        println!("{:>9}{:>9}{as_long:9.1}{made:>9}", "never", "");
        return;
    }
    let (twice, ten) = (times(2.0 * paid), times(10.0 * paid));
    // Where it is never made, it is worse the more is asked.
    let most = if made_after.is_finite() { most } else { jumping / asking };
    let at_paid = expansions * paid;
    println!("{paid:9.0}{at_paid:9.1}{as_long:9.1}{made:>9}{most:7.2}{twice:7.2}{ten:7.2}");
}

/// After how many questions the world makes an index, if it ever does.
fn questions_until_made(
    mut world: World,
    queries: &[Query],
) -> Result<Option<u32>, Box<dyn Error>> {
    let mut workspace = Workspace::new();
    for (query, count) in queries.iter().cycle().zip(1..QUESTIONS_MAX) {
        world.find(query, &mut workspace)?;
        world.maintain_indexes();
        if world.index_upkeep(MoverId::FIRST)?.is_some() {
            return Ok(Some(count));
        }
    }
    Ok(None)
}
