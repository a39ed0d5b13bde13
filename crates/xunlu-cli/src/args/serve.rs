//! `xunlu serve`, on the command line.

use clap::{Args, Subcommand};
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
#[command(args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
pub(crate) struct ServeArgs {
    /// What else there is to do.
    #[command(subcommand)]
    pub(crate) command: Option<ServeCommand>,

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

    /// A file of tokens: whoever asks has to say one of them, and may do what it allows [default: anybody may
    /// do anything]
    #[arg(long, value_name = "FILE")]
    pub(crate) tokens: Option<PathBuf>,

    /// A name that HTTP is asked by besides localhost and this machine's address, as by a proxy
    #[arg(long, value_name = "NAME")]
    pub(crate) host: Vec<String>,

    /// Listen elsewhere than on this machine, although all that is said can be read on the way, and without
    /// --tokens nobody is asked who they are
    #[arg(long, alias = "open-to-all")]
    pub(crate) insecure: bool,

    /// Only see whether all is well: the addresses, the folder, the maps
    #[arg(long)]
    pub(crate) check: bool,
}

/// What else `xunlu serve` does.
#[derive(Subcommand, Debug)]
pub(crate) enum ServeCommand {
    /// Make a token, and print it this once: the file knows only what it hashes to
    Token(TokenArgs),
}

/// `xunlu serve token`.
#[derive(Args, Debug)]
pub(crate) struct TokenArgs {
    /// What it is called in the file
    pub(crate) name: String,

    /// What it allows, with commas between: read (ask, watch), edit (change maps), admin (put maps and let go
    /// of them)
    #[arg(long, value_name = "SCOPES", default_value = "read")]
    pub(crate) scopes: String,

    /// The file that it is added to, for `xunlu serve --tokens FILE`
    #[arg(long, value_name = "FILE")]
    pub(crate) file: PathBuf,
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
