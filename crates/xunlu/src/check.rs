//! Whether a path is one: every step legal, and the costs adding up.

use crate::graph::MapGraph;
use crate::view::View;
use std::error::Error;
use std::fmt;
use xunlu_map::{Cost, NodeId, Place};
use xunlu_search::{Graph, Path, Places, Step};

/// What is wrong with a path, at the first place where anything is. Places and steps are counted from
/// 0; step `n` leads from place `n` to the next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum PathFault {
    /// The world has no such mover.
    UnknownMover,
    /// It has no places at all.
    Empty,
    /// This place is none of the map.
    Outside {
        /// Which place.
        place: usize,
    },
    /// The mover cannot stand at this place.
    Blocked {
        /// Which place.
        place: usize,
    },
    /// The mover can make no such step.
    NoStep {
        /// Which step.
        step: usize,
    },
    /// The steps do not add up to what the path is said to cost. They cost at least `least` and at
    /// most `most`; the two differ only where several steps or links join the same two places. A sum
    /// that is too large to say counts as [`Cost::MAX`], which no path may cost.
    CostDiffers {
        /// What it is said to cost.
        claimed: Cost,
        /// The least that walking these places can cost.
        least: Cost,
        /// The most.
        most: Cost,
    },
}

impl fmt::Display for PathFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            PathFault::UnknownMover => f.write_str("there is no such mover in this world"),
            PathFault::Empty => f.write_str("the path has no places; expected at least one"),
            PathFault::Outside { place } => {
                write!(f, "place {place} of the path lies outside the map")
            }
            PathFault::Blocked { place } => {
                write!(f, "the mover cannot stand at place {place} of the path")
            }
            PathFault::NoStep { step } => {
                write!(f, "the mover cannot make step {step} of the path, to place {}", step + 1)
            }
            PathFault::CostDiffers { claimed, least, most } if least == most => {
                write!(f, "the path is said to cost {claimed}; expected {least}")
            }
            PathFault::CostDiffers { claimed, least, most } => {
                write!(f, "the path is said to cost {claimed}; expected {least} to {most}")
            }
        }
    }
}

impl Error for PathFault {}

impl View<'_> {
    /// Whether the mover can walk this path now, and it costs what it says, turns included. What a
    /// server asks of a path that a client sends. Held to the referee by `tests/it/watch.rs`.
    ///
    /// A path made by hand has to say what it costs: the sum of its [`step_costs`](Self::step_costs), which
    /// tell as well whether all its steps can be made.
    ///
    /// Units in the way and a price of one's own count, whoever stands at the start being the one who
    /// walks; what the path's question avoided by itself is not known here.
    ///
    /// Costs O(places of the path), whatever it holds; allocates a little.
    ///
    /// # Errors
    /// When it is not, with the first place or step where it is not.
    pub fn check_path(&self, path: &Path<Place>) -> Result<(), PathFault> {
        let nodes = self.nodes_along(&path.places)?;
        let [least, most] = self.sums_along(&nodes)?;
        let claimed = path.cost;
        let is_sum = (least..=most).contains(&claimed) && !claimed.is_saturated();
        if is_sum { Ok(()) } else { Err(PathFault::CostDiffers { claimed, least, most }) }
    }
}

impl View<'_> {
    /// The nodes of a path's places, after checking that the mover can stand at each and step from one to
    /// the next.
    pub(crate) fn nodes_along(&self, places: &[Place]) -> Result<Vec<NodeId>, PathFault> {
        if places.is_empty() {
            return Err(PathFault::Empty);
        }
        let graph = self.place_graph();
        let (mut nodes, mut steps) = (Vec::with_capacity(places.len()), Vec::new());
        for (number, &place) in places.iter().enumerate() {
            let outside = PathFault::Outside { place: number };
            let node = self.map.node_at(place).ok_or(outside)?;
            if !graph.can_stand_on(node) {
                return Err(PathFault::Blocked { place: number });
            }
            if let Some(&before) = nodes.last() {
                let no_step = PathFault::NoStep { step: number - 1 };
                step_cost(&graph, before, node, &mut steps).ok_or(no_step)?;
            }
            nodes.push(node);
        }
        Ok(nodes)
    }

    /// The least and the most that walking these nodes can cost, turns included: for each heading
    /// that a place can be reached in, the least and the most so far.
    fn sums_along(&self, nodes: &[NodeId]) -> Result<[Cost; 2], PathFault> {
        let restriction = self.restriction_from(nodes[0]);
        let (graph, states) = (self.graph_for(None, &restriction), self.graph().states());
        let mut steps = Vec::new();
        let mut reached = vec![(self.graph().start_at(nodes[0]), [Cost::ZERO; 2])];
        for (step, &to) in nodes[1..].iter().enumerate() {
            let mut next: Vec<(NodeId, [Cost; 2])> = Vec::new();
            for &(from, [least, most]) in &reached {
                steps.clear();
                graph.steps_from(from, &mut steps);
                for step in steps.iter().filter(|step| step.to.0 / states == to.0 && can_pay(step))
                {
                    let [low, high] = [least + step.cost, most + step.cost];
                    match next.iter_mut().find(|(node, _)| *node == step.to) {
                        Some((_, sums)) => *sums = [sums[0].min(low), sums[1].max(high)],
                        None => next.push((step.to, [low, high])),
                    }
                }
            }
            if next.is_empty() {
                return Err(PathFault::NoStep { step });
            }
            reached = next;
        }
        let least = reached.iter().map(|(_, [least, _])| *least).min();
        let most = reached.iter().map(|(_, [_, most])| *most).max();
        Ok([least.unwrap_or(Cost::ZERO), most.unwrap_or(Cost::ZERO)])
    }
}

