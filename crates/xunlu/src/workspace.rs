//! Everything that answering writes: made once, lent to one question after another, never shrunk.

use crate::map_roadmap::Looking;
use std::any::Any;
use xunlu_index::{ArcSpace, HexJumpSpace, HierarchySpace, JumpSpace};
use xunlu_search::{SearchSpace, TurningSpace};

/// The memory of whoever asks: the spaces of the engines, each as large as the largest map it met. A
/// warm question allocates nothing but its path.
#[derive(Debug, Default)]
pub struct Workspace {
    pub(crate) search: SearchSpace,
    pub(crate) turning: TurningSpace,
    // None until it is first needed, and while it is lent.
    pub(crate) jumps: Option<Box<JumpSpace>>,
    pub(crate) hex_jumps: HexJumpSpace,
    pub(crate) roadmap: Looking,
    pub(crate) hierarchy: HierarchySpace,
    pub(crate) arcs: ArcSpace,
    // What engines put back when a search had ended, one of each type.
    kept: Vec<Box<dyn Any + Send + Sync>>,
}

impl Workspace {
    /// An empty workspace.
    #[must_use]
    pub fn new() -> Workspace {
        Workspace::default()
    }

    /// How many bytes the engines' spaces have grown to. What an engine that was
    /// [added](crate::World::add_engine) keeps in it is not counted.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let known = self.roadmap.bytes() + self.hierarchy.bytes();
        self.search.bytes()
            + self.turning.bytes()
            + self.jumps.as_ref().map_or(0, |jumps| size_of::<JumpSpace>() + jumps.bytes())
            + self.hex_jumps.bytes()
            + known
    }

    /// What was [kept](Self::keep) of this type, or a new one: so an engine has its search in a box
    /// without allocating one for each question.
    #[must_use]
    pub fn take<T: Default + Send + Sync + 'static>(&mut self) -> Box<T> {
        let at = self.kept.iter().position(|kept| kept.is::<T>());
        let taken = at.and_then(|at| self.kept.swap_remove(at).downcast().ok());
        taken.unwrap_or_default()
    }

    /// Keeps something for the next who [takes](Self::take) one of its type. Only one of each is kept.
    pub fn keep<T: Send + Sync + 'static>(&mut self, space: Box<T>) {
        self.kept.retain(|kept| !kept.is::<T>());
        self.kept.push(space);
    }
}
