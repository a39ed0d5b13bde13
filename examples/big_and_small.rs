//! One map, movers of three sizes: `cargo run -p xunlu --example big_and_small`.
#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use xunlu::{Corners, Grid, Mover, Outcome, Place, Query, Rect, Size, Workspace, World, draw};

const MAP: &str = "\
................
................
....########....
....#......#....
...........#....
....#...........
....#...........
....####..###...
................
................";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grid: Grid = MAP.parse()?;
    let mut world = World::new(grid.clone())?;
    let mut workspace = Workspace::new();

    for side in 1..=3 {
        // A mover's place is its cell of least x and y; the others lie to the right and below.
        let size = Size::new(side, side);
        let mover = world.add_mover(Mover::eight(Corners::NoCutting).footprint(size).build()?)?;
        let query = Query::between(Place::cell(0, 3), Place::cell(6, 4)).mover(mover);
        match world.find(&query, &mut workspace)?.outcome {
            Outcome::Found(found) => {
                println!("\n{size}: a way that costs {}", found.path.cost);
                let covers = |place: &Place, cell| {
                    matches!(place, Place::Cell(at) if Rect::new(*at, size).contains(cell))
                };
                let on_way = |cell| found.path.places.iter().any(|place| covers(place, cell));
                println!("{}", draw(&grid, |cell| on_way(cell).then_some('*')));
            }
            other => println!("\n{size}: {other:?}"),
        }
    }
    Ok(())
}
