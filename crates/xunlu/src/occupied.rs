//! Who stands on which cell, and what that is to whoever asks.

use crate::unit::{Group, Passing, Unit, UnitId};
use crate::usage::Expansions;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;
use xunlu_index::JumpMap;
use xunlu_map::{Cost, NodeId, Passability, Rect};

/// Groups that close their places to somebody, a bit each.
pub(crate) type Groups = [u64; 4];

/// Everybody who stands somewhere at one moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Occupied {
    // Changes whenever anything here does: no two moments have the same.
    pub(crate) moment: u64,
    pub(crate) slots: Vec<Slot>,
    pub(crate) count: usize,
    // The first of those who stand on a cell, as a number of `standing`.
    cells: HashMap<u32, u32, BuildHasherDefault<Spread>>,
    standing: Vec<Standing>,
    // A bit for each cell where somebody stands, at a place that others may share: most cells are told free
    // by it. Made anew for each moment that is asked about.
    filter: Vec<u64>,
    // The first of the unused among `standing`.
    unused: u32,
    // For each group that was told how it passes others: how, by their groups.
    rules: Vec<(Group, Box<[Passing; 256]>)>,
    // How many units there are of each group.
    group_counts: HashMap<u8, u32, BuildHasherDefault<Spread>>,
    // Maps for jumps round those who close their places, for those who ask often enough.
    pub(crate) overlays: Vec<Overlay>,
}

/// A place for a unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    pub(crate) unit: Unit,
    pub(crate) round: u32,
    pub(crate) is_here: bool,
}

/// That a unit stands on a cell, and who else does.
#[derive(Clone, Copy, Debug)]
struct Standing {
    slot: u32,
    next: u32,
}

const NOBODY: u32 = u32::MAX;

/// A jump map is repaired once for changed cells of a square as wide as this: where a unit was, and is now.
const TOGETHER: u32 = 3;

/// So many bits of the filter for each cell: of free cells one in as many is looked up for nothing.
const FILTER_BITS: usize = 32;

/// Where the bit of a cell lies in a filter of so many words, a power of two.
#[inline]
fn filter_place(cell: NodeId, words: usize) -> (usize, u64) {
    // Neighbours lie side by side, and rows apart: by the golden ratio of 2^32 (Knuth, vol. 3, 6.4).
    let spread = cell.0.wrapping_mul(0x9e37_79b1) as usize >> 4;
    ((spread / 64) & words.wrapping_sub(1), 1 << (spread % 64))
}

/// Spreads cells over a hash table. Nothing ever depends on the order it leads to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u32(u32::from(byte)));
    }

    fn write_u32(&mut self, number: u32) {
        // The golden ratio of 2^64 (Knuth, vol. 3, 6.4); the table reads the upper and the lower bits.
        let spread = (self.0 ^ u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = spread ^ spread >> 32;
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u32(u32::from(number));
    }
}

/// A map for jumps of movers of one class, on which those of some groups are walls.
#[derive(Clone, Debug)]
pub(crate) struct Overlay {
    pub(crate) class: u64,
    pub(crate) groups: Groups,
    pub(crate) detours: Arc<Expansions>,
    pub(crate) made: Option<Arc<Walled>>,
}

/// A jump map with walls that are units, and the ground it is of.
#[derive(Clone, Debug)]
pub(crate) struct Walled {
    pub(crate) open: Passability,
    pub(crate) jumps: JumpMap,
}

/// Who asks, for whom others are in the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Asker {
    /// The slot of the unit itself, whose own cells are free.
    pub(crate) slot: Option<u32>,
    pub(crate) group: Option<Group>,
}

impl Occupied {
    /// Nobody anywhere.
    pub(crate) fn nobody(moment: u64) -> Occupied {
        Occupied { moment, unused: NOBODY, ..Occupied::default() }
    }

