//! What a question closes on ground that its mover could have: which place, and by what.

use super::Verdict;
use crate::error::WorldError;
use crate::query::Query;
use crate::restriction::Restriction;
use crate::unit::UnitId;
use crate::view::View;
use crate::workspace::Workspace;
use xunlu_map::{Cost, Link, NodeId, Place, Tags};
use xunlu_search::{Limit, Limits, Outcome};

/// A place of the map's own path that the question closes.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct InTheWay {
    /// The place that cannot be entered, or for a diagonal step the corner that is not free.
    pub place: Place,
    /// What closes it.
    pub by: ClosedBy,
}

/// What closes a place to one question and not to its mover for good.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ClosedBy {
    /// The question avoids it, or its price forbids it.
    Avoided,
    /// It, or the link that leads there, needs these tags, which the mover does not have now: the missing
    /// keys.
    Tags(Tags),
    /// Units are there.
    Units(Vec<UnitId>),
}

impl View<'_> {
    /// Those places of the map's own cheapest path that a question closes. Returns what is left of the budget
    /// of expansions if the question closes nothing, or the map has no path either.
    pub(super) fn in_the_way(
        &self,
        query: &Query,
        restriction: &Restriction,
        mut budget: u64,
    ) -> Result<Result<Verdict, u64>, WorldError> {
        if !restriction.is_any() {
            return Ok(Err(budget));
        }
        let free = Query { avoiding: Vec::new(), tags: None, unit: None, ..query.clone() };
        let view = View { occupied: None, price: None, tags: None, ..*self };
        let mut ask = |free: Query| -> Result<Outcome<Place>, WorldError> {
            let answer = view.find(&free.limit(budget), &mut Workspace::new())?;
            budget = budget.saturating_sub(answer.expansions);
            Ok(answer.outcome)
        };
        let mut outcome = ask(free.clone())?;
        // What the question closes shuts it in before it comes to its region's border or meets its limit of
        // cost, so the map's own path may lead beyond both.
        if matches!(outcome, Outcome::GaveUp(limit) if limit != Limit::Expansions) {
            outcome = ask(free.cost_max(Limits::NONE.cost_max).within(None))?;
        }
        let path = match outcome {
            Outcome::Found(found) => found.path,
            Outcome::GaveUp(limit) => return Ok(Ok(Verdict::GaveUp(limit))),
            Outcome::Unreachable | Outcome::Blocked(_) => return Ok(Err(budget)),
        };
        let nodes: Vec<NodeId> =
            path.places.iter().filter_map(|&place| self.map.node_at(place)).collect();
        let places = self.place_graph();
        let is_closed = |ends: &[NodeId; 2]| self.closes_step(&places, restriction, *ends);
        let closed = nodes.array_windows().copied().filter(is_closed);
        Ok(Ok(Verdict::InTheWay(closed.map(|ends| self.closed_on(restriction, ends)).collect())))
    }

    /// What closes a step.
    fn closed_on(&self, restriction: &Restriction, ends: [NodeId; 2]) -> InTheWay {
        let beside = self.beside_diagonal(ends).filter(|_| self.heeds_corners());
        let mut met = [ends[1]].into_iter().chain(beside.into_iter().flatten().flatten());
        if let Some(node) = met.find(|&place| self.toll(restriction, place) == Cost::MAX) {
            return InTheWay {
                place: self.map.place_of(node),
                by: self.closed_by(restriction, node, false),
            };
        }
        let [from, place] = ends.map(|node| self.map.place_of(node));
        let leads_there = |link: &Link<Place>| {
            (link.from, link.to) == (from, place)
                || (link.is_two_way && (link.to, link.from) == (from, place))
        };
        let links = self.map.links().map(|(_, link)| link).filter(leads_there);
        let mut needed = links.map(|link| missing(link.tags, restriction));
        let tags = needed.find(|&tags| tags != Tags::NONE);
        InTheWay { place, by: tags.map_or(ClosedBy::Avoided, ClosedBy::Tags) }
    }

    /// What closes a place, to go there or to be there at an end.
    pub(super) fn closed_by(
        &self,
        restriction: &Restriction,
        node: NodeId,
        is_end: bool,
    ) -> ClosedBy {
        if restriction.avoided.at(node) == Cost::MAX {
            return ClosedBy::Avoided;
        }
        let under = self.under(self.map.place_of(node), self.mover.footprint());
        let tags = under.into_iter().map(|cell| missing(self.needed_tags(cell), restriction));
        let tags = tags.fold(Tags::NONE, |all, tags| Tags(all.0 | tags.0));
        if tags != Tags::NONE {
            return ClosedBy::Tags(tags);
        }
        let units = self.units_met(restriction, node, is_end);
        // If it is nobody, a price of its own forbids it.
        if units.is_empty() { ClosedBy::Avoided } else { ClosedBy::Units(units) }
    }
}

/// Those of some tags that a mover does not have now.
fn missing(needed: Tags, restriction: &Restriction) -> Tags {
    restriction.tags.map_or(Tags::NONE, |tags| Tags(needed.0 & !tags.0))
}
