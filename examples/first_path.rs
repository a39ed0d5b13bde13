//! Draw a map, ask for the cheapest path, draw it: `cargo run -p xunlu --example first_path`.
#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use xunlu::{Cell, Grid, Outcome, Place, Query, Workspace, World, draw};

const MAP: &str = "\
.....#......
.###.#.####.
.#...#.#....
.#.###.#.##.
.#.....#.#..
.#######.#.#
.........#..";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grid: Grid = MAP.parse()?;
    let world = World::new(grid.clone())?;
    let mut workspace = Workspace::new(); // Keep it: the next question then allocates no memory.

    let (from, to) = (Cell::new(2, 4), Cell::new(11, 6));
    let answer = world.find(&Query::between(from, to), &mut workspace)?;

    match &answer.outcome {
        Outcome::Found(found) => {
            let (steps, cost) = (found.path.steps().len(), found.path.cost);
            println!("{steps} steps that cost {cost}, {} expansions", answer.expansions);
            let mark = |cell| match cell {
                _ if cell == from => Some('S'),
                _ if cell == to => Some('G'),
                _ => found.path.places.contains(&Place::Cell(cell)).then_some('*'),
            };
            println!("{}", draw(&grid, mark));
        }
        Outcome::Unreachable => println!("there is no path"),
        Outcome::Blocked(blocked) => println!("nobody can stand at {}", blocked.place),
        Outcome::GaveUp(limit) => println!("{limit}"),
    }
    Ok(())
}
