//! Regions of scenes, and meshes for those who keep out of them: held against meshes of which the same
//! polygons were taken away by the outlines alone, and against scenes that have obstacles there.

use crate::support::seeds;
use std::io::Cursor;
use xunlu_map::{MeshLink, MeshPolygon, Point, PolygonMesh, Tags};
use xunlu_mesh::{MeshSpace, NavMesh, NavMeshError, ObstacleId, RegionId, RegionRule};
use xunlu_mesh::{PagedMesh, Scene, SceneOptions};
use xunlu_testkit::{MeshReferee, Random};

/// So many scenes, unless `XUNLU_SEEDS` says otherwise.
const SEEDS: u64 = 200;

/// One step of the grid: everything lies on whole coordinates, for the referee.
const STEP: f64 = 1.0 / 1024.0;

#[test]
fn a_rule_takes_away_what_lies_in_regions() {
    let (mut found, mut longer, mut none) = (0, 0, 0);
    let mut space = MeshSpace::new();
    for seed in 0..seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let mut world = World::any(random, Outlines::Aslant);
        for _ in 0..4 {
            let rule = Rule::any(random);
            _ = world.scene.mesh_by(rule.as_told());
            (0..2).for_each(|_| world.change(random));
            let base = world.scene.mesh().clone();
            let kept = world.kept(&in_steps(&base), rule);
            let view = world.scene.mesh_by(rule.as_told()).clone();
            let told = format!("seed {seed}, {rule:?}, {:?}", world.regions);
            assert_eq!(view.polygon_count(), kept.polygons.len(), "{told}");
            if kept.polygons.is_empty() {
                continue;
            }
            let referee = MeshReferee::new(&kept);
            for _ in 0..5 {
                let ends = [0; 2].map(|_| world.point(random));
                let [from, to] = ends.map(place);
                let path = view.shortest_path(from, to, &mut space);
                let expected = referee.shortest(ends[0], ends[1]);
                let is_right = match (&path, expected) {
                    (Some(path), Some(length)) => (path.length / STEP - length).abs() < 1e-6,
                    (path, length) => path.is_none() && length.is_none(),
                };
                assert!(is_right, "{told}, {ends:?}: {path:?}, expected {expected:?}");
                assert_eq!(view.are_connected(from, to), path.is_some(), "{told}, {ends:?}");
                let Some(path) = path else {
                    none += 1;
                    continue;
                };
                found += 1;
                let through = base.shortest_path(from, to, &mut space).expect("more is open");
                longer += u32::from(path.length > through.length + STEP / 1e3);
            }
        }
    }
    let counts = (found, longer, none);
    assert!(
        seeds(SEEDS) < SEEDS || found > 1000 && longer > 100 && none > 200,
        "found, longer, none: {counts:?}"
    );
}

#[test]
fn regions_to_keep_out_of_are_as_obstacles() {
    let (mut found, mut none) = (0, 0);
    let mut space = MeshSpace::new();
    for seed in 0..seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let mut world = World::any(random, Outlines::Aslant);
        let tags = Tags(1 << random.below(3));
        let mut closed = world.scene.clone();
        for (_, outline, own) in &world.regions {
            if own.0 & tags.0 != 0 {
                closed.put(outline).expect("it was put in as a region");
            }
        }
        let view = world.scene.mesh_by(RegionRule::avoiding(tags)).clone();
        for _ in 0..20 {
            let [from, to] = [0; 2].map(|_| place(world.point(random)));
            let paths = [&view, closed.mesh()].map(|mesh| mesh.shortest_path(from, to, &mut space));
            let lengths = paths.map(|path| path.map(|path| path.length));
            let is_same = match lengths {
                [Some(one), Some(other)] => (one - other).abs() < STEP * 1e-6,
                [one, other] => one == other,
            };
            assert!(is_same, "seed {seed}, {from:?} to {to:?}: {lengths:?}");
            if lengths[0].is_some() { found += 1 } else { none += 1 }
        }
    }
    assert!(seeds(SEEDS) < SEEDS || found > 1000 && none > 500, "{found} found, {none} not");
}

