//! A snapshot as bytes, sealed so that one which is not whole is never taken for a map.
//!
//! ```text
//! "xunlu copy 1\n" | epoch u32 | number u64 | chain u64 | digest of the map u64 | binary document
//! ```
//!
//! Numbers are little-endian. The document has checksums of its own, and the digest says that what was read
//! is the map that was written, to the last link.

use crate::core::journal::Chain;
use crate::core::writer::{Made, Writer};
use xunlu::World;
use xunlu::map::Revision;
use xunlu_client::AnySnapshot;
use xunlu_format::{Content, Document, Format, Options, Overlay, Source, read_as, write};

const MARK: &[u8; 13] = b"xunlu copy 1\n";

/// A map that is at this, as bytes.
///
/// # Errors
/// In words, when it is a scene, or our own document cannot hold it.
pub(crate) fn seal(snapshot: &AnySnapshot, at: Made) -> Result<Vec<u8>, String> {
    let AnySnapshot::Map(snapshot) = snapshot else {
        return Err("scenes are not shared; expected a map".to_owned());
    };
    let map = snapshot.map();
    let document = Document::of(map.clone());
    let written = write(Format::Binary, &document, &Overlay::default());
    let written = written.map_err(|error| error.to_string())?;
    let mut bytes = MARK.to_vec();
    bytes.extend(at.revision.epoch.to_le_bytes());
    bytes.extend(at.revision.number.to_le_bytes());
    bytes.extend(at.chain.0.to_le_bytes());
    bytes.extend(map.digest().0.to_le_bytes());
    bytes.extend(written.bytes);
    Ok(bytes)
}

/// The copy of a map, if the bytes are whole and it is at this.
///
/// # Errors
/// In words, when they are not, or hold another map.
pub(crate) fn open(bytes: &[u8], expected: Made) -> Result<Writer, String> {
    let damaged = || "this is no whole snapshot".to_owned();
    let rest = bytes.strip_prefix(MARK).ok_or_else(damaged)?;
    let (epoch, rest) = rest.split_first_chunk().ok_or_else(damaged)?;
    let (number, rest) = rest.split_first_chunk().ok_or_else(damaged)?;
    let (chain, rest) = rest.split_first_chunk().ok_or_else(damaged)?;
    let (digest, rest) = rest.split_first_chunk().ok_or_else(damaged)?;
    let revision =
        Revision { epoch: u32::from_le_bytes(*epoch), number: u64::from_le_bytes(*number) };
    let at = Made { revision, chain: Chain(u64::from_le_bytes(*chain)) };
    if at != expected {
        return Err(format!("a snapshot of revision {revision}; expected {}", expected.revision));
    }
    let source = Source::alone("snapshot", rest);
    let document = read_as(Format::Binary, &source, &Options::default());
    let document = document.map_err(|error| error.to_string())?.document;
    let Content::Map(map) = document.content else { return Err(damaged()) };
    if map.digest().0 != u64::from_le_bytes(*digest) {
        return Err(damaged());
    }
    let world = World::new(map.at_revision(revision)).map_err(|error| error.to_string())?;
    Ok(Writer::copied(world, at.chain))
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu::{Grid, Map};

    fn map_of(writer: &Writer) -> Map {
        let AnySnapshot::Map(snapshot) = writer.snapshot() else { panic!("a map was sealed") };
        snapshot.map().clone()
    }

    fn sealed() -> (Vec<u8>, Made) {
        let revision = Revision { epoch: 3, number: 7 };
        let at = Made { revision, chain: Chain(99) };
        let world = World::new("..#.\n....".parse::<Grid>().unwrap()).unwrap();
        (seal(&AnySnapshot::Map(world.snapshot()), at).unwrap(), at)
    }

    #[test]
    fn a_snapshot_is_read_back_with_its_revision() {
        let (bytes, at) = sealed();
        let writer = open(&bytes, at).unwrap();
        assert_eq!(writer.made(), at);
        assert_eq!(map_of(&writer).to_string(), "..#.\n....");
        let other = Made { chain: Chain(98), ..at };
        assert!(open(&bytes, other).is_err(), "of another history");
    }

    #[test]
    fn a_snapshot_with_any_bit_changed_or_any_byte_missing_is_refused() {
        let (bytes, at) = sealed();
        for bit in 0..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(open(&changed, at).is_err(), "bit {bit}");
        }
        for length in 0..bytes.len() {
            assert!(open(&bytes[..length], at).is_err(), "{length}");
        }
    }
}
