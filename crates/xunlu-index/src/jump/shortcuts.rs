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
//!
//! From one layer to another there is no straight line. So every link that joins two undercuts the distance,
//! and from cells of other layers the estimate is by links alone, or by landmarks at all of them
//! (`stairs.rs`).

use super::costs::JumpCosts;
use super::map::JumpMap;
use super::numbers::{NO_PATH, PaddedCell};
use super::round::Round;
use super::rule::JumpRule;
use super::stack::Stack;
use std::ops::Range;
use std::sync::Arc;
use xunlu_map::{LinkId, NodeId};
use xunlu_search::{LinkTable, NodeLink};

/// With so many shortcuts at most it is known exactly what the path on from each costs at least.
const FEW: usize = u64::BITS as usize;

/// So many are looked at for each cell that a search comes to after ground was opened.
const LOOKED_AT_MAX: usize = 256;

/// So many gates are looked at one by one; those beyond, from which paths on cost the most, as if each were
/// where it is asked from.
const GATES_MAX: usize = 64;

/// The links that a mover may take now, and which of them undercut the distance.
#[derive(Clone, Copy, Debug)]
pub struct JumpLinks<'a> {
    /// All of them.
    pub table: &'a LinkTable,
    /// The steps around what is [cut out](JumpMap::cut_out), by the nodes that they begin at: they are taken
    /// as links are.
    pub steps: &'a [NodeLink],
    /// The links that undercut the distance.
    pub shortcuts: &'a JumpShortcuts,
}

impl<'a> JumpLinks<'a> {
    /// What leads on from a node: links, and steps.
    #[inline(never)]
    pub(super) fn leading_from(self, node: NodeId) -> [&'a [NodeLink]; 2] {
        let first = self.steps.partition_point(|step| step.from < node);
        let count = self.steps[first..].iter().take_while(|step| step.from == node).count();
        [self.table.links_from(node), &self.steps[first..first + count]]
    }
}

/// The links that cost a mover less than the distance between their ends, for what its jumps cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JumpShortcuts {
    costs: JumpCosts,
    rule: JumpRule,
    stride: u32,
    // Where each layer lies, if there are several, and how edges are joined, if any are.
    stack: Option<Arc<Stack>>,
    round: Option<Round>,
    // In the order of the links' numbers.
    list: Vec<Shortcut>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Shortcut {
    number: LinkId,
    from: PaddedCell,
    to: PaddedCell,
    // The layers of both.
    layers: [u32; 2],
    cost: u32,
    // By how much it undercuts the distance.
    gain: u32,
}

impl JumpShortcuts {
    /// None yet, for jumps on a map at these costs.
    #[must_use]
    pub fn none(map: &JumpMap, costs: JumpCosts) -> JumpShortcuts {
        let (rule, stride) = (map.rule, map.layout().stride());
        let (stack, round) = (map.stack.clone(), map.round.clone());
        JumpShortcuts { costs, rule, stride, stack, round, list: Vec::new() }
    }

    /// What jumps cost those whom it is for.
    #[must_use]
    pub const fn costs(&self) -> JumpCosts {
        self.costs
    }

    /// Whether no link undercuts the distance.
    pub(super) const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether each of them leads from one layer to another.
    pub(super) fn join_layers_alone(&self) -> bool {
        self.list.iter().all(|link| link.layers[0] != link.layers[1])
    }

    /// Whether one of them begins or ends at a cell.
    pub(super) fn has_end_at(&self, cell: PaddedCell) -> bool {
        self.list.iter().any(|link| link.from == cell || link.to == cell)
    }

    /// Takes in what a link is to the mover now: one way or two, or none at all.
    pub fn renew(&mut self, number: LinkId, links: impl IntoIterator<Item = NodeLink>) {
        let Range { start, end } = self.place_of(number);
        let cell = |node: NodeId| match &self.stack {
            None => PaddedCell { x: node.0 % self.stride, y: node.0 / self.stride },
            Some(stack) => stack.cell_at(node),
        };
        let shortcuts = links.into_iter().filter_map(|link| {
            let (from, to) = (cell(link.from), cell(link.to));
            // What costs as much as can be is no reason to take it for no path.
            let cost = link.cost.0.min(NO_PATH - 1);
            let gain = self.between(from, to).checked_sub(cost)?;
            let layers = [from, to].map(|end| self.layer_of(end));
            (gain > 0).then_some(Shortcut { number, from, to, layers, cost, gain })
        });
        let shortcuts: Vec<Shortcut> = shortcuts.collect();
        self.list.splice(start..end, shortcuts);
    }

