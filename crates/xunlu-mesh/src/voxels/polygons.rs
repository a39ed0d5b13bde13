//! Convex polygons of regions: triangulated between their contours and merged, then joined along the lines
//! that two regions share.

use super::contours::Contours;
use super::lattice::Lattice;
use crate::build::BuildSpace;
use crate::build::line::{Line, Once};
use crate::build::outlines::walls;
use crate::exact::MeshPoint;
use crate::half_edges::{NONE, numbered};
use crate::polygons::Polygons;

/// A line of a region's contour, with the region to its left.
struct Contour {
    region: u32,
    ends: [MeshPoint; 2],
}

/// A side of a polygon beyond which there is another region, perhaps.
type Open = (u32, [MeshPoint; 2]);

/// The polygons of all regions, and which region each belongs to.
pub(super) fn polygons(
    contours: &Contours,
    regions: u32,
    lattice: &Lattice,
) -> (Polygons, Vec<u32>) {
    let steps = lattice.steps_a_cell().cast_signed();
    let at = |point: usize| {
        let MeshPoint { x, y } = contours.points[point];
        MeshPoint { x: x * steps, y: y * steps }
    };
    let mut lines = Vec::new();
    let mut shared: Vec<[Open; 2]> = Vec::new();
    for ([from, to], chain) in contours.lines() {
        let [left, right] = contours.chain(chain).regions;
        let ends = [at(from), at(to)];
        let back = [ends[1], ends[0]];
        lines.push(Contour { region: left, ends });
        if right != NONE {
            lines.push(Contour { region: right, ends: back });
            shared.push([(left, ends), (right, back)]);
        }
    }
    lines.sort_by_key(|line| line.region);
    let mut is_shared = vec![false; regions as usize];
    for (region, _) in shared.iter().flatten() {
        is_shared[*region as usize] = true;
    }
    let mut made = Polygons { firsts: vec![0], ..Polygons::default() };
    let mut regions_of = Vec::new();
    let mut space = BuildSpace::default();
    let mut open: Vec<(Open, u32)> = Vec::new();
    for lines in lines.chunk_by(|one, other| one.region == other.region) {
        let region = lines[0].region;
        let first = made.firsts.len() - 1;
        add(&mut made, of_region(lines, &mut space));
        regions_of.resize(made.firsts.len() - 1, region);
        if is_shared[region as usize] {
            for &[first, end] in made.firsts[first..].array_windows() {
                for edge in (first..end).filter(|&edge| made.twins[edge as usize] == NONE) {
                    let next = if edge + 1 == end { first } else { edge + 1 };
                    let corner = |edge: u32| made.corners[made.origins[edge as usize] as usize];
                    open.push(((region, [corner(edge), corner(next)]), edge));
                }
            }
        }
    }
    open.sort_unstable();
    let edge_of = |wanted: Open| {
        let found = open.binary_search_by_key(&wanted, |&(side, _)| side).ok()?;
        Some(open[found].1)
    };
    for [one, other] in shared {
        if let (Some(one), Some(other)) = (edge_of(one), edge_of(other)) {
            made.twins[one as usize] = other;
            made.twins[other as usize] = one;
        }
    }
    (made, regions_of)
}

/// The polygons of one region, between the lines of its contours.
fn of_region(lines: &[Contour], space: &mut BuildSpace) -> Polygons {
    let line = |Contour { ends: [from, to], .. }: &Contour| Line::new(*from, *to, Once::GROUND);
    let walls = walls(lines.iter().filter_map(line).collect());
    space.polygons(&walls)
}

/// Adds polygons to others.
fn add(made: &mut Polygons, more: Polygons) {
    let corner = numbered(made.corners.len());
    let edge = numbered(made.twins.len());
    made.corners.extend(more.corners);
    made.origins.extend(more.origins.into_iter().map(|origin| corner + origin));
    let twins = more.twins.into_iter();
    made.twins.extend(twins.map(|twin| if twin == NONE { NONE } else { edge + twin }));
    made.firsts.extend(more.firsts.into_iter().skip(1).map(|first| edge + first));
}
