//! The cost from one cell to every other on ground of one price.

use super::costs::JumpCosts;
use super::map::{JumpMap, Spot};
use super::rule::JumpRule;

/// Nobody comes here from where the flood began.
pub(super) const DRY: u32 = u32::MAX;

/// Cells in ranges of cost as wide as the cheapest step: whoever is in the least range cannot be reached
/// cheaper from another of the same range, so none has to be put in order (Denardo and Fox 1979). No step
/// is dearer than two of the cheapest, so four ranges taken in turn are enough.
#[derive(Debug)]
pub(super) struct Flood<'a> {
    map: &'a JumpMap,
    price: JumpCosts,
    // Before any flood. Closed cells cost nothing, so that no way there is ever cheaper.
    ground: Vec<u32>,
    costs: Vec<u32>,
    ranges: [Vec<(u32, u32)>; 4],
}

impl<'a> Flood<'a> {
    pub(super) fn new(map: &'a JumpMap, price: JumpCosts) -> Flood<'a> {
        let mut ground = vec![0; map.layout.len() as usize];
        for (y, x) in map.open.set_bits() {
            ground[map.number_of(Spot { x, y }) as usize] = DRY;
        }
        Flood { map, price, costs: Vec::new(), ranges: Default::default(), ground }
    }

    /// Floods the map from a cell.
    pub(super) fn from(&mut self, start: Spot) {
        self.costs.clone_from(&self.ground);
        let start = self.map.number_of(start);
        self.wet(start, 0);
        let stride = self.map.layout.stride();
        let straight = [1, stride, 1_u32.wrapping_neg(), stride.wrapping_neg()];
        let has_diagonals = matches!(self.map.rule, JumpRule::Eight(_));
        let diagonals = self.map.walk_shifts();
        let mut range = 0;
        while self.ranges.iter().any(|range| !range.is_empty()) {
            while let Some((number, cost)) = self.ranges[range % 4].pop() {
                if self.costs[number as usize] != cost {
                    continue;
                }
                for shift in straight {
                    let onto = cost.saturating_add(self.price.straight);
                    self.wet(number.wrapping_add(shift), onto);
                }
                let mut walks = if has_diagonals { self.map.ways[number as usize] >> 4 } else { 0 };
                while walks != 0 {
                    let shift = diagonals[(walks.trailing_zeros() & 3) as usize];
                    walks &= walks - 1;
                    let onto = cost.saturating_add(self.price.diagonal);
                    self.wet(number.wrapping_add(shift), onto);
                }
            }
            range += 1;
        }
    }

    /// What it costs from where the last flood began to a free cell; [`DRY`] where no steps lead.
    pub(super) fn cost_to(&self, spot: Spot) -> u32 {
        self.costs[self.map.number_of(spot) as usize]
    }

    #[inline]
    fn wet(&mut self, number: u32, cost: u32) {
        let known = &mut self.costs[number as usize];
        if cost < *known {
            *known = cost;
            self.ranges[(cost / self.price.straight) as usize % 4].push((number, cost));
        }
    }
}
