//! The service without I/O, clocks or threads.

pub(crate) mod limits;
pub(crate) mod queue;
pub(crate) mod journal;
pub(crate) mod base;
pub(crate) mod naming;
pub(crate) mod site;
pub(crate) mod writer;
pub(crate) mod request;
pub(crate) mod job;
pub(crate) mod watches;
mod held;
pub(crate) mod replica;
pub(crate) mod service;

#[cfg(test)]
mod simulation;
