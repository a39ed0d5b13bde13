//! `cargo xtask abi`: the engine for C: its header, made from the Rust sources, both libraries, a pkg-config
//! file, and the sample, compiled and run.

mod header;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::Failure;
use crate::program;
use crate::workspace::Workspace;

const SOURCES: &str = "crates/xunlu-abi/src";
const HEADER: &str = "crates/xunlu-abi/include/xunlu.h";
const SAMPLE: &str = "crates/xunlu-abi/sample/path.c";
/// What the sample prints.
const EXPECTED: &str = "crates/xunlu-abi/sample/path.txt";

/// What a program linked with the static library needs of the system, as rustc tells it.
const SYSTEM_LIBRARIES: &str = "-lgcc_s -lutil -lrt -lpthread -lm -ldl -lc";

/// The page of `cargo xtask abi --help`.
pub(crate) fn help() -> String {
    format!(
        "cargo xtask abi\n\nWrites the header {HEADER} anew, builds the static and the shared library \
         with the feature `full`, puts them into target/abi with the header and a pkg-config file, and \
         runs the sample with either.\n\nExample: cargo xtask abi"
    )
}

/// Makes everything.
pub(crate) fn run(words: &[String]) -> Result<(), Failure> {
    if let Some(word) = words.first() {
        return Err(Failure::new(format!("abi takes no `{word}`"), "leave it out"));
    }
    let workspace = Workspace::read()?;
    write(&workspace.root.join(HEADER), &made(&workspace)?)?;
    build()
}

/// The step of `cargo xtask ci`: a header that is not what would be made is a failure, and the libraries are
/// those that the tests have been built with. Optimising them as a whole is left to `cargo xtask soak`.
pub(crate) fn check() -> Result<(), Failure> {
    let workspace = Workspace::read()?;
    if read(&workspace.root.join(HEADER))? != made(&workspace)? {
        let what = format!("{HEADER} is not what the sources say");
        return Err(Failure::new(
            what,
            "run `cargo xtask abi`, and commit the header with the change",
        ));
    }
    lay_out(&workspace, &program::build_all(&workspace)?, "abi-tested")
}

/// The header that the sources say.
fn made(workspace: &Workspace) -> Result<String, Failure> {
    let folder = workspace.root.join(SOURCES);
    // In the order in which the crate's root names them.
    let root = read(&folder.join("lib.rs"))?;
    let modules = root.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
    let mut sources = vec![root.clone()];
    for module in modules.filter(|module| *module != "tests") {
        sources.push(read(&folder.join(format!("{module}.rs")))?);
    }
    header::of(&sources)
        .map_err(|what| Failure::new(what, "teach xtask/src/abi/header.rs this type"))
}

/// Builds both libraries as they are shipped, lays them out and runs the sample with either.
pub(crate) fn build() -> Result<(), Failure> {
    let workspace = Workspace::read()?;
    let built = workspace.target_directory.join("abi-build");
    // Both at once: the whole of it is optimised once.
    let mut command = program::cargo();
    command.args(["rustc", "--package", "xunlu-abi", "--features", "full", "--profile", "abi"]);
    command.args(["--crate-type", "staticlib,cdylib", "--target-dir"]).arg(&built);
    // Nobody links the static one here.
    command.args(["--", "-C", "link-arg=-Wl,-soname,libxunlu.so"]);
    program::run(&mut command, "mend what the compiler names")?;
    lay_out(&workspace, &built.join("abi"), "abi")
}

/// Lays both libraries out as they are installed, and runs the sample with either.
fn lay_out(workspace: &Workspace, built: &Path, place: &str) -> Result<(), Failure> {
    let place = workspace.target_directory.join(place);
    let lib = place.join("lib");
    for folder in ["include", "lib/pkgconfig"] {
        let folder = place.join(folder);
        fs::create_dir_all(&folder).map_err(|error| failed(&folder, &error))?;
    }
    copy(&workspace.root.join(HEADER), &place.join("include/xunlu.h"))?;
    for (file, name) in [("libxunlu_abi.a", "libxunlu.a"), ("libxunlu_abi.so", "libxunlu.so")] {
        copy(&built.join(file), &lib.join(name))?;
    }
    // The compiler strips the shared one alone, and what the standard library brings along is large.
    let mut strip = Command::new("strip");
    strip.arg("--strip-debug").arg(lib.join("libxunlu.a"));
    program::run(&mut strip, "install binutils")?;
    write(&lib.join("pkgconfig/xunlu.pc"), &pkg_config())?;
    for name in ["libxunlu.a", "libxunlu.so"] {
        let bytes = fs::metadata(lib.join(name)).map_or(0, |file| file.len());
        println!("  {name}: {} kB", bytes / 1000);
        run_sample(workspace, &place, name)?;
    }
    println!("  all of it: {}", place.display());
    Ok(())
}

/// Compiles the sample with the system's C compiler, runs it, and compares what it prints.
fn run_sample(workspace: &Workspace, place: &Path, library: &str) -> Result<(), Failure> {
    let (lib, sample) = (place.join("lib"), place.join("sample"));
    let mut command = Command::new("cc");
    command.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-o"]).arg(&sample);
    command.arg(workspace.root.join(SAMPLE)).arg("-I").arg(place.join("include"));
    command.arg(lib.join(library));
    if library.ends_with(".a") {
        command.args(SYSTEM_LIBRARIES.split(' '));
    }
    program::run(&mut command, "install a C compiler called `cc`, or mend the sample")?;
    let printed = program::output(
        Command::new(&sample).env("LD_LIBRARY_PATH", &lib),
        "see what the sample says",
    )?;
    if printed == read(&workspace.root.join(EXPECTED))? {
        return Ok(());
    }
    let what =
        format!("the sample with {library} prints another thing than {EXPECTED}:\n{printed}");
    Err(Failure::new(what, "mend the engine, or the expectation"))
}

fn pkg_config() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "prefix=${{pcfiledir}}/../..\nlibdir=${{prefix}}/lib\nincludedir=${{prefix}}/include\n\n\
         Name: xunlu\nDescription: Pathfinding for games\nVersion: {version}\n\
         Libs: -L${{libdir}} -lxunlu\nLibs.private: {SYSTEM_LIBRARIES}\nCflags: -I${{includedir}}\n"
    )
}

fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| failed(path, &error))
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|error| failed(path, &error))
}

fn copy(from: &PathBuf, to: &Path) -> Result<(), Failure> {
    fs::copy(from, to).map(|_| ()).map_err(|error| failed(from, &error))
}

fn failed(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(
        format!("{}: {error}", path.display()),
        "see whether it is there and may be written",
    )
}