    /// Puts a unit on a cell, or takes it off.
    pub(crate) fn stand(&mut self, slot: u32, cell: NodeId) {
        let next = self.cells.get(&cell.0).copied().unwrap_or(NOBODY);
        let standing = Standing { slot, next };
        let at = match self.standing.get_mut(self.unused as usize) {
            Some(free) => {
                let at = std::mem::replace(&mut self.unused, free.next);
                *free = standing;
                at
            }
            None => {
                self.standing.push(standing);
                u32::try_from(self.standing.len() - 1).expect("cells are counted in 32 bits")
            }
        };
        self.cells.insert(cell.0, at);
    }

    /// Takes a unit off a cell.
    pub(crate) fn leave(&mut self, slot: u32, cell: NodeId) {
        let Some(&first) = self.cells.get(&cell.0) else { return };
        let (mut before, mut at) = (NOBODY, first);
        while at != NOBODY && self.standing[at as usize].slot != slot {
            (before, at) = (at, self.standing[at as usize].next);
        }
        let Some(&Standing { next, .. }) = self.standing.get(at as usize) else { return };
        match (before, next) {
            (NOBODY, NOBODY) => drop(self.cells.remove(&cell.0)),
            (NOBODY, next) => drop(self.cells.insert(cell.0, next)),
            (before, next) => self.standing[before as usize].next = next,
        }
        self.standing[at as usize] = Standing { slot: NOBODY, next: self.unused };
        self.unused = at;
    }

    /// Those who stand on a cell, whoever came last first.
    pub(crate) fn slots_at(&self, cell: NodeId) -> impl Iterator<Item = u32> {
        let first = self.cells.get(&cell.0).copied();
        let mut all = std::iter::successors(first, |&at| {
            let next = self.standing[at as usize].next;
            (next != NOBODY).then_some(next)
        });
        std::iter::from_fn(move || all.next().map(|at| self.standing[at as usize].slot))
    }

    /// Counts a unit of a group in, or out.
    pub(crate) fn count_group(&mut self, group: Group, by: i32) {
        let count = self.group_counts.entry(group.0).or_default();
        *count = count.saturating_add_signed(by);
        if *count == 0 {
            self.group_counts.remove(&group.0);
        }
    }

    /// How those of one group pass those of another.
    pub(crate) fn passing(&self, asker: Option<Group>, other: Group) -> Passing {
        let rules = asker.and_then(|asker| self.rules.iter().find(|(group, _)| *group == asker));
        rules.map_or(Passing::Never, |(_, rules)| rules[usize::from(other.0)])
    }

    pub(crate) fn set_passing(&mut self, asker: Group, other: Group, passing: Passing) {
        let known = self.rules.iter().position(|(group, _)| *group == asker);
        let at = known.unwrap_or_else(|| {
            self.rules.push((asker, Box::new([Passing::Never; 256])));
            self.rules.len() - 1
        });
        self.rules[at].1[usize::from(other.0)] = passing;
    }

    /// What it costs somebody more to enter a cell; [`Cost::MAX`] if it is closed.
    #[inline]
    pub(crate) fn toll(&self, asker: Asker, cell: NodeId) -> Cost {
        if !self.may_be_on(cell) {
            return Cost::ZERO;
        }
        self.met(asker, cell).map(Passing::toll).max().unwrap_or(Cost::ZERO)
    }

    /// Whether somebody may stand on a cell: told at once for nearly all cells where nobody does.
    #[inline]
    pub(crate) fn may_be_on(&self, cell: NodeId) -> bool {
        let (word, bit) = filter_place(cell, self.filter.len());
        self.filter.get(word).is_some_and(|bits| bits & bit != 0)
    }

    /// Makes the filter, for this moment.
    pub(crate) fn make_filter(&mut self) {
        let words = (self.cells.len() * FILTER_BITS).next_power_of_two().div_ceil(64);
        self.filter.clear();
        self.filter.resize(words, 0);
        // The order of the cells does not matter: each sets a bit.
        for &cell in self.cells.keys() {
            let (word, bit) = filter_place(NodeId(cell), words);
            self.filter[word] |= bit;
        }
    }

    /// Whether somebody may end on a cell, as far as others let him.
    pub(crate) fn may_end(&self, asker: Asker, cell: NodeId) -> bool {
        let mut met = self.met(asker, cell);
        met.all(|passing| !matches!(passing, Passing::Never | Passing::Through))
    }

