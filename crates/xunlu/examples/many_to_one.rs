//! What it costs that 200 units go to one goal, by each way to ask:
//! `cargo run --release -p xunlu --example many_to_one`. The best of 20 rounds each; "Which to take" on the
//! crate's front page has the figures.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

use std::error::Error;
use std::time::{Duration, Instant};
use xunlu::scheduler::{Budget, Priority, Scheduler};
use xunlu::{Grid, MoverId, Place, Query, Workspace, World};

const UNITS: usize = 200;
const ROUNDS: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let text = include_str!("../../../examples/maps/dungeon.txt");
    let world = World::new(text.parse::<Grid>()?)?;
    let (mover, goal) = (MoverId::FIRST, Place::cell(57, 15));
    let inside = world.cells().map(|(place, _)| place);
    let inside = inside.filter(|&place| world.can_stand(mover, place));
    let units: Vec<Place> = inside.step_by(4).take(UNITS).collect();
    let queries: Vec<Query> = units.iter().map(|&unit| Query::between(unit, goal)).collect();
    let mut workspace = Workspace::new();

    tell("a field", || {
        let field = world.field_to([goal], mover, &mut workspace)?;
        Ok(units.iter().filter(|&&unit| field.next_step(unit).is_some()).count())
    })?;
    let mut workspace = Workspace::new();
    tell("find, one after the other", || {
        let mut found = 0;
        for query in &queries {
            found += usize::from(world.find(query, &mut workspace)?.is_found());
        }
        Ok(found)
    })?;
    tell("a batch on all threads", || {
        Ok(world.batch(&queries, 0).iter().flatten().filter(|answer| answer.is_found()).count())
    })?;
    let mut scheduler = Scheduler::default();
    tell("a scheduler without a limit", || {
        for query in &queries {
            scheduler.submit(query.clone(), Priority::Normal)?;
        }
        let mut found = 0;
        for ticket in scheduler.run(&world, Budget::Expansions(u64::MAX)).finished {
            let answer = scheduler.take(ticket).ok_or("it was reported as finished")??;
            found += usize::from(answer.is_found());
        }
        Ok(found)
    })
}

/// Runs it some rounds and tells the shortest.
fn tell(
    name: &str,
    mut run: impl FnMut() -> Result<usize, Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let (mut best, mut found) = (Duration::MAX, 0);
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        found = run()?;
        best = best.min(begun.elapsed());
    }
    println!("{name}: {best:?}, {found} paths");
    Ok(())
}
