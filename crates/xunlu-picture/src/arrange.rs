//! How large cells are drawn, and where the layers of a map lie.

use crate::position::Position;
use crate::scene::{Anchor, Shape, Text};
use crate::sheet::{Pitch, Sheet};
use crate::view::View;

/// How large a map may be drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) width_max: u64,
    pub(crate) height_max: u64,
    pub(crate) pixels_max: u64,
    /// From how many cells on a pixel shows several, and then how many pixels.
    pub(crate) cells_max: u64,
}

impl Bounds {
    pub(crate) fn hold(self, (width, height): (u64, u64)) -> bool {
        let area = width.saturating_mul(height);
        width <= self.width_max && height <= self.height_max && area <= self.pixels_max
    }
}

/// What lies between layers, in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spacing {
    pub(crate) gap: u64,
    /// Above each.
    pub(crate) caption: u64,
}

impl Spacing {
    /// For a picture that stands alone.
    pub(crate) fn of(sheets: &[Sheet<'_>]) -> Spacing {
        Spacing { gap: 28, caption: if sheets.len() > 1 { 24 } else { 0 } }
    }
}

/// How large a picture is where nobody says: as large as a window.
const COMFORTABLE: (u64, u64) = (1400, 1100);

/// The pitch that was asked for, or one that makes a picture of a comfortable size with cells of at
/// most so many pixels; less where the bounds ask for it.
pub(crate) fn pitch_for(
    sheets: &[Sheet<'_>],
    asked: Option<u32>,
    pixels_most: u32,
    bounds: Bounds,
    spacing: Spacing,
) -> Pitch {
    let cells: u64 = sheets.iter().map(|sheet| sheet.shown.size.area()).sum();
    let is_crowded = cells > bounds.cells_max;
    let fits = |pitch: Pitch| {
        let (width, height) = size_at(sheets, pitch, spacing);
        let crowds = is_crowded && width.saturating_mul(height) > bounds.cells_max;
        !crowds && bounds.hold((width, height))
    };
    let is_comfortable = |pitch: Pitch| {
        let (width, height) = size_at(sheets, pitch, spacing);
        width <= COMFORTABLE.0 && height <= COMFORTABLE.1
    };
    let whole = match asked {
        Some(count) => greatest(count.clamp(1, 1024), |count| fits(Pitch::pixels(count))),
        None => greatest(pixels_most, |count| is_comfortable(Pitch::pixels(count))),
    };
    let whole = Pitch::pixels(whole.unwrap_or(1));
    if fits(whole) {
        return whole;
    }
    let finer = |fine: u32| fits(Pitch(i64::from(fine)));
    Pitch(i64::from(greatest(u32::from(u16::MAX), finer).unwrap_or(1)))
}

/// The greatest number up to a limit that is good, if all below a good one are good.
fn greatest(most: u32, is_good: impl Fn(u32) -> bool) -> Option<u32> {
    let (mut good, mut bad) = (0, most + 1);
    while good + 1 < bad {
        let middle = good + (bad - good) / 2;
        if is_good(middle) { good = middle } else { bad = middle }
    }
    (good > 0).then_some(good)
}

pub(crate) fn size_at(sheets: &[Sheet<'_>], pitch: Pitch, spacing: Spacing) -> (u64, u64) {
    let (widths, heights) = lanes(sheets, pitch, spacing, columns_at(sheets, pitch, spacing));
    let sum = |lanes: &[u64]| lanes.iter().map(|lane| lane + spacing.gap).sum::<u64>();
    (sum(&widths).saturating_sub(spacing.gap), sum(&heights).saturating_sub(spacing.gap))
}

/// The widths of columns and heights of rows of layers, captions included.
fn lanes(
    sheets: &[Sheet<'_>],
    pitch: Pitch,
    spacing: Spacing,
    columns: usize,
) -> (Vec<u64>, Vec<u64>) {
    let mut widths = vec![0; columns.min(sheets.len())];
    let mut heights = vec![0; sheets.len().div_ceil(columns)];
    for (number, sheet) in sheets.iter().enumerate() {
        let (width, height) = sheet.extent(pitch);
        let (column, row) = (number % columns, number / columns);
        widths[column] = width.max(widths[column]);
        heights[row] = heights[row].max(height + spacing.caption);
    }
    (widths, heights)
}

/// How many layers lie side by side: as many as make the picture most like a window.
fn columns_at(sheets: &[Sheet<'_>], pitch: Pitch, spacing: Spacing) -> usize {
    let lopsided = |columns: &usize| {
        let (widths, heights) = lanes(sheets, pitch, spacing, *columns);
        let (width, height) = (widths.iter().sum::<u64>(), heights.iter().sum::<u64>());
        (2 * width).max(3 * height)
    };
    (1..=sheets.len().min(24)).min_by_key(lopsided).unwrap_or(1)
}

/// Gives every sheet its pitch and its place, and tells how large all of them are together.
pub(crate) fn arrange(
    sheets: &mut [Sheet<'_>],
    pitch: Pitch,
    spacing: Spacing,
    (left, top): (u32, u32),
) -> (u32, u32) {
    let columns = columns_at(sheets, pitch, spacing);
    let (widths, heights) = lanes(sheets, pitch, spacing, columns);
    let before = |lanes: &[u64], lane: usize| {
        lanes.iter().take(lane).map(|length| length + spacing.gap).sum::<u64>()
    };
    let narrow = |length: u64| u32::try_from(length).unwrap_or(u32::MAX / 4);
    for (number, sheet) in sheets.iter_mut().enumerate() {
        sheet.pitch = pitch;
        sheet.left = left + narrow(before(&widths, number % columns));
        sheet.top = top + narrow(before(&heights, number / columns) + spacing.caption);
    }
    let (width, height) = size_at(sheets, pitch, spacing);
    (narrow(width), narrow(height))
}

/// The number of each layer above it, where there are several.
pub(crate) fn captions(view: &View<'_>) -> Vec<Shape> {
    let sheets = view.sheets();
    if sheets.len() < 2 {
        return Vec::new();
    }
    let caption = |sheet: &Sheet<'_>| {
        Shape::Text(Text {
            at: Position::pixel(sheet.left, sheet.top.saturating_sub(21)),
            anchor: Anchor::Left,
            size: 2,
            colour: view.palette.ink,
            text: format!("layer {}", sheet.layer),
        })
    };
    std::iter::once(Shape::Part("captions")).chain(sheets.iter().map(caption)).collect()
}
