//! What is said in a file, in the environment and on the command line: the later goes before the earlier.

use super::{SETTINGS, ServiceSettings, Setting, SettingKind};
use std::collections::BTreeMap;
use toml::de::{DeTable, DeValue};
use xunlu_client::Refusal;

/// What every name in the environment begins with that is meant for the service.
const PREFIX: &str = "XUNLU_SERVE_";

/// What was said so far, each thing by who said it last.
#[derive(Clone, Debug, Default)]
pub struct Given {
    said: BTreeMap<&'static str, Said>,
}

/// What somebody said of one setting.
#[derive(Clone, Debug)]
struct Said {
    values: Vec<String>,
    // Who said it, as a complaint names it.
    by: String,
}

impl Given {
    /// Takes what a file says, as TOML: `key = value`, with a list where something may be said more than
    /// once.
    ///
    /// # Errors
    /// When it is no TOML, a key is unknown, or what it has is neither text nor number nor a list of them;
    /// with the line.
    pub fn file(&mut self, name: &str, text: &str) -> Result<(), Refusal> {
        let line = |at: usize| text[..at.min(text.len())].matches('\n').count() + 1;
        let table = DeTable::parse(text).map_err(|error| {
            let line = error.span().map_or(1, |span| line(span.start));
            Refusal::not_understood(format_args!("{name}, line {line}: {}", error.message()))
        })?;
        let mut pairs: Vec<_> = table.get_ref().iter().collect();
        pairs.sort_by_key(|(key, _)| key.span().start);
        for (key, value) in pairs {
            let by = format!("{name}, line {}: {}", line(key.span().start), key.get_ref());
            let bad = |words: &str| Refusal::not_understood(format_args!("{by}: {words}"));
            let setting = setting(key.get_ref()).ok_or_else(|| bad(&no_such(key.get_ref())))?;
            let values = match (value.get_ref(), setting.kind) {
                (DeValue::Array(values), SettingKind::Many(_)) => {
                    let all = values.iter().map(|value| scalar(value.get_ref()));
                    all.collect::<Option<Vec<_>>>()
                }
                (value, _) => scalar(value).map(|value| vec![value]),
            };
            let values = values.ok_or_else(|| bad("expected a text, a number, true or false"))?;
            self.said.insert(setting.key, Said { values, by });
        }
        Ok(())
    }

    /// Takes what the environment says: `XUNLU_SERVE_WAITING_MAX=64`, with commas where something may be said
    /// more than once. Returns the names that it knows nothing of: they may be somebody else's, as where each
    /// service is told of all others.
    pub fn environment(
        &mut self,
        variables: impl IntoIterator<Item = (String, String)>,
    ) -> Vec<String> {
        let mut unknown = Vec::new();
        for (name, value) in variables {
            let Some(rest) = name.strip_prefix(PREFIX) else { continue };
            // Where the file of settings is has been looked up before.
            if rest == "CONFIG" {
                continue;
            }
            match SETTINGS.iter().find(|setting| environment_name(setting.key) == name) {
                Some(setting) => {
                    let values = match setting.kind {
                        SettingKind::Many(_) => value.split(',').map(str::to_owned).collect(),
                        _ => vec![value],
                    };
                    self.said.insert(setting.key, Said { values, by: name });
                }
                None => unknown.push(name),
            }
        }
        unknown
    }

    /// Takes what the command line says.
    ///
    /// # Panics
    /// When there is no such setting: a command line is made of the table.
    pub fn flag(&mut self, key: &str, values: Vec<String>) {
        let setting = setting(key).expect("a command line is made of the table");
        self.said.insert(setting.key, Said { values, by: format!("--{key}") });
    }

    /// What is set by all that was said.
    ///
    /// # Errors
    /// When something is not understood; with who said it.
    pub fn settings(&self) -> Result<ServiceSettings, Refusal> {
        let mut settings = ServiceSettings::default();
        for setting in SETTINGS {
            let Some(said) = self.said.get(setting.key) else { continue };
            for value in &said.values {
                setting.set(&mut settings, value).map_err(|words| {
                    Refusal::not_understood(format_args!("{}: {words}", said.by))
                })?;
            }
        }
        Ok(settings)
    }
}

/// What a setting is called in the environment.
#[must_use]
pub fn environment_name(key: &str) -> String {
    format!("{PREFIX}{}", key.replace('-', "_").to_ascii_uppercase())
}

fn setting(key: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.key == key)
}

/// Names the one that is probably meant, or all.
fn no_such(key: &str) -> String {
    let plain = |text: &str| text.replace(['-', '_'], "").to_ascii_lowercase();
    let meant = SETTINGS.iter().find(|setting| plain(setting.key) == plain(key));
    match meant {
        Some(setting) => format!("there is no such setting; expected {}", setting.key),
        None => {
            let all: Vec<&str> = SETTINGS.iter().map(|setting| setting.key).collect();
            format!("there is no such setting; expected one of {}", all.join(", "))
        }
    }
}

