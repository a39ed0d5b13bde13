//! Where a unit comes with its movement points, and the path there:
//! `cargo run -p xunlu --example movement_range`.
#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use xunlu::{Cell, Cost, Grid, Mover, MoverId, Place, StepCosts, Workspace, World, draw};

/// The digits are forest and swamp: a step into them takes that many points.
const MAP: &str = "\
...........
..22....#..
.2222...#..
..22....#..
......3333.
##.##..33..
...........";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grid: Grid = MAP.parse()?;
    let point = StepCosts { straight: Cost(1), diagonal: Cost(1) };
    let world = World::with_mover(grid.clone(), Mover::four().costs(point).build()?)?;

    let unit = Cell::new(5, 3);
    let reach = world.reach(unit, MoverId::FIRST, Cost(5), &mut Workspace::new())?;
    println!("{MAP}\n\n{} places within five points:", reach.places().len());
    let points =
        |cell| reach.cost_at(Place::Cell(cell)).and_then(|cost| char::from_digit(cost.0, 10));
    println!("{}\n", draw(&grid, |cell| points(cell).or(Some(' '))));

    let target = Place::cell(3, 1);
    let path = reach.path_to(target).ok_or("the target is within reach")?;
    println!("to {target} for {} points: {:?}", path.cost, path.places);
    Ok(())
}
