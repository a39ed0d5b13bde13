//! What may be asked of a map, and what is said: one type for every door and both encodings. Queries, movers
//! and changes are those of `xunlu::wire`.

mod encoding;
mod message;
mod frame;
mod token;
mod scene;
mod scene_told;

pub use encoding::Encoding;
pub use frame::Frame;
pub use message::{
    AskCall, BreakTold, BrokenTold, Call, CallReply, ChangeCall, EventsAsked, Numbered,
    PathWatched, Problem, SceneChangeCall, SceneEventsAsked, WatchCall, WatchEvent,
};
pub use scene::{
    SceneAsk, SceneChange, SceneDescribeAsked, SceneDoorChange, SceneFieldAsked, SceneLine,
    SceneMatrixAsked, SceneMoveAsked, SceneNearestAsked, SceneObstacle, ScenePathAsked, ScenePoint,
    SceneRandomAsked, SceneRaycastAsked, Walker,
};
pub use scene_told::{
    SceneArc, SceneDescription, SceneFieldPoint, SceneFieldTold, SceneLink, SceneLinkTaken,
    SceneMatrixTold, SceneNamedPoint, SceneOutcome, ScenePath, ScenePathTold, ScenePathsTold,
    ScenePointTold, ScenePointsTold, SceneRaycastTold, SceneTold,
};
pub use token::BearerToken;

use crate::refusal::{Refusal, RefusalKind};
use serde::{Deserialize, Serialize};
use xunlu::wire;

/// A question, whichever door it came through: `{"path": {...}}` where nothing else says what it is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Ask {
    /// For a path.
    Path(Box<wire::Query>),
    /// For several paths, all of one revision.
    Paths(Vec<wire::Query>),
    /// Why it is as it is.
    Explain(Box<wire::Query>),
    /// What a straight line meets.
    Raycast(RaycastAsked),
    /// How far one comes.
    Reach(ReachAsked),
    /// Where one can stand, near a place.
    Nearest(NearestAsked),
    /// What it costs from each of some places to each of others.
    Matrix(MatrixAsked),
    /// What it costs from everywhere, and which step to take.
    Field(FieldAsked),
    /// For places where one can stand, drawn by chance.
    Random(RandomAsked),
    /// About a scene, in points instead of places.
    Scene(Box<SceneAsk>),
}

/// `{"from": "0,0", "to": "9,4"}`: a straight line of somebody who fills cells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RaycastAsked {
    /// Where it begins.
    pub from: String,
    /// Where it is to end.
    pub to: String,
    /// For whom; the map's first mover unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mover: Option<wire::Mover>,
}

/// `{"from": "0,0", "budget": 60}`: all that can be reached for so much.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReachAsked {
    /// Where it begins.
    pub from: String,
    /// What the farthest may cost.
    pub budget: u32,
    /// For whom; the map's first mover unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mover: Option<wire::Mover>,
}

/// `{"place": "3,4"}`: the nearest place where one can stand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NearestAsked {
    /// Near which place.
    pub place: String,
    /// For whom; the map's first mover unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mover: Option<wire::Mover>,
}

/// `{"from": ["0,0"], "to": ["3,4", "9,9"]}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatrixAsked {
    /// The places that rows begin at.
    pub from: Vec<String>,
    /// The places that columns end at.
    pub to: Vec<String>,
    /// For whom; the map's first mover unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mover: Option<wire::Mover>,
}

/// `{"to": ["3,4"]}`: what it costs from each place to the nearest of these.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldAsked {
    /// The goals.
    pub to: Vec<String>,
    /// The places whose costs are told; of all that can be reached unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<Vec<String>>,
    /// For whom; the map's first mover unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mover: Option<wire::Mover>,
}

/// `{"seed": 7, "count": 3}`: the same seed draws the same places of the same revision everywhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RandomAsked {
    /// What chance begins with.
    pub seed: u64,
    /// How many places are drawn; one may be drawn more than once.
    pub count: usize,
    /// For whom; the map's first mover unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mover: Option<wire::Mover>,
}

/// What is said to an [`Ask`], of one revision: `{"path": {...}}` where nothing else says what it is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Response {
    /// To [`Ask::Path`].
    Path(wire::Answer),
    /// To [`Ask::Paths`].
    Paths(PathsTold),
    /// To [`Ask::Explain`].
    Explain(Box<wire::Explanation>),
    /// To [`Ask::Raycast`].
    Raycast(RaycastTold),
    /// To [`Ask::Reach`].
    Reach(wire::Reach),
    /// To [`Ask::Nearest`].
    Nearest(NearestTold),
    /// To [`Ask::Matrix`].
    Matrix(MatrixTold),
    /// To [`Ask::Field`].
    Field(FieldTold),
    /// To [`Ask::Random`].
    Random(RandomTold),
    /// To [`Ask::Scene`].
    Scene(Box<SceneTold>),
    /// To a change that was made.
    Changed(ChangeTold),
    /// Which maps there are.
    Maps(MapsTold),
}

