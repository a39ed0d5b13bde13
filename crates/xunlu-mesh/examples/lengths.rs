//! What shortest paths on the meshes of game maps take:
//! `cargo run --release -p xunlu-mesh --example lengths -- FOLDER` gave the figures in `record/`.
//!
//! For each `NAME-merged.mesh` of the folder with its `NAME.mesh.scen`, as Polyanya's benchmark has them,
//! and each grid `NAME.map` with its `NAME.map.scen`, whose mesh is made here: the paths of all lines, each
//! asked several times, of which the least counts. Told are microseconds, in the mean and of the middle and
//! the last hundredth, and expansions. The lengths in the files are those of paths from cell to cell: none
//! of ours may be longer.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;
use xunlu_format::{Content, Options, Source, read};
use xunlu_map::{Corners, Map, Mover, Passability, Point};
use xunlu_mesh::{CorridorUpdate, DistanceField, DistanceFieldQuery, HubLabelOptions, HubLabels};
use xunlu_mesh::{MeshQuery, MeshSearch, MeshSpace, NavMesh, PathCorridor};

const ROUNDS: usize = 3;

/// In so much memory hub labels are made.
const LABEL_BYTES_MAX: usize = 50_000_000;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("which folder has the meshes?")?);
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_, std::io::Error>>()?;
    files.sort();
    for file in files {
        let name = file.to_string_lossy().into_owned();
        if let Some(stem) = name.strip_suffix("-merged.mesh") {
            measure(&file, &format!("{stem}.mesh.scen"), 0.0)?;
        } else if name.ends_with(".map") {
            // From the middle of a cell to that of another.
            measure(&file, &format!("{name}.scen"), 0.5)?;
        }
    }
    Ok(())
}

fn measure(file: &Path, questions: &str, middle: f64) -> Result<(), Box<dyn Error>> {
    let bytes = fs::read(file)?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let content = read(&Source::alone(&name, &bytes), &Options::default())?.document.content;
    let begun;
    let mesh = match &content {
        Content::Mesh(polygons) => {
            begun = Instant::now();
            NavMesh::new(polygons)?
        }
        Content::Map(Map::Grid(grid)) => {
            let mover = Mover::eight(Corners::NoCutting).build()?;
            let open = Passability::new(grid.ground(), &mover);
            begun = Instant::now();
            NavMesh::of_cells(&open)?
        }
        _ => return Err(format!("{name} is neither a mesh of polygons nor a grid").into()),
    };
    let made = begun.elapsed();
    let lines = scenario(&fs::read_to_string(questions)?, middle)?;
    let mut space = MeshSpace::new();
    let (mut times, mut expansions, mut longer, mut none) = (Vec::new(), 0, 0, 0);
    for &Line { from, to, length_by_cells } in &lines {
        let mut least = f64::INFINITY;
        for _ in 0..ROUNDS {
            let begun = Instant::now();
            let path = mesh.shortest_path(from, to, &mut space);
            least = least.min(begun.elapsed().as_secs_f64() * 1e6);
            none += u32::from(path.is_none());
            longer += u32::from(path.is_some_and(|path| path.length > length_by_cells + 0.01));
        }
        let [start, goal] = [from, to].map(|point| mesh.chart().snap(point));
        if let (Some(start), Some(goal)) = (start, goal) {
            let mut search = MeshSearch::begin(&mesh, start, goal, std::mem::take(&mut space));
            search.run(&mesh, u64::MAX);
            expansions += search.expansions();
            space = search.into_space();
        }
        times.push(least);
    }
    times.sort_by(f64::total_cmp);
    let count = times.len();
    println!(
        "{:14} {:6} polygons in {:5.1} ms, {:6} kB; {:5} paths: mean {:7.1} median {:6.1} p99 {:7.1} us, \
         {:6.1} expansions; {longer} too long, {none} without",
        name.replace("-merged.mesh", ""),
        mesh.polygon_count(),
        made.as_secs_f64() * 1e3,
        mesh.bytes() / 1000,
        count,
        times.iter().sum::<f64>() / count as f64,
        times[count / 2],
        times[count * 99 / 100],
        expansions as f64 / count as f64,
    );
    measure_labels(&mesh, &lines, &times, &mut space);
    measure_field(&mesh, &lines, &mut space);
    measure_corridors(&mesh, &lines, &mut space);
    Ok(())
}

