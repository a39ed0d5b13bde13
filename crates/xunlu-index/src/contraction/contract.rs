//! A checker of what networks promise, for tests of each.
#![cfg(test)]

use super::flow::{End, Flow, Network, Side};

/// As much flows as the cheapest of all cuts costs, which is told, and what holds it up near both ends are
/// cuts that cost as much. `price` says what a cut costs, or `None` if it is none.
pub(super) fn check_network<N: Network>(
    network: N,
    cheapest: u64,
    price: impl Fn(&[Side]) -> Option<u64>,
) {
    let mut flow = Flow::new(network);
    assert_eq!(flow.fill(|_| true), Some(cheapest));
    for end in [End::Sources, End::Sinks] {
        let sides = flow.sides(end);
        assert_eq!(price(&sides), Some(cheapest), "next to the {end:?}: {sides:?}");
    }
    assert_eq!(flow.fill(|_| true), Some(0), "nothing more can flow");
}
