//! Looks through blocks: which patches they have, and how those are bonded. Where the graph tells of a
//! tile's steps at one go, these are read off; else the nodes are asked for their steps one by one.

use super::ComponentId;
use super::blocks::Blocks;
use super::patches::{Block, Bond, Lead, NOBODY, Patch, PatchId, Patches};
use super::runs::{Border, Runs, TileSteps};
use xunlu_map::NodeId;
use xunlu_search::{NeighbourBlock, Places, Step};

// While a block is being looked through, the labels of its nodes carry this bit, so that a node of
// another block is told from them by its label alone. Labels are less than `Blocks::NODES_MAX`.
const HERE: u16 = 1 << 15;
// A node of the block that is being looked through, not yet come upon.
const UNSEEN: u16 = u16::MAX - 1;

/// Labels the nodes of all stale blocks anew and redoes every bond of theirs. `stale` names these
/// blocks, each once.
///
/// Costs O(nodes and steps of the stale blocks, and bonds of the blocks around them). A block whose
/// steps are read off costs O(rows, runs of joined nodes along them, and labels to be written). Which of
/// the two is done changes no answer (`what_is_read_off_is_what_is_found_step_by_step`).
pub(super) fn survey<G: Places + ?Sized>(graph: &G, stale: &[u32], patches: &mut Patches) {
    patches.count -= patches.ids_in(stale).count();
    let Patches { cut, labels, blocks, .. } = &mut *patches;
    let mut unsorted = detach(stale, blocks);
    let mut surveyor = Surveyor { graph, cut, labels, blocks, space: Space::default() };
    for &block in stale {
        if !surveyor.read_off(block) {
            surveyor.look_through(block);
            surveyor.bond_loose(block);
        }
        surveyor.keep_bonds(block, &mut unsorted);
    }
    unsorted.sort_unstable();
    unsorted.dedup();
    for block in unsorted {
        blocks[block as usize].bonds.sort_unstable();
    }
    patches.count += patches.ids_in(stale).count();
}

/// Takes away every bond with a stale block. Tells which blocks lost one.
fn detach(stale: &[u32], blocks: &mut [Block]) -> Vec<u32> {
    let mut around = Vec::new();
    for &block in stale {
        let block = &mut blocks[block as usize];
        debug_assert!(block.is_stale);
        around.extend(block.bonds.iter().map(|bond| bond.other.block));
        block.bonds.clear();
        block.patches.clear();
    }
    around.sort_unstable();
    around.dedup();
    for &block in &around {
        let mut bonds = std::mem::take(&mut blocks[block as usize].bonds);
        bonds.retain(|bond| !blocks[bond.other.block as usize].is_stale);
        blocks[block as usize].bonds = bonds;
    }
    around
}

struct Surveyor<'a, G: ?Sized> {
    graph: &'a G,
    cut: &'a Blocks,
    labels: &'a mut [u16],
    blocks: &'a mut [Block],
    space: Space,
}

#[derive(Default)]
struct Space {
    from: Vec<Step>,
    into: Vec<Step>,
    flood: Vec<u32>,
    // Steps that do not join nodes into a patch: where they were met, where they lead, and how.
    loose: Vec<(u32, u32, Lead)>,
    bonds: Vec<Bond>,
    neighbours: NeighbourBlock,
    runs: Runs,
}

