//! The tiles of a game below a search that lets them through.

use crate::artwork::Artwork;
use crate::colour::Paint;
use crate::framed;
use crate::painting::{Part, painted};
use crate::position::Position;
use crate::scene::{Image, Shape};
use crate::sheet::Sheet;
use crate::tint::{Tint, Tints};
use crate::view::View;
use std::collections::BTreeMap;

/// How much a search hides of the tiles: more where figures have to be read on it.
const ALPHA: u8 = 128;
const ALPHA_BELOW_FIGURES: u8 = 190;

/// The tiles of every sheet, and over them what a search saw.
pub(crate) fn shapes(
    view: &View<'_>,
    artwork: &Artwork,
    tints: &[Tints],
    has_figures: bool,
) -> Vec<Shape> {
    let mut shapes = vec![Shape::Part("tiles")];
    shapes.extend(view.sheets().iter().filter_map(|sheet| image(view, artwork, sheet)));
    shapes.push(Shape::Part("search"));
    let alpha = if has_figures { ALPHA_BELOW_FIGURES } else { ALPHA };
    for (sheet, tints) in view.sheets().iter().zip(tints) {
        let corners = sheet.corners();
        let mut outlines: BTreeMap<Tint, Vec<Vec<Position>>> = BTreeMap::new();
        for cell in sheet.shown.cells() {
            let tint = tints.of(sheet, cell);
            if tint != Tint::NONE {
                let centre = sheet.centre(cell);
                let outline = corners.iter().map(|corner| centre.plus(corner.x, corner.y));
                outlines.entry(tint).or_default().push(outline.collect());
            }
        }
        shapes.extend(outlines.into_iter().map(|(tint, outlines)| {
            let fill = Paint::faint(tint.colour(&view.palette), alpha);
            Shape::Polygons { outlines, fill }
        }));
    }
    shapes
}

fn image(view: &View<'_>, artwork: &Artwork, sheet: &Sheet<'_>) -> Option<Shape> {
    let frame = sheet.frame?;
    let [left, top, ..] = framed::around(frame, sheet);
    let (width, height) = sheet.extent(sheet.pitch);
    let width = u32::try_from(width).ok()?;
    let part = Part {
        floor: sheet.layer,
        left,
        top,
        scale: framed::scale(frame, sheet.tiling, sheet.pitch),
        width,
        height: u32::try_from(height).ok()?,
    };
    let pixels = painted(artwork, part, view.palette.paper);
    Some(Shape::Image(Image { left: sheet.left, top: sheet.top, width, pixels }))
}
