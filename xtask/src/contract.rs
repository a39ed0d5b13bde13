//! `cargo xtask contract`: what clients of gRPC rely on is still there, and what is made of it up to date.

use crate::ci;
use crate::failure::Failure;
use crate::program;

const REMEDY: &str = "clients rely on proto/: add to it under new names and numbers, run `cargo xtask contract --write`, \
                      and look at what that changed";

/// The page of `cargo xtask contract --help`.
pub(crate) fn help() -> String {
    "cargo xtask contract [--write]\n\nHolds the files of proto/ against proto/kept.txt, a line for everything \
     that clients of gRPC rely on,\nand the messages of the door against both. With --write it brings them up to \
     date, unless something\nof the list is gone.\n\nExample: cargo xtask contract --write"
        .to_owned()
}

/// Checks the contract, or writes what follows from it.
pub(crate) fn run(words: &[String]) -> Result<(), Failure> {
    let mut command = ci::beside("run", "contract")?;
    command.arg("--quiet").arg("--").args(words);
    program::run(&mut command, REMEDY)
}

/// What CI asks: the same, and that the check finds what it is to find.
pub(crate) fn check() -> Result<(), Failure> {
    program::run(&mut ci::beside("test", "contract")?, "mend contract/src")?;
    run(&[])
}
