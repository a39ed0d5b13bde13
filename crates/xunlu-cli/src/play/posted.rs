//! A question that was posted: a drawn map and what is asked of it, answered in the words of the wire.

use serde_json::{Value, json};
use std::fmt::Display;
use xunlu::map::MapError;
use xunlu::{Algorithm, Map, Workspace, World, WorldError, WorldErrorKind, wire};

/// Why a question is not answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Refusal {
    /// What kind of thing is wrong; it never changes its meaning.
    code: &'static str,
    words: String,
}

impl Refusal {
    /// As JSON.
    pub(super) fn told(&self) -> String {
        json!({ "code": self.code, "error": self.words }).to_string()
    }

    fn no_json(error: &serde_json::Error) -> Refusal {
        Refusal { code: "syntax", words: format!("this is no JSON: {error}") }
    }

    fn not_understood(words: impl Display) -> Refusal {
        Refusal { code: WorldErrorKind::NotUnderstood.code(), words: words.to_string() }
    }
}

/// Answers `{"map": "..#\n...\n", "query": {"from": "0,0", "goal": {"at": "2,1"}}}`.
///
/// # Errors
/// What is wrong with it, by a code and in words.
pub(super) fn answer(body: &[u8]) -> Result<String, Refusal> {
    let posted = serde_json::from_slice(body).map_err(|error| Refusal::no_json(&error))?;
    let (map, question) = parts_of(posted)?;
    let map: Map = map.parse().map_err(|error: MapError| Refusal {
        code: error.kind().code(),
        words: format!("map: {error}"),
    })?;
    let question: wire::Query = serde_json::from_value(question)
        .map_err(|error| Refusal::not_understood(format_args!("query: {error}")))?;
    let told = ask(map, &question)
        .map_err(|error| Refusal { code: error.kind().code(), words: format!("query: {error}") })?;
    serde_json::to_string(&told).map_err(Refusal::not_understood)
}

fn parts_of(posted: Value) -> Result<(String, Value), Refusal> {
    const EXPECTED: &str =
        "expected {\"map\": \"a drawn map\", \"query\": {...}} and nothing besides";
    let Value::Object(mut fields) = posted else {
        return Err(Refusal::not_understood(EXPECTED));
    };
    match (fields.remove("map"), fields.remove("query"), fields.keys().next()) {
        (Some(Value::String(map)), Some(question), None) => Ok((map, question)),
        _ => Err(Refusal::not_understood(EXPECTED)),
    }
}

fn ask(map: Map, question: &wire::Query) -> Result<wire::Answer, WorldError> {
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
        for (posted, code, words) in [
            ("", "syntax", "this is no JSON"),
            ("[]", "not-understood", "expected {\"map\""),
            (r#"{"map": "..", "query": {}, "more": 1}"#, "not-understood", "nothing besides"),
            (r#"{"map": ["."], "query": {}}"#, "not-understood", "expected {\"map\""),
            (r#"{"map": "..\n.?", "query": {}}"#, "character", "map: line 2"),
            (
                r#"{"map": "..", "query": {"from": "0,0"}}"#,
                "not-understood",
                "query: missing field `goal`",
            ),
            (
                r#"{"map": "..", "query": {"from": "0,0", "goal": {"at": "9,0"}}}"#,
                "outside",
                "query: ",
            ),
            (
                r#"{"map": "..", "query": {"from": "0,0", "goal": {"at": "1,0"}, "by": 1}}"#,
                "not-understood",
                "`by`",
            ),
        ] {
            let refusal = answer(posted.as_bytes()).unwrap_err();
            let told: Value = serde_json::from_str(&refusal.told()).unwrap();
            assert_eq!(told["code"], code, "{posted}: {told}");
            assert!(told["error"].as_str().unwrap().contains(words), "{posted}: {told}");
        }
    }
}
