//! Scenes in the service, through real sockets: put, asked in points, changed, watched and kept.

use crate::support::events::Events;
use crate::support::{running, send, serving};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
use xunlu::map::Point;
use xunlu::mesh::{MeshSpace, NavMesh, Scene};
use xunlu_client::{Remote, WatchCall, WatchEvent};
use xunlu_serve::Setup;
use xunlu_testkit::Random;

/// A square of ten with a lava pool that is closed to those without tag 0, a ladder over it, and a crate.
const PLAZA: &str = include_str!("support/plaza.json");

fn put(http: SocketAddr) {
    let told = send(http, "PUT", "/v1/scenes/plaza", PLAZA);
    assert_eq!((told.status, &told.body["revision"]), (200, &json!("0")), "{}", told.body);
}

fn ask(http: SocketAddr, name: &str, body: &Value) -> Value {
    let told = send(http, "POST", &format!("/v1/scenes/plaza/{name}"), &body.to_string());
    assert_eq!(told.status, 200, "{name} {body}: {}", told.body);
    told.body
}

fn change(http: SocketAddr, body: &Value) -> crate::support::Told {
    send(http, "PATCH", "/v1/scenes/plaza", &body.to_string())
}

fn square(x: f64, y: f64, side: f64) -> Value {
    json!([[x, y], [x + side, y], [x + side, y + side], [x, y + side]])
}

fn points(outline: &Value) -> Vec<Point> {
    let number = |value: &Value| value.as_f64().expect("a number");
    let all = outline.as_array().expect("points").iter();
    all.map(|point| Point::new(number(&point[0]), number(&point[1]))).collect()
}

#[test]
fn a_scene_is_put_asked_changed_and_asked_again() {
    serving(Setup::default(), |http, _| {
        put(http);
        let straight = json!({ "from": [1, 1], "goals": [[9, 1]] });
        let told = ask(http, "path", &straight);
        assert_eq!((&told["outcome"], &told["path"]["length"]), (&json!("found"), &json!(8.0)));
        let crate_there = json!({ "put": { "name": "box", "outline": square(4.0, 0.0, 2.0) } });
        let made = change(http, &crate_there);
        assert_eq!((made.status, &made.body["revision"]), (200, &json!("1")), "{}", made.body);
        let told = ask(http, "path", &straight);
        assert_eq!(told["path"]["length"], 2.0 + 2.0 * 10.0_f64.sqrt());
        assert_eq!(
            (&told["path"]["points"][1], &told["revision"]),
            (&json!([4.0, 2.0]), &json!("1"))
        );
        let before = send(http, "POST", "/v1/scenes/plaza/path?exactly=0", &straight.to_string());
        assert_eq!(before.body["path"]["length"], 8.0);
        let moved = json!({ "move": { "name": "box", "outline": square(4.0, 8.0, 2.0) } });
        assert_eq!(change(http, &moved).status, 200);
        assert_eq!(ask(http, "path", &straight)["path"]["length"], 8.0);
        let both = json!({ "all": [crate_there, { "take": "box" }, { "take": "nothing" }] });
        let refused = change(http, &both);
        assert_eq!((refused.status, &refused.body["code"]), (409, &json!("conflict")));
        assert_eq!(ask(http, "describe", &json!({}))["revision"], "2", "nothing of it was made");
        assert_eq!(change(http, &json!({ "take": "box" })).status, 200);
        assert_eq!(change(http, &json!({ "take": "box" })).status, 409);
        let names = ask(http, "describe", &json!({}))["obstacles"].clone();
        assert_eq!(names.as_array().map(Vec::len), Some(1), "{names}");
        let maps = send(http, "GET", "/v1/maps", "").body;
        assert_eq!(
            (&maps["maps"][0]["map"], &maps["maps"][0]["is_scene"]),
            (&json!("plaza"), &json!(true))
        );
        assert_eq!(send(http, "DELETE", "/v1/scenes/plaza", "").status, 200);
        assert_eq!(send(http, "POST", "/v1/scenes/plaza/path", &straight.to_string()).status, 404);
    });
}

