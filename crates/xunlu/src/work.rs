//! A search under way for a query, and how a question that closes something is searched twice.

use crate::algorithm::Algorithm;
use crate::answer::{Answer, Choice};
use crate::engine::{Engine, Run};
use crate::occupied::Spread;
use crate::query::Query;
use crate::question::{GoalNodes, Question};
use crate::restriction::{Restriction, UNRESTRICTED};
use crate::view::View;
use crate::workspace::Workspace;
use std::collections::HashSet;
use std::hash::BuildHasherDefault;
use xunlu_map::{NodeId, Place, Region, Revision};
use xunlu_search::{Ended, Graph, Observer, Outcome, ReverseGraph};

/// A search under way for a query. It holds its memory and nothing of the world, and is good for the
/// revision it was begun on.
#[derive(Debug)]
pub(crate) struct Work {
    asked: Asked,
    // None only between the two searches of a question.
    run: Option<Box<dyn Run>>,
    stage: Stage,
    // What came of it, once it has ended.
    ended: Option<Ended<Place>>,
    // Those of the search before this one.
    expansions_before: u64,
    revision: Revision,
    node_count: u32,
}

/// Which of two searches for a question is under way.
///
/// The cheapest path on the map as it is, found over jumps or by a plain loop, is nearly always clear of the
/// few places that are to be avoided, or can be laid so at the same cost, and then it is the answer. Often
/// enough it keeps to a region, too, where no jumps do, and reaches the goal, so that the nearest place is
/// not asked for. Only if it does not is what was asked searched for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// As if nothing were to be avoided.
    Free(Free),
    /// The only one, or the second.
    AsAsked,
    /// The same, halted after so many expansions to look whether the goal is shut in.
    Probing(u64),
}

/// A search that heeds less than was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Free {
    choice: Choice,
    // Whether it leaves the region, too.
    leaves_region: bool,
    // It is given up after so many. A small region may be searched sooner than all that lies around it.
    expansions_max: u64,
}

/// A search that leaves a region makes an expansion for so many cells of it at most, so that what it does in
/// vain is little beside a search of all of them: on hexes an expansion took 0.28 us over jumps and 0.26 by
/// A\* on 16room_000, 1.5 and 0.25 in the open (`record/jumps.md`).
const CELLS_A_JUMP: u64 = 16;

/// The goal of a restricted search is looked at after so many expansions, and after each time so many times
/// more: as much work as the search itself did.
const PROBE_FIRST: u64 = 128;
const PROBE_AGAIN: u64 = 8;

impl Stage {
    /// The only search of a question as it is asked, or its second one.
    fn restricted(query: &Query, asked: &Asked) -> Stage {
        let is_plain = query.region.is_none() && asked.known.is_none() && !asked.wants_nearest;
        if asked.restriction.is_any() && is_plain {
            Stage::Probing(PROBE_FIRST)
        } else {
            Stage::AsAsked
        }
    }

    fn is_as_asked(self) -> bool {
        !matches!(self, Stage::Free(_))
    }

    /// How many more expansions a search makes before it is halted.
    fn turn(self, expansions: u64) -> u64 {
        match self {
            Stage::Probing(at) => at.saturating_sub(expansions),
            Stage::Free(free) => free.expansions_max.saturating_sub(expansions),
            Stage::AsAsked => u64::MAX,
        }
    }

    fn after_probe(self) -> Stage {
        match self {
            Stage::Probing(at) => Stage::Probing(at.saturating_mul(PROBE_AGAIN)),
            other => other,
        }
    }
}

/// What is searched for.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) algorithm: Algorithm,
    pub(crate) choice: Choice,
    pub(crate) start: NodeId,
    pub(crate) goals: GoalNodes,
    pub(crate) restriction: Restriction,
    pub(crate) wants_nearest: bool,
    pub(crate) toward: Option<NodeId>,
    // The outcome that is known before the search. If there is one, the search is only for the path to
    // the nearest reachable place, or to be watched.
    pub(crate) known: Option<Outcome<Place>>,
}

impl Asked {
    fn question<'a>(&'a self, query: &'a Query, stage: Stage) -> Question<'a> {
        let Asked { algorithm, start, ref goals, ref restriction, wants_nearest, toward, .. } =
            *self;
        let region = query.region.as_ref();
        let asked = Question {
            query,
            algorithm: Some(algorithm),
            start,
            goals,
            restriction,
            region,
            wants_nearest,
            toward,
        };
        match stage {
            Stage::AsAsked | Stage::Probing(_) => asked,
            Stage::Free(Free { choice, leaves_region, .. }) => Question {
                algorithm: Some(choice.algorithm),
                restriction: &UNRESTRICTED,
                region: region.filter(|_| !leaves_region),
                wants_nearest: false,
                ..asked
            },
        }
    }

    /// The algorithm that was chosen, the start, the goals, and what else is closed.
    pub(crate) fn parts(self) -> (Choice, NodeId, GoalNodes, Restriction) {
        (self.choice, self.start, self.goals, self.restriction)
    }
}

