//! Files that are taken in: what each holds, a map or a scene.

use crate::core::journal::checksum;
use crate::core::naming::Naming;
use std::io::Cursor;
use std::sync::Arc;
use xunlu::Map;
use xunlu::mesh::NavMesh;
use xunlu_client::{Refusal, RefusalKind, SceneWorld};
use xunlu_format::{
    Content, Format, FormatErrorKind, Options, Overlay, ReadLimits, Source, read, write,
};

/// What a file holds.
pub(crate) enum Taken {
    Map(Box<Map>, Arc<Naming>),
    Scene(Box<SceneWorld>),
}

impl Taken {
    /// What a file holds, and the bytes that say the same whatever the file is called. A map of more cells
    /// than the limits allow is refused before there is memory for them.
    pub(crate) fn of(
        name: &str,
        ending: &str,
        bytes: &[u8],
        limits: ReadLimits,
    ) -> Result<(Taken, Vec<u8>), Refusal> {
        checked_name(name)?;
        if NavMesh::is_saved(bytes) {
            let mesh = NavMesh::load(Cursor::new(bytes)).map_err(Refusal::not_understood)?;
            let scene = Box::new(SceneWorld::of_mesh(&mesh)?);
            return Ok((Taken::Scene(scene), bytes.to_vec()));
        }
        let is_ending = |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit();
        if ending.len() > 10 || !ending.bytes().all(is_ending) {
            let words =
                format_args!("format={ending}: expected what a file's name ends with, as obj");
            return Err(Refusal::not_understood(words));
        }
        let file = if ending.is_empty() { name.to_owned() } else { format!("{name}.{ending}") };
        let options = Options { limits, ..Options::default() };
        let document = read(&Source::alone(&file, bytes), &options);
        let document = document.map_err(|error| match error.kind() {
            FormatErrorKind::TooLarge => {
                let words = format!("{error} (places-max is {})", limits.cells_max);
                Refusal::new(RefusalKind::TooLarge, words)
            }
            kind => Refusal::new(RefusalKind::Wrong(kind.code().into()), error.to_string()),
        })?;
        let document = document.document;
        let kept = match ending {
            "" => bytes.to_vec(),
            _ => {
                write(Format::Json, &document, &Overlay::default())
                    .map_err(Refusal::not_understood)?
                    .bytes
            }
        };
        let (content, naming) = Naming::taken(document);
        let scene = match content {
            Content::Map(map) => return Ok((Taken::Map(Box::new(map), Arc::new(naming)), kept)),
            Content::Scene(plan) => SceneWorld::of_plan(&plan)?,
            Content::Mesh(polygons) => SceneWorld::of_polygons(&polygons)?,
            Content::Triangles(triangles) => SceneWorld::of_triangles(&triangles)?,
        };
        Ok((Taken::Scene(Box::new(scene)), kept))
    }
}

/// The scene of a file that was kept, which is kept with it.
pub(crate) fn scene_of(name: &str, bytes: &[u8]) -> Result<SceneWorld, Refusal> {
    // It was looked at when it was put.
    match Taken::of(name, "", bytes, ReadLimits::default())?.0 {
        Taken::Scene(scene) => Ok(made_of(*scene, bytes, true)),
        Taken::Map(..) => Err(Refusal::not_understood("a map was kept; expected a scene")),
    }
}

/// A scene as it was just made of a file, which is kept if others are to make it as well.
pub(crate) fn made_of(scene: SceneWorld, bytes: &[u8], is_kept: bool) -> SceneWorld {
    let file = is_kept.then(|| Arc::from(bytes));
    scene.of_file(checksum(&[bytes]), file)
}

/// A map as a document of our own, with the names and prices that its file had.
///
/// # Errors
/// When it is a kind of map that has no such document.
pub(crate) fn document_of(map: &Map, naming: &Naming) -> Result<Vec<u8>, Refusal> {
    let document = naming.document(map.clone());
    let written = write(Format::Json, &document, &Overlay::default());
    Ok(written.map_err(Refusal::not_understood)?.bytes)
}

fn checked_name(name: &str) -> Result<(), Refusal> {
    let is_fine = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    if (1..=100).contains(&name.len()) && name.chars().all(is_fine) && !name.starts_with('.') {
        return Ok(());
    }
    let words = "a map's name has up to 100 letters, digits, dots, dashes and underscores, and begins with no dot";
    Err(Refusal::not_understood(format_args!("{name:?}: {words}")))
}
