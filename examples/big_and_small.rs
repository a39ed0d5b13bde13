//! One map, movers of three sizes: `cargo run -p xunlu --example big_and_small`.
#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use xunlu::{Cell, Corners, Grid, Mover, Place, Query, Rect, Size, Workspace, World};

const MAP: &str = "\
................
....########....
....#......#....
...........#....
....#...........
....#...........
....####..###...
................
................";

/// Whether a body whose place this is covers a cell: its place is the cell of least x and y.
fn covers(place: Place, size: Size, cell: Cell) -> bool {
    matches!(place, Place::Cell(at) if Rect::new(at, size).contains(cell))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grid: Grid = MAP.parse()?;
    let mut world = World::new(grid.clone())?;
    for side in 1..=3 {
        let size = Size::new(side, side);
        let mover = world.add_mover(Mover::eight(Corners::NoCutting).footprint(size).build()?)?;
        let query = Query::between((0, 2), (6, 3)).mover(mover);
        let answer = world.find(&query, &mut Workspace::new())?;
        if let Some(path) = answer.path() {
            println!("\n{size}: a path that costs {}", path.cost);
            let on_way = |cell| path.places.iter().any(|&place| covers(place, size, cell));
            println!("{}", xunlu::draw(&grid, |cell| on_way(cell).then_some('*')));
        } else {
            println!("\n{size}: {:?}, {} expansions", answer.outcome, answer.expansions);
        }
    }
    Ok(())
}
