//! The engine as WASM: compiled for browsers, made small, and put where the page imports it from.

use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::thread;

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

/// One WASM file: its name, and the functions it is to have. What they do not need is not in it.
struct Wanted {
    name: &'static str,
    functions: &'static [&'static [&'static str]],
}

/// The engine of maps, that of scenes, and the readers: what opens a file needs no other's readers.
const FILES: [Wanted; 12] = [
    Wanted { name: "xunlu.wasm", functions: &[MEMORY, ENGINE] },
    Wanted { name: "scene.wasm", functions: &[MEMORY, SCENE] },
    Wanted { name: "storeys.wasm", functions: &[MEMORY, SCENE, &["xunlu_reads_triangles"]] },
    Wanted { name: "plans.wasm", functions: &[MEMORY, SCENE, PLANS] },
    Wanted {
        name: "shapes.wasm",
        functions: &[MEMORY, SCENE, PLANS, &["xunlu_reads_tmx", "xunlu_reads_tmj"]],
    },
    Wanted { name: "tmx.wasm", functions: &[MEMORY, READ, LOOKS, &["xunlu_reads_tmx"]] },
    Wanted { name: "tmj.wasm", functions: &[MEMORY, READ, LOOKS, &["xunlu_reads_tmj"]] },
    Wanted {
        name: "tiled.wasm",
        functions: &[MEMORY, READ, LOOKS, ASSIGNS, &["xunlu_reads_tiled"]],
    },
    Wanted { name: "ldtk.wasm", functions: &[MEMORY, READ, LOOKS, ASSIGNS, &["xunlu_reads_ldtk"]] },
    Wanted { name: "images.wasm", functions: &[MEMORY, READ, &["xunlu_reads_images"]] },
    Wanted { name: "texts.wasm", functions: &[MEMORY, READ, &["xunlu_reads_texts"]] },
    Wanted { name: "documents.wasm", functions: &[MEMORY, READ, &["xunlu_reads_documents"]] },
];

/// What `web/src/engine/wasm.ts` calls.
const MEMORY: &[&str] =
    &["xunlu_abi_version", "xunlu_alloc", "xunlu_free", "xunlu_last_error_facts"];

/// What the rest of `web/src/engine` calls.
const ENGINE: &[&str] = &[
    "xunlu_advance",
    "xunlu_answer",
    "xunlu_begin",
    "xunlu_build_index",
    "xunlu_cancel",
    "xunlu_close",
    "xunlu_costs_to",
    "xunlu_door",
    "xunlu_edit",
    "xunlu_edit_exits",
    "xunlu_edit_tags",
    "xunlu_events",
    "xunlu_exhaustive",
    "xunlu_forget_events",
    "xunlu_layers",
    "xunlu_link",
    "xunlu_links",
    "xunlu_made",
    "xunlu_make_begin",
    "xunlu_maker",
    "xunlu_making",
    "xunlu_map",
    "xunlu_map_size",
    "xunlu_memory",
    "xunlu_mover",
    "xunlu_name",
    "xunlu_path",
    "xunlu_price",
    "xunlu_reason",
    "xunlu_route",
    "xunlu_terrain",
    "xunlu_thorough",
    "xunlu_ties",
    "xunlu_trim",
    "xunlu_turns",
    "xunlu_unlink",
    "xunlu_walk",
];

/// What `web/src/meshes` calls.
const SCENE: &[&str] = &[
    "xunlu_file",
    "xunlu_files_forget",
    "xunlu_reads_scenes",
    "xunlu_scene",
    "xunlu_scene_avoid",
    "xunlu_scene_close",
    "xunlu_scene_corners",
    "xunlu_scene_cost",
    "xunlu_scene_events",
    "xunlu_scene_find",
    "xunlu_scene_found",
    "xunlu_scene_found_links",
    "xunlu_scene_move",
    "xunlu_scene_nearest",
    "xunlu_scene_polygons",
    "xunlu_scene_put",
    "xunlu_scene_put_link",
    "xunlu_scene_put_region",
    "xunlu_scene_radius",
    "xunlu_scene_ray",
    "xunlu_scene_read",
    "xunlu_scene_slide",
    "xunlu_scene_take",
    "xunlu_scene_take_link",
    "xunlu_scene_within",
];

/// What it calls besides to open plans of scenes: our own, and with a reader of Tiled's those of its shapes.
const PLANS: &[&str] =
    &["xunlu_read_facts", "xunlu_reads_plans", "xunlu_scene_plan", "xunlu_scene_plan_names"];

/// What `web/src/import/reader.ts` calls to read a file,
const READ: &[&str] = &[
    "xunlu_close",
    "xunlu_exits",
    "xunlu_file",
    "xunlu_files_forget",
    "xunlu_links",
    "xunlu_map_size",
    "xunlu_read",
    "xunlu_read_facts",
    "xunlu_tags",
    "xunlu_terrain",
];

/// to see what it looks like,
const LOOKS: &[&str] = &["xunlu_scenery", "xunlu_scenery_columns", "xunlu_scenery_facts"];

/// and to have it say what its tiles are for.
const ASSIGNS: &[&str] = &["xunlu_assign", "xunlu_assigned", "xunlu_file_bytes"];

/// What makes a file small. Functions stand in the order of their names: else it is that of the compiler,
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

/// Compiles all of it once, and links a file for each.
pub(super) fn build(workspace: &Workspace, web: &Path) -> Result<(), Failure> {
    let mut command = cargo("rustc", workspace, PROFILE);
    command.args(["--crate-type", "staticlib"]);
    program::run(&mut command, "mend what the compiler names")?;
    let compiled = built_with(workspace, PROFILE, &format!("lib{}.a", crate_name()));
    let linker = linker()?;
    // The optimiser is at work for a minute, on one core.
    let made = Mutex::new(FILES.iter());
    let next = || made.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || std::iter::from_fn(next).try_for_each(|file| file.make(&compiled, &linker, web));
    thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("nothing panics there"))
    })
}

