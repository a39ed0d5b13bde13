//! The plan of a scene in our JSON document: outlines of ground, and what lies on it.

mod model;
mod read;
mod write;

mod check;

pub(super) use check::check_scene;
pub(super) use model::SceneFile;
pub(super) use read::read_scene;
pub(super) use write::write_scene;
