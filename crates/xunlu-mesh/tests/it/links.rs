//! Links on meshes full of coincidences, held against a visibility graph with the links as edges; and kept
//! right as obstacles come and go.

use crate::support::seeds;
use xunlu_map::{MeshLink, Point, Tags};
use xunlu_mesh::{MeshPath, MeshQuery, MeshSearch, MeshSpace, NavMesh, NavMeshError};
use xunlu_testkit::{MeshReferee, Random, any_mesh};

/// So many meshes, unless `XUNLU_SEEDS` says otherwise.
const SEEDS: u64 = 1500;
/// Questions asked of each mesh.
const QUESTIONS: u32 = 5;

#[test]
fn paths_by_links_are_as_short_as_the_referee_says() {
    let (mut by_links, mut several, mut on_foot, mut none) = (0, 0, 0, 0);
    let mut space = MeshSpace::new();
    for_each_question(|asked| {
        let Asked { mesh, referee, links, tags, ends, .. } = asked;
        let [from, to] = ends.map(point);
        let query = MeshQuery::new(from, to).with_tags(*tags);
        let path = mesh.answer(&query, &mut space).path;
        let expected = referee.shortest_by_links(ends[0], ends[1], &ways(links, *tags));
        let length = path.as_ref().map(|path| path.length);
        assert!(is_same(length, expected), "{asked:?}: {path:?}, expected {expected:?}");
        let Some(path) = path else {
            none += 1;
            return;
        };
        assert_eq!((path.points.first(), path.points.last()), (Some(&from), Some(&to)));
        check_legs(asked, &path);
        match path.links.len() {
            0 => on_foot += 1,
            1 => by_links += 1,
            _ => several += 1,
        }
    });
    let counts = (by_links, several, on_foot, none);
    assert!(
        seeds(SEEDS) < SEEDS || by_links > 300 && several > 100 && on_foot > 500 && none > 100,
        "by one link, by several, on foot, none: {counts:?}"
    );
}

#[test]
fn what_is_connected_is_known_without_a_search() {
    let mut space = MeshSpace::new();
    let (mut joined, mut apart) = (0, 0);
    for_each_question(|asked| {
        let Asked { mesh, bare, ends, .. } = asked;
        let [from, to] = ends.map(point);
        let path = mesh.shortest_path(from, to, &mut space);
        assert_eq!(mesh.are_connected(from, to), path.is_some(), "{asked:?}");
        joined += u32::from(path.is_some() && !bare.are_connected(from, to));
        apart += u32::from(path.is_none());
    });
    assert!(seeds(SEEDS) < SEEDS || joined > 50 && apart > 100, "{joined} joined, {apart} apart");
}

#[test]
fn a_path_within_a_bound_keeps_to_it() {
    let mut space = MeshSpace::new();
    for_each_question(|asked| {
        let [from, to] = asked.ends.map(point);
        let query = MeshQuery::new(from, to).with_tags(asked.tags);
        let shortest = asked.mesh.answer(&query, &mut space).path;
        for excess in [0.01, 0.3, 2.0] {
            let path = asked.mesh.answer(&query.clone().within(excess), &mut space).path;
            assert_eq!(path.is_some(), shortest.is_some(), "{asked:?}");
            let (Some(path), Some(shortest)) = (path, &shortest) else { continue };
            check_legs(asked, &path);
            let most = shortest.length * (1.0 + excess) + 1e-9;
            assert!((shortest.length - 1e-9..=most).contains(&path.length), "{asked:?}: {path:?}");
        }
    });
}

#[test]
fn a_search_in_slices_finds_the_same() {
    for_each_question(|asked| {
        let [Some(from), Some(to)] = asked.ends.map(|end| asked.mesh.chart().snap(point(end)))
        else {
            return;
        };
        let begin = || MeshSearch::begin(&asked.mesh, from, to, MeshSpace::new());
        let (mut whole, mut sliced) = (begin(), begin());
        assert!(whole.run(&asked.mesh, u64::MAX));
        while !sliced.run(&asked.mesh, 1) {}
        assert_eq!(sliced.path(), whole.path(), "{asked:?}");
        assert_eq!(sliced.expansions(), whole.expansions(), "{asked:?}");
    });
}

