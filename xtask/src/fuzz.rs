//! `cargo xtask fuzz`: hostile input for every reader, for so many seconds each.

use std::path::Path;
use std::process::Command;

use crate::failure::Failure;
use crate::program;

/// Where the fuzz targets live: a workspace of their own.
const FOLDER: &str = "fuzz";

/// Compiled from the registry, once a machine; fixed so that no newer one surprises anybody.
const CARGO_FUZZ: &str = "0.13.2";

/// How long each reader is fuzzed unless told.
const SECONDS: u32 = 60;

/// More than this is a reader that takes memory by being asked for it.
const MEMORY_MIB_MAX: u32 = 2048;

/// A single input that takes longer is a finding.
const SECONDS_AN_INPUT_MAX: u32 = 10;

const REMEDY: &str = "the input that did it lies in fuzz/artifacts/: make it a test of its reader, then mend the reader";

/// The page of `cargo xtask fuzz --help`.
pub(crate) fn help() -> String {
    format!(
        "cargo xtask fuzz [SECONDS] [TARGET...]\n\nGets cargo-fuzz and a nightly toolchain if they \
         are missing, then feeds hostile input to every reader, or those named, for SECONDS each \
         ({SECONDS} unless told).\n\nTargets: the files of fuzz/fuzz_targets/, without `.rs`.\n\n\
         Example: cargo xtask fuzz 300 tmx tmj"
    )
}

/// Fuzzes the named readers, or all of them.
pub(crate) fn run(words: &[String]) -> Result<(), Failure> {
    let (seconds, names) = match words.split_first() {
        Some((first, names)) if first.bytes().all(|byte| byte.is_ascii_digit()) => {
            let wrong = |_| Failure::new(format!("{first} seconds?"), "name fewer");
            (first.parse().map_err(wrong)?, names)
        }
        _ => (SECONDS, words),
    };
    let known = targets()?;
    if let Some(name) = names.iter().find(|name| !known.contains(name)) {
        let remedy = format!("name some of: {}", known.join(", "));
        return Err(Failure::new(format!("there is no fuzz target `{name}`"), remedy));
    }
    set_up()?;
    let chosen: Vec<&String> =
        known.iter().filter(|name| names.is_empty() || names.contains(name)).collect();
    for name in chosen {
        fuzz(name, seconds)?;
    }
    Ok(())
}

fn fuzz(name: &str, seconds: u32) -> Result<(), Failure> {
    println!("\n== {name}: {seconds} s");
    let mut command = Command::new("cargo");
    command.args(["+nightly", "fuzz", "run", "--fuzz-dir", FOLDER, name]);
    let found = format!("{FOLDER}/corpus/{name}");
    let seeds = format!("{FOLDER}/seeds/{name}");
    std::fs::create_dir_all(&found)
        .map_err(|error| Failure::new(format!("{found}: {error}"), "make the folder"))?;
    command.args([found.as_str(), seeds.as_str(), "--"]);
    command.args([
        format!("-max_total_time={seconds}"),
        format!("-rss_limit_mb={MEMORY_MIB_MAX}"),
        format!("-timeout={SECONDS_AN_INPUT_MAX}"),
        "-print_final_stats=1".to_owned(),
    ]);
    command.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
    program::run(&mut command, REMEDY)
}

/// The names of all targets, sorted.
fn targets() -> Result<Vec<String>, Failure> {
    let folder = Path::new(FOLDER).join("fuzz_targets");
    let unread = |error| {
        Failure::new(format!("{}: {error}", folder.display()), "start it at the repository's root")
    };
    let mut names = Vec::new();
    for entry in std::fs::read_dir(&folder).map_err(unread)? {
        let path = entry.map_err(unread)?.path();
        if let Some(stem) = path.file_stem() {
            names.push(stem.to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

fn set_up() -> Result<(), Failure> {
    if !program::works(Command::new("cargo").args(["+nightly", "--version"])) {
        let mut install = Command::new("rustup");
        install.args(["toolchain", "install", "nightly", "--profile", "minimal"]);
        program::run(&mut install, "install a nightly toolchain: the fuzzer needs its sanitizers")?;
    }
    if !program::works(Command::new("cargo").args(["fuzz", "--version"])) {
        let mut install = Command::new("cargo");
        install.args(["install", "--locked", "cargo-fuzz", "--version", CARGO_FUZZ]);
        program::run(&mut install, "see https://rust-fuzz.github.io/book")?;
    }
    Ok(())
}
