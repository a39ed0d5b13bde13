//! How far this turn and the turn after, and where a long walk stops at the end of each:
//! `cargo run -p xunlu --example turns_and_ranges`.
#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use xunlu::{Grid, Mover, MoverId, Place, StepCosts, Steps, Workspace, World, draw};

/// The digits are forest and swamp: a step into them takes that many points.
const MAP: &str = "\
....2.....33..
...22.#...33..
..22..#..3333.
...22.#...33..
....22#...33..";
const POINTS: Steps = Steps(4);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grid: Grid = MAP.parse()?;
    let (unit, goal) = (Place::cell(1, 2), Place::cell(12, 2));
    let world =
        World::with_mover(grid.clone(), Mover::four().costs(StepCosts::TEN_FOURTEEN).build()?)?;

    let all = world.reach(unit, MoverId::FIRST, Steps(1_000), &mut Workspace::new())?;
    let turn = |place| {
        let turns = world.turns(&all.path_to(place)?, MoverId::FIRST, POINTS).ok()?;
        turns.count().and_then(|turn| char::from_digit(u32::try_from(turn).ok()?, 10))
    };
    println!("{MAP}\n\nthe turn in which each place is reached:");
    println!("{}\n", draw(&grid, |cell| turn(Place::Cell(cell)).or(Some('#'))));

    let path = all.path_to(goal).ok_or("there is a way through the swamp")?;
    let costs = world.step_costs(&path, MoverId::FIRST)?;
    println!("the steps to {goal} cost {:?}", costs.iter().map(|cost| cost.0).collect::<Vec<_>>());
    let turns = world.turns(&path, MoverId::FIRST, POINTS)?;
    for (turn, end) in (1..).zip(turns.ends()) {
        println!("turn {turn} ends at {}", path.places[end]);
    }
    Ok(())
}
