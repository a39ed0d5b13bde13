//! Markdown and comments are read as text, too: a line of prose fits an editor's window.
//!
//! Rows of tables cannot be broken, and code must be pasted as it stands; both may be longer. Code of our own
//! is rustfmt's business, which leaves comments as they are.

use super::{Finding, markdown};
use crate::house::{File, House};

/// In columns of a terminal; a Chinese character takes two.
const COLUMNS_MAX: usize = 110;

pub(super) fn check(house: &House) -> Vec<Finding> {
    let pages = house.ending(".md").flat_map(|page| {
        let remedy = "break it by hand, in Chinese behind a full stop or a comma";
        long_lines(page, &page.text, remedy)
    });
    let code = house.ending(".rs").flat_map(|file| {
        let comments: Vec<&str> = file.text.lines().map(comment).collect();
        long_lines(file, &comments.join("\n"), "break it by hand: rustfmt leaves comments alone")
    });
    pages.chain(code).collect()
}

/// The lines of a file that are too long and prose, as `text` has them line by line.
fn long_lines(file: &File, text: &str, remedy: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let lines: Vec<&str> = file.text.lines().collect();
    for (index, prose) in markdown::prose(text) {
        let columns: usize = lines[index].chars().map(columns).sum();
        if columns > COLUMNS_MAX && can_be_broken(prose) {
            let problem = format!("{columns} columns; expected at most {COLUMNS_MAX}");
            findings.push(Finding::at(&file.path, index, problem, remedy));
        }
    }
    findings
}

/// What a line says that is a comment of its own; nothing of any other.
fn comment(line: &str) -> &str {
    let line = line.trim_start();
    let words = ["///", "//!", "//"].iter().find_map(|mark| line.strip_prefix(mark));
    words.map_or("", str::trim_start)
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
    fn comments_are_prose_and_code_is_not() {
        let found = |text: &str| check(&House::of(&[("lib.rs", text)])).len();
        let long = "x".repeat(COLUMNS_MAX);
        for mark in ["//!", "    ///", "//"] {
            assert_eq!(found(&format!("{mark} a {long}\n")), 1);
            assert_eq!(found(&format!("{mark} `{long}`\n")), 0);
            assert_eq!(found(&format!("{mark} | a | {long} |\n")), 0);
            assert_eq!(found(&format!("{mark} ```\n{mark} a {long}\n{mark} ```\n")), 0);
        }
        assert_eq!(found(&format!("let a = \"b {long}\";\n")), 0);
    }

    #[test]
    fn what_cannot_be_broken_may_be_long() {
        let long = "x".repeat(COLUMNS_MAX + 1);
        assert_eq!(found(&format!("| a | {long} |\n")), 0);
        assert_eq!(found(&format!("```text\na {long}\n```\n")), 0);
        assert_eq!(found(&format!("- https://example.org/{long}\n")), 0);
    }
}
