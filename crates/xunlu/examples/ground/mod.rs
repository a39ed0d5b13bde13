//! The maps that measuring programs are given on their command line, and the chance they draw by.
//!
//! A map is a MovingAI file, or one of `open:4096`, `noise:1024` (25% walls), `noise40:1024` (40%),
//! `pillars:1024` (32 cells apart), `pillars4:512`, `maze:1400` (corridors of one cell), `maze2:512`,
//! `studs:20000x3` (every fourth cell of every other row a wall) and `land:4096` (rocks, hills and ridges),
//! of any size.

use std::error::Error;
use xunlu::map::make;
use xunlu::{Cell, Grid, Size, Terrain};
use xunlu_testkit::is_open_land;

/// The map of this name.
pub(crate) fn grid_of(name: &str) -> Result<Grid, Box<dyn Error>> {
    let Some((kind, side)) = name.split_once(':') else {
        return drawn(&std::fs::read_to_string(name)?);
    };
    let (width, height) = side.split_once('x').unwrap_or((side, side));
    let size = Size::new(width.parse()?, height.parse()?);
    let kind_end = kind.find(|letter: char| letter.is_ascii_digit()).unwrap_or(kind.len());
    let (kind, number) = kind.split_at(kind_end);
    let number_or =
        |otherwise| if number.is_empty() { Ok(otherwise) } else { number.parse::<u32>() };
    if kind == "maze" {
        let kind = make::Kind::Maze { corridor: number_or(1)?, loops_percent: 0 };
        return Ok(make::grid(kind, size, 1)?);
    }
    if !number.is_empty() && !["noise", "pillars"].contains(&kind) {
        return Err(format!("there is no number to `{kind}`, as in `{name}`").into());
    }
    let (walls_percent, apart) = (number_or(25)?, number_or(32)?.max(1).cast_signed());
    let mut grid = Grid::new(size)?;
    let mut seed = 0x2545_f491_4f6c_dd1d;
    for cell in grid.bounds().cells() {
        let is_wall = match kind {
            "open" => break,
            "noise" => draw(&mut seed, 100) < walls_percent,
            "studs" => cell.x % 4 == 2 && cell.y % 2 == 1,
            "land" => !is_open_land(cell.x.cast_unsigned(), cell.y.cast_unsigned()),
            "pillars" => cell.x % apart == apart / 2 && cell.y % apart == apart / 2,
            _ => return Err(format!("there is no ground `{kind}`").into()),
        };
        if is_wall {
            grid.set(cell, Terrain::WALL)?;
        }
    }
    Ok(grid)
}

/// The map of a MovingAI file: rows of characters below the word `map`.
fn drawn(text: &str) -> Result<Grid, Box<dyn Error>> {
    let rows: Vec<&str> = text.lines().skip_while(|line| *line != "map").skip(1).collect();
    let width = rows.first().ok_or("a MovingAI map has a line `map` and rows below it")?.len();
    let mut grid = Grid::new(Size::new(u32::try_from(width)?, u32::try_from(rows.len())?))?;
    for (y, row) in (0..).zip(rows) {
        for (x, _) in (0..).zip(row.bytes()).filter(|(_, what)| !b".GS".contains(what)) {
            grid.set(Cell::new(x, y), Terrain::WALL)?;
        }
    }
    Ok(grid)
}

/// A number below another that looks drawn by chance and is the same everywhere.
pub(crate) fn draw(seed: &mut u64, below: u32) -> u32 {
    u32::try_from((word(seed) >> 33) % u64::from(below.max(1))).unwrap_or(0)
}

/// The next number of an xorshift of Marsaglia's (2003).
pub(crate) fn word(seed: &mut u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed
}
