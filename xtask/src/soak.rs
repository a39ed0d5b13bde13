//! `cargo xtask soak`: the suites that go by seeds, with as many as there is time for, the libraries for C,
//! and all variants of what is driven in a browser.

use crate::abi;
use crate::failure::Failure;
use crate::house::House;
use crate::program;
use crate::web;
use std::collections::BTreeSet;

/// How many seeds unless told.
const SEEDS: u64 = 20_000;

/// What such a suite reads to know how many.
const VARIABLE: &str = "XUNLU_SEEDS";

/// The page of `cargo xtask soak --help`.
pub(crate) fn help() -> String {
    format!(
        "cargo xtask soak [SEEDS [FIRST]]\n\nRuns every suite with tests that go by seeds (its source reads \
         {VARIABLE}) with SEEDS of them ({SEEDS} unless told; of large worlds a twentieth), beginning with number FIRST, optimised and with assertions; \
         then makes the libraries for C as `cargo xtask abi` does, and drives every variant of what is \
         driven in a browser, with a thousand random actions. \
         `cargo xtask ci` runs the same with fewer.\n\nExample: cargo xtask soak 100000 20000"
    )
}

/// Runs them all; one that fails prints the map, and the seed that replays it.
pub(crate) fn run(words: &[String]) -> Result<(), Failure> {
    let [seeds, first] = numbers(words)?;
    let suites = suites(&House::read()?);
    if suites.is_empty() {
        let what = format!("no suite in crates/*/tests reads {VARIABLE}");
        return Err(Failure::new(what, "name the variable anew in xtask/src/soak.rs"));
    }
    let mut command = program::cargo();
    command.args(["test", "--workspace", "--profile", "ci", "--no-fail-fast"]);
    for suite in &suites {
        command.args(["--test", suite]);
    }
    // A suite says at its end what it asked and who answered.
    command.args(["--", "--nocapture"]);
    command.env(VARIABLE, seeds.to_string()).env("XUNLU_FIRST_SEED", first.to_string());
    // One that fails keeps no other from being run.
    let remedy = "paste the map that is printed into a test, then mend the code";
    let mut results = vec![program::run(&mut command, remedy)];
    for name in crates_within(&House::read()?) {
        let mut command = program::cargo();
        command.args(["test", "--package", &name, "--lib", "--profile", "ci"]);
        command.env(VARIABLE, seeds.to_string()).env("XUNLU_FIRST_SEED", first.to_string());
        let remedy = "the seed that is printed happens again; mend the code";
        results.push(program::run(&mut command, remedy));
    }
    results.extend([abi::build(), web::drive_all()]);
    let mut failures: Vec<Failure> = results.into_iter().filter_map(Result::err).collect();
    let Some(last) = failures.pop() else { return Ok(()) };
    for failure in failures {
        println!("{failure}");
    }
    Err(last)
}

fn numbers(words: &[String]) -> Result<[u64; 2], Failure> {
    let number = |word: Option<&String>, otherwise: u64| {
        let wrong = |_| Failure::new(format!("`{}` is no number", words.join(" ")), help());
        word.map_or(Ok(otherwise), |word| word.parse().map_err(wrong))
    };
    if words.len() > 2 {
        return Err(Failure::new("soak takes two numbers at most", help()));
    }
    Ok([number(words.first(), SEEDS)?, number(words.get(1), 0)?])
}

/// The crates whose own tests go by seeds, since they need what is not public.
fn crates_within(house: &House) -> BTreeSet<String> {
    let sources = house.ending(".rs").filter(|file| file.text.contains(VARIABLE));
    let names = sources.filter_map(|file| {
        let (name, inside) = file.path.strip_prefix("crates/")?.split_once('/')?;
        inside.starts_with("src/").then(|| name.to_owned())
    });
    names.collect()
}

/// The names of the test targets that go by seeds, sorted.
fn suites(house: &House) -> Vec<String> {
    let sources = house.ending(".rs").filter(|file| file.text.contains(VARIABLE));
    let names = sources.filter_map(|file| {
        let (name, inside) = file.path.strip_prefix("crates/")?.split_once("/tests/")?;
        match inside.split_once('/') {
            None => inside.strip_suffix(".rs").map(str::to_owned),
            // A folder is one target if it has a main file, and shared by others if not.
            Some((folder, _)) => {
                let main = format!("crates/{name}/tests/{folder}/main.rs");
                house.ending(".rs").any(|file| file.path == main).then(|| folder.to_owned())
            }
        }
    });
    names.collect::<BTreeSet<String>>().into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_that_go_by_seeds_are_found() {
        let by_seeds = "number(\"XUNLU_SEEDS\", 5)";
        let house = House::of(&[
            ("crates/lamp/tests/flicker.rs", by_seeds),
            ("crates/lamp/tests/support/seeds.rs", by_seeds),
            ("crates/lamp/tests/wick.rs", "number(5)"),
            ("crates/lamp/tests/glow/main.rs", "mod seeds;"),
            ("crates/lamp/tests/glow/seeds.rs", by_seeds),
            ("xtask/src/soak.rs", by_seeds),
        ]);
        assert_eq!(suites(&house), ["flicker", "glow"]);
        let ours = suites(&House::read().unwrap());
        for known in ["differential", "it"] {
            assert!(ours.iter().any(|suite| suite == known), "{ours:?}");
        }
    }

    #[test]
    fn numbers_are_read_or_refused() {
        let read = |words: &[&str]| {
            numbers(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(read(&[]).unwrap(), [SEEDS, 0]);
        assert_eq!(read(&["7", "3"]).unwrap(), [7, 3]);
        assert!(read(&["many"]).unwrap_err().to_string().contains("many"));
        assert!(read(&["1", "2", "3"]).is_err());
    }
}
