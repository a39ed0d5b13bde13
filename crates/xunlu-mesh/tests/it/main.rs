//! Meshes and scenes as their users see them, in one program: each that is linked takes as long.

mod support;

mod bad_input;
mod cells;
mod corridors;
mod costs;
mod discs;
mod distance_fields;
mod files;
mod hub_labels;
mod link_scenes;
mod links;
mod observed;
mod odd_meshes;
mod outlines;
mod paged_regions;
mod plans;
mod queries;
mod radius;
mod random_points;
mod rays;
mod regions;
mod saved_ground;
mod scenes;
mod shortest;
mod thin_walls;
