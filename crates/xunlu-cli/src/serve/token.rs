//! `xunlu serve token`: makes a token, writes down what it hashes to, and tells it once.

use crate::Ending;
use crate::args::TokenArgs;
use crate::failure::Failure;
use crate::screen::Screen;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::Path;
use xunlu_client::Refusal;
use xunlu_serve::{Scopes, Tokens};

/// So large a file of tokens may be.
const BYTES_MAX: u64 = 4 << 20;

pub(super) fn make(args: &TokenArgs, screen: &mut Screen) -> Result<Ending, Failure> {
    let path = &args.file;
    let refused = |refusal: Refusal| Failure::BadInput(refusal.to_string());
    let scopes = Scopes::parse(&args.scopes).map_err(refused)?;
    let (token, line) = Tokens::mint(&args.name, scopes).map_err(refused)?;
    let text = match read(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(error) => return Err(unread(path, &error)),
    };
    // A file without any is fine here: this is the first.
    if !text.lines().all(|line| line.trim().is_empty() || line.starts_with('#')) {
        let told = path.display();
        let tokens = Tokens::parse(&text)
            .map_err(|refusal| Failure::BadInput(format!("{told}: {refusal}")))?;
        if tokens.has(&args.name) {
            return Err(Failure::BadInput(format!(
                "{told} has a token {:?} already; expected another name, or its line to be taken out first",
                args.name
            )));
        }
    }
    let gap = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    let written = for_its_user_alone(path).and_then(|mut file| {
        file.write_all(format!("{gap}{line}\n").as_bytes()).and_then(|()| file.sync_all())
    });
    written.map_err(|error| {
        Failure::BadInput(format!("{} cannot be written: {error}", path.display()))
    })?;
    screen.print(format_args!("{}\n", token.text()))?;
    screen.remark(&format!(
        "{} may {scopes} where `xunlu serve --tokens {}` begins from now on; the token is shown this once",
        args.name,
        path.display()
    ));
    Ok(Ending::Found)
}

fn read(path: &Path) -> std::io::Result<String> {
    let mut text = String::new();
    std::io::Read::read_to_string(
        &mut std::io::Read::take(File::open(path)?, BYTES_MAX + 1),
        &mut text,
    )?;
    if text.len() as u64 > BYTES_MAX {
        return Err(std::io::Error::other(format!("it has more than {BYTES_MAX} bytes")));
    }
    Ok(text)
}

fn unread(path: &Path, error: &std::io::Error) -> Failure {
    Failure::BadInput(format!("{} cannot be read: {error}", path.display()))
}

/// A file that is written at its end, made for this user alone if it is not there.
fn for_its_user_alone(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
