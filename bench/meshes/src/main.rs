//! Our navigation meshes beside Detour, the crate `polyanya`, Recast and `rerecast`, in one process, on the
//! same questions: `cargo run --release --manifest-path bench/meshes/Cargo.toml -- FOLDER` gave the figures
//! in `record/meshes.md`.
//!
//! A second word names a file for the time of each path, a line of JSON each, as `xunlu bench --plot` reads
//! them: `xunlu bench FOLDER --plot PLOT.svg --with EACH.jsonl`.
//!
//! The folder's `NAME-merged.mesh` are asked for the paths of `NAME.mesh.scen`, its `*.obj` are made ground
//! of and asked for paths, rays, moves and nearest points.

mod detour;
mod ground;
mod plane;
mod recast;
mod times;

use std::error::Error;
use std::fs;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("which folder has the meshes?")?);
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_, std::io::Error>>()?;
    files.sort();
    let mut each = String::new();
    for file in files {
        let name = file.to_string_lossy();
        if let Some(stem) = name.strip_suffix("-merged.mesh") {
            plane::measure(&file, stem, &mut each)?;
        } else if name.ends_with(".obj") {
            ground::measure(&file)?;
        }
    }
    if let Some(file) = std::env::args().nth(2) {
        fs::write(file, each)?;
    }
    Ok(())
}
