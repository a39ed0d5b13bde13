//! A grid to PNG.

use super::note::{self, Note};
use super::palette::{colour_of, opacity_of};
use crate::error::{At, FormatError};
use png::{BitDepth, ColorType, Compression, Encoder, EncodingError};
use xunlu::{Grid, Size, Terrain};

/// The image, byte for byte the same every time.
///
/// # Errors
/// What the encoder refuses.
pub(super) fn png_of(grid: &Grid) -> Result<Vec<u8>, FormatError> {
    encode(grid).map_err(|error| {
        FormatError::new("the map", At::File, format!("it cannot be written as png: {error}"))
    })
}

fn encode(grid: &Grid) -> Result<Vec<u8>, EncodingError> {
    let terrains = (0..=u8::MAX).map(Terrain);
    let Size { width, height } = grid.bounds().size;
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(terrains.clone().flat_map(colour_of).collect::<Vec<u8>>());
    encoder.set_trns(terrains.map(opacity_of).collect::<Vec<u8>>());
    encoder.add_text_chunk(note::KEYWORD.to_owned(), Note::of(grid).to_string())?;
    // PERF: `write` of 4096 x 4096 cells, release build, two shared cores: rooms 0.1 s and 0.8 MB,
    // a third of the cells walls at random 0.3 s and 6.0 MB, all terrains at random 0.3 s.
    encoder.set_compression(Compression::Fastest);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&indices(grid))?;
    writer.finish()?;
    Ok(bytes)
}

/// The number of each cell's terrain, row by row.
fn indices(grid: &Grid) -> Vec<u8> {
    let terrain = grid.ground().terrain();
    let rows = terrain.rows_of(grid.bounds());
    rows.flat_map(|row| &terrain.values()[row]).map(|terrain| terrain.0).collect()
}
