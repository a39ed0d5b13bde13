//! Models made here, and what must hold of the ground of any.

use super::*;
use crate::exact::{MeshPoint, side};
use crate::space::MeshSpace;
use crate::surface::SurfacePoint;
use std::collections::BTreeMap;
use xunlu_map::Point;
use xunlu_testkit::Random;

/// A model that is built up of parts.
#[derive(Default)]
struct Model(Vec<[[f64; 3]; 3]>);

impl Model {
    /// A parallelogram from a corner on, as seen from above: along x and along z, each with its rise.
    fn slab(mut self, [x, height, z]: [f64; 3], along_x: [f64; 2], along_z: [f64; 2]) -> Model {
        let at = |a: f64, b: f64| {
            [x + a * along_x[0], height + a * along_x[1] + b * along_z[1], z + b * along_z[0]]
        };
        let [p, q, r, s] = [at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(0.0, 1.0)];
        self.0.extend([[p, r, q], [p, s, r]]);
        self
    }

    fn floor(self, from: [f64; 2], to: [f64; 2], height: f64) -> Model {
        self.slab([from[0], height, from[1]], [to[0] - from[0], 0.0], [to[1] - from[1], 0.0])
    }

    /// A box, closed on all sides.
    fn block(mut self, from: [f64; 3], to: [f64; 3]) -> Model {
        let at = |bits: usize| {
            [0, 1, 2].map(|axis| if bits >> axis & 1 == 1 { to[axis] } else { from[axis] })
        };
        // Of each face, the corners counter-clockwise, seen from outside.
        let faces =
            [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        for [a, b, c, d] in faces.map(|face| face.map(at)) {
            self.0.extend([[a, b, c], [a, c, d]]);
        }
        self
    }

    #[allow(clippy::cast_possible_truncation, reason = "models are small")]
    fn mesh(&self) -> TriangleMesh {
        let vertices = self.0.iter().flatten().map(|corner| corner.map(|part| part as f32));
        let count = u32::try_from(self.0.len()).unwrap();
        let triangles = (0..count).map(|number| [0, 1, 2].map(|corner| 3 * number + corner));
        TriangleMesh { vertices: vertices.collect(), triangles: triangles.collect() }
    }
}

fn point(x: f64, height: f64, z: f64) -> SurfacePoint {
    SurfacePoint { at: Point::new(x, z), height }
}

/// The ground of a model, of which everything holds that must.
fn ground(model: &Model, builder: SurfaceBuilder) -> Surface {
    let surface = builder.build(&model.mesh()).unwrap();
    check(&surface, model, &builder);
    surface
}

/// No area is too small.
fn small() -> SurfaceBuilder {
    SurfaceBuilder::new().area_least(0.0)
}

fn check(surface: &Surface, model: &Model, builder: &SurfaceBuilder) {
    let (sides, chart) = (surface.mesh().sides(), surface.mesh().chart());
    let mut by_region: BTreeMap<u32, Vec<Vec<MeshPoint>>> = BTreeMap::new();
    for polygon in sides.polygons() {
        let corners: Vec<MeshPoint> =
            sides.sides_of(polygon).map(|edge| sides.from(edge)).collect();
        let count = corners.len();
        let turn = |number: usize| {
            side(corners[number], corners[(number + 1) % count], corners[(number + 2) % count])
        };
        assert!(
            count >= 3 && (0..count).all(|number| turn(number) >= 0),
            "not convex: {corners:?}"
        );
        assert!((0..count).any(|number| turn(number) > 0), "no area: {corners:?}");
        for edge in sides.sides_of(polygon) {
            let Some(twin) = sides.twin(edge) else { continue };
            assert_eq!(sides.twin(twin), Some(edge));
            assert_eq!((sides.from(edge), sides.to(edge)), (sides.to(twin), sides.from(twin)));
            // One steps over a side only to what is about as high. Without a radius, ground that lies
            // within a cell beyond a wall may be mixed in.
            if builder.radius < builder.cell_size {
                continue;
            }
            let [from, to] = [sides.from(edge), sides.to(edge)].map(|end| chart.point(end));
            let middle = Point::new((from.x + to.x) / 2.0, (from.y + to.y) / 2.0);
            let other = sides.polygon_of(twin);
            let [one, other] = [polygon, other].map(|polygon| surface.height_in(polygon, middle));
            let rise = builder.cell_size * builder.slope_degrees.to_radians().tan();
            assert!((one - other).abs() <= 2.0 * builder.step + rise + 0.01, "{one}, {other}");
        }
        for corner in surface.corners(polygon) {
            assert!(
                is_near_level_ground(model, corner, builder),
                "{corner:?} is not near any ground"
            );
        }
        by_region.entry(surface.region(polygon)).or_default().push(corners);
    }
    for polygons in by_region.values() {
        for (number, one) in polygons.iter().enumerate() {
            for other in &polygons[..number] {
                assert!(are_apart(one, other) || are_apart(other, one), "{one:?} and {other:?}");
            }
        }
    }
}

/// Polygons are connected where cells are, and all regions have some.
fn check_connected(surface: &Surface, model: &Model, builder: &SurfaceBuilder) {
    let walker = builder.checked().unwrap();
    let mesh = model.mesh();
    let lattice = Lattice::of(&mesh, &walker).unwrap();
    let cells = Cells::of(&mesh, &lattice, &walker).unwrap();
    let cells = erode::eroded(cells, walker.radius_half_cells);
    let regions = regions::regions(&cells, &walker);
    // Of each region, the least that it is connected with.
    let mut least: Vec<u32> = (0..regions.count).collect();
    for _ in 0..regions.count {
        for (cell, links) in cells.links.iter().enumerate() {
            for &beside in links.iter().filter(|&&beside| beside != crate::half_edges::NONE) {
                let pair = [regions.of[cell], regions.of[beside as usize]];
                if pair[0] != crate::half_edges::NONE {
                    let both = pair.map(|region| least[region as usize]);
                    least[pair[0] as usize] = both[0].min(both[1]);
                }
            }
        }
    }
    let sides = surface.mesh().sides();
    let mut islands: BTreeMap<u32, u32> = BTreeMap::new();
    let mut parts: BTreeMap<u32, u32> = BTreeMap::new();
    for polygon in sides.polygons() {
        let (part, island) = (least[surface.region(polygon) as usize], sides.island(polygon));
        assert_eq!(*parts.entry(island).or_insert(part), part, "joined, but apart by cells");
        assert_eq!(*islands.entry(part).or_insert(island), island, "apart, but joined by cells");
    }
    let found: std::collections::BTreeSet<u32> =
        sides.polygons().map(|polygon| surface.region(polygon)).collect();
    assert_eq!(found.len(), regions.count as usize, "a region without polygons");
}

/// Whether one convex polygon lies beyond a side of another.
fn are_apart(one: &[MeshPoint], other: &[MeshPoint]) -> bool {
    (0..one.len()).any(|number| {
        let (from, to) = (one[number], one[(number + 1) % one.len()]);
        other.iter().all(|&corner| side(from, to, corner) <= 0)
    })
}

/// Whether a triangle that one can stand on lies within a cell of a corner.
fn is_near_level_ground(model: &Model, corner: SurfacePoint, builder: &SurfaceBuilder) -> bool {
    let reach = builder.cell_size * 1.5;
    model.0.iter().any(|triangle| {
        let [x, z] = [0, 2].map(|axis| triangle.map(|corner| corner[axis]));
        let heights = triangle.map(|corner| corner[1]);
        let near = |parts: [f64; 3], at: f64, reach: f64| {
            let least = parts.iter().copied().fold(f64::INFINITY, f64::min);
            let most = parts.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            (least - reach..=most + reach).contains(&at)
        };
        near(x, corner.at.x, reach)
            && near(z, corner.at.y, reach)
            && near(heights, corner.height, builder.step + builder.cell_height)
    })
}

/// Whether there is a path, told from either end.
fn leads(surface: &Surface, from: SurfacePoint, to: SurfacePoint) -> bool {
    let mut space = MeshSpace::new();
    let [there, back] =
        [(from, to), (to, from)].map(|(from, to)| surface.shortest_path(from, to, &mut space));
    assert_eq!(there.is_some(), back.is_some(), "from {from:?} to {to:?}");
    there.is_some()
}

#[test]
fn a_plane_is_one_polygon() {
    let model = Model::default().floor([0.0, 0.0], [12.0, 9.0], 1.5);
    let surface = ground(&model, SurfaceBuilder::new());
    assert_eq!(surface.mesh().polygon_count(), 1);
    let corners: Vec<SurfacePoint> = surface.corners(0).collect();
    assert_eq!(corners.len(), 4);
    for corner in corners {
        assert!((corner.height - 1.5).abs() < 1e-3, "{corner:?}");
        // A radius of two cells, and the cells of the edge itself.
        let inside = corner.at.x.min(12.0 - corner.at.x).min(corner.at.y.min(9.0 - corner.at.y));
        assert!((0.6..=0.95).contains(&inside), "{corner:?}");
    }
}

#[test]
fn a_slope_holds_up_to_its_limit() {
    let slope = |degrees: f64| {
        let rise = 10.0 * degrees.to_radians().tan();
        Model::default().slab([0.0, 0.0, 0.0], [10.0, rise], [10.0, 0.0])
    };
    for degrees in [0.0, 20.0, 44.9, 45.0] {
        let surface = ground(&slope(degrees), SurfaceBuilder::new());
        let at = Point::new(4.0, 5.0);
        let height = surface.height_in(surface.polygon_at(at, 0.0).unwrap(), at);
        assert!((height - 4.0 * degrees.to_radians().tan()).abs() < 0.01, "{degrees}: {height}");
    }
    for degrees in [45.1, 60.0, 89.0] {
        let built = SurfaceBuilder::new().build(&slope(degrees).mesh());
        assert_eq!(built.err(), Some(NavMeshError::Empty), "{degrees}");
    }
    ground(&slope(60.0), SurfaceBuilder::new().slope_degrees(61.0).step(1.9));
}

#[test]
fn a_triangle_that_faces_down_is_no_floor() {
    let mut model = Model::default().floor([0.0, 0.0], [9.0, 9.0], 0.0);
    for triangle in &mut model.0 {
        triangle.reverse();
    }
    assert_eq!(small().build(&model.mesh()).err(), Some(NavMeshError::Empty));
}

#[test]
fn a_step_is_taken_up_to_its_height() {
    for (height, is_taken) in [(0.3, true), (0.85, true), (0.95, false), (1.5, false)] {
        let model = Model::default()
            .block([0.0, -1.0, 0.0], [6.0, 0.0, 6.0])
            .block([6.0, -1.0, 0.0], [12.0, height, 6.0]);
        let surface = ground(&model, SurfaceBuilder::new());
        let is_found = leads(&surface, point(3.0, 0.0, 3.0), point(9.0, height, 3.0));
        assert_eq!(is_found, is_taken, "{height}");
    }
}

#[test]
fn a_ceiling_leaves_room_or_not() {
    for (height, is_high) in [(2.05, true), (1.95, false)] {
        let model = Model::default()
            .floor([0.0, 0.0], [14.0, 6.0], 0.0)
            .block([5.0, height, -1.0], [9.0, height + 1.0, 7.0]);
        let surface = ground(&model, SurfaceBuilder::new());
        assert_eq!(leads(&surface, point(2.0, 0.0, 3.0), point(12.0, 0.0, 3.0)), is_high);
        let under = Point::new(7.0, 3.0);
        let polygon = surface.polygon_at(under, 0.0).unwrap();
        let found = surface.height_in(polygon, under);
        let expected = if is_high { 0.0 } else { height + 1.0 };
        assert!((found - expected).abs() < 0.01, "{found}");
    }
}

#[test]
fn a_hole_is_gone_round() {
    let model = Model::default()
        .floor([0.0, 0.0], [12.0, 12.0], 0.0)
        .block([4.0, -0.5, 4.0], [8.0, 3.0, 8.0]);
    let surface = ground(&model, SurfaceBuilder::new());
    let [from, to] = [point(2.0, 0.0, 6.0), point(10.0, 0.0, 6.0)];
    let path = surface.shortest_path(from, to, &mut MeshSpace::new()).unwrap();
    assert_eq!(path.points.len(), 4);
    // Round a square of four and a radius on either side: its corners are cut by a cell or two.
    assert!((9.5..11.0).contains(&path.length), "{}", path.length);
    assert!(surface.polygon_at(Point::new(4.2, 6.0), 0.0).is_none());
}

/// A road with a bridge over it, four above, and a ramp at one end of the bridge or at none.
fn bridge(has_ramp: bool) -> Model {
    let model = Model::default()
        .floor([0.0, 0.0], [30.0, 24.0], 0.0)
        .block([4.0, 3.6, 9.0], [20.0, 4.0, 14.0]);
    if !has_ramp {
        return model;
    }
    // Down along x from the bridge's end to the road.
    let mut ramp = Model::default().slab([20.0, 4.0, 9.0], [8.0, -4.0], [5.0, 0.0]);
    ramp.0.extend(model.0);
    ramp
}

#[test]
fn a_bridge_lies_over_its_road() {
    for has_ramp in [false, true] {
        let surface = ground(&bridge(has_ramp), SurfaceBuilder::new());
        let [below, above] = [point(12.0, 0.0, 11.5), point(12.0, 4.0, 11.5)];
        let snapped = surface.mesh().chart().snap(below.at).unwrap();
        assert!(surface.mesh().polygons_at(snapped).count() >= 2);
        for end in [below, above] {
            let polygon = surface.polygon_at(end.at, end.height).unwrap();
            let height = surface.height_in(polygon, end.at);
            assert!((height - end.height).abs() < 0.01, "{height}");
        }
        assert_eq!(leads(&surface, below, above), has_ramp);
        // Under the bridge and along below it.
        assert!(leads(&surface, point(12.0, 0.0, 2.0), point(12.0, 0.0, 22.0)));
        if has_ramp {
            let path = surface.shortest_path(below, above, &mut MeshSpace::new()).unwrap();
            // Out from under the ramp, round its foot, and back up.
            assert!(path.length > 30.0, "{path:?}");
            assert!((path.points[0].height - 0.0).abs() < 0.01, "{path:?}");
            assert!((path.points.last().unwrap().height - 4.0).abs() < 0.01, "{path:?}");
        }
    }
}

#[test]
fn the_nearest_ground_is_that_of_the_nearest_storey() {
    let surface = ground(&bridge(true), SurfaceBuilder::new());
    let near =
        |x: f64, height: f64, z: f64, reach: f64| surface.nearest(point(x, height, z), reach);
    // Beside the bridge, at its height and at that of the road; over it, and under it.
    let beside = near(12.0, 4.0, 7.5, 4.0).unwrap();
    assert!((beside.height - 4.0).abs() < 0.01 && beside.at.y > 9.5, "{beside:?}");
    for (height, expected) in [(0.5, 0.0), (1.9, 0.0), (2.1, 4.0), (9.0, 4.0)] {
        let found = near(12.0, height, 11.5, 10.0).unwrap();
        assert!((found.height - expected).abs() < 0.01, "{found:?}");
        assert!((found.at.x - 12.0).abs() + (found.at.y - 11.5).abs() < 0.01, "{found:?}");
    }
    assert_eq!(near(12.0, 9.0, 11.5, 4.5), None);
    assert_eq!(near(-5.0, 0.0, 12.0, 5.0), None);
    assert!(near(-5.0, 0.0, 12.0, 6.1).is_some());
    assert_eq!(near(f64::NAN, 0.0, 12.0, 9.0), None);
}

#[test]
fn a_way_follows_the_ground() {
    let surface = ground(&bridge(true), SurfaceBuilder::new());
    // From the bridge straight down the ramp and on along the road.
    let [from, to] = [point(10.0, 4.0, 11.5), point(29.0, 0.0, 11.5)];
    let path = surface.shortest_path(from, to, &mut MeshSpace::new()).unwrap();
    assert_eq!(path.points.len(), 2);
    let along = surface.along(&path.points, 0.05);
    assert!((4..12).contains(&along.len()), "{along:?}");
    let expected = |x: f64| (4.0 - (x - 20.0) / 2.0).clamp(0.0, 4.0);
    for [from, to] in along.array_windows() {
        for part in [0.0, 0.3, 0.5, 0.8, 1.0] {
            let x = from.at.x + (to.at.x - from.at.x) * part;
            let height = from.height + (to.height - from.height) * part;
            // Where it bends, the ground itself is rounded by a cell.
            assert!((height - expected(x)).abs() < 0.15, "{height} at {x}");
        }
    }
    assert!(surface.along(&[], 0.1).is_empty());
    assert_eq!(surface.along(&path.points[..1], 0.1).len(), 1);
}

#[test]
fn stairs_round_a_pillar_lie_over_themselves() {
    // Landings of four by four at the corners of a square, each a step of half a metre above the one before,
    // joined by flights as wide.
    let mut model = Model::default().floor([-4.0, -4.0], [20.0, 20.0], 0.0);
    let corners = [[0.0, 0.0], [12.0, 0.0], [12.0, 12.0], [0.0, 12.0]];
    let (mut height, mut last) = (0.0, [0.0; 3]);
    for flight in 0..9 {
        let [from, to] = [corners[flight % 4], corners[(flight + 1) % 4]];
        for tread in 0..16 {
            let part = f64::from(tread) / 16.0;
            let [x, z] = [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * part);
            height += 0.1;
            last = [x, height, z];
            model = model.block([x, height - 0.2, z], [x + 4.0, height, z + 4.0]);
        }
    }
    let surface = ground(&model, SurfaceBuilder::new());
    let top = point(last[0] + 2.0, last[1], last[2] + 2.0);
    let middle = Point::new(top.at.x, top.at.y);
    let storeys = surface.mesh().polygons_at(surface.mesh().chart().snap(middle).unwrap());
    assert!(storeys.count() >= 3);
    let path = surface.shortest_path(point(-2.0, 0.0, -2.0), top, &mut MeshSpace::new()).unwrap();
    assert!(path.length > 8.0 * 8.0, "{}", path.length);
    let heights: Vec<f64> = path.points.iter().map(|point| point.height).collect();
    assert!(heights.is_sorted(), "{heights:?}");
}

#[test]
fn what_cannot_be_ground_is_refused() {
    let refused = |vertices: Vec<[f32; 3]>, triangles: Vec<[u32; 3]>| {
        small().build(&TriangleMesh { vertices, triangles }).err()
    };
    let square = vec![[0.0, 0.0, 0.0], [9.0, 0.0, 0.0], [9.0, 0.0, 9.0]];
    assert_eq!(refused(vec![], vec![]), Some(NavMeshError::Empty));
    assert_eq!(refused(square.clone(), vec![]), Some(NavMeshError::Empty));
    assert_eq!(refused(square.clone(), vec![[0, 1, 1]]), Some(NavMeshError::Empty));
    assert_eq!(
        refused(square.clone(), vec![[0, 1, 3]]),
        Some(NavMeshError::Triangle { triangle: 0 })
    );
    for wrong in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for axis in 0..3 {
            let mut vertices = square.clone();
            vertices[1][axis] = wrong;
            assert_eq!(refused(vertices, vec![[0, 2, 1]]), Some(NavMeshError::Coordinates));
        }
    }
    // Large, large and thin, high, and far away.
    for (large, expected) in [
        ([1e6, 0.0, 1e6], "voxels"),
        ([f32::MAX, 0.0, f32::MAX], "voxels"),
        ([1.2e7, 0.0, 0.0], "voxels"),
        ([6e6, 0.0, 0.0], "nowhere"),
        ([0.0, f32::MAX, 0.0], "nowhere"),
    ] {
        let error = refused(vec![[0.0; 3], large, [0.0, 0.0, 0.1]], vec![[0, 1, 2]]).unwrap();
        assert!(error.to_string().contains(expected), "{large:?}: {error}");
    }
    let far = square.iter().map(|&[x, y, z]| [x + 3e9, y, z]).collect();
    assert_eq!(refused(far, vec![[0, 2, 1]]), Some(NavMeshError::Coordinates));
    // So many triangles over each other that the pieces they are cut into are too many for a row.
    let many = vec![[0, 2, 1]; 1 << 15];
    let wide = square.iter().map(|&[x, y, z]| [x * 50.0, y, z]).collect();
    let error = refused(wide, many).unwrap();
    assert!(matches!(error, NavMeshError::Voxels { needed, limit } if needed > limit), "{error}");
}

