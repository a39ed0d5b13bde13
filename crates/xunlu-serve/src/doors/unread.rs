//! Searches that are refused before they are read: where there is no place for one, its address is enough to
//! know it by, or on a connection of many calls how it begins. Whatever is neither is read.

use super::caller::Caller;
use crate::core::queue::ClientId;
use crate::core::service::BUSY_TIME;
use crate::server::Server;
use prost::encoding::{DecodeContext, WireType, decode_key, decode_varint, skip_field};
use xunlu_client::{CallReply, Refusal};

/// The questions that are searches, as calls name them. All others cost next to nothing, or may.
const SEARCHES: [&str; 6] = ["path", "paths", "explain", "reach", "matrix", "field"];

/// The same by their tags in a call of `Talk`, whose number has the first tag.
const SEARCH_TAGS: [u32; 6] = [3, 4, 5, 7, 9, 10];
const NUMBER_TAG: u32 = 1;

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
pub(super) fn is_refused(server: &Server, client: ClientId, question: &str) -> bool {
    let pool = server.pool();
    let is_refused = SEARCHES.contains(&question)
        && pool.is_pressed()
        && pool.with(|service| service.room_for_searches(client)) == 0;
    if is_refused {
        pool.count_unread(1);
    }
    is_refused
}

/// How many searches of those that have come are still worth reading; all of them if nobody says.
#[derive(Debug)]
pub(super) struct Worth(Option<usize>);

impl Worth {
    /// Of those that have come on this connection.
    pub(super) fn of(caller: &Caller) -> Worth {
        Worth(caller.searches_worth_reading())
    }

    /// The number of a call that is not, if it is known to be a search.
    pub(super) fn skipped(&mut self, search: impl FnOnce() -> Option<u32>) -> Option<u32> {
        let left = self.0.as_mut()?;
        let number = search()?;
        let is_worth = *left > 0;
        *left = left.saturating_sub(1);
        (!is_worth).then_some(number)
    }
}

/// Whether a call in CBOR is a search, written as our own clients write it:
/// `{"ask": {"map": ..., "what": {"path": ...`.
pub(super) fn in_cbor(body: &[u8]) -> bool {
    let text = |bytes: &[u8]| -> Option<(usize, bool)> {
        let (&head, rest) = bytes.split_first()?;
        let (length, skipped) = match head {
            0x60..0x78 => (usize::from(head - 0x60), 1),
            0x78 => (usize::from(*rest.first().filter(|&&length| length >= SHORT)?), 2),
            _ => return None,
        };
        let said = bytes.get(skipped..skipped + length)?;
        Some((skipped + length, SEARCHES.iter().any(|name| name.as_bytes() == said)))
    };
    let is_search = || {
        // A map of one, and one of as many fields as were said, in their order.
        let rest = body.strip_prefix(b"\xa1\x63ask")?;
        let rest = rest.split_first().filter(|(head, _)| matches!(head, 0xa2..=0xa6))?.1;
        let rest = rest.strip_prefix(b"\x63map")?;
        let rest = rest[text(rest)?.0..].strip_prefix(b"\x64what\xa1")?;
        Some(text(rest)?.1)
    };
    is_search() == Some(true)
}

/// The number of a call in JSON that is a search, written as our own clients write it:
/// `{"id":7,"message":{"ask":{"map":"...","what":{"path":...`.
pub(super) fn in_json(text: &str) -> Option<u32> {
    let (number, rest) = text.strip_prefix("{\"id\":")?.split_once(',')?;
    let rest = rest.strip_prefix("\"message\":{\"ask\":{\"map\":\"")?;
    let (map, rest) = rest.split_once('"')?;
    let what = rest.strip_prefix(",\"what\":{\"")?.split_once('"')?.0;
    // What is escaped is no end.
    let is_search = !map.contains('\\') && SEARCHES.contains(&what);
    number.parse().ok().filter(|_| is_search)
}

/// The number of a call of `Talk` that is a search.
pub(super) fn in_talk(mut message: &[u8]) -> Option<u32> {
    let (mut number, mut is_search) = (0, false);
    while !message.is_empty() {
        let (tag, kind) = decode_key(&mut message).ok()?;
        if (tag, kind) == (NUMBER_TAG, WireType::Varint) {
            number = u32::try_from(decode_varint(&mut message).ok()?).ok()?;
        } else {
            // The last of several counts, as whoever reads them has it.
            is_search = SEARCH_TAGS.contains(&tag) || is_search && [2, 18].contains(&tag);
            skip_field(kind, tag, &mut message, DecodeContext::default()).ok()?;
        }
    }
    is_search.then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doors::grpc::messages::{self as said, talk_call::Call as Said};
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

    const CALLS: [(&str, bool); 8] = [
        (r#"{"path":{"from":"0,0","goal":{"at":"3,0"}}}"#, true),
        (r#"{"paths":[{"from":"0,0","goal":{"at":"3,0"}}]}"#, true),
        (r#"{"explain":{"from":"0,0","goal":{"at":"3,0"}}}"#, true),
        (r#"{"reach":{"from":"0,0","budget":60}}"#, true),
        (r#"{"matrix":{"from":["0,0"],"to":["3,0"]}}"#, true),
        (r#"{"field":{"to":["3,0"]}}"#, true),
        (r#"{"raycast":{"from":"0,0","to":"3,0"}}"#, false),
        (r#"{"nearest":{"place":"0,0"}}"#, false),
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
                }
            }
        }
        let others = [
            Call::Ping,
            Call::Maps,
            Call::Unwatch(7),
            Call::Watch(WatchCall::changes_of("path")),
            asked("m", r#"{"scene":{"path":{"from":[1,1],"goals":[[2,2]]}}}"#, false),
        ];
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
