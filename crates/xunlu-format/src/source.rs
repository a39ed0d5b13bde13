//! Where bytes come from: one file, and the files it names.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// A file to read: its name for messages, its bytes, and what lies beside it.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// What messages call it; its ending helps to guess the format.
    pub name: &'a str,
    /// All its bytes.
    pub bytes: &'a [u8],
    /// Gives the files that this one names, such as a Tiled map's tilesets.
    pub beside: &'a dyn Beside,
}

impl std::fmt::Debug for Source<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({} bytes)", self.name, self.bytes.len())
    }
}

impl<'a> Source<'a> {
    /// A file that has nothing beside it.
    #[must_use]
    pub const fn alone(name: &'a str, bytes: &'a [u8]) -> Source<'a> {
        Source { name, bytes, beside: &Nothing }
    }
}

/// Gives files by the names that other files call them. [`check_beside`](crate::contract::check_beside)
/// holds an implementation to it.
pub trait Beside {
    /// The bytes of the file that the source calls `name`, a path relative to the source with `/`
    /// between its parts; at most `bytes_max` of them.
    ///
    /// # Errors
    /// Why it cannot be had, as a sentence.
    fn open(&self, name: &str, bytes_max: u64) -> Result<Vec<u8>, String>;
}

/// There is nothing beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nothing;

impl Beside for Nothing {
    fn open(&self, _name: &str, _bytes_max: u64) -> Result<Vec<u8>, String> {
        Err("nothing can be read beside this source".to_owned())
    }
}

/// The bytes of a file that another one names, and where they were found if not there: a file that was
/// moved away from those that name it is looked for right beside the source.
pub(crate) fn open_near(
    beside: &dyn Beside,
    name: &str,
    bytes_max: u64,
) -> Result<(Vec<u8>, Option<String>), String> {
    let path = name.replace('\\', "/");
    let why = match beside.open(&path, bytes_max) {
        Ok(bytes) => return Ok((bytes, None)),
        Err(why) => why,
    };
    let last = path.rsplit('/').next().unwrap_or_default();
    if last == path {
        return Err(why);
    }
    beside.open(last, bytes_max).map(|bytes| (bytes, Some(last.to_owned()))).map_err(|_| why)
}

/// A path with `/` between its parts and without the detours that need no look at folders.
pub(crate) fn plain_path(path: &str) -> String {
    let path = path.replace('\\', "/");
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match (part, parts.last()) {
            (".", _) => {}
            ("..", Some(&last)) if last != ".." && !last.is_empty() => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// The files of a folder, and of those it can be left to by `..`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// The folder in which a file lies.
    #[must_use]
    pub fn of(file: &Path) -> Folder {
        Folder(file.parent().map(Path::to_path_buf).unwrap_or_default())
    }
}

impl Beside for Folder {
    fn open(&self, name: &str, bytes_max: u64) -> Result<Vec<u8>, String> {
        let path = Path::new(name);
        if path.is_absolute() || path.has_root() {
            return Err("it lies at an absolute path; expected one relative to the map".to_owned());
        }
        let path = self.0.join(path);
        let told = |error: std::io::Error| format!("{}: {error}", path.display());
        // A device never ends, and a pipe may never begin.
        if !std::fs::metadata(&path).map_err(told)?.is_file() {
            return Err(format!("{} is no file", path.display()));
        }
        let file = File::open(&path).map_err(told)?;
        let mut bytes = Vec::new();
        let longest = bytes_max.saturating_add(1);
        file.take(longest).read_to_end(&mut bytes).map_err(told)?;
        match u64::try_from(bytes.len()) {
            Ok(length) if length <= bytes_max => Ok(bytes),
            _ => Err(format!("it is too long; expected at most {bytes_max} bytes")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::check_beside;

    #[test]
    fn a_folder_gives_its_own_files_and_no_absolute_ones() {
        let here = Folder::of(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")));
        assert!(here.open("src/source.rs", 1 << 20).unwrap().starts_with(b"//! Where"));
        check_beside(&here, "src/source.rs");
        assert!(here.open("src/source.rs", 10).unwrap_err().contains("at most 10 bytes"));
        assert!(here.open("/etc/hostname", 10).unwrap_err().contains("relative to the map"));
        assert!(here.open("src/no.such", 10).unwrap_err().contains("src/no.such: "));
        assert!(here.open("src", 10).unwrap_err().ends_with("src is no file"));
    }
}
