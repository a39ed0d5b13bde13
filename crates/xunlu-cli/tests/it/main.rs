//! The program as its users see it: one program of all these tests, for each that is linked takes as long.

mod support;

mod bad_input;
mod bake;
mod bench;
mod durability;
mod files;
mod help;
mod json;
mod pictures;
mod play;
mod scenes;
mod serve;
mod workers;
