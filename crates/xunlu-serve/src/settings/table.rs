//! The table of settings: of each its name, what it takes, what stands without it, and what it is for.

use super::ServiceSettings;
use crate::{SpanTarget, SyncPolicy};
use std::fmt::Display;
use std::net::SocketAddr;
use std::str::FromStr;
use std::time::Duration;

/// One thing that can be set: `key = ...` in a file, `--key` on the command line, `XUNLU_SERVE_KEY` in the
/// environment.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Its name.
    pub key: &'static str,
    /// What it takes, as help names it; empty if it is there or not.
    pub value: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// What stands without it.
    pub default: &'static str,
    /// How it is set.
    pub kind: SettingKind,
}

/// How something is set, from what was said.
#[derive(Clone, Copy, Debug)]
pub enum SettingKind {
    /// Once.
    One(fn(&mut ServiceSettings, &str) -> Result<(), String>),
    /// As often as one likes: each adds one.
    Many(fn(&mut ServiceSettings, &str) -> Result<(), String>),
    /// It is or it is not.
    Flag(fn(&mut ServiceSettings, bool)),
    /// A number.
    Count(Count),
    /// A number beyond which something is refused: the service tells it to who asks.
    Limit(Count),
}

/// How a number is set, and what it is.
#[derive(Clone, Copy, Debug)]
pub struct Count {
    /// What it is.
    pub is: fn(&ServiceSettings) -> u64,
    /// Sets it.
    pub set: fn(&mut ServiceSettings, u64),
}

