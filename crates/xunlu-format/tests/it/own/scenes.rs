//! How scenes are written, and what is said of those that cannot be read.

#![cfg(test)]

use super::{read, refused, samples, written};
use xunlu_format::Format;

#[test]
fn a_scene_is_written_so() {
    let expected = r#"{
  "xunlu": 1,
  "kind": "scene",
  "ground": [
    [[0.0, 0.0], [40.0, 0.0], [40.0, 30.0], [0.0, 30.0]]
  ],
  "obstacles": [
    {"name": "mill", "outline": [[4.0, 4.0], [9.5, 4.0], [9.5, 8.0], [4.0, 8.0]]}
  ],
  "regions": [
    {"name": "river", "tags": [0], "outline": [[0.0, 12.0], [40.0, 14.0], [40.0, 18.0], [0.0, 16.0]]},
    {"name": "road", "tags": [1], "outline": [[18.0, 0.0], [21.0, 0.0], [21.0, 30.0], [18.0, 30.0]]}
  ],
  "costs": [
    {"tag": 0, "cost": "closed"},
    {"tag": 1, "cost": 0.5}
  ],
  "links": [
    {"name": "ferry", "from": [6.0, 11.0], "to": [6.0, 18.0], "length": 25.0, "one_way": true, "tags": [2], "shut": true},
    {"from": [19.5, 13.0], "to": [19.5, 18.0]}
  ],
  "routes": [
    {"name": "night watch", "points": [[2.0, 2.0], [30.0, 2.0], [30.0, 10.0]], "closed": true}
  ],
  "places": [
    {"name": "gate", "at": [1.0, 5.0]}
  ],
  "named_tags": [
    {"tag": 0, "name": "water"},
    {"tag": 1, "name": "road"},
    {"tag": 2, "name": "fare"}
  ]
}
"#;
    let [.., (_, scene)] = samples();
    assert_eq!(String::from_utf8(written(Format::Json, &scene)).unwrap(), expected);
}

#[test]
fn what_is_wrong_with_a_scene_is_told_with_its_place() {
    let scene =
        |fields: &str| format!("{{\"xunlu\": 1, \"kind\": \"scene\", \"ground\": [], {fields}}}");
    let cases = [
        (
            r#""obstacles": [{"outline": [[0, 0], [1, 2, 3]]}]"#,
            "a, line 1, column 87: this cannot be read: trailing characters; expected a document of xunlu in JSON",
        ),
        (
            r#""obstacles": [{"name": "mill", "outline": [[0, 0], [1, 2]]}]"#,
            "a, obstacles[0].outline: a line of 2 points; expected at least 3",
        ),
        (
            r#""regions": [{"tags": [3, 16], "outline": []}]"#,
            "a, regions[0].tags[1]: there is no tag 16; expected 0 to 15",
        ),
        (
            r#""costs": [{"tag": 1, "cost": 2}, {"tag": 1, "cost": "closed"}]"#,
            "a, costs[1].tag: tag 1 comes after 1; expected each at most once, by number",
        ),
        (
            r#""costs": [{"tag": 1, "cost": 2e7}]"#,
            "a, costs[0].cost: 20000000 times the length; expected a number from a millionth to a million",
        ),
        (
            r#""links": [{"from": [0, 0], "to": [1, 1], "length": -1}]"#,
            "a, links[0].length: a length of -1; expected a finite one, 0 or more",
        ),
        (
            r#""routes": [{"points": [[0, 0]]}]"#,
            "a, routes[0].points: a line of 1 points; expected at least 2",
        ),
    ];
    for (fields, expected) in cases {
        refused(&scene(fields), expected);
    }
    let stranger = read(Format::Json, scene(r#""terrain": [".."]"#).as_bytes()).unwrap_err();
    assert!(stranger.message().contains("unknown field `terrain`"), "{stranger}");
}
