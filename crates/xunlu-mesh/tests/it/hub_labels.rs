//! Hub labels, held against searches, and against a visibility graph that shares no code with them.

use crate::support;
use crate::support::{any_point, any_scene};
use xunlu_map::{MeshLink, Point, PolygonMesh};
use xunlu_mesh::{
    HubLabelError, HubLabelFileError, HubLabelOptions, HubLabelRefusal, HubLabels, MeshOutcome,
    MeshPath, MeshQuery, MeshSpace, NavMesh,
};
use xunlu_testkit::{MeshReferee, Random, any_mesh};

/// So many meshes, unless `XUNLU_SEEDS` says otherwise.
const SEEDS: u64 = 1000;

fn baked(mesh: &NavMesh) -> HubLabels {
    HubLabels::bake(mesh, &HubLabelOptions::new(), &|_, _| true).expect("a mesh without links")
}

/// In so many hundredths of the memory that all labels take, or all of them if that is too little.
fn baked_within(mesh: &NavMesh, part: u32) -> (HubLabels, HubLabelOptions) {
    let all = baked(mesh);
    let limit = all.bytes() * part as usize / 100;
    let options = HubLabelOptions::new().memory_bytes_max(limit);
    match HubLabels::bake(mesh, &options, &|_, _| true) {
        Ok(labels) => {
            assert!(labels.bytes() <= limit, "{} bytes, not {limit}", labels.bytes());
            (labels, options)
        }
        Err(HubLabelError::Memory { needed }) => {
            assert!(needed > limit, "{needed} bytes, not {limit}");
            (all, HubLabelOptions::new())
        }
        Err(error) => panic!("{error}"),
    }
}

fn load(mesh: &NavMesh, file: &[u8]) -> Result<HubLabels, HubLabelFileError> {
    HubLabels::load(mesh, file, &HubLabelOptions::new(), &|_, _| true)
}

/// The path by labels, which has to be one that holds and as long as its points say.
fn path(labels: &HubLabels, mesh: &NavMesh, ends: [Point; 2], told: &str) -> Option<MeshPath> {
    let mut space = MeshSpace::new();
    let [from, to] = ends;
    let path = labels.shortest_path(mesh, from, to, &mut space).expect(told)?;
    assert_eq!(mesh.broken_leg(&path.points), None, "{told}: {path:?}");
    let length: f64 = path.points.array_windows().map(|[from, to]| from.distance(*to)).sum();
    assert!((length - path.length).abs() < 1e-9 * (1.0 + length), "{told}: {path:?}");
    Some(path)
}

fn are_equal(one: Option<f64>, other: Option<f64>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => (one - other).abs() <= 1e-9 * other.max(1.0),
        (one, other) => one.is_none() && other.is_none(),
    }
}

#[test]
fn paths_on_odd_meshes_are_as_short_as_the_referee_says() {
    let (mut turns, mut none) = (0, 0);
    for seed in 0..support::seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let polygons = any_mesh(random);
        let mesh = NavMesh::new(&polygons).expect("a mesh");
        let (labels, _) = baked_within(&mesh, random.from_to(30, 110));
        let referee = MeshReferee::new(&polygons);
        for _ in 0..30 {
            let ends = [0; 2].map(|_| spot_near(&polygons, random));
            let [from, to] = ends.map(|[x, y]| Point::new(x.into(), y.into()));
            let told = format!("seed {seed}, {from:?} to {to:?}");
            let found = path(&labels, &mesh, [from, to], &told);
            let expected = referee.shortest(ends[0], ends[1]);
            let length = found.as_ref().map(|path| path.length);
            assert!(are_equal(length, expected), "{told}: {found:?}, expected {expected:?}");
            let searched = mesh.shortest_path(from, to, &mut MeshSpace::new());
            assert_eq!(found.is_some(), searched.is_some(), "{told}");
            none += u32::from(found.is_none());
            turns += found.map_or(0, |path| path.points.len().saturating_sub(2));
        }
    }
    assert!(
        support::seeds(SEEDS) < SEEDS || turns > 1000 && none > 1000,
        "{turns} turns, {none} none"
    );
}