/// All that can be set. A test holds `docs/service.md` to it.
pub const SETTINGS: &[Setting] = &[
    one(
        "http",
        "ADDRESS",
        "127.0.0.1:8090",
        "Where HTTP is listened to; port 0 is any free one",
        |own, text| {
            own.setup.http = parsed(text, "an address such as 127.0.0.1:8090")?;
            Ok(())
        },
    ),
    one(
        "tcp",
        "ADDRESS",
        "127.0.0.1:8091, or a free port if HTTP is not at 8090",
        "Where frames over TCP are listened to, the cheapest way to ask; `off` is nowhere",
        |own, text| {
            own.tcp = Some(maybe_address(text)?);
            Ok(())
        },
    ),
    one(
        "grpc",
        "ADDRESS",
        "127.0.0.1:8092, or a free port if HTTP is not at 8090",
        "Where gRPC is listened to; `off` is nowhere",
        |own, text| {
            own.grpc = Some(maybe_address(text)?);
            Ok(())
        },
    ),
    one(
        "unix",
        "PATH",
        "none",
        "A socket in the file system where frames are listened to, for this user alone",
        |own, text| {
            own.setup.unix = Some(text.into());
            Ok(())
        },
    ),
    one(
        "data",
        "FOLDER",
        "in memory alone",
        "The folder that maps and their changes are kept in",
        |own, text| {
            own.setup.data = Some(text.into());
            Ok(())
        },
    ),
    one(
        "sync",
        "WHEN",
        "always",
        "When a change is on the disk: `always` before it is acknowledged, or about so many milliseconds later, or \
         `off` when the system sees fit; a machine that loses its power loses those that are not, a service that is \
         killed loses none",
        |own, text| {
            own.setup.sync = match text {
                "always" => SyncPolicy::Always,
                "off" => SyncPolicy::Off,
                text => {
                    let count = parsed(text, "`always`, a number of milliseconds, or `off`")?;
                    SyncPolicy::Within(Duration::from_millis(count))
                }
            };
            Ok(())
        },
    ),
    one(
        "nats",
        "URL",
        "none",
        "A broker of NATS (`nats://HOST:PORT`, `tls://USER:PASSWORD@HOST:PORT`), which shares questions out among any number of workers that have \
         the same maps",
        |own, text| {
            own.nats = Some(text.to_owned());
            Ok(())
        },
    ),
    one(
        "nats-creds",
        "FILE",
        "what stands in the URL",
        "What that broker is shown: a file of credentials (a user's JWT and seed, as `nsc` writes them), or a user's \
         seed alone",
        |own, text| {
            own.nats_creds = Some(text.into());
            Ok(())
        },
    ),
    one(
        "nats-ca",
        "FILE",
        "those that the system knows",
        "The authorities (PEM) of which one has to have signed the certificate of that broker",
        |own, text| {
            own.nats_ca = Some(text.into());
            Ok(())
        },
    ),
    Setting {
        key: "maps",
        value: "PATTERN",
        about: "The maps of others that are followed over NATS, such as `act1-*` or `hall?`",
        default: "all",
        kind: SettingKind::Many(|own, text| {
            own.maps.push(text.to_owned());
            Ok(())
        }),
    },
    one(
        "tokens",
        "FILE",
        "anybody may do anything",
        "A file of tokens: whoever asks has to say one of them, and may do what it allows",
        |own, text| {
            own.tokens = Some(text.into());
            Ok(())
        },
    ),
    one(
        "tls-cert",
        "FILE",
        "not encrypted",
        "The certificate that the service shows, with those between it and a known authority (PEM): all connections over TCP are encrypted then",
        |own, text| {
            own.tls_cert = Some(text.into());
            Ok(())
        },
    ),
    one("tls-key", "FILE", "none", "The private key of that certificate (PEM)", |own, text| {
        own.tls_key = Some(text.into());
        Ok(())
    }),
    one(
        "tls-clients",
        "FILE",
        "anybody",
        "The authorities (PEM) that have to have signed the certificate of whoever connects (mutual TLS)",
        |own, text| {
            own.tls_clients = Some(text.into());
            Ok(())
        },
    ),
    Setting {
        key: "host",
        value: "NAME",
        about: "A name that HTTP is asked by besides localhost and this machine's address, as by a proxy",
        default: "none",
        kind: SettingKind::Many(|own, text| {
            own.setup.hosts.push(text.to_owned());
            Ok(())
        }),
    },
    Setting {
        key: "insecure",
        value: "",
        about: "Listen elsewhere than on this machine, although all that is said can be read on the way, or \
                nobody is asked who they are",
        default: "off",
        kind: SettingKind::Flag(|own, is| own.setup.is_insecure = is),
    },
    one("workers", "COUNT", "one for each core", "How many threads search", |own, text| {
        own.setup.workers = Some(parsed(text, "a number")?);
        Ok(())
    }),
    one(
        "roadmaps",
        "SECONDS",
        "off",
        "How long nobody has to have changed a map for a roadmap to be baked of it, so that its paths are looked up \
         instead of searched for; of several cheapest paths that may be another",
        |own, text| {
            own.setup.roadmaps.still =
                match text {
                    "off" => None,
                    text => {
                        let seconds = parsed(text, "a number of seconds, or `off`")?;
                        let after = Duration::try_from_secs_f64(seconds);
                        Some(after.map_err(|_| {
                            format!("{text}: expected a number of seconds, or `off`")
                        })?)
                    }
                };
            Ok(())
        },
    ),
    limit(
        "roadmap-memory-max",
        "1073741824",
        "How many bytes all roadmaps may take",
        |own| own.setup.roadmaps.bytes_max as u64,
        |own, count| own.setup.roadmaps.bytes_max = size(count),
    ),
    one(
        "log",
        "WHERE",
        "off",
        "Where it is written down what happens, a line of JSON each: `stderr`, a file, or `off`",
        |own, text| {
            own.log = Some(text.to_owned()).filter(|text| text != "off");
            Ok(())
        },
    ),
    one(
        "otlp",
        "URL",
        "none",
        "A collector of OpenTelemetry (`http://HOST:PORT`, OTLP over HTTP) that is told a span of each question and \
         change that is part of a sampled trace or is slow",
        |own, text| {
            own.setup.spans = Some(SpanTarget::parse(text).map_err(|refusal| refusal.words)?);
            Ok(())
        },
    ),
    Setting {
        key: "slow",
        value: "MS",
        about: "Questions and changes that take so long or longer are written there, in milliseconds",
        default: "100",
        kind: SettingKind::Count(Count {
            is: |own| milliseconds(own.setup.slow),
            set: |own, count| own.setup.slow = Duration::from_millis(count),
        }),
    },
    Setting {
        key: "idle",
        value: "MS",
        about: "How long a connection may stay on which nothing is asked, in milliseconds; a WebSocket stays while \
                its client answers pings",
        default: "600000",
        kind: SettingKind::Count(Count {
            is: |own| milliseconds(own.setup.idle),
            set: |own, count| own.setup.idle = Duration::from_millis(count),
        }),
    },
    Setting {
        key: "drain",
        value: "MS",
        about: "How long what was taken may take to be answered when the service is told to end, in milliseconds",
        default: "10000",
        kind: SettingKind::Count(Count {
            is: |own| milliseconds(own.setup.drain),
            set: |own, count| own.setup.drain = Duration::from_millis(count),
        }),
    },
    limit(
        "connections-max",
        "16384",
        "How many connections there may be at a time, through all doors",
        |own| own.setup.connections_max as u64,
        |own, count| own.setup.connections_max = size(count),
    ),
    limit(
        "map-bytes-max",
        "268435456",
        "How many bytes the file of a map may have",
        |own| own.setup.map_bytes_max as u64,
        |own, count| own.setup.map_bytes_max = size(count),
    ),
    limit(
        "question-bytes-max",
        "1048576",
        "How many bytes a question over HTTP or gRPC may have; a change may have eight times as many",
        |own| own.setup.question_bytes_max as u64,
        |own, count| own.setup.question_bytes_max = size(count),
    ),
    limit(
        "maps-max",
        "1000",
        "How many maps there may be",
        |own| own.setup.limits.maps_max as u64,
        |own, count| own.setup.limits.maps_max = size(count),
    ),
    limit(
        "places-max",
        "67108864",
        "How many cells or waypoints a map may have",
        |own| own.setup.limits.places_max as u64,
        |own, count| own.setup.limits.places_max = size(count),
    ),
    limit(
        "map-memory-max",
        "2147483648",
        "How many bytes may be spent on what is worked out beforehand for a map that is put or a mover that is new",
        |own| own.setup.limits.memory_max as u64,
        |own, count| own.setup.limits.memory_max = size(count),
    ),
    limit(
        "movers-max",
        "64",
        "How many kinds of movers a map may have",
        |own| own.setup.limits.movers_max as u64,
        |own, count| own.setup.limits.movers_max = size(count),
    ),
    limit(
        "waiting-max",
        "1024",
        "How many questions may wait before more are refused; one of many searches counts for each 16 of them",
        |own| own.setup.limits.waiting_max as u64,
        |own, count| own.setup.limits.waiting_max = size(count),
    ),
    limit(
        "early-max",
        "1024",
        "How many questions may wait for a revision that is to come, of one map; one of many searches counts for each 16 of them",
        |own| own.setup.limits.early_max as u64,
        |own, count| own.setup.limits.early_max = size(count),
    ),
    limit(
        "changes-max",
        "1024",
        "How many changes may wait, of one map",
        |own| own.setup.limits.changes_max as u64,
        |own, count| own.setup.limits.changes_max = size(count),
    ),
    limit(
        "time-max",
        "5000",
        "How long a question may take, waiting included, in milliseconds",
        |own| milliseconds(own.setup.limits.time_max),
        |own, count| own.setup.limits.time_max = Duration::from_millis(count),
    ),
    limit(
        "expansions-max",
        "10000000",
        "How many expansions a search may make",
        |own| own.setup.limits.expansions_max,
        |own, count| own.setup.limits.expansions_max = count,
    ),
    limit(
        "searches-max",
        "4096",
        "How many searches one question may ask for",
        |own| own.setup.limits.searches_max as u64,
        |own, count| own.setup.limits.searches_max = size(count),
    ),
    limit(
        "goals-max",
        "65536",
        "How many goals one question may name",
        |own| own.setup.limits.goals_max as u64,
        |own, count| own.setup.limits.goals_max = size(count),
    ),
    limit(
        "obstacles-max",
        "64",
        "How many obstacles of its own one question may bring",
        |own| own.setup.limits.obstacles_max as u64,
        |own, count| own.setup.limits.obstacles_max = size(count),
    ),
    limit(
        "places-told-max",
        "1048576",
        "How many places an answer may tell",
        |own| own.setup.limits.places_told_max as u64,
        |own, count| own.setup.limits.places_told_max = size(count),
    ),
    limit(
        "past-max",
        "8",
        "How many revisions before the last are kept for questions about just them",
        |own| own.setup.limits.past_max as u64,
        |own, count| own.setup.limits.past_max = size(count),
    ),
    limit(
        "watches-max",
        "256",
        "How much one client may watch",
        |own| own.setup.limits.watches_max as u64,
        |own, count| own.setup.limits.watches_max = size(count),
    ),
    limit(
        "watched-places-max",
        "4194304",
        "How many places the paths may have that are watched, all together",
        |own| own.setup.limits.watched_places_max as u64,
        |own, count| own.setup.limits.watched_places_max = size(count),
    ),
    limit(
        "events-max",
        "1024",
        "How much may wait to be told to one client of what it watches",
        |own| own.setup.limits.events_max as u64,
        |own, count| own.setup.limits.events_max = size(count),
    ),
    limit(
        "changes-kept-max",
        "256",
        "How many changes of a map are remembered for those who come back",
        |own| own.setup.limits.changes_kept_max as u64,
        |own, count| own.setup.limits.changes_kept_max = size(count),
    ),
    Setting {
        key: "writing-max",
        value: "COUNT",
        about: "How many maps may be changed at a time, one at least and 64 at most, for writing waits for the disk",
        default: "1",
        kind: SettingKind::Count(Count {
            is: |own| own.setup.limits.writing_max as u64,
            set: |own, count| own.setup.limits.writing_max = size(count),
        }),
    },
];

