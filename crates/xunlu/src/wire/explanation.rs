//! Why there is a path or none, as the wire says it.

use super::answer::Path;
use super::is_first;
use super::mover::Footprint;
use super::place::place_text;
use super::{algorithm, named, reason};
use crate::algorithm::Algorithm;
use crate::explain::{BlockedBy, LinkHindrance, Verdict};
use crate::reason::Reason;
use serde::{Deserialize, Serialize};
use xunlu_map::{Map, Place};
use xunlu_search::{Limit, PathEnd};

/// `{"verdict":"cut","from":"0,0","cut":{"obstacles":[{"cell":{"place":"1,0","terrain":254,"missing_tags":[]}}],"path":["0,0","1,0","2,0"],"fits_one_cell":false},"algorithm":"astar","reason":"...","revision":0,"text":"..."}`
///
/// Made from a [`crate::explain::Explanation`] and never turned back into one. Of `reachable`, `blocked`,
/// `cut`, `in_the_way` and `limit` that is there which the verdict has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explanation {
    /// What becomes of the question.
    pub verdict: VerdictName,
    /// Where the path was to begin.
    pub from: String,
    /// Where the path ends and what it costs, when there is one; places are those two ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reachable: Option<Path>,
    /// What is in the way at an end, when something is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocked: Option<BlockedEnd>,
    /// What cuts every path, when something does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
    /// What the question closes on the map's own path, when that alone is in the way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub in_the_way: Vec<InTheWay>,
    /// At which limit the search stopped, when it did.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "named::if_any")]
    pub limit: Option<Limit>,
    /// Who answers.
    #[serde(with = "algorithm::by_name")]
    pub algorithm: Algorithm,
    /// Why that one: a code.
    #[serde(with = "reason")]
    pub reason: Reason,
    /// The map's revision that this is true for.
    pub revision: u64,
    /// The epoch of that revision, where it is not the first.
    #[serde(default, skip_serializing_if = "is_first")]
    pub epoch: u32,
    /// The whole in a few sentences.
    pub text: String,
}

/// What becomes of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VerdictName {
    /// There is a path.
    Reachable,
    /// The mover cannot stand at an end.
    Blocked,
    /// Obstacles cut every path.
    Cut,
    /// Only what the question closes is in the way.
    InTheWay,
    /// No steps or links of this mover lead there, whatever went.
    Apart,
    /// The search stopped at a limit.
    GaveUp,
}

/// An end where the mover cannot stand, and what is closed to it there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockedEnd {
    /// Which end.
    #[serde(with = "named")]
    pub end: PathEnd,
    /// The place.
    pub place: String,
    /// The cells under the mover that are closed to it.
    pub closed: Vec<ClosedCell>,
    /// What of the question closes it, when nothing of the map does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<ClosedBy>,
    /// The nearest place where it could stand; null when there is none.
    pub nearest_free: Option<String>,
}

/// A place that a question closes: `{"place": "1,0", "by": {"tags": [1]}}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InTheWay {
    /// The place.
    pub place: String,
    /// What closes it.
    pub by: ClosedBy,
}

/// `"avoided"`, `{"tags": [1]}` or `{"units": 2}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClosedBy {
    /// The question avoids it, or its price forbids it.
    Avoided,
    /// It needs tags that the mover does not have now.
    Tags(Vec<u32>),
    /// So many units are there.
    Units(u32),
}

/// What would have to go, and the path that there would be then.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cut {
    /// What would have to go, in the order in which the path meets it.
    pub obstacles: Vec<Obstacle>,
    /// The path that there would be then.
    pub path: Vec<String>,
    /// Whether the same mover on one cell would get to the goal as it is.
    pub fits_one_cell: bool,
}

/// Something that would have to go.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "snake_case")]
pub enum Obstacle {
    /// `{"cell": {"place": "1,0", "terrain": 254, "missing_tags": []}}`
    Cell(ClosedCell),
    /// A place that is too narrow for the mover.
    TooNarrow {
        /// The place.
        at: String,
        /// How large the mover is.
        footprint: Footprint,
        /// What would have to be opened.
        cells: Vec<ClosedCell>,
    },
    /// A cell that may not be left in the direction of the path.
    Exit {
        /// The cell.
        at: String,
        /// Where the step would lead.
        towards: String,
    },
    /// A link that cannot be taken.
    Link {
        /// Its number.
        link: u32,
        /// Where it would be entered.
        from: String,
        /// Where it would come out.
        to: String,
        /// Why not.
        hindrance: Hindrance,
    },
}

/// `"shut"`, `{"tags": [2]}` or `"one-way"`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hindrance {
    /// Its door is shut.
    Shut,
    /// The mover is not allowed these of its tags.
    Tags(Vec<u32>),
    /// It leads the other way only.
    OneWay,
}

/// A cell closed to the mover: `{"place": "1,0", "terrain": 254, "missing_tags": []}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClosedCell {
    /// The cell, or hex.
    pub place: String,
    /// Its terrain, if that is closed to the mover.
    pub terrain: Option<u8>,
    /// Those of its tags that the mover is not allowed.
    pub missing_tags: Vec<u32>,
}

