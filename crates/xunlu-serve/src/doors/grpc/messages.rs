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
