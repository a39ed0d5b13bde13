//! The socket in the file system: whose it is, and that nothing else is touched.
#![cfg(unix)]

use crate::support::running;
use std::fs;
use std::path::{Path, PathBuf};
use xunlu_serve::Setup;

/// A folder with nothing in it.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

fn at(path: &Path) -> Setup {
    Setup { unix: Some(path.to_owned()), ..Setup::default() }
}

fn is_answered(path: &Path) {
    assert!(std::os::unix::net::UnixStream::connect(path).is_ok(), "{}", path.display());
}

#[test]
fn a_file_beside_the_socket_was_removed() {
    let folder = folder("beside");
    let precious = folder.join("map.new");
    fs::write(&precious, "precious").unwrap();
    running(at(&folder.join("map")), |_| is_answered(&folder.join("map")));
    assert_eq!(fs::read_to_string(&precious).unwrap(), "precious");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing else is left");
}

#[test]
fn a_socket_called_new_was_removed_at_once() {
    let path = folder("new").join("x.new");
    running(at(&path), |_| is_answered(&path));
    assert!(!path.exists());
}

#[test]
fn a_folder_that_is_not_there_is_told_by_the_name_that_was_given() {
    let path = folder("absent").join("none").join("x.sock");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let any = std::net::SocketAddr::from(([127, 0, 0, 1], 0));
    let setup = Setup { http: any, tcp: None, grpc: None, ..at(&path) };
    let error = runtime.block_on(xunlu_serve::Server::begin(setup)).unwrap_err().to_string();
    assert!(error.starts_with(&format!("{} cannot", path.display())), "{error}");
}

#[test]
fn the_socket_of_a_successor_was_removed() {
    let path = folder("successor").join("x.sock");
    running(at(&path), |_| {
        // Somebody else has put a socket of theirs in its place.
        fs::remove_file(&path).unwrap();
        running(at(&path), |_| is_answered(&path));
        assert!(!path.exists(), "its own it removes");
        drop(std::os::unix::net::UnixListener::bind(&path).unwrap());
    });
    assert!(path.exists(), "it is another's");
}
