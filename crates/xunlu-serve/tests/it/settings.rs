//! The settings of the service: the table in the documentation is that of the code, and limits are told and
//! kept.

use crate::support::{send, serving};
use serde_json::json;
use std::path::Path;
use xunlu_serve::{Given, SETTINGS, ServiceSettings, SettingKind, Setup, environment_name};

const BEGIN: &str = "<!-- settings -->\n";
const END: &str = "<!-- /settings -->\n";

/// All settings as a table in Markdown.
fn table() -> String {
    let mut text = String::from("| setting | default | what it is for | in the environment |\n");
    text.push_str("| --- | --- | --- | --- |\n");
    for setting in SETTINGS {
        let limit = if matches!(setting.kind, SettingKind::Limit(_)) { " (limit)" } else { "" };
        let default = match setting.kind {
            SettingKind::Count(_) | SettingKind::Limit(_) => format!("`{}`", setting.default),
            _ => setting.default.to_owned(),
        };
        let (key, about) = (setting.key, setting.about);
        let variable = environment_name(key);
        text.push_str(&format!("| `{key}`{limit} | {default} | {about} | `{variable}` |\n"));
    }
    text
}

#[test]
fn the_documentation_has_the_table_of_the_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/service.md");
    let text = std::fs::read_to_string(&path).expect("docs/service.md is there");
    let (before, rest) = text.split_once(BEGIN).expect("the table has a beginning");
    let (own, after) = rest.split_once(END).expect("the table has an end");
    if std::env::var_os("XUNLU_UPDATE").is_some() {
        let new = format!("{before}{BEGIN}\n{}\n{END}{after}", table());
        std::fs::write(&path, new).expect("it can be written");
        return;
    }
    assert_eq!(own.trim(), table().trim(), "XUNLU_UPDATE=1 writes it anew");
}

#[test]
fn the_example_of_the_documentation_is_understood() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/service.md");
    let text = std::fs::read_to_string(path).expect("docs/service.md is there");
    let (_, rest) = text.split_once("```toml\n").expect("there is an example");
    let (example, _) = rest.split_once("```").expect("it ends");
    let mut given = Given::default();
    given.file("serve.toml", example).expect("it is understood");
    let settings = given.settings().expect("it can be set");
    let setup = &settings.setup;
    assert_eq!((setup.hosts.len(), setup.limits.waiting_max), (2, 4096));
    assert!(settings.tokens.is_some() && setup.data.is_some());
}

