//! What may be asked of a scene, how it is changed, and what is said: points instead of places.

use super::Encoding;
use super::scene_told::{SceneLinkTaken, SceneTold};
use crate::refusal::{Refusal, RefusalKind};
use serde::{Deserialize, Serialize};
use xunlu::map::Point;

/// A point, as `[12.5, 3]`; on ground with storeys with its height, `[12.5, 3, 0.2]`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<f64>", into = "Vec<f64>")]
pub struct ScenePoint {
    /// Where, in the plane.
    pub at: Point,
    /// How high, where there are storeys.
    pub height: Option<f64>,
}

impl From<Point> for ScenePoint {
    fn from(at: Point) -> ScenePoint {
        ScenePoint { at, height: None }
    }
}

impl TryFrom<Vec<f64>> for ScenePoint {
    type Error = String;

    fn try_from(numbers: Vec<f64>) -> Result<ScenePoint, String> {
        let (x, y, height) = match numbers[..] {
            [x, y] => (x, y, None),
            [x, y, height] => (x, y, Some(height)),
            _ => return Err(refused_point(&numbers)),
        };
        if numbers.iter().all(|number| number.is_finite()) {
            Ok(ScenePoint { at: Point::new(x, y), height })
        } else {
            Err(refused_point(&numbers))
        }
    }
}

fn refused_point(numbers: &[f64]) -> String {
    format!("{numbers:?} is no point; expected [x, y], or [x, y, height] on storeys")
}

impl From<ScenePoint> for Vec<f64> {
    fn from(point: ScenePoint) -> Vec<f64> {
        let plane = [point.at.x, point.at.y];
        plane.into_iter().chain(point.height).collect()
    }
}

/// `{"radius": 0.5, "tags": [3]}`: who goes there. Without a word a point that has no tags.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Walker {
    /// Half his width.
    #[serde(default)]
    pub radius: f64,
    /// The tags that he has: ground and links that ask for them are open to him.
    #[serde(default)]
    pub tags: Vec<u32>,
    /// He keeps out of regions with any of these tags.
    #[serde(default)]
    pub avoid: Vec<u32>,
    /// He keeps to regions with any of these tags, if any are named.
    #[serde(default)]
    pub only: Vec<u32>,
}

/// A question about a scene, whichever door it came through: `{"path": {...}}`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SceneAsk {
    /// For a shortest path, or a cheapest where ground has its costs.
    Path(ScenePathAsked),
    /// For several, all of one revision.
    Paths(Vec<ScenePathAsked>),
    /// What a straight line meets.
    Raycast(SceneRaycastAsked),
    /// Where one can stand, near a point.
    Nearest(SceneNearestAsked),
    /// How long the shortest paths are from each of some points to each of others.
    Matrix(SceneMatrixAsked),
    /// How far some points are from the nearest of some goals, and where to go first.
    Field(SceneFieldAsked),
    /// Where one comes to who goes straight and then along walls.
    Move(SceneMoveAsked),
    /// Points drawn by chance, by a seed.
    Random(SceneRandomAsked),
    /// What there is: its extent, its obstacles, links and places.
    Describe(SceneDescribeAsked),
}

/// `{"from": [1, 2], "goals": [[9.5, 4]]}`
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenePathAsked {
    /// Where it begins.
    pub from: ScenePoint,
    /// Where it may end: at whichever is nearest by path.
    pub goals: Vec<ScenePoint>,
    /// Who goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub walker: Option<Walker>,
    /// What stands in the way for this question alone: closed lines of points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub obstacles: Vec<Vec<ScenePoint>>,
    /// Where nobody can stand at an end, the nearest point at most so far away is meant.
    #[serde(default)]
    pub snap: f64,
    /// Where no goal can be reached, a path as near to one as one can come is wanted.
    #[serde(default)]
    pub partial: bool,
}

/// `{"from": [1, 2], "to": [9.5, 4]}`: a straight line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneRaycastAsked {
    /// Where it begins.
    pub from: ScenePoint,
    /// Where it is to end.
    pub to: ScenePoint,
    /// Who looks: regions that he keeps out of are walls. A radius is not heeded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub walker: Option<Walker>,
    /// What stands in the way for this question alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub obstacles: Vec<Vec<ScenePoint>>,
}

