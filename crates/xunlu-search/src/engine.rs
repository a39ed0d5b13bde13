//! The engines: one loop for all searches that go best first from one end, and one from both ends.

pub(crate) mod best_first;
pub(crate) mod order;
pub(crate) mod two_way;
