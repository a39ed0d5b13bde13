//! The playground's files, as the service shows them.

use std::borrow::Cow;
use xunlu_serve::{PageFile, Pages};

/// A file of the playground.
struct File {
    /// Its address, without the `/` it begins with.
    address: &'static str,
    /// Its content type.
    kind: &'static str,
    bytes: &'static [u8],
}

/// What `web/dist` held when the program was built; nothing if it was not there.
static PLAYGROUND: &[File] = include!(concat!(env!("OUT_DIR"), "/playground.rs"));

/// The page of a program that was built without the playground.
const HOW_TO_GET_IT: &[u8] = include_bytes!("how_to_get_it.html");

/// What every reply says of itself, a header a line; the page's tests in a browser send the same. The
/// page may use its own files and ask the service, and nothing else; being alone in its process (the
/// `Cross-Origin` lines) gives it a clock fine enough to time searches by.
const HEADERS: &str = include_str!("headers.txt");

/// Whether the program was built with the playground in it.
pub(crate) fn has_playground() -> bool {
    !PLAYGROUND.is_empty()
}

/// The playground in this folder of the service, or a page that says how to get it.
pub(crate) fn pages(folder: &'static str) -> Pages {
    let own = PLAYGROUND.iter().map(|file| PageFile {
        address: file.address,
        kind: file.kind,
        bytes: Cow::Borrowed(file.bytes),
    });
    let without = (!has_playground()).then_some(PageFile {
        address: "index.html",
        kind: "text/html; charset=utf-8",
        bytes: Cow::Borrowed(HOW_TO_GET_IT),
    });
    Pages { folder, headers: HEADERS, files: own.chain(without).collect() }
}
