//! Ground made of triangles, by us, Recast and `rerecast`; then paths, rays, moves and nearest points on it,
//! by us and by Detour, each on its own mesh.
//!
//! All questions are asked from points that both stand on. Detour answers a path, a ray or a move from a
//! polygon that the caller has found before, so the time to find it counts as well, and is told apart.

use crate::detour::{Detour, Place, Stand};
use crate::recast::{Recast, rerecast};
use crate::times::{timed, told};
use std::error::Error;
use std::path::Path;
use xunlu::map::{Point, TriangleMesh};
use xunlu::mesh::{MeshSpace, Surface, SurfaceBuilder, SurfacePoint};
use xunlu_format::{Content, Options, Source, read};
use xunlu_testkit::Random;

const BUILDS: usize = 20;
const QUESTIONS: usize = 2000;
const ROUNDS: usize = 5;
// How long a move of a frame is.
const MOVE: f64 = 0.5;
// How far points may lie apart that both call the same.
const REACH: f32 = 1.0;

/// Says how long each took for the ground of a file, and for questions over it.
pub(crate) fn measure(file: &Path) -> Result<(), Box<dyn Error>> {
    let bytes = std::fs::read(file)?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let content = read(&Source::alone(&name, &bytes), &Options::default())?.document.content;
    let Content::Triangles(triangles) = content else { return Err("triangles are wanted".into()) };
    let mut least = [f64::INFINITY; 3];
    for _ in 0..BUILDS {
        let took = [
            timed(|| SurfaceBuilder::new().build(&triangles).map(drop)).0,
            timed(|| Recast::build(&triangles).and_then(|built| built.detour()).map(drop)).0,
            timed(|| rerecast(&triangles)).0,
        ];
        for (least, took) in least.iter_mut().zip(took) {
            *least = least.min(took);
        }
    }
    let surface = SurfaceBuilder::new().build(&triangles)?;
    let recast = Recast::build(&triangles)?;
    println!("{name}: {} triangles", triangles.triangles.len());
    let counts = [surface.mesh().polygon_count(), recast.polygon_count(), rerecast(&triangles)?];
    for (at, name) in ["xunlu", "Recast", "rerecast"].into_iter().enumerate() {
        println!("  {name:9} made in {:.1} ms, {} polygons", least[at] / 1e3, counts[at]);
    }
    ask(&surface, &mut recast.detour()?, &triangles);
    Ok(())
}

/// Two points that can be reached from each other, as both have them.
struct Ends {
    own: [SurfacePoint; 2],
    theirs: [Stand; 2],
}

fn ask(surface: &Surface, detour: &mut Detour, triangles: &TriangleMesh) {
    let mut random = Random::new(1);
    let mut space = MeshSpace::new();
    let mut paths: [Vec<f64>; 2] = Default::default();
    let mut rays: [Vec<f64>; 2] = Default::default();
    let mut moves: [Vec<f64>; 2] = Default::default();
    let mut nearest: [Vec<f64>; 2] = Default::default();
    let mut excess = Vec::new();
    while paths[0].len() < QUESTIONS {
        let Some(ends) = ends(surface, detour, &mut random, &mut space) else { continue };
        let [from, to] = ends.own;
        let [begin, end] = ends.theirs;
        let toward = toward(from.at, to.at);
        let step = place(SurfacePoint { at: toward, height: from.height });
        let anywhere = anywhere(triangles, &mut random);
        let mesh = surface.mesh();
        let found = least(
            || surface.shortest_path(from, to, &mut space).map(|path| path.length),
            || detour.path(detour.nearest(place(from), REACH)?, detour.nearest(place(to), REACH)?),
        );
        paths[0].push(found.0[0]);
        paths[1].push(found.0[1]);
        if let (Some(own), Some(other)) = found.1 {
            excess.push((other - own) / own.max(1.0));
        }
        let cast = least(|| mesh.raycast(from.at, to.at), || Some(detour.raycast(begin, end.at)));
        let slid =
            least(|| mesh.slide(from.at, toward, &mut space), || Some(detour.slide(begin, step)));
        let near = least(
            || surface.nearest(anywhere, f64::from(REACH)),
            || Some(detour.nearest(place(anywhere), REACH)),
        );
        for (times, took) in [(&mut rays, cast.0), (&mut moves, slid.0), (&mut nearest, near.0)] {
            times[0].push(took[0]);
            times[1].push(took[1]);
        }
    }
    let longer = excess.iter().filter(|&&by| by > 1e-3).count();
    let most = excess.iter().copied().fold(0.0, f64::max) * 100.0;
    let mean = excess.iter().sum::<f64>() / excess.len().max(1) as f64 * 100.0;
    for (what, times) in [("path", paths), ("ray", rays), ("move", moves), ("nearest", nearest)] {
        let [own, other] = times.map(told);
        println!("  {what:9} xunlu {own:>24}, Detour {other:>24} us mean/median/p99");
    }
    println!(
        "  Detour's paths: {longer} of {} longer, by {mean:.2}% in the mean, {most:.1}% at most",
        excess.len()
    );
}

