//! Which character draws which ground.

use crate::cell::Direction;
use crate::error::{MapError, MapErrorKind};
use crate::terrain::{Exits, Terrain};

/// The characters of one drawing: those that always mean the same, and its legend.
#[derive(Clone, Debug, Default)]
pub(super) struct Glyphs {
    // In the order of the characters.
    legend: Vec<(char, Terrain)>,
}

impl Glyphs {
    /// Adds a character to the legend.
    pub(super) fn add(&mut self, glyph: char, terrain: Terrain) -> Result<(), MapError> {
        let is_taken = lasting(glyph).is_some() || exit(glyph).is_some();
        if is_taken || glyph == '@' || glyph.is_whitespace() || glyph.is_control() {
            let expected = "a character that does not stand for something already";
            return Err(taken(glyph, format!("{glyph:?}"), expected));
        }
        match self.find(glyph) {
            Ok(_) => Err(taken(glyph, format!("{glyph:?} again"), "one terrain for each")),
            Err(place) => {
                self.legend.insert(place, (glyph, terrain));
                Ok(())
            }
        }
    }

    /// Where the legend has a character, or else where it would have it.
    fn find(&self, glyph: char) -> Result<usize, usize> {
        self.legend.binary_search_by_key(&glyph, |&(glyph, _)| glyph)
    }

    /// What a character of a row stands for; arrows only where they mean something.
    pub(super) fn read(&self, glyph: char, has_arrows: bool) -> Option<(Terrain, Exits)> {
        if let Some(direction) = exit(glyph).filter(|_| has_arrows) {
            return Some((Terrain::OPEN, Exits::only(direction)));
        }
        let named = || self.find(glyph).ok().map(|place| self.legend[place].1);
        let terrain = lasting(glyph).or_else(named)?;
        Some((terrain, Exits::ALL))
    }
}

fn taken(glyph: char, found: String, expected: &str) -> MapError {
    MapError::unexpected(MapErrorKind::CharacterTaken, found, expected).with(&[&glyph])
}

/// The terrain of a character that always means the same.
fn lasting(glyph: char) -> Option<Terrain> {
    let number = |from: char, first: u8| {
        let off = u8::try_from(u32::from(glyph) - u32::from(from)).ok()?;
        Some(Terrain(first + off))
    };
    match glyph {
        '.' => Some(Terrain::OPEN),
        '#' => Some(Terrain::WALL),
        ' ' => Some(Terrain::VOID),
        'v' => None,
        '1'..='9' => number('1', 1),
        'a'..='z' => number('a', 10),
        _ => None,
    }
}

fn exit(glyph: char) -> Option<Direction> {
    match glyph {
        '>' => Some(Direction::East),
        'v' => Some(Direction::South),
        '<' => Some(Direction::West),
        '^' => Some(Direction::North),
        _ => None,
    }
}

/// The arrow for open ground with these exits, where there is one.
pub(super) fn arrow_of(terrain: Terrain, exits: Exits) -> Option<char> {
    let is_open = terrain == Terrain::OPEN;
    ['>', 'v', '<', '^']
        .into_iter()
        .find(|&arrow| is_open && exit(arrow).is_some_and(|exit| exits == Exits::only(exit)))
}

/// The character for a terrain: always the same one, whether it needs a legend or not.
pub(super) fn glyph_of(terrain: Terrain) -> char {
    let Terrain(number) = terrain;
    match terrain {
        Terrain::OPEN => '.',
        Terrain::WALL => '#',
        Terrain::VOID => ' ',
        Terrain(1..=9) => char::from(b'0' + number),
        Terrain(10..=30 | 32..=35) => char::from(b'a' + (number - 10)),
        Terrain(36..=61) => char::from(b'A' + (number - 36)),
        // All 256 characters from U+0100 on are Latin letters; there are no other so long a run
        // that no editor changes or hides.
        _ => char::from_u32(0x100 + u32::from(number)).expect("U+0100 to U+01FF are characters"),
    }
}

/// Whether [`glyph_of`] this terrain has to be told in a legend.
pub(super) fn needs_legend(terrain: Terrain) -> bool {
    lasting(glyph_of(terrain)).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_terrain_has_its_own_character() {
        let mut seen = BTreeSet::new();
        let mut glyphs = Glyphs::default();
        for terrain in (0..=255).map(Terrain) {
            let glyph = glyph_of(terrain);
            assert!(seen.insert(glyph), "{terrain:?}");
            if needs_legend(terrain) {
                assert_eq!(glyphs.read(glyph, true), None);
                glyphs.add(glyph, terrain).unwrap();
            }
            assert_eq!(glyphs.read(glyph, true), Some((terrain, Exits::ALL)));
        }
        assert!(needs_legend(Terrain(31)), "v draws an exit");
    }

    #[test]
    fn arrows_are_open_ground_with_one_exit() {
        let glyphs = Glyphs::default();
        for arrow in ['>', 'v', '<', '^'] {
            let (terrain, exits) = glyphs.read(arrow, true).unwrap();
            assert_eq!(arrow_of(terrain, exits), Some(arrow));
            assert_eq!(arrow_of(Terrain(1), exits), None);
            assert_eq!(glyphs.read(arrow, false), None);
        }
        assert_eq!(arrow_of(Terrain::OPEN, Exits::only(Direction::SouthEast)), None);
    }

    #[test]
    fn a_legend_adds_and_never_changes() {
        let mut glyphs = Glyphs::default();
        for taken in ['.', '#', ' ', '7', 'q', 'v', '<', '@', '\u{a0}', '\0'] {
            assert!(glyphs.add(taken, Terrain(99)).is_err(), "{taken:?}");
        }
        glyphs.add('~', Terrain(99)).unwrap();
        assert!(glyphs.add('~', Terrain(99)).is_err());
    }
}
