//! `cargo xtask web`: the playground, from the engine's WASM to the page in `web/dist`.
//!
//! - [`wasm`] compiles the engine for browsers and makes it small.
//! - [`npm`] gets what `web/package.json` names and runs its scripts; their budgets of size stand in
//!   `web/scripts/sizes.mjs`.
//! - [`freshness`] tells whether there is anything to be done.

mod freshness;
pub(crate) mod npm;
mod wasm;

use std::thread;

use crate::failure::Failure;
use crate::program;
use crate::setup;
use crate::workspace::Workspace;
use npm::Npm;

pub(crate) use wasm::TARGET as WASM_TARGET;

/// Where the playground's sources stand, seen from the root.
const FOLDER: &str = "web";

/// The page of `cargo xtask web --help`.
pub(crate) fn help() -> String {
    "cargo xtask web\n\nGets what is missing (the WASM target, the npm packages; Node itself must be \
     there), compiles the engine to WASM, builds the playground into web/dist, one file of it all \
     as web/dist/playground.html, and holds both against their budgets of size. A program that is \
     built after that has the playground in it.\n\nExample: cargo xtask web"
        .to_owned()
}

/// Does all of it.
pub(crate) fn run(words: &[String]) -> Result<(), Failure> {
    if let Some(word) = words.first() {
        return Err(Failure::new(format!("web does not know `{word}`"), "say it without"));
    }
    setup::run(&["web"])?;
    hold_sizes(&build(&Workspace::read()?)?)
}

/// The step of `ci`: the same, and the unit tests.
pub(crate) fn check() -> Result<(), Failure> {
    let npm = build(&Workspace::read()?)?;
    npm.script("test", "mend the code, or the test if the promise has changed")?;
    hold_sizes(&npm)
}

/// The step of `ci` that drives the page in a browser.
pub(crate) fn drive() -> Result<(), Failure> {
    drive_by("e2e")
}

/// The same with every variant of every scenario, and more random actions.
pub(crate) fn drive_all() -> Result<(), Failure> {
    setup::run(&["browser"])?;
    drive_by("e2e:all")
}

fn drive_by(script: &str) -> Result<(), Failure> {
    let workspace = Workspace::read()?;
    build_if_stale(&workspace)?;
    let npm = Npm::installed(&workspace.root.join(FOLDER))?;
    let built = program::build_all(&workspace)?;
    npm.script_told(
        script,
        ("XUNLU_BUILT", &built),
        "look at the pictures in web/e2e/shots; `node web/e2e/run.mjs --help`",
    )
}

/// The step of `ci` that runs the code which the page hands out.
pub(crate) fn run_snippets() -> Result<(), Failure> {
    let workspace = Workspace::read()?;
    build_if_stale(&workspace)?;
    let built = program::build_all(&workspace)?;
    let npm = Npm::installed(&workspace.root.join(FOLDER))?;
    let remedy = "mend what web/src/export hands out, or what it calls";
    npm.script_told("snippets", ("XUNLU_BUILT", &built), remedy)
}

/// Builds the page unless it is newer than everything it is made of.
pub(crate) fn build_if_stale(workspace: &Workspace) -> Result<(), Failure> {
    if freshness::is_fresh(workspace) {
        println!("  web/dist is newer than its sources");
        return Ok(());
    }
    build(workspace).map(drop)
}

/// Builds the page as soon as can be, unless there is one newer than all it is made of: nothing is made
/// small, checked or put into one file.
pub(crate) fn build_soon_if_stale(workspace: &Workspace) -> Result<(), Failure> {
    if freshness::is_playable(workspace) {
        println!("  web/dist is newer than its sources");
        return Ok(());
    }
    let folder = workspace.root.join(FOLDER);
    // The packages come over the network while the engine is compiled.
    let npm = thread::scope(|scope| {
        let npm = scope.spawn(|| Npm::installed(&folder));
        wasm::build_soon(workspace, &folder)?;
        npm.join().expect("nothing panics there")
    })?;
    npm.script("build:soon", "mend what the bundler names")?;
    freshness::have_it_embedded(workspace)
}

fn build(workspace: &Workspace) -> Result<Npm, Failure> {
    let folder = workspace.root.join(FOLDER);
    let npm = Npm::installed(&folder)?;
    // The optimiser comes with the packages.
    wasm::build(workspace, &folder)?;
    npm.script("check", "mend what the compiler names")?;
    npm.script("build", "mend what the bundler names")?;
    freshness::have_it_embedded(workspace)?;
    Ok(npm)
}

/// No part of the build: who only wants to play may do so on a page that has grown.
fn hold_sizes(npm: &Npm) -> Result<(), Failure> {
    npm.script("sizes", "spare bytes, or argue the budget in web/scripts/sizes.mjs")
}
