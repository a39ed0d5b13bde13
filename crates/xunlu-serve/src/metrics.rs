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
const KINDS: [&str; 9] =
    ["path", "paths", "explain", "raycast", "reach", "nearest", "matrix", "field", "change"];

/// Counters, which every thread adds to.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    kinds: [OfKind; KINDS.len()],
    expansions: AtomicU64,
}

/// What is counted of one kind.
#[derive(Debug, Default)]
struct OfKind {
    answered: AtomicU64,
    refused: AtomicU64,
    busy: AtomicU64,
    microseconds: AtomicU64,
    buckets: [AtomicU64; BUCKETS_US.len()],
}

/// What is counted when somebody looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gauges {
    pub(crate) waiting: usize,
    pub(crate) watched: usize,
    pub(crate) maps: usize,
}

/// The place of a kind among all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind(usize);

impl Kind {
    pub(crate) const CHANGE: Kind = Kind(KINDS.len() - 1);

    pub(crate) fn of(ask: &Ask) -> Kind {
        let own = KINDS.iter().position(|&kind| kind == ask.name());
        Kind(own.expect("every kind of question is counted"))
    }
}

impl Metrics {
    /// Counts what was told, so long after it was asked.
    pub(crate) fn count(&self, kind: Kind, told: &Result<Response, Refusal>, took: Duration) {
        let own = &self.kinds[kind.0];
        let add = |counter: &AtomicU64, by: u64| {
            counter.fetch_add(by, Ordering::Relaxed);
        };
        match told {
            Err(refusal) if refusal.retry_after.is_some() => return add(&own.busy, 1),
            Err(_) => return add(&own.refused, 1),
            Ok(Response::Path(answer)) => add(&self.expansions, answer.expansions),
            Ok(Response::Paths(told)) => {
                add(&self.expansions, told.answers.iter().map(|answer| answer.expansions).sum());
            }
            Ok(_) => {}
        }
        let microseconds = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        add(&own.answered, 1);
        add(&own.microseconds, microseconds);
        for (bucket, &most) in own.buckets.iter().zip(&BUCKETS_US) {
            if microseconds <= most {
                add(bucket, 1);
            }
        }
    }

    /// All of it in Prometheus' text.
    pub(crate) fn told(&self, gauges: &Gauges) -> String {
        let mut text = String::new();
        let mut line = |words: std::fmt::Arguments<'_>| {
            text.write_fmt(words).and_then(|()| text.write_char('\n')).expect("a string takes all");
        };
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        line(format_args!(
            "# HELP xunlu_questions_total Questions and changes, by what came of them."
        ));
        line(format_args!("# TYPE xunlu_questions_total counter"));
        for (kind, own) in KINDS.iter().zip(&self.kinds) {
            let outcomes =
                [("answered", &own.answered), ("refused", &own.refused), ("busy", &own.busy)];
            for (outcome, counter) in outcomes {
                let count = read(counter);
                line(format_args!(
                    "xunlu_questions_total{{kind=\"{kind}\",outcome=\"{outcome}\"}} {count}"
                ));
            }
        }
        line(format_args!("# HELP xunlu_seconds Time from question to answer."));
        line(format_args!("# TYPE xunlu_seconds histogram"));
        for (kind, own) in KINDS.iter().zip(&self.kinds) {
            let all = read(&own.answered);
            for (bucket, most) in own.buckets.iter().zip(BUCKETS_US) {
                let (count, most) = (read(bucket), Duration::from_micros(most).as_secs_f64());
                line(format_args!("xunlu_seconds_bucket{{kind=\"{kind}\",le=\"{most}\"}} {count}"));
            }
            let sum = Duration::from_micros(read(&own.microseconds)).as_secs_f64();
            line(format_args!("xunlu_seconds_bucket{{kind=\"{kind}\",le=\"+Inf\"}} {all}"));
            line(format_args!("xunlu_seconds_sum{{kind=\"{kind}\"}} {sum}"));
            line(format_args!("xunlu_seconds_count{{kind=\"{kind}\"}} {all}"));
        }
        for (name, kind, words, count) in [
            (
                "xunlu_expansions_total",
                "counter",
                "Nodes that searches closed.",
                read(&self.expansions),
            ),
            ("xunlu_waiting", "gauge", "Questions that wait.", gauges.waiting as u64),
            ("xunlu_watched", "gauge", "Maps and paths that are watched.", gauges.watched as u64),
            ("xunlu_maps", "gauge", "Maps that are held.", gauges.maps as u64),
        ] {
            line(format_args!("# HELP {name} {words}"));
            line(format_args!("# TYPE {name} {kind}"));
            line(format_args!("{name} {count}"));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_client::{Encoding, NearestTold};

    #[test]
    fn every_question_is_of_a_kind() {
        for name in KINDS.iter().take(KINDS.len() - 1) {
            let refusal = Ask::parse(name, Encoding::Json, b"").unwrap_err();
            assert_eq!(refusal.kind.code(), "not-understood", "{name} is no question");
        }
        assert_eq!(
            Ask::parse("change", Encoding::Json, b"").unwrap_err().kind.code(),
            "no-such-place"
        );
    }

    #[test]
    fn what_was_told_is_counted_in_its_bucket() {
        let metrics = Metrics::default();
        let told = Ok(Response::Nearest(NearestTold { nearest: None, revision: "0".to_owned() }));
        for microseconds in [30, 80, 9_000_000] {
            metrics.count(Kind(5), &told, Duration::from_micros(microseconds));
        }
        metrics.count(Kind(5), &Err(Refusal::expired()), Duration::ZERO);
        metrics.count(Kind(5), &Err(Refusal::busy(Duration::ZERO)), Duration::ZERO);
        let text = metrics.told(&Gauges { waiting: 7, watched: 3, maps: 2 });
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
            "xunlu_maps 2",
        ] {
            assert!(text.lines().any(|own| own == line), "{line} is not in\n{text}");
        }
    }
}