#[test]
fn it_is_known_in_which_regions_a_point_lies() {
    let mut inside = 0;
    for seed in 0..seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let mut world = World::any(random, Outlines::Rectangles);
        world.change(random);
        let mesh = world.scene.mesh();
        let mut file = Vec::new();
        mesh.save(&mut file).unwrap();
        let read = NavMesh::load(Cursor::new(&file)).unwrap();
        let mut paged = PagedMesh::open(Cursor::new(&file), 0).unwrap();
        for _ in 0..30 {
            let at = place(world.point(random));
            let is_open = mesh.nearest(at, 0.0).is_some();
            let is_in = |outline: &[Point]| {
                let [least, most] = bounds(outline);
                (least.x..=most.x).contains(&at.x) && (least.y..=most.y).contains(&at.y)
            };
            let all = world.regions.iter();
            let mut around: Vec<RegionId> =
                all.filter(|(_, outline, _)| is_in(outline)).map(|&(id, ..)| id).collect();
            around.sort_unstable();
            let own = mesh.regions_at(at);
            assert_eq!(read.regions_at(at), own, "seed {seed}: as it was written");
            assert_eq!(paged.regions_at(at).unwrap(), own, "seed {seed}: tile by tile");
            assert!(own.iter().all(|id| around.contains(id)), "seed {seed}, {at:?}");
            // On its border, where an obstacle lies in the region, the open side is outside.
            let is_deep = |outline: &[Point]| {
                let [least, most] = bounds(outline);
                least.x < at.x && at.x < most.x && least.y < at.y && at.y < most.y
            };
            for (id, outline, _) in &world.regions {
                let is_told = own.contains(id);
                assert!(!(is_open && is_deep(outline)) || is_told, "seed {seed}, {at:?}: {id:?}");
            }
            inside += own.len();
        }
    }
    assert!(seeds(SEEDS) < SEEDS || inside > 500, "{inside} inside");
}

#[test]
fn links_into_regions_are_closed_for_those_who_keep_out() {
    let square = |x: f64, side: f64| {
        [(x, 0.0), (x + side, 0.0), (x + side, side), (x, side)].map(Point::from).to_vec()
    };
    let mut scene = Scene::new(&[square(0.0, 4.0), square(6.0, 4.0)], &[]).unwrap();
    scene.put_link(MeshLink::two_way((3.0, 2.0), (7.0, 2.0))).unwrap();
    let tags = Tags(4);
    let region = scene.put_region(&square(6.5, 1.0), tags).unwrap();
    let (from, to) = (Point::new(1.0, 2.0), Point::new(9.0, 2.0));
    let rule = RegionRule::avoiding(tags);
    assert!(scene.mesh_by(rule).are_connected(from, to));
    scene.move_region(region, &square(6.5, 3.0)).unwrap();
    assert!(!scene.mesh_by(rule).are_connected(from, to));
    assert!(scene.mesh().are_connected(from, to));
    scene.take_region(region).unwrap();
    assert!(scene.mesh_by(rule).are_connected(from, to));
    scene.put_link(MeshLink::one_way((3.0, 3.0), (7.0, 3.0)).counting(0.0)).unwrap();
    let path = scene.mesh_by(rule).shortest_path(from, to, &mut MeshSpace::new()).unwrap();
    assert!((path.length - 2.0 * 5.0_f64.sqrt()).abs() < 1e-9, "{path:?}");
}

#[test]
fn odd_regions_are_refused_and_change_nothing() {
    let square = |x: f64, side: f64| {
        [(x, 0.0), (x + side, 0.0), (x + side, side), (x, side)].map(Point::from).to_vec()
    };
    let mut scene = Scene::new(&[square(0.0, 9.0)], &[]).unwrap();
    let before = scene.mesh().polygon_mesh();
    assert_eq!(scene.put_region(&square(f64::NAN, 1.0), Tags(1)), Err(NavMeshError::Coordinates));
    let obstacle = scene.put(&square(1.0, 1.0)).unwrap();
    let region = scene.put_region(&square(3.0, 1.0), Tags(1)).unwrap();
    assert_eq!(scene.obstacles().collect::<Vec<ObstacleId>>(), [obstacle]);
    scene.take_region(region).unwrap();
    assert_eq!(scene.take_region(region), Err(NavMeshError::NoRegion));
    assert_eq!(scene.move_region(region, &square(1.0, 1.0)), Err(NavMeshError::NoRegion));
    scene.take(obstacle).unwrap();
    assert_eq!(scene.mesh().polygon_mesh(), before);
    let mut put = 0;
    let refused = loop {
        let side = 1.0 + f64::from(put) / 100.0;
        match scene.put_region(&square(0.25, side), Tags(1)) {
            Ok(_) => put += 1,
            Err(error) => break error,
        }
    };
    assert_eq!((put, refused), (64, NavMeshError::Crowded));
    assert_eq!(scene.mesh().regions_at(Point::new(1.0, 0.5)).len(), 64);
}

