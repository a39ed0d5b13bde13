//! Links in scenes whose obstacles cover their ends and go again, in files, and read tile by tile.

use crate::support::seeds;
use std::io::Cursor;
use xunlu_map::{LinkId, MeshLink, Point, PolygonMesh, Tags};
use xunlu_mesh::{
    MeshFileError, MeshQuery, MeshSpace, NavMesh, ObstacleId, PagedMesh, Scene, SceneOptions,
};
use xunlu_testkit::{MeshReferee, Random};

/// So many scenes, unless `XUNLU_SEEDS` says otherwise.
const SEEDS: u64 = 150;

/// One step of the grid: everything lies on whole coordinates, for the referee.
const STEP: f64 = 1.0 / 1024.0;

#[test]
fn obstacles_close_links_and_open_them_again() {
    let (mut taken, mut closed, mut broken) = (0, 0, 0);
    let mut space = MeshSpace::new();
    for seed in 0..seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let mut world = World::any(random);
        for change in 0..6 {
            let before = world.any_path(random, &mut space);
            if !world.change(random) {
                continue;
            }
            let (mesh, anew) = (world.scene.mesh(), world.anew());
            closed += world.links.iter().filter(|(id, _)| !mesh.is_link_open(*id)).count();
            if let Some(path) = before {
                let leg = mesh.broken_leg_of(&path);
                let ends = [path.points[0], path.points[path.points.len() - 1]];
                let after = mesh.shortest_path(ends[0], ends[1], &mut space);
                let length = after.map_or(f64::INFINITY, |path| path.length);
                if leg.is_some() {
                    broken += 1;
                } else {
                    assert!(length < path.length + 1e-9, "seed {seed}: {path:?} still holds");
                }
            }
            let referee = MeshReferee::new(&in_steps(mesh));
            for _ in 0..4 {
                let ends = [0; 2].map(|_| world.point(random));
                let [from, to] = ends.map(place);
                let told = format!("seed {seed}, change {change}, {ends:?}: {:?}", world.links);
                let path = mesh.shortest_path(from, to, &mut space);
                assert_eq!(mesh.are_connected(from, to), path.is_some(), "{told}");
                let lengths = anew.mesh().shortest_path(from, to, &mut space);
                let lengths = [&path, &lengths].map(|path| path.as_ref().map(|path| path.length));
                assert_eq!(lengths[0], lengths[1], "{told}");
                let expected = referee.shortest_by_links(ends[0], ends[1], &world.ways());
                let is_right = match (lengths[0], expected) {
                    (Some(length), Some(expected)) => (length / STEP - expected).abs() < 1e-6,
                    (length, expected) => length.is_none() && expected.is_none(),
                };
                assert!(is_right, "{told}: {lengths:?}, expected {expected:?}");
                taken += path.map_or(0, |path| path.links.len());
            }
        }
    }
    let counts = (taken, closed, broken);
    assert!(
        seeds(SEEDS) < SEEDS || taken > 200 && closed > 200 && broken > 20,
        "taken, closed, broken: {counts:?}"
    );
}

#[test]
fn links_are_read_as_they_were_written_whole_or_tile_by_tile() {
    let mut taken = 0;
    let mut space = MeshSpace::new();
    for seed in 0..seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let mut world = World::any(random);
        (0..4).for_each(|_| _ = world.change(random));
        let mesh = world.scene.mesh();
        let file = saved(mesh);
        let read = NavMesh::load(Cursor::new(&file)).unwrap();
        assert!(read.links().eq(mesh.links()), "seed {seed}");
        assert_eq!(saved(&read), file, "seed {seed}: written again");
        let mut paged = PagedMesh::open(Cursor::new(&file), 0).unwrap();
        for _ in 0..6 {
            let [from, to] = [0; 2].map(|_| place(world.point(random)));
            let tags = Tags(u16::try_from(random.below(4)).expect("two bits"));
            let query = MeshQuery::new(from, to).with_tags(tags).partial().snapping(1.0);
            let told = format!("seed {seed}, {from:?} to {to:?}");
            let answer = mesh.answer(&query, &mut space);
            assert_eq!(read.answer(&query, &mut space), answer, "{told}");
            assert_eq!(paged.answer(&query, &mut space).unwrap(), answer, "{told}");
            taken += answer.path.map_or(0, |path| path.links.len());
        }
    }
    assert!(seeds(SEEDS) < SEEDS || taken > 100, "{taken} taken");
}

#[test]
fn what_is_made_of_a_mesh_has_its_links() {
    let bank =
        |x: f64| [(x, 0.0), (x + 4.0, 0.0), (x + 4.0, 4.0), (x, 4.0)].map(Point::from).to_vec();
    let mesh = NavMesh::of_outlines(&[bank(0.0), bank(6.0)], &[]).unwrap();
    let mesh = mesh.with_links([MeshLink::two_way((3.0, 2.0), (7.0, 2.0))]).unwrap();
    let (from, to) = (Point::new(1.0, 2.0), Point::new(9.0, 2.0));
    let scene = Scene::on(&SceneOptions::new(), &mesh, &[]).unwrap();
    let small = mesh.for_radius(0.5).unwrap();
    for made in [scene.mesh(), &small] {
        let path = made.shortest_path(from, to, &mut MeshSpace::new()).unwrap();
        assert!((path.length - 8.0).abs() < 1e-9, "{path:?}");
    }
    assert!(!mesh.for_radius(1.5).unwrap().are_connected(from, to), "too wide for the jump");
}

