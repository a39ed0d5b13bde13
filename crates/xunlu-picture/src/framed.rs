//! Sheets that lie exactly where a game draws its cells, which need not be regular.

use crate::sheet::{Pitch, Sheet, Tiling};
use xunlu_format::CellFrame;
use xunlu_map::Cell;

/// How many pixels of the map a pitch of one pixel stands for: how wide or high a cell is, whichever is
/// less.
pub(crate) fn unit(frame: &CellFrame, tiling: Tiling) -> f64 {
    let along = |axis: usize| {
        let ends = frame.corners.iter().map(|corner| corner[axis]);
        let least = ends.clone().fold(f64::INFINITY, f64::min);
        ends.fold(f64::NEG_INFINITY, f64::max) - least
    };
    // Diamonds are as large as they are high, and a hex as wide as it is between its sides.
    let unit = match tiling {
        Tiling::Diamonds => along(1),
        Tiling::Squares | Tiling::Hexes(_) => along(0).min(along(1)),
    };
    if unit > 0.0 && unit.is_finite() { unit } else { 1.0 }
}

/// How many pixels of the picture one of the map is.
pub(crate) fn scale(frame: &CellFrame, tiling: Tiling, pitch: Pitch) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a pitch has far fewer digits")]
    let pitch = pitch.0 as f64;
    pitch / 65_536.0 / unit(frame, tiling)
}

/// The pitch at which a pixel of the map is so many of the picture.
pub(crate) fn pitch_at(frame: &CellFrame, tiling: Tiling, scale: f64) -> Pitch {
    #[expect(clippy::cast_possible_truncation, reason = "casts from floats saturate")]
    let pitch = (unit(frame, tiling) * scale * 65_536.0) as i64;
    Pitch(pitch.max(1))
}

/// Left, top, right and bottom of what a sheet shows, in pixels of the map.
pub(crate) fn around(frame: &CellFrame, sheet: &Sheet<'_>) -> [f64; 4] {
    let corners = |axis: usize| frame.corners.iter().map(move |corner| corner[axis]);
    let least = [0, 1].map(|axis| corners(axis).fold(f64::INFINITY, f64::min));
    let most = [0, 1].map(|axis| corners(axis).fold(f64::NEG_INFINITY, f64::max));
    let mut around = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
    let mut hold = |[x, y]: [f64; 2]| {
        around = [
            around[0].min(x + least[0]),
            around[1].min(y + least[1]),
            around[2].max(x + most[0]),
            around[3].max(y + most[1]),
        ];
    };
    let min = sheet.shown.min;
    let max = sheet.shown.max().unwrap_or(min);
    if sheet.tiling == Tiling::Diamonds {
        // The cells at the ends of both diagonals need not all be there.
        let [across, down] = sheet.slants.ends();
        let from = frame.centre(min);
        #[expect(clippy::cast_precision_loss, reason = "cells have far fewer digits")]
        let half = |slant: i64| slant as f64 / 2.0;
        for (across, down) in [(across.0, down.0), (across.1, down.1)] {
            let (across, down) = (half(across), half(down));
            hold(std::array::from_fn(|axis| {
                let (x, y) = (frame.along_x[axis], frame.along_y[axis]);
                from[axis] + across * (x - y) + down * (x + y)
            }));
        }
        return around;
    }
    // Of hexes every second line is shoved, so that two lines at each edge have to be looked at.
    let ends = |least: i32, most: i32| {
        [least, least.saturating_add(1).min(most), most.saturating_sub(1).max(least), most]
    };
    for y in ends(min.y, max.y) {
        for x in ends(min.x, max.x) {
            hold(frame.centre(Cell::new(x, y)));
        }
    }
    around
}
