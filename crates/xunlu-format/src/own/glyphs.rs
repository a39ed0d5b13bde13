//! Which character of a row draws which ground: read off the maps' own drawings, so that rows here
//! and texts there cannot come to differ.

use std::collections::BTreeMap;
use std::sync::OnceLock;
use xunlu_map::{Cell, Direction, Exits, Grid, Ground, Rect, Terrain, draw};

/// The straight directions, whose arrows draw open ground with one exit.
const ARROWS: [Direction; 4] =
    [Direction::East, Direction::South, Direction::West, Direction::North];

/// Every terrain's character.
#[derive(Debug)]
pub(super) struct Glyphs {
    // By the terrain's number.
    all: Vec<Glyph>,
    // Those that always mean the same, arrows among them.
    lasting: BTreeMap<char, (Terrain, Exits)>,
}

/// A terrain's character, and whether a legend has to say so.
#[derive(Clone, Copy, Debug)]
struct Glyph {
    glyph: char,
    needs_legend: bool,
}

/// The characters of all drawings.
pub(super) fn glyphs() -> &'static Glyphs {
    static GLYPHS: OnceLock<Glyphs> = OnceLock::new();
    GLYPHS.get_or_init(|| {
        let all: Vec<Glyph> = (0..=u8::MAX).map(|number| drawn(Terrain(number))).collect();
        let numbered = (0..=u8::MAX).map(Terrain).zip(&all);
        let known = numbered.filter(|(_, glyph)| !glyph.needs_legend);
        let mut lasting: BTreeMap<char, (Terrain, Exits)> =
            known.map(|(terrain, glyph)| (glyph.glyph, (terrain, Exits::ALL))).collect();
        for direction in ARROWS {
            lasting.insert(arrow(direction), (Terrain::OPEN, Exits::only(direction)));
        }
        Glyphs { all, lasting }
    })
}

impl Glyphs {
    /// The legend that rows with this terrain need.
    pub(super) fn legend_of(&self, terrain: Terrain) -> Option<char> {
        let glyph = self.all.get(usize::from(terrain.0))?;
        glyph.needs_legend.then_some(glyph.glyph)
    }

    /// What a character always means. Arrows mean something on square grids alone, but are nobody
    /// else's anywhere.
    pub(super) fn lasting(&self, glyph: char) -> Option<(Terrain, Exits)> {
        self.lasting.get(&glyph).copied()
    }
}

/// Whether a cell of this ground is drawn as an arrow on a square grid.
pub(super) fn has_arrow(terrain: Terrain, exits: Exits) -> bool {
    terrain == Terrain::OPEN && ARROWS.into_iter().any(|arrow| exits == Exits::only(arrow))
}

/// How a map draws this terrain.
fn drawn(terrain: Terrain) -> Glyph {
    let text = one_cell(terrain, Exits::ALL).to_string();
    // Above the row, `@legend` and the same character again.
    let needs_legend = text.contains('\n');
    Glyph { glyph: text.chars().last().unwrap_or(' '), needs_legend }
}

fn arrow(direction: Direction) -> char {
    let picture = draw(&one_cell(Terrain::OPEN, Exits::only(direction)), |_| None);
    picture.chars().next().unwrap_or(' ')
}

fn one_cell(terrain: Terrain, exits: Exits) -> Grid {
    let rect = Rect::cell(Cell::default());
    let mut ground = Ground::from_fn(rect, |_| terrain).expect("one cell at 0,0 is a map");
    if exits != Exits::ALL {
        ground.fill_exits(rect, exits).expect("the cell lies inside");
    }
    Grid::of(ground)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_mean_what_they_mean_in_texts() {
        let check = |glyph, number| {
            assert_eq!(glyphs().lasting(glyph), Some((Terrain(number), Exits::ALL)));
            assert_eq!(glyphs().legend_of(Terrain(number)), None);
        };
        for (glyph, number) in [('.', 0), ('9', 9), ('a', 10), ('z', 35), ('#', 254), (' ', 255)] {
            check(glyph, number);
        }
        let arrow = glyphs().lasting('v');
        assert_eq!(arrow, Some((Terrain::OPEN, Exits::only(Direction::South))));
        assert_eq!(glyphs().legend_of(Terrain(36)), Some('A'));
        assert!(glyphs().legend_of(Terrain(31)).is_some(), "v draws an exit");
        assert_eq!(glyphs().lasting('A'), None);
        assert!(has_arrow(Terrain::OPEN, Exits::only(Direction::West)));
        assert!(!has_arrow(Terrain(1), Exits::only(Direction::West)));
        assert!(!has_arrow(Terrain::OPEN, Exits::only(Direction::NorthWest)));
    }
}
