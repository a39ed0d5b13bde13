//! The arrows between crates are those of a list: who may use whom, and who may use outsiders.
//!
//! DESIGN.md says which absences this keeps: `map` does not know that anyone searches, the referees
//! share no code with what they judge, the porches speak only to `xunlu`.

use super::Finding;
use crate::house::House;
use crate::workspace::{Dependency, DependencyKind, Package};

/// What one crate may use.
struct Floor {
    name: &'static str,
    /// Crates of the workspace, in the library or the program itself.
    uses: &'static [&'static str],
    /// Crates of the workspace, in tests, examples and benches besides.
    tested_with: &'static [&'static str],
    outsiders: Outsiders,
}

/// Whether a crate may use crates from outside. Their reasons are another rule's business.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outsiders {
    Never,
    InTests,
    Allowed,
}

/// From the ground up. A new crate gets its line here and its place in ARCHITECTURE.md.
const FLOORS: &[Floor] = &[
    Floor { name: "xunlu-map", uses: &[], tested_with: &[], outsiders: Outsiders::Never },
    Floor {
        name: "xunlu-search",
        uses: &["xunlu-map"],
        tested_with: &["xunlu-testkit"],
        outsiders: Outsiders::Never,
    },
    Floor {
        name: "xunlu-index",
        uses: &["xunlu-map", "xunlu-search"],
        tested_with: &["xunlu-testkit"],
        outsiders: Outsiders::InTests,
    },
    Floor {
        name: "xunlu-mesh",
        uses: &["xunlu-map"],
        tested_with: &["xunlu-testkit", "xunlu-format"],
        outsiders: Outsiders::Allowed,
    },
    Floor {
        name: "xunlu-testkit",
        uses: &["xunlu-map"],
        tested_with: &[],
        outsiders: Outsiders::InTests,
    },
    Floor {
        name: "xunlu",
        uses: &["xunlu-map", "xunlu-search", "xunlu-index", "xunlu-mesh"],
        // Itself, with its features.
        tested_with: &["xunlu", "xunlu-testkit"],
        outsiders: Outsiders::Allowed,
    },
    Floor {
        name: "xunlu-format",
        uses: &["xunlu-map"],
        tested_with: &["xunlu", "xunlu-testkit"],
        outsiders: Outsiders::Allowed,
    },
    Floor {
        name: "xunlu-picture",
        uses: &["xunlu-map", "xunlu-search", "xunlu-format"],
        tested_with: &["xunlu"],
        outsiders: Outsiders::Allowed,
    },
    Floor {
        name: "xunlu-bench",
        uses: &["xunlu", "xunlu-format", "xunlu-picture"],
        tested_with: &[],
        outsiders: Outsiders::Allowed,
    },
    Floor {
        name: "xunlu-abi",
        uses: &["xunlu", "xunlu-format"],
        tested_with: &["xunlu-testkit"],
        outsiders: Outsiders::Never,
    },
    Floor {
        name: "xunlu-client",
        uses: &["xunlu"],
        tested_with: &["xunlu-testkit"],
        outsiders: Outsiders::Allowed,
    },
    Floor {
        name: "xunlu-serve",
        uses: &["xunlu", "xunlu-format", "xunlu-client"],
        tested_with: &["xunlu-testkit"],
        outsiders: Outsiders::Allowed,
    },
    Floor {
        name: "xunlu-cli",
        uses: &[
            "xunlu",
            "xunlu-format",
            "xunlu-picture",
            "xunlu-bench",
            "xunlu-client",
            "xunlu-serve",
        ],
        tested_with: &[],
        outsiders: Outsiders::Allowed,
    },
    Floor { name: "xtask", uses: &[], tested_with: &[], outsiders: Outsiders::Allowed },
];

const LIST: &str = "xtask/src/tidy/arrows.rs";

