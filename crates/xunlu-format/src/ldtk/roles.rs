//! What layers are for, and how large a cell is that they make.

use super::model::{Kind, Layer, at_layer};
use super::world::World;
use crate::error::{At, FormatError, FormatErrorKind, Warning, WarningKind};
use crate::options::{Options, Role, Roles};
use std::collections::BTreeMap;
use xunlu_map::Quoted;

/// How many layers an error lists.
const LISTED_MAX: usize = 32;

/// What a layer is for; its name counts for an IntGrid alone, as tiles that are called walls are
/// mostly what walls look like.
pub(super) fn role_of(layer: &Layer, roles: &Roles) -> Option<Role> {
    let named = || Roles::by_name(&layer.identifier).filter(|_| layer.kind == Kind::IntGrid);
    roles.told_of(&layer.identifier).or(layer.role).or_else(named)
}

/// Whether a layer draws ground.
pub(super) fn draws(layer: &Layer, roles: &Roles) -> bool {
    match role_of(layer, roles) {
        Some(Role::Ignore) => false,
        Some(Role::Wall | Role::Ground | Role::Cost) => layer.kind != Kind::Other,
        None => layer.kind == Kind::IntGrid,
    }
}

/// Checks that every layer that the options tell of is there.
///
/// # Errors
/// The first that is not, with those that are.
pub(super) fn check_told(world: &World, options: &Options) -> Result<(), FormatError> {
    let there = names(world);
    for (told, _) in options.roles.iter() {
        if !there.contains_key(told) {
            let found = format!("there is no layer {}", Quoted(told));
            let error = world.unexpected(At::File, found, one_of(&there));
            return Err(error.of(FormatErrorKind::NoLayer, [&Quoted(told)]));
        }
    }
    Ok(())
}

/// The side of a cell: the finest grid of all layers that draw.
///
/// # Errors
/// When there is no such layer, when a layer's grid is no multiple of the finest or not shifted by
/// whole cells, and when a layer without values is to say what cells cost.
pub(super) fn cell_px(world: &World, options: &Options) -> Result<u32, FormatError> {
    let layers = || {
        let all = world.levels.iter().flat_map(|(level, layers)| {
            layers.iter().map(|layer| (level.identifier.as_str(), layer))
        });
        all.filter(|(_, layer)| draws(layer, &options.roles))
    };
    let drawn = layers().map(|(_, layer)| layer.grid_px).min();
    let Some(finest) = drawn.or_else(|| finest_of_tiles(world, options)) else {
        let found = "there is no layer of values or tiles to read";
        let expected = format!("one, or a role for {}", one_of(&names(world)));
        let error = world.unexpected(At::File, found, expected);
        return Err(error.of(FormatErrorKind::NoMap, []));
    };
    for (level, layer) in layers() {
        let at = || at_layer(level, &layer.identifier);
        if layer.grid_px.checked_rem(finest) != Some(0) {
            let found = format!("its grid is of {} px", layer.grid_px);
            let expected = format!("a multiple of {}, the finest grid", finest.max(1));
            let error = world.unexpected(at(), found, expected);
            return Err(error.of(FormatErrorKind::OffGrid, [&layer.grid_px, &finest.max(1)]));
        }
        let offset = (layer.offset_x_px, layer.offset_y_px);
        let is_whole = |px: i32| i64::from(px) % i64::from(finest) == 0;
        if layer.kind == Kind::IntGrid && !(is_whole(offset.0) && is_whole(offset.1)) {
            let found = format!("it is shifted by {},{} px", offset.0, offset.1);
            let expected = format!("multiples of {finest}, the side of a cell");
            let error = world.unexpected(at(), found, expected);
            let shift = format_args!("{},{}", offset.0, offset.1);
            return Err(error.of(FormatErrorKind::OffGrid, [&shift, &finest]));
        }
        if layer.kind != Kind::IntGrid && role_of(layer, &options.roles) == Some(Role::Cost) {
            let found = "the layer has no values that could be costs";
            let error = world.unexpected(at(), found, "the role wall, ground or ignore for it");
            return Err(error.of(FormatErrorKind::NoCosts, []));
        }
    }
    Ok(finest)
}

/// The finest grid of layers of tiles that nobody said are for nothing.
fn finest_of_tiles(world: &World, options: &Options) -> Option<u32> {
    let layers = world.levels.iter().flat_map(|(_, layers)| layers);
    let read = layers.filter(|layer| role_of(layer, &options.roles) != Some(Role::Ignore));
    read.filter(|layer| layer.kind.is_of_tiles())
        .map(|layer| layer.grid_px)
        .filter(|px| *px > 0)
        .min()
}

/// That nothing says what is closed, if nothing does.
pub(super) fn silence(world: &World, options: &Options) -> Option<Warning> {
    let mut layers = world.levels.iter().flat_map(|(_, layers)| layers);
    let says = |layer: &Layer| draws(layer, &options.roles);
    if layers.any(says) || world.tiles.iter().any(|(_, tiles)| !tiles.is_empty()) {
        return None;
    }
    let names: Vec<&str> = names(world).into_values().take(LISTED_MAX).collect();
    let message = format!(
        "no layer, value or tile says what is closed, so that all is open; to say it, draw an IntGrid, \
         give tiles custom data such as {{\"walkable\": false}}, or tell a layer's role as in --role \
         NAME=wall; the layers are {}",
        names.iter().map(|name| Quoted(name).to_string()).collect::<Vec<_>>().join(", ")
    );
    Some(Warning::new(At::File, message).of(WarningKind::NoWalls, &names))
}

/// The names of all layers, by their lower case.
fn names(world: &World) -> BTreeMap<String, &str> {
    let defined = world.layers.iter().map(|layer| layer.identifier.as_str());
    let layers = world.levels.iter().flat_map(|(_, layers)| layers);
    let used = layers.map(|layer| layer.identifier.as_str());
    defined.chain(used).map(|name| (name.to_ascii_lowercase(), name)).collect()
}

fn one_of(names: &BTreeMap<String, &str>) -> String {
    if names.is_empty() {
        return "one of its layers, of which there are none".to_owned();
    }
    let listed: Vec<String> =
        names.values().take(LISTED_MAX).map(|name| Quoted(name).to_string()).collect();
    let more = names.len() - listed.len();
    let end = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("one of {}{end}", listed.join(", "))
}
