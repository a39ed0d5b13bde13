//! What a question closes on ground that its mover could have: which place, and by what.

use super::Verdict;
use crate::error::WorldError;
use crate::graph::MapGraph;
use crate::query::Query;
use crate::restriction::Restriction;
use crate::unit::UnitId;
use crate::view::View;
use crate::workspace::Workspace;
use xunlu_map::{Corners, Cost, Link, NodeId, Place, StepRule, Tags};
use xunlu_search::{Graph, Limit, Limits, Outcome, Places};

/// A place of the map's own path that the question closes, and one of those that close it.
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
    /// All that a question closes on the map's own cheapest path. Returns what is left of the budget
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
        let costs = view.step_costs(&path).unwrap_or_default();
        let nodes: Vec<NodeId> =
            path.places.iter().filter_map(|&place| self.map.node_at(place)).collect();
        let last = nodes.last().copied();
        let mut in_the_way = Vec::new();
        for (&[from, to], cost) in nodes.array_windows().zip(costs) {
            let is_end = Some(to) == last;
            for closed in self.closed_on(restriction, [from, to], cost, is_end) {
                if !in_the_way.contains(&closed) {
                    in_the_way.push(closed);
                }
            }
        }
        Ok(Ok(Verdict::InTheWay(in_the_way)))
    }

    /// All that closes a step which costs so much on the map: at the place that it leads to, beside it if it
    /// is a diagonal one, and on its link.
    fn closed_on(
        &self,
        restriction: &Restriction,
        [from, to]: [NodeId; 2],
        cost: Cost,
        is_end: bool,
    ) -> Vec<InTheWay> {
        let places = self.place_graph();
        let place = self.map.place_of(to);
        let is_forbidden = self.price.is_some_and(|price| price.of(place, cost).is_none());
        let is_closed = self.closes_step(&places, restriction, [from, to]);
        let mut closed = self.closed_at(restriction, to, is_end);
        if is_closed {
            closed.extend(self.closed_beside(&places, restriction, [from, to]));
        }
        // What no place or link closes is forbidden by a price of one's own, turn and all.
        if is_forbidden || is_closed && closed.is_empty() {
            closed.push(InTheWay { place, by: ClosedBy::Avoided });
        }
        closed
    }

    /// What closes a step on its link, if no other leads there, or at the corners that it passes.
    fn closed_beside(
        &self,
        places: &MapGraph<'_>,
        restriction: &Restriction,
        [from, to]: [NodeId; 2],
    ) -> Vec<InTheWay> {
        let mut steps = Vec::new();
        places.steps_from(from, &mut steps);
        let mut joining = steps.iter().filter(|step| step.to == to);
        if !joining.any(|step| self.has_step(from, to, step.cost)) {
            let tags = self.missing_on_link(restriction, [from, to]);
            let closed = InTheWay { place: self.map.place_of(to), by: ClosedBy::Tags(tags) };
            return if tags == Tags::NONE { Vec::new() } else { vec![closed] };
        }
        let beside = self.beside_diagonal([from, to]).filter(|_| self.heeds_corners());
        let standable = |&place: &NodeId| places.can_stand_on(place);
        let corners = beside.into_iter().flatten().flatten().filter(standable);
        let (free, closed): (Vec<NodeId>, Vec<NodeId>) =
            corners.partition(|&corner| self.admits(restriction, corner));
        let needed = match self.mover.rule() {
            StepRule::Eight(Corners::NoCutting) => 2,
            _ => 1_usize.saturating_sub(free.len()),
        };
        let closed = closed.into_iter().take(needed);
        closed.flat_map(|corner| self.closed_at(restriction, corner, false)).collect()
    }

    /// The tags that the mover has not got now for the link from one place to another, of several links for
    /// the one that asks for the fewest.
    fn missing_on_link(&self, restriction: &Restriction, ends: [NodeId; 2]) -> Tags {
        let [from, to] = ends.map(|node| self.map.place_of(node));
        let leads_there = |link: &Link<Place>| {
            (link.from, link.to) == (from, to)
                || (link.is_two_way && (link.to, link.from) == (from, to))
        };
        let links = self.map.links().map(|(_, link)| link).filter(leads_there);
        let needed = links.map(|link| missing(link.tags, restriction));
        needed.min_by_key(|tags| tags.0.count_ones()).unwrap_or(Tags::NONE)
    }

    /// All that closes a place, to go there or to be there at an end.
    fn closed_at(&self, restriction: &Restriction, node: NodeId, is_end: bool) -> Vec<InTheWay> {
        let place = self.map.place_of(node);
        let is_avoided = restriction.avoided.at(node) == Cost::MAX;
        let under = self.under(place, self.mover.footprint());
        let tags = under.into_iter().map(|cell| missing(self.needed_tags(cell), restriction));
        let tags = tags.fold(Tags::NONE, |all, tags| all | tags);
        let units = self.units_met(restriction, node, is_end);
        let all = [
            is_avoided.then_some(ClosedBy::Avoided),
            (tags != Tags::NONE).then_some(ClosedBy::Tags(tags)),
            (!units.is_empty()).then_some(ClosedBy::Units(units)),
        ];
        all.into_iter().flatten().map(|by| InTheWay { place, by }).collect()
    }

    /// What closes a place at an end, of several the first.
    pub(super) fn closed_by(&self, restriction: &Restriction, node: NodeId) -> ClosedBy {
        let first = self.closed_at(restriction, node, true).into_iter().next();
        first.map_or(ClosedBy::Avoided, |closed| closed.by)
    }
}

/// Those of some tags that a mover does not have now.
fn missing(needed: Tags, restriction: &Restriction) -> Tags {
    restriction.tags.map_or(Tags::NONE, |tags| Tags(needed.0 & !tags.0))
}
