//! Cheapest paths over ground of several costs: held against what can be worked out by hand, and against
//! steps of many lengths and ways between the points of a lattice.

use crate::support::seeds;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use xunlu_map::{MeshLink, Point, Tags};
use xunlu_mesh::{
    CostedPath, MeshQuery, MeshSpace, NavMesh, NavMeshError, RegionCosts, Scene, SceneOptions,
    TimeIsOver,
};
use xunlu_testkit::Random;

/// So many scenes, unless `XUNLU_SEEDS` says otherwise.
const SEEDS: u64 = 40;

const FIRST: Tags = Tags(1);

#[test]
fn a_path_bends_where_it_comes_onto_other_ground() {
    for seed in 0..seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let times = some_cost(random);
        let mut scene = field(random);
        scene.put_region(&rectangle(10.0, 0.0, 10.0, 10.0), FIRST).unwrap();
        let mut across = |from: f64| Point::new(from + eighth(random, 72), eighth(random, 80));
        let (from, to) = (across(0.5), across(10.5));
        let cheapest = least_of([0.0, 10.0], |y| {
            let at = Point::new(10.0, y);
            from.distance(at) + times * at.distance(to)
        });
        let path = cheapest_path(&scene, times, from, to);
        check(&path, cheapest, &format!("seed {seed}, {times} times, {from:?} to {to:?}"));
    }
}

#[test]
fn a_path_follows_a_side_on_the_cheaper_ground_beyond_it() {
    let mut along = 0;
    for seed in 0..seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let times = 1.0 / f64::from(random.from_to(2, 6));
        let mut scene = field(random);
        scene.put_region(&rectangle(0.0, 0.0, 20.0, 2.0), FIRST).unwrap();
        let mut above = |x: f64| Point::new(x + eighth(random, 48), 2.0 + eighth(random, 24));
        let (from, to) = (above(0.0), above(14.0));
        let down = |x: f64| Point::new(x, 2.0);
        let by_the_road = least_of([0.0, 20.0], |a| {
            least_of([0.0, 20.0], |b| {
                let (a, b) = (down(a), down(b));
                from.distance(a) + times * a.distance(b) + b.distance(to)
            })
        });
        let cheapest = by_the_road.min(from.distance(to));
        along += u32::from(by_the_road < from.distance(to) - 0.1);
        let path = cheapest_path(&scene, times, from, to);
        check(&path, cheapest, &format!("seed {seed}, {times} times, {from:?} to {to:?}"));
    }
    assert!(seeds(SEEDS) < SEEDS || along > 20, "{along} along");
}

#[test]
fn where_all_costs_its_length_the_cheapest_path_by_links_is_the_shortest() {
    let mut space = MeshSpace::new();
    let (mut taken, mut none) = (0, 0);
    for seed in 0..2 * seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let mut scene = field(random);
        scene.put(&rectangle(9.0, 0.0, 1.0, if random.chance(50) { 10.0 } else { 8.0 })).unwrap();
        scene.put_region(&rectangle(4.0, 3.0, 9.0, 4.0), FIRST).unwrap();
        let mut point = || Point::new(eighth(random, 160), eighth(random, 80));
        let ends: Vec<[Point; 2]> = (0..4).map(|_| [point(), point()]).collect();
        let [from, to] = [point(), point()];
        for (number, [from, to]) in ends.into_iter().enumerate() {
            let link = MeshLink { is_two_way: number < 2, ..MeshLink::two_way(from, to) };
            let length = from.distance(to) * f64::from(random.below(3)) / 2.0;
            let tags = if number == 3 { FIRST } else { Tags::NONE };
            scene.put_link(link.counting(length).tagged(tags)).unwrap();
        }
        for tags in [Tags::NONE, FIRST] {
            let query = MeshQuery::new(from, to).with_tags(tags);
            let shortest = scene.mesh().answer(&query, &mut space).path;
            let costs = RegionCosts::new();
            let path = scene.mesh().cheapest_path_for(tags, &costs, 0.01, [from, to], &mut space);
            let (Some(path), Some(shortest)) = (&path, &shortest) else {
                assert_eq!(path.is_some(), shortest.is_some(), "seed {seed}");
                none += 1;
                continue;
            };
            assert!(path.cost <= 1.01 * shortest.length + 1e-9, "seed {seed}: {path:?}");
            assert!(path.lower_bound <= shortest.length + 1e-9, "seed {seed}: {path:?}");
            taken += usize::from(!path.links.is_empty());
            check_links(scene.mesh(), path, seed);
        }
    }
    assert!(
        seeds(SEEDS) < SEEDS || (taken > 20 && none > 5),
        "{taken} by links, {none} without a path"
    );
}

