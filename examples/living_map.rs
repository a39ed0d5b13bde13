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
    let mut workspace = Workspace::new();
    let goal = Place::cell(11, 4);
    let answer = world.find(&Query::between(Place::cell(0, 0), goal), &mut workspace)?;
    let path = answer.path().ok_or("there is a path at first")?.clone();
    println!("the path has {} steps and costs {}", path.places.len() - 1, path.cost);

    let mut watcher = Watcher::new(&world);
    watcher.watch(&world, &path, MoverId::FIRST)?;

    for (what, place) in [("a rock falls", (7, 4)), ("the passage caves in", (5, 1))] {
        let edit = world.set(Place::cell(place.0, place.1), Terrain::WALL)?;
        let broken = watcher.after_edit(&world, &edit);
        println!("{what} at {place:?}: {} of the watched paths broke", broken.len());
        for broken in broken {
            // The walker may go on to where the broken step begins; from there it needs a new path.
            let from = path.places[broken.step];
            let answer = world.find(&Query::between(from, goal), &mut workspace)?;
            let path = answer.path().ok_or("there is a path round")?;
            println!(
                "  {:?} at step {}: from {from} on, {:?}",
                broken.why, broken.step, path.places
            );
        }
    }
    Ok(())
}
