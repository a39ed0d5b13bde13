//! Little-endian values, written one after the other and read back with the place of what is wrong.

use crate::error::{At, FormatError, FormatErrorKind};
use crate::limits_check::Excess;
use std::fmt;

/// Bytes to be written.
#[derive(Debug, Default)]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl Bytes {
    pub(crate) fn u8(&mut self, value: u8) {
        self.0.push(value);
    }

    pub(crate) fn u16(&mut self, value: u16) {
        self.0.extend(value.to_le_bytes());
    }

    pub(crate) fn u32(&mut self, value: u32) {
        self.0.extend(value.to_le_bytes());
    }

    pub(crate) fn i32(&mut self, value: i32) {
        self.0.extend(value.to_le_bytes());
    }

    pub(crate) fn f32(&mut self, value: f32) {
        self.0.extend(value.to_le_bytes());
    }

    pub(crate) fn f64(&mut self, value: f64) {
        self.0.extend(value.to_le_bytes());
    }

    /// How many of something follow.
    pub(crate) fn count(&mut self, count: usize) {
        self.u32(u32::try_from(count).expect("nothing in memory is listed 2^32 times"));
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.count(text.len());
        self.0.extend(text.as_bytes());
    }
}

/// A section that is read from its beginning to its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'a> {
    file: &'a str,
    /// Where in the file `rest` begins.
    at: u64,
    rest: &'a [u8],
}

impl<'a> Cursor<'a> {
    /// These bytes, which begin so many bytes into the file.
    pub(crate) const fn new(file: &'a str, at: u64, rest: &'a [u8]) -> Cursor<'a> {
        Cursor { file, at, rest }
    }

    /// Leaves no more than so many bytes to be read.
    pub(crate) fn shorten(&mut self, length: usize) {
        self.rest = self.rest.get(..length).unwrap_or(self.rest);
    }

    /// Where in the file the next byte is.
    pub(crate) const fn place(&self) -> u64 {
        self.at
    }

    /// How many bytes are left.
    pub(crate) const fn len(&self) -> usize {
        self.rest.len()
    }

    /// The bytes that are left.
    pub(crate) const fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// The next `count` bytes.
    pub(crate) fn take(&mut self, count: usize, what: &str) -> Result<&'a [u8], FormatError> {
        let Some((taken, rest)) = self.rest.split_at_checked(count) else {
            let found = format!("the section ends {} bytes further on", self.rest.len());
            return Err(self.wrong(found, format_args!("{count} bytes of {what}")));
        };
        self.at += count as u64;
        self.rest = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], FormatError> {
        let taken = self.take(N, what)?;
        Ok(*taken.first_chunk().expect("so many were taken"))
    }

    pub(crate) fn u8(&mut self, what: &str) -> Result<u8, FormatError> {
        self.array(what).map(u8::from_le_bytes)
    }

    pub(crate) fn u16(&mut self, what: &str) -> Result<u16, FormatError> {
        self.array(what).map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self, what: &str) -> Result<u32, FormatError> {
        self.array(what).map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self, what: &str) -> Result<u64, FormatError> {
        self.array(what).map(u64::from_le_bytes)
    }

    pub(crate) fn i32(&mut self, what: &str) -> Result<i32, FormatError> {
        self.array(what).map(i32::from_le_bytes)
    }

    pub(crate) fn f32(&mut self, what: &str) -> Result<f32, FormatError> {
        self.array(what).map(f32::from_le_bytes)
    }

    pub(crate) fn f64(&mut self, what: &str) -> Result<f64, FormatError> {
        self.array(what).map(f64::from_le_bytes)
    }

    /// A number that is at most `most`.
    pub(crate) fn at_most(&mut self, most: u32, what: &str) -> Result<u32, FormatError> {
        let before = *self;
        let number = self.u32(what)?;
        if number > most {
            return Err(before.wrong(number, format_args!("{what}, at most {most}")));
        }
        Ok(number)
    }

    /// Bits of which only those in `known` are set.
    pub(crate) fn bits(&mut self, known: u8, what: &str) -> Result<u8, FormatError> {
        let before = *self;
        let bits = self.u8(what)?;
        if bits & !known != 0 {
            let found = format_args!("{bits:#04x}");
            return Err(before.wrong(found, format_args!("{what}, no more bits than {known:#04x}")));
        }
        Ok(bits)
    }

    /// How many items follow, each of at least `least` bytes: never more than there can be.
    pub(crate) fn count(&mut self, least: usize, what: &str) -> Result<usize, FormatError> {
        let before = *self;
        let count = self.u32(what)? as usize;
        let most = self.rest.len() / least;
        if count > most {
            let expected = format_args!("at most {most} {what}, for which there is room");
            return Err(before.wrong(count, expected));
        }
        Ok(count)
    }

    pub(crate) fn text(&mut self, what: &str) -> Result<&'a str, FormatError> {
        let length = self.u32(what)? as usize;
        let before = *self;
        let bytes = self.take(length, what)?;
        std::str::from_utf8(bytes)
            .map_err(|error| before.wrong(format_args!("{what}: {error}"), "UTF-8"))
    }

    /// That nothing is left.
    pub(crate) fn end(self, what: &str) -> Result<(), FormatError> {
        if self.rest.is_empty() {
            return Ok(());
        }
        Err(self.wrong(format_args!("{} bytes after the {what}", self.rest.len()), "none"))
    }

    /// An error at the next byte that says itself what was expected.
    pub(crate) fn refused(&self, message: String) -> FormatError {
        FormatError::new(self.file, At::Byte(self.at), message).of(FormatErrorKind::Damaged, [])
    }

    /// An error at the next byte, that too much is asked for.
    pub(crate) fn exceeding(&self, excess: Excess) -> FormatError {
        FormatError::exceeding(self.file, At::Byte(self.at), excess)
    }

    /// An error at the next byte.
    pub(crate) fn wrong(
        &self,
        found: impl fmt::Display,
        expected: impl fmt::Display,
    ) -> FormatError {
        FormatError::unexpected(self.file, At::Byte(self.at), found, expected)
            .of(FormatErrorKind::Damaged, [])
    }
}
