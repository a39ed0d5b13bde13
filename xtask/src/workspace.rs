//! The workspace as cargo sees it: packages, what they depend on, what they build.

use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use crate::failure::Failure;
use crate::program;

/// Cargo's view of the checkout.
#[derive(Debug)]
pub(crate) struct Workspace {
    pub(crate) root: PathBuf,
    pub(crate) target_directory: PathBuf,
    pub(crate) packages: Vec<Package>,
}

/// One crate of the workspace. Paths are relative to the root, with `/`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) manifest: String,
    pub(crate) dependencies: Vec<Dependency>,
    pub(crate) targets: Vec<Target>,
}

/// One arrow from a package to another.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    pub(crate) kind: DependencyKind,
    /// Whether it is another crate of this workspace.
    pub(crate) ours: bool,
    /// Whether it is from outside and asked for as `*`.
    pub(crate) takes_any_version: bool,
}

/// A package that is not of this workspace.
#[derive(Debug)]
pub(crate) struct OutsidePackage {
    pub(crate) name: String,
    pub(crate) version: String,
    /// As an SPDX expression, if it says.
    pub(crate) licence: Option<String>,
    pub(crate) source: String,
}

/// In which of cargo's lists a dependency stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DependencyKind {
    Normal,
    Dev,
    Build,
}

/// One thing a package builds: a library, a program, a test, an example.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) name: String,
    pub(crate) kind: String,
    pub(crate) source: String,
}

impl Workspace {
    /// Asks cargo for the workspace around the current directory.
    pub(crate) fn read() -> Result<Self, Failure> {
        let remedy = "run it inside the checkout, with every Cargo.toml in order";
        let mut command = program::cargo();
        command.args(["metadata", "--format-version", "1", "--no-deps"]);
        Self::from_json(&program::output(&mut command, remedy)?)
    }

    /// Asks cargo for every package from outside that some feature or machine needs, sorted by name.
    pub(crate) fn outside() -> Result<Vec<OutsidePackage>, Failure> {
        let remedy =
            "cargo wants its registry for this, if it has not fetched all of Cargo.lock yet";
        let mut command = program::cargo();
        command.args(["metadata", "--format-version", "1", "--all-features"]);
        read_outside(&program::output(&mut command, remedy)?)
    }

    /// Reads what `cargo metadata --format-version 1 --no-deps` prints.
    fn from_json(text: &str) -> Result<Self, Failure> {
        let value = parsed(text)?;
        let root = PathBuf::from(text_of(&value, "workspace_root")?);
        let target_directory = PathBuf::from(text_of(&value, "target_directory")?);
        let packages = list_of(&value, "packages")?
            .iter()
            .map(|package| read_package(package, &root))
            .collect::<Result<_, _>>()?;
        Ok(Self { root, target_directory, packages })
    }

    /// Every target of this kind, with the package it belongs to.
    pub(crate) fn targets_of_kind(&self, kind: &str) -> Vec<(&Package, &Target)> {
        let all = self
            .packages
            .iter()
            .flat_map(|package| package.targets.iter().map(move |target| (package, target)));
        all.filter(|(_, target)| target.kind == kind).collect()
    }
}

fn parsed(text: &str) -> Result<Value, Failure> {
    serde_json::from_str(text).map_err(|error| {
        let what = format!("`cargo metadata` printed something that is no JSON: {error}");
        Failure::new(what, "run it by hand and look")
    })
}

fn read_outside(text: &str) -> Result<Vec<OutsidePackage>, Failure> {
    let value = parsed(text)?;
    let mut all = Vec::new();
    for package in list_of(&value, "packages")? {
        // A package of this workspace has no source.
        let Some(source) = package["source"].as_str() else { continue };
        all.push(OutsidePackage {
            name: text_of(package, "name")?.to_owned(),
            version: text_of(package, "version")?.to_owned(),
            licence: package["license"].as_str().map(str::to_owned),
            source: source.to_owned(),
        });
    }
    all.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Ok(all)
}