/// `{"point": [3, 4]}`
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneNearestAsked {
    /// Near which point.
    pub point: ScenePoint,
    /// At most so far away; anywhere unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reach: Option<f64>,
    /// For whom. A radius is not heeded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub walker: Option<Walker>,
}

/// `{"from": [[1, 2]], "to": [[3, 4], [9, 9]]}`
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneMatrixAsked {
    /// The points that rows begin at.
    pub from: Vec<ScenePoint>,
    /// The points that columns end at.
    pub to: Vec<ScenePoint>,
    /// Who goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub walker: Option<Walker>,
}

/// `{"to": [[3, 4]], "points": [[1, 2]]}`
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneFieldAsked {
    /// The goals.
    pub to: Vec<ScenePoint>,
    /// The points whose distances are told.
    pub points: Vec<ScenePoint>,
    /// Who goes. A radius is not heeded, and ground counts its length.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub walker: Option<Walker>,
}

/// `{"from": [1, 2], "to": [1.5, 2.5]}`
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneMoveAsked {
    /// Where one is.
    pub from: ScenePoint,
    /// Where one would like to be, a step or so away.
    pub to: ScenePoint,
    /// Who goes. A radius is not heeded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub walker: Option<Walker>,
}

/// `{"seed": 7, "count": 3}`: the same seed draws the same points of the same revision everywhere.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneRandomAsked {
    /// What chance begins with.
    pub seed: u64,
    /// How many points are drawn.
    pub count: usize,
    /// For whom. A radius is not heeded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub walker: Option<Walker>,
}

/// `{}`
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneDescribeAsked {}

/// Something that stands in the way.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneObstacle {
    /// What it is called; there is one of each name.
    pub name: String,
    /// The closed line around it; two points are a wall of no width.
    pub outline: Vec<ScenePoint>,
}

/// A change of a scene: `{"put": {"name": "crate", "outline": [[4, 4], [6, 4], [6, 6], [4, 6]]}}`,
/// `{"take": "crate"}`, `{"all": [...]}`, ...
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SceneChange {
    /// An obstacle of a new name is put in.
    Put(SceneObstacle),
    /// An obstacle that is there has another outline from now on.
    Move(SceneObstacle),
    /// An obstacle is taken out.
    Take(String),
    /// A link's door opens or shuts.
    Door(SceneDoorChange),
    /// All of these, or none.
    All(Vec<SceneChange>),
}

/// `{"link": 2, "is_open": false}`
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneDoorChange {
    /// The number of the link.
    pub link: u32,
    /// Whether it is open from now on.
    pub is_open: bool,
}

/// A path over a scene that is to be watched: what an answer has of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneLine {
    /// Its points.
    pub points: Vec<ScenePoint>,
    /// The links that it takes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<SceneLinkTaken>,
    /// Who walks it. Somebody who has a radius cannot be watched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub walker: Option<Walker>,
}

