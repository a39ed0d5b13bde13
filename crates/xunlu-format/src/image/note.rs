//! What an image says about itself when it was written here: `1 origin=-2,3 wrap=x #ffffff=0`.
//!
//! Words between white space: the version, then where the grid lies, which edges join up (left out
//! when none do), and for each colour that occurs its terrain.

use super::palette;
use crate::colour::hex;
use crate::error::{At, FormatError, FormatErrorKind};
use std::fmt;
use xunlu_map::{Cell, Grid, Quoted, Terrain, Wrap};

/// The keyword of the chunk that holds it.
pub(super) const KEYWORD: &str = "xunlu";

const VERSION: &str = "1";

/// What is said.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Note {
    pub(super) origin: Cell,
    pub(super) wrap: Wrap,
    pub(super) colours: Vec<([u8; 3], Terrain)>,
}

impl Note {
    /// What is to be said of a grid.
    pub(super) fn of(grid: &Grid) -> Note {
        let terrains = (0..=u8::MAX).map(Terrain).filter(|&each| grid.ground().count(each) > 0);
        Note {
            origin: grid.bounds().min,
            wrap: grid.wrap(),
            colours: terrains.map(|terrain| (palette::colour_of(terrain), terrain)).collect(),
        }
    }

    /// Reads it back.
    ///
    /// # Errors
    /// The first word that is not understood.
    pub(super) fn parse(file: &str, text: &str) -> Result<Note, FormatError> {
        let wrong = |word: &str, expected: &str| {
            let at = At::Part(format!("text chunk {KEYWORD:?}"));
            FormatError::unexpected(file, at, Quoted(word), expected)
                .of(FormatErrorKind::Word, [&Quoted(word)])
        };
        let mut words = text.split_ascii_whitespace();
        let version = words.next().unwrap_or_default();
        if version != VERSION {
            return Err(wrong(version, "version 1"));
        }
        let mut note = Note::default();
        for word in words {
            let known = match word.split_once('=') {
                Some(("origin", cell)) => cell_of(cell).map(|cell| note.origin = cell),
                Some(("wrap", axes)) => wrap_of(axes).map(|wrap| note.wrap = wrap),
                Some((colour, terrain)) => {
                    let terrain = terrain.parse().ok().map(Terrain);
                    colour_of(colour).zip(terrain).map(|pair| note.colours.push(pair))
                }
                None => None,
            };
            known.ok_or_else(|| wrong(word, "origin=x,y or wrap=xy or #rrggbb=terrain"))?;
        }
        Ok(note)
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{VERSION} origin={}", self.origin)?;
        if self.wrap.is_any() {
            let axis = |name, joins| if joins { name } else { "" };
            write!(f, " wrap={}{}", axis("x", self.wrap.x), axis("y", self.wrap.y))?;
        }
        for &(colour, terrain) in &self.colours {
            write!(f, " {}={}", hex(colour), terrain.0)?;
        }
        Ok(())
    }
}

fn cell_of(text: &str) -> Option<Cell> {
    let (x, y) = text.split_once(',')?;
    Some(Cell::new(x.parse().ok()?, y.parse().ok()?))
}

fn wrap_of(text: &str) -> Option<Wrap> {
    match text {
        "x" => Some(Wrap { x: true, y: false }),
        "y" => Some(Wrap { x: false, y: true }),
        "xy" => Some(Wrap { x: true, y: true }),
        _ => None,
    }
}

fn colour_of(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#')?;
    let is_colour = digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let number = u32::from_str_radix(digits, 16).ok().filter(|_| is_colour)?;
    let [_, red, green, blue] = number.to_be_bytes();
    Some([red, green, blue])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_understood() {
        let text = "1 origin=-2,3 wrap=y #ffffff=0 #00ff7f=253";
        let note = Note::parse("a", text).unwrap();
        assert_eq!(note.origin, Cell::new(-2, 3));
        assert_eq!(note.wrap, Wrap { x: false, y: true });
        assert_eq!(note.colours[1], ([0, 255, 127], Terrain(253)));
        assert_eq!(note.to_string(), text);
    }

    #[test]
    fn what_is_not_understood_is_named() {
        let check = |text: &str, says: &str| {
            let error = Note::parse("a.png", text).unwrap_err().to_string();
            assert_eq!(error, format!("a.png, text chunk \"xunlu\": {says}"));
        };
        let words = "expected origin=x,y or wrap=xy or #rrggbb=terrain";
        check("", "\"\"; expected version 1");
        check("2 origin=0,0", "\"2\"; expected version 1");
        check("1 origin=0", &format!("\"origin=0\"; {words}"));
        check("1 wrap=yx", &format!("\"wrap=yx\"; {words}"));
        check("1 #fff=3", &format!("\"#fff=3\"; {words}"));
        check("1 #+fffff=3", &format!("\"#+fffff=3\"; {words}"));
        check("1 #ffffff=256", &format!("\"#ffffff=256\"; {words}"));
        check("1 tags", &format!("\"tags\"; {words}"));
    }
}