#[test]
fn every_kind_of_question_about_a_scene_is_answered() {
    serving(Setup::default(), |http, _| {
        put(http);
        let ray = ask(http, "raycast", &json!({ "from": [1, 5], "to": [9, 5] }));
        assert_eq!((&ray["is_clear"], &ray["point"]), (&json!(false), &json!([4.0, 5.0])));
        assert_eq!(ray["normal"], json!([-1.0, 0.0]));
        let with_tag = json!({ "from": [1, 5], "to": [9, 5], "walker": { "tags": [0] } });
        assert_eq!(ask(http, "raycast", &with_tag)["is_clear"], true);
        let near = ask(http, "nearest", &json!({ "point": [4.5, 5] }));
        assert_eq!(near["point"], json!([4.0, 5.0]));
        assert_eq!(
            ask(http, "nearest", &json!({ "point": [4.5, 5], "reach": 0.25 }))["point"],
            Value::Null
        );
        let matrix = json!({ "from": [[1, 1]], "to": [[9, 1], [5, 5], [1, 9]] });
        assert_eq!(ask(http, "matrix", &matrix)["lengths"], json!([[8.0, null, 8.0]]));
        let field = json!({ "to": [[9, 1]], "points": [[1, 1], [5, 5], [9, 1]] });
        let field = ask(http, "field", &field);
        assert_eq!(field["points"][0], json!({ "distance": 8.0, "next": [9.0, 1.0] }));
        assert_eq!(field["points"][1], json!({ "distance": null }));
        assert_eq!(field["points"][2]["distance"], 0.0);
        let moved = ask(http, "move", &json!({ "from": [3, 4.5], "to": [5, 5] }));
        assert_eq!(moved["point"], json!([4.0, 5.0]), "along the pool's wall");
        let random = json!({ "seed": 7, "count": 40 });
        let drawn = ask(http, "random", &random);
        assert_eq!(drawn, ask(http, "random", &random));
        for point in drawn["points"].as_array().expect("points") {
            let near = ask(http, "nearest", &json!({ "point": point, "reach": 0 }));
            assert_eq!(near["point"], *point);
        }
        let paths = json!([{ "from": [1, 1], "goals": [[9, 9], [1, 2]] }, { "from": [5, 5], "goals": [[1, 1]] }]);
        let paths = ask(http, "paths", &paths);
        assert_eq!(
            (&paths["answers"][0]["goal"], &paths["answers"][0]["path"]["length"]),
            (&json!(1), &json!(1.0))
        );
        assert_eq!(paths["answers"][1]["outcome"], "start-blocked");
        assert!(paths["answers"][1]["nearest"].is_array());
        let room = json!({ "from": [1, 5], "goals": [[9, 5]], "walker": { "radius": 0.5 } });
        assert_eq!(
            ask(http, "path", &room)["path"]["links"][0]["link"],
            0,
            "there is room for him"
        );
        let round = json!({ "from": [5, 3], "goals": [[5, 7]], "walker": { "radius": 0.5 } });
        let told = ask(http, "path", &round);
        assert!(told["path"]["arcs"].as_array().is_some_and(|arcs| !arcs.is_empty()), "{told}");
        let wide = json!({ "from": [1, 5], "goals": [[9, 5]], "walker": { "radius": 2.0 } });
        assert_eq!(ask(http, "path", &wide)["outcome"], "no-room-at-start");
        let description = ask(http, "describe", &json!({}));
        assert_eq!(description["extent"], json!([[0.0, 0.0], [10.0, 10.0]]));
        assert_eq!(description["places"][0], json!({ "name": "gate", "at": [1.0, 5.0] }));
    });
}