/// What is said to [`Ask::Paths`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PathsTold {
    /// In the order of the questions.
    pub answers: Vec<wire::Answer>,
}

/// What is said to [`Ask::Raycast`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RaycastTold {
    /// Whether nothing is in the way.
    pub is_clear: bool,
    /// Where the contact is, as x and y: middles of cells are whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<[f64; 2]>,
    /// The closed cell that is met first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hit: Option<String>,
    /// Which revision this is true for.
    pub revision: String,
}

/// What is said to [`Ask::Nearest`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NearestTold {
    /// `None` if one can stand nowhere.
    pub nearest: Option<String>,
    /// Which revision this is true for.
    pub revision: String,
}

/// What is said to [`Ask::Matrix`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MatrixTold {
    /// Row by row; `None` where there is no path.
    pub costs: Vec<Vec<Option<u32>>>,
    /// Which revision this is true for.
    pub revision: String,
}

/// What is said to [`Ask::Field`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FieldTold {
    /// A place, what it costs from there, and the next step; of the goals themselves none.
    pub places: Vec<FieldPlace>,
    /// Which revision this is true for.
    pub revision: String,
}

/// What is said to [`Ask::Random`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RandomTold {
    /// In the order in which they were drawn; none if one can stand nowhere.
    pub places: Vec<String>,
    /// Which revision this is true for.
    pub revision: String,
}

/// What is said to a change that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChangeTold {
    /// The map's revision from now on.
    pub revision: String,
    /// The chained digest of all changes up to it.
    pub chain: String,
}

/// `{"maps": [{"map": "yard", "revision": "2.17", "chain": "..."}]}`, by name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MapsTold {
    /// Every map that is held.
    pub maps: Vec<MapTold>,
}

/// What a map is at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MapTold {
    /// Its name.
    pub map: String,
    /// Its revision.
    pub revision: String,
    /// The chained digest of all changes up to it.
    pub chain: String,
    /// Whether it is a scene, and asked about points.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_scene: bool,
}

/// One place of a field.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FieldPlace {
    /// The place.
    pub place: String,
    /// What it costs from there; null if nothing can be reached.
    pub cost: Option<u32>,
    /// The next step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

