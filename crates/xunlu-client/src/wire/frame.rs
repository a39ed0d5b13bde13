//! Frames: how calls and replies follow each other on a connection.
//!
//! ```text
//! frame: length u32 of all that follows | version u8, which is 1 | number u32 | a call or a reply in CBOR
//! ```
//!
//! Numbers are little-endian. A reply has the number of its call, and may overtake others.

use super::Encoding;
use crate::refusal::{Refusal, RefusalKind};
use serde::Serialize;

/// Most replies have room in so many bytes.
const ROOM: usize = 256;

/// A call or a reply with its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame<'a> {
    /// Which call it is, or replies to.
    pub number: u32,
    /// The call or the reply, in CBOR.
    pub body: &'a [u8],
}

impl Frame<'_> {
    /// The one version there is.
    pub const VERSION: u8 = 1;

    /// So many bytes stand before a frame's version: its length.
    pub const LENGTH_BYTES: usize = 4;

    /// So long a call may be, all that follows its length: a service reads no longer one.
    pub const CALL_BYTES_MAX: usize = 1 << 20;

    // Where its number stands, and where its body begins.
    const NUMBER_AT: usize = Frame::LENGTH_BYTES + 1;
    const BODY_AT: usize = Frame::NUMBER_AT + 4;

    /// A frame of something, length and all.
    ///
    /// # Panics
    /// When it has more than 4 GB.
    #[must_use]
    pub fn of(number: u32, message: &impl Serialize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(ROOM);
        Frame::append(&mut bytes, number, message);
        bytes
    }

    /// The same behind what is there already.
    ///
    /// # Panics
    /// When it has more than 4 GB.
    pub fn append(bytes: &mut Vec<u8>, number: u32, message: &impl Serialize) {
        let begun = bytes.len();
        bytes.extend([0; Frame::LENGTH_BYTES]);
        Frame::append_without_length(bytes, number, message);
        let length = u32::try_from(bytes.len() - begun - Frame::LENGTH_BYTES);
        let length = length.expect("a message has less than 4 GB");
        bytes[begun..begun + Frame::LENGTH_BYTES].copy_from_slice(&length.to_le_bytes());
    }

    /// Gives a frame that [`Frame::of`] made another number.
    ///
    /// # Panics
    /// When it is none.
    pub fn renumber(frame: &mut [u8], number: u32) {
        let own = frame.get_mut(Frame::NUMBER_AT..Frame::BODY_AT).expect("a frame has a number");
        own.copy_from_slice(&number.to_le_bytes());
    }

    /// The number of the frame that begins here, however long it is. Returns `None` if it has not come yet,
    /// or stands elsewhere in frames of that version.
    #[must_use]
    pub fn number_at(bytes: &[u8]) -> Option<u32> {
        let (head, _) = bytes.split_first_chunk::<{ Frame::BODY_AT }>()?;
        let [_, _, _, _, version, a, b, c, d] = *head;
        (version == Frame::VERSION).then(|| u32::from_le_bytes([a, b, c, d]))
    }

    /// A frame without its length, as WebSockets have it.
    #[must_use]
    pub fn without_length(number: u32, message: &impl Serialize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(ROOM);
        Frame::append_without_length(&mut bytes, number, message);
        bytes
    }

    /// The same behind what is there already.
    pub fn append_without_length(bytes: &mut Vec<u8>, number: u32, message: &impl Serialize) {
        bytes.push(Frame::VERSION);
        bytes.extend(number.to_le_bytes());
        Encoding::Cbor.append(bytes, message);
    }

    /// The first frame of what came, and how many bytes it takes. Returns `None` if it is not all there yet.
    ///
    /// # Errors
    /// When it is longer than so many bytes, too short for what each has, or of another version; then nobody
    /// knows where the next one begins.
    pub fn first(bytes: &[u8], length_max: usize) -> Result<Option<(Frame<'_>, usize)>, Refusal> {
        let Some((length, rest)) = bytes.split_first_chunk::<4>() else { return Ok(None) };
        let length = u32::from_le_bytes(*length) as usize;
        if length > length_max {
            let words = format!("a frame of {length} bytes; expected {length_max} at most");
            return Err(Refusal::new(RefusalKind::TooLarge, words));
        }
        let Some(inner) = rest.get(..length) else { return Ok(None) };
        Ok(Some((Frame::inner(inner)?, Frame::LENGTH_BYTES + length)))
    }

    /// A frame without its length, as WebSockets have it.
    ///
    /// # Errors
    /// When it is too short, or of another version.
    pub fn inner(bytes: &[u8]) -> Result<Frame<'_>, Refusal> {
        let Some((&[version, a, b, c, d], body)) = bytes.split_first_chunk() else {
            return Err(Refusal::not_understood("a frame without version and number"));
        };
        if version != Frame::VERSION {
            let words = format_args!("a frame of version {version}; expected 1");
            return Err(Refusal::not_understood(words));
        }
        Ok(Frame { number: u32::from_le_bytes([a, b, c, d]), body })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Call;

    #[test]
    fn frames_follow_each_other_and_may_come_in_pieces() {
        let [one, two] = [Frame::of(7, &Call::Ping), Frame::of(u32::MAX, &Call::Maps)];
        let both = [&one[..], &two].concat();
        let (first, length) = Frame::first(&both, 99).unwrap().unwrap();
        assert_eq!((first.number, length), (7, one.len()));
        assert_eq!(Encoding::Cbor.read::<Call>(first.body), Ok(Call::Ping));
        let (second, length) = Frame::first(&both[length..], 99).unwrap().unwrap();
        assert_eq!((second.number, length), (u32::MAX, two.len()));
        for length in 0..one.len() {
            assert_eq!(Frame::first(&one[..length], 99), Ok(None));
        }
    }

    #[test]
    fn the_number_of_a_frame_is_known_before_the_rest_has_come() {
        let mut frame = Frame::of(7, &Call::Ping);
        Frame::renumber(&mut frame, 0x0102_0304);
        assert_eq!(Frame::first(&frame, 99).unwrap().unwrap().0.number, 0x0102_0304);
        assert_eq!(Frame::number_at(&frame[..8]), None);
        assert_eq!(Frame::number_at(&frame[..9]), Some(0x0102_0304));
        frame[4] = 2;
        assert_eq!(Frame::number_at(&frame), None, "of another version");
    }

    #[test]
    fn frames_that_are_none_are_refused_at_once() {
        let code = |bytes: &[u8]| Frame::first(bytes, 99).unwrap_err().kind.code().to_owned();
        assert_eq!(code(&[0xff; 4]), "too-large");
        assert_eq!(code(&[100, 0, 0, 0]), "too-large");
        assert_eq!(code(&[4, 0, 0, 0, 1, 0, 0, 0]), "not-understood");
        assert_eq!(code(&[5, 0, 0, 0, 2, 0, 0, 0, 0]), "not-understood");
    }
}
