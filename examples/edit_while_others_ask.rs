//! Three threads ask while one edits, and nobody waits: `cargo run -p xunlu --example edit_while_others_ask`.
#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use std::sync::{Mutex, PoisonError};
use xunlu::{Answer, Grid, Query, Terrain, Workspace, World};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::new(Grid::new((64, 64))?)?;
    // The lock is held for as long as it takes to copy a pointer, never while somebody asks or edits.
    let latest = Mutex::new(world.snapshot());
    let now = || latest.lock().unwrap_or_else(PoisonError::into_inner);

    let ask = |row| {
        let (mut workspace, mut paths) = (Workspace::new(), 0);
        let query = Query::between((0, row), (63, 40));
        // Whatever is built meanwhile, a question is answered for the map of its snapshot.
        let is_found = |answer: Answer| answer.is_found();
        let mut next = || now().clone().find(&query, &mut workspace).is_ok_and(is_found);
        while next() {
            paths += 1;
        }
        println!("from row {row}: {paths} paths until the wall was closed");
    };
    std::thread::scope(|scope| {
        for row in 0..3 {
            scope.spawn(move || ask(row));
        }
        // A wall grows from the top; its last cell cuts the map in two.
        for y in 0..64 {
            world.set((32, y), Terrain::WALL)?;
            *now() = world.snapshot();
        }
        Ok(())
    })
}
