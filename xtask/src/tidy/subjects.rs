//! The subject of a commit is at most 72 columns wide, so that lists of commits show it whole.
//!
//! Subjects up to [`LAST_UNCHECKED`] are older than this rule. It is found by its own subject, and in a clone
//! that does not reach back so far all commits are newer.

use super::Finding;
use crate::house::House;

/// The last commit that may have a longer subject, or come after one that has.
const LAST_UNCHECKED: &str =
    "web: the layers of the example are those that are there, lines are broken";

/// The most columns of a subject.
const COLUMNS_MAX: usize = 72;

pub(super) fn check(house: &House) -> Vec<Finding> {
    let checked = house.commits.iter().take_while(|commit| commit.subject != LAST_UNCHECKED);
    let wide = checked.filter(|commit| commit.subject.chars().count() > COLUMNS_MAX);
    let findings = wide.map(|commit| {
        let columns = commit.subject.chars().count();
        Finding::new(
            format!("commit {}", commit.id),
            format!("{columns} columns of subject; expected at most {COLUMNS_MAX}"),
            "say it in fewer words, and the rest in the body: `git commit --amend`",
        )
    });
    findings.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::Commit;

    fn found(subjects: &[&str]) -> Vec<Finding> {
        let commit = |(number, subject): (usize, &&str)| Commit {
            id: number.to_string(),
            subject: (*subject).to_owned(),
        };
        let commits = subjects.iter().enumerate().map(commit).collect();
        check(&House { commits, ..House::default() })
    }

    #[test]
    fn subjects_of_72_columns_and_older_ones_hold() {
        let (widest, wide) = ("ü".repeat(72), "x".repeat(73));
        assert_eq!(found(&["lamp: light it", &widest, LAST_UNCHECKED, &wide]), []);
        assert_eq!(found(&[]), []);
    }

    #[test]
    fn a_wide_subject_is_found_also_where_history_ends_early() {
        let wide = "x".repeat(73);
        let findings = found(&["lamp: light it", &wide]);
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert_eq!(findings[0].place, "commit 1");
        assert_eq!(found(&[&wide, LAST_UNCHECKED]).len(), 1);
    }
}