pub(super) fn check(house: &House) -> Vec<Finding> {
    let mut findings = Vec::new();
    for package in &house.packages {
        match FLOORS.iter().find(|floor| floor.name == package.name) {
            Some(floor) => findings.extend(broken_arrows(floor, package)),
            None => findings.push(Finding::new(
                &package.manifest,
                format!("the crate `{}` has no line in the list of arrows", package.name),
                format!("say in {LIST} what it may use, and in ARCHITECTURE.md why it is a crate"),
            )),
        }
    }
    let is_there = |floor: &&Floor| house.packages.iter().any(|package| package.name == floor.name);
    for floor in FLOORS.iter().filter(|floor| !is_there(floor)) {
        let problem = format!("the list has a line for `{}`, which is no crate here", floor.name);
        findings.push(Finding::new(LIST, problem, "take the line out"));
    }
    findings
}

fn broken_arrows(floor: &Floor, package: &Package) -> Vec<Finding> {
    let forbidden = package.dependencies.iter().filter(|arrow| !is_allowed(floor, arrow));
    forbidden
        .map(|arrow| {
            let place = if arrow.kind == DependencyKind::Dev { " in its tests" } else { "" };
            Finding::new(
                &package.manifest,
                format!("`{}` may not use `{}`{place}", package.name, arrow.name),
                format!(
                    "move what needs it to a crate above, or argue the arrow in DESIGN.md and \
                     add it to {LIST}"
                ),
            )
        })
        .collect()
}

fn is_allowed(floor: &Floor, arrow: &Dependency) -> bool {
    let in_tests = arrow.kind == DependencyKind::Dev;
    if arrow.ours {
        let name = arrow.name.as_str();
        return floor.uses.contains(&name) || (in_tests && floor.tested_with.contains(&name));
    }
    match floor.outsiders {
        Outsiders::Never => false,
        Outsiders::InTests => in_tests,
        Outsiders::Allowed => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(name: &str, arrow: &str, kind: DependencyKind, ours: bool) -> usize {
        let floor = FLOORS.iter().find(|floor| floor.name == name).unwrap();
        let package = Package {
            name: name.to_owned(),
            dependencies: vec![Dependency {
                name: arrow.to_owned(),
                kind,
                ours,
                takes_any_version: false,
            }],
            ..Package::default()
        };
        broken_arrows(floor, &package).len()
    }

    #[test]
    fn an_arrow_of_the_list_holds() {
        assert_eq!(found("xunlu-search", "xunlu-map", DependencyKind::Normal, true), 0);
        assert_eq!(found("xunlu-search", "xunlu-testkit", DependencyKind::Dev, true), 0);
        assert_eq!(found("xunlu", "serde", DependencyKind::Normal, false), 0);
        assert_eq!(found("xunlu-index", "some_bench", DependencyKind::Dev, false), 0);
    }

    #[test]
    fn an_arrow_that_runs_back_is_found() {
        assert_eq!(found("xunlu-map", "xunlu-search", DependencyKind::Normal, true), 1);
        assert_eq!(found("xunlu-testkit", "xunlu-search", DependencyKind::Normal, true), 1);
        assert_eq!(found("xunlu-testkit", "xunlu-search", DependencyKind::Dev, true), 1);
        assert_eq!(found("xunlu-cli", "xunlu-map", DependencyKind::Normal, true), 1);
    }

    #[test]
    fn a_test_arrow_is_no_arrow_for_the_library() {
        assert_eq!(found("xunlu-search", "xunlu-testkit", DependencyKind::Normal, true), 1);
        assert_eq!(found("xunlu-search", "xunlu-testkit", DependencyKind::Build, true), 1);
    }

    #[test]
    fn an_outsider_on_the_ground_floors_is_found() {
        assert_eq!(found("xunlu-map", "rand", DependencyKind::Dev, false), 1);
        assert_eq!(found("xunlu-search", "smallvec", DependencyKind::Normal, false), 1);
        assert_eq!(found("xunlu-index", "serde", DependencyKind::Normal, false), 1);
    }

    #[test]
    fn a_crate_without_a_line_and_a_line_without_a_crate_are_found() {
        let names: Vec<&str> = FLOORS.iter().map(|floor| floor.name).collect();
        assert_eq!(check(&House::default().with_crates(&names)), []);
        let findings = check(&House::default().with_crates(&names[1..]).with_crates(&["new"]));
        assert_eq!(findings.len(), 2, "{findings:?}");
        assert_eq!(findings[0].place, "crates/new/Cargo.toml");
        assert!(findings[1].problem.contains("`xunlu-map`"), "{findings:?}");
    }
}
