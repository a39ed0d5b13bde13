//! A refusal as gRPC says it, and the time that a call has.

use std::time::Duration;
use tonic::metadata::{AsciiMetadataValue, MetadataMap};
use tonic::{Code, Status};
use xunlu_client::{Refusal, RefusalKind};

/// A word that never changes its meaning, as the other doors tell it.
const CODE: &str = "xunlu-code";

/// When it may be tried again, for whoever reads it.
const RETRY_AFTER: &str = "retry-after-ms";

/// The same for clients that try again by themselves (gRPC's proposal A6).
const PUSHBACK: &str = "grpc-retry-pushback-ms";

/// The status that a refusal has, with all that is known of it in the trailers.
pub(super) fn status(refusal: Refusal) -> Status {
    let mut more = MetadataMap::new();
    if let Ok(code) = AsciiMetadataValue::try_from(refusal.kind.code()) {
        more.insert(CODE, code);
    }
    if let Some(after) = refusal.retry_after {
        let milliseconds = u64::try_from(after.as_millis()).unwrap_or(u64::MAX);
        more.insert(RETRY_AFTER, milliseconds.into());
        more.insert(PUSHBACK, milliseconds.into());
    }
    Status::with_metadata(code(&refusal.kind), refusal.words, more)
}

fn code(kind: &RefusalKind) -> Code {
    match kind {
        RefusalKind::NoSuchPlace => Code::Unimplemented,
        RefusalKind::UnknownMap => Code::NotFound,
        RefusalKind::Conflict => Code::Aborted,
        RefusalKind::Stale => Code::FailedPrecondition,
        RefusalKind::TooLarge => Code::OutOfRange,
        RefusalKind::Busy => Code::ResourceExhausted,
        RefusalKind::Expired => Code::DeadlineExceeded,
        RefusalKind::Draining | RefusalKind::Unreachable => Code::Unavailable,
        RefusalKind::NoJournal => Code::Internal,
        RefusalKind::Unauthenticated => Code::Unauthenticated,
        RefusalKind::Forbidden => Code::PermissionDenied,
        _ => Code::InvalidArgument,
    }
}

/// The time of a call's `grpc-timeout`: up to eight digits and a unit.
///
/// # Errors
/// When it is written otherwise.
pub(super) fn time_of(text: &str) -> Result<Duration, Refusal> {
    let read = || {
        let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
        let is_plain = digits.len() <= 8 && digits.bytes().all(|byte| byte.is_ascii_digit());
        let number: u64 = digits.parse().ok().filter(|_| is_plain)?;
        Some(match unit {
            "H" => Duration::from_secs(number * 60 * 60),
            "M" => Duration::from_secs(number * 60),
            "S" => Duration::from_secs(number),
            "m" => Duration::from_millis(number),
            "u" => Duration::from_micros(number),
            "n" => Duration::from_nanos(number),
            _ => return None,
        })
    };
    let words = "expected up to eight digits and one of H, M, S, m, u and n";
    read().ok_or_else(|| Refusal::not_understood(format_args!("grpc-timeout is {text:?}; {words}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_every_unit() {
        for (text, expected) in [
            ("2H", Duration::from_secs(7200)),
            ("3M", Duration::from_secs(180)),
            ("4S", Duration::from_secs(4)),
            ("99999999m", Duration::from_millis(99_999_999)),
            ("7u", Duration::from_micros(7)),
            ("0n", Duration::ZERO),
        ] {
            assert_eq!(time_of(text), Ok(expected), "{text}");
        }
        for wrong in ["", "m", "5", "5s", "-5m", "+5m", "123456789m", "5.5S", "5 m", "五m", "5五"]
        {
            assert!(time_of(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_busy_says_when_to_come_again() {
        let told = status(Refusal::busy(Duration::from_millis(50)));
        assert_eq!(told.code(), Code::ResourceExhausted);
        for (name, value) in [(CODE, "busy"), (RETRY_AFTER, "50"), (PUSHBACK, "50")] {
            assert_eq!(told.metadata().get(name).unwrap(), value);
        }
    }
}
