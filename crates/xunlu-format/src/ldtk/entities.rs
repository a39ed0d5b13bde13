//! What entities say: named places, regions, and links between those that refer to each other.

use super::drawing::cells_of;
use super::model::{Entity, Field, Kind, Layer, at_layer};
use super::placing::{Floor, Placed};
use super::roles::role_of;
use crate::document::{NamedPlace, NamedRegion};
use crate::error::Warning;
use crate::options::{Options, Role};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use xunlu_map::{Cell, LayerCell, Link, Place, Quoted};

/// What was found, in the order of the file.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) places: Vec<NamedPlace>,
    pub(super) regions: Vec<NamedRegion>,
    /// On a map of one floor, all on layer 0.
    pub(super) links: Vec<Link<LayerCell>>,
}

/// An entity that lies on the map.
#[derive(Debug)]
struct Standing<'a> {
    level: &'a Placed<'a>,
    layer: &'a Layer,
    entity: &'a Entity,
    layer_cell: LayerCell,
}

/// What the entities of all levels say. What lies outside the map is left out with a warning.
pub(super) fn found(
    levels: &[Placed<'_>],
    floors: &[Floor],
    cell_px: u32,
    options: &Options,
    warnings: &mut Vec<Warning>,
) -> Found {
    let mut found = Found::default();
    let mut standing = Vec::new();
    for level in levels {
        // Floors are in the order of their depths.
        let Ok(index) = floors.binary_search_by_key(&level.depth, |floor| floor.depth) else {
            continue;
        };
        let (Some(floor), Ok(number)) = (floors.get(index), u32::try_from(index)) else { continue };
        let layers = level.layers.iter().filter(|layer| layer.kind == Kind::Entities);
        for layer in layers.filter(|layer| role_of(layer, &options.roles) != Some(Role::Ignore)) {
            for entity in &layer.entity_instances {
                let cell = cell_of(entity, layer, level, cell_px);
                let Some(cell) = cell.filter(|&cell| floor.bounds.contains(cell)) else {
                    let message = format!("{} lies outside; left out", Quoted(&entity.identifier));
                    warnings.push(Warning::new(at_layer(level.name, &layer.identifier), message));
                    continue;
                };
                let layer_cell = LayerCell::new(number, cell);
                let has_floors = floors.len() > 1;
                let place =
                    if has_floors { Place::LayerCell(layer_cell) } else { Place::Cell(cell) };
                found.places.push(NamedPlace { name: name_of(entity), place });
                let covered = cells_of(entity, layer, level.rect, cell_px).within(floor.bounds);
                let is_large = entity.width > cell_px || entity.height > cell_px;
                if let Some(rect) = covered.filter(|_| is_large) {
                    let (name, parts) = (name_of(entity), vec![rect]);
                    found.regions.push(NamedRegion { name, layer: number, parts });
                }
                standing.push(Standing { level, layer, entity, layer_cell });
            }
        }
    }
    found.links = links(&standing, warnings);
    found
}

/// The cell of an entity's pivot.
fn cell_of(entity: &Entity, layer: &Layer, level: &Placed<'_>, cell_px: u32) -> Option<Cell> {
    let side = i64::from(cell_px.max(1));
    let axis = |px: i32, pivot: f64, offset: i32, least: i32| {
        // A pivot at the far edge lies on the first pixel of the next cell; the entity does not.
        let px = i64::from(px) + i64::from(offset) - i64::from(pivot >= 1.0);
        i32::try_from(px.div_euclid(side) + i64::from(least)).ok()
    };
    let min = level.rect.min;
    let x = axis(entity.px[0], entity.pivot[0], layer.offset_x_px, min.x)?;
    let y = axis(entity.px[1], entity.pivot[1], layer.offset_y_px, min.y)?;
    Some(Cell::new(x, y))
}

/// What its text field `name` says, or what kind of entity it is.
fn name_of(entity: &Entity) -> String {
    let is_name = |field: &&Field| field.identifier.eq_ignore_ascii_case("name");
    let told = entity.field_instances.iter().filter(is_name).find_map(|field| field.value.as_str());
    told.filter(|name| !name.is_empty()).unwrap_or(&entity.identifier).to_owned()
}

/// Links between entities of one kind that refer to each other, each pair once.
fn links(standing: &[Standing<'_>], warnings: &mut Vec<Warning>) -> Vec<Link<LayerCell>> {
    let mut by_iid = BTreeMap::new();
    for (number, one) in standing.iter().enumerate().filter(|(_, one)| !one.entity.iid.is_empty()) {
        by_iid.entry(one.entity.iid.as_str()).or_insert(number);
    }
    let mut ordered = Vec::new();
    for (number, one) in standing.iter().enumerate() {
        for iid in one.entity.field_instances.iter().flat_map(references) {
            match by_iid.get(iid).and_then(|&to| standing.get(to).map(|other| (to, other))) {
                Some((to, other)) => {
                    let is_link = other.entity.identifier == one.entity.identifier && to != number;
                    ordered.extend(is_link.then_some((number, to)));
                }
                None => {
                    let at = at_layer(one.level.name, &one.layer.identifier);
                    let name = Quoted(&one.entity.identifier);
                    let message =
                        format!("{name} refers to {}, which is not on the map", Quoted(iid));
                    warnings.push(Warning::new(at, message));
                }
            }
        }
    }
    let all: BTreeSet<(usize, usize)> = ordered.iter().copied().collect();
    let mut done = BTreeSet::new();
    let mut links = Vec::new();
    for (from, to) in ordered {
        if !done.insert((from, to)) || done.contains(&(to, from)) {
            continue;
        }
        if let (Some(one), Some(other)) = (standing.get(from), standing.get(to)) {
            let link = if all.contains(&(to, from)) { Link::two_way } else { Link::one_way };
            links.push(link(one.layer_cell, other.layer_cell));
        }
    }
    links
}

/// The entities that a field refers to: one, or a list of them.
fn references(field: &Field) -> Vec<&str> {
    if !field.kind.contains("EntityRef") {
        return Vec::new();
    }
    let list = match &field.value {
        Value::Array(list) => list.as_slice(),
        one => std::slice::from_ref(one),
    };
    list.iter().filter_map(|one| one.get("entityIid")?.as_str()).collect()
}
