//! Lines on object layers as links: their price, direction, tags and door.

use super::classes::Classes;
use super::fault::{Fault, Origin, Sound};
use super::geometry::{Geometry, floor};
use super::model::{Orientation, Properties, Value};
use super::traits::{Word, tags, truth, weight};
use super::turned::arrangement;
use crate::error::FormatErrorKind;
use xunlu_map::{Cell, Door, Link, Point, Quoted, Tags, Weight};

/// What the properties of a line say.
#[derive(Debug)]
pub(super) struct Road {
    pub(super) cost: Option<Weight>,
    pub(super) is_one_way: bool,
    tags: Vec<Word>,
    pub(super) door: Door,
}

impl Road {
    pub(super) fn of(properties: &Properties, part: &str) -> Sound<Road> {
        let read = |name| properties.find(name);
        Ok(Road {
            cost: read("cost").map(|found| weight(found, part, 0)).transpose()?,
            is_one_way: read("oneway")
                .map(|found| truth(found, part))
                .transpose()?
                .unwrap_or(false),
            tags: read("tag").map(|found| tags(found, part)).transpose()?.unwrap_or_default(),
            door: door(properties, part)?,
        })
    }

    /// Whether it says nothing that only a link would.
    pub(super) fn is_plain(&self) -> bool {
        self.cost.is_none() && !self.is_one_way && self.tags.is_empty() && self.door == Door::Open
    }

    pub(super) fn keep(&self, classes: &mut Classes) {
        classes.keep_tags(self.tags.iter());
    }

    /// A link for each part of a line between two cells, none for one that stays in its cell or
    /// ends outside.
    pub(super) fn links(
        &self,
        ends: &[Option<Cell>],
        geometry: Geometry,
        classes: &mut Classes,
        (origin, part): (Origin, &str),
        links: &mut Vec<Link<Cell>>,
    ) -> Sound<()> {
        let tags = self.tags(classes, origin, part)?;
        for pair in ends.windows(2) {
            let &[Some(from), Some(to)] = pair else { continue };
            if from != to {
                let length = || length(from, to, geometry);
                links.push(self.link(from, to, tags, length));
            }
        }
        Ok(())
    }

    pub(super) fn tags(&self, classes: &mut Classes, origin: Origin, part: &str) -> Sound<Tags> {
        classes.tags_of(&self.tags, origin, part)
    }

    /// The link of this road between two places that lie so far apart.
    pub(super) fn link<P>(
        &self,
        from: P,
        to: P,
        tags: Tags,
        length: impl FnOnce() -> Weight,
    ) -> Link<P> {
        let weight = self.cost.unwrap_or_else(length);
        let is_two_way = !self.is_one_way;
        Link { from, to, weight, is_two_way, tags, door: self.door }
    }
}

fn door(properties: &Properties, part: &str) -> Sound<Door> {
    let Some(property) = properties.find("door") else { return Ok(Door::Open) };
    if let Value::Text(text) = &property.value {
        match text.trim().to_ascii_lowercase().as_str() {
            "open" => return Ok(Door::Open),
            "shut" => return Ok(Door::Shut),
            _ => {}
        }
    }
    let part = format!("{part}, property {}", Quoted(&property.name));
    let fault = Fault::unexpected(property.origin, part, &property.value, "open or shut");
    Err(fault.of(FormatErrorKind::OneOf, [&property.value, &"open, shut"]))
}

/// How many straight steps two cells lie apart, by straight-line distance; on hexes, in steps.
fn length(from: Cell, to: Cell, geometry: Geometry) -> Weight {
    if let Orientation::Hexagonal(stagger) = geometry.orientation {
        let arrangement = arrangement(stagger);
        return Weight::times(arrangement.hex_of(from).distance(arrangement.hex_of(to)));
    }
    let point = |cell: Cell| Point::new(f64::from(cell.x), f64::from(cell.y));
    let percent = floor((point(from).distance(point(to)) * 100.0).ceil());
    Weight::percent(u32::try_from(percent).unwrap_or(u32::MAX))
}
