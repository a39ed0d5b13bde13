//! Commands about whole files: `xunlu info` and `xunlu convert`.

use super::map::{ReadingArgs, readable, writable};
use super::mover::MoverArgs;
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
