//! A scenery with its images decoded, ready to be painted.

use png::{Decoder, Transformations};
use std::io::Cursor;
use xunlu_format::{Beside, ReadLimits, Scenery, SceneryImage, Warning};

/// A pixel: red, green, blue, alpha.
pub(crate) type Rgba = [u8; 4];

/// What stands for an image that cannot be shown.
const UNKNOWN: Rgba = [138, 134, 158, 255];

/// The most pixels of all images of a scenery together.
const IMAGES_PIXELS_MAX: u64 = 1 << 26;

/// What the decoder may take besides the pixels.
const DECODER_BYTES_MAX: usize = 1 << 26;

/// A map as its game shows it, with the pixels of its images.
#[derive(Clone, PartialEq, Debug)]
pub struct Artwork {
    pub(crate) scenery: Scenery,
    images: Vec<Option<Pixels>>,
}

/// A decoded image.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Pixels {
    width: u32,
    height: u32,
    pixels: Vec<Rgba>,
}

impl Artwork {
    /// Decodes the images of a scenery, which are asked for by their names. An image that is not there
    /// or no PNG is painted in one colour, with a warning.
    #[must_use]
    pub fn of(
        scenery: Scenery,
        beside: &dyn Beside,
        limits: &ReadLimits,
    ) -> (Artwork, Vec<Warning>) {
        let mut warnings = Vec::new();
        let mut left = IMAGES_PIXELS_MAX;
        let mut images = Vec::with_capacity(scenery.images.len());
        for image in &scenery.images {
            let decoded = decoded(image, beside, limits, left);
            let pixels = decoded.map_err(|why| {
                let message = format!("{why}; its tiles are painted in one colour");
                warnings.push(Warning::about(format!("image {}", image.name), message));
            });
            let pixels = pixels.ok();
            left -= pixels.as_ref().map_or(0, |pixels| pixels.pixels.len() as u64);
            images.push(pixels);
        }
        (Artwork { scenery, images }, warnings)
    }

    /// The pixel of an image; clear where it has none.
    pub(crate) fn pixel(&self, image: u32, x: u32, y: u32) -> Rgba {
        match self.images.get(image as usize) {
            Some(Some(Pixels { width, height, pixels })) if x < *width && y < *height => {
                let index = y as usize * *width as usize + x as usize;
                pixels.get(index).copied().unwrap_or_default()
            }
            Some(Some(_)) | None => Rgba::default(),
            Some(None) => UNKNOWN,
        }
    }
}

fn decoded(
    image: &SceneryImage,
    beside: &dyn Beside,
    limits: &ReadLimits,
    pixels_max: u64,
) -> Result<Pixels, String> {
    let opened = image.open(beside, limits.bytes_max);
    let (bytes, _) = opened.map_err(|why| format!("it cannot be read: {why}"))?;
    if !bytes.starts_with(b"\x89PNG") {
        return Err("it is no PNG, which is the one kind of image that is decoded".to_owned());
    }
    let most = pixels_max.min(limits.cells_for(bytes.len() as u64));
    let wrong = |error: png::DecodingError| {
        format!("it cannot be decoded: {}", error.to_string().trim_end_matches('.'))
    };
    let decoder_limits = png::Limits { bytes: DECODER_BYTES_MAX };
    let mut decoder = Decoder::new_with_limits(Cursor::new(&bytes), decoder_limits);
    decoder.set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
    decoder.set_ignore_iccp_chunk(true);
    let (width, height) = decoder.read_header_info().map_err(wrong)?.size();
    let area = u64::from(width) * u64::from(height);
    if area > most {
        return Err(format!("it has {width}x{height} pixels; expected at most {most} in all"));
    }
    let mut reader = decoder.read_info().map_err(wrong)?;
    let mut samples = vec![0; reader.output_buffer_size().unwrap_or_default()];
    let frame = reader.next_frame(&mut samples).map_err(wrong)?;
    if (frame.width, frame.height) != (width, height) {
        return Err("the first frame of its animation does not fill it".to_owned());
    }
    let kind = frame.color_type.samples();
    let pixels = samples.chunks_exact(kind.max(1)).map(|samples| {
        let [red, green, blue, alpha] = match *samples {
            [grey, alpha] => [grey, grey, grey, alpha],
            [red, green, blue, alpha] => [red, green, blue, alpha],
            _ => Rgba::default(),
        };
        let is_clear = image.clear == Some([red, green, blue]);
        [red, green, blue, if is_clear { 0 } else { alpha }]
    });
    let area = usize::try_from(area).unwrap_or_default();
    Ok(Pixels { width, height, pixels: pixels.take(area).collect() })
}
