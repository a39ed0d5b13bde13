//! What keeping to a region costs searches over jumps: `cargo run --release -p xunlu --example confined --
//! MAP...` gave the figures in `record/jumps.md`.
//!
//! What a `MAP` is `ground/mod.rs` says. Two hundred questions between places drawn by chance, whose ends lie
//! in a region that a path within joins: the whole map; a rectangle of half its sides in its middle; and an L
//! of two rectangles, its western third and its southern third. Of each region its own questions are asked
//! twice, with the region and without. Told are microseconds a question, the least of five rounds in which
//! all take turns, and how many times that without the region it is: by jumps, by jumps with an index, and by
//! A*.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

mod ground;
mod timing;

use ground::{draw, grid_of};
use std::error::Error;
use std::time::Duration;
use timing::time_of;
use xunlu::{Algorithm, Cell, Map, MoverId, Place, Query, Rect, Region, Size, Workspace, World};

const QUESTIONS: usize = 200;
/// So many pairs are tried for each region.
const TRIES: usize = 20_000;
const ROUNDS: usize = 5;
const BY: [Algorithm; 3] = [Algorithm::JumpPoints, Algorithm::JumpIndex, Algorithm::AStar];

/// The questions of one region, and how long they took at least: without it, and with it.
struct Kept {
    what: &'static str,
    ends: Vec<[Place; 2]>,
    region: Region,
    least: [[Duration; BY.len()]; 2],
}

fn main() -> Result<(), Box<dyn Error>> {
    for name in std::env::args().skip(1) {
        let mut world = World::new(grid_of(&name)?)?;
        world.build_index(MoverId::FIRST)?;
        println!("{}", name.rsplit('/').next().unwrap_or(&name));
        let mut all = regions(&world)?;
        for round in 0..ROUNDS {
            for Kept { ends, region, least, .. } in &mut all {
                for (within, least) in [None, Some(&*region)].into_iter().zip(least) {
                    for (by, least) in BY.into_iter().zip(least) {
                        // A* takes long, and a round of it is enough.
                        if by != Algorithm::AStar || round == 0 {
                            *least = time_of(&world, &asked(ends, within, by))?.min(*least);
                        }
                    }
                }
            }
        }
        for Kept { what, ends, least: [bare, kept], .. } in &all {
            let told = kept.iter().zip(bare).map(|(took, bare)| {
                let micros = took.as_secs_f64() * 1e6 / ends.len() as f64;
                format!("{micros:8.1} us {:5.2}", took.as_secs_f64() / bare.as_secs_f64())
            });
            println!("{what:>10} {:4} {}", ends.len(), told.collect::<Vec<_>>().join("   "));
        }
    }
    Ok(())
}

/// The questions as queries by an algorithm, kept to a region or not.
fn asked(ends: &[[Place; 2]], within: Option<&Region>, by: Algorithm) -> Vec<Query> {
    let query =
        |&[from, to]: &[Place; 2]| Query::between(from, to).algorithm(by).within(within.cloned());
    ends.iter().map(query).collect()
}

/// The regions, each with questions that have a path within.
fn regions(world: &World) -> Result<Vec<Kept>, Box<dyn Error>> {
    let Map::Grid(grid) = world.map() else { return Err("a grid of squares".into()) };
    let Rect { min, size: Size { width, height } } = grid.bounds();
    let along = |from: i32, by: u32| from + by.cast_signed();
    let middle = Cell::new(along(min.x, width / 4), along(min.y, height / 4));
    let south = Cell::new(min.x, along(min.y, height - height / 3));
    let parts = [
        ("whole", vec![grid.bounds()]),
        ("middle", vec![Rect::new(middle, Size::new(width / 2, height / 2))]),
        (
            "an L",
            vec![
                Rect::new(min, Size::new(width / 3, height)),
                Rect::new(south, Size::new(width, height / 3)),
            ],
        ),
    ];
    let mut workspace = Workspace::new();
    let mut seed = 0x9e37_79b9_7f4a_7c15;
    let mut all = Vec::new();
    for (what, parts) in parts {
        let region = Region::of(parts)?;
        let open = grid.bounds().cells().filter(|cell| region.contains(0, *cell));
        let own: Vec<Place> =
            open.map(Place::Cell).filter(|place| world.can_stand(MoverId::FIRST, *place)).collect();
        let count = u32::try_from(own.len())?;
        let mut ends = Vec::new();
        for _ in 0..TRIES {
            if ends.len() == QUESTIONS {
                break;
            }
            let [from, to] = [(); 2].map(|()| own[draw(&mut seed, count) as usize]);
            let query = Query::between(from, to).within(region.clone());
            if from != to && world.find(&query, &mut workspace)?.path().is_some() {
                ends.push([from, to]);
            }
        }
        all.push(Kept { what, ends, region, least: [[Duration::MAX; BY.len()]; 2] });
    }
    Ok(all)
}
