//! A snapshot as bytes, sealed so that one which is not whole is never taken for a map.
//!
//! ```text
//! "xunlu copy 1\n"  | epoch u32 | number u64 | chain u64 | digest of the map u64 | binary document
//! "xunlu scene 1\n" | epoch u32 | number u64 | chain u64 | checksum u64 of all that follows
//!                   | length u64 of the file, the file | the changes that lead from there, as JSON
//! ```
//!
//! Numbers are little-endian. The document has checksums of its own, and the digest says that what was read
//! is the map that was written, to the last link. A scene has no document that says what was changed, so it
//! is made again of its file.

use crate::core::journal::{Chain, checksum};
use crate::core::naming::Naming;
use crate::core::site::Site;
use crate::core::writer::{Made, Writer};
use crate::taken::scene_of;
use std::sync::Arc;
use xunlu::map::Revision;
use xunlu::{Map, World};
use xunlu_client::{AnySnapshot, Encoding, SceneChange, SceneWorld};
use xunlu_format::{Content, Document, Format, Options, Overlay, Source, read_as, write};

const MAP_MARK: &[u8] = b"xunlu copy 1\n";
const SCENE_MARK: &[u8] = b"xunlu scene 1\n";

/// A map or a scene that is at this, as bytes.
///
/// # Errors
/// In words, when our own document cannot hold it, or nobody kept the file of a scene.
pub(crate) fn seal(snapshot: &AnySnapshot, naming: &Naming, at: Made) -> Result<Vec<u8>, String> {
    let (mark, sum, rest) = match snapshot {
        AnySnapshot::Map(snapshot) => {
            let document = naming.document(snapshot.map().clone());
            (MAP_MARK, snapshot.map().digest().0, bytes_of(&document)?)
        }
        AnySnapshot::Scene(scene) => {
            let rest = bytes_of_scene(scene)?;
            (SCENE_MARK, checksum(&[&rest]), rest)
        }
    };
    let mut bytes = mark.to_vec();
    bytes.extend(at.revision.epoch.to_le_bytes());
    bytes.extend(at.revision.number.to_le_bytes());
    bytes.extend(at.chain.0.to_le_bytes());
    bytes.extend(sum.to_le_bytes());
    bytes.extend(rest);
    Ok(bytes)
}

/// The copy of a map or a scene, if the bytes are whole and it is at this.
///
/// # Errors
/// In words, when they are not, or hold another.
pub(crate) fn open(bytes: &[u8], expected: Made) -> Result<Writer, String> {
    let is_scene = bytes.starts_with(SCENE_MARK);
    let mark = if is_scene { SCENE_MARK } else { MAP_MARK };
    let rest = bytes.strip_prefix(mark).ok_or_else(damaged)?;
    let (epoch, rest) = rest.split_first_chunk().ok_or_else(damaged)?;
    let (number, rest) = number_in(rest)?;
    let (chain, rest) = number_in(rest)?;
    let (sum, rest) = number_in(rest)?;
    let revision = Revision { epoch: u32::from_le_bytes(*epoch), number };
    let at = Made { revision, chain: Chain(chain) };
    if at != expected {
        return Err(format!("a snapshot of revision {revision}; expected {}", expected.revision));
    }
    if is_scene {
        let scene = scene_in(rest, sum)?;
        return Ok(Writer::copied(scene.at_revision(revision), at.chain));
    }
    Ok(Writer::copied(site_in(rest, sum, revision)?, at.chain))
}

pub(crate) fn damaged() -> String {
    "this is no whole snapshot".to_owned()
}

pub(crate) fn number_in(bytes: &[u8]) -> Result<(u64, &[u8]), String> {
    let (number, rest) = bytes.split_first_chunk().ok_or_else(damaged)?;
    Ok((u64::from_le_bytes(*number), rest))
}

/// Our own binary document.
pub(crate) fn bytes_of(document: &Document) -> Result<Vec<u8>, String> {
    let written = write(Format::Binary, document, &Overlay::default());
    written.map(|written| written.bytes).map_err(|error| error.to_string())
}

/// The map of such a document, if it is still the one of this digest, with what else it says.
pub(crate) fn map_in(bytes: &[u8], digest: u64) -> Result<(Map, Naming), String> {
    let source = Source::alone("snapshot", bytes);
    let document = read_as(Format::Binary, &source, &Options::default());
    let document = document.map_err(|error| error.to_string())?.document;
    let (Content::Map(map), naming) = Naming::taken(document) else { return Err(damaged()) };
    if map.digest().0 == digest { Ok((map, naming)) } else { Err(damaged()) }
}

/// The same, to be asked and changed.
pub(crate) fn site_in(bytes: &[u8], digest: u64, revision: Revision) -> Result<Site, String> {
    let (map, naming) = map_in(bytes, digest)?;
    let world = World::new(map.at_revision(revision)).map_err(|error| error.to_string())?;
    Ok(Site::named(world, Arc::new(naming)))
}

