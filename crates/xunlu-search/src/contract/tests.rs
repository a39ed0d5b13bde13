//! Each checker accepts what keeps its contract and catches what breaks it, in each way there is.

use super::*;
use crate::view::{NeighbourBlock, NeighbourRow};
use std::cell::Cell as Counter;
use xunlu_map::Size;

/// Three places in a row, 0 to 2, and number 3, which stands for no place. Steps lead to the right
/// at cost 5 by heading 0 and back at cost 4 by heading 1. What is wrong with it is told by name.
#[derive(Default)]
struct Row {
    wrong: &'static str,
    calls: Counter<u32>,
}

fn row(wrong: &'static str) -> Row {
    Row { wrong, calls: Counter::new(0) }
}

impl Row {
    fn headed(&self, node: NodeId, sense: Sense) -> Vec<(Step, u32)> {
        let step = |to, cost, heading| (Step { to: NodeId(to), cost: Cost(cost) }, heading);
        let (right, left) = match sense {
            Sense::Along => ((5, 0), (4, 1)),
            Sense::Against => ((4, 1), (5, 0)),
        };
        let mut steps = Vec::new();
        if node.0 < 2 {
            steps.push(step(node.0 + 1, right.0, right.1));
        }
        if (1..3).contains(&node.0) {
            steps.push(step(node.0 - 1, left.0, left.1));
        }
        steps
    }
}

impl Graph for Row {
    fn node_count(&self) -> u32 {
        if self.wrong == "too few numbers" { 2 } else { 4 }
    }

    fn steps_from(&self, from: NodeId, steps: &mut Vec<Step>) {
        self.calls.set(self.calls.get() + 1);
        if self.wrong == "clears" {
            steps.clear();
        }
        steps.extend(self.headed(from, Sense::Along).iter().map(|(step, _)| step));
        match self.wrong {
            "too expensive" if from.0 == 1 => steps.push(Step { to: NodeId(0), cost: Cost::MAX }),
            "moody" if self.calls.get().is_multiple_of(2) => steps.reverse(),
            "leads out" if from.0 == 2 => steps.push(Step { to: NodeId(3), cost: Cost(5) }),
            "leads from nowhere" if from.0 == 3 => {
                steps.push(Step { to: NodeId(2), cost: Cost(5) });
            }
            _ => {}
        }
    }
}

impl ReverseGraph for Row {
    fn steps_into(&self, to: NodeId, steps: &mut Vec<Step>) {
        if self.wrong == "clears against" {
            steps.clear();
        }
        steps.extend(self.headed(to, Sense::Against).iter().map(|(step, _)| step));
        match self.wrong {
            "forgets a step" if to.0 == 2 => drop(steps.pop()),
            "invents a step" if to.0 == 2 => steps.push(Step { to: NodeId(0), cost: Cost(9) }),
            "other price" if to.0 == 0 => steps.iter_mut().for_each(|step| step.cost = Cost(7)),
            "told twice" if to.0 == 2 => steps.push(Step { to: NodeId(1), cost: Cost(5) }),
            _ => {}
        }
    }
}

impl Places for Row {
    type Place = char;

    fn node_at(&self, place: char) -> Option<NodeId> {
        match (place, self.wrong) {
            ('c', "forgets a place") => None,
            ('c', "mixes places up") => Some(NodeId(1)),
            ('c', "names a closed node") => Some(NodeId(3)),
            _ => "abc".find(place).and_then(|at| u32::try_from(at).ok()).map(NodeId),
        }
    }

    fn place_of(&self, node: NodeId) -> char {
        let all = if self.wrong == "names a closed node" { "abcc" } else { "abc-" };
        all.chars().nth(node.index()).unwrap()
    }

    fn can_stand_on(&self, node: NodeId) -> bool {
        node.0 < 3
    }

