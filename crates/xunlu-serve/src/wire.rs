//! What may be asked of a map, and what is said: one type for every door, as JSON has it. Queries, movers and
//! changes are those of `xunlu::wire`.

use crate::core::refusal::Refusal;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use xunlu::wire;

/// A question, whichever door it came through.
#[derive(Clone, PartialEq, Eq, Debug)]
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

/// What is said to an [`Ask`], of one revision.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Response {
    /// To [`Ask::Path`].
    Path(wire::Answer),
    /// To [`Ask::Paths`].
    Paths {
        /// In the order of the questions.
        answers: Vec<wire::Answer>,
    },
    /// To [`Ask::Explain`].
    Explain(Box<wire::Explanation>),
    /// To [`Ask::Raycast`].
    Raycast {
        /// Whether nothing is in the way.
        is_clear: bool,
        /// The closed cell that is met first.
        #[serde(skip_serializing_if = "Option::is_none")]
        hit: Option<String>,
        /// Where the contact is, as x and y: middles of cells are whole.
        #[serde(skip_serializing_if = "Option::is_none")]
        point: Option<[f64; 2]>,
        /// Which revision this is true for.
        revision: String,
    },
    /// To [`Ask::Reach`].
    Reach(wire::Reach),
    /// To [`Ask::Nearest`].
    Nearest {
        /// `None` if one can stand nowhere.
        nearest: Option<String>,
        /// Which revision this is true for.
        revision: String,
    },
    /// To [`Ask::Matrix`].
    Matrix {
        /// Row by row; null where there is no path.
        costs: Vec<Vec<Option<u32>>>,
        /// Which revision this is true for.
        revision: String,
    },
    /// To [`Ask::Field`].
    Field {
        /// A place, what it costs from there, and the next step; of the goals themselves none.
        places: Vec<FieldPlace>,
        /// Which revision this is true for.
        revision: String,
    },
    /// To a change that was made.
    Changed {
        /// The map's revision from now on.
        revision: String,
        /// The chained digest of all changes up to it.
        chain: String,
    },
}

/// Reads what came as JSON.
pub(crate) fn parsed<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(bytes).map_err(Refusal::not_understood)
}

/// What is told, as JSON.
pub(crate) fn json(told: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(told).expect("answers are plain data")
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
    /// Whether it costs next to nothing: such a question does not wait behind searches.
    pub(crate) fn is_cheap(&self) -> bool {
        matches!(self, Ask::Raycast(_) | Ask::Nearest(_))
    }

    /// Who asks, where the question says.
    pub(crate) fn movers(&self) -> impl Iterator<Item = &wire::Mover> {
        let (own, queries): (Option<&wire::Mover>, &[wire::Query]) = match self {
            Ask::Path(query) | Ask::Explain(query) => (query.mover.as_ref(), &[]),
            Ask::Paths(queries) => (None, queries),
            Ask::Raycast(RaycastAsked { mover, .. })
            | Ask::Reach(ReachAsked { mover, .. })
            | Ask::Nearest(NearestAsked { mover, .. })
            | Ask::Matrix(MatrixAsked { mover, .. })
            | Ask::Field(FieldAsked { mover, .. }) => (mover.as_ref(), &[]),
        };
        own.into_iter().chain(queries.iter().filter_map(|query| query.mover.as_ref()))
    }

    /// How many searches it takes.
    pub(crate) fn search_count(&self) -> usize {
        match self {
            Ask::Paths(queries) => queries.len(),
            Ask::Matrix(matrix) => matrix.from.len() * matrix.to.len().max(1),
            _ => 1,
        }
    }

    /// How many places of its own it keeps clear of, in any of its queries.
    pub(crate) fn obstacle_count(&self) -> usize {
        match self {
            Ask::Path(query) | Ask::Explain(query) => query.avoiding.len(),
            Ask::Paths(queries) => {
                queries.iter().map(|query| query.avoiding.len()).max().unwrap_or(0)
            }
            _ => 0,
        }
    }
}
