//! `xunlu play`: the playground, shown in a browser by the service on this machine, which the map that it
//! begins with may be asked of as well.

mod browser;
mod site;

use crate::Ending;
use crate::args::PlayArgs;
use crate::failure::Failure;
use crate::opened::open_file;
use crate::screen::Screen;
use crate::serve;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use tokio::runtime::Runtime;
use xunlu_format::{Content, Format, Overlay, write};
use xunlu_serve::{PageFile, Running, Server, Setup};

pub(crate) use site::pages;

/// Where the playground is unless told, or the first free one of those that follow.
const PORT: u16 = 8417;

/// How many ports are tried before the system is asked for any.
const PORTS_TRIED: u16 = 20;

/// Serves until it is ended from outside.
pub(crate) fn run(args: &PlayArgs, screen: &mut Screen) -> Result<Ending, Failure> {
    let map = map_of(args, screen)?;
    let mut pages = pages("");
    pages.files.extend(map.as_ref().map(|map| PageFile {
        address: "map.json",
        kind: "application/json",
        bytes: map.document.clone().into(),
    }));
    let runtime = serve::runtime()?;
    let setup = Setup { tcp: None, grpc: None, pages: Some(pages), ..Setup::default() };
    let running = begin(&runtime, &setup, args.port)?;
    // The page reads the map by the address it was given, as it would read any other.
    let hash = if map.is_some() { "#map=map.json" } else { "" };
    let address = format!("http://{}/{hash}", running.http);
    if !site::has_playground() {
        screen.remark(
            "warning: this program was built without the playground; the page says how to get it",
        );
    }
    screen.print(format_args!("The playground is at {address}\n"))?;
    if let Some(map) = map {
        map.hold(&running, screen)?;
    }
    screen.print(format_args!("Ctrl+C ends it.\n"))?;
    if !args.no_open && browser::open(&address).is_err() {
        screen.remark("no browser could be started: open the address by hand");
    }
    serve::until_ended(&runtime, running, None, screen)
}

/// Listens at this port or not at all; if none is named, at the first free one.
fn begin(runtime: &Runtime, setup: &Setup, port: Option<u16>) -> Result<Running, Failure> {
    let at = |port| {
        let http = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        runtime.block_on(Server::begin(Setup { http, ..setup.clone() }))
    };
    if let Some(port) = port {
        let expected = "expected a port that is free, or 0 for any";
        return at(port).map_err(|error| {
            Failure::BadInput(format!("port {port} cannot be had: {error}; {expected}"))
        });
    }
    let is_taken = |error: &io::Error| error.kind() == io::ErrorKind::AddrInUse;
    for port in PORT..PORT + PORTS_TRIED {
        match at(port) {
            Err(error) if is_taken(&error) => {}
            begun => return Ok(begun?),
        }
    }
    Ok(at(0)?)
}

/// The map to begin with.
struct Beginning {
    /// What the service calls it.
    name: String,
    is_scene: bool,
    /// As our own document.
    document: Vec<u8>,
}

fn map_of(args: &PlayArgs, screen: &mut Screen) -> Result<Option<Beginning>, Failure> {
    let Some(path) = &args.map else { return Ok(None) };
    let opened = open_file(path, args.format, &args.reading.options(), screen)?;
    let written = write(Format::Json, &opened.document, &Overlay::default())
        .map_err(|error| Failure::BadInput(format!("{}: {}", opened.name, error.message())))?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let is_fine = |letter: &char| letter.is_ascii_alphanumeric() || "-_.".contains(*letter);
    let name: String = stem.chars().filter(is_fine).take(100).collect();
    let name = name.trim_start_matches('.');
    let name = if name.is_empty() { "map" } else { name }.to_owned();
    let is_scene = !matches!(opened.document.content, Content::Map(_));
    Ok(Some(Beginning { name, is_scene, document: written.bytes }))
}

impl Beginning {
    /// Has the service hold it, and says where.
    fn hold(&self, running: &Running, screen: &mut Screen) -> Result<(), Failure> {
        let (name, document) = (&self.name, &self.document);
        let (http, kind) = (running.http, if self.is_scene { "scenes" } else { "maps" });
        match running.server.put_either(name, "", document) {
            Ok(_) => {
                let line = format!("Programs may ask it at http://{http}/v1/{kind}/{name}/path\n");
                screen.print(format_args!("{line}"))?;
            }
            // It is looked at all the same.
            Err(refusal) => screen.remark(&format!("programs cannot ask it: {refusal}")),
        }
        Ok(())
    }
}
