//! A map or a scene: what is held, asked and changed by one name.

use crate::answering::{Within, answer};
use crate::refusal::Refusal;
use crate::scene::{SceneSpace, SceneWorld, answer_scene};
use crate::wire::{Ask, Encoding, Response, SceneChange};
use std::sync::Arc;
use xunlu::map::Revision;
use xunlu::{Snapshot, Workspace, wire};

/// A map or a scene as it is at one revision.
#[derive(Clone, Debug)]
pub enum AnySnapshot {
    /// A map of cells or waypoints.
    Map(Snapshot),
    /// A scene.
    Scene(Arc<SceneWorld>),
}

/// A change of a map or of a scene.
#[derive(Clone, PartialEq, Debug)]
pub enum AnyChange {
    /// Of a map.
    Map(wire::Change),
    /// Of a scene.
    Scene(SceneChange),
}

impl From<wire::Change> for AnyChange {
    fn from(change: wire::Change) -> AnyChange {
        AnyChange::Map(change)
    }
}

impl AnyChange {
    /// As it is written down.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            AnyChange::Map(change) => Encoding::Json.write(change),
            AnyChange::Scene(change) => Encoding::Json.write(change),
        }
    }
}

/// What questions scribble on.
#[derive(Debug, Default)]
pub struct Spaces {
    /// Those about maps.
    pub map: Workspace,
    /// Those about scenes.
    pub scene: SceneSpace,
}

impl AnySnapshot {
    /// Its revision.
    #[must_use]
    pub fn revision(&self) -> Revision {
        match self {
            AnySnapshot::Map(snapshot) => snapshot.revision(),
            AnySnapshot::Scene(scene) => scene.revision(),
        }
    }

    /// How many bytes are spent on what is worked out beforehand.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match self {
            AnySnapshot::Map(snapshot) => snapshot.index_bytes(),
            AnySnapshot::Scene(scene) => scene.bytes(),
        }
    }
}

/// Answers a question about a map or a scene.
///
/// # Errors
/// As [`answer`](fn@answer), or when it is a question about the other.
pub fn answer_any(
    snapshot: &AnySnapshot,
    ask: &Ask,
    spaces: &mut Spaces,
    within: &Within<'_>,
) -> Result<Response, Refusal> {
    match (snapshot, ask) {
        (AnySnapshot::Map(snapshot), ask) => answer(snapshot, ask, &mut spaces.map, within),
        (AnySnapshot::Scene(scene), Ask::Scene(ask)) => {
            let told = answer_scene(scene, ask, &mut spaces.scene, within)?;
            Ok(Response::Scene(Box::new(told)))
        }
        (AnySnapshot::Scene(_), _) => Err(Refusal::no_map()),
    }
}
