//! Tokens on every door: nobody, a stranger, and somebody who may do some things and not others.

use crate::support::events::Events;
use crate::support::grpc::Client;
use crate::support::{running, send, send_with};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Message, WebSocket, client::client as websocket};
use xunlu::wire;
use xunlu_client::contract::YARD;
use xunlu_client::{
    BearerToken, Call, CallReply, ChangeCall, ChangeWish, Encoding, Frame, Navigator, Numbered,
    Remote, WatchCall, WatchEvent,
};
use xunlu_serve::{Running, Scopes, Setup, Tokens};

/// What each scope is shown by, as the doors say it.
const NOBODY: &str = "no token was said; this takes one with the scope read";
const STRANGER: &str = "the token is not known here; this takes one with the scope read";
const NO_EDIT: &str = "the token has the scope read; this takes one with edit";

const STRANGE: &str = "xunlu-0000";

/// A server with a yard, and the tokens of who reads, who edits and who does anything.
fn with_tokens(work: impl FnOnce(&Running, [&BearerToken; 3])) {
    let [reader, editor, owner] = ["read", "edit", "read,edit,admin"].map(|scopes| {
        Tokens::mint(&scopes.replace(',', "-"), Scopes::parse(scopes).expect("tokens"))
            .expect("tokens")
    });
    let file = [&reader, &editor, &owner].map(|(_, line)| line.as_str()).join("\n");
    let setup = Setup { tokens: Some(Tokens::parse(&file).expect("tokens")), ..Setup::default() };
    running(setup, |running| {
        let put = send_with(running.http, "PUT", "/v1/maps/yard", &bearer(owner.0.text()), YARD);
        assert_eq!(put.status, 200, "{}", put.body);
        work(running, [&reader.0, &editor.0, &owner.0]);
    });
}

fn bearer(token: &str) -> String {
    format!("Authorization: Bearer {token}\r\n")
}

fn wall() -> Value {
    let rect = json!({ "x": 0, "y": 0, "width": 1, "height": 1 });
    json!({ "terrain": { "rect": rect, "terrain": 254 } })
}

#[test]
fn http_asks_for_the_scope_that_a_request_takes() {
    with_tokens(|running, tokens| {
        let http = running.http;
        let [reader, editor, owner] = tokens.map(|token| bearer(token.text()));
        let near = r#"{"place":"1,1"}"#;
        let nearest = "/v1/maps/yard/nearest";
        let (path, change) = ("/v1/maps/yard", wall().to_string());
        for (method, path, body, scope, status) in [
            ("GET", "/v1/maps", "", "read", [200, 403, 200]),
            ("GET", "/metrics", "", "read", [200, 403, 200]),
            ("POST", nearest, near, "read", [200, 403, 200]),
            ("PATCH", path, change.as_str(), "edit", [403, 200, 200]),
            ("PUT", "/v1/maps/other", YARD, "admin", [403, 403, 200]),
            ("DELETE", "/v1/maps/other", "", "admin", [403, 403, 200]),
            ("GET", "/v1/maps/yard/events", "", "read", [0, 403, 0]),
            // Whether there is such an address is nobody's business either.
            ("GET", "/v1/nowhere", "", "read", [404, 403, 404]),
        ] {
            for head in ["", "Authorization: Basic YTpi\r\n", &bearer(STRANGE), &bearer("")] {
                let told = send_with(http, method, path, head, body);
                let code = &told.body["code"];
                assert_eq!(
                    (told.status, code),
                    (401, &json!("unauthenticated")),
                    "{method} {path}"
                );
                let words = told.body["detail"].as_str().expect("words");
                assert!(words.ends_with(&format!("with the scope {scope}")), "{words}");
                assert!(told.head.contains("www-authenticate: bearer"), "{}", told.head);
            }
            for (head, status) in [&reader, &editor, &owner].into_iter().zip(status) {
                if status == 0 {
                    // It has no end.
                    let events = Events::begin(http, method, path, head, body);
                    assert!(events.head.starts_with("http/1.0 200"), "{}", events.head);
                    continue;
                }
                let told = send_with(http, method, path, head, body);
                assert_eq!(told.status, status, "{method} {path}: {}", told.body);
                if status == 403 {
                    assert_eq!(told.body["code"], "forbidden");
                    let words = told.body["detail"].as_str().expect("words");
                    assert!(words.ends_with(&format!("this takes one with {scope}")), "{words}");
                }
            }
        }
        for open in ["/healthz", "/readyz", "/openapi.json"] {
            assert_eq!(send(http, "GET", open, "").status, 200, "{open}");
        }
    });
}

