//! Files by name or pattern, and bytes to a file or the standard output.

use crate::Ending;
use crate::failure::Failure;
use crate::info::size_of;
use crate::screen::Screen;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use xunlu::map::Quoted;
use xunlu_format::{Content, Document, Written};

/// The files that these words name, each a path or a pattern such as `maps/**/*.tmx`, in the order of
/// the words and by name within a pattern. A word that is itself the name of a file is that file.
pub(crate) fn expanded(words: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for word in words {
        let text = word.to_string_lossy();
        if !text.contains(['*', '?', '[']) || word.exists() {
            files.push(word.clone());
            continue;
        }
        let paths = glob::glob(&text).map_err(|error| {
            let expected = "expected one such as maps/**/*.tmx";
            Failure::BadInput(format!(
                "{text} is no pattern: {error}; {expected}",
                text = Quoted(&text)
            ))
        })?;
        let before = files.len();
        for path in paths {
            let path = path.map_err(|error| Failure::BadInput(error.to_string()))?;
            if path.is_file() {
                files.push(path);
            }
        }
        if files.len() == before {
            let expected = "expected a pattern that some file fits";
            return Err(Failure::BadInput(format!(
                "no file is named like {text}; {expected}",
                text = Quoted(&text)
            )));
        }
    }
    Ok(files)
}

/// Does something with each file, one after the other; a file that fails is told of and does not keep
/// the others from their turn.
pub(crate) fn each(
    files: &[PathBuf],
    things: &str,
    screen: &mut Screen,
    mut work: impl FnMut(&Path, &mut Screen) -> Result<(), Failure>,
) -> Result<Ending, Failure> {
    screen.begin_progress();
    let mut failed = 0;
    for (number, file) in files.iter().enumerate() {
        screen.tell_share(number, files.len(), things);
        match work(file, screen) {
            Err(Failure::BadInput(message)) if files.len() > 1 => {
                screen.complain(&message);
                failed += 1;
            }
            ended => ended?,
        }
    }
    match failed {
        0 => Ok(Ending::Found),
        _ => Err(Failure::BadInput(format!(
            "{failed} of {} {things} failed, each for the reason above",
            files.len()
        ))),
    }
}

/// Writes what a writer made, and beside it what others need to show it.
pub(crate) fn write_with_companions(path: &Path, written: &Written) -> Result<(), Failure> {
    write(path, &written.bytes)?;
    if path.as_os_str() != "-" {
        for (name, bytes) in &written.beside {
            write(&path.with_file_name(name), bytes)?;
        }
    }
    Ok(())
}

/// Says on the standard error what was written where: `wrote town.json (grid 12x10)`. Nothing of what
/// went to the standard output.
pub(crate) fn tell_written(path: &Path, document: &Document, screen: &mut Screen) {
    if path.as_os_str() == "-" {
        return;
    }
    let what = match &document.content {
        Content::Map(map) => format!("{} {}", map.kind(), size_of(map)),
        Content::Mesh(_) | Content::Triangles(_) => "mesh".to_owned(),
        Content::Scene(_) => "scene".to_owned(),
    };
    screen.remark(&format!("wrote {} ({})", path.display(), what.trim_end()));
}

/// Writes a file whole or not at all: what was there stays until all bytes are written. `-` is the
/// standard output.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if path.as_os_str() == "-" {
        let mut out = io::stdout().lock();
        out.write_all(bytes)?;
        return Ok(out.flush()?);
    }
    let failed = |error: io::Error| {
        let expected = "expected a file in a folder that can be written to";
        Failure::BadInput(format!("{} cannot be written: {error}; {expected}", path.display()))
    };
    // A pipe or a device cannot be replaced by a file with another name.
    if path.exists() && !path.is_file() {
        return std::fs::write(path, bytes).map_err(failed);
    }
    // A link stays one: what it leads to is replaced.
    let path = &std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = PathBuf::from(name);
    let mut made = OpenOptions::new();
    let made = made.write(true).create_new(true).open(&part).map_err(failed)?;
    replaced(made, &part, path, bytes).map_err(|error| {
        // It is ours, and there is nothing else to do about it.
        let _ = std::fs::remove_file(&part);
        failed(error)
    })
}

/// Fills the new file and puts it where the old one was, as readable as that one.
fn replaced(mut made: File, part: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Ok(old) = std::fs::metadata(path) {
        made.set_permissions(old.permissions())?;
    }
    made.write_all(bytes)?;
    std::fs::rename(part, path)
}
