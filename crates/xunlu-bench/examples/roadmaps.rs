//! What a roadmap costs and gives, on the maps of scenarios: baked, written and taken in again, and then
//! asked for distances and paths, with jumps over an index on the same questions beside it.
//!
//! ```sh
//! cargo run --release -p xunlu-bench --example roadmaps -- maps/*.scen
//! ```
//!
//! Times are means over up to 640 questions a map, of each question the least of five rounds.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};
use xunlu::roadmap::RoadmapOptions;
use xunlu::{Algorithm, Cell, MoverId, Query, Workspace, World};
use xunlu_bench::ScenarioMap;

const QUESTIONS_MAX: usize = 640;
const ROUNDS: usize = 5;
const BYTES_A_CELL: usize = 150;

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "| map (cells in the mean path) | distance us | path us | `jps-index` us | bytes a cell | file MB | \
         baked s | taken in ms |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for scenario in std::env::args().skip(1) {
        for map in ScenarioMap::read(Path::new(&scenario), None)? {
            run(&map)?;
        }
    }
    Ok(())
}

fn run(map: &ScenarioMap) -> Result<(), Box<dyn Error>> {
    let mut world = World::new(map.grid.clone())?;
    world.build_index(MoverId::FIRST)?;
    let by = map.questions.len().div_ceil(QUESTIONS_MAX).max(1);
    let asked: Vec<(Cell, Cell)> =
        map.questions.iter().step_by(by).map(|question| (question.from, question.to)).collect();
    let view = world.view(MoverId::FIRST)?;
    let cells = world.cells().filter(|&(place, _)| view.can_stand(place)).count();
    let options = RoadmapOptions::new()
        .threads(available_parallelism()?.get())
        .memory_bytes_max(cells * BYTES_A_CELL);
    let begun = Instant::now();
    let baked = view.bake_roadmap(&options, &|_, _| true);
    let bake = begun.elapsed();
    let roadmap = match baked {
        Ok(roadmap) => roadmap,
        Err(error) => {
            println!("| {} | {error}, known after {:.1} s |", map.map, bake.as_secs_f64());
            return Ok(());
        }
    };
    let mut file = Vec::new();
    roadmap.save(&mut file)?;
    let (bytes, size) = (roadmap.bytes(), file.len());
    let file: Arc<[u8]> = file.into();
    let mut taken_in = Duration::MAX;
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        view.load_roadmap(Shared(Arc::clone(&file)), 1)?;
        taken_in = taken_in.min(begun.elapsed());
    }
    world.attach_roadmap(MoverId::FIRST, roadmap)?;
    let view = world.view(MoverId::FIRST)?;
    let mut cells_of_paths = 0;
    let by = |algorithm| move |from, to| Query::between(from, to).algorithm(algorithm);
    let (look_up, jump) = (by(Algorithm::Roadmap), by(Algorithm::JumpIndex));
    let distance = mean(&asked, |from, to, workspace| drop(view.distance(from, to, workspace)));
    let path = mean(&asked, |from, to, workspace| {
        let answer = view.find(&look_up(from, to), workspace);
        let cells = answer.ok().and_then(|answer| Some(answer.path()?.places.len()));
        cells_of_paths += cells.unwrap_or(0);
    });
    let jumps = mean(&asked, |from, to, workspace| drop(view.find(&jump(from, to), workspace)));
    println!(
        "| {} ({}) | {distance:.2} | {path:.2} | {jumps:.2} | {:.1} | {:.2} | {:.2} | {:.1} |",
        map.map,
        cells_of_paths / (ROUNDS * asked.len()),
        bytes as f64 / cells as f64,
        size as f64 / 1e6,
        bake.as_secs_f64(),
        taken_in.as_secs_f64() * 1e3,
    );
    Ok(())
}

/// Bytes that are taken in several times.
struct Shared(Arc<[u8]>);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// Microseconds a question.
fn mean(asked: &[(Cell, Cell)], mut ask: impl FnMut(Cell, Cell, &mut Workspace)) -> f64 {
    let mut workspace = Workspace::new();
    let mut least = vec![Duration::MAX; asked.len()];
    for _ in 0..ROUNDS {
        for (&(from, to), least) in asked.iter().zip(&mut least) {
            let begun = Instant::now();
            ask(from, to, &mut workspace);
            *least = begun.elapsed().min(*least);
        }
    }
    least.iter().sum::<Duration>().as_secs_f64() * 1e6 / asked.len().max(1) as f64
}
