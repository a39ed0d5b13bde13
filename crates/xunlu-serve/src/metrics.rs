//! What is counted: questions by kind and outcome, and how long they took, as Prometheus reads it.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use xunlu_client::Refusal;
use xunlu_client::{Ask, Response};

/// The upper ends of the buckets of times, in microseconds.
const BUCKETS_US: [u64; 12] =
    [50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 250_000, 1_000_000, 5_000_000];

/// The kinds of questions, by their names, and changes.
const KINDS: [&str; 11] = [
    "path", "paths", "explain", "raycast", "reach", "nearest", "matrix", "field", "random",
    "scene", "change",
];

/// The upper ends of the buckets of expansions.
const BUCKETS_EXPANSIONS: [u64; 8] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];

/// Counters, which every thread adds to.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    kinds: [OfKind; KINDS.len()],
    expansions: Histogram<{ BUCKETS_EXPANSIONS.len() }>,
    waited: Histogram<{ BUCKETS_US.len() }>,
    unread: AtomicU64,
}

/// How many were at most so much, for each of some bounds: each is counted at the first that it is within.
#[derive(Debug)]
struct Histogram<const N: usize> {
    count: AtomicU64,
    sum: AtomicU64,
    buckets: [AtomicU64; N],
}

impl<const N: usize> Default for Histogram<N> {
    fn default() -> Histogram<N> {
        let buckets = [const { AtomicU64::new(0) }; N];
        Histogram { count: AtomicU64::new(0), sum: AtomicU64::new(0), buckets }
    }
}

impl<const N: usize> Histogram<N> {
    fn add(&self, bounds: &[u64; N], value: u64) {
        self.count.fetch_add(1, Ordering::Relaxed);
        self.sum.fetch_add(value, Ordering::Relaxed);
        if let Some(bucket) = self.buckets.get(bounds.partition_point(|&most| most < value)) {
            bucket.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Its lines in Prometheus' text; `labels` end with a comma if there are any.
    fn told(&self, text: &mut String, name: &str, labels: &str, bounds: &[u64; N], unit: f64) {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let bare = labels.trim_end_matches(',');
        let bare = if bare.is_empty() { String::new() } else { format!("{{{bare}}}") };
        let mut write = || {
            let mut within = 0;
            for (bucket, &most) in self.buckets.iter().zip(bounds) {
                within += read(bucket);
                let most = most as f64 / unit;
                writeln!(text, "{name}_bucket{{{labels}le=\"{most}\"}} {within}")?;
            }
            let (count, sum) = (read(&self.count), read(&self.sum) as f64 / unit);
            writeln!(text, "{name}_bucket{{{labels}le=\"+Inf\"}} {count}")?;
            writeln!(text, "{name}_sum{bare} {sum}\n{name}_count{bare} {count}")
        };
        write().expect("a string takes all");
    }
}

/// What is counted of one kind.
#[derive(Debug, Default)]
struct OfKind {
    refused: AtomicU64,
    busy: AtomicU64,
    took: Histogram<{ BUCKETS_US.len() }>,
}

/// What is counted when somebody looks.
#[derive(Clone, Debug)]
pub(crate) struct Gauges {
    pub(crate) waiting: usize,
    /// How many places of those that are limited they take.
    pub(crate) places: usize,
    pub(crate) watched: usize,
    pub(crate) connections: usize,
    pub(crate) is_draining: bool,
    pub(crate) maps: Vec<MapGauge>,
    /// How many spans were told, and how many were lost, if any are told.
    pub(crate) spans: Option<[u64; 2]>,
}

/// What is told of one map.
#[derive(Clone, Debug)]
pub(crate) struct MapGauge {
    pub(crate) map: String,
    /// How long it has been as it is.
    pub(crate) age: Duration,
    pub(crate) bytes: usize,
    pub(crate) number: u64,
}

/// The place of a kind among all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind(usize);

impl Kind {
    pub(crate) const CHANGE: Kind = Kind(KINDS.len() - 1);

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        KINDS[self.0]
    }

    pub(crate) fn of(ask: &Ask) -> Kind {
        let own = KINDS.iter().position(|&kind| kind == ask.name());
        Kind(own.expect("every kind of question is counted"))
    }
}

impl Metrics {
    /// Counts what was told, so long after it was asked.
    pub(crate) fn count(&self, kind: Kind, told: &Result<Response, Refusal>, took: Duration) {
        let own = &self.kinds[kind.0];
        match told {
            Err(refusal) if refusal.retry_after.is_some() => {
                own.busy.fetch_add(1, Ordering::Relaxed);
                return;
            }
            Err(_) => {
                own.refused.fetch_add(1, Ordering::Relaxed);
                return;
            }
            Ok(Response::Path(answer)) => {
                self.expansions.add(&BUCKETS_EXPANSIONS, answer.expansions);
            }
            Ok(Response::Paths(told)) => {
                let all = told.answers.iter().map(|answer| answer.expansions);
                all.for_each(|count| self.expansions.add(&BUCKETS_EXPANSIONS, count));
            }
            Ok(Response::Scene(told)) if told.expansions() > 0 => {
                self.expansions.add(&BUCKETS_EXPANSIONS, told.expansions());
            }
            Ok(_) => {}
        }
        own.took.add(&BUCKETS_US, microseconds(took));
    }

