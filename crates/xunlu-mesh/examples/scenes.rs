//! What it takes to make a large scene, to ask it and to change it:
//! `cargo run --release -p xunlu-mesh --example scenes [OBSTACLES [TILE]]` gave the figures in `record/`.
//!
//! A square of 32 square kilometres with rectangular obstacles at chance places, turned by any angle, 99,705
//! unless another number is given: as the research on other engines had it. Tiles are so many metres wide, or
//! as wide as the scene thinks right. Told are the time and memory of
//! the mesh, microseconds of paths by distance, and of obstacles put in, moved and taken out, beside a
//! snapshot or not.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

use std::error::Error;
use std::time::Instant;
use xunlu_map::Point;
use xunlu_mesh::{MeshSpace, Scene, SceneOptions};
use xunlu_testkit::Random;

/// 32 square kilometres, in metres.
const SIDE: f64 = 5657.0;

/// So much longer than the shortest a path may be that is found sooner.
const WITHIN: f64 = 0.005;

fn main() -> Result<(), Box<dyn Error>> {
    let count = std::env::args().nth(1).map_or(Ok(99_705), |text| text.parse::<u32>())?;
    let random = &mut Random::new(7);
    let ground = vec![vec![
        Point::new(0.0, 0.0),
        Point::new(SIDE, 0.0),
        Point::new(SIDE, SIDE),
        Point::new(0.0, SIDE),
    ]];
    let obstacles: Vec<Vec<Point>> = (0..count).map(|_| any_box(random)).collect();
    let begun = Instant::now();
    let mut scene = match std::env::args().nth(2) {
        Some(width) => {
            Scene::with(&SceneOptions::new().tile_width(width.parse()?), &ground, &obstacles)?
        }
        None => Scene::new(&ground, &obstacles)?,
    };
    let mesh = scene.mesh();
    println!(
        "{count} obstacles: {} polygons, {:.0} ms, mesh {} kB",
        mesh.polygon_count(),
        begun.elapsed().as_secs_f64() * 1e3,
        mesh.bytes() / 1000
    );
    ask(&scene, random);
    change(&mut scene, random, false)?;
    change(&mut scene, random, true)?;
    Ok(())
}

fn ask(scene: &Scene, random: &mut Random) {
    let mut space = MeshSpace::new();
    for distance in [50.0, 200.0, 1000.0, 3000.0] {
        let (mut times, mut times_within) = (Vec::new(), Vec::<f64>::new());
        let (mut longer, mut excess) = (0.0, 0.0);
        while times.len() < 250 {
            let from = point(random, 0.0);
            let turn = part(random) * std::f64::consts::TAU;
            let away = distance * (1.0 + part(random) / 5.0);
            let to = Point::new(from.x + away * turn.cos(), from.y + away * turn.sin());
            let mesh = scene.mesh();
            let begun = Instant::now();
            let Some(path) = mesh.shortest_path(from, to, &mut space) else { continue };
            times.push(begun.elapsed().as_secs_f64() * 1e6);
            longer += path.length / from.distance(to);
            let begun = Instant::now();
            let Some(within) = mesh.path_within(WITHIN, from, to, &mut space) else { continue };
            times_within.push(begun.elapsed().as_secs_f64() * 1e6);
            excess += within.length / path.length - 1.0;
        }
        let count = times.len() as f64;
        tell(&format!("path of {distance:4} m, {:.3} times the line", longer / count), times);
        let mean = excess / count * 100.0;
        tell(&format!("... within 0.5%, {mean:.3}% longer"), times_within);
    }
}

fn change(
    scene: &mut Scene,
    random: &mut Random,
    beside_snapshots: bool,
) -> Result<(), Box<dyn Error>> {
    let (mut put, mut moved, mut taken) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..500 {
        let (one, other) = (any_box(random), any_box(random));
        let _snapshot = beside_snapshots.then(|| scene.mesh().clone());
        let begun = Instant::now();
        let id = scene.put(&one)?;
        put.push(begun.elapsed().as_secs_f64() * 1e6);
        let _snapshot = beside_snapshots.then(|| scene.mesh().clone());
        let begun = Instant::now();
        scene.move_to(id, &other)?;
        moved.push(begun.elapsed().as_secs_f64() * 1e6);
        let _snapshot = beside_snapshots.then(|| scene.mesh().clone());
        let begun = Instant::now();
        scene.take(id)?;
        taken.push(begun.elapsed().as_secs_f64() * 1e6);
    }
    let beside = if beside_snapshots { ", beside a snapshot" } else { "" };
    for (name, times) in [("put in", put), ("moved", moved), ("taken out", taken)] {
        tell(&format!("obstacle {name}{beside}"), times);
    }
    Ok(())
}

fn tell(name: &str, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    let count = times.len();
    println!(
        "{name:40} mean {:8.1} median {:8.1} p99 {:8.1} us",
        times.iter().sum::<f64>() / count as f64,
        times[count / 2],
        times[count * 99 / 100]
    );
}

/// A box of three to twelve metres a side, turned.
fn any_box(random: &mut Random) -> Vec<Point> {
    let middle = point(random, 10.0);
    let [width, height] = [0; 2].map(|_| 1.5 + part(random) * 4.5);
    let (sin, cos) = (part(random) * std::f64::consts::TAU).sin_cos();
    let corners = [(-width, -height), (width, -height), (width, height), (-width, height)];
    corners
        .map(|(x, y)| Point::new(middle.x + x * cos - y * sin, middle.y + x * sin + y * cos))
        .to_vec()
}

fn point(random: &mut Random, margin: f64) -> Point {
    let [x, y] = [0; 2].map(|_| margin + part(random) * (SIDE - 2.0 * margin));
    Point::new(x, y)
}

fn part(random: &mut Random) -> f64 {
    f64::from(random.below(1 << 30)) / f64::from(1 << 30)
}
