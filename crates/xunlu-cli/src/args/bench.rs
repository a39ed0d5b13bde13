//! `xunlu bench`, on the command line.

use clap::Args;
use std::path::PathBuf;
use xunlu_bench::Settings;

/// `xunlu bench`.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// The scenarios: files, patterns such as 'maps/**/*.scen', or folders. Their maps lie beside them
    #[arg(required = true, value_name = "SCEN")]
    pub(crate) scenarios: Vec<PathBuf>,

    /// Which algorithms: those of `xunlu find`, baseline (plain A* that never changes), or all
    #[arg(long = "algorithm", value_name = "NAME,...", value_delimiter = ',')]
    #[arg(default_value = "baseline,auto,astar")]
    pub(crate) algorithms: Vec<String>,

    /// Also look paths up in the index that `bake --index` wrote for the map: the algorithm `roadmap`, with
    /// that instead of one baked for the run. For several maps, a folder with a NAME.roadmap for each
    #[arg(long, value_name = "FILE")]
    pub(crate) index: Option<PathBuf>,

    /// Where to look for maps that do not lie beside their scenario
    #[arg(long, value_name = "FOLDER")]
    pub(crate) maps: Option<PathBuf>,

    /// Ask only every N-th question
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least_one)]
    pub(crate) every: usize,

    /// Ask at most N questions of each scenario, evenly spread
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) sample: Option<usize>,

    /// Ask each question R times; the least time counts
    #[arg(long, value_name = "R", default_value_t = 3, value_parser = at_least_one)]
    pub(crate) repeat: usize,

    /// Also check every step of every path; ends and lengths are always checked
    #[arg(long)]
    pub(crate) verify: bool,

    /// Also ask for paths between parts of the map that are not connected
    #[arg(long)]
    pub(crate) unreachable: bool,

    /// Also run the crates `pathfinding` and `grid_pathfinding`. Works only in a checkout of xunlu, where
    /// cargo builds and runs bench/
    #[arg(long)]
    pub(crate) peers: bool,

    /// Print a line of JSON for each algorithm on each map
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,

    /// Write a plot of time against length of path, a line for each algorithm
    #[arg(long, value_name = "FILE.svg", help_heading = "Output")]
    pub(crate) plot: Option<PathBuf>,

    /// Write a line of JSON for each question that was answered: map, planner, length and us
    #[arg(long, value_name = "FILE.jsonl", help_heading = "Output")]
    pub(crate) each: Option<PathBuf>,

    /// Also plot another program's times: lines as --each writes them, on the same maps
    #[arg(long, value_name = "FILE.jsonl", help_heading = "Output", requires = "plot")]
    pub(crate) with: Vec<PathBuf>,
}

impl BenchArgs {
    /// How the courses are run.
    pub(crate) const fn settings(&self) -> Settings {
        Settings {
            every: self.every,
            sample: self.sample,
            repeat: self.repeat,
            verify: self.verify,
            unreachable: self.unreachable,
        }
    }
}

fn at_least_one(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&number: &usize| number > 0);
    number.ok_or_else(|| "expected a whole number of 1 or more".to_owned())
}
