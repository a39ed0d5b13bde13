//! A query whose places have become nodes: what engines are asked.

use crate::algorithm::Algorithm;
use crate::query::Query;
use crate::restriction::Restriction;
use crate::view::View;
use xunlu_map::{NodeId, Region};
use xunlu_search::{Ends, Limits, Order, Target, Task};

/// A query whose places have become nodes of the map: places' own numbers, which are those of a graph
/// where each place is one node.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    pub(crate) query: &'a Query,
    pub(crate) algorithm: Option<Algorithm>,
    pub(crate) start: NodeId,
    pub(crate) goals: &'a GoalNodes,
    pub(crate) restriction: &'a Restriction,
    // What the path is confined to.
    pub(crate) region: Option<&'a Region>,
    pub(crate) wants_nearest: bool,
    // Where the heuristic points, if not to the goals.
    pub(crate) toward: Option<NodeId>,
}

impl<'a> Question<'a> {
    /// The query it was.
    #[must_use]
    pub const fn query(&self) -> &'a Query {
        self.query
    }

    /// Whether the algorithm was named. Else the world chooses.
    #[must_use]
    pub const fn names_algorithm(&self) -> bool {
        self.query.algorithm.is_some()
    }

    /// The number of the place where the path begins.
    #[must_use]
    pub const fn start(&self) -> NodeId {
        self.start
    }

    /// The goal. Returns `None` unless there is but one.
    #[must_use]
    pub const fn single_goal(&self) -> Option<NodeId> {
        if let GoalNodes::One(goal) = self.goals { Some(*goal) } else { None }
    }

    /// Its start and its goal. Returns `None` unless there is but one goal.
    #[must_use]
    pub fn ends(&self) -> Option<Ends> {
        let (start, goal, limits) = (self.start, self.single_goal()?, self.limits());
        Some(Ends { start, goal, limits })
    }

    /// The goals, where they are known by name. Empty for "anywhere but".
    #[must_use]
    pub fn goals(&self) -> &'a [NodeId] {
        self.goals.nodes()
    }

    /// Whether the goal is anywhere but near some place.
    #[must_use]
    pub const fn is_away(&self) -> bool {
        matches!(self.goals, GoalNodes::NoneOf(_))
    }

    /// Whether the path to the nearest place reached is wanted.
    #[must_use]
    pub const fn wants_nearest(&self) -> bool {
        self.wants_nearest
    }

    /// Whether the question closes places that the map leaves open to the mover, or makes them more
    /// expensive, as [`Query::avoiding`] does.
    #[must_use]
    pub const fn is_restricted(&self) -> bool {
        self.restriction.is_any()
    }

    /// When to stop without an answer.
    #[must_use]
    pub const fn limits(&self) -> Limits {
        self.query.limits
    }

    /// The question as a task on the view's graph, whose nodes are places or places with headings.
    #[must_use]
    pub fn task(&self, view: &View<'_>, order: Order) -> Task {
        let graph = view.graph();
        let target = match self.goals {
            GoalNodes::One(goal) => graph.target_at(*goal),
            GoalNodes::Any(any) => Target::AnyOf(graph.all_at(any)),
            GoalNodes::NoneOf(near) => Target::NoneOf(graph.all_at(near)),
        };
        let start = graph.start_at(self.start);
        Task {
            target,
            order,
            ties: self.query.ties,
            limits: self.query.limits,
            wants_nearest: self.wants_nearest,
            ..Task::new(start, start)
        }
    }
}

/// A goal as places of the map, each given by its node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum GoalNodes {
    /// This one. The most common goal by far, and the one that allocates nothing.
    One(NodeId),
    /// Whichever of these.
    Any(Vec<NodeId>),
    /// Whichever is none of these.
    NoneOf(Vec<NodeId>),
}

impl GoalNodes {
    /// The goals to look ahead to, as far as they are known by name.
    pub(crate) fn nodes(&self) -> &[NodeId] {
        match self {
            GoalNodes::One(goal) => std::slice::from_ref(goal),
            GoalNodes::Any(any) => any,
            GoalNodes::NoneOf(_) => &[],
        }
    }
}