impl Explanation {
    /// An explanation on a map, to be sent. Its text calls waypoints by their names.
    #[must_use]
    pub fn new(map: &Map, explanation: &crate::explain::Explanation) -> Explanation {
        let told = Explanation {
            verdict: VerdictName::Apart,
            from: place_text(map, explanation.from),
            reachable: None,
            blocked: None,
            cut: None,
            in_the_way: Vec::new(),
            limit: None,
            algorithm: explanation.choice.algorithm,
            reason: explanation.choice.reason,
            revision: explanation.revision.number,
            epoch: explanation.revision.epoch,
            text: with_names(map, &explanation.to_string()),
        };
        match &explanation.verdict {
            Verdict::Apart => told,
            Verdict::Reachable { to, cost, .. } => {
                let places = [told.from.clone(), place_text(map, *to)].into_iter().collect();
                let reachable = Some(Path { cost: cost.0, places });
                Explanation { verdict: VerdictName::Reachable, reachable, ..told }
            }
            Verdict::Blocked(blocked) => {
                let blocked = Some(BlockedEnd::new(map, blocked));
                Explanation { verdict: VerdictName::Blocked, blocked, ..told }
            }
            Verdict::Cut(cut) => {
                Explanation { verdict: VerdictName::Cut, cut: Some(Cut::new(map, cut)), ..told }
            }
            Verdict::InTheWay(closed) => {
                let in_the_way = closed.iter().map(|closed| InTheWay::new(map, closed)).collect();
                Explanation { verdict: VerdictName::InTheWay, in_the_way, ..told }
            }
            Verdict::GaveUp(limit) => {
                Explanation { verdict: VerdictName::GaveUp, limit: Some(*limit), ..told }
            }
        }
    }
}

impl BlockedEnd {
    fn new(map: &Map, blocked: &crate::explain::BlockedEnd) -> BlockedEnd {
        let closed = match &blocked.by {
            BlockedBy::Ground { closed, .. } => closed.as_slice(),
            _ => &[],
        };
        let by = match &blocked.by {
            BlockedBy::Question(by) => Some(by.into()),
            _ => None,
        };
        BlockedEnd {
            end: blocked.end,
            place: place_text(map, blocked.place),
            by,
            closed: closed.iter().map(|cell| ClosedCell::new(map, cell)).collect(),
            nearest_free: blocked.nearest_free.map(|place| place_text(map, place)),
        }
    }
}

impl InTheWay {
    fn new(map: &Map, closed: &crate::explain::InTheWay) -> InTheWay {
        InTheWay { place: place_text(map, closed.place), by: (&closed.by).into() }
    }
}

impl From<&crate::explain::ClosedBy> for ClosedBy {
    fn from(by: &crate::explain::ClosedBy) -> ClosedBy {
        use crate::explain::ClosedBy as By;
        match by {
            By::Avoided => ClosedBy::Avoided,
            By::Tags(tags) => ClosedBy::Tags(tags.numbers().collect()),
            By::Units(units) => ClosedBy::Units(u32::try_from(units.len()).unwrap_or(u32::MAX)),
        }
    }
}

impl Cut {
    fn new(map: &Map, cut: &crate::explain::Cut) -> Cut {
        let text = |place: Place| place_text(map, place);
        let obstacle = |obstacle: &crate::explain::Obstacle| match obstacle {
            crate::explain::Obstacle::Cell(cell) => Obstacle::Cell(ClosedCell::new(map, cell)),
            crate::explain::Obstacle::TooNarrow { at, footprint, cells } => Obstacle::TooNarrow {
                at: text(*at),
                footprint: (*footprint).into(),
                cells: cells.iter().map(|cell| ClosedCell::new(map, cell)).collect(),
            },
            crate::explain::Obstacle::Exit { at, towards, .. } => {
                Obstacle::Exit { at: text(*at), towards: text(*towards) }
            }
            crate::explain::Obstacle::Link { link, from, to, hindrance } => Obstacle::Link {
                link: link.0,
                from: text(*from),
                to: text(*to),
                hindrance: match hindrance {
                    LinkHindrance::Shut => Hindrance::Shut,
                    LinkHindrance::Tags(tags) => Hindrance::Tags(tags.numbers().collect()),
                    LinkHindrance::OneWay => Hindrance::OneWay,
                },
            },
        };
        Cut {
            obstacles: cut.obstacles.iter().map(obstacle).collect(),
            path: cut.path.iter().map(|&place| text(place)).collect(),
            fits_one_cell: cut.fits_one_cell,
        }
    }
}

impl ClosedCell {
    fn new(map: &Map, cell: &crate::explain::ClosedCell) -> ClosedCell {
        ClosedCell {
            place: place_text(map, cell.place),
            terrain: cell.wall.map(|terrain| terrain.0),
            missing_tags: cell.missing.numbers().collect(),
        }
    }
}

/// A text in which waypoints, named by number as those do who have no map at hand, get their names.
fn with_names(map: &Map, text: &str) -> String {
    let Map::Waypoints(graph) = map else { return text.to_owned() };
    let mut pieces = text.split("waypoint ");
    let mut told = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let end = piece.find(|c: char| !c.is_ascii_digit()).unwrap_or(piece.len());
        let (number, rest) = piece.split_at(end);
        let number = number.parse().ok().map(xunlu_map::WaypointId);
        match number.and_then(|id| graph.waypoint(id)) {
            Some(waypoint) => told = told + &waypoint.name + rest,
            None => told = told + "waypoint " + piece,
        }
    }
    told
}
