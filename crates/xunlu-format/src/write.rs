//! A document to bytes: which writer, and what may be laid over the map.

use crate::document::{Document, Price};
use crate::done::{Written, not_kept};
use crate::error::{FormatError, Warning};
use crate::format::Format;
use crate::overlay::Overlay;
use xunlu_map::{Ground, Map, Quoted};

/// The document in this format, byte for byte the same every time.
///
/// # Errors
/// When the format cannot hold this kind of map, or is only read.
pub fn write(
    format: Format,
    document: &Document,
    overlay: &Overlay,
) -> Result<Written, FormatError> {
    let Some(writer) = &format.row().write else {
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
