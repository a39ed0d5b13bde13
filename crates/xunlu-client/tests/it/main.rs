//! Clients as programs use them, in one program: each that is linked takes as long.

mod deadlines;
mod embedded;
mod messages;
mod random_places;
mod remote;
