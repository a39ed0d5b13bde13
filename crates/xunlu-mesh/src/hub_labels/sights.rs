//! From which corners each polygon is seen, for as many polygons as there is room for: those first that most
//! questions begin or end in, the largest.

use super::corners::{Cone, Corners, Numbers, Sight};
use crate::exact::Vector;
use crate::half_edges::{HalfEdgeMesh, NONE, numbered};

/// The sights of polygons.
#[derive(Clone, Debug, Default)]
pub(super) struct Sights {
    lists: Vec<List>,
    // The cones that a whole polygon lies in, in sight of their corners.
    whole: Vec<Cone>,
    parts: Vec<Sight>,
}

/// Where the sights of a polygon are.
#[derive(Clone, Copy, Debug)]
struct List {
    // Or `NONE` if there is no room for them.
    whole: u32,
    whole_count: u32,
    parts: u32,
    parts_count: u32,
}

/// From which corners a polygon is seen.
#[derive(Clone, Copy, Debug)]
pub(super) struct PolygonSights<'a> {
    /// The cones that all of it lies in.
    pub(super) whole: &'a [Cone],
    /// Those that a part of it lies in.
    pub(super) parts: &'a [Sight],
}

impl Sights {
    /// The memory of lists for so many polygons, without what stands on them.
    pub(super) fn bytes_least(polygons: usize) -> usize {
        polygons * size_of::<List>()
    }

    /// The sights of all polygons, or of those that there is room for in so many bytes beside the lists.
    pub(super) fn of(
        sides: &HalfEdgeMesh,
        numbers: &Numbers,
        corners: &Corners,
        bytes_max: usize,
    ) -> Sights {
        let none = List { whole: NONE, whole_count: 0, parts: 0, parts_count: 0 };
        let lists = vec![none; numbers.polygon_count() as usize];
        let mut made = Sights { lists, ..Sights::default() };
        let mut left = bytes_max;
        let mut polygons: Vec<(u64, u32)> =
            sides.polygons().map(|polygon| (area(sides, polygon), polygon)).collect();
        // Of equal ones that of the least number.
        polygons.sort_unstable_by_key(|&(area, polygon)| (u64::MAX - area, polygon));
        for (_, polygon) in polygons {
            let number = numbers.polygon(sides, polygon);
            let own = corners.sights_of(number);
            let is_whole = |sight: &Sight| {
                let place = corners.places[sight.cone as usize / 2];
                sides.sides_of(polygon).all(|edge| sight.sees(place.to(sides.from(edge))))
            };
            let whole = own.iter().filter(|sight| is_whole(sight)).count();
            let bytes = whole * size_of::<Cone>() + (own.len() - whole) * size_of::<Sight>();
            let Some(rest) = left.checked_sub(bytes) else { continue };
            left = rest;
            made.lists[number as usize] = List {
                whole: numbered(made.whole.len()),
                whole_count: numbered(whole),
                parts: numbered(made.parts.len()),
                parts_count: numbered(own.len() - whole),
            };
            let all = own.iter().filter(|sight| is_whole(sight));
            made.whole.extend(all.map(|sight| sight.cone));
            made.parts.extend(own.iter().filter(|sight| !is_whole(sight)));
        }
        made.whole.shrink_to_fit();
        made.parts.shrink_to_fit();
        made
    }

    /// From which corners a polygon is seen. Returns `None` if there was no room to keep that.
    #[inline]
    pub(super) fn of_polygon(&self, polygon: u32) -> Option<PolygonSights<'_>> {
        let list = self.lists[polygon as usize];
        let range = |first: u32, count: u32| first as usize..first as usize + count as usize;
        (list.whole != NONE).then(|| PolygonSights {
            whole: &self.whole[range(list.whole, list.whole_count)],
            parts: &self.parts[range(list.parts, list.parts_count)],
        })
    }

    /// For how many polygons it is known.
    pub(super) fn polygon_count(&self) -> usize {
        self.lists.iter().filter(|list| list.whole != NONE).count()
    }

    pub(super) fn bytes(&self) -> usize {
        self.lists.capacity() * size_of::<List>()
            + self.whole.capacity() * size_of::<Cone>()
            + self.parts.capacity() * size_of::<Sight>()
    }
}

/// Twice the area of a polygon.
fn area(sides: &HalfEdgeMesh, polygon: u32) -> u64 {
    let first = sides.from(sides.sides_of(polygon).start);
    let all = sides.sides_of(polygon);
    let way = |edge: u32| -> Vector { first.to(sides.from(edge)) };
    all.map(|edge| way(edge).cross(first.to(sides.to(edge)))).sum::<i64>().unsigned_abs()
}
