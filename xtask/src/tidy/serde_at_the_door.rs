//! `serde` stands only where something has been promised to others: `wire` and `xunlu-format`.
//!
//! A derive elsewhere turns a private layout into a file somebody keeps.

use super::{Finding, rust_code};
use crate::house::House;

/// Files and folders where it may stand.
const DOORS: &[&str] = &[
    "crates/xunlu/src/wire.rs",
    "crates/xunlu/src/wire/",
    "crates/xunlu-format/",
    "crates/xunlu-client/src/wire.rs",
    "crates/xunlu-client/src/wire/",
];

pub(super) fn check(house: &House) -> Vec<Finding> {
    let mut findings = Vec::new();
    let inside = |path: &str| path.starts_with("crates/") && path.contains("/src/");
    for file in house.ending(".rs").filter(|file| inside(&file.path)) {
        if DOORS.iter().any(|door| file.path.starts_with(door)) {
            continue;
        }
        let code = rust_code::code_only(&file.text);
        for (index, line) in code.lines().enumerate() {
            if rust_code::words(line).any(|word| word == "serde") {
                findings.push(Finding::at(
                    &file.path,
                    index,
                    "`serde` stands outside of `wire`",
                    "give `wire` a plain type with public fields, and a conversion to it",
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
    fn the_doors_and_mere_talk_hold() {
        let house = House::of(&[
            ("crates/xunlu/src/wire.rs", "use serde::Serialize;"),
            ("crates/xunlu/src/wire/answer.rs", "use serde::Serialize;"),
            ("crates/xunlu/src/world.rs", "// serde stands in `wire`.\nlet serde_json = 1;"),
            ("crates/xunlu/tests/wire.rs", "use serde::Deserialize;"),
        ]);
        assert_eq!(check(&house), []);
    }

    #[test]
    fn a_derive_elsewhere_is_found() {
        let text = "use a;\n#[derive(serde::Serialize)]\nstruct B;";
        let house = House::of(&[("crates/xunlu/src/world.rs", text)]);
        assert_eq!(check(&house)[0].place, "crates/xunlu/src/world.rs:2");
    }
}
