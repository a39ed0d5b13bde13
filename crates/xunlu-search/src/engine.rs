//! The engines: one loop for all searches that go best first from one end, one from both ends, one by
//! places where turns cost something, and what asks the first again and again for several paths.

pub(crate) mod best_first;
pub(crate) mod ranking;
pub(crate) mod two_way;
pub(crate) mod turning;
pub(crate) mod alternatives;
