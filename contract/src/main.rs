//! From `proto/` to the messages of the gRPC door, and whether what clients rely on is still there.
//!
//! ```sh
//! cargo run --manifest-path contract/Cargo.toml             # is all up to date, and nothing broken?
//! cargo run --manifest-path contract/Cargo.toml -- --write  # brings it up to date, unless something is broken
//! ```

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program talks to its user on these two"
)]

mod promises;

use promises::{broken, promises};
use prost::Message;
use prost_types::FileDescriptorSet;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The files that are the contract.
const FILES: [&str; 1] = ["xunlu/v1/pathfinding.proto"];

/// What has been promised: a line for each field, value and call.
const KEPT: &str = "proto/kept.txt";

/// Where what is made of it lies, for whoever builds the service without this program.
const MADE: &str = "crates/xunlu-serve/src/doors/grpc";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let may_write = match &words[..] {
        [] => false,
        [word] if word == "--write" => true,
        _ => {
            eprintln!("contract: {words:?} is not understood; expected nothing, or --write");
            return ExitCode::from(2);
        }
    };
    match run(may_write) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("contract: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(may_write: bool) -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut compiler = protox::Compiler::new([root.join("proto")])?;
    compiler.include_imports(true).include_source_info(true).open_files(FILES)?;
    let described = compiler.file_descriptor_set();
    let path = root.join(KEPT);
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let now = promises(&described);
    let gone = broken(&kept, &now);
    if !gone.is_empty() {
        let gone = gone.join("\n  ");
        return Err(format!(
            "clients rely on what is no longer there:\n  {gone}\nexpected it in proto/ as before; what is added \
             has new names and numbers"
        )
        .into());
    }
    hold(&path, (now.join("\n") + "\n").as_bytes(), may_write)?;
    for (name, bytes) in made(described)? {
        hold(&root.join(MADE).join(name), &bytes, may_write)?;
    }
    println!("contract: {} promises hold, and what is made of them is up to date", now.len());
    Ok(())
}

/// The messages in Rust, and a description of all for clients that ask.
fn made(described: FileDescriptorSet) -> Result<[(&'static str, Vec<u8>); 2], Box<dyn Error>> {
    let mut config = prost_build::Config::new();
    // The same order in every run.
    config.btree_map(["."]);
    let module = prost_build::Module::from_protobuf_package_name("xunlu.v1");
    let mut plain = described.clone();
    let files = described.file.into_iter().map(|file| (module.clone(), file)).collect();
    let code = config.generate(files)?;
    let code = code.get(&module).ok_or("there are no messages in the package xunlu.v1")?;
    // Comments are for readers of the files.
    plain.file.iter_mut().for_each(|file| file.source_code_info = None);
    Ok([("messages.inc", code.clone().into_bytes()), ("descriptor.binpb", plain.encode_to_vec())])
}

/// Writes a file if it may, or else holds that it is as it would be written.
fn hold(path: &Path, bytes: &[u8], may_write: bool) -> Result<(), Box<dyn Error>> {
    if std::fs::read(path).is_ok_and(|own| own == bytes) {
        return Ok(());
    }
    if may_write {
        return Ok(std::fs::write(path, bytes)?);
    }
    let name = path.file_name().unwrap_or_default().display();
    Err(format!("{name} is not what proto/ says; run `cargo xtask contract --write` and look at what it changed")
        .into())
}