#[test]
fn paths_in_scenes_are_those_of_searches_within_any_memory() {
    let (mut turns, mut none, mut looked, mut local) = (0, 0, 0, 0);
    for seed in 0..support::seeds(SEEDS / 5) {
        let random = &mut Random::new(seed);
        let scene = any_scene(random);
        let mesh = scene.mesh();
        let part = random.from_to(20, 100);
        let (labels, _) = baked_within(mesh, part);
        looked += u32::from(labels.part_of_polygons() < 1.0);
        local += u32::from(labels.part_of_hubs() < 1.0);
        for _ in 0..20 {
            let ends = [0; 2].map(|_| any_point(random));
            let told = format!("seed {seed}, {ends:?}, {part}% of the memory");
            let found = path(&labels, mesh, ends, &told);
            let searched = mesh.shortest_path(ends[0], ends[1], &mut MeshSpace::new());
            let lengths = [&found, &searched].map(|path| path.as_ref().map(|path| path.length));
            assert!(are_equal(lengths[0], lengths[1]), "{told}: {found:?}, {searched:?}");
            none += u32::from(found.is_none());
            turns += found.map_or(0, |path| path.points.len().saturating_sub(2));
        }
    }
    assert!(
        support::seeds(SEEDS) < SEEDS || turns > 1000 && none > 100 && looked > 20 && local > 20,
        "{turns} turns, {none} none, {looked} and {local} times without room"
    );
}

#[test]
fn in_little_memory_long_ways_are_searched_for() {
    let random = &mut Random::new(1);
    let corner = |x: u32, y: u32, random: &mut Random| {
        let [x, y] = [x, y].map(|at| f64::from(at * 4) + f64::from(random.below(1024)) / 1024.0);
        Point::new(x, y)
    };
    let mut rocks = Vec::new();
    for (x, y) in (0..16).flat_map(|x| (0..16).map(move |y| (x, y))) {
        let [one, two, three] = [0; 3].map(|_| corner(x, y, random));
        rocks.push(vec![one, Point::new(two.x + 2.0, two.y), Point::new(three.x, three.y + 2.0)]);
    }
    // Walls between them, round which it goes to and fro.
    for row in 0..15 {
        let [left, right] = if row % 2 == 0 { [-1.0, 62.0] } else { [2.0, 65.0] };
        let [low, high] = [3.25, 3.5].map(|at| f64::from(row * 4) + at);
        let wall = [(left, low), (right, low), (right, high), (left, high)];
        rocks.push(wall.map(Point::from).to_vec());
    }
    let square = [(-1.0, -1.0), (65.0, -1.0), (65.0, 65.0), (-1.0, 65.0)].map(Point::from);
    let mesh = NavMesh::of_outlines(&[square.to_vec()], &rocks).expect("a mesh");
    let (mut searched, mut looked_up, mut space) = (0, 0, MeshSpace::new());
    for part in [30, 20, 16, 12] {
        let (labels, _) = baked_within(&mesh, part);
        for _ in 0..150 {
            let ends = [0; 2].map(|_| corner(random.below(16), random.below(16), random));
            let query = MeshQuery::new(ends[0], ends[1]);
            let found = labels.answer(&mesh, &query, &mut space).expect("it is its mesh");
            let expected = mesh.answer(&query, &mut space);
            assert_eq!(found.outcome, expected.outcome, "{query:?}");
            let lengths = [&found, &expected].map(|it| it.path.as_ref().map(|path| path.length));
            assert!(are_equal(lengths[0], lengths[1]), "{query:?}: {lengths:?}");
            let Some(path) = found.path.filter(|path| path.points.len() > 2) else { continue };
            assert_eq!(mesh.broken_leg(&path.points), None, "{query:?}");
            searched += u32::from(found.expansions > 0);
            looked_up += u32::from(found.expansions == 0);
        }
    }
    assert!(searched > 5 && looked_up > 20, "{searched} searched, {looked_up} looked up");
}

