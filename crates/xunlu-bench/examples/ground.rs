//! What roadmaps cost and give on ground of several prices: baked, read, and asked for distances and paths,
//! with searches on the same questions beside it.
//!
//! ```sh
//! cargo run --release -p xunlu-bench --example ground -- maps/*.scen
//! ```
//!
//! Each map is taken with three grounds: *patches* of eight by eight cells that cost one to four times as
//! much, *noise*, where each cell does by itself, and *as it is*. Times are means over up to 200 questions a
//! map, of each question the least of three rounds; every cost is held against that of the search.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

use std::error::Error;
use std::path::Path;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};
use xunlu::roadmap::RoadmapOptions;
use xunlu::{Algorithm, Cell, Cost, Grid, MoverId, Query, Terrain, Workspace, World};
use xunlu_bench::ScenarioMap;

const QUESTIONS_MAX: usize = 200;
const ROUNDS: usize = 3;

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "| map, ground | open cells | distance us | path us | `jps-weighted` us | `a-star` us | bytes a cell | \
         file MB | baked s | read s |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for scenario in std::env::args().skip(1) {
        for map in ScenarioMap::read(Path::new(&scenario), None)? {
            for (name, side) in [("patches", Some(8)), ("noise", Some(1)), ("as it is", None)] {
                run(&map, name, side)?;
            }
        }
    }
    Ok(())
}

/// The map with prices that depend on nothing but where a patch lies.
fn priced(map: &ScenarioMap, side: Option<i32>) -> Result<Grid, Box<dyn Error>> {
    let mut grid = map.grid.clone();
    let Some(side) = side else { return Ok(grid) };
    let bounds = grid.bounds();
    for cell in bounds.cells() {
        let [x, y] = [cell.x, cell.y].map(|along| u64::from((along / side).cast_unsigned()));
        let mut word = (x << 32 | y).wrapping_add(0x9e37_79b9_7f4a_7c15);
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let price = 1 + ((word ^ (word >> 31)) & 3) as u8;
        if grid.terrain(cell) == Some(Terrain::OPEN) {
            grid.set(cell, Terrain(price))?;
        }
    }
    Ok(grid)
}

fn run(map: &ScenarioMap, name: &str, side: Option<i32>) -> Result<(), Box<dyn Error>> {
    let mut world = World::new(priced(map, side)?)?;
    let by = map.questions.len().div_ceil(QUESTIONS_MAX).max(1);
    let asked: Vec<(Cell, Cell)> =
        map.questions.iter().step_by(by).map(|question| (question.from, question.to)).collect();
    let view = world.view(MoverId::FIRST)?;
    let cells = world.cells().filter(|&(place, _)| view.can_stand(place)).count();
    let options = RoadmapOptions::new().threads(available_parallelism()?.get());
    let begun = Instant::now();
    let roadmap = view.bake_roadmap(&options, &|_, _| true)?;
    let bake = begun.elapsed();
    let mut file = Vec::new();
    roadmap.save(&mut file)?;
    let size = file.len();
    let begun = Instant::now();
    let read = view.load_roadmap(file, 1)?;
    let taken_in = begun.elapsed();
    assert!(read == roadmap, "what was written is read");
    let bytes = roadmap.bytes();
    drop(read);
    world.attach_roadmap(MoverId::FIRST, roadmap)?;
    let view = world.view(MoverId::FIRST)?;
    let mut costs: [Vec<Option<Cost>>; 4] = Default::default();
    let by = |algorithm| move |from, to| Query::between(from, to).algorithm(algorithm);
    let find = |algorithm, rounds, costs: &mut Vec<Option<Cost>>| {
        let query = by(algorithm);
        mean(&asked, rounds, costs, |from, to, workspace| {
            let answer = view.find(&query(from, to), workspace).expect("both lie inside");
            answer.path().map(|path| path.cost)
        })
    };
    let path = find(Algorithm::Roadmap, ROUNDS, &mut costs[0]);
    let jumps = find(Algorithm::JumpWeighted, 1, &mut costs[1]);
    let a_star = find(Algorithm::AStar, 1, &mut costs[2]);
    let distance = mean(&asked, ROUNDS, &mut costs[3], |from, to, workspace| {
        view.distance(from, to, workspace).expect("both lie inside")
    });
    for other in &costs[1..] {
        assert!(costs[0] == *other, "all find the same costs");
    }
    println!(
        "| {}, {name} | {cells} | {distance:.1} | {path:.1} | {jumps:.0} | {a_star:.0} | {:.1} | {:.2} | {:.1} | {:.1} |",
        map.map,
        bytes as f64 / cells as f64,
        size as f64 / 1e6,
        bake.as_secs_f64(),
        taken_in.as_secs_f64(),
    );
    Ok(())
}

/// Microseconds a question, and what was found out.
fn mean(
    asked: &[(Cell, Cell)],
    rounds: usize,
    costs: &mut Vec<Option<Cost>>,
    mut ask: impl FnMut(Cell, Cell, &mut Workspace) -> Option<Cost>,
) -> f64 {
    let mut workspace = Workspace::new();
    let mut least = vec![Duration::MAX; asked.len()];
    for _ in 0..rounds {
        costs.clear();
        for (&(from, to), least) in asked.iter().zip(&mut least) {
            let begun = Instant::now();
            costs.push(ask(from, to, &mut workspace));
            *least = begun.elapsed().min(*least);
        }
    }
    least.iter().sum::<Duration>().as_secs_f64() * 1e6 / asked.len().max(1) as f64
}