/// The links of a path lead from the points that it says, and walks and links together cost what it says.
fn check_links(mesh: &NavMesh, path: &CostedPath, seed: u64) {
    let legs = path.points.windows(2).map(|leg| leg[0].distance(leg[1]));
    let mut cost: f64 = legs.sum();
    for taken in &path.links {
        let (_, link) = mesh.links().find(|(id, _)| *id == taken.link).expect("a link of the mesh");
        let ends = if taken.is_back { [link.to, link.from] } else { [link.from, link.to] };
        assert_eq!(path.points[taken.leg..taken.leg + 2], ends, "seed {seed}");
        cost += link.length - ends[0].distance(ends[1]);
    }
    assert!((cost - path.cost).abs() < 1e-6, "seed {seed}: {cost}, {path:?}");
}

#[test]
fn a_link_is_taken_where_it_is_cheaper_than_the_ground() {
    // A swamp of ten units that costs thrice its length, and a ferry over it.
    let mut space = MeshSpace::new();
    let mut scene = Scene::new(&[rectangle(0.0, 0.0, 30.0, 4.0)], &[]).unwrap();
    scene.put_region(&rectangle(10.0, 0.0, 10.0, 4.0), FIRST).unwrap();
    let costs = RegionCosts::new().times(FIRST, 3.0).unwrap();
    let ends = [Point::new(5.0, 2.0), Point::new(25.0, 2.0)];
    for (fare, expected) in [(22.0, 30.0), (28.0, 36.0), (34.0, 40.0)] {
        let ferry = MeshLink::two_way((21.0, 2.0), (9.0, 2.0)).counting(fare);
        let id = scene.put_link(ferry).unwrap();
        let path = scene.mesh().cheapest_path(&costs, 0.01, ends[0], ends[1], &mut space).unwrap();
        assert!((path.cost - expected).abs() < 0.01 * expected, "{fare}: {path:?}");
        assert!(path.lower_bound <= expected + 1e-9 && path.cost <= 1.01 * path.lower_bound);
        let taken: Vec<(usize, bool)> =
            path.links.iter().map(|own| (own.leg, own.is_back)).collect();
        assert_eq!(taken, if fare < 30.0 { vec![(1, true)] } else { vec![] });
        scene.take_link(id).unwrap();
    }
}

#[test]
fn where_all_costs_its_length_the_cheapest_is_the_shortest() {
    let mut space = MeshSpace::new();
    for seed in 0..seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let world = World::any(random);
        for _ in 0..4 {
            let [from, to] = [0; 2].map(|_| world.point(random));
            let mesh = world.scene.mesh();
            let shortest = mesh.shortest_path(from, to, &mut space);
            let path = mesh.cheapest_path(&RegionCosts::new(), 0.01, from, to, &mut space);
            assert_eq!(path.is_some(), shortest.is_some(), "seed {seed}, {from:?} to {to:?}");
            let (Some(path), Some(shortest)) = (path, shortest) else { continue };
            check(&path, shortest.length, &format!("seed {seed}, {from:?} to {to:?}"));
        }
    }
}

#[test]
fn no_path_over_a_lattice_is_much_cheaper_or_as_cheap_as_nothing() {
    let (mut found, mut far) = (0, 0);
    let mut space = MeshSpace::new();
    for seed in 0..seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let world = World::any(random);
        let lattice = world.lattice();
        for _ in 0..4 {
            let [from, to] = [0; 2].map(|_| world.point(random));
            let path = world.scene.mesh().cheapest_path(&world.costs, 0.05, from, to, &mut space);
            let told = format!("seed {seed}, {from:?} to {to:?}: {path:?}");
            let expected = world.cheapest(&lattice, from, to);
            // Between two obstacles there may be less room than the lattice sees.
            assert!(path.is_some() || expected.is_none(), "{told}, {expected:?}");
            let (Some(path), Some(expected)) = (path, expected) else { continue };
            // What the lattice's samples of ground miss.
            let missed = 1.02;
            assert!(path.lower_bound <= expected * missed + 1e-9, "{told}, {expected}");
            assert!(path.lower_bound <= path.cost, "{told}");
            assert_eq!((path.points[0], path.points[path.points.len() - 1]), (from, to), "{told}");
            let walked = world.cost_along(&path.points, 4000);
            // Where sides that are nearly parallel cross, a step more or less of them is a long piece.
            assert!((walked - path.cost).abs() <= 0.02 * path.cost + 1e-6, "{told}: {walked}");
            if path.cost <= path.lower_bound * 1.05 {
                assert!(path.cost <= expected * missed * 1.05 + 1e-9, "{told}, {expected}");
                found += 1;
            } else {
                far += 1;
            }
        }
    }
    assert!(seeds(SEEDS) < SEEDS || found > 60, "{found} found");
    assert!(far * 50 <= found.max(50), "{found} found, {far} within no more than was asked for");
}

