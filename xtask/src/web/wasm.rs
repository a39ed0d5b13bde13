//! The engine as WASM: compiled for browsers, made small, and put where the page imports it from.

use std::fs;
use std::path::{Path, PathBuf};

use super::freshness::changed;
use crate::failure::Failure;
use crate::program;
use crate::workspace::Workspace;

/// The crate that is compiled.
const CRATE: &str = "xunlu-abi";

/// What it is compiled for.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// The profile of the root's Cargo.toml, and so the folder that cargo puts it in.
const PROFILE: &str = "wasm";

/// Where the page finds it, seen from `web/`.
const PLACE: &str = "src/engine/wasm";

/// One WASM file: its name, and the feature it takes beside the usual ones.
const FILES: [(&str, Option<&str>); 2] = [("xunlu.wasm", None), ("formats.wasm", Some("formats"))];

/// What makes the file small.
const SHRINK: &[&str] = &["-Oz", "--strip-producers"];

/// What rustc lets LLVM use on this target; the optimiser has to be told the same.
const FEATURES: &[&str] = &[
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Builds the engine, and the engine with the readers.
pub(super) fn build(workspace: &Workspace, web: &Path) -> Result<(), Failure> {
    for (name, feature) in FILES {
        let built = compile(workspace, feature)?;
        shrink(&built, web, name)?;
    }
    Ok(())
}

/// Compiles the crate; hands back where it lies, until it is compiled with other features.
fn compile(workspace: &Workspace, feature: Option<&str>) -> Result<PathBuf, Failure> {
    let mut command = program::cargo();
    command.args(["build", "--package", CRATE, "--target", TARGET, "--profile", PROFILE]);
    command.args(feature.map(|feature| ["--features", feature]).into_iter().flatten());
    command.current_dir(&workspace.root);
    program::run(&mut command, "mend what the compiler names")?;
    let file = format!("{}.wasm", CRATE.replace('-', "_"));
    Ok(workspace.target_directory.join(TARGET).join(PROFILE).join(file))
}

fn shrink(built: &Path, web: &Path, name: &str) -> Result<(), Failure> {
    let place = web.join(PLACE);
    let small = place.join(name);
    // The optimiser takes longer than the compiler. Its flags are in this very program.
    let sources = [Some(built.to_owned()), std::env::current_exe().ok()];
    let newest = sources.iter().flatten().filter_map(|source| changed(source)).max();
    if changed(&small) > newest {
        println!("  {PLACE}/{name} is newer than what it is made of");
        return Ok(());
    }
    let failed = |error| Failure::new(format!("{}: {error}", place.display()), "look who holds it");
    fs::create_dir_all(&place).map_err(failed)?;
    let mut command = std::process::Command::new("node");
    command.arg(web.join("node_modules/binaryen/bin/wasm-opt"));
    command.args(FEATURES).arg(built).args(SHRINK).arg("-o").arg(&small);
    program::run(&mut command, "see what wasm-opt says; a feature of WASM may want its flag here")
}
