//! What is asked, and whether answers are right.

use std::error::Error;
use xunlu::map::Terrain;
use xunlu::{Map, World, wire};
use xunlu_client::{Ask, AskCall, Call, Embedded, NearestAsked, Response, Wish};
use xunlu_client::{ChangeWish, Navigator};
use xunlu_format::{Options, Scenario, Source, read};

/// The one map, by its name in the service.
pub(crate) const MAP: &str = "map";

/// So many paths are asked for at a time in a batch.
pub(crate) const BATCH: usize = 64;

/// What a straight step costs on grids unless said.
const STRAIGHT: f64 = 2378.0;

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Nearest,
    Path,
    Paths,
}

/// A question, and how long its paths are: at revisions that are even, and at those that are odd.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) what: Ask,
    pub(crate) lengths: Vec<[f64; 2]>,
}

/// The length of a path that was told, in steps, and of which revision that is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Told {
    pub(crate) steps: f64,
    pub(crate) revision: u64,
}

impl Told {
    /// One without a path has no end.
    pub(crate) fn new(cost: Option<u32>, revision: u64) -> Told {
        Told { steps: cost.map_or(f64::INFINITY, f64::from) / STRAIGHT, revision }
    }

    pub(crate) fn of(told: &Response) -> Vec<Told> {
        let one = |answer: &wire::Answer| {
            Told::new(answer.path.as_ref().map(|path| path.cost), answer.revision)
        };
        match told {
            Response::Path(answer) => vec![one(answer)],
            Response::Paths(told) => told.answers.iter().map(one).collect(),
            _ => Vec::new(),
        }
    }
}

impl Asked {
    pub(crate) fn call(&self) -> Call {
        let (map, what) = (MAP.to_owned(), self.what.clone());
        Call::Ask(AskCall { map, what, at_least: None, exactly: None, time_ms: None, trace: None })
    }

    /// What is told is right, but for rounding: steps cost whole numbers, and some scenarios have two digits
    /// behind the point.
    pub(crate) fn check(&self, told: &[Told]) {
        assert_eq!(told.len(), self.lengths.len(), "each question has its answer");
        for (told, lengths) in told.iter().zip(&self.lengths) {
            let expected = lengths[usize::from(!told.revision.is_multiple_of(2))];
            let is_right = match expected.is_finite() {
                true => (told.steps - expected).abs() <= 1e-3 * expected + 0.005,
                false => told.steps.is_infinite(),
            };
            assert!(is_right, "{told:?}; expected {expected} steps: {:?}", self.what);
        }
    }
}

/// The scenario's paths in an order of no kind: they are sorted by length, which no game's are. Only the
/// shorter ones, if they are to have so many steps in the mean.
pub(crate) fn paths(scenario: &[u8], steps: Option<f64>) -> Result<Vec<Asked>, Box<dyn Error>> {
    let scenario = Scenario::read("scenario", scenario)?;
    let lines = scenario.lines.iter().map(|line| {
        let [from, to] = [line.start, line.goal].map(|at| format!("{:.0},{:.0}", at.x, at.y));
        let what = Ask::Path(Box::new(wire::Query::to(from, wire::Goal::At(to))));
        Asked { what, lengths: vec![[line.optimal_length; 2]] }
    });
    let mut asked: Vec<Asked> = lines.collect();
    if let Some(steps) = steps {
        let length = |asked: &Asked| asked.lengths[0][0];
        asked.sort_by(|one, other| length(one).total_cmp(&length(other)));
        let (mut sum, mut count) = (0.0, 0.0);
        asked.retain(|asked| {
            (sum, count) = (sum + length(asked), count + 1.0);
            sum <= steps * count
        });
    }
    xunlu::map::make::Random::new(1).shuffle(&mut asked);
    Ok(asked)
}

/// The same paths as questions of a kind.
pub(crate) fn of_kind(kind: Kind, paths: &[Asked]) -> Vec<Asked> {
    let query = |path: &Asked| match &path.what {
        Ask::Path(query) => wire::Query::clone(query),
        _ => unreachable!("they are paths"),
    };
    match kind {
        Kind::Path => paths.to_vec(),
        Kind::Nearest => {
            let near = |path| {
                let asked = NearestAsked { place: query(path).from, mover: None };
                Asked { what: Ask::Nearest(asked), lengths: Vec::new() }
            };
            paths.iter().map(near).collect()
        }
        Kind::Paths => {
            let batch = |paths: &[Asked]| Asked {
                what: Ask::Paths(paths.iter().map(query).collect()),
                lengths: paths.iter().flat_map(|path| path.lengths.clone()).collect(),
            };
            paths.chunks_exact(BATCH).map(batch).collect()
        }
    }
}

/// The map of a file.
pub(crate) fn map_in(bytes: &[u8]) -> Result<Map, Box<dyn Error>> {
    let document = read(&Source::alone("map", bytes), &Options::default())?.document;
    Ok(document.into_map_and_mover()?.0)
}

/// A change that shuts ground and the one that opens it again, with the same paths as they are by turns.
pub(crate) fn swapped(
    map: &[u8],
    paths: &[Asked],
) -> Result<([wire::Change; 2], Vec<Asked>), Box<dyn Error>> {
    let by_length = |asked: &&Asked| asked.lengths[0][0].to_bits();
    let longest = paths.iter().max_by_key(by_length).ok_or("there are no paths")?;
    let embedded = Embedded::new();
    embedded.hold(MAP, World::new(map_in(map)?)?);
    let Response::Path(answer) = embedded.ask(MAP, &longest.what, &Wish::default())? else {
        return Err("a path was asked for".into());
    };
    let path = answer.path.ok_or("the longest of them is one")?;
    let middle = path.places.as_cells().map(|cells| cells[cells.len() / 2]);
    let [x, y] = middle.ok_or("the map has cells")?;
    let changes = [Terrain::WALL, Terrain::OPEN].map(|terrain| {
        let rect = wire::Rect { x, y, width: 1, height: 1 };
        wire::Change::Terrain(wire::TerrainChange { layer: 0, rect, terrain: terrain.0 })
    });
    let wish = ChangeWish { id: None, expected: None, change: changes[0].clone() };
    embedded.change(MAP, &wish)?;
    let mut both = paths.to_vec();
    for asked in &mut both {
        let told = Told::of(&embedded.ask(MAP, &asked.what, &Wish::default())?);
        asked.lengths[0][1] = told[0].steps;
    }
    Ok((changes, both))
}