#[test]
fn settings_that_make_no_sense_are_named() {
    let new = SurfaceBuilder::new;
    let wrong = [
        (new().cell_size(0.0), "cell_size"),
        (new().cell_height(f64::NAN), "cell_height"),
        (new().radius(-1.0), "radius"),
        (new().headroom(f64::INFINITY), "headroom"),
        (new().step(2.5), "step"),
        (new().step(2.0), "step"),
        (new().slope_degrees(90.0), "slope_degrees"),
        (new().contour_error_cells(-0.1), "contour_error_cells"),
        (new().area_least(f64::NAN), "area_least"),
    ];
    for (builder, name) in wrong {
        assert_eq!(builder.checked().err(), Some(NavMeshError::Setting { name }));
    }
}

#[test]
fn the_steepest_slope_is_a_cosine() {
    for (degrees, cosine) in [(0.0, 1.0_f64), (45.0, 0.5_f64.sqrt()), (60.0, 0.5)] {
        assert!((steepest(degrees) - cosine * cosine).abs() < 2e-6, "{degrees}");
    }
    assert!(steepest(89.9) < 1e-5);
}

/// Triangles anywhere, blocks and slabs on and over each other.
fn any_model(random: &mut Random) -> Model {
    let mut model = Model::default();
    let at = |random: &mut Random, most: u32| f64::from(random.below(most * 10)) / 10.0;
    for _ in 0..1 + random.below(14) {
        let corner = [at(random, 12), at(random, 6), at(random, 12)];
        let size = [0; 3].map(|_| 0.1 + at(random, 6));
        model = match random.below(4) {
            0 => model.block(corner, [0, 1, 2].map(|axis| corner[axis] + size[axis])),
            1 => model.floor(
                [corner[0], corner[2]],
                [corner[0] + size[0], corner[2] + size[2]],
                corner[1],
            ),
            2 => {
                let rises = [0; 2].map(|_| at(random, 4) - 2.0);
                model.slab(corner, [size[0], rises[0]], [size[2], rises[1]])
            }
            _ => {
                let corners = [0; 3].map(|_| [at(random, 12), at(random, 6), at(random, 12)]);
                model.0.push(corners);
                model
            }
        };
    }
    model
}

