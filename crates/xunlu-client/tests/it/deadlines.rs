//! Every question is given up when its time is over, on maps and scenes on which it takes long: a clock that
//! counts how often it is looked at takes the place of time.

use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use xunlu::map::{Door, GroundCost, MeshLink, PlannedLink, PlannedObstacle, PlannedRegion, Point};
use xunlu::map::{ScenePlan, TagCost, Tags, TriangleMesh};
use xunlu::{Grid, Terrain, World};
use xunlu_client::{
    AnySnapshot, Ask, Encoding, RefusalKind, Response, SceneAsk, SceneWorld, Spaces, Within,
    answer_any,
};
use xunlu_testkit::Random;

const SIDE: u32 = 200;

/// Ground of many prices with walls here and there, and a yard that nobody can come into.
fn wilds() -> AnySnapshot {
    let mut random = Random::new(7);
    let mut cell = || {
        if random.chance(20) {
            '#'
        } else {
            char::from_digit(1 + random.below(9), 10).expect("a digit")
        }
    };
    let row = |cell: &mut dyn FnMut() -> char| (0..SIDE).map(|_| cell()).collect::<String>();
    let rows: Vec<String> = (0..SIDE).map(|_| row(&mut cell)).collect();
    let mut world = World::new(rows.join("\n").parse::<Grid>().expect("it is as it should be"))
        .expect("it is as it should be");
    for (x, y, terrain) in [(0, 0, Terrain(1)), (199, 199, Terrain(1)), (190, 190, Terrain(1))] {
        world.set((x, y), terrain).expect("it is as it should be");
    }
    for x in 188..=192 {
        for y in [188, 192] {
            world.set((x, y), Terrain::WALL).expect("it is as it should be");
            world.set((y, x), Terrain::WALL).expect("it is as it should be");
        }
    }
    AnySnapshot::Map(world.snapshot())
}

/// A forest of poles, with a swamp that costs more unless it is not to.
fn forest(has_costs: bool) -> AnySnapshot {
    let square = |x: f64, y: f64, side: f64| {
        [(x, y), (x + side, y), (x + side, y + side), (x, y + side)].map(Point::from).to_vec()
    };
    let mut plan = ScenePlan { ground: vec![square(0.0, 0.0, 300.0)], ..ScenePlan::default() };
    for number in 0..1600 {
        let (x, y) = (f64::from(number % 40), f64::from(number / 40));
        let (x, y) = (x * 7.0 + 6.0 + f64::from(number * 7 % 5) / 2.0, y * 7.0 + 6.0);
        plan.obstacles.push(PlannedObstacle { name: String::new(), outline: square(x, y, 3.0) });
    }
    if has_costs {
        let (name, tags) = (String::new(), Tags(1));
        let outline = square(50.0, 50.0, 180.0);
        plan.regions.push(PlannedRegion { name: name.clone(), tags, outline });
        plan.costs.push(TagCost { tag: tags, cost: GroundCost::Times(3.0) });
        let link = MeshLink::two_way((20.0, 3.0), (3.0, 20.0));
        plan.links.push(PlannedLink { name, link, door: Door::Open });
    }
    AnySnapshot::Scene(Arc::new(SceneWorld::of_plan(&plan).expect("it is as it should be")))
}

/// How often the clock is looked at, and what is said, where the time is over at the look of this number.
fn asked(at: &AnySnapshot, ask: &Ask, spaces: &mut Spaces, last: u64) -> (u64, Option<Response>) {
    let looks = AtomicU64::new(0);
    let is_late = || looks.fetch_add(1, Ordering::Relaxed) >= last;
    let within = Within { expansions_max: 10_000_000, places_max: 1 << 20, is_late: &is_late };
    let told = match answer_any(at, ask, spaces, &within) {
        Ok(told) => Some(told),
        Err(refusal) if refusal.kind == RefusalKind::Expired => None,
        Err(refusal) => panic!("{refusal}"),
    };
    (looks.load(Ordering::Relaxed), told)
}