#[test]
fn a_question_brings_obstacles_of_its_own_which_nobody_else_sees() {
    serving(Setup::default(), |http, _| {
        put(http);
        let wall =
            json!({ "from": [1, 1], "goals": [[9, 1]], "obstacles": [square(4.0, 0.0, 2.0)] });
        assert_eq!(ask(http, "path", &wall)["path"]["length"], 2.0 + 2.0 * 10.0_f64.sqrt());
        let plain = json!({ "from": [1, 1], "goals": [[9, 1]] });
        assert_eq!(ask(http, "path", &plain)["path"]["length"], 8.0);
        let ray = json!({ "from": [1, 1], "to": [9, 1], "obstacles": [[[5, 0], [5, 2]]] });
        assert_eq!(ask(http, "raycast", &ray)["point"], json!([5.0, 1.0]));
        let many: Vec<Value> = (0..64).map(|_| square(4.0, 0.0, 2.0)).collect();
        let most = json!({ "from": [1, 1], "goals": [[9, 1]], "obstacles": many });
        assert_eq!(ask(http, "path", &most)["path"]["length"], 2.0 + 2.0 * 10.0_f64.sqrt());
        let many: Vec<Value> = (0..65).map(|_| square(4.0, 0.0, 2.0)).collect();
        let more = json!({ "from": [1, 1], "goals": [[9, 1]], "obstacles": many }).to_string();
        let told = send(http, "POST", "/v1/scenes/plaza/path", &more);
        assert_eq!((told.status, &told.body["code"]), (413, &json!("too-large")));
    });
}

#[test]
fn a_door_shuts_and_a_watched_path_through_it_breaks() {
    serving(Setup::default(), |http, _| {
        put(http);
        let over = json!({ "from": [3, 5], "goals": [[7, 5]] });
        let told = ask(http, "path", &over);
        assert_eq!(
            told["path"]["links"],
            json!([{ "leg": 0, "link": 0, "is_back": false }]),
            "{told}"
        );
        let line = json!({ "points": told["path"]["points"], "links": told["path"]["links"] });
        let plain = ask(http, "path", &json!({ "from": [1, 1], "goals": [[9, 1]] }));
        let plain = json!({ "points": plain["path"]["points"] });
        let lines = json!({ "lines": [line, plain] }).to_string();
        let mut events = Events::begin(http, "POST", "/v1/scenes/plaza/events", "", &lines);
        assert_eq!(events.short(2), ["watching 0", "watching 0"]);
        assert_eq!(change(http, &json!({ "door": { "link": 0, "is_open": false } })).status, 200);
        let told = events.next().expect("it broke");
        assert_eq!(
            (told.name.as_str(), &told.data["path"], &told.data["step"]),
            ("broken", &json!(0), &json!(0))
        );
        let around = ask(http, "path", &over);
        assert!(around["path"]["links"].is_null() && around["outcome"] == "found", "{around}");
        let wall = json!({ "put": { "name": "wall", "outline": [[5, 0], [5, 3]] } });
        assert_eq!(change(http, &wall).status, 200);
        let told = events.next().expect("the other broke");
        assert_eq!((&told.data["path"], &told.data["revision"]), (&json!(1), &json!("2")));
        assert_eq!(change(http, &json!({ "door": { "link": 0, "is_open": true } })).status, 200);
        assert_eq!(ask(http, "path", &over)["path"]["links"][0]["link"], 0);
        let broken = json!({ "lines": [{ "points": [[1, 1], [9, 1]] }] }).to_string();
        let mut late = Events::begin(http, "POST", "/v1/scenes/plaza/events", "", &broken);
        let told = late.next().expect("it is told");
        assert_eq!((told.name.as_str(), &told.data["code"]), ("refused", &json!("conflict")));
        let line = serde_json::from_value(line).expect("an answer has it so");
        let watching = Remote::new(&http.to_string()).expect("an address").watching();
        watching.watch(WatchCall::breaks_of_line("plaza", line)).expect("a line is short");
        let next = || watching.next(Duration::from_secs(10)).expect("it listens");
        let told = next().expect("it is watched").told;
        assert!(matches!(told, Ok(WatchEvent::Watching(_))), "{told:?}");
        assert_eq!(change(http, &json!({ "door": { "link": 0, "is_open": false } })).status, 200);
        let told = next().expect("it broke").told;
        assert!(matches!(&told, Ok(WatchEvent::Broken(told)) if told.step == 0), "{told:?}");
    });
}