#[test]
fn questions_are_answered_as_by_a_search() {
    let (mut snapped, mut partial) = (0, 0);
    let mut space = MeshSpace::new();
    for seed in 0..support::seeds(SEEDS / 10) {
        let random = &mut Random::new(seed);
        let scene = any_scene(random);
        let mesh = scene.mesh();
        let labels = baked(mesh);
        for _ in 0..12 {
            let goals: Vec<Point> = (0..random.below(4)).map(|_| any_point(random)).collect();
            let query = MeshQuery::any_of(any_point(random), goals);
            let query = query.snapping(f64::from(random.below(3)));
            let query = if random.chance(50) { query.partial() } else { query };
            let told = format!("seed {seed}: {query:?}");
            let found = labels.answer(mesh, &query, &mut space).expect(&told);
            let searched = mesh.answer(&query, &mut space);
            assert_eq!(found.outcome, searched.outcome, "{told}");
            let lengths = [&found, &searched].map(|it| it.path.as_ref().map(|path| path.length));
            assert!(are_equal(lengths[0], lengths[1]), "{told}: {found:?}, {searched:?}");
            assert_eq!(found.goal, searched.goal, "{told}");
            partial += u32::from(found.outcome == MeshOutcome::Partial);
            snapped += u32::from(found.path.is_some_and(|path| {
                mesh.polygons_at(mesh.chart().snap(path.points[0]).expect("a point")).count() == 1
            }));
        }
    }
    assert!(support::seeds(SEEDS) < SEEDS || partial > 20 && snapped > 100, "{partial}, {snapped}");
}

#[test]
fn two_threads_make_the_same_labels() {
    for seed in 0..support::seeds(SEEDS / 20) {
        let scene = any_scene(&mut Random::new(seed));
        let by = |threads| {
            let options = HubLabelOptions::new().threads(threads);
            HubLabels::bake(scene.mesh(), &options, &|_, _| true).expect("labels")
        };
        assert_eq!(format!("{:?}", by(1)), format!("{:?}", by(2)), "seed {seed}");
    }
}

#[test]
fn what_labels_cannot_do_they_refuse() {
    let mut scene = any_scene(&mut Random::new(3));
    let mesh = scene.mesh().clone();
    let labels = baked(&mesh);
    let ends = [Point::new(0.5, 0.5), Point::new(31.5, 31.5)];
    let mut space = MeshSpace::new();
    assert!(labels.shortest_path(&mesh, ends[0], ends[1], &mut space).is_ok());
    let box_at = |x: f64| [(x, 3.0), (x + 1.0, 3.0), (x, 4.0)].map(Point::from).to_vec();
    scene.put(&box_at(5.0)).expect("an obstacle");
    let asked = labels.shortest_path(scene.mesh(), ends[0], ends[1], &mut space);
    assert_eq!(asked, Err(HubLabelRefusal::OtherMesh));
    let query = MeshQuery::new(ends[0], ends[1]).for_radius(0.5);
    assert_eq!(labels.answer(&mesh, &query, &mut space), Err(HubLabelRefusal::Radius));
    let link = MeshLink::two_way(ends[0], ends[1]);
    let linked = mesh.clone().with_links([link]).expect("a link");
    let asked = labels.shortest_path(&linked, ends[0], ends[1], &mut space);
    assert_eq!(asked, Err(HubLabelRefusal::Links));
    let options = HubLabelOptions::new();
    let none = HubLabels::bake(&linked, &options, &|_, _| true);
    assert_eq!(none.err(), Some(HubLabelError::Links));
    let none = HubLabels::bake(&mesh, &options, &|_, _| false);
    assert_eq!(none.err(), Some(HubLabelError::Cancelled));
}

