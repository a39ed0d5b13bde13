//! Set-up: on a machine with rustup's cargo and nothing else, get what the steps need.

use std::process::Command;

use crate::failure::Failure;
use crate::program;

/// A program some steps need.
struct Tool {
    name: &'static str,
    needed_by: &'static [&'static str],
    is_there: fn() -> bool,
    get: fn() -> Result<(), Failure>,
}

const TOOLS: &[Tool] = &[
    Tool {
        name: "rustfmt",
        needed_by: &["fmt"],
        is_there: || program::works(program::cargo().args(["fmt", "--version"])),
        get: || add_component("rustfmt"),
    },
    Tool {
        name: "clippy",
        needed_by: &["clippy", "peers"],
        is_there: || program::works(program::cargo().args(["clippy", "--version"])),
        get: || add_component("clippy"),
    },
    Tool {
        name: "cargo-deny",
        needed_by: &["licences"],
        is_there: || program::works(program::cargo().args(["deny", "--version"])),
        get: install_deny,
    },
    Tool {
        name: "valgrind",
        needed_by: &["gate"],
        is_there: || program::works(Command::new("valgrind").arg("--version")),
        get: install_valgrind,
    },
];

/// How valgrind gets onto a machine; the gate says it too.
pub(crate) const VALGRIND_REMEDY: &str = "install valgrind (Debian, Ubuntu: `apt-get install valgrind`; Fedora: `dnf install \
     valgrind`); where there is none, leave `gate` out and let CI count";

/// Gets every tool that one of these steps needs and that is not there yet.
///
/// One that cannot be had does not keep the others from coming; the failure names them all.
pub(crate) fn run(steps: &[&str]) -> Result<(), Failure> {
    let mut failures = Vec::new();
    for tool in TOOLS.iter().filter(|tool| needs(tool, steps)) {
        if (tool.is_there)() {
            println!("  {} is there", tool.name);
            continue;
        }
        println!("  {} is missing, getting it", tool.name);
        if let Err(failure) = (tool.get)() {
            println!("{failure}");
            failures.push(tool.name);
        }
    }
    if failures.is_empty() {
        return Ok(());
    }
    let what = format!("not to be had: {}", failures.join(", "));
    Err(Failure::new(what, "install by hand what is named above, then run it again"))
}

fn needs(tool: &Tool, steps: &[&str]) -> bool {
    tool.needed_by.iter().any(|step| steps.contains(step))
}

fn add_component(name: &str) -> Result<(), Failure> {
    let remedy = format!("install {name} the way your Rust was installed");
    program::run(Command::new("rustup").args(["component", "add", name]), &remedy)
}

/// Compiled from the registry, which takes two minutes on two cores, once a machine.
///
/// The version is fixed so that no newer one asks for a newer compiler than ours overnight.
fn install_deny() -> Result<(), Failure> {
    let mut command = program::cargo();
    command.args(["install", "--locked", "cargo-deny", "--version", "0.20.2"]);
    // Where a caller has set it, a tool's build would land between ours.
    command.env_remove("CARGO_TARGET_DIR");
    program::run(&mut command, "see https://embarkstudios.github.io/cargo-deny")
}

fn install_valgrind() -> Result<(), Failure> {
    let is_root = program::output(Command::new("id").arg("-u"), VALGRIND_REMEDY)
        .is_ok_and(|user| user.trim() == "0");
    if !is_root || !program::works(Command::new("apt-get").arg("--version")) {
        let what = "valgrind can be installed only by root and only with apt-get from here";
        return Err(Failure::new(what, VALGRIND_REMEDY));
    }
    program::run(Command::new("apt-get").args(["update", "--quiet"]), VALGRIND_REMEDY)?;
    let mut install = Command::new("apt-get");
    install.env("DEBIAN_FRONTEND", "noninteractive");
    install.args(["install", "--yes", "--quiet", "--no-install-recommends", "valgrind"]);
    program::run(&mut install, VALGRIND_REMEDY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_tools_of_the_chosen_steps_are_wanted() {
        let wanted = |steps: &[&str]| -> Vec<&str> {
            TOOLS.iter().filter(|tool| needs(tool, steps)).map(|tool| tool.name).collect()
        };
        assert_eq!(wanted(&["fmt", "tests"]), ["rustfmt"]);
        assert_eq!(wanted(&["gate", "licences"]), ["cargo-deny", "valgrind"]);
        assert!(wanted(&["tidy"]).is_empty());
    }
}
