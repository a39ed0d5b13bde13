//! README.md and README.zh-CN.md are kept in step: the same headings, the same code.
//!
//! What the sentences say no program can compare; whoever changes one changes the other.

use super::{Finding, markdown};
use crate::house::House;

const ENGLISH: &str = "README.md";
const CHINESE: &str = "README.zh-CN.md";

pub(super) fn check(house: &House) -> Vec<Finding> {
    let missing = [ENGLISH, CHINESE].into_iter().filter(|path| house.file(path).is_none());
    let mut findings: Vec<Finding> = missing
        .map(|path| Finding::new(path, "there is none", "write it; both languages are front pages"))
        .collect();
    if let (Some(english), Some(chinese)) = (house.file(ENGLISH), house.file(CHINESE)) {
        findings.extend(headings(&english.text, &chinese.text));
        findings.extend(code(&english.text, &chinese.text));
    }
    findings
}

fn headings(english: &str, chinese: &str) -> Option<Finding> {
    let english = markdown::headings(english);
    let chinese = markdown::headings(chinese);
    let at = (0..english.len().max(chinese.len())).find(|at| {
        english.get(*at).map(|heading| heading.level)
            != chinese.get(*at).map(|heading| heading.level)
    })?;
    let title = |heading: Option<&markdown::Heading<'_>>| {
        heading.map_or("none".to_owned(), |heading| {
            format!("`{} {}`", "#".repeat(heading.level), heading.title)
        })
    };
    let index = chinese.get(at).or(chinese.last()).map_or(0, |heading| heading.index);
    let problem = format!(
        "heading {} is {} here and {} in {ENGLISH}",
        at + 1,
        title(chinese.get(at)),
        title(english.get(at))
    );
    Some(Finding::at(CHINESE, index, problem, "bring the two back into step"))
}

fn code(english: &str, chinese: &str) -> Option<Finding> {
    let english = markdown::code_blocks(english);
    let chinese = markdown::code_blocks(chinese);
    let same = |at: usize| match (english.get(at), chinese.get(at)) {
        (Some(one), Some(other)) => one.head == other.head && one.lines == other.lines,
        _ => false,
    };
    let at = (0..english.len().max(chinese.len())).find(|at| !same(*at))?;
    let index = chinese.get(at).or(chinese.last()).map_or(0, |block| block.index);
    let place = english.get(at).map_or("has none there".to_owned(), |block| {
        format!("has another in line {}", block.index + 1)
    });
    let problem = format!("code block {} differs: {ENGLISH} {place}", at + 1);
    Some(Finding::at(CHINESE, index, problem, "make them identical, comments in them included"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: &str = "# xunlu\ntext\n```sh\ncargo xtask ci\n```\n## Use\n";

    fn found(english: &str, chinese: &str) -> Vec<Finding> {
        check(&House::of(&[(ENGLISH, english), (CHINESE, chinese)]))
    }

    #[test]
    fn pages_in_step_hold() {
        assert_eq!(found(HERE, "# 寻路\n```sh\ncargo xtask ci\n```\n另一行\n## 用法\n"), []);
    }

    #[test]
    fn another_heading_is_found() {
        let findings = found(HERE, "# 寻路\n```sh\ncargo xtask ci\n```\n### 用法\n");
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert_eq!(findings[0].place, "README.zh-CN.md:5");
        assert!(findings[0].problem.contains("`### 用法` here and `## Use`"), "{findings:?}");
        assert_eq!(found(HERE, "# 寻路\n```sh\ncargo xtask ci\n```\n").len(), 1);
    }

    #[test]
    fn other_code_is_found() {
        assert_eq!(found(HERE, "# 寻路\n```sh\ncargo test\n```\n## 用法\n").len(), 1);
        assert_eq!(found(HERE, "# 寻路\n```text\ncargo xtask ci\n```\n## 用法\n").len(), 1);
        assert_eq!(found(HERE, "# 寻路\n## 用法\n").len(), 1);
    }

    #[test]
    fn a_missing_page_is_found() {
        assert_eq!(check(&House::of(&[(ENGLISH, HERE)]))[0].place, CHINESE);
    }
}
