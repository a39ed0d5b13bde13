//! Why there is a path or none: which end is blocked by what, or what cuts the path.

mod words;
mod bill;
mod cut;
mod breach;
mod relaxed;
mod in_the_way;

pub use bill::Bill;
pub use cut::{ClosedCell, Cut, LinkHindrance, Obstacle};
pub use in_the_way::{ClosedBy, InTheWay};

use crate::answer::Choice;
use crate::error::WorldError;
use crate::query::Query;
use crate::question::GoalNodes;
use crate::restriction::Restriction;
use crate::view::View;
use crate::workspace::Workspace;
use xunlu_map::{Cost, Footprint, Grid, NodeId, Place, Rect, Revision};
use xunlu_search::{Blocked, Limit, Outcome, PathEnd, Places};

/// What becomes of a question, and why. As text it is a few sentences for people.
///
/// ```
/// use xunlu::{Grid, Query, World};
/// use xunlu::explain::Verdict;
///
/// let world = World::new(".#.\n.#.\n.2#".parse::<Grid>()?)?;
/// let query = Query::between((0, 0), (2, 0));
/// let explanation = world.explain(&query)?;
/// let Verdict::Cut(cut) = &explanation.verdict else { panic!("walled in") };
/// assert_eq!(cut.obstacles.len(), 1);
/// assert!(explanation.to_string().contains("a wall (terrain 254) at 1,0"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Explanation {
    /// Where the path was to begin.
    pub from: Place,
    /// The algorithm that is taken, and why.
    pub choice: Choice,
    /// What becomes of the question.
    pub verdict: Verdict,
    /// The revision of the map that this is true for.
    pub revision: Revision,
}

/// What becomes of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is a path.
    Reachable {
        /// Where it ends.
        to: Place,
        /// What the path that is handed out costs.
        cost: Cost,
        /// What it pays that for.
        bill: Bill,
    },
    /// The mover cannot stand where it is to begin or end.
    Blocked(BlockedEnd),
    /// Obstacles cut every path.
    Cut(Cut),
    /// The map has a path, and these places of its cheapest one are closed by the question alone: by what it
    /// avoids, by units in the way, by tags that the mover does not have now. Were all of it gone, there
    /// would be a path; a place that several of them close is named with each.
    InTheWay(Vec<InTheWay>),
    /// No obstacle is to blame: if all were gone, the mover's steps and the links still would not
    /// lead there.
    Apart,
    /// The search stopped at a limit of the question.
    GaveUp(Limit),
}

/// An end where the mover cannot stand.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BlockedEnd {
    /// Which end.
    pub end: PathEnd,
    /// The place; of several goals that are all blocked the first.
    pub place: Place,
    /// What is in the way there.
    pub by: BlockedBy,
    /// The nearest place where the mover could stand, by straight-line distance. `None` if there is none.
    pub nearest_free: Option<Place>,
}

/// What keeps a mover from standing somewhere.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BlockedBy {
    /// The ground under it.
    Ground {
        /// How large the mover is.
        footprint: Footprint,
        /// The cells under it that are closed to it.
        closed: Vec<ClosedCell>,
        /// Where it would stick out of the map.
        outside: Vec<Place>,
    },
    /// It is longer than the map is round its joined edges, and would stand on itself.
    ShortRound {
        /// How large the mover is.
        footprint: Footprint,
    },
    /// Nothing of the map: what the question avoids, a tag that the mover does not have now, or a unit; of
    /// several the first.
    Question(ClosedBy),
    /// The goal has no place on the map.
    NoPlace,
}

