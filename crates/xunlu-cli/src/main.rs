//! The `xunlu` program: finds ways on drawn maps, explains why there is none, shows how far one
//! gets, and lets a search be watched.
//!
//! It ends with 0 when there is a way, with 1 when there is none or the search gave up, and with 2
//! when it was asked wrongly.

mod args;
mod find;
mod explain;
mod reach;
mod trace;

mod asking;
mod map_file;
mod answered;

mod picture;
mod window;
mod screen;

mod failure;

use args::{Command, Program};
use clap::Parser;
use failure::Failure;
use screen::Screen;
use std::process::ExitCode;

/// How a command ended that was asked rightly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// There is a way.
    Found,
    /// There is none, or none is known.
    NoWay,
}

const WELCOME: &str = "\
xunlu finds the way: pathfinding for games, on maps drawn as text.

Three to try, from the root of the repository:

  xunlu find examples/maps/tutorial.txt --from 0,0 --to 4,1 --costs 10/14 --corners one-free
  xunlu reach examples/maps/dungeon.txt --from 3,3 --budget 30000
  xunlu explain examples/maps/house.txt --from 1,1@0 --to 9,2@1

`xunlu --help` lists the commands, `xunlu find --help` everything a question can say.
";

fn main() -> ExitCode {
    let program = match Program::try_parse() {
        Ok(program) => program,
        Err(told) => {
            // Nobody is there to read it when this fails.
            let _ = told.print();
            return if told.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS };
        }
    };
    let mut screen = Screen::of_this_program(program.color);
    let ended = match &program.command {
        None => screen.print(WELCOME).map(|()| Ending::Found).map_err(Failure::from),
        Some(Command::Find(asked)) => find::run(asked, &mut screen),
        Some(Command::Explain(asked)) => explain::run(asked, &mut screen),
        Some(Command::Reach(asked)) => reach::run(asked, &mut screen),
        Some(Command::Trace(asked)) => trace::run(asked, &mut screen),
    };
    match ended {
        Ok(Ending::Found) => ExitCode::SUCCESS,
        Ok(Ending::NoWay) => ExitCode::from(1),
        // Whoever read our output has read enough.
        Err(Failure::ReaderGone) => ExitCode::SUCCESS,
        Err(Failure::BadInput(message)) => {
            screen.complain(&message);
            ExitCode::from(2)
        }
    }
}
