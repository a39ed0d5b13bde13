//! What may be known about a map before anyone asks.
mod clearance;
mod components;
pub use clearance::Clearance;
pub use components::{ArcSpace, Blocks, ComponentId, Components};
