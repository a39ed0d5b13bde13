//! The layers of a map out of their groups, each with what it is for.

use super::fault::{Fault, Origin, Sound};
use super::model::{Layer, LayerKind, Orientation, Value};
use super::traits::Traits;
use crate::options::{Role, Roles};
use xunlu::Point;

/// A layer that is not a group.
#[derive(Debug)]
pub(super) struct Flat<'m> {
    pub(super) layer: &'m Layer,
    /// With that of its groups, in pixels.
    pub(super) offset: Point,
    pub(super) role: Option<Role>,
    pub(super) traits: Traits,
}

impl Flat<'_> {
    pub(super) fn part(&self) -> String {
        part_of(self.layer)
    }

    pub(super) fn is_read(&self) -> bool {
        self.role != Some(Role::Ignore)
    }
}

/// All layers that are not groups, from the bottom to the top.
pub(super) fn flattened<'m>(
    layers: &'m [Layer],
    roles: &Roles,
    orientation: Orientation,
) -> Sound<Vec<Flat<'m>>> {
    let mut flat = Vec::new();
    let inherited = Inherited { offset: Point::default(), role: None };
    flatten(layers, inherited, roles, orientation, &mut flat)?;
    for (told, role) in roles.iter() {
        if !flat.iter().any(|flat| flat.layer.name.to_lowercase() == told) {
            let names: Vec<_> = flat.iter().map(|flat| format!("{:?}", flat.layer.name)).collect();
            let found = format!(
                "the role {} was told for a layer {told:?}, which there is not",
                role.name()
            );
            let expected = match names.as_slice() {
                [] => "a map with layers".to_owned(),
                names => format!("one of {}", names.join(", ")),
            };
            return Err(Fault::unexpected(Origin::default(), "", found, expected));
        }
    }
    Ok(flat)
}

/// What a layer has from its groups.
#[derive(Clone, Copy)]
struct Inherited {
    offset: Point,
    role: Option<Role>,
}

/// Goes down into groups, which lie at most [`GROUP_DEPTH_MAX`](super::reading::GROUP_DEPTH_MAX)
/// deep: the readers see to that.
fn flatten<'m>(
    layers: &'m [Layer],
    inherited: Inherited,
    roles: &Roles,
    orientation: Orientation,
    flat: &mut Vec<Flat<'m>>,
) -> Sound<()> {
    for layer in layers {
        let Point { x, y } = inherited.offset;
        let offset = Point::new(x + layer.offset.x, y + layer.offset.y);
        let role = own_role(layer)?.or(inherited.role);
        if let LayerKind::Group(layers) = &layer.kind {
            flatten(layers, Inherited { offset, role }, roles, orientation, flat)?;
            continue;
        }
        let role = roles.told_of(&layer.name).or(role).or_else(|| Roles::by_name(&layer.name));
        let traits = Traits::of(&layer.properties, &part_of(layer), orientation)?;
        flat.push(Flat { layer, offset, role, traits });
    }
    Ok(())
}

fn own_role(layer: &Layer) -> Sound<Option<Role>> {
    let Some(property) = layer.properties.find("role") else { return Ok(None) };
    let role = match &property.value {
        Value::Text(name) => Role::named(&name.trim().to_lowercase()),
        _ => None,
    };
    if role.is_none() {
        let part = format!("{}, property {:?}", part_of(layer), property.name);
        let names = Role::ALL.map(Role::name).join(", ");
        let expected = format!("one of {names}");
        return Err(Fault::unexpected(property.origin, part, &property.value, expected));
    }
    Ok(role)
}

fn part_of(layer: &Layer) -> String {
    format!("layer {:?}", layer.name)
}
