//! Which files of a crate use which: read off their paths that begin with `crate`, `super` or `self`, tests
//! left out.

use std::collections::{BTreeMap, BTreeSet};

use super::rust_code;
use crate::house::House;

/// The modules of one crate that have a file, and what each uses.
pub(super) type Uses = BTreeMap<Vec<String>, BTreeSet<Vec<String>>>;

/// Each crate by its folder.
pub(super) fn of_crates(house: &House) -> BTreeMap<&str, Uses> {
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
    crates.into_iter().map(|(folder, files)| (folder, uses_of(&files))).collect()
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
