//! Links between cells, as the roadmap knows them: between subgoals, for wherever one may be taken a path may
//! turn, and in all directions.

use super::reach::Reach;
use super::turns::Outlook;
use crate::jump::{JumpMap, PaddedCell};
use xunlu_map::NodeId;
use xunlu_search::NodeLink;

/// The links by which some path may be cheaper than by steps alone, those that lead both ways at both ends.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Links {
    // In the order of where they are entered, and of where they lead.
    list: Vec<SubgoalLink>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct SubgoalLink {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) cost: u32,
}

impl SubgoalLink {
    const fn turned(self) -> SubgoalLink {
        SubgoalLink { from: self.to, to: self.from, cost: self.cost }
    }
}

/// The ends of links that a mover on this map may take, where it can stand on both.
///
/// # Panics
/// When an end is not a node of the map.
pub(super) fn ends(map: &JumpMap, links: &[NodeLink]) -> Vec<PaddedCell> {
    let ends = links.iter().map(|link| [link.from, link.to].map(|node| cell_of(map, node)));
    ends.filter(|ends| ends.iter().all(|&end| map.is_open(end))).flatten().collect()
}

/// A number worked out of where the mover can stand and of the links that it may take, in whatever order they
/// are told: the same on every machine.
pub(super) fn digest(map: &JumpMap, links: &[NodeLink]) -> u64 {
    let mut links = links.to_vec();
    links.sort_unstable();
    let numbers = links.iter().flat_map(|link| [link.from.0, link.to.0, link.cost.0]);
    // FNV-1a (Fowler, Noll and Vo 1991), a number at a time.
    numbers.fold(map.standing_digest(), |hash, number| {
        let mixed = (hash ^ u64::from(number)).wrapping_mul(0x0100_0000_01b3);
        mixed ^ mixed >> 29
    })
}

fn cell_of(map: &JumpMap, node: NodeId) -> PaddedCell {
    let layout = map.layout();
    assert!(node.0 < layout.len(), "{node:?} is not a node of this map");
    PaddedCell { x: node.0 % layout.stride(), y: node.0 / layout.stride() }
}

impl Links {
    /// Those of a map whose ends are subgoals all.
    pub(super) fn new(map: &JumpMap, reach: &Reach, links: &[NodeLink]) -> Links {
        let known = |link: &NodeLink| {
            let [from, to] = [link.from, link.to].map(|node| cell_of(map, node));
            let subgoals = [reach.number_at(from)?, reach.number_at(to)?];
            let is_of_use = link.cost.0 < reach.least(from, to)
                || !reach.has_free_leg(from, to) && !reach.has_free_leg(to, from);
            let [from, to] = subgoals;
            is_of_use.then_some(SubgoalLink { from, to, cost: link.cost.0 })
        };
        Links::of(links.iter().filter_map(known))
    }

    /// Of several between the same ends the cheapest.
    fn of(links: impl Iterator<Item = SubgoalLink>) -> Links {
        let mut list: Vec<SubgoalLink> = links.collect();
        list.sort_unstable();
        list.dedup_by_key(|link| (link.from, link.to));
        list.shrink_to_fit();
        Links { list }
    }

    /// The same taken backwards.
    pub(super) fn turned(&self) -> Links {
        Links::of(self.list.iter().map(|link| link.turned()))
    }

    /// The same, each both ways.
    pub(super) fn both_ways(&self) -> Links {
        Links::of(self.list.iter().flat_map(|link| [*link, link.turned()]))
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many there are, those that lead both ways counted twice.
    pub(super) const fn len(&self) -> usize {
        self.list.len()
    }

    /// The links from a subgoal.
    pub(super) fn from(&self, subgoal: u32) -> &[SubgoalLink] {
        let first = self.list.partition_point(|link| link.from < subgoal);
        let count = self.list[first..].iter().take_while(|link| link.from == subgoal).count();
        &self.list[first..first + count]
    }

    /// What the link from one subgoal to another costs. Returns `None` if there is none.
    pub(super) fn cost(&self, from: u32, to: u32) -> Option<u32> {
        let at = self.list.binary_search_by_key(&(from, to), |link| (link.from, link.to)).ok()?;
        Some(self.list[at].cost)
    }

    /// What decides how paths may go on at a subgoal with these neighbours, by links that lead both ways.
    pub(super) fn outlook(&self, subgoal: u32, around: u8) -> Outlook {
        Outlook { around, has_links: !self.from(subgoal).is_empty() }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.list[..])
    }
}
