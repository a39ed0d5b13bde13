//! Markdown is read as text, too: a line of prose fits an editor's window.
//!
//! Rows of tables cannot be broken, and code must be pasted as it stands; both may be longer.

use super::{Finding, markdown};
use crate::house::House;

/// In columns of a terminal; a Chinese character takes two.
const COLUMNS_MAX: usize = 110;

pub(super) fn check(house: &House) -> Vec<Finding> {
    let mut findings = Vec::new();
    for page in house.ending(".md") {
        for (index, line) in markdown::prose(&page.text) {
            let columns: usize = line.chars().map(columns).sum();
            if columns > COLUMNS_MAX && can_be_broken(line) {
                let problem = format!("{columns} columns; expected at most {COLUMNS_MAX}");
                let remedy = "break it by hand, in Chinese behind a full stop or a comma";
                findings.push(Finding::at(&page.path, index, problem, remedy));
            }
        }
    }
    findings
}

/// Whether there is a place for a line's end: no row of a table, and more than one long address.
fn can_be_broken(line: &str) -> bool {
    let words = line.trim_start().trim_start_matches("- ");
    !words.starts_with('|') && words.chars().any(|letter| letter == ' ' || columns(letter) > 1)
}

/// Two for what East Asian typefaces set twice as wide.
const fn columns(letter: char) -> usize {
    match letter {
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}' => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(page: &str) -> usize {
        check(&House::of(&[("README.md", page)])).len()
    }

    #[test]
    fn lines_that_fit_hold() {
        assert_eq!(found(&format!("a {}\n", "x".repeat(COLUMNS_MAX - 2))), 0);
        assert_eq!(found(&"寻".repeat(COLUMNS_MAX / 2)), 0);
    }

    #[test]
    fn a_long_line_is_found() {
        assert_eq!(found(&format!("a {}\n", "x".repeat(COLUMNS_MAX - 1))), 1);
        assert_eq!(found(&format!("- a {}\n", "x".repeat(COLUMNS_MAX))), 1);
        assert_eq!(found(&"寻".repeat(COLUMNS_MAX / 2 + 1)), 1);
    }

    #[test]
    fn what_cannot_be_broken_may_be_long() {
        let long = "x".repeat(COLUMNS_MAX + 1);
        assert_eq!(found(&format!("| a | {long} |\n")), 0);
        assert_eq!(found(&format!("```text\na {long}\n```\n")), 0);
        assert_eq!(found(&format!("- https://example.org/{long}\n")), 0);
    }
}
