//! What the service writes down of itself: a line of JSON for each thing that happens.

use serde_json::{Map, Value};
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Where lines go. A clone is the same.
#[derive(Clone)]
pub struct Log(Arc<dyn Fn(&str) + Send + Sync>);

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Log").finish_non_exhaustive()
    }
}

impl Log {
    /// Has each line written by a function that does not take long: it is called by whatever thread comes by.
    pub fn to(write: impl Fn(&str) + Send + Sync + 'static) -> Log {
        Log(Arc::new(write))
    }

    /// Writes what happened, with what there is to say of it.
    pub(crate) fn write(&self, event: &str, told: Value) {
        let mut line = Map::new();
        line.insert("time".to_owned(), now().into());
        line.insert("event".to_owned(), event.into());
        if let Value::Object(told) = told {
            // What nobody knows is not said.
            line.extend(told.into_iter().filter(|(_, value)| !value.is_null()));
        }
        (self.0)(&Value::Object(line).to_string());
    }
}

/// The time of day in Greenwich, as RFC 3339 has it.
fn now() -> String {
    told(since_1970())
}

/// How long ago 1970 was. A clock before that is told as 1970.
#[expect(clippy::disallowed_methods, reason = "what is told says when, and nothing goes by it")]
pub(crate) fn since_1970() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// A day of the calendar from the days since 1970: Hinnant, "chrono-compatible low-level date algorithms"
/// (2013), `civil_from_days`, for days that are not negative.
fn told(since_1970: Duration) -> String {
    let (seconds, milliseconds) = (since_1970.as_secs(), since_1970.subsec_millis());
    let (days, second) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let march = (5 * day + 2) / 153;
    let (date, month) =
        (day - (153 * march + 2) / 5 + 1, if march < 10 { march + 3 } else { march - 9 });
    let year = year + era * 400 + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{date:02}T{hour:02}:{minute:02}:{second:02}.{milliseconds:03}Z")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::sync::Mutex;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_400, "2000-02-29T00:00:00.000Z"),
            (951_868_800, "2000-03-01T00:00:00.000Z"),
            (1_798_761_599, "2026-12-31T23:59:59.000Z"),
            (4_107_542_400, "2100-03-01T00:00:00.000Z"),
        ] {
            assert_eq!(told(Duration::from_secs(seconds)), expected);
        }
    }

    #[test]
    fn a_line_is_json_and_one_line_whatever_is_said() {
        let lines: Arc<Mutex<Vec<String>>> = Arc::default();
        let own = lines.clone();
        let log = Log::to(move |line| own.lock().unwrap().push(line.to_owned()));
        log.write("slow", json!({ "map": "a\nb\"", "trace": null }));
        let lines = lines.lock().unwrap();
        assert!(lines.len() == 1 && !lines[0].contains('\n'), "{lines:?}");
        let line: Value = serde_json::from_str(&lines[0]).unwrap();
        assert_eq!((&line["event"], &line["map"]), (&json!("slow"), &json!("a\nb\"")));
        assert!(line.get("trace").is_none() && line["time"].is_string());
    }
}
