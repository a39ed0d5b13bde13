//! Every example that the help shows runs.

use crate::support::run;
use xunlu::Algorithm;

/// The commands, and how many examples each shows at least; `play` does not end and `bake` writes files, so
/// their examples run in `play.rs` and `bake.rs`.
const HELPS: [(&str, usize); 14] = [
    ("", 2),
    (" find", 7),
    (" raycast", 2),
    (" explain", 2),
    (" reach", 2),
    (" trace", 2),
    (" draw", 3),
    (" info", 2),
    (" convert", 2),
    (" assign", 3),
    (" gen", 4),
    (" gen scenario", 2),
    (" schema", 1),
    (" bench", 2),
];

#[test]
fn every_example_in_the_help_runs() {
    for (command, least) in HELPS {
        let help = run(&format!("xunlu{command} --help"));
        assert_eq!((help.code, help.err.as_str()), (Some(0), ""), "{command}");
        let (_, examples) = help.out.split_once("\nExamples:\n").unwrap();
        let examples: Vec<&str> = examples.lines().map(str::trim).collect();
        assert!(examples.len() >= least, "{command}: {examples:?}");
        for line in examples {
            let ran = run(line);
            // An explanation of why there is no path ends with 1, and so does a ray at a wall.
            let codes: &[i32] =
                if [" explain", " raycast"].contains(&command) { &[0, 1] } else { &[0] };
            assert!(ran.code.is_some_and(|code| codes.contains(&code)), "{line}: {ran:?}");
            assert!(ran.err.is_empty() && !ran.out.is_empty(), "{line}: {ran:?}");
        }
    }
}

#[test]
fn every_example_of_the_welcome_runs_and_its_budget_is_in_steps() {
    let welcome = run("xunlu").out;
    let examples: Vec<&str> = welcome.lines().filter_map(|line| line.strip_prefix("  ")).collect();
    assert_eq!(examples.len(), 3, "{welcome}");
    for line in examples {
        let ran = run(line);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{line}");
        // A budget in another unit than steps would reach nearly all of the map.
        let count = |cell| ran.out.matches(cell).count();
        assert!(!line.contains(" reach ") || count('+') < count('.'), "{}", ran.out);
    }
}

#[test]
fn every_algorithm_is_named_in_the_help() {
    for command in ["find", "explain", "trace", "draw"] {
        let help = run(&format!("xunlu {command} --help")).out;
        let (_, help) = help.split_once("--algorithm <NAME>").expect("the option");
        let (help, _) = help.split_once("[default: auto]").expect("what stands without it");
        let is_in_names = |c: char| c.is_ascii_lowercase() || c == '-';
        let words: Vec<&str> = help.split(|c| !is_in_names(c)).collect();
        for name in Algorithm::ALL.map(Algorithm::name).iter().chain(&["auto"]) {
            assert!(words.contains(name), "{command}: {name} is not in {help}");
        }
    }
}

#[test]
fn an_index_is_made_for_who_asks_for_it() {
    let line = "xunlu find examples/maps/rooms.map --from 1,1 --to 20,20 --algorithm jps-index";
    let told = run(line);
    assert_eq!(told.code, Some(0), "{told:?}");
    assert!(told.out.contains("by jps-index: it was asked for."), "{}", told.out);
}

#[test]
fn the_same_question_gets_the_same_bytes() {
    let line = "xunlu find examples/maps/dungeon.txt --from 3,3 --to 55,17";
    assert_eq!(run(line), run(line));
}

#[test]
fn every_option_stands_under_its_own_heading() {
    for (command, option) in [("find", "--from"), ("reach", "--budget"), ("gen scenario", "--seed")]
    {
        let help = run(&format!("xunlu {command} --help")).out;
        let before = help.split(&format!("\n      {option} ")).next().unwrap();
        let heading = before.lines().rfind(|line| line.ends_with(':') && !line.starts_with(' '));
        assert_eq!(heading, Some("Options:"), "{command} {option}");
    }
}
