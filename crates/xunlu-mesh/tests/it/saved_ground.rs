//! What is kept in files beside polygons: what was said of a scene, and heights. It is read as it was
//! written, whole or tile by tile; and what was changed, cut off or made up is an error and no panic.

use crate::support::plans::{any_plan, index, point};
use crate::support::seeds;
use std::cell::Cell;
use std::io::Cursor;
use xunlu_map::{Point, Tags, TriangleMesh};
use xunlu_mesh::{
    MeshFileError, MeshNotes, MeshSpace, NavMesh, PagedMesh, PlannedScene, SavedGround,
    SceneOptions, Surface, SurfaceBuilder, SurfacePoint, TimeIsOver,
};
use xunlu_testkit::Random;

/// So many scenes, unless `XUNLU_SEEDS` says otherwise.
const SEEDS: u64 = 40;

#[test]
fn what_is_said_of_a_scene_is_read_as_it_was_written() {
    let mut space = MeshSpace::new();
    let (mut priced, mut closed) = (0, 0);
    for seed in 0..seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let plan = any_plan(random);
        let width = [4.0, 8.0, 64.0][index(random, 3)];
        let mut planned = PlannedScene::of(&plan, &SceneOptions::new().tile_width(width)).unwrap();
        let mut notes = planned.notes(&plan);
        notes.tags = vec![(Tags(1), "swamp".to_owned()), (Tags(4), "\u{6e96}".to_owned())];
        let file = saved(planned.scene.mesh(), &notes);
        let SavedGround::Mesh(read, own) = SavedGround::load(Cursor::new(&file)).unwrap() else {
            panic!("it has no heights")
        };
        assert_eq!(own, notes, "seed {seed}");
        assert_eq!(saved(&read, &own), file, "seed {seed}: written again");
        assert_eq!(read.regions(), planned.scene.mesh().regions(), "seed {seed}");
        let mut paged = PagedMesh::open(Cursor::new(&file), 0).unwrap();
        let tags = read.regions().iter().fold(Tags::NONE, |all, own| all | own.1);
        assert_eq!(paged.region_tags(), tags, "seed {seed}");
        assert_eq!((paged.notes(), paged.tiles_here()), (&notes, 0), "seed {seed}");
        assert_eq!(own.region_costs(), planned.costs, "seed {seed}");
        assert_eq!(own.closed(), planned.closed, "seed {seed}");
        let named: Vec<&str> = own.regions.iter().map(|(_, name)| &**name).collect();
        let given = plan.regions.iter().map(|own| &*own.name).filter(|name| !name.is_empty());
        assert_eq!(named, given.collect::<Vec<_>>(), "seed {seed}: in the order of the plan");
        for _ in 0..4 {
            let [from, to] = [0; 2].map(|_| point(random, 20));
            assert_eq!(paged.regions_at(from).unwrap(), read.regions_at(from), "seed {seed}");
            let rule = own.rule(Tags::NONE);
            let path = |mesh: &NavMesh, space: &mut MeshSpace| {
                mesh.cheapest_path(&own.region_costs(), 0.1, from, to, space)
            };
            let found = path(&read.by_rule(rule), &mut space);
            assert_eq!(found, path(planned.scene.mesh_by(rule), &mut space), "seed {seed}");
            closed += usize::from(path(&read, &mut space) != found);
            priced += usize::from(found.is_some_and(|found| found.points.len() > 2));
        }
    }
    assert!(seeds(SEEDS) < SEEDS || priced > 20 && closed > 10, "{priced} bend, {closed} closed");
}

#[test]
fn a_cheapest_path_on_pages_ends_when_its_time_is_over() {
    let mut space = MeshSpace::new();
    let (mut given_up, mut looks_all) = (0, 0);
    for seed in 0..seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let plan = any_plan(random);
        let Ok(planned) = PlannedScene::of(&plan, &SceneOptions::new()) else { continue };
        let file = saved(planned.scene.mesh(), &MeshNotes::default());
        let [from, to] = [0; 2].map(|_| point(random, 20));
        let mut asked = |last: u64| {
            let mut paged = PagedMesh::open(Cursor::new(&file), 0).unwrap();
            let looks = Cell::new(0);
            let is_late = || looks.replace(looks.get() + 1) >= last;
            let ends = [from, to];
            let found = paged.cheapest_path_until(
                Tags::NONE,
                &planned.costs,
                0.0,
                ends,
                &mut space,
                &is_late,
            );
            (looks.get(), found.unwrap())
        };
        let (looks, expected) = asked(u64::MAX);
        for last in 0..looks.min(20) {
            let (own, found) = asked(last);
            assert_eq!((own, found), (last + 1, Err(TimeIsOver)), "seed {seed}: {last} of {looks}");
            given_up += 1;
        }
        looks_all += looks;
        assert_eq!(asked(looks).1, expected, "seed {seed}: in time");
    }
    assert!(seeds(SEEDS) < SEEDS || given_up > 100, "{given_up} of {looks_all} looks");
}

