//! Where movers may stand and how much room there is, shared by all movers to whom the ground is the
//! same.

use xunlu_index::{Clearance, GroundUnder};
use xunlu_map::{Footprint, Map, Mover, Passability, Plane, Rect, Terrain};
use xunlu_search::GridView;

/// The most footprints and sets of prices for which it is known what lies under them, a byte a cell each.
const UNDER_MAX: usize = 16;

/// Where movers that may enter the same terrains and tags can stand: one for each layer.
#[derive(Clone, Debug)]
pub(crate) struct Standable {
    // Whoever it was made for: any mover with the same open terrains and tags would do.
    mover: Mover,
    open: Vec<Passability>,
    // Room for large movers, made when the first one comes. Of a single grid only.
    clearance: Option<Clearance>,
    // What large movers pay for, made when the first one with such prices meets ground of several.
    under: Vec<GroundUnder>,
}

impl Standable {
    pub(crate) fn new(map: &Map, mover: &Mover) -> Standable {
        let open = map.grounds().map(|ground| Passability::new(ground, mover)).collect();
        Standable { mover: mover.clone(), open, clearance: None, under: Vec::new() }
    }

    /// Whether the ground is to this mover what it is here.
    pub(crate) fn suits(&self, mover: &Mover) -> bool {
        let same = |terrain| self.mover.is_open(terrain) == mover.is_open(terrain);
        self.mover.tags() == mover.tags() && (0..=u8::MAX).map(Terrain).all(same)
    }

    /// Sees to it that a mover of this size is answered fast.
    pub(crate) fn make_room_for(&mut self, map: &Map, footprint: Footprint) {
        if let (Map::Grid(grid), None) = (map, &self.clearance)
            && footprint != Footprint::ONE
            && !grid.wrap().is_any()
        {
            self.clearance = self.open.first().map(Clearance::new);
        }
    }

    /// The number of what tells such a mover what steps cost, made if there is none. Returns `None` if it
    /// needs no such thing, or there are too many already.
    pub(crate) fn under_for(&mut self, map: &Map, mover: &Mover) -> Option<usize> {
        let (Map::Grid(grid), Some(open)) = (map, self.open.first()) else { return None };
        if grid.wrap().is_any() || !GridView::new(grid, mover, open).has_prices() {
            return None;
        }
        let known = self.under.iter().position(|under| under.is_for(mover));
        if known.is_none() && self.under.len() < UNDER_MAX {
            self.under.push(GroundUnder::new(grid.ground(), mover));
            return Some(self.under.len() - 1);
        }
        known
    }

    /// Whether there is room for no more of what lies under large movers.
    pub(crate) fn is_full(&self) -> bool {
        self.under.len() >= UNDER_MAX
    }

    pub(crate) fn under_mut(&mut self) -> &mut Vec<GroundUnder> {
        &mut self.under
    }

    pub(crate) fn under(&self, number: usize) -> &GroundUnder {
        &self.under[number]
    }

    pub(crate) fn open(&self, layer: u32) -> Option<&Passability> {
        self.open.get(layer as usize)
    }

    pub(crate) fn clearance(&self) -> Option<&Plane<u8>> {
        self.clearance.as_ref().map(Clearance::sides)
    }

    pub(crate) fn layers(&self) -> &[Passability] {
        &self.open
    }

    /// Reads a rectangle of one layer anew.
    pub(crate) fn repair(&mut self, map: &Map, layer: u32, rect: Rect) {
        let (Some(ground), Some(open)) = (map.ground(layer), self.open.get_mut(layer as usize))
        else {
            return;
        };
        open.repair(ground, &self.mover, rect);
        if let Some(clearance) = &mut self.clearance {
            clearance.repair(open, rect);
        }
        self.under.iter_mut().for_each(|under| under.repair(ground, rect));
    }

    pub(crate) fn bytes(&self) -> usize {
        let bits: usize = self.open.iter().map(|open| open.words().len() * 8).sum();
        let under: usize = self.under.iter().map(GroundUnder::bytes).sum();
        bits + under + self.clearance.as_ref().map_or(0, Clearance::bytes)
    }
}
