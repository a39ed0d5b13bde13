//! The crate `pathfinding`: `astar` over cells, as its documentation shows, with whole costs and the
//! estimate of an empty map.

use pathfinding::prelude::astar;
use xunlu::Cell;
use xunlu_bench::{PreparedSolver, RawMap, Reply, ReplyKind, Solver};

/// What steps cost: the square root of two to 4 parts in 100 million.
const STRAIGHT: u32 = 2378;
const DIAGONAL: u32 = 3363;

const NEIGHBOURS: [(i32, i32); 8] =
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];

pub(crate) fn solver() -> Solver {
    Solver::new("pathfinding", |map| Ok(Box::new(Pathfinding { map: map.raw.clone() })))
}

/// It keeps nothing between questions but the map.
struct Pathfinding {
    map: RawMap,
}

impl PreparedSolver for Pathfinding {
    fn find(&mut self, from: Cell, to: Cell, path: &mut Vec<Cell>) -> Reply {
        let reply = |ended, expansions| Reply { ended, length: None, expansions: Some(expansions) };
        if !self.map.is_open(from) || !self.map.is_open(to) {
            return reply(ReplyKind::Blocked, 0);
        }
        let map = &self.map;
        let mut expansions = 0;
        let found = astar(
            &(from.x, from.y),
            |&(x, y)| {
                expansions += 1;
                NEIGHBOURS.iter().filter_map(move |&(dx, dy)| {
                    let near = (x + dx, y + dy);
                    let is_step = map.is_step(Cell::new(x, y), Cell::new(near.0, near.1));
                    let cost = if dx == 0 || dy == 0 { STRAIGHT } else { DIAGONAL };
                    is_step.then_some((near, cost))
                })
            },
            |&(x, y)| {
                let (across, down) = (x.abs_diff(to.x), y.abs_diff(to.y));
                let diagonal = across.min(down);
                STRAIGHT * (across.max(down) - diagonal) + DIAGONAL * diagonal
            },
            |&cell| cell == (to.x, to.y),
        );
        let Some((cells, _)) = found else { return reply(ReplyKind::NoPath, expansions) };
        path.extend(cells.into_iter().map(|(x, y)| Cell::new(x, y)));
        reply(ReplyKind::Path, expansions)
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
