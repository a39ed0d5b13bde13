//! What comes back from a question: what became of it, who answered and why, and for which map.

use crate::algorithm::Algorithm;
use crate::reason::Reason;
use xunlu_map::{Cost, Place, Revision};
use xunlu_search::{Ended, Outcome, Path};

/// The answer to one question. That there is no path is an answer, not an error.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Answer<P = Place> {
    /// How it ended.
    pub outcome: Outcome<P>,
    /// How many nodes were closed and looked on from.
    pub expansions: u64,
    /// Who answered, and why.
    pub choice: Choice,
    /// The map's revision that the answer is true for.
    pub revision: Revision,
    /// The path to the reached place nearest to the goal, when the goal was not reached and the question
    /// asked for it.
    pub nearest: Option<Path<P>>,
}

/// An algorithm, and the reason for it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Choice {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Why it was taken, or why it was taken instead of the one that was asked for.
    pub reason: Reason,
}

impl<P> Answer<P> {
    /// What a search found, as the answer of whoever was chosen.
    pub(crate) fn of(ended: Ended<P>, choice: Choice, revision: Revision) -> Answer<P> {
        let Ended { outcome, expansions, nearest } = ended;
        Answer { outcome, expansions, choice, revision, nearest }
    }

    /// The path. Returns `None` if none was found.
    #[must_use]
    pub fn path(&self) -> Option<&Path<P>> {
        match &self.outcome {
            Outcome::Found(found) => Some(&found.path),
            _ => None,
        }
    }

    /// The path itself. Returns `None` if none was found.
    #[must_use]
    #[doc(alias("unwrap", "path_owned"))]
    pub fn into_path(self) -> Option<Path<P>> {
        match self.outcome {
            Outcome::Found(found) => Some(found.path),
            _ => None,
        }
    }

    /// Whether a path was found.
    #[must_use]
    #[doc(alias("found", "is_ok", "is_some", "is_reachable"))]
    pub fn is_found(&self) -> bool {
        self.path().is_some()
    }

    /// The cost of the path. Returns `None` if none was found.
    #[must_use]
    #[doc(alias("total_cost", "length"))]
    pub fn cost(&self) -> Option<Cost> {
        self.path().map(|path| path.cost)
    }

    /// The algorithm that answered.
    #[must_use]
    pub const fn algorithm(&self) -> Algorithm {
        self.choice.algorithm
    }
}