impl Work {
    /// How many expansions were made so far.
    pub(crate) fn expansions(&self) -> u64 {
        self.expansions_before + self.run.as_ref().map_or(0, |run| run.expansions())
    }

    /// Gives back what the search took from the workspace.
    pub(crate) fn give_back(self, workspace: &mut Workspace) {
        if let Some(run) = self.run {
            run.give_back(workspace);
        }
    }
}

impl<'a> View<'a> {
    /// Begins the search that was prepared.
    pub(crate) fn start(
        &self,
        query: &Query,
        engine: &dyn Engine,
        asked: Asked,
        workspace: &mut Workspace,
        observer: Option<&mut dyn Observer>,
    ) -> Work {
        let free = if observer.is_some() { None } else { self.free(query, &asked) };
        let (engine, stage) = match free {
            Some((engine, free)) => (engine, Stage::Free(free)),
            None if observer.is_some() => (engine, Stage::AsAsked),
            None => (engine, Stage::restricted(query, &asked)),
        };
        let run = engine.begin(self, &asked.question(query, stage), workspace, observer);
        let (revision, node_count) = (self.map.revision(), self.graph().node_count());
        let run = Some(run);
        Work { asked, run, stage, ended: None, expansions_before: 0, revision, node_count }
    }

    /// Who searches as if nothing were to be avoided, no region to be kept to, or the nearest place not
    /// wanted, where that pays: over jumps or by the plain loop, if nothing else of the question asks for a
    /// search of its own.
    fn free(&self, query: &Query, asked: &Asked) -> Option<(&'a dyn Engine, Free)> {
        let region = query.region.as_ref();
        let is_restricted = asked.restriction.is_any();
        let is_by_cells = !asked.algorithm.is_over_jumps();
        let is_kept = region.is_some() && is_by_cells;
        // PERF: looked at first, for few questions go on from here: `near-jps` 5,711 instructions for 5,935.
        if !(is_restricted || is_kept || asked.wants_nearest && is_by_cells) {
            return None;
        }
        let nodes = u64::from(self.graph().node_count());
        let is_free = query.algorithm.is_none()
            // With an estimate that is consistent each of the two expands a node once, so no limit above
            // ends both that would not end one.
            && query.limits.expansions_max >= nodes.saturating_mul(2)
            && asked.known.is_none();
        if !is_free {
            return None;
        }
        let chosen = |leaves_region: bool| {
            let question = Question {
                algorithm: None,
                restriction: &UNRESTRICTED,
                region: region.filter(|_| !leaves_region),
                wants_nearest: false,
                ..asked.question(query, Stage::AsAsked)
            };
            let (engine, choice) = self.choose_for(&question).ok()?;
            let is_plain = is_restricted && region.is_none() && self.graph().plain().is_some();
            let is_fast = choice.algorithm.is_over_jumps() || is_plain;
            let cells = region.filter(|_| leaves_region).map(|region| self.cells_at_most(region));
            let expansions_max = cells.map_or(nodes, |cells| cells / CELLS_A_JUMP);
            is_fast.then_some((engine, Free { choice, leaves_region, expansions_max }))
        };
        chosen(false).or_else(|| if is_kept { chosen(true) } else { None })
    }

    /// More cells than that a region has not.
    fn cells_at_most(&self, region: &Region) -> u64 {
        let areas = region.parts().iter().map(|part| part.size.area());
        areas.fold(0, u64::saturating_add).min(u64::from(self.place_graph().node_count()))
    }

    /// Whether a search was begun on this map as it is now, as far as can be told.
    pub(crate) fn is_fresh(&self, work: &Work) -> bool {
        work.revision == self.map.revision()
            && work.node_count == self.graph().node_count()
            && work.run.as_ref().is_some_and(|run| run.is_good_for(self))
    }

    /// Carries on for at most `budget` expansions. Returns whether the search has ended.
    pub(crate) fn carry_on(
        &self,
        work: &mut Work,
        query: &Query,
        mut budget: u64,
        workspace: &mut Workspace,
        mut observer: Option<&mut dyn Observer>,
    ) -> bool {
        while work.ended.is_none() {
            let question = work.asked.question(query, work.stage);
            let run = work.run.as_mut().expect(BETWEEN_SEARCHES);
            let before = run.expansions();
            let turn = work.stage.turn(before).min(budget);
            let has_ended = run.advance(self, &question, turn, reborrow(&mut observer));
            let expansions = run.expansions();
            budget = budget.saturating_sub(expansions - before);
            if has_ended {
                work.ended = if work.stage.is_as_asked() {
                    Some(run.ended(self, &question))
                } else {
                    let asked = work.asked.question(query, Stage::AsAsked);
                    run.ended_for(self, &question, &asked)
                };
                if work.ended.is_some() {
                    self.count_detour(&work.asked, expansions);
                    break;
                }
                self.search_again(work, query, workspace, reborrow(&mut observer));
            } else if work.stage.turn(expansions) == 0 && !work.stage.is_as_asked() {
                self.search_again(work, query, workspace, reborrow(&mut observer));
            } else if work.stage.turn(expansions) == 0 {
                work.stage = work.stage.after_probe();
                if self.is_walled_in(&work.asked, expansions) {
                    let outcome = Outcome::Unreachable;
                    work.ended = Some(Ended { outcome, expansions, nearest: None });
                    break;
                }
            }
            if budget == 0 {
                return false;
            }
        }
        true
    }

