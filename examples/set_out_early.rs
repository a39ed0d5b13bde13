//! A unit sets out before the rest of its way is known: `cargo run -p xunlu --example set_out_early`.
#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use xunlu::{Algorithm, Cell, Grid, MoverId, Query, Rect, Size, Terrain, Workspace, World};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::new(Grid::new((1500, 1000))?)?;
    for x in (70..1500).step_by(110) {
        let wall = Rect::new(Cell::new(x, x % 400), Size::new(5, 600));
        world.fill(wall, Terrain::WALL)?;
    }
    world.build_hierarchy(MoverId::FIRST, 2)?;

    let query = Query::between((0, 500), (1499, 500)).algorithm(Algorithm::Hierarchy);
    let mut pending = world.begin(query, &mut Workspace::new())?;
    let mut walked = 0;
    for frame in 1.. {
        // Eight cells a frame are walked; as many again must be known by then.
        let partial = world.settle(&mut pending, walked + 16, 4_000)?;
        walked = partial.places.len().min(walked + 8);
        if frame % 12 == 1 {
            let ahead = partial.places.len() - walked;
            println!("frame {frame}: walked {walked} cells, {ahead} more are settled");
        }
        // What time is left makes the rest cheaper.
        if let Some(answer) = world.advance(&mut pending, 1_000)? {
            let path = answer.path().ok_or("there is a way round each wall")?;
            println!("frame {frame}: the whole path is known, {} cells", path.places.len());
            println!("it begins as it was walked: {}", path.places.starts_with(&partial.places));
            break;
        }
    }
    Ok(())
}
