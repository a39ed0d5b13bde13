//! A question that is worked on a little at a time.

use crate::answer::Answer;
use crate::error::WorldError;
use crate::find::Prepared;
use crate::ids::{MoverId, WorldId};
use crate::query::Query;
use crate::snapshot::Snapshot;
use crate::view::View;
use crate::work::{Work, reborrow};
use crate::workspace::Workspace;
use xunlu_map::{Place, Revision};
use xunlu_search::Observer;

/// A question with as much of its answer as was worked out so far. It holds its workspace and nothing
/// of the world, so the world may be edited meanwhile; the search then starts over.
///
/// ```
/// use xunlu::{Grid, Query, Size, Workspace, World};
///
/// let world = World::new(Grid::new(Size::new(40, 40))?)?;
/// let query = Query::between((0, 0), (39, 20));
/// let mut workspace = Workspace::new();
/// let mut pending = world.begin(query, &mut workspace)?;
/// let answer = loop {
///     // Eight expansions a frame.
///     if let Some(answer) = world.advance(&mut pending, 8)? {
///         break answer;
///     }
/// };
/// assert_eq!(answer.path().unwrap().places.len(), 40);
/// workspace = pending.into_workspace();
/// # let _ = workspace;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Pending {
    query: Query,
    asked_of: State,
    // How often the search has begun.
    attempt: u32,
    // What of it no search holds.
    workspace: Workspace,
    stage: Stage,
}

/// What a question was asked of: an answer is good for no other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct State {
    world: WorldId,
    revision: Revision,
    mover: MoverId,
    mover_changes: u64,
    // The moment of the units that were in the way, if there were any.
    moment: Option<u64>,
}

#[derive(Debug)]
enum Stage {
    // The world it was last asked of refused it.
    Refused,
    // There was nothing to search.
    Answered(Answer),
    Working(Box<Work>),
}

impl View<'_> {
    /// Begins to work on a question of this view's mover, to be [carried on](Self::advance) a little at a
    /// time. What the search needs of the workspace goes over into what is pending, and an empty one is left
    /// in its place; [`Pending::into_workspace`] gives it back.
    ///
    /// # Errors
    /// As [`find`](Self::find); the workspace stays where it was.
    pub fn begin(&self, query: Query, workspace: &mut Workspace) -> Result<Pending, WorldError> {
        self.begin_by(query, workspace, None)
    }

    /// Works on for at most `budget` expansions: the answer, once there is one, and the same again
    /// when asked again. When the map was edited since the search began, units moved that are in the way, or
    /// it was begun for another mover or on another world, it begins anew as all is now; so does a question
    /// that was answered before.
    ///
    /// # Errors
    /// When the question begins anew and cannot be asked of this world.
    pub fn advance(
        &self,
        pending: &mut Pending,
        budget: u64,
    ) -> Result<Option<Answer>, WorldError> {
        self.advance_by(pending, budget, None)
    }

    /// Settles the first so many places of the path, for one who sets out while the rest is still looked
    /// for: those stay what they are, and what comes after them may still become cheaper. Works on for at
    /// most `budget` expansions until they are.
    ///
    /// [`Algorithm::Hierarchy`](crate::Algorithm::Hierarchy) settles places early: after as much work as some
    /// clusters take, however far the goal is. All others settle none before there is an answer.
    /// After a change of the map, the mover or units in the way the question begins anew from where it began,
    /// which [`Partial::attempt`] tells: whoever has set out asks another one from where he is.
    ///
    /// ```
    /// use xunlu::{Algorithm, Grid, MoverId, Query, Size, Workspace, World};
    ///
    /// let mut world = World::new(Grid::new(Size::new(900, 600))?)?;
    /// world.build_hierarchy(MoverId::FIRST, 2)?;
    /// let query = Query::between((0, 0), (899, 400)).algorithm(Algorithm::Hierarchy);
    /// let mut pending = world.begin(query, &mut Workspace::new())?;
    /// let first = world.settle(&mut pending, 40, u64::MAX)?;
    /// assert_eq!(first.places.len(), 40);
    /// assert!(first.answer.is_none());
    /// // While the unit walks, some work each frame makes the rest cheaper.
    /// let answer = loop {
    ///     if let Some(answer) = world.advance(&mut pending, 500)? {
    ///         break answer;
    ///     }
    /// };
    /// assert!(answer.path().unwrap().places.starts_with(&first.places));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the question begins anew and cannot be asked of this world.
    #[doc(alias("partial", "first_step", "anytime", "incremental"))]
    pub fn settle(
        &self,
        pending: &mut Pending,
        places: usize,
        budget: u64,
    ) -> Result<Partial, WorldError> {
        self.renew(pending, None)?;
        let mut settled = Vec::new();
        let before = pending.expansions();
        if let Stage::Working(work) = &mut pending.stage {
            settled = self.settled(work, &pending.query, places, budget);
        }
        let is_enough = settled.len() >= places;
        let left = budget.saturating_sub(pending.expansions() - before);
        let answer = self.advance_by(pending, if is_enough { 0 } else { left }, None)?;
        if let Some(path) = answer.as_ref().and_then(Answer::path) {
            settled.clone_from(&path.places);
        }
        let (attempt, revision) = (pending.attempt, pending.revision());
        Ok(Partial { places: settled, answer, attempt, revision })
    }

    pub(crate) fn begin_by(
        &self,
        query: Query,
        workspace: &mut Workspace,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Pending, WorldError> {
        let stage = self.first_stage(&query, workspace, observer)?;
        let workspace = std::mem::take(workspace);
        Ok(Pending { query, asked_of: self.state(), attempt: 1, workspace, stage })
    }

    pub(crate) fn advance_by(
        &self,
        pending: &mut Pending,
        budget: u64,
        mut observer: Option<&mut dyn Observer>,
    ) -> Result<Option<Answer>, WorldError> {
        self.renew(pending, reborrow(&mut observer))?;
        let Pending { query, workspace, stage, .. } = pending;
        if let Stage::Working(work) = stage
            && self.carry_on(work, query, budget, workspace, observer)
        {
            let answer = self.answer(work, query);
            pending.give_up();
            pending.stage = Stage::Answered(answer);
        }
        Ok(match &pending.stage {
            Stage::Refused | Stage::Working(_) => None,
            Stage::Answered(answer) => Some(answer.clone()),
        })
    }

    /// Begins a question anew where what it was asked of has changed.
    fn renew(
        &self,
        pending: &mut Pending,
        observer: Option<&mut dyn Observer>,
    ) -> Result<(), WorldError> {
        if pending.asked_of != self.state() || !pending.is_fresh(self) {
            pending.give_up();
            let Pending { query, workspace, .. } = pending;
            pending.stage = self.first_stage(query, workspace, observer)?;
            pending.asked_of = self.state();
            pending.attempt += 1;
        }
        Ok(())
    }

    fn state(&self) -> State {
        let moment = self.occupied.map(|occupied| occupied.moment);
        let View { world, id: mover, mover_changes, .. } = *self;
        State { world, revision: self.revision(), mover, mover_changes, moment }
    }
}

