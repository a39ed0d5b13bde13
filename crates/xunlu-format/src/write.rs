//! A document to bytes: which writer, and what may be laid over the map.

use crate::document::{Document, Price};
use crate::done::{Written, not_kept};
use crate::error::{FormatError, Warning};
use crate::format::Format;
use crate::overlay::Overlay;
use crate::{image, movingai, own, text, tiled};
use xunlu_map::{Ground, Map, Quoted};

/// How a format is written.
struct Writer {
    write: fn(&Document, &Overlay) -> Result<Written, FormatError>,
    /// Whether it says what terrains cost.
    holds_prices: bool,
    /// Whether it shows a search.
    holds_searches: bool,
}

/// What writes files of a format. Returns `None` if they are only read.
const fn writer_of(format: Format) -> Option<Writer> {
    const fn of_maps(write: fn(&Document, &Overlay) -> Result<Written, FormatError>) -> Writer {
        Writer { write, holds_prices: false, holds_searches: false }
    }
    let writer = match format {
        Format::Tmj => Writer { write: tiled::write_tmj, holds_prices: true, holds_searches: true },
        Format::MovingAi => of_maps(|document, _| movingai::write(document)),
        Format::Png => of_maps(|document, _| image::write(document)),
        Format::Text => of_maps(|document, _| text::write(document)),
        Format::Json => {
            Writer { holds_prices: true, ..of_maps(|document, _| own::write_json(document)) }
        }
        Format::Binary => {
            Writer { holds_prices: true, ..of_maps(|document, _| own::write_binary(document)) }
        }
        _ => return None,
    };
    Some(writer)
}

impl Format {
    /// Whether files of this format are written.
    #[must_use]
    pub const fn is_written(self) -> bool {
        writer_of(self).is_some()
    }
}

/// The document in this format, byte for byte the same every time.
///
/// # Errors
/// When the format cannot hold this kind of map, or is only read.
pub fn write(
    format: Format,
    document: &Document,
    overlay: &Overlay,
) -> Result<Written, FormatError> {
    let Some(writer) = writer_of(format) else {
        let found = format!("{} is only read", format.name());
        let known = Format::ALL.into_iter().filter(|format| format.is_written());
        let names: Vec<&str> = known.map(Format::name).collect();
        let expected = format!("one of {}", names.join(", "));
        return Err(FormatError::not_writable(found, expected));
    };
    let mut written = (writer.write)(document, overlay)?;
    if !writer.holds_prices {
        written.warnings.extend(opened(format, document));
    }
    if !writer.holds_searches && *overlay != Overlay::default() {
        let message = format!("{} cannot hold a search; it is left out", format.name());
        written.warnings.push(not_kept(message));
    }
    Ok(written)
}

/// What is closed by its price is open where prices are lost.
fn opened(format: Format, document: &Document) -> Vec<Warning> {
    let grounds: Vec<&Ground> = document.map().into_iter().flat_map(Map::grounds).collect();
    let closed = document.terrains.iter().filter(|named| named.price == Some(Price::Closed));
    let counted = closed.map(|named| {
        let cells = |ground: &&Ground| u64::from(ground.count(named.terrain));
        (named, grounds.iter().map(cells).sum::<u64>())
    });
    let told = counted.filter(|(_, cells)| *cells > 0).map(|(named, cells)| {
        let name = named.name.clone().unwrap_or_else(|| format!("terrain {}", named.terrain.0));
        let format = format.name();
        not_kept(format!("{} is closed, and open in {format}: {cells} cells", Quoted(&name)))
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::NamedTerrain;
    use xunlu_map::{Grid, Place, Terrain};

    #[test]
    fn ground_that_a_format_would_open_is_told_of() {
        let mut document = Document::of(".aa".parse::<Grid>().unwrap());
        let name = Some("lava".to_owned());
        let price = Some(Price::Closed);
        document.terrains.push(NamedTerrain { terrain: Terrain(10), name, price });
        let written = write(Format::Text, &document, &Overlay::default()).unwrap();
        let told: Vec<String> = written.warnings.iter().map(ToString::to_string).collect();
        assert!(told.contains(&"\"lava\" is closed, and open in text: 2 cells".to_owned()));
    }

    #[test]
    fn each_format_is_written_as_it_says() {
        let document = Document::of("..#\n...".parse::<Grid>().unwrap());
        let searched = Overlay { path: vec![Place::cell(0, 0)], ..Overlay::default() };
        for format in Format::ALL {
            let written = write(format, &document, &Overlay::default());
            assert_eq!(written.is_ok(), format.is_written(), "{}", format.name());
            if let Ok(written) = write(format, &document, &searched) {
                let says = written.warnings.iter().any(|w| w.to_string().contains("a search"));
                let holds = format == Format::Tmj;
                assert_eq!(says, !holds, "{}", format.name());
            }
        }
    }
}
