//! The directives above the rows of a grid.

use super::glyphs::Glyphs;
use super::section::{Line, Section};
use super::words::{LinkLine, Word, Words};
use crate::cell::{Cell, Direction, Rect};
use crate::cost::Weight;
use crate::error::MapError;
use crate::grid::Wrap;
use crate::hex::{HexArrangement, HexDirection};
use crate::link::{Link, Links};
use crate::terrain::{Exits, Tags, Terrain};

/// What stands above the rows, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Header<'a> {
    pub(super) arrangement: Option<HexArrangement>,
    pub(super) origin: Option<Cell>,
    pub(super) wrap: Option<Wrap>,
    pub(super) glyphs: Glyphs,
    pub(super) paints: Vec<(Word<'a>, Rect, Paint)>,
    pub(super) links: Vec<Option<LinkLine<End<'a>>>>,
}

/// What is laid over a rectangle.
#[derive(Clone, Copy, Debug)]
pub(super) enum Paint {
    Tags(Tags),
    Exits(Exits),
}

/// One end of a link, and the word it was read from.
#[derive(Clone, Copy, Debug)]
pub(super) struct End<'a> {
    pub(super) word: Word<'a>,
    pub(super) layer: Option<u32>,
    pub(super) cell: Cell,
}

/// Which directives make sense where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Grid,
    HexGrid,
    /// One layer of several.
    Layer,
    /// Before the first of several layers.
    AboveLayers,
}

impl Place {
    fn directives(self) -> &'static [&'static str] {
        match self {
            Place::Grid | Place::Layer => {
                &["@origin", "@wrap", "@legend", "@tags", "@exits", "@link"]
            }
            Place::HexGrid => &["@hex", "@origin", "@legend", "@tags", "@exits", "@link"],
            Place::AboveLayers => &["@link"],
        }
    }
}

impl<'a> Header<'a> {
    pub(super) fn read(section: &Section<'a>, place: Place) -> Result<Header<'a>, MapError> {
        let mut header = Header::default();
        for &line in &section.directives {
            header.read_line(line, place)?;
        }
        if place == Place::HexGrid && header.arrangement.is_none() {
            let error = MapError::unexpected("no @hex line", HEX_EXPECTED);
            return Err(error.at(section.first_line, 1));
        }
        Ok(header)
    }

    fn read_line(&mut self, line: Line<'a>, place: Place) -> Result<(), MapError> {
        let mut words = Words::new(line.number, line.text);
        let directive = words.take("a directive")?;
        let known = place.directives();
        if !known.contains(&directive.text) {
            return Err(directive.wrong(&format!("a directive of this map: {}", known.join(", "))));
        }
        let once = |is_again: bool| {
            if is_again { Err(directive.wrong("it once at most")) } else { Ok(()) }
        };
        match directive.text {
            "@hex" => {
                once(self.arrangement.is_some())?;
                self.arrangement = Some(arrangement(&mut words)?);
            }
            "@origin" => {
                once(self.origin.is_some())?;
                self.origin = Some(words.cell()?);
            }
            "@wrap" => {
                once(self.wrap.is_some())?;
                self.wrap = Some(wrap(&mut words)?);
            }
            "@legend" => {
                let word = words.take("a character")?;
                let mut characters = word.text.chars();
                let (Some(glyph), None) = (characters.next(), characters.next()) else {
                    return Err(word.wrong("one character"));
                };
                let terrain = Terrain(words.number("a terrain from 0 to 255")?);
                self.glyphs.add(glyph, terrain).map_err(|error| word.place(error))?;
            }
            "@tags" => {
                let tags = words.tags()?;
                let (word, rect) = words.rect()?;
                self.paints.push((word, rect, Paint::Tags(tags)));
            }
            "@exits" => {
                let exits = words.exits(&exit_names(self.arrangement))?;
                let (word, rect) = words.rect()?;
                self.paints.push((word, rect, Paint::Exits(exits)));
            }
            _ => self.links.push(LinkLine::read(&mut words, |words| {
                let (word, layer, cell) = words.end_of_link()?;
                let has_layers = matches!(place, Place::Layer | Place::AboveLayers);
                if layer.is_some() && !has_layers {
                    return Err(word.wrong("x,y without a layer, as there are none"));
                }
                if layer.is_none() && place == Place::AboveLayers {
                    return Err(word.wrong("layer:x,y above the first layer"));
                }
                Ok(End { word, layer, cell })
            })?),
        }
        words.end("the end of the line")
    }
}

const HEX_EXPECTED: &str = "@hex and one of odd-r, even-r, odd-q, even-q";

fn arrangement(words: &mut Words<'_>) -> Result<HexArrangement, MapError> {
    let word = words.take(HEX_EXPECTED)?;
    HexArrangement::named(word.text).ok_or_else(|| word.wrong(HEX_EXPECTED))
}

fn wrap(words: &mut Words<'_>) -> Result<Wrap, MapError> {
    let word = words.take("x, y or xy")?;
    match word.text {
        "x" => Ok(Wrap { x: true, y: false }),
        "y" => Ok(Wrap { x: false, y: true }),
        "xy" => Ok(Wrap { x: true, y: true }),
        _ => Err(word.wrong("x, y or xy")),
    }
}

/// The names of the exits by their bits: those of hexes laid out so, or of squares.
pub(super) fn exit_names(arrangement: Option<HexArrangement>) -> Vec<&'static str> {
    match arrangement {
        Some(arrangement) => {
            let orientation = arrangement.orientation();
            HexDirection::ALL.map(|direction| direction.compass(orientation)).to_vec()
        }
        None => Direction::ALL.map(Direction::compass).to_vec(),
    }
}

/// The links of some lines in order; `place_of` turns each end into a place or tells why not.
pub(super) fn links<P: Clone>(
    lines: Vec<Option<LinkLine<End<'_>>>>,
    place_of: impl Fn(&End<'_>) -> Result<P, MapError>,
) -> Result<Links<P>, MapError> {
    let mut links = Links::default();
    for line in lines {
        let Some(line) = line else {
            links.skip()?;
            continue;
        };
        let (from, to) = line.ends();
        let told = |error| from.word.place(error);
        let (from, to) = (place_of(from)?, place_of(to)?);
        let Link { weight, is_two_way, tags, door, .. } = line.clone().link(Weight::ONE);
        links.add(Link { from, to, weight, is_two_way, tags, door }).map_err(told)?;
    }
    Ok(links)
}
