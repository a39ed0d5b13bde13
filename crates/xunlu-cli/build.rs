//! Takes the playground into the program: a table of every file in `web/dist`, empty where nobody
//! has built it, as in a crate from the registry.
#![allow(clippy::print_stdout, reason = "this is how a build script talks to cargo")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The page as one file is for sending to people; the program has its parts.
const LEFT_OUT: &str = "playground.html";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let variable = |name| PathBuf::from(env::var_os(name).expect("cargo sets it"));
    let dist = variable("CARGO_MANIFEST_DIR").join("../../web/dist");
    let mut files = Vec::new();
    // A folder that is not there would have cargo build the program anew each time, so it is not
    // watched; `cargo xtask web` touches this script when it has made one.
    if dist.join("index.html").is_file() {
        println!("cargo:rerun-if-changed={}", dist.display());
        collect(&dist, &mut files).expect("web/dist can be read");
    }
    files.sort();
    let table = variable("OUT_DIR").join("playground.rs");
    fs::write(table, table_of(&dist, &files)).expect("cargo's own folder can be written to");
}

/// Every file in the folder and in those below.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.file_name().is_some_and(|name| name != LEFT_OUT) {
            files.push(path);
        }
    }
    Ok(())
}

/// The table as Rust: address, content type, bytes.
fn table_of(dist: &Path, files: &[PathBuf]) -> String {
    let mut table = String::from("&[\n");
    for file in files {
        let address = file.strip_prefix(dist).expect("it was found in there");
        let address = address.to_string_lossy().replace('\\', "/");
        let kind = kind_of(file);
        writeln!(
            table,
            "    File {{ address: {address:?}, kind: {kind:?}, bytes: include_bytes!({file:?}) }},"
        )
        .expect("a string takes what is written to it");
    }
    table.push_str("]\n");
    table
}

fn kind_of(file: &Path) -> &'static str {
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("txt" | "md" | "map" | "scen") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
