//! What paths for somebody of a radius take on the meshes of game maps:
//! `cargo run --release -p xunlu-mesh --example radii -- FOLDER [RADIUS..]` gave the figures in `record/`.
//!
//! For each `NAME-merged.mesh` of the folder with its `NAME.mesh.scen`: all questions, on the mesh for points
//! and for somebody of the radius there, and on a mesh that was made for the radius. Each is asked several
//! times, of which the least counts. Told are microseconds, in the mean, of the middle, of the last
//! hundredth and the most, of questions with a path and, apart, of those without. No path of the mesh for
//! points may be longer than that of the mesh that was made, or lacking where that has one.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;
use xunlu_format::{Content, Options, Source, read};
use xunlu_map::Point;
use xunlu_mesh::{MeshAnswer, MeshOutcome, MeshQuery, MeshSpace, NavMesh};

const ROUNDS: usize = 3;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let folder = PathBuf::from(words.next().ok_or("which folder has the meshes?")?);
    let mut radii = words.map(|word| word.parse()).collect::<Result<Vec<f64>, _>>()?;
    if radii.is_empty() {
        radii = vec![0.3, 1.0, 2.5];
    }
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_, std::io::Error>>()?;
    files.sort();
    for file in files {
        let name = file.to_string_lossy().into_owned();
        if let Some(stem) = name.strip_suffix("-merged.mesh") {
            measure(&file, &format!("{stem}.mesh.scen"), &radii)?;
        }
    }
    Ok(())
}

fn measure(file: &Path, questions: &str, radii: &[f64]) -> Result<(), Box<dyn Error>> {
    let bytes = fs::read(file)?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let content = read(&Source::alone(&name, &bytes), &Options::default())?.document.content;
    let Content::Mesh(polygons) = content else {
        return Err(format!("{name} is no mesh of polygons").into());
    };
    let mesh = NavMesh::new(&polygons)?;
    let lines = scenario(&fs::read_to_string(questions)?)?;
    let mut space = MeshSpace::new();
    println!("{}: {} polygons, {} questions", name, mesh.polygon_count(), lines.len());
    let points = asked(&mesh, &lines, 0.0, &mut space);
    tell("points", &points);
    for &radius in radii {
        let begun = Instant::now();
        let made = mesh.for_radius(radius)?;
        let making = begun.elapsed();
        let discs = asked(&mesh, &lines, radius, &mut space);
        let others = asked(&made, &lines, 0.0, &mut space);
        tell(&format!("radius {radius}"), &discs);
        tell("  of a mesh made for it", &others);
        let both = discs.iter().zip(&others);
        let length =
            |answer: &MeshAnswer| answer.path.as_ref().map_or(f64::INFINITY, |path| path.length);
        let longer = both.filter(|((disc, _), (other, _))| length(disc) > length(other) + 1e-6);
        println!(
            "  made in {:.1} ms, {} polygons; {} longer; {} kB of space",
            making.as_secs_f64() * 1e3,
            made.polygon_count(),
            longer.count(),
            space.bytes() / 1000
        );
    }
    Ok(())
}

/// The answers to all questions, with the microseconds that each took.
fn asked(
    mesh: &NavMesh,
    lines: &[[Point; 2]],
    radius: f64,
    space: &mut MeshSpace,
) -> Vec<(MeshAnswer, f64)> {
    let ask = |&[from, to]: &[Point; 2]| {
        let query = MeshQuery::new(from, to).for_radius(radius);
        let mut least: Option<(MeshAnswer, f64)> = None;
        for _ in 0..ROUNDS {
            let begun = Instant::now();
            let answer = mesh.answer(&query, space);
            let took = begun.elapsed().as_secs_f64() * 1e6;
            let took = least.as_ref().map_or(took, |&(_, least)| took.min(least));
            least = Some((answer, took));
        }
        least.expect("there are rounds")
    };
    lines.iter().map(ask).collect()
}

fn tell(what: &str, all: &[(MeshAnswer, f64)]) {
    let is_found = |answer: &MeshAnswer| answer.outcome == MeshOutcome::Found;
    let is_none = |answer: &MeshAnswer| answer.outcome == MeshOutcome::Unreachable;
    tell_of(&format!("{what}, found"), all.iter().filter(|(answer, _)| is_found(answer)));
    tell_of(&format!("{what}, unreachable"), all.iter().filter(|(answer, _)| is_none(answer)));
}

fn tell_of<'a>(what: &str, all: impl Iterator<Item = &'a (MeshAnswer, f64)>) {
    let (mut times, mut expansions) = (Vec::new(), 0);
    for (answer, took) in all {
        times.push(*took);
        expansions += answer.expansions;
    }
    times.sort_by(f64::total_cmp);
    let count = times.len();
    if count == 0 {
        return;
    }
    println!(
        "  {what:35} {count:5}: mean {:8.1} median {:8.1} p99 {:8.1} most {:8.1} us, {:7.1} expansions",
        times.iter().sum::<f64>() / count as f64,
        times[count / 2],
        times[count * 99 / 100],
        times[count - 1],
        expansions as f64 / count as f64,
    );
}

/// The ends of a scenario's questions.
fn scenario(text: &str) -> Result<Vec<[Point; 2]>, Box<dyn Error>> {
    let lines = text.lines().skip(1).filter(|line| !line.trim().is_empty());
    let line = |line: &str| -> Result<[Point; 2], Box<dyn Error>> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |at: usize| -> Result<f64, Box<dyn Error>> {
            Ok(words.get(at).ok_or("a line is cut")?.parse()?)
        };
        Ok([Point::new(number(4)?, number(5)?), Point::new(number(6)?, number(7)?)])
    };
    lines.map(line).collect()
}
