//! No path of one machine: what is written here works in every clone.

use super::Finding;
use crate::house::House;

/// Folders that exist on somebody's machine. In two pieces, so that this file is clean itself.
const FOLDERS: &[&str] = &[
    concat!("/ro", "ot/"),
    concat!("/wo", "rk/"),
    concat!("/ho", "me/"),
    concat!("/Us", "ers/"),
    concat!("/tm", "p/"),
    concat!(":\\Us", "ers\\"),
];

pub(super) fn check(house: &House) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in &house.files {
        for (index, line) in file.text.lines().enumerate() {
            if let Some(folder) = FOLDERS.iter().find(|folder| names(line, folder)) {
                findings.push(Finding::at(
                    &file.path,
                    index,
                    format!("`{folder}` is a folder of one machine"),
                    "say it relative to the checkout, or ask the system (`std::env::temp_dir`)",
                ));
            }
        }
    }
    findings
}

/// Whether a path in `line` begins with `folder`; in the middle of a path or an address it is
/// somebody else's folder.
fn names(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(at, _)| {
        let drive = folder.starts_with(':');
        let before = line[..at].chars().next_back();
        drive || !before.is_some_and(|letter| letter.is_alphanumeric() || "_-.~})".contains(letter))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> usize {
        check(&House::of(&[("notes.md", text)])).len()
    }

    #[test]
    fn paths_of_the_checkout_and_addresses_hold() {
        assert_eq!(found("see crates/xunlu/src and https://example.org/home/page"), 0);
        assert_eq!(found("docs/work/plan.md, ${DIR}/tmp/x, ~/home/x, /workshop/, root"), 0);
    }

    #[test]
    fn a_path_of_one_machine_is_found() {
        for folder in FOLDERS {
            assert_eq!(found(&format!("line\nopen {folder}x")), 1, "{folder}");
        }
        assert_eq!(found(&format!("\"{}main\"", FOLDERS[1])), 1);
        assert_eq!(found(&format!("C{}me", FOLDERS[5])), 1);
    }
}
