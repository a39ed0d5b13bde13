//! ARCHITECTURE.md names every crate, and the absences that hold the house together.

use super::{Finding, markdown};
use crate::house::House;

/// Where the house is described.
pub(super) const PAGE: &str = "ARCHITECTURE.md";

/// The section of what is absent on purpose.
const ABSENCES: &str = "Absences";

pub(super) fn check(house: &House) -> Vec<Finding> {
    let Some(page) = house.file(PAGE) else {
        let remedy = "write the map of the house: sentence, floors, glossary, absences";
        return vec![Finding::new(PAGE, "there is none", remedy)];
    };
    let mut findings = Vec::new();
    for package in &house.packages {
        if package.manifest.starts_with("crates/") && !names(&page.text, &package.name) {
            findings.push(Finding::new(
                PAGE,
                format!("does not name the crate `{}`", package.name),
                "say in a line what it is and what earns it a wall of its own",
            ));
        }
    }
    let absences = markdown::section(&page.text, ABSENCES).unwrap_or_default();
    if !absences.iter().any(|line| line.starts_with("- ")) {
        findings.push(Finding::new(
            PAGE,
            format!("has no list under `## {ABSENCES}`"),
            "list what is absent on purpose, a `- ` line each, with the check that keeps it",
        ));
    }
    findings
}

/// Whether `text` has `name` as a word of its own: `xunlu-map` does not name `xunlu`.
fn names(text: &str, name: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '_';
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<Finding> {
        check(&House::of(&[(PAGE, text)]).with_crates(&["xunlu", "xunlu-map"]))
    }

    #[test]
    fn a_page_with_all_crates_and_absences_holds() {
        let page = "`xunlu` stands on `xunlu-map`.\n## Absences\n- No clock.\n## Glossary\n";
        assert_eq!(found(page), []);
    }

    #[test]
    fn a_crate_is_not_named_by_a_longer_name() {
        let findings = found("`xunlu-map`\n## Absences\n- No clock.\n");
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert!(findings[0].problem.contains("`xunlu`"), "{findings:?}");
    }

    #[test]
    fn a_missing_page_and_missing_absences_are_found() {
        assert_eq!(check(&House::default())[0].problem, "there is none");
        assert_eq!(found("xunlu xunlu-map\n## Absences\n## Glossary\n- A word.\n").len(), 1);
        assert_eq!(found("xunlu xunlu-map\n").len(), 1);
    }
}
