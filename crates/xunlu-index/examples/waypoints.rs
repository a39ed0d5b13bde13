//! Measures roadmaps of waypoint graphs: for a generated road network of so many waypoints, baked by so many
//! threads, `cargo run --release -p xunlu-index --example waypoints -- 1000000 2`.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

use std::cell::Cell;
use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};
use xunlu_index::{RoadmapOptions, RoadmapStage, WaypointRoadmap, WaypointSpace};
use xunlu_map::{LinkId, Mover, NodeId, StepCosts, WaypointGraph, Weight};
use xunlu_search::{NoHeuristic, NoObserver, Outcome, SearchSpace, Task, WaypointView, search};
use xunlu_testkit::{Random, road_network};

const QUESTIONS: usize = 10_000;
/// Searches take so long that fewer are asked.
const SEARCHES: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let count: u32 = arguments.next().map_or(Ok(100_000), |text| text.parse())?;
    let threads: usize = arguments.next().map_or(Ok(2), |text| text.parse())?;
    let mut graph = timed("generate", || road_network(1, count));
    let mover = Mover::links().costs(StepCosts::TEN_FOURTEEN).build()?;
    let options = RoadmapOptions::new().threads(threads);
    let begun = Instant::now();
    let ordered = Cell::new(Duration::ZERO);
    let tell = |stage, _| {
        if stage == RoadmapStage::Labels && ordered.get().is_zero() {
            ordered.set(begun.elapsed());
        }
        true
    };
    let roadmap = WaypointRoadmap::bake(&graph, &mover, &options, &tell)?;
    println!(
        "bake: {:.2?} with {threads} threads, of them the order {:.2?}",
        begun.elapsed(),
        ordered.get()
    );
    println!(
        "{} links, {} shortcuts, {} hubs, {} costs in rows, height {}, {:.0} MB",
        graph.links().iter().count(),
        roadmap.shortcut_count(),
        roadmap.hub_count(),
        2 * roadmap.entry_count(),
        roadmap.height(),
        roadmap.bytes() as f64 / 1e6
    );
    let mut file = Vec::new();
    roadmap.save(&mut file)?;
    let read = timed("read", || WaypointRoadmap::load(&graph, &mover, &file, threads))?;
    assert!(read == roadmap, "a roadmap is read as it was written");
    println!("a file of {:.1} MB", file.len() as f64 / 1e6);
    ask(&roadmap, &graph, &mover);
    ask_many(&roadmap, &graph);
    let mut random = Random::new(3);
    for number in 0..graph.links().numbers_given() {
        let link = graph.links().get(LinkId(number)).expect("none was removed").clone();
        graph.remove_link(LinkId(number))?;
        let weight = link.weight.as_percent() / 100 * random.from_to(100, 400);
        graph.add_link(link.costing(Weight::percent(weight)))?;
    }
    let order = roadmap.order();
    let renew = || WaypointRoadmap::bake_by(&order, &graph, &mover, &options, &|_, _| true);
    let renewed = timed("other weights for all links", renew)?;
    ask(&renewed, &graph, &mover);
    Ok(())
}

/// Asks for distances and paths of a roadmap, and a few of a search.
fn ask(roadmap: &WaypointRoadmap, graph: &WaypointGraph, mover: &Mover) {
    let mut random = Random::new(2);
    let mut any = || NodeId(random.below(graph.len()));
    let questions: Vec<(NodeId, NodeId)> = (0..QUESTIONS).map(|_| (any(), any())).collect();
    let mut space = WaypointSpace::default();
    for round in ["first", "second"] {
        let begun = Instant::now();
        for &(from, to) in &questions {
            black_box(roadmap.distance(from, to, &mut space));
        }
        println!("distance, {round} time: {:.2} us", micros(begun, QUESTIONS));
        let (begun, mut waypoints) = (Instant::now(), 0);
        for &(from, to) in &questions {
            let path = roadmap.path(from, to, &mut space, |waypoint| waypoint);
            waypoints += path.map_or(0, |(_, path)| path.len());
        }
        let mean = waypoints / QUESTIONS;
        println!("path of {mean} waypoints, {round} time: {:.2} us", micros(begun, QUESTIONS));
    }
    let view = WaypointView::new(graph, mover);
    let mut searching = SearchSpace::new();
    let begun = Instant::now();
    for &(from, to) in &questions[..SEARCHES] {
        let task = Task::new(from, to);
        let answer = search(&view, &NoHeuristic, &mut NoObserver, &task, &mut searching);
        let cost = match answer.outcome {
            Outcome::Found(found) => Some(found.path.cost),
            _ => None,
        };
        assert_eq!(cost, roadmap.distance(from, to, &mut space), "{from:?} to {to:?}");
    }
    println!("Dijkstra's algorithm: {:.0} us", micros(begun, SEARCHES));
}

/// Asks for a matrix, and for the nearest of many.
fn ask_many(roadmap: &WaypointRoadmap, graph: &WaypointGraph) {
    let mut random = Random::new(4);
    let mut space = WaypointSpace::default();
    let mut any = |count: usize| -> Vec<NodeId> {
        (0..count).map(|_| NodeId(random.below(graph.len()))).collect()
    };
    for side in [100, 1_000] {
        let (starts, targets) = (any(side), any(side));
        let begun = Instant::now();
        let rows = roadmap.matrix(&starts, &targets, &mut space);
        let took = begun.elapsed();
        let each = micros(begun, side * side);
        for (row, &start) in rows.iter().zip(&starts).take(3) {
            assert_eq!(row, &roadmap.distances(start, &targets, &mut space));
        }
        println!("matrix of {side} by {side}: {took:.2?}, {each:.3} us each");
    }
    let among = any(1_000);
    let starts = any(200);
    let begun = Instant::now();
    for &start in &starts {
        black_box(roadmap.nearest(start, &among, 10, &mut space));
    }
    println!("nearest 10 of 1000: {:.0} us", micros(begun, starts.len()));
}

fn micros(begun: Instant, count: usize) -> f64 {
    begun.elapsed().as_secs_f64() * 1e6 / count as f64
}

fn timed<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let made = work();
    println!("{what}: {:.2?}", begun.elapsed());
    made
}
