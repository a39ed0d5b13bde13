//! A scene whose paths are looked up in the index that `xunlu bake --index` wrote for it.

use super::Scene;
use crate::failure::Failure;
use crate::index;
use std::path::Path;
use xunlu::mesh::{MeshAnswer, MeshQuery, MeshSpace, NavMesh};

impl Scene {
    /// The same with the index in a file, where paths are looked up.
    pub(crate) fn with_index(self, path: &Path) -> Result<Scene, Failure> {
        if self.of_points.is_some() {
            return Err(unknown_to_indexes("--radius"));
        }
        self.mesh_to_index()?;
        let index = Some(index::load(&self.mesh, path)?);
        Ok(Scene { index, ..self })
    }

    /// Its mesh, if an index may know all that matters there.
    pub(crate) fn mesh_to_index(&self) -> Result<&NavMesh, Failure> {
        let has_costs = self.planned.as_ref().is_some_and(|planned| planned.costs.is_some());
        let unknown = [
            (self.ground.is_some(), "ground with heights"),
            (has_costs, "ground that costs more than its length"),
        ];
        match unknown.into_iter().find(|(is_so, _)| *is_so) {
            Some((_, what)) => Err(unknown_to_indexes(what)),
            None => Ok(&self.mesh),
        }
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

fn unknown_to_indexes(what: &str) -> Failure {
    let expected = "expected a question without it, or no --index";
    Failure::BadInput(format!("an index knows nothing of {what}; {expected}"))
}
