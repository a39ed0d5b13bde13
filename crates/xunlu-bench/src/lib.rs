//! Runs published scenarios through pathfinders, judges every answer and takes the time.
//!
//! A [`Course`] is a MovingAI map with the questions of its scenario. [`Entrant`]s are prepared for
//! it and asked every question, with the clock running from the question to the path in cells; what
//! they answer is judged by the map's characters and the lengths that the scenario gives, with no
//! code of the engine. What comes out are [`Figures`], a row for each entrant.
//!
//! ```
//! use xunlu_bench::{Course, Question, Settings, entrants_named, run};
//!
//! let map = b"type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n";
//! let mut course = Course::of_map("small.map", map)?;
//! course.questions.push(Question::new((0, 1), (2, 1), 4.0));
//! let entrants = entrants_named(&["astar", "yardstick"])?;
//! let figures = run(&course, &entrants, &Settings::default(), &mut |_, _| {})?;
//! assert!(figures.iter().all(|figures| figures.wrong == 0));
//! # Ok::<(), xunlu_bench::BenchError>(())
//! ```
//!
//! # Where to look
//!
//! | to | look at |
//! | --- | --- |
//! | load a scenario with its map | [`Course::read`], [`is_for_mesh`] |
//! | let a pathfinder of your own run | [`Contestant`], [`Entrant`], [`contract`] |
//! | have ours run, by name | [`entrants_named`], [`yardstick`](fn@yardstick) |
//! | take the figures and tell them | [`run`], [`Figures`], [`table`], [`json_line`] |
//! | keep the time of each question, and plot it | [`Timings`], [`plot`](fn@plot) |
//!
//! # What it does not do
//!
//! It prints nothing and knows no command line: `xunlu bench` does. Maps of other formats than
//! MovingAI's are not run, for their lengths are not the ones that scenarios mean.

mod course;
mod raw;
mod question;
mod contestant;
pub mod contract;

mod run;
mod verdict;
mod apart;
mod figures;
mod report;
mod timings;
mod plot;

mod engine;
mod yardstick;

mod files;
mod error;

pub use contestant::{Contestant, Ended, Entrant, Reply, Rule};
pub use course::{Course, is_for_mesh};
pub use engine::entrants_named;
pub use error::BenchError;
pub use figures::{Figures, Unreachable, add_total};
pub use plot::plot;
pub use question::Question;
pub use raw::RawMap;
pub use report::{json_line, table};
pub use run::{Settings, run};
pub use timings::{Series, Timing, Timings};
pub use yardstick::yardstick;
