//! Commands about whole files: `xunlu info`, `xunlu convert`, `xunlu bake` and `xunlu assign`.

use super::map::{MapArgs, ReadingArgs, readable, writable};
use super::mover::MoverArgs;
use super::values::{Of, layer_role, tiles, values};
use crate::target::Target;
use clap::Args;
use std::path::PathBuf;
use xunlu_format::Format;

/// `xunlu info`.
#[derive(Args, Debug)]
pub(crate) struct InfoArgs {
    /// The maps: files, patterns such as 'maps/**/*.tmx', or - for standard input
    #[arg(required = true, value_name = "MAP")]
    pub(crate) maps: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,

    /// Their format, if neither their bytes nor their names say it
    #[arg(long, value_name = "FORMAT", value_parser = readable(), help_heading = "Reading")]
    #[arg(hide_possible_values = true)]
    pub(crate) format: Option<Format>,

    #[command(flatten)]
    pub(crate) mover: MoverArgs,

    /// Print a line of JSON for each map
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

/// `xunlu convert`.
#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    /// The map and the file to write; or several maps, or a pattern, and a folder. - is standard input or
    /// output
    #[arg(required = true, num_args = 1.., value_names = ["MAP... TARGET"])]
    pub(crate) paths: Vec<PathBuf>,

    /// The format to write, if the target's ending does not say it
    #[arg(long, value_name = "FORMAT", value_parser = writable())]
    pub(crate) to: Option<Target>,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,

    /// The format to read, if neither bytes nor name say it
    #[arg(long, value_name = "FORMAT", value_parser = readable(), help_heading = "Reading")]
    #[arg(hide_possible_values = true)]
    pub(crate) format: Option<Format>,
}

/// `xunlu bake`.
#[derive(Args, Debug)]
pub(crate) struct BakeArgs {
    #[command(flatten)]
    pub(crate) map: MapArgs,

    #[command(flatten)]
    pub(crate) mover: MoverArgs,

    /// For movers of this radius: their middle keeps that far from walls, or up to a twelfth more
    #[arg(long, value_name = "UNITS", allow_negative_numbers = true)]
    pub(crate) radius: Option<f64>,

    /// Write the index of all shortest paths instead, for `find --index`: of a mesh, or on a map of squares
    /// of paths from cell to cell
    #[arg(long)]
    pub(crate) index: bool,

    /// Write the hierarchy of a map of squares instead, for `find --index --algorithm hierarchy`
    #[arg(long, conflicts_with_all = ["index", "radius"])]
    pub(crate) hierarchy: bool,

    /// On a map of squares: the index of paths of any angle, for `find --any-angle --index`
    #[arg(long, requires = "index")]
    pub(crate) any_angle: bool,

    /// In how many megabytes the index has to have room when it is used
    #[arg(long, value_name = "MEGABYTES", requires = "index")]
    pub(crate) index_memory: Option<u32>,

    /// The file to write; - is the standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
}

/// `xunlu assign`.
#[derive(Args, Debug)]
pub(crate) struct AssignArgs {
    /// The map: .tmx, .tmj or .ldtk
    pub(crate) map: PathBuf,

    /// What tiles of a set are for: village:3,7-9=blocked, 12=2.5
    #[arg(long, value_name = "SET:TILES=USE", value_parser = tiles)]
    pub(crate) tile: Vec<Of>,

    /// What values of an IntGrid of LDtk are for: Terrain:2=blocked
    #[arg(long, value_name = "LAYER:VALUES=USE", value_parser = values)]
    pub(crate) value: Vec<Of>,

    /// What a layer is for: wall, ground, cost or ignore
    #[arg(long, value_name = "LAYER=ROLE", value_parser = layer_role)]
    pub(crate) layer: Vec<Of>,

    /// Write the files that change into this folder, and leave those of the map as they are
    #[arg(long, short, value_name = "FOLDER", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,

    /// Tell which files would change, and write none
    #[arg(long, help_heading = "Output")]
    pub(crate) dry_run: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,

    /// The format to read, if neither bytes nor name say it
    #[arg(long, value_name = "FORMAT", value_parser = readable(), help_heading = "Reading")]
    #[arg(hide_possible_values = true)]
    pub(crate) format: Option<Format>,
}
