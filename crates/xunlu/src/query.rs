//! The question with all its options.

use crate::algorithm::Algorithm;
use crate::avoid::Avoid;
use crate::ids::MoverId;
use xunlu_map::{Cost, Place, Region, Size};
use xunlu_search::{Estimate, Limits, Ties};

/// A path question, with all its options.
///
/// Every option has a method of its name, which gives the same question with that option, and a field
/// to read it from. Options are added in time, which is why it cannot be written as a literal.
///
/// ```
/// use xunlu::{Algorithm, Place, Query};
///
/// let query = Query::between(Place::cell(0, 0), Place::cell(4, 1))
///     .algorithm(Algorithm::AStar)
///     .expansions_max(500)
///     .wants_nearest(true);
/// assert_eq!(query.limits.expansions_max, 500);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Query {
    /// Where the path begins.
    pub from: Place,
    /// Where it may end.
    pub goal: Goal,
    /// Who walks it.
    pub mover: MoverId,
    /// How it is searched; `None` leaves it to the world, which [says](crate::Snapshot::choose) what it
    /// took and why.
    pub algorithm: Option<Algorithm>,
    /// Which distance the estimate goes by.
    pub estimate: Estimate,
    /// Which of equally promising nodes A* closes first.
    pub ties: Ties,
    /// When to stop without an answer.
    pub limits: Limits,
    /// The cells that the path must keep to (on all layers, unless the region names one); `None` for no
    /// such limit. Not for waypoints.
    pub region: Option<Region>,
    /// Whether to hand out the path to the nearest reachable place where there is none to the goal.
    pub wants_nearest: bool,
    /// What the path keeps clear of or pays more for, the asker's own footprint at `from` excepted.
    pub avoiding: Vec<Avoid>,
}

impl Query {
    /// The cheapest path from one place to another for the world's first mover.
    #[must_use]
    pub fn between(from: impl Into<Place>, to: impl Into<Place>) -> Query {
        Query::to(from, Goal::At(to.into()))
    }

    /// The cheapest path from a place to a goal for the world's first mover.
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
            avoiding: Vec::new(),
        }
    }

    /// For this mover instead of the world's first: `query.mover(cart)`.
    #[must_use]
    pub fn mover(self, mover: MoverId) -> Query {
        Query { mover, ..self }
    }

    /// Searched by this algorithm, or with `None` by the one that the world chooses:
    /// `query.algorithm(Algorithm::Dijkstra)`.
    #[must_use]
    pub fn algorithm(self, algorithm: impl Into<Option<Algorithm>>) -> Query {
        Query { algorithm: algorithm.into(), ..self }
    }

    /// Guided by this distance: `query.estimate(Estimate::Manhattan)`.
    #[must_use]
    pub fn estimate(self, estimate: Estimate) -> Query {
        Query { estimate, ..self }
    }

    /// With ties between equally promising nodes broken so: `query.ties(Ties::NearStart)`.
    #[must_use]
    pub fn ties(self, ties: Ties) -> Query {
        Query { ties, ..self }
    }

    /// Within these limits: `query.limits(Limits::NONE)`.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Query {
        Query { limits, ..self }
    }

    /// Given up after so many expansions: `query.expansions_max(10_000)`.
    #[must_use]
    pub fn expansions_max(self, expansions_max: u64) -> Query {
        Query { limits: self.limits.expansions_max(expansions_max), ..self }
    }

    /// Given up when every path left costs more than this: `query.cost_max(Cost(500))`.
    #[must_use]
    pub fn cost_max(self, cost_max: Cost) -> Query {
        Query { limits: self.limits.cost_max(cost_max), ..self }
    }

    /// With a path that keeps to these cells, or with `None` to none in particular:
    /// `query.region(Rect::new(Cell::new(0, 0), Size::new(16, 16)))`, or several rectangles as a
    /// [`Region`].
    #[must_use]
    pub fn region(self, region: impl Into<Option<Region>>) -> Query {
        Query { region: region.into(), ..self }
    }

    /// With the path to the nearest reachable place where there is none to the goal
    /// ([`Answer::nearest`](crate::Answer::nearest)), or without: `query.wants_nearest(true)`.
    #[must_use]
    pub fn wants_nearest(self, wants_nearest: bool) -> Query {
        Query { wants_nearest, ..self }
    }

    /// With a path that keeps clear of these places as well, or pays more for them:
    /// `query.avoiding([Cell::new(3, 4)])`, or an [`Avoid`] for what is larger or has a price. The answer is
    /// that of a world in which they are walls; the world is not touched. What lies under the asker itself
    /// at `from` is not avoided.
    #[must_use]
    pub fn avoiding(mut self, places: impl IntoIterator<Item = impl Into<Avoid>>) -> Query {
        self.avoiding.extend(places.into_iter().map(Into::into));
        self
    }
}

/// Where a path may end.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
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
    /// Anywhere in a region; unless that names a layer, on the layer of `from`.
    Region(Region),
    /// Anywhere at least so many cells, hexes or units away from a place.
    AwayFrom {
        /// The place.
        of: Place,
        /// How far.
        radius: u32,
    },
}

impl Goal {
    /// The place that the goal is about. Returns `None` for a region.
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
