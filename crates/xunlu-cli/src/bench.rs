//! `xunlu bench`: published scenarios run by our planners, each answer judged and timed.

mod each;
mod peers;

use crate::Ending;
use crate::answered::counted;
use crate::args::BenchArgs;
use crate::failure::Failure;
use crate::files::{self, expanded};
use crate::opened::name_of;
use crate::roadmap;
use crate::screen::{Screen, harmless};
use each::Each;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use xunlu_bench::{
    BenchError, Figures, MeshScenario, ScenarioMap, Solver, add_total, is_for_mesh, json_line, run,
    run_on_mesh, solvers_named, table,
};

pub(crate) fn run_scenarios(args: &BenchArgs, screen: &mut Screen) -> Result<Ending, Failure> {
    let mut solvers = solvers_named(&args.algorithms)?;
    if let Some(index) = &args.index {
        let saved = roadmap::saved(index.clone());
        solvers.retain(|solver| solver.name != saved.name);
        solvers.push(saved);
    }
    let scenarios = scenarios(&args.scenarios)?;
    if args.peers {
        let grids = scenarios.into_iter().filter(|file| !is_for_mesh(file)).collect::<Vec<_>>();
        if grids.is_empty() {
            let told = "peers are asked about grids; expected a scenario of one (those of meshes: bench/README.md)";
            return Err(Failure::BadInput(told.to_owned()));
        }
        return peers::run(args, &grids);
    }
    let each = Each::begin(args)?;
    let mut bench = Bench { args, solvers, maps: 0, total: Vec::new(), each };
    let work = |path: &Path, screen: &mut Screen| bench.run(path, screen);
    let ended = files::each(&scenarios, "scenarios", screen, work);
    // What did run is kept when a scenario failed.
    if bench.maps > 0 {
        bench.each.write(screen)?;
    }
    let ended = ended?;
    if bench.maps > 1 && !args.json {
        screen.print(format_args!("\nall {} maps\n{}", bench.maps, table(&bench.total)))?;
    }
    let wrong: usize = bench.total.iter().map(|figures| figures.wrong).sum();
    let disputed: usize = bench.total.iter().map(|figures| figures.disputed).sum();
    if disputed > 0 {
        let answers = counted(disputed, "answer is", "answers are");
        screen.remark(&format!(
            "{answers} disputed: not as long as the scenario says, but as long as the shortest path that \
             plain A* finds on the map's own characters; there the scenario does not fit its map"
        ));
    }
    if wrong > 0 {
        let answers = counted(wrong, "wrong answer", "wrong answers");
        screen.complain(&format!("{answers}, by those whom the table names"));
        return Ok(Ending::Wrong);
    }
    Ok(ended)
}

impl From<BenchError> for Failure {
    fn from(error: BenchError) -> Failure {
        Failure::BadInput(error.to_string())
    }
}

/// A run over several scenarios.
struct Bench<'a> {
    args: &'a BenchArgs,
    solvers: Vec<Solver>,
    maps: usize,
    total: Vec<Figures>,
    each: Each<'a>,
}

impl Bench<'_> {
    fn run(&mut self, scenario: &Path, screen: &mut Screen) -> Result<(), Failure> {
        let args = self.args;
        if is_map(scenario) {
            let name = name_of(scenario);
            let told = format!("{name} is a map; expected its scenario ({name}.scen)");
            return Err(Failure::BadInput(told));
        }
        if is_for_mesh(scenario) {
            return self.run_on_mesh(&MeshScenario::read(scenario)?, screen);
        }
        for scenario_map in ScenarioMap::read(scenario, args.maps.as_deref())? {
            let things = format!("questions about {}", harmless(&scenario_map.map));
            let mut tell = |done, of| screen.tell_share(done, of, &things);
            let figures = run(&scenario_map, &self.solvers, &args.settings(), &mut tell)?;
            let size = scenario_map.grid.bounds().size;
            let what = format!("{} {size}", harmless(&scenario_map.map));
            self.tell(&what, &figures, screen)?;
        }
        Ok(())
    }

    fn run_on_mesh(&mut self, mesh: &MeshScenario, screen: &mut Screen) -> Result<(), Failure> {
        let things = format!("questions about {}", harmless(&mesh.map));
        let mut tell = |done, of| screen.tell_share(done, of, &things);
        let figures = run_on_mesh(mesh, &self.args.settings(), &mut tell)?;
        let polygons = counted(mesh.polygons.polygons.len(), "polygon", "polygons");
        self.tell(&format!("{} {polygons}", harmless(&mesh.map)), &[figures], screen)
    }

    /// Tells the figures of a map, and adds them to those of all.
    fn tell(
        &mut self,
        what: &str,
        figures: &[Figures],
        screen: &mut Screen,
    ) -> Result<(), Failure> {
        self.maps += 1;
        add_total(&mut self.total, figures);
        self.each.add(figures);
        if self.args.json {
            for figures in figures {
                screen.print(format_args!("{}\n", json_line(figures)))?;
            }
            return Ok(());
        }
        let gap = if self.maps > 1 { "\n" } else { "" };
        screen.print(format_args!("{gap}{what}\n{}", table(figures)))?;
        Ok(())
    }
}

/// The files that the words name.
fn scenarios(words: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let patterns = words.iter().map(|word| match word.is_dir() {
        true => word.join("**").join("*.scen"),
        false => word.clone(),
    });
    Ok(each_once(expanded(&patterns.collect::<Vec<_>>())?))
}

/// Each scenario once, in the order of the words: that of a map or mesh is the file beside it.
fn each_once(files: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut known = BTreeSet::new();
    let scenarios = files.into_iter().map(|file| {
        let named = file.to_string_lossy();
        let beside = PathBuf::from(format!("{}.scen", named.replace("-merged.mesh", ".mesh")));
        if is_map(&file) && beside.is_file() { beside } else { file }
    });
    scenarios.filter(|file| known.insert(file.clone())).collect()
}

fn is_map(file: &Path) -> bool {
    let is = |ending: &std::ffi::OsStr| {
        ["map", "mesh"].iter().any(|one| ending.eq_ignore_ascii_case(one))
    };
    file.extension().is_some_and(is)
}