impl<G: Places + ?Sized> Surveyor<'_, G> {
    /// Cuts a block into patches and bonds them, if it is a tile whose steps the graph tells at one go.
    fn read_off(&mut self, block: u32) -> bool {
        let Some(tile) = self.cut.tile_of(block) else { return false };
        let mut neighbours = std::mem::take(&mut self.space.neighbours);
        let is_told = self.graph.neighbour_block(NodeId(tile.first), tile.size, &mut neighbours)
            && neighbours.stride == tile.stride;
        if is_told {
            let told = TileSteps { tile, neighbours: &neighbours };
            let patches = &mut self.blocks[block as usize].patches;
            self.space.runs.cut(told, self.labels, patches);
            Border::ALL.into_iter().for_each(|border| self.bond_across(told, border));
        }
        self.space.neighbours = neighbours;
        is_told
    }

    /// Makes bonds of what is joined across a tile's border, if the block beyond is not stale; if it
    /// is, it will find them when its turn comes.
    fn bond_across(&mut self, told: TileSteps<'_>, border: Border) {
        let Some(block) = self.cut.block_at(border.node_beyond(told.tile)) else { return };
        if self.blocks[block as usize].is_stale {
            return;
        }
        let Surveyor { labels, space: Space { bonds, .. }, .. } = self;
        told.across(border, |here, there| {
            let (own, label) = (labels[here as usize], labels[there as usize]);
            debug_assert_ne!(label, NOBODY, "a step to where nobody stands");
            bonds.push(Bond { own, lead: Lead::Both, other: PatchId { block, label } });
        });
    }

    /// Cuts a block into patches and lists the steps that leave them.
    fn look_through(&mut self, block: u32) {
        for node in self.cut.nodes_of(block).flatten() {
            let stands = self.graph.can_stand_on(NodeId(node));
            self.labels[node as usize] = if stands { UNSEEN } else { NOBODY };
        }
        self.space.loose.clear();
        for node in self.cut.nodes_of(block).flatten() {
            if self.labels[node as usize] == UNSEEN {
                let count = self.blocks[block as usize].patches.len();
                let label = u16::try_from(count).expect("a block has few nodes");
                let size = self.flood(node, label | HERE);
                let least = NodeId(node);
                let patch = Patch { least, size, component: ComponentId::NONE, total: 0 };
                self.blocks[block as usize].patches.push(patch);
            }
        }
    }

    /// Labels everything that is connected to a node inside the block; tells how much.
    fn flood(&mut self, first: u32, label: u16) -> u32 {
        let mut size = 0;
        self.labels[first as usize] = label;
        self.space.flood.push(first);
        while let Some(node) = self.space.flood.pop() {
            size += 1;
            self.space.from.clear();
            self.space.into.clear();
            self.graph.steps_from(NodeId(node), &mut self.space.from);
            self.graph.steps_into(NodeId(node), &mut self.space.into);
            let Space { from, into, flood, loose, .. } = &mut self.space;
            pair_up(from, into, |there, lead| {
                let seen = &mut self.labels[there.index()];
                if lead != Lead::Both || *seen & HERE == 0 || *seen == NOBODY {
                    loose.push((node, there.0, lead));
                } else if *seen == UNSEEN {
                    *seen = label;
                    flood.push(there.0);
                }
            });
        }
        size
    }

    /// Makes bonds of the loose steps of a block that was looked through, as far as they lead to
    /// blocks that are not stale; the others will find them when their turn comes.
    fn bond_loose(&mut self, block: u32) {
        for &(here, there, lead) in &self.space.loose {
            let own = self.labels[here as usize] & !HERE;
            let label = self.labels[there as usize];
            if label & HERE != 0 && label != NOBODY {
                let label = label & !HERE;
                // Both ends of a step inside find it; the one it leaves from will do.
                if lead == Lead::Out && label != own {
                    let bond = Bond { own, lead, other: PatchId { block, label } };
                    self.space.bonds.extend([bond, bond.seen_from_there(block).1]);
                }
                continue;
            }
            let other = self.cut.block_of(NodeId(there));
            if !self.blocks[other as usize].is_stale {
                debug_assert_ne!(label, NOBODY, "a step to where nobody stands");
                self.space.bonds.push(Bond { own, lead, other: PatchId { block: other, label } });
            }
        }
        for node in self.cut.nodes_of(block).flatten() {
            let label = &mut self.labels[node as usize];
            *label = if *label == NOBODY { NOBODY } else { *label & !HERE };
        }
    }

    /// Keeps the bonds made for a block, at either end.
    fn keep_bonds(&mut self, block: u32, unsorted: &mut Vec<u32>) {
        self.space.bonds.sort_unstable();
        self.space.bonds.dedup();
        for bond in &self.space.bonds {
            let (other, seen) = bond.seen_from_there(block);
            if other != block {
                self.blocks[other as usize].bonds.push(seen);
                unsorted.push(other);
            }
        }
        let made = &mut self.blocks[block as usize];
        made.bonds.append(&mut self.space.bonds);
        made.is_stale = false;
    }
}

/// Tells the neighbours of a node, each once, and whether steps lead there, back, or both.
#[inline]
fn pair_up(from: &mut Vec<Step>, into: &mut Vec<Step>, mut tell: impl FnMut(NodeId, Lead)) {
    let is_same = from.len() == into.len() && from.iter().zip(&*into).all(|(a, b)| a.to == b.to);
    if is_same {
        from.iter().for_each(|step| tell(step.to, Lead::Both));
        return;
    }
    for steps in [&mut *from, &mut *into] {
        steps.sort_unstable();
        steps.dedup_by_key(|step| step.to);
    }
    let (mut out, mut back) = (from.iter().peekable(), into.iter().peekable());
    loop {
        let (there, lead) = match (out.peek(), back.peek()) {
            (None, None) => return,
            (Some(step), Some(other)) if step.to == other.to => (step.to, Lead::Both),
            (Some(step), Some(other)) if step.to < other.to => (step.to, Lead::Out),
            (Some(step), None) => (step.to, Lead::Out),
            (_, Some(step)) => (step.to, Lead::In),
        };
        out.next_if(|step| step.to == there);
        back.next_if(|step| step.to == there);
        tell(there, lead);
    }
}
