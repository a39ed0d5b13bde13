//! The name of a public type stands once in the workspace, so that it says which type is meant.
//!
//! Types of `wire` are left out: they are the plain data of types elsewhere, and bear their names. So are
//! aliases that fill in a parameter of a type and keep its name.

use std::collections::BTreeMap;

use super::{Finding, rust_code};
use crate::house::House;

/// What opens a type's name behind `pub`.
const KEYWORDS: [&str; 5] = ["struct", "enum", "union", "trait", "type"];

pub(super) fn check(house: &House) -> Vec<Finding> {
    let mut first: BTreeMap<String, String> = BTreeMap::new();
    let mut findings = Vec::new();
    for file in house.ending(".rs") {
        let Some((folder, inside)) = file.path.split_once("/src/") else { continue };
        let is_wire = inside == "wire.rs" || inside.starts_with("wire/");
        if !folder.starts_with("crates/") || is_wire {
            continue;
        }
        let code = rust_code::code_only(&file.text);
        let tests = code.find("#[cfg(test)]\nmod tests").unwrap_or(code.len());
        for (index, line) in code[..tests].lines().enumerate() {
            let Some(name) = public_type(line) else { continue };
            let place = format!("{}:{}", file.path, index + 1);
            if let Some(other) = first.get(name) {
                let problem = format!("`{name}` is the name of another public type, in {other}");
                let remedy = "give one of them a name that says what sets it apart";
                findings.push(Finding::new(place, problem, remedy));
            } else {
                first.insert(name.to_owned(), place);
            }
        }
    }
    findings
}

/// The name of the public type that a line of code begins.
fn public_type(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub ")?;
    let mut words = rust_code::words(rest);
    let keyword = words.find(|word| *word != "unsafe")?;
    let name = KEYWORDS.contains(&keyword).then(|| words.next())??;
    // Another type by its own name, with a parameter filled in, is that type.
    let is_same = keyword == "type" && rest.contains(&format!("::{name}<"));
    (!is_same).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_their_own_hold() {
        let lamp = "pub struct Lamp;\n// pub struct Shade;\npub(crate) struct Wick;\n";
        let shade = "pub enum Shade {}\nstruct Lamp;\nfn pub_struct() {}\n";
        let tests = "pub struct Oil;\n#[cfg(test)]\nmod tests {\n    pub struct Lamp;\n}\n";
        let house = House::of(&[
            ("crates/lamp/src/lib.rs", lamp),
            ("crates/lamp/src/wire.rs", "pub struct Lamp;"),
            ("crates/lamp/src/wire/shade.rs", "pub struct Shade;"),
            ("crates/lamp/tests/lit.rs", "pub struct Lamp;"),
            ("crates/oil/src/lib.rs", tests),
            ("crates/can/src/lib.rs", "pub type Shade<P = Place> = shade::Shade<P>;\n"),
            ("crates/shade/src/lib.rs", shade),
        ]);
        assert_eq!(check(&house), []);
    }

    #[test]
    fn a_name_in_two_crates_is_found() {
        let house = House::of(&[
            ("crates/lamp/src/lib.rs", "pub struct Lamp;\npub type Wick = u8;\n"),
            ("crates/shade/src/a/b.rs", "\npub enum Lamp {}\npub unsafe trait Wick {}\n"),
        ]);
        let findings = check(&house);
        let places: Vec<&str> = findings.iter().map(|finding| &*finding.place).collect();
        assert_eq!(places, ["crates/shade/src/a/b.rs:2", "crates/shade/src/a/b.rs:3"]);
        assert!(findings[0].problem.ends_with("in crates/lamp/src/lib.rs:1"), "{findings:?}");
    }
}
