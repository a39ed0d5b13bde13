//! Links between things that refer to each other.

use super::super::geometry::Geometry;
use super::super::model::Value;
use super::super::outline::place_of;
use super::super::road_map::in_tiles;
use super::super::thing::Thing;
use super::shapes::around;
use crate::order::sort_by_numbers;
use xunlu_map::Point;

/// From which thing to which other one there is a link, and whether back, too.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reference {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) is_two_way: bool,
}

/// The links between things that refer to each other, and how many refer to something that is not there. A
/// thing refers to another one by a property `link`, or by any property if they are of the same class.
pub(super) fn references(things: &[Thing<'_>]) -> (Vec<Reference>, usize) {
    let numbered = things.iter().zip(0_i64..);
    let mut by_id: Vec<(i64, i64)> =
        numbered.map(|(thing, at)| (thing.object.id.cast_signed(), at)).collect();
    sort_by_numbers(&mut by_id, |&key| key);
    let (mut all, mut absent) = (Vec::new(), 0);
    for (thing, from) in things.iter().zip(0_i64..) {
        for property in &thing.object.properties.0 {
            let Value::Object(id) = property.value else { continue };
            let id = id.cast_signed();
            let first = by_id.get(by_id.partition_point(|&(own, _)| own < id));
            let Some(&(_, to)) = first.filter(|(own, _)| *own == id) else {
                absent += usize::from(id != 0);
                continue;
            };
            let class = &thing.object.class;
            let other = usize::try_from(to).ok().and_then(|to| things.get(to));
            let is_same = !class.is_empty() && other.is_some_and(|to| to.object.class == *class);
            if from != to && (is_same || property.name.eq_ignore_ascii_case("link")) {
                all.push((from, to));
            }
        }
    }
    sort_by_numbers(&mut all, |&key| key);
    all.dedup();
    let link = |&(from, to): &(i64, i64)| {
        let is_two_way = all.binary_search(&(to, from)).is_ok();
        let (one, other) = (usize::try_from(from).ok()?, usize::try_from(to).ok()?);
        // Of two that refer to each other the first one has the link.
        let is_first = !is_two_way || from < to;
        is_first.then_some(Reference { from: one, to: other, is_two_way })
    };
    (all.iter().filter_map(link).collect(), absent)
}

/// Where a thing is, in tiles: its point, or the middle of its corners. Returns `None` if it is nowhere.
pub(super) fn spot(thing: &Thing<'_>, geometry: Geometry) -> Option<Point> {
    if let Some(plane) = place_of(thing.object, geometry) {
        return Some(in_tiles(thing.shifted(plane, geometry), geometry));
    }
    let corners = around(thing, geometry)?;
    let sum =
        corners.iter().fold(Point::default(), |sum, at| Point::new(sum.x + at.x, sum.y + at.y));
    #[expect(clippy::cast_precision_loss, reason = "so many corners no file has")]
    let count = corners.len().max(1) as f64;
    Some(Point::new(sum.x / count, sum.y / count))
}
