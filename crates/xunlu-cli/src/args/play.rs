//! `xunlu play`, on the command line.

use super::map::{ReadingArgs, readable};
use clap::Args;
use std::path::PathBuf;
use xunlu_format::Format;

/// `xunlu play`.
#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    /// A map to begin with, in any format that xunlu reads; - is standard input
    pub(crate) map: Option<PathBuf>,

    /// The port to serve at, 0 for any free one [default: 8417, or the next free one]
    #[arg(long, value_name = "PORT")]
    pub(crate) port: Option<u16>,

    /// Only print the address; open no browser
    #[arg(long)]
    pub(crate) no_open: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,

    /// The map's format, if neither its bytes nor its name say it
    #[arg(long, value_name = "FORMAT", value_parser = readable(), help_heading = "Reading")]
    #[arg(hide_possible_values = true)]
    pub(crate) format: Option<Format>,
}
