//! What the service tells of itself over HTTP: whether it is well, what it counts and refuses, what may be
//! asked, and a page that shows how it is.

use crate::server::Server;
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue};
use hyper::{Response, StatusCode};
use serde_json::{Value, json};

/// What may be asked, as a document of OpenAPI 3.1.
const OPENAPI: &[u8] = include_bytes!("../../openapi.json");

/// The page. It loads nothing from elsewhere, and nothing may have it in a frame.
const PAGE: &[u8] = include_bytes!("status.html");

const PAGE_POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; \
                           connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What stands at an address. Returns `None` if that is nothing of the kind.
pub(super) fn told(server: &Server, path: &[&str]) -> Option<Response<Full<Bytes>>> {
    Some(match path {
        [""] => {
            let mut page = reply("text/html; charset=utf-8", Bytes::from_static(PAGE));
            let policy = HeaderValue::from_static(PAGE_POLICY);
            page.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
            page
        }
        ["healthz"] => json_reply(&json!({ "status": "alive" })),
        ["readyz"] if server.is_draining() => {
            let mut not_ready = json_reply(&json!({ "status": "draining" }));
            *not_ready.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
            not_ready
        }
        ["readyz"] => json_reply(&json!({ "status": "ready" })),
        ["metrics"] => reply("text/plain; version=0.0.4", server.metrics().into()),
        ["openapi.json"] => reply("application/json", Bytes::from_static(OPENAPI)),
        ["v1", "limits"] => {
            let limits = server.bounds().told.iter();
            let limits = limits.map(|&(key, most)| (key.to_owned(), most.into()));
            json_reply(&Value::Object(limits.collect()))
        }
        _ => return None,
    })
}

fn json_reply(body: &Value) -> Response<Full<Bytes>> {
    reply("application/json", body.to_string().into())
}

fn reply(content: &'static str, body: Bytes) -> Response<Full<Bytes>> {
    let mut reply = Response::new(Full::new(body));
    reply.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content));
    reply
}
