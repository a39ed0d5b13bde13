//! The door of WebSockets, through real sockets.

use crate::support::{running, send};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message, WebSocket, client::client_with_config};
use xunlu_client::contract::YARD;
use xunlu_client::{
    Ask, AskCall, Call, CallReply, Encoding, Frame, NearestAsked, Numbered, Response,
};
use xunlu_serve::{Running, Setup};

type Socket = WebSocket<TcpStream>;

fn with_yard(work: impl FnOnce(&Running)) {
    running(Setup::default(), |running| {
        send(running.http, "PUT", "/v1/maps/yard", YARD);
        work(running);
    });
}

/// Connects as a page of so-and-so does. Returns the status when it is refused.
fn connect(http: SocketAddr, origin: &str) -> Result<Socket, u16> {
    connect_to(http, &http.to_string(), origin)
}

/// The same, by another name of this machine.
fn connect_to(http: SocketAddr, host: &str, origin: &str) -> Result<Socket, u16> {
    let stream = TcpStream::connect(http).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time");
    let mut request = format!("ws://{http}/v1/ws").into_client_request().expect("an address");
    request.headers_mut().insert("host", host.parse().expect("text"));
    request.headers_mut().insert("origin", origin.parse().expect("text"));
    let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
    match client_with_config(request, stream, Some(config)) {
        Ok((socket, _)) => Ok(socket),
        Err(error) => match error.to_string().split("HTTP error: ").nth(1) {
            Some(status) => Err(status[..3].parse().expect("a status")),
            None => panic!("{error}"),
        },
    }
}

fn nearest() -> Call {
    let what = Ask::Nearest(NearestAsked { place: "1,1".to_owned(), mover: None });
    let map = "yard".to_owned();
    Call::Ask(AskCall { map, what, at_least: None, exactly: None, time_ms: None, trace: None })
}

fn text(id: u32, call: &Call) -> Message {
    let text = Encoding::Json.write(&Numbered { id, message: call });
    Message::text(String::from_utf8(text).expect("JSON is text"))
}

fn binary(id: u32, call: &Call) -> Message {
    Message::binary(Frame::without_length(id, call))
}

/// The next reply: whether it is a text, its number, and what it says.
fn reply(socket: &mut Socket) -> (bool, u32, CallReply) {
    loop {
        match socket.read().expect("a message") {
            Message::Text(text) => {
                let reply: Numbered<CallReply> =
                    Encoding::Json.read(text.as_bytes()).expect("JSON");
                return (true, reply.id, reply.message);
            }
            Message::Binary(bytes) => {
                let frame = Frame::inner(&bytes).expect("a frame");
                return (false, frame.number, Encoding::Cbor.read(frame.body).expect("CBOR"));
            }
            _ => {}
        }
    }
}

#[test]
fn calls_in_both_encodings_are_replied_to_as_they_came() {
    with_yard(|running| {
        let mut socket = connect(running.http, "http://localhost:8080").unwrap();
        for message in [
            text(1, &nearest()),
            binary(2, &nearest()),
            text(3, &Call::Ping),
            binary(4, &Call::Maps),
        ] {
            socket.send(message).unwrap();
        }
        let mut replies: Vec<_> = (0..4).map(|_| reply(&mut socket)).collect();
        replies.sort_by_key(|(_, id, _)| *id);
        let forms: Vec<(bool, u32)> =
            replies.iter().map(|(is_text, id, _)| (*is_text, *id)).collect();
        assert_eq!(forms, [(true, 1), (false, 2), (true, 3), (false, 4)]);
        let CallReply::Told(Response::Nearest(told)) = &replies[0].2 else { panic!("{replies:?}") };
        assert_eq!(told.nearest.as_deref(), Some("1,0"));
        assert_eq!((&replies[0].2, &replies[2].2), (&replies[1].2, &CallReply::Pong));
        // The client's own ping is answered as well.
        socket.send(Message::Ping(b"x".to_vec().into())).unwrap();
        assert_eq!(socket.read().unwrap(), Message::Pong(b"x".to_vec().into()));
    });
}

