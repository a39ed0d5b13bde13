//! Pixels to the bytes of a PNG.

use crate::error::{At, FormatError};
use png::{BitDepth, ColorType, Encoder, EncodingError};

/// An encoder that still can be told how to pack, and what else to say.
pub(crate) type Setting<'a> = Encoder<'a, &'a mut Vec<u8>>;

/// Samples of eight bits, row by row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pixels<'a> {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) kind: ColorType,
    pub(crate) bytes: &'a [u8],
}

/// The PNG, byte for byte the same every time; `what` is what it shows.
///
/// # Errors
/// What the encoder refuses, which is nothing unless there are no pixels.
pub(crate) fn png_of(
    what: &str,
    pixels: Pixels<'_>,
    set: impl FnOnce(&mut Setting<'_>) -> Result<(), EncodingError>,
) -> Result<Vec<u8>, FormatError> {
    encoded(pixels, set).map_err(|error| {
        let found = format!("it cannot be written as png: {error}");
        FormatError::unexpected(what, At::File, found, "pixels that a png can hold")
    })
}

fn encoded(
    pixels: Pixels<'_>,
    set: impl FnOnce(&mut Setting<'_>) -> Result<(), EncodingError>,
) -> Result<Vec<u8>, EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, pixels.width, pixels.height);
    encoder.set_color(pixels.kind);
    encoder.set_depth(BitDepth::Eight);
    set(&mut encoder)?;
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels.bytes)?;
    writer.finish()?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_without_pixels_is_refused() {
        let none = Pixels { width: 0, height: 3, kind: ColorType::Rgb, bytes: &[] };
        let error = png_of("the map", none, |_| Ok(())).unwrap_err().to_string();
        assert!(error.starts_with("the map: it cannot be written as png: "), "{error}");
        assert!(error.ends_with("; expected pixels that a png can hold"), "{error}");
    }
}
