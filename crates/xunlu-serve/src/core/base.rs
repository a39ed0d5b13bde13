//! What a journal goes on from once it was made shorter: a map at one revision, and what the changes that led
//! there were called.
//!
//! ```text
//! mark | epoch u32 | number u64 | chain u64
//!      | names u32, of each: length u8, bytes, epoch u32, number u64, chain u64
//!      | of a map: digest of the map u64, binary document
//!      | of a scene: digest of the file it was made of u64, the changes that lead from there, as JSON
//! ```
//!
//! Numbers are little-endian. Whoever keeps it sees that the bytes are whole.

use super::journal::{Chain, JournalBase};
use super::replica::sealed::{bytes_of, damaged, map_in, number_in, site_in};
use super::writer::{Made, Writer};
use xunlu::map::Revision;
use xunlu_client::{AnySnapshot, Encoding, SceneChange, SceneWorld};

const MAP_MARK: &[u8] = b"xunlu base 1\n";
const SCENE_MARK: &[u8] = b"xunlu scene base 1\n";

impl JournalBase {
    /// As bytes, from which [`writer_of`] makes it again.
    ///
    /// # Errors
    /// In words, when our own document cannot hold the map.
    pub(crate) fn to_bytes(&self) -> Result<Vec<u8>, String> {
        let (mark, digest, rest) = match &self.snapshot {
            AnySnapshot::Map(snapshot) => {
                let document = self.naming.document(snapshot.map().clone());
                let (digest, rest) = (snapshot.map().digest().0, bytes_of(&document)?);
                // What was there before is let go of, so it is seen that this can take its place.
                map_in(&rest, digest)?;
                (MAP_MARK, digest, rest)
            }
            AnySnapshot::Scene(scene) => {
                let changes = Encoding::Json.write(&scene.changes_of_file());
                (SCENE_MARK, scene.file_digest(), changes)
            }
        };
        let mut bytes = mark.to_vec();
        put(&mut bytes, self.at);
        let count = u32::try_from(self.names.len()).expect("a few thousand are remembered");
        bytes.extend(count.to_le_bytes());
        for (name, made) in &self.names {
            bytes.push(u8::try_from(name.len()).expect("a change's name is checked when it comes"));
            bytes.extend(name.as_bytes());
            put(&mut bytes, *made);
        }
        bytes.extend(digest.to_le_bytes());
        bytes.extend(rest);
        Ok(bytes)
    }
}

fn put(bytes: &mut Vec<u8>, made: Made) {
    bytes.extend(made.revision.epoch.to_le_bytes());
    bytes.extend(made.revision.number.to_le_bytes());
    bytes.extend(made.chain.0.to_le_bytes());
}

/// Whether bytes are the base of a scene, which is made again of its file.
pub(crate) fn is_of_scene(bytes: &[u8]) -> bool {
    bytes.starts_with(SCENE_MARK)
}

/// The writer of a map or a scene as it was: the scene is the one that was just made of its file. It journals
/// nothing until it is [told where](Writer::write_to).
///
/// # Errors
/// In words, when the bytes are none of a base, or of another scene.
pub(crate) fn writer_of(bytes: &[u8], scene: Option<SceneWorld>) -> Result<Writer, String> {
    let mark = if is_of_scene(bytes) { SCENE_MARK } else { MAP_MARK };
    let rest = bytes.strip_prefix(mark).ok_or_else(damaged)?;
    let (at, rest) = made_in(rest)?;
    let (count, mut rest) = rest.split_first_chunk().ok_or_else(damaged)?;
    let mut names = Vec::new();
    for _ in 0..u32::from_le_bytes(*count) {
        let (&length, after) = rest.split_first().ok_or_else(damaged)?;
        let (name, after) = after.split_at_checked(usize::from(length)).ok_or_else(damaged)?;
        let name = String::from_utf8(name.to_vec()).map_err(|_| damaged())?;
        let (made, after) = made_in(after)?;
        names.push((name, made));
        rest = after;
    }
    let (digest, rest) = number_in(rest)?;
    let Some(scene) = scene else {
        let site = site_in(rest, digest, at.revision)?;
        return Ok(Writer::based(site, at.chain, names));
    };
    if scene.file_digest() != digest {
        return Err("it is of a scene that was made of another file".to_owned());
    }
    let refused = |refusal: xunlu_client::Refusal| refusal.to_string();
    let changes: Vec<SceneChange> = Encoding::Json.read(rest).map_err(refused)?;
    let scene = changes.iter().try_fold(scene, |scene, change| scene.changed(change));
    Ok(Writer::based(scene.map_err(refused)?.at_revision(at.revision), at.chain, names))
}

