//! The meshes for those who keep out of some regions, each made when it is first asked for.

use std::sync::{Mutex, MutexGuard, PoisonError};
use xunlu::mesh::{NavMesh, RegionRule};

/// So many of them are kept; others are made for each question.
const KEPT_MAX: usize = 16;

/// Meshes by rules, of one revision of a scene.
#[derive(Debug, Default)]
pub(super) struct Rules(Mutex<Vec<(RegionRule, NavMesh)>>);

impl Clone for Rules {
    fn clone(&self) -> Rules {
        Rules::of(self.known())
    }
}

impl Rules {
    pub(super) fn of(all: impl IntoIterator<Item = (RegionRule, NavMesh)>) -> Rules {
        Rules(Mutex::new(all.into_iter().collect()))
    }

    /// Those that are kept. A clone of a mesh shares what it is made of.
    pub(super) fn known(&self) -> Vec<(RegionRule, NavMesh)> {
        self.own().clone()
    }

    /// The mesh by a rule, of the one that all walk on who keep to none.
    pub(super) fn mesh(&self, rule: RegionRule, whole: &NavMesh) -> NavMesh {
        if rule == RegionRule::default() {
            return whole.clone();
        }
        let known = self.own().iter().find(|(own, _)| *own == rule).map(|(_, mesh)| mesh.clone());
        // Others ask meanwhile: at worst two make the same.
        known.unwrap_or_else(|| {
            let made = whole.by_rule(rule);
            let mut own = self.own();
            if own.len() < KEPT_MAX && !own.iter().any(|(known, _)| *known == rule) {
                own.push((rule, made.clone()));
            }
            made
        })
    }

    pub(super) fn bytes(&self) -> usize {
        self.own().iter().map(|(_, mesh)| mesh.bytes()).sum()
    }

    fn own(&self) -> MutexGuard<'_, Vec<(RegionRule, NavMesh)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
