//! A word of the glossary in ARCHITECTURE.md stands in one row: one word, one meaning.

use std::collections::BTreeMap;

use super::architecture::PAGE;
use super::{Finding, markdown};
use crate::house::House;

/// The section with the glossary.
const SECTION: &str = "The words";

pub(super) fn check(house: &House) -> Vec<Finding> {
    // A page that is missing is a finding of the rule `architecture`.
    let Some(page) = house.file(PAGE) else { return Vec::new() };
    let Some(rows) = markdown::section(&page.text, SECTION) else {
        let remedy = "keep the glossary there: a table of words and what they are";
        return vec![Finding::new(PAGE, format!("has no section `{SECTION}`"), remedy)];
    };
    let mut first: BTreeMap<&str, &str> = BTreeMap::new();
    let mut findings = Vec::new();
    for row in rows {
        for word in words_of(row) {
            let Some(other) = first.insert(word, row) else { continue };
            let problem = format!("the glossary has `{word}` twice: {other}");
            findings.push(Finding::new(PAGE, problem, "keep one row, or rename one of the two"));
        }
    }
    findings
}

/// The words of a row's first cell: those in backticks and those in italics.
fn words_of(row: &str) -> impl Iterator<Item = &str> {
    let cell = row.strip_prefix("| ").and_then(|row| row.split('|').next()).unwrap_or_default();
    let code = markdown::code_spans(cell);
    // Every second piece between backticks is code, and every second one between stars is a word.
    let outside = cell.split('`').step_by(2);
    code.chain(outside.flat_map(|piece| piece.split('*').skip(1).step_by(2)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<Finding> {
        check(&House::of(&[(PAGE, text)]))
    }

    const HEAD: &str = "# The house\n\n## The words\n\n| word | is |\n| --- | --- |\n";

    #[test]
    fn words_that_stand_once_hold() {
        let rows =
            "| `Lamp`, *shade* | gives light; a `Lamp` has a *shade* |\n| `Wick` | burns |\n";
        assert_eq!(found(&format!("| `Wick` | elsewhere |\n{HEAD}{rows}\n## After\n")), []);
        assert_eq!(check(&House::default()), []);
    }

    #[test]
    fn a_word_in_two_rows_is_found() {
        let rows = "| `Lamp`, *wick* | a |\n| `Oil`, `Lamp` | b |\n| *oil*, *wick* | c |\n";
        let findings = found(&format!("{HEAD}{rows}"));
        let problems: Vec<&str> = findings.iter().map(|finding| &*finding.problem).collect();
        assert_eq!(problems.len(), 2, "{problems:?}");
        assert!(problems[0].starts_with("the glossary has `Lamp` twice"), "{problems:?}");
        assert!(problems[1].starts_with("the glossary has `wick` twice"), "{problems:?}");
    }

    #[test]
    fn a_page_without_a_glossary_is_found() {
        assert_eq!(found("# The house\n").len(), 1);
    }
}