    fn layer_of(&self, cell: PaddedCell) -> u32 {
        self.stack.as_ref().map_or(0, |stack| stack.layer_of(cell.y))
    }

    /// What the straight line from one cell to another costs at least: [`NO_PATH`] to another layer.
    fn between(&self, from: PaddedCell, to: PaddedCell) -> u32 {
        let layer = self.layer_of(from);
        match &self.round {
            _ if layer != self.layer_of(to) => NO_PATH,
            None => self.costs.between(self.rule, from, to),
            Some(round) => {
                let [columns, rows] = round.apart(layer, from, [to; 2]);
                self.costs.least(self.rule, columns, rows)
            }
        }
    }

    /// The least costs of going from a cell through any of them, and through any of them to another cell; no
    /// cost at all where there are too many to be looked at for each cell.
    pub(super) fn least_through(&self, from: PaddedCell, to: PaddedCell) -> [u32; 2] {
        if self.list.len() > LOOKED_AT_MAX {
            return [0; 2];
        }
        let costs = self.list.iter().map(|link| {
            [
                plus(self.between(from, link.from), link.cost),
                plus(link.cost, self.between(link.to, to)),
            ]
        });
        costs.fold([NO_PATH; 2], |[in_one, out], [one, other]| [in_one.min(one), out.min(other)])
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

/// Where a shortcut is entered.
#[derive(Clone, Copy, Debug)]
struct Gate {
    layer: u32,
    entry: PaddedCell,
    // The least that the path on from there costs.
    on: u32,
    // In which range of the open list a search passed it, or `NEVER`.
    passed_in: u32,
}

/// No range of an open list.
const NEVER: u32 = u32::MAX;

/// The least costs of paths by shortcuts to one goal. Nothing where there are none.
///
/// A gate that a search has passed counts no more once no cheaper path to it is left to be found: whatever
/// else the search goes on to leads elsewhere. So it looks no longer for a stair that it has found, however
/// much more than the straight line the floors beyond it cost.
#[derive(Clone, Debug, Default)]
pub(super) struct Gates {
    // Those of each layer together, cheapest first.
    list: Vec<Gate>,
    // The least that paths on from all the others cost.
    beyond: Option<u32>,
    // Of which layer it was asked last, and where its gates are.
    asked: Option<(u32, Range<usize>)>,
    // The first range of the open list in which one of them was passed.
    passed_in: u32,
    // The most that any path gains, if that is a bound of its own.
    gain_max: Option<u32>,
    // Scratch: the shortcuts, and the least cost of the path on from each.
    own: Vec<Shortcut>,
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
        (self.asked, self.passed_in) = (None, NEVER);
        let Some(JumpLinks { shortcuts: JumpShortcuts { list, costs, .. }, .. }) = links else {
            return;
        };
        // Elsewhere nobody can stand: such a link is none.
        let leads = |link: &&Shortcut| map.can_stand(link.to);
        let Gates { own, on, .. } = self;
        own.clear();
        own.extend(list.iter().filter(leads));
        on.clear();
        on.extend(own.iter().map(|link| plus(link.cost, to_goal(link.to))));
        if on.len() <= FEW {
            settle(own, on, |from, to| map.between_on_layer(*costs, from, to));
        } else {
            let last = on.iter().copied().min().unwrap_or(NO_PATH);
            for (link, on) in own.iter().zip(&mut *on) {
                *on = plus(link.cost, last).min(*on);
            }
            // A gain from layer to layer is beyond all bounds, and so bounds nothing.
            self.gain_max = Some(gains(own)).filter(|&gain| gain < u32::MAX);
        }
        let gates = own.iter().zip(&*on).map(|(link, &on)| {
            let ([layer, _], entry) = (link.layers, link.from);
            Gate { layer, entry, on, passed_in: NEVER }
        });
        // From where the straight line costs no more, no path gains anything by it.
        self.list.extend(gates.filter(|gate| gate.on < to_goal(gate.entry)));
        for by_layer in [0, 1] {
            self.list.sort_unstable_by_key(|Gate { layer, entry, on, .. }| {
                (layer * by_layer, *on, entry.y, entry.x)
            });
            self.beyond = self.beyond.or(self.list.get(GATES_MAX).map(|gate| gate.on));
            self.list.truncate(GATES_MAX);
        }
    }

    /// Whether no path gains anything.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether no step and no link costs less than what it takes off their bounds: what any path gains at
    /// most is taken off wherever the search is, and by a link it comes to where it no longer is.
    pub(super) const fn are_consistent(&self) -> bool {
        self.gain_max.is_none()
    }

    /// Takes note that a search goes on from a cell in this range of its open list.
    pub(super) fn pass(&mut self, cell: PaddedCell, range: u32) {
        for gate in self.list.iter_mut().filter(|gate| gate.entry == cell) {
            gate.passed_in = range;
            self.passed_in = range.min(self.passed_in);
        }
    }

    /// Takes none for passed that was not dropped.
    pub(super) fn forget_passed(&mut self) {
        self.list.iter_mut().for_each(|gate| gate.passed_in = NEVER);
        self.passed_in = NEVER;
    }

    /// Drops the gates passed before the search came to this range. Returns whether there were any.
    pub(super) fn drop_passed(&mut self, range: u32) -> bool {
        let are_some = self.passed_in < range;
        if are_some {
            self.list.retain(|gate| gate.passed_in >= range);
            self.passed_in = self.list.iter().map(|gate| gate.passed_in).min().unwrap_or(NEVER);
            self.asked = None;
        }
        are_some
    }

    /// A lower bound of the cost from a cell to the goal, given what the straight line there costs.
    pub(super) fn least(
        &mut self,
        map: &JumpMap,
        costs: JumpCosts,
        cell: PaddedCell,
        direct: u32,
    ) -> u32 {
        let mut least = direct;
        for &Gate { entry, on, .. } in self.of_layer(map.layer_of(cell)) {
            if on >= least {
                break;
            }
            let to_entry = map.between(costs, cell, entry);
            least = to_entry.saturating_add(on).min(NO_PATH - 1).min(least);
        }
        least = self.beyond.map_or(least, |beyond| beyond.min(least));
        self.gain_max.map_or(least, |gain| direct.saturating_sub(gain).max(least))
    }

    fn of_layer(&mut self, layer: u32) -> &[Gate] {
        let known = self.asked.take().filter(|(asked, _)| *asked == layer);
        let (_, places) = self.asked.insert(known.unwrap_or_else(|| {
            let [first, next] =
                [layer, layer + 1].map(|from| self.list.partition_point(|gate| gate.layer < from));
            (layer, first..next)
        }));
        &self.list[places.clone()]
    }

    pub(super) fn bytes(&self) -> usize {
        self.list.capacity() * size_of::<Gate>()
            + self.own.capacity() * size_of::<Shortcut>()
            + self.on.capacity() * size_of::<u32>()
    }
}

/// The cost of two parts of a path: [`NO_PATH`] if one of them is none, and not so by being large.
#[inline]
pub(super) fn plus(one: u32, other: u32) -> u32 {
    let is_none = one == NO_PATH || other == NO_PATH;
    if is_none { NO_PATH } else { one.saturating_add(other).min(NO_PATH - 1) }
}

/// The most that a path gains: by each link once, one way or the other, for who takes it back is where he
/// was.
fn gains(links: &[Shortcut]) -> u32 {
    let (mut all, mut last) = (0_u32, None);
    for link in links {
        if last.replace(link.number) != Some(link.number) {
            all = all.saturating_add(link.gain);
        }
    }
    all
}

/// Lowers what the paths on from shortcuts cost, `on`, to what they cost by way of further ones: from the
/// cheapest on, each is final when it is taken, for no cost is negative. `between` tells what a straight line
/// costs on one layer.
fn settle(links: &[Shortcut], on: &mut [u32], between: impl Fn(PaddedCell, PaddedCell) -> u32) {
    // Those that are not settled yet, with what is known of each.
    let mut left = [(NO_PATH, 0); FEW];
    let mut left = &mut left[..on.len()];
    for (place, (left, &on)) in left.iter_mut().zip(&*on).enumerate() {
        *left = (on, place);
    }
    while let Some((cheapest, rest)) = left.split_first_mut() {
        for other in &mut *rest {
            if other.0 < cheapest.0 {
                std::mem::swap(cheapest, other);
            }
        }
        let (least, next) = *cheapest;
        if least == NO_PATH {
            break;
        }
        let Shortcut { from: entry, layers: [layer, _], .. } = links[next];
        for (known, place) in &mut *rest {
            let Shortcut { to, layers, cost, .. } = links[*place];
            if layers[1] == layer {
                let on_by_next = between(to, entry).saturating_add(least).saturating_add(cost);
                *known = on_by_next.min(NO_PATH - 1).min(*known);
            }
        }
        on[next] = least;
        left = rest;
    }
}
