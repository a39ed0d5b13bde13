//! Danger that only the asker knows of makes steps more expensive:
//! `cargo run -p xunlu --example price_of_ones_own`.
#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use xunlu::map::{Passability, VisibleFrom};
use xunlu::{Cell, Cost, Grid, Mover, Place, Query, Workspace, World, draw};

const MAP: &str = "\
..............
..............
..........#...
......##......
..............
..............";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grid: Grid = MAP.parse()?;
    let (world, mut workspace) = (World::new(grid.clone())?, Workspace::new());
    let archer = Cell::new(7, 1);
    let open = Passability::new(grid.ground(), &Mover::default());
    let seen = VisibleFrom::new(&open, archer, grid.bounds());

    let query = Query::between((0, 1), (13, 3));
    // It may raise what a step costs or forbid it, and never lowers it.
    let danger = |place: Place, cost: Cost| match place.as_cell()? {
        cell if cell == archer => None,
        cell if seen.has(cell) => Some(cost * 6),
        _ => Some(cost),
    };
    let bold = world.find(&query, &mut workspace)?;
    let careful = world.find_priced(&query, danger, &mut workspace)?;
    for (who, answer) in [("bold", bold), ("careful", careful)] {
        let path = answer.path().ok_or("both find a path")?;
        let is_on_way = |cell: &Cell| path.places.contains(&Place::Cell(*cell));
        let in_sight = grid.bounds().cells().filter(is_on_way).filter(|&cell| seen.has(cell));
        println!("{who}: costs {}, {} places in sight", path.cost, in_sight.count());
        println!("{}\n", draw(&grid, |cell| is_on_way(&cell).then_some('*')));
    }
    Ok(())
}
