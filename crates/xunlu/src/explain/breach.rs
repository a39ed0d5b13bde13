//! The cheapest breach: Dijkstra (1959) on a map without obstacles, where each of those that the real
//! map has costs more than any path.
//!
//! A loop of its own, because its costs have two parts that one [`Cost`](xunlu_map::Cost) cannot hold.

use super::relaxed::{Need, Relaxed};
use crate::deadline::Deadline;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use xunlu_map::NodeId;
use xunlu_search::Limit;

/// Obstacles first, then how many of them are walls, then cost: among as many obstacles a door or a key
/// is told before a wall that would have to be torn down. So many steps of so much cost stay far below
/// 64 bits.
type Price = (u32, u32, u64);

/// So many expansions lie between two looks at whether it is late: for a large mover each takes long.
const EXPANSIONS_A_LOOK: u64 = 16;

#[derive(Clone, Copy)]
struct Record {
    price: Price,
    parent: NodeId,
}

/// The nodes of the path with the fewest obstacles to an end, among equals the one with the fewest walls,
/// then the cheapest, then the one through lower numbers. Returns `None` if there is none with at most
/// `most` of them.
///
/// Takes one off `budget` for each expansion, which costs what the mover covers for each of its steps.
///
/// # Errors
/// When the budget is used up, or it is late.
pub(super) fn breach(
    relaxed: &Relaxed<'_>,
    start: NodeId,
    is_end: &dyn Fn(NodeId) -> bool,
    most: u32,
    budget: &mut u64,
    deadline: Deadline<'_>,
) -> Result<Option<Vec<NodeId>>, Limit> {
    let unseen = Record { price: (u32::MAX, u32::MAX, u64::MAX), parent: NodeId::NONE };
    let given_up = |_| Limit::Expansions;
    let all = relaxed.node_count() as usize;
    let mut records = deadline.filled(&unseen, all).map_err(given_up)?;
    records[start.index()].price = (0, 0, 0);
    let mut open = BinaryHeap::from([Reverse(((0, 0, 0), start))]);
    let mut needs = Vec::new();
    while let Some(Reverse((price, node))) = open.pop() {
        if records[node.index()].price != price {
            continue;
        }
        if is_end(node) {
            let back = std::iter::successors(Some(node), |node| {
                let parent = records[node.index()].parent;
                (parent != NodeId::NONE).then_some(parent)
            });
            let mut path: Vec<NodeId> = back.collect();
            path.reverse();
            return Ok(Some(path));
        }
        *budget = budget.checked_sub(1).ok_or(Limit::Expansions)?;
        if budget.is_multiple_of(EXPANSIONS_A_LOOK) {
            deadline.look().map_err(given_up)?;
        }
        relaxed.each_step(node, &mut needs, &mut |to, cost, needs| {
            let (obstacles, walls) = count(relaxed, needs);
            let price = (
                price.0.saturating_add(obstacles),
                price.1.saturating_add(walls),
                price.2 + u64::from(cost.0),
            );
            let known = &mut records[to.index()];
            if price.0 <= most && price < known.price {
                *known = Record { price, parent: node };
                open.push(Reverse((price, to)));
            }
        });
    }
    Ok(None)
}

/// What the step from one node to the next needs: of several the least.
pub(super) fn needs_of(relaxed: &Relaxed<'_>, from: NodeId, to: NodeId) -> Vec<Need> {
    let mut least: Option<(Price, Vec<Need>)> = None;
    relaxed.each_step(from, &mut Vec::new(), &mut |reached, cost, needs| {
        let (obstacles, walls) = count(relaxed, needs);
        let price = (obstacles, walls, u64::from(cost.0));
        if reached == to && least.as_ref().is_none_or(|least| price < least.0) {
            least = Some((price, needs.to_vec()));
        }
    });
    least.map_or(Vec::new(), |(_, needs)| needs)
}

/// How many obstacles there are, and how many of them are walls.
fn count(relaxed: &Relaxed<'_>, needs: &[Need]) -> (u32, u32) {
    let number = |count| u32::try_from(count).unwrap_or(u32::MAX);
    let walls = needs.iter().filter(|need| relaxed.is_wall(need));
    (number(needs.len()), number(walls.count()))
}
