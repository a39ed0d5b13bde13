//! Every dependency from outside carries its reason, on its line or in the comment above it.

use super::Finding;
use crate::house::House;

pub(super) fn check(house: &House) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in house.ending("Cargo.toml") {
        let is_ours = |name: &str| house.packages.iter().any(|package| package.name == name);
        for (index, name) in unexplained(&file.text, is_ours) {
            findings.push(Finding::at(
                &file.path,
                index,
                format!("`{name}` comes from outside and no comment says why"),
                "write above it what it gives us that we do not want to write ourselves",
            ));
        }
    }
    findings
}

/// The outside dependencies without a reason, with their line's index.
fn unexplained(manifest: &str, is_ours: impl Fn(&str) -> bool) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut in_list = false;
    let mut line_above = "";
    for (index, line) in manifest.lines().enumerate() {
        let trimmed = line.trim();
        let mut named = None;
        if let Some(table) = trimmed.strip_prefix('[').filter(|_| !line.starts_with(' ')) {
            let table = table.split(']').next().unwrap_or_default();
            (in_list, named) = dependency_table(table);
        } else if in_list {
            named = trimmed.split_once('=').map(|(key, _)| key).and_then(dependency_name);
        }
        let explained =
            has_comment(trimmed) || (line_above.starts_with('#') && has_comment(line_above));
        // A path leads into this checkout; one that leads out would not survive a clone.
        let by_path = trimmed.contains("path =") || trimmed.contains("path=");
        if let Some(name) = named.filter(|name| !explained && !by_path && !is_ours(name)) {
            found.push((index, name));
        }
        line_above = trimmed;
    }
    found
}

/// Whether a line has a comment with something in it.
fn has_comment(line: &str) -> bool {
    line.split_once('#').is_some_and(|(_, comment)| !comment.trim_matches(['#', ' ']).is_empty())
}

/// Whether a table lists dependencies, and the one it is all about: `[dependencies.serde]`.
fn dependency_table(table: &str) -> (bool, Option<String>) {
    let mut parts = table.split('.').map(str::trim);
    let Some(_) = parts.find(|part| part.ends_with("dependencies")) else { return (false, None) };
    match parts.next() {
        // Its keys are `version`, `features`: no dependencies.
        Some(name) => (false, Some(name.trim_matches(['"', '\'']).to_owned())),
        None => (true, None),
    }
}

/// The name in `serde`, `serde.workspace` or `"serde"`; none in what is no key at all.
fn dependency_name(key: &str) -> Option<String> {
    let name = key.split('.').next()?.trim();
    let quoted = name.strip_prefix('"').and_then(|name| name.strip_suffix('"'));
    let name = quoted.unwrap_or(name);
    let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    (!name.is_empty() && name.chars().all(plain)).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(manifest: &str, expected: &[&str]) {
        let found = unexplained(manifest, |name| name == "xunlu-map");
        let names: Vec<&str> = found.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(names, expected, "{manifest}");
    }

    #[test]
    fn a_reason_stands_above_or_on_the_line() {
        check("[dependencies]\n# JSON for all.\nserde = \"1\"\n", &[]);
        check("[dependencies]\nserde = \"1\" # JSON for all.\n", &[]);
        check("[dependencies]\nxunlu-map.workspace = true\nother = { path = \"../other\" }\n", &[]);
    }

    #[test]
    fn a_dependency_without_a_reason_is_found_in_every_list() {
        check("[dependencies]\nserde = \"1\"\n", &["serde"]);
        check("[dev-dependencies]\nserde = { version = \"1\" }\n", &["serde"]);
        check("[workspace.dependencies]\nserde = \"1\"\n", &["serde"]);
        check("[target.'cfg(unix)'.dependencies]\nlibc.workspace = true\n", &["libc"]);
        check("[dependencies.serde]\nversion = \"1\"\nfeatures = []\n", &["serde"]);
    }

    #[test]
    fn one_reason_does_not_serve_two() {
        check("[dependencies]\n# JSON.\nserde = \"1\"\nrand = \"1\"\n", &["rand"]);
    }

    #[test]
    fn an_empty_comment_is_no_reason() {
        check("[dependencies]\n#\nserde = \"1\"\nrand = \"1\" #\n", &["serde", "rand"]);
    }

    #[test]
    fn other_tables_are_no_dependencies() {
        check("[package]\nname = \"x\"\n[features]\nfull = [\n  \"a\",\n]\n", &[]);
        check(
            "[dependencies]\n# JSON.\nserde = { version = \"1\", features = [\n\"a=b\",\n] }\n",
            &[],
        );
    }

    #[test]
    fn the_finding_names_file_and_line() {
        let house = House::of(&[("crates/lamp/Cargo.toml", "[dependencies]\nserde = \"1\"\n")]);
        assert_eq!(super::check(&house)[0].place, "crates/lamp/Cargo.toml:2");
    }
}
