//! Searches that are refused before they are read: where there is no place for one, its address is enough to
//! know it by, or on a connection of many calls how it begins. Whatever is neither is read.

use super::caller::Caller;
use crate::core::queue::ClientId;
use crate::core::service::BUSY_TIME;
use crate::server::Server;
use prost::encoding::{DecodeContext, WireType, decode_key, decode_varint, skip_field};
use xunlu_client::{CallReply, Refusal};

/// The questions about maps that are searches, as calls name them. All others cost next to nothing, or may.
const SEARCHES: [&str; 6] = ["path", "paths", "explain", "reach", "matrix", "field"];

/// Those about scenes.
const SCENE_SEARCHES: [&str; 5] = ["path", "paths", "matrix", "field", "random"];

/// The same by their tags: in a call of `Talk`, whose number has the first tag, and in a question about a
/// scene.
const SEARCH_TAGS: [u32; 6] = [3, 4, 5, 7, 9, 10];
const SCENE_SEARCH_TAGS: [u32; 5] = [4, 5, 8, 9, 11];
const NUMBER_TAG: u32 = 1;
const SCENE_TAG: u32 = 16;

/// A text of so many bytes or more has its length said in a second byte by CBOR; a shorter one in the first.
const SHORT: u8 = 24;

/// What is said to a search that is not read.
pub(super) fn busy() -> CallReply {
    CallReply::from(Err(refusal()))
}

/// The same as a refusal.
pub(super) fn refusal() -> Refusal {
    Refusal::busy(BUSY_TIME)
}

/// Whether a question by itself is a search for which there is no place. Then it is counted, and who asked
/// hears that there is [too much to do](refusal).
pub(super) fn is_refused(
    server: &Server,
    client: ClientId,
    is_search: impl FnOnce() -> bool,
) -> bool {
    let pool = server.pool();
    let is_refused = pool.is_pressed()
        && is_search()
        && pool.with(|service| service.room_for_searches(client)) == 0;
    if is_refused {
        pool.count_unread(1);
    }
    is_refused
}

/// Whether a question of this name is a search: about a map, or about a scene.
pub(super) fn is_search(question: &str, is_of_scene: bool) -> bool {
    let searches = if is_of_scene { &SCENE_SEARCHES[..] } else { &SEARCHES };
    searches.contains(&question)
}

/// How many searches of those that have come are still worth reading; all of them if nobody says.
#[derive(Debug)]
pub(super) struct Worth(Option<usize>);

impl Worth {
    /// Of those that have come on this connection.
    pub(super) fn of(caller: &Caller) -> Worth {
        Worth(caller.searches_worth_reading())
    }

    /// Of those of a client whose messages come among those of others.
    pub(super) fn among_others(server: &Server, client: ClientId) -> Worth {
        let pool = server.pool();
        let is_pressed = pool.is_pressed();
        Worth(is_pressed.then(|| pool.with(|service| service.room_for_searches(client))))
    }

    /// What a call is known by that is not, if it is known to be a search.
    pub(super) fn skipped<T>(&mut self, search: impl FnOnce() -> Option<T>) -> Option<T> {
        let left = self.0.as_mut()?;
        let known_by = search()?;
        let is_worth = *left > 0;
        *left = left.saturating_sub(1);
        (!is_worth).then_some(known_by)
    }
}

/// Whether a call in CBOR is a search, written as our own clients write it:
/// `{"ask": {"map": ..., "what": {"path": ...`, or `{"scene": {"path": ...`.
pub(super) fn in_cbor(body: &[u8]) -> bool {
    fn text(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
        let (&head, rest) = bytes.split_first()?;
        let (length, skipped) = match head {
            0x60..0x78 => (usize::from(head - 0x60), 1),
            0x78 => (usize::from(*rest.first().filter(|&&length| length >= SHORT)?), 2),
            _ => return None,
        };
        let said = bytes.get(skipped..skipped + length)?;
        Some((said, &bytes[skipped + length..]))
    }
    let is_known = || {
        // A map of one, and one of as many fields as were said, in their order.
        let rest = body.strip_prefix(b"\xa1\x63ask")?;
        let rest = rest.split_first().filter(|(head, _)| matches!(head, 0xa2..=0xa6))?.1;
        let rest = rest.strip_prefix(b"\x63map")?;
        let rest = text(rest)?.1.strip_prefix(b"\x64what\xa1")?;
        let of_scene = rest.strip_prefix(b"\x65scene\xa1");
        let question = std::str::from_utf8(text(of_scene.unwrap_or(rest))?.0).ok()?;
        Some(is_search(question, of_scene.is_some()))
    };
    is_known() == Some(true)
}

