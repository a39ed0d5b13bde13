//! Our planners beside those of other crates, in one process, on the same questions: what
//! `xunlu bench --peers` runs. It takes the words that `xunlu bench` takes, and files alone.
//!
//! It ends with 0, with 1 when an answer is wrong, and with 2 when it cannot be run.

mod grid_pathfinding;
mod pathfinding;

use clap::Parser;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use xunlu_bench::{
    BenchError, Figures, ScenarioMap, Settings, Solver, Timings, add_total, json_line, plot, run,
    solvers_named, table,
};

/// Ours beside theirs, on MovingAI scenarios.
#[derive(Parser, Debug)]
#[command(name = "xunlu-peers", max_term_width = 100)]
struct Program {
    /// The scenarios
    #[arg(required = true, value_name = "SCEN")]
    scenarios: Vec<PathBuf>,

    /// Which of ours run
    #[arg(long = "algorithm", value_name = "NAME,...", value_delimiter = ',')]
    #[arg(default_value = "baseline,auto,astar")]
    algorithms: Vec<String>,

    /// A folder where maps are looked for that do not lie beside their scenario
    #[arg(long, value_name = "FOLDER")]
    maps: Option<PathBuf>,

    /// Ask every N-th question alone
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,

    /// Ask at most N questions of each scenario, evenly spread
    #[arg(long, value_name = "N")]
    sample: Option<usize>,

    /// Ask each question R times; the least time counts
    #[arg(long, value_name = "R", default_value_t = 3)]
    repeat: usize,

    /// Check every step of every path, too
    #[arg(long)]
    verify: bool,

    /// Ask for paths between parts of the map that are not connected, too
    #[arg(long)]
    unreachable: bool,

    /// Print a line of JSON for each planner on each map
    #[arg(long)]
    json: bool,

    /// Write a plot of time against the length of paths, a line for each planner
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    /// Write a line of JSON for each question that was answered: map, planner, length and us
    #[arg(long, value_name = "FILE.jsonl")]
    each: Option<PathBuf>,

    /// Plot what another program took, too: lines as --each writes them, about the same maps
    #[arg(long, value_name = "FILE.jsonl", requires = "plot")]
    with: Vec<PathBuf>,
}

fn main() -> ExitCode {
    let told = match Program::try_parse() {
        Ok(program) => run_all(&program),
        Err(told) => {
            // Nobody is there to read it when this fails.
            let _ = told.print();
            return if told.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS };
        }
    };
    match told {
        Ok(0) => ExitCode::SUCCESS,
        Ok(wrong) => complain(&format!("wrong answers: {wrong}"), 1),
        Err(message) => complain(&message, 2),
    }
}

fn complain(message: &str, code: u8) -> ExitCode {
    let _ = writeln!(io::stderr().lock(), "error: {message}");
    ExitCode::from(code)
}

/// Runs every scenario, and says how many answers were wrong.
fn run_all(program: &Program) -> Result<usize, String> {
    let told = |error: BenchError| error.to_string();
    let mut solvers: Vec<Solver> = solvers_named(&program.algorithms).map_err(told)?;
    solvers.extend([pathfinding::solver(), grid_pathfinding::solver()]);
    let Program { every, sample, repeat, verify, unreachable, .. } = *program;
    let settings = Settings { every, sample, repeat, verify, unreachable };
    // Read before the run, so that what is wrong with them is known soon.
    let outside = program.with.iter().map(|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok((name, Timings::read(path).map_err(told)?))
    });
    let outside = outside.collect::<Result<Vec<_>, String>>()?;
    let mut timings = Timings::default();
    let mut total: Vec<Figures> = Vec::new();
    let mut map_count = 0;
    for scenario in &program.scenarios {
        for map in ScenarioMap::read(scenario, program.maps.as_deref()).map_err(told)? {
            let figures = run(&map, &solvers, &settings, &mut |_, _| {}).map_err(told)?;
            map_count += 1;
            add_total(&mut total, &figures);
            timings.add(&figures);
            let page = if program.json {
                figures.iter().map(|figures| json_line(figures) + "\n").collect()
            } else {
                format!("{} {}\n{}\n", map.map, map.grid.bounds().size, table(&figures))
            };
            print(&page)?;
        }
    }
    if map_count > 1 && !program.json {
        print(&format!("all {map_count} maps\n{}", table(&total)))?;
    }
    write_each(program, timings, outside)?;
    Ok(total.iter().map(|figures| figures.wrong).sum())
}

/// Writes the time of each question, as lines and as a plot, where that was asked for.
fn write_each(
    program: &Program,
    mut timings: Timings,
    outside: Vec<(String, Timings)>,
) -> Result<(), String> {
    if let Some(path) = &program.each {
        write(path, &timings.lines())?;
    }
    if let Some(path) = &program.plot {
        let left_out = timings.join(outside);
        if left_out > 0 {
            let told = "of --with about maps that were not run";
            let _ = writeln!(io::stderr().lock(), "left out: lines {told}: {left_out}");
        }
        write(path, &plot(&timings))?;
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let written = std::fs::write(path, text);
    written.map_err(|error| {
        format!("{} cannot be written: {error}; expected a file in a folder", path.display())
    })
}

fn print(page: &str) -> Result<(), String> {
    let mut out = io::stdout().lock();
    let written = out.write_all(page.as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| format!("the output cannot be written: {error}"))
}
