//! No drawer called `util`: a thing without a name of its own has not been understood yet.

use super::{Finding, rust_code};
use crate::house::House;

const BANNED: &[&str] =
    &["util", "utils", "common", "misc", "helper", "helpers", "manager", "managers"];

/// What gives a name to something in Rust.
const KEYWORDS: &[&str] = &["mod", "struct", "enum", "trait", "type", "union"];

const REMEDY: &str = "name it after the one thing it does; if it does two, make it two";

pub(super) fn check(house: &House) -> Vec<Finding> {
    let mut findings = Vec::new();
    // Folders stand in the list by themselves, so only the last part is looked at.
    for path in &house.paths {
        let name = path.rsplit('/').next().unwrap_or(path);
        if let Some(word) = banned_word(name) {
            findings.push(Finding::new(path, format!("a file or folder named `{word}`"), REMEDY));
        }
    }
    for file in house.ending(".rs") {
        let code = rust_code::code_only(&file.text);
        for (index, line) in code.lines().enumerate() {
            for name in KEYWORDS.iter().flat_map(|keyword| rust_code::named_by(line, keyword)) {
                if banned_word(name).is_some() {
                    findings.push(Finding::at(&file.path, index, format!("`{name}`"), REMEDY));
                }
            }
        }
    }
    findings
}

/// The banned word in a name written `like_this`, `like-this` or `LikeThis`.
fn banned_word(name: &str) -> Option<&'static str> {
    let mut words = vec![String::new()];
    for letter in name.chars() {
        let breaks = !letter.is_alphanumeric() || letter.is_uppercase();
        if breaks {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| letter.is_alphanumeric()) {
            word.extend(letter.to_lowercase());
        }
    }
    BANNED.iter().copied().find(|banned| words.iter().any(|word| word == banned))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_their_own_hold() {
        let text = "mod frontier;\nstruct Utility;\n// mod util;\nfn helper() {}";
        let house = House::of(&[("crates/lamp/src/commonwealth.rs", text), ("UTILISE.md", "")]);
        assert_eq!(check(&house), []);
    }

    #[test]
    fn a_banned_file_or_folder_is_found_once() {
        let house = House::of(&[("a/util/b.rs", ""), ("a/grid_helpers.rs", ""), ("misc", "")]);
        let places: Vec<String> = check(&house).into_iter().map(|finding| finding.place).collect();
        assert_eq!(places, ["a/grid_helpers.rs", "a/util", "misc"]);
    }

    #[test]
    fn a_banned_module_or_type_is_found() {
        let house = House::of(&[("lib.rs", "pub mod common {\n    struct PathManager;\n}")]);
        let places: Vec<String> = check(&house).into_iter().map(|finding| finding.place).collect();
        assert_eq!(places, ["lib.rs:1", "lib.rs:2"]);
    }
}
