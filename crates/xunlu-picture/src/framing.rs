//! How large a map is drawn with the tiles of its game.

use crate::arrange::{Bounds, Spacing, size_at};
use crate::framed::pitch_at;
use crate::sheet::{Pitch, Sheet};
use xunlu_format::CellFrame;

/// The sheets laid on a frame, and how large: the size that was asked for, or that of the game, in whole
/// multiples as far as a picture stays comfortable, or a whole part where even one would be huge. Returns
/// `None` if cells would be too small to show tiles.
pub(crate) fn plan<'d>(
    sheets: &[Sheet<'d>],
    frame: &'d CellFrame,
    asked: Option<u32>,
    bounds: Bounds,
    spacing: Spacing,
) -> Option<(Vec<Sheet<'d>>, Pitch)> {
    let tiling = sheets.first()?.tiling;
    let laid = |sheet: &Sheet<'d>| Sheet { frame: Some(frame), ..*sheet };
    let sheets: Vec<Sheet<'d>> = sheets.iter().map(laid).collect();
    let fits = |pitch: &Pitch| bounds.hold(size_at(&sheets, *pitch, spacing));
    let side_at = |pitch: &Pitch| {
        let (width, height) = size_at(&sheets, *pitch, spacing);
        width.max(height)
    };
    let times = |count: u32| pitch_at(frame, tiling, f64::from(count));
    let part = |count: u32| pitch_at(frame, tiling, 1.0 / f64::from(count));
    let larger =
        || (1..=TIMES_MAX).rev().map(times).find(|pitch| side_at(pitch) <= COMFORTABLE_SIDE);
    let pitch = match asked {
        Some(count) => Some(Pitch::pixels(count.clamp(1, 1024))).filter(fits),
        None => larger(),
    };
    let smaller =
        || (1..=PARTS_MAX).map(part).find(|pitch| side_at(pitch) <= SIDE_MOST && fits(pitch));
    let pitch = pitch.or_else(smaller).filter(|pitch| pitch.whole() >= CELL_LEAST)?;
    Some((sheets, pitch))
}

/// How much larger than in its game a small map is drawn, at most.
const TIMES_MAX: u32 = 8;
/// Up to which side, in pixels.
const COMFORTABLE_SIDE: u64 = 1100;
/// From which side on a map is drawn smaller than in its game.
const SIDE_MOST: u64 = 4096;
/// How much smaller, at most.
const PARTS_MAX: u32 = 64;
/// How many pixels a cell needs to show its tile.
const CELL_LEAST: u32 = 4;
