//! A Tiled map to its scenery: every tile, tile object and image, in the order in which the editor draws
//! them.

use super::fault::{Fault, Sound};
use super::geometry::sine_and_cosine;
use super::layers::own_role;
use super::look::{LayerLook, TilesetLook};
use super::lower::check_tile_size;
use super::model::{Chunk, Layer, LayerKind, Object, TiledMap};
use super::reading::Reading;
use super::sprites::{Sprites, image_of};
use super::stage::Stage;
use super::turned::{Flips, split};
use crate::error::{FormatErrorKind, WarningKind};
use crate::options::{Role, Roles};
use crate::order::{in_order, sort_by_numbers};
use crate::scenery::{Laid, Making, Rgba, Scenery, SceneryLayer, Sprite};
use xunlu_map::{Cell, Point, Quoted, Rect, Size};

/// The most pieces of one scenery, whatever the limits.
const PIECES_MAX: u64 = 1 << 24;

/// What a map looks like.
pub(super) fn of(map: &TiledMap, reading: &mut Reading<'_>) -> Sound<Scenery> {
    check_tile_size(map)?;
    let mut making = Making::default();
    let (sprites, sheets) = Sprites::of(map, &mut making, reading);
    let stage = Stage::of(map);
    let mut showing =
        Showing { map, stage, sprites, making, reading, count: 0, layers: Vec::new() };
    let whole = Inherited { offset: Point::default(), look: LayerLook::default(), role: None };
    showing.show_all(&map.layers, &whole)?;
    let Showing { making: Making { images, sprites, poses, .. }, layers, .. } = showing;
    let (area, frame) = (stage.area(tiles_of(map)), stage.frame());
    let (backdrop, values) = (map.backdrop, Vec::new());
    Ok(Scenery { area, backdrop, images, sheets, values, sprites, poses, layers, frame })
}

/// The columns and rows of a map, as far as it says or, when it is infinite, its chunks reach.
fn tiles_of(map: &TiledMap) -> Rect {
    if !map.is_infinite {
        return Rect::new(Cell::new(0, 0), Size::new(map.width, map.height));
    }
    fn chunks(layers: &[Layer], around: &mut Option<(Cell, Cell)>) {
        for layer in layers {
            match &layer.kind {
                LayerKind::Group(layers) => chunks(layers, around),
                LayerKind::Tiles(chunks) => {
                    for Chunk { rect, .. } in chunks {
                        let Some(last) = rect.max() else { continue };
                        let (least, most) = around.unwrap_or((rect.min, last));
                        let least = Cell::new(least.x.min(rect.min.x), least.y.min(rect.min.y));
                        *around = Some((least, Cell::new(most.x.max(last.x), most.y.max(last.y))));
                    }
                }
                LayerKind::Objects(_) | LayerKind::Image(_) => {}
            }
        }
    }
    let mut around = None;
    chunks(&map.layers, &mut around);
    let none = Rect::new(Cell::new(0, 0), Size::new(0, 0));
    around.map_or(none, |(least, most)| Rect::spanning(least, most))
}

/// What a layer has from its groups.
struct Inherited {
    offset: Point,
    look: LayerLook,
    role: Option<Role>,
}

/// A map whose layers are gone through.
struct Showing<'m, 'r, 'a> {
    map: &'m TiledMap,
    stage: Stage,
    sprites: Sprites<'m>,
    making: Making,
    reading: &'r mut Reading<'a>,
    /// Of all pieces so far.
    count: u64,
    layers: Vec<SceneryLayer>,
}

impl<'m> Showing<'m, '_, '_> {
    /// Goes down into groups, which the readers keep from lying too deep.
    fn show_all(&mut self, layers: &'m [Layer], above: &Inherited) -> Sound<()> {
        for layer in layers {
            let offset =
                Point::new(above.offset.x + layer.offset.x, above.offset.y + layer.offset.y);
            let look = within(&above.look, &layer.look);
            if layer.look.is_special {
                let message = "it moves at a speed of its own, repeats or blends with what is below; it \
                               is drawn in its place, once, and above what is below";
                self.warn(layer, message);
            }
            // What is wrong with a role is told by who reads the map for it.
            let role = own_role(layer).unwrap_or_default().or(above.role);
            let inherited = Inherited { offset, look, role };
            let mut shown = shown(layer, &inherited.look);
            shown.role = role.or_else(|| Roles::by_name(&layer.name));
            match &layer.kind {
                LayerKind::Group(layers) => {
                    self.show_all(layers, &inherited)?;
                    continue;
                }
                LayerKind::Tiles(chunks) => self.tiles(layer, chunks, offset, &mut shown)?,
                LayerKind::Objects(objects) => self.objects(layer, objects, offset, &mut shown)?,
                LayerKind::Image(_) => self.image(layer, offset, &mut shown)?,
            }
            self.layers.push(shown);
        }
        Ok(())
    }