#[test]
fn scenes_and_their_changes_outlive_the_server_and_damage_is_told() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("scenes_kept");
    let _ = std::fs::remove_dir_all(&folder);
    let setup = || Setup { data: Some(folder.clone()), ..Setup::default() };
    serving(setup(), |http, _| {
        put(http);
        for number in 0..20 {
            let outline = square(0.0, f64::from(number) / 4.0, 0.2);
            let body = json!({ "put": { "name": format!("crate {number}"), "outline": outline } });
            assert_eq!(change(http, &body).status, 200);
        }
    });
    let asked = json!({ "from": [1, 5], "goals": [[9, 5]] });
    let mut before = None;
    serving(setup(), |http, remarks| {
        assert!(remarks.is_empty(), "{remarks:?}");
        let told = ask(http, "describe", &json!({}));
        assert_eq!(
            (&told["revision"], told["obstacles"].as_array().map(Vec::len)),
            (&json!("20"), Some(21))
        );
        before = Some(ask(http, "path", &asked));
    });
    serving(setup(), |http, _| assert_eq!(Some(ask(http, "path", &asked)), before));
    let file = folder.join("plaza/0.scene");
    let whole = std::fs::read(&file).unwrap();
    let mut random = Random::new(5);
    for _ in 0..40 {
        let mut damaged = whole.clone();
        let at = random.below(u32::try_from(damaged.len()).unwrap()) as usize;
        damaged[at] ^= 1 << random.below(8);
        std::fs::write(&file, &damaged).unwrap();
        serving(setup(), |http, remarks| {
            assert!(
                remarks.len() == 1 && remarks[0].contains("plaza is not served"),
                "{remarks:?}"
            );
            assert_eq!(send(http, "POST", "/v1/scenes/plaza/path", &asked.to_string()).status, 404);
        });
    }
    std::fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    serving(setup(), |_, remarks| assert!(remarks[0].contains("cut off"), "{remarks:?}"));
    std::fs::write(&file, &whole).unwrap();
    serving(setup(), |http, _| assert_eq!(Some(ask(http, "path", &asked)), before));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// What is asked for in the wrong way, with the status and some of the words it is refused with.
