//! JSON out: that it parses, says what the picture says, and is to the letter what `wire` promises.

use crate::support::{run, run_with};
use serde_json::Value;
use xunlu::wire;

const MAP: &[u8] = b"..#.\n..#.\n....";

fn ask(arguments: &str) -> (Option<i32>, String) {
    let ran = run_with(&arguments.split(' ').collect::<Vec<_>>(), MAP);
    assert_eq!(ran.err, "", "{arguments}");
    (ran.code, ran.out)
}

#[test]
fn answers_are_those_of_the_wire() {
    assert_eq!(
        ask("find - --from 0,0 --to 3,0 --costs 10/14 --mover four --json"),
        (
            Some(0),
            "{\"outcome\":\"found\",\"path\":{\"cost\":70,\"places\":[\"0,0\",\"1,0\",\"1,1\",\"1,2\",\
             \"2,2\",\"3,2\",\"3,1\",\"3,0\"]},\"lower_bound\":70,\"expansions\":2,\
             \"algorithm\":\"jps\",\"reason\":\"ground-is-uniform\",\"revision\":0}\n"
                .to_owned()
        )
    );
    assert_eq!(
        ask("find - --from 0,0 --to 2,0 --json"),
        (
            Some(1),
            "{\"outcome\":\"blocked\",\"blocked\":{\"end\":\"goal\",\"place\":\"2,0\",\
             \"nearest_free\":\"1,0\"},\"expansions\":0,\"algorithm\":\"jps\",\
             \"reason\":\"ground-is-uniform\",\"revision\":0}\n"
                .to_owned()
        )
    );
    assert_eq!(
        ask("find - --from 0,0 --to 3,0 --expansions-max 2 --algorithm astar --json"),
        (
            Some(1),
            "{\"outcome\":\"gave-up\",\"limit\":\"expansions\",\"expansions\":2,\
             \"algorithm\":\"astar\",\"reason\":\"asked\",\"revision\":0}\n"
                .to_owned()
        )
    );
    assert_eq!(
        ask("reach - --from 0,0 --budget 1 --mover four --costs 10/14 --json"),
        (
            Some(0),
            "{\"places\":[{\"place\":\"0,0\",\"cost\":0},{\"place\":\"1,0\",\"cost\":10},\
             {\"place\":\"0,1\",\"cost\":10}],\"border\":[\"1,0\",\"0,1\"],\"revision\":0}\n"
                .to_owned()
        )
    );
}

#[test]
fn paths_of_any_angle_are_told_by_their_turns() {
    assert_eq!(
        ask("find - --from 0,0 --to 3,0 --any-angle --json"),
        (
            Some(0),
            "{\"expansions\":1,\"outcome\":\"found\",\"path\":{\"length\":4.702459173643832,\
             \"points\":[[0.5,0.5],[2.0,2.0],[3.0,2.0],[3.5,0.5]]}}\n"
                .to_owned()
        )
    );
    let (code, told) = ask("find - --from 0,0 --to 2,0 --any-angle");
    assert_eq!(
        (code, told.as_str()),
        (
            Some(1),
            "Nobody can stand at the goal 2.5,0.5: nothing there is open.\nNext, try --to 1,0.\n"
        )
    );
}

#[test]
fn what_lines_do_not_heed_is_refused() {
    let courtyard = "examples/maps/courtyard.mesh --from 1,4 --to 11.5,5";
    for (line, option) in [
        (format!("find {courtyard} --algorithm astar"), "--algorithm"),
        (format!("find {courtyard} --size 2"), "--size"),
        (format!("draw {courtyard} --trace -o -"), "--trace"),
        (
            "find examples/maps/tutorial.txt --from 0,0 --to 4,1 --any-angle --nearest".into(),
            "--nearest",
        ),
        (
            "raycast examples/maps/tutorial.txt --from 0,0 --to 4,1 --corners always".into(),
            "--corners",
        ),
        ("raycast examples/maps/dungeon.txt --from 3,3 --to 4,3".into(), "has links"),
    ] {
        let ran = run(&format!("xunlu {line}"));
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{line}");
        assert!(ran.err.contains(option), "{line}: {}", ran.err);
    }
}

#[test]
fn a_ray_tells_the_wall_it_meets() {
    assert_eq!(
        ask("raycast - --from 0,0 --to 3,0 --json"),
        (
            Some(1),
            "{\"fraction\":0.5,\"normal\":[-1.0,0.0],\"outcome\":\"hit\",\"point\":[2.0,0.5],\
             \"wall\":[[2.0,0.0],[2.0,2.0]]}\n"
                .to_owned()
        )
    );
    let seen = "0.5,2.5 sees 3.5,2.5, 3 away.\n".to_owned();
    assert_eq!(ask("raycast - --from 0,2 --to 3,2"), (Some(0), seen));
}

