//! A project to its scenery: the tiles of every level where the level lies, its background below them,
//! and entities as the tiles that stand for them.

use super::model::{Entity, Kind, Layer, Level, Tile, at_layer, at_level};
use super::placing::{Placed, floors, placed};
use super::roles::{self, role_of};
use super::values::Values;
use super::world::World;
use crate::done::ReadScenery;
use crate::error::{At, FormatError, Warning, WarningKind};
use crate::options::{Options, Roles};
use crate::scenery::{
    CellFrame, Laid, Making, Rgba, Scenery, SceneryImage, SceneryLayer, Sprite, TilePictures,
    TileSheet, rgba_of,
};
use crate::source::Source;
use crate::uses::TileUse;
use std::collections::BTreeMap;
use xunlu_map::{Cell, Point, Rect};

/// What a project looks like.
pub(crate) fn read_scenery(
    source: &Source<'_>,
    options: &Options,
) -> Result<ReadScenery, FormatError> {
    let mut warnings = Vec::new();
    let world = World::open(source, options, &mut warnings)?;
    scenery_of(&world, options, warnings)
}

/// The same of a project that was opened.
pub(super) fn scenery_of(
    world: &World,
    options: &Options,
    mut warnings: Vec<Warning>,
) -> Result<ReadScenery, FormatError> {
    roles::check_told(world, options)?;
    let cell_px = roles::cell_px(world, options)?;
    let levels = placed(world, cell_px, &mut warnings)?;
    let floors = floors(world, &levels, &options.limits)?;
    let values = Values::of(world, options, &mut warnings)?;
    let mut showing = Showing::of(world, options, warnings);
    for (number, floor) in (0..).zip(&floors) {
        for &at in &floor.levels {
            let (Some(level), Some((told, _))) = (levels.get(at), world.levels.get(at)) else {
                continue;
            };
            showing.level(level, told, (number, cell_px));
        }
    }
    let side = f64::from(cell_px);
    let bounds = floors.iter().map(|floor| floor.bounds);
    let area = bounds.reduce(around).map_or([0.0; 4], |bounds| {
        let [x, y] = [bounds.min.x, bounds.min.y].map(|at| f64::from(at) * side);
        [x, y, f64::from(bounds.size.width) * side, f64::from(bounds.size.height) * side]
    });
    let Showing { sheets, making, layers, warnings, .. } = showing;
    let Making { images, sprites, poses, .. } = making;
    let (backdrop, frame) = (backdrop_of(world), frame(side));
    let values = values.sheets;
    let scenery = Scenery { area, backdrop, images, sheets, values, sprites, poses, layers, frame };
    Ok(ReadScenery { scenery, warnings })
}

/// A project whose levels are gone through.
struct Showing<'w> {
    roles: &'w Roles,
    /// The number of each set of tiles among the sheets, by the project's own.
    numbers: BTreeMap<i64, u32>,
    sheets: Vec<TileSheet>,
    making: Making,
    layers: Vec<SceneryLayer>,
    warnings: Vec<Warning>,
}