fn read_package(value: &Value, root: &Path) -> Result<Package, Failure> {
    let mut package = Package {
        name: text_of(value, "name")?.to_owned(),
        manifest: relative(text_of(value, "manifest_path")?, root),
        ..Package::default()
    };
    for dependency in list_of(value, "dependencies")? {
        package.dependencies.push(Dependency {
            name: text_of(dependency, "name")?.to_owned(),
            kind: match dependency["kind"].as_str() {
                Some("dev") => DependencyKind::Dev,
                Some("build") => DependencyKind::Build,
                _ => DependencyKind::Normal,
            },
            ours: dependency["path"].is_string(),
            takes_any_version: dependency["req"] == "*" && !dependency["path"].is_string(),
        });
    }
    for target in list_of(value, "targets")? {
        package.targets.push(Target {
            name: text_of(target, "name")?.to_owned(),
            kind: target["kind"][0].as_str().unwrap_or_default().to_owned(),
            source: relative(text_of(target, "src_path")?, root),
        });
    }
    Ok(package)
}

/// `path` as seen from `root`, with `/` on every machine.
fn relative(path: &str, root: &Path) -> String {
    let path = Path::new(path);
    let inside = path.strip_prefix(root).unwrap_or(path);
    let mut parts = Vec::new();
    for part in inside.components() {
        match part {
            // Cargo keeps the `../../` of a manifest in the paths it prints.
            Component::ParentDir => drop(parts.pop()),
            part => parts.push(part.as_os_str().to_string_lossy()),
        }
    }
    parts.join("/")
}

fn text_of<'a>(value: &'a Value, key: &str) -> Result<&'a str, Failure> {
    value[key].as_str().ok_or_else(|| missing(key, "text"))
}

fn list_of<'a>(value: &'a Value, key: &str) -> Result<&'a Vec<Value>, Failure> {
    value[key].as_array().ok_or_else(|| missing(key, "list"))
}

fn missing(key: &str, kind: &str) -> Failure {
    let what = format!("`cargo metadata` gave no {kind} `{key}`");
    Failure::new(what, "see whether this cargo still prints format version 1")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = r#"{
        "workspace_root": "/there", "target_directory": "/there/target",
        "packages": [{
            "name": "lamp", "manifest_path": "/there/crates/lamp/Cargo.toml",
            "dependencies": [
                {"name": "wick", "kind": null, "req": "*", "path": "/there/crates/wick"},
                {"name": "serde", "kind": "dev", "req": "*"}
            ],
            "targets": [
                {"name": "lamp", "kind": ["lib"], "src_path": "/there/crates/lamp/src/lib.rs"},
                {"name": "glow", "kind": ["example"], "src_path": "/there/crates/lamp/../../examples/glow.rs"}
            ]
        }]
    }"#;

    #[test]
    fn reads_packages_arrows_and_targets() {
        let workspace = Workspace::from_json(SAMPLE).unwrap();
        let lamp = &workspace.packages[0];
        assert_eq!(
            (lamp.name.as_str(), lamp.manifest.as_str()),
            ("lamp", "crates/lamp/Cargo.toml")
        );
        let dependency = |name: &str, kind, ours, takes_any_version| Dependency {
            name: name.into(),
            kind,
            ours,
            takes_any_version,
        };
        let wick = dependency("wick", DependencyKind::Normal, true, false);
        let serde = dependency("serde", DependencyKind::Dev, false, true);
        assert_eq!(lamp.dependencies, [wick, serde]);
        let examples = workspace.targets_of_kind("example");
        assert_eq!(examples.len(), 1);
        assert_eq!(examples[0].1.source, "examples/glow.rs");
    }

    #[test]
    fn says_which_key_is_missing() {
        let failure = Workspace::from_json("{}").unwrap_err();
        assert!(failure.to_string().contains("`workspace_root`"), "{failure}");
        assert!(Workspace::from_json("no JSON").unwrap_err().to_string().contains("no JSON"));
    }

    #[test]
    fn this_checkout_can_be_read_and_holds_xtask() {
        let workspace = Workspace::read().unwrap();
        assert!(workspace.packages.iter().any(|package| package.name == "xtask"));
    }
}
