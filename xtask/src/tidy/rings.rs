//! The files of a crate use each other in one direction: no more than three stand in a ring.
//!
//! What a file uses is read off its paths that begin with `crate`, `super` or `self`, tests left out. A
//! ring of two or three is a type and what it is made of, told apart for the reader's sake; a larger one
//! is a knot that nobody can take a part out of.

use std::collections::{BTreeMap, BTreeSet};

use super::{Finding, rust_code};
use crate::house::House;

/// So many files may use each other in a ring.
const RING_MAX: usize = 3;

/// The modules of one crate that have a file, and what each uses.
type Uses = BTreeMap<Vec<String>, BTreeSet<Vec<String>>>;

pub(super) fn check(house: &House) -> Vec<Finding> {
    let mut crates: BTreeMap<&str, BTreeMap<Vec<String>, String>> = BTreeMap::new();
    for file in house.ending(".rs") {
        let Some((folder, inside)) = file.path.split_once("/src/") else { continue };
        let module = module_of(inside);
        let is_test = module.iter().any(|part| part == "tests");
        if !is_test && (folder.starts_with("crates/") || folder == "xtask") {
            let code = rust_code::code_only(&file.text);
            let tests = code.find("#[cfg(test)]\nmod tests").unwrap_or(code.len());
            let code = code[..tests].to_owned();
            crates.entry(folder).or_default().insert(module, code);
        }
    }
    let rings = crates.iter().flat_map(|(folder, files)| {
        let rings = rings_of(&uses_of(files)).into_iter().filter(|ring| ring.len() > RING_MAX);
        rings.map(move |ring| {
            let names: Vec<String> = ring.iter().map(|module| module.join("::")).collect();
            let (count, names) = (names.len(), names.join(", "));
            Finding::new(
                format!("{folder}/src"),
                format!("{count} files use each other in a ring: {names}"),
                "move what the lower ones need of the upper into a file of its own",
            )
        })
    });
    rings.collect()
}

/// `engine/one_way.rs` is `engine::one_way`; the crate's root has no name.
fn module_of(inside: &str) -> Vec<String> {
    let path = inside.trim_end_matches(".rs");
    let parts = path.split('/').filter(|part| !matches!(*part, "lib" | "main" | "mod"));
    parts.map(str::to_owned).collect()
}

fn uses_of(files: &BTreeMap<Vec<String>, String>) -> Uses {
    let uses = files.iter().map(|(module, code)| {
        let named = paths_in(code).into_iter().filter_map(|path| {
            let whole = from_root(module, &path)?;
            // What is named may be an item of a module, or deep inside one.
            let known = (1..=whole.len()).rev().map(|length| whole[..length].to_vec());
            known.into_iter().find(|known| files.contains_key(known))
        });
        (module.clone(), named.filter(|other| other != module).collect())
    });
    uses.collect()
}

/// A path as it begins at the crate's root.
fn from_root(module: &[String], path: &[String]) -> Option<Vec<String>> {
    let mut base = match path.first()?.as_str() {
        "crate" => Vec::new(),
        "self" => module.to_vec(),
        _ => module.split_last()?.1.to_vec(),
    };
    let mut rest = &path[1..];
    while let Some(("super", after)) = rest.split_first().map(|(first, after)| (&**first, after)) {
        base.pop();
        rest = after;
    }
    base.extend(rest.iter().cloned());
    Some(base)
}

/// Every path of the code that begins at the crate or beside the file, the branches of `use` one by one.
fn paths_in(code: &str) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    for root in ["crate", "super", "self"] {
        for (at, _) in code.match_indices(&format!("{root}::")) {
            let before = code[..at].chars().next_back();
            if before.is_none_or(|letter| !letter.is_alphanumeric() && !"_:$".contains(letter)) {
                branches(&code[at..], &mut Vec::new(), &mut paths);
            }
        }
    }
    paths
}

/// Reads `a::b::{c, d::e}` from the beginning of a text; what is left of it.
fn branches<'a>(text: &'a str, path: &mut Vec<String>, paths: &mut Vec<Vec<String>>) -> &'a str {
    let length = path.len();
    let mut rest = text.trim_start();
    loop {
        if let Some(inside) = rest.strip_prefix('{') {
            rest = inside;
            while !rest.trim_start().starts_with('}') && !rest.is_empty() {
                rest = branches(rest, path, paths).trim_start();
                rest = rest.strip_prefix(',').unwrap_or(rest);
                // Anything that is no path ends the reading: this was no list of names.
                if !rest.trim_start().starts_with(|c: char| c.is_alphabetic() || "_}*".contains(c))
                {
                    break;
                }
            }
            let rest = rest.trim_start();
            path.truncate(length);
            return rest.strip_prefix('}').unwrap_or(rest);
        }
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        path.push(rest[..end].to_owned());
        rest = &rest[end..];
        let Some(deeper) = rest.strip_prefix("::") else { break };
        rest = deeper;
    }
    paths.push(path.clone());
    path.truncate(length);
    rest.strip_prefix('*').unwrap_or(rest)
}

/// The modules from which each other is come to and back, in groups.
fn rings_of(uses: &Uses) -> Vec<Vec<Vec<String>>> {
    let reached: BTreeMap<_, _> = uses.keys().map(|from| (from, all_from(from, uses))).collect();
    let mut rings: Vec<Vec<Vec<String>>> = Vec::new();
    for module in uses.keys() {
        if rings.iter().flatten().any(|known| known == module) {
            continue;
        }
        let is_beside = |other: &&Vec<String>| {
            reached[module].contains(*other) && reached[*other].contains(module)
        };
        let ring: Vec<Vec<String>> = uses.keys().filter(is_beside).cloned().collect();
        if ring.len() > 1 {
            rings.push(ring);
        }
    }
    rings
}

/// Everything that a module comes to use, itself only if it comes back.
fn all_from(from: &[String], uses: &Uses) -> BTreeSet<Vec<String>> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from.to_vec()];
    while let Some(module) = open.pop() {
        for next in uses.get(&module).into_iter().flatten() {
            if reached.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files that each use the next, and the last what it says.
    fn found(last: &str) -> Vec<String> {
        let files = [
            ("crates/a/src/lib.rs", "mod one;\npub use one::Four;"),
            ("crates/a/src/one.rs", "use crate::two::{Two, deep::Deeper};"),
            ("crates/a/src/two.rs", "fn f() -> super::three::Three {}\nmod deep;"),
            ("crates/a/src/two/deep.rs", "struct Deeper;"),
            ("crates/a/src/three.rs", "// crate::one::One\nuse crate::four::Four;"),
            ("crates/a/src/four.rs", last),
        ];
        check(&House::of(&files)).into_iter().map(|finding| finding.problem).collect()
    }

    #[test]
    fn files_that_use_each_other_one_way_hold() {
        assert_eq!(found("struct Four;"), [""; 0]);
        assert_eq!(found("#[cfg(test)]\nmod tests {\n    use crate::one::One;\n}"), [""; 0]);
    }

    #[test]
    fn a_small_ring_holds_and_a_larger_one_is_found() {
        assert_eq!(found("use crate::two::Two;"), [""; 0]);
        let ring = "4 files use each other in a ring: four, one, three, two";
        assert_eq!(found("use std::fmt;\nuse crate::{one::One, two};"), [ring]);
    }
}