fn bytes_of_scene(scene: &SceneWorld) -> Result<Vec<u8>, String> {
    let file = scene.file().ok_or("nobody kept the file of the scene")?;
    let mut bytes = (file.len() as u64).to_le_bytes().to_vec();
    bytes.extend(file);
    bytes.extend(Encoding::Json.write(&scene.changes_of_file()));
    Ok(bytes)
}

fn scene_in(bytes: &[u8], sum: u64) -> Result<SceneWorld, String> {
    if checksum(&[bytes]) != sum {
        return Err(damaged());
    }
    let (length, rest) = number_in(bytes)?;
    let length = usize::try_from(length).map_err(|_| damaged())?;
    let (file, changes) = rest.split_at_checked(length).ok_or_else(damaged)?;
    let refused = |refusal: xunlu_client::Refusal| refusal.to_string();
    let changes: Vec<SceneChange> = Encoding::Json.read(changes).map_err(refused)?;
    let scene = scene_of("snapshot", file).map_err(refused)?;
    changes.iter().try_fold(scene, |scene, change| scene.changed(change)).map_err(refused)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map_of(writer: &Writer) -> Map {
        let AnySnapshot::Map(snapshot) = writer.snapshot() else { panic!("a map was sealed") };
        snapshot.map().clone()
    }

    const AT: Made = Made { revision: Revision { epoch: 3, number: 7 }, chain: Chain(99) };

    fn sealed() -> Vec<u8> {
        let text = r#"{"xunlu": 1, "kind": "grid", "terrain": ["..#.", "...."],
            "named_terrains": [{"terrain": 7, "name": "mud", "price": 200}],
            "places": [{"name": "well", "x": 1, "y": 1}]}"#;
        let source = Source::alone("yard", text.as_bytes());
        let document = read_as(Format::Json, &source, &Options::default()).unwrap().document;
        let (content, naming) = Naming::taken(document);
        let Content::Map(map) = content else { panic!("a map was read") };
        let world = World::new(map).unwrap();
        seal(&AnySnapshot::Map(world.snapshot()), &naming, AT).unwrap()
    }

    /// Ground with a door and two obstacles, of which one was moved, one taken, and a third put in.
    fn sealed_scene() -> (Vec<u8>, SceneWorld) {
        let file = include_bytes!("../../../tests/it/support/plaza.json");
        let changes = r#"[
            {"put": {"name": "cart", "outline": [[1, 1], [2, 1], [2, 2]]}},
            {"move": {"name": "cart", "outline": [[1, 6], [2, 6], [2, 7]]}},
            {"all": [{"take": "statue"}, {"door": {"link": 0, "is_open": false}}, {"put": {"name": "sack", "outline": [[6, 1], [7, 1], [7, 2]]}}]},
            {"take": "sack"}
        ]"#;
        let changes: Vec<SceneChange> = serde_json::from_str(changes).unwrap();
        let scene = scene_of("plaza", file).unwrap();
        let changed = changes.iter().try_fold(scene, |scene, change| scene.changed(change));
        let scene = changed.unwrap().at_revision(AT.revision);
        (seal(&AnySnapshot::Scene(Arc::new(scene.clone())), &Naming::default(), AT).unwrap(), scene)
    }

    #[test]
    fn a_snapshot_is_read_back_with_its_revision() {
        let bytes = sealed();
        let writer = open(&bytes, AT).unwrap();
        assert_eq!(writer.made(), AT);
        assert_eq!(map_of(&writer).to_string(), "..#.\n....");
        let document = writer.naming().document(map_of(&writer));
        assert_eq!(document.place("well").map(|place| place.to_string()).as_deref(), Some("1,1"));
        assert_eq!(document.terrains[0].name.as_deref(), Some("mud"));
        assert!(document.terrains[0].price.is_some());
        let other = Made { chain: Chain(98), ..AT };
        assert!(open(&bytes, other).is_err(), "of another history");
    }

    #[test]
    fn a_scene_is_made_again_of_its_file() {
        let (bytes, scene) = sealed_scene();
        let writer = open(&bytes, AT).unwrap();
        let AnySnapshot::Scene(copy) = writer.snapshot() else { panic!("a scene was sealed") };
        assert_eq!((writer.made(), copy.revision()), (AT, AT.revision));
        assert_eq!(copy.changes_of_file(), scene.changes_of_file());
        assert_eq!(copy.changes_of_file().len(), 1, "however many there were");
    }

    #[test]
    fn a_snapshot_with_any_bit_changed_or_any_byte_missing_is_refused() {
        for bytes in [sealed(), sealed_scene().0] {
            for bit in 0..bytes.len() * 8 {
                let mut changed = bytes.clone();
                changed[bit / 8] ^= 1 << (bit % 8);
                assert!(open(&changed, AT).is_err(), "bit {bit}");
            }
            for length in 0..bytes.len() {
                assert!(open(&bytes[..length], AT).is_err(), "{length}");
            }
        }
    }
}
