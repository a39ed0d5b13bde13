//! The links of a mesh as bytes, and which islands they join: what cannot be looked at tile by tile.

use super::take;
use crate::exact::Chart;
use crate::half_edges::{HalfEdgeMesh, numbered};
use crate::links::{IslandWay, MeshLinks};
use xunlu_map::{LinkId, MeshLink, Point, Tags};

/// How many links were ever put, how many there are, and how many ways there are between islands.
const HEAD_BYTES: usize = 3 * 4;

/// Number, four coordinates and a length, tags, and whether it is two-way.
const LINK_BYTES: usize = 4 + 5 * 8 + 2 + 1;

/// Two islands, and tags.
const WAY_BYTES: usize = 2 * 4 + 2;

pub(super) fn write(links: &MeshLinks, sides: &HalfEdgeMesh) -> Vec<u8> {
    let ways = links.islands(sides);
    let mut bytes = Vec::new();
    for count in [links.count(), numbered(links.all().count()), numbered(ways.len())] {
        bytes.extend(count.to_le_bytes());
    }
    for (id, link) in links.all() {
        bytes.extend(id.0.to_le_bytes());
        for number in [link.from.x, link.from.y, link.to.x, link.to.y, link.length] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(link.tags.0.to_le_bytes());
        bytes.push(u8::from(link.is_two_way));
    }
    for way in ways {
        bytes.extend(way.from.to_le_bytes());
        bytes.extend(way.to.to_le_bytes());
        bytes.extend(way.tags.to_le_bytes());
    }
    bytes
}

/// Where they are entered is not known yet. Returns `None` if the bytes are no links'.
pub(super) fn read(mut bytes: &[u8], chart: &Chart) -> Option<MeshLinks> {
    if bytes.len() < HEAD_BYTES {
        return None;
    }
    let [ever, count, ways] = [(); 3].map(|()| u32::from_le_bytes(take(&mut bytes)));
    let needed = u64::from(count) * LINK_BYTES as u64 + u64::from(ways) * WAY_BYTES as u64;
    if bytes.len() as u64 != needed {
        return None;
    }
    let mut links = MeshLinks::default();
    for _ in 0..count {
        let id = LinkId(u32::from_le_bytes(take(&mut bytes)));
        let numbers = [(); 5].map(|()| f64::from_le_bytes(take(&mut bytes)));
        let tags = Tags(u16::from_le_bytes(take(&mut bytes)));
        let [is_two_way] = take(&mut bytes);
        let [from_x, from_y, to_x, to_y, length] = numbers;
        let (from, to) = (Point::new(from_x, from_y), Point::new(to_x, to_y));
        let link = MeshLink { from, to, length, is_two_way: is_two_way == 1, tags };
        links.put_as(chart, id, link).ok()?;
    }
    let ways = (0..ways).map(|_| {
        let [from, to] = [(); 2].map(|()| u32::from_le_bytes(take(&mut bytes)));
        IslandWay { from, to, tags: u16::from_le_bytes(take(&mut bytes)) }
    });
    let ways: Vec<IslandWay> = ways.collect();
    (ways.is_sorted() && links.count() <= ever).then(|| {
        links.set_count(ever);
        links.set_islands(ways);
        links
    })
}
