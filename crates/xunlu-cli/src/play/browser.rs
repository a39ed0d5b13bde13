//! The browser of whoever sits here.

use std::io;
use std::process::{Command, Stdio};

/// Asks the system to show an address. Whether it does is not waited for.
pub(super) fn open(address: &str) -> io::Result<()> {
    let mut command = opener();
    command.arg(address);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map(drop)
}

fn opener() -> Command {
    if cfg!(target_os = "windows") {
        let mut command = Command::new("cmd");
        // The empty word is the window's title: without it, `start` takes the address for one.
        command.args(["/C", "start", ""]);
        command
    } else if cfg!(target_os = "macos") {
        Command::new("open")
    } else {
        Command::new("xdg-open")
    }
}
