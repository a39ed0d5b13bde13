//! Links that undercut the distance, and what their being there makes of the straight-line estimate.
//!
//! From a cell a cheapest path either takes none of them, and then it costs no less than the straight line,
//! or it leads to one first. So the estimate is the least of the straight line to the goal, and of that to
//! where each of them is entered and what the path on from there costs at least. That is worked out once for
//! a goal; of most of them it turns out that no path gains anything by them.
//!
//! With many of them only two weaker bounds are affordable, and the higher one counts: that a path pays at
//! least the last one that it takes and the straight line from there, and that it gains no more by all of
//! them than each of them undercuts the distance by.

use super::costs::JumpCosts;
use super::map::JumpMap;
use super::numbers::PaddedCell;
use super::rule::JumpRule;
use std::ops::Range;
use xunlu_map::{LinkId, NodeId};
use xunlu_search::{LinkTable, NodeLink};

/// With so many shortcuts at most it is known exactly what the path on from each costs at least.
const FEW: usize = 16;

/// So many gates are looked at one by one; those beyond, from which paths on cost the most, as if each were
/// where it is asked from.
const GATES_MAX: usize = 64;

/// The links that a mover may take now, and which of them undercut the distance.
#[derive(Clone, Copy, Debug)]
pub struct JumpLinks<'a> {
    /// All of them.
    pub table: &'a LinkTable,
    /// Those that do.
    pub shortcuts: &'a JumpShortcuts,
}

/// The links that cost a mover less than the distance between their ends, for what its jumps cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JumpShortcuts {
    costs: JumpCosts,
    rule: JumpRule,
    stride: u32,
    // In the order of the links' numbers.
    list: Vec<Shortcut>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Shortcut {
    number: LinkId,
    from: PaddedCell,
    to: PaddedCell,
    cost: u32,
    // By how much it undercuts the distance.
    gain: u32,
}

impl JumpShortcuts {
    /// None yet, for jumps on a map at these costs.
    #[must_use]
    pub const fn none(map: &JumpMap, costs: JumpCosts) -> JumpShortcuts {
        let (rule, stride) = (map.rule, map.layout().stride());
        JumpShortcuts { costs, rule, stride, list: Vec::new() }
    }

    /// What jumps cost those whom it is for.
    #[must_use]
    pub const fn costs(&self) -> JumpCosts {
        self.costs
    }

    /// Takes in what a link is to the mover now: one way or two, or none at all.
    pub fn renew(&mut self, number: LinkId, links: impl IntoIterator<Item = NodeLink>) {
        let Range { start, end } = self.place_of(number);
        let cell = |NodeId(node)| PaddedCell { x: node % self.stride, y: node / self.stride };
        let shortcuts = links.into_iter().filter_map(|link| {
            let (from, to, cost) = (cell(link.from), cell(link.to), link.cost.0);
            let gain = self.costs.between(self.rule, from, to).checked_sub(cost)?;
            (gain > 0).then_some(Shortcut { number, from, to, cost, gain })
        });
        let shortcuts: Vec<Shortcut> = shortcuts.collect();
        self.list.splice(start..end, shortcuts);
    }

    /// Where those of a link are, or else would be.
    fn place_of(&self, number: LinkId) -> Range<usize> {
        let start = self.list.partition_point(|known| known.number < number);
        let count = self.list[start..].iter().take_while(|known| known.number == number).count();
        start..start + count
    }

    /// How much memory they take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&self.list[..])
    }
}

/// The least costs of paths by shortcuts to one goal. Nothing where there are none.
#[derive(Clone, Debug, Default)]
pub(super) struct Gates {
    // Where a shortcut is entered, and the least that the path on from there costs, cheapest first.
    list: Vec<(PaddedCell, u32)>,
    // The least that paths on from all the others cost.
    beyond: Option<u32>,
    // The most that any path gains, if that is a bound of its own.
    gain_max: Option<u32>,
    // Scratch: the least cost of the path on from each shortcut.
    on: Vec<u32>,
}

