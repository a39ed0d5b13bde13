//! Our shortest paths on meshes beside those of the crate `polyanya`, in one process, on the same questions:
//! `cargo run --release --manifest-path bench/Cargo.toml --bin meshes -- FOLDER` gave figures in `record/`.
//!
//! For each `NAME-merged.mesh` of the folder with its `NAME.mesh.scen`: the paths of all lines, by the one
//! and the other in turns, of which the least time of each counts. `polyanya` counts in single precision, so
//! lengths differ a little; told is by how much at most, and how many paths are longer by a thousandth.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

use polyanya::PolyanyaFile;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;
use xunlu::map::Point;
use xunlu::mesh::{MeshSpace, NavMesh};
use xunlu_format::{Content, Options, Source, read};

const ROUNDS: usize = 3;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("which folder has the meshes?")?);
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_, std::io::Error>>()?;
    files.sort();
    println!(
        "{:16} {:>6} {:>30} {:>30} {:>10} {:>7}",
        "mesh", "paths", "xunlu mean/median/p99 us", "polyanya mean/median/p99 us", "off at most", "longer"
    );
    for file in files {
        if let Some(stem) = file.to_string_lossy().strip_suffix("-merged.mesh") {
            measure(&file, stem)?;
        }
    }
    Ok(())
}

fn measure(file: &Path, stem: &str) -> Result<(), Box<dyn Error>> {
    let bytes = fs::read(file)?;
    let content = read(&Source::alone("a.mesh", &bytes), &Options::default())?.document.content;
    let Content::Mesh(polygons) = content else { return Err("a mesh of polygons is wanted".into()) };
    let ours = NavMesh::new(&polygons)?;
    let name = file.to_str().ok_or("a name in Unicode is wanted")?;
    let mut theirs: polyanya::Mesh = PolyanyaFile::from_file(name).try_into()?;
    theirs.bake();
    let mut space = MeshSpace::new();
    let (mut own, mut others) = (Vec::new(), Vec::new());
    let (mut off, mut longer) = (0.0_f64, 0);
    for [from, to] in questions(&fs::read_to_string(format!("{stem}.mesh.scen"))?)? {
        let mut least = [f64::INFINITY; 2];
        let mut lengths = [None; 2];
        for _ in 0..ROUNDS {
            let begun = Instant::now();
            let path = ours.shortest_path(from, to, &mut space);
            least[0] = least[0].min(begun.elapsed().as_secs_f64() * 1e6);
            lengths[0] = path.map(|path| path.length);
            let [begin, end] = [from, to].map(polyanya_point);
            let begun = Instant::now();
            let path = theirs.path(begin, end);
            least[1] = least[1].min(begun.elapsed().as_secs_f64() * 1e6);
            lengths[1] = path.map(|path| f64::from(path.length));
        }
        let [Some(length), Some(other)] = lengths else {
            println!("  {from:?} to {to:?}: {lengths:?}");
            continue;
        };
        let by = (other - length) / length.max(1.0);
        off = if by.abs() > off.abs() { by } else { off };
        longer += u32::from(by > 1e-3);
        own.push(least[0]);
        others.push(least[1]);
    }
    let told = |times: &mut Vec<f64>| {
        times.sort_by(f64::total_cmp);
        let mean = times.iter().sum::<f64>() / times.len().max(1) as f64;
        let at = |part: usize| times.get(times.len() * part / 100).copied().unwrap_or(0.0);
        format!("{mean:.1} / {:.1} / {:.1}", at(50), at(99))
    };
    let stem = Path::new(stem).file_name().unwrap_or_default().to_string_lossy();
    let count = own.len();
    let (own, others) = (told(&mut own), told(&mut others));
    println!("{stem:16} {count:6} {own:>30} {others:>30} {off:>10.1e} {longer:7}");
    Ok(())
}

#[allow(clippy::cast_possible_truncation, reason = "that is what the crate takes")]
fn polyanya_point(point: Point) -> glam::Vec2 {
    glam::Vec2::new(point.x as f32, point.y as f32)
}

fn questions(text: &str) -> Result<Vec<[Point; 2]>, Box<dyn Error>> {
    let lines = text.lines().skip(1).filter(|line| !line.trim().is_empty());
    let question = |line: &str| -> Result<[Point; 2], Box<dyn Error>> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |at: usize| -> Result<f64, Box<dyn Error>> {
            Ok(words.get(at).ok_or("a line is cut")?.parse()?)
        };
        Ok([Point::new(number(4)?, number(5)?), Point::new(number(6)?, number(7)?)])
    };
    lines.map(question).collect()
}
