//! A mesh with the questions of its scenario, asked, timed and judged.
//!
//! The lengths that such scenarios tell are those of paths from cell to cell on the grid that the mesh was
//! made of, and not of the shortest paths over the mesh, so they are not compared. Judged is what can be seen
//! from the polygons alone: that a path begins and ends where it was asked to, is as long as its legs, is as
//! long the other way round, and, when every step is to be checked, that each leg stays on the polygons.

use crate::error::BenchError;
use crate::figures::Figures;
use crate::files::bytes_of;
use crate::run::{Settings, chosen};
use crate::solver::Rule;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};
use xunlu::map::{MeshPolygon, Point, PolygonMesh};
use xunlu::mesh::{MeshPath, MeshSearch, MeshSpace, NavMesh};
use xunlu_format::{Content, Options, Scenario, Source, read};

/// What the files here should be.
const EXPECTED: &str = "a scenario of a mesh, or the mesh";

/// How far a point may lie beside a polygon, and how much of a leg may lie on none: the mesh's own grid is of
/// 1/1024.
const NEAR: f64 = 0.01;

/// A mesh, and what is asked of it.
#[derive(Clone, Debug)]
pub struct MeshScenario {
    /// What the figures call the mesh: its file's name.
    pub map: String,
    /// The polygons, as the file has them.
    pub polygons: PolygonMesh,
    /// From where to where, in the order of the scenario.
    pub questions: Vec<[Point; 2]>,
}

/// Whether a scenario is one for a mesh, whose points are no cells, by its name.
#[must_use]
pub fn is_for_mesh(scenario: &Path) -> bool {
    let name = scenario.to_string_lossy().to_ascii_lowercase();
    name.ends_with(".mesh.scen")
}

impl MeshScenario {
    /// A scenario, `NAME.mesh.scen`, with its mesh: `NAME.mesh` or `NAME-merged.mesh` beside it.
    ///
    /// # Errors
    /// When a file cannot be read or understood, or the mesh is not there.
    pub fn read(scenario: &Path) -> Result<MeshScenario, BenchError> {
        let name = scenario.to_string_lossy();
        let lines = Scenario::read(&name, &bytes_of(scenario, EXPECTED)?)?.lines;
        if lines.is_empty() {
            let what = format!("{name} asks nothing; expected a line for each question");
            return Err(BenchError::new(what));
        }
        let stem = name.len().checked_sub(".mesh.scen".len()).and_then(|end| name.get(..end));
        let stem = stem.unwrap_or(&name);
        let files = [".mesh", "-merged.mesh"].map(|ending| format!("{stem}{ending}"));
        let file = files.iter().find(|file| Path::new(file).is_file()).ok_or_else(|| {
            BenchError::new(format!("{name}: its mesh is not beside it; expected {}", files[0]))
        })?;
        let bytes = bytes_of(Path::new(file), EXPECTED)?;
        let content = read(&Source::alone(file, &bytes), &Options::default())?.document.content;
        let Content::Mesh(polygons) = content else {
            return Err(BenchError::new(format!("{file} is no mesh of polygons; expected one")));
        };
        let map = Path::new(file).file_name().unwrap_or_default().to_string_lossy().into_owned();
        let questions = lines.iter().map(|line| [line.start, line.goal]).collect();
        Ok(MeshScenario { map, polygons, questions })
    }
}

