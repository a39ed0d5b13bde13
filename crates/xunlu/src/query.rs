//! The question with all its knobs.

use crate::algorithm::Algorithm;
use crate::ids::MoverId;
use xunlu_map::{Place, Rect, Size};
use xunlu_search::{Estimate, Limits, Ties};

/// A path question. Knobs grow, methods do not.
///
/// ```
/// use xunlu::{Limits, Place, Query};
///
/// let query = Query::between(Place::cell(0, 0), Place::cell(4, 1));
/// let careful = Query { limits: Limits { expansions_max: 500, ..Limits::NONE }, ..query };
/// assert_eq!(careful.limits.expansions_max, 500);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Query {
    /// Where the way begins.
    pub from: Place,
    /// Where it may end.
    pub goal: Goal,
    /// Who walks it.
    pub mover: MoverId,
    /// How it is searched; none leaves it to the world, which [says](crate::Snapshot::choose) what it
    /// took and why.
    pub algorithm: Option<Algorithm>,
    /// Which distance the estimate goes by.
    pub estimate: Estimate,
    /// Which of equally promising nodes A* closes first.
    pub ties: Ties,
    /// When to stop without an answer.
    pub limits: Limits,
    /// The cells that the way must keep to (columns and rows on a hex grid, all layers of several);
    /// none for no such limit. Not for waypoints.
    pub region: Option<Rect>,
    /// Whether to hand out the way to the nearest reachable place where there is none to the goal.
    pub wants_nearest: bool,
}

impl Query {
    /// The cheapest way from one place to another for the world's first mover.
    #[must_use]
    pub fn between(from: impl Into<Place>, to: impl Into<Place>) -> Query {
        Query::to(from, Goal::At(to.into()))
    }

    /// The cheapest way from a place to a goal for the world's first mover.
    #[must_use]
    pub fn to(from: impl Into<Place>, goal: Goal) -> Query {
        Query {
            from: from.into(),
            goal,
            mover: MoverId::FIRST,
            algorithm: None,
            estimate: Estimate::Auto,
            ties: Ties::NearGoal,
            limits: Limits::NONE,
            region: None,
            wants_nearest: false,
        }
    }

    /// The same question for another mover.
    #[must_use]
    pub fn mover(self, mover: MoverId) -> Query {
        Query { mover, ..self }
    }

    /// The same question, answered by this algorithm.
    #[must_use]
    pub fn by(self, algorithm: Algorithm) -> Query {
        Query { algorithm: Some(algorithm), ..self }
    }
}

/// Where a way may end.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// At this place.
    At(Place),
    /// At whichever of these is cheapest to reach; the path's end says which.
    AnyOf(Vec<Place>),
    /// Within so many cells (by straight-line distance), hexes, or units of a waypoint map from a place; on
    /// square grids, if wanted, only from where the place can be seen.
    Within {
        /// The place.
        of: Place,
        /// How far.
        radius: u32,
        /// Whether nothing may stand between.
        in_sight: bool,
    },
    /// On a cell next to a building or a large creature, touching one of its sides. Square grids.
    Beside {
        /// The cell of least x and y under it.
        of: Place,
        /// How large it is.
        footprint: Size,
    },
    /// Anywhere in a rectangle of cells (columns and rows on a hex grid), on the layer of `from`.
    Region(Rect),
    /// Anywhere at least so many cells, hexes or units away from a place.
    AwayFrom {
        /// The place.
        of: Place,
        /// How far.
        radius: u32,
    },
}

impl Goal {
    /// The place that the goal is about; none for a region.
    #[must_use]
    pub fn anchor(&self) -> Option<Place> {
        match self {
            Goal::At(place) => Some(*place),
            Goal::AnyOf(places) => places.first().copied(),
            Goal::Within { of, .. } | Goal::Beside { of, .. } | Goal::AwayFrom { of, .. } => {
                Some(*of)
            }
            Goal::Region(_) => None,
        }
    }
}
