//! Why an algorithm answers a question, or cannot.

use std::fmt;

/// Why an algorithm was taken, or why one that was preferred could not be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// It was asked for.
    Asked,
    /// All ground costs the same, so jumps only need to stop at corners.
    GroundIsUniform,
    /// The same, and an index was made.
    IndexIsThere,
    /// Ground of one price lies in patches, within which it jumps.
    GroundIsPatchy,
    /// Searches from both ends need a single goal.
    TwoWayNeedsOneGoal,
    /// With a turn cost a goal has many headings.
    TwoWayMeetsHeadings,
    /// The nearest place reached is known only to a search from the start alone.
    TwoWayKnowsNoNearest,
    /// Away from a place leads every path, so no heuristic points to the goal.
    AwayLeadsEverywhere,
    /// Jumps have a heuristic of their own, and another was asked for.
    HeuristicIsChosen,
    /// Jumps have a tie order of their own, and another was asked for.
    TiesAreChosen,
    /// Hierarchies need a single grid of squares; jumps need layers that are about as wide as each other, or
    /// hexes of one price.
    MapIsNoGrid,
    /// Hierarchies know nothing of links, nor do jumps over hexes.
    MapHasLinks,
    /// Hierarchies need a grid without joined edges, and so do jumps of movers larger than a cell.
    EdgesAreJoined,
    /// Hierarchies and jumps on hexes need a map without one-way cells, jumps on squares one with few.
    CellsAreOneWay,
    /// Jumps need a mover whose turns cost nothing.
    TurnsCost,
    /// Jumps need a mover of four or eight neighbours.
    StepsAreNotToNeighbours,
    /// Jumps need diagonal steps that cost between one straight step and two.
    DiagonalOutOfProportion,
    /// The longest jump would cost too much to add up.
    CostsTooLarge,
    /// Jumps on weighted ground are kept for so many sets of prices already.
    TooManyPriceSets,
    /// Jumps need a single goal, or few, or such as lie side by side.
    JumpsNeedOneGoal,
    /// The region has too many parts for jumps, or what was made beforehand knows nothing of regions.
    JumpsLeaveRegion,
    /// Jumps would lead over what is to be avoided.
    JumpsAvoidNothing,
    /// The nearest place reached within limits or a region is known only to a search that goes cell by cell:
    /// jumps know it on one grid of squares and one price, without joined edges and shortcuts.
    JumpsKnowNoNearest,
    /// No index was made for this mover; or on hexes more ground is open than was then, a link was added, or
    /// it pays less for links than those whom it was made for.
    IndexIsMissing,
    /// Ground costs differ, so jumps have to stop where they do.
    GroundIsWeighted,
    /// What the ground costs changes so often that jumps would stop all the time.
    PricesChangeOften,
    /// Several paths were asked for, which only A* and Dijkstra's promise in order.
    SeveralPathsAreAsked,
    /// Searches from both ends need a heuristic that never overestimates.
    HeuristicOverestimates,
    /// A roadmap was attached.
    RoadmapIsThere,
    /// No roadmap was attached for this mover.
    RoadmapIsMissing,
    /// After the mover's roadmap was attached an edit changed what that knows: where the mover can stand,
    /// links, or any cells where it is one of steps.
    RoadmapIsStale,
    /// No hierarchy was made for this mover.
    HierarchyIsMissing,
    /// Whether any path keeps a limit of cost only the cheapest path tells.
    HierarchyKnowsNoCheapest,
    /// One of an engine that was added to the world.
    Added(&'static OwnReason),
}

/// A reason of an engine that a game brings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OwnReason {
    /// What it is called wherever programs read it.
    pub code: &'static str,
    /// The reason in words.
    pub words: &'static str,
}

impl Reason {
    /// Every reason of the house's engines.
    pub const ALL: [Reason; 33] = [
        Reason::Asked,
        Reason::GroundIsUniform,
        Reason::IndexIsThere,
        Reason::GroundIsPatchy,
        Reason::TwoWayNeedsOneGoal,
        Reason::TwoWayMeetsHeadings,
        Reason::TwoWayKnowsNoNearest,
        Reason::AwayLeadsEverywhere,
        Reason::HeuristicIsChosen,
        Reason::TiesAreChosen,
        Reason::MapIsNoGrid,
        Reason::MapHasLinks,
        Reason::EdgesAreJoined,
        Reason::CellsAreOneWay,
        Reason::TurnsCost,
        Reason::StepsAreNotToNeighbours,
        Reason::DiagonalOutOfProportion,
        Reason::CostsTooLarge,
        Reason::TooManyPriceSets,
        Reason::JumpsNeedOneGoal,
        Reason::JumpsLeaveRegion,
        Reason::JumpsAvoidNothing,
        Reason::JumpsKnowNoNearest,
        Reason::IndexIsMissing,
        Reason::GroundIsWeighted,
        Reason::PricesChangeOften,
        Reason::SeveralPathsAreAsked,
        Reason::HeuristicOverestimates,
        Reason::RoadmapIsThere,
        Reason::RoadmapIsMissing,
        Reason::RoadmapIsStale,
        Reason::HierarchyIsMissing,
        Reason::HierarchyKnowsNoCheapest,
    ];