fn made_in(bytes: &[u8]) -> Result<(Made, &[u8]), String> {
    let (epoch, rest) = bytes.split_first_chunk().ok_or_else(damaged)?;
    let (number, rest) = number_in(rest)?;
    let (chain, rest) = number_in(rest)?;
    let revision = Revision { epoch: u32::from_le_bytes(*epoch), number };
    Ok((Made { revision, chain: Chain(chain) }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::journal::NoJournal;
    use crate::core::naming::Naming;
    use crate::core::site::Site;
    use crate::core::writer::ChangeAsked;
    use crate::taken::scene_of;
    use std::sync::Arc;
    use xunlu::{Grid, Terrain, World};
    use xunlu_client::AnyChange;
    use xunlu_format::{Document, NamedTerrain, Price};

    fn asked(id: &str, change: AnyChange) -> ChangeAsked {
        ChangeAsked { id: id.to_owned(), expected: None, change }
    }

    #[test]
    fn a_map_goes_on_from_its_base_with_what_its_changes_were_called() {
        let map = "..#.\n....".parse::<Grid>().unwrap();
        let mut named = Document::of(map.clone());
        let (terrain, name) = (Terrain(7), Some("mud".to_owned()));
        named.terrains.push(NamedTerrain { terrain, name, price: Some(Price::Closed) });
        let (_, naming) = Naming::taken(named);
        let site = Site::named(World::new(map).unwrap(), Arc::new(naming));
        let mut writer = Writer::new(site, Box::new(NoJournal));
        let change =
            r#"{"terrain": {"rect": {"x": 1, "y": 0, "width": 1, "height": 1}, "terrain": 254}}"#;
        let change = AnyChange::Map(serde_json::from_str(change).unwrap());
        let first = writer.change(&asked("a", change.clone())).unwrap();
        writer.change(&asked("", change.clone())).unwrap();
        let bytes = writer.base().to_bytes().unwrap();
        let mut again = writer_of(&bytes, None).unwrap();
        assert_eq!(again.made(), writer.made());
        assert_eq!(again.change(&asked("a", change.clone())).unwrap(), first, "it was made before");
        let next = [&mut writer, &mut again].map(|own| own.change(&asked("b", change.clone())));
        assert_eq!(next[0].as_ref().unwrap(), next[1].as_ref().unwrap());
        assert_eq!(again.naming(), writer.naming());
        let maps = [writer.snapshot(), again.snapshot()].map(|snapshot| {
            let AnySnapshot::Map(snapshot) = snapshot else { panic!("it is a map") };
            snapshot.map().digest()
        });
        assert_eq!(maps[0], maps[1]);
        for length in 0..bytes.len() {
            assert!(writer_of(&bytes[..length], None).is_err(), "{length} bytes are no base");
        }
    }

    #[test]
    fn a_scene_goes_on_from_its_base_if_its_file_is_the_same() {
        let file = include_bytes!("../../tests/it/support/plaza.json");
        let scene = || scene_of("plaza", file).unwrap();
        let mut writer = Writer::new(scene(), Box::new(NoJournal));
        let put = r#"{"put": {"name": "cart", "outline": [[1, 1], [2, 1], [2, 2]]}}"#;
        let put = AnyChange::Scene(serde_json::from_str(put).unwrap());
        let first = writer.change(&asked("a", put.clone())).unwrap();
        let bytes = writer.base().to_bytes().unwrap();
        assert!(is_of_scene(&bytes));
        let mut again = writer_of(&bytes, Some(scene())).unwrap();
        assert_eq!((again.made(), again.change(&asked("a", put)).unwrap()), (writer.made(), first));
        let AnySnapshot::Scene(copy) = again.snapshot() else { panic!("it is a scene") };
        assert_eq!(copy.changes_of_file().len(), 1);
        assert!(writer_of(&bytes, Some(scene().of_file(7, None))).is_err(), "another file");
        assert!(writer_of(&bytes, None).is_err(), "no file");
    }
}
