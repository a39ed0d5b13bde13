//! Units that stand in each other's way, and who may pass whom:
//! `cargo run -p xunlu --example units_in_the_way`.
#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use xunlu::{Grid, Group, Occupancy, Passing, Query, Unit, Workspace, World, WorldError};

const MAP: &str = "\
...........
.####.####.
...........";
const GUARDS: Group = Group(1);
const THIEVES: Group = Group(2);

fn tell(world: &World, units: &mut Occupancy, what: &str) -> Result<(), WorldError> {
    // A snapshot with the units in the way: every question heeds them, on any thread. Whoever stands at
    // the start is the one who asks.
    let now = world.among(units)?;
    let answer = now.find(&Query::between((5, 0), (5, 2)), &mut Workspace::new())?;
    match answer.path() {
        Some(path) => println!("{what}: {} steps", path.steps().len()),
        None => println!("{what}: no path, {} expansions", answer.expansions),
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let world = World::new(MAP.parse::<Grid>()?)?;
    let mut units = Occupancy::new(&world);
    units.enter(Unit::at((5, 0)).group(GUARDS))?;
    tell(&world, &mut units, "alone")?;
    let other = units.enter(Unit::at((5, 1)).group(GUARDS))?;
    tell(&world, &mut units, "a comrade in the gap")?;
    units.let_pass(GUARDS, GUARDS, Passing::Through); // But nobody ends where another stands.
    tell(&world, &mut units, "guards pass each other")?;
    units.join(other, THIEVES)?;
    tell(&world, &mut units, "but not a thief")?;
    units.step(other, (7, 2))?;
    tell(&world, &mut units, "who runs")?;
    Ok(())
}
