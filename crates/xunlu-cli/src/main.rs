//! The `xunlu` program: finds paths on maps of any format, explains why there is none, shows how far
//! one gets, lets a search be watched, draws, makes, measures and converts maps, writes into them what
//! tiles are for, and serves the playground and the pathfinding service.
//!
//! It ends with 0 when there is a path or what was asked for was done, with 1 when there is none, the search
//! gave up or a benchmark met a wrong answer, and with 2 when it was asked wrongly.

mod args;
mod find;
mod explain;
mod reach;
mod trace;
mod draw;
mod info;
mod convert;
mod assign;
mod generate;
mod schema;
mod bench;
mod play;
mod serve;

mod asking;
mod opened;
mod names;
mod survey;
mod target;
mod files;
mod answered;

mod picture;
mod blocks;
mod window;
mod scene;
mod bake;
mod index;
mod mapped;
mod roadmap;
mod hierarchy;
mod screen;
mod threads;
mod steps;

mod failure;

use args::{Command, Program};
use clap::Parser;
use failure::Failure;
use screen::Screen;
use std::process::ExitCode;

/// How a command ended that was asked rightly.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Ending {
    /// There is a path, or what was asked for was done.
    #[default]
    Found,
    /// There is none, or none is known.
    NoPath,
    /// A benchmark met a wrong answer.
    Wrong,
}

const WELCOME: &str = "\
xunlu finds paths for games, on the maps people draw.

Three to try, from the root of the repository:

  xunlu find examples/maps/tutorial.txt --from 0,0 --to 4,1 --costs 10/14 --corners one-free
  xunlu reach examples/maps/dungeon.txt --from 3,3 --budget 12
  xunlu explain examples/maps/house.txt --from 1,1@0 --to 9,2@1

`xunlu --help` lists the commands, `xunlu find --help` all that a question can say, and
`xunlu play` opens the playground in a browser.
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
        Some(Command::Raycast(asked)) => scene::raycast(asked, &mut screen),
        Some(Command::Explain(asked)) => explain::run(asked, &mut screen),
        Some(Command::Reach(asked)) => reach::run(asked, &mut screen),
        Some(Command::Trace(asked)) => trace::run(asked, &mut screen),
        Some(Command::Draw(asked)) => draw::run(asked, &mut screen),
        Some(Command::Info(asked)) => info::run(asked, &mut screen),
        Some(Command::Convert(asked)) => convert::run(asked, &mut screen),
        Some(Command::Bake(asked)) => bake::run(asked, &mut screen),
        Some(Command::Assign(asked)) => assign::run(asked, &mut screen),
        Some(Command::Gen(asked)) => generate::run(asked, &mut screen),
        Some(Command::Schema) => schema::run(&mut screen),
        Some(Command::Bench(asked)) => bench::run_scenarios(asked, &mut screen),
        Some(Command::Play(asked)) => play::run(asked, &mut screen),
        Some(Command::Serve(asked)) => serve::run(asked, &mut screen),
    };
    match ended {
        Ok(Ending::Found) => ExitCode::SUCCESS,
        Ok(Ending::NoPath | Ending::Wrong) => ExitCode::from(1),
        // Whoever read our output has read enough.
        Err(Failure::ReaderGone) => ExitCode::SUCCESS,
        Err(Failure::BadInput(message)) => {
            screen.complain(&message);
            ExitCode::from(2)
        }
    }
}
