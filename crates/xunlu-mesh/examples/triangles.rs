//! What it takes to make ground of triangles, and to find paths on it:
//! `cargo run --release -p xunlu-mesh --example triangles -- FILE.obj...` gave the figures in `record/`.
//!
//! Each file is made ground of several times, as for somebody of a person's size; of each part of the work
//! the least time counts. Then paths are asked for between random points that are connected, several times
//! each, of which the least counts: once over the mesh, and once with heights.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

use std::error::Error;
use std::time::Instant;
use xunlu_format::{Content, Options, Source, read};
use xunlu_map::{Point, TriangleMesh};
use xunlu_mesh::{MeshSpace, Surface, SurfaceBuilder, SurfacePoint, SurfaceStage};
use xunlu_testkit::Random;

const ROUNDS: usize = 20;
const QUESTIONS: usize = 2000;

fn main() -> Result<(), Box<dyn Error>> {
    for file in std::env::args().skip(1) {
        let bytes = std::fs::read(&file)?;
        match read(&Source::alone(&file, &bytes), &Options::default())?.document.content {
            Content::Triangles(mesh) => measure(&file, &mesh)?,
            _ => return Err(format!("{file} has no triangles").into()),
        }
    }
    Ok(())
}

fn measure(file: &str, mesh: &TriangleMesh) -> Result<(), Box<dyn Error>> {
    let mut stages: Vec<(SurfaceStage, f64)> = Vec::new();
    let (mut made, mut whole) = (None, f64::INFINITY);
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        let mut last = begun;
        let surface = SurfaceBuilder::new().build_watched(mesh, |stage| {
            let took = last.elapsed().as_secs_f64() * 1e3;
            last = Instant::now();
            match stages.iter_mut().find(|(own, _)| *own == stage) {
                Some((_, least)) => *least = least.min(took),
                None => stages.push((stage, took)),
            }
        })?;
        whole = whole.min(begun.elapsed().as_secs_f64() * 1e3);
        made = Some(surface);
    }
    let surface = made.ok_or("nothing was made")?;
    let stages: Vec<String> =
        stages.iter().map(|(stage, least)| format!("{stage:?} {least:.2}")).collect();
    println!(
        "{file}: {} triangles, {} polygons, {} kB ({} the mesh), {whole:.2} ms: {}",
        mesh.triangles.len(),
        surface.mesh().polygon_count(),
        surface.bytes() / 1000,
        surface.mesh().bytes() / 1000,
        stages.join(", ")
    );
    ask(&surface);
    Ok(())
}

/// Asks for paths between points of random polygons.
fn ask(surface: &Surface) {
    let mut random = Random::new(1);
    let polygons = u32::try_from(surface.mesh().polygon_count()).unwrap_or(0);
    let mut point = || {
        let polygon = random.below(polygons);
        let corners: Vec<SurfacePoint> = surface.corners(polygon).collect();
        let weights: Vec<f64> = corners.iter().map(|_| f64::from(1 + random.below(1000))).collect();
        let whole: f64 = weights.iter().sum();
        let mean = |part: fn(&SurfacePoint) -> f64| {
            corners.iter().zip(&weights).map(|(corner, weight)| part(corner) * weight).sum::<f64>()
                / whole
        };
        let at = Point::new(mean(|corner| corner.at.x), mean(|corner| corner.at.y));
        SurfacePoint { at, height: surface.height_in(polygon, at) }
    };
    let mut space = MeshSpace::new();
    let (mut flat, mut high, mut lengths) = (Vec::new(), Vec::new(), 0.0);
    while flat.len() < QUESTIONS {
        let [from, to] = [point(), point()];
        let Some(path) = surface.shortest_path(from, to, &mut space) else { continue };
        lengths += path.length;
        let mut least = [f64::INFINITY; 2];
        for _ in 0..5 {
            let begun = Instant::now();
            let path = surface.mesh().shortest_path(from.at, to.at, &mut space);
            least[0] = least[0].min(begun.elapsed().as_secs_f64() * 1e6);
            std::hint::black_box(path);
            let begun = Instant::now();
            let path = surface.shortest_path(from, to, &mut space);
            least[1] = least[1].min(begun.elapsed().as_secs_f64() * 1e6);
            std::hint::black_box(path);
        }
        flat.push(least[0]);
        high.push(least[1]);
    }
    let mean = |times: &[f64]| times.iter().sum::<f64>() / QUESTIONS as f64;
    println!(
        "  {QUESTIONS} paths of {:.1} in the mean: {:.2} us, with heights {:.2}",
        lengths / QUESTIONS as f64,
        mean(&flat),
        mean(&high)
    );
}