#[test]
fn labels_are_read_as_they_were_written() {
    let mut parts = 0;
    for seed in 0..support::seeds(SEEDS / 5) {
        let random = &mut Random::new(seed);
        let scene = any_scene(random);
        let mesh = scene.mesh();
        let (labels, options) = baked_within(mesh, random.from_to(30, 110));
        parts += u32::from(labels.part_of_hubs() < 1.0);
        let (mut file, mut mesh_file) = (Vec::new(), Vec::new());
        labels.save(&mut file).expect("memory");
        assert!(HubLabels::is_saved(&file));
        let read =
            HubLabels::load(mesh, &file[..], &options, &|_, _| true).expect("it was written");
        assert_eq!(format!("{read:?}"), format!("{labels:?}"), "seed {seed}");
        // A mesh that was itself in a file is the same mesh.
        mesh.save(&mut mesh_file).expect("memory");
        let again = NavMesh::load(std::io::Cursor::new(&mesh_file)).expect("what was written");
        let read = load(&again, &file).expect("the same mesh");
        for _ in 0..6 {
            let ends = [0; 2].map(|_| any_point(random));
            let told = format!("seed {seed}, {ends:?}");
            let found = path(&read, &again, ends, &told);
            assert_eq!(found, path(&labels, mesh, ends, &told), "{told}");
        }
        let (other, mut other_file) = (any_scene(&mut Random::new(seed + 1)), Vec::new());
        other.mesh().save(&mut other_file).expect("memory");
        let none = load(other.mesh(), &file).err();
        // Two scenes without obstacles have the same mesh.
        let is_refused = matches!(none, Some(HubLabelFileError::OtherMesh));
        assert_eq!(is_refused, other_file != mesh_file, "seed {seed}: {none:?}");
    }
    assert!(support::seeds(SEEDS) < SEEDS || parts > 10, "{parts}");
}

#[test]
fn files_cut_short_or_changed_are_refused() {
    let scene = any_scene(&mut Random::new(4));
    let mesh = scene.mesh();
    let mut file = Vec::new();
    baked(mesh).save(&mut file).expect("memory");
    assert!(file.len() > 500, "{} bytes", file.len());
    for length in 0..file.len() {
        assert!(load(mesh, &file[..length]).is_err(), "cut at {length}");
    }
    let longer = [&file[..], &[0]].concat();
    assert!(load(mesh, &longer).is_err(), "with a byte more");
    for at in 0..file.len() {
        let mut file = file.clone();
        file[at] ^= 1 << (at % 8);
        assert!(load(mesh, &file).is_err(), "changed at {at}");
    }
}

#[test]
fn files_that_are_made_to_deceive_lead_through_no_wall() {
    let (mut read, mut refused) = (0, 0);
    for scene_seed in 0..7 {
        let scene = any_scene(&mut Random::new(scene_seed));
        let mesh = scene.mesh();
        let (labels, _) = baked_within(mesh, if scene_seed % 2 == 0 { 100 } else { 60 });
        let mut file = Vec::new();
        labels.save(&mut file).expect("memory");
        let written = Written::of(&file);
        assert_eq!(written.to_file(), file, "what is forged is written as labels are");
        for seed in 0..support::seeds(SEEDS) / 2 {
            let random = &mut Random::new(1000 * scene_seed + seed);
            let Ok(labels) = load(mesh, &written.forged(random)) else {
                refused += 1;
                continue;
            };
            read += 1;
            for _ in 0..6 {
                let ends = [0; 2].map(|_| any_point(random));
                let told = format!("scene {scene_seed}, seed {seed}, {ends:?}");
                let found = path(&labels, mesh, ends, &told).map(|path| path.length);
                let searched = mesh.shortest_path(ends[0], ends[1], &mut MeshSpace::new());
                let shortest = searched.map(|path| path.length);
                assert_eq!(found.is_some(), shortest.is_some(), "{told}");
                assert!(found >= shortest.map(|length| length - 1e-9), "{told}");
            }
        }
    }
    assert!(support::seeds(SEEDS) < SEEDS || read > 50 && refused > 50, "{read}, {refused}");
}

/// What a file of labels says, number by number.
#[derive(Clone)]
struct Written {
    head: Vec<u8>,
    hubs: Vec<u64>,
    // For each cone its entries: the hub, and the way to the next cone.
    labels: Vec<Vec<[u64; 2]>>,
}

