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
use xunlu_mesh::{MeshSearch, MeshSpace, NavMesh};

const ROUNDS: usize = 3;

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
    Ok(())
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