impl SceneAsk {
    /// What the question is called in an address.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            SceneAsk::Path(_) => "path",
            SceneAsk::Paths(_) => "paths",
            SceneAsk::Raycast(_) => "raycast",
            SceneAsk::Nearest(_) => "nearest",
            SceneAsk::Matrix(_) => "matrix",
            SceneAsk::Field(_) => "field",
            SceneAsk::Move(_) => "move",
            SceneAsk::Random(_) => "random",
            SceneAsk::Describe(_) => "describe",
        }
    }

    /// A question by its name and its body.
    ///
    /// # Errors
    /// When there is none of this name, or it is not understood.
    pub fn parse(name: &str, encoding: Encoding, bytes: &[u8]) -> Result<SceneAsk, Refusal> {
        Ok(match name {
            "path" => SceneAsk::Path(encoding.read(bytes)?),
            "paths" => SceneAsk::Paths(encoding.read(bytes)?),
            "raycast" => SceneAsk::Raycast(encoding.read(bytes)?),
            "nearest" => SceneAsk::Nearest(encoding.read(bytes)?),
            "matrix" => SceneAsk::Matrix(encoding.read(bytes)?),
            "field" => SceneAsk::Field(encoding.read(bytes)?),
            "move" => SceneAsk::Move(encoding.read(bytes)?),
            "random" => SceneAsk::Random(encoding.read(bytes)?),
            "describe" => SceneAsk::Describe(encoding.read(bytes)?),
            other => {
                let words = format!(
                    "{other:?} is no question; expected path, paths, raycast, nearest, matrix, field, move, random \
                     or describe"
                );
                return Err(Refusal::new(RefusalKind::NoSuchPlace, words));
            }
        })
    }

    /// The question without its name.
    #[must_use]
    pub fn body(&self, encoding: Encoding) -> Vec<u8> {
        match self {
            SceneAsk::Path(asked) => encoding.write(asked),
            SceneAsk::Paths(asked) => encoding.write(asked),
            SceneAsk::Raycast(asked) => encoding.write(asked),
            SceneAsk::Nearest(asked) => encoding.write(asked),
            SceneAsk::Matrix(asked) => encoding.write(asked),
            SceneAsk::Field(asked) => encoding.write(asked),
            SceneAsk::Move(asked) => encoding.write(asked),
            SceneAsk::Random(asked) => encoding.write(asked),
            SceneAsk::Describe(asked) => encoding.write(asked),
        }
    }

    /// What was said to this question, from its body.
    ///
    /// # Errors
    /// When it is not understood.
    pub fn told(&self, encoding: Encoding, bytes: &[u8]) -> Result<SceneTold, Refusal> {
        Ok(match self {
            SceneAsk::Path(_) => SceneTold::Path(encoding.read(bytes)?),
            SceneAsk::Paths(_) => SceneTold::Paths(encoding.read(bytes)?),
            SceneAsk::Raycast(_) => SceneTold::Raycast(encoding.read(bytes)?),
            SceneAsk::Nearest(_) | SceneAsk::Move(_) => SceneTold::Point(encoding.read(bytes)?),
            SceneAsk::Matrix(_) => SceneTold::Matrix(encoding.read(bytes)?),
            SceneAsk::Field(_) => SceneTold::Field(encoding.read(bytes)?),
            SceneAsk::Random(_) => SceneTold::Points(encoding.read(bytes)?),
            SceneAsk::Describe(_) => SceneTold::Description(encoding.read(bytes)?),
        })
    }

    /// How many searches it takes.
    #[must_use]
    pub fn search_count(&self) -> usize {
        match self {
            SceneAsk::Paths(asked) => asked.len(),
            SceneAsk::Matrix(asked) => asked.from.len().saturating_mul(asked.to.len().max(1)),
            _ => 1,
        }
    }

    /// How many goals it names, in all of its parts.
    #[must_use]
    pub fn goal_count(&self) -> usize {
        match self {
            SceneAsk::Path(asked) => asked.goals.len(),
            SceneAsk::Paths(all) => all.iter().map(|asked| asked.goals.len()).sum(),
            SceneAsk::Matrix(asked) => asked.to.len(),
            SceneAsk::Field(asked) => asked.to.len().max(asked.points.len()),
            _ => 0,
        }
    }

    /// How many obstacles of its own it brings, at most in any of its parts.
    #[must_use]
    pub fn obstacle_count(&self) -> usize {
        match self {
            SceneAsk::Path(asked) => asked.obstacles.len(),
            SceneAsk::Paths(all) => all.iter().map(|own| own.obstacles.len()).max().unwrap_or(0),
            SceneAsk::Raycast(asked) => asked.obstacles.len(),
            _ => 0,
        }
    }

    /// Whether it costs next to nothing.
    #[must_use]
    pub fn is_cheap(&self) -> bool {
        let is_small = matches!(
            self,
            SceneAsk::Raycast(_) | SceneAsk::Nearest(_) | SceneAsk::Move(_) | SceneAsk::Describe(_)
        );
        is_small && self.obstacle_count() == 0
    }
}
