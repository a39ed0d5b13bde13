//! What the house rules look at: the files and commits git knows, and the packages cargo knows.

use std::collections::BTreeSet;
use std::process::Command;

use crate::failure::Failure;
use crate::program;
use crate::workspace::{OutsidePackage, Package, Workspace};

/// The checkout as the rules see it. Paths are relative to the root, with `/`.
#[derive(Debug, Default)]
pub(crate) struct House {
    /// Every file that is text, sorted by path.
    pub(crate) files: Vec<File>,
    /// Every file and every folder that holds one.
    pub(crate) paths: BTreeSet<String>,
    pub(crate) packages: Vec<Package>,
    pub(crate) outside: Vec<OutsidePackage>,
    /// What this clone knows of the history, newest first, merges left out.
    pub(crate) commits: Vec<Commit>,
}

/// One commit.
#[derive(Debug)]
pub(crate) struct Commit {
    pub(crate) id: String,
    pub(crate) subject: String,
}

/// One text file.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) text: String,
}

impl House {
    /// Reads the checkout: files in git, and new ones that git does not ignore, so that a rule
    /// speaks before the commit and not after.
    pub(crate) fn read() -> Result<Self, Failure> {
        let workspace = Workspace::read()?;
        let mut git = Command::new("git");
        git.args(["ls-files", "--cached", "--others", "--exclude-standard", "-z"]);
        git.current_dir(&workspace.root);
        let listed = program::output(&mut git, "tidy asks git for the files: run it in a clone")?;
        let mut git = Command::new("git");
        git.args(["log", "--no-merges", "--format=%h %s"]).current_dir(&workspace.root);
        let log = program::output(&mut git, "tidy asks git for the commits: run it in a clone")?;
        let commits = log.lines().filter_map(|line| line.split_once(' '));
        let commits = commits
            .map(|(id, subject)| Commit { id: id.to_owned(), subject: subject.to_owned() })
            .collect();
        let outside = Workspace::outside()?;
        let mut house = Self { packages: workspace.packages, outside, commits, ..Self::default() };
        let names: BTreeSet<&str> = listed.split('\0').filter(|name| !name.is_empty()).collect();
        for name in names {
            // A file that is deleted and not yet committed is still listed.
            let Ok(bytes) = std::fs::read(workspace.root.join(name)) else { continue };
            house.add_path(name);
            // What is no text is no business of any rule.
            if let Ok(text) = String::from_utf8(bytes) {
                house.files.push(File { path: name.to_owned(), text });
            }
        }
        Ok(house)
    }

    fn add_path(&mut self, path: &str) {
        self.paths.insert(path.to_owned());
        for (end, _) in path.match_indices('/') {
            self.paths.insert(path[..end].to_owned());
        }
    }

    /// The text file at `path`, if there is one.
    pub(crate) fn file(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }

    /// Every text file whose name ends like this.
    pub(crate) fn ending<'a>(&'a self, ending: &'a str) -> impl Iterator<Item = &'a File> {
        self.files.iter().filter(move |file| file.path.ends_with(ending))
    }

    /// A house of these files, for the rules' own tests.
    #[cfg(test)]
    pub(crate) fn of(files: &[(&str, &str)]) -> Self {
        let mut house = Self::default();
        for (path, text) in files {
            house.add_path(path);
            house.files.push(File { path: (*path).to_owned(), text: (*text).to_owned() });
        }
        house
    }

    /// The same house with these packages in it, each at `crates/NAME/Cargo.toml`.
    #[cfg(test)]
    pub(crate) fn with_crates(mut self, names: &[&str]) -> Self {
        for name in names {
            self.packages.push(Package {
                name: (*name).to_owned(),
                manifest: format!("crates/{name}/Cargo.toml"),
                ..Package::default()
            });
        }
        self
    }
}

impl File {
    /// The lines of the header: the run of `//!` at the top.
    pub(crate) fn header(&self) -> impl Iterator<Item = &str> {
        self.text.lines().take_while(|line| line.starts_with("//!"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_house_knows_its_files_and_their_folders() {
        let house =
            House::of(&[("crates/lamp/src/lib.rs", "//! A lamp."), ("README.md", "# Lamp")]);
        assert!(house.paths.contains("crates/lamp/src"));
        assert!(house.paths.contains("crates"));
        assert_eq!(house.ending(".rs").count(), 1);
        assert_eq!(house.file("README.md").unwrap().text, "# Lamp");
        assert!(house.file("NOWHERE.md").is_none());
    }

    #[test]
    fn the_header_ends_where_the_code_begins() {
        let house = House::of(&[("lib.rs", "//! A lamp.\n//!\n//! Lit.\n\n//! Not this.\n")]);
        assert_eq!(house.files[0].header().count(), 3);
    }

    #[test]
    fn this_checkout_can_be_read_and_holds_this_file() {
        let house = House::read().unwrap();
        assert!(house.file("xtask/src/house.rs").is_some());
        assert!(house.paths.contains("xtask/src"));
    }
}