/// Asks for the shortest path of each question. `tell` hears now and then how many were asked of how many.
///
/// # Errors
/// When the polygons are no mesh.
pub fn run_on_mesh(
    scenario: &MeshScenario,
    settings: &Settings,
    tell: &mut dyn FnMut(usize, usize),
) -> Result<Figures, BenchError> {
    let begun = Instant::now();
    let mesh = NavMesh::new(&scenario.polygons)
        .map_err(|error| BenchError::new(format!("{}: {error}", scenario.map)))?;
    let prepare = begun.elapsed();
    let questions = chosen(&scenario.questions, settings);
    let passes = settings.repeat.max(1);
    let mut space = MeshSpace::new();
    let mut times = vec![Duration::MAX; questions.len()];
    let mut first_pass = Duration::ZERO;
    let mut answers: Vec<Option<MeshPath>> = Vec::new();
    for pass in 0..passes {
        for (number, [from, to]) in questions.iter().enumerate() {
            if number % 32 == 0 {
                tell(pass * questions.len() + number, passes * questions.len());
            }
            let begun = Instant::now();
            let path = black_box(mesh.shortest_path(*from, *to, &mut space));
            let took = begun.elapsed();
            times[number] = times[number].min(took);
            if pass == 0 {
                first_pass += took;
                answers.push(path);
            }
        }
    }
    let mut asked = Asked { mesh: &mesh, space, expansions: 0 };
    let mut each = Vec::new();
    for (number, ([from, to], path)) in questions.iter().zip(&answers).enumerate() {
        let is_right = asked.is_right(scenario, [*from, *to], path.as_ref(), settings.verify);
        if let Some(path) = path.as_ref().filter(|_| is_right) {
            each.push((path.length, times[number]));
        }
    }
    let (wrong, expansions) = (questions.len() - each.len(), asked.expansions);
    let bytes = mesh.bytes() + asked.space.bytes();
    times.sort_unstable();
    Ok(Figures {
        map: scenario.map.clone(),
        planner: "mesh".to_owned(),
        rule: Rule::Other("any angle"),
        times,
        each,
        expansions: Some(expansions),
        bytes: Some(bytes),
        prepare,
        first_pass,
        wrong,
        disputed: 0,
        blocked: 0,
        over_percents: 0.0,
        ratio: None,
        unreachable: None,
    })
}

/// What is asked again, without the clock.
struct Asked<'a> {
    mesh: &'a NavMesh,
    space: MeshSpace,
    expansions: u64,
}

impl Asked<'_> {
    fn is_right(
        &mut self,
        scenario: &MeshScenario,
        [from, to]: [Point; 2],
        path: Option<&MeshPath>,
        is_each_leg_checked: bool,
    ) -> bool {
        let chart = self.mesh.chart();
        let (Some(start), Some(goal)) = (chart.snap(from), chart.snap(to)) else { return false };
        let space = std::mem::take(&mut self.space);
        let mut search = MeshSearch::begin(self.mesh, goal, start, space);
        search.run(self.mesh, u64::MAX);
        self.expansions += search.expansions();
        let back = search.path().map(|(_, steps)| chart.length(steps));
        self.space = search.into_space();
        let (Some(path), Some(back)) = (path, back) else { return false };
        let legs: Vec<[Point; 2]> = path.points.windows(2).map(|ends| [ends[0], ends[1]]).collect();
        let length: f64 = legs.iter().map(|&[one, other]| distance(one, other)).sum();
        let are_ends = [(path.points.first(), from), (path.points.last(), to)];
        are_ends.iter().all(|(end, asked)| end.is_some_and(|end| distance(*end, *asked) < NEAR))
            && (length - path.length).abs() <= 1e-9 * length.max(1.0)
            && (back - path.length).abs() <= 1e-9 * length.max(1.0)
            && (!is_each_leg_checked || legs.iter().all(|&leg| is_on(&scenario.polygons, leg)))
    }
}

fn distance(one: Point, other: Point) -> f64 {
    let (x, y) = (one.x - other.x, one.y - other.y);
    (x * x + y * y).sqrt()
}

/// Whether a leg stays on the polygons: the parts of it that lie in one of them leave no gap.
fn is_on(mesh: &PolygonMesh, leg: [Point; 2]) -> bool {
    let length = distance(leg[0], leg[1]);
    let inside = mesh.polygons.iter().filter_map(|polygon| part_in(mesh, polygon, leg));
    let mut parts: Vec<[f64; 2]> = inside.collect();
    parts.sort_by(|one, other| one[0].total_cmp(&other[0]));
    let end = parts.iter().fold(
        0.0,
        |end: f64, &[from, to]| {
            if (from - end) * length <= NEAR { end.max(to) } else { end }
        },
    );
    !parts.is_empty() && (1.0 - end) * length <= NEAR
}

