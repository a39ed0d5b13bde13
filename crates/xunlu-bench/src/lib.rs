//! Runs published scenarios through pathfinders, judges every answer and takes the time.
//!
//! A [`ScenarioMap`] is a MovingAI map with the questions of its scenario. [`Solver`]s are prepared for
//! it and asked every question, with the clock running from the question to the path in cells; what
//! they answer is judged by the map's characters and the lengths that the scenario gives, with no
//! code of the engine. What comes out are [`Figures`], a row for each solver.
//!
//! ```
//! use xunlu_bench::{ScenarioMap, ScenarioQuestion, Settings, solvers_named, run};
//!
//! let text = b"type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n";
//! let mut map = ScenarioMap::of_map("small.map", text)?;
//! map.questions.push(ScenarioQuestion::new((0, 1), (2, 1), 4.0));
//! let solvers = solvers_named(&["astar", "baseline"])?;
//! let figures = run(&map, &solvers, &Settings::default(), &mut |_, _| {})?;
//! assert!(figures.iter().all(|figures| figures.wrong == 0));
//! # Ok::<(), xunlu_bench::BenchError>(())
//! ```
//!
//! # Where to look
//!
//! | to | look at |
//! | --- | --- |
//! | load a scenario with its map | [`ScenarioMap::read`] |
//! | the same for meshes | [`is_for_mesh`], [`MeshScenario::read`], [`run_on_mesh`] |
//! | let a pathfinder of your own run | [`PreparedSolver`], [`Solver`], [`contract`] |
//! | have ours run, by name | [`solvers_named`], [`saved_roadmaps`], [`baseline`](fn@baseline) |
//! | take the figures and tell them | [`run`], [`Figures`], [`table`], [`json_line`] |
//! | keep the time of each question, and plot it | [`Timings`], [`plot`](fn@plot) |
//!
//! # What it does not do
//!
//! It prints nothing and knows no command line: `xunlu bench` does. Maps of other formats than
//! MovingAI's are not run, for their lengths are not the ones that scenarios mean.

mod scenario_map;
mod raw;
mod question;
mod solver;
pub mod contract;

mod run;
mod mesh_scenario;
mod verdict;
mod apart;
mod figures;
mod report;
mod timings;
mod plot;

mod engine;
mod baseline;

mod files;
mod error;

pub use baseline::baseline;
pub use engine::{saved_roadmaps, solvers_named};
pub use error::BenchError;
pub use figures::{Figures, Unreachable, add_total};
pub use mesh_scenario::{MeshScenario, is_for_mesh, run_on_mesh};
pub use plot::plot;
pub use question::ScenarioQuestion;
pub use raw::RawMap;
pub use report::{json_line, table};
pub use run::{Settings, run};
pub use scenario_map::ScenarioMap;
pub use solver::{PreparedSolver, Reply, ReplyKind, Rule, Solver};
pub use timings::{Series, Timing, Timings};
