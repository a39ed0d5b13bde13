//! Questions and answers of HTTP in JSON as gRPC's have them in theirs: what is said otherwise, and nothing
//! else.

use serde_json::{Map, Value, json};

/// A name in the way of protocol buffers: `no-cutting` of `CORNERS` is `CORNERS_NO_CUTTING`.
fn constant(kind: &str, name: &Value) -> Value {
    let name = name.as_str().expect("a name").replace('-', "_").to_uppercase();
    json!(format!("{kind}_{name}"))
}

fn region(own: Value) -> Value {
    match own {
        Value::Array(parts) => json!({ "parts": parts }),
        Value::Object(_) if !own["parts"].is_null() => own,
        rect => json!({ "parts": [rect] }),
    }
}

fn change_each(own: &mut Value, name: &str, change: impl FnOnce(Value) -> Value) {
    if let Some(value) = own.as_object_mut().and_then(|own| own.get_mut(name)) {
        *value = change(value.take());
    }
}

/// A query, or anything else with a mover and places.
pub(crate) fn question(mut own: Value) -> Value {
    change_each(&mut own, "mover", mover);
    change_each(&mut own, "places", |places| json!({ "places": places }));
    change_each(&mut own, "region", region);
    change_each(&mut own, "estimate", |name| constant("ESTIMATE", &name));
    change_each(&mut own, "ties", |name| constant("TIES", &name));
    change_each(&mut own, "tags", |numbers| json!({ "numbers": numbers }));
    change_each(&mut own, "goal", |goal| {
        let (kind, own) = goal.as_object().and_then(|own| own.iter().next()).expect("a goal");
        let own = match kind.as_str() {
            "any-of" => json!({ "places": own }),
            "region" => region(own.clone()),
            _ => own.clone(),
        };
        json!({ kind.replace('-', "_"): own })
    });
    own
}

fn mover(mut own: Value) -> Value {
    if let Some(offsets) = own["rule"].get("offsets").cloned() {
        own["offsets"] = offsets;
        own["rule"] = json!("offsets");
    }
    change_each(&mut own, "rule", |name| constant("STEP_RULE", &name));
    change_each(&mut own, "corners", |name| constant("CORNERS", &name));
    change_each(&mut own, "terrain", |costs| {
        let costs = costs.as_object().cloned().unwrap_or_default();
        let cost = |(terrain, cost): (String, Value)| match cost {
            Value::String(_) => (terrain, json!({ "closed": true })),
            percent => (terrain, json!({ "percent": percent })),
        };
        Value::Object(costs.into_iter().map(cost).collect())
    });
    own
}

pub(crate) fn change(own: &Value) -> Value {
    let (kind, own) = own.as_object().and_then(|own| own.iter().next()).expect("a change");
    let own = match own.as_array() {
        Some(parts) => json!({ "changes": parts.iter().map(change).collect::<Vec<_>>() }),
        None => own.clone(),
    };
    json!({ kind.replace('-', "_"): own })
}

/// An answer of HTTP, and nothing said of what is not there.
pub(crate) fn told(mut own: Value) -> Value {
    // A revision is a number with its epoch beside it in some answers, and a text in the others.
    if let Some(number) = own["revision"].as_u64() {
        let epoch = own.as_object_mut().and_then(|own| own.remove("epoch"));
        let epoch = epoch.map_or_else(String::new, |epoch| format!("{epoch}."));
        own["revision"] = json!(format!("{epoch}{number}"));
    }
    if let Some([x, y]) = own["point"].as_array().map(Vec::as_slice) {
        own["point"] = json!({ "x": x, "y": y });
    }
    if let Some(answers) = own.get_mut("answers").and_then(Value::as_array_mut) {
        answers.iter_mut().for_each(|answer| *answer = told(answer.take()));
    }
    bare(own)
}

/// An answer of gRPC in the words of HTTP.
pub(crate) fn heard(own: Value) -> Value {
    bare(in_words(own))
}

fn in_words(own: Value) -> Value {
    match own {
        Value::Array(own) => own.into_iter().map(in_words).collect(),
        Value::Object(own) => {
            let own = own.into_iter().map(|(name, value)| (name, in_words(value))).collect();
            object(own)
        }
        Value::String(name) => Value::String(word(&name).unwrap_or(name)),
        plain => plain,
    }
}

/// `gave-up` of `OUTCOME_GAVE_UP`. Returns `None` if it is no such name.
fn word(name: &str) -> Option<String> {
    let kinds = ["OUTCOME_", "PATH_END_", "LIMIT_", "VERDICT_"];
    let own = kinds.iter().find_map(|kind| name.strip_prefix(kind))?;
    if own == "UNSPECIFIED" {
        return Some(String::new());
    }
    Some(own.to_lowercase().replace('_', "-"))
}

fn object(mut own: Map<String, Value>) -> Value {
    if own.contains_key("layers") {
        let column = |name: &str| own[name].as_array().cloned().unwrap_or_default();
        let (x, y, layers) = (column("x"), column("y"), column("layers"));
        let place = |at: usize| match layers.get(at) {
            Some(layer) => json!(format!("{},{}@{layer}", x[at], y[at])),
            None => json!(format!("{},{}", x[at], y[at])),
        };
        let names = column("names");
        assert!(names.is_empty() || x.is_empty(), "names or numbers");
        let places = (0..x.len()).map(place).chain(names).collect::<Vec<_>>();
        return json!({ "cost": own["cost"], "places": places });
    }
    if let Some(rows) = own.remove("rows") {
        let cost = |cost: &Value| cost.get("cost").cloned().unwrap_or(Value::Null);
        let costs = |row: &Value| row["costs"].as_array().map(|row| row.iter().map(cost).collect());
        let rows =
            rows.as_array().map(|rows| rows.iter().map(costs).collect::<Vec<Option<Value>>>());
        own.insert("costs".to_owned(), json!(rows));
    }
    if let (1, Some(numbers)) = (own.len(), own.get("numbers")) {
        return numbers.clone();
    }
    if own.remove("avoided").is_some() {
        return json!("avoided");
    }
    if let Some(own) = own.remove("too_narrow") {
        return json!({ "too-narrow": own });
    }
    if own.contains_key("link") && own.contains_key("from") {
        let hindrance = match (own.remove("shut"), own.remove("tags"), own.remove("one_way")) {
            (Some(_), ..) => json!("shut"),
            (_, Some(tags), _) => json!({ "tags": tags }),
            (.., Some(_)) => json!("one-way"),
            _ => Value::Null,
        };
        own.insert("hindrance".to_owned(), hindrance);
    }
    Value::Object(own)
}

/// Without what is as if it was not said. Numbers stay, zero among them.
fn bare(own: Value) -> Value {
    let is_said = |value: &Value| match value {
        Value::Null | Value::Bool(false) => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(own) => !own.is_empty(),
        Value::Object(_) | Value::Bool(true) | Value::Number(_) => true,
    };
    match own {
        Value::Array(own) => own.into_iter().map(bare).collect(),
        Value::Object(own) => {
            let own = own.into_iter().map(|(name, value)| (name, bare(value)));
            Value::Object(own.filter(|(_, value)| is_said(value)).collect())
        }
        plain => plain,
    }
}