    /// What it is called wherever programs read it. A code never changes its meaning.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.told().0
    }

    /// The reason in words, to stand after "because" or alone.
    #[must_use]
    pub const fn words(self) -> &'static str {
        self.told().1
    }

    #[expect(clippy::too_many_lines, reason = "a table, one row a reason")]
    const fn told(self) -> (&'static str, &'static str) {
        match self {
            Reason::Asked => ("asked", "it was asked for"),
            Reason::GroundIsUniform => (
                "ground-is-uniform",
                "all ground costs the same, so jumps only need to stop at corners",
            ),
            Reason::IndexIsThere => (
                "index-is-there",
                "all ground costs the same and an index was made, so the search jumps from corner to \
                 corner and hardly looks aside",
            ),
            Reason::GroundIsPatchy => (
                "ground-is-patchy",
                "ground of one price lies in patches, so the search jumps within them",
            ),
            Reason::TwoWayNeedsOneGoal => (
                "two-way-needs-one-goal",
                "a search from both ends needs a single goal, so it goes from the start alone",
            ),
            Reason::TwoWayMeetsHeadings => (
                "two-way-meets-headings",
                "with a turn cost a goal has many headings, so the search goes from the start alone",
            ),
            Reason::TwoWayKnowsNoNearest => (
                "two-way-knows-no-nearest",
                "the nearest place reached is known only to a search from the start alone",
            ),
            Reason::AwayLeadsEverywhere => (
                "away-leads-everywhere",
                "almost any path leads away from a place, so no heuristic can point to the goal",
            ),
            Reason::HeuristicIsChosen => (
                "heuristic-is-chosen",
                "jumps go by a heuristic of their own, and another was asked for, so A* is taken",
            ),
            Reason::TiesAreChosen => (
                "ties-are-chosen",
                "jumps have a tie order of their own, and another was asked for, so A* is taken",
            ),
            Reason::MapIsNoGrid => (
                "map-is-no-grid",
                "hierarchies need one grid of squares, and jumps layers of about one width, or hexes that \
                 all cost the same, so A* goes place by place",
            ),
            Reason::MapHasLinks => (
                "map-has-links",
                "hierarchies, and jumps over hexes, need a map without links, and this one has some, so it is searched",
            ),
            Reason::EdgesAreJoined => (
                "edges-are-joined",
                "hierarchies, and jumps of movers larger than a cell, need a grid without joined edges, so A* goes \
                 cell by cell",
            ),
            Reason::CellsAreOneWay => (
                "cells-are-one-way",
                "hierarchies and jumps on hexes need a map without one-way cells, and jumps on squares one with few \
                 of them, at most 4,096, so A* goes cell by cell",
            ),
            Reason::TurnsCost => (
                "turns-cost",
                "jumps need a mover whose turns cost nothing, so A* searches and pays for each",
            ),
            Reason::StepsAreNotToNeighbours => (
                "steps-are-not-to-neighbours",
                "jumps need a mover of four or eight neighbours, so A* goes step by step",
            ),
            Reason::DiagonalOutOfProportion => (
                "diagonal-out-of-proportion",
                "jumps need diagonal steps that cost between one straight step and two, so A* goes cell \
                 by cell",
            ),
            Reason::CostsTooLarge => (
                "costs-too-large",
                "on so large a map the longest jump would cost too much to add up, so A* goes cell by \
                 cell",
            ),
            Reason::TooManyPriceSets => (
                "too-many-price-sets",
                "jumps are kept for sixteen sets of prices, and this mover's is one more, so A* goes \
                 cell by cell",
            ),
            Reason::JumpsNeedOneGoal => (
                "jumps-need-one-goal",
                "jumps need a single goal, or few, or such as lie side by side, so A* goes cell by cell",
            ),
            Reason::JumpsLeaveRegion => (
                "jumps-leave-region",
                "of regions roadmaps, hierarchies and jumps over hexes know nothing, and jumps over squares \
                 keep to eight rectangles at most, so the search goes without them",
            ),
            Reason::JumpsAvoidNothing => (
                "jumps-avoid-nothing",
                "jumps would lead over what is to be avoided, so A* goes cell by cell",
            ),
            Reason::JumpsKnowNoNearest => (
                "jumps-know-no-nearest",
                "within limits the nearest place reached is known to a search that goes cell by cell, as A* \
                 does, and to jumps on one grid of squares of one price without joined edges and shortcuts",
            ),
            Reason::IndexIsMissing => (
                "index-is-missing",
                "there is no index that this mover can use now, so the search jumps without one",
            ),
            Reason::GroundIsWeighted => (
                "ground-is-weighted",
                "ground costs differ, so the jumps have to stop where they change",
            ),
            Reason::PricesChangeOften => (
                "prices-change-often",
                "what the ground costs changes so often that jumps would stop all the time",
            ),
            Reason::SeveralPathsAreAsked => (
                "several-paths-are-asked",
                "several paths were asked for, and only A* and Dijkstra's find them in order",
            ),
            Reason::HeuristicOverestimates => (
                "heuristic-overestimates",
                "a search from both ends needs a heuristic that never overestimates, so it goes from the start \
                 alone",
            ),
            Reason::RoadmapIsThere => (
                "roadmap-is-there",
                "a roadmap was attached, so the path is looked up and nothing is searched",
            ),
            Reason::RoadmapIsMissing => (
                "roadmap-is-missing",
                "no roadmap was attached for this mover, so the path is searched for",
            ),
            Reason::RoadmapIsStale => (
                "roadmap-is-stale",
                "the map was edited since its roadmap was baked, so the path is searched for until another is \
                 attached",
            ),
            Reason::HierarchyIsMissing => (
                "hierarchy-is-missing",
                "no hierarchy was made for this mover, so the search goes without one",
            ),
            Reason::HierarchyKnowsNoCheapest => (
                "hierarchy-knows-no-cheapest",
                "whether any path keeps a limit of cost the cheapest one tells, and by a hierarchy only one \
                 near it is found",
            ),
            Reason::Added(own) => (own.code, own.words),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}
