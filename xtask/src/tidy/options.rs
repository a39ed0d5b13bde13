//! Whoever returns an `Option` says when it is `None`: the documentation of a public function names it.

use super::{Finding, rust_code};
use crate::house::{File, House};

pub(super) fn check(house: &House) -> Vec<Finding> {
    let library = |file: &&File| file.path.starts_with("crates/") && file.path.contains("/src/");
    house.ending(".rs").filter(library).flat_map(check_file).collect()
}

fn check_file(file: &File) -> Vec<Finding> {
    let code = rust_code::code_only(&file.text);
    let code: Vec<&str> = code.lines().collect();
    let text: Vec<&str> = file.text.lines().collect();
    let mut findings = Vec::new();
    for index in 0..code.len() {
        let Some(name) = public_function(code[index]) else { continue };
        if returns_option(&code[index..]) && !says_none(&text[..index]) {
            let problem =
                format!("`{name}` returns an `Option` and does not say when it is `None`");
            let remedy = "say it in its documentation: \"Returns `None` if ...\"";
            findings.push(Finding::at(&file.path, index, problem, remedy));
        }
    }
    findings
}

/// The name of the public function that a line of code begins.
fn public_function(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub ")?;
    let mut words = rust_code::words(rest);
    let keyword = words.find(|word| !["const", "unsafe", "async"].contains(word))?;
    (keyword == "fn").then(|| words.next())?
}

/// Whether the signature that begins these lines returns an `Option`.
fn returns_option(lines: &[&str]) -> bool {
    let (mut angles, mut brackets) = (0_usize, 0_usize);
    let (mut last, mut behind) = (' ', None::<String>);
    for letter in lines.iter().flat_map(|line| line.chars().chain([' '])) {
        match (&mut behind, letter) {
            (Some(_), '{' | ';') => break,
            (Some(behind), _) => behind.push(letter),
            (None, '(') => brackets += 1,
            // The bracket behind the parameters, and none of a bound such as `F: Fn(u8)`.
            (None, ')') if brackets == 1 && angles == 0 => behind = Some(String::new()),
            (None, ')') => brackets = brackets.saturating_sub(1),
            (None, '<') if brackets == 0 => angles += 1,
            (None, '>') if brackets == 0 && last != '-' => angles = angles.saturating_sub(1),
            _ => {}
        }
        last = letter;
    }
    behind.is_some_and(|behind| behind.trim_start().starts_with("-> Option<"))
}

/// Whether the documentation that ends with these lines says `None`.
fn says_none(lines: &[&str]) -> bool {
    let above = lines.iter().rev().map(|line| line.trim_start());
    let mut above = above.take_while(|line| line.starts_with("///") || line.starts_with("#["));
    above.any(|line| line.starts_with("///") && line.contains("None"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let house = House::of(&[("crates/lamp/src/lib.rs", text)]);
        check(&house).into_iter().map(|finding| finding.place).collect()
    }

    #[test]
    fn said_and_private_ones_hold() {
        let said = "/// Its wick. Returns `None` if it burns gas.\n#[must_use]\npub fn wick() -> Option<Wick> {}\n";
        assert!(found(said).is_empty());
        assert!(
            found("fn wick() -> Option<Wick> {}\npub(crate) fn oil() -> Option<Oil> {}").is_empty()
        );
        assert!(found("pub fn light() -> Result<Option<Wick>, Dark> {}").is_empty());
        let house = House::of(&[("xtask/src/lamp.rs", "pub fn wick() -> Option<Wick> {}")]);
        assert_eq!(check(&house), []);
    }

    #[test]
    fn what_parameters_and_bodies_return_is_left_out() {
        assert!(found("pub fn draw(at: impl Fn(u8) -> Option<char>) -> String {}").is_empty());
        assert!(found("pub fn lit<F: Fn(u8) -> Option<u8>>(at: F) {}").is_empty());
        assert!(
            found("pub fn lit() -> bool {\n    let f = || -> Option<u8> { None };\n}").is_empty()
        );
        let bound = "pub fn draw<F>(at: F) -> String\nwhere\n    F: Fn(u8) -> Option<char>,\n{}";
        assert!(found(bound).is_empty());
    }

    #[test]
    fn silence_is_found() {
        assert_eq!(
            found("/// Its wick.\npub fn wick() -> Option<Wick> {}"),
            ["crates/lamp/src/lib.rs:2"]
        );
        let long =
            "pub const fn wick(\n    at: u8,\n) -> Option<Wick>\nwhere\n    Wick: Sized,\n{}";
        assert_eq!(found(long), ["crates/lamp/src/lib.rs:1"]);
        // The words of another function are not its own.
        let other = "/// None.\npub fn oil() {}\npub fn wick() -> Option<Wick> {}";
        assert_eq!(found(other), ["crates/lamp/src/lib.rs:3"]);
    }
}