    fn tiles(
        &mut self,
        layer: &Layer,
        chunks: &[Chunk],
        offset: Point,
        shown: &mut SceneryLayer,
    ) -> Sound<()> {
        let mut tiles: Vec<(Cell, u32)> = Vec::new();
        for chunk in chunks {
            let there = chunk.rect.cells().zip(&chunk.gids).filter(|(_, gid)| **gid != 0);
            tiles.extend(there.map(|(cell, gid)| (cell, *gid)));
        }
        let (stage, order) = (self.stage, self.map.render_order);
        let turn = |(cell, _): &(Cell, u32)| stage.turn(cell.x, cell.y, order);
        if !tiles.is_sorted_by_key(turn) {
            sort_by_numbers(&mut tiles, turn);
        }
        self.claim(layer, tiles.len())?;
        let mut unknown = 0_u64;
        for (cell, gid) in tiles {
            let (number, _) = split(gid);
            let Some((sprite, look)) = self.sprites.of_tile(number) else {
                unknown += 1;
                continue;
            };
            let [.., width, height] = sprite.source.map(f64::from);
            let fills = look.fills_cell;
            let size = if fills { (stage.width, stage.height) } else { (width, height) };
            let corner = stage.corner(cell.x, cell.y);
            let foot = Point::new(corner.x + offset.x, corner.y + stage.height + offset.y);
            let laid = laid(sprite, look, size, foot, Flips::of(gid), stage.is_hexagonal());
            shown.pieces.push(self.making.piece(&laid));
        }
        self.warn_of_unknown(layer, unknown);
        Ok(())
    }

    fn objects(
        &mut self,
        layer: &Layer,
        objects: &[Object],
        offset: Point,
        shown: &mut SceneryLayer,
    ) -> Sound<()> {
        let mut drawn: Vec<&Object> = objects.iter().filter(|object| object.is_visible).collect();
        if !layer.look.is_by_index {
            sort_by_numbers(&mut drawn, |object| (in_order(object.at.y), 0));
        }
        self.claim(layer, drawn.len())?;
        let mut unknown = 0_u64;
        for object in drawn {
            let Some(gid) = object.gid else { continue };
            let Some((sprite, look)) = self.sprites.of_tile(split(gid).0) else {
                unknown += 1;
                continue;
            };
            let at = self.stage.of_object(object.at);
            let at = Point::new(at.x + offset.x, at.y + offset.y);
            let [.., width, height] = sprite.source.map(f64::from);
            let or = |told: f64, own: f64| if told > 0.0 { told } else { own };
            let size = (or(object.width, width), or(object.height, height));
            let anchor = look.anchor.unwrap_or(self.stage.anchor());
            let foot = Point::new(at.x - anchor.0 * size.0, at.y + (1.0 - anchor.1) * size.1);
            let hexagonal = self.stage.is_hexagonal();
            let laid = laid(sprite, look, size, foot, Flips::of(gid), hexagonal);
            let laid = turned(laid, at, object.rotation_degrees);
            shown.pieces.push(self.making.piece(&laid));
        }
        self.warn_of_unknown(layer, unknown);
        Ok(())
    }

    fn image(&mut self, layer: &Layer, offset: Point, shown: &mut SceneryLayer) -> Sound<()> {
        let LayerKind::Image(Some(look)) = &layer.kind else { return Ok(()) };
        let image = image_of(look, None);
        let size = image.size.or_else(|| self.reading.image_size(&image.name).map(Into::into));
        let Some([width, height]) = size else {
            self.warn(layer, "how large its image is cannot be told, so that it is not drawn");
            return Ok(());
        };
        self.claim(layer, 1)?;
        let source = [0, 0, width, height];
        let sprite = Sprite { image: self.making.image(image), source, tile: None };
        let foot = Point::new(offset.x, offset.y + f64::from(height));
        let size = (f64::from(width), f64::from(height));
        let laid = laid(sprite, &TilesetLook::default(), size, foot, Flips::default(), false);
        shown.pieces.push(self.making.piece(&laid));
        Ok(())
    }