/// A question is given up wherever its time ends, at that look, and answered as ever afterwards.
fn check(at: &AnySnapshot, ask: &Ask, looks_least: u64) {
    let mut spaces = Spaces::default();
    let (looks, expected) = asked(at, ask, &mut spaces, u64::MAX);
    let told = expected.as_ref().map(|told| told.body(Encoding::Json));
    let told = String::from_utf8(told.expect("it is in time")).expect("it is as it should be");
    assert!(looks >= looks_least, "{ask:?}: {looks} looks at {:.200}", told);
    let mut random = Random::new(looks);
    for turn in 0..12 {
        let last = match turn {
            0 => 0,
            1 => looks - 1,
            _ => u64::from(random.below(u32::try_from(looks).expect("it is as it should be"))),
        };
        let (own, told) = asked(at, ask, &mut spaces, last);
        assert!(told.is_none(), "{ask:?} is answered although its time is over at look {last}");
        // What is given up may be looked at once more by whoever tells so.
        assert!(own <= last + 2, "{ask:?}: {own} looks, {last} in time");
    }
    let (_, told) = asked(at, ask, &mut spaces, u64::MAX);
    let bytes = |told: &Option<Response>| {
        told.as_ref().expect("it is as it should be").body(Encoding::Json)
    };
    assert_eq!(bytes(&told), bytes(&expected), "{ask:?}");
}

#[test]
fn every_question_about_a_map_ends_when_its_time_is_over() {
    let map = wilds();
    let ask = |name: &str, body: serde_json::Value| {
        Ask::parse(name, Encoding::Json, body.to_string().as_bytes()).unwrap()
    };
    let (from, to) = ("0,0", "199,199");
    let across = json!({ "from": from, "goal": { "at": to } });
    // So many looks at least, of some thousand expansions or places each.
    for (name, body, looks) in [
        ("path", across.clone(), 20),
        ("paths", json!([across, across]), 40),
        ("explain", json!({ "from": from, "goal": { "at": "190,190" } }), 1000),
        ("reach", json!({ "from": from, "budget": 9_000_000 }), 50),
        ("matrix", json!({ "from": [from, to], "to": [to, from] }), 40),
        ("field", json!({ "to": [from] }), 50),
        ("field", json!({ "to": [from, to], "places": ["5,5"] }), 25),
        ("random", json!({ "seed": 3, "count": 5000 }), 4),
    ] {
        check(&map, &ask(name, body), looks);
    }
}

#[test]
fn every_question_about_a_scene_ends_when_its_time_is_over() {
    let ask = |name: &str, body: serde_json::Value| {
        let body = body.to_string();
        Ask::Scene(Box::new(SceneAsk::parse(name, Encoding::Json, body.as_bytes()).unwrap()))
    };
    let (from, to) = ([1.0, 1.0], [299.0, 299.0]);
    let path = json!({ "from": from, "goals": [to] });
    let mut round = path.clone();
    round["walker"] = json!({ "radius": 0.4 });
    let mut crowded = path.clone();
    let pole = |at: u32| json!([[at, 1], [at, 2], [at + 1, 2]]);
    crowded["obstacles"] = (2..34).step_by(2).map(pole).collect();
    let points: Vec<[f64; 2]> = (0..3000).map(|at| [f64::from(at) / 12.0, 299.0]).collect();
    let plain = forest(false);
    for (name, body, looks) in [
        ("path", path.clone(), 2),
        ("path", round, 30),
        ("path", crowded, 10),
        ("paths", json!([path, path]), 4),
        ("matrix", json!({ "from": [from], "to": [to, [299.0, 1.0]] }), 3),
        ("field", json!({ "to": [from], "points": points }), 300),
        ("random", json!({ "seed": 3, "count": 5000 }), 4),
    ] {
        check(&plain, &ask(name, body), looks);
    }
    check(&forest(true), &ask("path", path), 1000);
}

#[test]
fn a_path_over_storeys_ends_when_its_time_is_over() {
    // A plain of squares of one unit, with holes.
    let corner = |x: u32, y: u32| y * 121 + x;
    let at = |corner: u32| [(corner % 121) as f32, 0.0, (corner / 121) as f32];
    let mut triangles = Vec::new();
    for (x, y) in (0..120 * 120).map(|square| (square % 120, square / 120)) {
        if x % 4 != 2 || y % 4 != 2 {
            let all = [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)];
            triangles.extend([[all[0], all[2], all[1]], [all[0], all[3], all[2]]]);
        }
    }
    let triangles = TriangleMesh { vertices: (0..121 * 121).map(at).collect(), triangles };
    let scene = AnySnapshot::Scene(Arc::new(SceneWorld::of_triangles(&triangles).unwrap()));
    let body = json!({ "from": [1, 1], "goals": [[117, 117]], "snap": 2 }).to_string();
    let ask = SceneAsk::parse("path", Encoding::Json, body.as_bytes()).unwrap();
    check(&scene, &Ask::Scene(Box::new(ask)), 3);
}
