//! Links that undercut the distance: teleports, lifts, stairs to another floor. An estimate that did
//! not know them would be too high.

use super::few::Few;
use crate::view::NodeLink;
use xunlu_map::{Cost, NodeId};

/// The most shortcuts an estimate weighs one by one. With more it only knows what the cheapest path
/// on from any of them costs, which is still a lower bound, and a weaker one.
const FEW: usize = 16;

/// For each shortcut, where it is entered and the least that the path on from there costs.
#[derive(Clone, Debug)]
pub(crate) enum Shortcuts<P> {
    /// One by one.
    Few(Few<(P, Cost), FEW>),
    /// So many that only the cheapest path on is known.
    Many {
        /// The least that the path on costs from any shortcut's entry.
        cheapest: Cost,
    },
}

impl<P: Copy> Shortcuts<P> {
    /// The shortcuts among `links`. `between` is the least cost between two places but for links,
    /// [`Cost::MAX`] where there is no other way, and may have lost `slack` in rounding; `to_goal` is
    /// the least cost from a place to the goal but for links.
    pub(crate) fn new(
        links: &[NodeLink],
        place_of: impl Fn(NodeId) -> P,
        slack: Cost,
        between: impl Fn(P, P) -> Cost,
        to_goal: impl Fn(P) -> Cost,
    ) -> Shortcuts<P> {
        let ends = |link: &NodeLink| (place_of(link.from), place_of(link.to), link.cost);
        let undercuts = |&(from, to, cost): &(P, P, Cost)| cost < between(from, to) + slack;
        let mut few: Few<(P, P, Cost), FEW> = Few::new();
        let mut cheapest = Cost::MAX;
        let mut is_many = false;
        for (from, to, cost) in links.iter().map(ends).filter(undercuts) {
            cheapest = cheapest.min(cost + to_goal(to));
            is_many |= !few.push((from, to, cost));
        }
        if is_many {
            // A path that takes several links pays at least the last one and the path on from there.
            return Shortcuts::Many { cheapest };
        }
        Shortcuts::Few(settle(&few, between, to_goal))
    }

    /// Whether there is no shortcut.
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Shortcuts::Few(few) if few.len() == 0)
    }

    /// The least that a path by some shortcut costs from a place, given the least cost of getting
    /// from there to a shortcut's entry.
    #[inline]
    pub(crate) fn least_from(&self, to_entry: impl Fn(P) -> Cost) -> Cost {
        match self {
            Shortcuts::Few(few) => {
                let costs = few.iter().map(|(entry, on)| to_entry(*entry) + *on);
                costs.min().unwrap_or(Cost::MAX)
            }
            Shortcuts::Many { cheapest } => *cheapest,
        }
    }
}

/// The least cost of the path on from each shortcut's entry, which may lead through others: Bellman
/// and Ford's relaxation, as often as there are shortcuts.
fn settle<P: Copy>(
    few: &Few<(P, P, Cost), FEW>,
    between: impl Fn(P, P) -> Cost,
    to_goal: impl Fn(P) -> Cost,
) -> Few<(P, Cost), FEW> {
    let mut on: Few<(P, Cost), FEW> = Few::new();
    for (from, to, cost) in few.iter() {
        on.push((*from, *cost + to_goal(*to)));
    }
    for _ in 0..few.len() {
        for (number, (_, to, cost)) in few.iter().enumerate() {
            let by_another = on.iter().map(|(entry, rest)| between(*to, *entry) + *rest).min();
            let least = *cost + by_another.unwrap_or(Cost::MAX);
            if let Some((_, rest)) = on.get_mut(number) {
                *rest = least.min(*rest);
            }
        }
    }
    on
}