    /// Counts how long a question waited before it was begun.
    pub(crate) fn waited(&self, waited: Duration) {
        self.waited.add(&BUCKETS_US, microseconds(waited));
    }

    /// Counts searches that were refused before anybody read them.
    pub(crate) fn count_unread(&self, searches: u64) {
        self.unread.fetch_add(searches, Ordering::Relaxed);
    }

    /// All of it in Prometheus' text.
    pub(crate) fn told(&self, gauges: &Gauges) -> String {
        const SECOND: f64 = 1e6;
        let mut text = String::new();
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        head(
            &mut text,
            "questions_total",
            "counter",
            "Questions and changes, by what came of them.",
        );
        for (kind, own) in KINDS.iter().zip(&self.kinds) {
            let outcomes =
                [("answered", &own.took.count), ("refused", &own.refused), ("busy", &own.busy)];
            for (outcome, counter) in outcomes {
                let labels = format!("kind=\"{kind}\",outcome=\"{outcome}\"");
                line(&mut text, "questions_total", &labels, read(counter));
            }
        }
        head(
            &mut text,
            "unread_total",
            "counter",
            "Searches that were refused unread, for there was too much to do.",
        );
        line(&mut text, "unread_total", "", read(&self.unread));
        head(&mut text, "seconds", "histogram", "Time from question to answer.");
        for (kind, own) in KINDS.iter().zip(&self.kinds) {
            let labels = format!("kind=\"{kind}\",");
            own.took.told(&mut text, "xunlu_seconds", &labels, &BUCKETS_US, SECOND);
        }
        head(
            &mut text,
            "wait_seconds",
            "histogram",
            "Time that questions waited before they were begun.",
        );
        self.waited.told(&mut text, "xunlu_wait_seconds", "", &BUCKETS_US, SECOND);
        head(&mut text, "expansions", "histogram", "Nodes that a search closed.");
        self.expansions.told(&mut text, "xunlu_expansions", "", &BUCKETS_EXPANSIONS, 1.0);
        let expansions = read(&self.expansions.sum);
        head(&mut text, "expansions_total", "counter", "Nodes that searches closed.");
        line(&mut text, "expansions_total", "", expansions);
        gauges.told(&mut text);
        text
    }
}

impl Gauges {
    fn told(&self, text: &mut String) {
        for (name, words, count) in [
            ("waiting", "Questions that wait.", self.waiting as u64),
            ("waiting_places", "Places that they take, in all lines together.", self.places as u64),
            ("watched", "Maps and paths that are watched.", self.watched as u64),
            ("connections", "Connections there are.", self.connections as u64),
            ("draining", "Whether it is about to end.", self.is_draining.into()),
            ("maps", "Maps that are held.", self.maps.len() as u64),
        ] {
            head(text, name, "gauge", words);
            line(text, name, "", count);
        }
        if let Some([told, lost]) = self.spans {
            head(text, "spans_total", "counter", "Spans, by what became of them.");
            line(text, "spans_total", "outcome=\"told\"", told);
            line(text, "spans_total", "outcome=\"lost\"", lost);
        }
        told_of_maps(text, &self.maps);
    }
}

fn told_of_maps(text: &mut String, maps: &[MapGauge]) {
    type Read = fn(&MapGauge) -> u64;
    let all: [(&str, &str, Read); 3] = [
        ("map_age_seconds", "How long a map has been as it is.", |own| own.age.as_secs()),
        ("map_bytes", "What is worked out beforehand for a map.", |own| own.bytes as u64),
        ("map_revision", "How often a map was changed in its epoch.", |own| own.number),
    ];
    for (name, words, read) in all {
        head(text, name, "gauge", words);
        for own in maps {
            // A map's name has nothing in it that would have to be escaped.
            line(text, name, &format!("map=\"{}\"", own.map), read(own));
        }
    }
}

fn head(text: &mut String, name: &str, kind: &str, words: &str) {
    let head = format!("# HELP xunlu_{name} {words}\n# TYPE xunlu_{name} {kind}\n");
    text.push_str(&head);
}

fn line(text: &mut String, name: &str, labels: &str, count: u64) {
    let labels = if labels.is_empty() { String::new() } else { format!("{{{labels}}}") };
    text.push_str(&format!("xunlu_{name}{labels} {count}\n"));
}

fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_client::{Encoding, NearestTold};

