//! What a large map costs: `cargo run --release -p xunlu --example large -- 4096` gave the table in
//! `record/edits.md`. A second word names another ground than walls every 64 columns: `open`,
//! `noise` (40% walls), `rooms` (of 15 x 15 cells with doors) or `ledges` (20% walls, 20% of the
//! cells with one exit).

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

use std::error::Error;
use std::time::{Duration, Instant};
use xunlu::{Cell, Grid, Place, Query, Rect, Size, Terrain, Workspace, World};
use xunlu_index::{Blocks, Components};
use xunlu_map::{Direction, Exits, Mover, Passability};
use xunlu_search::GridView;
use xunlu_testkit::Random;

const EDITS: usize = 1000;

fn main() -> Result<(), Box<dyn Error>> {
    let side = std::env::args().nth(1).map_or(Ok(1024), |text| text.parse::<u32>())?.max(1024);
    let ground = std::env::args().nth(2).unwrap_or_else(|| "walled".to_owned());
    let grid = grid_of(&ground, side)?;
    measure_components(grid.clone())?;
    measure_world(side, grid)
}

fn grid_of(ground: &str, side: u32) -> Result<Grid, Box<dyn Error>> {
    let mut grid = Grid::new(Size::new(side, side))?;
    let mut random = Random::new(1);
    match ground {
        "open" => {}
        "walled" => wall(&mut grid)?,
        "rooms" => {
            for cell in grid.bounds().cells() {
                let (x, y) = (cell.x % 16, cell.y % 16);
                let is_door = (x == 15) != (y == 15) && x.max(y) == 15 && x.min(y) == 7;
                if (x == 15 || y == 15) && !is_door {
                    grid.set(cell, Terrain::WALL)?;
                }
            }
        }
        "noise" | "ledges" => {
            let walls_percent = if ground == "noise" { 40 } else { 20 };
            for cell in grid.bounds().cells() {
                if random.chance(walls_percent) {
                    grid.set(cell, Terrain::WALL)?;
                } else if ground == "ledges" && random.chance(20) {
                    let exit = *random.pick(&Direction::ALL);
                    grid.set_exits(cell, Exits::only(exit))?;
                }
            }
        }
        other => return Err(format!("there is no ground `{other}`").into()),
    }
    Ok(grid)
}

/// Walls every 64 columns from top to bottom, each with one gap.
fn wall(grid: &mut Grid) -> Result<(), Box<dyn Error>> {
    let side = grid.bounds().size.width;
    for number in 0..side / 64 {
        let x = i32::try_from(number * 64 + 30)?;
        let gap = i32::try_from(number * 7919 % (side - 4))?;
        grid.fill(Rect::new(Cell::new(x, 0), Size::new(1, side)), Terrain::WALL)?;
        grid.set(Cell::new(x, gap), Terrain::OPEN)?;
    }
    Ok(())
}

/// The parts of what `World::new` does, and of what an edit costs.
fn measure_components(mut grid: Grid) -> Result<(), Box<dyn Error>> {
    let mover = Mover::default();
    let begun = Instant::now();
    let mut open = Passability::new(grid.ground(), &mover);
    println!("passability {:?}", begun.elapsed());
    let begun = Instant::now();
    let mut components =
        Components::new(&GridView::new(&grid, &mover, &open), Blocks::of_grid(&grid));
    println!("components {:?}: {}", begun.elapsed(), components.count());
    let mut random = Random::new(2);
    let mut took: Vec<Duration> = Vec::new();
    for _ in 0..EDITS {
        let Size { width, height } = grid.bounds().size;
        let (x, y) = (random.below(width), random.below(height));
        let rect = Rect::cell(Cell::new(i32::try_from(x)?, i32::try_from(y)?));
        let was_open = grid.terrain(rect.min) == Some(Terrain::OPEN);
        grid.fill(rect, if was_open { Terrain::WALL } else { Terrain::OPEN })?;
        open.repair(grid.ground(), &mover, rect);
        let begun = Instant::now();
        components.cells_changed(0, rect, &mover);
        components.repair(&GridView::new(&grid, &mover, &open));
        took.push(begun.elapsed());
    }
    took.sort_unstable();
    println!("one edit: median {:?}, 99 in 100 {:?}", took[EDITS / 2], took[EDITS * 99 / 100]);
    Ok(())
}

fn measure_world(side: u32, grid: Grid) -> Result<(), Box<dyn Error>> {
    let begun = Instant::now();
    let mut world = World::new(grid)?;
    println!("{side}: world {:?}, index {} MB", begun.elapsed(), world.index_bytes() >> 20);

    let mut workspace = Workspace::new();
    let query = Query::between(Place::cell(0, 0), Place::cell(100, 100));
    for _ in 0..2 {
        let begun = Instant::now();
        let answer = world.find(&query, &mut workspace)?;
        println!("query {:?}, {} expansions", begun.elapsed(), answer.expansions);
    }
    println!("workspace {} MB", workspace.bytes() >> 20);

    let begun = Instant::now();
    for number in 0..100 {
        world.set(Place::cell(number * 10 + 7, 99), Terrain::WALL)?;
    }
    println!("100 edits {:?}", begun.elapsed());
    Ok(())
}