    fn neighbour_block(&self, first: NodeId, size: Size, block: &mut NeighbourBlock) -> bool {
        let is_there = size == Size::ONE && first.0 < 3;
        if self.wrong == "tells nothing" || !is_there {
            return false;
        }
        // A frame of 3 x 3 nodes in a row that has no row above or below it.
        let open = 0b111 & (0b1110 >> first.0);
        let level = NeighbourRow { open, right: open & open >> 1, ..NeighbourRow::default() };
        let (above, below) = (NeighbourRow::default(), NeighbourRow::default());
        *block = NeighbourBlock { stride: 9, rows: vec![above, level, below] };
        let [above, level, below] = &mut block.rows[..] else { unreachable!("made above") };
        match self.wrong {
            "a row too few" => drop(block.rows.pop()),
            "a bit too many" => below.open = 8,
            "closes" if first.0 == 1 => *level = NeighbourRow::default(),
            "parts" if first.0 == 1 => level.right &= !1,
            "parts to the right" if first.0 == 1 => level.right &= !2,
            "opens closed ground" if first.0 == 2 => level.open |= 4,
            "opens what is no node" if first.0 == 0 => level.open |= 1,
            "joins" if first.0 == 2 => level.right |= 2,
            "joins rows" => above.below_left = 4,
            "joins in the frame" if first.0 == 1 => level.below_right = 1,
            "steps over" => block.stride = 1,
            _ => {}
        }
        true
    }
}

impl Headings for Row {
    fn heading_count(&self) -> u32 {
        2
    }

    fn headed_steps(&self, node: NodeId, sense: Sense, tell: &mut dyn FnMut(Step, u32)) {
        let mut steps = self.headed(node, sense);
        match self.wrong {
            "another order" => steps.reverse(),
            "heading too high" => steps.iter_mut().for_each(|(_, heading)| *heading += 2),
            "heading turned" if sense == Sense::Against => {
                steps.iter_mut().for_each(|(_, heading)| *heading = 1 - *heading);
            }
            _ => {}
        }
        steps.into_iter().for_each(|(step, heading)| tell(step, heading));
    }
}

/// These estimates, by node.
struct Estimates([u32; 4], bool);

impl Heuristic for Estimates {
    fn estimate(&self, node: NodeId) -> Cost {
        Cost(self.0[node.index()])
    }

    fn is_consistent(&self) -> bool {
        self.1
    }
}

fn check_estimates(estimates: [u32; 4], is_consistent: bool) {
    check_heuristic(&row(""), &Estimates(estimates, is_consistent), &[NodeId(2)]);
}

/// Says something else each time.
struct Moody(Counter<u32>);

impl Heuristic for Moody {
    fn estimate(&self, node: NodeId) -> Cost {
        self.0.set(self.0.get() ^ 1);
        if node.0 == 2 { Cost::ZERO } else { Cost(self.0.get()) }
    }
}

#[test]
fn what_keeps_its_contract_passes() {
    check_graph(&row(""));
    check_reverse_graph(&row(""));
    check_places(&row(""));
    check_places(&row("tells nothing"));
    check_places(&row("steps over"));
    check_headings(&row(""));
    check_estimates([10, 5, 0, u32::MAX], true);
    check_estimates([10, 0, 0, 0], false);
    check_heuristic(&row(""), &Estimates([0, 0, 0, 9], true), &[NodeId(0), NodeId(2)]);
}

#[test]
#[should_panic(expected = "leads to node 2 of 2 nodes")]
fn a_step_out_of_the_numbers_is_caught() {
    check_graph(&row("too few numbers"));
}

#[test]
#[should_panic(expected = "the step from node 1 to node 0 costs too much to say")]
fn a_cost_too_large_to_say_is_caught() {
    check_graph(&row("too expensive"));
}

#[test]
#[should_panic(expected = "clears the buffer")]
fn a_cleared_buffer_is_caught() {
    check_graph(&row("clears"));
}

#[test]
#[should_panic(expected = "other steps the second time")]
fn a_changing_order_is_caught() {
    check_graph(&row("moody"));
}

#[test]
#[should_panic(expected = "steps_into of node 0 clears the buffer")]
fn a_buffer_cleared_on_the_way_back_is_caught() {
    check_reverse_graph(&row("clears against"));
}

#[test]
#[should_panic(expected = "no step into its end tells of the step (node 1, node 2")]
fn a_forgotten_step_is_caught() {
    check_reverse_graph(&row("forgets a step"));
}

#[test]
#[should_panic(expected = "no step from its start is the step (node 0, node 2")]
fn an_invented_step_is_caught() {
    check_reverse_graph(&row("invents a step"));
}

#[test]
#[should_panic(expected = "no step into its end tells of the step (node 1, node 0, Cost(4))")]
fn another_price_on_the_way_back_is_caught() {
    check_reverse_graph(&row("other price"));
}

#[test]
#[should_panic(expected = "no step from its start is the step (node 1, node 2")]
fn a_step_told_twice_is_caught() {
    check_reverse_graph(&row("told twice"));
}