/// The number of a call in JSON that is a search, written as our own clients write it:
/// `{"id":7,"message":{"ask":{"map":"...","what":{"path":...`.
pub(super) fn in_json(text: &str) -> Option<u32> {
    let (number, rest) = text.strip_prefix("{\"id\":")?.split_once(',')?;
    let is_known = in_json_alone(rest.strip_prefix("\"message\":")?);
    number.parse().ok().filter(|_| is_known)
}

/// Whether a call in JSON is a search that has no number: what has one otherwise is its message.
pub(super) fn in_json_alone(text: &str) -> bool {
    let is_known = || {
        let rest = text.strip_prefix("{\"ask\":{\"map\":\"")?;
        let (map, rest) = rest.split_once('"')?;
        let rest = rest.strip_prefix(",\"what\":{\"")?;
        let of_scene = rest.strip_prefix("scene\":{\"");
        let question = of_scene.unwrap_or(rest).split_once('"')?.0;
        // What is escaped is no end.
        Some(!map.contains('\\') && is_search(question, of_scene.is_some()))
    };
    is_known() == Some(true)
}

/// The number of a call of `Talk` that is a search.
pub(super) fn in_talk(message: &[u8]) -> Option<u32> {
    let (mut number, mut is_search) = (0, false);
    each_field(message, |tag, field| {
        match (tag, field) {
            (NUMBER_TAG, Field::Number(own)) => number = u32::try_from(own).ok()?,
            // The last of several counts, as whoever reads them has it.
            (SCENE_TAG, Field::Bytes(asked)) => is_search = in_scene_message(asked),
            _ => is_search = SEARCH_TAGS.contains(&tag) || is_search && [2, 18].contains(&tag),
        }
        Some(())
    })?;
    is_search.then_some(number)
}

/// Whether a question about a scene in protocol buffers is a search.
pub(super) fn in_scene_message(message: &[u8]) -> bool {
    let mut is_search = false;
    let is_whole = each_field(message, |tag, _| {
        // As above. The first three say of what it is asked.
        is_search = SCENE_SEARCH_TAGS.contains(&tag) || is_search && (1..=3).contains(&tag);
        Some(())
    });
    is_search && is_whole.is_some()
}

/// What a field of a message says, as far as it is looked at here.
enum Field<'a> {
    Number(u64),
    Bytes(&'a [u8]),
    Other,
}

