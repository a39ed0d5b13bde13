//! The crate `grid_pathfinding`: jump point search with what it works out beforehand, set up as its
//! own benchmark does. It cuts corners, which cannot be switched off, so its paths are of another
//! length than the scenarios'; and it says neither how many nodes it looked on from nor how much
//! memory it holds.

use grid_pathfinding::PathingGrid;
use grid_util::grid::ValueGrid;
use grid_util::point::Point;
use xunlu::Cell;
use xunlu_bench::{BenchError, PreparedSolver, Reply, ReplyKind, Rule, ScenarioMap, Solver};

pub(crate) fn solver() -> Solver {
    Solver::new("grid_pathfinding", prepare).walking_by(Rule::Other("other rule: cuts corners"))
}

fn prepare(map: &ScenarioMap) -> Result<Box<dyn PreparedSolver>, BenchError> {
    let (width, height) = (map.raw.width() as usize, map.raw.height() as usize);
    let mut grid = PathingGrid::new(width, height, true);
    for (number, &is_open) in map.raw.cells().iter().enumerate() {
        let cell = map.raw.cell_of(number);
        grid.grid.set(cell.x, cell.y, !is_open);
    }
    grid.initialize();
    grid.generate_components();
    Ok(Box::new(Grid { grid }))
}

struct Grid {
    grid: PathingGrid,
}

impl PreparedSolver for Grid {
    fn find(&mut self, from: Cell, to: Cell, path: &mut Vec<Cell>) -> Reply {
        let reply = |ended| Reply { ended, length: None, expansions: None };
        if self.grid.get(from.x, from.y) || self.grid.get(to.x, to.y) {
            return reply(ReplyKind::Blocked);
        }
        let (start, goal) = (Point::new(from.x, from.y), Point::new(to.x, to.y));
        let found = self.grid.get_path_single_goal(start, goal, false);
        let Some(cells) = found else { return reply(ReplyKind::NoPath) };
        path.extend(cells.into_iter().map(|point| Cell::new(point.x, point.y)));
        reply(ReplyKind::Path)
    }

    fn bytes(&self) -> Option<usize> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_bench::contract::check_prepared_solver;

    #[test]
    fn the_crate_is_asked_rightly() {
        check_prepared_solver(&solver());
    }
}
