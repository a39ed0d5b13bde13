//! `xunlu serve`, on the command line.

use clap::Args;
use std::net::SocketAddr;
use std::path::PathBuf;

/// `xunlu serve`.
#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// Maps to hold from the beginning, each under its file's name without the ending
    pub(crate) maps: Vec<PathBuf>,

    /// Where HTTP is listened to; port 0 is any free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8090")]
    pub(crate) http: SocketAddr,

    /// The folder that maps and their changes are kept in [default: in memory alone]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,

    /// How many threads search [default: one for each core]
    #[arg(long, value_name = "COUNT")]
    pub(crate) workers: Option<usize>,

    /// How many questions may wait before more are refused
    #[arg(long, value_name = "COUNT", default_value_t = 1024)]
    pub(crate) waiting_max: usize,

    /// How long a question may take, waiting included, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 5000)]
    pub(crate) time_max: u64,

    /// Listen elsewhere than on this machine, although nobody is asked who they are
    #[arg(long)]
    pub(crate) open_to_all: bool,

    /// Only see whether all is well: the addresses, the folder, the maps
    #[arg(long)]
    pub(crate) check: bool,
}
