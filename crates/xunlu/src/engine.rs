//! The engines side by side: each says what it refuses, and begins a search that can be carried on. A game's
//! own join them.
//!
//! A question meets `dyn` once, when its engine begins; each expansion is generic, each step a table.
//! To add an engine of the house, write it beside the others and name it in `engine/house.rs`. A game adds
//! its own with [`World::add_engine`](crate::World::add_engine) and holds it to the contract with
//! [`check_engine`](crate::contract::check_engine).

pub(crate) mod house;
mod one_way;
mod turning;
mod two_way;
mod jumps;
mod hex_jumps;
mod roadmaps;
mod hierarchies;

pub(crate) use hierarchies::KnownHierarchy;

pub use crate::graph::MapGraph;
pub use crate::question::Question;
pub use crate::reason::OwnReason;

use crate::algorithm::{Algorithm, Promise};
use crate::reason::Reason;
use crate::view::View;
use crate::workspace::Workspace;
use std::fmt;
use std::ops::{Deref, DerefMut};
use xunlu_map::Place;
use xunlu_search::{Ended, Observer};

/// Does something with an observer: in a copy of its own where nobody watches, for which events cost
/// nothing. In WASM, where bytes count, one copy serves both.
macro_rules! watched {
    ($observer:expr, $watching:ident => $what:expr) => {
        match $observer {
            None if !cfg!(target_arch = "wasm32") => {
                let $watching = &mut xunlu_search::NoObserver;
                $what
            }
            observer => {
                let mut nobody = xunlu_search::NoObserver;
                let $watching: &mut dyn xunlu_search::Observer = match observer {
                    Some(observer) => observer,
                    None => &mut nobody,
                };
                $what
            }
        }
    };
}
use watched;

/// A search that an engine began, in a box that is kept from question to question: empty only while it lies
/// in the workspace.
struct Held<S>(Option<S>);

/// Why it can be asked about its search.
const HELD: &str = "a run has its search until it is given back";

impl<S> Default for Held<S> {
    fn default() -> Held<S> {
        Held(None)
    }
}

impl<S> Deref for Held<S> {
    type Target = S;

    fn deref(&self) -> &S {
        self.0.as_ref().expect(HELD)
    }
}

impl<S> DerefMut for Held<S> {
    fn deref_mut(&mut self) -> &mut S {
        self.0.as_mut().expect(HELD)
    }
}

// Not what a search knows: through `dyn Run` every build would carry the code that prints it.
impl<S> fmt::Debug for Held<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Held").finish_non_exhaustive()
    }
}

/// Why a question that an engine is begun with is one that it can answer.
const REFUSED_OTHERWISE: &str = "an engine is begun with what it did not refuse";

/// A way of answering questions: from a question to a search under way.
pub trait Engine: fmt::Debug + Send + Sync {
    /// What it is called.
    fn algorithm(&self) -> Algorithm;

    /// What it promises of its paths.
    fn promise(&self) -> Promise {
        self.algorithm().promise()
    }

    /// Why it cannot answer a question, or should not unless it is asked for by name. Returns `None` if
    /// it can.
    fn refuses(&self, view: &View<'_>, question: &Question<'_>) -> Option<Reason>;

    /// Why it is good for a question that it did not refuse and that named no algorithm. Returns `None`
    /// if it merely refuses less than those that were asked before it, whose refusal is the reason then.
    fn merit(&self, view: &View<'_>, question: &Question<'_>) -> Option<Reason> {
        let _ = (view, question);
        None
    }

    /// Begins a search. It may take what it needs from the workspace and gives it back at the end.
    ///
    /// The start can be stood on and so can every goal, and the components do not keep them apart.
    fn begin(
        &self,
        view: &View<'_>,
        question: &Question<'_>,
        workspace: &mut Workspace,
        observer: Option<&mut dyn Observer>,
    ) -> Box<dyn Run>;
}

/// A search that has begun. It holds its memory and nothing of the world.
pub trait Run: fmt::Debug + Send + Sync {
    /// Carries on for at most `budget` expansions. Returns whether it has ended. It is asked with the view
    /// and the question that it began with.
    fn advance(
        &mut self,
        view: &View<'_>,
        question: &Question<'_>,
        budget: u64,
        observer: Option<&mut dyn Observer>,
    ) -> bool;

    /// Carries on for at most `budget` expansions, until the first so many places of the path are settled,
    /// however the rest goes. Returns those that are: none where a path is not known from its start on before
    /// the search has ended.
    fn settle(
        &mut self,
        view: &View<'_>,
        question: &Question<'_>,
        places: usize,
        budget: u64,
    ) -> Vec<Place> {
        let _ = (view, question, places, budget);
        Vec::new()
    }

    /// How many expansions it made so far.
    fn expansions(&self) -> u64;

    /// Whether it can be carried on with this view, whose revision is that of the view it began with.
    fn is_good_for(&self, view: &View<'_>) -> bool {
        let _ = view;
        true
    }

    /// What came of it, once it has ended.
    fn ended(&self, view: &View<'_>, question: &Question<'_>) -> Ended<Place>;

    /// The same, once it has ended, if its path is one for another question: the same one, but that more is
    /// closed or more expensive. Returns `None` if it is not, and a search has to find one.
    fn ended_for(
        &self,
        view: &View<'_>,
        question: &Question<'_>,
        other: &Question<'_>,
    ) -> Option<Ended<Place>> {
        view.if_clear(self.ended(view, question), other)
    }

    /// Gives back what it took from the workspace.
    fn give_back(self: Box<Self>, workspace: &mut Workspace);
}
