//! A scene whose paths are looked up in the index that `xunlu bake --index` wrote for it.

use super::Scene;
use crate::failure::Failure;
use crate::index;
use std::path::Path;
use xunlu::mesh::{MeshAnswer, MeshQuery, MeshSpace};

impl Scene {
    /// The same with the index in a file, where paths are looked up.
    pub(crate) fn with_index(self, path: &Path) -> Result<Scene, Failure> {
        let unknown = [
            (self.of_points.is_some(), "--radius"),
            (self.ground.is_some(), "ground with heights"),
            (self.has_costs(), "ground that costs more than its length"),
        ];
        if let Some((_, what)) = unknown.into_iter().find(|(is_so, _)| *is_so) {
            let expected = "expected a question without it, or no --index";
            return Err(Failure::BadInput(format!("an index knows nothing of {what}; {expected}")));
        }
        let index = Some(index::load(&self.mesh, path)?);
        Ok(Scene { index, ..self })
    }

    /// What the index says, if there is one that answers such a question; else what a search finds.
    pub(super) fn looked_up_or_searched(&self, query: &MeshQuery) -> MeshAnswer {
        let mut space = MeshSpace::new();
        let looked_up =
            self.index.as_ref().map(|index| index.answer(&self.mesh, query, &mut space));
        match looked_up {
            Some(Ok(answer)) => answer,
            _ => self.mesh.answer(query, &mut space),
        }
    }
}