const fn one(
    key: &'static str,
    value: &'static str,
    default: &'static str,
    about: &'static str,
    set: fn(&mut ServiceSettings, &str) -> Result<(), String>,
) -> Setting {
    Setting { key, value, about, default, kind: SettingKind::One(set) }
}

const fn limit(
    key: &'static str,
    default: &'static str,
    about: &'static str,
    is: fn(&ServiceSettings) -> u64,
    set: fn(&mut ServiceSettings, u64),
) -> Setting {
    Setting { key, value: "COUNT", about, default, kind: SettingKind::Limit(Count { is, set }) }
}

impl Setting {
    /// Sets it to what was said.
    ///
    /// # Errors
    /// When it is not understood, in words.
    pub fn set(&self, settings: &mut ServiceSettings, said: &str) -> Result<(), String> {
        match self.kind {
            SettingKind::One(set) | SettingKind::Many(set) => set(settings, said),
            SettingKind::Flag(set) => {
                set(settings, parsed(said, "true or false")?);
                Ok(())
            }
            SettingKind::Count(count) | SettingKind::Limit(count) => {
                (count.set)(settings, parsed(said, "a number")?);
                Ok(())
            }
        }
    }
}

fn parsed<T: FromStr<Err: Display>>(text: &str, expected: &str) -> Result<T, String> {
    text.parse().map_err(|error| format!("{text:?}: {error}; expected {expected}"))
}

/// An address, or that there is none.
fn maybe_address(text: &str) -> Result<Option<SocketAddr>, String> {
    if text == "off" {
        return Ok(None);
    }
    parsed(text, "an address such as 127.0.0.1:8091, or off").map(Some)
}

/// More than there is memory for counts as all there is.
fn size(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
