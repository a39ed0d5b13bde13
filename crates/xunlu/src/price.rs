//! A price of one's own for each step.

use std::fmt;
use xunlu_map::{Cost, Place};

/// What a step onto a place costs, by what it costs the mover: the same or more, or `None` if it may not be
/// taken. Lent to a [`View`](crate::View).
#[derive(Clone, Copy)]
pub(crate) struct Price<'a>(pub(crate) &'a (dyn Fn(Place, Cost) -> Option<Cost> + Sync));

impl Price<'_> {
    /// What a step costs; never less than it costs the mover.
    pub(crate) fn of(&self, place: Place, cost: Cost) -> Option<Cost> {
        (self.0)(place, cost).map(|priced| priced.max(cost))
    }
}

impl fmt::Debug for Price<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Price")
    }
}