    /// Those on a cell whom somebody may not pass, or at a path's end not stand with.
    pub(crate) fn stopping(
        &self,
        asker: Asker,
        cell: NodeId,
        is_end: bool,
    ) -> impl Iterator<Item = UnitId> {
        let others = self.slots_at(cell).filter(move |&slot| Some(slot) != asker.slot);
        let slots = others.map(|slot| (slot, &self.slots[slot as usize]));
        let is_stopping = move |(_, other): &(u32, &Slot)| {
            let passing = self.passing(asker.group, other.unit.group);
            passing == Passing::Never || is_end && passing == Passing::Through
        };
        slots.filter(is_stopping).map(|(slot, Slot { round, .. })| UnitId { slot, round: *round })
    }

    /// How those on a cell are passed by somebody else.
    fn met(&self, asker: Asker, cell: NodeId) -> impl Iterator<Item = Passing> {
        let others = self.slots_at(cell).filter(move |&slot| Some(slot) != asker.slot);
        others.map(move |slot| self.passing(asker.group, self.slots[slot as usize].unit.group))
    }

    /// The groups of units here that are walls to somebody. Returns `None` if some of them have a price.
    pub(crate) fn walls_to(&self, asker: Option<Group>) -> Option<Groups> {
        let mut walls = Groups::default();
        // The order of the groups does not matter: each sets a bit.
        for &group in self.group_counts.keys() {
            match self.passing(asker, Group(group)) {
                Passing::Never => walls[usize::from(group / 64)] |= 1 << (group % 64),
                Passing::Pays(price) if price > Cost::ZERO => return None,
                Passing::Pays(_) | Passing::Through | Passing::Free => {}
            }
        }
        Some(walls)
    }

    /// Whether there are units that somebody may pass, but not end where they stand.
    pub(crate) fn has_passed(&self, asker: Asker) -> bool {
        self.groups().any(|(group, _)| self.passing(asker.group, group) == Passing::Through)
    }

    /// The groups that units here are of, and how many units are.
    pub(crate) fn groups(&self) -> impl Iterator<Item = (Group, u32)> {
        self.group_counts.iter().map(|(&group, &count)| (Group(group), count))
    }

    /// Whether a cell is closed by someone of these groups.
    pub(crate) fn is_walled(&self, groups: &Groups, cell: NodeId) -> bool {
        let mut slots = self.slots_at(cell);
        slots.any(|slot| {
            let Group(group) = self.slots[slot as usize].unit.group;
            groups[usize::from(group / 64)] >> (group % 64) & 1 != 0
        })
    }

    /// On how many cells somebody stands.
    pub(crate) fn cell_count(&self) -> usize {
        self.cells.len()
    }

    /// All cells where somebody stands, in no particular order.
    pub(crate) fn cells(&self) -> impl Iterator<Item = NodeId> {
        self.cells.keys().copied().map(NodeId)
    }
}

impl Walled {
    /// The ground of a class of movers as if nobody stood there.
    pub(crate) fn new(open: &Passability, jumps: &JumpMap) -> Walled {
        Walled { open: open.clone(), jumps: jumps.clone() }
    }

    /// Opens or closes cells. Those that lie close together should follow each other.
    pub(crate) fn set_all(
        &mut self,
        cells: impl Iterator<Item = NodeId>,
        is_open: impl Fn(NodeId) -> bool,
    ) {
        let mut changed: Option<Rect> = None;
        for node in cells {
            let (is_open, cell) = (is_open(node), self.open.layout().cell_of(node.0));
            if self.open.at(node.0) == is_open {
                continue;
            }
            let joined = changed.map(|changed| changed.including(cell));
            let joined =
                joined.filter(|joined| joined.size.width.max(joined.size.height) <= TOGETHER);
            if joined.is_none() {
                // Before another bit is changed, which might lie in the same word.
                self.repair(changed);
            }
            self.open.set_at(node.0, is_open);
            changed = joined.or(Some(Rect::cell(cell)));
        }
        self.repair(changed);
    }

    fn repair(&mut self, changed: Option<Rect>) {
        if let Some(rect) = changed {
            self.jumps.repair(&self.open, rect);
        }
    }
}