#[test]
fn heights_are_read_as_they_were_written() {
    let mut space = MeshSpace::new();
    let (mut found, mut storeys, mut apart) = (0, 0, 0);
    for seed in 0..seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let Ok(surface) = SurfaceBuilder::new().build(&any_model(random)) else { continue };
        let mut file = Vec::new();
        surface.save(&mut file).unwrap();
        let read = Surface::load(Cursor::new(&file)).unwrap();
        let mut again = Vec::new();
        read.save(&mut again).unwrap();
        assert_eq!(again, file, "seed {seed}: written again");
        assert!(matches!(SavedGround::load(Cursor::new(&file)), Ok(SavedGround::Surface(_))));
        for _ in 0..40 {
            let mut spot = || SurfacePoint {
                at: point(random, 24),
                height: f64::from(random.below(40)) / 8.0,
            };
            let [from, to] = [spot(), spot()];
            let told = format!("seed {seed}, {from:?} to {to:?}");
            let nearest = surface.nearest(from, 4.0);
            assert_eq!(read.nearest(from, 4.0), nearest, "{told}");
            let path = surface.shortest_path(from, to, &mut space);
            assert_eq!(read.shortest_path(from, to, &mut space), path, "{told}");
            assert_eq!(read.raycast(from, to.at), surface.raycast(from, to.at), "{told}");
            found += usize::from(path.is_some());
            let count = surface
                .mesh()
                .chart()
                .snap(from.at)
                .map_or(0, |at| surface.mesh().polygons_at(at).count());
            storeys += usize::from(count > 1);
            let below = SurfacePoint { height: -9.0, ..from };
            apart += usize::from(surface.raycast(below, to.at) != surface.raycast(from, to.at));
        }
    }
    let counts = format!("{found} found, {storeys} over each other, {apart} rays by storey");
    assert!(seeds(SEEDS) < SEEDS || found > 300 && storeys > 100 && apart > 10, "{counts}");
}

#[test]
fn a_ray_follows_the_storey_that_it_begins_on() {
    // A floor with a wall on it under a bridge, and the bridge.
    let mut model = TriangleMesh { vertices: Vec::new(), triangles: Vec::new() };
    slab(&mut model, [0.0, 0.0], [20.0, 20.0], [0.0; 4]);
    slab(&mut model, [4.0, 8.0], [16.0, 12.0], [4.0; 4]);
    slab(&mut model, [9.0, 0.0], [11.0, 20.0], [1.5; 4]);
    let surface = SurfaceBuilder::new().build(&model).unwrap();
    let ray = |height: f64| {
        let from = SurfacePoint { at: Point::new(6.0, 10.0), height };
        surface.raycast(from, Point::new(14.0, 10.0)).expect("it begins on ground")
    };
    let xunlu_mesh::Ray::Clear { polygon } = ray(4.0) else { panic!("nothing is on the bridge") };
    assert!((surface.height_in(polygon, Point::new(14.0, 10.0)) - 4.0).abs() < 0.05);
    let xunlu_mesh::Ray::Hit(hit) = ray(0.0) else { panic!("the wall is under the bridge") };
    assert!((8.0..9.1).contains(&hit.point.x), "{hit:?}");
}

#[test]
fn a_mesh_in_the_plane_has_no_heights() {
    let square = [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)].map(Point::from).to_vec();
    let file = saved(&NavMesh::of_outlines(&[square], &[]).unwrap(), &MeshNotes::default());
    let error = Surface::load(Cursor::new(&file)).unwrap_err();
    assert!(matches!(error, MeshFileError::NoHeights), "{error}");
}

#[test]
fn what_was_changed_or_cut_off_is_refused() {
    let random = &mut Random::new(1);
    let plan = any_plan(random);
    let planned = PlannedScene::of(&plan, &SceneOptions::new().tile_width(16.0)).unwrap();
    let mut floor = TriangleMesh { vertices: Vec::new(), triangles: Vec::new() };
    slab(&mut floor, [0.0, 0.0], [4.0, 4.0], [0.0, 0.5, 0.0, 0.5]);
    let mut surface = Vec::new();
    SurfaceBuilder::new().build(&floor).unwrap().save(&mut surface).unwrap();
    for file in [saved(planned.scene.mesh(), &planned.notes(&plan)), surface] {
        assert!(SavedGround::load(Cursor::new(&file)).is_ok());
        for length in 0..file.len() {
            let read = SavedGround::load(Cursor::new(&file[..length]));
            assert!(read.is_err(), "cut off at {length}");
        }
        for at in 0..file.len() {
            let mut changed = file.clone();
            changed[at] ^= 0x10;
            assert!(SavedGround::load(Cursor::new(changed)).is_err(), "byte {at} changed");
        }
    }
}