impl<'w> Showing<'w> {
    fn of(world: &World, options: &'w Options, mut warnings: Vec<Warning>) -> Showing<'w> {
        let (mut making, mut numbers, mut sheets) =
            (Making::default(), BTreeMap::new(), Vec::new());
        for set in &world.tilesets {
            let Some(name) = &set.rel_path else {
                // The editor's own icons are in no file.
                continue;
            };
            let size = (set.px_wid > 0 && set.px_hei > 0).then_some([set.px_wid, set.px_hei]);
            let image = SceneryImage { name: name.replace('\\', "/"), size, clear: None };
            let pictures = TilePictures::Grid {
                image: making.image(image),
                margin: set.padding,
                spacing: set.spacing,
                columns: set.columns,
            };
            numbers.insert(set.uid, u32::try_from(sheets.len()).unwrap_or(u32::MAX));
            let uses = world.tiles_of(set.uid);
            sheets.push(TileSheet {
                name: set.identifier.clone(),
                file: None,
                first: u32::try_from(set.uid).unwrap_or(0),
                tile_size: [set.tile_grid_size; 2],
                offset: [0.0; 2],
                pictures,
                usual: TileUse::Open,
                uses: uses
                    .into_iter()
                    .flatten()
                    .map(|(tile, says)| (*tile, says.tile_use()))
                    .collect(),
            });
        }
        warnings.extend(world.tilesets.is_empty().then(|| {
            let message = "it has no set of tiles, so that nothing of it is drawn";
            Warning::new(At::File, message).of::<&str>(WarningKind::NotShown, &[])
        }));
        let (roles, layers) = (&options.roles, Vec::new());
        Showing { roles, numbers, sheets, making, layers, warnings }
    }

    fn level(&mut self, level: &Placed<'_>, told: &Level, (floor, cell_px): (u32, u32)) {
        let side = f64::from(cell_px);
        let corner =
            Point::new(f64::from(level.rect.min.x) * side, f64::from(level.rect.min.y) * side);
        self.background(told, corner, floor);
        for layer in level.layers.iter().rev() {
            let at = Point::new(
                corner.x + f64::from(layer.offset_x_px),
                corner.y + f64::from(layer.offset_y_px),
            );
            let mut pieces = Vec::new();
            let mut unknown = 0_u64;
            let mut show = |laid: Option<Laid>, making: &mut Making| match laid {
                Some(laid) => pieces.push(making.piece(&laid)),
                None => unknown += 1,
            };
            match layer.kind {
                Kind::Entities => {
                    for entity in layer.entity_instances.iter().filter(|it| it.tile.is_some()) {
                        show(self.entity(entity, at), &mut self.making);
                    }
                }
                Kind::IntGrid | Kind::Tiles | Kind::AutoLayer | Kind::Other => {
                    for tile in layer.auto_layer_tiles.iter().chain(&layer.grid_tiles) {
                        show(self.tile(tile, layer, at), &mut self.making);
                    }
                }
            }
            if unknown > 0 {
                let message = format!("{unknown} of its tiles have no picture and are not drawn");
                let warning = Warning::new(at_layer(level.name, &layer.identifier), message);
                self.warnings.push(warning.of(WarningKind::NotShown, &[&layer.identifier]));
            }
            let shown = (&*layer.identifier, floor, layer.is_visible(), layer.opacity());
            let role = role_of(layer, self.roles);
            let shown = self.layer_of(shown);
            shown.role = role;
            shown.pieces.append(&mut pieces);
        }
    }

    /// The image behind a level.
    fn background(&mut self, told: &Level, corner: Point, floor: u32) {
        let (Some(name), Some(place)) = (&told.bg_rel_path, &told.bg_pos) else { return };
        let image = SceneryImage { name: name.replace('\\', "/"), size: None, clear: None };
        let source = place.crop_rect.map(whole);
        if source.contains(&None) {
            let warning = Warning::new(at_level(&told.identifier), "its background is not drawn");
            self.warnings.push(warning.of(WarningKind::NotShown, &[&told.identifier]));
            return;
        }
        let source = source.map(Option::unwrap_or_default);
        let sprite = Sprite { image: self.making.image(image), source, tile: None };
        let [.., width, height] = source.map(f64::from);
        let ([across, down], [left, top]) = (place.scale, place.top_left_px);
        let laid = Laid {
            sprite,
            right: Point::new(across, 0.0),
            down: Point::new(0.0, down),
            middle: Point::new(
                corner.x + left + width * across / 2.0,
                corner.y + top + height * down / 2.0,
            ),
        };
        let piece = self.making.piece(&laid);
        self.layer_of(("background", floor, true, 1.0)).pieces.push(piece);
    }

    /// A tile of a layer. Returns `None` if there is no picture of it.
    fn tile(&self, tile: &Tile, layer: &Layer, at: Point) -> Option<Laid> {
        let (sheet, side) = self.sheet(layer.tileset()?)?;
        let [x, y] = tile.src.map(|at| u32::try_from(at).ok());
        let source = [x?, y?, side, side];
        let sprite = self.sprite(sheet, source, Some((sheet, tile.tile)))?;
        let half = f64::from(side) / 2.0;
        let sign = |bit: u8| if tile.flips & bit == 0 { 1.0 } else { -1.0 };
        Some(Laid {
            sprite,
            right: Point::new(sign(1), 0.0),
            down: Point::new(0.0, sign(2)),
            middle: Point::new(
                at.x + f64::from(tile.px[0]) + half,
                at.y + f64::from(tile.px[1]) + half,
            ),
        })
    }

    /// The tile that stands for an entity, as large as fits into it.
    fn entity(&self, entity: &Entity, at: Point) -> Option<Laid> {
        let tile = entity.tile.as_ref()?;
        let (sheet, _) = self.sheet(tile.tileset_uid)?;
        let sprite = self.sprite(sheet, [tile.x, tile.y, tile.w, tile.h], None)?;
        let (width, height) = (f64::from(entity.width), f64::from(entity.height));
        let fits = (width / f64::from(tile.w.max(1))).min(height / f64::from(tile.h.max(1)));
        let middle = Point::new(
            at.x + f64::from(entity.px[0]) + (0.5 - entity.pivot[0]) * width,
            at.y + f64::from(entity.px[1]) + (0.5 - entity.pivot[1]) * height,
        );
        Some(Laid { sprite, right: Point::new(fits, 0.0), down: Point::new(0.0, fits), middle })
    }

    /// A set by the project's number, and how large its tiles are.
    fn sheet(&self, uid: i64) -> Option<(u32, u32)> {
        let number = *self.numbers.get(&uid)?;
        Some((number, self.sheets.get(number as usize)?.tile_size[0]))
    }

    fn sprite(&self, sheet: u32, source: [u32; 4], tile: Option<(u32, u32)>) -> Option<Sprite> {
        let TilePictures::Grid { image, .. } = self.sheets.get(sheet as usize)?.pictures else {
            return None;
        };
        Some(Sprite { image, source, tile })
    }

    /// The layer of this name: levels of one floor share theirs.
    fn layer_of(&mut self, shown: (&str, u32, bool, f32)) -> &mut SceneryLayer {
        let (name, floor, is_visible, opacity) = shown;
        let is_it = |layer: &SceneryLayer| {
            let same = layer.name == name && layer.floor == floor;
            same && layer.is_visible == is_visible && layer.opacity.to_bits() == opacity.to_bits()
        };
        let number = self.layers.iter().position(is_it).unwrap_or_else(|| {
            let (name, tint, pieces) = (name.to_owned(), [u8::MAX; 4], Vec::new());
            let role = None;
            self.layers.push(SceneryLayer { name, floor, role, is_visible, opacity, tint, pieces });
            self.layers.len() - 1
        });
        &mut self.layers[number]
    }
}

/// The colour behind all levels, if it is the same everywhere.
fn backdrop_of(world: &World) -> Option<Rgba> {
    let mut colours = world.levels.iter().map(|(level, _)| level.bg_color.as_deref());
    let first = colours.next()??;
    colours.all(|colour| colour == Some(first)).then(|| rgba_of(first)).flatten()
}

/// Squares of so many pixels.
fn frame(side: f64) -> CellFrame {
    let half = side / 2.0;
    CellFrame {
        origin: [half, half],
        along_x: [side, 0.0],
        along_y: [0.0, side],
        shove: None,
        corners: vec![[-half, -half], [half, -half], [half, half], [-half, half]],
    }
}

fn around(a: Rect, b: Rect) -> Rect {
    let (Some(a_last), Some(b_last)) = (a.max(), b.max()) else { return a };
    let least = Cell::new(a.min.x.min(b.min.x), a.min.y.min(b.min.y));
    Rect::spanning(least, Cell::new(a_last.x.max(b_last.x), a_last.y.max(b_last.y)))
}

/// A number of pixels of an image.
fn whole(number: f64) -> Option<u32> {
    #[expect(clippy::cast_possible_truncation, reason = "it is held between bounds")]
    #[expect(clippy::cast_sign_loss, reason = "and is not below 0")]
    (0.0..=65_535.0).contains(&number).then_some(number.round() as u32)
}
