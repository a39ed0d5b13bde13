//! The costs from landmarks to cells that are no jump points: those beside units, which no index knows.
//!
//! Without them a search round units knows little more than the straight-line distance where it matters most,
//! and looks at every corner that a unit makes behind it. They depend on the index alone. So they are kept
//! from search to search: units stand still or go a step, and many ask their way past the same ones.

use super::index::{IndexId, JumpIndex};
use super::landmarks::{CostBounds, Landmarks, Near};
use super::map::JumpMap;
use super::numbers::{CellNumber, PaddedCell};

/// How many cells are kept; then all are forgotten.
const KEPT: usize = 2048;
/// Places in the table that says where: a power of two.
const PLACES: usize = 1 << PLACES_BITS;
const PLACES_BITS: u32 = 12;
const NOTHING: u16 = u16::MAX;

/// Some cells of the map of one index, with bounds of the costs from its landmarks.
#[derive(Debug, Default)]
pub(super) struct Beside {
    of: Option<IndexId>,
    kept: Vec<(CellNumber, CostBounds)>,
    // Where each cell is kept: looked for from its own place on.
    places: Vec<u16>,
}

impl Beside {
    /// Bounds of the costs from the landmarks of an index to a cell. `near` is scratch.
    #[inline]
    pub(super) fn costs_to(
        &mut self,
        (index, landmarks, map): (&JumpIndex, &Landmarks, &JumpMap),
        cell: PaddedCell,
        near: &mut Vec<Near>,
    ) -> &CostBounds {
        if self.of != Some(index.id) || self.kept.len() == KEPT {
            self.of = Some(index.id);
            self.kept.clear();
            self.places.clear();
            self.places.resize(PLACES, NOTHING);
        }
        let number = map.number_of(cell);
        // The golden ratio of 2^32 spreads neighbours (Knuth, vol. 3, 6.4).
        let mut place = (number.0.wrapping_mul(0x9e37_79b1) >> (u32::BITS - PLACES_BITS)) as usize;
        let known = loop {
            match self.places[place] {
                NOTHING => break self.kept.len(),
                known if self.kept[usize::from(known)].0 == number => break usize::from(known),
                _ => place = (place + 1) % PLACES,
            }
        };
        if known == self.kept.len() {
            self.places[place] = u16::try_from(known).expect("few are kept");
            let costs = landmarks.costs_to_cell(map, &index.edges, cell, near);
            self.kept.push((number, costs));
        }
        &self.kept[known].1
    }

    pub(super) fn bytes(&self) -> usize {
        self.kept.capacity() * size_of::<(CellNumber, CostBounds)>()
            + self.places.capacity() * size_of::<u16>()
    }
}