/// A WebSocket, with headers of its own.
fn connect(http: SocketAddr, token: Option<&str>) -> Result<WebSocket<TcpStream>, String> {
    let stream = TcpStream::connect(http).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time");
    let mut request = format!("ws://{http}/v1/ws").into_client_request().expect("an address");
    if let Some(token) = token {
        let value = format!("Bearer {token}").parse().expect("text");
        request.headers_mut().insert("authorization", value);
    }
    websocket(request, stream).map(|(socket, _)| socket).map_err(|error| error.to_string())
}

fn said_in_text(socket: &mut WebSocket<TcpStream>, call: &Call) -> CallReply {
    let text = Encoding::Json.write(&Numbered { id: 7, message: call });
    socket.send(Message::text(String::from_utf8(text).expect("text"))).expect("it is read");
    let told = socket.read().expect("a reply").into_data();
    Encoding::Json.read::<Numbered<CallReply>>(&told).expect("JSON").message
}

fn change() -> Call {
    let what = serde_json::from_value(wall()).expect("a change");
    Call::Change(ChangeCall { map: "yard".to_owned(), what, id: None, expected: None, trace: None })
}

/// What a connection may do, as its token says: nothing, and then more, call by call.
fn check_calls(mut say: impl FnMut(&Call) -> CallReply, [reader, editor, _]: [&BearerToken; 3]) {
    let mut check = |call: &Call, expected: &str| match say(call) {
        CallReply::Refused(problem) => assert_eq!(problem.detail, expected, "{call:?}"),
        other => assert_eq!(expected, "", "{call:?}: {other:?}"),
    };
    check(&Call::Ping, "");
    check(&Call::Maps, NOBODY);
    check(&change(), "no token was said; this takes one with the scope edit");
    check(&Call::Token(BearerToken::new(STRANGE).expect("a token")), STRANGER);
    check(&Call::Maps, STRANGER);
    check(&Call::Token(reader.clone()), "");
    check(&Call::Maps, "");
    check(&change(), NO_EDIT);
    // The last one counts, and it alone.
    check(&Call::Token(editor.clone()), "");
    check(&change(), "");
    check(&Call::Maps, "the token has the scope edit; this takes one with read");
}

#[test]
fn websockets_ask_for_the_scope_that_a_call_takes() {
    with_tokens(|running, tokens| {
        let mut socket = connect(running.http, None).expect("pages say their token later");
        check_calls(|call| said_in_text(&mut socket, call), tokens);
        let mut socket = connect(running.http, Some(tokens[0].text())).expect("it is known");
        assert!(matches!(said_in_text(&mut socket, &Call::Maps), CallReply::Told(_)));
        let CallReply::Refused(problem) = said_in_text(&mut socket, &change()) else { panic!() };
        assert_eq!((problem.code.as_str(), problem.detail.as_str()), ("forbidden", NO_EDIT));
        let error = connect(running.http, Some(STRANGE)).expect_err("it is not known");
        assert!(error.contains("401"), "{error}");
    });
}

/// One call in a frame, and its reply.
fn said_in_frame(stream: &mut (impl Read + Write), call: &Call) -> CallReply {
    stream.write_all(&Frame::of(7, call)).expect("it is read");
    let mut length = [0; Frame::LENGTH_BYTES];
    stream.read_exact(&mut length).expect("a reply");
    let mut inner = vec![0; u32::from_le_bytes(length) as usize];
    stream.read_exact(&mut inner).expect("a reply");
    Encoding::Cbor.read(Frame::inner(&inner).expect("a frame").body).expect("CBOR")
}

