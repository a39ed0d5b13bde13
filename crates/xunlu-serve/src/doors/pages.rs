//! Files of a program around the service, shown in a browser at the address that the service has: the
//! playground.

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{CONTENT_TYPE, HeaderName, HeaderValue, LOCATION};
use hyper::{Response, StatusCode};
use std::borrow::Cow;

/// Files that are served beside what the service answers.
#[derive(Clone, Debug)]
pub struct Pages {
    /// The folder they are in as a browser sees it, with a `/` at its end; empty if their front page is that
    /// of the whole service.
    pub folder: &'static str,
    /// What is sent with each of them, a header a line.
    pub headers: &'static str,
    /// The files. The one called `index.html` is what the folder itself shows.
    pub files: Vec<PageFile>,
}

/// One of them.
#[derive(Clone, Debug)]
pub struct PageFile {
    /// Its address in the folder.
    pub address: &'static str,
    /// Its content type.
    pub kind: &'static str,
    /// What it holds.
    pub bytes: Cow<'static, [u8]>,
}

impl Pages {
    /// What stands at an address, which is without the `/` that it begins with.
    pub(super) fn told(&self, path: &str) -> Option<Response<Full<Bytes>>> {
        if self.folder.strip_suffix('/') == Some(path) {
            return Some(self.elsewhere());
        }
        let address = match path.strip_prefix(self.folder)? {
            "" => "index.html",
            address => address,
        };
        let file = self.files.iter().find(|file| file.address == address)?;
        let bytes = match &file.bytes {
            Cow::Borrowed(bytes) => Bytes::from_static(bytes),
            Cow::Owned(bytes) => Bytes::copy_from_slice(bytes),
        };
        let mut reply = Response::new(Full::new(bytes));
        reply.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(file.kind));
        for line in self.headers.lines() {
            let (name, value) = line.split_once(": ")?;
            let name = HeaderName::from_bytes(name.as_bytes()).ok()?;
            reply.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        Some(reply)
    }

    /// Says that the folder has a `/` at its end, without which what its pages name lies elsewhere.
    fn elsewhere(&self) -> Response<Full<Bytes>> {
        let mut reply = Response::new(Full::default());
        *reply.status_mut() = StatusCode::PERMANENT_REDIRECT;
        // As seen from where it was looked for: whatever stands before the service, that is right there too.
        let place = self.folder.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
        if let Ok(place) = HeaderValue::try_from(format!("{place}/")) {
            reply.headers_mut().insert(LOCATION, place);
        }
        reply
    }
}