impl Written {
    /// Magic, version and digest; the length of the body follows.
    const HEAD_BYTES: usize = 8 + 4 + 8;

    fn of(file: &[u8]) -> Written {
        let mut body = file[Written::HEAD_BYTES + 8..file.len() - 8].iter();
        let mut take_if_any = || {
            let bytes = body.by_ref();
            let mut number = 0;
            for (place, &byte) in bytes.enumerate() {
                number |= u64::from(byte & 0x7f) << (7 * place);
                if byte < 0x80 {
                    return Some(number);
                }
            }
            None
        };
        let take = |more: &mut dyn FnMut() -> Option<u64>| more().expect("a number");
        let more = &mut take_if_any;
        let hubs = (0..take(more)).map(|_| take(more)).collect();
        let mut labels = Vec::new();
        while let Some(count) = more() {
            labels.push((0..count).map(|_| [take(more), take(more)]).collect());
        }
        Written { head: file[..Written::HEAD_BYTES].to_vec(), hubs, labels }
    }

    fn to_file(&self) -> Vec<u8> {
        let mut body = Vec::new();
        let mut put = |mut number: u64| {
            while number >= 0x80 {
                body.push(number.to_le_bytes()[0] | 0x80);
                number >>= 7;
            }
            body.push(number.to_le_bytes()[0]);
        };
        put(self.hubs.len() as u64);
        self.hubs.iter().for_each(|&corner| put(corner));
        for label in &self.labels {
            put(label.len() as u64);
            label.iter().flatten().for_each(|&number| put(number));
        }
        let mut file = self.head.clone();
        file.extend((body.len() as u64).to_le_bytes());
        file.extend(body);
        let sum = file.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        file.extend(sum.to_le_bytes());
        file
    }

    /// A file that says something else, with a checksum that is right.
    fn forged(&self, random: &mut Random) -> Vec<u8> {
        let mut other = self.clone();
        let any = |random: &mut Random, count: usize| {
            random.below(u32::try_from(count).expect("a small file")) as usize
        };
        for _ in 0..random.from_to(1, 4) {
            let cone = any(random, other.labels.len());
            if other.labels[cone].is_empty() {
                continue;
            }
            let at = any(random, other.labels[cone].len());
            match random.below(5) {
                // No way leads there any more, nor past it.
                0 => drop(other.labels[cone].split_off(at)),
                1 => other.labels[cone][at][0] = random.below(20).into(),
                2 => other.labels[cone][at][1] = random.below(40).into(),
                3 => {
                    let from = any(random, other.labels.len());
                    other.labels[cone] = other.labels[from].clone();
                }
                _ => {
                    let [one, two] = [0; 2].map(|_| any(random, other.hubs.len()));
                    other.hubs.swap(one, two);
                }
            }
        }
        other.to_file()
    }
}

#[test]
fn ground_without_corners_has_labels() {
    let square = [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)].map(Point::from).to_vec();
    let mesh = NavMesh::of_outlines(&[square], &[]).expect("a mesh");
    let labels = baked(&mesh);
    let ends = [Point::new(1.0, 1.0), Point::new(8.0, 8.0)];
    let found = path(&labels, &mesh, ends, "a square").expect("nothing is between them");
    assert_eq!(found.points, ends);
    let same = path(&labels, &mesh, [ends[0]; 2], "a point").expect("it is there");
    let searched = mesh.shortest_path(ends[0], ends[0], &mut MeshSpace::new());
    assert_eq!(Some(same), searched);
    assert_eq!(path(&labels, &mesh, [ends[0], Point::new(9.0, 1.0)], "outside"), None);
}

/// A vertex, or a point near one.
#[allow(clippy::cast_possible_truncation, reason = "the coordinates of these meshes are small")]
fn spot_near(polygons: &PolygonMesh, random: &mut Random) -> [i32; 2] {
    let by = random.below(4) * 2;
    let at = random.pick(&polygons.vertices);
    [at.x, at.y]
        .map(|at| at.round() as i32 + random.below(by + 1).cast_signed() - (by / 2).cast_signed())
}
