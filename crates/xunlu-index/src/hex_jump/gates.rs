//! Links on hexes that undercut the distance, and what their being there makes of the straight line.
//!
//! From a hex a cheapest path either takes none of them, and then costs no less than the straight line, or
//! leads to one first. So the estimate is the least of the straight line to the goal, and of that to where
//! each is entered, a gate, with what the path costs on from there at least. Of more than a few it is known
//! only what the path costs on from any of them.

use super::axes::LineHex;
use super::map::HexJumpMap;
use xunlu_search::NodeLink;

/// So many are looked at one by one.
const FEW: usize = 64;

/// The least costs of paths by shortcuts to the goals. Nothing where there are none.
#[derive(Debug, Default)]
pub(super) struct Gates {
    // Where each is entered and the least that the path costs on from there, cheapest first.
    list: Vec<(LineHex, u32)>,
    // The same of all together, if they are many.
    least_on: Option<u32>,
    // Scratch: from where to where each leads and what it costs; those that are settled come first.
    own: Vec<Shortcut>,
}

#[derive(Clone, Copy, Debug)]
struct Shortcut {
    from: LineHex,
    to: LineHex,
    cost: u32,
    // The least that the path costs on from where it is entered.
    on: u32,
}

impl Gates {
    /// Works them out for goals to which the straight line costs `to_goal`.
    pub(super) fn begin(
        &mut self,
        map: &HexJumpMap,
        step: u32,
        links: &[NodeLink],
        to_goal: impl Fn(LineHex) -> u32,
    ) {
        self.list.clear();
        self.least_on = None;
        let between = |from, to| map.hexes.distance(from, to) * step;
        let Gates { list, least_on, own } = self;
        own.clear();
        own.extend(links.iter().filter_map(|link| {
            let [from, to] = [link.from, link.to].map(|end| map.hexes.hex_at(end));
            let is_short = link.cost.0 < between(from, to) && map.is_open(from) && map.is_open(to);
            let (cost, on) = (link.cost.0, link.cost.0.saturating_add(to_goal(to)));
            is_short.then_some(Shortcut { from, to, cost, on })
        }));
        if own.len() > FEW {
            // A path that takes several pays at least the last one and the straight line from there.
            *least_on = own.iter().map(|link| link.on).min();
            return;
        }
        for settled in 0..own.len() {
            let rest = &mut own[settled..];
            let Some(next) = (0..rest.len()).min_by_key(|&at| rest[at].on) else { break };
            rest.swap(0, next);
            let (next, rest) = rest.split_at_mut(1);
            for link in rest {
                let by_next = between(link.to, next[0].from).saturating_add(next[0].on);
                link.on = link.cost.saturating_add(by_next).min(link.on);
            }
        }
        // From where the straight line costs no more, no path gains anything by it.
        let gates = own.iter().filter(|link| link.on < to_goal(link.from));
        list.extend(gates.map(|link| (link.from, link.on)));
    }

    /// Whether no path gains anything.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty() && self.least_on.is_none()
    }

    /// The least of what the straight line costs and of what paths by them cost.
    pub(super) fn least(&self, by_steps: u32, to_entry: impl Fn(LineHex) -> u32) -> u32 {
        let mut least = self.least_on.map_or(by_steps, |on| on.min(by_steps));
        for &(entry, on) in &self.list {
            if on >= least {
                break;
            }
            least = to_entry(entry).saturating_add(on).min(least);
        }
        least
    }

    pub(super) fn bytes(&self) -> usize {
        self.list.capacity() * size_of::<(LineHex, u32)>()
            + self.own.capacity() * size_of::<Shortcut>()
    }
}
