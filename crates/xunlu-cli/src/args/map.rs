//! The map, on the command line: which file, and how to understand it.

use super::values::{Drawing, drawing, role};
use crate::target::Target;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::path::PathBuf;
use xunlu_format::{Format, Legend, Options, Role, Roles};

/// The options that say which map.
#[derive(Args, Debug)]
pub(crate) struct MapArgs {
    /// The map, in any format that xunlu reads; - is standard input
    pub(crate) map: PathBuf,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,

    /// The map's format, if neither its bytes nor its name say it
    #[arg(long, value_name = "FORMAT", value_parser = readable(), help_heading = "Reading")]
    #[arg(hide_possible_values = true)]
    pub(crate) format: Option<Format>,
}

impl MapArgs {
    /// The same, as the reader wants to be told.
    pub(crate) fn options(&self) -> Options {
        self.reading.options()
    }
}

/// The options that say how a file is to be understood.
#[derive(Args, Debug)]
pub(crate) struct ReadingArgs {
    /// What a layer of a Tiled or LDtk map is for: wall, ground, cost or ignore
    #[arg(long, value_name = "LAYER=ROLE", value_parser = role, help_heading = "Reading")]
    role: Vec<(String, Role)>,

    /// What a character of a text or a colour of an image draws: X=wall, '~=5' or '#00ff00=.'
    #[arg(long, value_name = "C=TERRAIN", value_parser = drawing, help_heading = "Reading")]
    legend: Vec<Drawing>,

    /// Read the grey of an image as a price: white costs 1 step, dark grey 9, black is a wall
    #[arg(long, help_heading = "Reading")]
    grey_is_price: bool,
}

impl ReadingArgs {
    pub(crate) fn options(&self) -> Options {
        let roles = self
            .role
            .iter()
            .fold(Roles::default(), |roles, (layer, role)| roles.with(layer.as_str(), *role));
        let mut legend = Legend { grey_is_price: self.grey_is_price, ..Legend::default() };
        for drawing in &self.legend {
            match *drawing {
                Drawing::Character(character, terrain) => {
                    legend.characters.push((character, terrain));
                }
                Drawing::Colour(colour, terrain) => legend.colours.push((colour, terrain)),
            }
        }
        Options { roles, legend, ..Options::default() }
    }
}

/// A format that can be read, by its name.
pub(super) fn readable() -> impl TypedValueParser<Value = Format> {
    let names = Format::ALL.map(Format::name);
    PossibleValuesParser::new(names).try_map(|name| Format::named(&name).ok_or("no format"))
}

/// A format that can be written, by its name.
pub(super) fn writable() -> impl TypedValueParser<Value = Target> {
    let names = Target::all().map(Target::name);
    PossibleValuesParser::new(names).try_map(|name| Target::named(&name).ok_or("no format"))
}