#[test]
fn frames_ask_for_the_scope_that_a_call_takes() {
    with_tokens(|running, tokens| {
        let mut stream = TcpStream::connect(running.tcp.expect("frames")).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time");
        check_calls(|call| said_in_frame(&mut stream, call), tokens);
    });
}

#[test]
fn grpc_asks_for_the_scope_that_a_call_takes() {
    with_tokens(|running, [reader, editor, owner]| {
        // Reflection and health are for anybody.
        let client = Client::new(running.grpc.expect("gRPC is listened to"));
        assert_eq!(
            client.call("grpc.health.v1.Health/Check", &json!({})).unwrap()["status"],
            "SERVING"
        );
        let near = json!({ "map": "yard", "place": "1,1" });
        let change = json!({ "map": "yard", "change": { "terrain": {
            "rect": { "x": 0, "y": 0, "width": 1, "height": 1 }, "terrain": 254 } } });
        let check = |name: &str, said: &Value, token: &str, code: u32, words: &str| {
            let value = format!("Bearer {token}");
            let own = [("authorization", value.as_str())];
            let headers = if token.is_empty() { &own[..0] } else { &own[..] };
            match client.call_with(name, said, headers) {
                Ok(_) => assert_eq!((0, ""), (code, words), "{name}"),
                Err(status) => {
                    assert_eq!((status.code, status.words.as_str()), (code, words), "{name}");
                    let kind = if code == 16 { "unauthenticated" } else { "forbidden" };
                    assert_eq!(status.more("xunlu-code"), kind);
                }
            }
        };
        check("Nearest", &near, "", 16, NOBODY);
        check("Nearest", &near, STRANGE, 16, STRANGER);
        check(
            "Nearest",
            &near,
            editor.text(),
            7,
            "the token has the scope edit; this takes one with read",
        );
        check("ListMaps", &json!({}), "", 16, NOBODY);
        check("Nearest", &near, reader.text(), 0, "");
        check("Change", &change, "", 16, "no token was said; this takes one with the scope edit");
        check("Change", &change, reader.text(), 7, NO_EDIT);
        check("Change", &change, editor.text(), 0, "");
        check("Change", &change, owner.text(), 0, "");
        // A stream is not begun by nobody; by who is known, each call is looked at.
        check("Talk", &json!({ "id": 1, "list_maps": {} }), "", 16, NOBODY);
        check("Talk", &json!({ "id": 1, "list_maps": {} }), STRANGE, 16, STRANGER);
        let talk = |token: &BearerToken| {
            let said = json!({ "id": 3, "change": change });
            let headers = [("authorization", format!("Bearer {}", token.text()))];
            let headers = headers.each_ref().map(|(name, value)| (*name, value.as_str()));
            client.call_with("Talk", &said, &headers).expect("a stream")
        };
        let told = talk(reader);
        assert_eq!(
            (&told["refused"]["code"], &told["refused"]["detail"]),
            (&json!("forbidden"), &json!(NO_EDIT))
        );
        assert!(talk(editor)["change"].is_object(), "{}", talk(editor));
    });
}

#[test]
fn the_client_says_its_token_on_both_of_its_ways_and_is_told_what_it_lacks() {
    with_tokens(|running, [reader, _, owner]| {
        let tcp = running.tcp.expect("frames");
        for address in [format!("http://{}", running.http), format!("tcp://{tcp}")] {
            let query = || wire::Query::to("1,0", wire::Goal::At("3,0".to_owned()));
            let ask = |remote: &Remote| remote.path("yard", query());
            let wish = || ChangeWish {
                change: serde_json::from_value(wall()).expect("a change"),
                id: None,
                expected: None,
            };
            let remote = || Remote::new(&address).expect("an address");
            let refusal = ask(&remote()).unwrap_err();
            assert_eq!((refusal.kind.code(), refusal.words.as_str()), ("unauthenticated", NOBODY));
            let stranger = BearerToken::new(STRANGE).unwrap();
            let refusal = ask(&remote().with_token(&stranger)).unwrap_err();
            assert_eq!(refusal.words, STRANGER, "{address}");
            let known = remote().with_token(reader);
            assert!(ask(&known).expect("an answer").path.is_some());
            assert_eq!(known.change("yard", &wish()).unwrap_err().words, NO_EDIT);
            assert!(remote().with_token(owner).change("yard", &wish()).is_ok());
            assert!(!format!("{known:?}").contains(reader.text()), "it is a secret");
        }
    });
}