    /// Counts pieces before there are any.
    fn claim(&mut self, layer: &Layer, pieces: usize) -> Sound<()> {
        let most = self.reading.tiles_max().min(PIECES_MAX);
        self.count = self.count.saturating_add(pieces as u64);
        if self.count <= most {
            return Ok(());
        }
        let found = format!("with this layer there are {} tiles to draw", self.count);
        let part = format!("layer {}", Quoted(&layer.name));
        let fault = Fault::unexpected(layer.origin, part, found, format!("at most {most}"));
        Err(fault.of(FormatErrorKind::TooLarge, [&self.count, &most]))
    }

    fn warn_of_unknown(&mut self, layer: &Layer, unknown: u64) {
        if unknown > 0 {
            let message = format!("{unknown} of its tiles have no picture and are not drawn");
            self.warn(layer, &message);
        }
    }

    fn warn(&mut self, layer: &Layer, message: &str) {
        let kind = (WarningKind::NotShown, &[&layer.name][..]);
        self.reading.warn_of(kind, format!("layer {}", Quoted(&layer.name)), message);
    }
}

fn shown(layer: &Layer, look: &LayerLook) -> SceneryLayer {
    #[expect(clippy::cast_possible_truncation, reason = "it lies between 0 and 1")]
    let opacity = look.opacity as f32;
    SceneryLayer {
        name: layer.name.clone(),
        floor: 0,
        role: None,
        is_visible: look.is_visible,
        opacity,
        tint: look.tint,
        pieces: Vec::new(),
    }
}

/// How a layer looks within a group.
fn within(above: &LayerLook, own: &LayerLook) -> LayerLook {
    let times =
        |a: u8, b: u8| u8::try_from((u32::from(a) * u32::from(b) + 127) / 255).unwrap_or(u8::MAX);
    let tint: Rgba = std::array::from_fn(|at| times(above.tint[at], own.tint[at]));
    LayerLook {
        is_visible: above.is_visible && own.is_visible,
        opacity: above.opacity * own.opacity.clamp(0.0, 1.0),
        tint,
        ..LayerLook::default()
    }
}

/// A tile of this size with its lower left corner here, turned as its flags say: first mirrored, then
/// turned about its middle, and a quarter turn leaves its lower left corner where it was.
fn laid(
    sprite: Sprite,
    look: &TilesetLook,
    (width, height): (f64, f64),
    foot: Point,
    flips: Flips,
    is_hexagonal: bool,
) -> Laid {
    let [.., own_width, own_height] = sprite.source.map(|length| f64::from(length.max(1)));
    let mut scale = (width / own_width, height / own_height);
    if look.keeps_shape {
        let least = scale.0.min(scale.1);
        scale = (least, least);
    }
    let left = foot.x + look.offset.x * width / own_width;
    let bottom = foot.y + look.offset.y * height / own_height;
    let sign = |is_mirrored: bool| if is_mirrored { -1.0 } else { 1.0 };
    let (mirrored, degrees) = match (is_hexagonal, flips.is_swapped) {
        (true, is_turned) => {
            let sixth = if is_turned { 60.0 } else { 0.0 };
            let third = if flips.is_turned_120 { 120.0 } else { 0.0 };
            ((flips.is_mirrored_x, flips.is_mirrored_y), sixth + third)
        }
        (false, true) => ((flips.is_mirrored_y, !flips.is_mirrored_x), 90.0),
        (false, false) => ((flips.is_mirrored_x, flips.is_mirrored_y), 0.0),
    };
    let is_upended = !is_hexagonal && flips.is_swapped;
    let (across, up) = if is_upended { (height, width) } else { (width, height) };
    let middle = Point::new(left + across / 2.0, bottom - up / 2.0);
    let right = Point::new(scale.0 * sign(mirrored.0), 0.0);
    let down = Point::new(0.0, scale.1 * sign(mirrored.1));
    turned(Laid { sprite, right, down, middle }, middle, degrees)
}

/// The same, turned clockwise about a point.
fn turned(laid: Laid, about: Point, degrees: f64) -> Laid {
    if degrees == 0.0 {
        return laid;
    }
    let (sine, cosine) = sine_and_cosine(degrees);
    let turn = |Point { x, y }: Point| Point::new(x * cosine - y * sine, x * sine + y * cosine);
    let from = turn(Point::new(laid.middle.x - about.x, laid.middle.y - about.y));
    let middle = Point::new(about.x + from.x, about.y + from.y);
    Laid { right: turn(laid.right), down: turn(laid.down), middle, ..laid }
}
