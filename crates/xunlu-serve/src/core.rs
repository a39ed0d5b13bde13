//! The service without I/O, clocks or threads.

pub(crate) mod refusal;
pub(crate) mod limits;
pub(crate) mod queue;
pub(crate) mod journal;
mod answering;
pub(crate) mod writer;
pub(crate) mod service;
