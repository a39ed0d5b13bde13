//! A single node that was opened or closed where nothing changes by that but the size of its patch: most
//! edits of a game, taken in by a look at the eight nodes around.
//!
//! All steps that come or go with a node begin or end at it, or squeeze diagonally past it between two of
//! those eight. So a patch that loses it stays whole if these stay connected among themselves; and one that
//! gains it meets no other if it is joined with nodes of that patch alone.

use super::Components;
use super::blocks::Tile;
use super::patches::{Lead, NOBODY, PatchId};
use xunlu_map::{NodeId, Size};
use xunlu_search::{NeighbourBlock, Places};

/// The side of the window that is looked at, and the place of its middle.
const SIDE: usize = 3;
const MIDDLE: usize = 4;

/// Nodes of the window, a bit each, row by row.
type Nine = u64;

impl Components {
    /// Takes in that this node was opened or closed and no other, if nothing else changes by that. Returns
    /// whether it was so; else nothing was done.
    pub(super) fn take_in_alone<G: Places + ?Sized>(&mut self, graph: &G, node: NodeId) -> bool {
        let patches = &mut self.patches;
        let Some(block) = patches.cut.block_at(node) else { return false };
        let Some(tile) = patches.cut.tile_of(block).filter(|tile| is_within(tile, node)) else {
            return false;
        };
        let corner = node.0 - tile.stride - 1;
        let mut steps = NeighbourBlock::default();
        let is_told = graph.neighbour_block(NodeId(corner), Size::new(3, 3), &mut steps);
        let own = &patches.blocks[block as usize];
        if !is_told || own.bonds.iter().any(|bond| bond.lead != Lead::Both) {
            return false;
        }
        let label_at = |place: usize| {
            let (row, column) = (place / SIDE, place % SIDE);
            patches.labels[corner as usize + row * tile.stride as usize + column]
        };
        let (was, window) = (label_at(MIDDLE), Window::new(&steps));
        let (label, by) = match (was, window.open >> MIDDLE & 1 != 0) {
            (NOBODY, true) => {
                let joined = window.joined_with(1 << MIDDLE) & !(1 << MIDDLE);
                let mut labels = places(joined).map(label_at);
                let Some(label) = labels.next() else { return false };
                if labels.any(|other| other != label) {
                    return false;
                }
                (label, 1)
            }
            (label, false) if label != NOBODY => {
                let left = places(window.open).filter(|&place| label_at(place) == label);
                let left = left.fold(0, |all: Nine, place| all | 1 << place);
                if left == 0 || left & !window.connected_with(left & left.wrapping_neg()) != 0 {
                    return false;
                }
                (label, -1)
            }
            _ => return false,
        };
        // A patch that begins elsewhere may come in another order, and have its component numbered anew.
        let patch = patches.patch_mut(PatchId { block, label });
        if node <= patch.least {
            return false;
        }
        let component = patch.component;
        patch.size = patch.size.saturating_add_signed(by);
        let Some(head) = patches.patch_at_mut(component.least_node()) else { return false };
        head.total = head.total.saturating_add_signed(by);
        patches.labels[node.index()] = if by > 0 { label } else { NOBODY };
        true
    }
}

/// Whether all eight nodes around one are in its tile as well.
fn is_within(tile: &Tile, node: NodeId) -> bool {
    let (row, column) = ((node.0 - tile.first) / tile.stride, (node.0 - tile.first) % tile.stride);
    let is_inner = |at: u32, length: u32| at > 0 && at + 1 < length;
    is_inner(row, tile.size.height) && is_inner(column, tile.size.width)
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
        for (row, place) in steps.rows[1..=SIDE].iter().zip((0..).step_by(SIDE)) {
            let put = |bits: u64, columns: u64| (bits >> 1 & columns) << place;
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

    /// Those that are connected with some of these inside the window, and these.
    fn connected_with(&self, from: Nine) -> Nine {
        let mut all = from;
        loop {
            let more = all | self.joined_with(all);
            if more == all {
                return all;
            }
            all = more;
        }
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
