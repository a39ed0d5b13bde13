//! Everything a change has to pass, as one table of steps.
//!
//! Every step runs, also after one has failed: one run shows all that is wrong. The summary at the
//! end says how long each took. A new step is one entry in [`STEPS`].

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::failure::Failure;
use crate::program::{self, WITH_FEATURES};
use crate::setup;
use crate::workspace::Workspace;
use crate::{abi, clients, contract, gate, tidy, web};

/// One thing a change has to pass.
struct Step {
    name: &'static str,
    says: &'static str,
    work: Work,
}

/// How a step is done.
enum Work {
    /// One run of cargo with these words, and what to do when it ends badly.
    Cargo { words: &'static [&'static str], remedy: &'static str },
    /// Anything else.
    Own(fn() -> Result<(), Failure>),
}

/// The steps in the order they run.
const STEPS: &[Step] = &[
    Step {
        name: "fmt",
        says: "every file is laid out by rustfmt",
        work: Work::Cargo {
            words: &["fmt", "--all", "--check"],
            remedy: "run `cargo fmt --all`, look at what it changed",
        },
    },
    Step {
        name: "clippy",
        says: "no warning from the compiler or clippy",
        work: Work::Cargo {
            words: &[
                "clippy",
                "--workspace",
                WITH_FEATURES,
                "--all-targets",
                "--",
                "-D",
                "warnings",
            ],
            remedy: "mend what it names; an `#[expect(...)]` needs its `reason`",
        },
    },
    Step {
        name: "bare",
        says: "the engine alone, without its features, has no warning either",
        work: Work::Cargo {
            words: &["clippy", "-p", "xunlu", "--no-default-features", "--", "-D", "warnings"],
            remedy: "what the feature `wire` alone needs belongs into `wire`",
        },
    },
    Step { name: "doc", says: "the documentation builds, every link leads", work: Work::Own(doc) },
    // Before the tests: the program has the page in it, and would be compiled once more.
    Step {
        name: "web",
        says: "the playground: WASM, types, unit tests, the page and its size",
        work: Work::Own(web::check),
    },
    Step {
        name: "tests",
        says: "every test, the algorithms against the referee among them",
        work: Work::Own(tests),
    },
    Step {
        name: "doctests",
        says: "every example in the documentation",
        work: Work::Cargo {
            words: &["test", "--workspace", WITH_FEATURES, "--doc"],
            remedy: "mend the example, or the code it shows",
        },
    },
    Step { name: "fuzz", says: "the fuzz targets compile", work: Work::Own(fuzz_targets) },
    Step {
        name: "contract",
        says: "what clients of gRPC rely on is there, and the messages are up to date",
        work: Work::Own(contract::check),
    },
    Step {
        name: "peers",
        says: "the bench against other people's crates compiles",
        work: Work::Own(peers),
    },
    Step { name: "examples", says: "every program in examples/ runs", work: Work::Own(examples) },
    Step {
        name: "abi",
        says: "the engine for C: the header is fresh, the sample prints what it should",
        work: Work::Own(abi::check),
    },
    Step {
        name: "browser",
        says: "the playground, driven in a browser",
        work: Work::Own(web::drive),
    },
    Step {
        name: "snippets",
        says: "the code that the playground hands out, run in every language",
        work: Work::Own(web::run_snippets),
    },
    Step {
        name: "clients",
        says: "the client in TypeScript, and the service held against its document",
        work: Work::Own(clients::check),
    },
    Step { name: "tidy", says: "the house rules", work: Work::Own(|| tidy::run(&[])) },
    Step { name: "gate", says: "the speed gate", work: Work::Own(|| gate::run(&[])) },
];

/// The page of `cargo xtask ci --help`.
pub(crate) fn help() -> String {
    let lines: Vec<String> =
        STEPS.iter().map(|step| format!("  {:<13} {}", step.name, step.says)).collect();
    format!(
        "cargo xtask ci [STEP...]\n\nGets the tools the steps need, then runs all steps, or those \
         named:\n\n{}\n\nExample: cargo xtask ci fmt clippy tests",
        lines.join("\n")
    )
}

/// Runs set-up and then the named steps, or all of them.
pub(crate) fn run(words: &[String]) -> Result<(), Failure> {
    let steps = chosen(words)?;
    let names: Vec<&str> = steps.iter().map(|step| step.name).collect();
    let mut results = vec![timed("set-up", "the tools the steps need", || setup::run(&names))];
    for step in steps {
        results.push(timed(step.name, step.says, || match &step.work {
            Work::Cargo { words, remedy } => program::run(program::cargo().args(*words), remedy),
            Work::Own(work) => work(),
        }));
    }
    println!("\n{}", summary(&results));
    let failed: Vec<&str> = results
        .iter()
        .filter(|result| result.failure.is_some())
        .map(|result| result.name)
        .collect();
    if failed.is_empty() {
        println!("ci: all {} steps passed", results.len());
        return Ok(());
    }
    let again = failed.iter().filter(|name| **name != "set-up").copied().collect::<Vec<_>>();
    Err(Failure::new(
        format!("{} of {} steps failed: {}", failed.len(), results.len(), failed.join(", ")),
        format!("mend them from the top, and try with `cargo xtask ci {}`", again.join(" ")),
    ))
}

