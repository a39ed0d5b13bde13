//! Notes as bytes.

use super::numbers::{Reader, Writer};
use crate::notes::MeshNotes;
use crate::region_set::RegionId;
use xunlu_map::{GroundCost, LinkId, NamedPoint, PatrolRoute, TagCost, Tags};

/// A point takes so many bytes.
const POINT_BYTES: usize = 16;

pub(super) fn write(notes: &MeshNotes) -> Vec<u8> {
    let MeshNotes { tags, regions, links, costs, routes, places } = notes;
    let mut to = Writer::default();
    to.put(tags.len() as u64);
    for (tag, name) in tags {
        to.put(tag.0.trailing_zeros().into());
        to.put_text(name);
    }
    let regions = regions.iter().map(|(region, name)| (region.0, name)).collect::<Vec<_>>();
    let links = links.iter().map(|(link, name)| (link.0, name)).collect::<Vec<_>>();
    for named in [regions, links] {
        to.put(named.len() as u64);
        for (number, name) in named {
            to.put(number.into());
            to.put_text(name);
        }
    }
    to.put(costs.len() as u64);
    for TagCost { tag, cost } in costs {
        to.put(tag.0.trailing_zeros().into());
        // Nothing is closed for no times its length, so zero says that it is.
        to.put_f64(match cost {
            GroundCost::Times(times) => *times,
            GroundCost::Closed => 0.0,
        });
    }
    to.put(routes.len() as u64);
    for PatrolRoute { name, points, is_closed } in routes {
        to.put_text(name);
        to.put(u64::from(*is_closed));
        to.put(points.len() as u64);
        points.iter().for_each(|&point| to.put_point(point));
    }
    to.put(places.len() as u64);
    for NamedPoint { name, at } in places {
        to.put_text(name);
        to.put_point(*at);
    }
    to.bytes
}

/// Returns `None` if the bytes are no notes.
pub(super) fn read(bytes: &[u8]) -> Option<MeshNotes> {
    let mut from = Reader { bytes };
    let tag = |from: &mut Reader| Tags::one(from.take_u32()?);
    let tags = all(&mut from, 2, |from| Some((tag(from)?, from.take_text()?)))?;
    let mut numbered = || all(&mut from, 2, |from| Some((from.take_u32()?, from.take_text()?)));
    let [regions, links] = [numbered()?, numbered()?];
    let costs = all(&mut from, 9, |from| {
        let (tag, times) = (tag(from)?, from.take_f64()?);
        let cost = match times {
            0.0 => GroundCost::Closed,
            times => GroundCost::Times(Some(times).filter(|own| GroundCost::TIMES.contains(own))?),
        };
        Some(TagCost { tag, cost })
    })?;
    let routes = all(&mut from, 3, |from| {
        let (name, is_closed) = (from.take_text()?, from.take_bit()?);
        let points = all(from, POINT_BYTES, Reader::take_point)?;
        Some(PatrolRoute { name, points, is_closed })
    })?;
    let places = all(&mut from, 1 + POINT_BYTES, |from| {
        Some(NamedPoint { name: from.take_text()?, at: from.take_point()? })
    })?;
    let is_once = |numbers: Vec<u32>| numbers.array_windows().all(|[one, other]| one < other);
    let mut priced: Vec<Tags> = costs.iter().map(|own| own.tag).collect();
    priced.sort_unstable();
    let are_right = from.bytes.is_empty()
        && priced.array_windows().all(|[one, other]| one < other)
        && tags.array_windows().all(|[one, other]| one.0 < other.0)
        && [&regions, &links].iter().all(|own| is_once(own.iter().map(|own| own.0).collect()));
    are_right.then(|| MeshNotes {
        tags,
        regions: regions.into_iter().map(|(number, name)| (RegionId(number), name)).collect(),
        links: links.into_iter().map(|(number, name)| (LinkId(number), name)).collect(),
        costs,
        routes,
        places,
    })
}

/// A list of things that take at least so many bytes each.
fn all<'a, T>(
    from: &mut Reader<'a>,
    bytes_each: usize,
    mut own: impl FnMut(&mut Reader<'a>) -> Option<T>,
) -> Option<Vec<T>> {
    (0..from.take_count(bytes_each)?).map(|_| own(from)).collect()
}
