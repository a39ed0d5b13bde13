//! Every algorithm is held against the referee: its name stands in the differential suite.
//!
//! The algorithms are the variants of `pub enum Algorithm` in a crate's `src`, outside of its tests. The
//! suite is every `crates/*/tests/differential*.rs` and every folder of such a name there. It may name an
//! algorithm itself, or walk over `Algorithm::ALL`; then the algorithm has to stand in that list.

use super::{Finding, rust_code};
use crate::house::House;

/// The suite's test targets begin like this.
const DIFFERENTIAL: &str = "differential";

/// The enum whose variants are looked for, and where it lives.
const ENUM: &str = "Algorithm";
const HOME: &str = "crates/xunlu/src/";
/// The variant for engines that games add: those are held by `check_engine`.
const ADDED: &str = "Added";

/// The list of all variants, as the suite names it.
const ALL: &str = "Algorithm::ALL";

pub(super) fn check(house: &House) -> Vec<Finding> {
    let suite: Vec<String> = house
        .ending(".rs")
        .filter(|file| is_suite(&file.path))
        .map(|file| rust_code::code_only(&file.text))
        .collect();
    let walks_over_all = suite.iter().any(|code| code.contains(ALL));
    let mut findings = Vec::new();
    let mut count = 0;
    for file in house.ending(".rs").filter(|file| is_library(&file.path)) {
        let code = rust_code::code_only(&file.text);
        let tests_begin = code.find("#[cfg(test)]").unwrap_or(code.len());
        let code = &code[..tests_begin];
        for (index, name) in variants(code).into_iter().filter(|(_, name)| name != ADDED) {
            count += 1;
            let is_named = |code: &String| rust_code::words(code).any(|word| word == name);
            let is_walked = || walks_over_all && list_of_all(code).any(|word| word == name);
            if !suite.iter().any(is_named) && !is_walked() {
                findings.push(Finding::at(
                    &file.path,
                    index,
                    format!("the algorithm `{name}` is not in the differential suite"),
                    format!(
                        "add it to `{ALL}` or to the suite's own list, with what it cannot do \
                         and why"
                    ),
                ));
            }
        }
    }
    if count == 0 {
        findings.push(Finding::new(
            HOME,
            format!("no `enum {ENUM}`: this rule sees nothing"),
            "if algorithms go by a new name, say it in xtask/src/tidy/algorithms.rs",
        ));
    }
    findings
}

fn is_library(path: &str) -> bool {
    path.starts_with("crates/") && path.contains("/src/")
}

fn is_suite(path: &str) -> bool {
    let in_tests = path.strip_prefix("crates/").and_then(|path| path.split_once("/tests/"));
    in_tests.is_some_and(|(_, name)| name.starts_with(DIFFERENTIAL))
}

/// The variants of the enum, with their line's index.
fn variants(code: &str) -> Vec<(usize, String)> {
    let head = format!("pub enum {ENUM} {{");
    let Some(begin) = code.find(&head).map(|at| at + head.len()) else { return Vec::new() };
    let mut found = Vec::new();
    let mut depth = 0_usize;
    let mut awaits_name = true;
    // The text is ours up to where the enum's own brace closes; fields lie one bracket deeper.
    for (at, letter) in code[begin..].char_indices() {
        match letter {
            '{' | '(' | '[' => depth += 1,
            '}' if depth == 0 => break,
            '}' | ')' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => awaits_name = true,
            _ if depth == 0 && awaits_name && letter.is_alphabetic() => {
                let index = code[..begin + at].matches('\n').count();
                let name = rust_code::words(&code[begin + at..]).next().unwrap_or_default();
                found.push((index, name.to_owned()));
                awaits_name = false;
            }
            _ => {}
        }
    }
    found
}

/// The words of the constant `ALL` in the enum's own file.
fn list_of_all(code: &str) -> impl Iterator<Item = &str> {
    let value = code.split_once("const ALL:").and_then(|(_, behind)| behind.split_once("= ["));
    let list = value.and_then(|(_, behind)| behind.split_once("];"));
    rust_code::words(list.map_or("", |(list, _)| list))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUITE: &str = "crates/xunlu/tests/differential.rs";

    fn found(code: &str, suite: &str) -> Vec<String> {
        let path = "crates/xunlu-search/src/engine/astar.rs";
        let house = House::of(&[(path, code), (SUITE, suite)]);
        check(&house).into_iter().map(|finding| finding.problem).collect()
    }

    const ENUM_CODE: &str = "pub enum Algorithm {\n    #[default]\n    AStar,\n    \
                             Weighted { percent: u32, more: (u8, u8) },\n    Greedy(u8),\n}\n\
                             impl Algorithm { pub const ALL: [Algorithm; 2] = [\n    \
                             Algorithm::AStar,\n    Algorithm::Greedy(1),\n]; }\n";

    #[test]
    fn a_variant_that_is_in_no_list_is_found() {
        let missing =
            |name: &str| format!("the algorithm `{name}` is not in the differential suite");
        let findings = found(ENUM_CODE, "for algorithm in Algorithm::ALL {}");
        assert_eq!(findings, [missing("Weighted")]);
        let findings = found(ENUM_CODE, "use Algorithm::{AStar, Weighted};");
        assert_eq!(findings, [missing("Greedy")]);
        assert_eq!(found(ENUM_CODE, "// Algorithm::ALL").len(), 3);
    }

    #[test]
    fn variants_in_the_walked_list_or_named_beside_it_hold() {
        let suite = "for algorithm in Algorithm::ALL {}\nuse Algorithm::Weighted;";
        assert_eq!(found(ENUM_CODE, suite), [""; 0]);
    }

    #[test]
    fn a_variant_of_a_files_own_tests_is_none() {
        let code = format!("#[cfg(test)]\nmod tests {{ {ENUM_CODE} }}");
        assert_eq!(found(&code, "AStar").len(), 1);
    }

    #[test]
    fn a_house_without_algorithms_is_told_that_the_rule_is_blind() {
        assert_eq!(found("struct AStar;", "AStar").len(), 1);
    }
}
