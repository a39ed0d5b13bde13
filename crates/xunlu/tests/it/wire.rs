//! What is promised on the wire: the exact JSON, there and back, and what is refused.

use serde::Serialize;
use serde::de::DeserializeOwned;
use xunlu::search::EventKind;
use xunlu::{
    Algorithm, Corners, Cost, Estimate, Grid, Limit, Map, MoverId, Place, Query, Recorder,
    Revision, Terrain, Ties, Workspace, World, WorldErrorKind, wire,
};

/// The JSON reads as this value, and the value writes this JSON.
fn check<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T, json: &str) {
    assert_eq!(serde_json::to_string(value).expect("plain data"), json);
    assert_eq!(&serde_json::from_str::<T>(json).expect(json), value);
}

/// The JSON is refused with these words.
fn refused<T: DeserializeOwned + std::fmt::Debug>(json: &str, says: &str) {
    let error = serde_json::from_str::<T>(json).expect_err(json).to_string();
    assert!(error.contains(says), "{json}: {error}");
}

fn grid() -> Map {
    "..#.\n..#.\n....".parse().expect("a map")
}

#[test]
fn a_question_says_everything() {
    let json = concat!(
        r#"{"from":"0,0","goal":{"at":"3,0"},"mover":{"rule":"eight","corners":"one-free","#,
        r#""costs":{"straight":10,"diagonal":14},"footprint":{"width":1,"height":2},"tags":[0,3],"#,
        r#""terrain":{"5":300,"7":"closed"},"turn_cost":5},"algorithm":"weighted-astar:150","#,
        r#""estimate":"octile","ties":"near-start","limits":{"expansions_max":500,"cost_max":900},"#,
        r#""region":{"x":0,"y":0,"width":4,"height":2},"wants_nearest":true}"#
    );
    let question: wire::Query = serde_json::from_str(json).unwrap();
    check(&question, json);
    let mut world = World::new(grid()).unwrap();
    assert_eq!(question.on(&world).unwrap_err().kind(), WorldErrorKind::NoSuchMover);
    world.add_mover(question.asker().unwrap().unwrap()).unwrap();
    let query = question.on(&world).unwrap();
    assert_eq!(query.mover.number(), 1);
    assert_eq!(query.algorithm, Some(Algorithm::WeightedAStar { percent: 150 }));
    assert_eq!((query.estimate, query.ties), (Estimate::Octile, Ties::NearStart));
    assert!(query.wants_nearest);
    assert_eq!((query.limits.expansions_max, query.limits.cost_max), (500, Cost(900)));
    assert_eq!(wire::Query::new(&world, &query), question);
}