#[test]
fn limits_are_told_and_kept() {
    let said = "places-max = 30\nmap-bytes-max = 64\nquestion-bytes-max = 80\nsearches-max = 2\n\
                movers-max = 2\nobstacles-max = 1\nexpansions-max = 3\nmaps-max = 2\nplaces-told-max = 3\n";
    let mut given = Given::default();
    given.file("f", said).unwrap();
    let setup = given.settings().unwrap().setup;
    serving(setup, |http, _| {
        let told = send(http, "GET", "/v1/limits", "");
        let limits =
            SETTINGS.iter().filter(|one| matches!(one.kind, SettingKind::Limit(_))).count();
        assert_eq!(
            (told.status, told.body.as_object().map(serde_json::Map::len)),
            (200, Some(limits))
        );
        assert_eq!(
            (&told.body["places-max"], &told.body["goals-max"]),
            (&json!(30), &json!(65536))
        );
        let check = |method: &str, path: &str, body: &str, status: u16, says: &str| {
            let told = send(http, method, path, body);
            let words = told.body.to_string();
            assert!(told.status == status && words.contains(says), "{path} {body}: {words}");
        };
        check("PUT", "/v1/maps/m", "....\n....\n....\n", 200, "\"0\"");
        check("PUT", "/v1/maps/n", ".....\n.....\n.....\n", 413, "31 places; expected 30");
        check("PUT", "/v1/maps/n", &"....\n".repeat(30), 413, "more than 64 bytes");
        let at = |x: u32| format!(r#"{{"from":"0,0","goal":{{"at":"{x},0"}}}}"#);
        check("POST", "/v1/maps/m/path", &at(1), 200, "found");
        check("POST", "/v1/maps/m/path", &format!("{}{}", at(1), " ".repeat(80)), 413, "80 bytes");
        check("POST", "/v1/maps/m/paths", &format!("[{0},{0}]", at(1)), 200, "found");
        check(
            "POST",
            "/v1/maps/m/matrix",
            r#"{"from":["0,0"],"to":["1,0","2,0","3,0"]}"#,
            413,
            "3 searches",
        );
        let mover = |size: u32| {
            format!(
                r#"{{"place":"0,0","mover":{{"rule":"four","costs":{{"straight":{size},"diagonal":9}}}}}}"#
            )
        };
        check("POST", "/v1/maps/m/nearest", &mover(7), 200, "0,0");
        check("POST", "/v1/maps/m/nearest", &mover(8), 413, "2 kinds of movers");
        check("POST", "/v1/maps/m/reach", r#"{"from":"0,0","budget":99999}"#, 413, "3 at most");
        check("PUT", "/v1/maps/n", "..\n", 200, "\"0\"");
        check("PUT", "/v1/maps/o", "..\n", 413, "2 maps");
    });
}

#[test]
fn a_small_file_that_says_it_is_of_a_large_map_is_refused_by_its_head() {
    let mut given = Given::default();
    given.flag("places-max", vec!["1000000".to_owned()]);
    serving(given.settings().unwrap().setup, |http, _| {
        // Of neither there is more: whoever made room for it first would say that.
        let octile = |side: u32| format!("type octile\nheight {side}\nwidth {side}\nmap\n");
        let tiled = |side: u32| {
            json!({ "type": "map", "orientation": "orthogonal", "width": side, "height": side,
                "tilewidth": 8, "tileheight": 8, "tilesets": [], "layers": [{ "type": "tilelayer",
                "name": "a", "width": side, "height": side, "data": [] }] })
        };
        for (small, large) in
            [(octile(900), octile(1500)), (tiled(900).to_string(), tiled(1500).to_string())]
        {
            let told = send(http, "PUT", "/v1/maps/large", &large);
            let words = told.body["detail"].as_str().unwrap_or_default();
            assert_eq!((told.status, &told.body["code"]), (413, &json!("too-large")), "{words}");
            assert!(words.contains("places-max is 1000000"), "{words}");
            let told = send(http, "PUT", "/v1/maps/large", &small);
            assert_eq!(told.status, 400, "{}", told.body);
        }
    });
}

#[test]
fn what_is_worked_out_for_a_map_may_take_so_much_memory_and_no_more() {
    let mut given = Given::default();
    given.flag("map-memory-max", vec!["20000".to_owned()]);
    serving(given.settings().unwrap().setup, |http, _| {
        let small = format!("{}\n", ".".repeat(40)).repeat(40);
        assert_eq!(send(http, "PUT", "/v1/maps/small", &small).status, 200);
        let told =
            send(http, "PUT", "/v1/maps/large", &format!("{}\n", ".".repeat(200)).repeat(200));
        assert_eq!(told.status, 413, "{}", told.body);
        assert!(told.body["detail"].as_str().is_some_and(|words| words.contains("map-memory-max")));
        let statuses = (1..60).map(|size| {
            let footprint = format!(r#"{{"width":{},"height":{}}}"#, size % 8 + 1, size / 8 + 1);
            let ask =
                format!(r#"{{"place":"20,20","mover":{{"rule":"four","footprint":{footprint}}}}}"#);
            send(http, "POST", "/v1/maps/small/nearest", &ask)
        });
        // Each mover takes a little, until there is no more.
        let refused =
            statuses.into_iter().find(|told| told.status != 200).expect("it is not endless");
        let words = refused.body["detail"].as_str().expect("it says why");
        assert!(refused.status == 413 && words.contains("map-memory-max"), "{words}");
    });
}

#[test]
fn without_a_word_it_listens_to_this_machine_alone() {
    let setup = ServiceSettings::default().setup().unwrap();
    assert!(setup.http.ip().is_loopback());
    let doors = [setup.tcp, setup.grpc];
    assert_eq!(doors.map(|door| door.map(|door| door.port())), [Some(8091), Some(8092)]);
    let mut given = Given::default();
    given.flag("http", vec!["127.0.0.1:0".to_owned()]);
    given.flag("grpc", vec!["off".to_owned()]);
    let setup = given.settings().unwrap().setup().unwrap();
    assert_eq!((setup.tcp.map(|door| door.port()), setup.grpc), (Some(0), None));
    let _: Setup = setup;
}
