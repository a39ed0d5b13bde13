//! A file of sections: a header with a mark, a version and the file's length, a table of sections with their
//! lengths and checksums, and padding. It knows nothing of what the sections hold; `own/binary.rs` tells its
//! bytes.

mod bytes;

use crate::error::{At, FormatError, FormatErrorKind, Warning};
use crate::source::Source;
pub(crate) use bytes::{Bytes, Cursor};
use std::fmt::Debug;

/// What kind of file it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    /// Its first bytes.
    pub(crate) magic: &'static [u8],
    /// The version that is read and written.
    pub(crate) version: u16,
    /// What messages call it: "a binary document of xunlu".
    pub(crate) what: &'static str,
}

/// A kind of section that a reader may pass over when it does not know it.
const OPTIONAL: u32 = 1 << 31;

/// Sections begin at multiples of this.
const ALIGNMENT: u64 = 64;

const HEADER_BYTES: u64 = 24;
const ENTRY_BYTES: u64 = 24;
const CHECKSUM_BYTES: u64 = 4;

/// What appends the bytes of a section.
type Writing<'a> = Box<dyn Fn(&mut Vec<u8>) + 'a>;

/// What is to be written into a section.
pub(crate) enum Payload<'a> {
    Bytes(Bytes),
    /// So many bytes, which are not copied before they are written.
    Written(u64, Writing<'a>),
}

impl<'a> Payload<'a> {
    /// So many bytes, which `write` appends.
    pub(crate) fn written(length: u64, write: impl Fn(&mut Vec<u8>) + 'a) -> Payload<'a> {
        Payload::Written(length, Box::new(write))
    }

    const fn len(&self) -> u64 {
        match self {
            Payload::Bytes(bytes) => bytes.0.len() as u64,
            Payload::Written(length, _) => *length,
        }
    }

    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Payload::Bytes(bytes) => out.extend(&bytes.0),
            Payload::Written(_, write) => write(out),
        }
    }
}

