//! A single node that was opened or closed where nothing changes by that but the size of its patch: most
//! edits of a game, taken in by a look at the eight nodes around. So is one that is all of its component.
//!
//! All steps that come or go with a node begin or end at it, or squeeze diagonally past it between two of
//! those eight. So a patch that loses it stays whole if these stay connected among themselves, or else inside
//! the block; and one that gains it meets no other if it is joined with nodes of that patch alone. At the
//! border of a block bonds have to stay as well: each one that steps in the window may have made has to have
//! others in it that do.

use super::blocks::Tile;
use super::patches::{Bond, Lead, NOBODY, Patch, PatchId, Patches};
use super::{ComponentId, Components};
use xunlu_map::{NodeId, Size};
use xunlu_search::{NeighbourBlock, NeighbourRow, Places};

/// The side of the window that is looked at, and the place of its middle.
const SIDE: usize = 3;
const MIDDLE: usize = 4;
/// The places of the window between which a step may squeeze past the middle.
const PAST: [[usize; 2]; 4] = [[1, 3], [1, 5], [3, 7], [5, 7]];

/// Nodes of the window, a bit each, row by row.
type Nine = u64;

impl Components {
    /// Takes in that this node was opened or closed and no other, if nothing else changes by that. Returns
    /// whether it was so; else nothing was done.
    pub(super) fn take_in_alone<G: Places + ?Sized>(&mut self, graph: &G, node: NodeId) -> bool {
        let Some(block) = self.patches.cut.block_at(node) else { return false };
        let Some(tile) = self.patches.cut.tile_of(block) else { return false };
        let mut steps = NeighbourBlock::default();
        let is_told = graph.neighbour_block(node, Size::ONE, &mut steps);
        let own = &self.patches.blocks[block as usize];
        let is_told = is_told && steps.stride == tile.stride;
        if !is_told || own.bonds.iter().any(|bond| bond.lead != Lead::Both) {
            return false;
        }
        let around = Around::new(&self.patches, &steps, (block, tile), node);
        match (around.ids[MIDDLE], around.window.open >> MIDDLE & 1 != 0) {
            (None, true) if around.window.joined_with(1 << MIDDLE) == 0 => {
                self.add_lone(node, block)
            }
            (None, true) => self.gain(&around),
            (Some(id), false) if self.is_lone(id) => self.remove_lone(node, id),
            (Some(id), false) => self.lose(graph, &around, id),
            _ => false,
        }
    }

    /// Takes in a node that was opened beside one patch of its block and no other.
    fn gain(&mut self, around: &Around) -> bool {
        let joined = around.window.joined_with(1 << MIDDLE) & around.own;
        let mut ids = places(joined).filter_map(|place| around.ids[place]);
        let Some(id) = ids.next() else { return false };
        if ids.any(|other| other != id) {
            return false;
        }
        let is_bonded = |one: usize, other: usize| {
            let id_at = |place: usize| if place == MIDDLE { Some(id) } else { around.ids[place] };
            let ids = id_at(one).zip(id_at(other));
            ids.is_none_or(|(one, other)| self.patches.are_bonded(one, other))
        };
        let mut pairs = around.window.pairs();
        if around.is_at_border() && !pairs.all(|[one, other]| is_bonded(one, other)) {
            return false;
        }
        self.resize(around.node, id, 1)
    }

    /// Takes in a node that was closed, if its patch is whole without it.
    fn lose<G: Places + ?Sized>(&mut self, graph: &G, around: &Around, id: PatchId) -> bool {
        let left = places(around.window.open & around.own);
        let left = left.filter(|&place| around.ids[place] == Some(id));
        let left = left.fold(0, |all: Nine, place| all | 1 << place);
        if left == 0 || around.is_at_border() && !self.stays_bonded(around) {
            return false;
        }
        let apart = left & !around.window.connected_with(left & left.wrapping_neg(), around.own);
        if apart != 0 && !around.is_whole_inside(graph, left) {
            return false;
        }
        self.resize(around.node, id, -1)
    }

    /// Whether each bond that steps to the middle of a window or past it may have made has others that do.
    fn stays_bonded(&self, around: &Around) -> bool {
        let gone = (0..SIDE * SIDE).map(|place| [MIDDLE, place]).chain(PAST);
        gone.filter(|[one, other]| one != other).all(|[one, other]| {
            let Some((one, other)) = around.ids[one].zip(around.ids[other]) else { return true };
            let is_made = |[a, b]: [usize; 2]| {
                let ids = around.ids[a].zip(around.ids[b]);
                ids == Some((one, other)) || ids == Some((other, one))
            };
            one.block == other.block
                || !self.patches.are_bonded(one, other)
                || around.window.pairs().any(is_made)
        })
    }

