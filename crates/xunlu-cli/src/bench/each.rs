//! The time of each question: kept while the scenarios run, then written as lines and as a plot.

use crate::answered::counted;
use crate::args::BenchArgs;
use crate::failure::Failure;
use crate::files::write;
use crate::screen::Screen;
use std::path::{Path, PathBuf};
use xunlu_bench::{Figures, Timings, plot};

/// What was asked for with `--each`, `--plot` and `--with`.
pub(super) struct Each<'a> {
    args: &'a BenchArgs,
    timings: Timings,
    /// The figures of other programs, each with its file's name.
    outside: Vec<(String, Timings)>,
}

impl<'a> Each<'a> {
    /// Reads the figures from outside, so that what is wrong with them is known before the run.
    pub(super) fn begin(args: &'a BenchArgs) -> Result<Each<'a>, Failure> {
        let read = |path: &'a PathBuf| -> Result<(String, Timings), Failure> {
            Ok((stem(path), Timings::read(path)?))
        };
        let outside = args.with.iter().map(read).collect::<Result<_, _>>()?;
        Ok(Each { args, timings: Timings::default(), outside })
    }

    /// Keeps what a map gave, if anybody wants to know.
    pub(super) fn add(&mut self, figures: &[Figures]) {
        if self.args.each.is_some() || self.args.plot.is_some() {
            self.timings.add(figures);
        }
    }

    /// Writes what was asked for.
    pub(super) fn write(mut self, screen: &mut Screen) -> Result<(), Failure> {
        if let Some(path) = &self.args.each {
            write(path, self.timings.lines().as_bytes())?;
        }
        let Some(path) = &self.args.plot else { return Ok(()) };
        let left_out = self.timings.join(self.outside);
        if left_out > 0 {
            let count = counted(left_out, "line", "lines");
            screen.remark(&format!("left out: {count} of --with about maps that were not run"));
        }
        write(path, plot(&self.timings).as_bytes())
    }
}

/// What a file is called, without its folder and ending.
fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
