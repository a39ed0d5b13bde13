//! Every public trait has a checker: `check_graph` for `Graph`, in a `contract.rs`.

use super::{Finding, rust_code};
use crate::house::House;

/// Traits without a checker, and why they need none.
const WITHOUT: &[(&str, &str)] = &[
    // It sees events and returns nothing: no implementation can be wrong for the search.
    ("Observer", "returns nothing, so there is nothing to hold it to"),
    ("MeshObserver", "returns nothing, so there is nothing to hold it to"),
    // `check_engine` carries on every run that the engine begins.
    ("Run", "an engine's checker holds its runs"),
];

pub(super) fn check(house: &House) -> Vec<Finding> {
    let library = |path: &str| path.starts_with("crates/") && path.contains("/src/");
    let mut checkers = Vec::new();
    let mut traits = Vec::new();
    for file in house.ending(".rs").filter(|file| library(&file.path)) {
        let code = rust_code::code_only(&file.text);
        if file.path.ends_with("/contract.rs") {
            checkers.extend(rust_code::named_by(&code, "fn").map(str::to_owned));
        }
        for (index, line) in code.lines().enumerate() {
            let begin = line.trim_start();
            if begin.starts_with("pub trait ") || begin.starts_with("pub unsafe trait ") {
                let names = rust_code::named_by(line, "trait").map(str::to_owned);
                traits.extend(names.map(|name| (file.path.clone(), index, name)));
            }
        }
    }
    let mut findings = Vec::new();
    for (path, index, name) in &traits {
        let checker = format!("check_{}", snake_case(name));
        let excused = WITHOUT.iter().any(|(without, _)| without == name);
        if !excused && !checkers.contains(&checker) {
            findings.push(Finding::at(
                path,
                *index,
                format!("the trait `{name}` has no checker"),
                format!("write `pub fn {checker}` in the contract.rs beside it"),
            ));
        }
    }
    for (name, reason) in WITHOUT {
        if !traits.iter().any(|(_, _, there)| there == name) {
            findings.push(Finding::new(
                "xtask/src/tidy/checkers.rs",
                format!("excuses `{name}` ({reason}), which is no public trait"),
                "take it off the list",
            ));
        }
    }
    findings
}

/// `LandmarkTable` becomes `landmark_table`.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(code: &str, contract: &str) -> Vec<String> {
        let excused: String =
            WITHOUT.iter().map(|(name, _)| format!("pub trait {name} {{}}\n")).collect();
        let files = [
            ("crates/a/src/graph.rs", code),
            ("crates/a/src/contract.rs", contract),
            ("crates/a/src/excused.rs", &excused),
        ];
        check(&House::of(&files)).into_iter().map(|finding| finding.problem).collect()
    }

    #[test]
    fn a_trait_with_its_checker_holds_and_a_private_one_needs_none() {
        let code = "pub trait CostTable: Sized {}\npub(crate) trait Inner {}\ntrait Own {}";
        assert_eq!(found(code, "pub fn check_cost_table<C: CostTable>() {}"), [""; 0]);
    }

    #[test]
    fn a_trait_without_a_checker_is_found() {
        let findings = found("pub trait Graph {}", "// fn check_graph\nfn check_graphs() {}");
        assert_eq!(findings, ["the trait `Graph` has no checker"]);
    }

    #[test]
    fn a_checker_elsewhere_does_not_count() {
        assert_eq!(found("pub trait Graph {}\nfn check_graph() {}", "").len(), 1);
    }

    #[test]
    fn an_excuse_for_a_trait_that_is_gone_is_found() {
        assert_eq!(check(&House::default()).len(), WITHOUT.len());
    }
}