/// The steps these words name, in the table's order.
fn chosen(words: &[String]) -> Result<Vec<&'static Step>, Failure> {
    if let Some(word) = words.iter().find(|word| STEPS.iter().all(|step| step.name != **word)) {
        let names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        let remedy = format!("name some of: {}", names.join(", "));
        return Err(Failure::new(format!("ci has no step `{word}`"), remedy));
    }
    let wanted = |step: &&Step| words.is_empty() || words.iter().any(|word| word == step.name);
    Ok(STEPS.iter().filter(wanted).collect())
}

/// How one step went.
struct StepResult {
    name: &'static str,
    took: Duration,
    /// Of all processors together, where the system tells.
    worked: Option<Duration>,
    failure: Option<Failure>,
}

fn timed(name: &'static str, says: &str, work: impl FnOnce() -> Result<(), Failure>) -> StepResult {
    println!("\n== {name}: {says}");
    let (begun, worked_before) = (Instant::now(), worked());
    let failure = work().err();
    let took = begun.elapsed();
    let worked = worked().zip(worked_before).map(|(now, before)| now.saturating_sub(before));
    if let Some(failure) = &failure {
        println!("{failure}");
    }
    let verdict = if failure.is_some() { "FAILED" } else { "passed" };
    println!("== {name}: {verdict} after {:.1} s", took.as_secs_f64());
    StepResult { name, took, worked, failure }
}

/// How long processors have worked for programs that we started and that have ended: on a machine that others
/// use as well, this is what a step costs.
fn worked() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    worked_in(&stat)
}

/// The same, in what Linux says of a process: the 16th and 17th word, in hundredths of a second.
fn worked_in(stat: &str) -> Option<Duration> {
    // The second word is a name in parentheses, which may hold spaces.
    let (_, after_name) = stat.rsplit_once(") ")?;
    let words: Vec<&str> = after_name.split_whitespace().collect();
    let ticks = |at: usize| words.get(at)?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (ticks(13)? + ticks(14)?)))
}

fn summary(results: &[StepResult]) -> String {
    let row = |name: &str, took: Duration, worked: Option<Duration>, verdict: &str| {
        let worked = worked.map_or(0.0, |worked| worked.as_secs_f64());
        format!("  {name:<13} {:>8.1} s {worked:>8.1} s  {verdict}\n", took.as_secs_f64())
    };
    let mut table = String::from("== summary: time, and that of all processors\n");
    for result in results {
        let verdict = if result.failure.is_some() { "FAILED" } else { "passed" };
        table.push_str(&row(result.name, result.took, result.worked, verdict));
    }
    let total = results.iter().map(|result| result.took).sum();
    let worked = results.iter().filter_map(|result| result.worked).sum();
    table.push_str(&row("all", total, Some(worked), ""));
    table
}

