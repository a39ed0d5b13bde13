//! How messages are written: as JSON, for everybody, or as CBOR, where bytes and time count.

use crate::refusal::Refusal;
use cbor4ii::core::dec::Read as _;
use cbor4ii::core::enc::Write;
use cbor4ii::core::utils::SliceReader;
use cbor4ii::serde::{Deserializer, Serializer};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::convert::Infallible;
use std::io;

/// How something is written. Both say the same, by the same names; only places of paths are numbers in CBOR
/// ([`PathPlaces`](xunlu::wire::PathPlaces)).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// JSON (RFC 8259).
    #[default]
    Json,
    /// CBOR (RFC 8949), which every language has a library for.
    Cbor,
}

impl Encoding {
    /// What it is called in HTTP.
    #[must_use]
    pub const fn content_type(self) -> &'static str {
        match self {
            Encoding::Json => "application/json",
            Encoding::Cbor => "application/cbor",
        }
    }

    /// Reads what came. What is read may take far more memory than it has bytes: an empty text is one byte in
    /// CBOR and 24 once it is read, so whoever reads for strangers limits how long it is, and what is in it;
    /// nothing may lie deeper than 128 in JSON, 256 in CBOR.
    ///
    /// # Errors
    /// When it is not understood, or something follows it.
    pub fn read<T: DeserializeOwned>(self, bytes: &[u8]) -> Result<T, Refusal> {
        match self {
            Encoding::Json => serde_json::from_slice(bytes).map_err(Refusal::not_understood),
            Encoding::Cbor => {
                let mut deserializer = Deserializer::new(SliceReader::new(bytes));
                let read = T::deserialize(&mut deserializer).map_err(Refusal::not_understood)?;
                let mut rest = deserializer.into_inner();
                match rest.fill(1).map(|rest| rest.as_ref().is_empty()) {
                    Ok(true) => Ok(read),
                    _ => Err(Refusal::not_understood("more bytes than the message has")),
                }
            }
        }
    }

    /// What is told, written.
    #[must_use]
    pub fn write(self, told: &impl Serialize) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.append(&mut bytes, told);
        bytes
    }

    /// The same behind what is there already.
    ///
    /// # Panics
    /// Never: what is told is plain data.
    pub fn append(self, bytes: &mut Vec<u8>, told: &impl Serialize) {
        const PLAIN: &str = "answers are plain data";
        match self {
            Encoding::Json => serde_json::to_writer(Written(bytes), told).expect(PLAIN),
            Encoding::Cbor => told.serialize(&mut Serializer::new(Written(bytes))).expect(PLAIN),
        }
    }
}

/// What is written. Much of an answer is single bytes: in CBOR steps of a path, in JSON what stands around
/// its places.
struct Written<'a>(&'a mut Vec<u8>);

impl Write for Written<'_> {
    type Error = Infallible;

    #[inline]
    fn push(&mut self, input: &[u8]) -> Result<(), Infallible> {
        self.add(input);
        Ok(())
    }
}

impl io::Write for Written<'_> {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.add(bytes);
        Ok(bytes.len())
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.add(bytes);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Written<'_> {
    #[inline]
    fn add(&mut self, bytes: &[u8]) {
        match *bytes {
            [byte] => self.0.push(byte),
            _ => self.0.extend_from_slice(bytes),
        }
    }
}
