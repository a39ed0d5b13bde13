//! What comes from outside: by its licence, from where, in one version each.
//!
//! Advisories are not asked for: their database lies outside the package registries, and the test command
//! promises to need nothing else. Where it can be reached: `cargo deny check advisories`.

use std::collections::BTreeMap;

use super::Finding;
use crate::house::House;

/// Licences that let a closed game ship us without a question to its lawyers.
const LICENCES: &[&str] = &[
    "MIT",
    "Apache-2.0",
    // The tables of `unicode-ident`, below every derive.
    "Unicode-3.0",
    // As free as MIT, in fewer words: certificates are checked, and encryption is done, under it.
    "ISC",
    // As free as MIT, with a line against advertising by names: comparisons in constant time are under it.
    "BSD-3-Clause",
];

/// What may be there in two versions, for others agree on none yet.
const TWICE: &[&str] = &[
    // Reads Rust for derives, in the compiler alone: nothing of it is shipped. Those of prost, tracing and
    // pin-project take version 2, those of serde, clap and tokio version 3.
    "syn",
    // The system's chance and Windows' functions, below encryption (`ring`), which takes them as they were.
    "getrandom",
    "windows-sys",
    // The keys of NATS (`nkeys`, its makers' own) are of RustCrypto's last generation, and hashes, below
    // WebSockets and our tokens, of this one.
    "block-buffer",
    "const-oid",
    "cpufeatures",
    "crypto-common",
    "digest",
    "rand",
    "rand_core",
    "sha2",
];

/// Where packages may come from, as Cargo.lock names it.
const SOURCE: &str = "registry+https://github.com/rust-lang/crates.io-index";

pub(super) fn check(house: &House) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for package in &house.outside {
        let what = format!("{} {}", package.name, package.version);
        versions.entry(&package.name).or_default().push(&package.version);
        if package.source != SOURCE {
            let problem = format!("{what} comes from {}", package.source);
            findings.push(Finding::new("Cargo.lock", problem, format!("take it from {SOURCE}")));
        }
        let licence = package.licence.as_deref().unwrap_or_default();
        if !is_allowed(licence) {
            let problem = format!("{what} is under `{licence}`");
            let remedy = "choose another, or argue the licence in xtask/src/tidy/outside.rs";
            findings.push(Finding::new("Cargo.lock", problem, remedy));
        }
    }
    for (name, versions) in versions {
        let most = if TWICE.contains(&name) { 2 } else { 1 };
        if versions.len() > most {
            let problem = format!("{name} is there as {}", versions.join(" and "));
            let remedy = "agree on one: each is compiled, shipped and audited";
            findings.push(Finding::new("Cargo.lock", problem, remedy));
        }
    }
    for package in &house.packages {
        for dependency in package.dependencies.iter().filter(|one| one.takes_any_version) {
            let problem = format!("any version of `{}` will do", dependency.name);
            let remedy = "say which: `*` is a promise that nobody can keep";
            findings.push(Finding::new(&package.manifest, problem, remedy));
        }
    }
    findings
}

/// Whether an SPDX expression can be met by [`LICENCES`] alone. What cannot be read is not allowed.
fn is_allowed(expression: &str) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ");
    // Old packages write `MIT/Apache-2.0`.
    let spaced = spaced.replace('/', " OR ");
    let mut words = Words { rest: spaced.split_whitespace().collect(), nested: 0 };
    words.rest.reverse();
    words.either() == Some(true) && words.rest.is_empty()
}

/// The deepest that parentheses may be nested.
const NESTED_MAX: u32 = 16;

/// The words of an expression, the next one last.
struct Words<'a> {
    rest: Vec<&'a str>,
    nested: u32,
}

