//! `cargo xtask play`: the playground, from a bare checkout to a browser that shows it.

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
    web::build_if_stale(&Workspace::read()?)?;
    let mut command = program::cargo();
    command.args(["run", "--quiet", "--release", "--package", "xunlu-cli", "--", "play"]);
    program::run(command.args(words), "see what it says above")
}
