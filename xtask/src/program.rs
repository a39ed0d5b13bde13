//! Running other programs: cargo, rustup, git, valgrind.
//!
//! What they print goes straight through to the terminal; nothing is swallowed.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::failure::Failure;
use crate::workspace::Workspace;

/// What the playground alone links of the engine for C is compiled and tested, too. Who asks for other
/// features has everything above compiled once more.
pub(crate) const WITH_FEATURES: &str = "--features=xunlu-abi/full,xunlu-abi/formats";

/// Builds the libraries and programs as the tests are built, with the same features: all of it is compiled by
/// then. Returns the folder that they are in.
pub(crate) fn build_all(workspace: &Workspace) -> Result<PathBuf, Failure> {
    let mut build = cargo();
    build.args(["build", "--workspace", WITH_FEATURES, "--profile", "test"]);
    // An example has dependencies be those of tests, too.
    build.args(["--lib", "--bins", "--example", "first_path"]);
    run(build.current_dir(&workspace.root), "mend what the compiler names")?;
    Ok(workspace.target_directory.join("debug"))
}

/// The cargo that started us, or the one in the path.
pub(crate) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")))
}

/// A command as it would be typed, for progress lines and messages.
pub(crate) fn shown(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program());
    // The full path of a toolchain's cargo says nothing a reader needs.
    let name = program.file_stem().unwrap_or(command.get_program()).to_string_lossy();
    let settings = command
        .get_envs()
        .filter_map(|(name, value)| Some((name, value?)))
        .map(|(name, value)| format!("{}=\"{}\" ", name.display(), value.display()));
    let words = command.get_args().map(|word| match word.to_string_lossy() {
        word if word.contains([' ', '*', '(']) => format!(" '{word}'"),
        word => format!(" {word}"),
    });
    format!("{}{name}{}", settings.collect::<String>(), words.collect::<String>())
}

/// Runs `command` with our terminal as its own; a bad end is a failure with this `remedy`.
pub(crate) fn run(command: &mut Command, remedy: &str) -> Result<(), Failure> {
    println!("  $ {}", shown(command));
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure::new(format!("`{}`: {status}", shown(command)), remedy)),
        Err(error) => Err(not_started(command, &error, remedy)),
    }
}

/// Runs `command` and hands back what it wrote to its standard output; its errors pass through.
pub(crate) fn output(command: &mut Command, remedy: &str) -> Result<String, Failure> {
    match command.stderr(Stdio::inherit()).output() {
        Ok(output) if output.status.success() => {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        }
        Ok(output) => Err(Failure::new(format!("`{}`: {}", shown(command), output.status), remedy)),
        Err(error) => Err(not_started(command, &error, remedy)),
    }
}

/// Whether `command` starts and ends well; it is not heard.
pub(crate) fn works(command: &mut Command) -> bool {
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

fn not_started(command: &Command, error: &std::io::Error, remedy: &str) -> Failure {
    Failure::new(format!("`{}` did not start: {error}", shown(command)), remedy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_it_would_be_typed() {
        let mut command = Command::new("/opt/toolchain/bin/cargo");
        command.args(["test", "--test", "differential*"]).env("SEED", "7");
        assert_eq!(shown(&command), "SEED=\"7\" cargo test --test 'differential*'");
    }

    #[test]
    fn a_program_that_is_not_there_is_a_failure_and_not_a_panic() {
        let mut command = Command::new("there-is-no-such-program");
        assert!(!works(&mut command));
        let failure = run(&mut command, "install it").expect_err("it is not there");
        assert!(failure.to_string().contains("did not start"), "{failure}");
        assert!(failure.to_string().ends_with("do: install it"), "{failure}");
    }

    #[test]
    fn a_bad_end_is_a_failure() {
        let mut command = Command::new("git");
        command.args(["rev-parse", "--verify", "--quiet", "no-such-branch"]);
        let failure = output(&mut command, "look it up").expect_err("there is no such branch");
        assert!(failure.to_string().contains("exit status"), "{failure}");
        assert!(works(cargo().arg("--version")));
    }
}
