//! `cargo xtask clients`: the service's OpenAPI document, held to a linter's rules; the client in TypeScript,
//! made from it and tested; the service held against that document by Schemathesis; and asked by a client of
//! gRPC that knows nothing of it.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::failure::Failure;
use crate::program;
use crate::web::npm::Npm;
use crate::workspace::Workspace;

const CLIENT: &str = "clients/typescript";
const DOCUMENT: &str = "crates/xunlu-serve/openapi.json";
/// What people from outside ask the service with.
const OUTSIDE: &str = "crates/xunlu-serve/outside";

/// The page of `cargo xtask clients --help`.
pub(crate) fn help() -> String {
    format!(
        "cargo xtask clients\n\nHolds {DOCUMENT} to Redocly's rules, makes the client in {CLIENT} of it and runs its tests, some \
         against `xunlu serve`;\nthen has Schemathesis send the service some thousand requests that the \
         document allows, or does not;\nthen has Python's client of gRPC ask it by reflection.\n\nExample: cargo xtask clients"
    )
}

/// All of it.
pub(crate) fn run(words: &[String]) -> Result<(), Failure> {
    if let Some(word) = words.first() {
        return Err(Failure::new(format!("clients takes no `{word}`"), "leave it out"));
    }
    check()
}

/// The step of `cargo xtask ci`.
pub(crate) fn check() -> Result<(), Failure> {
    let workspace = Workspace::read()?;
    let built = program::build_all(&workspace)?;
    let npm = Npm::installed(&workspace.root.join(CLIENT))?;
    let remedy = "mend clients/typescript, or the document if it does not say what is answered";
    npm.script_told("test", ("XUNLU_BUILT", &built), remedy)?;
    let python = with_python(&workspace)?;
    hold_to_document(&workspace, &built, &python)?;
    ask_by_reflection(&workspace, &built, &python)
}

/// Schemathesis and gRPC for Python, in a folder of their own. Returns that folder.
fn with_python(workspace: &Workspace) -> Result<PathBuf, Failure> {
    let folder = workspace.target_directory.join("outside");
    let wanted = workspace.root.join(OUTSIDE).join("requirements.txt");
    let is_as = |path: &Path| std::fs::read(path).ok() == std::fs::read(&wanted).ok();
    let done = folder.join("requirements.txt");
    if !is_as(&done) {
        let remedy = "Python's packages come from PyPI; see what it says, then try again";
        program::run(Command::new("python3").args(["-m", "venv"]).arg(&folder), remedy)?;
        let mut install = Command::new(folder.join("bin/pip"));
        program::run(install.args(["install", "--quiet", "--requirement"]).arg(&wanted), remedy)?;
        std::fs::copy(&wanted, &done)
            .map_err(|error| Failure::new(format!("{}: {error}", done.display()), remedy))?;
    }
    Ok(folder)
}

/// Asks a service all kinds of things, and looks whether it keeps the document's word.
fn hold_to_document(workspace: &Workspace, built: &Path, python: &Path) -> Result<(), Failure> {
    let remedy = "mend the service or its document; `st replay` and the request are told above";
    let service = Service::begin(&built.join("xunlu"), &["--grpc", "off"], remedy)?;
    let address = service.said("The service is at ", remedy)?;
    let mut command = Command::new(python.join("bin/schemathesis"));
    // What it keeps of its runs lies where it is run.
    command.current_dir(python).arg("--config-file");
    command.arg(workspace.root.join(OUTSIDE).join("schemathesis.toml"));
    command.arg("run").arg(workspace.root.join(DOCUMENT)).args(["--url", address]);
    program::run(&mut command, remedy)
}

/// Finds a path by a client that has only the address.
fn ask_by_reflection(workspace: &Workspace, built: &Path, python: &Path) -> Result<(), Failure> {
    let remedy = "mend what the service says of itself: doors/grpc/standard.rs";
    let map = workspace.root.join("examples/maps/tutorial.txt");
    let words = ["--grpc", "127.0.0.1:0", &map.to_string_lossy()];
    let service = Service::begin(&built.join("xunlu"), &words, remedy)?;
    let address = service.said("For clients of gRPC: ", remedy)?;
    let mut command = Command::new(python.join("bin/python"));
    command.arg(workspace.root.join(OUTSIDE).join("reflect.py"));
    program::run(command.args([address, "tutorial", "-1,0", "5,2"]), remedy)
}

/// A service that keeps nothing, ended when it is dropped.
struct Service {
    child: Child,
    /// What it said at the beginning, a line each.
    lines: Vec<String>,
}

impl Service {
    fn begin(xunlu: &Path, words: &[&str], remedy: &str) -> Result<Service, Failure> {
        let mut child = Command::new(xunlu)
            .args(["serve", "--http", "127.0.0.1:0", "--tcp", "off"])
            .args(words)
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| Failure::new(format!("{}: {error}", xunlu.display()), remedy))?;
        let out = child.stdout.as_mut().map(BufReader::new);
        let lines = out.into_iter().flat_map(BufRead::lines).map_while(Result::ok);
        // Its last word before it waits.
        let lines = lines.take_while(|line| !line.starts_with("Ctrl+C")).collect();
        Ok(Service { child, lines })
    }

    /// What it said after these words.
    fn said(&self, words: &str, remedy: &str) -> Result<&str, Failure> {
        let told = self.lines.iter().find_map(|line| line.strip_prefix(words));
        told.ok_or_else(|| {
            Failure::new(format!("the service does not say where it is: {:?}", self.lines), remedy)
        })
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // One that has ended already cannot be ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
