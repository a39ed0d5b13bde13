//! Our own solvers: every algorithm of the engine, through the door that everybody uses.

use crate::baseline::baseline;
use crate::error::BenchError;
use crate::scenario_map::ScenarioMap;
use crate::solver::{PreparedSolver, Reply, ReplyKind, Solver};
use std::thread::available_parallelism;
use xunlu::roadmap::{NoRoadmap, RoadmapError, RoadmapOptions};
use xunlu::{
    Algorithm, Cell, Mover, MoverId, Outcome, Place, Promise, Query, StepCosts, Workspace, World,
    wire,
};

/// The solvers of these names: the algorithms as the engine calls them, `auto` for the one that it
/// takes by itself, `baseline`, and `all` for all of these. Each runs once, the baseline first.
///
/// # Errors
/// When there is none of a name.
pub fn solvers_named(names: &[impl AsRef<str>]) -> Result<Vec<Solver>, BenchError> {
    let mut solvers: Vec<Solver> = Vec::new();
    let mut enter = |solver: Solver| {
        if solvers.iter().all(|known| known.name != solver.name) {
            solvers.push(solver);
        }
    };
    if names.iter().any(|name| matches!(name.as_ref(), "baseline" | "all")) {
        enter(baseline());
    }
    for name in names {
        match name.as_ref() {
            "baseline" => {}
            "all" => {
                enter(solver(None));
                Algorithm::ALL.into_iter().for_each(|algorithm| enter(solver(Some(algorithm))));
            }
            name => {
                let algorithm = wire::algorithm_named(name).map_err(|error| {
                    BenchError::new(format!("{error}; and here baseline or all as well"))
                })?;
                enter(solver(algorithm));
            }
        }
    }
    Ok(solvers)
}

fn solver(algorithm: Option<Algorithm>) -> Solver {
    let solver = Solver::new(wire::algorithm_name(algorithm), move |map| {
        let mut world = World::with_mover(map.grid.clone(), Mover::default())?;
        if algorithm == Some(Algorithm::JumpIndex) {
            world.build_index(MoverId::FIRST)?;
        }
        if let Some(Algorithm::Hierarchy | Algorithm::HierarchyExact) = algorithm {
            world.build_hierarchy(MoverId::FIRST, threads())?;
        }
        if algorithm == Some(Algorithm::Roadmap) {
            attach_roadmap(&mut world)?;
        }
        Ok(Box::new(Engine { world, workspace: Workspace::new(), algorithm }))
    });
    solver.promising(algorithm.map_or(Promise::Cheapest, Algorithm::promise))
}

/// The algorithm `roadmap` with roadmaps that were [saved](xunlu::roadmap::Roadmap::save), which `bytes_of` a
/// map finds, instead of those that are baked for the run.
pub fn saved_roadmaps<B: AsRef<[u8]> + Send + Sync + 'static>(
    bytes_of: impl Fn(&ScenarioMap) -> Result<B, BenchError> + 'static,
) -> Solver {
    let algorithm = Some(Algorithm::Roadmap);
    Solver::new(wire::algorithm_name(algorithm), move |map| {
        let mut world = World::with_mover(map.grid.clone(), Mover::default())?;
        let read = world.view(MoverId::FIRST)?.load_roadmap(bytes_of(map)?, threads());
        let roadmap = read.map_err(|error| BenchError::new(format!("{}: {error}", map.map)))?;
        world.attach_roadmap(MoverId::FIRST, roadmap)?;
        Ok(Box::new(Engine { world, workspace: Workspace::new(), algorithm }))
    })
}

/// A roadmap may take so many bytes for each cell where one can stand.
const ROADMAP_BYTES_A_CELL: usize = 150;

fn threads() -> usize {
    available_parallelism().map_or(1, |threads| threads.get())
}

