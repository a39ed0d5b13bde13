//! Meshes in files: read as they were written, whole or tile by tile in little memory; and what is no mesh.

use crate::support::seeds;
use std::io::Cursor;
use xunlu_map::Point;
use xunlu_mesh::{MeshFileError, MeshSpace, NavMesh, PagedMesh, Scene, SceneOptions};
use xunlu_testkit::Random;

/// So many scenes, unless `XUNLU_SEEDS` says otherwise.
const SEEDS: u64 = 40;

/// Room for the fewest tiles that are ever kept.
const NO_ROOM: usize = 0;

#[test]
fn a_mesh_is_read_as_it_was_written() {
    let mut space = MeshSpace::new();
    for seed in 0..seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let (scene, size) = any_scene(random);
        let mesh = scene.mesh();
        let read = NavMesh::load(Cursor::new(saved(mesh))).unwrap();
        assert_eq!(read.polygon_mesh(), mesh.polygon_mesh(), "seed {seed}");
        assert_eq!(saved(&read), saved(mesh), "seed {seed}: written again");
        for _ in 0..20 {
            let [from, to] = [0; 2].map(|_| point(random, size));
            let paths = [mesh, &read].map(|mesh| mesh.shortest_path(from, to, &mut space));
            assert_eq!(paths[0], paths[1], "seed {seed}, {from:?} to {to:?}");
            assert_eq!(read.are_connected(from, to), paths[0].is_some(), "seed {seed}");
        }
    }
}

#[test]
fn a_mesh_of_one_tile_is_read_as_it_was_written() {
    let outline = [(0.0, 0.0), (9.0, 0.0), (9.0, 7.0), (4.0, 2.0), (0.0, 7.0)].map(Point::from);
    let mesh = NavMesh::of_outlines(&[outline.to_vec()], &[]).unwrap();
    let read = NavMesh::load(Cursor::new(saved(&mesh))).unwrap();
    let (from, to) = (Point::new(0.5, 6.0), Point::new(8.5, 6.0));
    let path = read.shortest_path(from, to, &mut MeshSpace::new()).unwrap();
    assert_eq!(path.points, [from, Point::new(4.0, 2.0), to]);
}

#[test]
fn what_is_read_tile_by_tile_answers_as_the_whole_does() {
    let (mut found, mut reads) = (0, 0);
    let mut space = MeshSpace::new();
    for seed in 0..seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let (scene, size) = any_scene(random);
        let mesh = scene.mesh();
        let mut paged = PagedMesh::open(Cursor::new(saved(mesh)), NO_ROOM).unwrap();
        for _ in 0..5 {
            let [from, to] = [0; 2].map(|_| point(random, size));
            let reach = f64::from(random.below(20));
            let what = format!("seed {seed}, {from:?} to {to:?}");
            let path = paged.shortest_path(from, to, &mut space).unwrap();
            assert_eq!(path, mesh.shortest_path(from, to, &mut space), "{what}");
            found += u32::from(path.is_some());
            assert!(paged.tiles_here() <= 16, "{what}: {} tiles", paged.tiles_here());
            assert_eq!(paged.raycast(from, to).unwrap(), mesh.raycast(from, to), "{what}");
            assert_eq!(
                paged.nearest(from, reach).unwrap(),
                mesh.nearest(from, reach),
                "{what}, within {reach}"
            );
            assert_eq!(
                paged.slide(from, to, &mut space).unwrap(),
                mesh.slide(from, to, &mut space),
                "{what}"
            );
            assert_eq!(
                paged.nearest_wall(from, reach, &mut space).unwrap(),
                mesh.nearest_wall(from, reach, &mut space),
                "{what}, within {reach}"
            );
            assert_eq!(
                paged.are_connected(from, to).unwrap(),
                mesh.are_connected(from, to),
                "{what}"
            );
        }
        reads += paged.reads();
    }
    assert!(seeds(SEEDS) < SEEDS || found > 60 && reads > 2000, "{found} found, {reads} reads");
}

