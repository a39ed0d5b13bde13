//! How calls and replies are said on a stream of bytes.

use crate::messages::talk_call::Call as Said;
use crate::messages::talk_reply::Reply as TalkTold;
use crate::messages::{Answer, Goal, NearestRequest, PathRequest, PathsRequest, Query, goal};
use crate::messages::{TalkCall, TalkReply};
use crate::questions::{Asked, MAP, Told};
use prost::Message;
use xunlu::wire;
use xunlu_client::{Ask, CallReply, Encoding, Frame, Response};

/// How calls are said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Speech {
    /// HTTP/1.1, one call after the other.
    Http(Encoding),
    WebSocket(Encoding),
    Frames,
    /// Messages of the stream `Talk`.
    Talk,
}

/// A call as it is said, but for its number.
#[derive(Clone, Debug)]
pub(crate) struct SaidCall {
    pub(crate) bytes: Vec<u8>,
    number_at: usize,
}

/// A reply that has come as a whole.
#[derive(Debug)]
pub(crate) struct Heard<'a> {
    /// Which call it is to; the oldest if it does not say.
    pub(crate) number: Option<u32>,
    pub(crate) is_answer: bool,
    pub(crate) body: &'a [u8],
    pub(crate) length: usize,
}

/// What a message of gRPC begins with.
pub(crate) const PREFIX_BYTES: usize = 5;

/// How many bytes a number has in these messages.
const VARINT_BYTES: usize = 5;

/// How many digits a number has in texts.
const DIGITS: usize = 10;

impl Speech {
    pub(crate) fn call(self, asked: &Asked) -> SaidCall {
        match self {
            Speech::Http(encoding) => {
                let (body, name) = (asked.what.body(encoding), asked.what.name());
                let (content, length) = (encoding.content_type(), body.len());
                let head = format!(
                    "POST /v1/maps/{MAP}/{name} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {content}\r\n\
                     Accept: {content}\r\nContent-Length: {length}\r\n\r\n"
                );
                SaidCall { bytes: [head.as_bytes(), &body].concat(), number_at: 0 }
            }
            Speech::Frames => {
                let number_at = Frame::LENGTH_BYTES + 1;
                SaidCall { bytes: Frame::of(0, &asked.call()), number_at }
            }
            Speech::WebSocket(Encoding::Cbor) => {
                let message = Frame::without_length(0, &asked.call());
                let head = websocket_head(2, message.len());
                SaidCall { number_at: head.len() + 1, bytes: [head, message].concat() }
            }
            Speech::WebSocket(Encoding::Json) => {
                let call = Encoding::Json.write(&asked.call());
                let number = format!("{{\"id\":{:DIGITS$},\"message\":", 0);
                let message = [number.as_bytes(), &call, b"}"].concat();
                let head = websocket_head(1, message.len());
                SaidCall {
                    number_at: head.len() + "{\"id\":".len(),
                    bytes: [head, message].concat(),
                }
            }
            Speech::Talk => {
                let call = Some(in_message(asked));
                let call = TalkCall { id: 0, time_ms: None, traceparent: None, call };
                let numbered = [&[8][..], &[0; VARINT_BYTES], &call.encode_to_vec()].concat();
                SaidCall { bytes: prefixed(&numbered), number_at: PREFIX_BYTES + 1 }
            }
        }
    }

    /// Says a call with its number behind what was said before.
    pub(crate) fn say(self, out: &mut Vec<u8>, call: &SaidCall, number: u32) {
        let at = out.len() + call.number_at;
        out.extend_from_slice(&call.bytes);
        match self {
            Speech::Http(_) => {}
            Speech::Frames | Speech::WebSocket(Encoding::Cbor) => {
                out[at..at + 4].copy_from_slice(&number.to_le_bytes());
            }
            Speech::WebSocket(Encoding::Json) => {
                let mut rest = number;
                for digit in out[at..at + DIGITS].iter_mut().rev() {
                    *digit =
                        if rest > 0 { b'0' + u8::try_from(rest % 10).unwrap_or(0) } else { b' ' };
                    rest /= 10;
                }
                if number == 0 {
                    out[at + DIGITS - 1] = b'0';
                }
            }
            Speech::Talk => {
                for (place, byte) in out[at..at + VARINT_BYTES].iter_mut().enumerate() {
                    let more = if place + 1 < VARINT_BYTES { 0x80 } else { 0 };
                    *byte = (number >> (7 * place)).to_le_bytes()[0] & 0x7f | more;
                }
            }
        }
    }

    /// The first reply of what came. Returns `None` if it is not all there yet.
    pub(crate) fn first(self, bytes: &[u8]) -> Option<Heard<'_>> {
        match self {
            Speech::Http(_) => http(bytes),
            Speech::Frames => {
                let (frame, length) = Frame::first(bytes, usize::MAX).expect("a frame")?;
                Some(in_frame(&frame, length))
            }
            Speech::WebSocket(_) => websocket(bytes),
            Speech::Talk => {
                let (&[_, a, b, c, d], rest) = bytes.split_first_chunk()?;
                let length = u32::from_be_bytes([a, b, c, d]) as usize;
                Some(talk(rest.get(..length)?))
            }
        }
    }

    /// The paths that a reply tells.
    pub(crate) fn told(self, asked: &Asked, body: &[u8]) -> Vec<Told> {
        let call = |encoding: Encoding| match encoding.read(body).expect("a reply") {
            CallReply::Told(told) => Told::of(&told),
            other => panic!("{other:?}"),
        };
        match (self, &asked.what) {
            (Speech::Frames, _) => call(Encoding::Cbor),
            (Speech::WebSocket(encoding), _) => call(encoding),
            (Speech::Http(encoding), Ask::Path(_)) => {
                Told::of(&Response::Path(encoding.read(body).expect("a reply")))
            }
            (Speech::Http(encoding), Ask::Paths(_)) => {
                Told::of(&Response::Paths(encoding.read(body).expect("a reply")))
            }
            (Speech::Talk, Ask::Path(_) | Ask::Paths(_)) => {
                match TalkReply::decode(body).expect("a reply").reply {
                    Some(TalkTold::Path(answer)) => vec![told_of(&answer)],
                    Some(TalkTold::Paths(told)) => told.answers.iter().map(told_of).collect(),
                    other => panic!("{other:?}"),
                }
            }
            _ => Vec::new(),
        }
    }
}

