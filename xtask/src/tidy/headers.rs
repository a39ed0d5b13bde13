//! Every Rust file opens with `//!`: what it is, in plain words, on the first line.

use super::Finding;
use crate::house::House;

pub(super) fn check(house: &House) -> Vec<Finding> {
    let says_something = |line: &str| !line.trim_start_matches("//!").trim().is_empty();
    house
        .ending(".rs")
        .filter(|file| !file.header().next().is_some_and(says_something))
        .map(|file| {
            let remedy = "let the first line say what the file is: `//! The open list: ...`";
            Finding::at(&file.path, 0, "the file does not open with `//!`", remedy)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_holds() {
        assert_eq!(check(&House::of(&[("lib.rs", "//! A lamp.\n"), ("x.md", "no Rust")])), []);
    }

    #[test]
    fn no_header_a_late_one_and_an_empty_one_are_found() {
        let house =
            House::of(&[("a.rs", "mod b;\n"), ("b.rs", "\n//! Late.\n"), ("c.rs", "//!\n")]);
        let places: Vec<String> = check(&house).into_iter().map(|finding| finding.place).collect();
        assert_eq!(places, ["a.rs:1", "b.rs:1", "c.rs:1"]);
    }
}
