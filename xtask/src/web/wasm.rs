//! The engine as WASM: compiled for browsers, made small, and put where the page imports it from.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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

/// The same where the page is wanted soon: the program's, so that what both need is compiled once. Searches
/// are to be watched, so they are optimised a little.
const PROFILE_SOON: &str = "play";
const SOON: &str = "profile.play.opt-level=1";

/// Where the page finds it, seen from `web/`.
const PLACE: &str = "src/engine/wasm";

/// One WASM file: its name, the feature it takes beside the usual ones, and the functions it is to have, if
/// not all.
struct Wanted {
    name: &'static str,
    feature: Option<&'static str>,
    functions: Option<&'static [&'static str]>,
}

const FILES: [Wanted; 2] = [
    Wanted { name: "xunlu.wasm", feature: None, functions: None },
    Wanted { name: "formats.wasm", feature: Some("formats"), functions: Some(READERS) },
];

/// What `web/src/import/reader.ts` calls: without the searches the readers are a fifth smaller.
const READERS: &[&str] = &[
    "xunlu_abi_version",
    "xunlu_alloc",
    "xunlu_assign",
    "xunlu_assigned",
    "xunlu_close",
    "xunlu_exits",
    "xunlu_file",
    "xunlu_file_bytes",
    "xunlu_files_forget",
    "xunlu_free",
    "xunlu_last_error_facts",
    "xunlu_links",
    "xunlu_map_size",
    "xunlu_read",
    "xunlu_read_facts",
    "xunlu_scenery",
    "xunlu_scenery_columns",
    "xunlu_scenery_facts",
    "xunlu_tags",
    "xunlu_terrain",
];

/// What makes the file small. Functions stand in the order of their names: else it is that of the compiler,
/// which follows the folder's name, and the same code packs to 249 kB in one folder and to 263 in another.
const SHRINK: &[&str] =
    &["-Oz", "--reorder-functions-by-name", "--strip-debug", "--strip-producers"];

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
    for wanted in &FILES {
        let built = compile(workspace, wanted.feature)?;
        shrink(&built, web, wanted)?;
    }
    Ok(())
}

/// Builds one engine with the readers, large and soon, and takes it for both.
pub(super) fn build_soon(workspace: &Workspace, web: &Path) -> Result<(), Failure> {
    let mut command = compiler(workspace, Some("formats"), PROFILE_SOON);
    program::run(command.args(["--config", SOON]), "mend what the compiler names")?;
    let built = built_with(workspace, PROFILE_SOON);
    for wanted in &FILES {
        let to = Made::of(web, wanted.name);
        to.forget()?;
        fs::copy(&built, &to.file).map_err(|error| to.failed(&error))?;
        to.note(PROFILE_SOON)?;
    }
    Ok(())
}

/// Compiles the crate; hands back where it lies, until it is compiled with other features.
fn compile(workspace: &Workspace, feature: Option<&str>) -> Result<PathBuf, Failure> {
    let mut command = compiler(workspace, feature, PROFILE);
    program::run(&mut command, "mend what the compiler names")?;
    Ok(built_with(workspace, PROFILE))
}

fn compiler(workspace: &Workspace, feature: Option<&str>, profile: &str) -> Command {
    let mut command = program::cargo();
    command.args(["build", "--package", CRATE, "--target", TARGET, "--profile", profile]);
    command.args(feature.map(|feature| ["--features", feature]).into_iter().flatten());
    command.current_dir(&workspace.root);
    command
}

fn built_with(workspace: &Workspace, profile: &str) -> PathBuf {
    let file = format!("{}.wasm", CRATE.replace('-', "_"));
    workspace.target_directory.join(TARGET).join(profile).join(file)
}

/// A WASM file where the page imports it from, and beside it the profile that it was made with.
struct Made {
    file: PathBuf,
    profile: PathBuf,
}

impl Made {
    fn of(web: &Path, name: &str) -> Made {
        let file = web.join(PLACE).join(name);
        Made { profile: file.with_extension("profile"), file }
    }

    /// Has it count as not made until it is noted, for whoever interrupts us.
    fn forget(&self) -> Result<(), Failure> {
        let folder = self.file.parent().unwrap_or(&self.file);
        fs::create_dir_all(folder).map_err(|error| self.failed(&error))?;
        fs::write(&self.profile, "").map_err(|error| self.failed(&error))
    }

    fn note(&self, profile: &str) -> Result<(), Failure> {
        fs::write(&self.profile, profile).map_err(|error| self.failed(&error))
    }

    fn is_by(&self, profile: &str) -> bool {
        fs::read_to_string(&self.profile).is_ok_and(|noted| noted == profile)
    }

    fn failed(&self, error: &std::io::Error) -> Failure {
        Failure::new(format!("{}: {error}", self.file.display()), "look who holds it")
    }
}

fn shrink(built: &Path, web: &Path, wanted: &Wanted) -> Result<(), Failure> {
    let (name, made) = (wanted.name, Made::of(web, wanted.name));
    // The optimiser takes longer than the compiler. Its flags are in this very program.
    let sources = [Some(built.to_owned()), std::env::current_exe().ok()];
    let newest = sources.iter().flatten().filter_map(|source| changed(source)).max();
    if made.is_by(PROFILE) && changed(&made.file) > newest {
        println!("  {PLACE}/{name} is newer than what it is made of");
        return Ok(());
    }
    made.forget()?;
    let stripped = match wanted.functions {
        Some(functions) => &leave_alone(built, web, functions)?,
        None => built,
    };
    let mut command = optimiser(web, "wasm-opt");
    command.arg(stripped).args(SHRINK).arg("-o").arg(&made.file);
    program::run(&mut command, "see what wasm-opt says; a feature of WASM may want its flag here")?;
    made.note(PROFILE)
}

/// Takes out of a WASM file all but these functions and what they need. Returns where the rest lies.
fn leave_alone(built: &Path, web: &Path, functions: &[&str]) -> Result<PathBuf, Failure> {
    let (graph, left) = (built.with_extension("graph.json"), built.with_extension("left.wasm"));
    let written = |error: std::io::Error| {
        Failure::new(format!("{}: {error}", graph.display()), "look who holds it")
    };
    fs::write(&graph, graph_of(functions)).map_err(written)?;
    let mut command = optimiser(web, "wasm-metadce");
    command.arg(built).arg("--graph-file").arg(&graph).arg("-o").arg(&left);
    // It lists what it takes out.
    command.stdout(Stdio::null());
    program::run(&mut command, "see what wasm-metadce says; `READERS` may name what is no more")?;
    Ok(left)
}

/// What reaches what, as `wasm-metadce` reads it: the page reaches memory and these functions.
fn graph_of(functions: &[&str]) -> String {
    let names = || ["memory"].iter().chain(functions);
    let quoted: Vec<String> = names().map(|name| format!("\"{name}\"")).collect();
    let exports = names().map(|name| format!("{{\"name\":\"{name}\",\"export\":\"{name}\"}}"));
    let exports: Vec<String> = exports.collect();
    format!(
        "[{{\"name\":\"page\",\"root\":true,\"reaches\":[{}]}},{}]",
        quoted.join(","),
        exports.join(",")
    )
}

/// A program of the optimiser, told what our WASM uses.
fn optimiser(web: &Path, name: &str) -> Command {
    let mut command = Command::new("node");
    command.arg(web.join("node_modules/binaryen/bin").join(name)).args(FEATURES);
    command
}
