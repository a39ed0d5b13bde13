//! Numbers of what a mesh is made of.

/// No half-edge, no polygon, no corner.
pub(crate) const NONE: u32 = u32::MAX;

/// A count as the number of the next one.
pub(crate) fn numbered(count: usize) -> u32 {
    u32::try_from(count).expect("a mesh is numbered in 32 bits")
}
