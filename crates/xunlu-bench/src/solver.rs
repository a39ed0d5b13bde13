//! Who runs: a pathfinder, prepared for one map and asked one question after the other.

use crate::error::BenchError;
use crate::scenario_map::ScenarioMap;
use std::fmt;
use xunlu::{Cell, Promise};

/// A pathfinder that is prepared for one map. [`contract::check_prepared_solver`] holds what it promises.
///
/// [`contract::check_prepared_solver`]: crate::contract::check_prepared_solver
pub trait PreparedSolver {
    /// Answers one question about two cells of the map it was prepared for, and puts the path into
    /// `path`, which comes empty: every cell from the first to the last. The clock runs meanwhile.
    fn find(&mut self, from: Cell, to: Cell, path: &mut Vec<Cell>) -> Reply;

    /// Has a moment between two questions, to prepare more if it thinks that worth while. What it takes
    /// is added to the time of preparation.
    fn rest(&mut self) {}

    /// How many bytes it holds now, for what was prepared and for asking. Returns `None` if it cannot say.
    /// The map itself, in a form that all share, does not count.
    fn bytes(&self) -> Option<usize>;
}

/// What is said of a question, beside the path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reply {
    /// How it ended.
    pub ended: ReplyKind,
    /// How long the path is said to be, in straight steps. `None` if that is not said.
    pub length: Option<f64>,
    /// How many nodes were looked on from. `None` if that is not said.
    pub expansions: Option<u64>,
}

/// How a question ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplyKind {
    /// With a path.
    Path,
    /// There is none.
    NoPath,
    /// Nobody can stand on one of the two cells.
    Blocked,
    /// Without an answer.
    GaveUp,
}

/// By which rule somebody walks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// Eight neighbours, no corner cut: the rule by which scenarios measure.
    Scenario,
    /// Another one, told in a few words. Lengths are then not compared with the scenario's.
    Other(&'static str),
}

/// Prepares a pathfinder for a map; the time it takes is the time of preparation.
type Prepare = Box<dyn Fn(&ScenarioMap) -> Result<Box<dyn PreparedSolver>, BenchError>>;

/// A pathfinder before it has seen a map.
pub struct Solver {
    /// What the figures call it.
    pub name: String,
    /// What it promises of its paths.
    pub promise: Promise,
    /// By which rule it walks.
    pub rule: Rule,
    prepare: Prepare,
}

impl Solver {
    /// One that finds the shortest paths by the scenarios' rule.
    pub fn new(
        name: impl Into<String>,
        prepare: impl Fn(&ScenarioMap) -> Result<Box<dyn PreparedSolver>, BenchError> + 'static,
    ) -> Solver {
        let (promise, rule) = (Promise::Cheapest, Rule::Scenario);
        Solver { name: name.into(), promise, rule, prepare: Box::new(prepare) }
    }

    /// The same, judged by another promise.
    #[must_use]
    pub fn promising(self, promise: Promise) -> Solver {
        Solver { promise, ..self }
    }

    /// The same, walking by another rule.
    #[must_use]
    pub fn walking_by(self, rule: Rule) -> Solver {
        Solver { rule, ..self }
    }

    /// The same, prepared for a map.
    ///
    /// # Errors
    /// When it cannot be: the map is too large for it.
    pub fn prepare(&self, map: &ScenarioMap) -> Result<Box<dyn PreparedSolver>, BenchError> {
        (self.prepare)(map)
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Solver { name, promise, rule, .. } = self;
        let mut shown = f.debug_struct("Solver");
        shown.field("name", name).field("promise", promise).field("rule", rule);
        shown.finish_non_exhaustive()
    }
}
