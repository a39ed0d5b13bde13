//! PNG to rows of pixels, within limits.

use super::at_pixel;
use crate::error::{At, FormatError, FormatErrorKind, Warning};
use crate::limits_check::checked_size;
use crate::options::ReadLimits;
use crate::source::Source;
use png::{ColorType, Decoder, Reader, Transformations};
use std::io::Cursor;
use xunlu_map::{Cell, Rect, Size};

/// What the decoder may take for a row and for what it reads besides pixels: a row of the widest
/// image takes an eighth of it.
const DECODER_BYTES_MAX: usize = 1 << 26;

/// An image whose header was read and whose size is allowed.
pub(super) struct Image<'a> {
    file: &'a str,
    reader: Reader<Cursor<&'a [u8]>>,
    size: Size,
}

/// A row of pixels, each of so many bytes: grey, grey and alpha, red-green-blue, or that and alpha.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a> {
    bytes: &'a [u8],
    kind: ColorType,
}

/// Red, green and blue, and how opaque.
pub(super) type Pixel = ([u8; 3], u8);

impl<'a> Image<'a> {
    /// Reads everything that stands before the pixels.
    ///
    /// # Errors
    /// When it is no PNG, or larger than the limits allow for a file of its length; nothing was
    /// allocated for its pixels then.
    pub(super) fn open(source: &Source<'a>, limits: &ReadLimits) -> Result<Image<'a>, FormatError> {
        let file = source.name;
        let wrong = |error: png::DecodingError| undecodable(file, At::File, &error);
        let decoder_limits = png::Limits { bytes: DECODER_BYTES_MAX };
        let mut decoder = Decoder::new_with_limits(Cursor::new(source.bytes), decoder_limits);
        decoder.set_transformations(Transformations::normalize_to_color8());
        decoder.set_ignore_iccp_chunk(true);
        let (width, height) = decoder.read_header_info().map_err(wrong)?.size();
        let size = Size::new(width, height);

        let most = limits.cells_for(source.bytes.len() as u64);
        checked_size(Rect::new(Cell::new(0, 0), size), most)
            .map_err(|excess| FormatError::exceeding(file, At::File, excess))?;

        let reader = decoder.read_info().map_err(wrong)?;
        let first = reader.info().frame_control;
        if first.is_some_and(|first| (first.width, first.height) != (width, height)) {
            let found = "the first frame of the animation does not fill the image";
            let error = FormatError::unexpected(file, At::File, found, "a still image");
            return Err(error.of(FormatErrorKind::Animated, []));
        }
        Ok(Image { file, reader, size })
    }

    /// Columns and rows.
    pub(super) const fn size(&self) -> Size {
        self.size
    }

    /// The text that was written here with an image.
    pub(super) fn note(&self) -> Option<&str> {
        let chunks = &self.reader.info().uncompressed_latin1_text;
        chunks.iter().find(|chunk| chunk.keyword == super::note::KEYWORD).map(|chunk| &*chunk.text)
    }

    /// What will not be read.
    pub(super) fn warnings(&self) -> Vec<Warning> {
        let frames = self.reader.info().animation_control.map_or(1, |all| all.num_frames);
        let told = (frames > 1).then(|| format!("of {frames} frames the first was read"));
        told.map(|message| Warning::new(At::File, message)).into_iter().collect()
    }

    /// Hands out every row with its number, from the top.
    ///
    /// # Errors
    /// What the reader of rows finds, and what is wrong with the pixels' coding.
    pub(super) fn for_each_row(
        mut self,
        mut read: impl FnMut(u32, Row<'_>) -> Result<(), FormatError>,
    ) -> Result<(), FormatError> {
        let (kind, _) = self.reader.output_color_type();
        // All rows of an interlaced image become complete with the last of its passes only.
        if self.reader.info().interlaced {
            let pixels = self.reader.output_buffer_size().unwrap_or(usize::MAX);
            let mut bytes = vec![0; pixels];
            let decoded = self.reader.next_frame(&mut bytes);
            let frame = decoded.map_err(|error| undecodable(self.file, At::File, &error))?;
            let rows = bytes.chunks_exact(frame.line_size);
            return (0..).zip(rows).try_for_each(|(y, bytes)| read(y, Row { bytes, kind }));
        }
        for y in 0..self.size.height {
            let row = self.reader.next_row();
            let row = row.map_err(|error| undecodable(self.file, at_pixel(0, y), &error))?;
            let Some(row) = row else {
                let found = "the image ends here";
                let expected = format!("{} rows", self.size.height);
                let at = at_pixel(0, y);
                let error = FormatError::unexpected(self.file, at, found, expected);
                return Err(error.of(FormatErrorKind::EndsEarly, [&y, &self.size.height]));
            };
            read(y, Row { bytes: row.data(), kind })?;
        }
        // The end of the pixels is looked at too: it holds their checksum.
        let end = self.reader.next_row().map(|_| ());
        end.map_err(|error| undecodable(self.file, At::File, &error))
    }
}

impl<'a> Row<'a> {
    /// The pixels from the left.
    pub(super) fn pixels(self) -> impl Iterator<Item = Pixel> + use<'a> {
        let kind = self.kind;
        self.bytes.chunks_exact(kind.samples()).map(move |samples| match *samples {
            [grey] => ([grey; 3], u8::MAX),
            [grey, alpha] => ([grey; 3], alpha),
            [red, green, blue] => ([red, green, blue], u8::MAX),
            [red, green, blue, alpha] => ([red, green, blue], alpha),
            _ => ([0; 3], 0),
        })
    }
}

fn undecodable(file: &str, at: At, error: &png::DecodingError) -> FormatError {
    let found = format!("the image cannot be decoded: {}", error.to_string().trim_end_matches('.'));
    FormatError::unexpected(file, at, found, "a whole PNG").of(FormatErrorKind::Syntax, [&"PNG"])
}
