//! What a large map costs: `cargo run --release -p xunlu --example large -- 4096` gave the table in
//! `record/README.md`.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

use std::error::Error;
use std::time::Instant;
use xunlu::{Cell, Grid, Place, Query, Rect, Size, Terrain, Workspace, World};

/// Walls every 64 columns from top to bottom, each with one gap.
fn walled(side: u32) -> Result<Grid, Box<dyn Error>> {
    let mut grid = Grid::new(Size::new(side, side))?;
    for number in 0..side / 64 {
        let x = i32::try_from(number * 64 + 30)?;
        let gap = i32::try_from(number * 7919 % (side - 4))?;
        grid.fill(Rect::new(Cell::new(x, 0), Size::new(1, side)), Terrain::WALL)?;
        grid.set(Cell::new(x, gap), Terrain::OPEN)?;
    }
    Ok(grid)
}

fn main() -> Result<(), Box<dyn Error>> {
    let side = std::env::args().nth(1).map_or(Ok(1024), |text| text.parse::<u32>())?.max(1024);
    let grid = walled(side)?;
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
