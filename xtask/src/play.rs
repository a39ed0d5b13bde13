//! `cargo xtask play`: the playground, from a bare checkout to a browser that shows it.

use std::process::Command;

use crate::failure::Failure;
use crate::program;
use crate::workspace::Workspace;
use crate::{setup, web};

/// The profile of the root's Cargo.toml, and so the folder that cargo puts the program in.
const PROFILE: &str = "play";

/// The page of `cargo xtask play --help`.
pub(crate) fn help() -> String {
    "cargo xtask play [WORD...]\n\nBuilds the playground's page, if there is none or it is older than its \
     sources, and the program, as fast as can be, neither shrunk nor fully optimised, then starts `xunlu play \
     WORD...`, which opens the browser. Ctrl+C ends it. What is handed out is built by \
     `cargo xtask web` and `cargo build --release`.\n\nExample: cargo xtask play examples/maps/dungeon.txt"
        .to_owned()
}

/// Builds what is not built, and plays.
pub(crate) fn run(words: &[String]) -> Result<(), Failure> {
    println!("\n== 1 of 3: tools");
    setup::run(&["web"])?;
    let workspace = Workspace::read()?;
    println!("\n== 2 of 3: the page and its engine");
    web::build_soon_if_stale(&workspace)?;
    println!("\n== 3 of 3: the program");
    let mut build = program::cargo();
    build.args(["build", "--profile", PROFILE, "--package", "xunlu-cli"]);
    program::run(&mut build, "mend what the compiler names")?;
    let built = format!("{PROFILE}/xunlu{}", std::env::consts::EXE_SUFFIX);
    let mut play = Command::new(workspace.target_directory.join(built));
    become_it(play.arg("play").args(words))
}

/// Goes on as another program, so that whoever ends us ends it.
#[cfg(unix)]
fn become_it(command: &mut Command) -> Result<(), Failure> {
    use std::os::unix::process::CommandExt;
    println!("  $ {}", program::shown(command));
    let error = command.exec();
    Err(Failure::new(format!("xunlu did not start: {error}"), "see what it says above"))
}

/// Runs another program and ends with it.
#[cfg(not(unix))]
fn become_it(command: &mut Command) -> Result<(), Failure> {
    program::run(command, "see what it says above")
}
