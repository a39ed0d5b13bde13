//! A* as the tutorials tell it, event by event: `cargo run -p xunlu --example tutorial`.
#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use xunlu::map::NodeId;
use xunlu::{Corners, Grid, Mover, Query, Recorder, StepCosts, Workspace, World};

const MAP: &str = "\
@origin -2,-2
.........
....#....
....#....
....#....
.........
.........
.........";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Ten for a straight step, fourteen for a diagonal one, which may pass one wall but not two.
    let mover = Mover::eight(Corners::OneFree).costs(StepCosts::TEN_FOURTEEN).build()?;
    let world = World::with_mover(MAP.parse::<Grid>()?, mover)?;

    let query = Query::between((0, 0), (4, 1));
    let mut recorder = Recorder::default();
    let answer = world.find_observed(&query, &mut Workspace::new(), &mut recorder)?;

    println!("{:8} {:>5} {:>6} {:>3} {:>3} {:>3}", "event", "cell", "parent", "g", "h", "f");
    for event in recorder.events() {
        let name = |node| match node {
            NodeId::NONE => "-".to_owned(),
            node => world.map().place_of(node).to_string(),
        };
        let (kind, cell, parent) =
            (format!("{:?}", event.kind), name(event.node), name(event.parent));
        println!("{kind:8} {cell:>5} {parent:>6} {:>3} {:>3} {:>3}", event.g, event.h, event.f());
    }
    let path = answer.path().ok_or("the map has a path")?;
    println!("the path, which costs {}: {:?}", path.cost, path.places);
    Ok(())
}