#[test]
fn what_is_not_said_is_as_the_door_has_it() {
    let question: wire::Query =
        serde_json::from_str(r#"{"from":"0,0","goal":{"at":"3,0"}}"#).unwrap();
    let query = question.to_query(&grid(), MoverId::FIRST).unwrap();
    assert_eq!(query, Query::between(Place::cell(0, 0), Place::cell(3, 0)));
    let mover: wire::Mover = serde_json::from_str(r#"{"rule":"eight"}"#).unwrap();
    assert_eq!(mover.to_mover().unwrap(), xunlu::Mover::default());
    check(
        &question,
        r#"{"from":"0,0","goal":{"at":"3,0"},"algorithm":"auto","estimate":"auto","ties":"near-goal","limits":{},"wants_nearest":false}"#,
    );
}

#[test]
fn every_goal_goes_there_and_back() {
    for json in [
        r#"{"at":"3,0"}"#,
        r#"{"any-of":["3,0","0,2"]}"#,
        r#"{"within":{"of":"3,0","radius":3,"in_sight":true}}"#,
        r#"{"beside":{"of":"3,0","footprint":{"width":2,"height":2}}}"#,
        r#"{"region":{"x":-1,"y":0,"width":4,"height":2}}"#,
        r#"{"region":[{"x":-1,"y":0,"width":4,"height":2},{"x":3,"y":1,"width":1,"height":2}]}"#,
        r#"{"region":{"layer":0,"parts":[{"x":-1,"y":0,"width":4,"height":2}]}}"#,
        r#"{"away-from":{"of":"3,0","radius":6}}"#,
    ] {
        let goal: wire::Goal = serde_json::from_str(json).unwrap();
        check(&goal, json);
        assert_eq!(wire::Goal::new(&grid(), &goal.to_goal(&grid()).unwrap()), goal);
    }
    refused::<wire::Goal>(r#"{"region":{"x":1,"y":2}}"#, "expected a region");
    refused::<wire::Goal>(r#"{"region":{"layer":1,"parts":[],"x":2}}"#, "expected a region");
    let empty: wire::Goal = serde_json::from_str(r#"{"region":[]}"#).unwrap();
    assert!(empty.to_goal(&grid()).unwrap_err().to_string().contains("a region without any cell"));
}

#[test]
fn every_mover_goes_there_and_back() {
    for rule in [
        r#""four""#,
        r#""eight""#,
        r#""knight""#,
        r#""hex""#,
        r#""links""#,
        r#"{"offsets":[{"dx":2,"dy":-1,"percent":150}]}"#,
    ] {
        let json = format!(r#"{{"rule":{rule},"terrain":{{"3":"closed","254":150}}}}"#);
        let mut said: wire::Mover = serde_json::from_str(&json).unwrap();
        let mover = said.to_mover().unwrap();
        if rule == r#""eight""# {
            // What was not said is told.
            said.corners = Some(Corners::NoCutting);
        }
        assert_eq!(wire::Mover::from(&mover), said, "{rule}");
        assert_eq!(wire::Mover::from(&mover).to_mover().unwrap(), mover, "{rule}");
    }
}

#[test]
fn every_answer_goes_there_and_back() {
    let map = grid();
    let blocked = r#""blocked":{"end":"goal","place":"2,0","nearest_free":"1,0"},"#;
    let path = r#"{"cost":14,"places":["0,0","1,1"]}"#;
    for (outcome, fields) in [
        ("found", format!(r#""path":{path},"lower_bound":14,"#)),
        ("unreachable", format!(r#""nearest":{path},"#)),
        ("unreachable", String::new()),
        ("blocked", blocked.to_owned()),
        ("blocked", blocked.replace("\"1,0\"", "null")),
        ("gave-up", r#""limit":"cost-too-large","#.to_owned()),
    ] {
        let json = format!(
            r#"{{"outcome":"{outcome}",{fields}"expansions":9,"algorithm":"two-way-astar","reason":"asked","revision":7}}"#
        );
        let told: wire::Answer = serde_json::from_str(&json).unwrap();
        check(&told, &json);
        assert_eq!(wire::Answer::new(&map, told.to_answer(&map).unwrap()), told);
    }
}

#[test]
fn changes_are_said_and_understood() {
    let map = grid();
    let cases = [
        r#"{"terrain":{"layer":0,"rect":{"x":3,"y":1,"width":1,"height":1},"terrain":254}}"#,
        r#"{"tags":{"layer":0,"rect":{"x":0,"y":0,"width":2,"height":1},"tags":[0,3]}}"#,
        r#"{"exits":{"layer":0,"rect":{"x":0,"y":0,"width":1,"height":1},"exits":5}}"#,
        r#"{"add-link":{"from":"0,0","to":"3,2","percent":150,"is_two_way":false,"tags":[1],"is_open":true}}"#,
        r#"{"remove-link":2}"#,
        r#"{"door":{"link":2,"is_open":false}}"#,
        r#"{"all":[{"remove-link":0},{"all":[]}]}"#,
    ];
    for json in cases {
        let change: wire::Change = serde_json::from_str(json).unwrap();
        check(&change, json);
        assert_eq!(wire::Change::new(&map, &change.to_change(&map).unwrap()), change);
    }
    let nested =
        |depth| (0..depth).fold(wire::Change::RemoveLink(0), |c, _| wire::Change::All(vec![c]));
    assert!(nested(wire::Change::DEPTH_MAX).to_change(&map).is_ok());
    assert!(nested(wire::Change::DEPTH_MAX + 1).to_change(&map).is_err());
    refused::<wire::Change>(
        r#"{"terrain":{"rect":{"x":0,"y":0,"width":1,"height":1},"kind":3}}"#,
        "kind",
    );
}

#[test]
fn an_answer_that_contradicts_itself_is_none() {
    let world = World::new(grid()).unwrap();
    let (map, here) = (world.map(), Place::cell(0, 0));
    let query = Query::between(here, here);
    let answer = world.find(&query, &mut Workspace::new()).unwrap();
    let told = wire::Answer::new(map, answer.clone());
    assert_eq!(told.to_answer(map).unwrap(), answer);
    for wrong in [
        wire::Answer { path: None, ..told.clone() },
        wire::Answer { lower_bound: None, ..told.clone() },
        wire::Answer { limit: Some(Limit::Cost), ..told.clone() },
        wire::Answer { outcome: wire::Outcome::Unreachable, ..told.clone() },
    ] {
        let error = wrong.to_answer(map).unwrap_err().to_string();
        assert!(error.contains("contradicts itself; expected"), "{error}");
    }
    let empty = wire::Path { cost: 0, places: wire::PathPlaces::from_iter([""; 0]) };
    assert!(empty.to_path(map).is_err());
}

#[test]
fn a_revision_goes_on_where_a_saved_map_left_off() {
    let saved = Revision { epoch: 2, number: 40 };
    let mut world = World::new(grid().at_revision(saved)).unwrap();
    world.set(Place::cell(0, 0), Terrain::OPEN).unwrap();
    let here = Place::cell(0, 0);
    let answer = world.find(&Query::between(here, here), &mut Workspace::new()).unwrap();
    assert_eq!((answer.revision.to_string().as_str(), answer.revision), ("2.41", saved.next()));
    let told = wire::Answer::new(world.map(), answer);
    let json = serde_json::to_string(&told).unwrap();
    assert!(json.ends_with(r#""revision":41,"epoch":2}"#), "{json}");
    let back: wire::Answer = serde_json::from_str(&json).unwrap();
    assert_eq!(back.to_answer(world.map()).unwrap().revision, saved.next());
}

#[test]
fn an_event_is_six_fields() {
    let event = wire::Event {
        kind: EventKind::Opened,
        id: "1,0".to_owned(),
        parent_id: Some("0,0".to_owned()),
        f: 44,
        g: 10,
        h: 34,
    };
    check(&event, r#"{"type":"opened","id":"1,0","pId":"0,0","f":44,"g":10,"h":34}"#);
    let start = wire::Event { parent_id: None, kind: EventKind::Closed, ..event.clone() };
    check(&start, r#"{"type":"closed","id":"1,0","pId":null,"f":44,"g":10,"h":34}"#);
    let world = World::new(grid()).unwrap();
    let wrong = wire::Event { f: 45, ..event };
    let error = wrong.to_event(&world, MoverId::FIRST).unwrap_err().to_string();
    assert_eq!(error, "f is 45 with g 10 and h 34; expected g and h together");
}

#[test]
fn recorded_events_go_there_and_back() {
    let maps = ["..#.\n..#.\n....", "@hex odd-r\n. . .\n . . .", "@layer\n..\n@layer\n.."];
    for (map, turn_cost) in maps.into_iter().flat_map(|map| [(map, 0), (map, 7)]) {
        let map: Map = map.parse().unwrap();
        let rule = if matches!(map, Map::Hex(_)) { wire::Rule::Hex } else { wire::Rule::Eight };
        let mover = wire::Mover { turn_cost, ..wire::Mover::by(rule) };
        let world = World::with_mover(map, mover.to_mover().unwrap()).unwrap();
        let ends = ["0,0", "1,0"].map(|text| wire::place_at(world.map(), text).unwrap());
        let query = Query::between(ends[0], ends[1]);
        let mut recorder = Recorder::default();
        world.find_observed(&query, &mut Workspace::new(), &mut recorder).unwrap();
        assert!(!recorder.events().is_empty());
        for event in recorder.events() {
            let told = wire::Event::new(&world, MoverId::FIRST, event).unwrap();
            assert_eq!(told.to_event(&world, MoverId::FIRST).unwrap(), *event);
        }
    }
}

#[test]
fn what_was_reached_and_what_was_explained_are_told() {
    let world = World::new(grid()).unwrap();
    let from = Place::cell(0, 0);
    let reach = world.reach(from, MoverId::FIRST, Cost(2378), &mut Workspace::new()).unwrap();
    check(
        &wire::Reach::new(world.map(), &reach),
        r#"{"places":[{"place":"0,0","cost":0},{"place":"1,0","cost":2378},{"place":"0,1","cost":2378}],"border":["0,0","1,0","0,1"],"revision":0}"#,
    );
    let world = World::new(".#.".parse::<Grid>().unwrap()).unwrap();
    let query = Query::between(Place::cell(0, 0), Place::cell(2, 0));
    let told = wire::Explanation::new(world.map(), &world.explain(&query).unwrap());
    let json = serde_json::to_string(&told).unwrap();
    let cut = r#"{"verdict":"cut","from":"0,0","cut":{"obstacles":[{"cell":{"place":"1,0","terrain":254,"missing_tags":[]}}],"path":["0,0","1,0","2,0"],"fits_one_cell":false},"algorithm":"jps","#;
    assert!(json.starts_with(cut), "{json}");
    check(&told, &json);
    let blocked = Query::between(Place::cell(1, 0), Place::cell(2, 0));
    let told = wire::Explanation::new(world.map(), &world.explain(&blocked).unwrap());
    let json = serde_json::to_string(&told).unwrap();
    let end = r#"{"verdict":"blocked","from":"1,0","blocked":{"end":"start","place":"1,0","closed":[{"place":"1,0","terrain":254,"missing_tags":[]}],"nearest_free":"0,0"},"#;
    assert!(json.starts_with(end), "{json}");
    check(&told, &json);
}

#[test]
fn an_explanation_calls_waypoints_by_their_names() {
    let town: Map =
        "@waypoint inn at 0,0\n@waypoint mill at 1,0\n@link inn -> mill shut".parse().unwrap();
    let ends = ["inn", "mill"].map(|name| wire::place_at(&town, name).unwrap());
    let world = World::new(town).unwrap();
    let query = Query::between(ends[0], ends[1]);
    let told = wire::Explanation::new(world.map(), &world.explain(&query).unwrap());
    assert!(told.text.starts_with("There is no path from inn to mill.\n"), "{}", told.text);
    assert!(told.text.ends_with("link 0 from inn to mill is shut"), "{}", told.text);
}

#[test]
fn what_is_not_of_the_wire_is_refused() {
    refused::<wire::Query>("{}", "missing field `from`");
    refused::<wire::Query>(
        r#"{"from":"0,0","goal":{"at":"1,0"},"algoritm":"bfs"}"#,
        "unknown field `algoritm`",
    );
    refused::<wire::Query>(r#"{"from":[0,0],"goal":{"at":"1,0"}}"#, "expected a string");
    refused::<wire::Query>(r#"{"from":"0,0","goal":{"near":"1,0"}}"#, "unknown variant `near`");
    refused::<wire::Query>(
        r#"{"from":"0,0","goal":{"at":"1,0"},"algorithm":"astra"}"#,
        "did you mean \"astar\"?",
    );
    refused::<wire::Goal>(r#"{"within":{"of":"1,0","radius":NaN}}"#, "expected value");
    refused::<wire::Goal>(r#"{"within":{"of":"1,0","radius":1.5}}"#, "expected u32");
    refused::<wire::Goal>(r#"{"within":{"of":"1,0","radius":-1}}"#, "expected u32");
    refused::<wire::Goal>(r#"{"within":{"of":"1,0","radius":4294967296}}"#, "expected u32");
    refused::<wire::Goal>(r#"{"within":{"of":"1,0","radius":1,"in_site":true}}"#, "in_site");
    refused::<wire::Mover>(r#"{"rule":"nine"}"#, "unknown variant `nine`");
    refused::<wire::Mover>(
        r#"{"rule":"eight","corners":"no-cuting"}"#,
        "did you mean \"no-cutting\"?",
    );
    refused::<wire::Mover>(r#"{"rule":"four","terrain":{"5":"shut"}}"#, "or \"closed\"");
    refused::<wire::Mover>(r#"{"rule":"four","terrain":{"256":100}}"#, "256");
    refused::<wire::Event>(
        r#"{"type":"opened","id":"1,0","pId":"0,0","f":44,"g":10,"h":34,"x":1}"#,
        "unknown field `x`",
    );
    let mover = |json: &str| serde_json::from_str::<wire::Mover>(json).unwrap().to_mover();
    for (json, says) in [
        (r#"{"rule":"four","corners":"always"}"#, "a corner rule is for"),
        (r#"{"rule":"four","tags":[16]}"#, "there is no tag 16; expected 0 to 15"),
        (r#"{"rule":"four","costs":{"straight":0,"diagonal":1}}"#, "costs nothing"),
        (r#"{"rule":{"offsets":[]}}"#, "a list of 0 offsets describes no mover; expected 1 to 64"),
    ] {
        let error = mover(json).unwrap_err().to_string();
        assert!(error.contains(says), "{json}: {error}");
    }
}