/// Behind a wall, away from the goal, and one of more than the distance is looked at of each.
#[test]
fn a_shortcut_among_many_is_found() {
    let rectangle = |x: f64, y: f64, width: f64, height: f64| {
        [(x, y), (x + width, y), (x + width, y + height), (x, y + height)].map(Point::from).to_vec()
    };
    let hall = [rectangle(0.0, 0.0, 100.0, 20.0)];
    let mesh = NavMesh::of_outlines(&hall, &[rectangle(46.0, 0.0, 2.0, 6.0)]).unwrap();
    let far_off =
        (0..20).map(|at| MeshLink::one_way((1.0, f64::from(at)), (90.0, 2.5)).counting(0.0));
    let near = MeshLink::one_way((45.0, 2.0), (89.0, 2.0)).counting(0.0);
    let mesh = mesh.with_links(far_off.chain([near])).unwrap();
    let (from, to) = (Point::new(50.0, 2.0), Point::new(90.0, 2.0));
    let path = mesh.shortest_path(from, to, &mut MeshSpace::new()).unwrap();
    let round_the_wall = 20.0_f64.sqrt() + 2.0 + 17.0_f64.sqrt();
    assert!((path.length - round_the_wall - 1.0).abs() < 1e-9, "{path:?}");
    assert_eq!(path.links.len(), 1);
}

#[test]
fn odd_links_are_refused() {
    let square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)].map(Point::from).to_vec();
    let mesh = NavMesh::of_outlines(&[square], &[]).unwrap();
    let link = MeshLink::two_way((1.0, 1.0), (3.0, 3.0));
    for length in [-1.0, f64::NAN, f64::INFINITY] {
        let error = mesh.clone().with_links([link.counting(length)]).unwrap_err();
        assert_eq!(error, NavMeshError::LinkLength);
    }
    for far in [f64::NAN, 1e300, -9.0] {
        let error = mesh.clone().with_links([MeshLink::one_way((far, 1.0), (1.0, 1.0))]);
        assert!(error.is_err(), "{far}");
    }
}

/// What a test is handed.
struct Asked {
    seed: u64,
    bare: NavMesh,
    mesh: NavMesh,
    referee: MeshReferee,
    links: Vec<MeshLink>,
    tags: Tags,
    ends: [[i32; 2]; 2],
}

impl std::fmt::Debug for Asked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Asked { seed, links, tags, ends: [from, to], .. } = self;
        write!(f, "seed {seed}, {from:?} to {to:?} with {tags:?} and {links:#?}")
    }
}

fn for_each_question(mut ask: impl FnMut(&Asked)) {
    for seed in 0..seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let polygons = any_mesh(random);
        let bare = NavMesh::new(&polygons).expect("a mesh");
        // Where one can stand, most of the time.
        let place = |random: &mut Random| {
            let mut tries = (0..4).map(|_| point_near(&polygons.vertices, random));
            tries.find(|&at| bare.nearest(point(at), 0.0).is_some()).unwrap_or_default()
        };
        let links = any_links(place, random);
        // What ends outside of the chart is refused.
        let is_on_chart = |link: &MeshLink| {
            [link.from, link.to].iter().all(|&end| bare.chart().snap(end).is_some())
        };
        let links: Vec<MeshLink> = links.into_iter().filter(is_on_chart).collect();
        let mesh = bare.clone().with_links(links.clone()).expect("links");
        let referee = MeshReferee::new(&polygons);
        let mut asked = Asked {
            seed,
            bare: bare.clone(),
            mesh,
            referee,
            links,
            tags: Tags::NONE,
            ends: [[0; 2]; 2],
        };
        for _ in 0..QUESTIONS {
            asked.tags = Tags(u16::try_from(random.below(4)).expect("two bits"));
            asked.ends = [0; 2].map(|_| place(random));
            ask(&asked);
        }
    }
}

