//! Which engine answers a question, and why: a walk down a list.

use crate::algorithm::Algorithm;
use crate::answer::Choice;
use crate::engine::Engine;
use crate::engine::house::{PREFERENCE, house};
use crate::error::WorldError;
use crate::question::Question;
use crate::reason::Reason;
use crate::view::View;

/// An engine, and the choice as it is told.
pub(crate) type Chosen<'a> = (&'a dyn Engine, Choice);

impl<'a> View<'a> {
    /// Takes the engine that was asked for if it does not refuse, what comes closest if it does, and the
    /// first that does not refuse where none was named.
    pub(crate) fn choose_for(&self, question: &Question<'_>) -> Result<Chosen<'a>, WorldError> {
        let Some(asked) = question.query.algorithm else {
            return Ok(self.first_willing(question, None));
        };
        let engine = match asked {
            Algorithm::Added(_) => self.engine_named(asked)?,
            _ => house(asked),
        };
        let Some(refusal) = engine.refuses(self, question) else {
            return Ok((engine, Choice { algorithm: asked, reason: Reason::Asked }));
        };
        for &substitute in substitutes(asked) {
            let engine = house(substitute);
            if engine.refuses(self, question).is_none() {
                return Ok((engine, Choice { algorithm: substitute, reason: refusal }));
            }
        }
        Ok(self.first_willing(question, Some(refusal)))
    }

    /// The first engine that does not refuse: those that were added to the world, then the house's.
    fn first_willing(&self, question: &Question<'_>, refusal: Option<Reason>) -> Chosen<'a> {
        let mut last = refusal;
        let added = self.engines.iter().map(|engine| &**engine as &'a dyn Engine);
        let preferred = PREFERENCE.into_iter().map(|algorithm| house(algorithm) as &'a dyn Engine);
        for engine in added.chain(preferred) {
            if let Some(refused) = engine.refuses(self, question) {
                last = refusal.or(Some(refused));
                continue;
            }
            let merit = refusal.or_else(|| engine.merit(self, question));
            let reason = merit.or(last).unwrap_or(Reason::Asked);
            return (engine, Choice { algorithm: engine.algorithm(), reason });
        }
        let reason = last.unwrap_or(Reason::Asked);
        (house(Algorithm::Dijkstra), Choice { algorithm: Algorithm::Dijkstra, reason })
    }

    /// The engine of an algorithm.
    #[inline]
    pub(crate) fn engine_named(&self, asked: Algorithm) -> Result<&'a dyn Engine, WorldError> {
        let Algorithm::Added(name) = asked else { return Ok(house(asked)) };
        let mut added = self.engines.iter();
        let found = added.find(|engine| engine.algorithm() == asked);
        found.map(|engine| &**engine as &dyn Engine).ok_or_else(|| WorldError::no_engine(name))
    }
}

/// What comes closest to an algorithm that cannot answer, the closest first.
const fn substitutes(asked: Algorithm) -> &'static [Algorithm] {
    match asked {
        Algorithm::TwoWayDijkstra => &[Algorithm::Dijkstra],
        Algorithm::TwoWayAStar => &[Algorithm::AStar],
        Algorithm::JumpPoints | Algorithm::JumpIndex | Algorithm::JumpWeighted => {
            &[Algorithm::JumpPoints, Algorithm::JumpWeighted, Algorithm::AStar]
        }
        Algorithm::Roadmap | Algorithm::Hierarchy | Algorithm::HierarchyExact => &[
            Algorithm::JumpIndex,
            Algorithm::JumpPoints,
            Algorithm::JumpWeighted,
            Algorithm::AStar,
        ],
        _ => &[],
    }
}
