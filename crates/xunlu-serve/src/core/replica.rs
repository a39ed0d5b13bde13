//! How copies of a map on many machines stay the same as the one that is written, by way of a broker that may
//! lose, repeat and damage what it is given: without I/O, as messages in and tasks out.
//!
//! ```text
//! writer ── changes, in order ──> log ───────> follower: makes those that go on where it is
//!        ── snapshot ───────────> objects ───> follower: begins with one, when it holds nothing or lost track
//!        ── head, each second ──> bucket ────> follower: sees that something is missing
//!        <─────────────── complaint ────────── follower: what is stored does not lead to the head
//! ```
//!
//! The truth is the writer's alone, who has its own journal. What is a change's place in a map's history is
//! told by revision and chain, so that nothing is made in a wrong place, whatever comes in whatever order.
//! What is not whole any more is begun anew: a snapshot of what the writer has, and a log of another name.
//! If somebody holds what the writer never made, as after a disk was put back to what it was yesterday, the
//! map goes on in a later epoch.

pub(crate) mod follower;
pub(crate) mod head;
pub(crate) mod publisher;
pub(crate) mod sealed;
pub(crate) mod telling;
