//! A file above 600 lines says in its header why there is no seam.

use super::Finding;
use crate::house::House;

/// Above this a file carries its reason.
const LINES_MAX: usize = 600;

const REASON: &str = "//! Long because";

pub(super) fn check(house: &House) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in house.ending(".rs") {
        let lines = file.text.lines().count();
        let explained = file.header().any(|line| line.starts_with(REASON));
        let (problem, remedy) = match (lines > LINES_MAX, explained) {
            (true, false) => (
                format!("{lines} lines, and no reason"),
                format!("look for the seam; if there is none, a header line `{REASON} ...`"),
            ),
            // A reason that has outlived its cause would excuse the next growth.
            (false, true) => {
                (format!("says why it is long, at {lines} lines"), "take that line out".to_owned())
            }
            _ => continue,
        };
        findings.push(Finding::new(&file.path, problem, remedy));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(header: &str, lines: usize) -> usize {
        let text = format!("{header}\n{}", "x\n".repeat(lines - header.lines().count()));
        check(&House::of(&[("lib.rs", &text)])).len()
    }

    #[test]
    fn a_short_file_and_a_long_one_with_its_reason_hold() {
        assert_eq!(found("//! A lamp.", LINES_MAX), 0);
        assert_eq!(found("//! A lamp.\n//! Long because it is one table.", LINES_MAX + 1), 0);
    }

    #[test]
    fn a_long_file_without_a_reason_and_a_reason_without_length_are_found() {
        assert_eq!(found("//! A lamp.", LINES_MAX + 1), 1);
        assert_eq!(found("//! A lamp.\n// Long because", LINES_MAX + 1), 1);
        assert_eq!(found("//! A lamp.\n//! Long because it is one table.", LINES_MAX), 1);
    }
}
