//! The house's own commands, the same here and in CI: `cargo xtask play`, `web`, `abi`, `ci`, `tidy`,
//! `gate`, `contract`, `clients`, `soak`, `fuzz`.
//!
//! - [`ci`] runs everything a change has to pass, in one table of steps; [`setup`] gets the tools.
//! - [`tidy`] holds the house rules, one file a rule.
//! - [`gate`] counts instructions of a dozen queries and compares them with `record/gate.json`.
//! - [`contract`] holds what clients of gRPC rely on, and makes the messages of it.
//! - [`clients`] tests the client in TypeScript, and holds the service against its OpenAPI document.
//! - [`soak`] runs for longer what CI runs a part of: seeds, variants in the browser, the libraries for C.
//! - [`fuzz`] feeds hostile input to every reader of files.
//! - [`web`] builds the playground, [`play`] opens it; [`abi`] builds the engine for C.
//!
//! A new command is one line in [`COMMANDS`].
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program talks to its user on these two"
)]

mod abi;
mod ci;
mod clients;
mod contract;
mod failure;
mod fuzz;
mod gate;
mod house;
mod play;
mod program;
mod setup;
mod soak;
mod tidy;
mod web;
mod workspace;

use std::process::ExitCode;

use failure::Failure;

/// One thing `cargo xtask` can do.
struct Command {
    name: &'static str,
    says: &'static str,
    help: fn() -> String,
    run: fn(&[String]) -> Result<(), Failure>,
}

const COMMANDS: &[Command] = &[
    Command {
        name: "play",
        says: "the playground in your browser, set-up included",
        help: play::help,
        run: play::run,
    },
    Command {
        name: "web",
        says: "the playground's page, for the program to take in",
        help: web::help,
        run: web::run,
    },
    Command {
        name: "abi",
        says: "the engine for C: header, libraries and sample",
        help: abi::help,
        run: abi::run,
    },
    Command {
        name: "ci",
        says: "everything a change has to pass, set-up included",
        help: ci::help,
        run: ci::run,
    },
    Command {
        name: "tidy",
        says: "the house rules, each with a message that says what to do",
        help: tidy::help,
        run: tidy::run,
    },
    Command {
        name: "gate",
        says: "instruction counts of the gate's queries against record/gate.json",
        help: gate::help,
        run: gate::run,
    },
    Command {
        name: "contract",
        says: "what clients of gRPC rely on, and the messages made of it",
        help: contract::help,
        run: contract::run,
    },
    Command {
        name: "clients",
        says: "the client in TypeScript, and the service held against its document",
        help: clients::help,
        run: clients::run,
    },
    Command {
        name: "soak",
        says: "the suites that go by seeds, with as many as you have time for, and every browser scenario",
        help: soak::help,
        run: soak::run,
    },
    Command {
        name: "fuzz",
        says: "hostile input for every reader, some seconds each",
        help: fuzz::help,
        run: fuzz::run,
    },
];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let asks_help = words.iter().any(|word| word == "--help" || word == "-h" || word == "help");
    let named = words.iter().find_map(|word| COMMANDS.iter().find(|command| command.name == word));
    match (named, asks_help) {
        (Some(command), true) => {
            println!("{}", (command.help)());
            ExitCode::SUCCESS
        }
        (None, true) => {
            println!("{}", help());
            ExitCode::SUCCESS
        }
        (Some(command), false) if words[0] == command.name => match (command.run)(&words[1..]) {
            Ok(()) => ExitCode::SUCCESS,
            Err(failure) => {
                eprintln!("{failure}");
                ExitCode::FAILURE
            }
        },
        _ => {
            let asked =
                words.first().map_or_else(String::new, |word| format!("no `{word}` here. "));
            eprintln!("xtask: {asked}What it can do:\n\n{}", help());
            ExitCode::from(2)
        }
    }
}

/// The front page of `cargo xtask --help`.
fn help() -> String {
    let lines: Vec<String> = COMMANDS
        .iter()
        .map(|command| format!("  cargo xtask {:<8} {}", command.name, command.says))
        .collect();
    format!(
        "{}\n\n`cargo xtask COMMAND --help` says more of each.\n\
         Example: cargo xtask ci fmt clippy",
        lines.join("\n")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_named_in_the_help_and_shows_an_example() {
        for command in COMMANDS {
            assert!(help().contains(command.name), "{}", command.name);
            let page = (command.help)();
            assert!(page.contains("Example: cargo xtask"), "{}: {page}", command.name);
        }
    }
}
