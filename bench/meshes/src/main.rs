//! Our navigation meshes beside Detour, the crate `polyanya`, Recast and `rerecast`, in one process, on the
//! same questions: `cargo run --release --manifest-path bench/meshes/Cargo.toml -- FOLDER` gave the figures
//! in `record/meshes.md`.
//!
//! The folder's `NAME-merged.mesh` are asked for the paths of `NAME.mesh.scen`, its `*.obj` are made ground
//! of
//! and asked for paths, rays, moves and nearest points.

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
    for file in files {
        let name = file.to_string_lossy();
        if let Some(stem) = name.strip_suffix("-merged.mesh") {
            plane::measure(&file, stem)?;
        } else if name.ends_with(".obj") {
            ground::measure(&file)?;
        }
    }
    Ok(())
}
