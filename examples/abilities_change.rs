//! A hero finds a key and learns to swim: `cargo run -p xunlu --example abilities_change`.
#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use xunlu::{Grid, Mover, MoverId, Query, Tags, Terrain, Workspace, World, WorldError};

/// The cell 3,0 lets in whoever has key 1; `w` is water.
const MAP: &str = "\
@tags 1 at 3,0
..........
###.######
...www....
wwwwwwwwww
..........";
const WATER: Terrain = Terrain(32);

fn tell(world: &World, when: &str, query: &Query) -> Result<(), WorldError> {
    match world.find(query, &mut Workspace::new())?.path() {
        Some(path) => println!("{when}: {} steps that cost {}", path.steps().len(), path.cost),
        None => println!("{when}: {}", world.explain(query)?),
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Built with every key that there is; each question says which it has by then.
    let key = Tags::one(1).ok_or("there are sixteen tags")?;
    let hero = Mover::four().closed(WATER).tags(key);
    let mut world = World::with_mover(MAP.parse::<Grid>()?, hero.clone().build()?)?;

    let query = Query::between((0, 0), (9, 0));
    tell(&world, "without the key", &query.clone().tags(Tags::NONE))?;
    tell(&world, "with the key", &query.tags(key))?;
    let query = Query::between((0, 0), (9, 4)).tags(key);
    tell(&world, "to the far bank", &query)?;
    // Who becomes another keeps the number.
    world.set_mover(MoverId::FIRST, hero.price(WATER, 3.0).build()?)?;
    tell(&world, "once it swims", &query)?;
    Ok(())
}
