//! What comes back from a search: a path, "there is no path", or "I stopped, and here is why".

use std::fmt;
use xunlu_map::{Cost, NodeId};

/// What came of one search. That there is no path is an answer, not an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended<P = NodeId> {
    /// How it ended.
    pub outcome: Outcome<P>,
    /// How many nodes were closed and looked on from.
    pub expansions: u64,
    /// The path to the reached place nearest to the target, when the target was not reached and the
    /// question asked for it.
    pub nearest: Option<Path<P>>,
}

/// How a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome<P = NodeId> {
    /// With a path.
    Found(Found<P>),
    /// There is no path, whatever it may cost.
    Unreachable,
    /// It could not begin or end: the mover cannot stand there.
    Blocked(Blocked<P>),
    /// It stopped at a limit; there may or may not be a path.
    GaveUp(Limit),
}

/// A path, and how good it is known to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found<P = NodeId> {
    /// The path.
    pub path: Path<P>,
    /// No path costs less than this. Equal to the path's cost when it is the cheapest for sure; the
    /// difference is the most by which it can miss.
    pub lower_bound: Cost,
}

/// An end where the mover cannot stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blocked<P = NodeId> {
    /// Which end.
    pub end: PathEnd,
    /// Where it was asked to stand; of a goal of many places, none of which will do, the one that
    /// the goal is about.
    pub place: P,
    /// The nearest place where it could, by straight-line distance; `None` if there is none at all.
    pub nearest_free: Option<P>,
}

/// One of the two ends of a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PathEnd {
    /// Where it begins.
    Start,
    /// Where it ends.
    Goal,
}

/// Why a search stopped before it knew.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Limit {
    /// It made as many expansions as it was allowed.
    Expansions,
    /// Every path left costs more than it was allowed.
    Cost,
    /// The path costs too much to be said in a [`Cost`].
    CostTooLarge,
    /// Every path left leads out of the region it was confined to.
    Region,
}

impl Limit {
    /// All of them.
    pub const ALL: [Limit; 4] =
        [Limit::Expansions, Limit::Cost, Limit::CostTooLarge, Limit::Region];

    /// What it is called wherever programs read it. A code never changes its meaning.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Limit::Expansions => "expansions",
            Limit::Cost => "cost",
            Limit::CostTooLarge => "cost-too-large",
            Limit::Region => "region",
        }
    }
}

/// What the limit leaves unknown, as a sentence.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Expansions => {
                "The search made as many expansions as it was allowed; there may be a path or none."
            }
            Limit::Cost => "Every path left costs more than was allowed.",
            Limit::CostTooLarge => "There is a path, but it costs more than can be said.",
            Limit::Region => "No path keeps to the region; there may be one that leaves it.",
        })
    }
}

/// A path through a graph: the places in order, both ends included, and its exact cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path<P = NodeId> {
    /// The places in order.
    pub places: Vec<P>,
    /// The sum of the steps' costs.
    pub cost: Cost,
}

impl<P> Ended<P> {
    /// The path. Returns `None` if none was found.
    #[must_use]
    pub fn path(&self) -> Option<&Path<P>> {
        match &self.outcome {
            Outcome::Found(found) => Some(&found.path),
            _ => None,
        }
    }

    /// The cost of the path. Returns `None` if none was found.
    #[must_use]
    pub fn cost(&self) -> Option<Cost> {
        self.path().map(|path| path.cost)
    }
}

impl<P> Found<P> {
    /// The most by which the path can be more expensive than the cheapest one.
    #[must_use]
    pub fn gap(&self) -> Cost {
        self.path.cost.less(self.lower_bound)
    }
}
