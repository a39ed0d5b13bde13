//! What is said to questions about scenes.

use super::Encoding;
use super::scene::{SceneObstacle, ScenePoint};
use serde::{Deserialize, Serialize};

/// What is said to a [`SceneAsk`](crate::SceneAsk), of one revision.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SceneTold {
    /// To [`SceneAsk::Path`](crate::SceneAsk::Path).
    Path(ScenePathTold),
    /// To [`SceneAsk::Paths`](crate::SceneAsk::Paths), in the order of the questions.
    Paths(ScenePathsTold),
    /// To [`SceneAsk::Raycast`](crate::SceneAsk::Raycast).
    Raycast(SceneRaycastTold),
    /// To [`SceneAsk::Nearest`](crate::SceneAsk::Nearest) and [`SceneAsk::Move`](crate::SceneAsk::Move).
    Point(ScenePointTold),
    /// To [`SceneAsk::Matrix`](crate::SceneAsk::Matrix).
    Matrix(SceneMatrixTold),
    /// To [`SceneAsk::Field`](crate::SceneAsk::Field).
    Field(SceneFieldTold),
    /// To [`SceneAsk::Random`](crate::SceneAsk::Random).
    Points(ScenePointsTold),
    /// To [`SceneAsk::Describe`](crate::SceneAsk::Describe).
    Description(SceneDescription),
}

/// How a question for a path over a scene ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SceneOutcome {
    /// At a goal.
    Found,
    /// As near to a goal as one can come.
    Partial,
    /// No path leads to any goal.
    Unreachable,
    /// Nobody can stand at the start.
    StartBlocked,
    /// Nobody can stand at any goal.
    GoalBlocked,
    /// A wall is nearer to the start than the radius.
    NoRoomAtStart,
    /// A wall is nearer to each goal than the radius.
    NoRoomAtGoal,
    /// The search was cut off at its limit.
    Limit,
}

/// What is said to [`SceneAsk::Path`](crate::SceneAsk::Path).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ScenePathTold {
    /// Whether there is a path, or why not.
    pub outcome: SceneOutcome,
    /// The path, if one was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<ScenePath>,
    /// Which of the goals it leads to, or towards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<usize>,
    /// Where one could stand instead, if nobody can stand at an end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nearest: Option<ScenePoint>,
    /// How far the nearest wall is, if that is too near.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<f64>,
    /// How much was looked through.
    pub expansions: u64,
    /// Which revision this is true for.
    pub revision: String,
}

/// A path over a scene.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ScenePath {
    /// How long it is; what it costs, where ground has its costs.
    pub length: f64,
    /// No path costs less, where ground has its costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<f64>,
    /// Where it begins, turns, enters and leaves links, and ends.
    pub points: Vec<ScenePoint>,
    /// The links that it takes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<SceneLinkTaken>,
    /// The legs that lead round a corner, a radius away from it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arcs: Vec<SceneArc>,
}

/// A link that a path takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SceneLinkTaken {
    /// On which leg: the one from this point to the next.
    pub leg: usize,
    /// Which one, as the description numbers them.
    pub link: u32,
    /// Whether from its end to its beginning.
    pub is_back: bool,
}

/// A leg that is an arc.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct SceneArc {
    /// Which leg: the one from this point to the next.
    pub leg: usize,
    /// The corner it leads round.
    pub centre: ScenePoint,
    /// Whether it turns to the left.
    pub is_left: bool,
}

/// What is said to [`SceneAsk::Paths`](crate::SceneAsk::Paths).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ScenePathsTold {
    /// In the order of the questions.
    pub answers: Vec<ScenePathTold>,
}

/// What is said to [`SceneAsk::Raycast`](crate::SceneAsk::Raycast).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SceneRaycastTold {
    /// Whether nothing is in the way.
    pub is_clear: bool,
    /// Where the wall is met; `None` too if nobody can stand where the ray begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<ScenePoint>,
    /// How much of the ray lies before that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fraction: Option<f64>,
    /// The wall, with the free space to its left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wall: Option<[ScenePoint; 2]>,
    /// What points away from the wall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub normal: Option<ScenePoint>,
    /// Which revision this is true for.
    pub revision: String,
}

