//! What stands around a map: its margin, its title and its legend, and how large they make a picture.

use crate::Style;
use crate::font;
use crate::legend::{Legend, Setting};
use crate::search::Facts;
use crate::view::View;
use xunlu_format::Overlay;

/// Around everything, in pixels.
const MARGIN: u32 = 16;
/// Between the map and its legend.
const GAP: u32 = 18;
/// How wide a legend may make a picture of a narrow map.
const LEGEND_LEAST: u32 = 440;

/// Where everything stands, in pixels.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// The upper left corner of the map.
    pub(crate) map: (u32, u32),
    /// Its lower right corner.
    pub(crate) map_end: (u32, u32),
    pub(crate) title: Option<Title>,
    /// How a legend is set, and its upper left corner.
    pub(crate) legend: Option<(Legend, Setting, (u32, u32))>,
}

/// The words above a map.
#[derive(Clone, Debug)]
pub(crate) struct Title {
    pub(crate) text: String,
    pub(crate) size: u32,
    pub(crate) corner: (u32, u32),
}

impl Frame {
    /// The frame of a map this large.
    pub(crate) fn around(
        view: &View<'_>,
        (overlay, facts): (&Overlay, &Facts),
        style: &Style,
        (width, height): (u32, u32),
    ) -> Frame {
        let title = style.title.as_ref().map(|text| {
            let fits = |size: &u32| font::width_of(text) * size <= width.max(LEGEND_LEAST);
            let size = (1..=3).rev().find(fits).unwrap_or(1);
            Title { text: text.clone(), size, corner: (MARGIN, MARGIN) }
        });
        let over = title.as_ref().map_or(0, |title| font::GLYPH_HEIGHT * title.size + GAP);
        let top = MARGIN + over;
        let legend = style.legend.then(|| Legend::of(view, overlay, facts));
        // Beside a map that is high, else below it.
        let is_high = width < 900 && height > width + width / 4 && height > 240;
        let set = |legend: &Legend| {
            let size = if width.max(height) >= 420 { 2 } else { 1 };
            let room = if is_high { 0 } else { width.max(LEGEND_LEAST) };
            legend.set_in(room, size)
        };
        let set = legend.and_then(|legend| set(&legend).map(|setting| (legend, setting)));
        let title_width =
            title.as_ref().map_or(0, |title| font::width_of(&title.text) * title.size);
        let (mut inner, mut below) = (width, height);
        let (mut left, mut legend_corner) = (MARGIN, (MARGIN, top));
        if let Some((_, setting)) = &set {
            if is_high {
                legend_corner = (MARGIN + width + GAP, top);
                inner = width + GAP + setting.width;
                below = height.max(setting.height);
            } else {
                legend_corner = (MARGIN, top + height + GAP);
                inner = width.max(setting.width);
                below = height + GAP + setting.height;
            }
        }
        let inner = inner.max(title_width.min(2 * LEGEND_LEAST));
        if !is_high {
            left += (inner - width) / 2;
        }
        Frame {
            width: inner + 2 * MARGIN,
            height: top + below + MARGIN,
            map: (left, top),
            map_end: (left + width, top + height),
            title,
            legend: set.map(|(legend, setting)| (legend, setting, legend_corner)),
        }
    }
}
