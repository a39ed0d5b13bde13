//! Meshes: convex polygons in the plane, y upwards, and triangles in space, seen from above.

use crate::colour::{Paint, Palette, Rgb, mixed};
use crate::fit::Fit;
use crate::position::{PIXEL, Position, rounded};
use crate::scene::{Pen, Shape};
use xunlu_map::{Point, PolygonMesh, TriangleMesh};

/// How large a picture of a mesh is where nobody says.
pub(crate) const SIZE: (u32, u32) = (1400, 1050);

/// Where the corners of a polygon mesh lie in a picture's plane, y downwards.
pub(crate) fn corners(mesh: &PolygonMesh) -> impl Iterator<Item = Point> {
    mesh.vertices.iter().map(|vertex| Point::new(vertex.x, -vertex.y))
}

/// Where the corners of a triangle mesh lie, seen from above.
pub(crate) fn corners_above(mesh: &TriangleMesh) -> impl Iterator<Item = Point> {
    mesh.vertices.iter().map(|&[x, _, z]| Point::new(f64::from(x), f64::from(z)))
}

/// Polygons in turn a little lighter and darker, thin lines where they meet and strong ones where the
/// mesh ends.
pub(crate) fn polygons(mesh: &PolygonMesh, fit: &Fit, palette: &Palette) -> Vec<Shape> {
    let placed: Vec<Position> = corners(mesh).map(|corner| fit.place(corner)).collect();
    let mut fills: [Vec<Vec<Position>>; 3] = Default::default();
    let (mut inner, mut outer) = (Vec::new(), Vec::new());
    for (number, polygon) in mesh.polygons.iter().enumerate() {
        let outline: Vec<Position> =
            polygon.vertices.iter().filter_map(|&at| placed.get(at as usize)).copied().collect();
        let ends = outline.iter().zip(outline.iter().cycle().skip(1));
        let beyond = polygon.neighbours.iter().copied().chain(std::iter::repeat(None));
        for ((&from, &to), beyond) in ends.zip(beyond) {
            match beyond {
                None => outer.push(vec![from, to]),
                // Each is met twice, once from either side.
                Some(other) if other as usize > number => inner.push(vec![from, to]),
                Some(_) => {}
            }
        }
        fills[number % 3].push(outline);
    }
    let shade = |part: u32| mixed(palette.terrains.ground, palette.closed[1], part);
    let area = fit.width.saturating_mul(fit.height);
    let crowd = area / u32::try_from(mesh.polygons.len().max(1)).unwrap_or(u32::MAX);
    let thin = if crowd > 400 { PIXEL } else { PIXEL / 2 };
    let fill = |(outlines, part): (&Vec<Vec<Position>>, u32)| {
        let outlines = outlines.clone();
        Shape::Polygons { outlines, fill: Paint::solid(shade(part)) }
    };
    // A line of the same colours below the polygons closes the hair between two smooth edges.
    let seams = Pen::new(PIXEL, shade(20));
    let mut shapes = vec![Shape::Part("mesh"), Shape::Lines { lines: inner.clone(), pen: seams }];
    shapes.extend(fills.iter().zip([12, 24, 36]).map(fill));
    let lines = Pen { width: thin, paint: Paint::faint(palette.quiet, 150), dash: None };
    shapes.push(Shape::Lines { lines: inner, pen: lines });
    shapes.push(Shape::Lines { lines: outer, pen: Pen::new(PIXEL * 3 / 2, palette.terrains.wall) });
    shapes
}

/// A path from point to point, with its two ends.
pub(crate) fn path(line: &[Point], fit: &Fit, palette: &Palette) -> Vec<Shape> {
    let placed = |point: &Point| fit.place(Point::new(point.x, -point.y));
    let (Some(start), Some(goal)) = (line.first().map(placed), line.last().map(placed)) else {
        return Vec::new();
    };
    let lines = vec![line.iter().map(placed).collect::<Vec<Position>>()];
    let white = [255, 255, 255];
    let disc = |centre, radius, colour, rim| Shape::Disc {
        centre,
        radius,
        fill: Paint::solid(colour),
        rim,
    };
    let (radius, rim) = (PIXEL * 8, Some((PIXEL * 2, white)));
    vec![
        Shape::Part("path"),
        Shape::Lines { lines: lines.clone(), pen: Pen::new(PIXEL * 6, palette.path_edge) },
        Shape::Lines { lines, pen: Pen::new(PIXEL * 4, palette.path) },
        Shape::Part("ends"),
        disc(goal, radius, palette.goal, rim),
        disc(goal, radius * 4 / 9, white, None),
        disc(goal, radius * 2 / 9, palette.goal, None),
        disc(start, radius, palette.start, rim),
    ]
}

/// Triangles, those that face down first (they are ceilings) and then the lowest first: the higher the
/// lighter, the steeper the darker.
pub(crate) fn triangles(mesh: &TriangleMesh, fit: &Fit, palette: &Palette) -> Vec<Shape> {
    let heights = || mesh.vertices.iter().map(|&[_, y, _]| f64::from(y)).filter(|y| y.is_finite());
    let lowest = heights().fold(f64::INFINITY, f64::min);
    let highest = heights().fold(f64::NEG_INFINITY, f64::max);
    let placed: Vec<Position> = corners_above(mesh).map(|corner| fit.place(corner)).collect();
    let mut faces: Vec<((bool, i32), Rgb, Vec<Position>)> = Vec::new();
    for triangle in &mesh.triangles {
        let corners = triangle.map(|at| mesh.vertices.get(at as usize).copied());
        let [Some(a), Some(b), Some(c)] = corners else { continue };
        let middle = (f64::from(a[1]) + f64::from(b[1]) + f64::from(c[1])) / 3.0;
        let span = if highest > lowest { highest - lowest } else { 1.0 };
        let height = rounded((middle - lowest) / span * 65_536.0).clamp(0, 65_536);
        let up = upright([a, b, c]);
        let level = rounded(up.abs() * 255.0).clamp(0, 255).unsigned_abs();
        let low = mixed(palette.reach, palette.terrains.wall, 110);
        let colour = mixed(low, palette.terrains.ground, height.unsigned_abs() / 258);
        let colour = mixed(palette.terrains.wall, colour, 90 + level * 165 / 255);
        let outline = triangle.iter().filter_map(|&at| placed.get(at as usize)).copied().collect();
        faces.push(((up > 0.0, height), colour, outline));
    }
    faces.sort_by_key(|(order, ..)| *order);
    let mut shapes = vec![Shape::Part("mesh")];
    let pen = Pen { width: PIXEL / 2, paint: Paint::faint(palette.terrains.wall, 110), dash: None };
    for (_, colour, outline) in faces {
        let edge = outline.iter().chain(outline.first()).copied().collect();
        let outlines = vec![outline];
        shapes.push(Shape::Polygons { outlines, fill: Paint::solid(colour) });
        shapes.push(Shape::Lines { lines: vec![edge], pen });
    }
    shapes
}

/// How level a triangle lies: 1 like a floor, 0 like a wall, -1 like a ceiling.
fn upright([a, b, c]: [[f32; 3]; 3]) -> f64 {
    let side = |to: [f32; 3]| -> [f64; 3] {
        std::array::from_fn(|axis| f64::from(to[axis]) - f64::from(a[axis]))
    };
    let (u, v) = (side(b), side(c));
    let x = u[1] * v[2] - u[2] * v[1];
    let y = u[2] * v[0] - u[0] * v[2];
    let z = u[0] * v[1] - u[1] * v[0];
    let length = (x * x + y * y + z * z).sqrt();
    if length > 0.0 { y / length } else { 0.0 }
}
