//! A refusal as HTTP says it: a status, and problem details in JSON (RFC 9457).

use serde_json::json;
use xunlu_client::{Refusal, RefusalKind};

/// The status that a refusal has.
pub(crate) fn status(kind: &RefusalKind) -> u16 {
    match kind {
        RefusalKind::Unauthenticated => 401,
        RefusalKind::Forbidden => 403,
        RefusalKind::UnknownMap | RefusalKind::NoSuchPlace => 404,
        RefusalKind::Conflict => 409,
        RefusalKind::Stale => 412,
        RefusalKind::TooLarge => 413,
        RefusalKind::Busy => 429,
        RefusalKind::Draining => 503,
        RefusalKind::Expired => 504,
        RefusalKind::NoJournal => 507,
        _ => 400,
    }
}

/// `{"status": 404, "code": "unknown-map", "detail": "..."}`.
pub(crate) fn problem(status: u16, refusal: &Refusal) -> Vec<u8> {
    let code = refusal.kind.code();
    json!({ "status": status, "code": code, "detail": refusal.words }).to_string().into_bytes()
}
