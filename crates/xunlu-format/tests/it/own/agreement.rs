//! Whether the schema and the reader agree, field by field, driven by the schema's own examples.

#![cfg(test)]

use super::{read, schema};
use serde_json::Value;
use std::collections::BTreeMap;
use xunlu_format::Format;

/// The schema's node that describes a value: references followed, and of several forms the one that
/// the value has.
fn form_of<'s>(schema: &'s Value, node: &'s Value, value: &Value) -> &'s Value {
    if let Some(name) = node["$ref"].as_str() {
        return form_of(schema, &schema["$defs"][name.rsplit('/').next().unwrap()], value);
    }
    let forms = node["oneOf"].as_array().map(Vec::as_slice).unwrap_or_default();
    let form = forms.iter().find(|form| (form["type"] == "null") == value.is_null());
    form.map_or(node, |form| form_of(schema, form, value))
}

/// Every object with named fields in a value, as the way to it and what the schema says of it.
fn objects<'s>(
    schema: &'s Value,
    node: &'s Value,
    value: &Value,
    way: &str,
) -> Vec<(String, &'s Value)> {
    let node = form_of(schema, node, value);
    let mut found = Vec::new();
    if let Some(fields) = value.as_object().filter(|_| !node["properties"].is_null()) {
        found.push((way.to_owned(), node));
        for (name, field) in fields {
            let known = &node["properties"][name];
            assert!(!known.is_null(), "{way}/{name} is not in the schema");
            assert!(known["description"].is_string() || name == "kind" || !known["$ref"].is_null());
            found.extend(objects(schema, known, field, &format!("{way}/{name}")));
        }
    }
    for (number, item) in value.as_array().into_iter().flatten().enumerate() {
        found.extend(objects(schema, &node["items"], item, &format!("{way}/{number}")));
    }
    found
}

#[test]
fn the_schema_and_the_reader_agree_about_every_field() {
    let schema = schema();
    let accepts = |value: &Value| read(Format::Json, value.to_string().as_bytes()).is_ok();
    let mut seen = BTreeMap::new();
    for kind in schema["oneOf"].as_array().unwrap() {
        let example = &form_of(&schema, kind, &Value::Bool(true))["examples"][0];
        assert!(accepts(example), "{example}");
        for (way, node) in objects(&schema, kind, example, "") {
            assert_eq!(node["additionalProperties"], false, "{way}");
            let required: Vec<&str> =
                node["required"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
            let mut strange = example.clone();
            strange.pointer_mut(&way).unwrap()["strange"] = 1.into();
            assert!(!accepts(&strange), "{way}/strange is read");
            for name in node["properties"].as_object().unwrap().keys() {
                let mut without = example.clone();
                let object = without.pointer_mut(&way).unwrap().as_object_mut().unwrap();
                let was_there = object.remove(name).is_some();
                *seen.entry((node["description"].to_string(), name.clone())).or_insert(false) |=
                    was_there;
                // Rows stand for a size and a size for rows; a legend is needed by what it draws.
                if was_there && name != "legend" && name != "terrain" {
                    assert_eq!(
                        accepts(&without),
                        !required.contains(&name.as_str()),
                        "{way}/{name}"
                    );
                }
                let mut null = example.clone();
                null.pointer_mut(&way).unwrap()[name] = Value::Null;
                assert!(!accepts(&null), "{way}/{name} may be null");
            }
        }
    }
    let unseen: Vec<_> = seen.iter().filter(|(_, was_there)| !**was_there).collect();
    assert!(unseen.is_empty(), "no example has {unseen:?}");
}
