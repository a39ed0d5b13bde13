//! Regions of meshes that are read tile by tile: paths by a rule, and the cheapest ones, are those of the
//! whole mesh bit by bit, in whatever little memory.

use crate::support::plans::{any_plan, index, point};
use crate::support::seeds;
use std::io::Cursor;
use xunlu_map::{LinkId, MeshLink, Tags};
use xunlu_mesh::{
    MeshQuery, MeshSpace, NavMesh, PagedMesh, PlannedScene, RegionCosts, RegionRule, SceneOptions,
};
use xunlu_testkit::Random;

/// So many scenes, unless `XUNLU_SEEDS` says otherwise.
const SEEDS: u64 = 40;

/// Room for the fewest tiles that are ever kept.
const NO_ROOM: usize = 0;

#[test]
fn the_mesh_by_a_rule_is_that_of_the_whole() {
    let (mut found, mut none, mut taken, mut reads) = (0, 0, 0, 0);
    let mut space = MeshSpace::new();
    for seed in 0..seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let (file, notes) = any_file(random);
        let rule = any_rule(random);
        let whole = NavMesh::load(Cursor::new(&file)).unwrap().by_rule(rule);
        let room = if seed % 4 == 0 { usize::MAX } else { NO_ROOM };
        let mut paged = PagedMesh::open(Cursor::new(&file), room).unwrap();
        let mut made = Vec::new();
        let mut ruled = paged.by_rule(rule, Cursor::new(&mut made)).unwrap();
        reads += paged.reads();
        assert_eq!(ruled.notes(), paged.notes(), "seed {seed}");
        assert!(!notes || !ruled.notes().is_empty(), "seed {seed}");
        for _ in 0..10 {
            let [from, to] = [0; 2].map(|_| point(random, 20));
            let told = format!("seed {seed}, {rule:?}, {from:?} to {to:?}");
            let tags = Tags(u16::try_from(random.below(2)).expect("one bit"));
            let query = MeshQuery::new(from, to).with_tags(tags).partial().snapping(1.0);
            let answer = whole.answer(&query, &mut space);
            assert_eq!(ruled.answer(&query, &mut space).unwrap(), answer, "{told}");
            let [path, own] = [
                whole.shortest_path(from, to, &mut space),
                ruled.shortest_path(from, to, &mut space).unwrap(),
            ];
            assert_eq!(own, path, "{told}");
            assert_eq!(ruled.are_connected(from, to).unwrap(), path.is_some(), "{told}");
            assert_eq!(ruled.raycast(from, to).unwrap(), whole.raycast(from, to), "{told}");
            assert_eq!(ruled.regions_at(from).unwrap(), whole.regions_at(from), "{told}");
            if path.is_some() {
                found += 1
            } else {
                none += 1
            }
            taken += path.map_or(0, |path| path.links.len());
        }
        assert!(ruled.tiles_here() <= 16 || room > 0, "seed {seed}");
        let read = NavMesh::load(Cursor::new(&made)).unwrap();
        assert_eq!(read.polygon_mesh(), whole.polygon_mesh(), "seed {seed}");
        assert_eq!(read.island_count(), whole.island_count(), "seed {seed}");
        let mut again = Vec::new();
        read.save_with(paged.notes(), &mut again).unwrap();
        assert_eq!(again, made, "seed {seed}: written again");
    }
    let counts = (found, none, taken, reads);
    assert!(
        seeds(SEEDS) < SEEDS || found > 100 && none > 100 && taken > 10 && reads > 4000,
        "found, not, links, reads: {counts:?}"
    );
}

#[test]
fn the_cheapest_paths_are_those_of_the_whole() {
    let (mut found, mut bent, mut taken, mut reads) = (0, 0, 0, 0);
    let mut space = MeshSpace::new();
    for seed in 0..seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let (file, _) = any_file(random);
        let whole = NavMesh::load(Cursor::new(&file)).unwrap();
        let mut paged = PagedMesh::open(Cursor::new(&file), NO_ROOM).unwrap();
        let costs = any_costs(random);
        for _ in 0..4 {
            let ends = [0; 2].map(|_| point(random, 20));
            let told = format!("seed {seed}, {costs:?}, {ends:?}");
            let path = whole.cheapest_path_for(Tags::NONE, &costs, 0.02, ends, &mut space);
            let own = paged.cheapest_path_for(Tags::NONE, &costs, 0.02, ends, &mut space).unwrap();
            assert_eq!(own, path, "{told}");
            assert!(paged.tiles_here() <= 24, "{told}: {} tiles", paged.tiles_here());
            let Some(path) = path else { continue };
            found += 1;
            bent += usize::from(path.points.len() > 2);
            taken += path.links.len();
        }
        reads += paged.reads();
    }
    let counts = (found, bent, taken, reads);
    assert!(
        seeds(SEEDS) < SEEDS || found > 80 && bent > 50 && taken > 10 && reads > 4000,
        "found, bent, links, reads: {counts:?}"
    );
}

/// A scene in small tiles, written; and whether anything is said of it.
fn any_file(random: &mut Random) -> (Vec<u8>, bool) {
    let plan = any_plan(random);
    let width = [1.0, 2.0, 4.0, 64.0][index(random, 4)];
    let planned = PlannedScene::of(&plan, &SceneOptions::new().tile_width(width)).expect("a scene");
    let mut file = Vec::new();
    let mut scene = planned.scene.clone();
    for _ in 0..random.below(3) {
        let [from, to] = [0; 2].map(|_| point(random, 20));
        let link = MeshLink::two_way(from, to).counting(from.distance(to) / 4.0);
        scene.put_link(link).expect("a link");
    }
    // A link that was taken out leaves its number empty.
    if random.chance(30) && scene.take_link(LinkId(0)).is_ok() {
        assert!(scene.mesh().links().all(|(id, _)| id != LinkId(0)));
    }
    let notes = planned.notes(&plan);
    scene.mesh().save_with(&notes, &mut file).expect("it is written to memory");
    (file, !notes.is_empty())
}

fn any_rule(random: &mut Random) -> RegionRule {
    let mut tags = || Tags(u16::try_from(random.from_to(1, 7)).expect("three bits"));
    let (one, other) = (tags(), tags());
    match random.below(5) {
        0 => RegionRule::only(one),
        1 => RegionRule::only(one).and_avoiding(other),
        _ => RegionRule::avoiding(one),
    }
}

fn any_costs(random: &mut Random) -> RegionCosts {
    (0..3).fold(RegionCosts::new(), |costs, tag| {
        let times = [0.5, 0.8, 1.0, 2.0, 5.0][index(random, 5)];
        costs.times(Tags(1 << tag), times).expect("a cost")
    })
}