/// From which part of a leg to which it lies in a polygon, which is convex, or very near to it.
fn part_in(mesh: &PolygonMesh, polygon: &MeshPolygon, [from, to]: [Point; 2]) -> Option<[f64; 2]> {
    let corner = |at: usize| mesh.vertices[polygon.vertices[at % polygon.vertices.len()] as usize];
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for at in 0..polygon.vertices.len() {
        let [left, right] = [corner(at), corner(at + 1)];
        let (x, y) = (right.x - left.x, right.y - left.y);
        let side = |point: Point| x * (point.y - left.y) - y * (point.x - left.x);
        // Counted from a line a little outside.
        let room = NEAR / 2.0 * distance(left, right);
        let (begin, end) = (side(from) + room, side(to) + room);
        if begin < 0.0 && end < 0.0 {
            return None;
        } else if begin < 0.0 {
            first = first.max(begin / (begin - end));
        } else if end < 0.0 {
            last = last.min(begin / (begin - end));
        }
    }
    (first <= last).then_some([first, last])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An L of two squares, the second above the first's right half.
    fn scenario(questions: Vec<[Point; 2]>) -> MeshScenario {
        let corners = [(0., 0.), (8., 0.), (8., 4.), (4., 4.), (0., 4.), (8., 8.), (4., 8.)];
        let neighbours = [vec![None, None, Some(1), None, None], vec![None, None, None, Some(0)]];
        let polygons = [vec![0, 1, 2, 3, 4], vec![2, 5, 6, 3]].into_iter().zip(neighbours);
        let polygons =
            polygons.map(|(vertices, neighbours)| MeshPolygon { vertices, neighbours }).collect();
        let vertices = corners.map(Point::from).to_vec();
        MeshScenario {
            map: "l.mesh".into(),
            polygons: PolygonMesh { vertices, polygons },
            questions,
        }
    }

    #[test]
    fn right_paths_are_timed_and_those_that_are_missing_are_wrong() {
        let at = |x: f64, y: f64| Point::new(x, y);
        let asked = vec![[at(1.0, 3.0), at(7.0, 7.0)], [at(1.0, 1.0), at(1.0, 7.0)]];
        let settings = Settings { verify: true, ..Settings::default() };
        let figures = run_on_mesh(&scenario(asked), &settings, &mut |_, _| {}).unwrap();
        assert_eq!((figures.wrong, figures.each.len(), figures.times.len()), (1, 1, 2));
        let bent = distance(at(1.0, 3.0), at(4.0, 4.0)) + distance(at(4.0, 4.0), at(7.0, 7.0));
        assert!((figures.each[0].0 - bent).abs() < 1e-9, "{:?}", figures.each);
    }

    #[test]
    fn a_question_from_nowhere_does_not_lose_the_space() {
        let at = |x: f64, y: f64| Point::new(x, y);
        let asked = vec![[at(1.0, 3.0), at(7.0, 7.0)], [at(f64::NAN, 0.0), at(1.0, 1.0)]];
        let bytes = |questions: Vec<[Point; 2]>| {
            let told = run_on_mesh(&scenario(questions), &Settings::default(), &mut |_, _| {});
            told.unwrap().bytes
        };
        assert_eq!(bytes(asked.clone()), bytes(asked[..1].to_vec()));
    }

    #[test]
    fn a_leg_beside_the_polygons_is_seen() {
        let mesh = scenario(Vec::new()).polygons;
        let check = |from: (f64, f64), to: (f64, f64), expected| {
            assert_eq!(is_on(&mesh, [from.into(), to.into()]), expected, "{from:?} {to:?}");
        };
        check((1.0, 3.0), (4.0, 4.0), true);
        check((4.0, 4.0), (7.0, 7.0), true);
        check((1.0, 3.0), (7.0, 7.0), false);
        check((1.0, 1.0), (9.0, 1.0), false);
        check((2.0, 5.0), (2.0, 6.0), false);
        check((0.0, 4.0), (8.0, 4.0), true);
    }

    #[test]
    fn the_scenarios_of_meshes_are_known_by_name() {
        assert!(is_for_mesh(Path::new("a/b.mesh.scen")) && !is_for_mesh(Path::new("a/b.map.scen")));
    }
}