#[test]
fn what_makes_no_sense_is_refused_and_the_rest_goes_on() {
    with_yard(|running| {
        let mut socket = connect(running.http, "http://127.0.0.1").unwrap();
        let deep = "[".repeat(100_000);
        for wrong in [
            Message::text("{"),
            Message::text(deep),
            Message::binary(vec![9; 9]),
            Message::binary(vec![1; 9]),
        ] {
            socket.send(wrong).unwrap();
            let CallReply::Refused(problem) = reply(&mut socket).2 else { panic!("it was taken") };
            assert_eq!(problem.code, "not-understood");
        }
        socket.send(text(7, &Call::Ping)).unwrap();
        assert_eq!(reply(&mut socket), (true, 7, CallReply::Pong));
        // What is too large ends the connection.
        let _ = socket.send(Message::binary(vec![0; 2 << 20]));
        let begun = Instant::now();
        while socket.read().is_ok() {
            assert!(begun.elapsed() < Duration::from_secs(10), "it is still open");
        }
        let mut other = connect(running.http, "http://localhost").unwrap();
        other.send(text(1, &nearest())).unwrap();
        assert!(matches!(reply(&mut other).2, CallReply::Told(_)));
    });
}

#[test]
fn pages_of_other_sites_may_not_connect() {
    with_yard(|running| {
        assert_eq!(connect(running.http, "http://evil.example").err(), Some(403));
        let plain = send(running.http, "GET", "/v1/ws", "");
        assert_eq!((plain.status, &plain.body["code"]), (400, &"not-understood".into()));
    });
}

#[test]
fn a_page_of_the_service_connects_by_the_name_that_it_came_by() {
    let setup = Setup { hosts: vec!["paths.example".to_owned()], ..Setup::default() };
    running(setup, |running| {
        let by = |host, origin| connect_to(running.http, host, origin).err();
        assert_eq!(by("paths.example", "https://paths.example"), None);
        assert_eq!(by("paths.example", "https://other.example"), Some(403));
        assert_eq!(by("other.example", "https://other.example"), Some(403));
    });
}

#[test]
fn who_never_reads_is_cut_off() {
    with_yard(|running| {
        send(running.http, "PUT", "/v1/maps/field", &format!("{}\n", ".".repeat(300)).repeat(300));
        let mut socket = connect(running.http, "http://localhost").unwrap();
        socket.get_ref().set_write_timeout(Some(Duration::from_secs(30))).unwrap();
        let call = r#"{"id":1,"message":{"ask":{"map":"field","what":{"reach":{"from":"0,0","budget":4000000000}}}}}"#;
        let begun = Instant::now();
        let error = (0..1_000_000).find_map(|_| socket.send(Message::text(call)).err());
        let error = error.expect("a client that never reads may not ask for ever");
        assert!(
            matches!(error, Error::Io(_)) && begun.elapsed() < Duration::from_secs(30),
            "{error}"
        );
        let mut other = connect(running.http, "http://localhost").unwrap();
        other.send(text(1, &nearest())).unwrap();
        assert!(matches!(reply(&mut other).2, CallReply::Told(_)));
    });
}

#[test]
fn every_call_has_a_reply_when_the_server_ends_and_then_it_says_goodbye() {
    const CALLS: u32 = 100;
    for _ in 0..5 {
        let mut socket = None;
        let mut reader = None;
        with_yard(|running| {
            let mut own = connect(running.http, "http://localhost").unwrap();
            (0..CALLS).for_each(|id| own.write(text(id, &nearest())).unwrap());
            own.flush().unwrap();
            socket = Some(own);
            let mut socket = socket.take().unwrap();
            reader = Some(std::thread::spawn(move || {
                let mut ids: Vec<u32> = (0..CALLS).map(|_| reply(&mut socket).1).collect();
                ids.sort_unstable();
                (ids, socket.read())
            }));
        });
        let (ids, last) = reader.unwrap().join().unwrap();
        assert_eq!(ids, (0..CALLS).collect::<Vec<_>>());
        assert!(matches!(last, Ok(Message::Close(_))), "{last:?}");
    }
}