/// Tags to keep out of, and tags to keep to.
#[derive(Clone, Copy, Debug)]
struct Rule {
    avoid: u16,
    only: u16,
}

impl Rule {
    fn any(random: &mut Random) -> Rule {
        let mut some = |percent: u32| {
            let tags = u16::try_from(random.below(8)).expect("three bits");
            if random.chance(percent) { tags } else { 0 }
        };
        Rule { avoid: some(80), only: some(30) }
    }

    fn as_told(self) -> RegionRule {
        RegionRule::only(Tags(self.only)).and_avoiding(Tags(self.avoid))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Outlines {
    Rectangles,
    Aslant,
}

/// A scene, and what is in it.
struct World {
    size: u32,
    outlines: Outlines,
    obstacles: Vec<ObstacleId>,
    regions: Vec<(RegionId, Vec<Point>, Tags)>,
    scene: Scene,
}

impl World {
    fn any(random: &mut Random, outlines: Outlines) -> World {
        let size = random.from_to(12, 60);
        let tile = random.from_to(size / 4, size);
        // As outlines have it, on every fourth coordinate.
        let side = (size / 4 * 4).cast_signed();
        let ground = [[0, 0], [side, 0], [side, side], [0, side]].map(place).to_vec();
        let options = SceneOptions::new().tile_width(f64::from(tile) * STEP);
        let scene = Scene::with(&options, &[ground], &[]).expect("a scene");
        let (obstacles, regions) = (Vec::new(), Vec::new());
        let mut world = World { size, outlines, obstacles, regions, scene };
        (0..8).for_each(|_| world.change(random));
        world
    }

    /// Puts an obstacle or a region in, moves one or takes one out, if that is possible.
    fn change(&mut self, random: &mut Random) {
        let outline = self.outline(random);
        let tags = Tags(u16::try_from(random.below(8)).expect("three bits"));
        let (obstacles, regions) = (self.obstacles.len(), self.regions.len());
        match random.below(8) {
            0 | 1 if obstacles < 5 => self.obstacles.extend(self.scene.put(&outline)),
            2 if obstacles > 0 => {
                _ = self.scene.move_to(self.obstacles[index(random, obstacles)], &outline);
            }
            3 if obstacles > 2 => {
                let id = self.obstacles.swap_remove(index(random, obstacles));
                assert_eq!(self.scene.take(id), Ok(()));
            }
            4 if regions > 0 => {
                let (id, own, _) = &mut self.regions[index(random, regions)];
                if self.scene.move_region(*id, &outline).is_ok() {
                    *own = outline;
                }
            }
            5 if regions > 2 => {
                let (id, ..) = self.regions.swap_remove(index(random, regions));
                assert_eq!(self.scene.take_region(id), Ok(()));
            }
            _ if regions < 6 => {
                if let Ok(id) = self.scene.put_region(&outline, tags) {
                    self.regions.push((id, outline, tags));
                }
            }
            _ => {}
        }
    }

    /// On every fourth coordinate, at right angles or half of them, so that all crossings lie on the grid,
    /// and no line comes so near to one that it is led through it.
    fn outline(&self, random: &mut Random) -> Vec<Point> {
        let at = |random: &mut Random| random.below(self.size / 4 + 2).cast_signed() * 4 - 4;
        let [x, y] = [0; 2].map(|_| at(random));
        let [width, height] = [0; 2].map(|_| random.from_to(1, self.size / 6).cast_signed() * 4);
        let kind = if self.outlines == Outlines::Aslant { random.below(4) } else { 0 };
        let corners = match kind {
            // A triangle, a bow tie, and a square on its corner.
            1 => vec![[x, y], [x + width, y], [x, y + width]],
            2 => vec![[x, y], [x + width, y + width], [x + width, y], [x, y + width]],
            3 => vec![[x, y], [x + width, y + width], [x, y + 2 * width], [x - width, y + width]],
            _ => vec![[x, y], [x + width, y], [x + width, y + height], [x, y + height]],
        };
        corners.into_iter().map(place).collect()
    }

    /// What a rule leaves of a mesh in steps: a polygon lies in a region if its middle does.
    fn kept(&self, mesh: &PolygonMesh, rule: Rule) -> PolygonMesh {
        let is_kept = |polygon: &MeshPolygon| {
            let corners = polygon.vertices.iter().map(|&at| mesh.vertices[at as usize]);
            let middle = middle(&corners.collect::<Vec<Point>>());
            let own = self.regions.iter().filter(|(_, outline, _)| goes_round(outline, middle));
            let tags = own.fold(0, |all, (.., tags)| all | tags.0);
            tags & rule.avoid == 0 && (rule.only == 0 || tags & rule.only != 0)
        };
        let mut numbers = Vec::new();
        let mut count = 0;
        for polygon in &mesh.polygons {
            numbers.push(is_kept(polygon).then_some(count));
            count += u32::from(is_kept(polygon));
        }
        let kept = mesh.polygons.iter().filter(|polygon| is_kept(polygon)).map(|polygon| {
            let neighbours = polygon.neighbours.iter();
            let neighbours = neighbours.map(|beyond| numbers[beyond.as_ref().copied()? as usize]);
            MeshPolygon { vertices: polygon.vertices.clone(), neighbours: neighbours.collect() }
        });
        PolygonMesh { polygons: kept.collect(), vertices: mesh.vertices.clone() }
    }

    fn point(&self, random: &mut Random) -> [i32; 2] {
        [0; 2].map(|_| random.below(self.size + 1).cast_signed())
    }
}

/// A point in the inside of a convex polygon: the middle of its widest triangle.
fn middle(corners: &[Point]) -> Point {
    let area = |[a, b, c]: [Point; 3]| (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    let triangles = (1..corners.len() - 1).map(|at| [corners[0], corners[at], corners[at + 1]]);
    let widest = triangles.max_by(|&a, &b| area(a).total_cmp(&area(b)));
    let [a, b, c] = widest.expect("a polygon has three corners");
    Point::new((a.x + b.x + c.x) / 3.0, (a.y + b.y + c.y) / 3.0)
}

/// Whether an outline goes round a point, given in steps, either way and however often.
fn goes_round(outline: &[Point], at: Point) -> bool {
    let sides = outline.iter().zip(outline.iter().cycle().skip(1));
    let windings = sides.map(|(from, to)| {
        let ([x, y], [to_x, to_y]) = ([from.x / STEP, from.y / STEP], [to.x / STEP, to.y / STEP]);
        let side = (to_x - x) * (at.y - y) - (to_y - y) * (at.x - x);
        match (y <= at.y, to_y <= at.y) {
            (true, false) if side > 0.0 => 1,
            (false, true) if side < 0.0 => -1,
            _ => 0,
        }
    });
    windings.sum::<i32>() != 0
}

fn bounds(outline: &[Point]) -> [Point; 2] {
    [outline[0], outline[2]]
}

/// The polygons of a mesh on whole coordinates.
fn in_steps(mesh: &NavMesh) -> PolygonMesh {
    let mut polygons = mesh.polygon_mesh();
    for point in &mut polygons.vertices {
        *point = Point::new(point.x / STEP, point.y / STEP);
    }
    polygons
}

fn place([x, y]: [i32; 2]) -> Point {
    Point::new(f64::from(x) * STEP, f64::from(y) * STEP)
}

fn index(random: &mut Random, length: usize) -> usize {
    random.below(u32::try_from(length).expect("these lists are short")) as usize
}
