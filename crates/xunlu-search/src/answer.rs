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

/// What came of it, as a sentence or two.
///
/// ```
/// # mod xunlu {
/// #     pub use xunlu_map::*;
/// #     pub use xunlu_search::*;
/// # }
/// use xunlu::{Blocked, Cost, Outcome, PathEnd, Place};
///
/// let goal = Blocked { end: PathEnd::Goal, place: Place::cell(3, 1), nearest_free: None };
/// let told = Outcome::Blocked(goal).to_string();
/// assert_eq!(told, "The mover cannot stand at the goal 3,1. There is no free place.");
/// ```
impl<P: fmt::Display> fmt::Display for Outcome<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Found(found) => found.path.fmt(f),
            Outcome::Unreachable => f.write_str("There is no path, at any cost."),
            Outcome::Blocked(blocked) => blocked.fmt(f),
            Outcome::GaveUp(limit) => limit.fmt(f),
        }
    }
}

impl<P: fmt::Display> fmt::Display for Blocked<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "The mover cannot stand at the {} {}.", self.end, self.place)?;
        match &self.nearest_free {
            Some(free) => write!(f, " The nearest free place is {free}."),
            None => f.write_str(" There is no free place."),
        }
    }
}

impl fmt::Display for PathEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PathEnd::Start => "start",
            PathEnd::Goal => "goal",
        })
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

impl<P> Path<P> {
    /// Its steps: from which place to which, in order. `path.steps().len()` is how many.
    ///
    /// ```
    /// # mod xunlu {
    /// #     pub use xunlu_map::*;
    /// #     pub use xunlu_search::*;
    /// # }
    /// use xunlu::{Cost, Path, Place};
    ///
    /// let places = [(0, 0), (1, 0), (1, 1)].map(Place::from).to_vec();
    /// let path = Path { places, cost: Cost(20) };
    /// let steps: Vec<(Place, Place)> = path.steps().collect();
    /// assert_eq!((path.steps().len(), steps[1].1), (2, path.end().unwrap()));
    /// ```
    #[must_use]
    pub fn steps(&self) -> impl ExactSizeIterator<Item = (P, P)>
    where
        P: Copy,
    {
        self.places.windows(2).map(|step| (step[0], step[1]))
    }

    /// Where it begins. Returns `None` only if it has no places, as no path that a search hands out.
    #[must_use]
    pub fn start(&self) -> Option<P>
    where
        P: Copy,
    {
        self.places.first().copied()
    }

    /// Where it ends. Returns `None` only if it has no places, as no path that a search hands out.
    #[must_use]
    pub fn end(&self) -> Option<P>
    where
        P: Copy,
    {
        self.places.last().copied()
    }
}

/// Its places in order.
impl<P> IntoIterator for Path<P> {
    type Item = P;
    type IntoIter = std::vec::IntoIter<P>;

    fn into_iter(self) -> Self::IntoIter {
        self.places.into_iter()
    }
}

/// Its places in order.
impl<'a, P> IntoIterator for &'a Path<P> {
    type Item = &'a P;
    type IntoIter = std::slice::Iter<'a, P>;

    fn into_iter(self) -> Self::IntoIter {
        self.places.iter()
    }
}

/// Where it leads, and what it costs in the mover's units.
impl<P: fmt::Display> fmt::Display for Path<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [from, .., to] = &self.places[..] else {
            return match self.places.first() {
                Some(place) => write!(f, "A path that stays at {place}."),
                None => f.write_str("A path without places."),
            };
        };
        let (moves, cost) = (self.places.len() - 1, self.cost);
        let moves = if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") };
        write!(f, "A path from {from} to {to}: {moves} at a cost of {cost}.")
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_map::Place;

    fn path(cells: &[(i32, i32)]) -> Path<Place> {
        let places = cells.iter().copied().map(Place::from).collect();
        Path { places, cost: Cost(30) }
    }

    #[test]
    fn a_path_is_walked_step_by_step() {
        let three = path(&[(0, 0), (1, 0), (1, 1)]);
        let cell = Place::cell;
        let steps: Vec<_> = three.steps().collect();
        assert_eq!(steps, [(cell(0, 0), cell(1, 0)), (cell(1, 0), cell(1, 1))]);
        assert_eq!((three.start(), three.end()), (Some(cell(0, 0)), Some(cell(1, 1))));
        assert_eq!((&three).into_iter().count(), 3);
        assert_eq!(three.clone().into_iter().last(), three.end());
        assert_eq!((path(&[]).steps().len(), path(&[]).end()), (0, None));
        assert_eq!(path(&[(4, 4)]).steps().len(), 0);
    }

    #[test]
    fn outcomes_read_as_sentences() {
        let found = |cells: &[(i32, i32)]| {
            Outcome::Found(Found { path: path(cells), lower_bound: Cost(30) }).to_string()
        };
        assert_eq!(found(&[(0, 0), (3, 1)]), "A path from 0,0 to 3,1: 1 move at a cost of 30.");
        assert_eq!(found(&[(2, 2)]), "A path that stays at 2,2.");
        let (place, nearest_free) = (Place::cell(1, 0), Some(Place::cell(2, 0)));
        let blocked = Outcome::Blocked(Blocked { end: PathEnd::Start, place, nearest_free });
        let told = "The mover cannot stand at the start 1,0. The nearest free place is 2,0.";
        assert_eq!(blocked.to_string(), told);
        let gave_up = Outcome::<Place>::GaveUp(Limit::Region).to_string();
        assert_eq!(gave_up, Limit::Region.to_string());
        assert_eq!(Outcome::<Place>::Unreachable.to_string(), "There is no path, at any cost.");
    }
}