/// What hub labels cost in the memory that they may have and in parts of what they take then, and what they
/// give.
fn measure_labels(mesh: &NavMesh, lines: &[Line], searches: &[f64], space: &mut MeshSpace) {
    let mut whole = LABEL_BYTES_MAX;
    for quarters in [4, 3, 2, 1] {
        let budget = whole / 4 * quarters;
        let begun = Instant::now();
        let options = HubLabelOptions::new().memory_bytes_max(budget);
        let labels = match HubLabels::bake(mesh, &options, &|_, _| true) {
            Ok(labels) => labels,
            Err(error) => {
                let took = begun.elapsed().as_secs_f64();
                println!("{:14} labels within {} kB: {error} ({took:.2} s)", "", budget / 1000);
                return;
            }
        };
        let took = begun.elapsed();
        let mut file = Vec::new();
        let is_written = labels.save(&mut file).is_ok();
        let begun = Instant::now();
        let read = HubLabels::load(mesh, &file[..], &options, &|_, _| true);
        let loaded = begun.elapsed();
        let (mut times, mut wrong) = (Vec::new(), u32::from(!is_written || read.is_err()));
        for line in lines {
            let mut least = f64::INFINITY;
            let mut found = None;
            for _ in 0..ROUNDS {
                let begun = Instant::now();
                let path = labels.shortest_path(mesh, line.from, line.to, space);
                least = least.min(begun.elapsed().as_secs_f64() * 1e6);
                found = path.ok().flatten();
            }
            times.push(least);
            let searched = mesh.shortest_path(line.from, line.to, space);
            wrong += u32::from(match (found, searched) {
                (Some(own), Some(other)) => {
                    (own.length - other.length).abs() > 1e-9 * (1.0 + other.length)
                        || mesh.broken_leg(&own.points).is_some()
                }
                (own, other) => own.is_some() || other.is_some(),
            });
        }
        times.sort_by(f64::total_cmp);
        let count = times.len();
        let mean = |times: &[f64]| times.iter().sum::<f64>() / count as f64;
        println!(
            "{:14} labels in {:.0} ms, {} kB ({:.0}% of the hubs, {:.0}% of the polygons), a file of {} kB, read in {:.0} ms: \
             mean {:.2} median {:.2} p99 {:.2} us, a search {:.1} times as long; {wrong} wrong",
            "",
            took.as_secs_f64() * 1e3,
            labels.bytes() / 1000,
            labels.part_of_hubs() * 100.0,
            labels.part_of_polygons() * 100.0,
            file.len() / 1000,
            loaded.as_secs_f64() * 1e3,
            mean(&times),
            times[count / 2],
            times[count * 99 / 100],
            mean(searches) / mean(&times),
        );
        whole = if quarters == 4 { labels.bytes() } else { whole };
    }
}

/// What it costs to keep the paths of units that walk a unit of length at a time and are pushed aside by a
/// quarter each time, with a slack of a twentieth.
fn measure_corridors(mesh: &NavMesh, lines: &[Line], space: &mut MeshSpace) {
    let (mut updates, mut searches, mut seconds) = (0, 0, 0.0);
    for line in lines {
        let query = MeshQuery::new(line.from, line.to);
        let Ok(mut corridor) = PathCorridor::begin(mesh, query, 0.05, space) else { continue };
        let mut aside = 0.25;
        while corridor.advance(1.0) == 0.0 {
            let (at, next) = (corridor.position(), corridor.next_corner());
            let by = aside / at.distance(next).max(1.0);
            let pushed = Point::new(at.x - (next.y - at.y) * by, at.y + (next.x - at.x) * by);
            aside = -aside;
            let begun = Instant::now();
            let update = corridor.move_to(mesh, pushed, space);
            seconds += begun.elapsed().as_secs_f64();
            updates += 1;
            searches += u32::from(update == CorridorUpdate::Searched);
        }
    }
    println!(
        "{:14} pushed units: {updates} times, {:.2} us each, {:.1}% searched anew",
        "",
        seconds * 1e6 / f64::from(updates),
        100.0 * f64::from(searches) / f64::from(updates),
    );
}

/// What a distance field costs to the goal of the middle line, and then each start of the others.
fn measure_field(mesh: &NavMesh, lines: &[Line], space: &mut MeshSpace) {
    let goal = lines[lines.len() / 2].to;
    let query = DistanceFieldQuery::to_any([goal]);
    let made = |_| {
        let begun = Instant::now();
        (mesh.distance_field(&query, space), begun.elapsed().as_secs_f64())
    };
    let all: Vec<(DistanceField, f64)> = (0..ROUNDS).map(made).collect();
    let took = all.iter().map(|&(_, took)| took).fold(f64::INFINITY, f64::min);
    let field = &all[0].0;
    let least = |ask: &dyn Fn(Point) -> bool| {
        let rounds = (0..ROUNDS).map(|_| {
            let begun = Instant::now();
            let reached = lines.iter().filter(|line| ask(line.from)).count();
            (begun.elapsed().as_secs_f64() * 1e9 / lines.len() as f64, reached)
        });
        rounds.min_by(|one, other| one.0.total_cmp(&other.0)).unwrap_or_default()
    };
    let (distance, reached) = least(&|from| field.distance(from).is_some());
    let (path, _) = least(&|from| field.path(from).is_some());
    let wrong = lines.iter().filter(|line| {
        let found = mesh.shortest_path(line.from, goal, space).map(|path| path.length);
        match (field.distance(line.from), found) {
            (Some(own), Some(other)) => (own - other).abs() > 1e-9 * (1.0 + other),
            (own, other) => own.is_some() || other.is_some(),
        }
    });
    println!(
        "{:14} a field to one point in {:.1} ms, {} kB; {reached} starts: a distance {distance:.0} ns, a path \
         {path:.0} ns; {} wrong",
        "",
        took * 1e3,
        field.bytes() / 1000,
        wrong.count(),
    );
}

/// A question of a scenario, and how long a path from cell to cell is.
struct Line {
    from: Point,
    to: Point,
    length_by_cells: f64,
}

fn scenario(text: &str, middle: f64) -> Result<Vec<Line>, Box<dyn Error>> {
    let lines = text.lines().skip(1).filter(|line| !line.trim().is_empty());
    let line = |line: &str| -> Result<Line, Box<dyn Error>> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |at: usize| -> Result<f64, Box<dyn Error>> {
            Ok(words.get(at).ok_or("a line is cut")?.parse()?)
        };
        Ok(Line {
            from: Point::new(number(4)? + middle, number(5)? + middle),
            to: Point::new(number(6)? + middle, number(7)? + middle),
            length_by_cells: number(8)?,
        })
    };
    lines.map(line).collect()
}