/// Looks at all fields of a message, each with its tag. Returns `None` if it is none, or one is refused.
fn each_field(
    mut message: &[u8],
    mut look: impl FnMut(u32, Field<'_>) -> Option<()>,
) -> Option<()> {
    while !message.is_empty() {
        let (tag, kind) = decode_key(&mut message).ok()?;
        let field = match kind {
            WireType::Varint => Field::Number(decode_varint(&mut message).ok()?),
            WireType::LengthDelimited => {
                let length = usize::try_from(decode_varint(&mut message).ok()?).ok()?;
                Field::Bytes(message.split_off(..length)?)
            }
            _ => {
                skip_field(kind, tag, &mut message, DecodeContext::default()).ok()?;
                Field::Other
            }
        };
        look(tag, field)?;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doors::grpc::messages::{
        self as said, scene_request::Ask as SceneSaid, talk_call::Call as Said,
    };
    use prost::Message;
    use xunlu_client::{Ask, AskCall, Call, Encoding, Numbered, WatchCall};

    fn asked(map: &str, what: &str, is_full: bool) -> Call {
        let what: Ask = serde_json::from_str(what).unwrap();
        let text = |text: &str| is_full.then(|| text.to_owned());
        Call::Ask(AskCall {
            map: map.to_owned(),
            what,
            at_least: text("2.17"),
            exactly: None,
            time_ms: is_full.then_some(50),
            trace: text("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"),
        })
    }

    const CALLS: [(&str, bool); 17] = [
        (r#"{"path":{"from":"0,0","goal":{"at":"3,0"}}}"#, true),
        (r#"{"paths":[{"from":"0,0","goal":{"at":"3,0"}}]}"#, true),
        (r#"{"explain":{"from":"0,0","goal":{"at":"3,0"}}}"#, true),
        (r#"{"reach":{"from":"0,0","budget":60}}"#, true),
        (r#"{"matrix":{"from":["0,0"],"to":["3,0"]}}"#, true),
        (r#"{"field":{"to":["3,0"]}}"#, true),
        (r#"{"raycast":{"from":"0,0","to":"3,0"}}"#, false),
        (r#"{"nearest":{"place":"0,0"}}"#, false),
        (r#"{"scene":{"path":{"from":[1,1],"goals":[[2,2]]}}}"#, true),
        (r#"{"scene":{"paths":[{"from":[1,1],"goals":[[2,2]]}]}}"#, true),
        (r#"{"scene":{"matrix":{"from":[[1,1]],"to":[[2,2]]}}}"#, true),
        (r#"{"scene":{"field":{"to":[[1,1]],"points":[[2,2]]}}}"#, true),
        (r#"{"scene":{"random":{"seed":7,"count":3}}}"#, true),
        (r#"{"scene":{"raycast":{"from":[1,1],"to":[2,2]}}}"#, false),
        (r#"{"scene":{"nearest":{"point":[1,1]}}}"#, false),
        (r#"{"scene":{"move":{"from":[1,1],"to":[2,2]}}}"#, false),
        (r#"{"scene":{"describe":{}}}"#, false),
    ];

    #[test]
    fn searches_are_known_by_how_they_begin() {
        let names = ["m".to_owned(), "path".to_owned(), "a\"path\"".to_owned(), "m".repeat(100)];
        for (what, is_search) in CALLS {
            for map in &names {
                for is_full in [false, true] {
                    let call = asked(map, what, is_full);
                    assert_eq!(in_cbor(&Encoding::Cbor.write(&call)), is_search, "{map} {what}");
                    let text = Encoding::Json.write(&Numbered { id: 7, message: &call });
                    let told = in_json(std::str::from_utf8(&text).unwrap());
                    // A name that has to be escaped is read.
                    let is_known = is_search && !map.contains('"');
                    assert_eq!(told, is_known.then_some(7), "{map} {what}");
                    let text = Encoding::Json.write(&call);
                    let told = in_json_alone(std::str::from_utf8(&text).unwrap());
                    assert_eq!(told, is_known, "{map} {what}");
                }
            }
        }
        let others =
            [Call::Ping, Call::Maps, Call::Unwatch(7), Call::Watch(WatchCall::changes_of("path"))];
        for other in others {
            assert!(!in_cbor(&Encoding::Cbor.write(&other)), "{other:?}");
            let text = Encoding::Json.write(&Numbered { id: 7, message: &other });
            assert_eq!(in_json(std::str::from_utf8(&text).unwrap()), None, "{other:?}");
        }
    }

    #[test]
    fn searches_on_a_stream_are_known_by_their_tag() {
        let call = |id, call| said::TalkCall {
            id,
            call: Some(call),
            time_ms: Some(50),
            traceparent: Some("00".to_owned()),
        };
        let of = |own: said::TalkCall| in_talk(&own.encode_to_vec());
        assert_eq!(of(call(7, Said::Path(said::PathRequest::default()))), Some(7));
        assert_eq!(of(call(0, Said::Matrix(said::MatrixRequest::default()))), Some(0));
        assert_eq!(of(call(7, Said::Nearest(said::NearestRequest::default()))), None);
        assert_eq!(of(call(7, Said::Unwatch(3))), None);
        let scene = |ask| {
            let asked = said::SceneRequest {
                scene: "m".to_owned(),
                ask: Some(ask),
                ..said::SceneRequest::default()
            };
            of(call(7, Said::AskScene(asked)))
        };
        assert_eq!(scene(SceneSaid::Path(said::ScenePathQuery::default())), Some(7));
        assert_eq!(scene(SceneSaid::Paths(said::ScenePathQueries::default())), Some(7));
        assert_eq!(scene(SceneSaid::Matrix(said::SceneMatrixQuery::default())), Some(7));
        assert_eq!(scene(SceneSaid::Field(said::SceneFieldQuery::default())), Some(7));
        assert_eq!(scene(SceneSaid::Random(said::SceneRandomQuery::default())), Some(7));
        assert_eq!(scene(SceneSaid::Raycast(said::SceneRaycastQuery::default())), None);
        assert_eq!(scene(SceneSaid::Describe(said::SceneDescribeQuery::default())), None);
        assert_eq!(in_talk(&[]), None);
    }

    #[test]
    fn what_is_cut_off_or_damaged_is_read() {
        let call = asked("m", CALLS[0].0, true);
        let bytes = Encoding::Cbor.write(&call);
        let text = Encoding::Json.write(&Numbered { id: 7, message: &call });
        let text = std::str::from_utf8(&text).unwrap();
        // Nothing of it panics, and without its name it is no search.
        let named = |length: usize| bytes[..length].windows(5).any(|five| five == b"\x64path");
        for length in 0..bytes.len() {
            assert_eq!(in_cbor(&bytes[..length]), named(length), "{length}");
        }
        for length in 0..text.len() {
            assert_eq!(in_json(&text[..length]).is_some(), text[..length].contains("\"path\""));
        }
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[at] ^= 1 << bit;
                in_cbor(&damaged);
                in_talk(&damaged);
            }
        }
    }
}
