//! xunlu (寻路, "to find the way"): pathfinding for games, behind one door.
mod place;
mod query;
mod map;
mod world;
mod find;
mod choose;
mod error;

mod goal;
mod seen;
mod surface;

pub use choose::Choice;
pub use error::WorldError;
pub use find::{Begun, Pending};
pub use map::Map;
pub use place::Place;
pub use query::{Goal, Query};
pub use world::{MoverId, World};
pub use xunlu_map::*;
pub use xunlu_search::*;
