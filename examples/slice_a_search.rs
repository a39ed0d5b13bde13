//! One long search over many frames, while the map changes: `cargo run -p xunlu --example slice_a_search`.
#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use xunlu::{Cell, Grid, Query, Rect, Size, Terrain, Workspace, World};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::new(Grid::new((200, 200))?)?;
    let wall = Rect::new(Cell::new(20, 100), Size::new(160, 1));
    world.fill(wall, Terrain::WALL)?;

    let query = Query::between((100, 50), (100, 150));
    let mut pending = world.begin(query, &mut Workspace::new())?;
    for frame in 1.. {
        // Two thousand expansions a frame, whatever else happens.
        let answer = world.advance(&mut pending, 2_000)?;
        println!("frame {frame}: {} expansions so far", pending.expansions());
        if let Some(answer) = answer {
            let cost = answer.cost().ok_or("there is a path round the wall")?;
            println!("a path that costs {cost}, on the map as of revision {}", answer.revision);
            break;
        }
        if frame == 3 {
            println!("a hole is blown into the wall: the search starts over");
            world.set((60, 100), Terrain::OPEN)?;
        }
    }
    Ok(())
}
