//! The layers of a map out of their groups, each with what it is for.

use super::fault::{Fault, Origin, Sound};
use super::model::{Layer, LayerKind, Orientation, Value};
use super::traits::Traits;
use crate::error::FormatErrorKind;
use crate::options::{Role, Roles};
use xunlu_map::{Point, Quoted};

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

    /// Whether it is a layer of tiles without a role, whose name makes one think that it blocks.
    pub(super) fn sounds_like_walls(&self) -> bool {
        const SOUNDS: [&str; 8] =
            ["wall", "collision", "collide", "block", "solid", "obstacle", "barrier", "impass"];
        let is_meant = self.role.is_none() && matches!(self.layer.kind, LayerKind::Tiles(_));
        let name = self.layer.name.to_ascii_lowercase();
        let is_like = |sound: &&str| {
            name.contains(*sound) || is_near(&name, sound) || is_near(&name, &format!("{sound}s"))
        };
        is_meant && SOUNDS.iter().any(is_like)
    }

    /// Whether it is a layer of tiles that are ground.
    pub(super) fn is_of_ground(&self) -> bool {
        self.role == Some(Role::Ground) && matches!(self.layer.kind, LayerKind::Tiles(_))
    }

    pub(super) fn is_read(&self) -> bool {
        self.role != Some(Role::Ignore)
    }
}

/// Whether two words differ by a letter too many, one too few, or another one.
fn is_near(word: &str, other: &str) -> bool {
    let (word, other): (Vec<char>, Vec<char>) = (word.chars().collect(), other.chars().collect());
    let same = word.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let (word, other) = (&word[same..], &other[same..]);
    let rest = |letters: &[char]| letters.get(1..).map(<[char]>::to_vec).unwrap_or_default();
    rest(word) == other || word == rest(other) || rest(word) == rest(other)
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
        if !flat.iter().any(|flat| flat.layer.name.to_ascii_lowercase() == told) {
            const NAMED_MAX: usize = 8;
            let names = flat.iter().map(|flat| Quoted(&flat.layer.name).to_string());
            let mut names: Vec<_> = names.take(NAMED_MAX).collect();
            if flat.len() > NAMED_MAX {
                names.push("others".to_owned());
            }
            let found = format!(
                "the role {} was told for a layer {}, which there is not",
                role.name(),
                Quoted(told)
            );
            let expected = match names.as_slice() {
                [] => "a map with layers".to_owned(),
                names => format!("one of {}", names.join(", ")),
            };
            let fault = Fault::unexpected(Origin::default(), "", found, expected);
            return Err(fault.of(FormatErrorKind::NoLayer, [&Quoted(told)]));
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

pub(super) fn own_role(layer: &Layer) -> Sound<Option<Role>> {
    let Some(property) = layer.properties.find("role") else { return Ok(None) };
    let role = match &property.value {
        Value::Text(name) => Role::named(&name.trim().to_ascii_lowercase()),
        _ => None,
    };
    if role.is_none() {
        let part = format!("{}, property {}", part_of(layer), Quoted(&property.name));
        let names = Role::ALL.map(Role::name).join(", ");
        let expected = format!("one of {names}");
        let fault = Fault::unexpected(property.origin, part, &property.value, expected);
        return Err(fault.of(FormatErrorKind::OneOf, [&property.value, &names]));
    }
    Ok(role)
}

fn part_of(layer: &Layer) -> String {
    format!("layer {}", Quoted(&layer.name))
}
