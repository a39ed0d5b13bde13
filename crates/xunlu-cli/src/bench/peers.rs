//! `xunlu bench --peers`: the same run with other people's crates in it, which the program itself is
//! not built with. Cargo builds and runs the program in bench/ of the checkout.

use crate::Ending;
use crate::args::BenchArgs;
use crate::failure::Failure;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs the scenarios there, handing on what was said here.
pub(super) fn run(args: &BenchArgs, scenarios: &[PathBuf]) -> Result<Ending, Failure> {
    let here = std::env::current_dir().map_err(|error| {
        Failure::BadInput(format!("the working folder is not known: {error}; expected a checkout"))
    })?;
    let manifest = manifest_above(&here).ok_or_else(|| {
        let expected = "expected the working folder to be a checkout of xunlu";
        Failure::BadInput(format!("--peers needs bench/Cargo.toml, which is not here; {expected}"))
    })?;
    let mut command = Command::new("cargo");
    command.args(["run", "--release", "--manifest-path"]).arg(manifest).arg("--");
    command.args(["--algorithm", &args.algorithms.join(",")]);
    command.args(["--every", &args.every.to_string(), "--repeat", &args.repeat.to_string()]);
    if let Some(sample) = args.sample {
        command.args(["--sample", &sample.to_string()]);
    }
    let paths = [("--maps", &args.maps), ("--plot", &args.plot), ("--each", &args.each)];
    let given = paths.into_iter().filter_map(|(option, path)| Some((option, path.as_ref()?)));
    for (option, path) in given.chain(args.with.iter().map(|path| ("--with", path))) {
        command.arg(option).arg(path);
    }
    let flags =
        [("--verify", args.verify), ("--unreachable", args.unreachable), ("--json", args.json)];
    command.args(flags.iter().filter(|(_, is_set)| *is_set).map(|(flag, _)| flag));
    let ended = command.arg("--").args(scenarios).status().map_err(|error| {
        Failure::BadInput(format!("cargo cannot be run: {error}; expected it to be installed"))
    })?;
    match ended.code() {
        Some(0) => Ok(Ending::Found),
        Some(1) => Ok(Ending::Wrong),
        _ => Err(Failure::BadInput(format!(
            "the program in bench/ failed: {ended}; expected it to build and run, see above"
        ))),
    }
}

/// The manifest of bench/ in this folder or one it lies in.
fn manifest_above(folder: &Path) -> Option<PathBuf> {
    let manifests = folder.ancestors().map(|folder| folder.join("bench").join("Cargo.toml"));
    let is_ours = |manifest: &PathBuf| {
        std::fs::read_to_string(manifest).is_ok_and(|text| text.contains("\"xunlu-peers\""))
    };
    manifests.into_iter().find(is_ours)
}
