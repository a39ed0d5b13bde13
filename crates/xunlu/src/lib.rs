//! xunlu (寻路, "to find the way"): pathfinding for games, behind one door.
mod place;
mod query;
mod map;
mod world;
mod find;
mod pending;
mod scheduler;
mod watch;
mod check;
mod choose;
mod error;

pub mod wire;

mod goal;
mod seen;
mod surface;

pub use choose::Choice;
pub use error::WorldError;
pub use check::PathFault;
pub use map::Map;
pub use pending::Pending;
pub use place::Place;
pub use query::{Goal, Query};
pub use scheduler::{Budget, Priority, Report, Scheduler, SchedulerSettings, Ticket, TicketState};
pub use watch::{Break, Broken, WatchId, Watcher};
pub use world::{MoverId, World};
pub use xunlu_map::*;
pub use xunlu_search::*;
