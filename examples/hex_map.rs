//! The path over hexes, round a lake, and the hexes three steps away:
//! `cargo run -p xunlu --example hex_map`.
#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use xunlu::{HexGrid, Place, Query, Workspace, World, draw_hexes};

/// Rows of pointy hexes, every second one shoved to the right. `#` is the lake, `3` an expensive swamp.
const MAP: &str = "\
@hex odd-r
. . . . . . . .
 . . # # . . . .
. . # # # . . .
 . 3 3 # # . . .
. . 3 3 # . . .
 . . . 3 . . . .";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grid: HexGrid = MAP.parse()?;
    let world = World::new(grid.clone())?;

    // A map is drawn in columns and rows; a hex is named by its axial q and r.
    let from = grid.hex_at(xunlu::Cell::new(0, 3));
    let to = grid.hex_at(xunlu::Cell::new(6, 2));
    let answer = world.find(&Query::between(from, to), &mut Workspace::new())?;

    let path = answer.path().ok_or("there is a path round the lake")?;
    println!("from {from} to {to}: {} hexes apart", from.distance(to));
    println!("the cheapest path takes {} steps and costs {}", path.steps().len(), path.cost);
    let mark = |hex| match hex {
        _ if hex == from => Some('S'),
        _ if hex == to => Some('G'),
        _ => path.places.contains(&Place::Hex(hex)).then_some('*'),
    };
    println!("{}", draw_hexes(&grid, mark));
    Ok(())
}