#[test]
fn a_search_ends_when_it_is_late() {
    let mut space = MeshSpace::new();
    let mut cut = 0;
    for seed in 0..seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let mut world = World::any(random);
        if seed % 2 == 0 {
            world.scene.put_link(MeshLink::two_way((1.0, 1.0), (15.0, 15.0))).unwrap();
        }
        let ends = [0; 2].map(|_| world.point(random));
        let (mesh, costs) = (world.scene.mesh(), &world.costs);
        let whole = mesh.cheapest_path_for(Tags::NONE, costs, 0.001, ends, &mut space);
        for asked_max in [0, 1, 5, u32::MAX] {
            let asked = std::cell::Cell::new(0);
            let is_late = || {
                asked.set(asked.get() + 1);
                asked.get() > asked_max
            };
            let found =
                mesh.cheapest_path_until(Tags::NONE, costs, 0.001, ends, &mut space, &is_late);
            match found {
                Ok(found) => assert_eq!(found, whole, "seed {seed}"),
                Err(TimeIsOver) => {
                    assert_eq!(asked.get(), asked_max + 1, "seed {seed}: it ends at once");
                    cut += 1;
                }
            }
        }
    }
    assert!(seeds(SEEDS) < SEEDS || cut > 40, "{cut} cut");
}

#[test]
fn odd_costs_are_refused() {
    for wrong in [0.0, -1.0, f64::NAN, f64::INFINITY, f64::MAX, 1.1e6, 0.9e-6, f64::MIN_POSITIVE] {
        assert_eq!(RegionCosts::new().times(FIRST, wrong), Err(NavMeshError::Cost), "{wrong}");
    }
    let mut scene = field(&mut Random::new(0));
    scene.put_region(&rectangle(8.0, 0.0, 4.0, 10.0), FIRST).unwrap();
    for times in [1e-6, 1e6] {
        let path = cheapest_path(&scene, times, Point::new(4.0, 5.0), Point::new(16.0, 5.0));
        let straight = 8.0 + 4.0 * times;
        assert!((path.cost - straight).abs() <= 0.01 * straight, "{times}: {path:?}");
    }
}

fn check(path: &CostedPath, cheapest: f64, told: &str) {
    let told = format!("{told}: {path:?}, cheapest {cheapest}");
    assert!(path.cost >= cheapest - 1e-6, "{told}");
    assert!(path.lower_bound <= cheapest + 1e-6, "{told}");
    assert!(path.cost <= path.lower_bound * 1.01 + 1e-9, "{told}");
}

fn cheapest_path(scene: &Scene, times: f64, from: Point, to: Point) -> CostedPath {
    let costs = RegionCosts::new().times(FIRST, times).expect("a cost");
    let path = scene.mesh().cheapest_path(&costs, 0.01, from, to, &mut MeshSpace::new());
    path.expect("nothing is in the way")
}

fn field(random: &mut Random) -> Scene {
    let options = SceneOptions::new().tile_width([4.0, 8.0, 64.0][index(random, 3)]);
    Scene::with(&options, &[rectangle(0.0, 0.0, 20.0, 10.0)], &[]).expect("a field")
}

/// The least value of a convex function.
fn least_of([mut from, mut to]: [f64; 2], value: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..100 {
        let (a, b) = (from + (to - from) / 3.0, to - (to - from) / 3.0);
        if value(a) < value(b) { to = b } else { from = a }
    }
    value(from)
}

/// A square with obstacles and regions, and what these cost.
struct World {
    size: u32,
    scene: Scene,
    obstacles: Vec<Vec<Point>>,
    regions: Vec<(Vec<Point>, f64)>,
    costs: RegionCosts,
}