/// What a message says of a path.
pub(crate) fn told_of(answer: &Answer) -> Told {
    let number = answer.revision.rsplit('.').next().and_then(|number| number.parse().ok());
    Told::new(answer.path.as_ref().map(|path| path.cost), number.expect("a revision"))
}

/// A question as gRPC has it.
pub(crate) fn in_message(asked: &Asked) -> Said {
    let map = MAP.to_owned();
    let query = |query: &wire::Query| {
        let wire::Goal::At(to) = &query.goal else { unreachable!("they go to one place") };
        let goal = Some(Goal { goal: Some(goal::Goal::At(to.clone())) });
        Query { from: query.from.clone(), goal, ..Query::default() }
    };
    match &asked.what {
        Ask::Path(path) => {
            let query = Some(query(path));
            Said::Path(PathRequest { map, query, ..PathRequest::default() })
        }
        Ask::Paths(paths) => {
            let queries = paths.iter().map(query).collect();
            Said::Paths(PathsRequest { map, queries, ..PathsRequest::default() })
        }
        Ask::Nearest(near) => {
            let place = near.place.clone();
            Said::Nearest(NearestRequest { map, place, ..NearestRequest::default() })
        }
        other => unreachable!("{other:?} is not asked here"),
    }
}

/// A message with its length, as gRPC has it.
pub(crate) fn prefixed(message: &[u8]) -> Vec<u8> {
    let length = u32::try_from(message.len()).expect("a call is small").to_be_bytes();
    [&[0][..], &length, message].concat()
}

/// A frame's head for a message of a client; masked with zeros, which is as good as not.
fn websocket_head(opcode: u8, length: usize) -> Vec<u8> {
    let mut head = vec![0x80 | opcode];
    match u16::try_from(length) {
        Ok(short @ ..126) => head.push(0x80 | short.to_le_bytes()[0]),
        Ok(long) => head.extend([&[0x80 | 126][..], &long.to_be_bytes()].concat()),
        Err(_) => head.extend([&[0x80 | 127][..], &(length as u64).to_be_bytes()].concat()),
    }
    head.extend([0; 4]);
    head
}

fn http(bytes: &[u8]) -> Option<Heard<'_>> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
    let head = std::str::from_utf8(&bytes[..end]).expect("a head is text");
    let mut lines = head.split("\r\n");
    let is_answer = lines.next().is_some_and(|line| line.starts_with("HTTP/1.1 200"));
    let length = lines.find_map(|line| line.strip_prefix("content-length: "));
    let length: usize = length.and_then(|length| length.parse().ok()).expect("it has a length");
    let body = bytes.get(end..end + length)?;
    Some(Heard { number: None, is_answer, body, length: end + length })
}

fn websocket(bytes: &[u8]) -> Option<Heard<'_>> {
    let (&[first, short], rest) = bytes.split_first_chunk()?;
    let (length, head) = match short {
        126 => (u64::from(u16::from_be_bytes(*rest.first_chunk()?)), 4),
        127 => (u64::from_be_bytes(*rest.first_chunk()?), 10),
        short => (u64::from(short), 2),
    };
    let length = head + usize::try_from(length).expect("a reply fits into memory");
    let message = bytes.get(head..length)?;
    if first == 0x82 {
        return Some(in_frame(&Frame::inner(message).expect("a frame"), length));
    }
    let text = message.strip_prefix(b"{\"id\":").expect("it is numbered");
    let comma = text.iter().position(|&byte| byte == b',').expect("it has a message");
    let number = std::str::from_utf8(&text[..comma]).ok().and_then(|number| number.parse().ok());
    let body = &text[comma + ",\"message\":".len()..text.len() - 1];
    let is_answer = body.starts_with(b"{\"told\"");
    Some(Heard { number: Some(number.expect("a number")), is_answer, body, length })
}

fn in_frame<'a>(frame: &Frame<'a>, length: usize) -> Heard<'a> {
    // A map of one, whose key has four letters.
    let is_answer = frame.body.starts_with(b"\xa1\x64told");
    Heard { number: Some(frame.number), is_answer, body: frame.body, length }
}

fn talk(message: &[u8]) -> Heard<'_> {
    let (mut number, mut at) = (0, 0);
    if message.first() == Some(&8) {
        for (place, &byte) in message[1..].iter().take(VARINT_BYTES).enumerate() {
            number |= u32::from(byte & 0x7f) << (7 * place);
            at = place + 2;
            if byte < 0x80 {
                break;
            }
        }
    }
    // The field 15, written as bytes with their length.
    let is_answer = message.get(at) != Some(&(15 << 3 | 2));
    Heard { number: Some(number), is_answer, body: message, length: PREFIX_BYTES + message.len() }
}
