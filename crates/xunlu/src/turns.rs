//! What each step of a path costs, and how far its walker comes in a turn.

use crate::check::{PathFault, can_pay};
use crate::restriction::Restriction;
use crate::view::View;
use xunlu_map::{Allowance, Cost, NodeId, Place, Steps};
use xunlu_search::{Graph, Path};

/// What a walker may spend in each turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TurnBudget {
    allowance: Allowance,
    carries_over: bool,
}

impl TurnBudget {
    /// So much in each turn, in the mover's units or in straight steps. What is left over at the end of a
    /// turn is lost.
    #[must_use]
    pub fn new(allowance: impl Into<Allowance>) -> TurnBudget {
        TurnBudget { allowance: allowance.into(), carries_over: false }
    }

    /// The same, but what is left over is kept for the turns after. A step that costs more than a turn
    /// gives is then saved for.
    #[must_use]
    pub const fn carrying_over(self) -> TurnBudget {
        TurnBudget { carries_over: true, ..self }
    }
}

impl From<Cost> for TurnBudget {
    fn from(cost: Cost) -> TurnBudget {
        TurnBudget::new(cost)
    }
}

impl From<Steps> for TurnBudget {
    fn from(steps: Steps) -> TurnBudget {
        TurnBudget::new(steps)
    }
}

/// In which turn the walker of a path comes to each of its places. Turns are counted from 1; the path
/// begins before the first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turns {
    // Of each place that is reached, rising.
    reached_in: Vec<u64>,
    stuck_at: Option<usize>,
}

impl Turns {
    /// The turn in which the place of this number is reached. Returns `None` if it never is, or the path has
    /// no such place.
    #[must_use]
    pub fn of_place(&self, place: usize) -> Option<u64> {
        self.reached_in.get(place).copied()
    }

    /// In how many turns the end is reached. Returns `None` if it never is.
    #[must_use]
    pub fn count(&self) -> Option<u64> {
        self.stuck_at.is_none().then(|| self.last())
    }

    /// The first step that is never made: step `n` leads from place `n` to the next. It, or with those after
    /// it up to the next place where the walker may stop, costs more than a turn gives. Returns `None` if
    /// the end is reached.
    #[must_use]
    pub const fn stuck_at(&self) -> Option<usize> {
        self.stuck_at
    }

    /// The number of the place at which the walker stands at the end of a turn; the last one that it reaches
    /// at the end of those after. Costs O(log places).
    #[must_use]
    pub fn place_after(&self, turn: u64) -> usize {
        self.reached_in.partition_point(|&reached| reached <= turn) - 1
    }

    /// The number of the place at which the walker stands at the end of each turn, from the first to that in
    /// which it reaches its last place. One that saves for a step stands at the same place several times.
    pub fn ends(&self) -> impl Iterator<Item = usize> {
        (1..=self.last()).map(|turn| self.place_after(turn))
    }

    fn last(&self) -> u64 {
        self.reached_in.last().copied().unwrap_or(0)
    }
}

/// How one node of a place is reached: the least cost, from which of the nodes of the place before, and what
/// the step from there costs.
#[derive(Clone, Copy)]
struct Way {
    node: NodeId,
    cost: Cost,
    from: usize,
    step: Cost,
}