/// From each point of the lattice where one can stand: to which others, and what it costs.
type Lattice = Vec<Vec<(usize, f64)>>;

impl World {
    fn any(random: &mut Random) -> World {
        let size = 20;
        let outline = |random: &mut Random| {
            let at = |random: &mut Random| f64::from(random.below(size + 2)) - 1.0;
            let [x, y] = [0; 2].map(|_| at(random));
            let [width, height] = [0; 2].map(|_| f64::from(random.from_to(1, 10)));
            match random.below(3) {
                0 => [(x, y), (x + width, y), (x, y + height)].map(Point::from).to_vec(),
                _ => rectangle(x, y, width, height),
            }
        };
        // No two of them touch at a corner alone, nor any the border, where the lattice would slip through.
        let aside = |number: u32, outline: Vec<Point>| -> Vec<Point> {
            let by = f64::from(number + 1) / 8.0;
            outline.into_iter().map(|at| Point::new(at.x + by, at.y + by)).collect()
        };
        let obstacles: Vec<Vec<Point>> =
            (0..random.below(4)).map(|number| aside(number, outline(random))).collect();
        let side = f64::from(size);
        let options = SceneOptions::new().tile_width([4.0, 16.0, 64.0][index(random, 3)]);
        let mut scene = Scene::with(&options, &[rectangle(0.0, 0.0, side, side)], &obstacles)
            .expect("a square");
        let mut costs = RegionCosts::new();
        let mut regions = Vec::new();
        for number in 0..random.from_to(1, 4) {
            let (outline, times) = (outline(random), some_cost(random));
            let tag = Tags::one(number).expect("there are sixteen");
            scene.put_region(&outline, tag).expect("a region");
            costs = costs.times(tag, times).expect("a cost");
            regions.push((outline, times));
        }
        World { size, scene, obstacles, regions, costs }
    }

    fn point(&self, random: &mut Random) -> Point {
        let [x, y] = [0; 2].map(|_| f64::from(random.below(self.size + 1)));
        Point::new(x, y)
    }

    /// What ground costs at a point; on a border, what the cheaper side does. `None` where nobody can stand.
    fn cost_at(&self, at: Point) -> Option<f64> {
        let around = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        let side = f64::from(self.size);
        let costs = around.iter().filter_map(|(x, y)| {
            let at = Point::new(at.x + x * 1.3e-3, at.y + y * 1.1e-3);
            let is_outside = !(0.0..=side).contains(&at.x) || !(0.0..=side).contains(&at.y);
            if is_outside || self.obstacles.iter().any(|outline| goes_round(outline, at)) {
                return None;
            }
            let own = self.regions.iter().filter(|(outline, _)| goes_round(outline, at));
            Some(own.map(|&(_, times)| times).reduce(f64::max).unwrap_or(1.0))
        });
        costs.reduce(f64::min)
    }

    /// What a path costs, by so many samples a leg; infinitely much through an obstacle.
    fn cost_along(&self, points: &[Point], samples: u32) -> f64 {
        let legs = points.array_windows().map(|&[from, to]| {
            let costs = (0..samples).map(|number| {
                let part = (f64::from(number) + 0.5) / f64::from(samples);
                let at =
                    Point::new(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part);
                self.cost_at(at).unwrap_or(f64::INFINITY)
            });
            from.distance(to) * costs.sum::<f64>() / f64::from(samples)
        });
        legs.sum()
    }