/// Only libraries: the program `xunlu` would write its pages over those of the crate `xunlu`.
fn doc() -> Result<(), Failure> {
    let mut command = program::cargo();
    command.args(["doc", "--workspace", "--lib", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings");
    program::run(&mut command, "mend the links and headings it names")
}

/// With nextest where it is installed, for its speed; cargo's own runner gives the same verdicts. Examples
/// have no tests: those that are measures clippy has seen, and the others are run by a step of their own.
fn tests() -> Result<(), Failure> {
    let mut command = program::cargo();
    if program::works(program::cargo().args(["nextest", "--version"])) {
        command.args(["nextest", "run"]);
        // Tests of the service wait for much of their time.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        command.args(["--test-threads", &(cores + cores.div_ceil(2)).to_string()]);
    } else {
        command.arg("test");
    }
    command.args(["--workspace", WITH_FEATURES, "--lib", "--bins", "--tests"]);
    // Set-up got what they need: one that leaves itself out for want of it would hide that.
    command.env("XUNLU_LEAVE_OUT_NOTHING", "1");
    let remedy = "mend the code, or the test if the promise has changed; a map that is printed can be \
                  pasted into a test of its own";
    program::run(&mut command, remedy)
}

fn fuzz_targets() -> Result<(), Failure> {
    let mut command = beside("check", "fuzz")?;
    // Checking links nothing: the fuzzer's own C++ need not be compiled for it.
    command.env("CUSTOM_LIBFUZZER_PATH", "fuzz/Cargo.toml");
    program::run(&mut command, "mend fuzz/src/lib.rs; `cargo xtask fuzz` runs the targets")
}

fn peers() -> Result<(), Failure> {
    let mut command = beside("clippy", "bench")?;
    command.args(["--all-targets", "--", "-D", "warnings"]);
    program::run(&mut command, "mend bench/src; `xunlu bench SCEN --peers` runs it")
}

/// A run of cargo in a workspace beside ours. It shares our target folder: packages from outside that both
/// take in one version are compiled once.
pub(crate) fn beside(word: &str, folder: &str) -> Result<Command, Failure> {
    let workspace = Workspace::read()?;
    let mut command = program::cargo();
    command.args([word, "--manifest-path", &format!("{folder}/Cargo.toml"), "--target-dir"]);
    command.arg(&workspace.target_directory).current_dir(&workspace.root);
    Ok(command)
}

/// What an example is asked for that would go on until somebody ends it: some seconds, in which a worker is
/// killed.
const ASKED: [(&str, &[&str]); 1] =
    [("mmo", &["--units", "500", "--seconds", "15", "--kill-after", "5"])];

/// Runs what stands in the folder `examples/` of the root; a crate's own examples are not shown off.
fn examples() -> Result<(), Failure> {
    let workspace = Workspace::read()?;
    let registered: Vec<_> = workspace
        .targets_of_kind("example")
        .into_iter()
        .filter(|(_, target)| target.source.starts_with("examples/"))
        .collect();
    let remedy = "give it an [[example]] with `path = \"../../examples/...\"` in \
                  crates/xunlu/Cargo.toml";
    let folder = workspace.root.join("examples");
    for source in rust_files_in(&folder) {
        if !registered.iter().any(|(_, target)| target.source == format!("examples/{source}")) {
            return Err(Failure::new(format!("no crate builds examples/{source}"), remedy));
        }
    }
    if registered.is_empty() {
        return Err(Failure::new("examples/ holds no program", remedy));
    }
    // As the tests are built, the whole workspace at once: of fewer packages other features would be asked,
    // and everything compiled once more.
    let mut build = program::cargo();
    build.args(["build", "--workspace", WITH_FEATURES, "--profile", "test"]);
    for (_, target) in &registered {
        build.args(["--example", &target.name]);
    }
    program::run(build.current_dir(&workspace.root), "mend what the compiler names")?;
    for (_, target) in registered {
        let name = format!("{}{}", target.name, std::env::consts::EXE_SUFFIX);
        let mut example =
            Command::new(workspace.target_directory.join("debug/examples").join(name));
        let asked = ASKED.iter().find(|(name, _)| *name == target.name);
        // A game finds nobody at the terminal, and plays its demo.
        example.current_dir(&workspace.root).stdin(Stdio::null());
        example.args(asked.map_or(&[][..], |(_, words)| words));
        program::run(&mut example, "mend the example, or what it shows")?;
    }
    Ok(())
}

/// The names of the `.rs` files in `folder`, sorted; none if there is no such folder.
fn rust_files_in(folder: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| name.ends_with(".rs"));
    names.sort_unstable();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(words: &[&str]) -> Result<Vec<&'static str>, Failure> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        Ok(chosen(&words)?.iter().map(|step| step.name).collect())
    }

    #[test]
    fn no_word_means_all_steps_and_words_keep_the_order_of_the_table() {
        assert_eq!(names(&[]).unwrap().len(), STEPS.len());
        assert_eq!(names(&["tidy", "fmt"]).unwrap(), ["fmt", "tidy"]);
    }

    #[test]
    fn an_unknown_step_is_told_with_those_there_are() {
        let failure = names(&["fnt"]).unwrap_err().to_string();
        assert!(failure.contains("no step `fnt`"), "{failure}");
        assert!(failure.contains("fmt, clippy"), "{failure}");
    }

    #[test]
    fn a_step_that_failed_is_seen_in_the_summary() {
        let failure = Some(Failure::new("dark", "light it"));
        let took = Duration::from_millis(1500);
        let worked = Some(2 * took);
        let results = [
            StepResult { name: "fmt", took, worked: None, failure: None },
            StepResult { name: "tidy", took, worked, failure },
        ];
        let table = summary(&results);
        assert!(table.contains("fmt                1.5 s      0.0 s  passed"), "{table}");
        assert!(table.contains("tidy               1.5 s      3.0 s  FAILED"), "{table}");
        assert!(table.contains("all                3.0 s      3.0 s"), "{table}");
    }

    #[test]
    fn what_programs_worked_is_read_from_what_linux_says() {
        let stat = "7 (cargo (x) test) S 1 7 7 0 -1 4194304 5 6 0 0 10 20 300 45 20 0 1 0 99\n";
        assert_eq!(worked_in(stat), Some(Duration::from_millis(3450)));
        assert_eq!(worked_in("7 (cargo) S 1"), None);
    }
}
