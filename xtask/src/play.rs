//! `cargo xtask play`: the playground, from a bare checkout to a browser that shows it.

use std::process::Command;

use crate::failure::Failure;
use crate::program;
use crate::workspace::Workspace;
use crate::{setup, web};

/// The page of `cargo xtask play --help`.
pub(crate) fn help() -> String {
    "cargo xtask play [WORD...]\n\nDoes what `cargo xtask web` does if the playground is not built \
     or older than its sources, then builds the program and starts `xunlu play WORD...`, which \
     opens the browser. Ctrl+C ends it.\n\nExample: cargo xtask play examples/maps/dungeon.txt"
        .to_owned()
}

/// Builds what is not built, and plays.
pub(crate) fn run(words: &[String]) -> Result<(), Failure> {
    setup::run(&["web"])?;
    let workspace = Workspace::read()?;
    web::build_if_stale(&workspace)?;
    let mut build = program::cargo();
    build.args(["build", "--release", "--package", "xunlu-cli"]);
    program::run(&mut build, "mend what the compiler names")?;
    let built = format!("release/xunlu{}", std::env::consts::EXE_SUFFIX);
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