/// What the cheapest step from one place to another costs, turning not counted. Returns `None` if there is
/// none. `steps` is scratch.
pub(crate) fn step_cost(
    graph: &MapGraph<'_>,
    from: NodeId,
    to: NodeId,
    steps: &mut Vec<Step>,
) -> Option<Cost> {
    if from.0.max(to.0) >= graph.node_count() {
        return None;
    }
    steps.clear();
    graph.steps_from(from, steps);
    let joining = steps.iter().filter(|step| step.to == to && can_pay(step));
    joining.map(|step| step.cost).min()
}

/// Whether any path takes this step: not those that cost too much to say.
pub(crate) fn can_pay(step: &Step) -> bool {
    !step.cost.is_saturated()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::MoverId;
    use crate::world::World;
    use xunlu_map::{Cell, Corners, Door, Grid, Link, Mover, StepCosts};

    fn world(drawn: &str, turn_cost: u32) -> World {
        let builder = Mover::eight(Corners::NoCutting).costs(StepCosts::TEN_FOURTEEN);
        let mover = builder.turn_cost(Cost(turn_cost)).build().unwrap();
        World::with_mover(drawn.parse::<Grid>().unwrap(), mover).unwrap()
    }

    fn check(world: &World, cells: &[(i32, i32)], cost: u32) -> Result<(), PathFault> {
        let places = cells.iter().map(|&(x, y)| Place::cell(x, y)).collect();
        world.check_path(&Path { places, cost: Cost(cost) }, MoverId::FIRST)
    }

    #[test]
    fn each_fault_is_told_where_it_is() {
        let world = world("...\n.#.\n...", 0);
        assert_eq!(check(&world, &[(0, 0), (1, 0), (2, 0)], 20), Ok(()));
        assert_eq!(check(&world, &[(0, 0)], 0), Ok(()));
        assert_eq!(check(&world, &[], 0), Err(PathFault::Empty));
        let outside = Err(PathFault::Outside { place: 1 });
        assert_eq!(check(&world, &[(0, 0), (0, -1)], 10), outside);
        let blocked = Err(PathFault::Blocked { place: 2 });
        assert_eq!(check(&world, &[(0, 0), (1, 0), (1, 1)], 20), blocked);
        // Round the wall's corner no diagonal is allowed.
        let cut = Err(PathFault::NoStep { step: 1 });
        assert_eq!(check(&world, &[(0, 0), (1, 0), (2, 1)], 24), cut);
        let expected = Cost(20);
        let (least, most) = (expected, expected);
        for claimed in [19, 21, u32::MAX] {
            let differs = PathFault::CostDiffers { claimed: Cost(claimed), least, most };
            assert_eq!(check(&world, &[(0, 0), (1, 0), (2, 0)], claimed), Err(differs));
        }
        let stranger = world.check_path(&Path { places: vec![], cost: Cost(0) }, MoverId(7));
        assert_eq!(stranger, Err(PathFault::UnknownMover));
    }

    #[test]
    fn turns_are_part_of_the_cost() {
        let world = world("...\n...", 5);
        assert_eq!(check(&world, &[(0, 0), (1, 0), (1, 1)], 25), Ok(()));
        assert!(check(&world, &[(0, 0), (1, 0), (1, 1)], 20).is_err());
    }

    #[test]
    fn either_of_two_ways_between_two_places_may_be_taken() {
        let mut world = world("..", 0);
        let (from, to) = (Cell::new(0, 0), Cell::new(1, 0));
        let expensive = Link::one_way(from, to).costing(xunlu_map::Weight::times(3));
        let (id, _) = world.add_link(expensive).unwrap();
        let costs = |world: &World| {
            [9, 10, 30, 31].map(|cost| check(world, &[(0, 0), (1, 0)], cost).is_ok())
        };
        assert_eq!(costs(&world), [false, true, true, false]);
        world.set_door(id, Door::Shut).unwrap();
        assert_eq!(costs(&world), [false, true, false, false]);
    }

    #[test]
    fn faults_read_as_sentences() {
        let [claimed, least, most] = [Cost(3), Cost(4), Cost(5)];
        let text = PathFault::CostDiffers { claimed, least, most }.to_string();
        assert_eq!(text, "the path is said to cost 3; expected 4 to 5");
        let text = PathFault::NoStep { step: 2 }.to_string();
        assert_eq!(text, "the mover cannot make step 2 of the path, to place 3");
    }
}
