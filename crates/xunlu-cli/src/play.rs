//! `xunlu play`: the playground, served from this program to a browser on this machine, and answers to
//! questions that are posted to `/find`.

mod browser;
mod posted;
mod reply;
mod request;
mod server;
mod site;

use crate::Ending;
use crate::args::PlayArgs;
use crate::failure::Failure;
use crate::opened::open_file;
use crate::screen::Screen;
use server::Server;
use site::Site;
use xunlu_format::{Format, Overlay, write};

/// Serves until it is ended from outside.
pub(crate) fn run(args: &PlayArgs, screen: &mut Screen) -> Result<Ending, Failure> {
    let map = map_of(args, screen)?;
    let server = Server::listen(args.port)?;
    // The page reads the map by the address it was given, as it would read any other.
    let hash = if map.is_some() { "#map=map.json" } else { "" };
    let address = format!("http://{}/{hash}", server.address()?);
    let site = Site::new(map);
    if !site.has_playground() {
        screen.remark(
            "warning: this program was built without the playground; the page says how to get it",
        );
    }
    screen.print(format_args!("The playground is at {address}\nCtrl+C ends it.\n"))?;
    if !args.no_open && browser::open(&address).is_err() {
        screen.remark("no browser could be started: open the address by hand");
    }
    server.serve(site)
}

/// The map to begin with, as our own document.
fn map_of(args: &PlayArgs, screen: &mut Screen) -> Result<Option<Vec<u8>>, Failure> {
    let Some(path) = &args.map else { return Ok(None) };
    let opened = open_file(path, args.format, &args.reading.options(), screen)?;
    let written = write(Format::Json, &opened.document, &Overlay::default())
        .map_err(|error| Failure::BadInput(format!("{}: {}", opened.name, error.message())))?;
    Ok(Some(written.bytes))
}