const WRONG: [(&str, &str, &str, u16, &str); 20] = [
    ("POST", "/v1/scenes/plaza/path", r#"{"from":[1,1]}"#, 400, "goals"),
    ("POST", "/v1/scenes/plaza/path", r#"{"from":[1,1],"goals":[]}"#, 400, "no goals"),
    ("POST", "/v1/scenes/plaza/path", r#"{"from":[1],"goals":[[1,1]]}"#, 400, "is no point"),
    ("POST", "/v1/scenes/plaza/path", r#"{"from":[1,1,1],"goals":[[1,1]]}"#, 400, "with a height"),
    ("POST", "/v1/scenes/plaza/path", r#"{"from":[1,1e999],"goals":[[1,1]]}"#, 400, "number"),
    (
        "POST",
        "/v1/scenes/plaza/path",
        r#"{"from":[1,1],"goals":[[2,1]],"walker":{"radius":-1}}"#,
        400,
        "radius is -1",
    ),
    (
        "POST",
        "/v1/scenes/plaza/path",
        r#"{"from":[1,1],"goals":[[2,1]],"walker":{"tags":[16]}}"#,
        400,
        "no tag 16",
    ),
    (
        "POST",
        "/v1/scenes/plaza/path",
        r#"{"from":[1,1],"goals":[[2,1]],"snap":-1}"#,
        400,
        "snap is -1",
    ),
    (
        "POST",
        "/v1/scenes/plaza/path",
        r#"{"from":[1,1],"goals":[[2,1]],"obstacles":[[[1,1]]]}"#,
        400,
        "outline of 1",
    ),
    ("POST", "/v1/scenes/plaza/walk", "{}", 404, "is no question"),
    ("POST", "/v1/scenes/yard/path", r#"{"from":[1,1],"goals":[[2,1]]}"#, 400, "map of cells"),
    ("POST", "/v1/maps/plaza/path", r#"{"from":"1,1","goal":{"at":"2,1"}}"#, 400, "is a scene"),
    ("PATCH", "/v1/maps/plaza", r#"{"remove-link":0}"#, 400, "is a scene"),
    ("PATCH", "/v1/scenes/yard", r#"{"take":"a"}"#, 400, "map of cells"),
    ("PUT", "/v1/scenes/other", "....\n", 400, "/v1/maps"),
    ("PUT", "/v1/maps/other", PLAZA, 400, "/v1/scenes"),
    ("PATCH", "/v1/scenes/plaza", r#"{"put":{"name":"","outline":[[1,1],[2,2]]}}"#, 400, "a name"),
    ("PATCH", "/v1/scenes/plaza", r#"{"door":{"link":9,"is_open":true}}"#, 409, "no link 9"),
    ("PATCH", "/v1/scenes/plaza", r#"{"put":{"name":"a","outline":[[1e300,1],[2,2]]}}"#, 400, ""),
    ("POST", "/v1/scenes/plaza/random", r#"{"seed":1,"count":18446744073709551615}"#, 413, ""),
];

#[test]
fn what_is_wrong_about_scenes_is_said_with_a_code() {
    serving(Setup::default(), |http, _| {
        put(http);
        send(http, "PUT", "/v1/maps/yard", "....\n....\n");
        for (method, path, body, status, says) in WRONG {
            let told = send(http, method, path, body);
            let words = told.body.to_string();
            assert!(told.status == status && words.contains(says), "{path} {body}: {words}");
        }
        for (depth, status) in [(40, 413), (9000, 400)] {
            let deep = format!("{}{}", "{\"all\":[".repeat(depth), "]}".repeat(depth));
            assert_eq!(send(http, "PATCH", "/v1/scenes/plaza", &deep).status, status, "{depth}");
        }
        let whole = json!({ "from": [1, 1], "goals": [[9, 1]] });
        assert_eq!(ask(http, "path", &whole)["outcome"], "found");
    });
}

#[test]
fn scenes_of_every_format_are_put() {
    serving(Setup::default(), |http, _| {
        let courtyard = include_str!("../../../../examples/maps/courtyard.mesh");
        assert_eq!(send(http, "PUT", "/v1/scenes/court", courtyard).status, 200);
        let told = send(http, "POST", "/v1/scenes/court/random", r#"{"seed":1,"count":2}"#);
        let ends = &told.body["points"];
        let path = json!({ "from": ends[0], "goals": [ends[1]] }).to_string();
        assert_eq!(send(http, "POST", "/v1/scenes/court/path", &path).body["outcome"], "found");
        // Two floors of five by five, one above the other and not joined.
        let floor = |y: f64, first: u32| {
            let corners = [(0, 0), (5, 0), (5, 5), (0, 5)].map(|(x, z)| format!("v {x} {y} {z}\n"));
            let faces = format!(
                "f {} {} {}\nf {} {} {}\n",
                first,
                first + 2,
                first + 1,
                first,
                first + 3,
                first + 2
            );
            corners.concat() + &faces
        };
        let storeys = floor(0.0, 1) + &floor(4.0, 5);
        let told = send(http, "PUT", "/v1/scenes/house?format=obj", &storeys);
        assert_eq!(told.status, 200, "{}", told.body);
        let on = |height: f64| json!({ "from": [1, 1, 0], "goals": [[3, 3, height]] }).to_string();
        let told = send(http, "POST", "/v1/scenes/house/path", &on(0.0)).body;
        assert_eq!(
            (&told["outcome"], told["path"]["points"][0].as_array().map(Vec::len)),
            (&json!("found"), Some(3))
        );
        assert_eq!(
            send(http, "POST", "/v1/scenes/house/path", &on(4.0)).body["outcome"],
            "unreachable"
        );
        let put = r#"{"put":{"name":"a","outline":[[1,1],[2,2]]}}"#;
        assert_eq!(send(http, "PATCH", "/v1/scenes/house", put).status, 400);
        for cut in [10, 200] {
            assert_eq!(send(http, "PUT", "/v1/scenes/cut", &PLAZA[..cut]).status, 400);
        }
    });
    // One that was baked, as bytes.
    let square = [(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)].map(Point::from).to_vec();
    let mesh = NavMesh::of_outlines(&[square], &[]).unwrap();
    let mut bytes = Vec::new();
    mesh.save(&mut bytes).unwrap();
    running(Setup::default(), |running| {
        assert!(running.server.check("baked", "nav", &bytes).is_ok());
        let mut random = Random::new(3);
        for _ in 0..200 {
            let mut damaged = bytes.clone();
            let at = random.below(u32::try_from(damaged.len()).unwrap()) as usize;
            damaged[at] ^= 1 << random.below(8);
            // It is refused, or it is a scene; it is no panic.
            let _ = running.server.check("baked", "nav", &damaged);
        }
    });
}

/// Obstacles come, move and go by chance; every path is as long as on a scene that was made at once of what
/// is there then.
#[test]
fn after_any_changes_paths_are_those_of_a_scene_made_at_once() {
    serving(Setup::default(), |http, _| {
        let put = send(http, "PUT", "/v1/scenes/plaza", GROUND);
        assert_eq!(put.status, 200, "{}", put.body);
        for seed in 0..20 {
            let mut random = Random::new(seed);
            let mut there: Vec<(String, Value)> = Vec::new();
            for step in 0..15 {
                let at = |random: &mut Random| f64::from(random.below(36)) / 2.0;
                let outline =
                    square(at(&mut random), at(&mut random), 0.5 + f64::from(random.below(4)));
                let change_made = match random.below(3) {
                    0 if !there.is_empty() => {
                        let (name, _) =
                            there.swap_remove(
                                random.below(u32::try_from(there.len()).unwrap()) as usize
                            );
                        json!({ "take": name })
                    }
                    1 if !there.is_empty() => {
                        let own = random.below(u32::try_from(there.len()).unwrap()) as usize;
                        there[own].1 = outline.clone();
                        json!({ "move": { "name": there[own].0, "outline": outline } })
                    }
                    _ => {
                        let name = format!("{seed}.{step}");
                        there.push((name.clone(), outline.clone()));
                        json!({ "put": { "name": name, "outline": outline } })
                    }
                };
                assert_eq!(change(http, &change_made).status, 200);
                let outlines: Vec<Vec<Point>> = there.iter().map(|(_, own)| points(own)).collect();
                let whole = Scene::new(&[points(&square(0.0, 0.0, 20.0))], &outlines).unwrap();
                let ends = [(); 2].map(|()| [at(&mut random) + 0.25, at(&mut random) + 0.25]);
                let told = ask(http, "path", &json!({ "from": ends[0], "goals": [ends[1]] }));
                let [from, to] = ends.map(|[x, y]| Point::new(x, y));
                let expected = whole.mesh().shortest_path(from, to, &mut MeshSpace::new());
                let length = told["path"]["length"].as_f64();
                match (length, expected) {
                    (Some(length), Some(expected)) => {
                        assert!(
                            (length - expected.length).abs() < 1e-9,
                            "seed {seed}, step {step}"
                        );
                    }
                    (None, None) => {}
                    (length, expected) => {
                        panic!("seed {seed}, step {step}: {length:?} {expected:?}")
                    }
                }
            }
            let rest = there.iter().map(|(name, _)| json!({ "take": name })).collect::<Vec<_>>();
            assert_eq!(change(http, &json!({ "all": rest })).status, 200);
        }
    });
}

const GROUND: &str = include_str!("support/ground.json");
