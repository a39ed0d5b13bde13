//! What the engine is held against: generators of maps and movers, a plain referee, drawn pictures
//! and the corpus of cases.
//!
//! ```
//! use xunlu_testkit::{Referee, any_trial};
//!
//! let trial = any_trial(7);
//! let referee = Referee::new(&trial.map, &trial.mover);
//! let best = referee.optimal_cost(trial.from, trial.to);
//! assert_eq!(best.is_some(), referee.reaches(trial.from, trial.to));
//! ```
//!
//! It knows the maps and movers of `xunlu-map` by their plain readings alone (terrain, tags, exits,
//! links, weights) and works every step out for itself, so that it shares no code with what it
//! judges. Nothing here is fast; everything is meant to be read and believed.

mod random;

mod lines;
mod referee;
mod disc_referee;
mod mesh_referee;

mod generate;
mod land;

mod corpus;
mod mover_text;
mod place_text;
mod picture;
mod report;

pub use corpus::{CorpusCase, Expected, corpus, parse_corpus_file, read_corpus};
pub use disc_referee::DiscReferee;
pub use generate::{
    GridKind, Trial, any_grid, any_grid_of, any_hex_grid, any_layers, any_mesh, any_mover_for_grid,
    any_mover_for_hex, any_mover_for_waypoints, any_place, any_standing_place, any_trial,
    any_trial_on, any_waypoints, road_network,
};
pub use land::is_open_land;
pub use lines::{cells_crossed, cells_swept, cells_touched, sees};
pub use mesh_referee::MeshReferee;
pub use mover_text::{parse_mover, write_mover};
pub use picture::{
    GridPicture, MapKind, MarkedMap, draw_picture, parse_grid_picture, parse_picture,
};
pub use random::Random;
pub use referee::{PlaceStep, Referee, places};
pub use report::report;
