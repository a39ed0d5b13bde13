//! Packages from npm, exactly those of the lock file, and the scripts of `package.json`.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::freshness::changed;
use crate::failure::Failure;
use crate::program;

/// A folder whose packages are there.
#[derive(Debug)]
pub(crate) struct Npm {
    folder: PathBuf,
}

impl Npm {
    /// Installs what the lock file names, unless that was done since it last changed.
    pub(crate) fn installed(folder: &Path) -> Result<Self, Failure> {
        let npm = Self { folder: folder.to_owned() };
        // npm writes the second when it has installed everything.
        let asked = changed(&folder.join("package-lock.json"));
        let done = changed(&folder.join("node_modules/.package-lock.json"));
        if done.is_none() || asked > done {
            let remedy = "npm needs its registry; see what it says, then try again";
            program::run(npm.command().args(["ci", "--no-audit", "--no-fund"]), remedy)?;
        }
        Ok(npm)
    }

    /// Runs a script of `package.json`.
    pub(crate) fn script(&self, name: &str, remedy: &str) -> Result<(), Failure> {
        program::run(self.command().args(["run", "--silent", name]), remedy)
    }

    /// The same, told where something is by a variable of the environment.
    pub(crate) fn script_told(
        &self,
        name: &str,
        (variable, path): (&str, &Path),
        remedy: &str,
    ) -> Result<(), Failure> {
        program::run(self.command().args(["run", "--silent", name]).env(variable, path), remedy)
    }

    fn command(&self) -> Command {
        // On Windows npm is a script of the shell, which is not found without its ending.
        let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
        command.current_dir(&self.folder);
        command
    }
}
