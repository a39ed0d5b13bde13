//! No test is ignored: it asserts today's wrong answer and says why it is wrong.

use super::{Finding, rust_code};
use crate::house::House;

pub(super) fn check(house: &House) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in house.ending(".rs") {
        let code = rust_code::code_only(&file.text);
        for (index, line) in code.lines().enumerate() {
            if line.contains("#[ignore") {
                findings.push(Finding::at(
                    &file.path,
                    index,
                    "an ignored test",
                    "assert what it answers today and say why that is wrong, or delete it",
                ));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_that_runs_and_mere_talk_hold() {
        let text = "#[test]\nfn ignored() {}\n// #[ignore]\nlet x = \"#[ignore]\";";
        assert_eq!(check(&House::of(&[("lib.rs", text)])), []);
    }

    #[test]
    fn an_ignored_test_is_found() {
        for text in ["#[test]\n#[ignore]\nfn f() {}", "#[test]\n#[ignore = \"slow\"]\nfn f() {}"] {
            assert_eq!(check(&House::of(&[("lib.rs", text)]))[0].place, "lib.rs:2");
        }
    }
}