/// Whoever writes what is false may write its checksum too.
#[test]
fn false_sections_with_true_checksums_never_panic() {
    let (mut refused, mut taken) = (0, 0);
    let mut space = MeshSpace::new();
    for seed in 0..seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let file = if seed % 2 == 0 {
            let plan = any_plan(random);
            let planned = PlannedScene::of(&plan, &SceneOptions::new()).unwrap();
            saved(planned.scene.mesh(), &planned.notes(&plan))
        } else {
            let Ok(surface) = SurfaceBuilder::new().build(&any_model(random)) else { continue };
            let mut file = Vec::new();
            surface.save(&mut file).unwrap();
            file
        };
        for _ in 0..20 {
            let mut changed = file.clone();
            let all = sections(&changed);
            let (entry, start, length) = all[index(random, all.len())];
            if length == 0 {
                continue;
            }
            for _ in 0..=random.below(2) {
                changed[start + index(random, length)] = random.below(256).to_le_bytes()[0];
            }
            sign(&mut changed, (entry, start, length));
            match SavedGround::load(Cursor::new(&changed)) {
                Err(_) => refused += 1,
                Ok(ground) => {
                    taken += 1;
                    let [from, to] = [0; 2].map(|_| point(random, 20));
                    match ground {
                        SavedGround::Mesh(mesh, notes) => {
                            let mesh = mesh.by_rule(notes.rule(Tags::NONE));
                            let costs = notes.region_costs();
                            _ = mesh.cheapest_path(&costs, 0.5, from, to, &mut space);
                        }
                        SavedGround::Surface(surface) => {
                            let spot = |at| SurfacePoint { at, height: 1.0 };
                            _ = surface.shortest_path(spot(from), spot(to), &mut space);
                            _ = surface.raycast(spot(from), to);
                            _ = surface.along(&[spot(from), spot(to)], 0.1);
                        }
                    }
                }
            }
        }
    }
    assert!(
        seeds(SEEDS) < SEEDS || refused > 100 && taken > 50,
        "{refused} refused, {taken} taken"
    );
}

const HEAD: usize = 60;
const ENTRY: usize = 12;
const SECTION: usize = 16;

fn number(file: &[u8], at: usize) -> usize {
    u32::from_le_bytes(file[at..at + 4].try_into().expect("four bytes")) as usize
}

/// Where sections begin to be told of.
fn table(file: &[u8]) -> usize {
    HEAD + number(file, 48) * number(file, 52) * ENTRY + 8
}

/// Where each section is told of, where it is, and how long.
fn sections(file: &[u8]) -> Vec<(usize, usize, usize)> {
    let first = table(file) + 4;
    let count = number(file, first - 4);
    let mut start = first + count * SECTION + 8;
    let mut all = Vec::new();
    for entry in (0..count).map(|own| first + own * SECTION) {
        let length = number(file, entry + 4);
        all.push((entry, start, length));
        start += length;
    }
    all
}

fn sign(file: &mut [u8], (entry, start, length): (usize, usize, usize)) {
    let own = fnv(&file[start..start + length]).to_le_bytes();
    file[entry + 8..entry + 16].copy_from_slice(&own);
    let (from, end) = (table(file), sections(file)[0].1 - 8);
    let whole = fnv(&file[from..end]).to_le_bytes();
    file[end..end + 8].copy_from_slice(&whole);
}

fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn saved(mesh: &NavMesh, notes: &MeshNotes) -> Vec<u8> {
    let mut file = Vec::new();
    mesh.save_with(notes, &mut file).expect("it is written to memory");
    file
}

/// A floor, and slabs over it that are level or rise.
fn any_model(random: &mut Random) -> TriangleMesh {
    let mut model = TriangleMesh { vertices: Vec::new(), triangles: Vec::new() };
    slab(&mut model, [0.0, 0.0], [24.0, 24.0], [0.0; 4]);
    for _ in 0..random.from_to(2, 6) {
        let [x, z] = [0; 2].map(|_| f64::from(random.below(18)));
        let [width, depth] = [0; 2].map(|_| f64::from(random.from_to(3, 12)));
        let [low, high] = [0; 2].map(|_| f64::from(random.below(6)));
        slab(&mut model, [x, z], [x + width, z + depth], [low, high, high, low]);
    }
    model
}

/// A rectangle, seen from above, with the heights of its corners.
#[allow(clippy::cast_possible_truncation, reason = "models are small")]
fn slab(model: &mut TriangleMesh, from: [f64; 2], to: [f64; 2], heights: [f64; 4]) {
    let first = u32::try_from(model.vertices.len()).expect("models are small");
    let corners = [[from[0], from[1]], [to[0], from[1]], [to[0], to[1]], [from[0], to[1]]];
    let corners = corners.into_iter().zip(heights);
    model.vertices.extend(corners.map(|([x, z], y)| [x as f32, y as f32, z as f32]));
    model.triangles.extend([[0, 2, 1], [0, 3, 2]].map(|own| own.map(|corner| first + corner)));
}
