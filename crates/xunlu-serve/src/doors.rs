//! What clients come through.

mod problem;
pub(crate) mod http;