    /// What a search came to, if it found a path that keeps to the region of another question and meets
    /// nothing of what that closes or makes more expensive.
    pub(crate) fn if_clear(
        &self,
        ended: Ended<Place>,
        other: &Question<'_>,
    ) -> Option<Ended<Place>> {
        let Outcome::Found(found) = &ended.outcome else { return None };
        let places = &found.path.places;
        let lies_in = |region: &Region, &place: &Place| {
            self.map.cell_of(place).is_some_and(|(layer, cell)| region.contains(layer, cell))
        };
        let is_within = |region| places.iter().all(|place| lies_in(region, place));
        let is_clear = other.region.is_none_or(is_within)
            && (!other.is_restricted() || self.is_clear(places, other.restriction));
        is_clear.then_some(ended)
    }

    /// Carries on for at most `budget` expansions, until the first so many places of the path are settled.
    /// Returns those that are.
    pub(crate) fn settled(
        &self,
        work: &mut Work,
        query: &Query,
        places: usize,
        budget: u64,
    ) -> Vec<Place> {
        let question = work.asked.question(query, work.stage);
        // What a search that heeds less finds may not be the answer.
        match work.run.as_mut().filter(|_| work.stage.is_as_asked()) {
            Some(run) => run.settle(self, &question, places, budget),
            None => Vec::new(),
        }
    }

    /// Begins the second search of a question: something is in the way, and it goes round it.
    fn search_again(
        &self,
        work: &mut Work,
        query: &Query,
        workspace: &mut Workspace,
        observer: Option<&mut dyn Observer>,
    ) {
        work.expansions_before = work.expansions();
        work.stage = Stage::restricted(query, &work.asked);
        if let Some(run) = work.run.take() {
            run.give_back(workspace);
        }
        let question = work.asked.question(query, work.stage);
        let engine = self.engine_named(work.asked.algorithm).expect("it was chosen before");
        work.run = Some(engine.begin(self, &question, workspace, observer));
    }

    /// Counts what a search did to go round units cell by cell: a map for jumps would have spared it.
    fn count_detour(&self, asked: &Asked, expansions: u64) {
        let overlay = asked.restriction.overlay.and_then(|at| self.occupied?.overlays.get(at));
        if let Some(overlay) = overlay.filter(|_| !asked.algorithm.is_over_jumps()) {
            overlay.detours.add(expansions);
        }
    }

    /// Whether the goal is shut in by what a question closes, as far as so many places tell from which steps
    /// lead there. A search from the start would look at all the rest of the map first.
    fn is_walled_in(&self, asked: &Asked, places: u64) -> bool {
        let GoalNodes::One(goal) = asked.goals else { return false };
        if let Some(jumps) = self.jumps_for(&asked.restriction) {
            return jumps.map.is_shut_in(goal, asked.start, places);
        }
        let graph = self.restricted(self.place_graph(), None, &asked.restriction);
        let mut known = HashSet::<u32, BuildHasherDefault<Spread>>::default();
        known.insert(goal.0);
        let (mut open, mut steps) = (vec![goal], Vec::new());
        while let Some(place) = open.pop() {
            if place == asked.start || known.len() as u64 > places {
                return false;
            }
            steps.clear();
            graph.steps_into(place, &mut steps);
            open.extend(steps.iter().map(|step| step.to).filter(|from| known.insert(from.0)));
        }
        true
    }

    /// The answer of a search that has ended.
    pub(crate) fn answer(&self, work: &mut Work, query: &Query) -> Answer {
        let Work { asked, stage, ended, expansions_before, .. } = work;
        let mut ended = ended.take().expect("it has ended");
        ended.expansions += *expansions_before;
        let choice = match *stage {
            Stage::Free(free) => free.choice,
            Stage::AsAsked | Stage::Probing(_) => asked.choice,
        };
        let mut answer = Answer::of(ended, choice, self.map.revision());
        if let Some(known) = &asked.known {
            let found = std::mem::replace(&mut answer.outcome, known.clone());
            answer.nearest = match found {
                // A search to be watched finds a path where it starts at a goal outside its region.
                Outcome::Found(found) => query.wants_nearest.then_some(found.path),
                _ => answer.nearest.take(),
            };
        }
        answer
    }
}

/// Why a search that is under way has a run.
const BETWEEN_SEARCHES: &str = "a search has a run but between the two of a question";

/// Lends an observer on.
pub(crate) fn reborrow<'a>(
    observer: &'a mut Option<&mut dyn Observer>,
) -> Option<&'a mut dyn Observer> {
    match observer {
        Some(observer) => Some(&mut **observer),
        None => None,
    }
}
