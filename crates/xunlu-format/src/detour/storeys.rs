//! Whether polygons lie over each other, seen from above: then a point is on several of them, and nobody
//! could say on which.

use std::collections::BTreeMap;
use xunlu_map::{MeshPolygon, Point, PolygonMesh};

/// How often polygons are compared in all, at most.
const COMPARED_MAX: u64 = 1 << 28;
/// How many bands a polygon lies in, in the mean, at most.
const BANDS_MAX: usize = 64;

/// What was found of polygons that lie over each other.
pub(super) enum Over {
    /// The first of them, and where.
    Polygon(usize, Point),
    /// They are so long and thin, or so many in one place, that it would take too long to say.
    TooMany,
}

/// The extent of a polygon.
#[derive(Clone, Copy)]
struct Extent {
    polygon: usize,
    x: [f64; 2],
    y: [f64; 2],
}

/// Looks for two polygons that share more than the border, which is as wide as this.
pub(super) fn find(mesh: &PolygonMesh, border: f64) -> Result<(), Over> {
    let extents: Vec<Extent> =
        (0..).zip(&mesh.polygons).map(|(at, own)| extent(mesh, at, own)).collect();
    let [low, high] = [0, 1].map(|end| {
        let ends = extents.iter().map(|extent| extent.y[end]);
        if end == 0 {
            ends.fold(f64::INFINITY, f64::min)
        } else {
            ends.fold(f64::NEG_INFINITY, f64::max)
        }
    });
    // As many bands as make a square of a mesh of squares.
    #[allow(clippy::cast_precision_loss, reason = "nobody has 2^52 polygons")]
    let width = (high - low).max(f64::MIN_POSITIVE) / (extents.len() as f64).sqrt().ceil();
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "there are few bands"
    )]
    let band = |y: f64| ((y - low) / width) as u64;
    let mut bands: BTreeMap<u64, Vec<Extent>> = BTreeMap::new();
    let mut most = extents.len().saturating_mul(BANDS_MAX);
    for &extent in &extents {
        for number in band(extent.y[0])..=band(extent.y[1]) {
            most = most.checked_sub(1).ok_or(Over::TooMany)?;
            bands.entry(number).or_default().push(extent);
        }
    }
    let mut compared = 0;
    bands.into_values().try_for_each(|mut band| {
        band.sort_by(|one, other| {
            one.x[0].total_cmp(&other.x[0]).then(one.polygon.cmp(&other.polygon))
        });
        look_through(mesh, &band, border, &mut compared)
    })
}

/// Looks through the polygons of a band, from those with the least x on.
fn look_through(
    mesh: &PolygonMesh,
    band: &[Extent],
    border: f64,
    compared: &mut u64,
) -> Result<(), Over> {
    let mut open: Vec<Extent> = Vec::new();
    for &extent in band {
        open.retain(|other| other.x[1] > extent.x[0] + border);
        *compared += open.len() as u64;
        if *compared > COMPARED_MAX {
            return Err(Over::TooMany);
        }
        for other in &open {
            let is_beside =
                other.y[1] <= extent.y[0] + border || extent.y[1] <= other.y[0] + border;
            let polygons = [extent.polygon, other.polygon].map(|number| &mesh.polygons[number]);
            if !is_beside && !is_parted(mesh, polygons, border) {
                let at = mesh.vertices[polygons[0].vertices[0] as usize];
                return Err(Over::Polygon(extent.polygon.max(other.polygon), at));
            }
        }
        open.push(extent);
    }
    Ok(())
}

/// Whether a side of one of two convex polygons parts them (Gottschalk, Lin and Manocha 1996: for convex
/// polygons there is one, if any line parts them).
fn is_parted(mesh: &PolygonMesh, polygons: [&MeshPolygon; 2], border: f64) -> bool {
    let is_off = |polygon: &MeshPolygon, from: Point, to: Point| {
        let (x, y) = (to.x - from.x, to.y - from.y);
        let length = x.hypot(y);
        corners(mesh, polygon)
            .all(|at| x * (at.y - from.y) - y * (at.x - from.x) <= border * length)
    };
    let [one, other] = polygons;
    [(one, other), (other, one)].into_iter().any(|(polygon, other)| {
        let next = corners(mesh, polygon).cycle().skip(1);
        corners(mesh, polygon).zip(next).any(|(from, to)| is_off(other, from, to))
    })
}

fn corners<'a>(
    mesh: &'a PolygonMesh,
    polygon: &'a MeshPolygon,
) -> impl Iterator<Item = Point> + Clone + 'a {
    polygon.vertices.iter().map(|&vertex| mesh.vertices[vertex as usize])
}

fn extent(mesh: &PolygonMesh, polygon: usize, own: &MeshPolygon) -> Extent {
    let none = [f64::INFINITY, f64::NEG_INFINITY];
    let within = |ends: [f64; 2], at: f64| [ends[0].min(at), ends[1].max(at)];
    let ends =
        corners(mesh, own).fold([none, none], |[x, y], at| [within(x, at.x), within(y, at.y)]);
    Extent { polygon, x: ends[0], y: ends[1] }
}