/// The file of these sections.
pub(crate) fn file_of<K: Copy + Into<u32>>(form: &Form, sections: &[(K, Payload<'_>)]) -> Vec<u8> {
    let mut end = end_of_table(sections.len() as u64);
    let places: Vec<(u64, u64)> = sections
        .iter()
        .map(|(_, payload)| {
            let place = (end.next_multiple_of(ALIGNMENT), payload.len());
            end = place.0 + place.1;
            place
        })
        .collect();
    let in_memory = |length: u64| usize::try_from(length).expect("its parts are in memory, too");
    let mut out = Vec::with_capacity(in_memory(end));
    // The table is filled in when the checksums are known.
    out.resize(in_memory(end_of_table(sections.len() as u64)), 0);
    let mut table = Bytes::default();
    table.0.extend(form.magic);
    table.u16(form.version);
    table.u16(0);
    table.count(sections.len());
    table.0.extend(end.to_le_bytes());
    for ((kind, payload), (offset, length)) in sections.iter().zip(places) {
        let start = in_memory(offset);
        out.resize(start, 0);
        payload.write(&mut out);
        assert_eq!(out.len() as u64, offset + length, "a payload is as long as it says");
        table.u32((*kind).into());
        table.u32(crc32fast::hash(&out[start..]));
        table.0.extend(offset.to_le_bytes());
        table.0.extend(length.to_le_bytes());
    }
    table.u32(crc32fast::hash(&table.0));
    out[..table.0.len()].copy_from_slice(&table.0);
    out
}

fn end_of_table(sections: u64) -> u64 {
    HEADER_BYTES + ENTRY_BYTES * sections + CHECKSUM_BYTES
}

/// The sections of a file, to be taken in order.
#[derive(Debug)]
pub(crate) struct Sections<'a> {
    file: &'a str,
    rest: std::vec::IntoIter<(u32, Cursor<'a>)>,
    pub(crate) warnings: Vec<Warning>,
}

impl<'a> Sections<'a> {
    /// The sections of a file whose every byte is as its checksums say.
    pub(crate) fn of(form: &Form, source: &Source<'a>) -> Result<Sections<'a>, FormatError> {
        let Source { name: file, bytes, .. } = *source;
        let mut sections = Vec::new();
        let mut warnings = Vec::new();
        let (mut table, mut end) = table_of(form, file, bytes)?;
        for number in 0..table.len() as u64 / ENTRY_BYTES {
            let entry = table;
            let kind = table.u32("a section's kind")?;
            let checksum = table.u32("a section's checksum")?;
            let (offset, length) = (table.u64("an offset")?, table.u64("a length")?);
            if offset != end.next_multiple_of(ALIGNMENT) {
                let expected = end.next_multiple_of(ALIGNMENT);
                return Err(
                    entry.wrong(format_args!("section {number} begins at {offset}"), expected)
                );
            }
            let stop = offset.checked_add(length).filter(|&stop| stop <= bytes.len() as u64);
            let Some(stop) = stop else {
                let found = format_args!("section {number} is {length} bytes long");
                return Err(entry.wrong(found, "it to end where the file does, or before"));
            };
            let padding = slice(bytes, end, offset);
            if let Some(at) = padding.iter().position(|&byte| byte != 0) {
                let at = Cursor::new(file, end + at as u64, &[]);
                return Err(at.wrong(format_args!("a byte before section {number}"), "0"));
            }
            let section = slice(bytes, offset, stop);
            if crc32fast::hash(section) != checksum {
                let at = Cursor::new(file, offset, section);
                let found = format_args!("section {number} is not what its checksum says");
                return Err(at.wrong(found, "bytes that were not changed"));
            }
            end = stop;
            if kind & OPTIONAL == 0 {
                sections.push((kind, Cursor::new(file, offset, section)));
            } else {
                let message = format!("a section of kind {kind:#x} is not known and was left out");
                warnings.push(Warning::new(At::Byte(offset), message));
            }
        }
        Cursor::new(file, end, slice(bytes, end, bytes.len() as u64)).end("last section")?;
        Ok(Sections { file, rest: sections.into_iter(), warnings })
    }

    /// The next section, if it is of this kind.
    pub(crate) fn take(&mut self, kind: impl Into<u32>) -> Option<Cursor<'a>> {
        let (found, _) = self.rest.as_slice().first()?;
        if *found == kind.into() { self.rest.next().map(|(_, section)| section) } else { None }
    }

    /// The next section, which has to be of this kind.
    pub(crate) fn need(
        &mut self,
        kind: impl Copy + Debug + Into<u32>,
    ) -> Result<Cursor<'a>, FormatError> {
        let wanted = format!("one of kind {} ({kind:?})", kind.into());
        self.take(kind).ok_or_else(|| self.wrong(&wanted))
    }

    /// That there is no further section.
    pub(crate) fn end(&self) -> Result<(), FormatError> {
        if self.rest.len() == 0 { Ok(()) } else { Err(self.wrong("none, or one that comes later")) }
    }

    fn wrong(&self, expected: &str) -> FormatError {
        match self.rest.as_slice().first() {
            Some((kind, section)) => {
                section.wrong(format_args!("a section of kind {kind}"), expected)
            }
            None => {
                let found = "there is no more section";
                FormatError::unexpected(self.file, At::File, found, expected)
                    .of(FormatErrorKind::Damaged, [])
            }
        }
    }
}

/// The entries of the table, and where it ends.
fn table_of<'a>(
    form: &Form,
    file: &'a str,
    bytes: &'a [u8],
) -> Result<(Cursor<'a>, u64), FormatError> {
    let mut header = Cursor::new(file, 0, bytes);
    if !bytes.starts_with(form.magic) {
        let expected = format_args!("\"{}\"", form.magic.escape_ascii());
        return Err(header.wrong(format_args!("this is not {}", form.what), expected));
    }
    header.take(form.magic.len(), "the mark")?;
    let before = header;
    let version = header.u16("the version")?;
    if version != form.version {
        let found = format_args!("this is version {version} of {}", form.what);
        return Err(
            before.wrong(found, format_args!("version {}, as no other is read", form.version))
        );
    }
    let before = header;
    if header.u16("the flags")? != 0 {
        return Err(before.wrong("flags that are not known", "0"));
    }
    let before = header;
    let count = u64::from(header.u32("the number of sections")?);
    let end = end_of_table(count);
    let length = header.u64("the length")?;
    if length != bytes.len() as u64 {
        let found = format_args!("the file is {} bytes long", bytes.len());
        return Err(before.wrong(found, format_args!("{length}, as its header says")));
    }
    if end > length {
        let found = format_args!("{count} sections");
        return Err(before.wrong(found, format_args!("a table that fits {length} bytes")));
    }
    let table = slice(bytes, HEADER_BYTES, end - CHECKSUM_BYTES);
    let mut checksum =
        Cursor::new(file, end - CHECKSUM_BYTES, slice(bytes, end - CHECKSUM_BYTES, end));
    let at = checksum;
    if checksum.u32("the checksum")? != crc32fast::hash(slice(bytes, 0, end - CHECKSUM_BYTES)) {
        let found = "header and table are not what their checksum says";
        return Err(at.wrong(found, "bytes that were not changed"));
    }
    Ok((Cursor::new(file, HEADER_BYTES, table), end))
}

/// The bytes between two places of a file. Returns none of them if there are not so many.
fn slice(bytes: &[u8], from: u64, to: u64) -> &[u8] {
    let place = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
    bytes.get(place(from)..place(to)).unwrap_or_default()
}
