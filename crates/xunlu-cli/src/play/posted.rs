//! A question that was posted: a drawn map and what is asked of it, answered in the words of the wire.

use serde_json::Value;
use xunlu::{Algorithm, Map, Workspace, World, wire};

/// Answers `{"map": "..#\n...\n", "query": {"from": "0,0", "goal": {"at": "2,1"}}}`.
///
/// # Errors
/// What is wrong with it, in words.
pub(super) fn answer(body: &[u8]) -> Result<String, String> {
    let posted =
        serde_json::from_slice(body).map_err(|error| format!("this is no JSON: {error}"))?;
    let (map, question) = parts_of(posted)?;
    let map: Map = map.parse().map_err(|error| format!("map: {error}"))?;
    let question: wire::Query =
        serde_json::from_value(question).map_err(|error| format!("query: {error}"))?;
    let told = ask(map, &question).map_err(|error| format!("query: {error}"))?;
    serde_json::to_string(&told).map_err(|error| error.to_string())
}

fn parts_of(posted: Value) -> Result<(String, Value), String> {
    const EXPECTED: &str =
        "expected {\"map\": \"a drawn map\", \"query\": {...}} and nothing besides";
    let Value::Object(mut fields) = posted else { return Err(EXPECTED.to_owned()) };
    match (fields.remove("map"), fields.remove("query"), fields.keys().next()) {
        (Some(Value::String(map)), Some(question), None) => Ok((map, question)),
        _ => Err(EXPECTED.to_owned()),
    }
}

fn ask(map: Map, question: &wire::Query) -> Result<wire::Answer, xunlu::WorldError> {
    let mut world = match question.asker()? {
        Some(mover) => World::with_mover(map, mover)?,
        None => World::new(map)?,
    };
    let query = question.on(&world)?;
    // Who asks for it by name wants to see it, for a single question, too.
    if query.algorithm == Some(Algorithm::JumpIndex) {
        world.build_index(query.mover)?;
    }
    let answer = world.find(&query, &mut Workspace::new())?;
    Ok(wire::Answer::new(world.map(), &answer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_answered_in_the_words_of_the_wire() {
        let posted = r#"{"map": "..#.\n..#.\n....\n", "query": {"from": "0,0", "goal": {"at": "3,0"},
            "mover": {"rule": "eight", "costs": {"straight": 10, "diagonal": 14}}, "algorithm": "jps-index"}}"#;
        let told: Value = serde_json::from_str(&answer(posted.as_bytes()).unwrap()).unwrap();
        assert_eq!(told["outcome"], "found");
        assert_eq!(told["algorithm"], "jps-index");
        assert_eq!(told["path"]["cost"], 64);
        assert_eq!(told["path"]["places"].as_array().unwrap().len(), 7);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        for (posted, told) in [
            ("", "this is no JSON"),
            ("[]", "expected {\"map\""),
            (r#"{"map": "..", "query": {}, "more": 1}"#, "nothing besides"),
            (r#"{"map": ["."], "query": {}}"#, "expected {\"map\""),
            (r#"{"map": "..\n.?", "query": {}}"#, "map: line 2"),
            (r#"{"map": "..", "query": {"from": "0,0"}}"#, "query: missing field `goal`"),
            (r#"{"map": "..", "query": {"from": "0,0", "goal": {"at": "9,0"}}}"#, "query: "),
            (r#"{"map": "..", "query": {"from": "0,0", "goal": {"at": "1,0"}, "by": 1}}"#, "`by`"),
        ] {
            let error = answer(posted.as_bytes()).unwrap_err();
            assert!(error.contains(told), "{posted}: {error}");
        }
    }
}
