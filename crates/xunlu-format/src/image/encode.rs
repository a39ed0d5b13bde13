//! A grid to PNG.

use super::note::{self, Note};
use super::palette::{colour_of, opacity_of};
use crate::error::FormatError;
use crate::png_file::{self, Pixels};
use png::{ColorType, Compression};
use xunlu_map::{Grid, Size, Terrain};

/// The image, byte for byte the same every time.
///
/// # Errors
/// What the encoder refuses.
pub(super) fn png_of(grid: &Grid) -> Result<Vec<u8>, FormatError> {
    let terrains = (0..=u8::MAX).map(Terrain);
    let Size { width, height } = grid.bounds().size;
    let bytes = &indices(grid);
    let pixels = Pixels { width, height, kind: ColorType::Indexed, bytes };
    png_file::png_of("the map", pixels, |encoder| {
        encoder.set_palette(terrains.clone().flat_map(colour_of).collect::<Vec<u8>>());
        encoder.set_trns(terrains.map(opacity_of).collect::<Vec<u8>>());
        // Maps have long runs of equal cells, which pack well without much trying.
        encoder.set_compression(Compression::Fastest);
        encoder.add_text_chunk(note::KEYWORD.to_owned(), Note::of(grid).to_string())
    })
}

/// The number of each cell's terrain, row by row.
fn indices(grid: &Grid) -> Vec<u8> {
    let terrain = grid.ground().terrain();
    let rows = terrain.rows_of(grid.bounds());
    rows.flat_map(|row| &terrain.values()[row]).map(|terrain| terrain.0).collect()
}
