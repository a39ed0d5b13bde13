//! Steps that run at the same time, each as a program of its own.
//!
//! A step that compiles one large crate, or has one program make a file small, leaves the other processors
//! idle. What each says is printed in one piece once it has ended.

use std::io::{self, Read as _};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::{Step, StepResult, worked_in};
use crate::failure::Failure;

/// Runs these steps side by side; how they went, in their order.
pub(super) fn run(steps: &[&'static Step]) -> Vec<StepResult> {
    let names: Vec<&str> = steps.iter().map(|step| step.name).collect();
    println!("\n== {}: at once, each is told of when it has ended", names.join(", "));
    let terminal = Mutex::new(());
    thread::scope(|scope| {
        let runs: Vec<_> = steps.iter().map(|step| scope.spawn(|| one(step, &terminal))).collect();
        runs.into_iter().map(|run| run.join().expect("nothing panics there")).collect()
    })
}

/// Runs one and prints what it said.
fn one(step: &'static Step, terminal: &Mutex<()>) -> StepResult {
    let begun = Instant::now();
    // The program may have been built anew since it was started; its path leads to the new one then.
    let program = std::env::args_os().next().unwrap_or_default();
    let ended = heard(Command::new(program).args(["ci", step.name]));
    let took = begun.elapsed();
    let (said, worked, failure) = match ended {
        Ok(Ended { said, worked, is_well: true }) => (said, worked, None),
        Ok(Ended { said, worked, is_well: false }) => (said, worked, Some("see above".to_owned())),
        Err(error) => (String::new(), None, Some(format!("it did not run: {error}"))),
    };
    let failure = failure.map(|why| {
        let remedy = format!("try with `cargo xtask ci {}`", step.name);
        Failure::new(format!("`{}` failed: {why}", step.name), remedy)
    });
    let _one_at_a_time = terminal.lock().unwrap_or_else(PoisonError::into_inner);
    print!("{said}");
    StepResult { name: step.name, took, worked, failure }
}

/// What a program said until it ended, on either way, and how it ended.
#[derive(Debug)]
struct Ended {
    said: String,
    worked: Option<Duration>,
    is_well: bool,
}

fn heard(command: &mut Command) -> io::Result<Ended> {
    let (mut reader, writer) = io::pipe()?;
    command.stdout(writer.try_clone()?).stderr(writer);
    let mut child = command.spawn()?;
    // The command holds the ends that are written to, and reading would go on for as long as it does.
    command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
    let mut said = Vec::new();
    reader.read_to_end(&mut said)?;
    // What Linux says of it is there until it is waited for.
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok();
    let status = child.wait()?;
    Ok(Ended {
        said: String::from_utf8_lossy(&said).into_owned(),
        worked: stat.and_then(|stat| worked_in(&stat)),
        is_well: status.success(),
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_heard_on_either_way_and_its_end_is_told() {
        let mut command = Command::new("sh");
        let ended = heard(command.args(["-c", "echo one; echo two >&2; exit 3"])).unwrap();
        assert_eq!(ended.said, "one\ntwo\n");
        assert!(!ended.is_well);
        let ended = heard(Command::new("sh").args(["-c", "echo well"])).unwrap();
        assert!(ended.is_well && ended.said == "well\n", "{ended:?}");
        assert!(heard(&mut Command::new("there-is-no-such-program")).is_err());
    }
}
