//! To which regions polygons belong.

/// A region of a scene. A number is given again once the region is gone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RegionId(pub(crate) u32);

/// That a polygon of a tile belongs to a region.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct InRegion {
    /// Counted from the tile's first.
    pub(crate) polygon: u32,
    pub(crate) region: RegionId,
    /// The bits of the region's tags.
    pub(crate) tags: u16,
}

/// Some of the regions of a tile, a bit each. Whoever crosses the line around a region changes from in to out
/// or back, whichever way the line goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct RegionSet(pub(crate) u64);

impl RegionSet {
    /// So many regions may lie in a tile.
    pub(crate) const REGIONS_MAX: usize = 64;

    /// The numbers of those in it.
    pub(crate) fn numbers(self) -> impl Iterator<Item = usize> {
        (0..RegionSet::REGIONS_MAX).filter(move |number| self.0 >> number & 1 == 1)
    }
}
