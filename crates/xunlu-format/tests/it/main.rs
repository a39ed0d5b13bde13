//! Readers and writers as their users see them, in one program: each that is linked takes as long.

#![cfg(test)]

mod assign;
mod assign_hostile;
mod assign_ldtk;
mod benchmarks;
mod detour;
mod image;
mod kinds;
mod ldtk;
mod messages;
mod own;
mod scenery;
mod tiled;