    fn lattice(&self) -> Lattice {
        let across = self.size as usize + 1;
        let at = |x: usize, y: usize| Point::new(x as f64, y as f64);
        let mut lattice = vec![Vec::new(); across * across];
        for (x, y) in (0..across).flat_map(|x| (0..across).map(move |y| (x, y))) {
            for (to_x, to_y) in
                (x..(x + 4).min(across)).flat_map(|x| (0..across).map(move |y| (x, y)))
            {
                let [right, up] = [to_x - x, to_y.abs_diff(y)];
                if up > 3 || gcd(right, up) != 1 {
                    continue;
                }
                let ends = [at(x, y), at(to_x, to_y)];
                let cost = self.cost_along(&ends, 60);
                // Samples miss the corners of obstacles.
                let is_shut = self.obstacles.iter().any(|outline| goes_through(ends, outline));
                if cost.is_finite() && !is_shut {
                    lattice[x * across + y].push((to_x * across + to_y, cost));
                    lattice[to_x * across + to_y].push((x * across + y, cost));
                }
            }
        }
        lattice
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small and whole")]
    fn cheapest(&self, lattice: &Lattice, from: Point, to: Point) -> Option<f64> {
        let mesh = self.scene.mesh();
        if [from, to].iter().any(|&end| mesh.nearest(end, 0.0).is_none()) {
            return None;
        }
        let number = |at: Point| at.x as usize * (self.size as usize + 1) + at.y as usize;
        let mut least = vec![f64::INFINITY; lattice.len()];
        let mut open = BinaryHeap::from([(Reverse(0_u64), number(from))]);
        least[number(from)] = 0.0;
        while let Some((Reverse(cost), at)) = open.pop() {
            let cost = f64::from_bits(cost);
            if cost > least[at] {
                continue;
            }
            for &(next, more) in &lattice[at] {
                if cost + more < least[next] {
                    least[next] = cost + more;
                    open.push((Reverse(least[next].to_bits()), next));
                }
            }
        }
        Some(least[number(to)]).filter(|cost| cost.is_finite())
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Whether an outline goes round a point that is not on it.
fn goes_round(outline: &[Point], at: Point) -> bool {
    let mut from = &outline[outline.len() - 1];
    for to in outline {
        if (to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x) <= 0.0 {
            return false;
        }
        from = to;
    }
    true
}

/// Whether a line has a part in what a convex outline goes round, however short.
fn goes_through([from, to]: [Point; 2], outline: &[Point]) -> bool {
    let mut part = [0.0_f64, 1.0];
    for (a, b) in outline.iter().zip(outline.iter().cycle().skip(1)) {
        let left = |at: Point| (b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x);
        let ends = [left(from), left(to)];
        match (ends[0] > 0.0, ends[1] > 0.0) {
            (true, true) => {}
            (false, false) => return false,
            (true, false) => part[1] = part[1].min(ends[0] / (ends[0] - ends[1])),
            (false, true) => part[0] = part[0].max(ends[0] / (ends[0] - ends[1])),
        }
    }
    part[1] - part[0] > 1e-9
}

fn some_cost(random: &mut Random) -> f64 {
    [0.25, 0.5, 0.8, 1.5, 2.0, 4.0, 9.0][index(random, 7)]
}

/// On the grid, so that nothing is moved.
fn eighth(random: &mut Random, below: u32) -> f64 {
    f64::from(random.below(below)) / 8.0
}

fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Vec<Point> {
    [(x, y), (x + width, y), (x + width, y + height), (x, y + height)].map(Point::from).to_vec()
}

fn index(random: &mut Random, length: u32) -> usize {
    random.below(length) as usize
}

#[test]
fn many_links_are_bounded_work() {
    let random = &mut Random::new(3);
    let rectangle = |x: f64, y: f64, width: f64, height: f64| {
        [(x, y), (x + width, y), (x + width, y + height), (x, y + height)].map(Point::from).to_vec()
    };
    let grounds = [rectangle(0.0, 0.0, 100.0, 100.0), rectangle(200.0, 0.0, 9.0, 9.0)];
    let mut scene = Scene::new(&grounds, &[]).unwrap();
    let (road, nowhere) = (Tags(1), Tags(2));
    scene.put_region(&rectangle(10.0, 40.0, 80.0, 4.0), road).unwrap();
    for _ in 0..200 {
        let [from, to] = [0; 2].map(|_| {
            let [x, y] = [0; 2].map(|_| f64::from(random.below(100)));
            Point::new(x, y)
        });
        scene.put_link(MeshLink::two_way(from, to)).unwrap();
    }
    let mut space = MeshSpace::new();
    let costs = RegionCosts::new().times(road, 0.05).unwrap().times(nowhere, 1e-6).unwrap();
    let (from, to) = (Point::new(1.0, 1.0), Point::new(97.0, 98.0));
    let path = scene.mesh().cheapest_path(&costs, 0.05, from, to, &mut space).expect("a path");
    let shortest = scene.mesh().shortest_path(from, to, &mut space).expect("a path").length;
    assert!(path.lower_bound > 0.0 && path.lower_bound <= path.cost, "{path:?}");
    assert!(path.cost <= shortest, "{} is dearer than the shortest, {shortest}", path.cost);
    let beyond = Point::new(205.0, 5.0);
    assert_eq!(scene.mesh().cheapest_path(&costs, 0.05, from, beyond, &mut space), None);
}
