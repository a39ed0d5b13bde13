//! The question with all its options.

use crate::algorithm::Algorithm;
use crate::avoid::Avoid;
use crate::ids::MoverId;
use crate::unit::UnitId;
use xunlu_map::{Cost, Place, Region, Size, Tags};
use xunlu_search::{Estimate, Limits, Ties};

/// A path question, with all its options.
///
/// Every option has a method, which gives the same question with that option, and a field to read it
/// from. Options are added in time, which is why it cannot be written as a literal.
///
/// ```
/// use xunlu::{Algorithm, Query};
///
/// let query = Query::between((0, 0), (4, 1))
///     .algorithm(Algorithm::AStar)
///     .limit(500)
///     .nearest(true);
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
    /// The tags that the mover has for this question; `None` for all that it
    /// [may have](xunlu_map::Mover::tags).
    pub tags: Option<Tags>,
    /// Which of the units of an [`Occupancy`](crate::Occupancy) asks, who is not in its own way; `None` for
    /// whoever stands at `from`.
    pub unit: Option<UnitId>,
    /// Whether to search although tables tell already that there is no path.
    pub is_exhaustive: bool,
}

impl Query {
    /// The cheapest path from one place to another for the world's first mover.
    #[must_use]
    #[doc(alias("new", "from_to"))]
    pub fn between(from: impl Into<Place>, to: impl Into<Place>) -> Query {
        Query::to(from, Goal::At(to.into()))
    }

