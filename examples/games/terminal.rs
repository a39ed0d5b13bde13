//! Where the commands come from: a terminal, a file, or the script of the demo.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a game talks to whoever plays it")]

use crate::table::{Game, play};
use std::io::{self, BufRead, IsTerminal};
use std::process::ExitCode;

/// Plays a game by what is typed, or by what a file or a pipe says. With `--demo`, or when nobody says
/// anything, it plays a script of its own.
pub(crate) fn sit_down<G: Game>(
    new: impl FnOnce() -> Result<G, Box<dyn std::error::Error>>,
    demo: &str,
) -> ExitCode {
    let played = new().and_then(|mut game| {
        let (input, mut out) = (io::stdin(), io::stdout());
        if io::stdin().is_terminal() && !std::env::args().any(|word| word == "--demo") {
            println!("{}\n", G::HELP);
            return Ok(play(&mut game, input.lock().lines(), false, &mut out)?);
        }
        let asked = !std::env::args().any(|word| word == "--demo");
        let said = if asked { io::read_to_string(input)? } else { String::new() };
        let script = if said.trim().is_empty() { demo } else { &said };
        Ok(play(&mut game, script.lines().map(|line| Ok(line.to_owned())), true, &mut out)?)
    });
    if let Err(error) = played {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
