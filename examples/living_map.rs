//! The map changes under a walker, who hears of it and turns: `cargo run -p xunlu --example living_map`.
#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use xunlu::{Grid, MoverId, Place, Query, Terrain, Workspace, World, watch::Watcher};

const MAP: &str = "\
............
.####.#####.
.#.........#
.#.#######.#
...#.....#..";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::new(MAP.parse::<Grid>()?)?;
    let (mut workspace, goal) = (Workspace::new(), Place::cell(11, 4));
    let answer = world.find(&Query::between(Place::cell(0, 0), goal), &mut workspace)?;
    let mut path = answer.path().ok_or("there is a path at first")?.clone();
    println!("the path has {} steps and costs {}", path.steps().len(), path.cost);

    let mut watcher = Watcher::new(&world);
    let mut id = watcher.watch(&world, &path, MoverId::FIRST)?;
    // A rock falls; then the passage caves in, and the hall before it.
    for cells in [&[(7, 4)][..], &[(5, 1), (4, 0)]] {
        world.set_all(cells.iter().map(|&cell| (cell, Terrain::WALL)))?;
        println!("walls at {cells:?}");
        for broken in watcher.update(&world) {
            // All steps before the broken one can still be made; from there on it needs a new path.
            let from = path.places[broken.step];
            let answer = world.find(&Query::between(from, goal), &mut workspace)?;
            path = answer.path().ok_or("there is a path round")?.clone();
            println!(
                "  step {} is {:?}; from {from} on, {:?}",
                broken.step, broken.why, path.places
            );
            watcher.unwatch(id);
            id = watcher.watch(&world, &path, MoverId::FIRST)?;
        }
    }
    Ok(())
}
