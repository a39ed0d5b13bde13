//! The directives above the rows of a grid.

use super::glyphs::Glyphs;
use super::section::{Line, Section};
use super::words::{LinkLine, Wanted, Word, Words};
use crate::cell::{Cell, Direction, Rect};
use crate::cost::Weight;
use crate::error::{MapError, MapErrorKind};
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
            let (kind, found) = (MapErrorKind::NoHexLine, "no @hex line");
            let error = MapError::unexpected(kind, found, HEX.words);
            return Err(error.with(&[&HEX.written]).at(section.first_line, 1));
        }
        Ok(header)
    }

    fn read_line(&mut self, line: Line<'a>, place: Place) -> Result<(), MapError> {
        let mut words = Words::new(line.number, line.text);
        let directive = words.take(Wanted::new("a directive", "@"))?;
        let known = place.directives();
        if !known.contains(&directive.text) {
            let listed = known.join(", ");
            let expected = format!("a directive of this map: {listed}");
            let kind = MapErrorKind::NoSuchDirective;
            return Err(directive.wrong_as(kind, &expected, &listed));
        }
        let again = || directive.wrong_as(MapErrorKind::DirectiveAgain, "it once at most", "");
        let once = |is_again: bool| if is_again { Err(again()) } else { Ok(()) };
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
                let word = words.take(Wanted::new("a character", "~"))?;
                let mut characters = word.text.chars();
                let (Some(glyph), None) = (characters.next(), characters.next()) else {
                    return Err(word.wrong(Wanted::new("one character", "~")));
                };
                let number = Wanted::new("a terrain from 0 to 255", "0 ... 255");
                let terrain = Terrain(words.number(number)?);
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
                    let expected = "x,y without a layer, as there are none";
                    return Err(word.wrong(Wanted::new(expected, "3,1")));
                }
                if layer.is_none() && place == Place::AboveLayers {
                    let expected = "layer:x,y above the first layer";
                    return Err(word.wrong(Wanted::new(expected, "0:3,1")));
                }
                Ok(End { word, layer, cell })
            })?),
        }
        words.end("the end of the line")
    }
}

const HEX: Wanted<'_> = Wanted::new(
    "@hex and one of odd-r, even-r, odd-q, even-q",
    "@hex odd-r, even-r, odd-q, even-q",
);
const WRAP: Wanted<'_> = Wanted::new("x, y or xy", "x / y / xy");

fn arrangement(words: &mut Words<'_>) -> Result<HexArrangement, MapError> {
    let word = words.take(HEX)?;
    HexArrangement::named(word.text).ok_or_else(|| word.wrong(HEX))
}

fn wrap(words: &mut Words<'_>) -> Result<Wrap, MapError> {
    let word = words.take(WRAP)?;
    match word.text {
        "x" => Ok(Wrap { x: true, y: false }),
        "y" => Ok(Wrap { x: false, y: true }),
        "xy" => Ok(Wrap { x: true, y: true }),
        _ => Err(word.wrong(WRAP)),
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
