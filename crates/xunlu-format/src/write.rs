//! A document to bytes: which writer, and what may be laid over the map.

use crate::document::Document;
use crate::error::{At, FormatError, Warning};
use crate::format::Format;
use crate::overlay::Overlay;
use crate::{image, movingai, own, picture, text, tiled};

/// A map as bytes, and what of it did not go in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The file.
    pub bytes: Vec<u8>,
    /// Files that must lie beside it for others to show it: each one's name and bytes. We need none.
    pub beside: Vec<(String, Vec<u8>)>,
    /// What the format cannot hold and was left out.
    pub warnings: Vec<Warning>,
}

impl Written {
    pub(crate) const fn new(bytes: Vec<u8>, warnings: Vec<Warning>) -> Written {
        Written { bytes, beside: Vec::new(), warnings }
    }
}

impl From<Vec<u8>> for Written {
    fn from(bytes: Vec<u8>) -> Written {
        Written::new(bytes, Vec::new())
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
    match format {
        Format::Tmj => tiled::write_tmj(document, overlay),
        Format::MovingAi => movingai::write(document),
        Format::Png => image::write(document),
        Format::Svg => picture::write_svg(document, overlay),
        Format::Text => text::write(document),
        Format::Json => own::write_json(document),
        Format::Binary => own::write_binary(document),
        Format::Tmx
        | Format::Ldtk
        | Format::Mesh
        | Format::Obj
        | Format::Dimacs
        | Format::GraphMl
        | Format::EdgeList => {
            let name = format.name();
            let found = format!("{name} is only read");
            let expected = "one of tmj, movingai, png, svg, text, json, binary";
            Err(FormatError::unexpected("the map", At::File, found, expected))
        }
    }
}