    /// Takes in that a node is of a patch now, or no longer.
    fn resize(&mut self, node: NodeId, id: PatchId, by: i32) -> bool {
        let patches = &mut self.patches;
        // A patch that begins elsewhere may come in another order, and have its component numbered anew.
        let patch = patches.patch_mut(id);
        if node <= patch.least {
            return false;
        }
        let component = patch.component;
        patch.size = patch.size.saturating_add_signed(by);
        let Some(head) = patches.patch_at_mut(component.least_node()) else { return false };
        head.total = head.total.saturating_add_signed(by);
        patches.labels[node.index()] = if by > 0 { id.label } else { NOBODY };
        true
    }

    /// Whether a patch is of one node, and all of its component.
    fn is_lone(&self, id: PatchId) -> bool {
        let patch = self.patches.patch(id);
        patch.size == 1 && patch.total == 1
    }

    /// Takes in a node that was opened and is joined with no other.
    fn add_lone(&mut self, node: NodeId, block: u32) -> bool {
        let all = &self.patches.blocks[block as usize].patches;
        let place = all.partition_point(|patch| patch.least < node);
        let Ok(label) = u16::try_from(place) else { return false };
        if place < all.len() {
            self.patches.renumber(block, label, 1);
        }
        let lone = Patch { least: node, size: 1, component: ComponentId(node), total: 1 };
        self.patches.blocks[block as usize].patches.insert(place, lone);
        self.patches.labels[node.index()] = label;
        self.patches.count += 1;
        self.count += 1;
        true
    }

    /// Takes in a node that was closed and was joined with no other.
    fn remove_lone(&mut self, node: NodeId, PatchId { block, label }: PatchId) -> bool {
        self.patches.labels[node.index()] = NOBODY;
        let all = &mut self.patches.blocks[block as usize].patches;
        all.remove(usize::from(label));
        if usize::from(label) < all.len() {
            self.patches.renumber(block, label, -1);
        }
        self.patches.count -= 1;
        self.count -= 1;
        true
    }
}

impl Patches {
    /// Whether two patches are one, or bonded by steps that can be taken back.
    fn are_bonded(&self, one: PatchId, other: PatchId) -> bool {
        let bond = Bond { own: one.label, lead: Lead::Both, other };
        one == other || self.blocks[one.block as usize].bonds.binary_search(&bond).is_ok()
    }

    /// Adds to the numbers of the patches of a tile from one on. Its list of patches is the caller's.
    fn renumber(&mut self, block: u32, from: u16, by: i16) {
        let Patches { cut, labels, blocks, .. } = self;
        let number = |label: u16| {
            let is_moved = label >= from && label != NOBODY;
            label.wrapping_add_signed(if is_moved { by } else { 0 })
        };
        for row in cut.nodes_of(block) {
            let row = &mut labels[row.start as usize..row.end as usize];
            row.iter_mut().for_each(|label| *label = number(*label));
        }
        let mut around = Vec::new();
        for bond in &mut blocks[block as usize].bonds {
            around.push(bond.other.block);
            bond.own = number(bond.own);
        }
        around.sort_unstable();
        around.dedup();
        for other in around {
            let bonds = &mut blocks[other as usize].bonds;
            for bond in bonds.iter_mut().filter(|bond| bond.other.block == block) {
                bond.other.label = number(bond.other.label);
            }
        }
    }
}

/// A node with the eight around it.
struct Around {
    node: NodeId,
    tile: Tile,
    // The patches that they are of, as they were.
    ids: [Option<PatchId>; SIDE * SIDE],
    // Those that are of the same block.
    own: Nine,
    window: Window,
}

impl Around {
    fn new(
        patches: &Patches,
        steps: &NeighbourBlock,
        (block, tile): (u32, Tile),
        node: NodeId,
    ) -> Around {
        let off = node.0 - tile.first;
        let [row, column] = [off / tile.stride, off % tile.stride];
        let corner = node.0 - tile.stride - 1;
        let (mut ids, mut own) = ([None; SIDE * SIDE], 0);
        for (place, id) in ids.iter_mut().enumerate() {
            let [down, right] = [place / SIDE, place % SIDE];
            let number = corner + u32::try_from(down).unwrap_or(0) * tile.stride;
            let node = NodeId(number + u32::try_from(right).unwrap_or(0));
            // One before the first is beyond the last, too.
            let is_along = |at: u32, by: usize, length: u32| {
                at.wrapping_add(u32::try_from(by).unwrap_or(0)).wrapping_sub(1) < length
            };
            let is_own =
                is_along(row, down, tile.size.height) && is_along(column, right, tile.size.width);
            own |= u64::from(is_own) << place;
            let label = patches.labels.get(node.index()).copied().filter(|label| *label != NOBODY);
            *id = label.map(|label| {
                let block = if is_own { block } else { patches.cut.block_of(node) };
                PatchId { block, label }
            });
        }
        Around { node, tile, ids, own, window: Window::new(steps) }
    }