impl View<'_> {
    /// What each step of a path costs, turning included, in order. Where several steps or links join two
    /// places it is the cheapest way to walk them all, so the costs of a path that is a cheapest one add up
    /// to its cost. Units in the way and a price of one's own count as they did for the path; what its
    /// question avoided by itself is not known here. `tests/it/turns.rs` holds them to the referee.
    ///
    /// ```
    /// use xunlu::{Cost, Grid, Mover, MoverId, Place, Query, StepCosts, Workspace, World};
    ///
    /// let mover = Mover::four().costs(StepCosts::TEN_FOURTEEN).build()?;
    /// let world = World::with_mover(".3.".parse::<Grid>()?, mover)?;
    /// let query = Query::between(Place::cell(0, 0), Place::cell(2, 0));
    /// let answer = world.find(&query, &mut Workspace::new())?;
    /// let costs = world.step_costs(answer.path().unwrap(), MoverId::FIRST)?;
    /// assert_eq!(costs, [Cost(30), Cost(10)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the mover cannot walk the path as the map is now, with the first place or step where it cannot.
    /// What the path is said to cost is not asked.
    pub fn step_costs(&self, path: &Path<Place>) -> Result<Vec<Cost>, PathFault> {
        let nodes = self.nodes_along(&path.places)?;
        self.costs_along(&nodes, &self.restriction_from(nodes[0]))
    }

    fn costs_along(
        &self,
        nodes: &[NodeId],
        restriction: &Restriction,
    ) -> Result<Vec<Cost>, PathFault> {
        let (graph, states) = (self.graph_for(None, restriction), self.graph().states());
        let node = self.graph().start_at(nodes[0]);
        let start = Way { node, cost: Cost::ZERO, from: 0, step: Cost::ZERO };
        let mut reached = vec![vec![start]];
        let mut steps = Vec::new();
        for (number, &to) in nodes[1..].iter().enumerate() {
            let mut ways: Vec<Way> = Vec::new();
            for (from, before) in reached[number].iter().enumerate() {
                steps.clear();
                graph.steps_from(before.node, &mut steps);
                for step in steps.iter().filter(|step| step.to.0 / states == to.0 && can_pay(step))
                {
                    let (node, cost) = (step.to, before.cost + step.cost);
                    let way = Way { node, cost, from, step: step.cost };
                    match ways.iter_mut().find(|known| known.node == node) {
                        Some(known) if cost < known.cost => *known = way,
                        Some(_) => {}
                        None => ways.push(way),
                    }
                }
            }
            if ways.is_empty() {
                return Err(PathFault::NoStep { step: number });
            }
            reached.push(ways);
        }
        let last = &reached[reached.len() - 1];
        let mut at = (0..last.len()).min_by_key(|&way| last[way].cost).unwrap_or(0);
        let back = reached[1..].iter().rev().map(|ways| {
            let way = ways[at];
            at = way.from;
            way.step
        });
        let mut costs: Vec<Cost> = back.collect();
        costs.reverse();
        Ok(costs)
    }

    /// In which turn the walker of a path comes to each of its places, with so much to spend in each. Only
    /// whole steps are made, and among units no turn ends where the walker may pass but not stop
    /// ([`Passing::Through`](crate::Passing::Through)): it stops before, and passes in a turn after.
    ///
    /// ```
    /// use xunlu::{Grid, MoverId, Place, Query, Steps, TurnBudget, Workspace, World};
    ///
    /// let world = World::new("....3..".parse::<Grid>()?)?;
    /// let query = Query::between(Place::cell(0, 0), Place::cell(6, 0));
    /// let answer = world.find(&query, &mut Workspace::new())?;
    /// let path = answer.path().unwrap();
    /// let turns = world.turns(path, MoverId::FIRST, Steps(4))?;
    /// assert_eq!(turns.ends().collect::<Vec<_>>(), [3, 5, 6]);
    /// // One who has two steps a turn never comes through the swamp, but one who saves them does.
    /// let turns = world.turns(path, MoverId::FIRST, Steps(2))?;
    /// assert_eq!((turns.count(), turns.stuck_at()), (None, Some(3)));
    /// let turns = world.turns(path, MoverId::FIRST, TurnBudget::new(Steps(2)).carrying_over())?;
    /// assert_eq!(turns.ends().collect::<Vec<_>>(), [2, 3, 4, 6]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`step_costs`](Self::step_costs).
    pub fn turns(
        &self,
        path: &Path<Place>,
        budget: impl Into<TurnBudget>,
    ) -> Result<Turns, PathFault> {
        let TurnBudget { allowance, carries_over } = budget.into();
        let each = u64::from(allowance.for_mover(self.mover).0);
        let nodes = self.nodes_along(&path.places)?;
        let restriction = self.restriction_from(nodes[0]);
        let costs = self.costs_along(&nodes, &restriction)?;
        let (mut turn, mut left) = (0, 0);
        let mut reached_in = vec![0];
        // What it costs since the last place where a turn may end.
        let mut cost: u64 = 0;
        for (step, step_cost) in costs.iter().enumerate() {
            cost = cost.saturating_add(step_cost.0.into());
            if !self.may_end(&restriction, nodes[step + 1]) {
                continue;
            }
            if cost > left {
                let kept = if carries_over { left } else { 0 };
                let missing = cost - kept;
                if each == 0 || (missing > each && !carries_over) {
                    break;
                }
                let more = missing.div_ceil(each);
                (turn, left) = (turn + more, kept + more * each);
            }
            left -= cost;
            cost = 0;
            reached_in.resize(step + 2, turn);
        }
        let last = reached_in.len() - 1;
        let stuck_at = (last < costs.len()).then_some(last);
        Ok(Turns { reached_in, stuck_at })
    }
}