/// Builds one engine with all readers, large and soon, and takes it for all of them.
pub(super) fn build_soon(workspace: &Workspace, web: &Path) -> Result<(), Failure> {
    let mut command = cargo("rustc", workspace, PROFILE_SOON);
    command.args(["--config", SOON, "--crate-type", "cdylib"]);
    program::run(&mut command, "mend what the compiler names")?;
    let built = built_with(workspace, PROFILE_SOON, &format!("{}.wasm", crate_name()));
    for wanted in &FILES {
        let to = Made::of(web, wanted.name);
        to.forget()?;
        fs::copy(&built, &to.file).map_err(|error| to.failed(&error))?;
        to.note(PROFILE_SOON)?;
    }
    Ok(())
}

fn cargo(subcommand: &str, workspace: &Workspace, profile: &str) -> Command {
    let mut command = program::cargo();
    command.args([subcommand, "--package", CRATE, "--features", "formats,scenes"]);
    command.args(["--target", TARGET, "--profile", profile]);
    command.current_dir(&workspace.root);
    command
}

fn crate_name() -> String {
    CRATE.replace('-', "_")
}

/// The linker that comes with the compiler.
fn linker() -> Result<PathBuf, Failure> {
    let remedy = "see what rustc says";
    let asked = |words: [&str; 2]| program::output(Command::new("rustc").args(words), remedy);
    let about = asked(["--version", "--verbose"])?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
    let tools = Path::new(asked(["--print", "sysroot"])?.trim()).join("lib/rustlib").join(host);
    Ok(tools.join("bin").join(format!("rust-lld{}", std::env::consts::EXE_SUFFIX)))
}

fn built_with(workspace: &Workspace, profile: &str, file: &str) -> PathBuf {
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

impl Wanted {
    fn make(&self, compiled: &Path, linker: &Path, web: &Path) -> Result<(), Failure> {
        let (name, made) = (self.name, Made::of(web, self.name));
        // The optimiser takes longer than the compiler. Its flags are in this very program.
        let sources = [Some(compiled.to_owned()), std::env::current_exe().ok()];
        let newest = sources.iter().flatten().filter_map(|source| changed(source)).max();
        if made.is_by(PROFILE) && changed(&made.file) > newest {
            println!("  {PLACE}/{name} is newer than what it is made of");
            return Ok(());
        }
        made.forget()?;
        let linked = compiled.with_file_name(name);
        program::output(&mut self.link(compiled, linker, &linked), "see what the linker misses")?;
        let mut command = optimiser(web, "wasm-opt");
        command.arg(&linked).args(SHRINK).arg("-o").arg(&made.file);
        program::run(
            &mut command,
            "see what wasm-opt says; a feature of WASM may want its flag here",
        )?;
        made.note(PROFILE)
    }

    /// Links the functions with what they need. The linker sees what is reached through a table of functions,
    /// too; in a file that was linked before nobody can.
    fn link(&self, compiled: &Path, linker: &Path, linked: &Path) -> Command {
        let mut command = Command::new(linker);
        // As rustc calls it.
        command.args(["-flavor", "wasm", "--no-entry", "--gc-sections", "--no-demangle"]);
        command.args(["--stack-first", "-z", "stack-size=1048576", "-O2"]);
        let functions = self.functions.iter().copied().flatten();
        command.args(functions.map(|function| format!("--export={function}")));
        command.arg(compiled).arg("-o").arg(linked);
        command
    }
}

/// A program of the optimiser, told what our WASM uses.
fn optimiser(web: &Path, name: &str) -> Command {
    let mut command = Command::new("node");
    command.arg(web.join("node_modules/binaryen/bin").join(name)).args(FEATURES);
    command
}