fn scalar(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        // As it is written: who takes it says whether it is one.
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().to_owned()),
        DeValue::Boolean(is) => Some(is.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SyncPolicy;
    use std::time::Duration;

    fn words(refusal: Result<ServiceSettings, Refusal>) -> String {
        refusal.unwrap_err().words
    }

    #[test]
    fn the_later_goes_before_the_earlier() {
        let mut given = Given::default();
        assert_eq!(given.settings().unwrap().setup.limits.waiting_max, 1024);
        let file =
            "waiting-max = 10\ntime-max = 20\ndrain = 30\nhost = [\"a\", \"b\"]\ninsecure = true\n";
        given.file("serve.toml", file).unwrap();
        let variables =
            [("XUNLU_SERVE_TIME_MAX", "21"), ("XUNLU_SERVE_DRAIN", "31"), ("HOME", "x")];
        let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert!(given.environment(variables).is_empty());
        given.flag("drain", vec!["32".to_owned()]);
        let setup = given.settings().unwrap().setup;
        let times = (setup.limits.time_max.as_millis(), setup.drain.as_millis());
        assert_eq!((setup.limits.waiting_max, times), (10, (21, 32)));
        assert_eq!((setup.hosts, setup.is_insecure), (vec!["a".to_owned(), "b".to_owned()], true));
        given.flag("host", vec!["c".to_owned()]);
        assert_eq!(given.settings().unwrap().setup.hosts, ["c"]);
    }

    #[test]
    fn when_changes_are_on_the_disk_is_said_in_words_or_milliseconds() {
        for (said, expected) in [
            ("\"always\"", SyncPolicy::Always),
            ("250", SyncPolicy::Within(Duration::from_millis(250))),
            ("\"off\"", SyncPolicy::Off),
        ] {
            let mut given = Given::default();
            given.file("f", &format!("sync = {said}")).unwrap();
            assert_eq!(given.settings().unwrap().setup.sync, expected);
        }
        assert_eq!(ServiceSettings::default().setup.sync, SyncPolicy::Always);
    }

    #[test]
    fn what_is_wrong_is_told_with_who_said_it() {
        for (file, says) in [
            (
                "# one\nwaiting = 1\n",
                "f, line 2: waiting: there is no such setting; expected one of http",
            ),
            (
                "waiting_max = 1\n",
                "f, line 1: waiting_max: there is no such setting; expected waiting-max",
            ),
            ("drain = 1.5\n", "f, line 1: drain: expected a text, a number, true or false"),
            ("\ndrain =\n", "f, line 2: "),
            ("waiting-max = [1]\n", "f, line 1: waiting-max: expected a text"),
            ("drain = 1\ndrain = 2\n", "f, line 2: duplicate key"),
        ] {
            let refusal = Given::default().file("f", file).unwrap_err().words;
            assert!(refusal.starts_with(says), "{file}: {refusal}");
        }
        for (key, value, says) in [
            ("waiting-max", "-1", "--waiting-max: \"-1\": invalid digit"),
            ("http", "here", "--http: \"here\": invalid socket address"),
            (
                "tcp",
                "on",
                "--tcp: \"on\": invalid socket address syntax; expected an address such as",
            ),
            ("insecure", "maybe", "--insecure: \"maybe\": "),
            (
                "sync",
                "never",
                "--sync: \"never\": invalid digit found in string; expected `always`, ",
            ),
        ] {
            let mut given = Given::default();
            given.flag(key, vec![value.to_owned()]);
            let refusal = words(given.settings());
            assert!(refusal.starts_with(says), "{refusal}");
        }
        let mut given = Given::default();
        let odd = [("XUNLU_SERVE_PORT".to_owned(), "tcp://10.0.0.1:80".to_owned())];
        assert_eq!(given.environment(odd), ["XUNLU_SERVE_PORT"]);
        let bad = [("XUNLU_SERVE_DRAIN".to_owned(), "soon".to_owned())];
        assert!(given.environment(bad).is_empty());
        assert!(words(given.settings()).starts_with("XUNLU_SERVE_DRAIN: \"soon\""));
    }

    #[test]
    fn every_number_is_set_by_its_own_name_and_stands_as_the_table_says() {
        for setting in SETTINGS {
            let (SettingKind::Count(count) | SettingKind::Limit(count)) = setting.kind else {
                continue;
            };
            assert_eq!(
                (count.is)(&ServiceSettings::default()).to_string(),
                setting.default,
                "{}",
                setting.key
            );
            let mut given = Given::default();
            given.file("f", &format!("{} = 77", setting.key)).unwrap();
            let settings = given.settings().unwrap();
            assert_eq!((count.is)(&settings), 77, "{}", setting.key);
            for other in SETTINGS.iter().filter(|other| other.key != setting.key) {
                let (SettingKind::Count(count) | SettingKind::Limit(count)) = other.kind else {
                    continue;
                };
                assert_eq!((count.is)(&settings).to_string(), other.default, "{}", other.key);
            }
        }
    }
}
