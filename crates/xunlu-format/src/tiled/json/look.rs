//! How tilesets, tiles and layers of Tiled's JSON look.

use super::super::look::{
    ImageLook, LayerLook, TileLook, TilesetLook, anchor_named, is_other_speed, whole,
};
use super::shape::{LayerShape, TileShape, TilesetShape};
use crate::scenery::rgba_of;
use serde_json::Value;
use xunlu_map::Point;

pub(super) fn tileset(set: &TilesetShape) -> TilesetLook {
    let pixels = |value: &Value| whole(value.as_f64()).unwrap_or(0);
    let off = |name: &str| set.tile_offset.get(name).and_then(Value::as_f64).unwrap_or(0.0);
    TilesetLook {
        tile_size: (pixels(&set.tile_width), pixels(&set.tile_height)),
        margin: pixels(&set.margin),
        spacing: pixels(&set.spacing),
        columns: whole(set.columns.as_f64()).filter(|&columns| columns > 0),
        offset: Point::new(off("x"), off("y")),
        image: image(&set.image, [&set.image_width, &set.image_height], &set.transparent_color),
        anchor: set.object_alignment.as_str().and_then(anchor_named),
        fills_cell: set.tile_render_size == "grid",
        keeps_shape: set.fill_mode == "preserve-aspect-fit",
    }
}

pub(super) fn tile(tile: &TileShape) -> Option<TileLook> {
    let image =
        image(&tile.image, [&tile.image_width, &tile.image_height], &tile.transparent_color);
    let size = whole(tile.width.as_f64()).zip(whole(tile.height.as_f64()));
    let part = size.map(|(width, height)| {
        let [x, y] = [&tile.x, &tile.y].map(|at| whole(at.as_f64()).unwrap_or(0));
        [x, y, width, height]
    });
    let first = tile.animation.get(0).and_then(|frame| frame.get("tileid"));
    let first_frame = first.and_then(Value::as_u64).and_then(|id| u32::try_from(id).ok());
    let look = TileLook { image, part, first_frame };
    (look != TileLook::default()).then_some(look)
}

pub(super) fn layer(layer: &LayerShape) -> LayerLook {
    let usual = LayerLook::default();
    let has_parallax = |along: &Value| along.as_f64().is_some_and(is_other_speed);
    let is_set = |value: &Value| *value == true;
    LayerLook {
        is_visible: layer.visible != false,
        opacity: layer.opacity.as_f64().unwrap_or(usual.opacity),
        tint: layer.tint_color.as_str().and_then(rgba_of).unwrap_or(usual.tint),
        is_special: has_parallax(&layer.parallax_x)
            || has_parallax(&layer.parallax_y)
            || is_set(&layer.repeat_x)
            || is_set(&layer.repeat_y)
            || layer.mode.as_str().is_some_and(|mode| mode != "normal"),
        is_by_index: layer.draw_order == "index",
    }
}

pub(super) fn image_of_layer(layer: &LayerShape) -> Option<ImageLook> {
    image(&layer.image, [&layer.image_width, &layer.image_height], &layer.transparent_color)
}

fn image(source: &Value, [width, height]: [&Value; 2], clear: &Value) -> Option<ImageLook> {
    ImageLook::of(source.as_str(), (width.as_f64(), height.as_f64()), clear.as_str())
}
