//! The question, as the wire says it.

use super::avoid::Avoid;
use super::change::tags_of;
use super::goal::{Goal, Region};
use super::mover::Mover;
use super::place::{place_at, place_text};
use super::{algorithm, named};
use crate::algorithm::Algorithm;
use crate::error::{WorldError, WorldErrorKind};
use crate::ids::MoverId;
use crate::snapshot::Snapshot;
use serde::{Deserialize, Serialize};
use xunlu_map::{Cost, Map};
use xunlu_search::{Estimate, Ties};

/// A [`crate::Query`] with its mover. Only `from` and `goal` have to be said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Query {
    /// Where the path begins.
    pub from: String,
    /// Where it may end.
    pub goal: Goal,
    /// Who walks it; the world's first mover unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mover: Option<Mover>,
    /// How it is searched; `auto` unless said.
    #[serde(default, with = "algorithm")]
    pub algorithm: Option<Algorithm>,
    /// Which distance the estimate goes by; `auto` unless said.
    #[serde(default, with = "named")]
    pub estimate: Estimate,
    /// Which of equally promising nodes A* closes first; `near-goal` unless said.
    #[serde(default, with = "named")]
    pub ties: Ties,
    /// When to stop without an answer.
    #[serde(default)]
    pub limits: Limits,
    /// The cells that the path must keep to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
    /// Whether to hand out the path to the nearest reachable place where there is none to the goal.
    #[serde(default)]
    pub wants_nearest: bool,
    /// Whether to search although it is known already that there is no path.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_exhaustive: bool,
    /// The numbers of the tags that the mover has for this question; all of its own unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<u32>>,
    /// What the path keeps clear of or pays more for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub avoiding: Vec<Avoid>,
}

/// `{"expansions_max": 500, "cost_max": 900}`; no limit that is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// After this many expansions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expansions_max: Option<u64>,
    /// When every path left costs more than this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_max: Option<u32>,
}

impl From<xunlu_search::Limits> for Limits {
    fn from(limits: xunlu_search::Limits) -> Limits {
        let none = xunlu_search::Limits::NONE;
        let expansions = limits.expansions_max;
        Limits {
            expansions_max: (expansions != none.expansions_max).then_some(expansions),
            cost_max: (limits.cost_max != none.cost_max).then_some(limits.cost_max.0),
        }
    }
}

impl From<Limits> for xunlu_search::Limits {
    fn from(limits: Limits) -> xunlu_search::Limits {
        let none = xunlu_search::Limits::NONE;
        none.expansions_max(limits.expansions_max.unwrap_or(none.expansions_max))
            .cost_max(limits.cost_max.map_or(none.cost_max, Cost))
    }
}

impl Query {
    /// A question from a place, all else as if nothing was said.
    #[must_use]
    pub fn to(from: impl Into<String>, goal: Goal) -> Query {
        Query {
            from: from.into(),
            goal,
            mover: None,
            algorithm: None,
            estimate: Estimate::Auto,
            ties: Ties::NearGoal,
            limits: Limits::default(),
            region: None,
            wants_nearest: false,
            is_exhaustive: false,
            tags: None,
            avoiding: Vec::new(),
        }
    }

    /// A question of a world, to be sent; with its mover, which is left out only when the world has
    /// none of that number.
    #[must_use]
    pub fn new(world: &Snapshot, query: &crate::Query) -> Query {
        let map = world.map();
        Query {
            from: place_text(map, query.from),
            goal: Goal::new(map, &query.goal),
            mover: world.mover(query.mover).map(Mover::from),
            algorithm: query.algorithm,
            estimate: query.estimate,
            ties: query.ties,
            limits: query.limits.into(),
            region: query.region.as_ref().map(Region::from),
            wants_nearest: query.wants_nearest,
            is_exhaustive: query.is_exhaustive,
            tags: query.tags.map(|tags| tags.numbers().collect()),
            avoiding: query.avoiding.iter().map(|avoid| Avoid::new(map, avoid)).collect(),
        }
    }

    /// The question for one of a world's movers; the mover it names itself is not looked at.
    ///
    /// # Errors
    /// When a text names no place of this kind of map.
    pub fn to_query(&self, map: &Map, mover: MoverId) -> Result<crate::Query, WorldError> {
        let avoiding = self.avoiding.iter().map(|avoid| avoid.to_avoid(map));
        Ok(crate::Query {
            from: place_at(map, &self.from)?,
            goal: self.goal.to_goal(map)?,
            mover,
            algorithm: self.algorithm,
            estimate: self.estimate,
            ties: self.ties,
            limits: self.limits.into(),
            region: self.region.as_ref().map(Region::to_region).transpose()?,
            wants_nearest: self.wants_nearest,
            is_exhaustive: self.is_exhaustive,
            avoiding: avoiding.collect::<Result<_, _>>()?,
            tags: self.tags.as_deref().map(tags_of).transpose()?,
            unit: None,
        })
    }

    /// Who asks, if the question says: to be taken in by the world before it is asked
    /// ([`World::add_mover`](crate::World::add_mover)), which asking never does by itself.
    ///
    /// # Errors
    /// When the mover cannot be.
    pub fn asker(&self) -> Result<Option<crate::Mover>, WorldError> {
        self.mover.as_ref().map(Mover::to_mover).transpose()
    }

    /// The question of a world, for the mover that it names, or the world's first.
    ///
    /// # Errors
    /// As [`to_query`](Self::to_query), and when the world has no such mover.
    pub fn on(&self, world: &Snapshot) -> Result<crate::Query, WorldError> {
        let unknown = || {
            let what = "the world has no mover like the question's; expected one that it took in";
            WorldError::new(WorldErrorKind::NoSuchMover, what)
        };
        let mover = match self.asker()? {
            Some(mover) => world.mover_like(&mover).ok_or_else(unknown)?,
            None => MoverId::FIRST,
        };
        self.to_query(world.map(), mover)
    }
}