#[test]
fn a_search_over_pages_is_carried_on_in_slices() {
    let random = &mut Random::new(1);
    let (scene, size) = any_scene(random);
    let mesh = scene.mesh();
    let mut paged = PagedMesh::open(Cursor::new(saved(mesh)), NO_ROOM).unwrap();
    let mut slices = 0;
    for _ in 0..20 {
        let ends = [0; 2].map(|_| point(random, size));
        let mut search = paged.begin_within(0.0, ends, MeshSpace::new()).unwrap().unwrap();
        while !paged.run(&mut search, 1).unwrap() {
            slices += 1;
            assert!(slices < 100_000, "it never ends");
        }
        let [start, goal] = ends.map(|end| mesh.chart().snap(end).unwrap());
        let mut whole = xunlu_mesh::MeshSearch::begin(mesh, start, goal, MeshSpace::new());
        whole.run(mesh, u64::MAX);
        assert_eq!((search.path(), search.expansions()), (whole.path(), whole.expansions()));
    }
    assert!(slices > 100, "{slices} slices");
}

#[test]
fn tiles_around_units_are_read_beforehand() {
    let (scene, size) = any_scene(&mut Random::new(3));
    let mut paged = PagedMesh::open(Cursor::new(saved(scene.mesh())), usize::MAX).unwrap();
    let unit = Point::new(size / 2.0, size / 2.0);
    paged.read_around(&[unit], 8.0).unwrap();
    let reads = paged.reads();
    assert!(reads > 0);
    for (x, y) in [(-5.0, -5.0), (5.0, -5.0), (0.0, 7.0)] {
        _ = paged.raycast(unit, Point::new(unit.x + x, unit.y + y)).unwrap();
    }
    assert_eq!(paged.reads(), reads, "nothing was read to ask about what lies around");
}

#[test]
fn where_there_is_little_room_the_nearest_tiles_stay() {
    let square = [(0.0, 0.0), (64.0, 0.0), (64.0, 64.0), (0.0, 64.0)].map(Point::from).to_vec();
    let scene = Scene::with(&SceneOptions::new().tile_width(2.0), &[square], &[]).unwrap();
    let mut paged = PagedMesh::open(Cursor::new(saved(scene.mesh())), NO_ROOM).unwrap();
    paged.read_around(&[Point::new(60.0, 60.0)], 3.0).unwrap();
    let unit = Point::new(20.5, 20.5);
    paged.read_around(&[unit], 30.0).unwrap();
    assert!(paged.tiles_here() <= 16, "{} tiles", paged.tiles_here());
    let reads = paged.reads();
    assert!(reads < 60, "{reads} reads, for 16 tiles");
    _ = paged.raycast(unit, Point::new(21.5, 21.5)).unwrap();
    assert_eq!(paged.reads(), reads, "the unit's own tile is there");
}

#[test]
fn bytes_that_were_changed_or_cut_off_are_no_mesh() {
    let square = [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)].map(Point::from).to_vec();
    let obstacle = [(3.0, 3.0), (5.0, 3.5), (4.0, 6.0)].map(Point::from).to_vec();
    let file = saved(
        Scene::with(&SceneOptions::new().tile_width(4.0), &[square], &[obstacle]).unwrap().mesh(),
    );
    for length in 0..file.len() {
        assert!(NavMesh::load(Cursor::new(&file[..length])).is_err(), "cut off at {length}");
    }
    for at in 0..file.len() {
        let mut changed = file.clone();
        changed[at] ^= 0x10;
        assert!(NavMesh::load(Cursor::new(changed)).is_err(), "byte {at} changed");
    }
    let error = NavMesh::load(Cursor::new(b"type octile\nheight 4")).unwrap_err();
    assert!(matches!(error, MeshFileError::NotAMesh), "{error}");
}

