//! The engines side by side: each says what it refuses, and begins a search that can be carried on.
//!
//! A question meets `dyn` once, when its engine begins; each expansion is generic, each step a table.
//! To add an engine of the house, write it beside the others, name it in [`house`] and, if the world is to
//! choose it, in [`PREFERENCE`]. A game adds its own with [`World::add_engine`](crate::World::add_engine).

mod one_way;
mod two_way;
mod jumps;

use crate::algorithm::{Algorithm, Promise};
use crate::question::Question;
use crate::reason::Reason;
use crate::view::View;
use crate::workspace::Workspace;
use jumps::JumpEngine;
use one_way::OneWay;
use std::fmt;
use two_way::TwoWay;
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
pub trait Run: fmt::Debug + Send {
    /// Carries on for at most `budget` expansions and says whether it has ended. It is asked with the
    /// view and the question it was begun with.
    fn advance(
        &mut self,
        view: &View<'_>,
        question: &Question<'_>,
        budget: u64,
        observer: Option<&mut dyn Observer>,
    ) -> bool;

    /// How many expansions it made so far.
    fn expansions(&self) -> u64;

    /// Whether it can be carried on on this view, of the same revision as the one it was begun on.
    fn is_good_for(&self, view: &View<'_>) -> bool {
        let _ = view;
        true
    }

    /// What came of it, once it has ended.
    fn ended(&self, view: &View<'_>, question: &Question<'_>) -> Ended<Place>;

    /// Gives back what it took from the workspace.
    fn give_back(self: Box<Self>, workspace: &mut Workspace);
}

/// The engines that are asked, in this order, where no algorithm is named: those in front are fast where
/// they can answer, and Dijkstra's refuses nothing.
pub(crate) const PREFERENCE: [Algorithm; 5] = [
    Algorithm::JumpIndex,
    Algorithm::JumpPoints,
    Algorithm::JumpWeighted,
    Algorithm::AStar,
    Algorithm::Dijkstra,
];

/// The house's engine for an algorithm, whatever its weight.
pub(crate) const fn house(algorithm: Algorithm) -> &'static dyn Engine {
    match algorithm {
        Algorithm::BreadthFirst => &OneWay(Algorithm::BreadthFirst),
        Algorithm::DepthFirst => &OneWay(Algorithm::DepthFirst),
        Algorithm::Greedy => &OneWay(Algorithm::Greedy),
        Algorithm::Dijkstra => &OneWay(Algorithm::Dijkstra),
        Algorithm::WeightedAStar { .. } => &OneWay(Algorithm::WeightedAStar { percent: 150 }),
        Algorithm::TwoWayDijkstra => &TwoWay(Algorithm::TwoWayDijkstra),
        Algorithm::TwoWayAStar => &TwoWay(Algorithm::TwoWayAStar),
        Algorithm::JumpPoints => &JumpEngine(Algorithm::JumpPoints),
        Algorithm::JumpIndex => &JumpEngine(Algorithm::JumpIndex),
        Algorithm::JumpWeighted => &JumpEngine(Algorithm::JumpWeighted),
        // Added ones are looked for in the view, and what comes closest to all of them is A*.
        Algorithm::AStar | Algorithm::Added(_) => &OneWay(Algorithm::AStar),
    }
}
