//! A Tiled map to a document: which cells there are, and what tiles, shapes and lines make of them.

use super::canvas::{Canvas, Stamp};
use super::classes::Classes;
use super::fault::{Fault, Sound};
use super::geometry::Geometry;
use super::layers::{Flat, flattened};
use super::model::{LayerKind, Orientation, TiledMap};
use super::placed::{Extent, Placed, extent, placed};
use super::reading::Reading;
use super::thing::{Found, Thing, things};
use super::tilesets::Tilesets;
use super::turned::{Compass, arrangement, split};
use super::{road_map, thing};
use crate::document::{Content, Document, Look};
use crate::error::{FormatErrorKind, WarningKind};
use crate::options::{Options, Role};
use std::collections::BTreeMap;
use xunlu_map::{Grid, Ground, HexGrid, Link, Quoted, Terrain, Weight};

/// The document that a map tells.
pub(super) fn document(
    map: &TiledMap,
    options: &Options,
    reading: &mut Reading<'_>,
) -> Sound<Document> {
    check_tile_size(map)?;
    let flat = flattened(&map.layers, &options.roles, map.orientation)?;
    for layer in flat.iter().filter(|flat| matches!(flat.layer.kind, LayerKind::Image(_))) {
        if layer.role.is_some_and(|role| role != Role::Ignore) {
            reading.warn(layer.part(), "an image has no tiles, so that its role says nothing");
        }
    }
    if !flat.iter().any(|flat| matches!(flat.layer.kind, LayerKind::Tiles(_))) {
        return road_map::document(map, &flat, reading);
    }
    let tilesets = Tilesets::of(map)?;
    let things = things(&flat, &tilesets, map.orientation)?;
    let is_silent = is_silent(&flat, &tilesets, &things);
    let has_ground = flat.iter().any(Flat::is_of_ground);
    if is_silent && !has_ground {
        warn_of_silence(&flat, reading);
    } else {
        warn_of_names(&flat, reading);
    }

    let mut classes = Classes::default();
    tilesets.keep(&mut classes)?;
    for flat in flat.iter().filter(|flat| flat.is_read()) {
        classes.keep(&flat.traits, flat.layer.origin, &flat.part())?;
    }
    for thing in &things {
        thing.keep(&mut classes)?;
    }
    tilesets.number(&mut classes)?;

    let geometry = Geometry::of(map);
    let placed = placed(&flat, geometry, reading);
    let extent = extent(map, &placed, geometry, reading)?;
    let mut canvas = canvas(map, &flat, extent, geometry)?;
    for layer in &placed {
        lay(layer, &tilesets, &mut classes, &mut canvas, (map, reading))?;
    }
    let found = thing::found(&things, geometry, extent, (&mut classes, &mut canvas), reading)?;
    let refused = |error| Fault::refused(map.origin, "", &error);
    let ground = canvas.into_ground().map_err(refused)?;
    // Where ground is drawn, it may well end somewhere, and that says enough.
    if is_silent && has_ground && is_all_open(&ground) {
        warn_of_silence(&flat, reading);
    }
    let (terrains, tags) = classes.into_named();
    let Found { places, regions, links } = found;
    let content = content(map, ground, links)?;
    let look = match map.orientation {
        Orientation::Orthogonal | Orientation::Hexagonal(_) => Look::Flat,
        Orientation::Isometric | Orientation::Staggered(_) => Look::Isometric,
    };
    Ok(Document { content, look, places, regions, terrains, tags })
}

pub(super) fn check_tile_size(map: &TiledMap) -> Sound<()> {
    // Beyond a million pixels lie numbers that only break the arithmetic.
    let is_sound = |pixels: f64| (1.0..=1e6).contains(&pixels);
    let is_hex_sound = (0.0..=1e6).contains(&map.hex_side);
    if is_sound(map.tile_width) && is_sound(map.tile_height) && is_hex_sound {
        return Ok(());
    }
    let TiledMap { tile_width, tile_height, hex_side, .. } = map;
    let found = format!("tiles are {tile_width}x{tile_height} pixels, sides of hexes {hex_side}");
    let fault = Fault::unexpected(map.origin, "", found, "tiles of 1 to 1000000 pixels");
    let size = format_args!("{tile_width}x{tile_height}, {hex_side}");
    Err(fault.of(FormatErrorKind::TileSize, [&size]))
}

