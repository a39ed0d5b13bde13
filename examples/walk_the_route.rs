//! From a path to what a sprite does frame by frame: `cargo run -p xunlu --example walk_the_route`.
#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use xunlu::{Drawn, Grid, MoverId, Query, Workspace, World};

const MAP: &str = "\
............
....####....
....####....
............
............";
const CELLS_A_SECOND: f64 = 3.0;
const FRAMES_A_SECOND: f64 = 4.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let world = World::new(MAP.parse::<Grid>()?)?;
    let query = Query::between((0, 1), (11, 2));
    let answer = world.find(&query, &mut Workspace::new())?;
    let path = answer.path().ok_or("there is a path round the house")?;

    for drawn in [Drawn::Cells, Drawn::Turns, Drawn::Pulled, Drawn::Smooth] {
        let route = world.route(path, MoverId::FIRST, drawn)?;
        println!("{drawn:?}: {} points, {:.3} cells", route.points().len(), route.length());
    }

    let route = world.route(path, MoverId::FIRST, Drawn::Smooth)?;
    let frames = route.resampled(CELLS_A_SECOND / FRAMES_A_SECOND)?;
    for (frame, position) in frames.iter().enumerate() {
        let (at, looks) = (position.point, position.heading);
        println!(
            "frame {frame:2}: at {:6.3},{:.3} looking {:6.3},{:.3}",
            at.x, at.y, looks.x, looks.y
        );
    }
    Ok(())
}