#[test]
#[should_panic(expected = "node 2 is at 'c', where there is no node")]
fn a_forgotten_place_is_caught() {
    check_places(&row("forgets a place"));
}

#[test]
#[should_panic(expected = "node 2 is at 'c', whose node 1 is elsewhere")]
fn mixed_up_places_are_caught() {
    check_places(&row("mixes places up"));
}

#[test]
#[should_panic(expected = "'c' is open at node 2 and not at node 3")]
fn a_place_that_names_a_closed_node_is_caught() {
    check_places(&row("names a closed node"));
}

#[test]
#[should_panic(expected = "a step from node 2 leads to node 3, closed to all")]
fn a_step_onto_closed_ground_is_caught() {
    check_places(&row("leads out"));
}

#[test]
#[should_panic(expected = "nobody can stand on node 3, and yet it has steps")]
fn a_step_from_closed_ground_is_caught() {
    check_places(&row("leads from nowhere"));
}

fn check_block_of(wrong: &'static str) {
    check_places(&row(wrong));
}

#[test]
#[should_panic(expected = "has 2 rows for 1x1")]
fn a_neighbour_block_of_too_few_rows_is_caught() {
    check_block_of("a row too few");
}

#[test]
#[should_panic(expected = "has bits past its last column")]
fn a_neighbour_block_with_too_many_bits_is_caught() {
    check_block_of("a bit too many");
}

#[test]
#[should_panic(expected = "whether the block at node 1, 1x1, opens node 1")]
fn a_neighbour_block_that_closes_open_ground_is_caught() {
    check_block_of("closes");
}

#[test]
#[should_panic(expected = "does not tell of a step between node 1 and node 0")]
fn a_neighbour_block_that_lacks_a_step_is_caught() {
    check_block_of("parts");
}

#[test]
#[should_panic(expected = "does not tell of a step between node 1 and node 2")]
fn a_neighbour_block_that_lacks_a_step_to_the_right_is_caught() {
    check_block_of("parts to the right");
}

#[test]
#[should_panic(expected = "opens node 3, where nobody can stand")]
fn a_neighbour_block_that_opens_closed_ground_is_caught() {
    check_block_of("opens closed ground");
}

#[test]
#[should_panic(expected = "tells of number -1, which is no node")]
fn a_neighbour_block_of_no_nodes_is_caught() {
    check_block_of("opens what is no node");
}

#[test]
#[should_panic(expected = "joins node 2 and node 3, between which there are no steps both ways")]
fn a_neighbour_block_with_a_step_too_many_is_caught() {
    check_block_of("joins");
}

#[test]
#[should_panic(expected = "which is no node")]
fn a_neighbour_block_that_joins_rows_which_are_not_there_is_caught() {
    check_block_of("joins rows");
}

#[test]
#[should_panic(expected = "tells of number 10, which is no node")]
fn a_neighbour_block_wrong_in_its_frame_alone_is_caught() {
    check_block_of("joins in the frame");
}

#[test]
#[should_panic(expected = "the steps Along node 1 differ with and without headings")]
fn headed_steps_in_another_order_are_caught() {
    check_headings(&row("another order"));
}

#[test]
#[should_panic(expected = "has heading 3 of 2")]
fn a_heading_out_of_range_is_caught() {
    check_headings(&row("heading too high"));
}

#[test]
#[should_panic(expected = "no step into its end tells of the step (node 0, node 1, Cost(5), 0)")]
fn a_heading_turned_round_on_the_way_back_is_caught() {
    check_headings(&row("heading turned"));
}

#[test]
#[should_panic(expected = "Cost(11) is estimated at node 0, but 10 is enough")]
fn an_overestimate_is_caught() {
    check_estimates([11, 5, 0, 0], false);
}

#[test]
#[should_panic(expected = "drops from Cost(10) to Cost(0), by more than the step's Cost(5)")]
fn an_inconsistent_estimate_is_caught() {
    check_estimates([10, 0, 0, 0], true);
}

#[test]
#[should_panic(expected = "the estimate at the goal node 2 is not nothing")]
fn an_estimate_at_the_goal_is_caught() {
    check_estimates([0, 0, 1, 0], false);
}

#[test]
#[should_panic(expected = "two estimates at node 0 differ")]
fn a_changing_estimate_is_caught() {
    check_heuristic(&row(""), &Moody(Counter::new(0)), &[NodeId(2)]);
}