impl View<'_> {
    /// What becomes of a question and why, in data and as text. Where obstacles cut the path, it names
    /// as few as would have to go: see [`Cut`].
    ///
    /// It searches with memory of its own and, when there is no path, may look at the whole map and
    /// takes 24 bytes for each of its numbers: for editors and logs rather than for every frame. An
    /// expansion costs as many cells as the mover covers, for each of its steps: a thousand times as much
    /// for a mover of 32 x 32 cells. The query's limit of expansions holds for all of the work, and
    /// [`Verdict::GaveUp`] says that it was met; so does its [time](Self::until).
    ///
    /// # Errors
    /// As [`find`](Self::find).
    pub fn explain(&self, query: &Query) -> Result<Explanation, WorldError> {
        let query = query.clone().nearest(false).exhaustive(false);
        let goals = self.goal_nodes(query.from, &query.goal)?;
        let choice = self.choice(&query, &goals)?;
        let answer = self.find(&query, &mut Workspace::new())?;
        let restriction = self.restriction(&query)?;
        let verdict = match answer.outcome {
            Outcome::Found(found) => {
                let to = found.path.end().unwrap_or(query.from);
                let bill = self.bill(&found.path, &restriction);
                Verdict::Reachable { to, cost: found.path.cost, bill }
            }
            Outcome::Blocked(blocked) => {
                Verdict::Blocked(self.blocked_end(&blocked, &goals, &restriction))
            }
            Outcome::GaveUp(limit) => Verdict::GaveUp(limit),
            Outcome::Unreachable => {
                let budget = query.limits.expansions_max.saturating_sub(answer.expansions);
                let closed = self.in_the_way(&query, &restriction, budget)?;
                closed.unwrap_or_else(|budget| {
                    match self.cut(query.from, &goals, query.region.as_ref(), budget) {
                        Ok(cut) => cut.map_or(Verdict::Apart, Verdict::Cut),
                        Err(limit) => Verdict::GaveUp(limit),
                    }
                })
            }
        };
        if matches!(verdict, Verdict::GaveUp(_)) {
            // Of somebody who is late it was not the limit.
            self.deadline.look()?;
        }
        Ok(Explanation { from: query.from, choice, verdict, revision: answer.revision })
    }
}

impl View<'_> {
    fn blocked_end(
        &self,
        blocked: &Blocked<Place>,
        goals: &GoalNodes,
        restriction: &Restriction,
    ) -> BlockedEnd {
        let Blocked { end, place, nearest_free } = *blocked;
        let first = match goals {
            GoalNodes::Any(any) if end == PathEnd::Goal => any.first().copied(),
            _ => self.map.node_at(place),
        };
        let Some(first) = first else {
            return BlockedEnd { end, place, by: BlockedBy::NoPlace, nearest_free };
        };
        let place = self.map.place_of(first);
        let is_free = self.place_graph().can_stand_on(first);
        let by = match is_free && restriction.is_any() {
            true => BlockedBy::Question(self.closed_by(restriction, first)),
            false => self.blocked_by(first, place),
        };
        BlockedEnd { end, place, by, nearest_free }
    }

    fn blocked_by(&self, node: NodeId, place: Place) -> BlockedBy {
        let footprint = self.mover.footprint();
        let Some((grid, layer, cell)) = self.map.grid_around(place) else {
            let closed = self.closed_cell(node).into_iter().collect();
            return BlockedBy::Ground { footprint, closed, outside: Vec::new() };
        };
        if is_longer_than_round(grid, footprint) {
            return BlockedBy::ShortRound { footprint };
        }
        let under =
            Rect::new(cell, footprint.size()).cells().map(|cell| self.map.place_on(layer, cell));
        let (inside, outside): (Vec<Place>, Vec<Place>) =
            under.partition(|&place| self.map.node_at(place).is_some());
        let nodes = inside.into_iter().filter_map(|place| self.map.node_at(place));
        let closed = nodes.filter_map(|node| self.closed_cell(node)).collect();
        BlockedBy::Ground { footprint, closed, outside }
    }
}

/// Whether a footprint would meet itself round a joined edge.
fn is_longer_than_round(grid: &Grid, footprint: Footprint) -> bool {
    let (size, wrap) = (grid.bounds().size, grid.wrap());
    (wrap.x && footprint.width() > size.width) || (wrap.y && footprint.height() > size.height)
}

#[cfg(test)]
mod tests;
