//! Which terrain a pixel is.

use super::at_pixel;
use super::decode::{Pixel, Row};
use super::note::Note;
use crate::colour::{hex, light};
use crate::error::{FormatError, FormatErrorKind};
use crate::options::Legend;
use std::collections::HashMap;
use xunlu_map::Terrain;

/// How many colours an error lists.
const LISTED_MAX: usize = 16;

/// How many colours are remembered: one for each byte that a colour is folded into.
const MET: usize = 256;

/// The rule for the pixels of one image.
#[derive(Debug)]
pub(super) struct Meaning {
    rule: Rule,
    // Images have few colours: pixels that were met before, and what they were, each in the place
    // that its colour gives.
    // Remembering the last pixel alone would help little where walls lie here and there.
    met: [(Pixel, Terrain); MET],
}

#[derive(Debug)]
enum Rule {
    /// These colours and no others.
    Colours { terrains: HashMap<[u8; 3], Terrain>, listed: String },
    /// Black is a wall, and the darker the more expensive.
    Price,
    /// Dark is a wall.
    Light,
}

impl Meaning {
    /// The rule of an image with this note under this legend.
    pub(super) fn new(note: Option<&Note>, legend: &Legend) -> Meaning {
        let told = note.map(|note| note.colours.as_slice()).unwrap_or_default();
        let colours = || told.iter().chain(&legend.colours);
        let rule = if colours().next().is_some() {
            let mut terrains = HashMap::new();
            for &(colour, terrain) in colours() {
                terrains.entry(colour).or_insert(terrain);
            }
            Rule::Colours { terrains, listed: listed(colours().copied()) }
        } else if legend.grey_is_price {
            Rule::Price
        } else {
            Rule::Light
        };
        // What is not to be seen is void under every rule.
        Meaning { rule, met: [(([0; 3], 0), Terrain::VOID); MET] }
    }

    /// Adds the terrains of row `y` to `cells`.
    ///
    /// # Errors
    /// The first pixel whose colour means nothing.
    pub(super) fn of_row(
        &mut self,
        file: &str,
        y: u32,
        row: Row<'_>,
        cells: &mut Vec<Terrain>,
    ) -> Result<(), FormatError> {
        for (x, pixel) in row.pixels().enumerate() {
            let [red, green, blue] = pixel.0;
            let met = &mut self.met[usize::from(red ^ green.rotate_left(3) ^ blue.rotate_left(5))];
            if pixel != met.0 {
                let terrain = self.rule.terrain_of(pixel);
                let terrain = terrain.ok_or_else(|| self.rule.unknown(file, (x, y), pixel))?;
                *met = (pixel, terrain);
            }
            cells.push(met.1);
        }
        Ok(())
    }
}

impl Rule {
    fn terrain_of(&self, (colour, alpha): Pixel) -> Option<Terrain> {
        if alpha < 128 {
            return Some(Terrain::VOID);
        }
        let light = light(colour);
        match self {
            Rule::Colours { terrains, .. } => terrains.get(&colour).copied(),
            Rule::Price if light < 16 => Some(Terrain::WALL),
            Rule::Price => u8::try_from(1 + (255 - light) * 9 / 240).ok().map(Terrain),
            Rule::Light if light < 128 => Some(Terrain::WALL),
            Rule::Light => Some(Terrain::OPEN),
        }
    }

    fn unknown(&self, file: &str, (x, y): (usize, u32), (colour, _): Pixel) -> FormatError {
        let listed = if let Rule::Colours { listed, .. } = self { listed } else { "" };
        let found = format!("the colour {}", hex(colour));
        FormatError::unexpected(file, at_pixel(x, y), found, format_args!("one of {listed}"))
            .of(FormatErrorKind::Colour, [&hex(colour)])
    }
}

/// The colours in their order, each once.
fn listed(colours: impl Iterator<Item = ([u8; 3], Terrain)>) -> String {
    let mut names: Vec<String> = Vec::new();
    let mut more = 0;
    for name in colours.map(|(colour, _)| hex(colour)) {
        if names.contains(&name) {
            continue;
        }
        if names.len() < LISTED_MAX {
            names.push(name);
        } else {
            more += 1;
        }
    }
    let end = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{end}", names.join(", "))
}