impl Gates {
    /// Works them out for a goal to which the straight line costs `to_goal`.
    pub(super) fn begin(
        &mut self,
        map: &JumpMap,
        links: Option<JumpLinks<'_>>,
        to_goal: impl Fn(PaddedCell) -> u32,
    ) {
        self.list.clear();
        (self.beyond, self.gain_max) = (None, None);
        let Some(JumpLinks { shortcuts: JumpShortcuts { list, costs, rule, .. }, .. }) = links
        else {
            return;
        };
        // Elsewhere nobody can stand: such a link is none.
        let leads = |link: &&Shortcut| map.is_open(link.to);
        let own = list.iter().filter(leads);
        let mut on = std::mem::take(&mut self.on);
        on.clear();
        on.extend(own.clone().map(|link| link.cost.saturating_add(to_goal(link.to))));
        if on.len() <= FEW {
            settle(&own, &mut on, |from, to| costs.between(*rule, from, to));
        } else {
            let last = on.iter().copied().min().unwrap_or(u32::MAX);
            for (link, on) in own.clone().zip(&mut on) {
                *on = link.cost.saturating_add(last).min(*on);
            }
            let gains = gains(own.clone());
            self.gain_max = Some(gains);
        }
        let gates = own.zip(&on).map(|(link, on)| (link.from, *on));
        // From where the straight line costs no more, no path gains anything by it.
        self.list.extend(gates.filter(|(entry, on)| *on < to_goal(*entry)));
        self.list.sort_unstable_by_key(|(entry, on)| (*on, entry.y, entry.x));
        self.beyond = self.list.get(GATES_MAX).map(|(_, on)| *on);
        self.list.truncate(GATES_MAX);
        self.on = on;
    }

    /// Whether no path gains anything.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// A lower bound of the cost from a cell to the goal, given what the straight line there costs.
    #[cold]
    #[inline(never)]
    pub(super) fn least(
        &self,
        map: &JumpMap,
        costs: JumpCosts,
        cell: PaddedCell,
        direct: u32,
    ) -> u32 {
        let mut least = direct;
        for &(entry, on) in &self.list {
            if on >= least {
                break;
            }
            least = costs.between(map.rule, cell, entry).saturating_add(on).min(least);
        }
        least = self.beyond.map_or(least, |beyond| beyond.min(least));
        self.gain_max.map_or(least, |gain| direct.saturating_sub(gain).max(least))
    }

    pub(super) fn bytes(&self) -> usize {
        self.list.capacity() * size_of::<(PaddedCell, u32)>()
            + self.on.capacity() * size_of::<u32>()
    }
}

/// The most that a path gains: by each link once, one way or the other, for who takes it back is where he
/// was.
fn gains<'a>(links: impl Iterator<Item = &'a Shortcut>) -> u32 {
    let (mut all, mut last) = (0_u32, None);
    for link in links {
        if last.replace(link.number) != Some(link.number) {
            all = all.saturating_add(link.gain);
        }
    }
    all
}

/// Lowers what the paths on from shortcuts cost, `on`, to what they cost by way of further ones: from the
/// cheapest on, each is final when it is taken, for no cost is negative.
fn settle<'a>(
    links: &(impl Iterator<Item = &'a Shortcut> + Clone),
    on: &mut [u32],
    between: impl Fn(PaddedCell, PaddedCell) -> u32,
) {
    let mut is_left = [true; FEW];
    for _ in 0..on.len() {
        let left = (0..on.len()).filter(|&place| is_left[place]);
        let Some(next) = left.min_by_key(|&place| on[place]) else { return };
        is_left[next] = false;
        let Some(entry) = links.clone().nth(next).map(|link| link.from) else { return };
        for (link, on_from) in links.clone().zip(0..) {
            let by_next = between(link.to, entry).saturating_add(on[next]);
            on[on_from] = link.cost.saturating_add(by_next).min(on[on_from]);
        }
    }
}
