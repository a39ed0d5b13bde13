//! The speed gate: instruction counts of the gate's queries against `record/gate.json`.
//!
//! Wall-clock jitters on a shared machine, instruction counts do not. The queries themselves are
//! the example `gate` of the crate `xunlu`: `--list` prints their names, one name as its single
//! argument runs that query many times. Only what happens inside its function `gated_query` is
//! counted, so reading maps and warming up cost nothing here. That function must be
//! `#[inline(never)]` and not generic, or callgrind cannot tell where it begins.

mod callgrind;
mod comparison;
mod record;

use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::failure::Failure;
use crate::program;
use crate::setup::VALGRIND_REMEDY;
use crate::workspace::Workspace;
use record::Record;

/// Where the counts that were last agreed on stand, seen from the root.
const RECORD: &str = "record/gate.json";

/// The page of `cargo xtask gate --help`.
pub(crate) fn help() -> String {
    format!(
        "cargo xtask gate [--update]\n\n\
         Counts the instructions of each gated query and compares them with {RECORD}.\n\
         More than {worst} % worse is red; more than {worst} % better asks to be written down.\n\n  \
         --update            write the new counts into {RECORD}; the commit says why\n  \
         XUNLU_GATE=update   the same, where no flag can be given\n\n\
         Example: cargo xtask gate --update",
        worst = comparison::TOLERANCE_PERCENT
    )
}

/// Measures every gated query, then compares, or writes the record anew.
pub(crate) fn run(words: &[String]) -> Result<(), Failure> {
    if let Some(word) = words.iter().find(|word| *word != "--update") {
        return Err(Failure::new(format!("gate does not know `{word}`"), "it knows `--update`"));
    }
    let by_setting = std::env::var("XUNLU_GATE").is_ok_and(|value| value == "update");
    let workspace = Workspace::read()?;
    let path = workspace.root.join(RECORD);
    if !words.is_empty() || by_setting {
        return write(&path, &measure(&workspace)?);
    }
    // First what takes no time: measuring for nothing would be a minute lost.
    let recorded = Record::parse(&std::fs::read_to_string(&path).map_err(|error| {
        let remedy = "run `cargo xtask gate --update` and commit the file";
        Failure::new(format!("{RECORD} cannot be read: {error}"), remedy)
    })?)?;
    let comparison = comparison::compare(&recorded, &measure(&workspace)?);
    print!("{comparison}");
    comparison.verdict()
}

fn write(path: &Path, measured: &Record) -> Result<(), Failure> {
    let written = path
        .parent()
        .map_or(Ok(()), std::fs::create_dir_all)
        .and_then(|()| std::fs::write(path, measured.to_json()));
    written.map_err(|error| {
        Failure::new(format!("{RECORD} cannot be written: {error}"), "see to its rights")
    })?;
    println!("  {} queries written to {RECORD}: say in the commit why", measured.queries.len());
    Ok(())
}

/// Builds the queries, runs each under callgrind, and hands back the counts.
fn measure(workspace: &Workspace) -> Result<Record, Failure> {
    if !program::works(Command::new("valgrind").arg("--version")) {
        return Err(Failure::new("the speed gate needs valgrind", VALGRIND_REMEDY));
    }
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let rustc =
        program::output(Command::new(compiler).arg("--version"), "install Rust with rustup")?;
    let mut build = program::cargo();
    build.args(["build", "--release", "--package", "xunlu", "--example", "gate"]);
    program::run(&mut build, "the queries are crates/xunlu/examples/gate.rs: mend them")?;

    let gate = workspace.target_directory.join("release/examples/gate");
    let remedy = "crates/xunlu/examples/gate.rs takes `--list` or the name of a query";
    let names = names(&program::output(Command::new(&gate).arg("--list"), remedy)?)?;
    let folder = workspace.target_directory.join("gate");
    std::fs::create_dir_all(&folder).map_err(|error| {
        let what = format!("{} cannot be made: {error}", folder.display());
        Failure::new(what, "see to its rights")
    })?;
    let queries = counted(&gate, names, &folder)?;
    Ok(Record { rustc: rustc.trim().to_owned(), queries })
}

/// Counts each query, as many at a time as there are cores: a count is the same beside whatever else runs.
fn counted(
    gate: &Path,
    names: Vec<String>,
    folder: &Path,
) -> Result<BTreeMap<String, u64>, Failure> {
    let left = Mutex::new(names.into_iter());
    let next = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
    let count = |name: String| {
        let instructions = callgrind::count(gate, &name, folder)?;
        println!("  {name}: {instructions} instructions");
        Ok((name, instructions))
    };
    let work = || std::iter::from_fn(next).map(count).collect::<Result<Vec<_>, Failure>>();
    let of_each: Result<Vec<_>, Failure> = thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().expect("nothing panics there")).collect()
    });
    Ok(of_each?.into_iter().flatten().collect())
}

/// The names `--list` printed. They become file names, so they are plain words.
fn names(list: &str) -> Result<Vec<String>, Failure> {
    let names: Vec<String> =
        list.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect();
    let is_plain = |name: &String| {
        name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_')
    };
    if let Some(name) = names.iter().find(|name| !is_plain(name)) {
        let what = format!("`{name}` is no name for a gated query");
        return Err(Failure::new(what, "letters, digits, `-` and `_` only"));
    }
    if names.is_empty() {
        let remedy = "crates/xunlu/examples/gate.rs prints one name a line at `--list`";
        return Err(Failure::new("the gate has no query", remedy));
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_one_a_line_and_are_plain_words() {
        assert_eq!(
            names("astar-grid\n\n dijkstra_hex \n").unwrap(),
            ["astar-grid", "dijkstra_hex"]
        );
        assert!(names("../up").unwrap_err().to_string().contains("`../up`"));
        assert!(names("\n").unwrap_err().to_string().contains("no query"));
    }
}
