//! Reads the map: from a file or the standard input, with errors that show the place.

use crate::failure::Failure;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use xunlu::{Map, TextPlace};

/// More than the text of the largest map; whoever sends more sends no map.
const BYTES_MAX: u64 = 640 << 20;

/// How much of a long line an error shows before and after the place.
const SHOWN_AROUND: usize = 40;

/// The map of a file; `-` is the standard input.
pub(crate) fn read(path: &Path) -> Result<Map, Failure> {
    let is_standard = path.as_os_str() == "-";
    let name = if is_standard { "standard input".into() } else { path.to_string_lossy() };
    let bytes = if is_standard {
        read_all(io::stdin().lock())
    } else {
        File::open(path).and_then(read_all)
    };
    let bytes = bytes.map_err(|error| {
        let expected = "expected a map drawn as text, or - for the standard input";
        Failure::BadInput(format!("{name} cannot be read: {error}; {expected}"))
    })?;
    map_of(&bytes).map_err(|(message, place)| {
        let Some((TextPlace { line, column }, shown)) = place else {
            return Failure::BadInput(format!("{name}: {message}"));
        };
        Failure::BadInput(format!("{name}, line {line}, column {column}: {message}{shown}"))
    })
}

fn read_all(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(BYTES_MAX + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > BYTES_MAX {
        let message = format!("it is longer than {BYTES_MAX} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    Ok(bytes)
}

/// The map, or what is wrong, where, and that line to show.
fn map_of(bytes: &[u8]) -> Result<Map, (String, Option<(TextPlace, String)>)> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let fine = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let line = fine.matches('\n').count() + 1;
        let column = fine.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let byte = bytes.get(error.valid_up_to()).copied().unwrap_or_default();
        let message = format!("the byte {byte:#04x} is no text; expected UTF-8");
        (message, Some((TextPlace { line, column }, String::new())))
    })?;
    // Editors on some systems begin a file with a mark that nobody sees.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.parse().map_err(|error: xunlu::MapError| {
        let said = error.to_string();
        let Some(place) = error.place() else { return (said, None) };
        let TextPlace { line, column } = place;
        let before = format!("line {line}, column {column}: ");
        let message = said.strip_prefix(&before).unwrap_or(&said).to_owned();
        (message, Some((place, shown(text, place))))
    })
}

/// The line of a place with a mark below it; nothing when the place lies behind the text.
fn shown(text: &str, TextPlace { line, column }: TextPlace) -> String {
    let Some(row) = text.lines().nth(line - 1).filter(|row| !row.is_empty()) else {
        return String::new();
    };
    let first = column.saturating_sub(1 + SHOWN_AROUND);
    let visible = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let part: String = row.chars().skip(first).take(2 * SHOWN_AROUND).map(visible).collect();
    let indent = " ".repeat(column - 1 - first);
    let number = line.to_string();
    let margin = " ".repeat(number.len());
    format!("\n  {number} | {part}\n  {margin} | {indent}^")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], says: &str, at: (usize, usize), shows: &str) {
        let (message, place) = map_of(bytes).unwrap_err();
        let (place, shown) = place.unwrap();
        assert!(message.contains(says), "{message}");
        assert_eq!((place.line, place.column), at);
        assert_eq!(shown, shows);
    }

    #[test]
    fn an_error_shows_its_place() {
        check(b"..#\n.?.", "'?'; expected", (2, 2), "\n  2 | .?.\n    |  ^");
        check(b"...\n..\xff", "the byte 0xff is no text", (2, 3), "");
        check(b"", "no map", (1, 1), "");
        check("\u{feff}.\u{7}".as_bytes(), "'\\u{7}'", (1, 2), "\n  1 | .\u{fffd}\n    |  ^");
        let long = format!("{}?{}", ".".repeat(100), ".".repeat(100));
        let part = format!("{}?{}", ".".repeat(40), ".".repeat(39));
        let shows = format!("\n  1 | {part}\n    | {}^", " ".repeat(40));
        check(long.as_bytes(), "'?'", (1, 101), &shows);
    }
}
