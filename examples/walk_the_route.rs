//! From a path to what a sprite does frame by frame: `cargo run -p xunlu --example walk_the_route`.
#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use xunlu::{Drawn, Grid, MoverId, Pace, Query, Workspace, World};

const MAP: &str = "\
.........2..
....####.2..
....####.2..
.........2..
.........2..";
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

    // By time: the path leads through mud, which takes twice as long.
    let walk = world.walk(path, MoverId::FIRST, Drawn::Smooth, Pace::new(CELLS_A_SECOND))?;
    println!("{:.3} seconds", walk.duration());
    let times = (0..).map(|frame| f64::from(frame) / FRAMES_A_SECOND);
    let times = times.take_while(|&seconds| seconds < walk.duration());
    for (frame, seconds) in times.chain([walk.duration()]).enumerate() {
        let position = walk.at(seconds)?;
        let (at, looks) = (position.point, position.heading);
        println!(
            "frame {frame:2}: at {:6.3},{:.3} looking {:6.3},{:.3}",
            at.x, at.y, looks.x, looks.y
        );
    }
    Ok(())
}
