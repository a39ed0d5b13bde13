//! Distance fields, held against a search for each point.

use crate::support;
use crate::support::{any_point, any_scene};
use xunlu_map::{MeshLink, Point, Tags};
use xunlu_mesh::{DistanceFieldQuery, MeshPath, MeshQuery, MeshSpace, NavMesh};
use xunlu_testkit::{Random, any_mesh};

/// So many scenes, unless `XUNLU_SEEDS` says otherwise.
const SEEDS: u64 = 150;

#[test]
fn a_field_says_what_a_search_for_each_point_says() {
    let (mut near, mut far, mut taken) = (0, 0, 0);
    let mut space = MeshSpace::new();
    for seed in 0..support::seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let mesh = any_mesh_with_links(random);
        let goals: Vec<Point> = (0..random.from_to(1, 4)).map(|_| any_point(random)).collect();
        let reach = [f64::INFINITY, 12.0][random.below(2) as usize];
        let tags = Tags(u16::try_from(random.below(4)).expect("two bits"));
        let query = [DistanceFieldQuery::from_any, DistanceFieldQuery::to_any];
        let fields = query.map(|of| {
            let query = of(goals.clone()).within(reach).with_tags(tags);
            mesh.distance_field(&query, &mut space)
        });
        for _ in 0..12 {
            let point = any_point(random);
            let to_any = MeshQuery::any_of(point, goals.clone()).with_tags(tags);
            let to = mesh.answer(&to_any, &mut space).path;
            let from = goals.iter().filter_map(|&goal| {
                mesh.answer(&MeshQuery::new(goal, point).with_tags(tags), &mut space).path
            });
            let from = from.min_by(|one, other| one.length.total_cmp(&other.length));
            for (field, expected) in fields.iter().zip([from, to]) {
                let told = format!("seed {seed}, {point:?}, {goals:?}, within {reach}");
                let expected = expected.filter(|path| path.length <= reach);
                let Some(expected) = expected else {
                    assert_eq!(field.distance(point), None, "{told}");
                    assert_eq!(field.path(point), None, "{told}");
                    far += 1;
                    continue;
                };
                let distance = field.distance(point).expect(&told);
                let path = field.path(point).expect(&told);
                for length in [distance, path.length] {
                    assert!((length - expected.length).abs() < 1e-9 * (1.0 + length), "{told}");
                }
                assert_eq!(mesh.broken_leg_of(&path), None, "{told}: {path:?}");
                let ends = |path: &MeshPath| [path.points[0], path.points[path.points.len() - 1]];
                let is_between = ends(&path).contains(&point) && {
                    let mut others = ends(&path).into_iter();
                    others.any(|end| goals.contains(&end))
                };
                assert!(is_between, "{told}: {path:?}");
                near += 1;
                taken += path.links.len();
            }
        }
    }
    let counts = (near, far, taken);
    assert!(
        support::seeds(SEEDS) < SEEDS || near > 1000 && far > 300 && taken > 100,
        "near, far, links taken: {counts:?}"
    );
}

#[test]
fn fields_of_odd_polygons_are_right() {
    let mut near = 0;
    let mut space = MeshSpace::new();
    for seed in 0..support::seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let polygons = any_mesh(random);
        let mesh = NavMesh::new(&polygons).expect("a mesh");
        let corner = |random: &mut Random| {
            let count = u32::try_from(polygons.vertices.len()).expect("a few");
            polygons.vertices[random.below(count) as usize]
        };
        let source = corner(random);
        let field = mesh.distance_field(&DistanceFieldQuery::from_any([source]), &mut space);
        for _ in 0..12 {
            let point = corner(random);
            let path = mesh.shortest_path(source, point, &mut space);
            let (own, other) = (field.distance(point), path.map(|path| path.length));
            let is_same = match (own, other) {
                (Some(own), Some(other)) => (own - other).abs() < 1e-9 * (1.0 + other),
                (own, other) => own.is_none() && other.is_none(),
            };
            assert!(is_same, "seed {seed}, {source:?} to {point:?}: {own:?}, expected {other:?}");
            near += u32::from(own.is_some());
        }
    }
    assert!(support::seeds(SEEDS) < SEEDS || near > 500, "{near} reached");
}

#[test]
fn a_field_of_nothing_is_far_from_everything() {
    let square = [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)].map(Point::from).to_vec();
    let mesh = NavMesh::of_outlines(&[square], &[]).unwrap();
    let nowhere: [(f64, f64); 1] = [(f64::NAN, 3.0)];
    let field = mesh.distance_field(&DistanceFieldQuery::to_any(nowhere), &mut MeshSpace::new());
    assert_eq!(field.distance(Point::new(1.0, 1.0)), None);
    let here = DistanceFieldQuery::to_any([(1.0, 1.0)]);
    for reach in [0.0, -1.0, f64::NAN] {
        let field = mesh.distance_field(&here.clone().within(reach), &mut MeshSpace::new());
        assert_eq!(field.distance(Point::new(2.0, 1.0)), None, "within {reach}");
    }
}

fn any_mesh_with_links(random: &mut Random) -> NavMesh {
    let mesh = any_scene(random).mesh().clone();
    let links: Vec<MeshLink> = (0..random.below(8))
        .map(|_| {
            let [from, to] = [0; 2].map(|_| any_point(random));
            let link = MeshLink::two_way(from, to);
            let link = MeshLink { is_two_way: random.chance(50), ..link };
            let tags = Tags(u16::try_from(random.below(3)).expect("two bits"));
            link.counting(from.distance(to) * f64::from(random.below(10)) / 8.0).tagged(tags)
        })
        .collect();
    mesh.with_links(links).expect("they lie on the chart")
}
