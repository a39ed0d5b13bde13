//! xunlu for other languages: one C ABI, and the same compiled to WebAssembly. Every binding stands on it.
//!
//! # The agreement
//!
//! - A *session* is a map, somebody who walks on it, and the question at hand. It is named by a `u32`, never
//!   0; one that was closed, or never was, is an error and nothing worse.
//! - Numbers are `u32`, `f32` and `f64`, and nothing else crosses the line. What is larger than a number goes
//!   through buffers that the caller owns: a pointer and how many elements fit. Every function that fills a
//!   buffer returns how many elements there are in all, so that asking with room for none tells the room.
//! - Texts are UTF-8 with a length, not with a zero at the end.
//! - What can fail returns a [`Status`], or 0 where it returns a session; [`xunlu_last_error`] says in words
//!   what went wrong last on this thread, [`xunlu_last_error_code`] by a code for programs, and
//!   [`xunlu_last_error_facts`] with where it is and the numbers and names to tell it with.
//! - A place is one number: `y * width + x`, of hexes by column and row. On layers that is counted from the
//!   first cell of the layer on ([`xunlu_layer`]); waypoints are numbered in their order.
//! - Names of algorithms, estimates and makers are told by [`xunlu_name`], their numbers are places in these
//!   lists and never change within a version of the ABI; [`xunlu_abi_version`] tells which that is.
//!
//! With the feature `full` it tells what steps cost, and has `xunlu_snapshot`; the playground does without.
//! With the feature `formats` it reads files as well: readers of the formats wanted are taken
//! (`xunlu_reads_tmx` and its like), a file is put at hand by its name, with those that it names, and then
//! read into a session.
//! With the feature `scenes` it has ground without cells, on which obstacles come, move and go
//! (`xunlu_scene`): paths of any angle, rays, nearest points.
//!
//! From WebAssembly, [`xunlu_alloc`] gives memory for buffers.
//!
//! # Threads
//!
//! Any thread may call any function. A session is locked while a call is in it: two threads that ask one
//! session wait for each other, and share the one question at hand. To ask at the same time each takes a
//! session of its own on the same map with `xunlu_snapshot`, which costs a counter and no copy; the map
//! stays there as it was, whatever is edited in the other.

#![allow(
    unsafe_code,
    reason = "pointers from other languages are read and written here, and only here"
)]

mod status;
mod facts;
mod memory;
mod sessions;
mod place_numbers;
mod session;
mod columns;

mod maps;
mod features;
mod questions;
mod answers;
mod names;
mod turns;
#[cfg(feature = "formats")]
mod files;
#[cfg(feature = "formats")]
mod scenery;
#[cfg(feature = "scenes")]
mod scene;
#[cfg(feature = "scenes")]
mod scenes;
#[cfg(feature = "scenes")]
mod scene_links;
#[cfg(all(feature = "scenes", feature = "formats"))]
mod scene_files;
#[cfg(all(feature = "scenes", feature = "formats"))]
mod scene_plans;

#[cfg(test)]
mod tests;

pub use answers::{
    xunlu_answer, xunlu_costs_to, xunlu_events, xunlu_forget_events, xunlu_path, xunlu_reason,
    xunlu_route,
};
pub use features::{
    xunlu_door, xunlu_edit_exits, xunlu_edit_tags, xunlu_exits, xunlu_layers, xunlu_link,
    xunlu_links, xunlu_tags, xunlu_unlink,
};
#[cfg(feature = "formats")]
pub use files::{
    xunlu_file, xunlu_file_bytes, xunlu_files_forget, xunlu_read, xunlu_read_facts,
    xunlu_reads_documents, xunlu_reads_images, xunlu_reads_ldtk, xunlu_reads_texts,
    xunlu_reads_tiled, xunlu_reads_tmj, xunlu_reads_tmx,
};
#[cfg(feature = "full")]
pub use maps::xunlu_snapshot;
pub use maps::{
    xunlu_close, xunlu_drawn, xunlu_edit, xunlu_layer, xunlu_made, xunlu_make, xunlu_make_begin,
    xunlu_making, xunlu_map, xunlu_map_size, xunlu_memory, xunlu_terrain, xunlu_trim,
};
pub use memory::{xunlu_alloc, xunlu_free};
pub use names::{xunlu_maker, xunlu_name};
pub use questions::{
    xunlu_advance, xunlu_begin, xunlu_build_index, xunlu_cancel, xunlu_exhaustive, xunlu_mover,
    xunlu_price, xunlu_thorough, xunlu_ties,
};
#[cfg(all(feature = "scenes", feature = "formats"))]
pub use scene_files::{
    xunlu_reads_plans, xunlu_reads_scenes, xunlu_reads_triangles, xunlu_scene_read,
};
#[cfg(feature = "scenes")]
pub use scene_links::{xunlu_scene_found_links, xunlu_scene_put_link, xunlu_scene_take_link};
#[cfg(all(feature = "scenes", feature = "formats"))]
pub use scene_plans::{xunlu_scene_plan, xunlu_scene_plan_names};
#[cfg(feature = "formats")]
pub use scenery::{
    xunlu_assign, xunlu_assigned, xunlu_scenery, xunlu_scenery_columns, xunlu_scenery_facts,
};
#[cfg(feature = "scenes")]
pub use scenes::{
    xunlu_scene, xunlu_scene_avoid, xunlu_scene_close, xunlu_scene_corners, xunlu_scene_cost,
    xunlu_scene_events, xunlu_scene_find, xunlu_scene_found, xunlu_scene_move, xunlu_scene_nearest,
    xunlu_scene_polygons, xunlu_scene_put, xunlu_scene_put_region, xunlu_scene_radius,
    xunlu_scene_ray, xunlu_scene_slide, xunlu_scene_take, xunlu_scene_within,
};
pub use status::{Status, xunlu_last_error, xunlu_last_error_code, xunlu_last_error_facts};
#[cfg(feature = "full")]
pub use turns::xunlu_step_costs;
pub use turns::{xunlu_turns, xunlu_walk};

/// The version of this agreement: it changes when a function's meaning or its arguments do.
pub const ABI_VERSION: u32 = 3;

/// The version of the agreement; a binding refuses one that it was not written for.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_abi_version() -> u32 {
    ABI_VERSION
}
