//! The document of OpenAPI says what the server does: each of its examples is asked and answered.

use crate::support::events::{Event, Events};
use crate::support::{send, serving};
use serde_json::Value;
use xunlu_serve::Setup;

const SCENE: &str = r#"{"xunlu":1,"kind":"scene","ground":[[[0,0],[10,0],[10,10],[0,10]]]}"#;

const MAP: &str = "....\n.##.\n....\n";

#[test]
fn every_example_of_the_document_is_answered_as_it_says() {
    serving(Setup::default(), |http, _| {
        let document = send(http, "GET", "/openapi.json", "").body;
        assert_eq!(document["openapi"], "3.1.0");
        send(http, "PUT", "/v1/maps/yard", MAP);
        assert_eq!(send(http, "PUT", "/v1/scenes/plaza", SCENE).status, 200);
        let paths = document["paths"].as_object().expect("it has paths");
        let mut asked = 0;
        for (path, methods) in paths {
            for (method, operation) in methods.as_object().expect("a path has methods") {
                // At the end, when nothing else needs the map.
                if method == "delete" {
                    continue;
                }
                let content = operation.pointer("/requestBody/content");
                let example = content.and_then(Value::as_object).and_then(|content| {
                    content.values().find_map(|media| media.get("example").cloned())
                });
                let body = match example {
                    None => String::new(),
                    Some(Value::String(text)) => text,
                    Some(json) => json.to_string(),
                };
                asked += 1;
                let stream = operation.pointer("/responses/200/content/text~1event-stream");
                if let Some(stream) = stream {
                    let path = path.replace("{map}", "yard").replace("{scene}", "plaza");
                    let mut told = Events::begin(http, &method.to_uppercase(), &path, "", &body);
                    let example = stream["example"].as_str().expect("an example");
                    let example = Event::first(example.as_bytes()).expect("an event").0;
                    check_event(&told.next().expect("an event"), &example);
                    continue;
                }
                let told = send(
                    http,
                    &method.to_uppercase(),
                    &path.replace("{map}", "yard").replace("{scene}", "plaza"),
                    &body,
                );
                assert_eq!(told.status, 200, "{method} {path}: {}", told.body);
                check(&document, path, operation, &told.body);
            }
        }
        assert_eq!(asked, 33, "all that there is, save for letting go of a map");
        assert_eq!(send(http, "DELETE", "/v1/maps/yard", "").status, 200);
    });
}

/// What is required of an answer is there, and nothing that the document does not know.
fn check(document: &Value, path: &str, operation: &Value, told: &Value) {
    let schema = operation.pointer("/responses/200/content/application~1json/schema");
    let Some(mut schema) = schema else { return };
    if let Some(link) = schema["$ref"].as_str() {
        schema = document.pointer(link.trim_start_matches('#')).expect("a link leads somewhere");
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        let name = name.as_str().expect("a name is text");
        assert!(told.get(name).is_some(), "{path} has no {name}: {told}");
    }
    let known = schema["properties"].as_object();
    for (name, _) in told.as_object().into_iter().flatten() {
        assert!(
            known.is_none_or(|known| known.contains_key(name)),
            "{path}: {name} is not told of"
        );
    }
}

/// An event is of the kind that the example is of, and says as much.
fn check_event(told: &Event, example: &Event) {
    assert_eq!((&told.name, told.id.is_some()), (&example.name, example.id.is_some()));
    let names = |event: &Event| event.data.as_object().map(|own| own.keys().cloned().collect());
    let (own, expected): (Option<Vec<String>>, _) = (names(told), names(example));
    assert_eq!(own, expected);
}
