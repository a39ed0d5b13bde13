//! Patches: the pieces of a block that are connected inside it, and the bonds between them.

use super::ComponentId;
use super::blocks::Blocks;
use xunlu_map::NodeId;

/// All patches of a graph, and which one each node is in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Patches {
    pub(super) cut: Blocks,
    /// By node: the number of its patch in its block, or [`NOBODY`].
    pub(super) labels: Vec<u16>,
    pub(super) blocks: Vec<Block>,
    /// How many patches there are.
    pub(super) count: usize,
}

/// The label of a node where nobody stands.
pub(super) const NOBODY: u16 = u16::MAX;

impl Patches {
    /// No patches yet: every block is stale.
    pub(super) fn new(cut: Blocks) -> Patches {
        let labels = vec![NOBODY; cut.node_count() as usize];
        let stale = Block { is_stale: true, ..Block::default() };
        let blocks = vec![stale; cut.count() as usize];
        Patches { cut, labels, blocks, count: 0 }
    }

    /// Whether anybody can stand on a node.
    #[inline]
    pub(super) fn has_patch_at(&self, node: NodeId) -> bool {
        self.labels.get(node.index()).is_some_and(|&label| label != NOBODY)
    }

    /// The patch of a node. Returns `None` where nobody can stand.
    #[inline]
    pub(super) fn patch_at(&self, node: NodeId) -> Option<&Patch> {
        let label = *self.labels.get(node.index()).filter(|&&label| label != NOBODY)?;
        Some(self.patch(PatchId { block: self.cut.block_of(node), label }))
    }

    #[inline]
    pub(super) fn patch(&self, id: PatchId) -> &Patch {
        &self.blocks[id.block as usize].patches[usize::from(id.label)]
    }

    /// The patches of some blocks.
    pub(super) fn ids_in(&self, blocks: &[u32]) -> impl Iterator<Item = PatchId> {
        blocks.iter().flat_map(|&block| {
            let labels = (0..).take(self.blocks[block as usize].patches.len());
            labels.map(move |label| PatchId { block, label })
        })
    }

    /// How many nodes a component has; nought when there is none of this number.
    pub(super) fn total_of(&self, component: ComponentId) -> u32 {
        let head = self.patch_at(component.least_node());
        head.filter(|head| head.component == component).map_or(0, |head| head.total)
    }

    pub(super) fn bytes(&self) -> usize {
        let of_block = |block: &Block| {
            block.patches.capacity() * size_of::<Patch>()
                + block.bonds.capacity() * size_of::<Bond>()
        };
        self.labels.capacity() * size_of::<u16>()
            + self.blocks.capacity() * size_of::<Block>()
            + self.blocks.iter().map(of_block).sum::<usize>()
    }
}

/// A piece of one block: nodes joined by steps both ways that stay inside the block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Patch {
    /// Its least node.
    pub(super) least: NodeId,
    /// How many nodes it has.
    pub(super) size: u32,
    /// The component it belongs to.
    pub(super) component: ComponentId,
    /// How many nodes the whole component has; kept by the patch that has the component's least
    /// node, nought in all others.
    pub(super) total: u32,
}

/// A patch by its block and its number there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct PatchId {
    pub(super) block: u32,
    pub(super) label: u16,
}

/// Which ways steps between two patches lead.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Lead {
    /// A step that can be taken back: the two are of one component.
    Both,
    /// A step away that cannot be taken back as such.
    Out,
    /// The same, seen from where it leads.
    In,
}

impl Lead {
    const fn turned(self) -> Lead {
        match self {
            Lead::Both => Lead::Both,
            Lead::Out => Lead::In,
            Lead::In => Lead::Out,
        }
    }
}

/// That steps lead between a patch and another; kept by both of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Bond {
    /// The patch of the block that keeps this.
    pub(super) own: u16,
    pub(super) lead: Lead,
    pub(super) other: PatchId,
}

/// What is known of one block.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Block {
    /// By label, which is in order of the patches' least nodes.
    pub(super) patches: Vec<Patch>,
    /// In order, each once.
    pub(super) bonds: Vec<Bond>,
    /// Whether it has to be looked through anew; nothing above is true then.
    pub(super) is_stale: bool,
}

impl Bond {
    /// The same bond as the other patch keeps it.
    pub(super) fn seen_from_there(self, block: u32) -> (u32, Bond) {
        let other = PatchId { block, label: self.own };
        (self.other.block, Bond { own: self.other.label, lead: self.lead.turned(), other })
    }
}
