//! `record/gate.json`: what each gated query cost when it was last agreed on, and the compiler.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::failure::Failure;

/// Instruction counts by query, and the compiler that made them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Record {
    pub(super) rustc: String,
    pub(super) queries: BTreeMap<String, u64>,
}

impl Record {
    /// Reads the file's text.
    pub(super) fn parse(text: &str) -> Result<Self, Failure> {
        let broken = |what: String| {
            let remedy = "restore record/gate.json from git, or run `cargo xtask gate --update`";
            Failure::new(format!("record/gate.json: {what}"), remedy)
        };
        let value: Value = serde_json::from_str(text).map_err(|error| broken(error.to_string()))?;
        let rustc =
            value["rustc"].as_str().ok_or_else(|| broken("no text `rustc`".to_owned()))?.to_owned();
        let table =
            value["queries"].as_object().ok_or_else(|| broken("no table `queries`".to_owned()))?;
        let mut queries = BTreeMap::new();
        for (name, count) in table {
            let count = count.as_u64().filter(|count| *count > 0).ok_or_else(|| {
                broken(format!("`{name}` is {count}, and a count above zero was expected"))
            })?;
            queries.insert(name.clone(), count);
        }
        Ok(Self { rustc, queries })
    }

    /// The file's text: names sorted, one a line, so that a change reads well in a diff.
    pub(super) fn to_json(&self) -> String {
        let queries: Map<String, Value> =
            self.queries.iter().map(|(name, count)| (name.clone(), Value::from(*count))).collect();
        let mut file = Map::new();
        file.insert("queries".to_owned(), Value::Object(queries));
        file.insert("rustc".to_owned(), Value::from(self.rustc.as_str()));
        format!("{:#}\n", Value::Object(file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let queries = [("hex".to_owned(), 7), ("astar".to_owned(), u64::MAX)].into();
        let record = Record { rustc: "rustc 1.95.0".to_owned(), queries };
        assert_eq!(Record::parse(&record.to_json()).unwrap(), record);
        let expected = "{\n  \"queries\": {\n    \"astar\": 18446744073709551615,\n    \"hex\": 7\n  \
                        },\n  \"rustc\": \"rustc 1.95.0\"\n}\n";
        assert_eq!(record.to_json(), expected);
    }

    #[test]
    fn a_broken_record_says_what_is_broken() {
        let check = |text: &str, expected: &str| {
            let failure = Record::parse(text).unwrap_err().to_string();
            assert!(failure.contains(expected), "{failure}");
        };
        check("{", "line 1");
        check("{}", "no text `rustc`");
        check(r#"{"rustc": "1"}"#, "no table `queries`");
        check(r#"{"rustc": "1", "queries": {"astar": -1}}"#, "`astar` is -1");
        check(r#"{"rustc": "1", "queries": {"astar": 0}}"#, "above zero");
    }
}