#[test]
fn links_that_were_changed_or_cut_off_in_a_file_are_refused() {
    let square = [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)].map(Point::from).to_vec();
    let mesh = NavMesh::of_outlines(&[square], &[]).unwrap();
    let link = MeshLink::two_way((1.0, 1.0), (7.0, 7.0)).counting(2.0);
    let file = saved(&mesh.with_links([link, link]).unwrap());
    for length in 0..file.len() {
        assert!(NavMesh::load(Cursor::new(&file[..length])).is_err(), "cut off at {length}");
    }
    for at in 0..file.len() {
        let mut changed = file.clone();
        changed[at] ^= 0x10;
        let error = NavMesh::load(Cursor::new(changed));
        assert!(error.is_err(), "byte {at} changed");
    }
    let mut later = file;
    later[8] = 4;
    let error = NavMesh::load(Cursor::new(later)).unwrap_err();
    assert!(matches!(error, MeshFileError::Version(4)), "{error}");
}

/// A scene, and what is in it.
struct World {
    size: u32,
    tile: u32,
    obstacles: Vec<(ObstacleId, Vec<Point>)>,
    links: Vec<(LinkId, MeshLink)>,
    scene: Scene,
}

impl World {
    fn any(random: &mut Random) -> World {
        let size = random.from_to(12, 60);
        let tile = random.from_to(size / 6, size);
        let scene = scene(size, tile, &[]);
        let mut world = World { size, tile, obstacles: Vec::new(), links: Vec::new(), scene };
        (0..5).for_each(|_| _ = world.change(random));
        world
    }

    /// Puts an obstacle or a link in, moves one or takes one out. Returns whether that was possible.
    fn change(&mut self, random: &mut Random) -> bool {
        let outline = outline(self.size, random);
        let (obstacles, links) = (self.obstacles.len(), self.links.len());
        match random.below(6) {
            0 | 1 if obstacles < 8 => {
                let put = self.scene.put(&outline);
                put.map(|id| self.obstacles.push((id, outline))).is_ok()
            }
            2 if obstacles > 0 => {
                let (id, own) = &mut self.obstacles[index(random, obstacles)];
                self.scene.move_to(*id, &outline).map(|()| *own = outline).is_ok()
            }
            3 if obstacles > 0 => {
                let (id, _) = self.obstacles.swap_remove(index(random, obstacles));
                assert_eq!(self.scene.take(id), Ok(()));
                true
            }
            4 if links > 3 => {
                let (id, _) = self.links.remove(index(random, links));
                assert_eq!(self.scene.take_link(id), Ok(()));
                assert!(self.scene.take_link(id).is_err(), "it is gone");
                true
            }
            _ => {
                let link = self.any_link(random);
                let id = self.scene.put_link(link).expect("both ends are on the chart");
                self.links.push((id, link));
                true
            }
        }
    }

    fn any_link(&self, random: &mut Random) -> MeshLink {
        let [from, to] = [0; 2].map(|_| place(self.point(random)));
        let mut link = MeshLink::two_way(from, to);
        link.is_two_way = random.chance(40);
        link.length *= [0.0, 0.5, 1.0, 1.5][index(random, 4)];
        link
    }

    fn any_path(&self, random: &mut Random, space: &mut MeshSpace) -> Option<xunlu_mesh::MeshPath> {
        let [from, to] = [0; 2].map(|_| place(self.point(random)));
        let path = self.scene.mesh().shortest_path(from, to, space)?;
        assert_eq!(self.scene.mesh().broken_leg_of(&path), None, "{path:?}");
        Some(path)
    }

    fn anew(&self) -> Scene {
        let obstacles: Vec<Vec<Point>> =
            self.obstacles.iter().map(|(_, outline)| outline.clone()).collect();
        let mut made = scene(self.size, self.tile, &obstacles);
        for &(_, link) in &self.links {
            made.put_link(link).expect("it was put before");
        }
        made
    }

    /// From where to where links lead, in steps.
    fn ways(&self) -> Vec<([i32; 2], [i32; 2], f64)> {
        let ways = self.links.iter().flat_map(|(_, link)| {
            let (from, to, length) = (whole(link.from), whole(link.to), link.length / STEP);
            let back = link.is_two_way.then_some((to, from, length));
            std::iter::once((from, to, length)).chain(back)
        });
        ways.collect()
    }

    fn point(&self, random: &mut Random) -> [i32; 2] {
        [0; 2].map(|_| random.below(self.size + 1).cast_signed())
    }
}

fn scene(size: u32, tile: u32, obstacles: &[Vec<Point>]) -> Scene {
    let side = f64::from(size) * STEP;
    let ground = [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)].map(Point::from).to_vec();
    let options = SceneOptions::new().tile_width(f64::from(tile) * STEP);
    Scene::with(&options, &[ground], obstacles).expect("a scene")
}

/// A rectangle, often a wall all across, or a few points.
fn outline(size: u32, random: &mut Random) -> Vec<Point> {
    let at = |random: &mut Random| random.below(size + 4).cast_signed() - 2;
    let [x, y] = [0; 2].map(|_| at(random));
    let [mut width, mut height] = [0; 2].map(|_| random.from_to(1, 12).cast_signed());
    match random.below(4) {
        0 => width = size.cast_signed() + 4,
        1 => height = size.cast_signed() + 4,
        2 => return (0..random.from_to(3, 5)).map(|_| place([at(random), at(random)])).collect(),
        _ => {}
    }
    [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        .map(|(x, y)| place([x, y]))
        .to_vec()
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

#[allow(clippy::cast_possible_truncation, reason = "these scenes are small")]
fn whole(point: Point) -> [i32; 2] {
    [point.x, point.y].map(|number| (number / STEP).round() as i32)
}

fn saved(mesh: &NavMesh) -> Vec<u8> {
    let mut file = Vec::new();
    mesh.save(&mut file).expect("it is written to memory");
    file
}

fn index(random: &mut Random, length: usize) -> usize {
    random.below(u32::try_from(length).expect("these lists are short")) as usize
}
