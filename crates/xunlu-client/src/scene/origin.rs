//! What a scene was made of, and what has changed since then: enough to make the same one elsewhere.

use super::{CHANGES_MAX, DrawnLink, Ground, Plane, SceneWorld};
use crate::wire::{SceneChange, SceneDoorChange, SceneObstacle, ScenePoint};
use std::collections::BTreeMap;
use std::sync::Arc;
use xunlu::map::Point;

/// What a scene was made of.
#[derive(Debug, Default)]
pub(super) struct Origin {
    digest: u64,
    // For those who are to make it again elsewhere.
    file: Option<Arc<[u8]>>,
    obstacles: BTreeMap<String, Vec<Point>>,
    doors: Vec<bool>,
}

impl SceneWorld {
    /// The same, which was just made of a file of this digest. The file is given to be kept for those who are
    /// to make the scene again elsewhere.
    #[must_use]
    pub fn of_file(self, digest: u64, file: Option<Arc<[u8]>>) -> SceneWorld {
        let (mut obstacles, mut doors) = (BTreeMap::new(), Vec::new());
        if let Ground::Plane(plane) = &self.ground {
            let outlines = plane.obstacles.iter().map(|(name, own)| (name.clone(), own.1.clone()));
            obstacles = outlines.collect();
            doors = plane.links.iter().map(is_open).collect();
        }
        let origin = Arc::new(Origin { digest, file, obstacles, doors });
        SceneWorld { origin, ..self }
    }

    /// The digest of the file that it was made of; 0 if nobody said.
    #[must_use]
    pub fn file_digest(&self) -> u64 {
        self.origin.digest
    }

    /// The file that it was made of. Returns `None` if it was not kept.
    #[must_use]
    pub fn file(&self) -> Option<&[u8]> {
        self.origin.file.as_deref()
    }

    /// Changes that lead from a scene which was just made of the file to one that answers as this does: as
    /// few as it differs, however many were made. Held by `a_scene_made_again_is_the_same`.
    #[must_use]
    pub fn changes_of_file(&self) -> Vec<SceneChange> {
        let Ground::Plane(plane) = &self.ground else { return Vec::new() };
        let origin = &self.origin;
        let taken = origin.obstacles.keys().filter(|name| !plane.obstacles.contains_key(*name));
        let mut all: Vec<SceneChange> = taken.cloned().map(SceneChange::Take).collect();
        all.extend(plane.obstacles.iter().filter_map(|(name, (_, outline))| {
            let obstacle = || SceneObstacle {
                name: name.clone(),
                outline: outline.iter().copied().map(ScenePoint::from).collect(),
            };
            match origin.obstacles.get(name) {
                None => Some(SceneChange::Put(obstacle())),
                Some(before) if before != outline => Some(SceneChange::Move(obstacle())),
                Some(_) => None,
            }
        }));
        all.extend(plane.doors_since(&origin.doors));
        // As many as one change may have, itself counted.
        all.chunks(CHANGES_MAX - 1).map(|some| SceneChange::All(some.to_vec())).collect()
    }
}

impl Plane {
    fn doors_since<'a>(&'a self, before: &'a [bool]) -> impl Iterator<Item = SceneChange> + 'a {
        let doors = self.links.iter().zip(before).zip(0..);
        doors.filter(|((link, was_open), _)| is_open(link) != **was_open).map(
            |((link, _), number)| {
                SceneChange::Door(SceneDoorChange { link: number, is_open: is_open(link) })
            },
        )
    }
}

fn is_open(link: &DrawnLink) -> bool {
    link.id.is_some()
}
