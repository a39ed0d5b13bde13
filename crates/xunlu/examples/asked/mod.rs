//! The questions that measuring programs ask of a map: between cells drawn by chance.

use crate::ground::draw;
use std::error::Error;
use xunlu::{Cell, Query, Workspace, World};

/// Ends of so many questions that have a path, of which there have to be some among those drawn.
pub(crate) fn cells_asked(world: &World, count: usize) -> Result<Vec<[Cell; 2]>, Box<dyn Error>> {
    let size = world.map().as_grid().ok_or("a grid")?.bounds().size;
    let (mut seed, mut asked) = (0x9e37_79b9_7f4a_7c15, Vec::new());
    let mut workspace = Workspace::new();
    for drawn in 1.. {
        if asked.len() == count {
            break;
        }
        if drawn > 1_000 * (asked.len() + 1) {
            return Err("hardly any two cells have a path between them".into());
        }
        let ends = [0; 2].map(|_| {
            let (x, y) = (draw(&mut seed, size.width), draw(&mut seed, size.height));
            Cell::new(x.cast_signed(), y.cast_signed())
        });
        let query = Query::between(ends[0], ends[1]);
        if world.find(&query, &mut workspace)?.path().is_some() {
            asked.push(ends);
        }
    }
    Ok(asked)
}
