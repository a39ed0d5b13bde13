//! Paths over the meshes of Polyanya's benchmark, by us, `polyanya` and Detour in turns, of which the least
//! time of each counts. The other two count in single precision, so lengths differ a little.

use crate::detour::Detour;
use crate::times::{timed, told};
use polyanya::PolyanyaFile;
use std::error::Error;
use std::fs;
use std::path::Path;
use xunlu::map::Point;
use xunlu::mesh::{MeshSpace, NavMesh};
use xunlu_format::{Content, Options, Source, read};

const ROUNDS: usize = 3;
// How far Detour looks for the polygon of a point: it counts in sixteenths.
const REACH: f32 = 0.25;
const NAMES: [&str; 3] = ["xunlu", "polyanya", "Detour"];

/// Says how long each took for the questions of a mesh, and how much longer than ours its paths are. The
/// times of the others are added to `each`.
pub(crate) fn measure(file: &Path, stem: &str, each: &mut String) -> Result<(), Box<dyn Error>> {
    let bytes = fs::read(file)?;
    let content = read(&Source::alone("a.mesh", &bytes), &Options::default())?.document.content;
    let Content::Mesh(polygons) = content else {
        return Err("a mesh of polygons is wanted".into());
    };
    let ours = NavMesh::new(&polygons)?;
    let mut detour = Detour::of_polygons(&polygons)?;
    let name = file.to_str().ok_or("a name in Unicode is wanted")?;
    let mut polyanya: polyanya::Mesh = PolyanyaFile::from_file(name).try_into()?;
    polyanya.bake();
    let mut space = MeshSpace::new();
    let mut times: [Vec<f64>; 3] = Default::default();
    let mut excess: [Vec<f64>; 3] = Default::default();
    let mut failed = [0; 3];
    for [from, to] in questions(&fs::read_to_string(format!("{stem}.mesh.scen"))?)? {
        let mut least = [f64::INFINITY; 3];
        let mut lengths = [None; 3];
        for _ in 0..ROUNDS {
            let asked = [
                timed(|| ours.shortest_path(from, to, &mut space).map(|path| path.length)),
                timed(|| {
                    let path = polyanya.path(single(from), single(to));
                    path.map(|path| f64::from(path.length))
                }),
                timed(|| {
                    let end = |at: Point| detour.nearest([at.x as f32, 0.0, at.y as f32], REACH);
                    let [from, to] = [end(from)?, end(to)?];
                    detour.path(from, to)
                }),
            ];
            for (at, (time, length)) in asked.into_iter().enumerate() {
                least[at] = least[at].min(time);
                lengths[at] = length;
            }
        }
        let best = lengths[0].ok_or("we found no path where the scenario has one")?;
        for at in 0..3 {
            if at > 0 && lengths[at].is_some() {
                let map = file.file_name().unwrap_or_default().to_string_lossy();
                let (planner, us) = (NAMES[at], least[at]);
                each.push_str(&format!(
                    "{{\"map\":\"{map}\",\"planner\":\"{planner}\",\"length\":{best},\"us\":{us}}}\n"
                ));
            }
            times[at].push(least[at]);
            match lengths[at] {
                Some(length) => excess[at].push((length - best) / best.max(1.0)),
                None => failed[at] += 1,
            }
        }
    }
    let stem = Path::new(stem).file_name().unwrap_or_default().to_string_lossy();
    println!("{stem}: {} paths, {} polygons", times[0].len(), ours.polygon_count());
    for (at, times) in times.into_iter().enumerate() {
        tell(NAMES[at], times, &excess[at], failed[at]);
    }
    Ok(())
}

fn tell(name: &str, times: Vec<f64>, excess: &[f64], failed: usize) {
    let longer = excess.iter().filter(|&&by| by > 1e-4).count();
    let most = excess.iter().copied().fold(0.0, f64::max) * 100.0;
    let mean = excess.iter().sum::<f64>() / excess.len().max(1) as f64 * 100.0;
    println!(
        "  {name:9} {:>28} us mean/median/p99; longer: {longer}, by {mean:.2}% in the mean, {most:.1}% at most; \
         failed {failed}",
        told(times),
    );
}

fn single(point: Point) -> glam::Vec2 {
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