/// The least times of both, asked in turns, and what they said last.
fn least<T, U>(
    mut own: impl FnMut() -> Option<T>,
    mut other: impl FnMut() -> Option<U>,
) -> ([f64; 2], (Option<T>, Option<U>)) {
    let mut times = [f64::INFINITY; 2];
    let mut said = (None, None);
    for _ in 0..ROUNDS {
        let (took, answer) = timed(&mut own);
        times[0] = times[0].min(took);
        said.0 = answer;
        let (took, answer) = timed(&mut other);
        times[1] = times[1].min(took);
        said.1 = answer;
    }
    (times, said)
}

fn ends(
    surface: &Surface,
    detour: &Detour,
    random: &mut Random,
    space: &mut MeshSpace,
) -> Option<Ends> {
    let own = [point_of(surface, random), point_of(surface, random)];
    let stand = |at: SurfacePoint| detour.nearest(place(at), REACH);
    let theirs = [stand(own[0])?, stand(own[1])?];
    surface.shortest_path(own[0], own[1], space)?;
    Some(Ends { own, theirs })
}

/// A point in a random polygon.
fn point_of(surface: &Surface, random: &mut Random) -> SurfacePoint {
    let count = u32::try_from(surface.mesh().polygon_count()).unwrap_or(u32::MAX);
    let polygon = random.below(count);
    let corners: Vec<SurfacePoint> = surface.corners(polygon).collect();
    let weights: Vec<f64> = corners.iter().map(|_| f64::from(1 + random.below(1000))).collect();
    let whole: f64 = weights.iter().sum();
    let mean = |part: fn(&SurfacePoint) -> f64| {
        corners.iter().zip(&weights).map(|(corner, weight)| part(corner) * weight).sum::<f64>()
            / whole
    };
    let at = Point::new(mean(|corner| corner.at.x), mean(|corner| corner.at.y));
    SurfacePoint { at, height: surface.height_in(polygon, at) }
}

/// A random point within a corner's reach of the triangles.
fn anywhere(triangles: &TriangleMesh, random: &mut Random) -> SurfacePoint {
    let count = u32::try_from(triangles.vertices.len()).unwrap_or(u32::MAX);
    let [x, y, z] = triangles.vertices[random.below(count) as usize].map(f64::from);
    let mut off = || f64::from(random.below(2001)) / 1000.0 - 1.0;
    SurfacePoint { at: Point::new(x + off(), z + off()), height: y }
}

fn toward(from: Point, to: Point) -> Point {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let part = MOVE / x.hypot(y).max(MOVE);
    Point::new(from.x + x * part, from.y + y * part)
}

fn place(point: SurfacePoint) -> Place {
    [point.at.x as f32, point.height as f32, point.at.y as f32]
}
