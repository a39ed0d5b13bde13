//! Triangles between walls: the constrained Delaunay triangulation (Chew 1989), as the crate `spade` makes
//! it. It decides by exact predicates, so that the same walls have the same triangles everywhere.

use super::cells::Walls;
use crate::exact::MeshPoint;
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};

/// Polygons as half-edges in lists, while they are made.
#[derive(Debug, Default)]
pub(super) struct Triangles {
    pub(super) corners: Vec<MeshPoint>,
    /// Of each half-edge, the corner where it begins; its twin is the one of which the last bit differs.
    pub(super) origins: Vec<u32>,
    pub(super) next: Vec<u32>,
    pub(super) previous: Vec<u32>,
    /// Whether an open polygon lies to its left.
    pub(super) is_open: Vec<bool>,
    /// Whether it lies along a wall.
    pub(super) is_wall: Vec<bool>,
}

/// The triangles between walls whose middle lies in the open.
pub(super) fn triangles(walls: &Walls, is_open: impl Fn(f64, f64) -> bool) -> Triangles {
    let at = |corner: &MeshPoint| Point2::new(f64::from(corner.x), f64::from(corner.y));
    let corners: Vec<Point2<f64>> = walls.corners.iter().map(at).collect();
    let ends = walls.ends.iter().map(|ends| ends.map(|end| end as usize)).collect();
    let made = ConstrainedDelaunayTriangulation::<Point2<f64>>::bulk_load_cdt(corners, ends);
    let made = made.expect("coordinates are small whole numbers");
    let mut triangles = Triangles::default();
    #[allow(clippy::cast_possible_truncation, reason = "they were whole numbers before")]
    let whole = |point: Point2<f64>| MeshPoint { x: point.x as i32, y: point.y as i32 };
    triangles.corners = made.vertices().map(|vertex| whole(vertex.position())).collect();
    for edge in made.directed_edges() {
        let is_inside = edge.face().as_inner().is_some_and(|face| {
            let [a, b, c] = face.positions();
            is_open((a.x + b.x + c.x) / 3.0, (a.y + b.y + c.y) / 3.0)
        });
        let number = |index: usize| crate::half_edges::numbered(index);
        triangles.origins.push(number(edge.from().fix().index()));
        triangles.next.push(number(edge.next().fix().index()));
        triangles.previous.push(number(edge.prev().fix().index()));
        triangles.is_open.push(is_inside);
        triangles.is_wall.push(edge.is_constraint_edge());
    }
    triangles
}
