//! One question of a scenario, with the length of the best answer.

use xunlu::Cell;

/// From where to where, and how long the shortest path is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScenarioQuestion {
    /// Where the path begins.
    pub from: Cell,
    /// Where it ends.
    pub to: Cell,
    /// How long the shortest path is, in straight steps; 0 between different cells says that there
    /// is none.
    pub optimum: f64,
}

impl ScenarioQuestion {
    /// A question between two cells, by column and row.
    #[must_use]
    pub const fn new(from: (i32, i32), to: (i32, i32), optimum: f64) -> ScenarioQuestion {
        ScenarioQuestion { from: Cell::new(from.0, from.1), to: Cell::new(to.0, to.1), optimum }
    }

    /// Whether it says that there is no path. Generators of scenarios write a length of 0 then.
    #[must_use]
    pub fn is_without_path(&self) -> bool {
        self.from != self.to && self.optimum <= 0.0
    }
}