/// Whether no layer, tile or shape says anything of the ground but that it is there.
fn is_silent(flat: &[Flat<'_>], tilesets: &Tilesets<'_>, things: &[Thing<'_>]) -> bool {
    let is_silent =
        |flat: &Flat<'_>| (flat.role.is_none() || flat.is_of_ground()) && flat.traits.are_silent();
    flat.iter().all(is_silent) && things.iter().all(Thing::is_silent) && tilesets.is_silent()
}

fn is_all_open(ground: &Ground) -> bool {
    ground.count(Terrain::WALL) + ground.count(Terrain::VOID) == 0
}

/// Such a map is read as open ground, which is hardly what was meant.
fn warn_of_silence(flat: &[Flat<'_>], reading: &mut Reading<'_>) {
    const NAMED_MAX: usize = 8;
    let tiles = flat.iter().filter(|flat| matches!(flat.layer.kind, LayerKind::Tiles(_)));
    let names: Vec<&str> = tiles.clone().take(NAMED_MAX).map(|flat| &*flat.layer.name).collect();
    let more = if tiles.count() > NAMED_MAX { " and others" } else { "" };
    let quoted: Vec<String> = names.iter().map(|name| Quoted(name).to_string()).collect();
    let quoted = quoted.join(", ");
    let message = format!(
        "no layer or tile says what is closed, so every tile is taken as walkable; to say it, name a \
         layer walls, give tiles the bool property walkable, or tell a layer's role as in --role \
         NAME=wall; the layers of tiles are {quoted}{more}"
    );
    reading.warn_of((WarningKind::NoWalls, &names), "", message);
}

/// A layer that sounds like walls and has no role is hardly meant to be walked on.
fn warn_of_names(flat: &[Flat<'_>], reading: &mut Reading<'_>) {
    for flat in flat.iter().filter(|flat| flat.sounds_like_walls()) {
        let name = Quoted(&flat.layer.name);
        let message = format!(
            "its name says nothing by itself, so its tiles do not block; if they are to, call it \
             walls, or tell its role as in --role {name}=wall"
        );
        let kind = (WarningKind::LayerUnnamed, &[&flat.layer.name][..]);
        reading.warn_of(kind, flat.part(), message);
    }
}

/// The empty cells of the map.
fn canvas(map: &TiledMap, flat: &[Flat<'_>], extent: Extent, geometry: Geometry) -> Sound<Canvas> {
    let needs_ground = flat.iter().any(Flat::is_of_ground);
    let is_staggered = matches!(map.orientation, Orientation::Staggered(_));
    let mut canvas = Canvas::new(extent.bounds, needs_ground, !is_staggered)
        .map_err(|error| Fault::refused(map.origin, "", &error))?;
    if is_staggered {
        for tile in extent.tiles.cells() {
            canvas.admit(geometry.cell_of(tile.x, tile.y));
        }
    }
    Ok(canvas)
}

/// Lays the tiles of one layer.
fn lay(
    layer: &Placed<'_, '_>,
    tilesets: &Tilesets<'_>,
    classes: &mut Classes,
    canvas: &mut Canvas,
    (map, reading): (&TiledMap, &mut Reading<'_>),
) -> Sound<()> {
    let mut stamps: BTreeMap<u32, Stamp> = BTreeMap::new();
    stamps.extend(layer.tiles().map(|(_, gid)| (gid, Stamp::default())));
    let (origin, part) = (layer.flat.layer.origin, layer.flat.part());
    for (&gid, stamp) in &mut stamps {
        // Where a tile lies is looked for only when it is wrong.
        let number = split(gid).0;
        let tile = tilesets.tile(number, origin, &part);
        let (tile, id) = tile.or_else(|_| tilesets.tile(number, origin, &layer.part_of(gid)))?;
        let mut traits = tile.or(&layer.flat.traits);
        if layer.flat.role == Some(Role::Cost) && traits.cost.is_none() {
            traits.cost = Some(Weight::times(id.saturating_add(1)));
        }
        *stamp = classes.stamp(&traits, origin, &part)?;
        let compass = Compass::of(map.orientation);
        stamp.exits = stamp.exits.map(|exits| compass.turned(exits, split(gid).1));
        stamp.is_wall = layer.flat.role == Some(Role::Wall);
        stamp.is_ground = layer.flat.role == Some(Role::Ground);
    }
    let geometry = Geometry::of(map);
    // Neighbours are mostly alike.
    let mut last = (0, Stamp::default());
    let mut outside = 0_u64;
    for ((column, row), gid) in layer.tiles() {
        if gid != last.0 {
            last = (gid, stamps.get(&gid).copied().unwrap_or_default());
        }
        outside += u64::from(!canvas.lay(geometry.cell_of(column, row), &last.1));
    }
    if outside > 0 {
        let message = format!("{outside} of its tiles lie outside the map and are left out");
        reading.warn_of((WarningKind::TilesOutside, &[outside]), part, message);
    }
    Ok(())
}

fn content(map: &TiledMap, ground: Ground, links: Vec<Link<xunlu_map::Cell>>) -> Sound<Content> {
    let refused = |error| Fault::refused(map.origin, "", &error);
    if let Orientation::Hexagonal(stagger) = map.orientation {
        let arrangement = arrangement(stagger);
        let mut grid = HexGrid::of(arrangement, ground);
        for link in links {
            let Link { from, to, weight, is_two_way, tags, door } = link;
            let (from, to) = (arrangement.hex_of(from), arrangement.hex_of(to));
            let link = Link { from, to, weight, is_two_way, tags, door };
            grid.add_link_as_read(link).map_err(refused)?;
        }
        return Ok(grid.as_read().into());
    }
    let mut grid = Grid::of(ground);
    for link in links {
        grid.add_link_as_read(link).map_err(refused)?;
    }
    Ok(grid.as_read().into())
}
