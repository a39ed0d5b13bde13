//! A world of 32 by 32 kilometres crossed in little memory:
//! `cargo run --release -p xunlu-mesh --example streamed [MEGABYTES [OBSTACLES]]` gave the figures in
//! `record/`.
//!
//! A square of 32,000 metres a side with obstacles at chance places, 120,000 unless another number is given,
//! is written to a file and let go of. Then it is crossed from corner to corner and asked about at chance
//! places, with room for so many megabytes of tiles, 8 unless told. Every answer is compared with the whole
//! mesh's.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::time::Instant;
use xunlu_map::Point;
use xunlu_mesh::{MeshPath, MeshSpace, NavMesh, PagedMesh, Scene};
use xunlu_testkit::Random;

const SIDE: f64 = 32_000.0;

fn main() -> Result<(), Box<dyn Error>> {
    let number = |at: usize, otherwise: usize| {
        std::env::args().nth(at).map_or(Ok(otherwise), |text| text.parse())
    };
    let (megabytes, count) = (number(1, 8)?, number(2, 120_000)?);
    let random = &mut Random::new(9);
    let ground = [(0.0, 0.0), (SIDE, 0.0), (SIDE, SIDE), (0.0, SIDE)].map(Point::from).to_vec();
    let obstacles: Vec<Vec<Point>> = (0..count).map(|_| rock(random)).collect();
    let begun = Instant::now();
    let whole = Scene::new(&[ground], &obstacles)?.mesh().clone();
    println!(
        "{count} obstacles, {} polygons, {} MB: made in {:.1} s",
        whole.polygon_count(),
        whole.bytes() / 1_000_000,
        begun.elapsed().as_secs_f64()
    );
    let place = std::env::temp_dir().join(format!("xunlu-streamed-{}.nav", std::process::id()));
    let asked = cross(&whole, &place, megabytes * 1_000_000, random);
    std::fs::remove_file(&place)?;
    asked
}

fn cross(
    whole: &NavMesh,
    place: &std::path::Path,
    room: usize,
    random: &mut Random,
) -> Result<(), Box<dyn Error>> {
    let begun = Instant::now();
    let mut file = BufWriter::new(File::create(place)?);
    whole.save(&mut file)?;
    file.flush()?;
    let written = begun.elapsed().as_secs_f64() * 1e3;
    let size = std::fs::metadata(place)?.len();
    let begun = Instant::now();
    NavMesh::load(File::open(place)?)?;
    let read = begun.elapsed().as_secs_f64() * 1e3;
    println!(
        "file {:.1} MB: written in {written:.0} ms, read whole in {read:.0} ms",
        size as f64 / 1e6
    );

    let begun = Instant::now();
    let mut paged = PagedMesh::open(File::open(place)?, room)?;
    println!("opened in {:.1} ms", begun.elapsed().as_secs_f64() * 1e3);
    let (mut space, mut other) = (MeshSpace::new(), MeshSpace::new());
    let corners = [10.0, SIDE - 10.0].map(|at| Point::new(at, at));
    for (what, excess) in [("within 0.5%", 0.005), ("exact", 0.0)] {
        let begun = Instant::now();
        let path = paged.path_within(excess, corners[0], corners[1], &mut space)?;
        let took = begun.elapsed().as_secs_f64() * 1e3;
        let begun = Instant::now();
        let expected = whole.path_within(excess, corners[0], corners[1], &mut other);
        let in_memory = begun.elapsed().as_secs_f64() * 1e3;
        assert!(path == expected, "the answer is the whole mesh's");
        let MeshPath { points, length, .. } = path.ok_or("the corners are connected")?;
        println!(
            "crossed {what}: {length:.0} m, {} points, {took:.0} ms ({in_memory:.0} from memory), {} reads, \
             {:.1} MB in {} tiles; the search {:.1} MB",
            points.len(),
            paged.reads(),
            paged.bytes() as f64 / 1e6,
            paged.tiles_here(),
            space.bytes() as f64 / 1e6
        );
        assert!(paged.bytes() <= room, "more than there is room for");
    }
    ask(whole, &mut paged, room, random)
}

fn ask(
    whole: &NavMesh,
    paged: &mut PagedMesh<File>,
    room: usize,
    random: &mut Random,
) -> Result<(), Box<dyn Error>> {
    let (mut space, mut other) = (MeshSpace::new(), MeshSpace::new());
    let (before, mut times) = (paged.reads(), Vec::new());
    for _ in 0..1000 {
        let from = point(random);
        let [x, y] = [from.x, from.y].map(|at| at + f64::from(random.below(1000)) - 500.0);
        let to = Point::new(x, y);
        let begun = Instant::now();
        let path = paged.shortest_path(from, to, &mut space)?;
        times.push(begun.elapsed().as_secs_f64() * 1e6);
        assert!(
            path == whole.shortest_path(from, to, &mut other),
            "the answer is the whole mesh's"
        );
        assert!(paged.raycast(from, to)? == whole.raycast(from, to), "the ray is the whole mesh's");
        assert!(paged.bytes() <= room, "more than there is room for");
    }
    times.sort_by(f64::total_cmp);
    println!(
        "1,000 paths of some 400 m at chance places: median {:.0} us, p99 {:.0} us, {} reads",
        times[500],
        times[990],
        paged.reads() - before
    );
    Ok(())
}

/// A rock of five corners, some ten to eighty metres wide.
fn rock(random: &mut Random) -> Vec<Point> {
    let middle = point(random);
    let size = 5.0 + part(random).powi(3) * 35.0;
    let corner = |at: u32, random: &mut Random| {
        let (sin, cos) = (f64::from(at) / 5.0 * std::f64::consts::TAU).sin_cos();
        let away = size * (0.5 + part(random) / 2.0);
        Point::new(middle.x + away * cos, middle.y + away * sin)
    };
    (0..5).map(|at| corner(at, random)).collect()
}

fn point(random: &mut Random) -> Point {
    let [x, y] = [0; 2].map(|_| 50.0 + part(random) * (SIDE - 100.0));
    Point::new(x, y)
}

fn part(random: &mut Random) -> f64 {
    f64::from(random.below(1 << 30)) / f64::from(1 << 30)
}
