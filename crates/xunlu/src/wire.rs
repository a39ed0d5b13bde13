//! Plain data for the wire: questions and answers as JSON says them, on the command line, over the
//! network and in the browser.
//!
//! It comes with the feature `wire`, which asks for serde.
//!
//! Everything here has public fields and promises nothing about itself; it becomes the real thing,
//! or an error, in one place and once. Field names are the words of the glossary, names of choices
//! are written `like-this`, places are texts (`3,1`, on a layer `3,1@1`, a hex's `q,r`, a waypoint's
//! name), every number is a whole one, and a field that is not known is refused: `NaN`, a fraction
//! and a misspelt word are errors, not defaults.
//!
//! A question:
//!
//! ```
//! use xunlu::{Grid, Workspace, World, wire};
//!
//! let json = r#"{
//!     "from": "0,0",
//!     "goal": { "at": "3,0" },
//!     "mover": { "rule": "eight", "corners": "one-free", "costs": { "straight": 10, "diagonal": 14 } },
//!     "algorithm": "weighted-astar:150",
//!     "limits": { "expansions_max": 500 },
//!     "wants_nearest": true
//! }"#;
//! let mut world = World::new("..#.\n..#.\n....".parse::<Grid>()?)?;
//! let question: wire::Query = serde_json::from_str(json)?;
//! if let Some(mover) = question.asker()? {
//!     world.add_mover(mover)?;
//! }
//! let query = question.on(&world)?;
//! let answer = world.find(&query, &mut Workspace::new())?;
//! let told = wire::Answer::new(world.map(), answer);
//! assert_eq!(told.path.as_ref().map(|path| path.cost), Some(52));
//! assert_eq!(
//!     serde_json::to_string(&told)?,
//!     r#"{"outcome":"found","path":{"cost":52,"places":["0,0","1,1","2,2","3,1","3,0"]},"lower_bound":35,"expansions":6,"algorithm":"weighted-astar:150","reason":"asked","revision":0}"#
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All goals: `{"at": "4,1"}`, `{"any-of": ["4,1", "0,3"]}`,
//! `{"within": {"of": "4,1", "radius": 3, "in_sight": true}}`,
//! `{"beside": {"of": "4,1", "footprint": {"width": 2, "height": 2}}}`,
//! `{"region": {"x": 0, "y": 0, "width": 4, "height": 2}}` and
//! `{"away-from": {"of": "4,1", "radius": 6}}`. A region may also be a list of rectangles, or
//! `{"layer": 1, "parts": [...]}`, as a goal and in a query's `region`.
//!
//! An answer says how it ended in `outcome`: `found` (with `path` and `lower_bound`), `unreachable`,
//! `blocked` (with `blocked`) or `gave-up` (with `limit`), and holds `nearest` where that was asked for:
//!
//! ```json
//! {"outcome":"blocked","blocked":{"end":"goal","place":"2,0","nearest_free":"1,0"},
//!  "expansions":0,"algorithm":"astar","reason":"asked","revision":0}
//! ```
//!
//! A [`Change`] of a map, for journals and patches; all of it is made or nothing:
//!
//! ```json
//! {"all":[{"terrain":{"rect":{"x":3,"y":1,"width":1,"height":1},"terrain":254}},{"remove-link":2}]}
//! ```
//!
//! An [`Event`] of a recorded search is a line of its own:
//!
//! ```json
//! {"type":"opened","id":"1,0","pId":"0,0","f":44,"g":10,"h":34}
//! ```
//!
//! The exact JSON is held by `tests/it/wire.rs`.

mod query;
mod avoid;
mod goal;
mod mover;
mod answer;
mod explanation;
mod reach;
mod event;
mod change;

mod place;
mod places;

mod algorithm;
mod named;
mod reason;

pub use algorithm::{algorithm_name, algorithm_named};
pub use answer::{Answer, Blocked, Outcome, Path};
pub use avoid::Avoid;
pub use change::{Change, DoorChange, ExitsChange, Link, TagsChange, TerrainChange};
pub use event::Event;
pub use explanation::{
    BlockedEnd, ClosedBy, ClosedCell, Cut, Explanation, Hindrance, InTheWay, Obstacle, VerdictName,
};
pub use goal::{AwayFrom, Beside, Goal, OnLayer, Rect, Region, Within};
pub use mover::{Costs, Footprint, Ground, Mover, OffsetStep, Rule};
pub use place::{place_at, place_text};
pub use places::PathPlaces;
pub use query::{Limits, Query};
pub use reach::{Reach, Reached};

/// Whether an epoch is the first, which goes without saying.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference in")]
fn is_first(epoch: &u32) -> bool {
    *epoch == 0
}