impl Snapshot {
    /// As [`View::begin`], for the mover of the query.
    ///
    /// # Errors
    /// As [`find`](Self::find); the workspace stays where it was.
    pub fn begin(&self, query: Query, workspace: &mut Workspace) -> Result<Pending, WorldError> {
        self.view(query.mover)?.begin_by(query, workspace, None)
    }

    /// The same, with somebody watching.
    ///
    /// # Errors
    /// As [`find`](Self::find); the workspace stays where it was.
    pub fn begin_observed(
        &self,
        query: Query,
        workspace: &mut Workspace,
        observer: &mut dyn Observer,
    ) -> Result<Pending, WorldError> {
        self.view(query.mover)?.begin_by(query, workspace, Some(observer))
    }

    /// As [`View::advance`], for the mover of the query.
    ///
    /// # Errors
    /// When the question begins anew and cannot be asked of this world.
    pub fn advance(
        &self,
        pending: &mut Pending,
        budget: u64,
    ) -> Result<Option<Answer>, WorldError> {
        self.view(pending.query.mover)?.advance_by(pending, budget, None)
    }

    /// As [`View::settle`], for the mover of the query.
    ///
    /// # Errors
    /// When the question begins anew and cannot be asked of this world.
    pub fn settle(
        &self,
        pending: &mut Pending,
        places: usize,
        budget: u64,
    ) -> Result<Partial, WorldError> {
        self.view(pending.query.mover)?.settle(pending, places, budget)
    }

    /// The same, with somebody watching.
    ///
    /// # Errors
    /// As [`advance`](Self::advance).
    pub fn advance_observed(
        &self,
        pending: &mut Pending,
        budget: u64,
        observer: &mut dyn Observer,
    ) -> Result<Option<Answer>, WorldError> {
        self.view(pending.query.mover)?.advance_by(pending, budget, Some(observer))
    }
}

/// As much of a path as its walker can rely on.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Partial {
    /// The first places of the path, or all of them once there is an answer; they stay what they are as long
    /// as the attempt is the same. None where there is no path.
    pub places: Vec<Place>,
    /// The answer, if the search has ended.
    pub answer: Option<Answer>,
    /// How often the question has begun. A higher number than before says that the map, the mover or units in
    /// the way have changed, so that places told under a lower one are no longer relied on.
    pub attempt: u32,
    /// The revision of the map that they were found on.
    pub revision: Revision,
}

impl Pending {
    /// The question.
    #[must_use]
    pub const fn query(&self) -> &Query {
        &self.query
    }

    /// How many expansions were made since the search last began.
    #[must_use]
    pub fn expansions(&self) -> u64 {
        match &self.stage {
            Stage::Refused => 0,
            Stage::Answered(answer) => answer.expansions,
            Stage::Working(work) => work.expansions(),
        }
    }

    /// The revision of the map that it is working on.
    #[must_use]
    pub const fn revision(&self) -> Revision {
        self.asked_of.revision
    }

    /// Gives the workspace back, whether there is an answer or not: this is also how to give up.
    #[must_use]
    pub fn into_workspace(mut self) -> Workspace {
        self.give_up();
        self.workspace
    }

    fn give_up(&mut self) {
        if let Stage::Working(work) = std::mem::replace(&mut self.stage, Stage::Refused) {
            work.give_back(&mut self.workspace);
        }
    }

    fn is_fresh(&self, view: &View<'_>) -> bool {
        match &self.stage {
            Stage::Refused => false,
            Stage::Answered(_) => true,
            Stage::Working(work) => view.is_fresh(work),
        }
    }
}

impl View<'_> {
    fn first_stage(
        &self,
        query: &Query,
        workspace: &mut Workspace,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Stage, WorldError> {
        Ok(match self.prepare(query, &mut workspace.arcs)? {
            Prepared::Answered(answer) => Stage::Answered(answer),
            Prepared::Asked(engine, asked) => {
                let work = self.start(query, engine, asked, workspace, observer);
                Stage::Working(Box::new(work))
            }
        })
    }
}