/// What is said to [`SceneAsk::Nearest`](crate::SceneAsk::Nearest) and to
/// [`SceneAsk::Move`](crate::SceneAsk::Move).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ScenePointTold {
    /// `None` if one can stand nowhere, or not where one is said to be.
    pub point: Option<ScenePoint>,
    /// Which revision this is true for.
    pub revision: String,
}

/// What is said to [`SceneAsk::Matrix`](crate::SceneAsk::Matrix).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SceneMatrixTold {
    /// Row by row; `None` where no path was found.
    pub lengths: Vec<Vec<Option<f64>>>,
    /// Which revision this is true for.
    pub revision: String,
}

/// What is said to [`SceneAsk::Field`](crate::SceneAsk::Field).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SceneFieldTold {
    /// In the order of the points.
    pub points: Vec<SceneFieldPoint>,
    /// Which revision this is true for.
    pub revision: String,
}

/// One point of a field.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct SceneFieldPoint {
    /// How far the nearest goal is; `None` if none can be reached.
    pub distance: Option<f64>,
    /// Where to go first in a straight line; at a goal there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<ScenePoint>,
}

/// What is said to [`SceneAsk::Random`](crate::SceneAsk::Random).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ScenePointsTold {
    /// The points that were drawn; none of a scene without ground.
    pub points: Vec<ScenePoint>,
    /// Which revision this is true for.
    pub revision: String,
}

/// What is said to [`SceneAsk::Describe`](crate::SceneAsk::Describe).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SceneDescription {
    /// The least x and y of its ground, and the most; `None` if it has none.
    pub extent: Option<[ScenePoint; 2]>,
    /// How many polygons it has.
    pub polygons: usize,
    /// What stands in the way, by name.
    pub obstacles: Vec<SceneObstacle>,
    /// Its links, by their numbers.
    pub links: Vec<SceneLink>,
    /// Points with names.
    pub places: Vec<SceneNamedPoint>,
    /// Whether it has storeys: points have heights, and nothing changes.
    pub has_storeys: bool,
    /// Which revision this is true for.
    pub revision: String,
}

/// A link of a scene.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SceneLink {
    /// Its number.
    pub link: u32,
    /// What it is called; empty if nothing.
    pub name: String,
    /// Where it is entered.
    pub from: ScenePoint,
    /// Where it comes out.
    pub to: ScenePoint,
    /// Whether its door is open.
    pub is_open: bool,
}

/// A point with a name.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SceneNamedPoint {
    /// What it is called.
    pub name: String,
    /// Where it is.
    pub at: ScenePoint,
}

impl SceneTold {
    /// What is said to a question that is known.
    #[must_use]
    pub fn body(&self, encoding: Encoding) -> Vec<u8> {
        match self {
            SceneTold::Path(told) => encoding.write(told),
            SceneTold::Paths(told) => encoding.write(told),
            SceneTold::Raycast(told) => encoding.write(told),
            SceneTold::Point(told) => encoding.write(told),
            SceneTold::Matrix(told) => encoding.write(told),
            SceneTold::Field(told) => encoding.write(told),
            SceneTold::Points(told) => encoding.write(told),
            SceneTold::Description(told) => encoding.write(told),
        }
    }

    /// How much was looked through.
    #[must_use]
    pub fn expansions(&self) -> u64 {
        match self {
            SceneTold::Path(told) => told.expansions,
            SceneTold::Paths(told) => told.answers.iter().map(|answer| answer.expansions).sum(),
            _ => 0,
        }
    }

    /// Which revision this is true for.
    #[must_use]
    pub fn revision(&self) -> &str {
        match self {
            SceneTold::Path(told) => &told.revision,
            SceneTold::Paths(told) => told.answers.first().map_or("", |first| &first.revision),
            SceneTold::Raycast(told) => &told.revision,
            SceneTold::Point(told) => &told.revision,
            SceneTold::Matrix(told) => &told.revision,
            SceneTold::Field(told) => &told.revision,
            SceneTold::Points(told) => &told.revision,
            SceneTold::Description(told) => &told.revision,
        }
    }
}
