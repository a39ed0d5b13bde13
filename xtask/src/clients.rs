//! `cargo xtask clients`: the client in TypeScript, made from the service's OpenAPI document and tested; and
//! the service held against that document by Schemathesis.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::failure::Failure;
use crate::program;
use crate::web::npm::Npm;
use crate::workspace::Workspace;

const CLIENT: &str = "clients/typescript";
const DOCUMENT: &str = "crates/xunlu-serve/openapi.json";
const SCHEMATHESIS: &str = "crates/xunlu-serve/schemathesis";

/// The page of `cargo xtask clients --help`.
pub(crate) fn help() -> String {
    format!(
        "cargo xtask clients\n\nMakes the client in {CLIENT} from {DOCUMENT} and runs its tests, some \
         against `xunlu serve`;\nthen has Schemathesis send the service some thousand requests that the \
         document allows, or does not.\n\nExample: cargo xtask clients"
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
    let schemathesis = with_schemathesis(&workspace)?;
    hold_to_document(&workspace, &built, &schemathesis)
}

/// Schemathesis, in a folder of its own. Returns its program.
fn with_schemathesis(workspace: &Workspace) -> Result<PathBuf, Failure> {
    let folder = workspace.target_directory.join("schemathesis");
    let schemathesis = folder.join("bin/schemathesis");
    let wanted = workspace.root.join(SCHEMATHESIS).join("requirements.txt");
    let is_as = |path: &Path| std::fs::read(path).ok() == std::fs::read(&wanted).ok();
    let done = folder.join("requirements.txt");
    if !schemathesis.exists() || !is_as(&done) {
        let remedy = "Python's packages come from PyPI; see what it says, then try again";
        program::run(Command::new("python3").args(["-m", "venv"]).arg(&folder), remedy)?;
        let mut install = Command::new(folder.join("bin/pip"));
        program::run(install.args(["install", "--quiet", "--requirement"]).arg(&wanted), remedy)?;
        std::fs::copy(&wanted, &done)
            .map_err(|error| Failure::new(format!("{}: {error}", done.display()), remedy))?;
    }
    Ok(schemathesis)
}

/// Asks a service all kinds of things, and looks whether it keeps the document's word.
fn hold_to_document(
    workspace: &Workspace,
    built: &Path,
    schemathesis: &Path,
) -> Result<(), Failure> {
    let remedy = "mend the service or its document; `st replay` and the request are told above";
    let (mut service, address) = service(&built.join("xunlu"), remedy)?;
    let mut command = Command::new(schemathesis);
    // What it keeps of its runs lies where it is run.
    command.current_dir(workspace.target_directory.join("schemathesis")).arg("--config-file");
    command.arg(workspace.root.join(SCHEMATHESIS).join("schemathesis.toml"));
    command.arg("run").arg(workspace.root.join(DOCUMENT)).args(["--url", &address]);
    let held = program::run(&mut command, remedy);
    // It keeps nothing; one that has ended already cannot be ended.
    let _ = service.kill();
    let _ = service.wait();
    held
}

/// A service that keeps nothing, and its address.
fn service(xunlu: &Path, remedy: &str) -> Result<(Child, String), Failure> {
    let failed = |what: String| Failure::new(what, remedy);
    let words = ["serve", "--http", "127.0.0.1:0", "--tcp", "off", "--grpc", "off"];
    let mut service = Command::new(xunlu)
        .args(words)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| failed(format!("{}: {error}", xunlu.display())))?;
    let mut first = String::new();
    if let Some(out) = service.stdout.as_mut() {
        let _ = BufReader::new(out).read_line(&mut first);
    }
    match first.trim().strip_prefix("The service is at ") {
        Some(address) => Ok((service, address.to_owned())),
        None => {
            let _ = service.kill();
            Err(failed(format!("the service does not say where it is: {first:?}")))
        }
    }
}
