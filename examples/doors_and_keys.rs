//! A gate that a lever opens and a door that needs a key: `cargo run -p xunlu --example doors_and_keys`.
#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use xunlu::{
    Corners, Door, Grid, LinkId, Mover, Outcome, Query, Tags, Workspace, World, WorldError,
};

/// The cell 5,1 lets in whoever has key 3; the link leads through a gate, which is shut.
const MAP: &str = "\
@tags 3 at 5,1
@link 4,4 <-> 6,4 shut
.....#.....
...........
.....#.....
.....#.....
.....#.....";
const GATE: LinkId = LinkId(0);

fn tell(world: &World, who: &str, query: &Query) -> Result<(), WorldError> {
    let answer = world.find(query, &mut Workspace::new())?;
    match &answer.outcome {
        Outcome::Found(found) => println!("{who}: a path of {} places", found.path.places.len()),
        _ => println!("{who}: no path. {}", world.explain(query)?),
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::new(MAP.parse::<Grid>()?)?;
    let key = Tags::one(3).ok_or("there are sixteen tags")?;
    let guard = world.add_mover(Mover::eight(Corners::NoCutting).tags(key).build()?)?;
    let thief = Query::between((1, 4), (9, 4));

    tell(&world, "the guard, who has the key", &thief.clone().mover(guard))?;
    tell(&world, "the thief, who has none", &thief)?;
    world.set_door(GATE, Door::Open)?;
    tell(&world, "the thief, once the gate is open", &thief)?;
    Ok(())
}