impl Ask {
    /// What the question is called in an address.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Ask::Path(_) => "path",
            Ask::Paths(_) => "paths",
            Ask::Explain(_) => "explain",
            Ask::Raycast(_) => "raycast",
            Ask::Reach(_) => "reach",
            Ask::Nearest(_) => "nearest",
            Ask::Matrix(_) => "matrix",
            Ask::Field(_) => "field",
            Ask::Random(_) => "random",
            Ask::Scene(_) => "scene",
        }
    }

    /// A question by its name and its body.
    ///
    /// # Errors
    /// When there is none of this name, or it is not understood.
    pub fn parse(name: &str, encoding: Encoding, bytes: &[u8]) -> Result<Ask, Refusal> {
        Ok(match name {
            "path" => Ask::Path(Box::new(encoding.read(bytes)?)),
            "paths" => Ask::Paths(encoding.read(bytes)?),
            "explain" => Ask::Explain(Box::new(encoding.read(bytes)?)),
            "raycast" => Ask::Raycast(encoding.read(bytes)?),
            "reach" => Ask::Reach(encoding.read(bytes)?),
            "nearest" => Ask::Nearest(encoding.read(bytes)?),
            "matrix" => Ask::Matrix(encoding.read(bytes)?),
            "field" => Ask::Field(encoding.read(bytes)?),
            "random" => Ask::Random(encoding.read(bytes)?),
            other => {
                let words = format!(
                    "{other:?} is no question; expected path, paths, explain, raycast, reach, nearest, \
                     matrix, field or random"
                );
                return Err(Refusal::new(RefusalKind::NoSuchPlace, words));
            }
        })
    }

    /// The question without its name.
    #[must_use]
    pub fn body(&self, encoding: Encoding) -> Vec<u8> {
        match self {
            Ask::Path(query) | Ask::Explain(query) => encoding.write(query),
            Ask::Paths(queries) => encoding.write(queries),
            Ask::Raycast(asked) => encoding.write(asked),
            Ask::Reach(asked) => encoding.write(asked),
            Ask::Nearest(asked) => encoding.write(asked),
            Ask::Matrix(asked) => encoding.write(asked),
            Ask::Field(asked) => encoding.write(asked),
            Ask::Random(asked) => encoding.write(asked),
            Ask::Scene(asked) => asked.body(encoding),
        }
    }

    /// What was said to this question, from its body.
    ///
    /// # Errors
    /// When it is not understood.
    pub fn told(&self, encoding: Encoding, bytes: &[u8]) -> Result<Response, Refusal> {
        Ok(match self {
            Ask::Path(_) => Response::Path(encoding.read(bytes)?),
            Ask::Paths(_) => Response::Paths(encoding.read(bytes)?),
            Ask::Explain(_) => Response::Explain(encoding.read(bytes)?),
            Ask::Raycast(_) => Response::Raycast(encoding.read(bytes)?),
            Ask::Reach(_) => Response::Reach(encoding.read(bytes)?),
            Ask::Nearest(_) => Response::Nearest(encoding.read(bytes)?),
            Ask::Matrix(_) => Response::Matrix(encoding.read(bytes)?),
            Ask::Field(_) => Response::Field(encoding.read(bytes)?),
            Ask::Random(_) => Response::Random(encoding.read(bytes)?),
            Ask::Scene(asked) => Response::Scene(Box::new(asked.told(encoding, bytes)?)),
        })
    }

    /// Whether it costs next to nothing: such a question does not wait behind searches.
    #[must_use]
    pub fn is_cheap(&self) -> bool {
        match self {
            Ask::Raycast(_) | Ask::Nearest(_) => true,
            Ask::Scene(asked) => asked.is_cheap(),
            _ => false,
        }
    }

    /// Who asks, where the question says.
    pub fn movers(&self) -> impl Iterator<Item = &wire::Mover> {
        let (own, queries): (Option<&wire::Mover>, &[wire::Query]) = match self {
            Ask::Path(query) | Ask::Explain(query) => (query.mover.as_ref(), &[]),
            Ask::Paths(queries) => (None, queries),
            Ask::Scene(_) => (None, &[]),
            Ask::Raycast(RaycastAsked { mover, .. })
            | Ask::Reach(ReachAsked { mover, .. })
            | Ask::Nearest(NearestAsked { mover, .. })
            | Ask::Matrix(MatrixAsked { mover, .. })
            | Ask::Field(FieldAsked { mover, .. })
            | Ask::Random(RandomAsked { mover, .. }) => (mover.as_ref(), &[]),
        };
        own.into_iter().chain(queries.iter().filter_map(|query| query.mover.as_ref()))
    }

    /// How many searches it takes.
    #[must_use]
    pub fn search_count(&self) -> usize {
        match self {
            Ask::Paths(queries) => queries.len(),
            Ask::Matrix(matrix) => matrix.from.len().saturating_mul(matrix.to.len().max(1)),
            Ask::Scene(asked) => asked.search_count(),
            _ => 1,
        }
    }

    /// How many goals it names, in all of its queries.
    #[must_use]
    pub fn goal_count(&self) -> usize {
        let named = |query: &wire::Query| match &query.goal {
            wire::Goal::AnyOf(places) => places.len(),
            _ => 1,
        };
        match self {
            Ask::Path(query) | Ask::Explain(query) => named(query),
            Ask::Paths(queries) => queries.iter().map(named).sum(),
            Ask::Matrix(matrix) => matrix.to.len(),
            Ask::Field(field) => field.to.len(),
            Ask::Scene(asked) => asked.goal_count(),
            Ask::Raycast(_) | Ask::Reach(_) | Ask::Nearest(_) | Ask::Random(_) => 0,
        }
    }

    /// How many places of its own it keeps clear of, in any of its queries.
    #[must_use]
    pub fn obstacle_count(&self) -> usize {
        match self {
            Ask::Path(query) | Ask::Explain(query) => query.avoiding.len(),
            Ask::Paths(queries) => {
                queries.iter().map(|query| query.avoiding.len()).max().unwrap_or(0)
            }
            Ask::Scene(asked) => asked.obstacle_count(),
            _ => 0,
        }
    }
}

impl Response {
    /// What is said to a question that is known.
    #[must_use]
    pub fn body(&self, encoding: Encoding) -> Vec<u8> {
        match self {
            Response::Path(told) => encoding.write(told),
            Response::Paths(told) => encoding.write(told),
            Response::Explain(told) => encoding.write(told),
            Response::Raycast(told) => encoding.write(told),
            Response::Reach(told) => encoding.write(told),
            Response::Nearest(told) => encoding.write(told),
            Response::Matrix(told) => encoding.write(told),
            Response::Field(told) => encoding.write(told),
            Response::Random(told) => encoding.write(told),
            Response::Scene(told) => told.body(encoding),
            Response::Changed(told) => encoding.write(told),
            Response::Maps(told) => encoding.write(told),
        }
    }
}
