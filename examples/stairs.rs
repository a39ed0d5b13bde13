//! A house of two floors, joined by stairs and a hole in the floor: `cargo run -p xunlu --example stairs`.
#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use xunlu::{Cell, LayerCell, Layers, Place, Query, Workspace, World, draw};

/// A link both ways is a staircase; one that leads down alone is a hole to jump through.
const HOUSE: &str = "\
@link 0:0,3 <-> 1:0,3 weight 300
@link 1:6,1 -> 0:6,1 weight 50
@layer
...#...
...#...
...#...
...#...
@layer
.......
.......
.#####.
.......";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let house: Layers = HOUSE.parse()?;
    let world = World::new(house.clone())?;
    let mut workspace = Workspace::new();
    let (hall, cellar_door) =
        (LayerCell::new(0, Cell::new(0, 0)), LayerCell::new(0, Cell::new(6, 3)));

    let answer = world.find(&Query::between(hall, cellar_door), &mut workspace)?;
    let path = answer.path().ok_or("up the stairs and down the hole")?;
    println!("there: {} places, costs {}", path.places.len(), path.cost);
    for (floor, grid) in (0..).zip(house.grids()) {
        let is_on_way = |cell| path.places.contains(&Place::LayerCell(LayerCell::new(floor, cell)));
        println!("\nfloor {floor}\n{}", draw(grid, |cell| is_on_way(cell).then_some('*')));
    }

    let back = world.find(&Query::between(cellar_door, hall), &mut workspace)?;
    println!("\nback: {:?}, {} expansions", back.outcome, back.expansions);
    Ok(())
}
