//! A socket in the file system: there while somebody listens to it, and then removed.

use super::framed::Listener;
use std::io;
use std::path::{Path, PathBuf};

/// The file, which is removed in the end if it is still the one that was made.
#[cfg(unix)]
#[derive(Debug)]
pub(crate) struct SocketFile {
    path: PathBuf,
    /// Its device, and its number there.
    own: (u64, u64),
}

/// So many names are tried for a file that stands beside the socket for a moment.
#[cfg(unix)]
const NAMES_TRIED: u32 = 100;

/// Listens there, for the user who runs this alone. A socket that nobody listens to any more makes room.
#[cfg(unix)]
pub(crate) fn listen(path: PathBuf) -> io::Result<Listener> {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{FileTypeExt, PermissionsExt};
    use std::os::unix::net::UnixStream;
    let is_socket = fs::symlink_metadata(&path).is_ok_and(|file| file.file_type().is_socket());
    let refused = |error: io::Error| error.kind() == io::ErrorKind::ConnectionRefused;
    if is_socket && UnixStream::connect(&path).is_err_and(refused) {
        fs::remove_file(&path)?;
    }
    if fs::symlink_metadata(&path).is_ok() {
        return Err(bad(&path, &io::ErrorKind::AddrInUse.into()));
    }
    // Nobody finds it before it is ours alone.
    let (mut file, listener) = beside(&path)?;
    fs::set_permissions(&file.path, Permissions::from_mode(0o600))?;
    fs::rename(&file.path, &path)?;
    file.path = path;
    Ok(Listener::Unix(file, listener))
}

#[cfg(not(unix))]
pub(crate) fn listen(path: PathBuf) -> io::Result<Listener> {
    Err(bad(&path, &io::ErrorKind::Unsupported.into()))
}

/// So many bytes the path of a socket may have.
#[cfg(unix)]
const PATH_BYTES_MAX: usize = if cfg!(target_os = "linux") { 107 } else { 103 };

/// A socket beside a path, by a name that no other process takes, and that nothing has.
#[cfg(unix)]
fn beside(path: &Path) -> io::Result<(SocketFile, tokio::net::UnixListener)> {
    use std::os::unix::fs::MetadataExt;
    if path.file_name().is_none() {
        return Err(bad(path, &io::ErrorKind::InvalidFilename.into()));
    }
    let mut last = io::Error::from(io::ErrorKind::AddrInUse);
    for number in 0..NAMES_TRIED {
        // Short, for the system allows only so many bytes.
        let own = path.with_file_name(format!(".{}.{number}", std::process::id()));
        let length = |path: &Path| path.as_os_str().len();
        let longest = length(path).max(length(&own));
        if longest > PATH_BYTES_MAX {
            let most = PATH_BYTES_MAX - (longest - length(path)).min(PATH_BYTES_MAX);
            let words = format!(
                "the path has {} bytes; expected {most} at most, for the system allows no more",
                length(path)
            );
            return Err(bad(path, &io::Error::new(io::ErrorKind::InvalidFilename, words)));
        }
        match tokio::net::UnixListener::bind(&own) {
            Ok(listener) => {
                let file = std::fs::symlink_metadata(&own)?;
                let file = SocketFile { path: own, own: (file.dev(), file.ino()) };
                return Ok((file, listener));
            }
            Err(error) => last = error,
        }
        if last.kind() != io::ErrorKind::AddrInUse {
            break;
        }
    }
    Err(bad(path, &last))
}

fn bad(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{} cannot be listened to: {error}", path.display()))
}

#[cfg(unix)]
impl Drop for SocketFile {
    fn drop(&mut self) {
        use std::os::unix::fs::MetadataExt;
        let file = std::fs::symlink_metadata(&self.path);
        if file.is_ok_and(|file| (file.dev(), file.ino()) == self.own) {
            // Whoever removed it before has done no harm.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
