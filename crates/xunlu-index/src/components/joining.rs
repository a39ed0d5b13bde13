//! Joins all patches into components at one go.

use super::ComponentId;
use super::patches::{Block, Lead, PatchId};
use super::sets::Sets;
use xunlu_map::NodeId;

/// Joins all patches anew and tells how many components there are. Costs O(patches + bonds).
pub(super) fn join_all(blocks: &mut [Block]) -> u32 {
    let mut firsts = Vec::with_capacity(blocks.len());
    let mut patch_count = 0;
    for block in &*blocks {
        firsts.push(patch_count);
        patch_count += block.patches.len();
    }
    let place = |patch: PatchId| firsts[patch.block as usize] + usize::from(patch.label);
    let mut sets = Sets::new(patch_count);
    for (number, block) in (0..).zip(&*blocks) {
        for bond in block.bonds.iter().filter(|bond| bond.lead == Lead::Both) {
            // Each bond is kept at both ends; one of them will do.
            if bond.other.block < number {
                sets.join(place(PatchId { block: number, label: bond.own }), place(bond.other));
            }
        }
    }
    let patches = || blocks.iter().flat_map(|block| &block.patches);
    let mut sums = vec![(NodeId::NONE, 0_u32); patch_count];
    for (place, patch) in patches().enumerate() {
        let (least, total) = &mut sums[sets.of(place)];
        *least = patch.least.min(*least);
        *total += patch.size;
    }
    let mut count = 0;
    let all = blocks.iter_mut().flat_map(|block| &mut block.patches);
    for (place, patch) in all.enumerate() {
        let (least, total) = sums[sets.of(place)];
        let is_head = patch.least == least;
        count += u32::from(is_head);
        patch.component = ComponentId(least);
        patch.total = if is_head { total } else { 0 };
    }
    count
}