    #[test]
    fn every_question_is_of_a_kind() {
        for name in KINDS.iter().take(KINDS.len() - 2) {
            let refusal = Ask::parse(name, Encoding::Json, b"").unwrap_err();
            assert_eq!(refusal.kind.code(), "not-understood", "{name} is no question");
        }
        assert_eq!(
            Ask::parse("change", Encoding::Json, b"").unwrap_err().kind.code(),
            "no-such-place"
        );
    }

    const ANSWER: &str = r#"{"outcome":"unreachable","expansions":9,"algorithm":"astar","reason":"asked","revision":7}"#;

    #[test]
    fn what_was_told_is_counted_in_its_bucket() {
        let metrics = Metrics::default();
        let told = Ok(Response::Nearest(NearestTold { nearest: None, revision: "0".to_owned() }));
        for microseconds in [30, 80, 9_000_000] {
            metrics.count(Kind(5), &told, Duration::from_micros(microseconds));
        }
        metrics.count(Kind(5), &Err(Refusal::expired()), Duration::ZERO);
        metrics.count(Kind(5), &Err(Refusal::busy(Duration::ZERO)), Duration::ZERO);
        metrics.waited(Duration::from_millis(2));
        let path = xunlu_client::Encoding::Json.read(ANSWER.as_bytes()).unwrap();
        metrics.count(Kind(0), &Ok(Response::Path(path)), Duration::ZERO);
        let map = |map: &str| MapGauge {
            map: map.to_owned(),
            age: Duration::from_secs(9),
            bytes: 77,
            number: 5,
        };
        let maps = vec![map("a"), map("b")];
        let gauges = Gauges {
            waiting: 7,
            places: 9,
            watched: 3,
            connections: 4,
            is_draining: true,
            maps,
            spans: None,
        };
        let text = metrics.told(&gauges);
        for line in [
            "xunlu_questions_total{kind=\"nearest\",outcome=\"answered\"} 3",
            "xunlu_questions_total{kind=\"nearest\",outcome=\"refused\"} 1",
            "xunlu_questions_total{kind=\"nearest\",outcome=\"busy\"} 1",
            "xunlu_seconds_bucket{kind=\"nearest\",le=\"0.00005\"} 1",
            "xunlu_seconds_bucket{kind=\"nearest\",le=\"0.0001\"} 2",
            "xunlu_seconds_bucket{kind=\"nearest\",le=\"5\"} 2",
            "xunlu_seconds_bucket{kind=\"nearest\",le=\"+Inf\"} 3",
            "xunlu_seconds_sum{kind=\"nearest\"} 9.00011",
            "xunlu_waiting 7",
            "xunlu_waiting_places 9",
            "xunlu_maps 2",
            "xunlu_connections 4",
            "xunlu_draining 1",
            "xunlu_wait_seconds_bucket{le=\"0.001\"} 0",
            "xunlu_wait_seconds_bucket{le=\"0.0025\"} 1",
            "xunlu_wait_seconds_count 1",
            "xunlu_expansions_bucket{le=\"1\"} 0",
            "xunlu_expansions_bucket{le=\"10\"} 1",
            "xunlu_expansions_sum 9",
            "xunlu_expansions_total 9",
            "xunlu_map_age_seconds{map=\"a\"} 9",
            "xunlu_map_bytes{map=\"b\"} 77",
            "xunlu_map_revision{map=\"b\"} 5",
        ] {
            assert!(text.lines().any(|own| own == line), "{line} is not in\n{text}");
        }
    }
}