#[test]
fn json_and_picture_tell_the_same_way() {
    for question in [
        "examples/maps/tutorial.txt --from 0,0 --to 4,1",
        "examples/maps/dungeon.txt --from 3,3 --to 55,17",
        "examples/maps/dungeon.txt --from 3,3 --to 30,11 --algorithm weighted-astar:200 --tags 1",
        "examples/maps/dungeon.txt --from 3,3 --to 55,17 --mover knight",
    ] {
        let json = run(&format!("xunlu find {question} --json"));
        let answer: wire::Answer = serde_json::from_str(&json.out).unwrap();
        let path = answer.path.unwrap();
        let drawn = run(&format!("xunlu find {question} --units"));
        assert_eq!(drawn.code, json.code);
        // Rows and columns are counted from the map's least cell.
        let origin = if question.contains("tutorial") { -2 } else { 0 };
        let mut marked = Vec::new();
        for (y, line) in (origin..).zip(drawn.out.lines().take_while(|line| !line.is_empty())) {
            let marks = (origin..).zip(line.chars()).filter(|(_, glyph)| "SG*".contains(*glyph));
            marked.extend(marks.map(|(x, _)| format!("{x},{y}")));
        }
        let mut places: Vec<String> = path.places.texts().collect();
        places.sort();
        marked.sort();
        assert_eq!(marked, places, "{question}");
        let facts = drawn.out.lines().last().unwrap();
        let cost = format!("cost {}, ", path.cost);
        let moves = format!("{} moves. ", path.places.len() - 1);
        let expansions = format!("{} expansions by", answer.expansions);
        assert!(facts.contains(&expansions) && facts.contains(&moves), "{facts}");
        assert!(facts.contains(&cost) || answer.lower_bound != Some(path.cost), "{facts}");
    }
}

#[test]
fn a_trace_is_a_line_for_each_event() {
    let ran = run(
        "xunlu trace examples/maps/tutorial.txt --from 0,0 --to 4,1 --costs 10/14 --corners one-free --algorithm astar",
    );
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let first = [
        r#"{"type":"opened","id":"0,0","pId":null,"f":44,"g":0,"h":44}"#,
        r#"{"type":"closed","id":"0,0","pId":null,"f":44,"g":0,"h":44}"#,
        r#"{"type":"opened","id":"1,0","pId":"0,0","f":44,"g":10,"h":34}"#,
        r#"{"type":"opened","id":"0,1","pId":"0,0","f":50,"g":10,"h":40}"#,
    ];
    assert_eq!(ran.out.lines().take(4).collect::<Vec<_>>(), first);
    let mut closed = 0;
    for line in ran.out.lines() {
        let event: wire::Event = serde_json::from_str(line).unwrap();
        assert_eq!(event.f, event.g + event.h);
        let fields: Value = serde_json::from_str(line).unwrap();
        assert_eq!(fields.as_object().unwrap().len(), 6);
        closed += u64::from(line.starts_with("{\"type\":\"closed\""));
    }
    let json = run(
        "xunlu find examples/maps/tutorial.txt --from 0,0 --to 4,1 --costs 10/14 --corners one-free --algorithm astar --json",
    );
    let answer: wire::Answer = serde_json::from_str(&json.out).unwrap();
    // The goal is closed as well, and not looked on from.
    assert_eq!(closed, answer.expansions + 1);
}

#[test]
fn a_trace_names_headings_where_turning_costs() {
    let arguments = "trace - --from 0,0 --to 1,0 --mover four --turn-cost 5 --costs 10/14";
    let ran = run_with(&arguments.split(' ').collect::<Vec<_>>(), b"..");
    let opened = ran.out.lines().nth(2).unwrap();
    assert_eq!(opened, r#"{"type":"opened","id":"1,0/E","pId":"0,0","f":10,"g":10,"h":0}"#);
}

#[test]
fn a_trace_without_a_way_has_no_events_and_says_why_beside_them() {
    let ran = run_with(&["trace", "-", "--from", "0,0", "--to", "2,0"], b".#.");
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
    assert!(ran.err.contains("a wall (terrain 254) at 1,0"), "{}", ran.err);
}

/// A road, a bridge four above it, and a ramp from one end of the bridge down to the road.
const BRIDGE: &[u8] = b"v 0 0 0\nv 30 0 0\nv 30 0 24\nv 0 0 24\nf 1 4 3 2\n\
    v 4 4 9\nv 20 4 9\nv 20 4 14\nv 4 4 14\nf 5 8 7 6\nv 28 0 9\nv 28 0 14\nf 6 7 10 9\n";

#[test]
fn paths_on_triangles_lead_from_storey_to_storey() {
    let ask = |line: &str| {
        let arguments: Vec<&str> = line.split(' ').collect();
        run_with(&arguments, BRIDGE)
    };
    let up = ask("find - --format obj --from 12,11.5,0 --to 12,11.5,4 --json");
    let answer: Value = serde_json::from_str(&up.out).unwrap();
    let path = &answer["path"];
    assert!(path["length"].as_f64().unwrap() > 30.0, "{up:?}");
    let heights: Vec<f64> = path["points"]
        .as_array()
        .unwrap()
        .iter()
        .map(|point| point[2].as_f64().unwrap().round())
        .collect();
    assert_eq!((heights.first(), heights.last()), (Some(&0.0), Some(&4.0)), "{up:?}");
    // Without heights it is the bridge, from end to end; beside everything, nothing.
    let along = ask("find - --format obj --from 6,11.5 --to 18,11.5");
    let told = "6,11.5,4 to 18,11.5,4: 12 long, in a straight line.\n";
    assert_eq!((along.code, along.out.as_str()), (Some(0), told));
    let beside = ask("find - --format obj --from 6,11.5 --to 40,11.5");
    assert!(beside.code == Some(1) && beside.out.contains("Next, try --to "), "{beside:?}");
    let wrong = ask("find - --format obj --from 6,11.5,high --to 18,11.5");
    assert!(wrong.code == Some(2) && wrong.err.contains("--from"), "{wrong:?}");
    let info = ask("info - --format obj");
    assert!(info.out.contains("walkable polygons"), "{info:?}");
    let picture = ask("draw - --format obj --from 12,11.5,0 --to 12,11.5,4 -o - --as svg");
    assert!(picture.code == Some(0) && picture.out.starts_with("<svg"), "{picture:?}");
}
