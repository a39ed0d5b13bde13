//! Every format that is read has its fuzz target.

use super::{Finding, rust_code};
use crate::house::House;

/// Where the formats are listed, and where their targets live.
const FORMATS: &str = "crates/xunlu-format/src/format.rs";
const TARGETS: &str = "fuzz/fuzz_targets/";

pub(super) fn check(house: &House) -> Vec<Finding> {
    let Some(formats) = house.file(FORMATS) else { return Vec::new() };
    let code = rust_code::code_only(&formats.text);
    let names = variants(&code);
    if names.is_empty() {
        let problem = "no `enum Format` with variants: this rule sees nothing";
        let remedy = "if formats go by a new name, say it in xtask/src/tidy/fuzz_targets.rs";
        return vec![Finding::new(FORMATS, problem, remedy)];
    }
    let targets: Vec<String> = house
        .ending(".rs")
        .filter(|file| file.path.starts_with(TARGETS))
        .map(|file| rust_code::code_only(&file.text))
        .collect();
    let has_target = |name: &&str| {
        let named = format!("Format::{name}");
        targets.iter().any(|code| code.contains(&format!("{named},")))
    };
    let missing = names.into_iter().filter(|name| !has_target(name));
    missing
        .map(|name| {
            Finding::new(
                FORMATS,
                format!("the format `{name}` has no fuzz target"),
                format!("add one in {TARGETS} that checks `Format::{name}`"),
            )
        })
        .collect()
}

/// The variants of `enum Format`, whose bodies are plain.
fn variants(code: &str) -> Vec<&str> {
    let Some((_, rest)) = code.split_once("enum Format {") else { return Vec::new() };
    let body = rest.split('}').next().unwrap_or_default();
    body.split(',').map(str::trim).filter(|name| !name.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENUM: &str = "pub enum Format {\n    /// Tiled, in XML.\n    Tmx,\n}";

    #[test]
    fn a_format_with_a_target_holds() {
        let target = "fuzz_target!(|bytes: &[u8]| check(Format::Tmx, bytes));";
        let house = House::of(&[(FORMATS, ENUM), ("fuzz/fuzz_targets/tmx.rs", target)]);
        assert_eq!(check(&house), []);
    }

    #[test]
    fn a_format_without_a_target_is_found() {
        let findings = check(&House::of(&[(FORMATS, ENUM)]));
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert!(findings[0].problem.contains("`Tmx`"), "{findings:?}");
        assert_eq!(check(&House::of(&[(FORMATS, "mod nothing;")])).len(), 1);
    }
}
