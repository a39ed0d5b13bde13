//! The messages of `proto/`, made by `cargo xtask contract --write`, and their description.

// Made code is not read; what it is made from is.
#![allow(
    missing_docs,
    unreachable_pub,
    clippy::all,
    clippy::must_use_candidate,
    reason = "nobody writes it by hand"
)]

include!("messages.inc");

/// What there is to call and to say, for clients that ask.
pub(super) const DESCRIPTOR: &[u8] = include_bytes!("descriptor.binpb");
