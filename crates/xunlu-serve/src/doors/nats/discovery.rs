//! NATS's own protocol for services: whoever asks at `$SRV` hears which workers there are, what they serve,
//! and how much of it, so that its tools show them (`nats service ls`, `nats service stats xunlu`).

use super::post::Post;
use super::subjects::{self, GROUP, part_of};
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What the service is called.
pub(super) const SERVICE: &str = "xunlu";

/// What may be asked.
const VERBS: [&str; 3] = ["PING", "INFO", "STATS"];

/// Answers whoever asks, for as long as there is a connection.
pub(super) async fn serve(post: Arc<Post>) {
    #[expect(clippy::disallowed_methods, reason = "it is told, and nothing goes by it")]
    let started = timestamp(SystemTime::now());
    let mut all = futures_util::stream::SelectAll::new();
    for verb in VERBS {
        let worker = &post.worker;
        let subjects = [
            format!("$SRV.{verb}"),
            format!("$SRV.{verb}.{SERVICE}"),
            format!("$SRV.{verb}.{SERVICE}.{worker}"),
        ];
        for subject in subjects {
            let Ok(subscriber) = post.client.subscribe(subject).await else { return };
            all.push(subscriber.map(move |message| (verb, message)));
        }
    }
    while let Some((verb, message)) = all.next().await {
        let reply = message.reply.filter(|reply| subjects::may_be_answered_at(reply));
        let Some(reply) = reply else { continue };
        let told = told(&post, verb, &started).to_string();
        // Who asked asks again, or nobody is there any more.
        let _ = post.client.publish(reply, told.into()).await;
    }
}

fn told(post: &Post, verb: &str, started: &str) -> Value {
    let mut told = json!({
        "type": format!("io.nats.micro.v1.{}_response", verb.to_lowercase()),
        "name": SERVICE,
        "id": post.worker,
        "version": env!("CARGO_PKG_VERSION"),
        "metadata": {},
    });
    match verb {
        "INFO" => {
            told["description"] = json!("paths on maps");
            told["endpoints"] = endpoints(post, false);
        }
        "STATS" => {
            told["started"] = json!(started);
            told["endpoints"] = endpoints(post, true);
        }
        _ => {}
    }
    told
}

/// One for each map that is served.
fn endpoints(post: &Post, with_counts: bool) -> Value {
    let all = post.stats();
    let told = all.iter().map(|(map, stats)| {
        let mut told = json!({
            "name": part_of(map).replace('=', "_"),
            "subject": subjects::ask(map),
            "queue_group": GROUP,
            "metadata": { "map": map },
        });
        if with_counts {
            let requests = stats.requests.load(Ordering::Relaxed);
            let time = stats.nanoseconds.load(Ordering::Relaxed);
            told["num_requests"] = json!(requests);
            told["num_errors"] = json!(stats.refused.load(Ordering::Relaxed));
            told["last_error"] = json!("");
            told["processing_time"] = json!(time);
            told["average_processing_time"] = json!(time.checked_div(requests).unwrap_or(0));
        }
        told
    });
    Value::Array(told.collect())
}

/// A moment as RFC 3339 writes it, by whole seconds. The calendar is counted as Howard Hinnant does in
/// "chrono-Compatible Low-Level Date Algorithms" (2013), from the first of March of the year 0.
fn timestamp(at: SystemTime) -> String {
    let seconds = at.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs();
    let (days, second) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_by_the_calendar() {
        let at = |seconds: u64| timestamp(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00:00:00Z");
        assert_eq!(at(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(at(1_767_225_599), "2025-12-31T23:59:59Z");
        assert_eq!(at(4_107_542_400), "2100-03-01T00:00:00Z");
    }
}
