//! `xunlu serve`, on the command line.

use clap::Args;
use std::net::{AddrParseError, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;

/// An address, or `off`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MaybeAddress(pub(crate) Option<SocketAddr>);

impl FromStr for MaybeAddress {
    type Err = AddrParseError;

    fn from_str(text: &str) -> Result<MaybeAddress, AddrParseError> {
        if text == "off" {
            Ok(MaybeAddress(None))
        } else {
            text.parse().map(Some).map(MaybeAddress)
        }
    }
}

/// `xunlu serve`.
#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// Maps to hold from the beginning, each under its file's name without the ending
    pub(crate) maps: Vec<PathBuf>,

    /// Where HTTP is listened to; port 0 is any free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8090")]
    pub(crate) http: SocketAddr,

    /// Where frames over TCP are listened to, the cheapest way to ask; port 0 is any free one, `off` none
    /// [default: 127.0.0.1:8091, or a free port if --http is not at port 8090]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) tcp: Option<MaybeAddress>,

    /// Where gRPC is listened to; port 0 is any free one, `off` none [default: 127.0.0.1:8092, or a free port
    /// if --http is not at port 8090]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) grpc: Option<MaybeAddress>,

    /// A socket in the file system where frames are listened to, for this user alone [default: none]
    #[arg(long, value_name = "PATH")]
    pub(crate) unix: Option<PathBuf>,

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

impl ServeArgs {
    /// Where frames over TCP are listened to, if anywhere.
    pub(crate) fn tcp(&self) -> Option<SocketAddr> {
        self.tcp.unwrap_or(self.own(8091)).0
    }

    /// Where gRPC is listened to, if anywhere.
    pub(crate) fn grpc(&self) -> Option<SocketAddr> {
        self.grpc.unwrap_or(self.own(8092)).0
    }

    /// A port of this machine. A second service on it is given another port for HTTP, and shall not fail for
    /// one that nobody asked for.
    fn own(&self, port: u16) -> MaybeAddress {
        let port = if self.http.port() == 8090 { port } else { 0 };
        MaybeAddress(Some(SocketAddr::from(([127, 0, 0, 1], port))))
    }
}
