//! The numbers of movers and of worlds.

use std::sync::atomic::{AtomicU64, Ordering};

/// The number of a mover in its world.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MoverId(pub(crate) u32);

impl MoverId {
    /// The mover that a world begins with.
    pub const FIRST: MoverId = MoverId(0);

    /// The number, counted in the order in which movers came.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }
}

/// The identity of a world: no two worlds of one program have the same, clones included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WorldId(u64);

impl WorldId {
    /// No world.
    pub(crate) const NONE: WorldId = WorldId(u64::MAX);

    /// An identity that nobody had before.
    pub(crate) fn new() -> WorldId {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        // Relaxed: that no two are the same is all that is asked.
        WorldId(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}
