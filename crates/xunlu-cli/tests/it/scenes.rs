//! Scenes in files, asked by the program: what their regions cost and close, links, radii, names.

use crate::support::{root, run};
use serde_json::Value;

const SCENE: &str = "examples/maps/riverside.json";

/// The answer to a question about the scene, as JSON.
fn asked(question: &str) -> Value {
    let ran = run(&format!("xunlu {} --json", question.replace("SCENE", SCENE)));
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{question}: {error}, {ran:?}"))
}

fn cost(question: &str) -> f64 {
    asked(question)["path"]["cost"].as_f64().unwrap_or_else(|| panic!("{question} has no cost"))
}

#[test]
fn the_example_is_written_as_it_was_read() {
    let file = std::fs::read_to_string(root().join(SCENE)).unwrap();
    let written = run(&format!("xunlu convert {SCENE} - --to json"));
    assert_eq!((written.code, written.out), (Some(0), file));
    let told = run(&format!("xunlu info {SCENE}")).out;
    for said in ["scene", "ferry", "night watch", "water 4, deep closed, road 0.6", "landing"] {
        assert!(told.contains(said), "{said}: {told}");
    }
}

#[test]
fn what_ground_costs_is_heeded_and_the_bound_is_told() {
    let path = &asked("find SCENE --from gate --to anvil")["path"];
    let (cost, bound) = (path["cost"].as_f64().unwrap(), path["lower_bound"].as_f64().unwrap());
    assert!(bound <= cost && cost <= 1.01 * bound, "{path}");
    // On the road and over the bridge it costs less than the straight line, which wades.
    let straight = (10.5_f64.powi(2) + 30.5_f64.powi(2)).sqrt();
    assert!(cost < straight, "{path}");
    let told = run(&format!("xunlu find {SCENE} --from gate --to anvil")).out;
    assert!(told.contains(": costs ") && told.contains("and no path less than"), "{told}");
}

#[test]
fn a_link_is_taken_by_who_has_its_tag_and_told_by_its_name() {
    let over = "find SCENE --from landing --to haystack";
    let ferry = asked(&format!("{over} --tags fare"));
    assert_eq!(ferry["path"]["links"][0]["name"], "ferry");
    assert_eq!(ferry["path"]["points"][1], serde_json::json!([8.0, 27.5]));
    let wading = asked(over);
    assert!(wading["path"]["links"].is_null(), "{wading}");
    assert!(wading["path"]["cost"].as_f64() > ferry["path"]["cost"].as_f64());
    let told = run(&format!("xunlu {} --tags fare", over.replace("SCENE", SCENE))).out;
    assert!(told.contains("It takes 1 link: ferry at 8,19.5."), "{told}");
}

#[test]
fn regions_are_avoided_and_kept_to_by_their_tags() {
    let wading = cost("find SCENE --from landing --to haystack");
    let dry = cost("find SCENE --from landing --to haystack --avoid water");
    assert!(dry > wading + 1.0, "{dry}, {wading}");
    let on_road = asked("find SCENE --from 32,40 --to 27,3 --only road");
    assert_eq!(on_road["outcome"], "found");
    let off_road = asked("find SCENE --from gate --to anvil --only 3");
    assert_eq!(off_road["blocked"]["end"], "goal", "{off_road}");
    // The pond is closed to those who do not dive.
    assert_eq!(asked("find SCENE --from gate --to 58,18")["outcome"], "blocked");
    assert_eq!(asked("find SCENE --from gate --to 58,18 --tags deep")["outcome"], "found");
    let hit = asked("raycast SCENE --from gate --to anvil --avoid water");
    assert_eq!(hit["outcome"], "hit", "{hit}");
    assert_eq!(asked("raycast SCENE --from gate --to anvil")["outcome"], "clear");
}

#[test]
fn a_radius_keeps_paths_on_scenes_and_meshes_away_from_walls() {
    let thin = cost("find SCENE --from landing --to anvil --avoid water");
    let thick = cost("find SCENE --from landing --to anvil --avoid water --radius 0.8");
    assert!(thick > thin, "{thick}, {thin}");
    let mesh = |radius: &str| {
        let found =
            asked(&format!("find examples/maps/courtyard.mesh --from 1,4 --to 11.5,5 {radius}"));
        found["path"]["length"].as_f64().unwrap()
    };
    assert!(mesh("--radius 0.2") > mesh(""));
    let round = asked("find examples/maps/courtyard.mesh --from 1,4 --to 11.5,5 --radius 0.2");
    let arc = &round["path"]["arcs"][0];
    assert_eq!(arc["leg"], 1, "{round}");
    let at = |point: &serde_json::Value| [0, 1].map(|axis| point[axis].as_f64().unwrap());
    let (centre, begin) = (at(&arc["centre"]), at(&round["path"]["points"][1]));
    let away = (begin[0] - centre[0]).hypot(begin[1] - centre[1]);
    assert!((away - 0.2).abs() < 1e-5, "{away}");
}

#[test]
fn a_picture_names_what_lies_on_the_scene() {
    let drawn = run(&format!("xunlu draw {SCENE} --from landing --to anvil --as svg -o -"));
    assert_eq!(drawn.code, Some(0), "{drawn:?}");
    for part in ["ground", "regions", "obstacles", "routes", "links", "path", "places", "names"] {
        assert!(drawn.out.contains(&format!("\"{part}\"")), "{part}");
    }
    for name in ["smithy", "river", "ferry", "night watch", "haystack"] {
        assert!(drawn.out.contains(name), "{name}");
    }
}

#[test]
fn what_makes_no_sense_on_a_scene_is_refused_with_what_to_say_instead() {
    let refused = |question: &str, says: &str| {
        let ran = run(&format!("xunlu {}", question.replace("SCENE", SCENE)));
        assert!(ran.code == Some(2) && ran.err.contains(says), "{question}: {ran:?}");
    };
    let places = "is no point; expected x,y, as in 12.5,3, or a place: \"gate\", \"taproom\"";
    refused("find SCENE --from gate --to inn", places);
    let region = "--avoid: \"river\" is a region; expected a tag of it: \"water\"";
    refused("find SCENE --from gate --to anvil --avoid river", region);
    refused("find SCENE --from gate --to anvil --only lava", "--only: \"lava\" is no tag");
    refused("find SCENE --from gate --to anvil --avoid 16", "there is no tag 16");
    refused("find SCENE --from gate --to anvil --radius -1", "no mover of this radius");
    refused("find SCENE --from gate --to anvil --size 2", "--size says nothing on a scene");
    refused("explain SCENE --from gate --to anvil", "is a scene, on which `find`");
    let cells = "find examples/maps/tutorial.txt --from 0,0 --to 4,1";
    refused(&format!("{cells} --radius 1"), "--radius says nothing on steps from cell to cell");
    refused(&format!("{cells} --any-angle --avoid 1"), "--avoid says nothing on cells");
    refused(
        "find examples/maps/courtyard.mesh --from 1,4 --to 2,4 --only 1",
        "--only says nothing",
    );
    refused("draw SCENE --avoid water --as svg -o -", "--avoid says nothing on a picture without");
}