fn any_builder(random: &mut Random) -> SurfaceBuilder {
    let pick = |random: &mut Random, all: [f64; 4]| all[random.below(4) as usize];
    SurfaceBuilder::new()
        .cell_size(pick(random, [0.2, 0.3, 0.5, 1.0]))
        .cell_height(pick(random, [0.05, 0.1, 0.2, 0.5]))
        .radius(pick(random, [0.0, 0.0, 0.3, 0.6]))
        .headroom(pick(random, [1.0, 1.5, 2.0, 2.0]))
        .step(pick(random, [0.0, 0.3, 0.5, 0.9]))
        .slope_degrees(pick(random, [10.0, 45.0, 60.0, 85.0]))
        .contour_error_cells(pick(random, [0.0, 1.0, 1.3, 6.0]))
        .area_least(pick(random, [0.0, 0.0, 1.0, 5.0]))
}

#[test]
fn any_triangles_make_sound_ground() {
    let mut found = 0;
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let (model, builder) = (any_model(&mut random), any_builder(&mut random));
        let built = std::panic::catch_unwind(|| match builder.build(&model.mesh()) {
            Ok(surface) => {
                check(&surface, &model, &builder);
                check_connected(&surface, &model, &builder);
                true
            }
            Err(error) => {
                assert_eq!(error, NavMeshError::Empty);
                false
            }
        });
        found += u32::from(built.unwrap_or_else(|_| panic!("seed {seed}: {builder:?}")));
    }
    assert!(found > 250, "{found}");
}