/// Bakes a roadmap, as an index is built: where there is no room for one, searches answer.
fn attach_roadmap(world: &mut World) -> Result<(), BenchError> {
    let view = world.view(MoverId::FIRST)?;
    let cells = world.cells().filter(|&(place, _)| view.can_stand(place)).count();
    let options = RoadmapOptions::new().threads(threads());
    let options = options.memory_bytes_max(cells * ROADMAP_BYTES_A_CELL);
    match view.bake_roadmap(&options, &|_, _| true) {
        Ok(roadmap) => Ok(world.attach_roadmap(MoverId::FIRST, roadmap)?),
        Err(NoRoadmap::NotMade(RoadmapError::Memory { .. })) => Ok(()),
        Err(error) => Err(BenchError::new(error.to_string())),
    }
}

/// A world with one workspace, which stays warm.
struct Engine {
    world: World,
    workspace: Workspace,
    algorithm: Option<Algorithm>,
}

impl PreparedSolver for Engine {
    fn find(&mut self, from: Cell, to: Cell, path: &mut Vec<Cell>) -> Reply {
        let query = Query::between(from, to).algorithm(self.algorithm);
        let Ok(answer) = self.world.find(&query, &mut self.workspace) else {
            return Reply { ended: ReplyKind::GaveUp, length: None, expansions: None };
        };
        let (ended, length) = match &answer.outcome {
            Outcome::Found(found) => {
                let cell = |place: &Place| place.as_cell().unwrap_or_default();
                path.extend(found.path.places.iter().map(cell));
                let straight = f64::from(StepCosts::EXACT.straight.0);
                (ReplyKind::Path, Some(f64::from(found.path.cost.0) / straight))
            }
            Outcome::Unreachable => (ReplyKind::NoPath, None),
            Outcome::Blocked(_) => (ReplyKind::Blocked, None),
            Outcome::GaveUp(_) => (ReplyKind::GaveUp, None),
        };
        Reply { ended, length, expansions: Some(answer.expansions) }
    }

    /// As a game does between frames.
    fn rest(&mut self) {
        if self.algorithm.is_none() {
            self.world.maintain_indexes();
        }
    }

    fn bytes(&self) -> Option<usize> {
        Some(self.world.index_bytes() + self.workspace.bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::check_prepared_solver;

    #[test]
    fn every_algorithm_is_right() {
        let solvers = solvers_named(&["all"]).unwrap();
        assert_eq!(solvers.len(), Algorithm::ALL.len() + 2);
        solvers.iter().for_each(check_prepared_solver);
    }

    #[test]
    fn saved_roadmaps_answer_for_their_map_alone() {
        let saved = |map: &ScenarioMap| {
            let world = World::new(map.grid.clone())?;
            let options = RoadmapOptions::new();
            let baked = world.view(MoverId::FIRST)?.bake_roadmap(&options, &|_, _| true);
            let mut bytes = Vec::new();
            baked.unwrap().save(&mut bytes).unwrap();
            Ok(bytes)
        };
        check_prepared_solver(&saved_roadmaps(saved));
        let map =
            ScenarioMap::of_map("open", b"type octile\nheight 1\nwidth 2\nmap\n..\n").unwrap();
        let other = saved_roadmaps(|_: &ScenarioMap| Ok(b"no roadmap".to_vec()));
        let error = other.prepare(&map).err().unwrap().to_string();
        assert!(error.contains("open: this is no roadmap"), "{error}");
    }

    #[test]
    fn names_lead_to_solvers_and_each_runs_once() {
        let names = |words: &[&str]| -> Vec<String> {
            solvers_named(words).unwrap().into_iter().map(|solver| solver.name).collect()
        };
        assert_eq!(names(&["auto", "astar", "baseline", "auto"]), ["baseline", "auto", "astar"]);
        assert_eq!(names(&["weighted-astar:120"]), ["weighted-astar:120"]);
        let error = solvers_named(&["astra"]).unwrap_err().to_string();
        assert!(error.contains("expected") && error.contains("baseline"), "{error}");
    }
}