/// Links that cost nothing, as much as the straight line or more, that follow each other, lead in circles,
/// begin and end on vertices, sides and outside.
fn any_links(place: impl Fn(&mut Random) -> [i32; 2], random: &mut Random) -> Vec<MeshLink> {
    let mut links: Vec<MeshLink> = Vec::new();
    // Now and then more than the distance is looked at of each.
    let most = if random.chance(10) { 40 } else { 12 };
    for _ in 0..random.below(most) {
        let end = |random: &mut Random| match links.last() {
            Some(last) if random.chance(25) => last.to,
            _ => links
                .first()
                .filter(|_| random.chance(10))
                .map_or_else(|| point(place(random)), |first| first.from),
        };
        let mut link = MeshLink::two_way(end(random), end(random));
        link.is_two_way = random.chance(50);
        link.length = match random.below(5) {
            0 => 0.0,
            1 => link.length / 2.0,
            2 => link.length + f64::from(random.below(20)),
            3 => f64::from(random.below(40)) / 4.0,
            _ => link.length,
        };
        if random.chance(30) {
            link = link.tagged(Tags(u16::try_from(random.below(4)).expect("two bits")));
        }
        links.push(link);
    }
    links
}

/// Each leg is a link with its ends, or straight over the mesh; and together they are as long as is told.
fn check_legs(asked: &Asked, path: &MeshPath) {
    let mut length = 0.0;
    let mut taken = path.links.iter().peekable();
    for (leg, &[a, b]) in path.points.array_windows().enumerate() {
        let Some(taken) = taken.next_if(|taken| taken.leg == leg) else {
            assert!(asked.referee.is_in_sight(whole(a), whole(b)), "{asked:?}: {a:?} to {b:?}");
            length += a.distance(b);
            continue;
        };
        let link = asked.links[taken.link.0 as usize];
        let ends = if taken.is_back { [link.to, link.from] } else { [link.from, link.to] };
        assert_eq!(ends, [a, b], "{asked:?}: {path:?}");
        assert!(link.is_two_way || !taken.is_back, "{asked:?}: {path:?}");
        assert!(link.tags.are_within(asked.tags), "{asked:?}: {path:?}");
        length += link.length;
    }
    assert_eq!(taken.next(), None, "{asked:?}: {path:?}");
    assert!((length - path.length).abs() < 1e-9, "{asked:?}: {path:?} is {length} long");
}

/// From where to where one may go with these tags, and how long that is.
fn ways(links: &[MeshLink], tags: Tags) -> Vec<([i32; 2], [i32; 2], f64)> {
    let open = links.iter().filter(|link| link.tags.are_within(tags));
    let ways = open.flat_map(|link| {
        let (from, to) = (whole(link.from), whole(link.to));
        let back = link.is_two_way.then_some((to, from, link.length));
        std::iter::once((from, to, link.length)).chain(back)
    });
    ways.collect()
}

fn is_same(length: Option<f64>, expected: Option<f64>) -> bool {
    match (length, expected) {
        (Some(length), Some(expected)) => (length - expected).abs() <= 1e-9 * expected.max(1.0),
        (length, expected) => length.is_none() && expected.is_none(),
    }
}

/// A vertex, or a point near one.
fn point_near(vertices: &[Point], random: &mut Random) -> [i32; 2] {
    let by = random.below(4) * 2;
    let [x, y] = whole(*random.pick(vertices));
    [x, y].map(|at| at + random.below(by + 1).cast_signed() - (by / 2).cast_signed())
}

fn point([x, y]: [i32; 2]) -> Point {
    Point::new(x.into(), y.into())
}

#[allow(clippy::cast_possible_truncation, reason = "the coordinates of these meshes are small")]
fn whole(point: Point) -> [i32; 2] {
    [point.x, point.y].map(|number| number.round() as i32)
}