#[test]
fn who_watches_over_http_says_a_token_too() {
    with_tokens(|running, [reader, ..]| {
        let told = |remote: Remote| {
            let watching = remote.watching();
            watching.watch(WatchCall::changes_of("yard")).expect("a call is short");
            let news = watching.next(Duration::from_secs(10)).expect("it listens");
            news.expect("it is told").told
        };
        let remote = || Remote::new(&running.http.to_string()).expect("an address");
        assert!(matches!(told(remote().with_token(reader)), Ok(WatchEvent::Watching(_))));
        assert_eq!(told(remote()).unwrap_err().words, NOBODY);
        let stranger = BearerToken::new(STRANGE).expect("a token");
        assert_eq!(told(remote().with_token(&stranger)).unwrap_err().words, STRANGER);
    });
}

#[test]
#[cfg(unix)]
fn who_may_connect_to_the_unix_socket_may_do_anything_unless_a_token_says_less() {
    use std::os::unix::net::UnixStream;
    let path = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tokens.sock");
    let (reader, line) = Tokens::mint("reader", Scopes::parse("read").unwrap()).unwrap();
    let tokens = Some(Tokens::parse(&line).unwrap());
    running(Setup { unix: Some(path.clone()), tokens, ..Setup::default() }, |running| {
        running.server.put("yard", "", YARD.as_bytes()).expect("a map");
        let mut stream = UnixStream::connect(&path).expect("it listens");
        assert!(matches!(said_in_frame(&mut stream, &change()), CallReply::Told(_)));
        assert_eq!(said_in_frame(&mut stream, &Call::Token(reader)), CallReply::Pong);
        assert!(matches!(said_in_frame(&mut stream, &Call::Maps), CallReply::Told(_)));
        let CallReply::Refused(problem) = said_in_frame(&mut stream, &change()) else { panic!() };
        assert_eq!(problem.detail, NO_EDIT);
    });
}

#[test]
fn a_page_that_has_its_own_name_lead_here_is_refused() {
    let hosts = vec!["maps.example".to_owned()];
    running(Setup { hosts, ..Setup::default() }, |running| {
        let status = |path: &str, host: &str| {
            let mut stream = TcpStream::connect(running.http).expect("it listens");
            let head = format!("GET {path} HTTP/1.1\r\n{host}Connection: close\r\n\r\n");
            stream.write_all(head.as_bytes()).expect("it reads");
            let mut reply = String::new();
            stream.read_to_string(&mut reply).expect("it answers");
            reply[9..12].parse::<u16>().expect("a status")
        };
        let port = running.http.port();
        for own in ["localhost", "LOCALHOST", "127.0.0.1", "[::1]", "maps.example", "Maps.Example"]
        {
            assert_eq!(status("/v1/maps", &format!("Host: {own}\r\n")), 200, "{own}");
            assert_eq!(status("/v1/maps", &format!("Host: {own}:{port}\r\n")), 200, "{own}");
        }
        assert_eq!(status("/v1/maps", ""), 200, "what no browser says");
        for other in
            ["evil.example", "evil.example:8090", "localhost.evil.example", "10.0.0.1", "?", ""]
        {
            for path in ["/v1/maps", "/v1/ws", "/healthz"] {
                assert_eq!(status(path, &format!("Host: {other}\r\n")), 403, "{other} {path}");
            }
        }
        assert_eq!(status("http://evil.example/v1/maps", "Host: localhost\r\n"), 403);
    });
}