    fn is_at_border(&self) -> bool {
        self.own.count_ones() < 9
    }

    /// Whether some nodes of the window are connected inside their tile.
    fn is_whole_inside<G: Places + ?Sized>(&self, graph: &G, nodes: Nine) -> bool {
        let Around { node, tile, .. } = *self;
        let mut steps = NeighbourBlock::default();
        if !graph.neighbour_block(NodeId(tile.first), tile.size, &mut steps) {
            return false;
        }
        let off = node.0 - tile.first;
        let (row, column) = ((off / tile.stride) as usize, off % tile.stride);
        // The frame counted, the node itself lies in row `row + 1` and column `column + 1`.
        let mut sought = [0_u64; SIDE];
        for place in places(nodes) {
            sought[place / SIDE] |= 1 << column << (place % SIDE);
        }
        let first = sought.iter().position(|bits| *bits != 0).unwrap_or(0);
        let mut reached = vec![0_u64; steps.rows.len()];
        reached[row + first] = sought[first] & sought[first].wrapping_neg();
        let own = u64::MAX >> (63 - tile.size.width) & !1;
        loop {
            let before: u32 = reached.iter().map(|bits| bits.count_ones()).sum();
            sweep(&steps.rows, own, &mut reached);
            if sought.iter().zip(&reached[row..]).all(|(sought, reached)| sought & !reached == 0) {
                return true;
            }
            if before == reached.iter().map(|bits| bits.count_ones()).sum::<u32>() {
                return false;
            }
        }
    }
}

/// Three by three nodes, and how they are joined.
struct Window {
    open: Nine,
    // Joined with the node that comes so many places later.
    right: Nine,
    below_left: Nine,
    below: Nine,
    below_right: Nine,
}

impl Window {
    fn new(steps: &NeighbourBlock) -> Window {
        let mut window = Window { open: 0, right: 0, below_left: 0, below: 0, below_right: 0 };
        // Of a block of one node: its frame is all there is.
        for (row, place) in steps.rows[..SIDE].iter().zip((0..).step_by(SIDE)) {
            let put = |bits: u64, columns: u64| (bits & columns) << place;
            let down = if place + SIDE < SIDE * SIDE { 0b111 } else { 0 };
            window.open |= put(row.open, 0b111);
            window.right |= put(row.right, 0b011);
            window.below_left |= put(row.below_left, down & 0b110);
            window.below |= put(row.below, down);
            window.below_right |= put(row.below_right, down & 0b011);
        }
        window
    }

    /// Those that steps lead to from some of these.
    fn joined_with(&self, from: Nine) -> Nine {
        let along =
            |joined: Nine, later: usize| (from & joined) << later | (from >> later & joined);
        along(self.right, 1)
            | along(self.below_left, SIDE - 1)
            | along(self.below, SIDE)
            | along(self.below_right, SIDE + 1)
    }

    /// All that are joined, each two of them once.
    fn pairs(&self) -> impl Iterator<Item = [usize; 2]> + use<> {
        let Window { right, below_left, below, below_right, .. } = *self;
        let kinds = [(right, 1), (below_left, SIDE - 1), (below, SIDE), (below_right, SIDE + 1)]
            .into_iter();
        kinds.flat_map(|(joined, later)| places(joined).map(move |place| [place, place + later]))
    }

    /// Those that are connected with some of these inside the window, by these alone, and some themselves.
    fn connected_with(&self, from: Nine, by: Nine) -> Nine {
        let mut all = from;
        loop {
            let more = all | self.joined_with(all) & by;
            if more == all {
                return all;
            }
            all = more;
        }
    }
}

/// Adds to what is reached of a tile, row by row down and up again, what steps lead to by these columns.
fn sweep(rows: &[NeighbourRow], own: u64, reached: &mut [u64]) {
    let height = rows.len() - 2;
    let down = (1..=height).map(|row| (row, row - 1)).filter(|(_, from)| *from > 0);
    let up = (1..height).rev().map(|row| (row, row + 1));
    for (row, from) in down.chain(up) {
        let (from_above, bits) = (from < row, reached[from]);
        let NeighbourRow { below, below_left, below_right, .. } = rows[row.min(from)];
        let more = if from_above {
            bits & below | (bits & below_left) >> 1 | (bits & below_right) << 1
        } else {
            bits & below | bits << 1 & below_left | bits >> 1 & below_right
        };
        let mut all = reached[row] | more & own;
        // Doubling the length of the runs that are gone along, one way and the other.
        let along = rows[row].right & own & own >> 1;
        let (mut onward, mut back) = (along << 1, along);
        for by in [1, 2, 4, 8, 16, 32] {
            all |= onward & all << by | back & all >> by;
            onward &= onward << by;
            back &= back >> by;
        }
        reached[row] = all;
    }
}

/// The places of set bits.
fn places(mut bits: Nine) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        place
    })
}
