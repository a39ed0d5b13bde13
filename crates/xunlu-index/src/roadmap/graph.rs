//! The graph of subgoals: which of them a straight leg leads to from which, past no other one, or a link.

use super::links::Links;
use super::reach::Reach;
use super::turns::Outlook;
use crate::jump::PaddedCell;

/// The way to another subgoal by a straight leg or a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Edge {
    pub(super) to: u32,
    pub(super) cost: u32,
}

/// All subgoals of a map with the legs and links between them. A leg is an edge of both its ends, a link of
/// where it is entered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SubgoalGraph {
    pub(super) cells: Vec<PaddedCell>,
    // For each subgoal where its edges begin, and for one more.
    firsts: Vec<u32>,
    edges: Vec<Edge>,
}

impl SubgoalGraph {
    /// Looks around at each subgoal, for legs alone. Returns `None` if it has more edges than can be
    /// numbered.
    pub(super) fn new(reach: &Reach) -> Option<SubgoalGraph> {
        let cells: Vec<PaddedCell> = reach.subgoals().collect();
        let mut graph = SubgoalGraph { firsts: vec![0], edges: Vec::new(), cells: Vec::new() };
        let mut own = Vec::new();
        for &cell in &cells {
            own.clear();
            reach.each_leg(cell, |leg| {
                if reach.is_free_in_any_order(cell, &leg) {
                    own.push(Edge { to: reach.number_of(leg.to), cost: leg.cost });
                }
            });
            own.sort_unstable_by_key(|edge| edge.to);
            own.dedup();
            graph.edges.extend_from_slice(&own);
            graph.firsts.push(u32::try_from(graph.edges.len()).ok()?);
        }
        graph.cells = cells;
        graph.edges.shrink_to_fit();
        Some(graph)
    }

    /// The same with links as well; of a leg and a link between the same subgoals the cheaper one. Returns
    /// `None` if there are more than can be numbered.
    pub(super) fn with(&self, links: &Links) -> Option<SubgoalGraph> {
        let mut linked =
            SubgoalGraph { firsts: vec![0], edges: Vec::new(), cells: self.cells.clone() };
        let mut own = Vec::new();
        for subgoal in 0..self.len() {
            own.clear();
            own.extend_from_slice(self.edges(subgoal));
            let links = links.from(subgoal).iter();
            own.extend(links.map(|link| Edge { to: link.to, cost: link.cost }));
            own.sort_unstable_by_key(|edge| (edge.to, edge.cost));
            own.dedup_by_key(|edge| edge.to);
            linked.edges.extend_from_slice(&own);
            linked.firsts.push(u32::try_from(linked.edges.len()).ok()?);
        }
        Some(linked)
    }

    /// The same subgoals with links and those legs alone that a cheapest path may turn at both ends of.
    pub(super) fn taut(&self, reach: &Reach, outlook: impl Fn(u32) -> Outlook) -> SubgoalGraph {
        let mut taut =
            SubgoalGraph { firsts: vec![0], edges: Vec::new(), cells: self.cells.clone() };
        let may_turn = |from: u32, to: u32| {
            let [start, end] = [from, to].map(|at| self.cells[at as usize]);
            reach.turns.may_turn(outlook(to), reach.sector(start, end))
        };
        for subgoal in 0..self.len() {
            let own = self.edges(subgoal).iter();
            let own = own.filter(|edge| may_turn(subgoal, edge.to) && may_turn(edge.to, subgoal));
            taut.edges.extend(own);
            taut.firsts.push(u32::try_from(taut.edges.len()).unwrap_or(u32::MAX));
        }
        taut
    }

    /// How many legs there are, each counted at both ends.
    pub(super) fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// How many subgoals there are.
    pub(super) fn len(&self) -> u32 {
        u32::try_from(self.cells.len()).unwrap_or(u32::MAX)
    }

    /// The legs from a subgoal, in the order of what they lead to.
    #[inline]
    pub(super) fn edges(&self, subgoal: u32) -> &[Edge] {
        let at = subgoal as usize;
        &self.edges[self.firsts[at] as usize..self.firsts[at + 1] as usize]
    }
}