/// Whoever writes a false tile may write its checksum too.
#[test]
fn hostile_tiles_with_true_checksums_never_panic() {
    let (mut refused, mut taken) = (0, 0);
    for seed in 0..seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let (scene, size) = any_scene(random);
        let file = saved(scene.mesh());
        for _ in 0..8 {
            let mut changed = file.clone();
            let tiles = table(&changed);
            let (start, length, number) = tiles[index(random, tiles.len())];
            for _ in 0..=random.below(2) {
                changed[start + index(random, length)] = random.below(256).to_le_bytes()[0];
            }
            sign(&mut changed, (start, length, number));
            let Ok(mut paged) = PagedMesh::open(Cursor::new(changed), NO_ROOM) else { continue };
            for _ in 0..2 {
                let [from, to] = [0; 2].map(|_| point(random, size));
                let mut space = MeshSpace::new();
                let answers = [
                    paged.shortest_path(from, to, &mut space).is_ok(),
                    paged.raycast(from, to).is_ok(),
                    paged.nearest(from, 9.0).is_ok(),
                    paged.slide(from, to, &mut space).is_ok(),
                    paged.nearest_wall(from, 9.0, &mut space).is_ok(),
                ];
                for is_ok in answers {
                    if is_ok { taken += 1 } else { refused += 1 }
                }
            }
        }
    }
    assert!(
        seeds(SEEDS) < SEEDS || refused > 200 && taken > 200,
        "{refused} refused, {taken} taken"
    );
}

/// Where each tile of a file is that has one: its first byte, its length, its number.
fn table(file: &[u8]) -> Vec<(usize, usize, usize)> {
    let number =
        |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().expect("four bytes")) as usize;
    let count = number(48) * number(52);
    let mut start = HEAD + count * ENTRY + 8;
    let mut tiles = Vec::new();
    for tile in 0..count {
        let length = number(HEAD + tile * ENTRY);
        if length > 0 {
            tiles.push((start, length, tile));
        }
        start += length;
    }
    tiles
}

const HEAD: usize = 60;
const ENTRY: usize = 12;

/// Writes the checksums of a tile and of the table that says it.
fn sign(file: &mut [u8], (start, length, number): (usize, usize, usize)) {
    let own = fnv(&file[start..start + length]).to_le_bytes();
    file[HEAD + number * ENTRY + 4..HEAD + (number + 1) * ENTRY].copy_from_slice(&own);
    let end = table(file)[0].0 - 8;
    let whole = fnv(&file[..end]).to_le_bytes();
    file[end..end + 8].copy_from_slice(&whole);
}

fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn saved(mesh: &NavMesh) -> Vec<u8> {
    let mut file = Vec::new();
    mesh.save(&mut file).expect("it is written to memory");
    file
}

/// A square of small tiles with obstacles, some of which came or went since.
fn any_scene(random: &mut Random) -> (Scene, f64) {
    let size = 24.0 + f64::from(random.below(24));
    let ground = [(0.0, 0.0), (size, 0.0), (size, size), (0.0, size)].map(Point::from).to_vec();
    let width = [2.0, 4.0, 8.0][random.below(3) as usize];
    let count = random.below(60);
    let obstacles: Vec<Vec<Point>> = (0..count).map(|_| triangle(random, size)).collect();
    let mut scene = Scene::with(&SceneOptions::new().tile_width(width), &[ground], &obstacles)
        .expect("a scene");
    let mut put = Vec::new();
    for _ in 0..random.below(12) {
        put.extend(scene.put(&triangle(random, size)));
    }
    for id in put.into_iter().step_by(2) {
        _ = scene.take(id);
    }
    (scene, size)
}

/// On whole and half units as often as not: sides along borders, corners on each other.
fn triangle(random: &mut Random, size: f64) -> Vec<Point> {
    let least = point(random, size);
    let is_round = random.below(2) == 0;
    let mut corner = || {
        let [x, y] = [least.x, least.y].map(|from| from + f64::from(random.below(4000)) / 500.0);
        if is_round { Point::new(x.round(), y.round()) } else { Point::new(x, y) }
    };
    vec![corner(), corner(), corner()]
}

fn index(random: &mut Random, length: usize) -> usize {
    random.below(u32::try_from(length).expect("files are small")) as usize
}

fn point(random: &mut Random, size: f64) -> Point {
    let [x, y] = [0; 2].map(|_| f64::from(random.below(1 << 20)) / f64::from(1 << 20) * size);
    Point::new(x, y)
}