impl Words<'_> {
    /// Any of several, joined by `OR`.
    fn either(&mut self) -> Option<bool> {
        let mut is_met = self.all()?;
        while self.takes("OR") {
            is_met |= self.all()?;
        }
        Some(is_met)
    }

    /// All of several, joined by `AND`, which binds tighter.
    fn all(&mut self) -> Option<bool> {
        let mut is_met = self.one()?;
        while self.takes("AND") {
            is_met &= self.one()?;
        }
        Some(is_met)
    }

    /// A licence, or an expression in parentheses.
    fn one(&mut self) -> Option<bool> {
        if self.takes("(") {
            self.nested += 1;
            let is_met = if self.nested > NESTED_MAX { None } else { self.either() }?;
            return self.takes(")").then_some(is_met);
        }
        let name = self.rest.pop()?;
        // An exception is part of the name: none is allowed yet.
        let has_exception = self.takes("WITH");
        if has_exception {
            self.rest.pop()?;
        }
        let is_name = !matches!(name, ")" | "AND" | "OR" | "WITH");
        is_name.then(|| !has_exception && LICENCES.contains(&name))
    }

    fn takes(&mut self, word: &str) -> bool {
        let is_next = self.rest.last() == Some(&word);
        if is_next {
            self.rest.pop();
        }
        is_next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::{Dependency, DependencyKind, OutsidePackage, Package};

    fn outside(name: &str, version: &str, licence: &str) -> OutsidePackage {
        OutsidePackage {
            name: name.to_owned(),
            version: version.to_owned(),
            licence: Some(licence.to_owned()),
            source: SOURCE.to_owned(),
        }
    }

    fn problems(outside: Vec<OutsidePackage>) -> Vec<String> {
        let house = House { outside, ..House::default() };
        check(&house).into_iter().map(|finding| finding.problem).collect()
    }

    #[test]
    fn an_expression_is_met_or_not() {
        for allowed in [
            "MIT",
            "MIT OR Apache-2.0",
            "Unlicense OR MIT",
            "MIT/Apache-2.0",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
            "GPL-3.0 AND MIT OR Apache-2.0",
        ] {
            assert!(is_allowed(allowed), "{allowed}");
        }
        for refused in [
            "",
            "GPL-3.0",
            "Apache-2.0 WITH LLVM-exception",
            "MIT AND NCSA",
            "MIT AND (GPL-3.0 OR NCSA)",
            "MIT OR",
            "(MIT",
            "MIT)",
            "MIT MIT",
            "MIT OR AND",
            "MIT WITH",
        ] {
            assert!(!is_allowed(refused), "{refused}");
        }
        assert!(!is_allowed(&format!("{}MIT{}", "(".repeat(100), ")".repeat(100))));
    }

    #[test]
    fn what_may_come_in_comes_in() {
        assert!(
            problems(vec![outside("wick", "1.0.0", "MIT"), outside("oil", "1.0.0", "MIT")])
                .is_empty()
        );
    }

    #[test]
    fn a_licence_a_source_and_a_double_are_told() {
        let copyleft = outside("wick", "1.0.0", "GPL-3.0");
        let mut unlicensed = outside("wax", "1.0.0", "");
        unlicensed.licence = None;
        let mut forked = outside("oil", "2.0.0", "MIT");
        forked.source = "git+https://example.org/oil".to_owned();
        let found = problems(vec![copyleft, unlicensed, outside("oil", "1.0.0", "MIT"), forked]);
        assert_eq!(
            found,
            [
                "wick 1.0.0 is under `GPL-3.0`",
                "wax 1.0.0 is under ``",
                "oil 2.0.0 comes from git+https://example.org/oil",
                "oil is there as 1.0.0 and 2.0.0",
            ]
        );
    }

    #[test]
    fn what_may_be_there_twice_is_there_twice_and_no_more() {
        let one = |version: &str| outside("syn", version, "MIT");
        assert!(problems(vec![one("2.0.0"), one("3.0.0")]).is_empty());
        let found = problems(vec![one("1.0.0"), one("2.0.0"), one("3.0.0")]);
        assert_eq!(found, ["syn is there as 1.0.0 and 2.0.0 and 3.0.0"]);
        let house = House::read().unwrap();
        for name in TWICE {
            let count = house.outside.iter().filter(|package| package.name == *name).count();
            assert_eq!(count, 2, "{name} need not be in the list any more");
        }
    }

    #[test]
    fn any_version_is_no_version() {
        let dependency = |name: &str, takes_any_version| Dependency {
            name: name.to_owned(),
            kind: DependencyKind::Normal,
            ours: false,
            takes_any_version,
        };
        let mut lamp = Package { manifest: "lamp/Cargo.toml".to_owned(), ..Package::default() };
        lamp.dependencies = vec![dependency("wick", true), dependency("oil", false)];
        let house = House { packages: vec![lamp], ..House::default() };
        let found = check(&house);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].place, "lamp/Cargo.toml");
        assert!(found[0].problem.contains("wick"), "{}", found[0].problem);
    }

    #[test]
    fn this_checkout_has_packages_from_outside() {
        let house = House::read().unwrap();
        assert!(house.outside.iter().any(|package| package.name == "serde"));
    }
}
