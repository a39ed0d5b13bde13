//! `unsafe` stands only in the modules that ARCHITECTURE.md lists.

use super::architecture::PAGE;
use super::{Finding, markdown, rust_code};
use crate::house::House;

/// The section that lists them: a path between backticks each, a folder with a `/` at its end.
const LIST: &str = "Modules that may use unsafe";

pub(super) fn check(house: &House) -> Vec<Finding> {
    let Some(section) = house.file(PAGE).and_then(|page| markdown::section(&page.text, LIST))
    else {
        let remedy = "write it, and if it is empty, say so";
        return vec![Finding::new(PAGE, format!("has no section `## {LIST}`"), remedy)];
    };
    let spans = section.iter().flat_map(|line| markdown::code_spans(line));
    let listed: Vec<&str> =
        spans.filter(|span| span.ends_with(".rs") || span.ends_with('/')).collect();
    let mut findings = Vec::new();
    let mut used: Vec<&str> = Vec::new();
    for file in house.ending(".rs") {
        let code = rust_code::code_only(&file.text);
        let uses = |line: &str| rust_code::words(line).any(|word| word == "unsafe");
        let Some(index) = code.lines().position(uses) else { continue };
        let covers = |entry: &&&str| {
            **entry == file.path || (entry.ends_with('/') && file.path.starts_with(**entry))
        };
        match listed.iter().find(covers) {
            Some(entry) => used.push(*entry),
            None => findings.push(Finding::at(
                &file.path,
                index,
                "`unsafe` in a module that is not listed",
                format!(
                    "do without; to join the list in {PAGE}: a measured 5 % on a real map, a \
                     safe twin, a test that holds the two together, Miri"
                ),
            )),
        }
    }
    for entry in listed.iter().filter(|entry| !used.contains(*entry)) {
        let problem = format!("lists `{entry}`, where there is no `unsafe`");
        findings.push(Finding::new(PAGE, problem, "take it off the list"));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE_TEXT: &str = "## Modules that may use unsafe\n- `crates/lamp/src/arc.rs`: 9 % on a \
                             real map.\n- `crates/abi/`: a porch.\n## Glossary\n`other.rs`\n";

    fn found(files: &[(&str, &str)]) -> Vec<Finding> {
        check(&House::of(&[files, &[(PAGE, PAGE_TEXT)]].concat()))
    }

    const LISTED: [(&str, &str); 2] =
        [("crates/lamp/src/arc.rs", "unsafe { }"), ("crates/abi/src/lib.rs", "unsafe fn f() {}")];

    #[test]
    fn listed_modules_and_mere_talk_hold() {
        let talk = "#![deny(unsafe_code)]\n// unsafe\nlet x = \"unsafe\";";
        assert_eq!(found(&[LISTED[0], LISTED[1], ("lib.rs", talk)]), []);
    }

    #[test]
    fn unsafe_elsewhere_is_found() {
        let findings =
            found(&[LISTED[0], LISTED[1], ("lib.rs", "fn f() {\n    unsafe { g() }\n}")]);
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert_eq!(findings[0].place, "lib.rs:2");
        assert_eq!(found(&[LISTED[0], LISTED[1], ("a.rs", "#[unsafe(no_mangle)]")]).len(), 1);
    }

    #[test]
    fn an_entry_that_is_no_longer_needed_is_found() {
        let findings = found(&LISTED[..1]);
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert!(findings[0].problem.contains("`crates/abi/`"), "{findings:?}");
    }

    #[test]
    fn a_missing_section_is_found() {
        assert_eq!(check(&House::of(&[(PAGE, "# The house\n")])).len(), 1);
    }
}
