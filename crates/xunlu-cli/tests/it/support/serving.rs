//! `xunlu serve` for as long as a test takes.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The service; killed when the test is over.
pub(crate) struct Serving {
    pub(crate) child: Child,
    pub(crate) http: String,
    pub(crate) frames: String,
}

impl Serving {
    pub(crate) fn start(arguments: &[&str]) -> Serving {
        let mut child = Command::new(env!("CARGO_BIN_EXE_xunlu"))
            .args(["serve", "--http", "127.0.0.1:0", "--tcp", "127.0.0.1:0"])
            .args(arguments)
            .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("cargo built the program");
        let mut out = BufReader::new(child.stdout.as_mut().expect("it was asked for"));
        let mut says = |words: &str| {
            let mut line = String::new();
            out.read_line(&mut line).expect("it says where it is");
            let address = line.trim().strip_prefix(words);
            address.unwrap_or_else(|| panic!("{line:?}")).to_owned()
        };
        let http = says("The service is at http://");
        let frames = says("For many questions at a time: ");
        let grpc = says("For clients of gRPC: ");
        assert!(TcpStream::connect(&grpc).is_ok(), "somebody listens at {grpc}");
        Serving { child, http, frames }
    }

    /// `None` if it is gone.
    pub(crate) fn send(&self, method: &str, path: &str, body: &str) -> Option<Value> {
        let mut stream = TcpStream::connect(&self.http).ok()?;
        let length = body.len();
        let head = format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        write!(stream, "{head}Content-Length: {length}\r\n\r\n{body}").ok()?;
        let mut reply = String::new();
        stream.read_to_string(&mut reply).ok()?;
        let (_, body) = reply.split_once("\r\n\r\n")?;
        serde_json::from_str(body).ok()
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // One that has ended cannot be killed, which is as well.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A folder, removed at the end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
