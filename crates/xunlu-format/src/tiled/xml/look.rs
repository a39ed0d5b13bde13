//! How tilesets, tiles and layers of TMX and TSX look.

use super::super::look::{
    ImageLook, LayerLook, TileLook, TilesetLook, anchor_named, is_other_speed, whole,
};
use super::element::Element;
use crate::scenery::rgba_of;
use xunlu_map::Point;

pub(super) fn tileset(set: Element<'_, '_>) -> TilesetLook {
    let pixels = |name| whole(set.loose(name)).unwrap_or(0);
    let offset = set.child("tileoffset");
    let off = |name| offset.and_then(|offset| offset.loose(name)).unwrap_or(0.0);
    TilesetLook {
        tile_size: (pixels("tilewidth"), pixels("tileheight")),
        margin: pixels("margin"),
        spacing: pixels("spacing"),
        columns: whole(set.loose("columns")).filter(|&columns| columns > 0),
        offset: Point::new(off("x"), off("y")),
        image: image(set),
        anchor: set.attribute("objectalignment").and_then(anchor_named),
        fills_cell: set.attribute("tilerendersize") == Some("grid"),
        keeps_shape: set.attribute("fillmode") == Some("preserve-aspect-fit"),
    }
}

pub(super) fn tile(tile: Element<'_, '_>) -> Option<TileLook> {
    let size = whole(tile.loose("width")).zip(whole(tile.loose("height")));
    let part = size.map(|(width, height)| {
        let [x, y] = ["x", "y"].map(|at| whole(tile.loose(at)).unwrap_or(0));
        [x, y, width, height]
    });
    let frame = tile.child("animation").and_then(|animation| animation.child("frame"));
    let first_frame = frame.and_then(|frame| frame.attribute("tileid")?.parse().ok());
    let look = TileLook { image: image(tile), part, first_frame };
    (look != TileLook::default()).then_some(look)
}

pub(super) fn layer(layer: Element<'_, '_>) -> LayerLook {
    let usual = LayerLook::default();
    let has_parallax = |name| layer.loose(name).is_some_and(is_other_speed);
    let is_set = |name| layer.attribute(name) == Some("1");
    LayerLook {
        is_visible: layer.attribute("visible") != Some("0"),
        opacity: layer.loose("opacity").unwrap_or(usual.opacity),
        tint: layer.attribute("tintcolor").and_then(rgba_of).unwrap_or(usual.tint),
        is_special: ["parallaxx", "parallaxy"].into_iter().any(has_parallax)
            || ["repeatx", "repeaty"].into_iter().any(is_set)
            || layer.attribute("mode").is_some_and(|mode| mode != "normal"),
        is_by_index: layer.attribute("draworder") == Some("index"),
    }
}

/// The image right inside.
pub(super) fn image(parent: Element<'_, '_>) -> Option<ImageLook> {
    let image = parent.child("image")?;
    let size = (image.loose("width"), image.loose("height"));
    ImageLook::of(image.attribute("source"), size, image.attribute("trans"))
}
