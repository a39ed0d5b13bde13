//! The house rules as checks: what STYLE.md and DESIGN.md ask and a program can see.
//!
//! One rule is one file below, with a clean sample and a broken one in its tests, so that no check
//! is one that cannot fail. A new rule is its file, its `mod` line and its entry in [`RULES`].

mod markdown;
mod rust_code;

mod algorithms;
mod architecture;
mod arrows;
mod banned_names;
mod checkers;
mod columns;
mod dependency_reasons;
mod examples;
mod floors;
mod fuzz_targets;
mod glossary;
mod headers;
mod ignored_tests;
mod links;
mod long_files;
mod machine_paths;
mod options;
mod outside;
mod readme_pair;
mod rings;
mod serde_at_the_door;
mod subjects;
mod type_names;
mod typescript;
mod unsafe_list;
mod uses;

use std::fmt;

use crate::failure::Failure;
use crate::house::House;

/// One house rule.
struct Rule {
    name: &'static str,
    says: &'static str,
    check: fn(&House) -> Vec<Finding>,
}

const RULES: &[Rule] = &[
    Rule { name: "arrows", says: "crates use only what the list allows", check: arrows::check },
    Rule {
        name: "dependency-reasons",
        says: "every dependency from outside has its reason",
        check: dependency_reasons::check,
    },
    Rule { name: "floors", says: "no module uses what lies above it", check: floors::check },
    Rule { name: "rings", says: "no more than three files use each other", check: rings::check },
    Rule {
        name: "outside",
        says: "licences, sources and versions of what comes from outside",
        check: outside::check,
    },
    Rule {
        name: "serde-at-the-door",
        says: "what can be serialised has been promised: `wire` and `format` alone",
        check: serde_at_the_door::check,
    },
    Rule { name: "headers", says: "every Rust file opens with `//!`", check: headers::check },
    Rule { name: "long-files", says: "a long file says why", check: long_files::check },
    Rule {
        name: "typescript",
        says: "the playground's scripts are short, headed and typed",
        check: typescript::check,
    },
    Rule {
        name: "architecture",
        says: "ARCHITECTURE.md names every crate and every absence",
        check: architecture::check,
    },
    Rule {
        name: "glossary",
        says: "a word of the glossary stands in one row",
        check: glossary::check,
    },
    Rule {
        name: "type-names",
        says: "the name of a public type stands once",
        check: type_names::check,
    },
    Rule {
        name: "unsafe-list",
        says: "`unsafe` stands in listed modules alone",
        check: unsafe_list::check,
    },
    Rule {
        name: "algorithms",
        says: "every algorithm is held against the referee",
        check: algorithms::check,
    },
    Rule {
        name: "fuzz-targets",
        says: "every format that is read is fuzzed",
        check: fuzz_targets::check,
    },
    Rule { name: "checkers", says: "every public trait has a checker", check: checkers::check },
    Rule { name: "options", says: "an `Option` says when it is `None`", check: options::check },
    Rule { name: "ignored-tests", says: "no test is ignored", check: ignored_tests::check },
    Rule { name: "links", says: "every link in Markdown leads somewhere", check: links::check },
    Rule { name: "subjects", says: "subjects of commits fit 72 columns", check: subjects::check },
    Rule { name: "columns", says: "Markdown and comments fit 110 columns", check: columns::check },
    Rule { name: "readme-pair", says: "both READMEs say the same", check: readme_pair::check },
    Rule { name: "banned-names", says: "every thing has its own name", check: banned_names::check },
    Rule { name: "machine-paths", says: "no path of one machine", check: machine_paths::check },
    Rule { name: "examples", says: "an example is short enough to paste", check: examples::check },
];

/// One place where a rule is broken.
#[derive(Debug, PartialEq, Eq)]
struct Finding {
    /// A path, with `:LINE` where a line is to blame.
    place: String,
    problem: String,
    remedy: String,
}

impl Finding {
    fn new(
        place: impl Into<String>,
        problem: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self { place: place.into(), problem: problem.into(), remedy: remedy.into() }
    }

    /// A finding in one line of a file; `index` counts from zero, as `lines().enumerate()` does.
    fn at(path: &str, index: usize, problem: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::new(format!("{path}:{}", index + 1), problem, remedy)
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "  {}: {}\n      do: {}", self.place, self.problem, self.remedy)
    }
}

/// The page of `cargo xtask tidy --help`.
pub(crate) fn help() -> String {
    let lines: Vec<String> =
        RULES.iter().map(|rule| format!("  {:<19} {}", rule.name, rule.says)).collect();
    format!(
        "cargo xtask tidy [RULE...]\n\nHolds all house rules, or those named:\n\n{}\n\n\
         Example: cargo xtask tidy links arrows",
        lines.join("\n")
    )
}

/// Holds the named rules, or all of them, and tells every finding before it fails.
pub(crate) fn run(words: &[String]) -> Result<(), Failure> {
    if let Some(word) = words.iter().find(|word| RULES.iter().all(|rule| rule.name != **word)) {
        let remedy = "see `cargo xtask tidy --help` for those there are";
        return Err(Failure::new(format!("tidy has no rule `{word}`"), remedy));
    }
    let house = House::read()?;
    let mut count = 0;
    for rule in RULES.iter().filter(|rule| words.is_empty() || words.contains(&rule.name.into())) {
        let findings = (rule.check)(&house);
        let verdict = if findings.is_empty() { "holds" } else { "BROKEN" };
        println!("  {verdict:<6} {}: {}", rule.name, rule.says);
        for finding in &findings {
            println!("{finding}");
        }
        count += findings.len();
    }
    if count == 0 {
        return Ok(());
    }
    let places = if count == 1 { "1 place breaks" } else { &format!("{count} places break") };
    Err(Failure::new(format!("{places} a house rule"), "each says above what to do"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_have_names_of_their_own() {
        let mut names: Vec<&str> = RULES.iter().map(|rule| rule.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), RULES.len());
    }

    #[test]
    fn a_finding_says_where_what_and_what_to_do() {
        let finding = Finding::at("lib.rs", 6, "the lamp is dark", "light it");
        assert_eq!(finding.to_string(), "  lib.rs:7: the lamp is dark\n      do: light it");
    }

    #[test]
    fn an_unknown_rule_is_told() {
        let failure = run(&["arows".to_owned()]).unwrap_err().to_string();
        assert!(failure.contains("no rule `arows`"), "{failure}");
    }
}
