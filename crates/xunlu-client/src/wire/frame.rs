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

    /// A frame of something, length and all.
    ///
    /// # Panics
    /// When it has more than 4 GB.
    #[must_use]
    pub fn of(number: u32, message: &impl Serialize) -> Vec<u8> {
        let mut bytes = Frame::after(vec![0; Frame::LENGTH_BYTES], number, message);
        let length = u32::try_from(bytes.len() - Frame::LENGTH_BYTES);
        let length = length.expect("a message has less than 4 GB");
        bytes[..Frame::LENGTH_BYTES].copy_from_slice(&length.to_le_bytes());
        bytes
    }

    /// The same without its length, as WebSockets have it.
    #[must_use]
    pub fn without_length(number: u32, message: &impl Serialize) -> Vec<u8> {
        Frame::after(Vec::new(), number, message)
    }

    fn after(mut bytes: Vec<u8>, number: u32, message: &impl Serialize) -> Vec<u8> {
        // Most replies have room in so much.
        bytes.reserve(256);
        bytes.push(Frame::VERSION);
        bytes.extend(number.to_le_bytes());
        Encoding::Cbor.write_after(bytes, message)
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
    fn frames_that_are_none_are_refused_at_once() {
        let code = |bytes: &[u8]| Frame::first(bytes, 99).unwrap_err().kind.code().to_owned();
        assert_eq!(code(&[0xff; 4]), "too-large");
        assert_eq!(code(&[100, 0, 0, 0]), "too-large");
        assert_eq!(code(&[4, 0, 0, 0, 1, 0, 0, 0]), "not-understood");
        assert_eq!(code(&[5, 0, 0, 0, 2, 0, 0, 0, 0]), "not-understood");
    }
}