    /// The cheapest path from a place to a goal for the world's first mover.
    #[must_use]
    #[doc(alias("goal", "with_goal"))]
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
            tags: None,
            unit: None,
            is_exhaustive: false,
        }
    }

    /// For this mover instead of the world's first: `query.mover(cart)`.
    #[must_use]
    #[doc(alias("for_mover", "with_mover", "as_mover"))]
    pub fn mover(self, mover: MoverId) -> Query {
        Query { mover, ..self }
    }

    /// Searched by this algorithm, or with `None` by the one that the world chooses:
    /// `query.algorithm(Algorithm::Dijkstra)`.
    #[must_use]
    #[doc(alias("with_algorithm"))]
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

    /// Given up after so many expansions: `query.limit(10_000)`.
    #[must_use]
    #[doc(alias("max_expansions", "expansions_max", "budget"))]
    pub fn limit(self, expansions_max: u64) -> Query {
        Query { limits: self.limits.expansions_max(expansions_max), ..self }
    }

    /// Given up when every path left costs more than this: `query.cost_max(Cost(500))`.
    #[must_use]
    #[doc(alias("max_cost"))]
    pub fn cost_max(self, cost_max: Cost) -> Query {
        Query { limits: self.limits.cost_max(cost_max), ..self }
    }

    /// With a path that keeps to these cells, or with `None` to none in particular:
    /// `query.within(Rect::new(Cell::new(0, 0), Size::new(16, 16)))`, or several rectangles as a
    /// [`Region`].
    #[must_use]
    #[doc(alias("region", "inside", "bounds"))]
    pub fn within(self, region: impl Into<Option<Region>>) -> Query {
        Query { region: region.into(), ..self }
    }

    /// With the path to the nearest reachable place where there is none to the goal
    /// ([`Answer::nearest`](crate::Answer::nearest)), or without: `query.nearest(true)`.
    #[must_use]
    #[doc(alias("or_nearest", "partial", "allow_partial", "nearest_reachable"))]
    pub fn nearest(self, wants_nearest: bool) -> Query {
        Query { wants_nearest, ..self }
    }

    /// Searches even where it is known at once that there is no path, as far as steps lead: for lessons and
    /// measurements, where the search itself is looked at. The answer is the same, whatever the limits of the
    /// question; where it wants the path to the nearest place, the search for that is all that is made.
    ///
    /// ```
    /// use xunlu::{Algorithm, Grid, Query, World};
    ///
    /// let world = World::new("..#.\n..#.".parse::<Grid>()?)?;
    /// let query = Query::between((0, 0), (3, 1)).algorithm(Algorithm::Dijkstra);
    /// let mut workspace = xunlu::Workspace::new();
    /// assert_eq!(world.find(&query, &mut workspace)?.expansions, 0);
    /// assert_eq!(world.find(&query.exhaustive(true), &mut workspace)?.expansions, 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[doc(alias("search_anyway", "flood"))]
    pub fn exhaustive(self, is_exhaustive: bool) -> Query {
        Query { is_exhaustive, ..self }
    }

    /// With a path that keeps clear of these places as well, or pays more for them:
    /// `query.avoiding([Cell::new(3, 4)])`, or an [`Avoid`] for what is larger or has a price. The answer is
    /// that of a world in which they are walls; the world is not touched. What lies under the asker itself
    /// at `from` is not avoided.
    #[must_use]
    #[doc(alias("avoid", "without", "blocked"))]
    pub fn avoiding(mut self, places: impl IntoIterator<Item = impl Into<Avoid>>) -> Query {
        self.avoiding.extend(places.into_iter().map(Into::into));
        self
    }

    /// With these of its mover's tags alone, or with `None` with all of them: `query.tags(keys)`. A mover is
    /// built with every tag that it may come to have, and asks with those that it has now; nothing is worked
    /// out anew when that changes. Ranges, fields and checks with them are asked of
    /// [`View::with_tags`](crate::View::with_tags). What the tags lock away is known without a search for
    /// movers of one cell that step to neighbours, unless more than 4,096 places ask for tags, the map was
    /// given more than 1,024 links, or some cells are one-way; else a search finds out.
    ///
    /// ```
    /// use xunlu::{Grid, Mover, Query, Tags, Terrain, Workspace, World};
    ///
    /// let (red, blue) = (Tags::one(0).unwrap(), Tags::one(1).unwrap());
    /// let hero = Mover::default().to_builder().tags(red | blue).build()?;
    /// let mut world = World::with_mover("...\n###\n...".parse::<Grid>()?, hero)?;
    /// world.set((1, 1), Terrain::OPEN)?;
    /// world.set_tags((1, 1), red)?;
    ///
    /// let across = Query::between((0, 0), (2, 2));
    /// let mut workspace = Workspace::new();
    /// assert!(!world.find(&across.clone().tags(blue), &mut workspace)?.is_found());
    /// assert!(world.find(&across.tags(red), &mut workspace)?.is_found());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[doc(alias("keys", "with_tags", "allowed_tags"))]
    pub fn tags(self, tags: impl Into<Option<Tags>>) -> Query {
        Query { tags: tags.into(), ..self }
    }

    /// For this unit of an occupancy, where that is not the one who stands at `from`: `query.unit(knight)`.
    /// It is not in its own way, and passes the others as its group [may](crate::Occupancy::let_pass). To be
    /// asked [among](crate::Snapshot::among) the units.
    #[must_use]
    #[doc(alias("asker", "for_unit", "as_unit"))]
    pub fn unit(self, unit: impl Into<Option<UnitId>>) -> Query {
        Query { unit: unit.into(), ..self }
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
    /// At this place.
    #[must_use]
    pub fn at(place: impl Into<Place>) -> Goal {
        Goal::At(place.into())
    }

    /// At whichever of these is cheapest to reach: `Goal::any_of([(4, 0), (4, 2)])`.
    #[must_use]
    #[doc(alias("nearest_of", "any"))]
    pub fn any_of(places: impl IntoIterator<Item: Into<Place>>) -> Goal {
        Goal::AnyOf(places.into_iter().map(Into::into).collect())
    }

    /// Within so many cells, hexes or units of a waypoint map from a place, seen or not.
    #[must_use]
    pub fn within(of: impl Into<Place>, radius: u32) -> Goal {
        Goal::Within { of: of.into(), radius, in_sight: false }
    }

    /// The same, and only from where the place can be seen. Square grids.
    #[must_use]
    #[doc(alias("line_of_sight", "sees"))]
    pub fn in_sight(of: impl Into<Place>, radius: u32) -> Goal {
        Goal::Within { of: of.into(), radius, in_sight: true }
    }

    /// On a cell that touches a side of a building or a large creature, named by the cell of least x and y
    /// under it. Square grids.
    #[must_use]
    #[doc(alias("adjacent", "adjacent_to", "next_to"))]
    pub fn beside(of: impl Into<Place>, footprint: impl Into<Size>) -> Goal {
        Goal::Beside { of: of.into(), footprint: footprint.into() }
    }

    /// Anywhere in a region.
    #[must_use]
    pub fn region(region: impl Into<Region>) -> Goal {
        Goal::Region(region.into())
    }

    /// Anywhere at least so many cells, hexes or units away from a place.
    #[must_use]
    #[doc(alias("flee"))]
    pub fn away_from(of: impl Into<Place>, radius: u32) -> Goal {
        Goal::AwayFrom { of: of.into(), radius }
    }

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

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_map::{Cell, Rect};

    #[test]
    fn every_goal_has_a_maker() {
        let (of, radius) = (Place::cell(3, 1), 4);
        let size = Size::new(2, 1);
        let rect = Rect::new(Cell::new(0, 0), size);
        for (made, goal) in [
            (Goal::at((3, 1)), Goal::At(of)),
            (Goal::any_of([(3, 1)]), Goal::AnyOf(vec![of])),
            (Goal::within((3, 1), 4), Goal::Within { of, radius, in_sight: false }),
            (Goal::in_sight((3, 1), 4), Goal::Within { of, radius, in_sight: true }),
            (Goal::beside((3, 1), (2, 1)), Goal::Beside { of, footprint: size }),
            (Goal::region(rect), Goal::Region(rect.into())),
            (Goal::away_from((3, 1), 4), Goal::AwayFrom { of, radius }),
        ] {
            assert_eq!(made, goal);
        }
    }
}
