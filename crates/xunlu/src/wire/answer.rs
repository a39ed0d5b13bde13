//! The answer, as the wire says it.

use super::is_first;
use super::place::{place_at, place_text};
use super::places::PathPlaces;
use super::{algorithm, named, reason};
use crate::algorithm::Algorithm;
use crate::answer::Choice;
use crate::error::{WorldError, WorldErrorKind};
use crate::reason::Reason;
use serde::{Deserialize, Serialize};
use xunlu_map::{Cost, Map, Place, Revision};
use xunlu_search::{Found, Limit, PathEnd};

/// An answer in places. Of `path` and `lower_bound`, `blocked` and `limit`, those are there that the
/// outcome has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// How it ended.
    pub outcome: Outcome,
    /// The path, when one was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<Path>,
    /// No path costs less than this, when a path was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<u32>,
    /// Which end was blocked, when one was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocked: Option<Blocked>,
    /// Why it gave up, when it did.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "named::if_any")]
    pub limit: Option<Limit>,
    /// The path to the nearest place reached, when it was asked for and the goal was not reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nearest: Option<Path>,
    /// How many nodes were closed and looked on from.
    pub expansions: u64,
    /// Who answered.
    #[serde(with = "algorithm::by_name")]
    pub algorithm: Algorithm,
    /// Why that one: a code.
    #[serde(with = "reason")]
    pub reason: Reason,
    /// The map's revision that the answer is true for.
    pub revision: u64,
    /// The epoch of that revision, where it is not the first.
    #[serde(default, skip_serializing_if = "is_first")]
    pub epoch: u32,
}

/// How a question ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// With a path.
    Found,
    /// There is no path, whatever it may cost.
    Unreachable,
    /// The mover cannot stand at an end.
    Blocked,
    /// It stopped at a limit.
    GaveUp,
}

/// `{"cost": 14, "places": ["0,0", "1,1"]}`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Path {
    /// The sum of the steps' costs.
    pub cost: u32,
    /// The places in order, both ends included.
    pub places: PathPlaces,
}

/// `{"end": "goal", "place": "2,0", "nearest_free": "1,0"}`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Blocked {
    /// Which end.
    #[serde(with = "named")]
    pub end: PathEnd,
    /// Where it was asked to stand.
    pub place: String,
    /// The nearest place where it could; null when there is none at all.
    pub nearest_free: Option<String>,
}

impl Path {
    /// A path on a map, to be sent.
    #[must_use]
    pub fn new(map: &Map, path: crate::Path<Place>) -> Path {
        Path { cost: path.cost.0, places: PathPlaces::new(map, path.places) }
    }

    /// The path on a map.
    ///
    /// # Errors
    /// When it has no place, or a text names none of this kind of map.
    pub fn to_path(&self, map: &Map) -> Result<crate::Path<Place>, WorldError> {
        if self.places.is_empty() {
            return Err(WorldError::new(
                WorldErrorKind::NotUnderstood,
                "a path without places; expected its start at least",
            ));
        }
        Ok(crate::Path { places: self.places.on(map)?, cost: Cost(self.cost) })
    }
}

impl Blocked {
    pub(super) fn new(map: &Map, blocked: &crate::Blocked<Place>) -> Blocked {
        Blocked {
            end: blocked.end,
            place: place_text(map, blocked.place),
            nearest_free: blocked.nearest_free.map(|place| place_text(map, place)),
        }
    }

    fn to_blocked(&self, map: &Map) -> Result<crate::Blocked<Place>, WorldError> {
        let nearest_free = self.nearest_free.as_deref().map(|place| place_at(map, place));
        Ok(crate::Blocked {
            end: self.end,
            place: place_at(map, &self.place)?,
            nearest_free: nearest_free.transpose()?,
        })
    }
}

impl Answer {
    /// An answer on a map, to be sent.
    #[must_use]
    pub fn new(map: &Map, answer: crate::Answer<Place>) -> Answer {
        let empty = Answer {
            outcome: Outcome::Unreachable,
            path: None,
            lower_bound: None,
            blocked: None,
            limit: None,
            nearest: answer.nearest.map(|path| Path::new(map, path)),
            expansions: answer.expansions,
            algorithm: answer.choice.algorithm,
            reason: answer.choice.reason,
            revision: answer.revision.number,
            epoch: answer.revision.epoch,
        };
        match answer.outcome {
            crate::Outcome::Unreachable => empty,
            crate::Outcome::Found(found) => Answer {
                outcome: Outcome::Found,
                path: Some(Path::new(map, found.path)),
                lower_bound: Some(found.lower_bound.0),
                ..empty
            },
            crate::Outcome::Blocked(blocked) => {
                let blocked = Some(Blocked::new(map, &blocked));
                Answer { outcome: Outcome::Blocked, blocked, ..empty }
            }
            crate::Outcome::GaveUp(limit) => {
                Answer { outcome: Outcome::GaveUp, limit: Some(limit), ..empty }
            }
        }
    }

    /// The answer on a map.
    ///
    /// # Errors
    /// When something that the outcome has is missing, something that it has not is there, or a text
    /// names no place of this kind of map.
    pub fn to_answer(&self, map: &Map) -> Result<crate::Answer<Place>, WorldError> {
        let outcome = match (self.outcome, &self.path, self.lower_bound, &self.blocked, self.limit)
        {
            (Outcome::Found, Some(path), Some(lower_bound), None, None) => {
                let (path, lower_bound) = (path.to_path(map)?, Cost(lower_bound));
                crate::Outcome::Found(Found { path, lower_bound })
            }
            (Outcome::Unreachable, None, None, None, None) => crate::Outcome::Unreachable,
            (Outcome::Blocked, None, None, Some(blocked), None) => {
                crate::Outcome::Blocked(blocked.to_blocked(map)?)
            }
            (Outcome::GaveUp, None, None, None, Some(limit)) => crate::Outcome::GaveUp(limit),
            _ => {
                return Err(WorldError::new(
                    WorldErrorKind::NotUnderstood,
                    "an answer contradicts itself; expected path and lower_bound with found, blocked \
                     with blocked, limit with gave-up, and none of the others",
                ));
            }
        };
        let nearest = self.nearest.as_ref().map(|path| path.to_path(map)).transpose()?;
        Ok(crate::Answer {
            outcome,
            expansions: self.expansions,
            choice: Choice { algorithm: self.algorithm, reason: self.reason },
            revision: Revision { epoch: self.epoch, number: self.revision },
            nearest,
        })
    }
}
